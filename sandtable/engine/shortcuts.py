"""What a game says about the convenience of a player: which of its small questions a client may answer by itself.

No rule is touched. A shortcut only puts together choices that could be made one by one: an order that begins with its
first step (a fighter is clicked, and the Move is announced and paid on the way), a payment that hardly anybody would
think about, and things that are chosen one after the other, picked at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar

from sandtable.engine.state import State
from sandtable.engine.types import Choice

S = TypeVar("S", bound=State)


class Each(NamedTuple):
    """Things that are named one by one, each by a choice of its own; the facts say how many."""

    verb: str
    most: str
    """The fact of the prompt that says how many may be named."""
    close: Choice | None = None
    """The choice that ends it; None where all of them must be named."""


@dataclass(frozen=True)
class Shortcuts(Generic[S]):
    """The shortcuts of a game, by prompt."""

    begins: Mapping[str, str] = field(default_factory=dict)
    """The verb of orders that name nothing, and that can begin with the thing which their first step names."""
    prefer: Mapping[str, Callable[[S, list[Choice]], Choice | None]] = field(default_factory=dict)
    """The sensible one of the options, where there is one."""
    each: Mapping[str, Each] = field(default_factory=dict)
    """What is named one by one."""
