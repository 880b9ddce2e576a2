"""A directory of results: nothing is lost, nothing comes twice, and the table is the same however it was played."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from msgspec import structs

from sandtable.engine.errors import BadFile
from sandtable.lab import results
from sandtable.lab.results import Busy, Results
from sandtable.lab.run import open_results, resumable
from sandtable.lab.spec import PlanMismatch
from tests.lab.conftest import QUICK, QUICK_MODE, play_all, quick, spec_of

pytestmark = pytest.mark.slow


def rows(folder: Path) -> list[dict[str, str]]:
    with (folder / "games.csv").open() as file:
        return list(csv.DictReader(file))


def test_the_table_has_a_row_per_game(tmp_path: Path) -> None:
    match = spec_of("buda_1686", "either_victory", "random", "random", games=3, swap=True)
    play_all(tmp_path, match)
    table = rows(tmp_path)
    assert [row["game"] for row in table] == ["0", "1", "2"]
    assert [row["seed"] for row in table] == ["test/0", "test/0", "test/1"]
    assert [(row["player_imperial"], row["player_ottoman"]) for row in table] == [("A", "B"), ("B", "A"), ("A", "B")]
    first, played = table[0], results.read(tmp_path)[0]
    assert first["mode"] == "either_victory"
    assert first["options"] == "victory=either_victory losses=owner_losses"
    assert first["winners"] == " ".join(played.winners)
    assert first["score_imperial"] == str(played.scores[0])
    assert (first["decisions"], first["turns"], first["hash"]) == (
        str(played.decisions),
        str(played.turns),
        played.hash,
    )
    assert not any("seconds" in column for column in first)


@pytest.mark.parametrize(("level", "games"), [("random", 12), pytest.param("1", 2, marks=pytest.mark.slow)])
def test_one_process_and_two_give_the_same_table(tmp_path: Path, level: str, games: int) -> None:
    for processes in (1, 2):
        play_all(tmp_path / str(processes), spec_of(QUICK, QUICK_MODE, level, games=games), processes)
    one, two = ((tmp_path / folder / "games.csv").read_bytes() for folder in ("1", "2"))
    assert one == two
    assert one.count(b"\n") == games + 1


def test_a_match_that_is_taken_up_plays_only_what_is_missing(tmp_path: Path) -> None:
    assert len(play_all(tmp_path, quick(games=4))) == 4
    journal = (tmp_path / "journal.jsonl").read_bytes()
    assert [game.game for game in play_all(tmp_path, quick(games=6))] == [4, 5]
    assert (tmp_path / "journal.jsonl").read_bytes().startswith(journal)
    assert play_all(tmp_path, quick(games=6)) == []
    play_all(tmp_path / "anew", quick(games=6))
    assert rows(tmp_path) == rows(tmp_path / "anew")


@pytest.mark.parametrize("kept", [1, 40, -1])
def test_half_a_line_is_no_game(tmp_path: Path, kept: int) -> None:
    """Only the last line can be cut short: its game is played again."""
    play_all(tmp_path, quick(games=3))
    whole = (tmp_path / "games.csv").read_bytes()
    *lines, last = (tmp_path / "journal.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / "journal.jsonl").write_bytes(b"".join(lines) + last[:kept])
    assert [game.game for game in results.read(tmp_path)] == [0, 1]
    assert [game.game for game in play_all(tmp_path, quick(games=3))] == [2]
    assert [game.game for game in results.read(tmp_path)] == [0, 1, 2]
    assert (tmp_path / "games.csv").read_bytes() == whole


def test_a_damaged_journal_is_named_and_left_as_it_is(tmp_path: Path) -> None:
    play_all(tmp_path, quick(games=2))
    journal = tmp_path / "journal.jsonl"
    first, second = journal.read_bytes().splitlines(keepends=True)
    for damaged, naming in ((b"{}\n" + second, "line 1"), (first + second + first, "line 3: game 0 stands twice")):
        journal.write_bytes(damaged)
        with pytest.raises(BadFile, match=rf"journal\.jsonl: {naming}"):
            play_all(tmp_path, quick(games=2))
        assert journal.read_bytes() == damaged


def test_two_programs_do_not_play_into_one_directory(tmp_path: Path) -> None:
    first = Results(tmp_path, quick())
    with pytest.raises(Busy, match="another program"):
        Results(tmp_path, quick())
    first.close()
    Results(tmp_path, quick()).close()


def test_a_directory_of_other_games_is_refused_and_free_again(tmp_path: Path) -> None:
    play_all(tmp_path, quick(games=1))
    with pytest.raises(PlanMismatch, match="seed"):
        Results(tmp_path, quick(games=1, seed="other"))
    assert len(play_all(tmp_path, quick(games=2))) == 1


def test_what_was_played_is_in_the_table_after_an_interruption(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), open_results(tmp_path, quick(games=5), {}) as match:
        match[""].add(play_all(tmp_path / "elsewhere", quick(games=1))[0])
        raise KeyboardInterrupt
    assert [row["game"] for row in rows(tmp_path)] == ["0"]


def test_a_game_is_in_the_table_if_the_interruption_comes_while_it_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "results"
    played = play_all(tmp_path / "elsewhere", quick(games=1))[0]

    def interrupted(_: int) -> None:
        monkeypatch.undo()
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), open_results(folder, quick(games=5), {}) as match:
        monkeypatch.setattr("sandtable.lab.results.os.fsync", interrupted)
        match[""].add(played)
    assert [game.game for game in results.read(folder)] == [0]
    assert [row["game"] for row in rows(folder)] == ["0"]


def test_a_match_knows_when_it_would_be_played_differently_now(tmp_path: Path) -> None:
    old = structs.replace(quick(games=2), insight="before tuning")
    Results(tmp_path, old).close()
    plan, packs = resumable(tmp_path)
    with pytest.raises(PlanMismatch, match="insight"), open_results(tmp_path, plan, packs):
        pass
