"""Set any position of Days of Ire in words, act, and look at the table.

>>> table = street().rev("corvin_koz", "r05-1").militia("corvin_koz", 2).turn().start()
>>> table.choose("attack", 2).choose("pay", "card:r05-1").militia("corvin_koz")
0
"""

from __future__ import annotations

from sandtable.engine.sets import NONE, bits
from sandtable.engine.start import Origin, start
from sandtable.engine.types import Json
from sandtable.games.days_of_ire import GAME
from sandtable.games.days_of_ire.pack import DEFAULT, FIGHTERS, YURI, load
from sandtable.games.days_of_ire.state import State
from tests.games.table import MatchTable, Setting

PACK = load(DEFAULT)
SEATS = (("revolutionary",), ("first", "second"), ("first", "second", "third"))
HOMES = ("corvin_koz", "bem_ter", "moricz_korter")
EMPTY = [None] * 6


class Street(Setting):
    """A city being set up. It is quiet: one militia at the Party Headquarters, no event, all fighters beside the board.

    Nothing depends on chance: piles lie in the order of the pack, and cards that are not mentioned are in them, but
    headlines on their discard pile.
    """

    def __init__(self, revolutionaries: int, promo: bool) -> None:
        super().__init__()
        self.option(revolutionaries=revolutionaries, yuri_noel=promo)
        self.seats = SEATS[revolutionaries - 1]
        self.units: dict[str, dict[str, int]] = {"tanks": {}, "militia": {"mdp_szekhaz": 1}, "snipers": {}}
        self.moved: dict[str, int] = {}
        self.homes = dict(zip(self.seats, HOMES, strict=False))
        self.hands: dict[str, list[str]] = {seat: [] for seat in self.seats}
        self.hurt = dict.fromkeys(self.seats, 0)
        self.left = dict.fromkeys(self.seats, 0)
        self.people: dict[str, Json] = {}
        self.deck_top: list[str] | None = None
        self.discards: list[str] = []
        self.rest_in_discards = False
        self.news: dict[str, list[str]] = {"hand": [], "first": [], "second": [], "third": [], "front": []}
        self.news["continuing"] = []
        self.board: dict[str, str | None] = {}
        self.shown: list[Json] = list(EMPTY)
        self.event_pile: list[str] | None = None
        self.row: list[str] = []
        self.blocked: list[str] = []
        if promo:
            self.active("blaha_lujza_ter", "yuri").active("astoria", "noel")

    # ------------------------------------------------------------------ pieces

    def rev(self, location: str, hand: str = "", seat: int = 0, injuries: int = 0) -> Street:
        """A revolutionary: where, with which cards ('r05-1 r01-1'), and how badly hurt."""
        name = self.seats[seat]
        self.homes[name], self.hands[name], self.hurt[name] = location, hand.split(), injuries
        return self

    def tanks(self, location: str, count: int = 1, moved: int = 0) -> Street:
        self.units["tanks"][location] = count
        self.moved[location] = moved
        return self

    def militia(self, location: str, count: int = 1) -> Street:
        self.units["militia"][location] = count
        return self

    def snipers(self, location: str, count: int = 1) -> Street:
        self.units["snipers"][location] = count
        return self

    def active(self, location: str, *companions: str) -> Street:
        """Active fighters, Revolutionary tanks, Yuri or Noel."""
        for key in companions:
            self.people[key] = {"is": "active", "at": location}
        return self

    def passive(self, location: str, top: str, bottom: str | None = None) -> Street:
        """A passive fighter face up, and perhaps one face down beneath."""
        self.people[top] = {"is": "passive", "at": location}
        if bottom is not None:
            self.people[bottom] = {"is": "face_down", "at": location}
        return self

    def gone(self, *companions: str) -> Street:
        """Companions that have left the game."""
        for key in companions:
            self.people[key] = {"is": "out", "at": None}
        return self

    def barricade(self, *locations: str) -> Street:
        self.blocked += locations
        return self

    # ------------------------------------------------------------------ cards

    def deck(self, cards: str) -> Street:
        """The pile of Revolution cards from the top, and nothing else; the rest is discarded."""
        self.deck_top, self.rest_in_discards = cards.split(), True
        return self

    def top(self, cards: str) -> Street:
        """What lies on top of the pile."""
        self.deck_top = cards.split()
        return self

    def discard(self, cards: str) -> Street:
        self.discards = cards.split()
        return self

    def headlines(self, hand: str = "", **piles: str) -> Street:
        """The Soviet hand, and the piles first, second, third (from the top), front and continuing."""
        self.news["hand"] = hand.split()
        self.news |= {name: cards.split() for name, cards in piles.items()}
        return self

    def event(self, key: str, location: str | None = None) -> Street:
        """An event on the board, on its printed location unless it may lie anywhere."""
        self.board[key] = location
        return self

    def events(self, keys: str) -> Street:
        for key in keys.split():
            self.event(key)
        return self

    def display(self, keys: str) -> Street:
        """The places of the display from the first; '-' is an empty one."""
        found: list[Json] = [None if key == "-" else key for key in keys.split()]
        self.shown = found + [None] * (6 - len(found))
        return self

    def event_deck(self, keys: str) -> Street:
        """The event deck from the top, and nothing else; the rest is discarded."""
        self.event_pile = keys.split()
        return self

    def avh_row(self, cards: str) -> Street:
        """Played ÁVH cards from the oldest; the others are in the kit."""
        self.row = cards.split()
        return self

    def happened(self, *markers: str) -> Street:
        return self.set(happened=list(markers))

    # ------------------------------------------------------------------ the clock

    def phase(self, phase: str, day: int = 3, points: int = 0) -> Street:
        """What comes next; nobody is on turn unless that is said later."""
        self.set(revolutionaries={"on_turn": None, "queue": []})
        return self.set(phase=phase, day=day, points=points)

    def day(self, day: int) -> Street:
        return self.set(day=day)

    def tracks(self, **cells: int) -> Street:
        """morale, support: cells counted from the Soviet end."""
        self.fields |= cells
        return self

    def mods(self, **values: int) -> Street:
        """Modifiers of the day."""
        return self.set(day_mods=dict(values))

    def turn(self, seat: int = 0, actions: int = 4, queue: tuple[int, ...] = (), day: int = 3) -> Street:
        """The turn of a revolutionary; those of the queue follow with two actions each."""
        self.left = dict.fromkeys(self.seats, 0) | {self.seats[other]: 2 for other in queue}
        self.left[self.seats[seat]] = actions
        following: list[Json] = [self.seats[other] for other in queue]
        self.phase("turn", day)
        return self.set(revolutionaries={"on_turn": self.seats[seat], "queue": following})

    def stepped(self, *seats: int) -> Street:
        """Revolutionaries who have used the free step of the day."""
        return self.set(revolutionaries={"stepped": [self.seats[seat] for seat in seats]})

    def start(self) -> Table:
        return Table(start(GAME, self.options, Origin("test", self.script, self.position())))

    # ------------------------------------------------------------------ the position

    def position(self) -> dict[str, Json]:
        position = dict(self.fields)
        counts: dict[str, Json] = {
            kind: {key: at.get(key, 0) for key in PACK.location_keys} for kind, at in self.units.items()
        }
        position["soviets"] = {**counts, "tanks_moved": {key: self.moved.get(key, 0) for key in PACK.location_keys}}
        people: dict[str, Json] = {"at": dict(self.homes), "injuries": dict(self.hurt), "actions": dict(self.left)}
        position["revolutionaries"] = self.over("revolutionaries", people)
        position["fighters"] = {key: self.people.get(key, _away(n)) for n, key in enumerate(PACK.companion_keys)}
        position["barricades"] = {key: key in self.blocked for key in PACK.location_keys}
        position["barricades_left"] = self.fields.get("barricades_left", 2 - len(self.blocked))
        position["cards"] = self.over("cards", self._cards())
        position["headlines"] = self.over("headlines", self._headlines())
        position["events"] = self.over("events", self._events())
        kit: list[Json] = [key for key in PACK.avh_keys if key not in self.row]
        position["avh"] = self.over("avh", {"kit": kit, "row": list(self.row)})
        return position

    def _cards(self) -> dict[str, Json]:
        elsewhere = [card for hand in self.hands.values() for card in hand] + self.discards + (self.deck_top or [])
        rest = [card for card in PACK.card_keys if card not in elsewhere]
        hands: list[Json] = [list(hand) for hand in self.hands.values()]
        hands += [None] * (3 - len(hands))
        deck: list[Json] = [*(self.deck_top or []), *([] if self.rest_in_discards else rest)]
        discard: list[Json] = [*self.discards, *(rest if self.rest_in_discards else [])]
        return {
            "hand_first": hands[0],
            "hand_second": hands[1],
            "hand_third": hands[2],
            "deck": deck,
            "discard": discard,
        }

    def _headlines(self) -> dict[str, Json]:
        placed = [card for pile in self.news.values() for card in pile]
        own = self.fields.get("headlines", {})
        assert isinstance(own, dict)
        placed += [str(own[key]) for key in ("current", "recalled") if own.get(key)]
        piles: dict[str, Json] = {name: list(pile) for name, pile in self.news.items()}
        return {**piles, "discard": [card for card in PACK.headline_keys if card not in placed]}

    def _events(self) -> dict[str, Json]:
        placed = [*self.board, *self.shown, *(self.event_pile or [])]
        own = self.fields.get("events", {})
        assert isinstance(own, dict)
        beside = own.get("continuing")
        placed += beside if isinstance(beside, list) else []
        rest: list[Json] = [event for event in PACK.event_keys if event not in placed]
        where: dict[str, Json] = {key: location for key, location in self.board.items() if location is not None}
        deck: list[Json] = rest if self.event_pile is None else [*self.event_pile]
        discard: list[Json] = [] if self.event_pile is None else rest
        return {
            "board": list(self.board),
            "where": where,
            "display": list(self.shown),
            "deck": deck,
            "discard": discard,
        }


def _away(companion: int) -> Json:
    """Where a companion is that is not mentioned."""
    return {"is": "fallen" if companion < FIGHTERS else "supply" if companion < YURI else "out", "at": None}


def street(revolutionaries: int = 1, promo: bool = False) -> Street:
    """A quiet city with so many revolutionaries."""
    return Street(revolutionaries, promo)


class Table(MatchTable[State]):
    """A match seen by a test."""

    def named(self, verb: str) -> set[str]:
        """What the options of one kind name first, without the kind of thing."""
        return {str(choice[1]).partition(":")[2] for choice in self.all(verb)}

    def drive(self, *choices: str) -> Table:
        """Several choices written as words: 'effect headline:h07'; a bare number stays a number."""
        for choice in choices:
            self.choose(*[int(word) if word.lstrip("-").isdigit() else word for word in choice.split()])
        return self

    # ------------------------------------------------------------------ pieces

    def tanks(self, location: str) -> int:
        return self.state.tanks[_at(location)]

    def militia(self, location: str) -> int:
        return self.state.militia[_at(location)]

    def snipers(self, location: str) -> int:
        return self.state.snipers[_at(location)]

    def barricade(self, location: str) -> bool:
        return bool(self.state.barricades >> _at(location) & 1)

    def active(self, location: str) -> set[str]:
        return {PACK.companion_keys[one] for one in bits(self.state.active[_at(location)])}

    def passive(self, location: str) -> str | None:
        top = self.state.top[_at(location)]
        return None if top == NONE else PACK.companion_keys[top]

    def fallen(self, companion: str) -> bool:
        return bool(self.state.fallen >> PACK.companion_keys.index(companion) & 1)

    def at(self, seat: int = 0) -> str:
        return PACK.location_keys[self.state.rev_at[seat]]

    # ------------------------------------------------------------------ cards

    def hand(self, seat: int = 0) -> set[str]:
        return {PACK.card_keys[card] for card in bits(self.state.hand[seat])}

    def discards(self) -> set[str]:
        return {PACK.card_keys[card] for card in bits(self.state.discard)}

    def headlines(self, pile: str) -> set[str]:
        """Headlines by the name of a field of the state: soviet_hand, front, continuing, headline_discard."""
        return {PACK.headline_keys[card] for card in bits(getattr(self.state, pile))}

    def event_at(self, location: str) -> str | None:
        event = self.state.event_at[_at(location)]
        return None if event == NONE else PACK.event_keys[event]

    def display(self) -> str:
        return " ".join("-" if event == NONE else PACK.event_keys[event] for event in self.state.display)

    def discarded_events(self) -> set[str]:
        return {PACK.event_keys[event] for event in bits(self.state.event_discard)}

    def happened(self) -> set[str]:
        return {PACK.marker_keys[marker] for marker in bits(self.state.happened)}

    def row(self) -> str:
        return " ".join(PACK.avh_keys[card] for card in self.state.avh_row)

    def kit(self) -> set[str]:
        return {PACK.avh_keys[card] for card in bits(self.state.avh_kit)}

    @property
    def over(self) -> bool:
        return self.match.ask is None


def _at(location: str) -> int:
    return PACK.location_keys.index(location)


# ---------------------------------------------------------------------- where tests of several chapters begin


def actor(hand: str = "", location: str = "corvin_koz", seat: int = 0, count: int = 1) -> Street:
    """A revolutionary on turn with these cards."""
    return street(count).rev(location, hand, seat).turn(seat, 4 if count == 1 else 2)


def walker(hand: str = "", actions: int = 4) -> Street:
    """A revolutionary in Corvin Passage."""
    return street().rev("corvin_koz", hand).turn(actions=actions)


def shop(display: str, points: int = 9) -> Street:
    return street().phase("events", points=points).display(display)


def holds(hand: str, revolutionaries: int = 1) -> Street:
    """Step 1 with these headlines in the Soviet hand."""
    return street(revolutionaries).phase("headlines").headlines(hand)


def under_fire(hand: str = "", tanks: int = 1, count: int = 1) -> Street:
    """A revolutionary on turn beside Soviet tanks."""
    return street(count).rev("corvin_koz", hand).tanks("corvin_koz", tanks).turn(actions=4 if count == 1 else 2)
