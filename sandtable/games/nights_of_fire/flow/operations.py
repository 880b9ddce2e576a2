"""Operations Phase: turns alternate until both sides have passed."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, legal, one
from sandtable.engine.sets import NONE, bits
from sandtable.games.nights_of_fire import knowledge
from sandtable.games.nights_of_fire.flow import allowance, konev, revolutionary, soviet, units
from sandtable.games.nights_of_fire.pack import KEEP_NOTHING
from sandtable.games.nights_of_fire.phases import HEADLINE, KONEV, REV_ORDER, SOV_ORDER
from sandtable.games.nights_of_fire.state import REV, SOV, State, rev_team


def begin(g: State) -> Flow[State]:
    """The first turn belongs to the Revolutionaries; two of them choose who takes it (ops.first, ops.first.two)."""
    g.first = 0
    if g.rules.revolutionaries == 2:
        choice = yield Ask(0, "ops.first", FIRST_TURN, "ops.first.two", team=rev_team(g))
        g.first = g.pack.first.index(choice)
    g.seat = g.first
    g.rev_passed = False
    g.sov_passed = not g.rules.conflict and konev.row_is_empty(g)  # ops.konev.done
    begin_turn(g, REV)


def first_options(g: State, offer: Offer) -> None:
    for seat in range(g.rules.revolutionaries):
        offer.add(g.pack.first[seat])


FIRST_TURN: Final[Legality[State]] = Legality(first_options, {"first": legal})


# ---------------------------------------------------------------------- turns


def begin_turn(g: State, side: int) -> None:
    """A side's turn begins."""
    g.side = side
    if side == REV:
        revolutionary.begin(g)
        g.phase = REV_ORDER
        if g.log is not None:
            g.log.add("turn", units.seat_id(g, g.seat), rule="ops.alternate")
    elif g.rules.conflict:
        soviet.begin(g)
        g.phase = SOV_ORDER
        if g.log is not None:
            g.log.add("turn", units.seat_id(g, g.rules.commander), rule="ops.alternate")
    else:
        g.phase = KONEV


def next_turn(g: State) -> None:
    """The other side is on turn, or the same one again if the other has passed (ops.alternate, ops.pass.continue)."""
    if not g.rules.conflict:
        g.sov_passed = konev.row_is_empty(g)  # ops.konev.one_card, ops.konev.done
    if g.side == REV and g.rules.revolutionaries == 2:
        g.seat = 1 - g.seat  # ops.alternate.two
    if g.rev_passed and g.sov_passed:  # ops.end.conflict, ops.end.konev
        g.phase = HEADLINE
        g.headlines.next_step = 0
        return
    other = SOV if g.side == REV else REV
    passed = g.sov_passed if other == SOV else g.rev_passed
    begin_turn(g, g.side if passed else other)  # ops.pass.final


def revolutionary_order(g: State) -> Flow[State]:
    """An order of a Revolutionary's turn; a pass passes for the partner too (ops.pass.partner)."""
    over = yield from revolutionary.order(g)
    if not over:
        return
    if g.rev_passed and g.log is not None:
        g.log.add("passed", units.seat_id(g, g.seat), rule="ops.pass.rev_keep")
    next_turn(g)


def soviet_order(g: State) -> Flow[State]:
    """An order of the commander's turn; without a card a pass is all there is to choose (ops.pass.soviet_empty)."""
    over = yield from soviet.order(g)
    if not over:
        return
    if g.sov_passed:
        yield from soviet_pass(g)
    next_turn(g)


def soviet_pass(g: State) -> Flow[State]:
    """On passing the commander may keep one card; the others are discarded (ops.pass.soviet_discard)."""
    if g.tactics.hand:
        choice = yield Ask(g.rules.commander, "sov.keep", KEEPING, "ops.pass.soviet_keep")
        if choice != KEEP_NOTHING:
            g.tactics.kept = g.pack.number[choice[1]]
            g.tactics.hand &= ~(1 << g.tactics.kept)
    if g.log is not None:
        g.log.add("passed", units.seat_id(g, g.rules.commander), rule="ops.pass.soviet_discard")
        if g.tactics.kept != NONE:
            g.log.add("kept_tactics", rule="ops.pass.soviet_keep")
    for card in bits(g.tactics.hand):
        allowance.discard(g, card)
        if g.log is not None:
            g.log.add("discarded_tactics", g.pack.tactics_ids[card], rule="ops.pass.soviet_discard")
    knowledge.card_kept(g, g.tactics.kept)


def keep_options(g: State, offer: Offer) -> None:
    for card in bits(g.tactics.hand):
        offer.add(g.pack.keep[card])
    offer.add(KEEP_NOTHING)


def keep_refusal(g: State, card: int) -> str | None:
    """The rule that keeps a card which is not in the hand from being kept."""
    return None if g.tactics.hand >> card & 1 else "ops.pass.soviet_keep"


KEEPING: Final[Legality[State]] = Legality(keep_options, {"keep": one(keep_refusal), "keep_nothing": legal})
