"""Recorded whole games: every registered mode has some, and they play again to the last hash.

They change only with the rules version: `make golden` records them anew.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.engine.game import Stage
from sandtable.engine.replay import Replay, run
from sandtable.games import load
from tests.playing import AnyGame, every_game

GOLDEN = Path(__file__).parent / "golden"
FILES = sorted(GOLDEN.glob("*/*.jsonl"))


@pytest.mark.parametrize("path", FILES, ids=[f"{path.parent.name}-{path.stem}" for path in FILES])
def test_a_recorded_game_plays_again_to_the_last_hash(path: Path) -> None:
    game = load(path.parent.name)
    replay = Replay.from_lines(path.read_text(encoding="utf-8"))
    *_, match = run(game, replay)
    assert match.outcome is not None
    assert "over" in replay.moves[-1]


@every_game(Stage.RECORDED)
def test_every_mode_has_recorded_games(game: AnyGame) -> None:
    recorded = {path.stem.rsplit("-", 1)[0] for path in FILES if path.parent.name == game.slug}
    assert recorded == set(game.modes)
