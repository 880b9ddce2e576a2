"""The lab from the command line: help, errors in one line, both languages, and the examples of the documentation."""

from __future__ import annotations

import io
import re
import shlex
from pathlib import Path

import pytest
from rich.console import Console
from rich.progress import Progress

from sandtable import players
from sandtable.cli.lab_show import RATE_PERIOD, Rate, play_plan
from sandtable.cli.words import Say
from sandtable.lab import results, spec
from sandtable.lab.recorder import Details
from sandtable.players.random import RandomPlayer
from tests.cli.conftest import Run
from tests.games.buda_1686.packs import changed
from tests.lab.conftest import QUICK, QUICK_MODE, quick, spec_of

pytestmark = pytest.mark.slow

DOCS = Path(__file__).parent.parent.parent / "docs" / "lab.md"
MATCH = f"lab match {QUICK} --mode {QUICK_MODE} --seats random --games 4 --processes 1"


@pytest.fixture
def simpletons(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every level plays at random, so that whole matches take no time."""
    monkeypatch.setattr(players, "make", lambda level, seed: RandomPlayer(seed))


# ---------------------------------------------------------------------- help


def test_without_a_verb_there_is_help(run: Run) -> None:
    ran = run("lab")
    assert ran.code == 0
    assert all(verb in ran.out for verb in ("match", "ladder", "compare", "resume", "report", "tune"))


@pytest.mark.parametrize("verb", ["match", "ladder", "compare", "resume"])
def test_every_verb_has_help_with_an_example(run: Run, verb: str) -> None:
    ran = run("lab", verb, "--help")
    assert ran.code == 0
    assert "Example" in ran.out
    assert ran.out.count(f"sandtable lab {verb}") > 1


# ---------------------------------------------------------------------- errors


@pytest.mark.parametrize(
    ("arguments", "naming"),
    [
        ("match atlantis", "atlantis"),
        ("match buda_1686 --seats god", "'god'"),
        ("match buda_1686 --seats imperial=9,ottoman=1", "'9'"),
        ("match buda_1686 --seats imperial=1,french=1", "'french'"),
        ("match buda_1686 --seats imperial=1", "no level for ottoman"),
        ("match buda_1686 --seats imperial=,ottoman=1", "level ''"),
        ("match buda_1686 --mode picnic", "'picnic'"),
        ("match buda_1686 --option mood=good", "mood"),
        ("match buda_1686 --option victory", "NAME=VALUE"),
        ("match buda_1686 --games 0", "--games"),
        ("match buda_1686 --processes none", "--processes"),
        ("match nights_of_fire --mode konev_basic_2 --swap", "all seats are on one side"),
        ("match nights_of_fire --mode conflict_basic_2 --seats first=1,second=2,commander=3 --swap", "the same level"),
        ("ladder buda_1686 --levels 1", "at least two different levels"),
        ("ladder buda_1686 --levels 1,2,1", "'1,2,1'"),
        ("ladder buda_1686 --levels 1,emperor", "'emperor'"),
        ("compare buda_1686", "--option NAME=VALUE or --pack FILE"),
        ("compare nights_of_fire --option revolutionaries=2", "first, second"),
        ("match buda_1686 --lang de", "'de'"),
    ],
)
def test_a_wrong_word_is_named_in_one_line(run: Run, arguments: str, naming: str, home: Path) -> None:
    assert run("lab", *arguments.split()).failed_in_one_line(2, naming)
    assert not home.exists(), "nothing was begun"


def test_a_pack_of_another_game_is_named(run: Run, tmp_path: Path) -> None:
    mine = changed(tmp_path, "saxon", "full = 3", "full = 5")
    assert run("lab", "match", QUICK, "--pack", str(mine)).failed_in_one_line(2, "is a pack of buda_1686")


def test_a_directory_without_results_is_named(run: Run, tmp_path: Path) -> None:
    assert run("lab", "resume", str(tmp_path / "nowhere")).failed_in_one_line(1, "nowhere")
    (tmp_path / "thesis.tex").touch()
    assert run(*MATCH.split(), "--out", str(tmp_path)).failed_in_one_line(1, "choose an empty directory")


def test_a_directory_of_other_games_is_refused(run: Run, tmp_path: Path) -> None:
    assert run(*MATCH.split(), "--out", str(tmp_path)).code == 0
    other = run(*MATCH.split(), "--seed", "other", "--out", str(tmp_path))
    assert other.failed_in_one_line(1, 'seed is "lab"; now, "other"')


# ---------------------------------------------------------------------- matches, ladders, comparisons


def test_a_match_shows_sides_and_swapped_players(run: Run, tmp_path: Path, simpletons: None) -> None:
    command = "lab match buda_1686 --seats imperial=5,ottoman=3 --swap --games 4 --processes 1"
    ran = run(*command.split(), "--out", str(tmp_path))
    assert ran.code == 0
    games = results.read(tmp_path)
    for seat in ("imperial", "Ottoman"):
        wins = sum(seat.casefold() in game.winners for game in games)
        assert re.search(rf"^ +{seat} +{wins} +4 +{25 * wins}\.0 %", ran.out, re.MULTILINE)
    for player, level in (("A", "5 Colonel"), ("B", "3 Sergeant")):
        wins = sum(game.players[seats_of(game.winners)] == player for game in games)
        assert re.search(rf"^ +player {player}: {level} +{wins} +4 ", ran.out, re.MULTILINE)
    assert str(tmp_path) in ran.out
    assert "\x1b" not in ran.out


def seats_of(winners: tuple[str, ...]) -> int:
    return ("imperial", "ottoman").index(winners[0])


def test_without_swapping_a_side_says_who_sits_there(run: Run, simpletons: None) -> None:
    command = "lab match buda_1686 --seats imperial=marshal,ottoman=random --games 2 --processes 1"
    ran = run(*command.split())
    assert re.search(r"imperial \(6 Marshal\) +\d +2 ", ran.out)
    assert re.search(r"Ottoman \(random\) +\d +2 ", ran.out)


def test_the_same_command_has_the_same_folder_and_finds_its_games(run: Run, home: Path) -> None:
    first = run(*MATCH.split())
    (folder,) = (home / "lab").iterdir()
    journal = (folder / "journal.jsonl").read_bytes()
    assert folder.name.startswith(f"{QUICK}-match-")
    assert run(*MATCH.split()).out == first.out
    assert (folder / "journal.jsonl").read_bytes() == journal
    run(*MATCH.split(), "--seed", "other")
    assert len(list((home / "lab").iterdir())) == 2


def test_what_is_written_down_asks_for_the_same_games(run: Run, home: Path) -> None:
    ran = run(*MATCH.split(), "--seed", "a rainy day", "--option", "hand=-1")
    (folder,) = (home / "lab").iterdir()
    plan = spec.read(folder)
    command = shlex.split(plan.command)
    assert command[0] == "sandtable"
    assert run(*command[1:]).out == ran.out
    assert len(list((home / "lab").iterdir())) == 1


@pytest.mark.slow
def test_a_ladder_has_a_folder_per_pairing(run: Run, tmp_path: Path, simpletons: None) -> None:
    command = "lab ladder buda_1686 --levels random,2,5 --games 2 --processes 1"
    ran = run(*command.split(), "--out", str(tmp_path))
    assert ran.code == 0
    assert re.search(r"2 Corporal +random +\d +2 .* undecided", ran.out)
    assert re.search(r"5 Colonel +2 Corporal +\d +2 ", ran.out)
    for pairing in ("2-random", "5-2"):
        assert (tmp_path / pairing / "games.csv").read_text().count("\n") == 3
    (tmp_path / "5-2" / "journal.jsonl").unlink()
    again = run("lab", "resume", str(tmp_path), "--processes", "1")
    assert again.out == ran.out
    assert len(results.read(tmp_path / "5-2")) == 2


def test_a_ladder_against_the_game_has_levels_by_themselves(run: Run, tmp_path: Path, simpletons: None) -> None:
    command = f"lab ladder {QUICK} --mode konev_basic_2 --levels random,4 --games 3 --processes 1 --lang hu"
    ran = run(*command.split(), "--out", str(tmp_path))
    assert re.search(r"random +\d +3 +\d", ran.out)
    assert re.search(r"4 Százados +\d +3 +\d", ran.out)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["4", "lab.json", "random"]


@pytest.mark.slow
def test_a_comparison_pairs_the_games_of_a_seed(run: Run, tmp_path: Path) -> None:
    command = "lab compare buda_1686 --option victory=either_victory --seats random --games 12 --processes 1"
    ran = run(*command.split(), "--out", str(tmp_path))
    assert ran.code == 0
    base, variant = (results.read(tmp_path / name) for name in ("base", "variant"))
    assert [game.seed for game in base] == [game.seed for game in variant]
    shares = [sum("imperial" in game.winners for game in games) / 12 for games in (base, variant)]
    difference = 100 * (shares[1] - shares[0])
    assert re.search(rf"imperial \(random\) .* {re.escape(f'{difference:+.1f}')} .* 12 *$", ran.out, re.MULTILINE)


@pytest.mark.slow
def test_a_pack_is_compared_with_the_games_own(run: Run, tmp_path: Path) -> None:
    mine = changed(tmp_path, "saxon", "full = 3", "full = 5")
    folder = tmp_path / "results"
    command = "lab compare buda_1686 --seats random --games 3 --processes 1"
    ran = run(*command.split(), "--pack", str(mine), "--out", str(folder))
    assert ran.code == 0
    assert (folder / "variant" / "pack.toml").read_text() == mine.read_text()
    assert not (folder / "base" / "pack.toml").exists()
    mine.unlink()
    (folder / "variant" / "journal.jsonl").unlink()
    assert run("lab", "resume", str(folder), "--processes", "1").out == ran.out


# ---------------------------------------------------------------------- at a terminal, and in Hungarian


def test_at_a_terminal_the_table_is_alive(tmp_path: Path) -> None:
    screen = Console(file=io.StringIO(), force_terminal=True, width=100, highlight=False)
    assert play_plan(quick(games=3), tmp_path, {}, 1, None, screen, Say("en")) == 0
    assert isinstance(screen.file, io.StringIO)
    assert "3/3" in screen.file.getvalue()


@pytest.mark.parametrize(("seconds", "rate"), [(0.1, "10.0 games/s"), (40.0, "1.5 games/min")])
def test_long_games_are_counted_by_the_minute(seconds: float, rate: str) -> None:
    now = 0.0
    progress = Progress(get_time=lambda: now, speed_estimate_period=RATE_PERIOD)
    task = progress.add_task("", total=10)
    assert str(Rate(Say("en")).render(progress.tasks[0])) == ""
    for _ in range(3):
        now += seconds
        progress.advance(task)
    assert str(Rate(Say("en")).render(progress.tasks[0])) == rate


def test_everything_is_said_in_hungarian(run: Run, simpletons: None) -> None:
    command = "lab match buda_1686 --seats császári=ezredes,török=3 --swap --games 2 --processes 1 --lang hu"
    ran = run(*command.split())
    assert ran.code == 0, ran.err
    assert "A játékos: 5 Ezredes" in ran.out
    assert "Minden játszma itt van" in ran.out
    assert run("lab", "match", "buda_1686", "--seats", "isten", "--lang", "hu").failed_in_one_line(
        2, "nincs ilyen szint"
    )


# ---------------------------------------------------------------------- the documentation


def commands() -> list[str]:
    return re.findall(r"^\$ sandtable (lab .*)$", DOCS.read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.slow
@pytest.mark.parametrize("command", [command for command in commands() if "--ray" not in command])
def test_commands_of_the_documentation_run(
    run: Run, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, simpletons: None
) -> None:
    changed(tmp_path, "saxon", "full = 3", "full = 5").rename(tmp_path / "mine.toml")
    monkeypatch.chdir(tmp_path)
    ran = run(*command.split(), "--games", "2", "--processes", "1")
    assert ran.code == 0, ran.err


def test_the_program_of_the_documentation_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    monkeypatch.chdir(tmp_path)
    exec(compile(program, "docs/lab.md", "exec"), {})
    assert capsys.readouterr().out.count("\n") == 20


def test_every_field_of_the_journal_is_documented() -> None:
    text = DOCS.read_text(encoding="utf-8")
    details = text.partition("### Details in the journal")[2].partition("\n## ")[0]
    assert set(re.findall(r"^\| `(\w+)`", details, re.MULTILINE)) == set(Details.__struct_fields__)
    row = next(iter(results.csv_table(spec_of("buda_1686", "standard", "1", "1"), []).splitlines())).split(",")
    for column in row:
        name = re.sub(r"_(imperial|ottoman)$", "_SEAT", column)
        assert f"`{name}`" in text, column
