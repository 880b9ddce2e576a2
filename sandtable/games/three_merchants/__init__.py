"""Three Merchants: carts on roads, cards that nobody shows, and points."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Final

from sandtable.engine.game import Game, Option, Options, Outcome, Stage
from sandtable.games.three_merchants.flow.sequence import play
from sandtable.games.three_merchants.flow.setup import new_game
from sandtable.games.three_merchants.insight import FEATURES, measure
from sandtable.games.three_merchants.names import names
from sandtable.games.three_merchants.pack import DEFAULT, SEATS, Pack
from sandtable.games.three_merchants.position import invariants, notation, restore
from sandtable.games.three_merchants.redraw import determinize
from sandtable.games.three_merchants.scene import scene
from sandtable.games.three_merchants.state import State

FOLDER: Final = Path(__file__).parent
RULES_VERSION: Final = 1


def clash(options: Options) -> str:
    """Theft and open hands do not go together: a stolen card is drawn unseen."""
    return "theft.blind" if options["thieves"] and options["hands"] == "open" else ""


def outcome(g: State) -> Outcome | None:
    """After the last round the merchant with the most points wins; a draw if several have them (end.points)."""
    if g.round < g.rounds or g.left:
        return None
    best = max(g.points)
    first = tuple([seat for seat in range(len(SEATS)) if g.points[seat] == best])
    scores = tuple([points / best if best else 1.0 for points in g.points])
    if len(first) > 1:
        return Outcome((), "end.draw", scores, tuple(g.points), drawn=True)
    return Outcome(first, "end.points", scores, tuple(g.points))


def with_pack(path: Path) -> Game[State]:
    """The game played with the pack of a file."""
    pack = Pack(path)
    written = notation(pack)
    return Game(
        slug="three_merchants",
        folder=FOLDER,
        seats=lambda options: SEATS,
        new=partial(new_game, pack),
        play=play,
        outcome=outcome,
        scene=scene,
        describe=written.describe,
        restore=partial(restore, pack, written),
        stages=(Stage.OPPONENTS, Stage.BILINGUAL),
        version=RULES_VERSION,
        options=(
            Option("rounds", (6, 2)),
            Option("hands", ("hidden", "open")),
            Option("thieves", (False, True)),
        ),
        modes={"standard": {}, "open": {"hands": "open"}, "thieves": {"thieves": True}},
        clash=clash,
        choices=pack.choices,
        determinize=determinize,
        invariants=invariants,
        clock=lambda g: g.round,
        names=names(pack, FOLDER),
        pack_hash=pack.hash,
        from_pack=with_pack,
        features=FEATURES,
        measure=measure,
    )


GAME: Final = with_pack(DEFAULT)
