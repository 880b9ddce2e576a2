"""Custody: arresting defeated criminals, taking them from another agent, and turning them in."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Flow, Legality, Offer, legal, one
from sandtable.engine.choices import DONE
from sandtable.engine.sets import NONE, bits
from sandtable.games.rogue_agent.flow import fuel, justice, pieces
from sandtable.games.rogue_agent.flow.asking import Asks, asks
from sandtable.games.rogue_agent.pack import (
    ARREST,
    FIRST_CRIMINAL,
    FUEL,
    HEADQUARTERS,
    KIDNAP,
    SEATS,
    TURN_IN,
    TURN_IN_CHOICE,
)
from sandtable.games.rogue_agent.state import CUSTODY, Fight, State

# ====================================================================== arrest


def arrest(g: State, criminal: int) -> None:
    """A defeated criminal goes under the agent and from now on wherever it goes (arrest.action, arrest.moves)."""
    justice.take(g, ARREST)
    g.disc[FIRST_CRIMINAL + criminal] = CUSTODY + g.seat
    if g.log is not None:
        g.log.add("arrested", SEATS[g.seat], g.pack.criminal_ids[criminal], rule="arrest.action")


def arrest_refusal(g: State, criminal: int) -> str | None:
    """The rule against arresting a criminal; who defeated it does not matter (arrest.any_agent, arrest.no_limit)."""
    tile = g.tile_of(FIRST_CRIMINAL + criminal)
    if tile == NONE and g.in_play(criminal):
        return "arrest.not_at_location"
    if tile == NONE or tile != g.at[g.seat] or not g.defeated >> criminal & 1:
        return "arrest.action"
    return justice.refusal(g, ARREST)


def offer_arrests(g: State, offer: Offer) -> None:
    """What `arrest_refusal` allows."""
    if g.defeated:
        for criminal in bits(g.criminals_at(g.at[g.seat]) & g.defeated):
            if arrest_refusal(g, criminal) is None:
                offer.add(g.pack.arrest[criminal])


# ====================================================================== kidnap


def kidnap(g: State, target: int) -> Flow[State]:
    """Both pay fuel for green dice; the kidnapper takes as many criminals as it has patrol cars left (kidnap.take)."""
    seat = g.seat
    justice.take(g, KIDNAP)
    g.fight = Fight(rival=target)  # kidnap.target
    if g.log is not None:
        g.log.add("kidnapping", SEATS[seat], SEATS[target], rule="kidnap.where")
    yield from fuel.attacker_dice(g, seat)
    yield from fuel.target_dice(g, target, "kidnap.dice.target")
    cars = fuel.roll_cars(g)
    g.fight.cars = min(cars, g.custody(target).bit_count())  # kidnap.surplus
    while g.fight.cars:
        choice = yield TAKE[seat]
        if choice == DONE:
            break
        criminal = g.pack.number[choice[1]]
        g.disc[FIRST_CRIMINAL + criminal] = CUSTODY + seat
        g.fight.cars -= 1
        if g.log is not None:
            g.log.add("taken", SEATS[seat], g.pack.criminal_ids[criminal], SEATS[target], rule="kidnap.take")
    g.fight = Fight()


def take_options(g: State, offer: Offer) -> None:
    offer.tell(cars=g.fight.cars, target=SEATS[g.fight.rival])
    for criminal in bits(g.custody(g.fight.rival)):
        offer.add(g.pack.take[criminal])
    offer.add(DONE)


def take_refusal(g: State, criminal: int) -> str | None:
    """The rule against taking a criminal."""
    return None if g.custody(g.fight.rival) >> criminal & 1 else "kidnap.take"


TAKE: Final[Asks] = asks(
    "kidnap.take", Legality(take_options, {"take": one(take_refusal), "done": legal}), "kidnap.take"
)


def kidnap_refusal(g: State, target: int) -> str | None:
    """The rule against kidnapping from an agent."""
    seat = g.seat
    if target >= g.rules.players or target == seat or g.at[target] != g.at[seat] or g.safe_for_agents(g.at[seat]):
        return "kidnap.where"
    if not g.custody(target):
        return "kidnap.target_custody"
    return justice.refusal(g, KIDNAP) or (None if g.level(seat, FUEL) else "kidnap.dice.minimum")


def offer_kidnaps(g: State, offer: Offer) -> None:
    """What `kidnap_refusal` allows."""
    if g.level(g.seat, FUEL):
        for target in range(g.rules.players):
            if g.at[target] == g.at[g.seat] and kidnap_refusal(g, target) is None:
                offer.add(g.pack.kidnap[target])


# ====================================================================== turn in


def turn_in(g: State) -> None:
    """All criminals in custody are turned in at once, for their bounties (turnin.all, turnin.bounty)."""
    seat = g.seat
    justice.take(g, TURN_IN)
    bounty = 0
    for criminal in bits(g.custody(seat)):
        bounty += g.pack.cards[g.card[criminal]].bounty
        pieces.turn_in(g, seat, criminal)
    pieces.receive(g, seat, bounty, "turnin.bounty")  # turnin.bounty_short


def turn_in_refusal(g: State) -> str | None:
    """The rule against turning criminals in; an android has none, and no such action."""
    if g.is_android(g.seat):
        return "android.actions"
    if g.at[g.seat] != HEADQUARTERS:
        return "turnin.where"
    if not g.custody(g.seat):
        return "turnin.needs_custody"
    return justice.refusal(g, TURN_IN)


def offer_turn_in(g: State, offer: Offer) -> None:
    """What `turn_in_refusal` allows."""
    if g.at[g.seat] == HEADQUARTERS and turn_in_refusal(g) is None:
        offer.add(TURN_IN_CHOICE)
