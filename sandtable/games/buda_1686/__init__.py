"""The Retaking of Buda, 1686: the first room."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Final

from sandtable.engine.chance import Chance
from sandtable.engine.game import Game, Option, Options, Outcome
from sandtable.engine.insight import load_insights
from sandtable.engine.ledger import load_ledger
from sandtable.games.buda_1686.flow.course import play
from sandtable.games.buda_1686.flow.setup import new_siege
from sandtable.games.buda_1686.insight import FEATURES, measure
from sandtable.games.buda_1686.pack import DEFAULT, SIDES, Pack
from sandtable.games.buda_1686.position import describe, invariants, restore
from sandtable.games.buda_1686.scene import scene
from sandtable.games.buda_1686.state import NOBODY, State

FOLDER: Final = Path(__file__).parent
RULES_VERSION: Final = 1


def seats(options: Options) -> tuple[str, ...]:
    """The besieger and the defender (comp.players)."""
    return SIDES


def outcome(g: State) -> Outcome | None:
    if g.winner == NOBODY:
        return None
    scores = (1.0, 0.0) if g.winner == 0 else (0.0, 1.0)
    return Outcome((g.winner,), g.reason, scores)  # victory.no_draw


def copy(g: State) -> State:
    return g.copy()


def clock(g: State) -> int:
    return g.turn


def determinize(g: State, seat: int, chance: Chance) -> None:
    """Nothing on the table is hidden; what a seat cannot know is only what chance will bring."""


def with_pack(path: Path) -> Game[State]:
    """The game played with the pack of a file."""
    pack = Pack(path)
    return Game(
        slug="buda_1686",
        title="The Retaking of Buda, 1686",
        title_hu="Buda visszavívása – 1686",
        version=RULES_VERSION,
        folder=FOLDER,
        pack_hash=pack.hash,
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
        ledger=load_ledger(FOLDER),
        seats=seats,
        sides=lambda options: (0, 1),
        new=partial(new_siege, pack),
        play=play,
        outcome=outcome,
        copy=copy,
        scene=scene,
        determinize=determinize,
        invariants=invariants,
        describe=describe,
        restore=partial(restore, pack),
        features=FEATURES,
        measure=measure,
        insights=load_insights(FOLDER, FEATURES),
        clock=clock,
        names=pack.names,
        with_pack=with_pack,
        given=FEATURES[:1],
    )


GAME: Final = with_pack(DEFAULT)
