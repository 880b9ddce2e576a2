"""A chain of interventions on the table: who meets whom, where, with what, in the order in which it was declared."""

from __future__ import annotations

from itertools import pairwise

from sandtable.engine.scene import Arrow, Battle, BattleRow, BattleSide
from sandtable.engine.sets import NONE, members
from sandtable.engine.types import Fact
from sandtable.games.battle_for_europe.flow import cooperation, interceptors
from sandtable.games.battle_for_europe.parts import INTERVENE, ORDERS
from sandtable.games.battle_for_europe.state import State


def number_of(g: State, group: int) -> int:
    """The number of a link: the groups of the move are the first one together."""
    return max(1, group - g.chain_now().legs + 2)


def owner_of(g: State, group: int) -> str:
    """The nation that leads what is left of a group; of the move, the power that gives the order."""
    chain = g.chain_now()
    if group < chain.legs:
        return g.pack.nation_keys[g.order_now().power]
    return g.pack.nation_keys[cooperation.leader(g, chain.units[group])]


def arrows(g: State) -> list[Arrow]:
    """The way of the move, area by area, and an arrow from every base that intervenes; each bears its number."""
    chain, pack, order = g.chain_now(), g.pack, g.order_now()
    found: list[Arrow] = []
    for group, units in enumerate(chain.units):
        starts = sorted({g.place[unit] for unit in members(units)} - {NONE})
        number, owner = number_of(g, group), owner_of(g, group) if units else ""
        for start in starts:
            kind = ORDERS[order.kind if group < chain.legs else INTERVENE]
            way = [start, *chain.paths[group]]
            for one, other in pairwise(way):
                said = number if one == start else 0
                found.append(Arrow(pack.area_ids[one], pack.area_ids[other], kind, owner, said))
    return found


def panel(g: State) -> Battle:
    """The chain as it has been declared so far: a row of links, each with its units, and what it answers."""
    chain, order, pack = g.chain_now(), g.order_now(), g.pack
    sides = [_link(g, group) for group in range(chain.legs, len(chain.units)) if chain.units[group]]
    move = 0
    for leg in range(chain.legs):
        move |= chain.units[leg]
    first = BattleSide(pack.nation_keys[order.power], _rows(g, move), facts=_facts(g, 0))
    return Battle("battle:chain", pack.area_ids[order.target], [first, *sides])


def put_into(g: State, battle: Battle, fighting: list[int]) -> None:
    """The place of a battle in its chain: which links its sides are, and below them the links that wait."""
    chain = g.chain_now()
    for side, units in zip(battle.sides, fighting, strict=True):
        groups = [group for group, group_units in enumerate(chain.units) if group_units & units]
        if groups:
            side.facts = _facts(g, groups[-1]) | side.facts
    there = fighting[0] | fighting[1]
    waiting = [group for group in range(chain.legs, len(chain.units)) if not chain.units[group] & there]
    battle.sides += [_link(g, group) for group in waiting if chain.units[group]]


def _link(g: State, group: int) -> BattleSide:
    return BattleSide(owner_of(g, group), _rows(g, g.chain_now().units[group]), facts=_facts(g, group))


def _facts(g: State, group: int) -> dict[str, Fact]:
    """The number of a link, and for those that intervene where, against which link, and with which die."""
    chain = g.chain_now()
    told: dict[str, Fact] = {"link": number_of(g, group)}
    if group < chain.legs:
        return told
    told["answers"] = number_of(g, answered(g, group))
    told["place"] = g.pack.area_ids[chain.paths[group][0]]
    for at in range(0, len(chain.dice), 3):
        if chain.dice[at] == group:
            told["die"] = f"{chain.dice[at + 2]} > {chain.dice[at + 1]}"
    return told


def answered(g: State, group: int) -> int:
    """The group that a link answers; ships are met together, so of these the last that came."""
    chain = g.chain_now()
    against = chain.answers[group]
    if interceptors.in_the_air(g, against):
        return against
    ours = interceptors.other_side(chain.steps[group])
    earlier = [each for each in interceptors.groups_at(g, chain.paths[group][0], ours, True) if each < group]
    return earlier[-1] if earlier else against


def _rows(g: State, units: int) -> list[BattleRow]:
    """The kinds of some units, with their number."""
    pack = g.pack
    counts: dict[int, int] = {}
    for unit in members(units):
        counts[pack.kind[unit]] = counts.get(pack.kind[unit], 0) + 1
    return [BattleRow(pack.kind_ids[kind], count) for kind, count in sorted(counts.items())]
