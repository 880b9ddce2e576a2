"""What may be chosen while an effect is carried out: only what lets it change something (headline.choose_possible)."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Legality, Offer, legal, nothing, one, two
from sandtable.engine.choices import DONE
from sandtable.engine.sets import NONE, bits
from sandtable.games.days_of_ire import cards
from sandtable.games.days_of_ire.flow import units
from sandtable.games.days_of_ire.flow.seats import seat_of, wrong_seat
from sandtable.games.days_of_ire.flow.selecting import current, recoverable, removable, seats_for, selected, workable
from sandtable.games.days_of_ire.pack import EVERY_REV_TANK, LEAVE_TOP, LOCATIONS, NOEL, PROMO, TOSS_TOP
from sandtable.games.days_of_ire.state import State

# ---------------------------------------------------------------------- locations


def locations(g: State) -> int:
    """The locations that may be chosen for the part; a second fighter is activated where the first was."""
    running, part = g.running_now(), current(g)
    found = workable(g, part, running.location)
    return found & 1 << running.mover if _going_on(g) else found


def _going_on(g: State) -> bool:
    """Whether a first fighter has been activated by the part, and a second may be."""
    part = current(g)
    return part.verb == cards.ACTIVATE and g.running_now().left < part.n


def may_stop(g: State) -> bool:
    """Whether the decider may leave the rest of the part."""
    return current(g).up_to or _going_on(g)


def where(g: State, offer: Offer) -> None:
    """The locations, and the end where the number is free."""
    offer.tell(left=g.running_now().left)
    for location in bits(locations(g)):
        offer.add(g.pack.where[location])
    if may_stop(g):
        offer.add(DONE)


def where_refusal(g: State, location: int) -> str | None:
    """The rule against a location."""
    if locations(g) >> location & 1:
        return None
    part = current(g)
    if selected(g, part, g.running_now().location) >> location & 1:
        if part.verb == cards.ACTIVATE and g.full(location):
            return "activate.cap"
        if part.verb == cards.RESTORE and g.full(location):
            return "hit.fighter_returns_active"
        if part.verb == cards.HIT:
            return "hit.no_target"
    return "headline.choose_possible"


def done_refusal(g: State) -> str | None:
    """The rule against leaving the rest of a part."""
    return None if may_stop(g) else "headline.as_far_as_possible"


WHERE: Final[Legality[State]] = Legality(where, {"at": one(where_refusal), "done": nothing(done_refusal)})


# ---------------------------------------------------------------------- moves


def fresh(g: State, location: int) -> bool:
    """Whether a unit in a location may still begin to move."""
    running = g.running_now()
    return running.left > 0 and units.counts(g, current(g).unit)[location] > running.moved[location]


def moves_on(g: State, location: int) -> bool:
    """Whether the unit that is moving stands in a location and may go on."""
    running = g.running_now()
    return running.steps > 0 and running.mover == location


def movable(g: State) -> bool:
    """Whether any unit can still be moved by the part."""
    return any(not move_refusal(g, start, g.pack.near[start][0]) for start in range(LOCATIONS))


def moves(g: State, offer: Offer) -> None:
    """Every unit that may move, along every thread, or no further move."""
    offer.tell(left=g.running_now().left)
    for start in range(LOCATIONS):
        if fresh(g, start) or moves_on(g, start):
            for goal in g.pack.near[start]:
                if move_refusal(g, start, goal) is None:
                    offer.add(g.pack.move[start][goal])
    offer.add(DONE)


def move_refusal(g: State, start: int, goal: int) -> str | None:
    """The rule against a move by an effect."""
    if not g.pack.graph.masks[start] >> goal & 1:
        return "map.adjacency"
    if not fresh(g, start) and not moves_on(g, start):
        return "headline.choose_possible"
    return "barricade.card_moves_too" if g.barricades >> start & 1 else None


MOVE_UNIT: Final[Legality[State]] = Legality(moves, {"move": two(move_refusal), "done": legal})


# ---------------------------------------------------------------------- fighters and revolutionaries


def fighters(g: State) -> int:
    """The fighters that may be chosen: active ones to be removed, fallen ones to come back."""
    part = current(g)
    return g.fallen if part.verb == cards.RESTORE else removable(g, part, g.running_now().location)


def pick_fighter(g: State, offer: Offer) -> None:
    for fighter in bits(fighters(g)):
        offer.add(g.pack.companion[fighter])
    if may_stop(g):
        offer.add(DONE)


def fighter_refusal(g: State, fighter: int) -> str | None:
    """The rule against a fighter."""
    if fighters(g) >> fighter & 1:
        return None
    if current(g).verb == cards.RESTORE:
        return not_beside_the_board(g, fighter)
    return "promo.no_removal" if PROMO >> fighter & 1 else "headline.choose_possible"


def not_beside_the_board(g: State, fighter: int) -> str:
    """The rule by which a fighter cannot come back: who left the game never does."""
    if g.rev_tanks >> fighter & 1 or units.companion_at(g, fighter) != NONE:
        return "hit.fighter_pool"
    if fighter == NOEL and g.rules.promo:
        return "promo.noel_gone"
    return "hit.revtank_out" if EVERY_REV_TANK >> fighter & 1 else "hit.fighter_pool"


PICK_FIGHTER: Final[Legality[State]] = Legality(
    pick_fighter, {"fighter": one(fighter_refusal), "done": nothing(done_refusal)}
)


def pick_seat(g: State, offer: Offer) -> None:
    for seat in bits(seats_for(g, current(g))):
        offer.add(g.pack.who[g.seat_number(seat)])


def seat_refusal(g: State, number: int) -> str | None:
    """The rule against a revolutionary."""
    wrong = wrong_seat(g, number)
    if wrong:
        return wrong
    seat, part = seat_of(number), current(g)
    if seats_for(g, part) >> seat & 1:
        return None
    if part.verb in (cards.DRAW, cards.RECOVER) and not g.room(seat):
        return "cards.full_hand_gets_none"
    return "headline.choose_possible"


PICK_SEAT: Final[Legality[State]] = Legality(pick_seat, {"who": one(seat_refusal)})


# ---------------------------------------------------------------------- cards


def own_cards(g: State, offer: Offer) -> None:
    """The cards of the hand that is asked."""
    running = g.running_now()
    offer.tell(left=running.left)
    for card in bits(g.hand[running.seat]):
        offer.add(g.pack.drop[card])


def own_card_refusal(g: State, card: int) -> str | None:
    """The rule against discarding a card: it is in nobody else's power (headline.team_choice)."""
    return None if g.hand[g.running_now().seat] >> card & 1 else "headline.team_choice"


DISCARD_CARD: Final[Legality[State]] = Legality(own_cards, {"drop": one(own_card_refusal)})


def pick_up(g: State, offer: Offer) -> None:
    """The discards that may be taken; fewer is allowed."""
    offer.tell(left=g.running_now().left)
    for card in bits(recoverable(g, current(g))):
        offer.add(g.pack.recover[card])
    offer.add(DONE)


def pick_up_refusal(g: State, card: int) -> str | None:
    """The rule against taking a card back."""
    if recoverable(g, current(g)) >> card & 1:
        return None  # another icon is asked for, or the card is not there
    return g.pack.program_rules[g.running_now().program] if g.discard >> card & 1 else "info.pickups_open"


PICK_UP: Final[Legality[State]] = Legality(pick_up, {"recover": one(pick_up_refusal), "done": legal})


def top_card(g: State, offer: Offer) -> None:
    offer.tell(card=g.pack.card_ids[g.deck[-1]])
    offer.add(TOSS_TOP)
    offer.add(LEAVE_TOP)


TOP_CARD: Final[Legality[State]] = Legality(top_card, {"toss_top": legal, "leave_top": legal})
