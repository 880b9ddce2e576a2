"""Orders of phase 1: the menu of what a power, or all powers of a player, can do next."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, nothing, one
from sandtable.engine.sets import NONE, members
from sandtable.engine.types import Choice
from sandtable.games.battle_for_europe.flow import (
    agreement,
    attack,
    battle,
    bombing,
    convoys,
    cooperation,
    entry,
    flight,
    force,
    journey,
    means,
    nations,
    phases,
    reasons,
    rebase,
    setup,
    submarines,
    targets,
    units,
    war,
)
from sandtable.games.battle_for_europe.pack import POWERS, STAND_BY
from sandtable.games.battle_for_europe.parts import ATTACK, DECLARE, ENTER, INVADE, ORDERS, STRIKE, Order
from sandtable.games.battle_for_europe.state import Known, State

EVERYBODY: Final = (1 << POWERS) - 1
COST_RULES: Final = ("hpp.battle_cost", "hpp.invasion_cost", "hpp.battle_cost")
"""By kind of attack: the rule by which it is paid."""


def phase_one(g: State) -> Flow[State]:
    """The powers asked now take one action or stand by; when all have stood by, phase 1 ends."""
    asked = g.asked()
    secret = convoys.must_be_asked(g, asked, menu_options)
    choice = yield Ask(g.rules.seat_of[asked[0]], "phase_one", MENU, "seq.phases.joint_procedure", always=secret)
    if choice == STAND_BY:
        stand_by(g)
        return
    g.stood_by = 0
    g.fought = None
    area = g.pack.number[choice[1]]
    yield from CARRY_OUT[str(choice[0])](g, area)


def stand_by(g: State) -> None:
    """The asked powers stand by; the phase ends when all have, one after the other (seq.phases.joint_procedure)."""
    powers = g.on_turn()
    for power in g.asked():
        g.stood_by |= 1 << power
    if all(g.stood_by >> power & 1 for power in powers):
        phases.end_phase(g)
        return
    give_turn(g)


def give_turn(g: State) -> None:
    """After an action the next powers are asked, round after round."""
    asked = g.asked()
    g.acting = (g.acting + len(asked)) % len(g.on_turn())
    if not any(setup.comes_late(g, power) for power in asked):  # in a position by hand it may have a phase 1
        phases.pass_over(g)


# ---------------------------------------------------------------------- the orders


def lead(g: State, kind: int, area: int, able: Callable[[State, int], list[int]]) -> Flow[State]:
    """An order begins: if several of a player's powers can lead it, he says which (coop.combine.same_player).

    He is asked if several could by what everybody knows (lend.sender_hpp_hidden).
    """
    known = convoys.publicly(g, lambda: able(g, area))
    g.order = Order(kind, known[0], area) if kind != DECLARE else Order(kind, known[0], group=area)
    g.order.partners = EVERYBODY
    if len(known) > 1:
        prompt, seat = "declare.lead" if kind == DECLARE else "lead", g.rules.seat_of[known[0]]
        hidden = g.lease is not None
        choice = yield Ask(seat, prompt, LEAD, "coop.combine.same_player", always=hidden, stake=0.3)
        g.order.power = g.pack.number[choice[1]]


def enter(g: State, area: int) -> Flow[State]:
    """Enter an undefended area."""
    yield from lead(g, ENTER, area, entry.enterers)
    power = g.order_now().power
    yield from entry.enter(g, power, area)
    if g.chain is not None:
        give_turn(g)
    elif g.friendly(power, area):
        yield from flight.flee_from(g, area)  # atk.only_aircraft_defending
        give_turn(g)


def fight(kind: int, g: State, area: int) -> Flow[State]:
    """An attack, an invasion or a strike: who leads, against whom, with what; then it is paid for and begins."""
    yield from lead(g, kind, area, lambda g, area: attack.leaders(g, kind, area))
    order = g.order_now()
    seat = g.rules.seat_of[order.power]
    yield from agreement.defend(g)
    groups = open_groups(g)
    order.group = groups[0]
    if len(groups) > 1:
        choice = yield Ask(seat, "against", AGAINST, "land.separate_contingents", stake=0.3)
        order.group = g.pack.number[choice[1]]
    yield from agreement.invite(g)
    chosen = yield from force.choose(g, seat)
    if not chosen:
        units.call_off(g)
        return
    if kind == INVADE:
        force.embark(g)
    announce(g, order)
    give_turn(g)
    if not (g.rules.advanced and set_out(g)):
        battle.begin(g)


def set_out(g: State) -> bool:
    """At the advanced level whatever flies or sails can be met on its way (12.2); whether anything does."""
    order = g.order_now()
    for unit in (*order.carriers, *order.cargo):
        order.force |= 1 << unit
    return journey.set_out(g)


def raid(g: State, what: int) -> Flow[State]:
    """Submarines go on a raid."""
    yield from submarines.raid(g, what)
    if g.chain is not None:
        give_turn(g)


def announce(g: State, order: Order) -> None:
    """The attack is paid for and remembered (atk.area_once_joint, war.must_follow, east.oil_counts)."""
    nations.pay(g, order.power, attack.cost(g, order.kind), ORDERS[order.kind], COST_RULES[order.kind])
    g.attacks[order.power] += 1
    taking_part = sorted({g.commander[g.pack.nation[unit]] for unit in members(order.force)})
    against = cooperation.contingent(g, order.power, order.target, order.group) if order.group != NONE else 0
    attacked = cooperation.nations_of(g, against)
    g.attacked += [cooperation.code(one, order.target, other) for one in taking_part for other in attacked or [NONE]]
    for nation in attacked:
        nations.follow_up(g, order.power, nation)
    if g.control[order.target] != NONE:
        nations.follow_up(g, order.power, g.control[order.target])


def open_groups(g: State) -> list[int]:
    """The groups of defenders, by their leaders, against which the order in progress can go."""
    order = g.order_now()
    groups = attack.groups_left(g, order.kind, order.power, order.target)
    if len(groups) == 1:
        return groups
    here = means.known(g)
    return [group for group in groups if attack.enough(g, here, order.kind, order.power, order.target, group)]


def declare(g: State, nation: int) -> Flow[State]:
    """A declaration of war is an action of its own (war.only_phase1); the deed must follow (war.must_follow)."""
    yield from lead(g, DECLARE, nation, war.declarers)
    power = g.order_now().power
    g.order = None
    yield from war.declare(g, power, nation)
    give_turn(g)


def change_base(g: State, area: int) -> Flow[State]:
    """Aircraft change base; this is a move, not an action, and the same powers are asked again."""
    yield from rebase.rebase(g, rebase.rebaser(g, area), area)


def bomb(g: State, area: int) -> Flow[State]:
    """Bombers fly to an enemy's home country (bomb.strategic)."""
    before = g.called_off
    yield from bombing.bomb(g, area)
    if g.called_off == before:
        give_turn(g)


# ---------------------------------------------------------------------- legality


def stand_by_refusal(g: State) -> str | None:
    """A power that declared war must attack first, unless it cannot any more (war.must_follow_enforced)."""
    if any(g.owed[power] and war.must_attack_first(g, power) for power in g.asked()):
        return "war.must_follow_enforced"
    return None


def attack_refusal(kind: int, g: State, area: int) -> str | None:
    """The rule against an attack of a kind on an area: for units that are near, what happened to them this turn."""
    rule = attack.refusal(g, kind, area)
    return reasons.nearest(g, kind, area) or rule if rule == attack.OUT_OF_REACH[kind] else rule


def enter_refusal(g: State, area: int) -> str | None:
    """The rule against entering an area without a battle: for land units that are near, what happened to them."""
    rule = entry.enter_refusal(g, area)
    return reasons.nearest(g, ATTACK, area, g.pack.land_units) or rule if rule == "atk.reach" else rule


def lead_refusal(g: State, nation: int) -> str | None:
    """The rule against a power leading the order in progress."""
    order = g.order_now()
    if nation not in g.asked():
        return "seq.phases.joint_one_player"
    if order.kind == DECLARE:
        return war.may_not_declare(g, means.known(g), nation, order.group)
    if order.kind == ENTER:
        return None if nation in entry.enterers(g, order.target) else "atk.reach"
    g.order = None  # as when the attack was offered: nobody has agreed to anything yet
    rule = attack.led_by(g, means.known(g), order.kind, nation, order.target)
    g.order = order
    return rule


def lead_options(g: State, offer: Offer) -> None:
    for power in g.asked():
        if lead_refusal(g, power) is None:
            offer.add(g.pack.lead[power])
    order = g.order_now()
    if order.kind == DECLARE:
        offer.tell(nation=g.pack.nation_ids[order.group])
    else:
        offer.tell(area=g.pack.area_ids[order.target])


def against_refusal(g: State, nation: int) -> str | None:
    """The rule against choosing a group of defenders by its leader."""
    return None if nation in open_groups(g) else "land.separate_contingents"


def against_options(g: State, offer: Offer) -> None:
    for nation in open_groups(g):
        offer.add(g.pack.against[nation])
    offer.tell(area=g.pack.area_ids[g.order_now().target])


def menu_options(g: State, offer: Offer) -> None:
    here = means.known(g)
    menu = means.menu(g, here)
    if not menu:
        menu += aimed_orders(g, here)
        menu += [g.pack.rebase[area] for area in members(rebase.bases(g))]
        menu += [g.pack.declare[nation] for nation in war.declarable(g, here)]
        if stand_by_refusal(g) is None:
            menu.append(STAND_BY)
    offer.add_all(menu)
    offer.tell(power=g.pack.nation_ids[g.asked()[0]])


def aimed_orders(g: State, here: Known) -> list[Choice]:
    """The orders that are aimed at an area: without a battle, on land, in the air and at sea, from the sea."""
    pack = g.pack
    aimed = targets.menu(g, here)
    found: list[Choice] = []
    for kind, row in ((ENTER, pack.enter), (ATTACK, pack.attack_at), (STRIKE, pack.strike), (INVADE, pack.invade)):
        found += [row[area] for area in members(aimed[kind])]
    if g.rules.advanced:
        found += [pack.bomb[area] for area in members(bombing.goals(g))]
        found += [choice for what, choice in enumerate(pack.raid) if submarines.raid_refusal(g, what) is None]
    return found


CARRY_OUT: Final[dict[str, Callable[[State, int], Flow[State]]]] = {
    "enter": enter,
    "attack": partial(fight, ATTACK),
    "invade": partial(fight, INVADE),
    "strike": partial(fight, STRIKE),
    "rebase": change_base,
    "bomb": bomb,
    "declare": declare,
    "raid": raid,
}
"""By verb of the menu: what carries out the order."""
MENU: Final = Legality(
    menu_options,
    {
        "enter": one(enter_refusal),
        "attack": one(partial(attack_refusal, ATTACK)),
        "invade": one(partial(attack_refusal, INVADE)),
        "strike": one(partial(attack_refusal, STRIKE)),
        "rebase": one(rebase.rebase_refusal),
        "bomb": one(bombing.refusal),
        "declare": one(war.declare_refusal),
        "raid": one(submarines.raid_refusal),
        "stand_by": nothing(stand_by_refusal),
    },
)
LEAD: Final = Legality(lead_options, {"lead": one(lead_refusal)})
AGAINST: Final = Legality(against_options, {"against": one(against_refusal)})
