"""Speech: a choice said word by word, so that few words, each with one meaning, make every choice of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sandtable.engine.types import Choice

Word = str | int
END: Final[Word] = ""
"""Said where a choice ends that others continue: paying with one card where paying with two is possible as well."""


class Speech:
    """The choices of an ask, and what has been said of the one to be taken."""

    def __init__(self, choices: Sequence[Choice]) -> None:
        self.choices = list(choices)
        """Those that begin with what was said."""
        self.said: Choice = ()
        self._go_on()

    def next(self) -> list[Word]:
        """The words that may come next, in the order of the choices."""
        return list(dict.fromkeys(word_at(choice, len(self.said)) for choice in self.choices))

    def say(self, word: Word) -> Choice | None:
        """Say one of the next words; the choice, once there is only one that it can be."""
        self.choices = [choice for choice in self.choices if word_at(choice, len(self.said)) == word]
        if len(self.choices) == 1:
            return self.choices[0]
        self.said = (*self.said, word)
        self._go_on()
        return None

    def _go_on(self) -> None:
        """Say what goes without saying. A single choice is left to be said: who is asked must answer."""
        while len(self.choices) > 1 and len(self.next()) == 1:
            self.said = (*self.said, *self.next())


def word_at(choice: Choice, place: int) -> Word:
    """A choice's word at a place; what comes after its last word is its end."""
    return choice[place] if place < len(choice) else END
