"""Abilities of Revolution cards and of active companions: with an action, or free in the own turn."""

from __future__ import annotations

from sandtable.engine.ask import Flow
from sandtable.games.days_of_ire import cards
from sandtable.games.days_of_ire.flow import units
from sandtable.games.days_of_ire.flow.effects import carry_out
from sandtable.games.days_of_ire.flow.selecting import changes_something, holds
from sandtable.games.days_of_ire.pack import BY_ACTION, NOEL, ONCE, PERMANENT, REV_CARDS, YURI
from sandtable.games.days_of_ire.state import PLAYER_DECIDES, State


def useful(g: State, program: int, by_action: bool, spent: int = 0) -> bool:
    """Whether the cost can be paid and at least one part would change something (ability.needs_effect)."""
    actions = g.actions[g.seat] - by_action
    for part in g.pack.programs[program]:
        if part.verb == cards.PAY_CARD:
            if (g.hand[g.seat] & ~spent).bit_count() < part.n:
                return False
        elif holds(g, part) and changes_something(g, part, actions, spent):
            return True
    return False


def useless(g: State, program: int, by_action: bool, spent: int = 0) -> str | None:
    """The rule against an ability that would change nothing: the one that stands in its way."""
    if useful(g, program, by_action, spent):
        return None
    part = g.pack.programs[program][0]
    if part.verb == cards.PLACE and part.unit == cards.BARRICADE:
        return "barricade.one_per_location" if g.barricades >> g.here() & 1 else "barricade.supply"
    if part.verb == cards.ACTIVATE and g.full(g.here()):
        return "activate.cap"
    if part.verb == cards.REMOVE and part.unit == cards.SNIPER:
        return "ability.ambush_here"
    if part.verb == cards.RECOVER and not g.room(g.seat):
        return "cards.full_hand_gets_none"
    if part.verb == cards.MOD and g.actions[g.seat] <= by_action:
        return "fighter.after_last_action"
    return "ability.needs_effect"


# ---------------------------------------------------------------------- cards


def card_refusal(g: State, card: int) -> str | None:
    """The rule against using the ability of a card."""
    if not g.hand[g.seat] >> card & 1:
        return "ability.card_discard"
    by_action = bool(g.pack.action_cards >> card & 1)
    if by_action and not g.actions[g.seat]:
        return "ability.card_action"
    return useless(g, g.pack.card_ability[card], by_action, 1 << card)


# ---------------------------------------------------------------------- companions


def companion_refusal(g: State, companion: int) -> str | None:
    """The rule against using the ability of a companion."""
    if not g.active[g.here()] >> companion & 1:
        return "ability.fighter_present"
    if companion == YURI:
        return "promo.yuri_no_icon"
    if companion == NOEL:
        return noel_refusal(g)
    kind = g.pack.ability_kind[companion]
    if kind == PERMANENT:
        return "ability.fighter_permanent"
    if kind == ONCE and g.turn.used >> companion & 1:
        return "ability.fighter_once"
    if kind == BY_ACTION and not g.actions[g.seat]:
        return "ability.fighter_action"
    return useless(g, g.pack.ability[companion], kind == BY_ACTION)


def noel_refusal(g: State) -> str | None:
    """The rule against Noel's ability: a green headline in the pile, and a next day (promo.noel_needs_green)."""
    usable = g.headline_discard & g.pack.green and g.day < len(g.pack.draw_decks)
    return None if usable else "promo.noel_needs_green"


def by_action(g: State, thing: int) -> bool:
    """Whether an ability costs an action: that of a card, or behind the cards that of a companion."""
    if thing < REV_CARDS:
        return bool(g.pack.action_cards >> thing & 1)
    return g.pack.ability_kind[thing - REV_CARDS] == BY_ACTION


def refusal(g: State, thing: int) -> str | None:
    """The rule against an ability, of a card or of a companion (ability.exclusive)."""
    return card_refusal(g, thing) if thing < REV_CARDS else companion_refusal(g, thing - REV_CARDS)


def announce(g: State, thing: int) -> None:
    """Say which ability is used; what it needs is settled now (tankfire.settled)."""
    if g.log is not None:
        used = g.pack.card_ids[thing] if thing < REV_CARDS else g.pack.companion_ids[thing - REV_CARDS]
        g.log.add("used", g.seat_id(g.seat), used, rule=g.pack.program_rules[program(g, thing)])
    if thing < REV_CARDS:
        units.discard(g, g.seat, thing, "ability.card_discard")  # ability.card_discard_first
    elif g.pack.ability_kind[thing - REV_CARDS] == ONCE:
        g.turn.used |= 1 << thing - REV_CARDS


def program(g: State, thing: int) -> int:
    """What an ability does."""
    return g.pack.card_ability[thing] if thing < REV_CARDS else g.pack.ability[thing - REV_CARDS]


def use(g: State, thing: int) -> Flow[State]:
    """Carry the ability out; the acting player decides."""
    yield from carry_out(g, program(g, thing), PLAYER_DECIDES)
