"""Set any position of Rogue Agent in words, act, and look at the table.

>>> table = city().at(purple="district_3").criminal(1, "district_3", "sparks").turn("purple").start()
>>> table.choose("attack", "criminal:1")

The tiles lie as in the rulebook's worked example. Its event path begins and ends in district 6:
district_6, gunsmith, district_3, synthetics_lab, district_4, hospital, district_5, ammunition_depot, district_1,
motor_pool, district_2, fuel_station, district_6.
"""

from __future__ import annotations

from pathlib import Path

from sandtable.engine.chance import Chance
from sandtable.engine.game import Game
from sandtable.engine.sets import bits
from sandtable.engine.start import Origin, start
from sandtable.engine.types import Json
from sandtable.games.rogue_agent import GAME
from sandtable.games.rogue_agent.pack import DEFAULT, SEATS, TRACK_KEYS, TRACKS, Pack
from sandtable.games.rogue_agent.state import State
from tests.games.packs import PackText
from tests.games.table import MatchTable, Setting

PACK = Pack(DEFAULT)
PATH = (
    "district_6",
    "gunsmith",
    "district_3",
    "synthetics_lab",
    "district_4",
    "hospital",
    "district_5",
    "ammunition_depot",
    "district_1",
    "motor_pool",
    "district_2",
    "fuel_station",
)
RED = {"explosion": 1, "amplify": 3, "weapon": 5, "agent": 6}
GREEN = {"explosion": 1, "amplify": 2, "car": 3, "fuel": 5, "heal": 6}
BLACK = {"explosion": 1, "amplify": 3, "ammo": 4, "evidence": 5, "credit": 6}
"""By symbol: a face of a die of that colour that shows it."""


def red(*symbols: str) -> list[int]:
    """Faces of red dice."""
    return [RED[symbol] for symbol in symbols]


def green(*symbols: str) -> list[int]:
    """Faces of green dice."""
    return [GREEN[symbol] for symbol in symbols]


def black(*symbols: str) -> list[int]:
    """Faces of black dice."""
    return [BLACK[symbol] for symbol in symbols]


MISS = (5, 5, 5)
"""Three red dice without a hit."""
WIN = (1, 1, 3)
"""Three red dice with three hits."""


class City(Setting):
    """A city being set up. The deck has the order of the pack; the police squad is out of the way in district 6."""

    def __init__(self, mode: str, game: Game[State]) -> None:
        super().__init__()
        self.game = game
        self.option(mode=mode, city="appendix", leader="first_seat")
        self.players = int(mode[-2])
        self.used: list[str] = []
        self.cards: dict[str, Json] = {}
        self.markers: dict[str, Json] = {}
        self.piles: dict[str, list[str]] = {}
        self.known: dict[str, list[str]] = {"face_up": [], "defeated": []}
        self.holders: dict[str, int] = dict.fromkeys(SEATS[: self.players], PACK.informants)
        self.set(police="district_6")

    def turn(self, seat: str = "purple", leader: str = "purple", round: int = 1) -> City:
        """It is the turn of a seat; those before it, from the leader on, had theirs."""
        ahead = (SEATS.index(seat) - SEATS.index(leader)) % self.players
        return self.set(round=round, phase="turn", seat=seat, leader=leader, turns_left=self.players - ahead)

    def at(self, **tiles: str) -> City:
        """Where figures stand."""
        return self.set(at=dict(tiles))

    def tracks(self, seat: str, **levels: int) -> City:
        old = self.fields.get("tracks", {})
        assert isinstance(old, dict)
        own = old.get(seat, {})
        assert isinstance(own, dict)
        return self.set(tracks={seat: {**own, **levels}})

    def disc(self, disc: str, where: str, timer: int = 0, end: bool = False) -> City:
        """A disc on a tile, in the last district of the path at its `end`; or in a seat's custody."""
        index = 12 if end else PATH.index(where) if where in PATH else -1
        self.set(discs={disc: where if index < 0 else f"path-{index}"})
        return self.set(timers={disc: timer}) if timer else self

    def bomb(self, number: int, where: str, timer: int) -> City:
        return self.disc(f"bomb-{number}", where, timer)

    def assassin(self, number: int, where: str, end: bool = False) -> City:
        return self.disc(f"assassin-{number}", where, end=end)

    def criminal(self, number: int, where: str, card: str, state: str = "hidden", end: bool = False) -> City:
        """A criminal with its card: 'hidden', 'open' or 'defeated'; in custody it is defeated."""
        self.disc(f"criminal-{number}", where, end=end)
        self.cards[str(number)] = card
        self.used.append(card)
        if where in SEATS:
            state = "defeated"
        if state != "hidden":
            self.known["face_up"].append(str(number))
        if state == "defeated":
            self.known["defeated"].append(str(number))
        return self

    def looked(self, number: int, *seats: str) -> City:
        """Who has investigated a criminal."""
        self.markers[str(number)] = list(seats)
        return self

    def informants(self, tile: str, *seats: str) -> City:
        """Informants of a tile, the upper one first."""
        for half, seat in zip(("upper", "lower"), seats, strict=False):
            self.set(informants={f"{tile}:{half}": seat})
            self.holders[seat] -= 1
        return self

    def pile(self, seat: str, *cards: str) -> City:
        """Cards that a seat has turned in."""
        self.piles[seat] = list(cards)
        self.used += cards
        return self

    def tokens(self, *faces: str) -> City:
        """Identity tokens: three letters for each seat, h and a; capitals are revealed."""
        letters = "".join(faces)
        self.set(tokens=["android" if face in "aA" else "human" for face in letters])
        return self.set(shown=[PACK.token_keys[at] for at, face in enumerate(letters) if face.isupper()])

    def androids(self, *seats: str) -> City:
        """Seats that were exposed; with as many as the limit the tokens are gone."""
        self.set(androids=list(seats))
        for seat in seats:
            self.holders[seat] = 0
        return self.set(tokens=[], shown=[]) if len(seats) == self.players - 2 else self

    def deck(self, *top: str) -> City:
        """The cards on top of the deck."""
        self.fields["deck"] = list(top)
        return self

    def start(self) -> Table:
        position = dict(self.fields)
        made: dict[str, Json] = {key: [*numbers] for key, numbers in self.known.items()}
        position["criminals"] = self.over(
            "criminals", {"cards": dict(self.cards), "markers": dict(self.markers), **made}
        )
        gone = {*self.used, *self._listed(position, "removed")}
        top = self._listed(position, "deck")
        position["deck"] = [*top, *(card for card in PACK.card_keys if card not in gone and card not in top)]
        position["turned_in"] = {seat: list(cards) for seat, cards in self.piles.items()}
        position["stock"] = self.over("stock", self.holders)
        return Table(start(self.game, self.options, Origin("test", self.script, position)))

    def _listed(self, position: dict[str, Json], key: str) -> list[str]:
        cards = position.get(key, [])
        assert isinstance(cards, list)
        return [str(card) for card in cards]


class Table(MatchTable[State]):
    """A match of Rogue Agent."""

    def roll(self, *values: int | str) -> Table:
        """What chance gives next."""
        self.script(*values)
        return self

    def level(self, seat: str, track: str) -> int:
        return self.state.track[SEATS.index(seat) * TRACKS + TRACK_KEYS.index(track)]

    def stamina(self, seat: str) -> int:
        return self.level(seat, "stamina")

    def influence(self, seat: str) -> int:
        return self.state.influence[SEATS.index(seat)]

    def credits(self, seat: str) -> int:
        return self.state.credits[SEATS.index(seat)]

    def where(self, seat: str) -> str:
        return PACK.tile_keys[self.state.at[SEATS.index(seat)]]

    def disc(self, disc: str) -> Json:
        """Where a disc is, as positions write it."""
        described = self.match.game.describe(self.state)["discs"]
        assert isinstance(described, dict)
        return described[disc]

    def timer(self, number: int) -> int:
        return self.state.timer[number - 1]

    def slots(self, tile: str) -> list[str]:
        """The informants of a tile, the upper one first."""
        at = 2 * PACK.tile_keys.index(tile)
        return [SEATS[owner] for owner in self.state.slot[at : at + 2] if owner >= 0]

    def custody(self, seat: str) -> list[int]:
        return [criminal + 1 for criminal in bits(self.state.custody(SEATS.index(seat)))]

    def defeated(self, number: int) -> bool:
        return bool(self.state.defeated >> number - 1 & 1)

    def face_up(self, number: int) -> bool:
        return bool(self.state.face_up >> number - 1 & 1)

    def card(self, number: int) -> str | None:
        card = self.state.card[number - 1]
        return None if card < 0 else PACK.card_keys[card]

    def bag(self) -> set[str]:
        return {PACK.disc_keys[disc] for disc, where in enumerate(self.state.disc) if where < 0}

    def city_phase(self, *values: int | str) -> Table:
        """End every turn that is left; chance gives these values, and what the next Time phase needs."""
        self.match.script((*values,) if values else None)
        round_now = self.state.round
        while self.match.ask is not None and self.prompt == "turn.order" and self.state.round == round_now:
            self.choose("end")
        return self


def city(mode: str = "agent-3p", game: Game[State] = GAME) -> City:
    """An empty city in a mode; of a `game` with another pack, if one is given."""
    return City(mode, game)


def changed(folder: Path, entry: str, old: str, new: str) -> Game[State]:
    """The game with a pack in which one line of one entry reads differently."""
    return GAME.with_pack(PackText(DEFAULT).changed(folder, f'id = "{entry}"', old, new))


# ---------------------------------------------------------------------- where tests of several chapters begin


HOME = {"purple": "headquarters", "yellow": "headquarters", "grey": "headquarters"}
"""Three players out of the way."""


CLOCKED = ("static_yun", "mirror_dae", "tidecaller_ines", "madame_quill", "silk_patel", "two_storey_sven")
"""Cards with a continuing effect."""


def mode3(*tokens: str, **at: str) -> City:
    """Three players in android mode; 4 android and 5 human tokens."""
    return city("android-3p").tokens(*(tokens or ("aah", "hah", "hah"))).at(**{**HOME, **at}).turn()


def exposed(**at: str) -> City:
    """Purple is an android, and it is its turn; with three players that is the limit."""
    return city("android-3p").androids("purple").at(**{**HOME, **at}).turn()


def facing(card: str, state: str = "hidden", where: str = "district_3", mode: str = "agent-3p") -> City:
    """Purple without ammo faces criminal 1."""
    position = city(mode).at(purple=where).criminal(1, where, card, state).tracks("purple", ammo=0)
    return position.turn()


def attacked(position: City, *values: int) -> Table:
    """Purple has attacked criminal 1, and chance gave these values."""
    return position.roll(*values).start().choose("attack", "criminal:1")


def new(mode: str = "agent-3p", seed: str = "new") -> State:
    """A new game before its first pass."""
    return GAME.new(GAME.settle({}, mode), Chance.from_seed(seed))


def city_phase(position: City) -> Table:
    """Grey (or the last player) ends the last turn; the table is shown where somebody is asked next."""
    table = position.start()
    table.match.script(None)
    return table.choose("end")


def last_turn(mode: str = "agent-3p", leader: str = "purple") -> City:
    """The last turn of the Action phase, with the police in district 1."""
    players = int(mode[-2])
    last = SEATS[(SEATS.index(leader) + players - 1) % players]
    return city(mode).set(police="district_1").turn(last, leader=leader)


def at_police(table: Table) -> list[tuple[object, ...]]:
    """The moves of discs that the log tells before the police squad moved."""
    keys = [line.key for line in table.match.lines(None)]
    before = table.match.lines(None)[: keys.index("police")]
    return [line.args for line in before if line.key == "disc_moved"]


def searching(where: str, *faces: int, **levels: int) -> Table:
    """Purple has searched a place, and the dice are final."""
    position = city().at(purple=where).tracks("purple", **{"ammo": 0, **levels}).turn().roll(*faces)
    return position.start().choose("search").choose("keep")


def goals(table: Table) -> set[str]:
    """Where a patrol can go."""
    return {str(choice[1]).removeprefix("tile:") for choice in table.choices if choice[0] == "patrol"}


def rules(table: Table, key: str) -> list[str]:
    """The rules that the lines of a kind cite, oldest first."""
    return [line.rule for line in table.told(key)]


def night(mode: str = "agent-3p") -> City:
    """The last turn of the Action phase, which is purple's; yellow leads, and the police are in district 1."""
    return city(mode).set(police="district_1").turn("purple", leader="yellow")


def missed(position: City) -> Table:
    """The seat on turn has attacked criminal 1 without any ammo, and missed."""
    return position.roll(*MISS).start().choose("attack", "criminal:1")
