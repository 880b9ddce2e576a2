"""Set any position of Nights of Fire in words, act, and look at the table.

>>> table = city("konev_basic").clear().insurgents("8", "fighter_01!w").regiments("8", "reg_104").hand("rev_38").turn()
>>> table.start().choose("pass")
"""

from __future__ import annotations

from sandtable.engine.game import Value
from sandtable.engine.sets import bits
from sandtable.engine.start import Origin, start
from sandtable.engine.types import Json
from sandtable.games.nights_of_fire import GAME
from sandtable.games.nights_of_fire.pack import DEFAULT, LOCALS, STAGING, load
from sandtable.games.nights_of_fire.state import RESULTS, State
from tests.games.table import MatchTable, Setting

PACK = load(DEFAULT)
ROW = 5


class City(Setting):
    """A city being set up.

    Cards lie in the order of the pack unless said otherwise, so that nothing here depends on chance. With a commander
    block N is the Nth insurgent of the pack: local_01 is block:1, fighter_01 block:11.
    """

    def __init__(self, ruleset: str, revolutionaries: int) -> None:
        super().__init__()
        self.option(ruleset=ruleset, revolutionaries=revolutionaries)
        self.conflict = ruleset.startswith("conflict")
        self.revs = revolutionaries
        self.units: dict[str, Json] = {}
        self.soviets: dict[str, Json] = {}
        self.homes = {
            civ: PACK.district_keys[d] for civ, d in zip(PACK.civilian_keys, PACK.objective_list, strict=True)
        }
        self.people = dict.fromkeys(PACK.civilian_keys, "home")
        self.hands: list[list[str]] = [[] for _ in range(revolutionaries)]
        self.tops: list[list[str]] = [[] for _ in range(revolutionaries)]
        self.discards: list[list[str]] = [[] for _ in range(revolutionaries)]
        self.given = [0] * revolutionaries
        self.commander: dict[str, list[str]] = {"hand": [], "discard": [], "unavailable": [], "combat_discard": []}
        self.combat_top: list[str] = []
        self.kept_card: str | None = None
        self.row: list[str] = []
        self.konev_top: list[str] = []
        self.konev_discards: list[str] = []
        self.konev_outs: list[str] = []

    # ------------------------------------------------------------------ Hungarians

    def clear(self) -> City:
        """All insurgents and civilians in the box, all Regiments active in their staging areas."""
        for key in PACK.insurgent_keys:
            self._insurgent(key, "box", hidden=False)
        self.people = dict.fromkeys(PACK.civilian_keys, "box")
        for key, sector in zip(PACK.regiment_keys, PACK.regiment_sector, strict=True):
            self._regiment(key, PACK.area_keys[STAGING + sector], True)
        return self

    def insurgents(self, district: str, *insurgents: str) -> City:
        """Insurgents in a district, hidden and healthy; 'fighter_01!' is revealed, 'fighter_01w' wounded, '!w' both."""
        for name in insurgents:
            key = name.rstrip("!w")
            marks = name[len(key) :]
            self._insurgent(key, district, "!" not in marks, "w" in marks)
        return self

    def pool(self, *fighters: str) -> City:
        """Fighters in the reinforcement pool."""
        for key in fighters:
            self._insurgent(key, "reinforcements")
        return self

    def killed(self, *insurgents: str) -> City:
        """Insurgents in the Killed area."""
        for key in insurgents:
            self._insurgent(key, "killed_arrested", hidden=False)
        return self

    def everybody(self, district: str = "8") -> City:
        """All locals in their order in the objective districts, all fighters in one district: nobody is missing."""
        for local, d in zip(PACK.insurgent_keys[:LOCALS], PACK.objective_list, strict=True):
            self._insurgent(local, PACK.district_keys[d])
        return self.insurgents(district, *PACK.insurgent_keys[LOCALS:])

    def civilian(self, district: str, civilian: str, at: str = "home") -> City:
        """A civilian of an objective district: at 'home', in 'austria', 'killed_arrested' or the 'box'."""
        other = next(civ for civ, home in self.homes.items() if home == district)
        self.homes[other] = self.homes[civilian]
        self.homes[civilian] = district
        self.people[civilian] = at
        return self

    # ------------------------------------------------------------------ Soviets and tokens

    def regiments(self, area: str, *regiments: str) -> City:
        """Regiments in an area; 'reg_104-' is disabled."""
        for name in regiments:
            self._regiment(name.rstrip("-"), area, not name.endswith("-"))
        return self

    def garrisons(self, *districts: str) -> City:
        """Garrisons; '8-' is disabled."""
        for name in districts:
            self._put("garrisons", name.rstrip("-"), "disabled" if name.endswith("-") else "active")
        return self

    def barricade(self, *districts: str) -> City:
        for district in districts:
            self._put("barricades", district, True)
        return self

    def rubble(self, district: str, count: int = 1) -> City:
        self._put("rubble", district, count)
        return self

    def blocked(self, *districts: str) -> City:
        """Permanently-blocked markers."""
        for district in districts:
            self._put("blocked", district, True)
        return self

    # ------------------------------------------------------------------ tracks and clock

    def tracks(self, **levels: int) -> City:
        """prestige, morale, readiness, momentum."""
        self.fields |= levels
        return self

    def round(self, number: int) -> City:
        self.fields["round"] = number
        return self

    def phase(self, phase: str) -> City:
        """The pass that comes next."""
        self.fields["phase"] = phase
        return self

    # ------------------------------------------------------------------ cards

    def hand(self, *cards: str, seat: int = 0) -> City:
        self.hands[seat] = list(cards)
        return self

    def deck(self, *cards: str, seat: int = 0) -> City:
        """What lies on top of a Revolutionary's deck, the first card uppermost."""
        self.tops[seat] = list(cards)
        return self

    def discard(self, *cards: str, seat: int = 0) -> City:
        self.discards[seat] = list(cards)
        return self

    def handed(self, seat: int, count: int) -> City:
        """How many cards a Revolutionary has handed over unseen."""
        self.given[seat] = count
        return self

    def tactics(self, *hand: str, **piles: list[str]) -> City:
        """The commander's hand, and the piles discard, unavailable and combat_discard."""
        self.commander |= {"hand": list(hand), **piles}
        return self

    def kept(self, card: str) -> City:
        self.kept_card = card
        return self

    def combat(self, *cards: str) -> City:
        """What lies on top of the Combat deck; every card that is nowhere else is in it."""
        self.combat_top = list(cards)
        return self

    def headline(self, key: str | None, *lasting: str) -> City:
        """The open Headline, and those whose permanent penalty is in force."""
        deck: list[Json] = [other for other in PACK.headline_keys if other not in (key, *lasting)]
        self.fields["headlines"] = {"deck": deck, "open": key, "lasting": list(lasting)}
        return self

    def konev_deck(self, *cards: str) -> City:
        """What lies on top of Konev's deck."""
        self.konev_top = list(cards)
        return self

    def konev_discard(self, *cards: str) -> City:
        self.konev_discards = list(cards)
        return self

    def konev_out(self, *cards: str) -> City:
        """Konev cards that the players took out."""
        self.konev_outs = list(cards)
        return self

    # ------------------------------------------------------------------ whose turn

    def turn(self, seat: int = 0, soviets_passed: bool = False, **fields: Json) -> City:
        """A Revolutionary's turn, before the first card."""
        self.fields |= {"phase": "rev_order"}
        turn: dict[str, Json] = {"side": "revolutionary", "seat": seat, "sov_passed": soviets_passed, **fields}
        return self.set(turn=turn)

    def soviet(self, *hand: str, revolutionaries_passed: bool = False) -> City:
        """The commander's turn with these cards in hand, before the first of them."""
        self.fields |= {"phase": "sov_order"}
        if hand:
            self.tactics(*hand)
        return self.set(turn={"side": "soviet", "rev_passed": revolutionaries_passed})

    def konev(self, *row: str, revolutionaries_passed: bool = False) -> City:
        """Konev's turn with these cards in the row; targeting tokens without a card lie on the last one."""
        self.row = list(row)
        self.fields |= {"phase": "konev"}
        return self.set(turn={"side": "soviet", "rev_passed": revolutionaries_passed})

    def in_row(self, *row: str) -> City:
        """Konev's row while it is somebody else's turn."""
        self.row = list(row)
        return self

    # ------------------------------------------------------------------ anything else

    def start(self) -> Table:
        return Table(start(GAME, self.options, Origin("test", self.script, self.position())))

    # ------------------------------------------------------------------ the position

    def position(self) -> dict[str, Json]:
        position = dict(self.fields)
        if self.units:
            position["insurgents"] = dict(self.units)
        if self.soviets:
            position["regiments"] = dict(self.soviets)
        position["civilians"] = {civ: {"home": self.homes[civ], "at": at} for civ, at in self.people.items()}
        position["revolutionaries"] = [self._cards(seat) for seat in range(self.revs)]
        if self.conflict:
            position["blocks"] = list(PACK.insurgent_keys)
            position["tactics"] = self.over("tactics", self._tactics())
        else:
            position["konev"] = self.over("konev", self._konev())
        return position

    def _cards(self, seat: int) -> Json:
        own = [card for c, card in enumerate(PACK.card_keys) if self.revs == 1 or PACK.card_player >> c & 1 == 1 - seat]
        elsewhere = [card for pile in (*self.hands, *self.discards, *self.tops) for card in pile]
        deck: list[Json] = [*self.tops[seat], *[card for card in own if card not in elsewhere]]
        return {
            "deck": deck,
            "hand": list(self.hands[seat]),
            "discard": list(self.discards[seat]),
            "circle": None,
            "given": self.given[seat],
        }

    def _tactics(self) -> dict[str, Json]:
        elsewhere = [card for pile in self.commander.values() for card in pile] + [self.kept_card, *self.combat_top]
        combat: list[Json] = [*self.combat_top, *[card for card in PACK.tactics_keys[::-1] if card not in elsewhere]]
        piles: dict[str, Json] = {name: list(pile) for name, pile in self.commander.items()}
        return {**piles, "combat": combat, "kept": self.kept_card}

    def _konev(self) -> dict[str, Json]:
        elsewhere = {*self.row, *self.konev_top, *self.konev_discards, *self.konev_outs}
        slots: list[Json] = [*self.row, *[None] * (ROW - len(self.row))]
        return {
            "deck": [*self.konev_top, *[card for card in PACK.konev_keys if card not in elsewhere]],
            "discard": list(self.konev_discards),
            "out": list(self.konev_outs),
            "row": slots,
            "face_up": [bool(PACK.face_up >> slot & 1) and slot < len(self.row) for slot in range(ROW)],
            "tokens": [min(token + 1, len(self.row)) if self.row else None for token in range(ROW)],
            "early": list(PACK.konev_keys),
        }

    def _insurgent(self, key: str, at: str, hidden: bool = True, wounded: bool = False) -> None:
        self.units[key] = {"at": at, "hidden": hidden, "wounded": wounded}

    def _regiment(self, key: str, at: str, active: bool) -> None:
        self.soviets[key] = {"at": at, "active": active}

    def _put(self, kind: str, district: str, value: Json) -> None:
        self.set(**{kind: {district: value}})


class Table(MatchTable[State]):
    """A match seen by a test."""

    # ------------------------------------------------------------------ Hungarians

    def at(self, insurgent: str) -> str:
        """The key of an insurgent's place."""
        return PACK.place_keys[self.state.place[self._block(insurgent)]]

    def hidden(self, insurgent: str) -> bool:
        return not self.state.shown >> self._block(insurgent) & 1

    def wounded(self, insurgent: str) -> bool:
        return bool(self.state.wounded >> self._block(insurgent) & 1)

    def block(self, insurgent: str) -> str:
        """The id of an insurgent's block."""
        return PACK.block_ids[self._block(insurgent)]

    def suspects(self, insurgent: str) -> set[str]:
        """What the commander may take an insurgent's block for."""
        return {PACK.insurgent_keys[other] for other in bits(self.state.suspects[self._block(insurgent)])}

    def _block(self, insurgent: str) -> int:
        return self.state.block_of[PACK.insurgent_keys.index(insurgent)]

    def civilian(self, district: str) -> str:
        """Where the civilian of a district is: 'home', 'austria', 'killed_arrested' or 'box'."""
        mark = 1 << PACK.district_keys.index(district)
        piles = (("home", self.state.civilians), ("austria", self.state.fled), ("killed_arrested", self.state.arrested))
        return next((name for name, members in piles if members & mark), "box")

    # ------------------------------------------------------------------ Soviets and tokens

    def regiment(self, regiment: str) -> str:
        """The key of a Regiment's area, with '-' if it is disabled."""
        number = PACK.regiment_keys.index(regiment)
        return PACK.area_keys[self.state.regiment_at[number]] + "-" * (self.state.disabled_regiments >> number & 1)

    def garrison(self, district: str) -> str:
        """'none', 'active' or 'disabled'."""
        mark = 1 << PACK.district_keys.index(district)
        if not self.state.garrison & mark:
            return "none"
        return "disabled" if self.state.disabled_garrisons & mark else "active"

    def barricade(self, district: str) -> bool:
        return bool(self.state.barricade >> PACK.district_keys.index(district) & 1)

    def rubble(self, district: str) -> int:
        return self.state.rubble[PACK.district_keys.index(district)]

    # ------------------------------------------------------------------ cards

    def hand(self, seat: int = 0) -> list[str]:
        return [PACK.card_keys[card] for card in self.state.hand[seat]]

    def discard(self, seat: int = 0) -> list[str]:
        """From the bottom."""
        return [PACK.card_keys[card] for card in self.state.discard[seat]]

    def deck(self, seat: int = 0) -> list[str]:
        """From the top."""
        return [PACK.card_keys[card] for card in self.state.deck[seat][::-1]]

    def tactics(self, cards: int) -> list[str]:
        """The keys of a set of Tactics cards, such as `state.tactics.hand`."""
        return [PACK.tactics_keys[card] for card in bits(cards)]

    def row(self) -> list[str | None]:
        """Konev's row."""
        return [None if card < 0 else PACK.konev_keys[card] for card in self.state.konev.row]

    @property
    def result(self) -> str:
        return RESULTS[self.state.result]


def city(ruleset: str = "konev_basic", revolutionaries: int = 1) -> City:
    return City(ruleset, revolutionaries)


def new_game(**options: Value) -> Table:
    """A game from its very start, unscripted."""
    return Table(start(GAME, options, Origin("test")))
