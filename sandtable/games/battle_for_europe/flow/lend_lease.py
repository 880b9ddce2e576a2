"""Lend-lease: in phase 4 a power lays HPP, or a blank stack, face down at sea for another one."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, legal, one
from sandtable.engine.sets import NONE
from sandtable.engine.types import Choice
from sandtable.games.battle_for_europe.flow import accounting, convoys, crossing, nations, reach, units
from sandtable.games.battle_for_europe.pack import BRITAIN, CALL_OFF, FLEET, NO, USA, USSR, YES
from sandtable.games.battle_for_europe.parts import AID, Order
from sandtable.games.battle_for_europe.routes import AID_SHARE, CONVOY_IDS, RECEIVERS, ROUTES, SENDERS
from sandtable.games.battle_for_europe.state import State


def in_force(g: State) -> bool:
    """Whether there is lend-lease: at the advanced level, where the United States and the Soviet Union take part."""
    return g.lease is not None and g.rules.scenario.id != "sichelschnitt"


def route_of(sender: int, receiver: int) -> int:
    """The route from a power to another, or NONE."""
    for route in range(ROUTES):
        if SENDERS[route] == sender and RECEIVERS[route] == receiver:
            return route
    return NONE


def sea_of(g: State, route: int) -> int:
    """Where a stack is laid: in the North Atlantic for Britain, in the Norwegian Sea for the Soviet Union.

    (lend.face_down)
    """
    return g.pack.norwegian_sea if RECEIVERS[route] == USSR else g.pack.north_atlantic


# ---------------------------------------------------------------------- sending


def send(g: State, receiver: int) -> Flow[State]:
    """A power sends aid: a fleet escorts it, and it says in secret how much it is (lend.phase, lend.face_down)."""
    power, pack = g.power(), g.pack
    seat, route = g.rules.seat_of[power], route_of(power, receiver)
    g.order = order = Order(AID, power, sea_of(g, route), group=receiver)
    choice = yield Ask(seat, "aid.by", BY, "lend.escort", stake=0.1)
    fleet = escorts_from(g, route, pack.number[choice[1]])[0]
    order.carriers = [fleet]
    owner = g.seat(pack.nation[fleet])
    agreed = YES
    if owner != seat:
        order.group = pack.nation[fleet]
        agreed = yield Ask(owner, "transfer.agree", crossing.AGREE, "unit.fleet.carry_allies", stake=0.1)
        order.group = receiver
    if agreed != NO:
        choice = yield Ask(seat, "aid.amount", AMOUNT, "lend.face_down", always=True, stake=0.4)
    if agreed == NO or choice == CALL_OFF:
        units.call_off(g)
        return
    g.order = None
    lay(g, route, fleet, pack.convoy.index(choice))


def lay(g: State, route: int, fleet: int, amount: int) -> None:
    """The stack lies at sea; what it holds is told to its sender alone (lend.hidden, lend.blank_size)."""
    lease, pack, power = g.lease_now(), g.pack, SENDERS[route]
    if not any(SENDERS[other] == power and lease.fresh >> other & 1 for other in range(ROUTES)):
        lease.most[power] = min(quarter(g, power), convoys.open_purse(g, power))
    convoys.lay(g, route, amount)
    units.use(g, fleet)  # lend.escort: it stays at its base
    if g.log is not None:
        where = pack.area_ids[sea_of(g, route)], pack.area_ids[g.place[fleet]]
        g.log.add("convoy_sails", CONVOY_IDS[route], *where, rule="lend.face_down")
        g.log.add("convoy_holds", CONVOY_IDS[route], amount, rule="lend.paid", seats=1 << g.rules.seat_of[power])


# ---------------------------------------------------------------------- how much


def quarter(g: State, power: int) -> int:
    """What a power may send at most in a turn: a quarter of its base HPP of the year, rounded down (lend.quarter).

    What was lost in a year is restored at the next accounting only (med.regain).
    """
    year = g.pack.year[g.season] - g.pack.year[0]
    return max(0, g.pack.base_hpp[power][year] - accounting.base_lost(g, power, g.struck)) // AID_SHARE


def sent_already(g: State, power: int) -> int:
    """What a power has sent this turn to another destination (lend.per_destination)."""
    return convoys.face_down(g, power, g.lease_now().fresh)


def amount_refusal(g: State, amount: int) -> str | None:
    """The rule against so much in the stack of the order; a blank one can always be laid."""
    power = g.order_now().power
    if amount > quarter(g, power):
        return "lend.quarter"
    if amount + sent_already(g, power) > quarter(g, power) and amount:
        return "lend.per_destination"
    dear = nations.too_dear(g, power, amount) if amount else None
    return "lend.counts_limit" if dear == "hpp.half_cap" else dear


def amount_options(g: State, offer: Offer) -> None:
    order = g.order_now()
    for amount, choice in enumerate(g.pack.convoy):
        if amount_refusal(g, amount) is None:
            offer.add(choice)
    offer.add(CALL_OFF)
    offer.tell(nation=g.pack.nation_ids[order.group], hpp=g.hpp[order.power])


# ---------------------------------------------------------------------- escorts


def escorting(g: State, route: int) -> list[int]:
    """The nations whose fleets may escort a stack: sender and receiver (lend.escort).

    A neutral United States has no fleets at sea: the receiver, for the Soviet Union Britain, provides the escort.
    """
    sender, receiver = SENDERS[route], RECEIVERS[route]
    if sender == USA and g.alliance[USA] == NONE:
        return [BRITAIN]  # lend.escort_usa_1941
    return [sender, receiver]


def escorts(g: State, route: int) -> list[int]:
    """The fleets that may escort a stack, wherever they are: those that have done nothing else this turn."""
    mine = escorting(g, route)
    able = crossing.escorts(g, mine[0])  # strat.escort.unmoved
    return [fleet for fleet in able if g.pack.nation[fleet] in mine]


def escorts_from(g: State, route: int, base: int) -> list[int]:
    """Those in a base that lies near enough to the sea area of the stack (lend.escort_range)."""
    pack, sea = g.pack, sea_of(g, route)
    here = [fleet for fleet in escorts(g, route) if g.place[fleet] == base]
    return [fleet for fleet in here if 0 < reach.sea_way(g, pack.nation[fleet], base, sea) <= pack.move[FLEET]]


def bases(g: State, route: int) -> list[int]:
    """The bases from which a stack can be escorted."""
    found = sorted({g.place[fleet] for fleet in escorts(g, route)})
    return [base for base in found if escorts_from(g, route, base)]


def by_refusal(g: State, base: int) -> str | None:
    """The rule against a fleet of a base escorting the stack of the order."""
    order = g.order_now()
    route = route_of(order.power, order.group)
    if escorts_from(g, route, base):
        return None
    here = any(g.place[fleet] == base for fleet in escorts(g, route))
    return "lend.escort_range" if here else escort_rule(g, route)


def escort_rule(g: State, route: int) -> str:
    """The rule that says who escorts a stack."""
    return "lend.escort" if SENDERS[route] in escorting(g, route) else "lend.escort_usa_1941"


def by_options(g: State, offer: Offer) -> None:
    order = g.order_now()
    for base in bases(g, route_of(order.power, order.group)):
        offer.add(g.pack.by[base])
    offer.tell(nation=g.pack.nation_ids[order.group])


# ---------------------------------------------------------------------- whether


def aid_refusal(g: State, receiver: int) -> str | None:
    """The rule against sending aid to a power; it depends on nothing that is hidden, since blanks are sent alike."""
    route = route_of(g.power(), receiver)
    if route == NONE:
        return "hpp.not_transferable"
    rule = convoys.begun(g, route)
    if rule is not None:
        return rule
    if g.fallen >> receiver & 1:
        return "lend.receiver_fallen"
    if receiver == USSR and convoys.is_blocked(g):
        return "lend.vologda"
    if g.lease_now().stacks[route] != NONE:
        return "lend.per_destination"
    if not escorts(g, route):
        return escort_rule(g, route)
    return None if bases(g, route) else "lend.escort_range"


def aid_options(g: State) -> list[Choice]:
    """The powers to which aid can be sent now."""
    return [g.pack.aid[receiver] for receiver in sorted(set(RECEIVERS)) if aid_refusal(g, receiver) is None]


BY: Final = Legality(by_options, {"by": one(by_refusal)})
AMOUNT: Final = Legality(amount_options, {"convoy": one(amount_refusal), "call_off": legal})
