"""Random battles, fought many times by the real flow and compared with their exact odds.

`python -m tests.games.battle_for_europe.many_battles 200 2000` compares two hundred battles of two thousand games each.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, pstdev

from sandtable.engine.ask import Offer
from sandtable.engine.chance import Chance
from sandtable.engine.sets import members
from sandtable.engine.types import Choice, Json
from sandtable.games.battle_for_europe.flow import battle, cooperation, odds
from sandtable.games.battle_for_europe.pack import GO_ON, NO
from sandtable.games.battle_for_europe.parts import STRIKE, Order
from sandtable.games.battle_for_europe.state import DROPPED, State
from tests.games.battle_for_europe.battles import Force, Ride, at_first, order
from tests.games.battle_for_europe.war import PACK, war

FAR_OUT = 4.6
"""So many standard deviations from the exact odds are no accident: one in a quarter of a million."""


RARE = 12
"""So many units more or less may come of a rare course that a sample has too often or not at all."""


@dataclass(frozen=True)
class Sample:
    """What came of many games of one battle."""

    win: list[bool]
    both_gone: list[bool]
    lost: list[int]
    killed: list[int]


def random_battle(rng: random.Random) -> State:
    """A position with an order that is about to become a battle."""
    return rng.choice((land_battle, land_battle, invasion, strike))(rng)


def some(rng: random.Random, **most: int) -> dict[str, Json]:
    return {kind: rng.randint(0, count) for kind, count in most.items()}


def land_battle(rng: random.Random) -> State:
    """Over open ground, over a river, or against a fortress; with aircraft on either side."""
    start, where = rng.choice((("netherlands", "belgium"), ("essen", "belgium"), ("essen", "maginot")))
    own = {"infantry": rng.randint(1, 5), **some(rng, tank=3, aircraft=3)}
    enemy = {"infantry": rng.randint(1, 4), **some(rng, tank=2, aircraft=2)}
    setting = war().season("1940_spring").stack(start, germany=own).stack(where, france=enemy)
    g = at_first(setting.held("germany", start).held("france", where))
    force: Force = {start: {f"germany_{kind}": int(str(count)) for kind, count in own.items()}}
    g.order = order(g, where, "germany", force)
    return g


def drop(rng: random.Random) -> State:
    """Over a river, with paratroops that march or drop, alone or not, and bombers on either side."""
    own: dict[str, Json] = {"paratroop": 1, **some(rng, infantry=3, tank=1, aircraft=2, bomber=2)}
    enemy = {"infantry": rng.randint(1, 3), **some(rng, tank=1, aircraft=2, bomber=2)}
    setting = war().advanced().season("1940_spring").stack("essen", germany=own).stack("belgium", britain=enemy)
    g = at_first(setting.held("britain", "belgium"))
    force: Force = {"essen": {f"germany_{kind}": int(str(count)) for kind, count in own.items()}}
    g.order = order(g, "belgium", "germany", force)
    if rng.random() < 0.7:
        g.flags[PACK.unit_keys.index("germany_paratroop_1")] |= DROPPED
    return g


def invasion(rng: random.Random) -> State:
    """One or two units land in Calais, against ships, aircraft and land units."""
    cargo = rng.choices(("infantry", "tank"), k=rng.randint(1, 2))
    escorts, aircraft = rng.randint(0, 2), rng.randint(0, 3)
    own: dict[str, Json] = {"fleet": len(cargo) + escorts, "aircraft": aircraft, "infantry": 2, "tank": 2}
    enemy = some(rng, infantry=2, tank=1, aircraft=2, fleet=1)
    setting = war().season("1940_spring").phase("fighting", 1)
    g = at_first(setting.stack("plymouth", britain=own).stack("calais", germany=enemy).held("germany", "calais"))
    rides: list[Ride] = [("britain_fleet", "plymouth", f"britain_{kind}", "plymouth") for kind in cargo]
    force: Force = {"plymouth": {"britain_fleet": escorts, "britain_aircraft": aircraft}}
    g.order = order(g, "calais", "britain", force, "invade", rides=rides)
    return g


def strike(rng: random.Random) -> State:
    """Ships and aircraft against ships and aircraft."""
    own: dict[str, Json] = {"fleet": rng.randint(1, 3), **some(rng, aircraft=3)}
    enemy: dict[str, Json] = {"fleet": rng.randint(1, 2), **some(rng, aircraft=2, infantry=2)}
    setting = war().season("1940_spring").phase("fighting", 1)
    g = at_first(setting.stack("plymouth", britain=own).stack("calais", germany=enemy).held("germany", "calais"))
    force: Force = {"plymouth": {f"britain_{kind}": int(str(count)) for kind, count in own.items()}}
    g.order = order(g, "calais", "britain", force, "strike")
    return g


def expected(g: State) -> odds.Odds:
    """The exact odds before the battle begins."""
    given = g.order_now()
    carriers, cargo = tuple(given.carriers), tuple(given.cargo)
    return odds.of(g, given.power, given.force, given.target, given.group, given.kind, carriers, cargo)


def play(g: State) -> None:
    """Fight the battle to its end: nobody breaks off, ships are left alone, losses are the usual ones."""
    battle.begin(g)
    while g.battle is not None:
        flow = battle.go_on(g)
        try:
            ask = next(flow)
            while True:
                offer: Offer = Offer()
                ask.legality.build(g, offer)
                ask = flow.send(answer(ask.prompt, offer.options))
        except StopIteration:
            pass


def answer(prompt: str, options: list[Choice]) -> Choice:
    if prompt == "battle.ships":
        return NO
    return GO_ON if GO_ON in options else options[0]


def sample(position: State, games: int, seed: str) -> Sample:
    found = Sample([], [], [], [])
    given = position.order_now()
    defenders = cooperation.defenders(position, given.kind, given.power, given.target, given.group, given.force)
    chance = Chance.from_seed(seed)
    for _ in range(games):
        g = position.copy()
        g.chance, g.log = chance, None
        play(g)
        note(g, given, defenders, found)
    return found


def note(g: State, given: Order, defenders: int, found: Sample) -> None:
    """What came of one game; units that fled count as left."""
    own = [unit for unit in members(given.force) if g.place[unit] >= 0]
    enemy = [unit for unit in members(defenders) if g.place[unit] >= 0]
    if given.kind != STRIKE:
        own_land = [unit for unit in own if PACK.land_units >> unit & 1]
        enemy_land = [unit for unit in enemy if PACK.land_units >> unit & 1]
        found.win.append(g.control[given.target] == given.power)
        found.both_gone.append(not own_land and not enemy_land)
    else:
        found.win.append(bool(own) and not enemy)
        found.both_gone.append(not own and not enemy)
    found.lost.append(given.force.bit_count() - len(own))
    found.killed.append(defenders.bit_count() - len(enemy))


def compare(rng: random.Random, games: int, seed: str, kind: Callable[[random.Random], State]) -> list[str]:
    """What differs from the exact odds, in words."""
    position = kind(rng)
    exact = expected(position)
    found = sample(position, games, seed)
    wrong: list[str] = []
    for name, chance, hits in (("win", exact.win, found.win), ("both gone", exact.both_gone, found.both_gone)):
        spread = sqrt(max(chance * (1 - chance), 0.25 / games) / games)
        if abs(fmean(hits) - chance) > FAR_OUT * spread:
            wrong.append(f"{seed}: {name} {fmean(hits):.3f}, and not {chance:.3f}")
    for name, mean, units in (("lost", exact.lost, found.lost), ("killed", exact.killed, found.killed)):
        if abs(fmean(units) - mean) > FAR_OUT * pstdev(units) / sqrt(games) + RARE / games:
            wrong.append(f"{seed}: {name} {fmean(units):.3f}, and not {mean:.3f}")
    return wrong


def compare_all(
    battles: int, games: int, seed: int = 1, kind: Callable[[random.Random], State] = random_battle
) -> list[str]:
    rng = random.Random(seed)
    return [line for number in range(battles) for line in compare(rng, games, f"{seed}-{number}", kind)]


if __name__ == "__main__":
    print("\n".join(compare_all(int(sys.argv[1]), int(sys.argv[2]))) or "all as expected")
