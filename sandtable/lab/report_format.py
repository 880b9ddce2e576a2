"""Texts and numbers of a report in the reader's language."""

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
from sandtable.lab.report_numbers import Side
from sandtable.lab.stats import Share, decimals_of

PLACEHOLDER: Final = re.compile(r"\{\w+\}")

Say = Callable[..., str]
"""Returns the text of a key in the reader's language, with values filled in."""


class Formatter:
    """Formats texts and numbers about one game in one language."""

    def __init__(self, game: Game[State], lang: str, say: Say) -> None:
        self.game = game
        self.lang = lang
        self.say = say
        self.words = Words(game, lang)
        self.title = game.title(lang)

    def number(self, value: float, digits: int = 0) -> str:
        """A number with this many decimals, after a point or a comma."""
        text = f"{value:.{digits}f}".replace("-", "−")
        return text.replace(".", ",") if self.lang == "hu" else text

    def percent(self, share: float, digits: int = 1) -> str:
        return f"{self.number(100 * share, digits)}\N{NO-BREAK SPACE}%"

    def wins(self, share: Share) -> str:
        """A number of wins; with a decimal if parts of shared wins are in it."""
        return self.number(share.wins, decimals_of(share.wins))

    def winners(self, winners: tuple[str, ...], drawn: bool) -> str:
        """Who won a game."""
        return self.say("report.drawn") if drawn else self.seats(winners) or self.say("report.nobody")

    def axis(self, share: float) -> str:
        """A share as a label of an axis: without decimals."""
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
        """Names of seats, joined by +."""
        return " + ".join(self.words.name(name) for name in names)

    def side(self, side: Side) -> str:
        return self.seats(side.names)

    def level(self, levels: str) -> str:
        """A level, or several joined by +, with the names of their ranks."""
        named = []
        for level in levels.split("+"):
            rank = players.RANKS.get(level)
            named.append(f"{level} {rank.name_hu if self.lang == 'hu' else rank.name}" if rank else level)
        return " + ".join(named)

    def kinds(self, kinds: Sequence[str]) -> list[tuple[str, str]]:
        """Names of kinds of choices ('prompt verb'); where two are the same, the question is added as a note."""
        split = [kind.partition(" ") for kind in kinds]
        done = [self.choice((verb,)) for _, _, verb in split]
        asked = [_with_ellipses(self.words.prompt(prompt, {})) for prompt, _, _ in split]
        repeated = {text for text, times in Counter(done).items() if times > 1}
        return [(text, question if text in repeated else "") for text, question in zip(done, asked, strict=True)]

    def things(self, things: Sequence[str]) -> list[tuple[str, str]]:
        """Names of things; where two are the same, the id is added as a note."""
        names = [self.words.name(thing) for thing in things]
        repeated = {name for name, times in Counter(names).items() if times > 1}
        return [(name, thing if name in repeated else "") for name, thing in zip(names, things, strict=True)]

    def choice(self, choice: Choice) -> str:
        """The text of a choice; what it does not name becomes an ellipsis."""
        return _with_ellipses(self.words.choice(choice))

    def rule(self, name: str) -> str:
        """The text of a rule; its id, if the rule no longer exists."""
        return self.game.ledger.text(name, self.lang) if name in self.game.ledger.rules else name


def _with_ellipses(text: str) -> str:
    """A text with an ellipsis for every placeholder that is not filled in."""
    return PLACEHOLDER.sub("…", text)
