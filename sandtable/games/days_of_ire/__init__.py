"""Days of Ire: Budapest, 23 to 29 October 1956."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Final

from sandtable.engine.game import Game, Option, Options, Outcome, Stage
from sandtable.games.days_of_ire.flow.sequence import play
from sandtable.games.days_of_ire.flow.setup import new_city
from sandtable.games.days_of_ire.insight import FEATURES, measure
from sandtable.games.days_of_ire.invariants import invariants
from sandtable.games.days_of_ire.names import names
from sandtable.games.days_of_ire.pack import DEFAULT, Pack
from sandtable.games.days_of_ire.position import notation, restore
from sandtable.games.days_of_ire.redraw import determinize
from sandtable.games.days_of_ire.scene import scene
from sandtable.games.days_of_ire.state import REVOLUTION_WINS, State

FOLDER: Final = Path(__file__).parent
RULES_VERSION: Final = 2
TEAMS: Final = (("revolutionary",), ("first", "second"), ("first", "second", "third"))
"""The revolutionaries by how many there are."""
OPTIONS: Final = (
    Option("revolutionaries", (1, 2, 3)),  # roles.player_count
    Option("yuri_noel", (False, True)),  # promo.not_mixed
    Option("morale", (0, 1, 2, -1)),  # difficulty.rev.morale, difficulty.soviet.morale
    Option("radio_sniper_gone", (False, True)),  # difficulty.rev.sniper
    Option("injury_more", (False, True)),  # difficulty.rev.injuries
    Option("first_fighter", (False, True)),  # difficulty.rev.fighter
    Option("csepel_militia", (False, True)),  # difficulty.soviet.militia
    Option("stalin_militia", (False, True)),  # difficulty.soviet.militia
    Option("support", (0, -1)),  # difficulty.soviet.support
)


def seats(options: Options) -> tuple[str, ...]:
    """One to three revolutionaries, and the Soviet side (roles.player_count)."""
    return (*TEAMS[int(options["revolutionaries"]) - 1], "soviet")


def teams(options: Options) -> tuple[int, ...]:
    """The revolutionaries win and lose together (roles.revolution)."""
    return tuple(int(seat == "soviet") for seat in seats(options))


def clash(options: Options) -> str:
    """Only one side is favoured in a game (difficulty.one_side)."""
    morale = int(options["morale"])
    revolution = morale > 0 or any(options[key] for key in ("radio_sniper_gone", "injury_more", "first_fighter"))
    soviet = morale < 0 or any(options[key] for key in ("csepel_militia", "stalin_militia", "support"))
    return "difficulty.one_side" if revolution and soviet else ""


def outcome(g: State) -> Outcome | None:
    """One side wins; there is no draw (end.no_draw)."""
    if not g.result:
        return None
    team = g.rules.revolutionaries
    if g.result == REVOLUTION_WINS:
        return Outcome(tuple(range(team)), g.reason, (*[1.0] * team, 0.0))
    return Outcome((g.rules.soviet,), g.reason, (*[0.0] * team, 1.0))


def with_pack(path: Path) -> Game[State]:
    """The game played with the pack of a file."""
    pack = Pack(path)
    written = notation(pack)
    return Game(
        slug="days_of_ire",
        folder=FOLDER,
        stages=(Stage.OPPONENTS, Stage.DRAWN, Stage.BILINGUAL, Stage.RECORDED),
        version=RULES_VERSION,
        options=OPTIONS,
        modes={
            f"rev{count}{'_yuri_noel' if promo else ''}": {"revolutionaries": count, "yuri_noel": promo}
            for promo in (False, True)
            for count in (1, 2, 3)
        },
        clash=clash,
        seats=seats,
        teams=teams,
        new=partial(new_city, pack),
        play=play,
        outcome=outcome,
        scene=scene,
        describe=written.describe,
        restore=partial(restore, pack, written),
        choices=pack.choices,
        determinize=determinize,
        invariants=invariants,
        clocks={"day": lambda g: g.day},
        clock=lambda g: g.day,
        names=names(pack, FOLDER),
        pack_hash=pack.hash,
        from_pack=with_pack,
        features=FEATURES,
        constant_features=FEATURES[:1],
        measure=measure,
    )


GAME: Final = with_pack(DEFAULT)
