"""The Retaking of Buda, 1686."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Final

from sandtable.engine.game import Game, Option, Outcome, Stage
from sandtable.games.buda_1686.flow.sequence import play
from sandtable.games.buda_1686.flow.setup import new_siege
from sandtable.games.buda_1686.insight import FEATURES, measure
from sandtable.games.buda_1686.invariants import invariants
from sandtable.games.buda_1686.names import names
from sandtable.games.buda_1686.pack import DEFAULT, SIDES, Pack
from sandtable.games.buda_1686.position import notation, restore
from sandtable.games.buda_1686.scene import scene
from sandtable.games.buda_1686.state import NOBODY, State

FOLDER: Final = Path(__file__).parent
RULES_VERSION: Final = 1


def rounds_begun(g: State) -> int:
    """How many rounds of the whole game have begun."""
    return g.turn * (g.pack.counters + 1) + g.round


CLOCKS: Final = {"round": rounds_begun, "go": lambda g: rounds_begun(g) * (len(SIDES) + 1) + g.go}


def outcome(g: State) -> Outcome | None:
    """One side wins (victory.no_draw)."""
    if g.winner == NOBODY:
        return None
    scores = (1.0, 0.0) if g.winner == 0 else (0.0, 1.0)
    return Outcome((g.winner,), g.reason, scores)


def with_pack(path: Path) -> Game[State]:
    """The game played with the pack of a file."""
    pack = Pack(path)
    written = notation(pack)
    return Game(
        slug="buda_1686",
        folder=FOLDER,
        stages=tuple(Stage),
        version=RULES_VERSION,
        options=(
            Option("victory", ("standard", "either_victory")),
            Option("losses", ("owner_losses", "actor_losses")),
        ),
        modes={
            "standard": {},
            "either_victory": {"victory": "either_victory"},
            "actor_losses": {"losses": "actor_losses"},
            "either_actor": {"victory": "either_victory", "losses": "actor_losses"},
        },
        seats=lambda options: SIDES,  # comp.players
        new=partial(new_siege, pack),
        play=play,
        outcome=outcome,
        scene=scene,
        describe=written.describe,
        restore=partial(restore, pack, written),
        choices=pack.choices,
        invariants=invariants,
        clock=lambda g: g.turn,
        clocks=CLOCKS,
        names=names(pack, FOLDER),
        pack_hash=pack.hash,
        from_pack=with_pack,
        features=FEATURES,
        constant_features=FEATURES[:1],
        measure=measure,
    )


GAME: Final = with_pack(DEFAULT)
