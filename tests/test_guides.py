"""Guided first games: each is played to its end, on every way through it, and nothing that is offered has no answer."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.engine.insight import Insight
from sandtable.engine.lesson.guide import Guide, Guided, Stop, answer, decisions, left, load_guides
from sandtable.engine.scene import things
from sandtable.engine.state import State
from sandtable.engine.types import Choice
from sandtable.players.advice import forecasting_book
from sandtable.players.levels import parse_level
from sandtable.players.search import SearchPlayer
from tests.playing import GAMES, AnyGame, AnyMatch, is_very_large

GUIDES = [(game, guide) for game in GAMES for guide in load_guides(game).values()]
every_guide = pytest.mark.parametrize(("game", "guide"), GUIDES, ids=[f"{game.slug}-{g.id}" for game, g in GUIDES])
MOST_WORDS = 60
"""Words of a note at most, in both languages."""
TOLERATED = 0.12
"""How much less than the best choice the advised one may be worth, by a search that is not exact itself."""


def stops(game: AnyGame, guide: Guide, chosen: dict[int, int] | None = None) -> list[Stop[State]]:
    return list(Guided(game, guide, chosen).stops())


def test_there_is_a_guide() -> None:
    assert {("buda_1686", "first"), ("nights_of_fire", "first")} <= {(game.slug, guide.id) for game, guide in GUIDES}


@every_guide
def test_a_guide_plays_to_its_end_and_so_do_its_side_ways(game: AnyGame, guide: Guide) -> None:
    assert 10 <= decisions(guide.step) <= 20
    assert len(stops(game, guide)) == len(guide.step) + 1
    for at, step in enumerate(guide.step):
        for number in range(len(step.also)):
            assert len(stops(game, guide, {at: number})) == len(guide.step) + 1


@every_guide
def test_the_learner_is_asked_at_each_decision_and_everything_offered_has_an_answer(
    game: AnyGame, guide: Guide
) -> None:
    guided = Guided(game, guide)
    for stop in guided.stops():
        step = stop.next
        if step is None or stop.question is None:
            continue
        asked = guided.playing.match.seats[stop.question.seat]
        assert asked == (step.seat or guide.seat), stop.at
        if step.seat is not None:
            continue
        used = set()
        for choice in stop.question.options:
            kind, _, other = answer(step, choice)
            assert kind != "other" or other is not None, (stop.at, choice)
            if other is not None:
                used.add(other.en)
        assert step.advised in stop.question.options
        assert used == {other.en for other in step.other}, stop.at  # none is there for nothing


@every_guide
def test_what_is_shown_is_on_the_table_and_what_is_cited_is_a_rule(game: AnyGame, guide: Guide) -> None:
    guided = Guided(game, guide)
    first = True
    for stop in guided.stops():
        seen = things(game.scene(stop.state, guided.seat))
        if first:
            assert all(thing in seen for page in guide.page for thing in page.show)
            first = False
        if stop.next is not None and stop.next.seat is None:
            assert [thing for thing in stop.next.show if thing not in seen] == [], stop.at
        before = guided.steps[stop.at - 1] if stop.at else None
        if before is not None and before.seat is not None:
            assert [thing for thing in before.show if thing not in seen] == [], stop.at
    cited = [rule for page in guide.page for rule in page.rules] + [rule for step in guide.step for rule in step.rules]
    assert [rule for rule in cited if rule not in game.ledger.rules] == []
    parse_level(guide.end.level)


@every_guide
def test_notes_are_short_and_in_both_languages(game: AnyGame, guide: Guide) -> None:
    told = [guide.title, *guide.page, *guide.step, guide.end]
    told += [other for step in guide.step for other in step.other]
    told += [step.after for step in guide.step if step.after is not None]
    for each in told:
        assert each.en != each.hu or not each.en.strip("… ")
        assert max(len(each.en.split()), len(each.hu.split())) <= MOST_WORDS, each.en


@pytest.mark.slow
@every_guide
def test_a_guide_can_be_left_at_every_decision_by_every_choice(game: AnyGame, guide: Guide) -> None:
    for at, step in enumerate(guide.step):
        if step.seat is not None:
            continue
        guided = Guided(game, guide)
        options = list(guided.match_at(at).choices)
        for choice in options[:: max(1, len(options) // 3)]:
            match, origin = left(Guided(game, guide), at, choice, "free dice")
            assert origin.position is not None and match.state.chance.script is None


def lag(match: AnyMatch, seat: int, advised: Choice, book: Insight, seed: str) -> float:
    """How much less than the best choice the advised one is worth by a search; none if the search never tried it."""
    thoughts = SearchPlayer(seed, max(600, 25 * len(match.choices)), None, book).think(match, seat)
    return thoughts[0].value - next((each.value for each in thoughts if each.visits and each.choice == advised), 1.0)


@pytest.mark.slow
@every_guide
def test_advice_is_good(game: AnyGame, guide: Guide) -> None:
    """It is called bad if a search objects; in a very large game, if searches with lines of all lengths agree.

    There a line of a given length sees what comes of ending a turn, and not yet what comes of doing something before:
    so where the first search objects, lines to the end of a phase, a turn, a season are asked, the shortest first.
    """
    clocks = reversed(list(game.clocks)) if is_very_large(game) else ()
    lengths = [None, *clocks]
    guided = Guided(game, guide)
    for at, step in enumerate(guide.step):
        if step.seat is None:
            match = guided.match_at(at)
            book = forecasting_book(match)
            books = [replace(book, horizon=clock, first_share=0.0) if clock else book for clock in lengths]
            lags = (lag(match, guided.seat, step.advised, each, f"guide {at}") for each in books)
            assert any(each <= TOLERATED for each in lags), (at, step.advised)
