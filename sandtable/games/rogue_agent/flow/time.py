"""Time phase: discs are drawn from the Data Stream and placed in the city."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Flow, Legality, Offer, two
from sandtable.engine.piles import shuffle
from sandtable.engine.sets import NONE, bits
from sandtable.games.rogue_agent.flow import pieces
from sandtable.games.rogue_agent.flow.asking import Asks, asks
from sandtable.games.rogue_agent.pack import BOMBS, DISCS, FIRST_CRIMINAL, SEATS
from sandtable.games.rogue_agent.state import ASSIGN, DRAWN, TURN, Placing, State, Turn


def time_phase(g: State) -> Flow[State]:
    """The first three of the operations leader's four steps (time.leader); the fourth is to assign the dice."""
    g.round += 1  # time.round_marker
    g.showed = 0  # reveal.once_per_round
    if g.log is not None:
        g.log.add("round", g.round, SEATS[g.leader], rule="time.round_marker")
    draw(g)
    roll(g)
    g.phase = ASSIGN
    yield from ()


def draw(g: State) -> None:
    """Discs are drawn blindly; fewer, if the Data Stream has no more (time.draw, time.draw.short)."""
    for _ in range(g.rules.discs):
        bag = [disc for disc in range(DISCS) if g.disc[disc] == NONE]
        if not bag:
            return
        disc = g.chance.pick("draw", bag, g.pack.disc_ids)
        g.disc[disc] = DRAWN
        g.placing.discs.append(disc)
        if g.log is not None:
            g.log.add("drawn", g.pack.disc_ids[disc], rule="time.draw")


def roll(g: State) -> None:
    """A regular die for each drawn disc (time.roll)."""
    for _ in g.placing.discs:
        face = g.chance.d6("placing")
        g.placing.dice.append(face)
        if g.log is not None:
            g.log.add("roll_placing", face, rule="time.roll")


# ---------------------------------------------------------------------- step 4


def assign(g: State) -> Flow[State]:
    """The leader gives each disc a die, all before the first is placed (time.assign, time.order)."""
    if g.placing.dice:
        choice = yield WHERE_TO[g.leader]
        placing = g.placing
        district = g.pack.number[choice[2]]
        placing.dice.remove(district)
        placing.given.append(district)
    if not g.placing.dice:
        place_all(g)


def place_all(g: State) -> None:
    """The drawn discs come into the city in the order drawn (time.order); then the first turn begins."""
    placing = g.placing
    g.placing = Placing()
    for disc, district in zip(placing.discs, placing.given, strict=True):
        place(g, disc, district)
    g.phase = TURN
    g.seat = g.leader  # action.order
    g.turns_left = g.rules.players
    g.turn = Turn()


def options(g: State, offer: Offer) -> None:
    """Every number that is still to be given, for the next disc in the order drawn."""
    placing = g.placing
    disc = placing.discs[len(placing.given)]
    offer.tell(disc=g.pack.disc_ids[disc])
    for face in sorted(set(placing.dice)):
        offer.add(g.pack.assign[disc][face])


def assign_refusal(g: State, disc: int, tile: int) -> str | None:
    """The rule against giving a disc a die: it is not the one that is asked about, or there is no such die."""
    placing = g.placing
    if disc != placing.discs[len(placing.given)]:
        return "time.order"
    return None if tile in placing.dice else "time.assign"


WHERE_TO: Final[Asks] = asks("time.assign", Legality(options, {"assign": two(assign_refusal)}), "time.assign")


# ---------------------------------------------------------------------- placing


def place(g: State, disc: int, district: int) -> None:
    """A drawn disc comes into the city; the police squad does not matter (time.police_present)."""
    rule = "time.bomb" if disc < BOMBS else "time.assassin" if disc < FIRST_CRIMINAL else "time.criminal"
    if disc >= BOMBS and g.burnt >> district & 1:  # destroy.placed; no card is drawn, and no other disc: .no_redraw
        g.disc[disc] = NONE
        if g.log is not None:
            g.log.add("returned", g.pack.disc_ids[disc], rule="destroy.placed")
        return
    put(g, disc, district, rule)
    if disc >= FIRST_CRIMINAL:
        deal_card(g, disc - FIRST_CRIMINAL)


def put(g: State, disc: int, tile: int, rule: str) -> None:
    """A disc stands on a tile, in the top-middle district at the start of the path; a bomb's timer is rolled."""
    g.disc[disc] = g.stop[tile]  # time.top_entry
    if g.log is not None:
        g.log.add("placed", g.pack.disc_ids[disc], g.pack.tile_ids[tile], rule=rule)
    if disc < BOMBS:
        g.timer[disc] = g.chance.d6("timer")  # time.bomb.timer
        if g.log is not None:
            g.log.add("roll_timer", g.timer[disc], g.pack.disc_ids[disc], rule="time.bomb.timer")


def deal_card(g: State, criminal: int) -> None:
    """The top card lies face down for a criminal (time.criminal.card, time.criminal.hidden)."""
    if not g.deck:
        renew_deck(g)
    g.card[criminal] = g.deck.pop()


def renew_deck(g: State) -> None:
    """The cards removed from the game are a new deck (time.deck_empty)."""
    g.deck = [*bits(g.removed), *g.removed_unseen]
    seen = g.removed
    g.removed = 0
    g.removed_unseen, g.removed_marker, g.removed_barred = [], [], []
    shuffle(g.deck, g.chance, "deck", g.pack.card_ids)
    pieces.bar(g, seen)
