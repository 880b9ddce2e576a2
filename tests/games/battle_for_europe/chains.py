"""Chains of interventions for tests: a move in words, and everybody who meets it."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.engine.sets import NONE, mask, members
from sandtable.engine.start import Origin, start
from sandtable.games.battle_for_europe import GAME
from sandtable.games.battle_for_europe.flow import journey, orders
from sandtable.games.battle_for_europe.parts import SHIP
from tests.games.battle_for_europe.battles import Force, Ride, at_first, order
from tests.games.battle_for_europe.war import PACK, Table, War


def set_out(
    setting: War,
    target: str,
    power: str,
    force: Force,
    *,
    kind: str = "attack",
    group: str = "",
    rides: Sequence[Ride] = (),
    source: str = "",
) -> Table:
    """A move sets out from a position, and takes the direct ways."""
    g = at_first(setting)
    g.order = order(g, target, power, force, kind, group, rides)
    g.order.source = PACK.area_keys.index(source) if source else NONE
    if g.order.kind == SHIP:
        g.order.force &= PACK.naval_units & ~mask(g.order.carriers[1:])  # one fleet carries both
        g.order.carriers = g.order.carriers[:1] * len(g.order.cargo)
        journey.set_out(g)
    else:
        orders.set_out(g)
    table = Table(start(GAME, setting.options, Origin("test", setting.script, GAME.describe(g))))
    while table.prompt == "route":
        table.choose("direct")
    return table


def meet(table: Table, place: str, foe: str, *kinds: tuple[str, str]) -> Table:
    """Whoever is asked intervenes, with everything, or with units chosen by kind and base."""
    table.choose("meet", f"area:{place}", f"foe:{foe}")
    if table.prompt == "intervene.force":
        table.choose("by_hand")
        for kind, base in kinds:
            table.choose("send", f"kind:{kind}", f"area:{base}")
        if not kinds:
            while table.all("send"):
                table.choose(*table.all("send")[0])
        table.choose("march")
    return table


def path(table: Table, leg: int = 0) -> list[str]:
    """The way of a group."""
    return [PACK.area_keys[area] for area in table.state.chain_now().paths[leg]]


def left(table: Table, group: int) -> int:
    """How many units a group has left."""
    return len(members(table.state.chain_now().units[group]))
