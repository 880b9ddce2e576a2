"""What cards do: the verbs of the pack, the steps that they make up, and the flat programs that are run.

Konev cards and Headlines are lists of steps. What a card says on screen is made from the same steps, so that text and
play cannot differ. Loops and alternatives of a Konev card are laid out in a row with places to go on at, so that a
card half carried out is a card and a number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from sandtable.engine.errors import BadPack
from sandtable.engine.pack import Entry
from sandtable.engine.sets import mask

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
"""By verb: what stands beside it."""
KONEV_VERBS: Final = range(EACH_REGIMENT, READINESS + 1)
HEADLINE_VERBS: Final = range(READINESS, BLOCK + 1)

# Verbs that only a program has; the loops and alternatives of a card come down to these.
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

# ====================================================================== what they make up


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
    """In a program: where to go on if the step finds nothing, or is through."""
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
    """As it stands on the card: what its text is made from."""
    program: tuple[Step, ...]
    """The same in a row: what is run."""


@dataclass(frozen=True, slots=True)
class Headline:
    """A political event: a condition for the commander, and a penalty."""

    targets: tuple[int, ...]
    tests: tuple[Test, ...]
    one_is_enough: bool
    """Whether one true test meets the condition."""
    permanent: bool
    effect: tuple[Step, ...]


# ====================================================================== reading


@dataclass(frozen=True, slots=True)
class Terms:
    """The names that cards use for things on the map."""

    districts: Sequence[str]
    divisions: Sequence[str]
    """By sector."""
    sectors: Sequence[str]


def whole(entry: Entry, key: str, low: int, high: int) -> int:
    """A whole number within a range."""
    value = entry.number(key)
    if not low <= value <= high:
        raise entry.bad(f"'{key}' takes a whole number from {low} to {high}, not {value}")
    return value


def among(entry: Entry, key: str, known: Sequence[str]) -> int:
    """Which of the known names stands there."""
    return _which(entry, key, entry.text(key), known)


def several(entry: Entry, key: str, known: Sequence[str]) -> list[int]:
    """Which of the known names stand there, each once."""
    found = [_which(entry, key, name, known) for name in entry.texts(key)]
    if len(set(found)) < len(found):
        raise entry.bad(f"'{key}' names something twice")
    return found


def _which(entry: Entry, key: str, name: str, known: Sequence[str]) -> int:
    if name not in known:
        raise entry.bad(f"'{key}' names '{name}'; known are {', '.join(known)}")
    return known.index(name)


def only(entry: Entry, *keys: str) -> None:
    """Nothing but these keys may stand there: a misspelt one would silently do nothing."""
    for key in entry.data:
        if key not in keys:
            raise entry.bad(f"'{key}' is not known here")


def read_steps(entry: Entry, key: str, verbs: range, terms: Terms) -> tuple[Step, ...]:
    """The steps of a card, or of a list inside it."""
    return tuple(_read_step(step, verbs, terms) for step in entry.tables(key))


def _read_step(entry: Entry, verbs: range, terms: Terms) -> Step:
    verb = among(entry, "verb", VERBS)
    if verb not in verbs:
        raise entry.bad(f"'{VERBS[verb]}' does not stand on this kind of card")
    only(entry, "verb", *ARGUMENTS[verb])
    step = Step(verb)
    if verb == EACH_REGIMENT:
        among(entry, "of", ("division",))
        among(entry, "who", ("previously_active",))
        among(entry, "order", ("random",))
        step = Step(verb, do=read_steps(entry, "do", verbs, terms))
    elif verb == EACH_SECTOR:
        among(entry, "order", ("random",))
        step = Step(verb, do=read_steps(entry, "do", verbs, terms))
    elif verb == REPEAT:
        step = Step(verb, n=whole(entry, "times", 1, 9), do=read_steps(entry, "do", verbs, terms))
    elif verb == IF_NO_EFFECT:
        step = Step(verb, do=read_steps(entry, "do", verbs, terms))
    elif verb == FIRST_OF:
        step = Step(verb, options=_read_options(entry, verbs, terms))
    elif verb == TARGET:
        step = Step(
            verb,
            scope=among(entry, "area", SCOPE),
            near=among(entry, "regiment", NEAR),
            who=among(entry, "who", WHO),
            need=among(entry, "need", NEED),
        )
    elif verb == DAMAGE:
        step = Step(
            verb,
            n=whole(entry, "base", 1, 9),
            plus=tuple(_read_plus(plus) for plus in entry.tables("plus")),
            by=among(entry, "by", BY),
            behind=among(entry, "barricade", BEHIND),
        )
    elif verb == RALLY:
        step = Step(
            verb,
            n=ALL if entry.data.get("count") == "all" else whole(entry, "count", 1, 9),
            what=among(entry, "what", WHAT),
            scope=among(entry, "scope", SCOPE),
            pick=among(entry, "pick", PICK),
        )
        if step.what == REGIMENT and step.pick == BY_THREAT:
            raise entry.bad("Regiments are rallied at random, only Garrisons by threat")
    elif verb in (MOVE_STAGING, MOMENTUM):
        step = Step(verb, n=whole(entry, "count", 1, 9))
    elif verb in (READINESS, PRESTIGE, MORALE):
        step = Step(verb, n=whole(entry, "by", -9, 9))
    elif verb == DRAW:
        step = Step(verb, n=whole(entry, "cards", 1, 20))
    elif verb == HEAL:
        step = Step(verb, n=whole(entry, "up_to", 1, 30))
    elif verb == REINFORCE:
        step = Step(verb, n=whole(entry, "up_to", 1, 20), where=among(entry, "where", WHERE))
    elif verb == COST_DELTA:
        step = Step(
            verb,
            n=whole(entry, "by", -9, 9),
            cost=among(entry, "action", COSTS),
            floor=whole(entry, "min", 0, 9),
        )
    elif verb == BLOCK:
        step = Step(verb, districts=mask(several(entry, "districts", terms.districts)))
    return step


def _read_options(entry: Entry, verbs: range, terms: Terms) -> tuple[tuple[Step, ...], ...]:
    options: list[tuple[Step, ...]] = []
    for at, option in enumerate(entry.items("options"), 1):
        inner = Entry(entry.path, f"{entry.where}, option {at}", {"do": option})
        steps = read_steps(inner, "do", verbs, terms)
        if not steps:
            raise inner.bad("it has no step")
        options.append(steps)
    return tuple(options)


def _read_plus(entry: Entry) -> Plus:
    when = among(entry, "when", WHEN)
    only(entry, "when", "n", "add")
    return Plus(when, whole(entry, "n", 1, 7) if when == READINESS_AT_LEAST else 0, whole(entry, "add", 1, 9))


def read_konev_card(entry: Entry, terms: Terms) -> KonevCard:
    """A Konev card with its program."""
    sector = among(entry, "division", terms.divisions) if entry.has("division") else NOWHERE
    if sector != NOWHERE and among(entry, "sector", terms.sectors) != sector:
        raise entry.bad("'sector' is not that of the card's Division")
    effect = read_steps(entry, "effect", KONEV_VERBS, terms)
    if sector == NOWHERE and _needs_division(effect):
        raise entry.bad("its effect speaks of a Division, and 'division' is missing")
    return KonevCard(sector, effect, _Layout(entry).lay_out(effect))


def _needs_division(steps: Sequence[Step]) -> bool:
    for step in steps:
        if step.verb in (EACH_REGIMENT, MOVE_STAGING):
            return True
        if step.verb in (RALLY, TARGET) and step.scope != ON_MAP:
            return True
        inner = () if step.verb == EACH_SECTOR else (step.do, *step.options)
        if any(_needs_division(part) for part in inner):
            return True
    return False


def read_headline(entry: Entry, terms: Terms) -> Headline:
    """A Headline with its condition and penalty."""
    data = entry.data.get("condition")
    if not isinstance(data, dict) or len(data) != 1 or not {"all", "any"} & set(data):
        raise entry.bad("'condition' takes a table with either 'all' or 'any'")
    condition = Entry(entry.path, f"{entry.where}, condition", data)
    one_is_enough = condition.has("any")
    tests = tuple(_read_test(test, terms) for test in condition.tables("any" if one_is_enough else "all"))
    permanent = among(entry, "penalty_kind", ("immediate", "permanent")) == 1
    effect = read_steps(entry, "effect", HEADLINE_VERBS, terms)
    if any((step.verb in (COST_DELTA, BLOCK)) != permanent for step in effect):
        raise entry.bad("'cost_delta' and 'block' last for good, everything else does not: 'penalty_kind' differs")
    targets = tuple(several(entry, "targets", terms.districts))
    if len(targets) > 2:
        raise entry.bad("'targets': there are only two Headline target tokens (comp.targeting_tokens)")
    return Headline(targets, tests, one_is_enough, permanent, effect)


def _read_test(entry: Entry, terms: Terms) -> Test:
    kind = among(entry, "test", TESTS)
    if kind in TESTS_OF_DISTRICTS:
        districts = mask(several(entry, "districts", terms.districts))
        every = True
        if kind == ACTIVE_REGIMENT_IN:
            only(entry, "test", "districts", "mode")
            every = among(entry, "mode", ("each", "any")) == 0
        else:
            only(entry, "test", "districts")
        return Test(kind, districts=districts, every=every)
    if kind == DIVISION_DEPLOYED:
        only(entry, "test", "division")
        return Test(kind, sector=among(entry, "division", terms.divisions))
    only(entry, "test", "n")
    return Test(kind, n=whole(entry, "n", 0, 99))


# ====================================================================== programs


class _Layout:
    """Lays the nested steps of a card out in a row."""

    def __init__(self, entry: Entry) -> None:
        self.entry = entry
        self.row: list[Step] = []

    def lay_out(self, effect: Sequence[Step]) -> tuple[Step, ...]:
        self._list(effect, False)
        self._put(Step(END))
        return tuple(self.row)

    def _list(self, steps: Sequence[Step], in_loop: bool) -> None:
        """A list that a target without a district leaves: play goes on behind it."""
        for at in self._steps(steps, in_loop):
            self._aim(at, len(self.row))

    def _steps(self, steps: Sequence[Step], in_loop: bool) -> list[int]:
        """Lay out steps; returns where the targets among them stand, whose way out is still open."""
        targets: list[int] = []
        for step in steps:
            if step.verb in (EACH_REGIMENT, EACH_SECTOR, REPEAT):
                self._loop(step, in_loop)
            elif step.verb == FIRST_OF:
                self._first_of(step, in_loop)
            elif step.verb == IF_NO_EFFECT:
                at = self._put(Step(IF_NO_EFFECT))
                self._list(step.do, in_loop)
                self._aim(at, len(self.row))
            elif step.verb == TARGET:
                targets.append(self._put(step))
            else:
                self._put(step)
        return targets

    def _loop(self, step: Step, in_loop: bool) -> None:
        if in_loop:
            raise BadPack(self.entry.path.name, self.entry.where, "a loop stands inside another loop")
        self._put(Step(step.verb, n=step.n))
        head = self._put(Step({EACH_REGIMENT: NEXT_REGIMENT, EACH_SECTOR: NEXT_SECTOR, REPEAT: AGAIN}[step.verb]))
        targets = self._steps(step.do, True)
        self._put(Step(GO, to=head))
        end = len(self.row)
        self._aim(head, end)
        for at in targets:
            self._aim(at, end if step.verb == REPEAT else head)

    def _first_of(self, step: Step, in_loop: bool) -> None:
        leaps: list[int] = []
        for option in step.options:
            test = self._put(Step(IF_POSSIBLE))
            self._list(option, in_loop)
            leaps.append(self._put(Step(GO)))
            self._aim(test, len(self.row))
        for at in leaps:
            self._aim(at, len(self.row))

    def _put(self, step: Step) -> int:
        self.row.append(step)
        return len(self.row) - 1

    def _aim(self, at: int, to: int) -> None:
        self.row[at] = replace(self.row[at], to=to)
