"""City phase: criminals walk, assassins murder, the police squad moves, bombs tick, and the leader changes."""

from __future__ import annotations

from collections.abc import Generator
from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, one
from sandtable.engine.sets import NONE, bits, first
from sandtable.engine.types import Choice
from sandtable.games.rogue_agent.flow import game_end, identity, pieces, stamina
from sandtable.games.rogue_agent.flow.asking import Asks, Telling, asks
from sandtable.games.rogue_agent.flow.explosion import lower
from sandtable.games.rogue_agent.pack import (
    BOMBS,
    DISCS,
    FIRST_ASSASSIN,
    FIRST_CRIMINAL,
    PATH_END,
    SEATS,
)
from sandtable.games.rogue_agent.state import LEADER, MURDER, OVER, POLICE, TICK, TIME, WALK, State


def begin(g: State) -> None:
    """The first of the five steps (city.steps): every rampant criminal in the city will walk."""
    g.phase = WALK
    g.to_act = g.in_city(FIRST_CRIMINAL, DISCS) & ~(g.defeated << FIRST_CRIMINAL)
    if g.log is not None:
        g.log.add("city", rule="city.steps")


# ====================================================================== 1. criminals


def criminals(g: State) -> Flow[State]:
    """The next criminal walks, from the lowest number to the highest (city.criminal.order)."""
    g.to_act &= g.in_city(FIRST_CRIMINAL, DISCS)  # city.criminal.blown_up
    if g.to_act:
        disc = first(g.to_act)
        g.to_act &= ~(1 << disc)
        yield from walk(g, disc)
    if not g.to_act:
        g.phase = MURDER
        g.to_act = g.in_city(FIRST_ASSASSIN, FIRST_CRIMINAL)


def walk(g: State, disc: int) -> Flow[State]:
    """One location along the path, and there the two checks unless the police are there (city.criminal.checks)."""
    if not pieces.step(g, disc, "city.criminal.leave" if g.disc[disc] == PATH_END else "city.criminal.move"):
        return
    tile = g.tile_of(disc)
    if tile == g.police:  # city.criminal.police_no_checks
        return
    for assassin in bits(g.assassins_at(tile)):
        run_away(g, assassin)
    yield from lower(g, g.bombs_at(tile), "city.criminal.bomb_check")


def run_away(g: State, assassin: int) -> None:
    """An assassin flees to the first location without a rampant criminal, and does nothing on the way."""
    while pieces.step(g, assassin, "city.criminal.assassin_check"):
        if not g.rampant_at(g.tile_of(assassin)):  # city.criminal.assassin_stop
            return


# ====================================================================== 2. assassins


def assassins(g: State) -> Flow[State]:
    """The leader chooses which assassin is next, until each was activated once (city.assassin.order)."""
    g.to_act &= g.in_city(FIRST_ASSASSIN, FIRST_CRIMINAL)
    if g.to_act:
        disc = yield from chosen(g, NEXT_ASSASSIN, True)
        yield from activate(g, disc)
    if not g.to_act:
        g.phase = POLICE


def activate(g: State, assassin: int) -> Flow[State]:
    """A task, a move with a task, and perhaps another; it ends when an agent was hurt (city.assassin.stop_on_hit)."""
    if g.log is not None:
        g.log.add(
            "assassin", g.pack.disc_ids[assassin], g.pack.tile_ids[g.tile_of(assassin)], rule="city.assassin.order"
        )
    hurt = yield from task(g, g.tile_of(assassin))  # city.assassin.step1
    if hurt:
        return
    # city.assassin.step2, city.assassin.step2_off
    if not pieces.step(g, assassin, "city.assassin.step2"):
        return
    hurt = yield from task(g, g.tile_of(assassin))
    index = g.disc[assassin] + 1
    if hurt or index > PATH_END or not agents_at(g, g.path[index]):  # city.assassin.step3_none
        return
    if pieces.step(g, assassin, "city.assassin.step3"):  # any agent draws it there: city.assassin.step3_safe
        yield from task(g, g.tile_of(assassin))


def agents_at(g: State, tile: int) -> list[int]:
    """The agents on a tile, in the order in which they are handled; androids are none (city.assassin.android)."""
    return [seat for seat in g.order() if g.at[seat] == tile and not g.is_android(seat)]


def task(g: State, tile: int) -> Telling:
    """Agents and the upper informant of a tile are attacked; whether an agent lost stamina."""
    if tile == g.police or g.rampant_at(tile):  # city.assassin.task_condition
        return False
    hurt = False
    if not g.safe_for_agents(tile):
        # The losses are settled before the informant is removed (city.assassin.task_order).
        for seat in agents_at(g, tile):
            lost = g.pack.assassin_damage - g.informants_at(seat, tile)  # city.assassin.task_agents
            if lost > 0:  # city.assassin.task_minimum
                hurt = True
                yield from stamina.lose(g, seat, lost, "city.assassin.task_agents")
    if g.slot[2 * tile] != NONE:  # safe places too: city.assassin.safe_informants
        pieces.remove_informant(g, 2 * tile, "city.assassin.task_informant")
    return hurt


# ====================================================================== 3. police


def police(g: State) -> Flow[State]:
    """The squad moves; in android mode the agents near it show a token (reveal.event.police)."""
    pieces.move_police(g)
    near = [seat for seat in g.order() if g.at[seat] == g.police or g.adjacent(g.at[seat], g.police)]
    for seat in near:  # reveal.event.police_order; no more once the limit is reached: reveal.event.police_limit
        yield from identity.reveal_one(g, seat, "reveal.event.police")
    g.phase = TICK
    g.to_act = g.in_city(0, BOMBS)


# ====================================================================== 4. bombs


def bombs(g: State) -> Flow[State]:
    """The timer of every bomb falls by one, in an order that the leader chooses (city.bomb.order)."""
    g.to_act &= g.in_city(0, BOMBS)  # city.bomb.gone
    if g.to_act:
        # The order only matters if one goes off.
        matters = any(g.timer[bomb] <= 1 for bomb in bits(g.to_act))
        disc = yield from chosen(g, NEXT_BOMB, matters)
        yield from lower(g, 1 << disc, "city.bomb.tick")
    if not g.to_act:
        g.phase = LEADER


# ====================================================================== 5. the new leader


def new_leader(g: State) -> None:
    """The next player clockwise leads the next round; after the last one the game is over (city.leader)."""
    g.leader = g.left_of(g.leader)
    if g.log is not None:
        g.log.add("leader", SEATS[g.leader], rule="city.leader")
    g.phase = OVER if g.round >= g.rules.rounds else TIME  # game.length.agent, game.length.android
    if g.phase == OVER:
        game_end.tell(g)


# ====================================================================== the leader's choices


def chosen(g: State, ask: Asks, matters: bool) -> Generator[Ask[State], Choice, int]:
    """Which of the discs is activated next."""
    disc = first(g.to_act)
    if matters and g.to_act & g.to_act - 1:
        choice = yield ask[g.leader]
        disc = g.pack.disc_number[choice[1]]
    g.to_act &= ~(1 << disc)
    return disc


def options(g: State, offer: Offer) -> None:
    for disc in bits(g.to_act):
        offer.add(g.pack.activate[disc])


def activate_refusal(g: State, disc: int) -> str | None:
    """The rule against activating a disc now."""
    if g.to_act >> disc & 1:
        return None
    return "city.assassin.order" if g.phase == MURDER else "city.bomb.order"


ACTIVATE: Final = Legality[State](options, {"activate": one(activate_refusal)})
NEXT_ASSASSIN: Final[Asks] = asks("city.assassin", ACTIVATE, "city.assassin.order")
NEXT_BOMB: Final[Asks] = asks("city.bomb", ACTIVATE, "city.bomb.order")
