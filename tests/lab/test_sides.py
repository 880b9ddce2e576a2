"""The lab with three merchants: even shares, shared wins, draws and points, sparring, and books for three sides."""

from __future__ import annotations

import csv
from collections import Counter
from dataclasses import replace
from math import tanh
from pathlib import Path

import msgspec
import numpy as np
import pytest
from msgspec import structs

from sandtable import games
from sandtable.cli.words import Say
from sandtable.engine.game import Outcome
from sandtable.engine.insight import Insight
from sandtable.engine.start import Origin, start
from sandtable.engine.words import LANGUAGES
from sandtable.lab import report_numbers, results, samples, sparring, tune
from sandtable.lab.counts import PairCounter, WinCounter
from sandtable.lab.play import GameRecord, play
from sandtable.lab.report import report
from sandtable.lab.sparring import Bout, first_sides, play_bout_of, turn_of
from sandtable.lab.stats import Pairs, Share, decimals_of
from sandtable.players.evaluation import Evaluator, win_shares
from sandtable.players.search import SearchPlayer
from tests.cli.conftest import Run
from tests.conftest import MODEL
from tests.engine.toy import TOY
from tests.lab.conftest import play_all, spec_of

pytestmark = pytest.mark.slow

GAME = games.load(MODEL)
SEATS = GAME.seats({})
BOOK = GAME.insights.of(GAME.settle({}))
TEAMS = (0, 0, 1, 2)
"""Four seats, the first two of which are one side."""


# ---------------------------------------------------------------------- parts of a win


@pytest.mark.parametrize(
    ("sides", "winners", "drawn", "parts"),
    [
        ((0, 1), (1,), False, [0.0, 1.0]),
        ((0, 1), (), True, [0.5, 0.5]),
        ((0, 1, 2), (2,), False, [0.0, 0.0, 1.0]),
        ((0, 1, 2), (0, 2), False, [0.5, 0.0, 0.5]),
        ((0, 1, 2, 3, 4), (), True, [0.2] * 5),
        (TEAMS, (0, 1), False, [1.0, 0.0, 0.0]),  # a team is one side, and shares with nobody
        (TEAMS, (0, 1, 3), False, [0.5, 0.0, 0.5]),
        ((0, 1, 2), (), False, [0.0, 0.0, 0.0]),  # the game beat everybody
        ((0, 0), (), False, [0.0]),
        ((0, 0), (0, 1), False, [1.0]),
    ],
)
def test_the_parts_of_a_win(sides: tuple[int, ...], winners: tuple[int, ...], drawn: bool, parts: list[float]) -> None:
    assert win_shares(Outcome(winners, "any", (0.0,) * len(sides), drawn=drawn), sides) == parts


def record(number: int, winners: tuple[str, ...], drawn: bool = False, points: tuple[int, ...] = ()) -> GameRecord:
    """A game of the three merchants as the journal has it; every fourth one is a real one with other results."""
    real = play(GAME, spec_of(MODEL, "standard", "random", "random", "random"), 0)
    parts = len(winners) or 3
    share = {seat: 1 / parts if drawn or seat in winners else 0.0 for seat in SEATS}
    shares = tuple(share.values()) if drawn or parts > 1 else ()
    return structs.replace(real, game=number, winners=winners, drawn=drawn, points=points, shares=shares)


def test_wins_are_counted_by_parts_and_add_up() -> None:
    """North wins twice, shares once with West, and once nobody is better: 2 + 1/2 + 1/3 of four games."""
    played = [
        record(0, ("north",)),
        record(1, ("north",)),
        record(2, ("north", "west")),
        record(3, (), drawn=True),
    ]
    spec = spec_of(MODEL, "standard", "random", "random", "random", games=4)
    counter = WinCounter(spec, played)
    assert {seat: share.wins for seat, share in counter.seats.items()} == pytest.approx(
        {"north": 2 + 1 / 2 + 1 / 3, "east": 1 / 3, "west": 1 / 2 + 1 / 3}
    )
    assert sum(share.value for share in counter.players.values()) == pytest.approx(1.0)
    for side in report_numbers.sides_of(spec):
        assert report_numbers.wins(played, side) == counter.seats[side.names[0]]


def test_whole_and_broken_numbers_of_wins_are_shown_as_such() -> None:
    assert [decimals_of(wins) for wins in (0, 7.0, 6.9999999, 2.5, 1 / 3)] == [0, 0, 0, 1, 1]


def test_pairs_of_parts_keep_both_matches_shares() -> None:
    """Halves count half: of (1, 1/2), (0, 1/3) and (1/2, 1/2) the shares are 1.5 / 3 and 1.333 / 3."""
    pairs = Pairs()
    for first, second in ((1.0, 0.5), (0.0, 1 / 3), (0.5, 0.5)):
        pairs.add(first, second)
    assert pairs.games == 3
    assert pairs.both + pairs.first == pytest.approx(1.5)
    assert pairs.both + pairs.second == pytest.approx(4 / 3)
    assert pairs.difference == pytest.approx((4 / 3 - 1.5) / 3)
    whole = Pairs()
    for first, second in ((True, True), (True, False), (False, True), (False, False), (False, False)):
        whole.add(first, second)
    assert (whole.both, whole.first, whole.second, whole.neither) == (1, 1, 1, 2)


def test_seats_of_paired_games_are_compared_by_their_parts() -> None:
    compared = PairCounter(SEATS)
    compared.add("base", record(0, ("north",)))
    compared.add("variant", record(0, (), drawn=True))
    assert compared.pairs["north"].difference == pytest.approx(1 / 3 - 1)
    assert compared.pairs["west"].difference == pytest.approx(1 / 3)


# ---------------------------------------------------------------------- rows


def test_rows_of_three_sides_have_points_draws_and_parts(tmp_path: Path) -> None:
    spec = spec_of(MODEL, "standard", "random", "random", "random", games=24)
    played = play_all(tmp_path, spec)
    rows = {int(row["game"]): row for row in csv.DictReader((tmp_path / results.CSV).read_text().splitlines())}
    seen = set()
    for one in played:
        best = max(one.points)
        first = tuple(seat for seat, points in zip(SEATS, one.points, strict=True) if points == best)
        assert one.drawn == (len(first) > 1) and one.winners == (() if one.drawn else first)
        assert one.shares == ((1 / 3, 1 / 3, 1 / 3) if one.drawn else ())
        row = rows[one.game]
        assert [int(row[f"points_{seat}"]) for seat in SEATS] == list(one.points)
        assert row["drawn"] == str(int(one.drawn)) and row["winners"] == " ".join(one.winners)
        seen.add(one.drawn)
    assert seen == {True, False}
    assert results.read(tmp_path) == sorted(played, key=lambda one: one.game)


def test_a_row_of_two_sides_is_as_before_and_old_ones_can_be_read() -> None:
    one = play(games.load("buda_1686"), spec_of("buda_1686", "standard", "random", "random"), 0)
    line = msgspec.json.encode(one)
    assert not {"points", "drawn", "shares"} & set(msgspec.json.decode(line))
    assert msgspec.json.decode(line, type=GameRecord) == one


# ---------------------------------------------------------------------- tables and pages


def test_a_level_is_stronger_if_it_wins_more_than_an_even_share(run: Run, tmp_path: Path) -> None:
    """Greedy wins far more than a third of its games against two who play at random, whatever its seat."""
    words = ["--option", "rounds=2", "--games", "18", "--processes", "1", "--out", str(tmp_path / "ladder")]
    ran = run("lab", "ladder", MODEL, "--levels", "random,greedy", *words)
    assert ran.code == 0
    row = next(line for line in ran.out.splitlines() if "greedy" in line)
    share = float(row.split("%")[0].split()[-1])
    assert share > 33.3 and "stronger" in row
    assert "3 sides: an even share is 33.3 %" in ran.out
    assert "3 oldal: az egyenlő rész 33.3%" in run("lab", "resume", str(tmp_path / "ladder"), "--lang", "hu").out
    page = report(tmp_path / "ladder", "en", Say("en"))
    assert "equal players would win 1/3 (33.3\N{NO-BREAK SPACE}%) each" in page


def test_what_is_above_a_third_and_below_a_half_is_stronger() -> None:
    from sandtable.cli.lab_show import ResultTable
    from sandtable.lab.series import ladder

    options = GAME.settle({})
    plan = ladder(GAME, options, ["random", "greedy"], 3, "verdict", "", "a command")
    spec = plan.matches["greedy-random"]
    assert (spec.levels, spec.games_per_seed) == (("greedy", "random", "random"), 3)
    seated = [dict(zip(SEATS, spec.levels_of(number), strict=True)) for number in range(3)]
    assert [next(seat for seat in SEATS if each[seat] == "greedy") for each in seated] == ["north", "west", "east"]
    table = ResultTable.__new__(ResultTable)
    table.spec, table.say = spec, Say("en")
    assert table._verdict(Share(420, 1000)) == "stronger"
    assert table._verdict(Share(250, 1000)) == "weaker"
    assert table._verdict(Share(335, 1000)) == "undecided"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_report_on_three_sides(tmp_path: Path, lang: str) -> None:
    spec = spec_of(MODEL, "standard", "random", "random", "random", games=30, swap=True)
    play_all(tmp_path, spec)
    page = report(tmp_path, lang, Say(lang))
    even = {"en": "An even share would be 1/3 (33.3", "hu": "Az egyenlő rész 1/3 (33,3"}[lang]
    assert even in page
    for text in {"en": ("draw", "Points", "median"), "hu": ("döntetlen", "Pontok", "medián")}[lang]:
        assert text in page
    assert page.count("<figure") >= 5  # who won, how long, and the estimates of three sides


def test_the_course_leaves_draws_out_and_marks_an_even_share(tmp_path: Path) -> None:
    spec = spec_of(MODEL, "standard", "random", "random", "random", games=30)
    played = play_all(tmp_path, spec)
    draws = sum(one.drawn for one in played)
    won = sum("north" in one.winners for one in played)
    assert draws and won
    page = report(tmp_path, "en", Say("en"))
    assert f"won ({won})" in page and f"lost ({30 - won - draws})" in page


# ---------------------------------------------------------------------- sparring


def bout(first: Insight, second: Insight, seed: str, turn: int) -> Bout:
    return Bout(MODEL, GAME.settle({"rounds": 2}), first, second, BOOK, 4, seed, turn)


def test_who_has_which_side_in_a_bout() -> None:
    assert [first_sides(2, 0), first_sides(1, 0)] == [{0}, {0}]
    assert [first_sides(3, turn) for turn in range(3)] == [{0, 2}, {1, 0}, {2, 1}]
    assert first_sides(5, 1) == {1, 3, 0}
    assert [turn_of(2, number) for number in range(4)] == [0, 0, 0, 0]
    assert [turn_of(3, number) for number in range(4)] == [0, 1, 2, 0]


def test_equal_books_are_even_with_three_sides_too() -> None:
    for turn in range(3):
        result = play_bout_of(GAME, bout(BOOK, BOOK, f"even/{turn}", turn))
        assert result.ahead == pytest.approx(0.0)
        assert result.wins == pytest.approx(result.losses) == pytest.approx(1.0)


def test_a_bout_of_three_sides_turned_round_has_the_opposite_result() -> None:
    backwards = structs.replace(BOOK, weights={feature: -weight for feature, weight in BOOK.weights.items()})
    ahead = 0.0
    for turn in range(3):
        one = play_bout_of(GAME, bout(BOOK, backwards, f"turned/{turn}", turn))
        other = play_bout_of(GAME, bout(backwards, BOOK, f"turned/{turn}", turn))
        assert (one.wins, one.losses, one.ahead) == pytest.approx((other.losses, other.wins, -other.ahead))
        assert one.wins + one.losses == pytest.approx(2.0)
        ahead += one.ahead
    assert ahead > 0


def test_a_bout_of_two_sides_has_exactly_the_numbers_of_before() -> None:
    """By the formula for two sides: the first seat's score with the one book, less that with the other, halved."""
    book = TOY.insights.of(TOY.settle({}))
    backwards = structs.replace(book, weights={"lead": -0.5})
    options = TOY.settle({})
    for number in range(6):
        seed, finished = f"before/{number}", []
        for books in ((book, backwards), (backwards, book)):
            match = start(TOY, options, Origin(seed), explain=False)
            players = [
                SearchPlayer(f"{seed}/{seat}", 8, book=each) for seat, each in zip(match.seats, books, strict=True)
            ]
            while match.ask is not None:
                match.choose(players[match.ask.seat].choose(match, match.ask.seat))
            assert match.outcome is not None
            log_odds = Evaluator(TOY, options, book).log_odds(TOY, match.state, 0)
            finished.append((match.outcome.winners, (0 in match.outcome.winners) - 0.5 + tanh(log_odds / 4.0) / 2))
        (one, score), (other, other_score) = finished
        result = play_bout_of(TOY, Bout("toy", options, book, backwards, book, 8, seed))
        assert result.ahead == (score - other_score) / 2
        assert (result.wins, result.losses) == ((0 in one) + (1 in other), (1 in one) + (0 in other))


def test_sparring_of_three_sides_gives_every_side_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []

    def looked_at(bouts: list[Bout], processes: int, on_bout: object) -> list[sparring.BoutResult]:
        seen.extend(each.turn for each in bouts)
        return [sparring.BoutResult(1.0, 1.0, 0.0) for _ in bouts]

    monkeypatch.setattr(sparring, "play_bouts", looked_at)
    settings = sparring.SparringSettings(MODEL, GAME.settle({"rounds": 2}), 2, 1, 5, "turns", 1)
    assert sparring.spar(BOOK, settings, lambda: None).weights == BOOK.weights
    assert seen == [0, 1, 2, 0, 1]


def test_the_command_spars_with_three_sides(run: Run) -> None:
    words = ["--rounds", "1", "--bouts", "2", "--iterations", "2", "--trial", "3", "--processes", "1"]
    ran = run("lab", "spar", MODEL, "--option", "rounds=2", *words)
    assert ran.code == 0 and "of 6 games against the present one" in ran.out


# ---------------------------------------------------------------------- books fitted to three sides


def three_views(count: int) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Positions of three sides, each seen by all: own numbers less the mean of the others'."""
    own = np.random.default_rng(1686).normal(0.0, [1.0, 3.0], (count, 3, 2))
    return np.asarray((own - (own.sum(axis=1, keepdims=True) - own) / 2).reshape(-1, 2))


def winners_by(x: samples.Array, weights: list[float]) -> samples.Array:
    """Winners that follow known weights: by their shares of e to the power of two thirds of the log-odds."""
    power = np.exp((x @ np.array(weights)).reshape(-1, 3) * 2 / 3)
    shares = power / power.sum(axis=1, keepdims=True)
    drawn = np.random.default_rng(7).random((len(shares), 1))
    return np.asarray(np.diff(np.cumsum(shares, axis=1) > drawn, axis=1, prepend=False), dtype=np.float64).ravel()


def test_weights_of_three_sides_are_found_again_in_their_own_units() -> None:
    x = three_views(1_500)
    won = winners_by(x, [0.9, -0.2])
    assert won.reshape(-1, 3).sum(axis=1).tolist() == [1.0] * 1_500
    fit = tune.fit_weights(x, won, np.repeat(np.arange(1_500, dtype=np.intp), 3), 3)
    assert fit.weights == pytest.approx([0.9, -0.2], rel=0.15)
    assert fit.forecasts.reshape(-1, 3).sum(axis=1) == pytest.approx(np.ones(1_500))


def test_forecasts_of_three_sides_are_those_of_the_opponents() -> None:
    match = start(GAME, {}, Origin("forecast", None, {"points": {"north": 7, "east": 1, "west": 5}}))
    rows = np.array([GAME.measure(match.state, seat) for seat in range(3)])
    weights = np.array(list(BOOK.weights.values()))
    evaluator = Evaluator(GAME, match.options, BOOK)
    assert tune.forecast(rows, weights, 3) == pytest.approx(evaluator.side_values(GAME, match.state))


def test_two_views_would_come_out_as_by_the_logistic_function() -> None:
    x = np.random.default_rng(3).normal(0.0, 1.0, (50, 2))
    both = np.stack([x, -x], axis=1).reshape(-1, 2)
    weights = np.array([0.7, -1.1])
    assert tune.forecast(both, weights, 2)[::2] == pytest.approx(tune.forecast(x, weights, 1))


def test_what_sides_have_from_the_start_is_not_shrunk_with_three_either() -> None:
    """The first side wins eight games in ten, the others one each: log-odds of ln 8 apart, whatever the ridge."""
    x = np.tile([[1.0], [-0.5], [-0.5]], (1_000, 1))
    won = np.tile([1.0, 0.0, 0.0], 800).tolist() + np.tile([0.0, 1.0, 0.0], 100).tolist() + [0.0, 0.0, 1.0] * 100
    fit = tune.fit_weights(x, np.array(won), np.repeat(np.arange(1_000, dtype=np.intp), 3), 3)
    assert fit.weights[0] == pytest.approx(np.log(8.0), rel=1e-3)  # 1.5 units apart, times two thirds


def test_a_book_of_three_sides_is_calibrated() -> None:
    x = three_views(1_500)
    games_of = np.repeat(np.arange(1_500, dtype=np.intp), 3)
    data = samples.TrainingData(x, winners_by(x, [0.9, -0.2]), games_of, Counter(), 3)
    calibrated = tune.calibrate(Insight("by test", 0.0, {"a": 1.8, "b": -0.4}, {}), False, data)
    assert calibrated.book.scale == pytest.approx(0.5, rel=0.15)
    assert calibrated.scores["new"].log_loss < calibrated.scores["old"].log_loss < 1.0


def test_too_few_games_that_anybody_won_are_an_error_that_counts_them() -> None:
    x = three_views(30)
    won = np.where(np.arange(90) < 27, winners_by(x, [0.9, -0.2]), 1 / 3)  # nine were won, 21 drawn
    with pytest.raises(tune.TooFewGames, match="9 of 30"):
        tune.fit_weights(x, won, np.repeat(np.arange(30, dtype=np.intp), 3), 3)


def test_games_of_three_sides_are_seen_by_all_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(samples, "SAMPLE_ONE_IN", 1)
    options = GAME.settle({"rounds": 2})
    drawn = set()
    for number in range(12):
        sample = samples.collect_from(GAME, samples.SampleJob(MODEL, options, ("random",) * 3, f"seen/{number}"))
        rows = np.array(sample.positions).reshape(-1, 3, len(GAME.features))
        assert rows.sum(axis=1) == pytest.approx(np.zeros((len(rows), len(GAME.features))))
        assert sum(sample.won) == pytest.approx(1.0)
        drawn.add(len(set(sample.won)) == 1)
        data = samples.join([sample])
        assert data.views == 3
        assert data.won.reshape(-1, 3).tolist() == [list(sample.won)] * len(rows)
    assert drawn == {True, False}


def test_teams_are_seen_by_their_first_seats() -> None:
    assert samples.viewing_seats(TEAMS) == (0, 2, 3)
    assert samples.viewing_seats((0, 0, 1)) == (0,)
    assert samples.viewing_seats((0, 0)) == (0,)


@pytest.mark.parametrize("more", [[], ["--calibrate"]])
def test_the_command_fits_a_book_to_three_sides(run: Run, more: list[str]) -> None:
    words = ["--option", "rounds=2", "--games", "40", "--level", "random", "--processes", "1"]
    ran = run("lab", "tune", MODEL, *words, *more)
    assert ran.code == 0 and "Fitted to 40 games" in ran.out and "[book.all.weights]" in ran.out


def test_two_sides_of_a_team_game_are_measured_once() -> None:
    together = replace(TOY, teams=lambda options: (0, 1))
    sample = samples.collect_from(together, samples.SampleJob("toy", TOY.settle({}), ("greedy", "greedy"), "a"))
    assert len(sample.won) == 1 and sample.won[0] in (0.0, 1.0)
