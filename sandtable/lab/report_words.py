"""How a report says things: the program's words, a game's words, and numbers as the reader writes them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from sandtable import players
from sandtable.engine.game import Game
from sandtable.engine.state import State
from sandtable.engine.types import Choice
from sandtable.engine.words import Words
from sandtable.lab.report_figures import Side

PLACE: Final = re.compile(r"\{\w+\}")

Say = Callable[..., str]
"""Gives the words of a key in the reader's language, with facts filled in."""


class Voice:
    """Speaks about one game in one language."""

    def __init__(self, game: Game[State], lang: str, say: Say) -> None:
        self.game = game
        self.lang = lang
        self.say = say
        self.words = Words(game, lang)
        self.title = game.title(lang)

    def number(self, value: float, digits: int = 0) -> str:
        """A number with so many digits after the point, or comma."""
        text = f"{value:.{digits}f}".replace("-", "−")
        return text.replace(".", ",") if self.lang == "hu" else text

    def percent(self, share: float, digits: int = 1) -> str:
        return f"{self.number(100 * share, digits)}\N{NO-BREAK SPACE}%"

    def axis(self, share: float) -> str:
        """A share as it stands beside an axis."""
        return self.percent(share, 0)

    def span(self, interval: tuple[float, float]) -> str:
        """An interval of shares."""
        low, high = interval
        return f"{self.number(100 * low, 1)}–{self.percent(high)}"

    def points(self, difference: float) -> str:
        """A difference of shares in percentage points, with its sign."""
        sign = "+" if difference > 0 else ""
        return sign + self.number(100 * difference, 1)

    def seats(self, names: tuple[str, ...]) -> str:
        """Seats by their names."""
        return " + ".join(self.words.name(name) for name in names)

    def side(self, side: Side) -> str:
        return self.seats(side.names)

    def level(self, levels: str) -> str:
        """A level, or several joined by +, as people call them."""
        named = []
        for level in levels.split("+"):
            rank = players.RANKS.get(level)
            named.append(f"{level} {rank.name_hu if self.lang == 'hu' else rank.name}" if rank else level)
        return " + ".join(named)

    def kinds(self, kinds: Sequence[str]) -> list[tuple[str, str]]:
        """Kinds of choices ('prompt verb') by what they do; where that is the same, also by what was asked."""
        split = [kind.partition(" ") for kind in kinds]
        done = [self.choice((verb,)) for _, _, verb in split]
        asked = [_open(self.words.prompt(prompt, {})) for prompt, _, _ in split]
        twice = {text for text, times in Counter(done).items() if times > 1}
        return [(text, question if text in twice else "") for text, question in zip(done, asked, strict=True)]

    def things(self, things: Sequence[str]) -> list[tuple[str, str]]:
        """Things on the table by their names, and by what they are where those are the same."""
        names = [self.words.name(thing) for thing in things]
        twice = {name for name, times in Counter(names).items() if times > 1}
        return [(name, thing if name in twice else "") for name, thing in zip(names, things, strict=True)]

    def choice(self, choice: Choice) -> str:
        """A choice; what it leaves out stays open."""
        return _open(self.words.choice(choice))

    def rule(self, name: str) -> str:
        """What a rule says; a rule that is no longer there stands for itself."""
        return self.game.ledger.text(name, self.lang) if name in self.game.ledger.rules else name


def _open(text: str) -> str:
    """Words with their open places shown as such."""
    return PLACE.sub("…", text)
