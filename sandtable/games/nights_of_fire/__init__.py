"""Nights of Fire: Budapest, November 1956."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Final

from sandtable.engine.game import Game, Option, Options, Outcome, Stage
from sandtable.engine.sets import NONE
from sandtable.games.nights_of_fire.flow.sequence import play
from sandtable.games.nights_of_fire.flow.setup import new_uprising
from sandtable.games.nights_of_fire.insight import FEATURES, measure
from sandtable.games.nights_of_fire.invariants import invariants
from sandtable.games.nights_of_fire.names import names
from sandtable.games.nights_of_fire.pack import CONFLICT_BASIC, DEFAULT, RULESETS, Pack
from sandtable.games.nights_of_fire.position import notation, restore
from sandtable.games.nights_of_fire.redraw import determinize
from sandtable.games.nights_of_fire.scene import scene
from sandtable.games.nights_of_fire.shortcuts import SHORTCUTS
from sandtable.games.nights_of_fire.state import REVOLUTIONARY, State

FOLDER: Final = Path(__file__).parent
RULES_VERSION: Final = 1
SCORES: Final = (0.0, 1.0, 0.75, 0.25, 0.0)
"""By result, the score of a Revolutionary; the commander's is 1 less that (end.team)."""
OPTIONS: Final = (
    Option("ruleset", RULESETS),  # setup.ruleset
    Option("revolutionaries", (1, 2)),  # setup.players.konev, setup.players.conflict
    Option("readiness", (0, -1, 1)),  # difficulty.readiness
    Option("hand", (0, -1, -2)),  # difficulty.hand
    Option("tactics_adjustment", (False, True)),  # difficulty.tactics
    Option("morale", (0, -2, 2)),  # difficulty.morale
    Option("random_reinforcements", (False, True)),  # difficulty.reinforcements
    Option("prestige", (0, -2, -1, 1, 2)),  # difficulty.prestige
)
"""The options; all can be combined (difficulty.combine)."""


def seats(options: Options) -> tuple[str, ...]:
    """One or two Revolutionaries, and the commander of the Soviets unless Konev is (setup.players.conflict)."""
    revolutionaries = ("revolutionary",) if options["revolutionaries"] == 1 else ("first", "second")
    if RULESETS.index(str(options["ruleset"])) < CONFLICT_BASIC:
        return revolutionaries
    return (*revolutionaries, "commander")


def teams(options: Options) -> tuple[int, ...]:
    """The Revolutionaries are one side (end.team)."""
    return tuple(int(seat == "commander") for seat in seats(options))


def outcome(g: State) -> Outcome | None:
    """Revolutionaries win or lose together; if Konev wins, no seat does (end.team, end.konev_loss)."""
    if not g.result:
        return None
    score = SCORES[g.result]
    winners = tuple(range(g.rules.revolutionaries)) if g.result <= REVOLUTIONARY else ()
    scores = (score,) * g.rules.revolutionaries
    if g.rules.commander == NONE:
        return Outcome(winners, g.reason, scores)
    return Outcome(winners or (g.rules.commander,), g.reason, (*scores, 1.0 - score))


def with_pack(path: Path) -> Game[State]:
    """The game played with the pack of a file."""
    pack = Pack(path)
    written = notation(pack)
    return Game(
        slug="nights_of_fire",
        folder=FOLDER,
        stages=tuple(Stage),
        version=RULES_VERSION,
        options=OPTIONS,
        modes={
            f"{ruleset}_{count}": {"ruleset": ruleset, "revolutionaries": count}
            for ruleset in RULESETS
            for count in (1, 2)
        },
        seats=seats,
        teams=teams,
        new=partial(new_uprising, pack),
        play=play,
        outcome=outcome,
        scene=scene,
        describe=written.describe,
        restore=partial(restore, pack, written),
        choices=pack.choices,
        determinize=determinize,
        invariants=invariants,
        clocks={"round": lambda g: g.round},
        clock=lambda g: g.round,
        names=names(pack, FOLDER),
        pack_hash=pack.hash,
        from_pack=with_pack,
        features=FEATURES,
        constant_features=FEATURES[:1],
        measure=measure,
        shortcuts=SHORTCUTS,
    )


GAME: Final = with_pack(DEFAULT)
