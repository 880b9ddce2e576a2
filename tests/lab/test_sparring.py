"""Sparring: bouts are fair, weights that help are found, and a book of before is only replaced by a better one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs

from sandtable import games
from sandtable.engine.insight import FILE, Insight, load_insights
from sandtable.lab import pool, sparring
from sandtable.lab.sparring import Bout, BoutResult, SparringSettings, play_bout_of, play_bouts, spar
from tests.cli.conftest import Run
from tests.engine.toy import TOY

pytestmark = pytest.mark.slow

BOOK = TOY.insights.of(TOY.settle({}))
BACKWARDS = structs.replace(BOOK, weights={"lead": -0.5})
"""Thinks that it is good to be behind."""
NO_OPINION = structs.replace(BOOK, weights={"lead": 0.0})


def bout(first: Insight, second: Insight, seed: str) -> Bout:
    return Bout("toy", TOY.settle({}), first, second, BOOK, 8, seed)


@pytest.fixture
def big_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Weights that are far off come home in a few rounds."""
    monkeypatch.setattr(sparring, "SHIFT", 0.3)
    monkeypatch.setattr(sparring, "STEP", 1.0)


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "load", lambda slug: TOY)


def test_equal_books_are_even_whatever_the_dice() -> None:
    for number in range(5):
        result = play_bout_of(TOY, bout(BOOK, BOOK, f"even/{number}"))
        assert result.ahead == 0.0
        assert result.wins == result.losses


def test_a_bout_turned_round_has_the_opposite_result() -> None:
    for number in range(5):
        one = play_bout_of(TOY, bout(BOOK, BACKWARDS, f"turned/{number}"))
        other = play_bout_of(TOY, bout(BACKWARDS, BOOK, f"turned/{number}"))
        assert (one.wins, one.losses, one.ahead) == (other.losses, other.wins, -other.ahead)


def test_who_wants_to_be_behind_loses() -> None:
    results = [play_bout_of(TOY, bout(BOOK, BACKWARDS, f"better/{number}")) for number in range(12)]
    assert sum(result.wins for result in results) > sum(result.losses for result in results)
    assert sum(result.ahead for result in results) > 0


def test_where_there_is_one_side_each_plays_it_alone() -> None:
    """Nobody sits across the table from a book, so what both did is compared."""
    together = replace(TOY, teams=lambda options: (0, 0))
    even = play_bout_of(together, bout(BOOK, BOOK, "alone"))
    assert (even.ahead, even.wins) == (0.0, even.losses)
    results = [play_bout_of(together, bout(BOOK, BACKWARDS, f"alone/{number}")) for number in range(12)]
    assert any(result.ahead for result in results)
    assert all(result.wins <= 1 and result.losses <= 1 for result in results)  # of one game each


def test_sparring_turns_a_weight_the_right_way(toy: None, big_steps: None) -> None:
    """From no opinion to the belief that it is good to lead."""
    settings = SparringSettings("toy", TOY.settle({}), 8, rounds=6, bouts=6, seed="toy", processes=1)
    told: list[None] = []
    assert spar(NO_OPINION, settings, lambda: told.append(None)).weights["lead"] > 0
    assert len(told) == 6 * 6


def test_constant_features_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "load", lambda slug: replace(TOY, constant_features=("lead",)))
    settings = SparringSettings("toy", TOY.settle({}), 8, rounds=2, bouts=4, seed="given", processes=1)
    assert spar(BOOK, settings, lambda: None).weights == BOOK.weights


def test_a_feature_that_changes_much_is_shifted_little(toy: None) -> None:
    settings = SparringSettings("toy", TOY.settle({}), 8, rounds=1, bouts=1, seed="units", processes=1)
    tenfold = replace(TOY, measure=lambda g, seat: [10.0 * number for number in TOY.measure(g, seat)])
    book = structs.replace(BOOK, weights={"lead": 0.05})  # so that both play alike
    assert sparring.weight_units(tenfold, settings.options, book, settings) == pytest.approx(
        sparring.weight_units(TOY, settings.options, BOOK, settings) / 10
    )


def test_a_feature_that_never_changes_is_left_alone(toy: None) -> None:
    settings = SparringSettings("toy", TOY.settle({}), 8, rounds=1, bouts=1, seed="units", processes=1)
    with_constant = replace(TOY, features=("lead", "idle"), measure=lambda g, seat: [*TOY.measure(g, seat), 3.0])
    book = structs.replace(BOOK, weights={**BOOK.weights, "idle": 1.0})
    lead, idle = sparring.weight_units(with_constant, settings.options, book, settings)
    assert lead > 0.0 and idle == 0.0


def test_results_come_in_the_order_of_the_bouts(toy: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is quicker: so the number of processes changes nothing."""
    bouts = [bout(BOOK, BACKWARDS, f"order/{number}") for number in range(6)]

    def backwards(
        work: Callable[[Bout], BoutResult], jobs: Sequence[Bout], processes: int
    ) -> Iterator[tuple[Bout, BoutResult]]:
        yield from ((job, work(job)) for job in reversed(jobs))

    straight = play_bouts(bouts, 1, lambda: None)
    monkeypatch.setattr(pool, "run", backwards)
    assert len(set(straight)) > 1
    assert play_bouts(bouts, 2, lambda: None) == straight


# ---------------------------------------------------------------------- the command


@pytest.fixture
def toy_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The toy with a book that is a little backward, in a folder that may be written to."""
    folder = tmp_path / "toy"
    folder.mkdir()
    (folder / FILE).write_text('[book.all]\nmade_by = "by hand"\npatience = 0.5\n\n[book.all.weights]\nlead = -0.1\n')
    game = replace(TOY, folder=folder, insights=load_insights(folder, TOY.features))
    monkeypatch.setattr(games, "load", lambda slug: game)
    return folder


WORDS = ["lab", "spar", "toy", "--iterations", "8", "--bouts", "6", "--trial", "30", "--processes", "1"]


def test_the_command_writes_a_book_that_won(run: Run, toy_package: Path, big_steps: None) -> None:
    ran = run(*WORDS, "--rounds", "8", "--seed", "rainy day", "--write")
    assert ran.code == 0
    assert "The new book won" in ran.out
    written = load_insights(toy_package, TOY.features).books["all"]
    assert written.weights["lead"] > 0
    assert (
        written.made_by == "by hand; then sandtable lab spar toy --rounds 8 --bouts 6 --iterations 8 --seed 'rainy day'"
    )


def test_a_book_that_did_not_win_is_not_written(run: Run, toy_package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sparring, "STEP", 0.0)  # the book stays as it is, and wins half of its games
    before = (toy_package / FILE).read_text()
    ran = run(*WORDS, "--rounds", "1", "--write")
    assert ran.code == 0
    assert "Nothing was written" in ran.out
    assert (toy_package / FILE).read_text() == before


@pytest.mark.parametrize(("lang", "word"), [("en", "new book won"), ("hu", "Az új könyv")])
def test_the_command_speaks_both_languages(run: Run, toy_package: Path, lang: str, word: str) -> None:
    assert word in run(*WORDS, "--rounds", "1", "--lang", lang).out


@pytest.mark.parametrize(
    ("arguments", "naming"),
    [("atlantis", "atlantis"), ("buda_1686 --mode siege", "siege"), ("buda_1686 --rounds 0", "--rounds")],
)
def test_what_cannot_spar_is_named_in_one_line(run: Run, arguments: str, naming: str) -> None:
    assert run("lab", "spar", *arguments.split()).failed_in_one_line(2, naming)
