"""The state of Three Merchants: everything that changes during play. Sets of cards are bit masks."""

from __future__ import annotations

from sandtable.engine.declare import Shared, declared
from sandtable.engine.sets import NONE
from sandtable.engine.state import State as BaseState
from sandtable.games.three_merchants.pack import SEATS, Pack


@declared
class Theft:
    """A merchant is about to rob another one."""

    thief: int = NONE
    victim: int = NONE


@declared
class State(BaseState):
    """The table at one moment."""

    pack: Shared[Pack]
    rounds: Shared[int] = 0
    """How many rounds are played."""
    open_hands: Shared[bool] = False
    thieves: Shared[bool] = False
    """Whether merchants may rob one another."""

    round: int = 0
    left: int = 0
    """How many merchants still have their turn in this round."""
    die: int = 0
    """The roll for the prices of this round."""
    at: list[int] = []
    """By merchant: the town where the cart stands."""
    points: list[int] = []
    last: list[int] = []
    """By merchant: the good that it sold last, or NONE."""
    hands: list[int] = []
    """By merchant: a set of cards."""
    stalls: list[int] = []
    """By town: the cards that were sold there in this round, a set."""
    deck: list[int] = []
    """The top is the end of the list."""
    discards: list[int] = []
    seen: list[int] = []
    """By merchant: the cards in the hands of others that it knows for sure, a set."""
    theft: Theft | None = None

    @property
    def active(self) -> int:
        """Whose turn it is: another merchant begins in every round (turn.order)."""
        return (self.round - 1 + len(SEATS) - self.left) % len(SEATS)

    def carts(self, town: int) -> int:
        """How many carts stand in a town."""
        return self.at.count(town)

    def known(self, viewer: int | None, owner: int) -> int:
        """The cards in a merchant's hand that a viewer, or a spectator (None), knows (comp.hands)."""
        if self.open_hands or viewer == owner:
            return self.hands[owner]
        return 0 if viewer is None else self.hands[owner] & self.seen[viewer]
