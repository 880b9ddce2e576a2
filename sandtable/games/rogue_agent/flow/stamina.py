"""Stamina, and what happens when the last of it is lost: the hospital."""

from __future__ import annotations

from sandtable.engine.ask import Flow
from sandtable.games.rogue_agent.flow import identity, pieces
from sandtable.games.rogue_agent.flow.asking import Telling
from sandtable.games.rogue_agent.pack import SEATS, STAMINA, TRACKS
from sandtable.games.rogue_agent.state import State


def lose(g: State, seat: int, n: int, rule: str) -> Telling:
    """Stamina falls (board.stamina.loss); whether the figure is taken to the hospital by it (hospital.trigger)."""
    if n <= 0:
        return False
    at = seat * TRACKS + STAMINA
    lost = min(n, g.track[at])  # hospital.excess
    g.track[at] -= lost
    if g.log is not None:
        g.log.add("hurt", SEATS[seat], lost, g.track[at], rule=rule)
    if g.track[at]:
        return False
    yield from hospital(g, seat)
    return True


def hospital(g: State, seat: int) -> Flow[State]:
    """At once; being put there is no entry (hospital.not_entry), and agents reveal a token after it."""
    if g.log is not None:
        g.log.add("hospital", SEATS[seat], rule="hospital.trigger")
    pieces.change_influence(g, seat, -1, "hospital.influence")
    pieces.release_custody(g, seat, "hospital.custody")
    g.at[seat] = g.pack.hospital  # hospital.move
    pieces.heal(g, seat, g.pack.heart, "hospital.heart")  # from the skull space
    if g.on_turn(seat):
        g.turn.over = True  # hospital.turn_ends; another's turn is not touched: hospital.other_turn
    if g.effect.attacker == seat:
        g.effect.down = True  # hospital.rest_of_effect
    yield from identity.reveal_one(g, seat, "reveal.event.stamina")  # reveal.event.stamina_order
