"""Saying a choice word by word, so that a small set of words is enough for every choice of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sandtable.engine.types import Choice

Word = str | int
END: Final[Word] = ""
"""Ends a choice that others continue, such as paying with one card where paying with two is possible as well."""


class PartialChoice:
    """The words of a choice that have been said, and the choices of the ask that begin with them."""

    def __init__(self, choices: Sequence[Choice]) -> None:
        self.choices = list(choices)
        """The choices that begin with the words said."""
        self.said: Choice = ()
        self._skip_forced()

    def next_words(self) -> list[Word]:
        """The words that may come next, in the order of the choices."""
        return list(dict.fromkeys(word_at(choice, len(self.said)) for choice in self.choices))

    def add(self, word: Word) -> Choice | None:
        """Say one of the next words; returns the choice once only one is left, else None."""
        self.choices = [choice for choice in self.choices if word_at(choice, len(self.said)) == word]
        if len(self.choices) == 1:
            return self.choices[0]
        self.said = (*self.said, word)
        self._skip_forced()
        return None

    def _skip_forced(self) -> None:
        """Say the words that all choices have in common. A single choice is not made by itself: the seat must act."""
        while len(self.choices) > 1 and len(self.next_words()) == 1:
            self.said = (*self.said, *self.next_words())


def word_at(choice: Choice, place: int) -> Word:
    """The word of a choice at a place; after the last word, END."""
    return choice[place] if place < len(choice) else END
