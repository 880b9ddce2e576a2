"""What a client may choose for a player: the sensible option of a small question, and an order by its first step."""

from __future__ import annotations

from typing import NamedTuple, TypeVar

from sandtable.engine.errors import NoUndo
from sandtable.engine.match import Match
from sandtable.engine.state import State
from sandtable.engine.types import Choice

S = TypeVar("S", bound=State)


class Preferred(NamedTuple):
    """An option that would do, and whether it can be taken back once it is chosen."""

    choice: Choice
    safe: bool


class Ahead(NamedTuple):
    """What can be chosen after an order and all that is preferred on the way: the order's first steps."""

    order: Choice
    steps: list[Choice]


def preferred(match: Match[S]) -> Preferred | None:
    """What a sensible player would choose at the current ask, if that is an ask of such a kind."""
    choice = _sensible(match)
    return None if choice is None else Preferred(choice, _can_be_undone(match, choice))


def ahead(match: Match[S]) -> Ahead | None:
    """The first steps of the cheapest order of the kind that can begin with them, if it can be taken back."""
    ask = match.ask
    verb = None if ask is None else match.game.shortcuts.begins.get(ask.prompt)
    order = next((choice for choice in match.choices if choice[0] == verb), None)
    if ask is None or order is None:
        return None
    twin = match.fork(keep=True)
    barrier = twin.state.chance.barrier
    twin.choose(order)
    while (choice := _sensible(twin)) is not None and _asks(twin, ask.seat):
        twin.choose(choice)
    if not _asks(twin, ask.seat) or twin.state.chance.barrier != barrier:
        return None
    return Ahead(order, [choice for choice in twin.choices if len(choice) > 1])


def _sensible(match: Match[S]) -> Choice | None:
    prefers = None if match.ask is None else match.game.shortcuts.prefer.get(match.ask.prompt)
    return None if prefers is None else prefers(match.state, match.choices)


def _asks(match: Match[S], seat: int) -> bool:
    return match.ask is not None and match.ask.seat == seat


def _can_be_undone(match: Match[S], choice: Choice) -> bool:
    """Whether the seat that chooses goes on choosing, and may take this back."""
    ask = match.ask
    assert ask is not None  # somebody chooses
    twin = match.fork(keep=True)
    number = len(twin.history)
    twin.choose(choice)
    try:
        return _asks(twin, ask.seat) and twin.undo_target(1 << ask.seat) == number
    except NoUndo:
        return False
