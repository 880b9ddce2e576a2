"""Battles for tests: a position in words, a force taken from it, and the battle that it begins."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from sandtable.engine.chance import Chance
from sandtable.engine.position import merge
from sandtable.engine.sets import NONE, mask, members
from sandtable.engine.start import Origin, start
from sandtable.games.battle_for_europe import GAME
from sandtable.games.battle_for_europe.flow import battle
from sandtable.games.battle_for_europe.parts import ORDERS, STEPS, Order
from sandtable.games.battle_for_europe.scenarios import POWER_KEYS
from sandtable.games.battle_for_europe.state import FLAGS, State
from tests.games.battle_for_europe.war import PACK, Table, War

Force = Mapping[str, Mapping[str, int]]
"""By area: how many units of each kind, such as {"essen": {"germany_tank": 2}}."""
Ride = tuple[str, str, str, str]
"""A fleet that carries: its kind and base, and the kind and port of the unit aboard."""


def order(
    g: State, target: str, power: str, force: Force, kind: str = "attack", group: str = "", rides: Sequence[Ride] = ()
) -> Order:
    """An order for units that stand where the force says, the lowest-numbered of each kind."""
    made = Order(ORDERS.index(kind), POWER_KEYS.index(power), PACK.area_keys.index(target))
    made.group = PACK.nation_keys.index(group) if group else NONE
    taken: list[int] = []

    def take(area: str, unit_kind: str) -> int:
        here = g.here[PACK.area_keys.index(area)] & PACK.of_kind[PACK.kind_keys.index(unit_kind)]
        taken.append(members(here & ~mask(taken))[0])
        return taken[-1]

    for fleet, base, carried, port in rides:
        made.carriers.append(take(base, fleet))
        made.cargo.append(take(port, carried))
    for area, kinds in force.items():
        for unit_kind, count in kinds.items():
            for _ in range(count):
                take(area, unit_kind)
    made.force = mask(taken)
    return made


def at_first(setting: War) -> State:
    """The state of a position before anybody is asked, since units that can do nothing let a match run on."""
    options = GAME.settle(setting.options)
    chance = Chance.from_seed("test")
    described = GAME.describe(GAME.new(options, chance.copy()))
    return GAME.restore(options, merge(described, GAME.written_out(described, setting.fields)), chance)


def fight(
    setting: War,
    target: str,
    power: str,
    force: Force,
    *,
    kind: str = "attack",
    group: str = "",
    rides: Sequence[Ride] = (),
    source: str = "",
    begin: Callable[[State], None] = battle.begin,
) -> Table:
    """The battle that an attack from a position begins, before its first round; or a move, by the direct ways."""
    g = at_first(setting)
    g.order = order(g, target, power, force, kind, group, rides)
    g.order.source = PACK.area_keys.index(source) if source else NONE
    begin(g)
    table = Table(start(GAME, setting.options, Origin("test", setting.script, GAME.describe(g))))
    while table.match.ask is not None and table.prompt == "route":
        table.choose("direct")
    return table


def again(
    table: Table, target: str, power: str, force: Force, *dice: int, kind: str = "attack", group: str = ""
) -> Table:
    """Another attack from where a match stands."""
    g = table.match.checkpoints[-1].state.copy()
    g.order = order(g, target, power, force, kind, group)
    battle.begin(g)
    return Table(start(GAME, table.match.options, Origin("test", dice, GAME.describe(g))))


def rolled(table: Table, side: int) -> dict[str, tuple[int, int, int]]:
    """What a side (0 attacker, 1 defender) rolled in the last round: by kind value, units and dice."""
    rows = table.state.battle_now().rows
    found: dict[str, tuple[int, int, int]] = {}
    for at in range(0, len(rows), 5):
        of, kind, value, count, thrown = rows[at : at + 5]
        if of == side:
            found[PACK.kind_keys[kind]] = value, count, thrown
    return found


def step(table: Table) -> str:
    """Which step of the battle is being fought."""
    return STEPS[table.state.battle_now().step]


def flags(table: Table, area: str, kind: str) -> list[set[str]]:
    """What has happened to each unit of a kind in an area; that it has been on the board goes without saying."""
    here = table.state.here[PACK.area_keys.index(area)] & PACK.of_kind[PACK.kind_keys.index(kind)]
    return [
        {name for at, name in enumerate(FLAGS) if table.state.flags[unit] >> at & 1} - {"seen"}
        for unit in members(here)
    ]
