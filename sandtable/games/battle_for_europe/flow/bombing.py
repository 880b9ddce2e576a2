"""Bombers: what they do in the air, and strategic bombing of an enemy's home country."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, legal, one, two
from sandtable.engine.sets import NONE, first, mask, members
from sandtable.games.battle_for_europe.flow import journey, limits, nations, progress, reach, units
from sandtable.games.battle_for_europe.goals import BOMBING_LOSS
from sandtable.games.battle_for_europe.pack import BOMBER, CALL_OFF, FRANCE, POWERS, USSR
from sandtable.games.battle_for_europe.parts import BOMB, Order
from sandtable.games.battle_for_europe.state import ATTACKED, PINNED, USED, State

SPARED: Final = (FRANCE, USSR)
"""Powers that are not bombed (bomb.strategic.not_france_ussr)."""


# ---------------------------------------------------------------------- who bombs what


def no_target(g: State, nation: int, area: int) -> str | None:
    """The rule by which bombers of a nation have nothing to bomb in an area, however near; None if they have."""
    victim = g.pack.home_of[area]
    if victim == NONE:
        return "bomb.strategic.home_only"
    if not g.at_war(nation, victim) or g.friendly(nation, area):
        return "bomb.strategic"
    if victim in SPARED:
        return "bomb.strategic.not_france_ussr"
    return None


def worth_bombing(g: State, nation: int) -> int:
    """The areas where bombers of a nation have something to bomb: the same as `no_target`, for all at once."""
    found = 0
    for victim in range(POWERS):
        if g.at_war(nation, victim) and victim not in SPARED:
            found |= g.pack.areas_of[victim]
    return found & ~g.own_side[nation]


def held_back(g: State, unit: int, area: int) -> str | None:
    """The rule that keeps a bomber from bombing an area; None if it can."""
    nation = g.pack.nation[unit]
    rule = limits.only_capital(g, g.commander[nation], area) or no_target(g, nation, area)
    if rule is not None:
        return rule
    if g.flags[unit] & (USED | PINNED):
        return "bomb.strategic.used"
    return None if reach.can_fly(g, unit, area) else "bomb.range"


def bombers(g: State) -> int:
    """The bombers on the board that the powers asked command, as a mask."""
    led = 0
    for power in g.asked():
        led |= g.led[power]
    return mask([unit for unit in members(led & g.pack.of_type[BOMBER]) if g.place[unit] != NONE])


def able(g: State, area: int) -> int:
    """The bombers that can bomb an area, as a mask."""
    return mask([unit for unit in members(bombers(g)) if held_back(g, unit, area) is None])


def goals(g: State) -> int:
    """The areas that can be bombed, as a mask."""
    found = 0
    for unit in members(bombers(g)):
        nation = g.pack.nation[unit]
        near = reach.flown(g, nation, g.place[unit], progress.range_of(g, nation, BOMBER))
        for area in members(near & worth_bombing(g, nation) & ~found):
            if held_back(g, unit, area) is None:
                found |= 1 << area
    return found


def loss_of(g: State, unit: int) -> int:
    """What a bomber costs the power that it bombs (bomb.strategic.loss, opt.allied.fortresses)."""
    return progress.number(g, g.pack.nation[unit], BOMBING_LOSS, g.pack.bombing_loss)


# ---------------------------------------------------------------------- the order


def bomb(g: State, area: int) -> Flow[State]:
    """Bombers of one base fly to an area; that is no battle and costs nothing (bomb.strategic.free)."""
    pack = g.pack
    first = g.commander[pack.nation[members(able(g, area))[0]]]
    g.order = Order(BOMB, first, area)
    choice = yield Ask(g.rules.seat_of[first], "bomb.force", FORCE, "bomb.strategic", stake=0.3)
    if choice == CALL_OFF:
        units.call_off(g)
        return
    if choice[0] == "send":
        kind, start = pack.number[choice[1]], pack.number[choice[2]]
        sent = 1 << units.lowest(able(g, area) & g.here[start] & pack.of_kind[kind])
    else:
        sent = able(g, area) & g.here[pack.number[choice[1]]]
    g.order = Order(BOMB, g.commander[pack.nation[members(sent)[0]]], area, force=sent)
    raid(g, sent, area)
    journey.set_out(g)  # bomb.strategic.base_aircraft


def raid(g: State, sent: int, area: int) -> None:
    """Each bomber costs the bombed power HPP at once, whatever happens to it (bomb.strategic.even_if_lost)."""
    pack = g.pack
    for unit in members(sent):
        g.flags[unit] |= ATTACKED
        units.use(g, unit)  # bomb.strategic.used
    if g.log is not None:
        for kind, start in sorted({(pack.kind[unit], g.place[unit]) for unit in members(sent)}):
            count = (sent & pack.of_kind[kind] & g.here[start]).bit_count()
            names = pack.kind_ids[kind], pack.area_ids[start], pack.area_ids[area]
            each = loss_of(g, first(sent & pack.of_kind[kind]))
            g.log.add("bombed", count, *names, each, rule="bomb.strategic")
    loss = sum(loss_of(g, unit) for unit in members(sent))
    nations.suffer(g, pack.home_of[area], loss, "what:bombing", "bomb.strategic.loss")


# ---------------------------------------------------------------------- legality


def refusal(g: State, area: int) -> str | None:
    """The rule against bombing an area with any bomber of the powers asked."""
    reason = "bomb.strategic"
    for unit in members(bombers(g)):
        rule = held_back(g, unit, area)
        if rule is None:
            return None
        reason = rule
    return reason


def send_refusal(g: State, kind: int, start: int) -> str | None:
    """The rule against sending a bomber of a kind from an area."""
    return None if able(g, g.order_now().target) & g.here[start] & g.pack.of_kind[kind] else "bomb.range"


def send_all_refusal(g: State, start: int) -> str | None:
    """All bombers of an area go: offered where there are several."""
    return None if (able(g, g.order_now().target) & g.here[start]).bit_count() > 1 else "bomb.range"


def force_options(g: State, offer: Offer) -> None:
    pack, order = g.pack, g.order_now()
    ready = able(g, order.target)
    for kind, start in sorted({(pack.kind[unit], g.place[unit]) for unit in members(ready)}):
        offer.add(pack.send[kind][start])
    for start in sorted({g.place[unit] for unit in members(ready)}):
        if (ready & g.here[start]).bit_count() > 1:
            offer.add(pack.send_all[start])
    offer.add(CALL_OFF)
    loss = max(loss_of(g, unit) for unit in members(ready))
    offer.tell(area=pack.area_ids[order.target], price=loss)


FORCE: Final = Legality(
    force_options, {"send": two(send_refusal), "send_all": one(send_all_refusal), "call_off": legal}
)
