"""Rogue Agent: two to four rivals in Rain City, some of whom may turn out to be androids."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Final

from sandtable.engine.game import Game, Option, Options, Stage
from sandtable.games.rogue_agent.flow.game_end import outcome
from sandtable.games.rogue_agent.flow.sequence import play
from sandtable.games.rogue_agent.flow.setup import new_game, rules_of
from sandtable.games.rogue_agent.insight import FEATURES, measure, measure_all
from sandtable.games.rogue_agent.invariants import invariants
from sandtable.games.rogue_agent.names import names
from sandtable.games.rogue_agent.pack import DEFAULT, MODES, SEATS, Pack
from sandtable.games.rogue_agent.position import notation, restore
from sandtable.games.rogue_agent.redraw import determinize
from sandtable.games.rogue_agent.scene import scene
from sandtable.games.rogue_agent.state import ASSIGN, State

FOLDER: Final = Path(__file__).parent
RULES_VERSION: Final = 1
OPTIONS: Final = (
    Option("mode", MODES),  # mode.choice
    Option("leader", ("random", "first_seat")),  # setup.leader
    Option("city", ("random", "appendix")),  # setup.city.district_shuffle
)


def turns_begun(g: State) -> int:
    """Turns and City phases that have begun, for opponents that look ahead to the end of a turn."""
    each = g.rules.players + 2
    if g.phase <= ASSIGN:
        return g.round * each
    return g.round * each + (g.rules.players - g.turns_left + 1 if g.acting() else each - 1)


def with_pack(path: Path) -> Game[State]:
    """The game played with the pack of a file."""
    pack = Pack(path)
    written = notation(pack)

    def seats(options: Options) -> tuple[str, ...]:
        """One for each player (setup.player.seats)."""
        return SEATS[: rules_of(pack, options).players]

    return Game(
        slug="rogue_agent",
        folder=FOLDER,
        seats=seats,
        new=partial(new_game, pack),
        play=play,
        outcome=outcome,
        scene=scene,
        describe=written.describe,
        restore=partial(restore, pack, written),
        stages=(Stage.OPPONENTS, Stage.DRAWN, Stage.BILINGUAL, Stage.RECORDED),
        version=RULES_VERSION,
        options=OPTIONS,
        modes={mode: {"mode": mode} for mode in MODES},
        choices=pack.choices,
        determinize=determinize,
        invariants=invariants,
        clock=lambda g: g.round,
        clocks={"round": lambda g: g.round, "turn": turns_begun},
        names=names(pack, FOLDER),
        pack_hash=pack.hash,
        from_pack=with_pack,
        features=FEATURES,
        measure=measure,
        measure_all=measure_all,
    )


GAME: Final = with_pack(DEFAULT)
