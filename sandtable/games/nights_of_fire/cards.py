"""The effects of cards: the verbs of the pack, their arguments, and the steps made of them.

Konev cards and Headlines are lists of steps. What a card says on screen is made from the same steps, so that text and
play cannot differ.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

# ====================================================================== verbs

EACH_REGIMENT: Final = 0
EACH_SECTOR: Final = 1
REPEAT: Final = 2
FIRST_OF: Final = 3
IF_NO_EFFECT: Final = 4
TARGET: Final = 5
BRING: Final = 6
ADVANCE: Final = 7
MOVE_STAGING: Final = 8
ARREST: Final = 9
GARRISON: Final = 10
RECON: Final = 11
CLEAR: Final = 12
DAMAGE: Final = 13
RALLY: Final = 14
READINESS: Final = 15
PRESTIGE: Final = 16
MORALE: Final = 17
MOMENTUM: Final = 18
DRAW: Final = 19
HEAL: Final = 20
REINFORCE: Final = 21
COST_DELTA: Final = 22
BLOCK: Final = 23
VERBS: Final = (
    "each_regiment",
    "each_sector",
    "repeat",
    "first_of",
    "if_no_effect",
    "target",
    "bring",
    "advance",
    "move_staging",
    "arrest",
    "garrison",
    "recon",
    "clear",
    "damage",
    "rally",
    "readiness",
    "prestige",
    "morale",
    "momentum",
    "draw",
    "heal",
    "reinforce",
    "cost_delta",
    "block",
)
ARGUMENTS: Final = (
    ("of", "who", "order", "do"),
    ("order", "do"),
    ("times", "do"),
    ("options",),
    ("do",),
    ("area", "regiment", "who", "need"),
    (),
    (),
    ("count",),
    (),
    (),
    (),
    (),
    ("base", "plus", "by", "barricade"),
    ("what", "scope", "count", "pick"),
    ("by",),
    ("by",),
    ("by",),
    ("count",),
    ("cards",),
    ("up_to",),
    ("up_to", "where"),
    ("action", "by", "min"),
    ("districts",),
)
"""By verb: the names of its arguments."""
KONEV_VERBS: Final = range(EACH_REGIMENT, READINESS + 1)
HEADLINE_VERBS: Final = range(READINESS, BLOCK + 1)

# Verbs that occur only in programs; loops and alternatives of a card are translated into these.
NEXT_REGIMENT: Final = 24
"""Take the next Regiment in the queue that is still active, or go `to`."""
NEXT_SECTOR: Final = 25
"""Take the next sector in the queue, or go `to`."""
AGAIN: Final = 26
"""Count one repetition down, or go `to`."""
IF_POSSIBLE: Final = 27
"""Go `to` unless the step behind this one is possible now (konev.step.possible)."""
GO: Final = 28
END: Final = 29

# ---------------------------------------------------------------------- their arguments

ACTIVE: Final = 0
PREVIOUSLY_ACTIVE: Final = 1
WHO: Final = ("active", "previously_active")

IN: Final = 0
IN_OR_ADJACENT: Final = 1
NEAR: Final = ("in", "in_or_adjacent")

NEED_INSURGENT: Final = 0
NEED_CIVILIAN: Final = 1
NEED_EITHER: Final = 2
NEED_OPEN_OBJECTIVE: Final = 3
NEED: Final = ("insurgent", "civilian", "insurgent_or_civilian", "open_objective")

BY_REGIMENT: Final = 0
BY_ALL_HERE: Final = 1
BY_PREVIOUSLY_ACTIVE_HERE: Final = 2
BY: Final = ("regiment", "all_here", "previously_active_here")

BARRICADE_NONE: Final = 0
BARRICADE_MINUS: Final = 1
BARRICADE_BLOCKS: Final = 2
BEHIND: Final = ("none", "minus1", "blocks")
"""What a Barricade does to damage."""

IN_DIVISION: Final = 0
IN_SECTOR: Final = 1
ON_MAP: Final = 2
SCOPE: Final = ("division", "sector", "map")

REGIMENT: Final = 0
GARRISON_UNIT: Final = 1
WHAT: Final = ("regiment", "garrison")

BY_CHANCE: Final = 0
BY_THREAT: Final = 1
PICK: Final = ("random", "threat")

BY_RULES: Final = 0
IN_TARGETS: Final = 1
WHERE: Final = ("rules", "targets")

READINESS_AT_LEAST: Final = 0
PER_EXTRA_REGIMENT: Final = 1
WHEN: Final = ("readiness_at_least", "per_extra_regiment")

COST_COUNTERATTACK: Final = 0
COST_BARRICADE: Final = 1
COST_FLEE: Final = 2
COSTS: Final = ("counterattack", "build_barricade", "flee")

ALL: Final = -1
"""A count without a limit."""
NOWHERE: Final = -1

# ---------------------------------------------------------------------- tests of Headline conditions

KILLED_AREA: Final = 0
ACTIVE_REGIMENT_IN: Final = 1
NO_REVEALED_IN: Final = 2
NO_BARRICADE_IN: Final = 3
NO_RUBBLE_IN: Final = 4
ACTIVE_GARRISON_IN: Final = 5
ACTIVE_GARRISONS: Final = 6
DISABLED_UNITS: Final = 7
READINESS_LEVEL: Final = 8
DIVISION_DEPLOYED: Final = 9
ARRESTED_THIS_ROUND: Final = 10
CIVILIANS_ON_MAP: Final = 11
TESTS: Final = (
    "killed_area_at_least",
    "active_regiment_in",
    "no_revealed_in",
    "no_barricade_in",
    "no_rubble_in",
    "active_garrison_in",
    "active_garrisons_at_least",
    "disabled_units_at_most",
    "readiness_at_least",
    "division_deployed",
    "arrested_this_round_at_least",
    "civilians_on_map_at_most",
)
TESTS_OF_DISTRICTS: Final = range(ACTIVE_REGIMENT_IN, ACTIVE_GARRISON_IN + 1)

# ====================================================================== steps, cards and Headlines


@dataclass(frozen=True, slots=True)
class Plus:
    """Extra damage, and when it is dealt."""

    when: int
    n: int
    add: int


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a card; a verb leaves the arguments that it does not take at their defaults."""

    verb: int
    n: int = 0
    """How often, how many or by how much."""
    to: int = NOWHERE
    """In a program: the step to continue with if this one finds nothing, or is finished."""
    who: int = ACTIVE
    near: int = IN
    need: int = NEED_INSURGENT
    scope: int = ON_MAP
    by: int = BY_ALL_HERE
    behind: int = BARRICADE_NONE
    what: int = REGIMENT
    pick: int = BY_CHANCE
    where: int = BY_RULES
    cost: int = COST_COUNTERATTACK
    floor: int = 0
    """What a lowered cost never falls below."""
    districts: int = 0
    """A mask."""
    plus: tuple[Plus, ...] = ()
    do: tuple[Step, ...] = ()
    options: tuple[tuple[Step, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Test:
    """One test of a Headline's condition."""

    kind: int
    n: int = 0
    districts: int = 0
    """A mask."""
    every: bool = True
    """Whether it must hold in each of the districts, or in any of them."""
    sector: int = NOWHERE
    """The sector of the Division that it speaks of."""


@dataclass(frozen=True, slots=True)
class KonevCard:
    """A card of the automated marshal."""

    sector: int
    """The sector of its Division, or NOWHERE."""
    effect: tuple[Step, ...]
    """The effect as on the card; its text is made from this."""
    program: tuple[Step, ...]
    """The same as a flat list of steps; this is what is run."""


@dataclass(frozen=True, slots=True)
class Headline:
    """A political event: a condition for the commander, and a penalty."""

    targets: tuple[int, ...]
    tests: tuple[Test, ...]
    one_is_enough: bool
    """Whether one true test meets the condition."""
    permanent: bool
    effect: tuple[Step, ...]
