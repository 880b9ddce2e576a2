"""Looking at recorded games: forward, back, one position, and every hash checked."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from sandtable import games
from sandtable.engine.replay import record
from sandtable.engine.start import Origin, start
from tests.cli.conftest import Run, only

pytestmark = pytest.mark.slow

Edit = Callable[[dict[str, object]], None]


@pytest.fixture(scope="module")
def finished() -> str:
    """The replay of a random game, as short as they come."""
    origin = Origin("story")
    match = start(games.load("buda_1686"), {}, origin)
    rng = random.Random(1)
    while match.outcome is None:
        match.choose(("end",) if ("end",) in match.choices and rng.random() < 0.5 else rng.choice(match.choices))
    return record(match, origin).to_lines()


@pytest.fixture
def recorded(finished: str, tmp_path: Path) -> Path:
    """The file of a finished game."""
    file = tmp_path / "game.replay.jsonl"
    file.write_text(finished)
    return file


@pytest.fixture
def saved(run: Run, home: Path) -> Path:
    """A game in which two choices were made."""
    run("play", "buda_1686", "--vs", "human", "--seed", "story", typed="mining dig / end / quit")
    return only(home / "saves")


def positions(out: str) -> list[int]:
    """The numbers of the positions that were shown."""
    return [int(number) for number in re.findall(r"after decision (\d+) of", out)]


def moves(file: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in file.read_text().splitlines()[1:]]


def test_stepping_forward_and_back(run: Run, recorded: Path) -> None:
    chosen = [n for n, move in enumerate(moves(recorded)) if not move.get("auto")]
    ran = run("replay", str(recorded), typed=" / ".join(["n", "", "p", "previous", "p", "q"]))
    assert ran.code == 0
    after_one, after_two = chosen[1], chosen[2]
    assert positions(ran.out) == [0, after_one, after_two, after_one, 0, 0]


def test_jumping(run: Run, recorded: Path) -> None:
    last = len(moves(recorded))
    out = run("replay", str(recorded), typed="last / n / first / g 40 / 40 / q").out
    shown = positions(out)
    assert shown[:4] == [0, last, last, 0]
    assert 40 <= shown[4] == shown[5] <= 45
    assert "The game is over. Winner: " in out


def test_wrong_keys_are_told_and_the_end_of_input_ends(run: Run, recorded: Path) -> None:
    ran = run("replay", str(recorded), typed="bananas / g bananas / g 999999")
    assert ran.code == 0
    assert ran.out.count("! ") == 3
    assert positions(ran.out) == [0]


def test_hungarian_keys(run: Run, recorded: Path) -> None:
    out = run("replay", str(recorded), "--lang", "hu", typed="utolsó / első / u 10 / v").out
    assert re.findall(r"(\d+) döntés után", out)[0] == "0"
    assert len(re.findall(r"(\d+) döntés után", out)) == 4


def test_one_position_without_questions(run: Run, recorded: Path) -> None:
    ran = run("replay", str(recorded), "--at", "30")
    assert ran.code == 0
    assert len(positions(ran.out)) == 1
    assert "of 8 · round" in ran.out


@pytest.mark.parametrize("at", ["-1", "999999"])
def test_a_position_that_is_not_there(run: Run, recorded: Path, at: str) -> None:
    assert run("replay", str(recorded), "--at", at).failed_in_one_line(2, at)


def test_a_side_that_is_not_there(run: Run, recorded: Path) -> None:
    assert run("replay", str(recorded), "--as", "french", "--at", "0").failed_in_one_line(2, "french")


def test_a_replay_is_verified_with_its_counts(run: Run, recorded: Path) -> None:
    ran = run("replay", str(recorded), "--verify")
    hashes = sum("hash" in move for move in moves(recorded))
    assert ran.code == 0
    assert ran.out.startswith(f"ok: buda_1686, {len(moves(recorded))} decisions replayed, {hashes} hashes compared")
    assert "the game is finished" in ran.out


def test_a_save_is_shown_and_verified_too(run: Run, saved: Path) -> None:
    assert positions(run("replay", str(saved), typed="last / q").out)[-1] >= 2
    ran = run("replay", str(saved), "--verify")
    assert ran.code == 0
    assert "the game is not finished" in ran.out


def edited(file: Path, at: int, edit: Edit) -> Path:
    """A copy of a replay with one line changed."""
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    edit(lines[at])
    copy = file.with_name("edited.jsonl")
    copy.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return copy


@pytest.mark.parametrize(
    "edit",
    [
        lambda move: move.update(choice=["raise_cas", "zone:palota"]),
        lambda move: move.update(choice=[]),
        lambda move: move.update(choice=None),
        lambda move: move.update(seat="french"),
        lambda move: move.update(hash="0" * 32),
        lambda move: move.clear(),
    ],
)
def test_an_edited_move_is_named(run: Run, recorded: Path, edit: Edit) -> None:
    number = [n for n, move in enumerate(moves(recorded)) if "hash" in move][20]
    copy = edited(recorded, number + 1, edit)
    assert run("replay", str(copy), "--verify").failed_in_one_line(1, f"move {number}")
    assert run("replay", str(copy), "--at", "0").failed_in_one_line(1, f"move {number}")


def test_an_edited_choice_in_a_save_is_named(run: Run, saved: Path) -> None:
    game = json.loads(saved.read_text())
    past = game["past"] + game["since"]
    past[0][1] = ["raise_cas", "zone:palota"]
    game["past"], game["since"] = past[: len(game["past"])], past[len(game["past"]) :]
    saved.write_text(json.dumps(game))
    assert run("replay", str(saved), "--verify").code == 1


@pytest.mark.parametrize(
    ("edit", "naming"),
    [
        (lambda head: head.update(rules=99), "99"),
        (lambda head: head.update(game="atlantis"), "atlantis"),
        (lambda head: head.update(seed="other"), "seed"),
        (lambda head: head.update(options={"mood": "good"}), "mood"),
        (lambda head: head.update(pack="0"), "pack"),
    ],
)
def test_an_edited_header_is_refused(run: Run, recorded: Path, edit: Edit, naming: str) -> None:
    assert run("replay", str(edited(recorded, 0, edit)), "--verify").failed_in_one_line(1, naming)


def test_a_replay_cut_short_in_a_line_is_refused(run: Run, recorded: Path) -> None:
    recorded.write_text(recorded.read_text()[:-30])
    assert run("replay", str(recorded), "--verify").failed_in_one_line(1, f"line {len(moves_before(recorded)) + 1}")


def moves_before(file: Path) -> list[str]:
    """The whole lines of a file that is cut short."""
    return file.read_text().splitlines()[:-1]
