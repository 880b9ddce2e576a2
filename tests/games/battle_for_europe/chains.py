"""Chains of interventions for tests: a move in words, and everybody who meets it."""

from __future__ import annotations

from functools import partial
from typing import Final

from sandtable.engine.sets import mask, members
from sandtable.games.battle_for_europe.flow import journey, orders
from sandtable.games.battle_for_europe.parts import SHIP
from sandtable.games.battle_for_europe.state import State
from tests.games.battle_for_europe.battles import fight
from tests.games.battle_for_europe.war import PACK, Table


def sail_or_fly(g: State) -> None:
    """The order of a state sets out."""
    made = g.order_now()
    if made.kind == SHIP:
        made.force &= PACK.naval_units & ~mask(made.carriers[1:])  # one fleet carries both
        made.carriers = made.carriers[:1] * len(made.cargo)
        journey.set_out(g)
    else:
        orders.set_out(g)


set_out: Final = partial(fight, begin=sail_or_fly)
"""A move sets out from a position, and takes the direct ways."""


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


def pass_on(table: Table) -> Table:
    """Nobody else intervenes."""
    while table.prompt.startswith("intervene"):
        table.choose("let_pass")
    return table
