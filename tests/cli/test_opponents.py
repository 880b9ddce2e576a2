"""Opponents and hints at the terminal: who plays, by level or by name, and what the best choices are."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from sandtable import games
from sandtable.cli import session
from sandtable.cli.play import Terminal
from sandtable.cli.words import Say
from sandtable.engine import replay
from sandtable.engine.game import Game, S
from sandtable.engine.match import Match
from sandtable.engine.types import Choice
from sandtable.players import RANKS, Pace
from tests.cli.conftest import Run, only
from tests.clocks import Clock
from tests.engine import toy

pytestmark = pytest.mark.slow

PLAY = ("play", "buda_1686", "--seed", "story")


def seating(home: Path) -> dict[str, str]:
    """Who plays which seat in the only saved game."""
    saved = json.loads(only(home / "saves").read_text())
    told: dict[str, str] = saved["table"]["seating"]
    return told


def toy_table(*players: str, terminal: bool = False) -> tuple[Terminal, io.StringIO]:
    """The toy game at a terminal of its own, and what is written there."""
    game: Game[Any] = toy.TOY
    out = io.StringIO()
    console = Console(file=out, width=100, height=40, force_terminal=terminal, highlight=False)
    return Terminal(session.begin(game, game.settle({}), players, "story"), "en", console), out


def type_in(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """What a person types, and then walks away."""
    typed = list(lines)

    def read(prompt: str = "") -> str:
        if not typed:
            raise EOFError
        return typed.pop(0)

    monkeypatch.setattr("builtins.input", read)


# ---------------------------------------------------------------------- teams


def test_a_team_leaves_the_answer_to_the_person_in_it(run: Run, home: Path) -> None:
    """Who goes first is asked of the first Revolutionary, an opponent, and open to the second, a person."""
    team = ("play", "nights_of_fire", "--option", "ruleset=konev_basic", "--option", "revolutionaries=2")
    ran = run(*team, "--as", "second", "--vs", "random", "--seed", "team", typed="hint / 1 / quit")
    assert ran.code == 0
    assert "Second Revolutionary: " in ran.out
    assert seating(home) == {"first": "random", "second": "human"}
    match, _ = replay.load(games.load("nights_of_fire"), replay.parse_save(only(home / "saves").read_text()))
    assert (match.history[0].seat, match.history[0].choice[0]) == (1, "first")


def test_a_team_of_opponents_answers_by_itself(run: Run) -> None:
    team = ("play", "nights_of_fire", "--option", "ruleset=konev_basic", "--option", "revolutionaries=2")
    ran = run(*team, "--as", "none", "--vs", "random", "--seed", "team")
    assert ran.code == 0 and "The game is over." in ran.out


# ---------------------------------------------------------------------- levels


@pytest.mark.parametrize("given", ["2", "corporal", "Corporal", "TIZEDES"])
def test_an_opponent_is_chosen_by_level_or_name_and_saved_by_level(run: Run, home: Path, given: str) -> None:
    assert run(*PLAY, "--vs", given, typed="quit").code == 0
    assert seating(home) == {"imperial": "human", "ottoman": "2"}


def test_who_names_nobody_plays_against_level_four(run: Run, home: Path) -> None:
    run(*PLAY, typed="quit")
    assert seating(home) == {"imperial": "human", "ottoman": "4"}


def test_a_save_with_a_simple_opponent_goes_on_with_it(run: Run, home: Path) -> None:
    run(*PLAY, "--vs", "greedy", typed="quit")
    assert session.resume(only(home / "saves")).seating == ("human", "greedy")


@pytest.mark.parametrize("lang", ["en", "hu"])
def test_an_unknown_opponent_is_named_with_all_that_there_are(run: Run, lang: str) -> None:
    ran = run(*PLAY, "--vs", "genius", "--lang", lang)
    assert ran.failed_in_one_line(2, "genius")
    assert "human, random, greedy, 1 " in ran.err
    for rank in RANKS.values():
        assert (rank.name_hu if lang == "hu" else rank.name) in ran.err


def test_help_and_the_list_of_games_name_the_levels(run: Run) -> None:
    for told in (run("play", "--help").out, run("games").out):
        words = " ".join(told.split())
        assert all(f"{level} {rank.name}" in words for level, rank in RANKS.items())
    assert "6 Tábornagy" in " ".join(run("games", "--lang", "hu").out.split())


# ---------------------------------------------------------------------- thinking


def test_a_terminal_shows_that_the_opponent_thinks(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch)
    table, out = toy_table("3", "human", terminal=True)
    assert table.run() == 0
    assert "Sergeant is thinking …" in out.getvalue()


def test_without_a_terminal_nothing_is_said_about_thinking(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch)
    table, out = toy_table("3", "human")
    assert table.run() == 0
    assert "thinking" not in out.getvalue()


class Timed:
    """An opponent that takes the first option, and notes how long it might have thought."""

    def __init__(self) -> None:
        self.budget_ms: int | None = None
        self.given: list[int | None] = []

    def choose(self, match: Match[S], seat: int) -> Choice:
        self.given.append(self.budget_ms)
        return match.choices[0]


def test_opponents_in_a_row_have_less_and_less_time_while_a_person_waits(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    type_in(monkeypatch)
    table, _ = toy_table("6", "human")
    player = table.players[0] = Timed()
    table.waiting = Pace(Clock(step=4.0))
    assert table.run() == 0
    # Of 20 seconds an eighth, but at most two seconds: after 4 and 8 seconds of waiting, and so on.
    assert player.given[:2] == [2000, 1500]


def test_opponents_among_themselves_have_all_their_time(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch)
    table, _ = toy_table("6", "6")
    player = table.players[0] = table.players[1] = Timed()
    table.waiting = Pace(Clock(step=4.0))
    table.run()
    assert len(player.given) > 3 and set(player.given) == {2000}


class Interrupted:
    """An opponent that is interrupted while it thinks."""

    budget_ms: int | None = None

    def choose(self, match: Match[S], seat: int) -> Choice:
        raise KeyboardInterrupt


def test_an_opponent_that_thinks_can_be_interrupted(home: Path) -> None:
    table, out = toy_table("6", "human", terminal=True)
    table.players[0] = Interrupted()
    assert table.run() == 130
    assert "sandtable play --resume" in out.getvalue()
    assert only(home / "saves").exists()


# ---------------------------------------------------------------------- hints


def test_a_hint_names_choices_of_the_menu_with_their_prospects(run: Run, home: Path) -> None:
    out = run(*PLAY, typed="hint / quit").out
    _, _, told = out.partition("chance to win")
    lines = [line for line in told.splitlines() if "%" in line]
    assert len(lines) == 3
    assert all(line.count("%") == 2 for line in lines)
    assert all(line.strip().startswith(("Move", "Artillery", "Mining", "End the go")) for line in lines)
    assert any(Say("en")(f"hint.{sure}") in told for sure in ("clear", "likely", "close"))
    assert session.resume(only(home / "saves")).match.number == 0, "a hint chooses nothing"


def test_a_hint_in_hungarian(run: Run) -> None:
    out = run(*PLAY, "--lang", "hu", typed="tipp / quit").out
    assert "győzelmi esély" in out
    assert out.count("%") == 6


def test_where_there_is_one_option_nothing_is_to_be_decided(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table, out = toy_table("human", "human")
    while len(table.match.choices) != 1:
        table.match.choose(table.match.choices[0])
    type_in(monkeypatch, "hint")
    table.run()
    assert "There is only one option." in out.getvalue()
    assert "%" not in out.getvalue()
