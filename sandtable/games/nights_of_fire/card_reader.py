"""Reading what cards do from the pack: every argument is checked, and a fault names its place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from sandtable.engine.effects import Effect, VerbTable
from sandtable.engine.pack import Entry
from sandtable.engine.sets import mask
from sandtable.games.nights_of_fire.cards import (
    ACTIVE_REGIMENT_IN,
    ALL,
    ARGUMENTS,
    BEHIND,
    BLOCK,
    BY,
    BY_THREAT,
    COST_DELTA,
    COSTS,
    DAMAGE,
    DIVISION_DEPLOYED,
    DRAW,
    EACH_REGIMENT,
    EACH_SECTOR,
    FIRST_OF,
    HEADLINE_VERBS,
    HEAL,
    IF_NO_EFFECT,
    KONEV_VERBS,
    MOMENTUM,
    MORALE,
    MOVE_STAGING,
    NEAR,
    NEED,
    NOWHERE,
    ON_MAP,
    PICK,
    PRESTIGE,
    RALLY,
    READINESS,
    READINESS_AT_LEAST,
    REGIMENT,
    REINFORCE,
    REPEAT,
    SCOPE,
    TARGET,
    TESTS,
    TESTS_OF_DISTRICTS,
    VERBS,
    WHAT,
    WHEN,
    WHERE,
    WHO,
    Headline,
    KonevCard,
    Plus,
    Step,
    Test,
)
from sandtable.games.nights_of_fire.program import lay_out


@dataclass(frozen=True, slots=True)
class Terms:
    """The names that cards use for things on the map."""

    districts: Sequence[str]
    divisions: Sequence[str]
    """By sector."""
    sectors: Sequence[str]


CONDITIONS: Final = ("all", "any")
"""How many tests of a Headline must be met."""
STEPS: Final = VerbTable(VERBS, dict(zip(VERBS, ARGUMENTS, strict=True)), "verb")


def read_steps(entry: Entry, key: str, verbs: range, terms: Terms) -> tuple[Step, ...]:
    """The steps of a card, or of a list inside it."""
    return _steps(STEPS.effects(entry, key, verbs), verbs, terms)


def _steps(effects: Iterable[Effect], verbs: range, terms: Terms) -> tuple[Step, ...]:
    return tuple(_read_step(effect, verbs, terms) for effect in effects)


def _read_step(effect: Effect, verbs: range, terms: Terms) -> Step:
    verb, entry = effect.verb, effect.arguments
    step = Step(verb)
    if verb == EACH_REGIMENT:
        entry.among("of", ("division",))
        entry.among("who", ("previously_active",))
        entry.among("order", ("random",))
        step = Step(verb, do=read_steps(entry, "do", verbs, terms))
    elif verb == EACH_SECTOR:
        entry.among("order", ("random",))
        step = Step(verb, do=read_steps(entry, "do", verbs, terms))
    elif verb == REPEAT:
        step = Step(verb, n=entry.whole("times", 1, 9), do=read_steps(entry, "do", verbs, terms))
    elif verb == IF_NO_EFFECT:
        step = Step(verb, do=read_steps(entry, "do", verbs, terms))
    elif verb == FIRST_OF:
        options = STEPS.options(entry, "options", verbs)
        step = Step(verb, options=tuple(_steps(option, verbs, terms) for option in options))
    elif verb == TARGET:
        step = Step(
            verb,
            scope=entry.among("area", SCOPE),
            near=entry.among("regiment", NEAR),
            who=entry.among("who", WHO),
            need=entry.among("need", NEED),
        )
    elif verb == DAMAGE:
        step = Step(
            verb,
            n=entry.whole("base", 1, 9),
            plus=tuple(_read_plus(plus) for plus in entry.tables("plus")),
            by=entry.among("by", BY),
            behind=entry.among("barricade", BEHIND),
        )
    elif verb == RALLY:
        step = Step(
            verb,
            n=ALL if entry.data.get("count") == "all" else entry.whole("count", 1, 9),
            what=entry.among("what", WHAT),
            scope=entry.among("scope", SCOPE),
            pick=entry.among("pick", PICK),
        )
        if step.what == REGIMENT and step.pick == BY_THREAT:
            raise entry.bad("Regiments are rallied at random, only Garrisons by threat")
    elif verb in (MOVE_STAGING, MOMENTUM):
        step = Step(verb, n=entry.whole("count", 1, 9))
    elif verb in (READINESS, PRESTIGE, MORALE):
        step = Step(verb, n=entry.whole("by", -9, 9))
    elif verb == DRAW:
        step = Step(verb, n=entry.whole("cards", 1, 20))
    elif verb == HEAL:
        step = Step(verb, n=entry.whole("up_to", 1, 30))
    elif verb == REINFORCE:
        step = Step(verb, n=entry.whole("up_to", 1, 20), where=entry.among("where", WHERE))
    elif verb == COST_DELTA:
        step = Step(
            verb,
            n=entry.whole("by", -9, 9),
            cost=entry.among("action", COSTS),
            floor=entry.whole("min", 0, 9),
        )
    elif verb == BLOCK:
        step = Step(verb, districts=mask(entry.several("districts", terms.districts)))
    return step


def _read_plus(entry: Entry) -> Plus:
    when = entry.among("when", WHEN)
    entry.only("when", "n", "add")
    return Plus(when, entry.whole("n", 1, 7) if when == READINESS_AT_LEAST else 0, entry.whole("add", 1, 9))


def read_konev_card(entry: Entry, terms: Terms) -> KonevCard:
    """A Konev card with its program."""
    sector = entry.among("division", terms.divisions) if entry.has("division") else NOWHERE
    if sector != NOWHERE and entry.among("sector", terms.sectors) != sector:
        raise entry.bad("'sector' is not that of the card's Division")
    effect = read_steps(entry, "effect", KONEV_VERBS, terms)
    if sector == NOWHERE and _needs_division(effect):
        raise entry.bad("its effect speaks of a Division, and 'division' is missing")
    return KonevCard(sector, effect, lay_out(entry, effect))


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
    joint, condition = entry.one_of("condition", CONDITIONS)
    tests = tuple(_read_test(test, terms) for test in condition.tables(CONDITIONS[joint]))
    permanent = entry.among("penalty_kind", ("immediate", "permanent")) == 1
    effect = read_steps(entry, "effect", HEADLINE_VERBS, terms)
    if any((step.verb in (COST_DELTA, BLOCK)) != permanent for step in effect):
        raise entry.bad("'cost_delta' and 'block' last for good, everything else does not: 'penalty_kind' differs")
    targets = tuple(entry.several("targets", terms.districts))
    if len(targets) > 2:
        raise entry.bad("'targets': there are only two Headline target tokens (comp.targeting_tokens)")
    return Headline(targets, tests, CONDITIONS[joint] == "any", permanent, effect)


def _read_test(entry: Entry, terms: Terms) -> Test:
    kind = entry.among("test", TESTS)
    if kind in TESTS_OF_DISTRICTS:
        districts = mask(entry.several("districts", terms.districts))
        every = True
        if kind == ACTIVE_REGIMENT_IN:
            entry.only("test", "districts", "mode")
            every = entry.among("mode", ("each", "any")) == 0
        else:
            entry.only("test", "districts")
        return Test(kind, districts=districts, every=every)
    if kind == DIVISION_DEPLOYED:
        entry.only("test", "division")
        return Test(kind, sector=entry.among("division", terms.divisions))
    entry.only("test", "n")
    return Test(kind, n=entry.whole("n", 0, 99))
