"""Units, tracks and cards on the table: the verbs that change them.

Nothing else writes these fields. A verb checks the immediate ends of the game, forbids undo where it shows something,
and writes its line of the log.
"""

from __future__ import annotations

from typing import Final

from sandtable.engine.errors import Ended
from sandtable.engine.piles import shuffle
from sandtable.engine.sets import NONE, bits
from sandtable.games.days_of_ire import knowledge
from sandtable.games.days_of_ire.cards import MILITIA, TANK
from sandtable.games.days_of_ire.pack import EVERY_REV_TANK, MORALE_CELLS, SUPPORT_CELLS
from sandtable.games.days_of_ire.state import (
    OVER,
    REVOLUTION_WINS,
    REVOLUTIONARY_PHASE,
    SOVIET_WINS,
    State,
    Turn,
)

UNIT_IDS: Final = ("unit:tank", "unit:militia", "unit:sniper")

# ---------------------------------------------------------------------- the end


def end(g: State, result: int, rule: str) -> None:
    """The game is over at once; nothing that was in progress is carried on (tankfire.settled)."""
    g.result = result
    g.reason = rule
    g.phase = OVER
    g.running = g.hits = g.payment = g.step = g.transfer = None
    g.seat = NONE
    g.queue = []
    g.shares = []
    g.sharing = g.taking_back = g.drawing = g.reported = g.force = 0
    g.turn = Turn()
    if g.log is not None:
        g.log.add("won_revolution" if result == REVOLUTION_WINS else "won_soviet", rule=rule)
    raise Ended


def check_clear(g: State) -> None:
    """In the Revolutionary phase a board without tanks and militia is a win (instant.rev_clear_board)."""
    if g.phase in REVOLUTIONARY_PHASE and not any(g.tanks) and not any(g.militia):  # instant.snipers_ignored
        end(g, REVOLUTION_WINS, "instant.rev_clear_board")


# ---------------------------------------------------------------------- tracks


def change_morale(g: State, by: int, rule: str) -> None:
    """Move the morale marker; on the last cell the Soviet side wins (track.morale_clamp, instant.morale)."""
    before = g.morale
    g.morale = max(0, min(MORALE_CELLS - 1, before + by))
    if g.log is not None:
        g.log.add("morale", before, g.morale, rule=rule if g.morale != before else "track.morale_clamp")
    if not g.morale:
        end(g, SOVIET_WINS, "instant.morale")


def change_support(g: State, by: int, rule: str) -> None:
    """Move the support marker as far as the track goes (track.support_clamp)."""
    before = g.support
    g.support = max(0, min(SUPPORT_CELLS - 1, before + by))
    if g.log is not None:
        rule = rule if g.support != before else "track.support_clamp"
        g.log.add("support", before, g.support, g.pack.hand_limit[g.support], rule=rule)


def gain_points(g: State, points: int, rule: str) -> None:
    g.points += points
    if g.log is not None:
        g.log.add("points", points, g.points, rule=rule)


def put_marker(g: State, marker: int, rule: str) -> None:
    """A happened marker goes into the ashtray, once (icon.happened_permanent)."""
    if marker != NONE and not g.happened >> marker & 1:
        g.happened |= 1 << marker
        if g.log is not None:
            g.log.add("happened", g.pack.marker_ids[marker], rule=rule)


# ---------------------------------------------------------------------- Soviet units


def counts(g: State, unit: int) -> list[int]:
    """By location: how many units of a kind are there."""
    return g.tanks if unit == TANK else g.militia if unit == MILITIA else g.snipers


def supply(g: State, unit: int) -> int:
    """How many units of a kind can still be placed (comp.tanks_max, comp.militia_max, comp.snipers_max)."""
    limits = g.pack.limits
    most = limits.tanks if unit == TANK else limits.militia if unit == MILITIA else limits.snipers
    return most - sum(counts(g, unit))


def place(g: State, unit: int, location: int, rule: str, *points: int) -> None:
    """A unit comes from the supply (comp.units_return_to_supply), perhaps for points, of which some are left."""
    counts(g, unit)[location] += 1
    if g.log is not None:
        g.log.add("placed", UNIT_IDS[unit], g.pack.location_ids[location], *points, rule=rule)


def remove(g: State, unit: int, location: int, rule: str) -> None:
    """A unit goes back to the supply; the last one may end the game (instant.clear_board_check)."""
    counts(g, unit)[location] -= 1
    if g.log is not None:
        g.log.add("removed", UNIT_IDS[unit], g.pack.location_ids[location], rule=rule)
    check_clear(g)


def move(g: State, unit: int, start: int, goal: int, rule: str, *points: int) -> None:
    """A unit goes along a thread (map.adjacency), perhaps for points, of which some are left."""
    at = counts(g, unit)
    at[start] -= 1
    at[goal] += 1
    if g.log is not None:
        locations = g.pack.location_ids
        g.log.add("moved", UNIT_IDS[unit], locations[start], locations[goal], *points, rule=rule)


# ---------------------------------------------------------------------- Hungarians


def activate(g: State, location: int, rule: str) -> None:
    """The face-up passive fighter becomes active, the one beneath is turned up (activate.next_turns_up)."""
    fighter = g.top[location]
    g.active[location] |= 1 << fighter
    g.top[location] = g.bottom[location]  # with none beneath, the marker goes back (activate.marker_back)
    g.bottom[location] = NONE
    if g.top[location] != NONE:
        g.chance.reveal()
    if g.log is not None:
        ids, where = g.pack.companion_ids, g.pack.location_ids[location]
        g.log.add("activated", ids[fighter], where, rule=rule)
        if g.top[location] != NONE:
            g.log.add("turned_up", ids[g.top[location]], where, rule="activate.next_turns_up")


def place_rev_tank(g: State, location: int) -> None:
    """A Revolutionary tank, drawn at random, comes as an active fighter (revtank.random)."""
    tank = g.chance.pick("rev_tank", bits(g.rev_tanks), g.pack.companion_ids)
    g.rev_tanks &= ~(1 << tank)
    g.active[location] |= 1 << tank
    if g.log is not None:
        g.log.add("restored", g.pack.companion_ids[tank], g.pack.location_ids[location], rule="revtank.random")


def restore(g: State, fighter: int, location: int, rule: str) -> None:
    """A fighter beside the board comes back, active (hit.fighter_returns_active)."""
    g.fallen &= ~(1 << fighter)
    g.active[location] |= 1 << fighter
    if g.log is not None:
        g.log.add("restored", g.pack.companion_ids[fighter], g.pack.location_ids[location], rule=rule)


def lose(g: State, companion: int, location: int, rule: str) -> None:
    """An active fighter goes beside the board; a Revolutionary tank leaves the game (hit.revtank_out)."""
    g.active[location] &= ~(1 << companion)
    if not EVERY_REV_TANK >> companion & 1:
        g.fallen |= 1 << companion  # hit.fighter_pool
    if g.log is not None:
        g.log.add("lost", g.pack.companion_ids[companion], g.pack.location_ids[location], rule=rule)


def companion_at(g: State, companion: int) -> int:
    """Where an active companion is; NONE if it is not."""
    for location, companions in enumerate(g.active):
        if companions >> companion & 1:
            return location
    return NONE


def build_barricade(g: State, location: int, rule: str) -> None:
    g.barricades |= 1 << location
    g.barricades_left -= 1
    if g.log is not None:
        g.log.add("barricade", g.pack.location_ids[location], rule=rule)


def lose_barricade(g: State, location: int) -> None:
    """A hit barricade leaves the game for good (hit.barricade_out)."""
    g.barricades &= ~(1 << location)
    if g.log is not None:
        g.log.add("barricade_lost", g.pack.location_ids[location], rule="hit.barricade_out")


def injure(g: State, seat: int) -> None:
    """A revolutionary gets an injury; the last one ends the game (hit.player_injury)."""
    g.injuries[seat] += 1
    if g.log is not None:
        g.log.add("injured", g.seat_id(seat), g.injuries[seat], rule="hit.player_injury")
    if g.injuries[seat] >= g.rules.injuries:
        end(g, SOVIET_WINS, "instant.injury_1" if g.rules.revolutionaries == 1 else "instant.injury_23")


def heal(g: State, seat: int, most: int) -> None:
    """Injuries are taken off a revolutionary, as many as there are (heal.remove_marker)."""
    g.injuries[seat] -= min(most, g.injuries[seat])
    if g.log is not None:
        g.log.add("healed", g.seat_id(seat), g.injuries[seat], rule="heal.remove_marker")


# ---------------------------------------------------------------------- Revolution cards


def can_draw(g: State) -> bool:
    """Whether there is any card to draw (cards.nothing_to_draw)."""
    return bool(g.deck) or g.discard > 0


def refill_deck(g: State) -> None:
    """An empty pile is made of the shuffled discards at the moment it is needed (cards.reshuffle_timing)."""
    if not g.deck and g.discard:
        g.deck = list(bits(g.discard))
        g.discard = 0
        shuffle(g.deck, g.chance, "rev_deck", g.pack.card_ids)
        if g.log is not None:
            g.log.add("reshuffled", len(g.deck), rule="cards.reshuffle")


def draw(g: State, seat: int, count: int, rule: str) -> int:
    """Draw cards until the hand is full or nothing is left; returns how many (cards.partial_draw)."""
    drawn: list[int] = []
    while len(drawn) < count and g.room(seat) > 0 and can_draw(g):
        refill_deck(g)
        card = g.deck.pop()
        g.hand[seat] |= 1 << card
        knowledge.drawn(g, seat, card)
        drawn.append(card)
    if drawn:
        g.chance.reveal()
    if g.log is not None:
        g.log.add("drew", g.seat_id(seat), len(drawn), rule=rule if len(drawn) == count else fewer(g, seat, len(drawn)))
        for card in drawn:
            g.log.add("drew_card", g.pack.card_ids[card], seats=1 << seat)
    return len(drawn)


def fewer(g: State, seat: int, drawn: int) -> str:
    """The rule by which fewer cards were drawn than a card or an action gives."""
    if g.room(seat):
        return "cards.nothing_to_draw"
    return "cards.partial_draw" if drawn else "cards.full_hand_gets_none"


def discard(g: State, seat: int, card: int, rule: str) -> None:
    """A card goes from a hand to the discard pile, face up (cards.discard_pile)."""
    g.hand[seat] &= ~(1 << card)
    g.discard |= 1 << card
    knowledge.forget(g, card)
    g.chance.reveal()
    if g.log is not None:
        g.log.add("discarded", g.seat_id(seat), g.pack.card_ids[card], rule=rule)


def toss_top(g: State) -> None:
    """The top card of the pile is discarded by the one who has seen it."""
    card = g.deck.pop()
    g.discard |= 1 << card
    knowledge.forget(g, card)
    g.chance.reveal()
    if g.log is not None:
        g.log.add("tossed", g.pack.card_ids[card], rule="cards.discard_pile")


def pick_up(g: State, seat: int, card: int, rule: str) -> None:
    """A card goes from the open discards into a hand (info.pickups_open)."""
    g.discard &= ~(1 << card)
    g.hand[seat] |= 1 << card
    knowledge.picked_up(g, seat, card)
    if g.log is not None:
        g.log.add("picked_up", g.seat_id(seat), g.pack.card_ids[card], rule=rule)


def hand_over(g: State, giver: int, receiver: int, card: int) -> None:
    """A card changes hands; only the two see which (transfer.secret)."""
    knowledge.handed_over(g, giver, receiver, card)
    g.hand[giver] &= ~(1 << card)
    g.hand[receiver] |= 1 << card
    g.chance.reveal()
    if g.log is not None:
        args = g.seat_id(giver), g.seat_id(receiver), g.pack.card_ids[card]
        g.log.add("handed_card", *args, seats=1 << giver | 1 << receiver)


# ---------------------------------------------------------------------- headlines


def discard_headlines(g: State, headlines: int) -> None:
    """Headlines go to their discard pile, which is never shuffled back (support.no_reshuffle)."""
    g.headline_discard |= headlines


def leave_hand(g: State, headline: int) -> None:
    """A headline leaves the Soviet hand openly."""
    keep = ~(1 << headline)
    g.soviet_hand &= keep
    g.peeked = [seen & keep for seen in g.peeked]
    g.chance.reveal()
