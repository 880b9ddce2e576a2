"""Tuning: known weights are found again, games count alike, and a book survives its file."""

from __future__ import annotations

import shutil
import tomllib
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from sandtable import games
from sandtable.engine.insight import FILE, Insight, load_insights
from sandtable.lab import book, samples, tune
from sandtable.lab.samples import Array, Indices, SampleJob, VerbChoice
from sandtable.lab.tune import TooFewGames, fit_priorities, fit_weights
from tests.cli.conftest import Run
from tests.engine.toy import TOY

pytestmark = pytest.mark.slow

RNG_SEED = 1686


def drawn(x: Array, weights: list[float]) -> Array:
    """Results that follow known weights."""
    odds: Array = 1.0 / (1.0 + np.exp(-(x @ np.array(weights))))
    return np.asarray(np.random.default_rng(RNG_SEED + 1).random(len(x)) < odds, dtype=np.float64)


def one_each(x: Array) -> Indices:
    """Every position from a game of its own."""
    return np.arange(len(x), dtype=np.intp)


def positions(count: int, spreads: list[float]) -> Array:
    """A feature that is always 1, and others around 5 with these spreads."""
    noise = np.random.default_rng(RNG_SEED).normal(5.0, spreads, (count, len(spreads)))
    return np.column_stack([np.ones(count), noise])


# ---------------------------------------------------------------------- weights


def test_known_weights_are_found_again_in_their_own_units() -> None:
    x = positions(4_000, [1.0, 0.1, 20.0])
    true = [-1.0, 0.8, -5.0, 0.09]
    true[0] -= 5.0 * sum(true[1:])  # so that sides are about even
    fit = fit_weights(x, drawn(x, true), one_each(x))
    assert fit.weights[1:] == pytest.approx(true[1:], rel=0.2)


def test_what_a_side_has_from_the_start_is_not_shrunk() -> None:
    x = positions(2_000, [1.0])
    won = np.repeat([1.0, 0.0], [1_800, 200])
    np.random.default_rng(3).shuffle(won)
    fit = fit_weights(x, won, one_each(x))
    # Nine wins to one loss wherever one stands: log 9 = 2.197.
    assert fit.weights @ [1.0, 5.0] == pytest.approx(2.197, abs=0.1)


def test_features_that_never_change_weigh_nothing() -> None:
    x = np.column_stack([positions(500, [1.0]), np.full(500, 3.0), np.zeros(500)])
    fit = fit_weights(x, drawn(x, [-5.0, 1.0, 0.0, 0.0]), one_each(x))
    assert fit.weights[2:].tolist() == [0.0, 0.0]


def test_without_a_feature_that_is_always_one_nothing_is_given_from_the_start() -> None:
    x = np.random.default_rng(RNG_SEED).normal(1.0, 1.0, (6_000, 1))
    fit = fit_weights(x, drawn(x, [0.7]), one_each(x))
    assert fit.weights == pytest.approx([0.7], rel=0.1)


def test_all_games_count_the_same_however_long() -> None:
    x = positions(200, [1.0])
    won = drawn(x, [-5.0, 1.0])
    often = np.where(np.arange(200) % 2, 7, 1)
    short = fit_weights(x, won, one_each(x))
    long = fit_weights(np.repeat(x, often, axis=0), np.repeat(won, often), np.repeat(one_each(x), often))
    assert long.ridge == short.ridge
    assert long.weights == pytest.approx(short.weights, rel=1e-3)


def test_forecasts_are_of_games_that_were_not_seen() -> None:
    """Each game has a mark of its own and a result by the toss of a coin: who has seen a game knows its result."""
    rng = np.random.default_rng(RNG_SEED)
    marks = np.column_stack([np.ones(60), rng.normal(size=(60, 20))])
    results = np.repeat([0.0, 1.0], 30)
    x, won, numbers = (np.repeat(a, 3, axis=0) for a in (marks, results, np.arange(60)))
    fit = fit_weights(x, won, numbers)
    shares = np.full(180, 1 / 180)
    assert tune.score(fit.forecasts, won, shares).auc < 0.7
    assert tune.score(x @ fit.weights, won, shares).auc > 0.8


def test_too_few_wins_or_losses_are_an_error_that_counts_them() -> None:
    x = positions(40, [1.0])
    won = np.repeat([1.0, 0.0], [36, 4])
    with pytest.raises(TooFewGames, match="36 of 40"):
        fit_weights(x, won, one_each(x))


def test_scores_of_worked_forecasts() -> None:
    won = np.array([1.0, 0.0, 1.0, 0.0])
    got = tune.score(np.array([0.8, 0.4, 0.4, 0.2]), won, np.full(4, 0.25))
    assert got.log_loss == pytest.approx(0.4684, abs=1e-4)  # -(ln 0.8 + ln 0.6 + ln 0.4 + ln 0.8) / 4
    assert got.brier == pytest.approx(0.15)  # (0.04 + 0.16 + 0.36 + 0.04) / 4
    assert got.auc == pytest.approx(0.875)  # of four pairs three are right, and one is even


def test_a_calibrated_book_plays_as_before_and_foretells_better() -> None:
    """Who is twice as sure as he should be is brought down to half, and what a side has from the start is put right."""
    x = positions(4_000, [1.0, 2.0])
    right = [-7.0, 1.0, 0.4]
    data = samples.TrainingData(x, drawn(x, right), one_each(x), Counter())
    boaster = Insight("by test", 0.0, {"side": 0.0, "a": 2.0, "b": 0.8}, {})
    calibrated = tune.calibrate(boaster, True, data)
    assert calibrated.book.weights == boaster.weights
    assert calibrated.book.scale == pytest.approx(0.5, rel=0.1)
    assert list(calibrated.book.forecasting().weights.values()) == pytest.approx(right, rel=0.1)
    assert calibrated.scores["new"].log_loss < calibrated.scores["old"].log_loss


def test_without_a_constant_feature_only_the_scale_is_fitted() -> None:
    x = np.random.default_rng(RNG_SEED).normal(0.0, 1.0, (4_000, 1))
    data = samples.TrainingData(x, drawn(x, [0.7]), one_each(x), Counter())
    book = tune.calibrate(Insight("by test", 0.0, {"lead": 7.0}, {}), False, data).book
    assert book.start == 0.0
    assert book.scale == pytest.approx(0.1, rel=0.15)


# ---------------------------------------------------------------------- priorities

OFFERS = ((("a", 1), ("b", 3)), (("b", 1), ("c", 2)), (("a", 2), ("b", 1), ("c", 5)))


def decided(prompt: str, worth: dict[str, float], times: int) -> Counter[VerbChoice]:
    """Decisions by somebody to whom every option of a verb is worth the same."""
    rng = np.random.default_rng(RNG_SEED)
    decisions: Counter[VerbChoice] = Counter()
    for offered in OFFERS:
        odds = np.array([options * np.exp(worth[verb]) for verb, options in offered])
        for (verb, _), count in zip(offered, rng.multinomial(times, odds / odds.sum()), strict=True):
            decisions[VerbChoice(prompt, verb, offered)] += int(count)
    return decisions


def test_known_priorities_are_found_again_prompt_by_prompt() -> None:
    one, other = {"a": 1.5, "b": 0.0, "c": -1.5}, {"a": -0.5, "b": 1.0, "c": -0.5}
    fitted = fit_priorities(decided("one", one, 4_000) + decided("other", other, 4_000))
    assert fitted["one"] == pytest.approx(one, abs=0.15)
    assert fitted["other"] == pytest.approx(other, abs=0.15)


def test_a_verb_that_is_always_taken_has_a_priority_with_an_end() -> None:
    fitted = fit_priorities(Counter({VerbChoice("go", "a", (("a", 1), ("b", 1))): 1_000}))
    assert 2.0 < fitted["go"]["a"] < 5.0
    assert fitted["go"]["b"] == -fitted["go"]["a"]


def test_rare_verbs_have_no_priority() -> None:
    rare = VerbChoice("one", "z", (("a", 1), ("z", 1)))
    decisions = decided("one", {"a": 0.0, "b": 0.0, "c": 0.0}, 1_000) + Counter({rare: tune.MIN_OFFERS - 1})
    assert set(fit_priorities(decisions)["one"]) == {"a", "b", "c"}
    assert fit_priorities(Counter({rare: tune.MIN_OFFERS - 1})) == {}


# ---------------------------------------------------------------------- training data


def toy_job(seed: str, level: str = "greedy") -> SampleJob:
    return SampleJob("toy", TOY.settle({}), (level, level), seed)


def test_a_seed_gives_the_same_data_again() -> None:
    assert samples.collect_from(TOY, toy_job("a")) == samples.collect_from(TOY, toy_job("a"))


def test_positions_are_those_between_passes_as_the_first_seat_sees_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(samples, "SAMPLE_ONE_IN", 1)
    sample = samples.collect_from(TOY, toy_job("a"))
    # Three turns of two passes; nothing has been scored before the third of these.
    assert len(sample.positions) == 6
    assert sample.positions[:2] == [[0.0], [0.0]]
    assert sample.positions[2] != [0.0]


def test_choices_made_at_random_teach_no_priorities(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds = [f"t/{n}" for n in range(40)]
    learned = sum(samples.collect_from(TOY, toy_job(seed, "random")).decisions.total() for seed in seeds)
    monkeypatch.setattr(samples, "RANDOM_ONE_IN", 1)
    assert learned > 0
    assert sum(samples.collect_from(TOY, toy_job(seed, "random")).decisions.total() for seed in seeds) == 0


def test_only_choices_between_verbs_are_kept() -> None:
    data = samples.join(samples.collect_from(TOY, toy_job(f"t/{n}", "random")) for n in range(40))
    assert {decided.prompt for decided in data.decisions} == {"toy.ambush"}
    assert {decided.offered for decided in data.decisions} == {(("ambush", 1), ("pass", 1))}


def test_the_number_of_processes_changes_nothing() -> None:
    options = games.load("nights_of_fire").settle({})
    jobs = [SampleJob("nights_of_fire", options, ("random",), f"p/{n}") for n in range(4)]
    told: list[None] = []
    alone, two = (samples.collect_all(jobs, processes, lambda: told.append(None)) for processes in (1, 2))
    assert np.array_equal(alone.positions, two.positions)
    assert np.array_equal(alone.games, two.games)
    assert alone.decisions == two.decisions
    assert len(told) == 2 * len(jobs)


# ---------------------------------------------------------------------- the book


def test_a_book_comes_back_from_its_file_and_the_others_stay(tmp_path: Path) -> None:
    game = games.load("nights_of_fire")
    shutil.copy(game.folder / FILE, tmp_path)
    before = load_insights(tmp_path, game.features)
    weights = {feature: 0.123456 * at for at, feature in enumerate(game.features)}
    mine = Insight(
        "sandtable lab tune", 0.25, weights, {"act": {"move": 1.23456, "end": -1.23456}}, "round", 0.4, 200,
        {"1": 0.61}, random_choices_of={"commander": {"1": 0.3, "2": 0.12}}, narrow=0.1, widest=7, plans="round",
        plan_stages="turn",
    )  # fmt: skip
    for _ in range(2):
        book.put(tmp_path / FILE, "konev_advanced", mine)
        after = load_insights(tmp_path, game.features)
        assert after.books["konev_advanced"].made_by == "sandtable lab tune"
        assert (after.books["konev_advanced"].horizon, after.books["konev_advanced"].first_share) == ("round", 0.4)
        assert after.books["konev_advanced"].horizon_lines == 200
        assert after.books["konev_advanced"].random_choices == {"1": 0.61}
        assert after.books["konev_advanced"].random_choices_of == {"commander": {"1": 0.3, "2": 0.12}}
        assert (after.books["konev_advanced"].narrow, after.books["konev_advanced"].widest) == (0.1, 7)
        assert (after.books["konev_advanced"].plans, after.books["konev_advanced"].plan_stages) == ("round", "turn")
        assert after.books["konev_advanced"].weights == pytest.approx(weights, rel=1e-3)
        assert after.books["konev_advanced"].priorities == {"act": {"move": 1.235, "end": -1.235}}
        kept = [name for name in before.books if name != "konev_advanced"]
        assert [after.books[name] for name in kept] == [before.books[name] for name in kept]
        assert after.by == before.by
    first = (game.folder / FILE).read_text(encoding="utf-8").splitlines()[0]
    assert (tmp_path / FILE).read_text(encoding="utf-8").startswith(first)


def test_a_book_is_printed_as_it_would_be_written() -> None:
    mine = Insight("by test", 0.25, {"lead": 0.000123456}, {"toy.ambush": {"pass": 0.5}})
    assert tomllib.loads(book.text("all", mine)) == {
        "book": {
            "all": {
                "made_by": "by test",
                "patience": 0.25,
                "start": 0.0,
                "scale": 1.0,
                "weights": {"lead": 0.0001235},
                "priorities": {"toy.ambush": {"pass": 0.5}},
            }
        }
    }


# ---------------------------------------------------------------------- the command

HEADER = "# What opponents take features to be worth.\n"


@pytest.fixture
def toy_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The toy game in a folder that may be written to."""
    folder = tmp_path / "toy"
    folder.mkdir()
    (folder / FILE).write_text(f'{HEADER}[book.all]\nmade_by = "by hand"\n\n[book.all.weights]\nlead = 0.5\n')
    monkeypatch.setattr(games, "load", lambda slug: replace(TOY, folder=folder))
    return folder


def test_the_command_prints_the_book_and_how_good_it_is(run: Run, toy_package: Path) -> None:
    before = (toy_package / FILE).read_text()
    ran = run("lab", "tune", "toy", "--games", "60", "--level", "random", "--processes", "1")
    assert ran.code == 0
    assert "[book.all.weights]" in ran.out
    assert "present weights" in ran.out
    assert "Fitted to 60 games" in ran.out
    assert (toy_package / FILE).read_text() == before


def test_the_command_writes_a_book_that_says_how_it_was_made(run: Run, toy_package: Path) -> None:
    words = ["--option", "turns=3", "--games", "60", "--level", "random", "--seed", "rainy day"]
    assert run("lab", "tune", "toy", *words, "--processes", "1", "--write").code == 0
    written = load_insights(toy_package, TOY.features).books["all"]
    command = "sandtable lab tune toy --option turns=3 --games 60 --level random --seed 'rainy day'"
    assert written.made_by == command
    assert written.weights["lead"] > 0  # whoever leads wins more often
    assert set(written.priorities["toy.ambush"]) == {"ambush", "pass"}
    assert (toy_package / FILE).read_text().startswith(HEADER)


def test_a_calibrated_book_names_both_commands(run: Run, toy_package: Path) -> None:
    words = ["--games", "60", "--level", "random", "--calibrate", "--processes", "1", "--write"]
    assert run("lab", "tune", "toy", *words).code == 0
    made_by = load_insights(toy_package, TOY.features).books["all"].made_by
    assert made_by == "by hand; then sandtable lab tune toy --games 60 --level random --seed tune --calibrate"


def test_priorities_are_fitted_alone(run: Run, toy_package: Path) -> None:
    words = ["--games", "60", "--level", "random", "--priorities", "--processes", "1", "--write"]
    assert run("lab", "tune", "toy", *words).code == 0
    after = load_insights(toy_package, TOY.features).books["all"]
    assert after.made_by == "by hand; then sandtable lab tune toy --games 60 --level random --seed tune --priorities"
    assert after.weights == TOY.insights.of(TOY.settle({})).weights
    assert set(after.priorities["toy.ambush"]) == {"ambush", "pass"}


def test_the_same_command_makes_the_same_book(run: Run, toy_package: Path) -> None:
    command = ["lab", "tune", "toy", "--games", "40", "--level", "random", "--processes", "1"]
    assert run(*command).out == run(*command).out


def test_sides_may_be_played_by_others(run: Run) -> None:
    level = "revolutionary=random,commander=random"
    words = ["--option", "ruleset=conflict_basic", "--games", "2", "--level", level, "--processes", "1"]
    ran = run("lab", "tune", "nights_of_fire", *words)
    assert ran.failed_in_one_line(1, "of 2 games")  # played, but too few to learn from


@pytest.mark.parametrize(
    ("arguments", "code", "naming"),
    [
        ("atlantis", 2, "atlantis"),
        ("buda_1686 --level god", 2, "god"),
        ("buda_1686 --level imperial=1,french=2", 2, "french"),
        ("buda_1686 --option mood=good", 2, "mood"),
        ("buda_1686 --games 0", 2, "--games"),
        ("nights_of_fire --games 6 --level random --processes 1", 1, "of 6 games"),
        ("buda_1686 --calibrate --priorities", 2, "--priorities"),
    ],
)
def test_what_cannot_be_tuned_is_named_in_one_line(run: Run, arguments: str, code: int, naming: str) -> None:
    assert run("lab", "tune", *arguments.split()).failed_in_one_line(code, naming)


@pytest.mark.parametrize(("lang", "word"), [("en", "log-loss"), ("hu", "log-veszteség")])
def test_the_command_speaks_both_languages(run: Run, toy_package: Path, lang: str, word: str) -> None:
    command = ["lab", "tune", "toy", "--games", "40", "--level", "random", "--processes", "1"]
    assert word in run(*command, "--lang", lang).out
