"""What changes in Frontier, how it is written, and what a seat cannot know of it."""

from __future__ import annotations

from typing import Final

from sandtable.engine.chance import Chance
from sandtable.engine.choices import ids
from sandtable.engine.declare import declared
from sandtable.engine.game import Options
from sandtable.engine.notation import Counts, Each, Listed, Maybe, Members, Name, Number, Pile, Section, Slots
from sandtable.engine.piles import redeal
from sandtable.engine.sets import NONE, bits, mask
from sandtable.engine.state import State as BaseState
from sandtable.engine.types import Json

SEATS: Final = ("red", "blue")
GREEN: Final = 2
HOLDERS: Final = (*SEATS, "green")
"""The third is a nation that nobody plays."""
TILES: Final = ("mill", "inn", "fort", "ford", "wood", "farm")
TILE_IDS: Final = ids("tile", TILES)
SPOTS: Final = ("a1", "a2", "a3", "b1", "b2", "b3")
SPOT_IDS: Final = ids("spot", SPOTS)
NEXT: Final = ((1, 3), (0, 2, 4), (1, 5), (0, 4), (1, 3, 5), (2, 4))
"""By spot: its neighbours, in two rows of three."""
KINDS: Final = ("foot", "horse")
KIND_IDS: Final = ids("kind", KINDS)
VALUES: Final = (2, 3)
"""By kind: what a die must show at most to hit."""
CARDS: Final = tuple(str(number) for number in range(1, 13))
CARD_IDS: Final = ids("card", CARDS)
AMMO: Final = (2, 1, 1, 0, 2, 1, 0, 1, 2, 1, 1, 0)
"""By card: how often it shows ammunition."""
DICE: Final = ("1", "2", "3")
DIE_IDS: Final = ids("die", DICE)
SYMBOLS: Final = ("star", "fire", "smoke")
PHASES: Final = ("discard", "stack", "dice", "march", "pay")
DISCARD, STACK, ROLL, MARCH, PAY = range(len(PHASES))
SHOWS: Final = (7, 6, 6, 5, "skull")
"""What is printed on the cells of the support track."""
TURNS: Final = 6
MOST: Final = 99


@declared
class Fight:
    """A battle: the units that came against those that stand there."""

    kind: int = NONE
    """What attacks, and where it came from."""
    start: int = NONE
    tile: int = NONE
    round: int = 0
    attackers: int = 0
    thrown: list[int] = []
    """What the attackers rolled last; then the same of the defenders, one kind after the other."""
    answered: list[int] = []
    lost: int = 0
    """Attackers lost in this round; then defenders, by kind."""
    fallen: list[int] = [0, 0]


@declared
class State(BaseState):
    """The frontier at one moment. Only its holder has units on a tile."""

    turn: int = 0
    phase: int = DISCARD
    tile_at: list[int] = []
    """By spot."""
    burnt: int = 0
    holder: list[int] = []
    """By tile."""
    foot: list[int] = []
    horse: list[int] = []
    hands: list[int] = []
    seen: list[int] = []
    """By seat: the cards in the other's hand that it knows."""
    deck: list[int] = []
    discards: list[int] = []
    support: int = 1
    dice: list[int] = []
    came_from: int = NONE
    went_to: int = NONE
    fight: Fight | None = None

    @property
    def active(self) -> int:
        return self.turn % len(SEATS)

    @property
    def units(self) -> tuple[list[int], list[int]]:
        """By kind, then by tile."""
        return self.foot, self.horse

    def next_to(self, tile: int) -> list[int]:
        return [self.tile_at[spot] for spot in NEXT[self.tile_at.index(tile)]]

    def known(self, viewer: int | None, owner: int) -> int:
        if viewer == owner:
            return self.hands[owner]
        return 0 if viewer is None else self.hands[owner] & self.seen[viewer]


notation: Final = Section[State](
    {
        "turn": Number(0, TURNS),
        "phase": Name(PHASES),
        "tile_at": Slots(TILES, len(SPOTS)),
        "burnt": Members(TILES),
        "holder": Each(TILES, Name(HOLDERS)),
        "foot": Counts(TILES, 0, MOST),
        "horse": Counts(TILES, 0, MOST),
        "hands": Each(SEATS, Members(CARDS)),
        "seen": Each(SEATS, Members(CARDS)),
        "deck": Pile(CARDS),
        "discards": Pile(CARDS),
        "support": Number(0, len(SHOWS) - 1),
        "dice": Listed(SYMBOLS),
        "came_from": Maybe(TILES),
        "went_to": Maybe(TILES),
    }
)


def restore(options: Options, fields: dict[str, Json], chance: Chance) -> State:
    """The state of a position: every one lies between two orders, when nobody fights."""
    g = State(chance)
    notation.restore(g, fields)
    return g


def invariants(g: State) -> list[str]:
    """Every tile lies somewhere, and every card is in one place."""
    broken = [] if sorted(g.tile_at) == list(range(len(TILES))) else ["tile_at: every tile lies in one place"]
    cards = sorted([*bits(g.hands[0]), *bits(g.hands[1]), *g.deck, *g.discards])
    return broken if cards == list(range(len(CARDS))) else [*broken, "cards: every card is in one place"]


def determinize(g: State, seat: int, chance: Chance) -> None:
    """The cards that the seat does not know are dealt anew."""
    other = 1 - seat
    sure = g.known(seat, other)
    unknown = list(bits(g.hands[other] & ~sure))
    redeal([unknown, g.deck], chance, "unknown", CARD_IDS)
    g.hands[other] = sure | mask(unknown)
    g.seen[other] &= g.hands[seat]
