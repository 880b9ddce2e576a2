"""Step 1 of the Soviet phase, new headlines; and the headline that Noel brings back before it."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, legal, one
from sandtable.engine.choices import DONE
from sandtable.engine.sets import NONE, bits
from sandtable.games.days_of_ire.flow import units
from sandtable.games.days_of_ire.flow.effects import carry_out
from sandtable.games.days_of_ire.flow.take_back import take_back
from sandtable.games.days_of_ire.state import EVENTS, HEADLINES, SOVIET_DECIDES, TEAM_DECIDES, State


def new_headlines(g: State) -> Flow[State]:
    """One headline, carried out fully before the next one (headline.one_fully_first), or the end of the step."""
    choice = yield Ask(g.rules.soviet, "headlines", HEADLINE, "headline.any_number", always=True)
    if choice == DONE:
        g.phase = EVENTS  # soviet.no_going_back; what is not played stays in hand (headline.keep_rest)
        return
    headline = g.pack.number[choice[1]]
    units.leave_hand(g, headline)
    if g.log is not None:
        g.log.add(f"headline_{choice[0]}", g.pack.headline_ids[headline], rule=RULES[str(choice[0])])
    if choice[0] == "points":
        lay_out(g, headline)
    elif choice[0] == "effect":
        g.current = headline
        yield from red_effect(g, headline)
    elif choice[0] == "play":
        g.current = headline
        yield from play_green(g, headline)
    else:
        units.discard_headlines(g, 1 << headline)


def lay_out(g: State, headline: int) -> None:
    """A headline lies in front of the Soviet side and gives its points to the pool (headline.cp_pool)."""
    g.current = NONE
    g.front |= 1 << headline
    units.gain_points(g, g.pack.points[headline], "headline.cp_pool")


def red_effect(g: State, headline: int) -> Flow[State]:
    """Text, then ÁVH icon, then marker; no points (icon.avh_before_or_after, headline.red.effect_no_cp)."""
    yield from carry_out(g, g.pack.headline_effect[headline], SOVIET_DECIDES)
    yield from take_back(g, g.pack.avh_icon[headline])
    units.put_marker(g, g.pack.headline_marker[headline], "icon.happened_place")  # icon.happened_not_self
    g.current = NONE
    if g.pack.continuing_headlines >> headline & 1:
        g.continuing |= 1 << headline  # icon.continuing_beside_board
    else:
        units.discard_headlines(g, 1 << headline)  # headline.red.effect_discard


def play_green(g: State, headline: int) -> Flow[State]:
    """The revolutionaries carry it out first, then the Soviet side gains its points (headline.green.effect_first)."""
    yield from carry_out(g, g.pack.headline_effect[headline], TEAM_DECIDES)
    units.put_marker(g, g.pack.headline_marker[headline], "icon.happened_place")
    lay_out(g, headline)


def recall(g: State) -> Flow[State]:
    """Before the Soviet phase the headline that Noel selected is carried out (promo.noel_conflict_when)."""
    if g.day == 1 and g.log is not None:
        g.log.add("day", g.day, f"date:{g.day}", rule="setup.day")
    headline, g.recalled = g.recalled, NONE
    if headline != NONE:
        if g.log is not None:
            g.log.add("recalled", g.pack.headline_ids[headline], rule="promo.noel_conflict_when")
        g.current = headline
        yield from play_green(g, headline)  # promo.noel_choices, promo.noel_conflict_icons, promo.noel_conflict_cp
    g.phase = HEADLINES


# ---------------------------------------------------------------------- what may be played


RULES: Final = {
    "points": "headline.red.cp",
    "effect": "headline.red.effect",
    "play": "headline.green.choice",
    "throw": "headline.green.discard",
}


def headline_options(g: State, offer: Offer) -> None:
    """Red headlines for points or effect, green ones to be played or discarded, in any order (headline.any_order)."""
    offer.tell(points=g.points)
    for headline in bits(g.soviet_hand):
        if g.pack.green >> headline & 1:
            offer.add(g.pack.play[headline])
            offer.add(g.pack.throw[headline])
        else:
            offer.add(g.pack.for_points[headline])
            offer.add(g.pack.for_effect[headline])  # headline.may_be_void
    offer.add(DONE)


def red_refusal(g: State, headline: int) -> str | None:
    """The rule against using a headline for points only or for its effect only."""
    if g.pack.green >> headline & 1:
        return "headline.green.choice"
    return None if g.soviet_hand >> headline & 1 else "headline.any_number"


def play_refusal(g: State, headline: int) -> str | None:
    """The rule against using a headline for both."""
    if not g.pack.green >> headline & 1:
        return "headline.red.choice"
    return None if g.soviet_hand >> headline & 1 else "headline.any_number"


def throw_refusal(g: State, headline: int) -> str | None:
    """The rule against discarding a headline."""
    if not g.pack.green >> headline & 1:
        return "headline.red.no_plain_discard"
    return None if g.soviet_hand >> headline & 1 else "headline.any_number"


HEADLINE: Final[Legality[State]] = Legality(
    headline_options,
    {
        "points": one(red_refusal),
        "effect": one(red_refusal),
        "play": one(play_refusal),
        "throw": one(throw_refusal),
        "done": legal,
    },
)
