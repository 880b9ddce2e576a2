"""Patrol: a figure goes through the city, and meets the gangsters of the districts that it enters.

A patrol names its destination; the way is asked only where there are several. Between two steps a player may
investigate (action.interrupt.point): it is asked where that brings something that could not be had otherwise, and then
goes on anywhere within the steps that are left, or stops.
"""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Flow, Legality, Offer, legal, one
from sandtable.engine.sets import NONE, bits, first
from sandtable.games.rogue_agent import cards
from sandtable.games.rogue_agent.flow import investigation, justice, pieces, stamina
from sandtable.games.rogue_agent.flow.asking import Asks, asks, whole
from sandtable.games.rogue_agent.pack import AMMO, CAR, FUEL, GO_ON, SEATS, STOP
from sandtable.games.rogue_agent.state import Patrol, State

STEPS: Final = 2
"""How far a patrol goes without an engine (patrol.range)."""


def patrol(g: State, goal: int) -> Flow[State]:
    """The first patrol of a turn is free, every further one costs fuel (patrol.first_free, patrol.extra_fuel)."""
    seat = g.seat
    if g.turn.patrols:
        pieces.spend(g, seat, FUEL, g.pack.patrol_price, "patrol.extra_fuel")
    g.turn.patrols += 1
    g.patrol = Patrol(reach(g, seat), 0, goal)
    while g.patrol.goal != NONE:
        yield from step(g, seat)
        if g.turn.over:
            break
        if g.at[seat] == g.patrol.goal:
            g.patrol.goal = NONE
        elif investigation.new_here(g):
            yield from pause(g, seat)
    g.patrol = Patrol()


def unhindered(g: State, seat: int) -> int:
    """How many steps a patrol has where nothing hinders it (patrol.range, patrol.engine)."""
    return STEPS + (g.level(seat, CAR) >= g.pack.engine_from)


def reach(g: State, seat: int) -> int:
    """How many steps a patrol may have: continuing effects take some, but never the last (effect.vocabulary)."""
    return max(1, unhindered(g, seat) - g.limit(seat, cards.PATROL_RANGE))


def step(g: State, seat: int) -> Flow[State]:
    """One step towards the goal; where several ways lead there, the player says which."""
    ways = next_steps(g, g.patrol.goal)
    tile = first(ways)
    if ways & ways - 1:
        choice = yield VIA[seat]
        tile = g.pack.number[choice[1]]
    g.patrol.steps -= 1
    g.patrol.entered |= 1 << tile
    g.at[seat] = tile
    if g.log is not None:
        g.log.add("patrolled", SEATS[seat], g.pack.tile_ids[tile], rule="patrol.step_adjacent")
    yield from enter(g, seat, tile)


def pause(g: State, seat: int) -> Flow[State]:
    """A look at a card in passing; after it the rest of the patrol is asked anew (action.finish_first)."""
    choice = yield PAUSE[seat]
    while choice[0] == "investigate":
        investigation.investigate(g, g.pack.number[choice[1]])
        choice = yield REST[seat]
    if choice == STOP:
        g.patrol.goal = NONE
    elif choice != GO_ON:
        g.patrol.goal = g.pack.number[choice[1]]


# ====================================================================== ways


def goals(g: State, tile: int, steps: int, entered: int) -> int:
    """Where a patrol can end from a tile: no tile is entered twice (patrol.no_repeat, patrol.return_start)."""
    found = g.near[tile] & ~entered
    if steps > 1:
        for other in bits(found):
            found |= goals(g, other, steps - 1, entered | 1 << other)
    return found


def leads_to(g: State, tile: int, goal: int, steps: int, entered: int) -> bool:
    """Whether a patrol on a tile can still end on another one."""
    if tile == goal:
        return True
    return steps > 0 and goals(g, tile, steps, entered) >> goal & 1 > 0


def next_steps(g: State, goal: int) -> int:
    """The tiles next to the figure from which the goal can still be reached."""
    now = g.patrol
    found = 0
    for tile in bits(g.near[g.at[g.seat]] & ~now.entered):
        if leads_to(g, tile, goal, now.steps - 1, now.entered | 1 << tile):
            found |= 1 << tile
    return found


def way_options(g: State, offer: Offer) -> None:
    offer.tell(goal=g.pack.tile_ids[g.patrol.goal])
    for tile in bits(next_steps(g, g.patrol.goal)):
        offer.add(g.pack.via[tile])


def way_refusal(g: State, tile: int) -> str | None:
    """The rule against a step."""
    if not g.adjacent(g.at[g.seat], tile):
        return "patrol.step_adjacent"
    if g.patrol.entered >> tile & 1:
        return "patrol.no_repeat"
    return None if next_steps(g, g.patrol.goal) >> tile & 1 else "patrol.range"


VIA: Final[Asks] = asks("patrol.via", Legality(way_options, {"via": one(way_refusal)}), "patrol.step_adjacent")


def pause_options(g: State, offer: Offer) -> None:
    offer.tell(goal=g.pack.tile_ids[g.patrol.goal])
    investigation.offer_investigations(g, offer)
    offer.add(GO_ON)


def rest_options(g: State, offer: Offer) -> None:
    offer.tell(steps=g.patrol.steps)
    investigation.offer_investigations(g, offer)
    for tile in bits(goals(g, g.at[g.seat], g.patrol.steps, g.patrol.entered)):
        offer.add(g.pack.patrol[tile])
    offer.add(STOP)


def rest_refusal(g: State, tile: int) -> str | None:
    """The rule against going on to a tile with the steps that are left."""
    if goals(g, g.at[g.seat], g.patrol.steps, g.patrol.entered) >> tile & 1:
        return None
    return "patrol.no_repeat" if g.patrol.entered >> tile & 1 else too_far(g, tile, g.patrol.steps, g.patrol.entered)


def too_far(g: State, tile: int, steps: int, entered: int) -> str:
    """The rule that keeps a tile out of reach: a continuing effect, where it takes the steps that would lead there."""
    seat = g.seat
    taken = unhindered(g, seat) - reach(g, seat)
    hindered = goals(g, g.at[seat], steps + taken, entered) >> tile & 1
    return "attack.clock.at_once" if hindered else "patrol.range"


INVESTIGATE: Final = one(investigation.refusal)
PAUSE: Final[Asks] = asks(
    "patrol.pause",
    Legality(pause_options, {"investigate": INVESTIGATE, "go_on": legal}),
    "action.interrupt.point",
)
REST: Final[Asks] = asks(
    "patrol.rest",
    Legality(rest_options, {"investigate": INVESTIGATE, "patrol": one(rest_refusal), "stop": legal}),
    "action.interrupt.point",
)


# ====================================================================== entering


def enter(g: State, seat: int, tile: int) -> Flow[State]:
    """Fire on a destroyed tile, gangsters in a district, at once and at every entry (gangster.when, .every_entry)."""
    if g.burnt >> tile & 1:
        if not g.is_android(seat):  # destroy.entry_agent, destroy.entry_android
            yield from stamina.lose(g, seat, g.pack.destroyed_entry, "destroy.entry_agent")
        return
    left = gangsters(g, seat, tile)
    if left and g.level(seat, AMMO) and not g.limit(seat, cards.NO_AMMO):  # gangster.automatic
        g.patrol.gangsters = left
        choice = yield GANGSTERS[seat]
        ammo = whole(choice[1])
        pieces.spend(g, seat, AMMO, ammo, "gangster.ammo")
        left -= ammo
        g.patrol.gangsters = 0
    yield from stamina.lose(g, seat, left, "gangster.damage")


def gangsters(g: State, seat: int, tile: int) -> int:
    """The gangsters who are left when shield and own informants have done their work (gangster.combine)."""
    skulls = g.pack.gangsters[tile]
    if not skulls or tile == g.police:  # gangster.police
        return 0
    skulls += g.limit(seat, cards.GANGSTERS)
    return max(0, skulls - g.has_shield(seat) - g.informants_at(seat, tile))  # gangster.shield, gangster.informant


def ammo_options(g: State, offer: Offer) -> None:
    offer.tell(gangsters=g.patrol.gangsters)
    for ammo in range(min(g.patrol.gangsters, g.level(g.seat, AMMO)) + 1):
        offer.add(g.pack.spend[ammo])


def ammo_refusal(g: State, ammo: int) -> str | None:
    """The rule against spending so much ammo on gangsters."""
    if ammo > g.patrol.gangsters:
        return "gangster.combine"
    return None if ammo <= g.level(g.seat, AMMO) else "board.resource.floor"


GANGSTERS: Final[Asks] = asks("patrol.gangsters", Legality(ammo_options, {"spend": one(ammo_refusal)}), "gangster.ammo")


# ====================================================================== whether a patrol may begin


def barred(g: State) -> str | None:
    """The rule against any patrol now."""
    if justice.spent(g):
        return "justice.after_second.patrol"
    if not g.turn.patrols:
        return None
    if g.limit(g.seat, cards.NO_EXTRA_PATROL):
        return "attack.clock.at_once"
    return None if g.level(g.seat, FUEL) >= g.pack.patrol_price else "patrol.extra_fuel"


def refusal(g: State, tile: int) -> str | None:
    """The rule against a patrol to a tile."""
    steps = reach(g, g.seat)
    if not goals(g, g.at[g.seat], steps, 0) >> tile & 1:
        return too_far(g, tile, steps, 0)
    return barred(g)


def offer_patrols(g: State, offer: Offer) -> None:
    """What `refusal` allows."""
    if barred(g) is None:
        choices = g.pack.patrol
        for tile in bits(goals(g, g.at[g.seat], reach(g, g.seat), 0)):
            offer.add(choices[tile])
