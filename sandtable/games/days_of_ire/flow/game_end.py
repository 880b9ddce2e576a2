"""The end of the game: penalties of what is unresolved, then the evaluation."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, one
from sandtable.engine.sets import NONE
from sandtable.games.days_of_ire.flow import units
from sandtable.games.days_of_ire.flow.effects import carry_out
from sandtable.games.days_of_ire.state import REVOLUTION_WINS, SOVIET_DECIDES, SOVIET_WINS, State


def penalties(g: State) -> Flow[State]:
    """One penalty in an order that the Soviet side chooses, or the evaluation (end.penalty_before_evaluation)."""
    left = unpaid(g)
    if not left:
        evaluate(g)
        return
    event = left[0]
    if len({g.pack.programs[g.pack.penalty[event]] for event in left}) > 1:  # otherwise the order means nothing
        choice = yield Ask(g.rules.soviet, "penalty", PENALTY, "end.penalty_order")
        event = g.pack.number[choice[1]]
    g.penalized |= 1 << event
    if g.log is not None:
        g.log.add("penalty", g.pack.event_ids[event], rule="end.penalties")
    yield from carry_out(g, g.pack.penalty[event], SOVIET_DECIDES)


def unpaid(g: State) -> list[int]:
    """The events on the board whose penalty is still to be carried out."""
    return [
        event
        for event in g.event_at
        if event != NONE and g.pack.penalty[event] != NONE and not g.penalized >> event & 1
    ]


def counted(g: State) -> int:
    """The events of the evaluation: all kinds, some more than once (end.count_all_kinds, end.penalty_count)."""
    return g.events_on_board() + g.extra_events


def evaluate(g: State) -> None:
    """Four or fewer, and the revolutionaries win; there is no draw (end.rev_win, end.no_draw)."""
    if g.log is not None:
        g.log.add("evaluation", counted(g), g.pack.limits.events, rule="end.count_all_kinds")
    if counted(g) > g.pack.limits.events:
        units.end(g, SOVIET_WINS, "end.soviet_win")
    units.end(g, REVOLUTION_WINS, "end.rev_win")


def penalty_options(g: State, offer: Offer) -> None:
    for event in unpaid(g):
        offer.add(g.pack.penalize[event])


def penalty_refusal(g: State, event: int) -> str | None:
    """The rule against a penalty."""
    return None if event in unpaid(g) else "end.penalties"


PENALTY: Final[Legality[State]] = Legality(penalty_options, {"penalty": one(penalty_refusal)})
