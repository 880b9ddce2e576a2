"""Recorded whole games: every registered mode has some, and they play again to the last hash.

They change only with the rules version: `make golden` records them anew.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from sandtable.engine.game import Stage
from sandtable.engine.replay import Replay, run
from sandtable.games import load
from tests.playing import AnyGame, every_game, telling_modes

GOLDEN = Path(__file__).parent / "golden"
FILES = sorted(GOLDEN.glob("*/*.jsonl"))


LONG = 20_000
"""Of the replays with more bytes than this only the shortest of a game is played where slow tests are left out."""


def replays() -> list[ParameterSet]:
    found: list[ParameterSet] = []
    size = {path: path.stat().st_size for path in FILES}
    shortest = {game: min(game.glob("*.jsonl"), key=size.__getitem__) for game in {path.parent for path in FILES}}
    for path in FILES:
        slow = [pytest.mark.slow] if size[path] > LONG and path != shortest[path.parent] else []
        found.append(pytest.param(path, id=f"{path.parent.name}-{path.stem}", marks=slow))
    return found


@pytest.mark.parametrize("path", replays())
def test_a_recorded_game_plays_again_to_the_last_hash(path: Path) -> None:
    game = load(path.parent.name)
    replay = Replay.from_lines(path.read_text(encoding="utf-8"))
    *_, match = run(game, replay)
    assert match.outcome is not None
    assert "over" in replay.moves[-1]


@every_game(Stage.RECORDED)
def test_every_mode_has_recorded_games(game: AnyGame) -> None:
    recorded = {path.stem.rsplit("-", 1)[0] for path in FILES if path.parent.name == game.slug}
    assert recorded == set(telling_modes(game))
