"""What a seat sees of the war. Everything lies open (comp.hpp.tokens) but aid, and the HPP of those who send it."""

from __future__ import annotations

from functools import cache

from sandtable.engine.scene import Area, Arrow, Piece, Pile, Scene, Track
from sandtable.engine.sets import NONE, members
from sandtable.engine.types import Fact
from sandtable.games.battle_for_europe import scene_battle, scene_chain, scene_convoys, scene_goals
from sandtable.games.battle_for_europe.flow import setup
from sandtable.games.battle_for_europe.flow.seasons import side_name
from sandtable.games.battle_for_europe.pack import AREA_KINDS, AREAS, POWERS, TERRAINS, Pack
from sandtable.games.battle_for_europe.parts import ORDERS, Battle
from sandtable.games.battle_for_europe.scenarios import POWER_KEYS, TYPES
from sandtable.games.battle_for_europe.state import CUT_OFF, OVER, PHASES, PINNED, PLACING, USED, State

TIME_TRACK = "track:time"
TIME_MARKER = "marker:time"


def scene(g: State, seat: int | None) -> Scene:
    """The table as a seat or a spectator sees it."""
    table = Scene("battle_for_europe", None if seat is None else g.rules.seats[seat])
    table.areas = [area_of(g, area) for area in range(AREAS)]
    scene_convoys.lay_out(g, seat, table)
    table.tracks = [time_track(g)]
    hpp = [scene_convoys.seen_hpp(g, seat, power) for power in range(POWERS)]
    table.piles = [Pile(f"hpp:{POWER_KEYS[power]}", max(0, hpp[power]), POWER_KEYS[power]) for power in playing(g)]
    table.status = {**status(g), **scene_convoys.doubtful(g, seat), **scene_goals.reached(g)}
    table.standing = {name: {"hpp": purse(g, hpp, own)} for own, name in enumerate(g.rules.seats)}
    table.arrows = arrows(g)
    table.battle = scene_battle.battle(g)
    return table


def playing(g: State) -> list[int]:
    """The powers that somebody runs."""
    return [power for power, seat in enumerate(g.rules.seat_of) if seat != NONE]


def purse(g: State, hpp: list[int], seat: int) -> int:
    """The HPP of all powers of a seat."""
    return sum(hpp[power] for power in members(g.rules.powers_of[seat]))


def area_of(g: State, area: int) -> Area:
    """An area with its holder and its stacks."""
    pack = g.pack
    x, y = pack.area_at[area]
    owner = g.control[area]
    shown = Area(pack.area_ids[area], AREA_KINDS[pack.area_kind[area]], x, y)
    shown.owner = pack.nation_keys[owner] if owner != NONE else ""
    shown.pieces = stacks(g, area)
    shown.facts = facts(pack, area)
    shown.roads = list(roads(pack, area))
    return shown


@cache
def roads(pack: Pack, area: int) -> tuple[str, ...]:
    """The areas that touch an area."""
    touching = (other for other in range(AREAS) if pack.border[area * AREAS + other] != NONE)
    return tuple(pack.area_ids[other] for other in touching)


def facts(pack: Pack, area: int) -> dict[str, Fact]:
    """What is printed on an area."""
    told: dict[str, Fact] = {}
    if pack.worth[area]:
        told["worth"] = pack.worth[area]
    if pack.capital_of[area] != NONE:
        told["capital"] = pack.nation_ids[pack.capital_of[area]]
    if pack.terrain[area]:
        told["terrain"] = f"terrain:{TERRAINS[pack.terrain[area]]}"
    return told


def stacks(g: State, area: int) -> list[Piece]:
    """One counter for all units of a kind in the same condition, with their number."""
    pack = g.pack
    counts: dict[tuple[int, bool, bool, bool], int] = {}
    for unit in members(g.here[area]):
        flags = g.flags[unit]
        look = pack.kind[unit], bool(flags & USED), bool(flags & CUT_OFF), bool(flags & PINNED)
        counts[look] = counts.get(look, 0) + 1
    pieces: list[Piece] = []
    for (kind, used, cut_off, pinned), count in sorted(counts.items()):
        key = f"{pack.area_keys[area]}/{pack.kind_keys[kind]}"
        number = sum(piece.id.startswith(f"stack:{key}") for piece in pieces)
        piece = Piece(f"stack:{key}" + (f"/{number + 1}" if number else ""), counter(pack, kind))
        piece.owner = pack.nation_keys[pack.kind_nation[kind]]
        piece.face = "used" if used else ""
        piece.value = count
        piece.marks = [*(["cut_off"] if cut_off else []), *(["pinned"] if pinned else [])]
        piece.means = [pack.kind_ids[kind], pack.area_ids[area]]
        pieces.append(piece)
    return pieces


def counter(pack: Pack, kind: int) -> str:
    """What a counter is drawn as: the nation whose values are printed on it, and the type."""
    return f"{pack.values_as[pack.kind_nation[kind]]}_{TYPES[pack.kind_type[kind]]}"


def time_track(g: State) -> Track:
    """The seasons of the scenario, numbered as on the time track."""
    scenario = g.rules.scenario
    cells = list(range(scenario.start + 1, scenario.end + 2))
    shows: list[Fact] = [f"season:{g.pack.cell_keys[cell - 1]}" for cell in cells]
    return Track(TIME_TRACK, cells, {TIME_MARKER: g.season + 1}, shows)


def status(g: State) -> dict[str, Fact]:
    """Season, side and phase."""
    told: dict[str, Fact] = {"season": f"season:{g.pack.cell_keys[g.season]}"}
    if g.phase == PLACING:
        told["placing"] = g.pack.nation_ids[setup.on_turn_to_place(g)]
    elif g.phase != OVER:
        told["side"] = side_name(g)
    if g.phase != OVER:
        told["phase"] = f"phase:{PHASES[g.phase]}"
    return told


def arrows(g: State) -> list[Arrow]:
    """The order being put together, or the battle: from wherever its units come to the target."""
    if g.chain is not None:
        return scene_chain.arrows(g)
    if g.battle is not None:
        return battle_arrows(g, g.battle)
    order = g.order
    if order is None or order.target == NONE:
        return []
    starts = sorted({g.place[unit] for unit in members(order.force)} - {NONE, order.target})
    owner, target = POWER_KEYS[order.power], g.pack.area_ids[order.target]
    return [Arrow(g.pack.area_ids[start], target, ORDERS[order.kind], owner) for start in starts]


def battle_arrows(g: State, battle: Battle) -> list[Arrow]:
    """Whence the attackers of a battle came."""
    pack = g.pack
    starts = {g.origin[unit] if g.place[unit] == battle.area else g.place[unit] for unit in members(battle.attackers)}
    owner, target = POWER_KEYS[battle.power], pack.area_ids[battle.area]
    return [
        Arrow(pack.area_ids[start], target, ORDERS[battle.kind], owner)
        for start in sorted(starts - {NONE, battle.area})
    ]
