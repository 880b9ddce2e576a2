"""Battle for Europe 1939-45: the war of six great powers, by seasons, from one area to the next."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Final

from sandtable.engine.game import Game, Option, Options, Stage
from sandtable.games.battle_for_europe.flow.forecast import forecast
from sandtable.games.battle_for_europe.flow.sequence import play
from sandtable.games.battle_for_europe.flow.setup import HANDICAPS, clash, new_game, rules_of
from sandtable.games.battle_for_europe.flow.victory import outcome, powers, side_of
from sandtable.games.battle_for_europe.insight import FEATURES, measure
from sandtable.games.battle_for_europe.invariants import invariants
from sandtable.games.battle_for_europe.lean import lean
from sandtable.games.battle_for_europe.names import names
from sandtable.games.battle_for_europe.pack import DEFAULT, POWERS, Pack
from sandtable.games.battle_for_europe.position import Positions
from sandtable.games.battle_for_europe.position_by_hand import written_out
from sandtable.games.battle_for_europe.redraw import determinize
from sandtable.games.battle_for_europe.scenarios import LEVELS
from sandtable.games.battle_for_europe.scene import scene
from sandtable.games.battle_for_europe.state import FIGHTING, PHASES, State

FOLDER: Final = Path(__file__).parent
RULES_VERSION: Final = 6
SCENARIOS: Final = ("sichelschnitt", "barbarossa", "bagration_overlord", "full_war_a", "full_war_b")
PLAYERS: Final = (2, 3, 4, 5)
OPTIONS: Final = (
    Option("scenario", SCENARIOS),  # mode.scenario.choice
    Option("players", PLAYERS),  # mode.players.range
    Option("setup", ("usual", "free")),  # setup.place.usual
    Option("level", LEVELS),  # mode.level.choice
    Option("optional_rules", (False, True)),  # mode.optional.full_war_only
    Option("handicap", HANDICAPS),  # setup.sichel.handicap
)


def with_pack(path: Path) -> Game[State]:
    """The game played with the pack of a file."""
    pack = Pack(path)
    positions = Positions(pack)

    def seats(options: Options) -> tuple[str, ...]:
        """One for each player (mode.seats.sichelschnitt and the like)."""
        return rules_of(pack, options).seats

    def teams(options: Options) -> tuple[int, ...]:
        """Two players are enemies; with more, each has a condition of his own, but in the full war (a) sides win."""
        names_of = seats(options)
        if options["scenario"] != "full_war_a":
            return tuple(range(len(names_of)))
        rules = rules_of(pack, options)
        return tuple([side_of(pack, rules, seat) for seat in range(len(names_of))])

    return Game(
        slug="battle_for_europe",
        folder=FOLDER,
        seats=seats,
        new=partial(new_game, pack),
        play=play,
        outcome=outcome,
        scene=scene,
        describe=positions.describe,
        restore=positions.restore,
        stages=(Stage.OPPONENTS, Stage.DRAWN, Stage.BILINGUAL, Stage.RECORDED),
        version=RULES_VERSION,
        options=OPTIONS,
        modes=modes(pack),
        clash=partial(clash, pack),
        teams=teams,
        determinize=determinize,
        written_out=written_out,
        choices=pack.choices,
        invariants=invariants,
        forecast=forecast,
        clock=lambda g: 2 * g.season + g.turn,
        clocks={"season": lambda g: g.season, "turn": lambda g: 2 * g.season + g.turn, "phase": phase_number},
        own_turn=own_turn,
        names=names(pack, FOLDER),
        pack_hash=pack.hash,
        from_pack=with_pack,
        features=FEATURES,
        constant_features=("axis", "called_off"),
        measure=measure,
        lean=lean,
    )


def phase_number(g: State) -> int:
    """How many phases have begun; in phases 2 to 4 each power has its own."""
    return ((2 * g.season + g.turn) * len(PHASES) + g.phase) * POWERS + (g.acting if g.phase > FIGHTING else 0)


def own_turn(g: State, seat: int) -> bool:
    """Whether powers of a seat are on turn."""
    return any(power in g.rules.order[g.turn] for power in powers(g, seat))


def modes(pack: Pack) -> dict[str, dict[str, str | int | bool]]:
    """Every scenario with every number of players, and for two at the advanced level, once with the optional rules.

    The smallest comes last, where quick tests look for it.
    """
    found: dict[str, dict[str, str | int | bool]] = {
        f"{scenario}-2-advanced": {"scenario": scenario, "players": 2, "level": "advanced"}
        for scenario in reversed(SCENARIOS)
    }
    found["full_war_a-2-optional"] = {**found["full_war_a-2-advanced"], "optional_rules": True}
    for scenario in reversed(SCENARIOS):
        for players in reversed(PLAYERS):
            if not clash(pack, {"scenario": scenario, "players": players}):
                found[f"{scenario}-{players}"] = {"scenario": scenario, "players": players}
    return found


GAME: Final = with_pack(DEFAULT)
