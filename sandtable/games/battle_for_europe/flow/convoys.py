"""Convoys: stacks of aid under way, when they are turned up, arrive or are lost, and what everybody knows of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from sandtable.engine.ask import Offer
from sandtable.engine.sets import NONE
from sandtable.games.battle_for_europe import goals
from sandtable.games.battle_for_europe.flow import progress
from sandtable.games.battle_for_europe.pack import FRANCE, GERMANY, POWERS, SPRING, USA, USSR
from sandtable.games.battle_for_europe.routes import CONVOY_IDS, RECEIVERS, ROUTES, SENDERS
from sandtable.games.battle_for_europe.state import State
from sandtable.games.battle_for_europe.undertakings import Lease

T = TypeVar("T")

FIRST_YEAR: Final = 1941
"""Aid for Britain is sent from its spring on; what the United States sends in it is deducted later."""


def begin(g: State) -> None:
    """The advanced level: nothing is under way, and the United States may lend its HPP of 1941 (lend.usa_1941_base)."""
    g.lease = Lease()
    if g.rules.seat_of[USA] != NONE and g.pack.year[g.season] == FIRST_YEAR:
        g.hpp[USA] = g.opening[USA] = g.pack.base_hpp[USA][FIRST_YEAR - g.pack.year[0]]


# ---------------------------------------------------------------------- who may send


def begun(g: State, route: int) -> str | None:
    """The rule by which aid is not sent on a route yet; None once it may be, which lasts."""
    if RECEIVERS[route] == USSR:
        attacked = g.german_attack != NONE or (GERMANY, USSR) in g.rules.scenario.wars
        return None if attacked else "lend.ussr.when"
    late = (g.pack.year[g.season], g.pack.season[g.season]) >= (FIRST_YEAR, SPRING)
    return None if late and g.fallen >> FRANCE & 1 else "lend.usa_britain.when"


def is_hidden(g: State, power: int) -> bool:
    """Whether a power's HPP are known to its own seat alone (lend.sender_hpp_hidden)."""
    if g.lease is None or g.rules.scenario.id == "sichelschnitt":
        return False
    return any(SENDERS[route] == power and begun(g, route) is None for route in range(ROUTES))


# ---------------------------------------------------------------------- what everybody knows


def face_down(g: State, power: int, among: int = ~0) -> int:
    """What the stacks of a power hold that lie face down, of routes in a mask."""
    lease = g.lease_now()
    hidden = among & ~lease.shown
    return sum(
        lease.stacks[route]
        for route in range(ROUTES)
        if SENDERS[route] == power and hidden >> route & 1 and lease.stacks[route] != NONE
    )


def gap(g: State, power: int) -> int:
    """How much less a power has than everybody can reckon: what its stacks face down have cost it."""
    return 0 if g.lease is None else max(0, face_down(g, power) - g.lease.slack[power])


def open_hpp(g: State, power: int) -> int:
    """What a power can have at most by what everybody knows: its yearly amount less its open payments and losses.

    (lend.sender_hpp_hidden, war.neutral.who_places_hidden)
    """
    return g.hpp[power] + gap(g, power)


def open_spent(g: State, power: int) -> int:
    """What a power has openly spent of its limit this turn."""
    return g.spent[power] if g.lease is None else g.spent[power] - face_down(g, power, g.lease.fresh)


def open_purse(g: State, power: int) -> int:
    """What a power can still spend this turn at most by what everybody knows."""
    return max(0, min(open_hpp(g, power), g.limit(power) - open_spent(g, power)))


def publicly(g: State, find: Callable[[], T]) -> T:
    """What is found if every power has what everybody must suppose: so that others learn nothing from what is asked."""
    if g.lease is None:
        return find()
    hpp, spent = g.hpp, g.spent
    g.hpp, g.spent = ([known(g, power) for power in range(POWERS)] for known in (open_hpp, open_spent))
    found = find()
    g.hpp, g.spent = hpp, spent
    return found


def must_be_asked(g: State, powers: tuple[int, ...], build: Callable[[State, Offer], None]) -> bool:
    """Whether powers are asked even if they have only one option, since others could not know that it is the only one.

    What a power with hidden HPP can pay for is nobody else's business (lend.sender_hpp_hidden).
    """
    if g.lease is None or not any(is_hidden(g, power) for power in powers):
        return False
    offer = Offer()
    publicly(g, lambda: build(g, offer))
    return len(offer.options) > 1


def notice_payment(g: State, power: int) -> None:
    """A power has openly paid for something: its stacks cannot hold so much that it could not have."""
    lease = g.lease
    if lease is None or not lease.most[power]:
        return
    most = min(lease.most[power], open_hpp(g, power) + lease.slack[power])
    if any(SENDERS[route] == power and lease.fresh >> route & 1 for route in range(ROUTES)):
        most = min(most, g.limit(power) - open_spent(g, power))
    lease.most[power] = most


# ---------------------------------------------------------------------- stacks


def lay(g: State, route: int, amount: int) -> None:
    """HPP leave the sender's stock and are laid face down, or a blank stack is (lend.face_down, lend.paid)."""
    lease, power = g.lease_now(), SENDERS[route]
    lease.stacks[route] = amount
    lease.fresh |= 1 << route
    g.hpp[power] -= amount
    g.spent[power] += amount  # lend.counts_limit


def turn_up(g: State, route: int) -> int:
    """A stack is turned up, since it is attacked, arrives or is lost (lend.hidden); what it holds."""
    lease, sender, value = g.lease_now(), SENDERS[route], g.lease_now().stacks[route]
    if lease.shown >> route & 1:
        return value
    lease.shown |= 1 << route
    lease.slack[sender] = max(0, lease.slack[sender] - value)
    lease.most[sender] -= value
    if sender == USA and g.pack.year[g.season] == FIRST_YEAR:
        lease.lent += value
    g.chance.reveal()
    if g.log is not None:
        g.log.add("convoy_shown", CONVOY_IDS[route], value, rule="lend.hidden")
    return value


def sink(g: State, route: int, submarines: int) -> None:
    """So many submarines that survive attack a stack: it is turned up and lowered (sub.convoy.loss)."""
    pack, value = g.pack, turn_up(g, route)
    each = progress.number(g, GERMANY, goals.CONVOY_LOSS, pack.convoy_loss)  # opt.german.submarines
    g.lease_now().stacks[route] = max(0, value - submarines * each)
    if g.log is not None:
        left = g.lease_now().stacks[route]
        g.log.add("convoy_sunk", CONVOY_IDS[route], value - left, left, submarines, each, rule="sub.convoy.loss")


def take_off(g: State, route: int) -> None:
    """A stack leaves the board, turned up."""
    lease, sender = g.lease_now(), SENDERS[route]
    lease.stacks[route] = NONE
    lease.shown &= ~(1 << route)
    lease.fresh &= ~(1 << route)
    if all(lease.stacks[other] == NONE for other in range(ROUTES) if SENDERS[other] == sender):
        lease.most[sender] = lease.slack[sender] = 0


def arrive(g: State, power: int) -> None:
    """Aid arrives in its receiver's phase 3 and can be spent at once (lend.arrive, lend.arrive_limit)."""
    lease = g.lease
    if lease is None:
        return
    for route in range(ROUTES):
        if RECEIVERS[route] == power and lease.stacks[route] != NONE:
            value = turn_up(g, route)
            g.hpp[power] += value
            lease.arrived[power] += value
            take_off(g, route)
            if g.log is not None:
                g.log.add("convoy_arrived", CONVOY_IDS[route], g.pack.nation_ids[power], value, rule="lend.arrive")


def lose(g: State, receiver: int, rule: str) -> None:
    """All aid under way for a power is lost."""
    for route in range(ROUTES):
        if RECEIVERS[route] == receiver and g.lease_now().stacks[route] != NONE:
            value = turn_up(g, route)
            take_off(g, route)
            if g.log is not None:
                g.log.add("convoy_lost", CONVOY_IDS[route], value, rule=rule)


def forget(g: State) -> None:
    """A side's turn begins: what it sent and received belongs to the turn before."""
    lease = g.lease
    if lease is None:
        return
    for power in g.on_turn():
        lease.arrived[power] = 0
        for route in range(ROUTES):
            if SENDERS[route] == power:
                lease.fresh &= ~(1 << route)


# ---------------------------------------------------------------------- what ends a route


def is_blocked(g: State) -> bool:
    """Whether Germany or an ally of it holds Vologda (lend.vologda); Murmansk needs no area (map.murmansk)."""
    for effect in g.pack.effects:
        if effect.verb == "block" and effect.scenarios >> g.rules.number & 1:
            owner = g.control[effect.area]
            if owner != NONE and g.alliance[owner] == effect.side:
                return True
    return False


def look_at_vologda(g: State) -> None:
    """An area has changed hands: what was under way is lost if it cannot be delivered (lend.vologda_underway)."""
    if g.lease is not None and is_blocked(g):
        lose(g, USSR, "lend.vologda_underway")


def look_at_fallen(g: State, power: int) -> None:
    """A power has fallen: aid for it is lost (lend.receiver_fallen); what it sent goes on, and its HPP are gone."""
    if g.lease is not None:
        lose(g, power, "lend.receiver_fallen")
        g.lease.slack[power] = g.lease.most[power]


# ---------------------------------------------------------------------- the accounting


def carry_over(g: State, power: int, before: int) -> int:
    """What stacks under way take off a power's new HPP, unknown to others; `before` is what it openly had left.

    What was left is gone anyhow, so that only debts count (acc.no_carry, acc.debt); but what the United States sent in
    1941 is deducted from its HPP of 1942 (lend.usa_1941_deducted, lend.usa_1941_underway).
    """
    if g.lease is None:
        return 0
    if power != USA or g.pack.year[g.season] != FIRST_YEAR:
        g.lease.slack[power] = min(g.lease.most[power], g.lease.slack[power] + max(0, before))
    return gap(g, power)


def lent(g: State, power: int) -> int:
    """What is openly deducted from the HPP of the United States for 1942 (lend.usa_1941_deducted)."""
    return g.lease.lent if g.lease is not None and power == USA and g.pack.year[g.season] == FIRST_YEAR else 0


def senders(g: State) -> list[int]:
    """The powers that have stacks face down."""
    return [power for power in range(POWERS) if g.lease is not None and _has_face_down(g.lease, power)]


def _has_face_down(lease: Lease, power: int) -> bool:
    return any(
        SENDERS[route] == power and lease.stacks[route] != NONE and not lease.shown >> route & 1
        for route in range(ROUTES)
    )
