"""What a seat sees of the siege: everything, since nothing but the future is hidden."""

from __future__ import annotations

from sandtable.engine.scene import Area, Die, Piece, Pile, Scene, Track
from sandtable.engine.sets import NONE, bits
from sandtable.games.buda_1686.pack import BOXES, EVENTS, IMPERIAL, NO_EVENT, OFFICERS, OTTOMAN, SIDES, Pack
from sandtable.games.buda_1686.position import SCALE_END
from sandtable.games.buda_1686.state import NOBODY, PHASES, State


def scene(g: State, seat: int | None) -> Scene:
    """The table; it is the same for both seats and for spectators (replace.cup_blind)."""
    table = Scene("buda_1686", None if seat is None else SIDES[seat])
    table.areas = [*_walls(g), *_breaches(g), *_starts(g), *_boxes(g)]
    table.tracks = [Track("scale", list(range(SCALE_END + 1)), _markers(g))]
    table.piles = [pile(g, side) for pile in (_cup, _drawn) for side in (IMPERIAL, OTTOMAN)]
    table.dice = [Die("d6", g.die)] if g.die else []
    table.status = _status(g)
    return table


def _walls(g: State) -> list[Area]:
    pack = g.pack
    areas: list[Area] = []
    for wall in range(pack.walls):
        x, y = pack.at[wall]
        holder = g.possessor(wall)
        area = Area(pack.zone_ids[wall], "middle" if wall == pack.middle else "wall", x, y)
        area.owner = "" if holder == NOBODY else SIDES[holder]
        area.facts = {"terrain": pack.terrain[wall], "capacity": pack.capacity[wall]}
        area.roads = [pack.zone_ids[zone] for zone in pack.roads[wall]]
        area.pieces = _units(g, g.at[wall])
        for side in (IMPERIAL, OTTOMAN):
            if g.work(side, wall):
                area.pieces.append(_work(g, side, wall))
        areas.append(area)
    return areas


def _breaches(g: State) -> list[Area]:
    """Each breach zone with the unit in it; which of them it is never matters (map.breach.interchangeable)."""
    pack = g.pack
    areas: list[Area] = []
    for wall in range(pack.walls):
        units = bits(g.at[pack.breach(wall)])
        for slot, name in enumerate(pack.breach_ids[wall]):
            x, y = pack.breach_at[wall][slot]
            area = Area(name, "breach", x, y, part_of=pack.zone_ids[wall])
            if slot < len(units):
                area.pieces = _units(g, 1 << units[slot])
                area.owner = SIDES[IMPERIAL]
            areas.append(area)
    return areas


def _starts(g: State) -> list[Area]:
    pack = g.pack
    areas: list[Area] = []
    for zone in range(pack.walls, pack.zones):
        x, y = pack.at[zone]
        area = Area(pack.zone_ids[zone], "start", x, y, SIDES[IMPERIAL], _units(g, g.at[zone]))
        area.roads = [pack.zone_ids[near] for near in pack.roads[zone]]
        areas.append(area)
    return areas


def _boxes(g: State) -> list[Area]:
    """Units off the map; those in the cup lie with the counters, the sick ones on the scale."""
    pack = g.pack
    areas = [Area(f"box:{key}", "box", pieces=_units(g, g.at[pack.boxes + i])) for i, key in enumerate(BOXES)]
    for side, name in enumerate(SIDES):
        placed = pack.works - g.supply(side)
        supply = [Piece(work, "entrenchment", name, "1", 1) for work in pack.work_ids[side][placed:]]
        areas.append(Area(f"box:supply_{name}", "box", owner=name, pieces=supply))
    return areas


def _units(g: State, units: int) -> list[Piece]:
    pack = g.pack
    pieces: list[Piece] = []
    for unit in bits(units):
        face = "wounded" if g.wounded >> unit & 1 else "full"
        piece = Piece(pack.unit_ids[unit], pack.nation[unit], SIDES[pack.side[unit]], face, g.value(unit))
        if g.moved >> unit & 1:
            piece.marks.append("moved")
        if g.order.boosted >> unit & 1:
            piece.marks.append("boosted")
        pieces.append(piece)
    return pieces


def _work(g: State, side: int, wall: int) -> Piece:
    """The entrenchment at a wall zone; markers of one side are alike, so they are numbered by their place."""
    before = sum(1 for other in range(wall) if g.work(side, other))
    level = g.work(side, wall)
    return Piece(g.pack.work_ids[side][before], "entrenchment", SIDES[side], str(level), level)


def _markers(g: State) -> dict[str, int]:
    markers = {
        "marker:time": g.turn,
        "marker:cas": g.mining,
        "marker:tms": g.ottoman_morale,
        "marker:cms": g.imperial_morale,
        "marker:cts": g.artillery,
    }
    markers |= {f"marker:officer_{key}": g.officer[officer] for officer, key in enumerate(OFFICERS)}
    markers |= {g.pack.unit_ids[unit]: g.sick[unit] for unit in bits(g.at[g.pack.sick])}
    return markers


def _cup(g: State, side: int) -> Pile:
    """Both players may count what is still in a cup, but not see the order (round.draw.open)."""
    pack = g.pack
    contents = [pack.counter_ids[side][counter] for counter in bits(g.cup[side])]
    if side == IMPERIAL:
        contents += [pack.unit_ids[unit] for unit in bits(g.at[pack.cup])]
    return Pile(f"cup:{SIDES[side]}", len(contents), SIDES[side], contents=contents)


def _drawn(g: State, side: int) -> Pile:
    """The counters of this turn that are out of a cup, that of this round on top (round.draw.open)."""
    pack = g.pack
    ids = pack.counter_ids[side]
    contents = [counter for number, counter in enumerate(ids) if not g.cup[side] >> number & 1]
    top = None if g.drawn[side] == NONE else _counter(pack, side, g.drawn[side])
    return Pile(f"drawn:{SIDES[side]}", len(contents), SIDES[side], top, contents)


def _counter(pack: Pack, side: int, counter: int) -> Piece:
    """A number counter; an event on its back is marked on it (comp.numbers.events)."""
    piece = Piece(pack.counter_ids[side][counter], "counter", SIDES[side], "number", pack.numbers[side][counter])
    event = pack.events[side][counter]
    if event != NO_EVENT:
        piece.marks.append(f"event:{EVENTS[event]}")
    return piece


def _status(g: State) -> dict[str, str | int]:
    status: dict[str, str | int] = {"turn": g.turn, "round": g.round, "phase": f"phase:{PHASES[g.phase]}"}
    if g.initiative != NOBODY:
        status["initiative"] = SIDES[g.initiative]
    if g.go != NOBODY:
        status["go"] = SIDES[g.go]
        status["actions"] = g.actions
    if g.go == OTTOMAN:
        status["moves"] = g.moves
    if g.winner != NOBODY:
        status["winner"] = SIDES[g.winner]
    return status
