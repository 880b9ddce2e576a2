"""The state of Buda 1686: what changes during play, and nothing else."""

from __future__ import annotations

from typing import Final

from sandtable.engine.chance import Chance
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


class State(BaseState):
    """The siege at one moment. Sets of units are bit masks; sides, walls, units and places are numbers of the pack.

    The lists are filled by set-up, a copy or a position.
    """

    __slots__ = (
        "pack",
        "either_victory",
        "actor_losses",
        "turn",
        "round",
        "phase",
        "place",
        "at",
        "wounded",
        "sick",
        "officer",
        "works",
        "cas",
        "tms",
        "cms",
        "cts",
        "cup",
        "drawn",
        "initiative",
        "go",
        "second",
        "actions",
        "moves",
        "moved",
        "rushed",
        "raised",
        "extra",
        "reinforcements",
        "morale_broken",
        "winner",
        "reason",
        "die",
        "target",
        "attacker",
        "fighters",
        "boosted",
        "unit",
        "loss_side",
        "losses",
        "spot",
    )

    def __init__(self, pack: Pack, chance: Chance) -> None:
        super().__init__(chance)
        self.pack = pack
        # Options.
        self.either_victory = False
        self.actor_losses = False
        # The clock.
        self.turn = 1
        self.round = 0
        self.phase = TURN_START
        # Units: where each is, who is where, and which lie on their wounded side.
        self.place: list[int] = []
        self.at: list[int] = []
        self.wounded = 0
        self.sick: list[int] = []
        """The cell of the level scale in which a sick unit lies."""
        # The level scale.
        self.officer: list[int] = []
        self.cas = 0
        self.tms = 0
        self.cms = 0
        self.cts = 0
        # Entrenchments: the level at each wall zone, the imperial ones first.
        self.works: list[int] = []
        # Cups: masks of the counters still in them, and the counters of this round.
        self.cup: list[int] = []
        self.drawn: list[int] = []
        # The round.
        self.initiative = NOBODY
        self.go = NOBODY
        """Whose go it is."""
        self.second = NOBODY
        """Who has a go after this one."""
        self.actions = 0
        self.moves = 0
        """Ottoman units that may still move in this go."""
        self.moved = 0
        """Units that have moved in this go."""
        self.rushed = False
        """Whether Abdurrahman has tried to reach an attacked wall in this round."""
        self.raised = 0
        """Officers (by marker) that have raised the artillery level in this turn."""
        self.extra = 0
        """Actions given by the hand of fate."""
        self.reinforcements = 0
        # Victory.
        self.morale_broken = False
        """Whether the Ottoman morale has been 0 at the end of a round (victory.imperial.latch)."""
        self.winner = NOBODY
        self.reason = ""
        # The order being carried out.
        self.die = 0
        """The last roll."""
        self.target = NONE
        self.attacker = NOBODY
        self.fighters = 0
        self.boosted = 0
        self.unit = NONE
        self.loss_side = NOBODY
        self.losses = 0
        self.spot = NONE
        """The wall zone whose entrenchment may be used now."""

    def copy(self) -> State:
        other = State(self.pack, self.chance.copy())
        other.either_victory = self.either_victory
        other.actor_losses = self.actor_losses
        other.turn = self.turn
        other.round = self.round
        other.phase = self.phase
        other.place = self.place[:]
        other.at = self.at[:]
        other.wounded = self.wounded
        other.sick = self.sick[:]
        other.officer = self.officer[:]
        other.works = self.works[:]
        other.cas = self.cas
        other.tms = self.tms
        other.cms = self.cms
        other.cts = self.cts
        other.cup = self.cup[:]
        other.drawn = self.drawn[:]
        other.initiative = self.initiative
        other.go = self.go
        other.second = self.second
        other.actions = self.actions
        other.moves = self.moves
        other.moved = self.moved
        other.rushed = self.rushed
        other.raised = self.raised
        other.extra = self.extra
        other.reinforcements = self.reinforcements
        other.morale_broken = self.morale_broken
        other.winner = self.winner
        other.reason = self.reason
        other.die = self.die
        other.target = self.target
        other.attacker = self.attacker
        other.fighters = self.fighters
        other.boosted = self.boosted
        other.unit = self.unit
        other.loss_side = self.loss_side
        other.losses = self.losses
        other.spot = self.spot
        return other

    # ------------------------------------------------------------------ questions that many rules ask

    def imperial_at(self, place: int) -> int:
        """The imperial units at a place."""
        return self.at[place] & self.pack.imperial

    def ottoman_at(self, place: int) -> int:
        """The Ottoman units at a place."""
        return self.at[place] & self.pack.ottoman

    def room(self, wall: int) -> int:
        """How many more units a wall zone holds (map.wall.capacity, map.middle.capacity)."""
        return self.pack.capacity[wall] - self.at[wall].bit_count()

    def on_map(self, unit: int) -> bool:
        return self.place[unit] < self.pack.boxes

    def value(self, unit: int) -> int:
        """The number on the side that is face up (comp.units.combat_value)."""
        return self.pack.wounded[unit] if self.wounded >> unit & 1 else self.pack.full[unit]

    def strength(self, units: int) -> int:
        """The sum of the combat values of units, raised ones by one more (generals.boost)."""
        total = (units & self.boosted).bit_count()
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
