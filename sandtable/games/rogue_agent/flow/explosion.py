"""Explosions: what a bomb does to its location and to those beside it."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Flow, Legality, Offer, one
from sandtable.engine.sets import NONE, bits, first
from sandtable.games.rogue_agent.flow import pieces, stamina
from sandtable.games.rogue_agent.flow.asking import Asks, asks
from sandtable.games.rogue_agent.pack import BOMBS, DISCS, FIRST_ASSASSIN, SEATS
from sandtable.games.rogue_agent.state import State


def explode(g: State, bomb: int, rule: str) -> Flow[State]:
    """A bomb goes off, and after it the other bombs of its location (explosion.sequence)."""
    tile = g.tile_of(bomb)
    g.timer[bomb] = 0
    if g.log is not None:
        g.log.add("exploded", g.pack.bomb_ids[bomb], g.pack.tile_ids[tile], rule=rule)
    pieces.remove_informants(g, tile, "explosion.informants")
    for disc in bits(g.discs_at(tile, FIRST_ASSASSIN, DISCS)):
        pieces.leave(g, disc, "explosion.discs")
    # Who is hit, and how hard, is settled before the first figure is moved (explosion.once_each).
    hit = [(seat, loss(g, seat, tile)) for seat in g.order()]
    for seat, lost in hit:
        if lost:
            yield from blast(g, seat, lost)
    pieces.to_bag(g, bomb, "explosion.bomb_disc")
    if g.defusing == bomb:
        pieces.clear_sheet(g)  # explosion.clean
    others = g.bombs_at(tile)
    if others:  # explosion.chain; those next door are not set off (explosion.chain_adjacent)
        yield from explode_one_of(g, others, "explosion.chain")


def loss(g: State, seat: int, tile: int) -> int:
    """What an explosion costs a player: only a safe place protects (explosion.here, .adjacent, .no_prevention)."""
    if g.safe(seat):
        return 0
    if g.at[seat] == tile:
        return g.pack.bomb_here
    return g.pack.bomb_adjacent if g.adjacent(g.at[seat], tile) else 0


def blast(g: State, seat: int, lost: int) -> Flow[State]:
    """Stamina is lost, and with it everybody in custody (explosion.custody)."""
    yield from stamina.lose(g, seat, lost, "explosion.here" if lost == g.pack.bomb_here else "explosion.adjacent")
    pieces.release_custody(g, seat, "explosion.custody")


def explode_one_of(g: State, bombs: int, rule: str) -> Flow[State]:
    """The operations leader chooses which of several bombs goes off next (explosion.sequence)."""
    bomb = first(bombs)
    if bombs & bombs - 1:
        g.bombs_asked = bombs
        choice = yield NEXT_BOMB[g.leader]
        bomb = g.pack.number[choice[1]]
        g.bombs_asked = 0
    yield from explode(g, bomb, rule)


def options(g: State, offer: Offer) -> None:
    offer.tell(leader=SEATS[g.leader])
    for bomb in bits(g.bombs_asked):
        offer.add(g.pack.pick[bomb])


def pick_refusal(g: State, bomb: int) -> str | None:
    """The rule against letting a bomb go off now."""
    return None if g.bombs_asked >> bomb & 1 else "explosion.when"


NEXT_BOMB: Final[Asks] = asks("explosion.next", Legality(options, {"pick": one(pick_refusal)}), "explosion.sequence")


def lower(g: State, bombs: int, rule: str) -> Flow[State]:
    """Timers of several bombs fall by one together; those that reach 0 go off (city.criminal.bomb_check)."""
    due = 0
    for bomb in bits(bombs):
        g.timer[bomb] -= 1
        if g.log is not None:
            g.log.add("timer", g.pack.bomb_ids[bomb], g.timer[bomb], rule=rule)
        if not g.timer[bomb]:
            due |= 1 << bomb
    while due:
        yield from explode_one_of(g, due, "explosion.when")
        due = sum(1 << bomb for bomb in range(BOMBS) if due >> bomb & 1 and g.disc[bomb] != NONE)
