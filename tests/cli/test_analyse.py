"""Analysing recorded games at the terminal: strips, turning points, numbers, and whose eyes may see what."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
from rich.console import Console

from sandtable import games
from sandtable.cli.analyse import AnalysisView, even_row, spread, strip, thinned
from sandtable.cli.words import Say
from sandtable.engine import replay
from sandtable.engine.game import Game
from sandtable.engine.match import Match
from sandtable.engine.start import Origin, start
from sandtable.engine.state import State
from sandtable.players.findings import Analysis, Moment
from tests.cli.conftest import Run, only
from tests.engine.toy import TOY

pytestmark = pytest.mark.slow

POSITION: dict[str, Any] = {
    "turn": 2,
    "phase": "fight",
    "wager": 2,
    "cards": {"red": ["card:1", "card:6"], "blue": ["card:2", "card:3"], "deck": ["card:4", "card:5"]},
}
ORIGIN = Origin("story", None, POSITION)
QUICK = ("--iterations", "60")


@pytest.fixture(autouse=True)
def shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy game stands on the shelf beside the real ones."""
    real = games.load
    monkeypatch.setattr(games, "load", lambda slug: cast("Game[State]", TOY) if slug == "toy" else real(slug))


def blundered(decisions: int) -> Match[Any]:
    """Red plays card 1, though card 6 would be sure; then everybody takes what comes first."""
    match: Match[Any] = start(TOY, {}, ORIGIN)
    match.choose(("play", "card:1"))
    while match.ask is not None and match.number < decisions:
        match.choose(match.choices[0])
    return match


@pytest.fixture
def finished(tmp_path: Path) -> Path:
    file = tmp_path / "game.replay.jsonl"
    file.write_text(replay.record(blundered(100), ORIGIN).to_lines())
    return file


def unfinished(folder: Path, seating: dict[str, str] | None) -> Path:
    """A save after three decisions."""
    saved = replay.save(blundered(3), ORIGIN)
    if seating is not None:
        saved["table"] = {"seating": dict(seating)}
    file = folder / "game.save.json"
    file.write_text(json.dumps(saved))
    return file


# ---------------------------------------------------------------------- what is shown


def test_strips_turns_and_turning_points_are_drawn(run: Run, finished: Path) -> None:
    ran = run("analyse", str(finished), *QUICK)
    assert ran.code == 0
    assert ran.err == "", "the bar is only for terminals"
    assert "The game is over. Winner: " in ran.out
    assert ran.out.count("chance to win after each decision") == 2
    assert "█" in ran.out
    assert re.search(r"turn +start +2 +3", ran.out)
    assert re.search(r"a turn 2, decision 0: R Red: ✗ Play card:1 \(\d+%\)\. Better: Play card:6 \(\d+%\)", ran.out)
    assert "– Red plays card:1." in ran.out.replace("red plays", "Red plays")
    assert re.search(r"\d+ decisions, \d+ of them with a single option; \d+ compared with their alternatives", ran.out)
    assert "60 iterations each" in ran.out


def test_luck_is_told_with_its_lines(run: Run, finished: Path) -> None:
    out = run("analyse", str(finished), *QUICK).out
    assert re.search(r"⚅ luck after|⚀ bad luck after", out)
    assert re.search(r"– \w+ rolls \d\.", out)


def test_an_analysis_in_hungarian(run: Run, finished: Path) -> None:
    out = run("analyse", str(finished), *QUICK, "--lang", "hu").out
    assert "Fordulópontok" in out
    assert "2. forduló, 0. döntés" in out
    assert "győzelmi esély" in out


def test_only_one_side(run: Run, finished: Path) -> None:
    out = run("analyse", str(finished), *QUICK, "--as", "blue").out
    assert out.count("chance to win after each decision") == 1
    assert "card:6" not in out, "red's better card is not for blue's eyes"


def test_numbers_for_programs(run: Run, finished: Path) -> None:
    ran = run("analyse", str(finished), *QUICK, "--json")
    told = json.loads(ran.out)
    assert (told["game"], told["seats"], told["iterations"]) == ("toy", ["red", "blue"], 60)
    assert told["blunders"][0]["better"] == ["play", "card:6"]
    assert set(told["moments"][0]["win"]) == {"red", "blue"}
    assert run("analyse", str(finished), *QUICK, "--json").out == ran.out, "an analysis is the same every time"


def analysis(*moments: Moment) -> Analysis:
    """An analysis without turning points."""
    return Analysis(
        "toy", ("red", "blue"), ("red",), ("red",), False, 2, 0, 2, 2, 60, 0.5, {"red": 0.5}, moments, (), ()
    )


def drawn(found: Analysis) -> str:
    console = Console(width=60)
    with console.capture() as capture:
        console.print(AnalysisView(cast("Game[State]", TOY), found, Say("en")).whole(console.width))
    return capture.get()


def test_a_game_without_turning_points_says_so(home: Path) -> None:
    assert "No single choice or roll changed much" in drawn(analysis(Moment(0, 1, "red", None, {"red": 0.5})))


def test_a_game_in_which_nothing_was_decided_says_so(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "new.jsonl"
    file.write_text(replay.record(start(TOY, {}, Origin("new")), Origin("new")).to_lines())
    assert "Nothing has been decided yet." in run("analyse", str(file), "--as", "red").out


# ---------------------------------------------------------------------- drawing


def test_the_scale_marks_an_even_share_and_says_it_of_more_than_two_sides(home: Path) -> None:
    two = analysis(Moment(0, 1, "red", None, {"red": 0.5}))
    assert re.search(r"100%.*\n.*\n +50%", drawn(two)) and "even share" not in drawn(two)
    three = drawn(replace(two, even=1 / 3))  # the last of four rows: its upper edge, a quarter, is nearest
    assert re.search(r"100%.*\n.*\n.*\n +33%", three) and "An even share is 33%." in three
    assert [even_row(1 / count) for count in (2, 3, 4, 5)] == [2, 3, 3, 3]


def test_a_strip_rises_by_eighths() -> None:
    assert strip([0.0, 0.25, 0.5, 0.75, 1.0], 2) == ["   ▄█", " ▄███"]


def test_a_narrow_strip_shows_the_last_moment_of_each_column() -> None:
    moments = [Moment(n, 1, "red", None, {}) for n in range(7)]
    assert [moment.number for moment in thinned(moments, 3)] == [1, 3, 6]
    assert thinned(moments, 100) == moments


def test_marks_stand_at_their_columns_and_never_overlap() -> None:
    assert spread({0: "9", 3: "10", 4: "11", 6: "12"}) == "9  10 12"


# ---------------------------------------------------------------------- games that are not finished


def test_an_unfinished_game_is_shown_as_the_person_at_the_terminal_knows_it(run: Run, tmp_path: Path) -> None:
    file = unfinished(tmp_path, {"red": "4", "blue": "human"})
    ran = run("analyse", str(file), *QUICK)
    assert ran.code == 0
    assert "The game is not finished. Analysed with the knowledge of: Blue" in ran.out
    assert "card:6" not in ran.out
    told = json.loads(run("analyse", str(file), *QUICK, "--json").out)
    assert all(moment["choice"] is None for moment in told["moments"] if moment["seat"] == "red")
    assert all(set(moment["win"]) == {"blue"} for moment in told["moments"])


@pytest.mark.parametrize("seating", [None, {"red": "human", "blue": "human"}, {"red": "4", "blue": "4"}])
def test_an_unfinished_game_of_several_people_wants_to_know_whose_eyes(
    run: Run, tmp_path: Path, seating: dict[str, str] | None
) -> None:
    file = unfinished(tmp_path, seating)
    assert run("analyse", str(file)).failed_in_one_line(2, "--as")
    assert "the knowledge of: Red" in run("analyse", str(file), *QUICK, "--as", "red").out


def test_a_game_kept_by_the_terminal_can_be_analysed(run: Run, home: Path) -> None:
    run("play", "buda_1686", "--seed", "story", "--vs", "random", typed="mining dig / quit")
    ran = run("analyse", str(only(home / "saves")), *QUICK)
    assert ran.code == 0
    assert "the knowledge of: Imperial" in ran.out


# ---------------------------------------------------------------------- what is wrong


def test_a_side_that_is_not_there(run: Run, finished: Path) -> None:
    assert run("analyse", str(finished), "--as", "green").failed_in_one_line(2, "green")


def test_iterations_are_at_least_one(run: Run, finished: Path) -> None:
    assert run("analyse", str(finished), "--iterations", "0").failed_in_one_line(2, "--iterations")


@pytest.mark.parametrize(
    ("at", "field", "value", "naming"),
    [
        (0, "rules", 99, "99"),
        (0, "seed", "other", "seed"),
        (1, "choice", ["play", "card:9"], "move 0"),
        (1, "hash", "0", "move 0"),
    ],
)
def test_an_edited_game_is_named(run: Run, finished: Path, at: int, field: str, value: object, naming: str) -> None:
    lines = [json.loads(line) for line in finished.read_text().splitlines()]
    lines[at][field] = value
    finished.write_text("".join(json.dumps(line) + "\n" for line in lines))
    ran = run("analyse", str(finished), *QUICK)
    assert ran.failed_in_one_line(1, naming)
    assert "game.replay.jsonl" in ran.err


# ---------------------------------------------------------------------- a real game


@pytest.mark.slow
def test_a_whole_game_of_the_uprising(run: Run) -> None:
    golden = Path(__file__).parent.parent / "golden" / "nights_of_fire" / "konev_basic_1-1.jsonl"
    ran = run("analyse", str(golden), *QUICK)
    assert ran.code == 0
    assert re.search(r"turn +start +1 +2 +3", ran.out)
    assert "Turning points" in ran.out
