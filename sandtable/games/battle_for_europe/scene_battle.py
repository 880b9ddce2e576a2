"""The battle panel: both sides with their rows, dice, hits and losses, and the odds from here."""

from __future__ import annotations

from sandtable.engine.scene import Battle, BattleRow, BattleSide
from sandtable.engine.sets import NONE
from sandtable.engine.types import Fact
from sandtable.games.battle_for_europe import scene_chain
from sandtable.games.battle_for_europe.flow import losses, odds, rolls
from sandtable.games.battle_for_europe.parts import ATTACKER, COVERS, DEFENDER, LAND_BATTLE, OPEN, STEPS
from sandtable.games.battle_for_europe.parts import Battle as Fought
from sandtable.games.battle_for_europe.state import State


def battle(g: State) -> Battle | None:
    """The battle being fought, if there is one."""
    now = g.battle
    if now is None:
        return settled(g) if g.chain is None else scene_chain.panel(g)
    pack = g.pack
    chances = odds.now(g)
    shown = Battle(f"battle:{STEPS[now.step]}", pack.area_ids[now.area], [], now.round)
    for side, nation in ((ATTACKER, now.power), (DEFENDER, now.group)):
        rows = rolled(g, now, side) if now.rows and now.round else waiting(g, side)
        owner = pack.nation_keys[nation] if nation != NONE else ""
        expected = chances.lost if side == ATTACKER else chances.killed
        facts: dict[str, Fact] = {"expected_losses": f"{expected:.1f}"}
        shown.sides.append(BattleSide(owner, rows, facts=facts))
    attacker, defender = shown.sides
    attacker.chance, nobody, defender.chance = chances.shares()
    shown.facts = {"both_gone": f"{nobody} %"}
    if now.step == LAND_BATTLE and now.cover != OPEN:
        shown.facts["cover"] = "cover:fortress" if now.fortress else f"cover:{COVERS[now.cover]}"
    if g.chain is not None:
        scene_chain.put_into(g, shown, [losses.of_side(now, side) for side in (ATTACKER, DEFENDER)])
    return shown


def settled(g: State) -> Battle | None:
    """The battle that was settled last, as its last round left it, until the next order."""
    last = g.fought
    if last is None or not last.rows:
        return None
    pack = g.pack
    shown = Battle(f"battle:{STEPS[last.step]}", pack.area_ids[last.area], [], last.round)
    for side, nation in ((ATTACKER, last.power), (DEFENDER, last.group)):
        owner = pack.nation_keys[nation] if nation != NONE else ""
        shown.sides.append(BattleSide(owner, rolled(g, last, side)))
    holder = g.control[last.area]
    shown.facts = {"held_by": pack.nation_ids[holder]} if holder != NONE else {}
    return shown


def rolled(g: State, now: Fought, side: int) -> list[BattleRow]:
    """What a side rolled last, and what it lost; kinds that were lost without rolling have a row of their own."""
    pack = g.pack
    lost = {now.lost[at + 1]: now.lost[at + 2] for at in range(0, len(now.lost), 3) if now.lost[at] == side}
    rows: list[BattleRow] = []
    used = 0
    for at in range(0, len(now.rows), losses.ROW):
        of, kind, value, count, thrown = now.rows[at : at + losses.ROW]
        faces = now.dice[used : used + thrown]
        used += thrown
        if of != side:
            continue
        row = BattleRow(pack.kind_ids[kind], count, value, [*faces], sum(face <= value for face in faces))
        row.losses = min(count, lost.get(kind, 0))
        lost[kind] = lost.get(kind, 0) - row.losses
        rows.append(row)
    for kind, count in lost.items():
        if count:
            rows.append(BattleRow(pack.kind_ids[kind], count, losses=count))
    return rows


def waiting(g: State, side: int) -> list[BattleRow]:
    """Who will roll against what in the next round."""
    now, pack = g.battle_now(), g.pack
    units = losses.of_side(now, side)
    rows = rolls.rows(pack, rolls.terms_of(g, now), side, units)
    return [BattleRow(pack.kind_ids[kind], count, value) for kind, value, count, _ in rows]
