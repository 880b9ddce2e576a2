"""Advice: hints name what is best by what a seat may know; an analysis finds what was put into a game on purpose."""

from __future__ import annotations

import random
import re
from dataclasses import fields
from pathlib import Path

import msgspec
import pytest

from sandtable.engine import replay
from sandtable.engine.chance import Scripted
from sandtable.engine.errors import BadFile
from sandtable.engine.match import Match, S
from sandtable.engine.replay import Replay, record, save
from sandtable.engine.start import Origin, start, state_hash
from sandtable.engine.types import Choice, Json
from sandtable.games import load
from sandtable.players import advice, analysis
from sandtable.players.advice import Hint, hints, verdict
from sandtable.players.analysis import analyse, judge, survey
from sandtable.players.findings import Analysis, Blunder, Moment, ReportLine, Surprise
from sandtable.players.greedy import GreedyPlayer
from sandtable.players.search import SearchPlayer, Thought
from tests.engine.toy import TOY, Toy
from tests.playing import GAMES, begin, play_on

PAGE = Path(__file__).parent.parent.parent / "docs" / "advice.md"
BUDA = load("buda_1686")
RED, BLUE = 0, 1
FEW = 100
"""Iterations that are plenty for the toy."""


def fight(red: list[str], blue: list[str], script: tuple[Scripted, ...] | None = None, seed: str = "f") -> Origin:
    """Red is to play a card in the second turn of three, for three points; 7 are needed on card and die."""
    held = {*red, *blue}
    deck: list[Json] = [card for card in (f"card:{n}" for n in range(1, 7)) if card not in held]
    cards: Json = {"red": list(red), "blue": list(blue), "deck": deck}
    return Origin(seed, script, {"turn": 2, "phase": "fight", "wager": 2, "cards": cards})


def played(origin: Origin, first: Choice, most: int = 100) -> Replay:
    """The game from there: a first choice, then whatever comes first, for so many decisions at most."""
    match = start(TOY, {}, origin)
    match.choose(first)
    while match.ask is not None and match.number < most:
        match.choose(match.choices[0])
    return record(match, origin)


# ---------------------------------------------------------------------- hints


def sure_card() -> Match[Toy]:
    """Card 6 succeeds whatever is rolled, and there is no ambush while red holds it."""
    return start(TOY, {}, fight(["card:1", "card:6"], ["card:2", "card:3"]))


def test_the_best_choice_comes_first_with_its_value() -> None:
    best, other = hints(sure_card(), RED, "seed", iterations=FEW)
    assert best.choice == ("play", "card:6")
    assert other.choice == ("play", "card:1")
    assert best.win > other.win + 0.2
    assert best.share + other.share == pytest.approx(1.0)


def test_as_many_hints_as_wanted() -> None:
    assert [hint.choice for hint in hints(sure_card(), RED, "seed", count=1, iterations=FEW)] == [("play", "card:6")]


def test_hints_leave_the_match_as_it_is_and_are_the_same_again() -> None:
    match = sure_card()
    before = save(match, Origin("f"))
    assert hints(match, RED, "seed", iterations=FEW) == hints(match, RED, "seed", iterations=FEW)
    assert save(match, Origin("f")) == before


def test_hints_come_however_small_the_budget() -> None:
    assert hints(sure_card(), RED, "seed", budget_ms=1, iterations=10**9)


def test_hints_know_only_what_the_seat_may_know() -> None:
    red = ["card:2", "card:3"]
    truths = [
        start(TOY, {}, fight(red, ["card:1", "card:4"], seed="one")),
        start(TOY, {}, fight(red, ["card:5", "card:6"], seed="two")),
    ]
    one, two = (hints(match, RED, "seed", iterations=FEW) for match in truths)
    assert one == two


@pytest.mark.parametrize(
    ("wins", "said"),
    [
        ((0.7, 0.5), "clear"),
        ((0.7,), "clear"),
        ((0.55, 0.5), "likely"),
        ((0.51, 0.5, 0.1), "close"),
        ((0.4, 0.5), "close"),
    ],
)
def test_how_sure_a_hint_is(wins: tuple[float, ...], said: str) -> None:
    assert verdict([Hint(("play", f"card:{at}"), win, 0.1) for at, win in enumerate(wins)]) == said


# ---------------------------------------------------------------------- turning points


def test_a_blunder_made_on_purpose_is_found_with_the_better_choice() -> None:
    recorded = played(fight(["card:1", "card:6"], ["card:2", "card:3"]), ("play", "card:1"))
    blunder = analyse(TOY, recorded, FEW).blunders[0]
    assert (blunder.number, blunder.turn, blunder.seat) == (0, 2, "red")
    assert (blunder.choice, blunder.better) == (("play", "card:1"), ("play", "card:6"))
    assert blunder.better_win > blunder.win + 0.2
    assert [line.key for line in blunder.lines] == ["play"]


def test_a_comparison_of_two_options_spends_all_iterations_on_them() -> None:
    """A search uses the options in `match.choices`; an analysis leaves only two there to compare them."""
    match = begin(GAMES[0], "standard", 1)
    match.choices = match.choices[:2]
    thoughts = SearchPlayer("seed", 40).think(match, RED)
    assert [thought.visits for thought in thoughts] == [20, 20]


def test_a_good_choice_is_no_blunder() -> None:
    recorded = played(fight(["card:1", "card:6"], ["card:2", "card:3"]), ("play", "card:6"))
    assert all(blunder.number > 0 for blunder in analyse(TOY, recorded, FEW).blunders)


LUCKY = (6, "card:4", 5, 3, "card:5")
"""Red's roll, what it draws; then the weather of the last turn, blue's roll and what blue draws."""


def lucky_roll(most: int = 100) -> Replay:
    """Red plays card 2, which needs a 5 or a 6, and rolls a 6. Blue could ambush it in between, and passes."""
    return played(fight(["card:1", "card:2"], ["card:3", "card:6"], LUCKY), ("play", "card:2"), most)


def test_a_lucky_roll_is_found_though_a_forced_choice_lies_before_it() -> None:
    found = analyse(TOY, played(fight(["card:2", "card:6"], ["card:3", "card:1"], LUCKY), ("play", "card:2")), FEW)
    roll = found.surprises[0]
    assert (roll.number, roll.seat, roll.chooser, roll.choice) == (1, "blue", "blue", ("pass",))
    # Blue expects to win the three points with four rolls of six, and then it loses them.
    assert roll.came < roll.expected - 0.1
    assert [line.key for line in roll.lines][:2] == ["roll", "gain"]


def test_luck_is_reported_for_the_chosen_side_with_what_it_may_read() -> None:
    by_eyes = {eyes: analyse(TOY, lucky_roll(), FEW, eyes).surprises[0] for eyes in (RED, BLUE)}
    red, blue = by_eyes[RED], by_eyes[BLUE]
    assert (red.number, red.seat, red.chooser) == (1, "red", "blue")
    assert red.came > red.expected + 0.1
    assert (blue.number, blue.seat) == (1, "blue")
    assert blue.came < blue.expected - 0.1
    assert "draw" in [line.key for line in red.lines]
    assert "draw" not in [line.key for line in blue.lines], "blue may not know what red drew"


# ---------------------------------------------------------------------- the whole analysis


def test_values_follow_the_game_to_its_result() -> None:
    found = analyse(TOY, lucky_roll(), FEW)
    assert found.winners == ("red",)
    assert set(found.start) == {"red", "blue"}
    assert found.moments[1].win["red"] > found.start["red"]
    assert found.moments[1].win["blue"] < found.start["blue"]
    assert found.moments[-1].win == {"red": 1.0, "blue": 0.0}
    assert [moment.turn for moment in found.moments] == sorted(moment.turn for moment in found.moments)


def test_forced_decisions_are_counted_and_not_judged() -> None:
    recorded = lucky_roll()
    found = analyse(TOY, recorded, FEW)
    assert found.decisions == len(recorded.moves)
    assert found.forced + found.judged == found.decisions
    assert 0 < found.forced < found.decisions
    assert found.thought_over == min(found.judged, analysis.SEARCH_STAGES[-1][0])


def test_trifles_are_not_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    recorded = played(fight(["card:1", "card:6"], ["card:2", "card:3"]), ("play", "card:1"))
    whole = analyse(TOY, recorded, FEW)
    monkeypatch.setattr(analysis, "MIN_STAKE", 1.1)  # more than is ever at stake in this game
    found = analyse(TOY, recorded, FEW)
    assert (found.judged, found.thought_over, found.blunders) == (0, 0, ())
    assert (found.moments, found.forced, found.surprises) == (whole.moments, whole.forced, whole.surprises)


def test_an_analysis_is_the_same_again() -> None:
    assert analyse(TOY, lucky_roll(), FEW) == analyse(TOY, lucky_roll(), FEW)


def test_parts_looked_at_apart_make_the_same_analysis() -> None:
    recorded = lucky_roll()
    whole = survey(TOY, recorded)
    parts = [survey(TOY, recorded, steps=range(first, first + 3)) for first in (1, 4, 7)]
    assert [len(part.moments) for part in parts] == [3, 3, len(whole.moments) - 6]
    assert judge(TOY, recorded, parts, FEW) == judge(TOY, recorded, [whole], FEW) == analyse(TOY, recorded, FEW)


def test_the_hashes_of_a_recorded_game_are_compared_once(monkeypatch: pytest.MonkeyPatch) -> None:
    recorded = lucky_roll()
    hashed: list[int] = []

    def counting(match: Match[S]) -> str:
        hashed.append(match.number)
        return state_hash(match)

    monkeypatch.setattr(replay, "state_hash", counting)
    analyse(TOY, recorded, FEW)
    assert len(hashed) == sum("hash" in move for move in recorded.moves) > 3
    changed = [{**move, "hash": "another"} if at == 3 else move for at, move in enumerate(recorded.moves)]
    with pytest.raises(BadFile, match="move 3"):
        analyse(TOY, Replay(recorded.header, changed), FEW)


def test_a_survey_tries_some_alternatives_and_always_the_choice_made(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[list[Choice]] = []

    class Noting(GreedyPlayer):
        def totals(self, match: Match[S], seat: int) -> list[float]:
            tried.append(match.choices)
            assert self.evaluations == analysis.SURVEY_WORLDS * len(match.choices)
            return super().totals(match, seat)

    monkeypatch.setattr(analysis, "GreedyPlayer", Noting)
    game = GAMES[0]
    match = begin(game, "standard", 1)
    offered: list[list[Choice]] = []
    while match.number < 12:
        if len(match.choices) > 1:
            offered.append(match.choices)
        match.choose(match.choices[-1])
    survey(game, record(match, Origin("seed 1")))
    assert len(tried) == len(offered) and max(map(len, offered)) > 1 + analysis.ALTERNATIVES
    for options, all_options in zip(tried, offered, strict=True):
        assert options[0] == all_options[-1] and set(options) <= set(all_options)
        assert len(set(options)) == len(options) == min(len(all_options), 1 + analysis.ALTERNATIVES)


@pytest.mark.parametrize(("usual", "worlds", "alternatives"), [(12, 3, 8), (9, 2, 6), (1, 2, 4)])
def test_in_a_long_game_each_step_is_looked_at_less_closely(
    monkeypatch: pytest.MonkeyPatch, usual: int, worlds: int, alternatives: int
) -> None:
    """Three quarters of 8 alternatives and 3 worlds are 6 and, rounded to even, 2; never fewer than 4 and 2."""
    tried: list[tuple[int, int]] = []

    class Noting(GreedyPlayer):
        def totals(self, match: Match[S], seat: int) -> list[float]:
            tried.append((self.evaluations // len(match.choices), len(match.choices)))
            return super().totals(match, seat)

    monkeypatch.setattr(analysis, "GreedyPlayer", Noting)
    monkeypatch.setattr(analysis, "USUAL_STEPS", usual)
    match = begin(BUDA, "standard", 1)
    play_on(match, random.Random(1), 12)
    survey(BUDA, record(match, Origin("seed 1")))
    assert {count for count, _ in tried} == {worlds}
    assert max(options for _, options in tried) == 1 + alternatives


def test_only_between_two_choices_lines_run_to_the_horizon(monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[tuple[bool, int, int]] = []

    class Noting(SearchPlayer):
        def think(self, match: Match[S], seat: int, narrow: bool = False) -> list[Thought]:
            searched.append((self.far, self.iterations, len(match.choices)))
            return super().think(match, seat, narrow)

    monkeypatch.setattr(analysis, "SearchPlayer", Noting)
    match = begin(BUDA, "standard", 1)
    play_on(match, random.Random(1), 30)
    analyse(BUDA, record(match, Origin("seed 1")), 10)
    far = [(iterations, options) for far, iterations, options in searched if far]
    assert far and set(far) == {(10, 2)}
    (many, divisor), (few, _) = analysis.SEARCH_STAGES
    assert sum(iterations for _, iterations, _ in searched) <= 2 * (many * (10 // divisor) + few * 10)


def test_where_nothing_hidden_counts_few_worlds_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    values = [0.5, 0.5, 0.5, 0.9]
    monkeypatch.setattr(analysis.Analyst, "_win", lambda *_: values.pop(0))
    match = start(TOY, {}, fight(["card:1", "card:6"], ["card:2", "card:3"]))
    assert analysis.Analyst(match, RED, 1).values(match) == {"red": 0.5}
    assert len(values) == 1

    values[:] = [0.5, 0.5, 0.6, *[0.7] * 5]
    assert analysis.Analyst(match, RED, 1).values(match) == {"red": pytest.approx(5.1 / 8)}


def test_where_nothing_is_hidden_one_look_is_enough_for_all_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = [[0.4, 0.6], [0.5, 0.5]]
    monkeypatch.setattr(analysis.Analyst, "_wins", lambda *_: looks.pop(0))
    one, other = begin(BUDA, "standard", 1), begin(BUDA, "standard", 2)
    analyst = analysis.Analyst(one, None, 1)
    assert analyst.values(one) == {"imperial": 0.4, "ottoman": 0.6}
    assert len(looks) == 1
    assert analyst.values(other) == {"imperial": 0.5, "ottoman": 0.5}


def first_decision() -> analysis.RecordedDecision[Toy]:
    recorded = played(fight(["card:1", "card:6"], ["card:2", "card:3"]), ("play", "card:1"))
    return next(analysis.Recording(TOY, recorded).decisions(range(1, 2)))


def test_an_average_that_is_known_closely_needs_no_more_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    decision, wins = first_decision(), [0.499, 0.501] * 50  # after 12 the standard error is below 0.0004
    monkeypatch.setattr(analysis.Analyst, "_win", lambda *_: wins.pop())
    analyst = analysis.Analyst(decision.before, RED, 1)
    assert analyst._expected(decision, RED, 96, 0.0) == pytest.approx(0.5)
    assert len(wins) == 100 - analysis.CHOICE_WORLDS
    wins[:] = [*[0.1] * 6, *[0.9] * 90]  # what comes in one world of sixteen is seen, though long all are alike
    assert analyst._expected(decision, RED, 96, 0.0) == pytest.approx(0.85)
    wins[:] = [0.4, 0.6] * 50  # after 96 the standard error is one hundredth: never close
    assert analyst._expected(decision, RED, 96, 0.0) == pytest.approx(0.5)
    assert len(wins) == 4


def test_a_trifle_that_chance_does_not_answer_leaves_the_chances_as_they_were(monkeypatch: pytest.MonkeyPatch) -> None:
    match = begin(BUDA, "standard", 1)
    play_on(match, random.Random(1), 40)
    recorded = record(match, Origin("seed 1"))
    whole = survey(BUDA, recorded)
    monkeypatch.setattr(analysis, "MIN_STAKE", 1.1)  # more than is ever at stake in this game
    trifles = survey(BUDA, recorded)
    chanced = {step for _, step in whole.swings}
    kept = [step for step in range(2, len(whole.moments) + 1) if step not in chanced]
    assert kept and chanced
    assert all(trifles.moments[step - 1].win == trifles.moments[step - 2].win for step in kept)
    assert all(trifles.moments[step - 1] == whole.moments[step - 1] for step in chanced)


def test_with_a_budget_searches_share_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time stands still here, so each of the searches of a stage has the same part of its half."""
    budgets: list[tuple[int, int | None]] = []

    class Noting(SearchPlayer):
        def think(self, match: Match[S], seat: int, narrow: bool = False) -> list[Thought]:
            budgets.append((self.iterations, self.budget_ms))
            return super().think(match, seat, narrow)

    monkeypatch.setattr(analysis, "SearchPlayer", Noting)
    monkeypatch.setattr(analysis, "monotonic", lambda: 5.0)
    match = begin(BUDA, "standard", 1)
    play_on(match, random.Random(1), 8)
    recorded = record(match, Origin("seed 1"))
    found = judge(BUDA, recorded, [survey(BUDA, recorded)], 10, budget_ms=4800)
    first, last = ([budget for iterations, budget in budgets if iterations == each] for each in (2, 10))
    assert found.judged == 8 and len(first) >= 8 and len(last) >= 6
    assert first[0] == round(2400 / 8) // 2 and last[0] == 4800 // 6 // 2
    assert first[-1] == 2400 // 2 and last[-1] == 4800 // 2  # the last one has all that is left


def test_progress_goes_from_the_beginning_to_the_end() -> None:
    parts: list[float] = []
    analyse(TOY, lucky_roll(), FEW, progress=parts.append)
    assert parts == sorted(parts)
    assert 0.0 < parts[0] < 0.5
    assert parts[-1] == 1.0


def test_a_game_in_which_nothing_was_decided() -> None:
    origin = Origin("new")
    found = analyse(TOY, record(start(TOY, {}, origin), origin), FEW)
    assert (found.winners, found.moments, found.blunders, found.surprises) == (None, (), (), ())


def test_an_analysis_travels_as_json() -> None:
    found = analyse(TOY, lucky_roll(), FEW)
    assert msgspec.json.decode(msgspec.json.encode(found), type=Analysis) == found


@pytest.mark.slow
@pytest.mark.parametrize("slug", [game.slug for game in GAMES])
def test_every_game_can_be_analysed_by_every_side(slug: str) -> None:
    game = next(game for game in GAMES if game.slug == slug)
    match = begin(game, list(game.modes)[-1], 1)
    play_on(match, random.Random(1), 12)
    recorded = record(match, Origin("seed 1"))
    for eyes in (None, *range(len(match.seats))):
        found = analyse(game, recorded, 20, eyes)
        seen = match.seats if eyes is None else (match.seats[eyes],)
        assert found.winners is None and found.eyes == seen
        assert all(set(moment.win) == set(seen) for moment in found.moments)
        assert all(0.0 <= win <= 1.0 for moment in found.moments for win in moment.win.values())


# ---------------------------------------------------------------------- while the game is not over


def test_what_others_decided_is_not_told_before_the_end() -> None:
    found = analyse(TOY, lucky_roll(most=2), FEW, RED)
    assert found.winners is None
    assert [moment.choice for moment in found.moments] == [("play", "card:2"), None]
    assert all(surprise.chooser == "red" for surprise in found.surprises)


def test_an_analysis_by_one_side_knows_only_what_it_may_know() -> None:
    """Blue's cards and the dice to come differ; red has played a card, and its analysis is the same."""
    red = ["card:2", "card:3"]
    one, two = (
        analyse(TOY, played(fight(red, blue, seed=seed), ("play", "card:2"), most=1), FEW, RED)
        for seed, blue in (("one", ["card:1", "card:4"]), ("two", ["card:5", "card:6"]))
    )
    assert one == two


# ---------------------------------------------------------------------- the documents


def test_every_field_is_documented() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for kind in (Analysis, Moment, Blunder, Surprise, ReportLine, Hint):
        assert {f"`{field.name}`" for field in fields(kind)} <= set(re.findall(r"`\w+`", text)), kind


def test_the_numbers_in_the_documents_are_ours() -> None:
    text = PAGE.read_text(encoding="utf-8")
    (second, divisor), (third, _) = analysis.SEARCH_STAGES
    assert divisor == 5
    for number in (
        second,
        third,
        analysis.SURVEY_WORLDS,
        analysis.ALTERNATIVES,
        analysis.POSITION_WORLDS,
        analysis.CHOICE_WORLDS,
        analysis.CHOICE_WORLDS * analysis.RECHECK_FACTOR,
    ):
        assert re.search(rf"\b{number}\b", text)
    assert f"{advice.ITERATIONS} unless told otherwise" in text
