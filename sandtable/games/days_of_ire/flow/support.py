"""Step 4 of the Soviet phase, international support: the front is cleared and the hand filled up."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, nothing, one
from sandtable.engine.choices import DONE
from sandtable.engine.sets import bits
from sandtable.games.days_of_ire.flow import units
from sandtable.games.days_of_ire.pack import DECKS
from sandtable.games.days_of_ire.state import REFILL, State


def support(g: State) -> Flow[State]:
    """Cards in front are discarded, points are lost, and the hand is filled up to the limit (support.discard_front)."""
    lasting = g.front & g.pack.continuing_headlines & g.pack.green  # a red one was laid out instead of carried out
    g.continuing |= lasting  # icon.continuing_green_cp
    units.discard_headlines(g, g.front & ~lasting)
    g.front = 0
    g.points = 0  # headline.cp_lost
    missing = g.pack.hand_limit[g.support] - g.soviet_hand.bit_count()  # support.avh_not_counted
    yield from draw_headlines(g, missing, "support.draw_to_limit")  # support.no_forced_discard
    g.phase = REFILL


def draw_headlines(g: State, count: int, rule: str) -> Flow[State]:
    """Draw by a rule from the decks of the day, card by card (support.mix_one_by_one)."""
    g.drawing = max(0, count)
    while g.drawing and decks(g):
        choice = yield Ask(g.rules.soviet, "deck", DECK, rule)
        if choice == DONE:
            break
        g.drawing -= 1
        draw(g, g.pack.number[choice[1]], rule)
    g.drawing = 0


def draw(g: State, deck: int, rule: str) -> None:
    """The top headline of a deck goes into the hand; everybody sees from which deck (info.headline_backs)."""
    headline = g.headline_decks[deck].pop()
    g.soviet_hand |= 1 << headline
    g.chance.reveal()
    if g.log is not None:
        g.log.add("drew_headline", g.pack.deck_ids[deck], rule=rule)
        g.log.add("drew_headline_card", g.pack.headline_ids[headline], seats=1 << g.rules.soviet)


def of_today(g: State) -> int:
    """The decks of the day that have cards (support.deck_day1 and the following)."""
    return _with_cards(g) & g.pack.draw_decks[g.day - 1]


def fallback(g: State) -> int:
    """Where those of the day have run out: the nearest earlier deck with cards (support.fallback_other_days)."""
    today = g.pack.draw_decks[g.day - 1]
    earlier = _with_cards(g) & (today & -today) - 1 if today else 0
    return 1 << earlier.bit_length() - 1 if earlier else 0


def _with_cards(g: State) -> int:
    found = 0
    for deck in range(DECKS):
        if g.headline_decks[deck]:
            found |= 1 << deck
    return found


def decks(g: State) -> int:
    """The decks from which the next card may come."""
    return of_today(g) or fallback(g)


def deck_options(g: State, offer: Offer) -> None:
    """The decks; only from a fallback need nothing be drawn (support.mandatory_draw, support.fallback_optional)."""
    offer.tell(left=g.drawing)
    for deck in bits(decks(g)):
        offer.add(g.pack.deck[deck])
    if not of_today(g):
        offer.add(DONE)


RULES: Final = (
    "support.deck_day1",
    "support.deck_day2",
    "support.deck_day34",
    "support.deck_day34",
    "support.deck_day5",
    "support.deck_day6",
)
"""By day from 0: the rule that names its decks; on the last day nobody draws."""


FALLBACK_DAY: Final = 6
"""The day whose fallbacks the rulebook names one by one."""


def deck_refusal(g: State, deck: int) -> str | None:
    """The rule against drawing from a deck: not one of today's, or empty."""
    if decks(g) >> deck & 1:
        return None
    if of_today(g):
        return "support.no_reshuffle" if g.pack.draw_decks[g.day - 1] >> deck & 1 else RULES[g.day - 1]
    if g.day != FALLBACK_DAY:
        return "support.fallback_other_days"
    return "support.fallback_day6" if deck == DECKS - 1 else "support.fallback_day6_first"


def done_refusal(g: State) -> str | None:
    """The rule against drawing fewer cards."""
    return "support.mandatory_draw" if of_today(g) else None


DECK: Final[Legality[State]] = Legality(deck_options, {"deck": one(deck_refusal), "done": nothing(done_refusal)})
