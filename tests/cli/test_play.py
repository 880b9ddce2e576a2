"""The terminal game: picking, asking, undoing, stopping, and never losing a choice."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from sandtable import disk, games
from sandtable.cli import session, store
from sandtable.cli.menu import Menu, matching
from sandtable.cli.play import Terminal
from sandtable.engine import replay
from sandtable.engine.errors import NoUndo
from sandtable.engine.game import Game
from sandtable.engine.match import Match
from sandtable.engine.start import Origin, start, state_hash
from sandtable.engine.state import State
from sandtable.engine.types import Choice
from sandtable.engine.words import Words
from tests.cli.conftest import Run, only
from tests.engine import toy

BUDA = games.load("buda_1686")
WORDS = Words(BUDA, "en")
PLAY = ("play", "buda_1686", "--vs", "random", "--seed", "story")


def saved_match(file: Path) -> Match[State]:
    match, _ = replay.load(BUDA, replay.parse_save(file.read_text()))
    return match


def opening() -> list[Choice]:
    """The first go of the imperial player: 23 options, 10 of them moves."""
    return start(BUDA, {}, Origin("story")).choices


# ---------------------------------------------------------------------- picking


def test_many_options_are_grouped_by_verb_with_their_count() -> None:
    menu = Menu(opening(), WORDS)
    entries = menu.entries()
    assert entries[0].text == "Move … to …"
    assert len(entries[0].choices) == sum(choice[0] == "move" for choice in opening())
    assert sum(len(entry.choices) for entry in entries) == len(opening())
    assert entries[-1].text == "End the go"


def test_a_group_opens_by_its_number_and_enter_closes_it() -> None:
    menu = Menu(opening(), WORDS)
    assert menu.answer("1") is None
    assert {choice[0] for choice in menu.view} == {"move"}
    assert menu.answer("") is None
    assert menu.view == tuple(opening())


def test_a_large_group_is_grouped_again_by_what_comes_next() -> None:
    moves: list[Choice] = [("move", unit, f"zone:{n}") for unit in ("unit:charles", "unit:saxon") for n in range(9)]
    entries = Menu(moves, WORDS).entries()
    assert [entry.text for entry in entries] == ["Move Charles of Lorraine to …", "Move Saxon Corps to …"]


def test_a_number_picks_from_what_is_in_view() -> None:
    menu = Menu(opening(), WORDS)
    assert menu.answer(str(len(menu.entries()))) == ("end",)
    menu.answer("1")
    assert menu.answer("2") == menu.view[1]


@pytest.mark.parametrize("number", ["0", "99"])
def test_a_number_that_is_not_there_is_refused(number: str) -> None:
    with pytest.raises(LookupError):
        Menu(opening(), WORDS).answer(number)


@pytest.mark.parametrize("text", ["end the go", "End", "END THE", "end"])
def test_unambiguous_text_picks(text: str) -> None:
    assert Menu(opening(), WORDS).answer(text) == ("end",)


def test_words_may_be_cut_short_and_lack_accents() -> None:
    assert Menu(opening(), WORDS).answer("artill viziv") == ("artillery", "zone:vizivaros")


def test_a_whole_word_beats_the_beginning_of_another() -> None:
    found = matching("move foot i", opening(), WORDS.choice)
    assert {choice[1] for choice in found} == {"unit:kaiserlich_1", "unit:bavarian_1"}


def test_ids_pick_too() -> None:
    assert Menu(opening(), WORDS).answer("artillery zone:palota") == ("artillery", "zone:palota")


def test_ambiguous_text_narrows() -> None:
    menu = Menu(opening(), WORDS)
    assert menu.answer("artillery") is None
    assert {choice[0] for choice in menu.view} == {"artillery"}


# ---------------------------------------------------------------------- at the table


def test_the_board_the_question_and_the_options_are_shown(run: Run) -> None:
    out = run(*PLAY, typed="quit").out
    assert "╔ O Vienna Gate ═" in out
    assert "Turn 1 of 8" in out
    assert "– Turn 1 begins." in out
    assert "I Imperial: Imperial go" in out
    assert " 1 Move … to … (10)" in out


def test_the_game_speaks_hungarian(run: Run) -> None:
    out = run(*PLAY, "--lang", "hu", typed="súgó / mozgas karoly / miert / kilep").out
    assert "C Császári: Császári menet" in out
    assert "az utolsó választásod visszavonása" in out
    assert "A játszma ide van mentve" in out


def test_a_choice_is_kept_at_once(run: Run, home: Path) -> None:
    ran = run(*PLAY, typed="mining dig")
    assert ran.code == 0, "the end of the input is the end of the session, not of the game"
    match = saved_match(only(home / "saves"))
    assert match.history[-1].choice == ("raise_cas",)
    assert "– Imperial mining level: 1 → 2 – the miners dig on." in ran.out


def test_undo_takes_a_move_back(run: Run, home: Path) -> None:
    run(*PLAY, typed="move charles / undo / quit")
    assert [d.choice for d in saved_match(only(home / "saves")).history if not d.auto] == []


def test_undo_is_refused_before_the_first_choice_and_after_a_roll(run: Run, home: Path) -> None:
    ran = run(*PLAY, typed="undo / artillery vienna / undo / quit")
    assert ran.out.count("! Can't undo") == 2
    assert saved_match(only(home / "saves")).number > 0


def test_an_opponents_choice_cannot_be_taken_back(home: Path) -> None:
    table = toy_session(("random", "human"))
    table.choose(("stance", "bold"), 0)
    with pytest.raises(NoUndo):
        table.undo()
    table.seating = ("human", "human")
    table.undo()
    assert table.match.number == 0


def test_why_names_the_refusing_rule(run: Run) -> None:
    out = run(*PLAY, typed="why assault / why Saxon Corps / why unit:saxon / why sortie / quit").out
    assert "✗ Assault Vienna Gate" in out
    assert "[assault.precondition]" in out
    assert out.count("[map.zones.roads] Zones are connected by roads") >= 2
    assert "[sortie.ottoman_only]" in out


def test_why_says_so_when_something_is_allowed_or_nonsense(run: Run) -> None:
    out = run(*PLAY, typed="why end the go / why bananas / quit").out
    assert "'end the go' is allowed here." in out
    assert "No rule refuses 'bananas' here" in out


def test_rule_finds_by_id_and_by_words(run: Run) -> None:
    out = run(*PLAY, typed="rule map.breach.capacity / rule breach capacity / rule bananas / rule / quit").out
    assert out.count("A breach zone holds at most one imperial unit.") == 2
    assert "No rule has the id 'bananas' or contains these words" in out


def test_look_shows_a_place_with_its_roads(run: Run) -> None:
    out = run(*PLAY, typed="look vienna / look saxon / look imperial cup / look bananas / quit").out
    assert "roads to: Víziváros (Water Town), Esztergom Rondella" in out
    assert "I Saxon Corps[3] – Naphegy" in out
    assert "Imperial cup (19): 0, 1, 2" in out
    assert "Nothing is called 'bananas'" in out


def test_board_and_log_and_help_answer(run: Run) -> None:
    out = run(*PLAY, typed="board list / board map / log 1 / help / quit").out
    assert re.search(r"^O Vienna Gate +Dismounted Sipahis", out, re.MULTILINE)
    assert "take back your last choice" in out
    assert out.count("begins a go with") == 4, "once as news with each of the three boards, once from the log"


def test_what_is_not_understood_is_said_and_the_game_goes_on(run: Run, home: Path) -> None:
    ran = run(*PLAY, typed="bananas / 99 / mining dig / quit")
    assert ran.out.count("! No option matches") == 2
    assert saved_match(only(home / "saves")).number == 1


def test_save_writes_a_copy_where_it_is_told(run: Run, tmp_path: Path, home: Path) -> None:
    copy = tmp_path / "deep" / "my game.json"
    run(*PLAY, typed=f"mining dig / save {copy} / mining dig / quit")
    assert saved_match(copy).number == 1
    before = copy.read_bytes()
    ran = run("play", "--resume", str(copy), typed="mining dig")
    assert ran.code == 0
    assert copy.read_bytes() == before, "a save made by hand is not overwritten"
    assert len(list((home / "saves").iterdir())) == 2


def test_a_save_that_cannot_be_written_is_told_and_the_game_goes_on(run: Run, tmp_path: Path, home: Path) -> None:
    (tmp_path / "file").write_text("")
    ran = run(*PLAY, typed=f"save {tmp_path / 'file' / 'x'} / mining dig / quit")
    assert "! " in ran.out
    assert saved_match(only(home / "saves")).number == 1


def test_two_people_share_the_terminal(run: Run, home: Path) -> None:
    out = run("play", "buda_1686", "--vs", "human", "--seed", "story", typed="end / end / quit").out
    assert "I Imperial: " in out
    assert "O Ottoman: " in out
    assert saved_match(only(home / "saves")).number >= 2


def test_the_other_side_can_be_played(run: Run) -> None:
    assert "O Ottoman: " in run("play", "buda_1686", "--as", "Ottoman", "--vs", "random", typed="quit").out


def test_options_reach_the_game(run: Run, home: Path) -> None:
    run(*PLAY, "--option", "victory=either_victory", "--option", "losses=actor_losses", typed="quit")
    assert saved_match(only(home / "saves")).options == {"victory": "either_victory", "losses": "actor_losses"}


def test_the_same_seed_gives_the_same_game(run: Run, home: Path) -> None:
    first, second = (run(*PLAY, typed="1 / 1 / end / end / quit").out.split("The game is saved")[0] for _ in range(2))
    assert first == second


# ---------------------------------------------------------------------- secrets


def toy_session(seating: tuple[str, str]) -> session.Session:
    """The toy game, which has hidden hands."""
    game: Game[Any] = toy.TOY
    return session.begin(game, game.settle({}), seating, "story")


def test_people_with_secrets_change_places_first(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = ["be bold", "wager 0"]
    asked: list[str] = []

    def type_(prompt: str = "") -> str:
        asked.append(prompt)
        if not typed:
            raise EOFError
        return typed.pop(0)

    monkeypatch.setattr("builtins.input", type_)
    Terminal(toy_session(("human", "human")), "en", Console(highlight=False, width=100)).run()
    before, after = capsys.readouterr().out.split("Next: Blue. Change places, then press Enter.")
    assert asked == ["> ", "> ", ""]
    assert "R Red hand:red 2: card" in before
    assert "hand:blue" not in after, "blue's cards wait until Enter is pressed"


# ---------------------------------------------------------------------- files


def test_games_lie_where_the_environment_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SANDTABLE_HOME", str(tmp_path / "own"))
    assert store.home() == tmp_path / "own"
    monkeypatch.delenv("SANDTABLE_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert store.home() == tmp_path / "data" / "sandtable"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert store.home() == tmp_path / ".local" / "share" / "sandtable"


def test_a_write_that_fails_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "game.json"
    disk.write(file, "old")

    def fail(handle: int) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="disk is full"):
        disk.write(file, "new")
    assert file.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]


def test_resume_takes_the_game_that_was_played_last(run: Run, home: Path) -> None:
    run(*PLAY, typed="mining dig / quit")
    first = only(home / "saves")
    run(*PLAY, typed="quit")
    run("play", "--resume", str(first), typed="move charles / quit")
    ran = run("play", "--resume", typed="log / quit")
    assert ": Charles of Lorraine." in ran.out
    assert saved_match(first).number == 2


@pytest.mark.slow
def test_a_resumed_game_keeps_its_players_unless_told_otherwise(run: Run, home: Path) -> None:
    run("play", "buda_1686", "--as", "ottoman", "--vs", "random", "--seed", "story", typed="quit")
    file = only(home / "saves")
    assert session.resume(file).seating == ("random", "human")
    run("play", "--resume", "--as", "none", "--vs", "random", typed="")
    assert not file.exists()


def test_a_save_from_elsewhere_is_played_by_people(run: Run, tmp_path: Path) -> None:
    match = start(BUDA, {}, Origin("story"))
    file = tmp_path / "referee.json"
    file.write_text(json.dumps(replay.save(match, Origin("story"))))
    assert session.resume(file).seating == ("human", "human")


@pytest.mark.parametrize(
    ("field", "value", "naming"),
    [
        ("game", "atlantis", "atlantis"),
        ("rules", 99, "99"),
        ("hash", "0", "changed"),
        ("seed", "other", "seed"),
        ("checkpoint", {}, "chance"),
        ("table", {"seating": {"imperial": "human"}}, "seat"),
        ("table", {"seating": {"imperial": "human", "ottoman": "god"}}, "god"),
    ],
)
def test_an_edited_save_is_refused_in_one_line_and_kept(
    run: Run, home: Path, field: str, value: object, naming: str
) -> None:
    run(*PLAY, typed="mining dig / quit")
    file = only(home / "saves")
    text = json.dumps({**json.loads(file.read_text()), field: value})
    file.write_text(text)
    assert run("play", "--resume", typed="quit").failed_in_one_line(1, naming)
    assert file.read_text() == text


def test_a_save_cut_short_is_refused_in_one_line_and_kept(run: Run, home: Path) -> None:
    run(*PLAY, typed="quit")
    file = only(home / "saves")
    file.write_text(file.read_text()[:-200])
    assert run("play", "--resume", typed="quit").failed_in_one_line(1, file.name)
    assert file.exists()


# ---------------------------------------------------------------------- whole games


@pytest.mark.slow
def test_a_whole_game_is_played_and_kept_as_a_replay(run: Run, home: Path) -> None:
    ran = run(*PLAY, typed=" / ".join(["end", "1"] * 2_000))
    assert ran.code == 0
    assert "The game is over. Winner: " in ran.out
    file = only(home / "replays")
    assert f"sandtable replay {file}" in ran.out
    assert f"sandtable analyse {file}" in ran.out
    assert not list((home / "saves").iterdir())
    recorded = replay.Replay.from_lines(file.read_text())
    *_, last = replay.run(BUDA, recorded)
    assert last.outcome is not None


@pytest.mark.slow
def test_two_opponents_can_be_watched(run: Run, home: Path) -> None:
    ran = run("play", "buda_1686", "--as", "none", "--vs", "random", "--seed", "story")
    assert ran.code == 0
    assert "– Turn 2 begins." in ran.out or "The game is over" in ran.out
    assert "The game is over. Winner: " in ran.out
    assert only(home / "replays").exists()


def test_the_save_leads_to_the_same_state(home: Path) -> None:
    table = session.begin(BUDA, BUDA.settle({}), ("human", "human"), "story")
    for _ in range(60):
        assert table.match.ask is not None
        table.choose(table.match.choices[-1], table.match.ask.seat)
    assert state_hash(session.resume(table.path).match) == state_hash(table.match)


# ---------------------------------------------------------------------- odds


def test_odds_of_one_option_and_of_all(run: Run) -> None:
    """At the start the mining level is 1 and the artillery level 4: a mine fails five times in six."""
    out = run(*PLAY, typed="odds spring vizivaros / odds / odds end / quit").out
    assert "needed: at most 1 [mining.spring.roll]" in out
    assert "83 % (2, 3, 4, 5, 6)  The mine at Víziváros (Water Town) fails." in out
    assert "17 % (1)  The wall of Víziváros (Water Town) is breached." in out
    assert "67 %  The wall of Víziváros (Water Town) is breached." in out  # of all: the likeliest outcome
    assert "Chance has no say here" in out


def test_odds_speak_hungarian_and_name_the_answers_of_others(run: Run) -> None:
    out = run(*PLAY, "--lang", "hu", typed="esely tuzersegi vizivaros / kilep").out
    assert "kell: legfeljebb 4" in out and out.count("Ha ") >= 2 and "50 % (1, 2, 3)" in out


def test_odds_of_something_that_is_no_option_are_refused(run: Run) -> None:
    assert "No option matches 'odds xyz'" in run(*PLAY, typed="odds xyz / quit").out
