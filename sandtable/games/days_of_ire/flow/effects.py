"""Effects of cards: their parts one after the other, each as far as possible (headline.as_far_as_possible)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality
from sandtable.engine.choices import DONE
from sandtable.engine.sets import NONE, bits, first
from sandtable.games.days_of_ire import cards
from sandtable.games.days_of_ire.cards import Part
from sandtable.games.days_of_ire.flow import hits, modifiers, support, units
from sandtable.games.days_of_ire.flow.choosing import (
    DISCARD_CARD,
    MOVE_UNIT,
    PICK_FIGHTER,
    PICK_SEAT,
    PICK_UP,
    TOP_CARD,
    WHERE,
    movable,
)
from sandtable.games.days_of_ire.flow.seats import seat_of, team_ask
from sandtable.games.days_of_ire.flow.selecting import (
    concerns,
    holds,
    recoverable,
    removable,
    seats_for,
    workable,
)
from sandtable.games.days_of_ire.flow.take_back import take_back
from sandtable.games.days_of_ire.pack import LOCATIONS, TOSS_TOP
from sandtable.games.days_of_ire.state import OPENING, PLAYER_DECIDES, SOVIET_DECIDES, Running, State

FIXED: Final = (cards.AT_LOCATION, cards.EVENT, cards.HERE)
"""Selectors that leave no choice."""


def carry_out(g: State, program: int, decider: int, location: int = NONE) -> Flow[State]:
    """Carry out what a card does; who decides is said by its kind (headline.chooser)."""
    if program == NONE:
        return
    g.running = Running(program, decider=decider, location=location)
    for number, part in enumerate(g.pack.programs[program]):
        running = g.running_now()
        running.part, running.left = number, part.n
        if holds(g, part):
            if part.verb == cards.PAY_CARD and g.hand[g.seat].bit_count() < part.n:
                break
            yield from PARTS[part.verb](g, part)
    g.running = None


def source(g: State) -> str:
    """The rule by which the effect is carried out: that of the kind of card that it stands on."""
    return g.pack.program_rules[g.running_now().program]


def decider(g: State, prompt: str, legality: Legality[State]) -> Ask[State]:
    """A question to whoever carries the effect out."""
    who = g.running_now().decider
    if who == SOVIET_DECIDES:
        return Ask(g.rules.soviet, prompt, legality, "headline.chooser")
    if who == PLAYER_DECIDES:
        return Ask(g.seat, prompt, legality, source(g))
    rule = "difficulty.rev.fighter_choice" if g.phase == OPENING else "headline.team_choice"
    return team_ask(g, prompt, legality, rule)


def choose_location(g: State, part: Part, prompt: str) -> Flow[State]:
    """Set the location of the next repetition in `mover`; NONE if the decider stops."""
    running = g.running_now()
    if part.at in FIXED and not part.up_to:
        running.mover = first(workable(g, part, running.location))
        return
    choice = yield decider(g, prompt, WHERE)
    g.running_now().mover = NONE if choice == DONE else g.pack.number[choice[1]]


# ---------------------------------------------------------------------- tracks and units


def morale(g: State, part: Part) -> Flow[State]:
    icon = "track.morale_double_icon" if abs(part.n) > 1 else "track.morale_step_icon"
    units.change_morale(g, part.n, source(g) if g.phase == OPENING else icon)
    yield from ()


def change_support(g: State, part: Part) -> Flow[State]:
    units.change_support(g, part.n, source(g) if g.phase == OPENING else "track.support_step_icon")
    yield from ()


def place(g: State, part: Part) -> Flow[State]:
    """Units come one by one, while there are any and a place for them (comp.choose_when_short)."""
    while g.running_now().left and workable(g, part, g.running_now().location):
        yield from choose_location(g, part, f"place.{cards.UNITS[part.unit]}")
        location = g.running_now().mover
        g.running_now().left -= 1
        if part.unit == cards.BARRICADE:
            units.build_barricade(g, location, source(g))
        elif part.unit == cards.REV_TANK:
            units.place_rev_tank(g, location)
        else:
            units.place(g, part.unit, location, source(g))


def remove(g: State, part: Part) -> Flow[State]:
    """Units are taken off one by one, without any further reward (resolve.no_bonus_for_removal)."""
    if part.unit == cards.FIGHTER:
        yield from remove_fighters(g, part)
        return
    while g.running_now().left and workable(g, part, g.running_now().location):
        yield from choose_location(g, part, f"remove.{cards.UNITS[part.unit]}")
        location = g.running_now().mover
        if location == NONE:
            return
        g.running_now().left -= 1
        units.remove(g, part.unit, location, removal(g, part))


def removal(g: State, part: Part) -> str:
    """The rule by which units are removed; only actions 3 and 4 give something for it (resolve.no_bonus_other)."""
    rule = source(g)
    if rule == "resolve.reward":
        if part.unit == cards.SNIPER:
            return "militia.sniper_by_effects"
        return "resolve.tank_anywhere" if part.unit == cards.TANK else "resolve.no_bonus_for_removal"
    return rule if part.unit == cards.SNIPER else "resolve.no_bonus_other"


def remove_fighters(g: State, part: Part) -> Flow[State]:
    while g.running_now().left and removable(g, part, g.running_now().location):
        choice = yield decider(g, "remove.fighter", PICK_FIGHTER)
        if choice == DONE:
            return
        g.running_now().left -= 1
        fighter = g.pack.number[choice[1]]
        units.lose(g, fighter, units.companion_at(g, fighter), "hit.removed_by_card")


def move(g: State, part: Part) -> Flow[State]:
    """Different units make steps without command points (army.card_moves_separate)."""
    running = g.running_now()
    running.moved, running.mover, running.steps = [0] * LOCATIONS, NONE, 0
    while movable(g):
        choice = yield decider(g, f"move.{cards.UNITS[part.unit]}", MOVE_UNIT)
        if choice == DONE:
            break
        start, goal = g.pack.number[choice[1]], g.pack.number[choice[2]]
        running = g.running_now()
        if running.steps and start == running.mover:
            running.steps -= 1  # only one unit makes several steps (cards.MOVE)
        else:
            running.left -= 1
            running.steps = part.steps - 1
        running.moved[goal] += 1
        running.mover = goal
        units.move(g, part.unit, start, goal, "army.card_moves_separate" if part.unit == cards.TANK else source(g))
    running = g.running_now()
    running.moved, running.mover, running.steps = [], NONE, 0


def hit(g: State, part: Part) -> Flow[State]:
    """Hits in one location, assigned like those of tanks (hit.card_effects)."""
    if workable(g, part, g.running_now().location):
        yield from choose_location(g, part, "hit_where")
        yield from hits.assign(g, g.running_now().mover, part.n, "hit.card_effects")


# ---------------------------------------------------------------------- Hungarians


def heal(g: State, part: Part) -> Flow[State]:
    """One revolutionary loses injuries; a day's modifier may make it more (ability.doctor_amount)."""
    if seats_for(g, part):
        yield from choose_seat(g, part, "heal")
        strengthened = g.day_mods[part.mod] if part.mod != NONE else 0
        units.heal(g, g.running_now().seat, strengthened or part.n)


def activate(g: State, part: Part) -> Flow[State]:
    """Up to so many passive fighters of one location become active, one after the other."""
    if not workable(g, part, g.running_now().location):
        return
    yield from choose_location(g, part, "activate_where")
    location = g.running_now().mover
    while True:
        running = g.running_now()
        running.left -= 1
        units.activate(g, location, source(g))
        if not running.left or g.top[location] == NONE or g.full(location):
            return
        choice = yield decider(g, "activate_more", WHERE)
        if choice == DONE:
            return


def restore(g: State, part: Part) -> Flow[State]:
    """Fighters beside the board come back as active ones (hit.fighter_returns_active)."""
    while g.running_now().left and workable(g, part, g.running_now().location):
        choice = yield decider(g, "restore", PICK_FIGHTER)
        g.running_now().fighter = g.pack.number[choice[1]]
        yield from choose_location(g, part, "restore_where")
        running = g.running_now()
        running.left -= 1
        fighter, running.fighter = running.fighter, NONE
        units.restore(g, fighter, running.mover, "hit.fighter_returns_active")


# ---------------------------------------------------------------------- Revolution cards


def choose_seat(g: State, part: Part, prompt: str) -> Flow[State]:
    """Set the revolutionary whom a part concerns."""
    if part.who == cards.PLAYER:
        g.running_now().seat = g.seat
        return
    choice = yield decider(g, prompt, PICK_SEAT)
    g.running_now().seat = seat_of(g.pack.number[choice[1]])


def for_each(g: State, part: Part, prompt: str, deed: Callable[[State, Part], Flow[State]]) -> Flow[State]:
    """Do something for one revolutionary, or for each in seat order (cards.each_order)."""
    if part.who == cards.EACH:
        for seat in range(g.rules.revolutionaries):
            running = g.running_now()
            running.seat, running.left = seat, part.n
            yield from deed(g, part)
    elif concerns(g, part, g.seat) if part.who == cards.PLAYER else seats_for(g, part):
        yield from choose_seat(g, part, prompt)
        yield from deed(g, part)


def draw_cards(g: State, part: Part) -> Flow[State]:
    units.draw(g, g.running_now().seat, part.n, source(g))
    yield from ()


def discard_cards(g: State, part: Part) -> Flow[State]:
    """Whoever has fewer discards all; the owner picks, because of the card (headline.team_choice)."""
    while g.running_now().left and g.hand[g.running_now().seat]:
        seat = g.running_now().seat
        choice = yield Ask(seat, "discard", DISCARD_CARD, "headline.team_choice")
        g.running_now().left -= 1
        units.discard(g, seat, g.pack.number[choice[1]], source(g))


def recover_cards(g: State, part: Part) -> Flow[State]:
    """Up to so many cards of choice are taken from the discards, within the hand limit."""
    seat = g.running_now().seat
    while g.running_now().left and g.room(seat) > 0 and recoverable(g, part):
        choice = yield Ask(seat, "recover", PICK_UP, "info.pickups_open")
        if choice == DONE:
            return
        g.running_now().left -= 1
        units.pick_up(g, seat, g.pack.number[choice[1]], "info.pickups_open")


def draw(g: State, part: Part) -> Flow[State]:
    yield from for_each(g, part, "draw_who", draw_cards)


def discard(g: State, part: Part) -> Flow[State]:
    yield from for_each(g, part, "discard_who", discard_cards)


def recover(g: State, part: Part) -> Flow[State]:
    yield from for_each(g, part, "recover_who", recover_cards)


def pay_card(g: State, part: Part) -> Flow[State]:
    """The price of an ability: cards of the acting player's choice."""
    g.running_now().seat = g.seat
    yield from discard_cards(g, part)


def swap_card(g: State, part: Part) -> Flow[State]:
    """Cards of choice are discarded, and as many are drawn."""
    held = g.hand[g.seat].bit_count()
    yield from pay_card(g, part)
    units.draw(g, g.seat, held - g.hand[g.seat].bit_count(), source(g))


def peek(g: State, part: Part) -> Flow[State]:
    """The acting player alone looks at cards (ability.peek_private)."""
    if part.zone == cards.SOVIET_HAND:
        look_at_hand(g, part.n)
        return
    if not units.can_draw(g):
        return
    units.refill_deck(g)
    card = g.deck[-1]
    g.known[g.seat] |= 1 << card
    g.chance.reveal()
    if g.log is not None:
        g.log.add("peeked_deck", g.seat_id(g.seat), rule="ability.peek_private")
        g.log.add("peeked_card", g.pack.card_ids[card], seats=1 << g.seat)
    choice = yield Ask(g.seat, "top_card", TOP_CARD, "ability.peek_private", always=True)
    if choice == TOSS_TOP:
        units.toss_top(g)


def look_at_hand(g: State, count: int) -> None:
    """Some headlines of the Soviet hand at random, or all of them."""
    hand = list(bits(g.soviet_hand))
    if count == cards.ALL_CARDS or count >= len(hand):
        seen = hand
        g.chance.reveal()
    else:
        seen = []
        for _ in range(count):
            headline = g.chance.pick("peek", hand, g.pack.headline_ids)
            hand.remove(headline)
            seen.append(headline)
    for headline in seen:
        g.peeked[g.seat] |= 1 << headline
    if g.log is not None:
        g.log.add("peeked_hand", g.seat_id(g.seat), len(seen), rule="ability.peek_private")
        for headline in seen:
            g.log.add("peeked_headline", g.pack.headline_ids[headline], seats=1 << g.seat)


# ---------------------------------------------------------------------- Soviet cards and modifiers


def avh_back(g: State, part: Part) -> Flow[State]:
    yield from take_back(g, part.n)


def headline_draw(g: State, part: Part) -> Flow[State]:
    yield from support.draw_headlines(g, part.n, "support.extra_draws")


def headline_discard(g: State, part: Part) -> Flow[State]:
    """Random headlines leave the Soviet hand, face up and without effect."""
    while g.running_now().left and g.soviet_hand:
        g.running_now().left -= 1
        headline = g.chance.pick("headline_discard", bits(g.soviet_hand), g.pack.headline_ids)
        units.leave_hand(g, headline)
        units.discard_headlines(g, 1 << headline)
        if g.log is not None:
            g.log.add("headline_lost", g.pack.headline_ids[headline], rule=source(g))
    yield from ()


def score_events(g: State, part: Part) -> Flow[State]:
    g.extra_events += part.n  # end.penalty_count
    if g.log is not None:
        g.log.add("counts_more", part.n, rule="end.penalty_count")
    yield from ()


def modify(g: State, part: Part) -> Flow[State]:
    """Put a modifier in force for the day, the turn or the next action."""
    if part.until == cards.DAY:
        modifiers.last_today(g, part.mod, part.n)
    elif part.mod == cards.FREE_STEP:
        g.turn.free_steps += part.n
    elif part.mod == cards.TANKS_SILENT:
        g.turn.silent = True
    elif part.mod == cards.ICON_SWAP:
        g.turn.swaps[part.icon * len(cards.ICONS) + part.other_icon] += 1
    else:
        g.turn.wild[part.icon] += 1
    yield from ()


def impossible(g: State, part: Part) -> Flow[State]:
    """Changes of limits are settled before the game (difficulty.rev.injuries)."""
    yield from ()


PARTS: Final[dict[int, Callable[[State, Part], Flow[State]]]] = {
    cards.MORALE: morale,
    cards.SUPPORT: change_support,
    cards.PLACE: place,
    cards.REMOVE: remove,
    cards.MOVE: move,
    cards.HIT: hit,
    cards.HEAL: heal,
    cards.ACTIVATE: activate,
    cards.RESTORE: restore,
    cards.DRAW: draw,
    cards.DISCARD: discard,
    cards.RECOVER: recover,
    cards.PEEK: peek,
    cards.AVH_BACK: avh_back,
    cards.HEADLINE_DRAW: headline_draw,
    cards.HEADLINE_DISCARD: headline_discard,
    cards.SWAP_CARD: swap_card,
    cards.SCORE_EVENTS: score_events,
    cards.MOD: modify,
    cards.LIMIT: impossible,
    cards.PAY_CARD: pay_card,
}
"""By verb: what carries it out."""

assert len(PARTS) == len(cards.VERBS)
