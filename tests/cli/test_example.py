"""Worked examples at the terminal and at the referee."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from sandtable.cli import store
from sandtable.cli.example import Viewer
from sandtable.cli.words import Say
from sandtable.engine.words import LANGUAGES
from tests.cli.conftest import Ran, Run, only
from tests.cli.talking import Talk
from tests.playing import GAMES, AnyGame, book_of

pytestmark = pytest.mark.slow

STORM = "ex.assault.vizivaros"
GAME = next(game for game in GAMES if game.slug == "buda_1686")
BOOK = book_of(GAME)


def step_through(run: Run, example: str, typed: str, *more: str) -> Ran:
    """Look at an example at a terminal, and type; ' / ' ends a line."""
    return run("rules", "buda_1686", "--example", example, *more, typed=typed, terminal=True)


# ---------------------------------------------------------------------- listing


@pytest.mark.parametrize("lang", LANGUAGES)
def test_without_an_id_the_examples_are_listed(run: Run, lang: str) -> None:
    ran = run("rules", "buda_1686", "--example", "--lang", lang)
    assert ran.code == 0
    for example in BOOK.examples.values():
        assert f"{example.id}  {example.hu if lang == 'hu' else example.en}\n" in ran.out
    assert (
        f"{STORM}/one_unit  {'Both losses on one unit' if lang == 'en' else 'Mindkét veszteség egy egységre'}"
        in ran.out
    )
    die = "The die" if lang == "en" else "A dobás"
    assert f"cx.assault.limits/3  {die}: 3\n" in ran.out


def test_an_unknown_example_lists_what_there_is_and_names_its_neighbours(run: Run) -> None:
    ran = run("rules", "buda_1686", "--example", "ex.assault.vizivarosh")
    assert ran.failed_in_one_line(2, "ex.assault.vizivarosh") and STORM in ran.err
    assert "cx.epidemic" in ran.out
    ran = run("rules", "buda_1686", "--example", f"{STORM}/all")
    assert ran.failed_in_one_line(2, f"{STORM} has no line 'all'; it has one_unit, two_units")


def test_help_tells_of_it(run: Run) -> None:
    ran = run("rules", "--help")
    assert "--example" in ran.out and "try: play on from here" in " ".join(ran.out.split())


# ---------------------------------------------------------------------- printing


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=[game.slug for game in GAMES])
def test_without_a_terminal_all_steps_of_every_example_are_printed(game: AnyGame, lang: str) -> None:
    for lines in book_of(game).lines.values():
        console = Console(width=400, file=io.StringIO())
        Viewer(game, lines, console, Say(lang)).print(None)
        assert isinstance(console.file, io.StringIO)
        printed = console.file.getvalue()
        for line in lines:
            for step in line.steps:
                assert (step.hu if lang == "hu" else step.en) in printed


def test_what_happens_in_a_step_is_printed_with_the_board(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    out = run("rules", "buda_1686", "--example", STORM).out
    third = out.split("step 2 of 4")[1].split("step 3 of 4")[0]
    assert "╔ O Víziváros" in third or "╔O Víziváros" in third
    for part in (
        "▸ Ottoman: Abdurrahman stays\n",
        "– Roll for the fight: 3.\n",
        "◎ Ottoman morale level\n",
        "  +16  attackers\n  −10  defenders\n    0  terrain\n = +6\n",
        "the modifier is +6",
        "[assault.modifier, assault.roll, assault.success_double]\n",
        "? Ottoman: Take a loss (2 to take).",
    ):
        assert part in third, part
    assert out.count("step 1 of 4") == 1, "what two lines have in common is printed once"
    assert "line 2 of 2: One loss on each of two units · step 4 of 4" in out


def test_refusals_and_results_are_printed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    out = run("rules", "buda_1686", "--example", "cx.castle.ottoman/both").out
    assert "✗ Azabs I takes part" in out and "[castle.ottoman.origin]" in out
    assert "One enters" not in out, "only the line that was asked for"
    assert "Winner: Imperial" in run("rules", "buda_1686", "--example", "cx.victory.standard/storm").out


def test_a_board_that_has_not_changed_is_not_drawn_again(run: Run) -> None:
    out = run("rules", "buda_1686", "--example", "ex.setup.scale").out
    assert "step 2 of 2" in out and out.count("Esztergom Rondella") == 1


# ---------------------------------------------------------------------- stepping


def steps(out: str) -> list[str]:
    """Where the reader was, page after page."""
    return [line.split(" · ")[-1] if ":" in line else line for line in out.splitlines() if line.endswith("of 4")]


def test_enter_goes_on_and_b_goes_back(run: Run) -> None:
    ran = step_through(run, STORM, "\n\nb\nq")
    assert ran.code == 0
    assert steps(ran.out) == [f"step {number} of 4" for number in (1, 2, 3, 2)]


def test_after_the_last_step_comes_the_next_line_from_where_it_differs(run: Run) -> None:
    ran = step_through(run, STORM, "\n\n\n\n\nb\nq")
    where = [line for line in ran.out.splitlines() if line.endswith("of 4")]
    assert where[3:] == [
        "line 1 of 2: Both losses on one unit · step 4 of 4",
        "line 2 of 2: One loss on each of two units · step 4 of 4",
        "line 2 of 2: One loss on each of two units · step 4 of 4",
        "line 2 of 2: One loss on each of two units · step 3 of 4",
    ]


def test_a_number_shows_another_line_and_anything_else_is_refused(run: Run) -> None:
    ran = step_through(run, f"{STORM}/two_units", "1\n3\nhop\nq")
    where = [line.split(":")[0] for line in ran.out.splitlines() if line.endswith("of 4")]
    assert where == ["line 2 of 2", "line 1 of 2"]
    assert "! '3' is neither" in ran.out and "! 'hop' is neither" in ran.out


def test_the_end_of_the_input_ends_it(run: Run) -> None:
    assert step_through(run, STORM, "\n").code == 0


def test_try_plays_on_from_the_step_with_open_dice(run: Run) -> None:
    """After the assault is announced the Ottoman player is asked; both sides are at this terminal."""
    ran = step_through(run, STORM, "\ntry\nstays\nquit\n\nq")
    assert ran.code == 0
    assert steps(ran.out) == [f"step {number} of 4" for number in (1, 2, 2)], "back to the example afterwards"
    assert "Back to the example" in ran.out
    rolls = set()
    for _ in range(6):
        out = step_through(run, STORM, "\ntry\nstays\nquit\n\nq").out
        rolls |= {line for line in out.splitlines() if "Roll for the fight" in line}
    assert len(rolls) > 1, "dice of its own"


def test_where_the_game_is_over_there_is_nothing_to_try(run: Run) -> None:
    ran = step_through(run, "cx.victory.standard/storm", "\n\n\n\n\ntry\nq")
    assert ran.code == 0
    assert "! The game is over here" in ran.out and "Back to the example" not in ran.out


def test_the_input_may_end_while_something_is_tried(run: Run) -> None:
    ran = step_through(run, STORM, "try")
    assert ran.code == 0 and "The game is saved in" in ran.out


def test_a_tried_game_is_kept_and_can_be_resumed(run: Run) -> None:
    step_through(run, STORM, "\n\ntry\nquit\n\nq")
    save = only(store.home() / "saves")
    ran = run("play", "--resume", str(save), typed="quit")
    assert ran.code == 0 and "Take a loss (2 to take)." in ran.out


@pytest.mark.parametrize("typed", ["k\nvissza\npróba\nkilép\n\nv", "\nb\ntry\nquit\n\nq"])
def test_hungarian_keys_and_english_ones_are_understood(run: Run, typed: str) -> None:
    ran = step_through(run, STORM, typed, "--lang", "hu")
    assert ran.code == 0
    assert ran.out.count("2. lépés, összesen 4") == 1
    assert ran.out.count("1. lépés, összesen 4") == 3
    assert "Enter következő" in ran.out


# ---------------------------------------------------------------------- the referee


def test_the_referee_opens_an_example_at_any_step() -> None:
    talk = Talk()
    begun = talk.ok("example", game="buda_1686", id=STORM)
    assert begun["example"] == {"id": STORM, "line": "one_unit", "step": 0, "steps": 4}
    assert begun["ask"]["seat"] == "imperial" and ["assault", "zone:vizivaros"] in begun["ask"]["options"]
    fought = talk.ok("example", game="buda_1686", id=STORM, line="two_units", step=3)
    assert (fought["ask"]["seat"], fought["ask"]["rule"]) == ("ottoman", "loss.assigner")
    assert [line["key"] for line in fought["log"]] == ["assault", "roll_fight", "fight"]
    over = talk.ok("example", game="buda_1686", id="cx.victory.standard", step=6)
    assert over["over"]["winners"] == ["imperial"]


def test_a_match_from_an_example_is_like_any_other() -> None:
    talk = Talk()
    match = talk.ok("example", game="buda_1686", id=STORM, step=2, seed="x")["match"]
    talk.ok("choose", match=match, choice=["stay"], seat="ottoman")
    twin = talk.ok("example", game="buda_1686", id=STORM, step=2, seed="x")["match"]
    talk.ok("choose", match=twin, choice=["stay"])
    hashes = {talk.ok("state", match=name)["hash"] for name in (match, twin)}
    assert len(hashes) == 1, "the same seed gives the same dice"
    saved = talk.ok("save", match=match)["saved"]
    loaded = talk.ok("load", saved=saved)["match"]
    assert talk.ok("state", match=loaded) == talk.ok("state", match=match)
    assert talk.ok("replay", match=match)["replay"]["choices"]


@pytest.mark.parametrize(
    ("fields", "code", "naming"),
    [
        ({"game": "chess", "id": STORM}, "unknown_game", "chess"),
        ({"game": "buda_1686", "id": "ex.no"}, "bad_request", "there is no example 'ex.no'"),
        ({"game": "buda_1686", "id": STORM, "line": "all"}, "bad_request", "no line 'all'; it has one_unit, two_units"),
        (
            {"game": "buda_1686", "id": STORM, "step": 5},
            "bad_request",
            "step: ex.assault.vizivaros/one_unit has 4",
        ),
        ({"game": "buda_1686", "id": STORM, "step": -1}, "bad_request", "step"),
        ({"game": "buda_1686", "id": 7}, "bad_request", "id"),
        ({"game": "buda_1686", "id": STORM, "lines": 7}, "bad_request", "lines"),
    ],
)
def test_what_the_referee_refuses(fields: dict[str, object], code: str, naming: str) -> None:
    error = Talk().error("example", **fields)
    assert error["code"] == code and naming in error["message"]
