"""Headlines: the round's political objective, what resolving it brings, and the penalty for leaving it open."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, legal, one
from sandtable.engine.choices import DONE
from sandtable.engine.sets import NONE, bits
from sandtable.games.nights_of_fire import cards
from sandtable.games.nights_of_fire.cards import Step, Test
from sandtable.games.nights_of_fire.flow import allowance, draw, game_end, reinforcement, units
from sandtable.games.nights_of_fire.pack import MAX_SEATS, REPEAT_NOTHING, STAGING
from sandtable.games.nights_of_fire.phases import HEADLINE, PRESTIGE
from sandtable.games.nights_of_fire.state import State, rev_team

# ====================================================================== revealing


def reveal(g: State) -> None:
    """The top Headline is the objective of this round; its districts are marked (tactics.headline.tokens)."""
    g.headlines.open = g.headlines.deck.pop()  # tactics.headline.reveal
    units.show_other_side(g)
    if g.log is not None:
        g.log.add("headline", g.pack.headline_ids[g.headlines.open], rule="tactics.headline.reveal")


def put_away(g: State) -> None:
    """The Headline leaves, and its tokens with it (tactics.headline.tokens_off)."""
    g.headlines.open = NONE


# ====================================================================== conditions


def holds(g: State) -> bool:
    """Whether the condition of the open Headline is true now."""
    headline = g.pack.headlines[g.headlines.open]
    if headline.one_is_enough:
        return any(passes(g, test) for test in headline.tests)
    return all(passes(g, test) for test in headline.tests)


def passes(g: State, test: Test) -> bool:
    """One test of a condition."""
    kind = test.kind
    if kind in cards.TESTS_OF_DISTRICTS:
        return passes_in_districts(g, test)
    if kind == cards.KILLED_AREA:
        return g.killed_units() >= test.n
    if kind == cards.ACTIVE_GARRISONS:
        return (g.garrison & ~g.disabled_garrisons).bit_count() >= test.n
    if kind == cards.DISABLED_UNITS:
        return g.disabled_units() <= test.n
    if kind == cards.READINESS_LEVEL:
        return g.readiness >= test.n
    if kind == cards.DIVISION_DEPLOYED:
        return deployed(g, test.sector)
    if kind == cards.ARRESTED_THIS_ROUND:
        return g.arrests >= test.n
    return g.civilians.bit_count() <= test.n


def passes_in_districts(g: State, test: Test) -> bool:
    """A test that must hold in each, or in any, of some districts."""
    if test.kind == cards.ACTIVE_REGIMENT_IN:
        if test.every:
            return all(g.active(district) for district in bits(test.districts))
        return any(g.active(district) for district in bits(test.districts))
    if test.kind == cards.NO_REVEALED_IN:
        return not any(g.revealed(district) for district in bits(test.districts))
    if test.kind == cards.NO_BARRICADE_IN:
        return not g.barricade & test.districts
    if test.kind == cards.NO_RUBBLE_IN:
        return not any(g.rubble[district] for district in bits(test.districts))
    return not test.districts & ~(g.garrison & ~g.disabled_garrisons)


def deployed(g: State, sector: int) -> bool:
    """Whether all Regiments of a Division are active and none of them is in staging."""
    return not g.pack.sector_regiments[sector] & (g.disabled_regiments | g.regiments[STAGING + sector])


# ====================================================================== resolving


def offer_resolve(g: State, offer: Offer) -> None:
    """Between any two actions, never inside one (headline.resolve.moment)."""
    for card in bits(g.tactics.hand & g.pack.headline_cards):
        if resolve_refusal(g, card) is None:
            offer.add(g.pack.headline[card])


def resolve_refusal(g: State, card: int) -> str | None:
    """The rule that keeps the Headline from being resolved now, with this card."""
    if g.headlines.open == NONE:
        return "headline.resolve.discard" if g.rules.headlines else "setup.unused"
    if not g.tactics.hand & g.pack.headline_cards & 1 << card:
        return "headline.resolve.card"
    if not g.soviet.cards_played and g.tactics.hand.bit_count() == 1:
        return "headline.resolve.still_play"
    return None if holds(g) else "headline.resolve.when"


def resolve(g: State, card: int) -> Flow[State]:
    """A card is discarded beyond those of the turn (headline.resolve.card.extra), and Prestige rises."""
    pack = g.pack
    allowance.discard(g, card)
    g.soviet.resolved = True
    if g.log is not None:
        ids = pack.headline_ids[g.headlines.open], pack.tactics_ids[card]
        g.log.add("headline_resolved", *ids, rule="headline.resolve.card")
    put_away(g)
    units.change_prestige(g, 1, "headline.resolve.prestige")
    choice = yield REPEAT[g.rules.commander]
    if choice != REPEAT_NOTHING:
        action = pack.number[choice[1]]
        g.soviet.allowance[action] += 1  # headline.resolve.repeat.now, headline.resolve.repeat.limits
        if g.log is not None:
            g.log.add("repeats", pack.action_ids[action], rule="headline.resolve.repeat")


def repeat_refusal(g: State, action: int) -> str | None:
    """The rule that keeps an action from being repeated."""
    return None if g.soviet.performed >> action & 1 else "headline.resolve.repeat"


def repeats(g: State, offer: Offer) -> None:
    """Any kind of action that was performed this turn."""
    for action in bits(g.soviet.performed):
        offer.add(g.pack.repeat[action])
    offer.add(REPEAT_NOTHING)


REPEATS: Final[Legality[State]] = Legality(repeats, {"repeat": one(repeat_refusal), "repeat_nothing": legal})
REPEAT: Final = tuple(Ask(seat, "headline.repeat", REPEATS, "headline.resolve.repeat") for seat in range(MAX_SEATS))
"""By the commander's seat."""


# ====================================================================== penalties


def penalty_step(g: State) -> Flow[State]:
    """One step of the open Headline's penalty; when all are done the card is put away."""
    headline = g.pack.headlines[g.headlines.open]
    if g.headlines.next_step == 0 and not g.headlines.heals and g.log is not None:
        g.log.add("headline_penalty", g.pack.headline_ids[g.headlines.open], rule="adjust.headline.penalty")
    if g.headlines.next_step < len(headline.effect):
        step = headline.effect[g.headlines.next_step]
        if step.verb == cards.HEAL:
            yield from heal_one(g, step)
            return
        g.headlines.next_step += 1
        carry_out(g, step)
        return
    if headline.permanent:
        g.headlines.lasting |= 1 << g.headlines.open
        if g.log is not None:
            g.log.add("headline_lasts", g.pack.headline_ids[g.headlines.open], rule="adjust.headline.permanent")
    put_away(g)
    g.headlines.next_step = 0
    g.phase = PRESTIGE


def carry_out(g: State, step: Step) -> None:
    """A step of a penalty that needs no choice here."""
    verb = step.verb
    rule = penalty_rule(g)
    if verb == cards.READINESS:
        units.change_readiness(g, step.n, rule)
    elif verb == cards.PRESTIGE:
        units.change_prestige(g, step.n, rule)
        game_end.check_prestige(g)
    elif verb == cards.MORALE:
        units.change_morale(g, step.n, rule)
    elif verb == cards.MOMENTUM:
        units.gain_momentum(g, step.n, rule)
    elif verb == cards.DRAW:
        for at in range(step.n):  # one after the other, so that two players share them
            draw.draw_card(g, at % g.rules.revolutionaries)
    elif verb == cards.REINFORCE:
        reinforcement.begin_placing(g, step.n, step.where, HEADLINE)
    elif verb == cards.COST_DELTA:
        g.headlines.cost_delta[step.cost] += step.n
    else:
        for district in bits(step.districts):
            units.block_district(g, district)


def penalty_rule(g: State) -> str:
    """The rule of the open Headline's penalty."""
    return f"headline.{g.pack.headline_keys[g.headlines.open]}.penalty"


def heal_one(g: State, step: Step) -> Flow[State]:
    """The Revolutionaries take one Wound off, or are content (headline.penalty.choices)."""
    if not g.headlines.heals:
        g.headlines.heals = step.n
    if g.wounded:
        choice = yield healing(g)
        if choice != DONE:
            units.heal(g, g.block_of[g.pack.number[choice[1]]], penalty_rule(g))
            g.headlines.heals -= 1
            if g.headlines.heals:
                return
    g.headlines.heals = 0
    g.headlines.next_step += 1


def healing(g: State) -> Ask[State]:
    return Ask(0, "headline.heal", WOUNDS, "headline.penalty.choices", always=True, team=rev_team(g))


def wounds(g: State, offer: Offer) -> None:
    """Only insurgents on the map have Wounds."""
    offer.tell(wounds=g.headlines.heals)
    for block in bits(g.wounded):
        offer.add(g.pack.heal[g.insurgent_of[block]])
    offer.add(DONE)


def wound_refusal(g: State, insurgent: int) -> str | None:
    """The rule that keeps a Headline from healing an insurgent."""
    return None if g.wounded >> g.block_of[insurgent] & 1 else penalty_rule(g)


WOUNDS: Final[Legality[State]] = Legality(wounds, {"heal": one(wound_refusal), "done": legal})


# ====================================================================== costs under permanent penalties


def cost(g: State, which: int, normal: int) -> int:
    """A cost by its own rule, then lowered by permanent penalties, never below 1 (headline.cost_floor)."""
    return max(g.pack.cost_floor[which], normal + g.headlines.cost_delta[which])
