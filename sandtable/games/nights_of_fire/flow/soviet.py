"""Soviet turn of the commander: Tactics cards, and the actions that they allow in one sector."""

from __future__ import annotations

from collections.abc import Generator
from typing import Final

from sandtable.engine.ask import Ask, Legality, Offer, nothing, one
from sandtable.engine.sets import NONE, bits
from sandtable.engine.types import Choice
from sandtable.games.nights_of_fire.flow import allowance, attack, headlines, soviet_actions, units
from sandtable.games.nights_of_fire.pack import ACTIONS, END_TURN, MAX_SEATS, PASS
from sandtable.games.nights_of_fire.state import State

MOST_CARDS: Final = 2
"""Tactics cards of one turn (sov.turn.cards)."""


def begin(g: State) -> None:
    """A Soviet turn begins."""
    allowance.clear(g)


def order(g: State) -> Generator[Ask[State], Choice, bool]:
    """One order of a turn, in any order (sov.turn.any_order); returns whether the turn is over."""
    choice = yield ORDER[hand_matters(g)][g.rules.commander]
    if choice == PASS:
        g.sov_passed = True
        return True
    if choice == END_TURN:
        end_turn(g)
        return True
    yield from carry_out(g, choice)
    return False


def hand_matters(g: State) -> bool:
    """Whether silence would tell something of the hand: a card could still be played or resolve the Headline."""
    return g.tactics.hand > 0 and (g.soviet.cards_played < MOST_CARDS or g.headlines.open != NONE)


def carry_out(g: State, choice: Choice) -> Generator[Ask[State], Choice, None]:
    """A card or an action, completely."""
    verb = choice[0]
    number = g.pack.number
    thing = number[choice[1]]
    if verb == "play":
        play(g, thing)
    elif verb == "march":
        soviet_actions.march(g, thing, number[choice[2]])
    elif verb == "probe":
        yield from attack.probe(g, thing)
    elif verb == "assault":
        yield from attack.assault(g, thing)
    elif verb == "recon":
        soviet_actions.recon(g, thing)
    elif verb == "arrest":
        soviet_actions.arrest(g, thing)
    elif verb == "clear_barricade":
        soviet_actions.clear_barricade(g, thing)
    elif verb == "clear_rubble":
        soviet_actions.clear_rubble(g, thing)
    elif verb == "garrison":
        soviet_actions.garrison(g, thing)
    elif verb == "rally":
        soviet_actions.rally(g, thing)
    else:
        yield from headlines.resolve(g, thing)


def play(g: State, card: int) -> None:
    """A card from the hand, the second perhaps after actions of the first (sov.turn.second_late)."""
    allowance.discard(g, card)  # sov.turn.discard
    g.soviet.cards_played += 1
    allowance.grant(g, card)
    if g.log is not None:
        g.log.add("played_tactics", g.pack.tactics_ids[card], rule="sov.turn.cards")


def end_turn(g: State) -> None:
    """Recon raises Readiness and Arrest lowers it, once each; both together change nothing (sov.turn.readiness_net)."""
    change = g.soviet.recon_done - g.soviet.arrest_done
    if change:
        units.change_readiness(g, change, "sov.recon.readiness" if change > 0 else "sov.arrest.readiness")
    allowance.clear(g)


# ---------------------------------------------------------------------- what may be ordered


def options(g: State, offer: Offer) -> None:
    if offer.telling:
        offer.tell(cards=g.soviet.cards_played, **dict(zip(ACTIONS, g.soviet.allowance, strict=True)))
    if g.soviet.cards_played < MOST_CARDS:
        for card in bits(g.tactics.hand):
            offer.add(g.pack.play[card])
    if g.headlines.open != NONE:
        headlines.offer_resolve(g, offer)
    if g.soviet.cards_played:
        soviet_actions.offer_march(g, offer)
        attack.offer_attacks(g, offer)
        soviet_actions.offer_recon(g, offer)
        soviet_actions.offer_arrest(g, offer)
        soviet_actions.offer_clear(g, offer)
        soviet_actions.offer_garrison(g, offer)
        soviet_actions.offer_rally(g, offer)
    if g.soviet.cards_played:
        offer.add(END_TURN)
    elif pass_refusal(g) is None:
        offer.add(PASS)


def play_refusal(g: State, card: int) -> str | None:
    """The rule that keeps a Tactics card from being played: it is not in the hand, or two were played."""
    return None if g.tactics.hand >> card & 1 and g.soviet.cards_played < MOST_CARDS else "sov.turn.cards"


def end_refusal(g: State) -> str | None:
    """The rule against ending a turn without a card, which would be a pass."""
    return None if g.soviet.cards_played else "sov.turn.cards"


def pass_refusal(g: State) -> str | None:
    """The rule against passing: a card was played, or the Headline was resolved."""
    if g.soviet.cards_played:
        return "sov.turn.cards"
    return "headline.resolve.still_play" if g.soviet.resolved else None


ORDERS: Final[Legality[State]] = Legality(
    options,
    {
        "play": one(play_refusal),
        "headline": one(headlines.resolve_refusal),
        **soviet_actions.REFUSALS,
        **attack.REFUSALS,
        "end_turn": nothing(end_refusal),
        "pass": nothing(pass_refusal),
    },
)
ORDER: Final = tuple(
    tuple(Ask(seat, "sov.order", ORDERS, "sov.turn.cards", always=always) for seat in range(MAX_SEATS))
    for always in (False, True)
)
"""By whether the hand matters, and by the commander's seat."""
