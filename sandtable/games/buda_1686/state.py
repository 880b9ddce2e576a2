"""The state of Buda 1686: everything that changes during play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sandtable.engine.declare import Derived, Shared, declared
from sandtable.engine.sets import NONE, bits
from sandtable.engine.state import State as BaseState
from sandtable.games.buda_1686.pack import IMPERIAL, OTTOMAN, Pack

# What comes next. Each pass of the flow is one of these, and a go is one pass for every order in it.
TURN_START: Final = 0
ROUND_START: Final = 1
GO: Final = 2
ROUND_END: Final = 3
TURN_END: Final = 4
OVER: Final = 5
PHASES: Final = ("turn_start", "round_start", "go", "round_end", "turn_end", "over")

NOBODY: Final = -1


@dataclass(frozen=True, slots=True)
class Rules:
    """The variants of a match; they never change during it."""

    either_victory: bool
    """Either of the two imperial aims wins (setup.options)."""
    actor_losses: bool
    """The acting side chooses the units that take losses (setup.options)."""


@declared
class Order:
    """The order being carried out; between orders nothing of it is set."""

    target: int = NONE
    """The wall zone."""
    attacker: int = NOBODY
    fighters: int = 0
    """The attacker's units that take part."""
    boosted: int = 0
    """Units that count one more."""
    unit: int = NONE
    """The unit that goes out, or arrives."""
    loss_side: int = NOBODY
    losses: int = 0
    """Losses of that side still to be taken."""
    entrenchment: int = NONE
    """The wall zone whose entrenchment may be used now."""


@declared
class State(BaseState):
    """The siege at one moment. Sets of units are bit masks; sides, walls, units and places are numbers of the pack.

    The lists are filled by set-up or a position.
    """

    pack: Shared[Pack]
    rules: Shared[Rules]
    # The clock.
    turn: int = 1
    round: int = 0
    phase: int = TURN_START
    # Units.
    place: list[int] = []
    """By unit: where it is."""
    at: Derived[list[int]] = []
    """By place: who is there, the mirror of `place`."""
    wounded: int = 0
    """Units that lie on their wounded side."""
    sick: list[int] = []
    """By unit: the cell of the level scale in which it lies sick, or 0."""
    # The level scale.
    officer: list[int] = []
    """By officer: how many special actions are left."""
    mining: int = 0
    """CAS on the board."""
    ottoman_morale: int = 0
    """TMS."""
    imperial_morale: int = 0
    """CMS."""
    artillery: int = 0
    """CTS."""
    # Entrenchments.
    works: list[int] = []
    """The level at each wall zone, the imperial ones first."""
    # Number counters.
    cup: list[int] = []
    """By side: the counters still in its cup."""
    drawn: list[int] = []
    """By side: the counter of this round, or NONE."""
    # The round.
    initiative: int = NOBODY
    go: int = NOBODY
    """Whose go it is."""
    second: int = NOBODY
    """Who has a go after this one."""
    actions: int = 0
    """Actions left in this go."""
    moves: int = 0
    """Ottoman units that may still move in this go."""
    moved: int = 0
    """Units that have moved in this go."""
    rushed: bool = False
    """Whether Abdurrahman has tried to reach an attacked wall in this round."""
    raised: int = 0
    """Officers (by marker) that have raised the artillery level in this turn."""
    extra: int = 0
    """Actions given by the hand of fate."""
    reinforcements: int = 0
    """Ottoman units that may still come back (event.relief)."""
    order: Order = Order()
    die: int = 0
    """The last roll."""
    # Victory.
    morale_broken: bool = False
    """Whether the Ottoman morale has been 0 at the end of a round (victory.imperial.latch)."""
    winner: int = NOBODY
    reason: str = ""
    """The rule that ended the game."""

    # ------------------------------------------------------------------ questions that many rules ask

    def imperial_at(self, place: int) -> int:
        """The imperial units at a place."""
        return self.at[place] & self.pack.imperial

    def ottoman_at(self, place: int) -> int:
        """The Ottoman units at a place."""
        return self.at[place] & self.pack.ottoman

    def free_capacity(self, wall: int) -> int:
        """How many more units a wall zone holds (map.wall.capacity, map.middle.capacity)."""
        return self.pack.capacity[wall] - self.at[wall].bit_count()

    def on_map(self, unit: int) -> bool:
        return self.place[unit] < self.pack.boxes

    def value(self, unit: int) -> int:
        """The number on the side that is face up (comp.units.combat_value)."""
        return self.pack.wounded[unit] if self.wounded >> unit & 1 else self.pack.full[unit]

    def strength(self, units: int) -> int:
        """The sum of the combat values of units, raised ones by one more (generals.boost)."""
        total = (units & self.order.boosted).bit_count()
        for unit in bits(units):
            total += self.value(unit)
        return total

    def ottomans(self) -> int:
        """How many Ottoman units are in the castle (victory.imperial.unit_count)."""
        return self.pack.ottoman.bit_count() - self.at[self.pack.dead].bit_count()

    def work(self, side: int, wall: int) -> int:
        """The level of a side's entrenchment at a wall zone, 0 without one."""
        return self.works[side * self.pack.walls + wall]

    def supply(self, side: int) -> int:
        """Entrenchment markers that a side can still place."""
        first = side * self.pack.walls
        placed = sum(1 for level in self.works[first : first + self.pack.walls] if level)
        return self.pack.works - placed

    def possessor(self, wall: int) -> int:
        """Who has units in a wall zone (map.possession.definition)."""
        units = self.at[wall]
        if not units:
            return NOBODY
        return IMPERIAL if units & self.pack.imperial else OTTOMAN
