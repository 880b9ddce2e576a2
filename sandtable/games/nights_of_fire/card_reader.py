"""Reading the effects of cards from the pack: every argument is checked, and an error names its place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from sandtable.engine.effects import Effect, VerbTable
from sandtable.engine.pack import Entry
from sandtable.engine.sets import mask
from sandtable.games.nights_of_fire import cards
from sandtable.games.nights_of_fire.cards import Headline, KonevCard, Plus, Step, Test
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
STEPS: Final = VerbTable(cards.VERBS, dict(zip(cards.VERBS, cards.ARGUMENTS, strict=True)), "verb")


def read_steps(entry: Entry, key: str, verbs: range, terms: Terms) -> tuple[Step, ...]:
    """The steps of a card, or of a list inside it."""
    return _steps(STEPS.effects(entry, key, verbs), verbs, terms)


def _steps(effects: Iterable[Effect], verbs: range, terms: Terms) -> tuple[Step, ...]:
    return tuple(_read_step(effect, verbs, terms) for effect in effects)


def _read_step(effect: Effect, verbs: range, terms: Terms) -> Step:
    verb, entry = effect.verb, effect.arguments
    step = Step(verb)
    if verb == cards.EACH_REGIMENT:
        entry.among("of", ("division",))
        entry.among("who", ("previously_active",))
        entry.among("order", ("random",))
        step = Step(verb, do=read_steps(entry, "do", verbs, terms))
    elif verb == cards.EACH_SECTOR:
        entry.among("order", ("random",))
        step = Step(verb, do=read_steps(entry, "do", verbs, terms))
    elif verb == cards.REPEAT:
        step = Step(verb, n=entry.whole("times", 1, 9), do=read_steps(entry, "do", verbs, terms))
    elif verb == cards.IF_NO_EFFECT:
        step = Step(verb, do=read_steps(entry, "do", verbs, terms))
    elif verb == cards.FIRST_OF:
        options = STEPS.options(entry, "options", verbs)
        step = Step(verb, options=tuple(_steps(option, verbs, terms) for option in options))
    elif verb == cards.TARGET:
        step = Step(
            verb,
            scope=entry.among("area", cards.SCOPE),
            near=entry.among("regiment", cards.NEAR),
            who=entry.among("who", cards.WHO),
            need=entry.among("need", cards.NEED),
        )
    elif verb == cards.DAMAGE:
        step = Step(
            verb,
            n=entry.whole("base", 1, 9),
            plus=tuple(_read_plus(plus) for plus in entry.tables("plus")),
            by=entry.among("by", cards.BY),
            behind=entry.among("barricade", cards.BEHIND),
        )
    elif verb == cards.RALLY:
        step = Step(
            verb,
            n=cards.ALL if entry.data.get("count") == "all" else entry.whole("count", 1, 9),
            what=entry.among("what", cards.WHAT),
            scope=entry.among("scope", cards.SCOPE),
            pick=entry.among("pick", cards.PICK),
        )
        if step.what == cards.REGIMENT and step.pick == cards.BY_THREAT:
            raise entry.bad("Regiments are rallied at random, only Garrisons by threat")
    elif verb in (cards.MOVE_STAGING, cards.MOMENTUM):
        step = Step(verb, n=entry.whole("count", 1, 9))
    elif verb in (cards.READINESS, cards.PRESTIGE, cards.MORALE):
        step = Step(verb, n=entry.whole("by", -9, 9))
    elif verb == cards.DRAW:
        step = Step(verb, n=entry.whole("cards", 1, 20))
    elif verb == cards.HEAL:
        step = Step(verb, n=entry.whole("up_to", 1, 30))
    elif verb == cards.REINFORCE:
        step = Step(verb, n=entry.whole("up_to", 1, 20), where=entry.among("where", cards.WHERE))
    elif verb == cards.COST_DELTA:
        step = Step(
            verb,
            n=entry.whole("by", -9, 9),
            cost=entry.among("action", cards.COSTS),
            floor=entry.whole("min", 0, 9),
        )
    elif verb == cards.BLOCK:
        step = Step(verb, districts=mask(entry.several("districts", terms.districts)))
    return step


def _read_plus(entry: Entry) -> Plus:
    when = entry.among("when", cards.WHEN)
    entry.only("when", "n", "add")
    return Plus(when, entry.whole("n", 1, 7) if when == cards.READINESS_AT_LEAST else 0, entry.whole("add", 1, 9))


def read_konev_card(entry: Entry, terms: Terms) -> KonevCard:
    """A Konev card with its program."""
    sector = entry.among("division", terms.divisions) if entry.has("division") else cards.NOWHERE
    if sector != cards.NOWHERE and entry.among("sector", terms.sectors) != sector:
        raise entry.bad("'sector' is not that of the card's Division")
    effect = read_steps(entry, "effect", cards.KONEV_VERBS, terms)
    if sector == cards.NOWHERE and _needs_division(effect):
        raise entry.bad("its effect speaks of a Division, and 'division' is missing")
    return KonevCard(sector, effect, lay_out(entry, effect))


def _needs_division(steps: Sequence[Step]) -> bool:
    for step in steps:
        if step.verb in (cards.EACH_REGIMENT, cards.MOVE_STAGING):
            return True
        if step.verb in (cards.RALLY, cards.TARGET) and step.scope != cards.ON_MAP:
            return True
        inner = () if step.verb == cards.EACH_SECTOR else (step.do, *step.options)
        if any(_needs_division(part) for part in inner):
            return True
    return False


def read_headline(entry: Entry, terms: Terms) -> Headline:
    """A Headline with its condition and penalty."""
    joint, condition = entry.one_of("condition", CONDITIONS)
    tests = tuple(_read_test(test, terms) for test in condition.tables(CONDITIONS[joint]))
    permanent = entry.among("penalty_kind", ("immediate", "permanent")) == 1
    effect = read_steps(entry, "effect", cards.HEADLINE_VERBS, terms)
    if any((step.verb in (cards.COST_DELTA, cards.BLOCK)) != permanent for step in effect):
        raise entry.bad("'cost_delta' and 'block' last for good, everything else does not: 'penalty_kind' differs")
    targets = tuple(entry.several("targets", terms.districts))
    if len(targets) > 2:
        raise entry.bad("'targets': there are only two Headline target tokens (comp.targeting_tokens)")
    return Headline(targets, tests, CONDITIONS[joint] == "any", permanent, effect)


def _read_test(entry: Entry, terms: Terms) -> Test:
    kind = entry.among("test", cards.TESTS)
    if kind in cards.TESTS_OF_DISTRICTS:
        districts = mask(entry.several("districts", terms.districts))
        every = True
        if kind == cards.ACTIVE_REGIMENT_IN:
            entry.only("test", "districts", "mode")
            every = entry.among("mode", ("each", "any")) == 0
        else:
            entry.only("test", "districts")
        return Test(kind, districts=districts, every=every)
    if kind == cards.DIVISION_DEPLOYED:
        entry.only("test", "division")
        return Test(kind, sector=entry.among("division", terms.divisions))
    entry.only("test", "n")
    return Test(kind, n=entry.whole("n", 0, 99))
