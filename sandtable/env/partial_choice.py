"""Saying a choice word by word, so that a small set of words is enough for every choice of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sandtable.engine.ask import Several
from sandtable.engine.types import Choice

Word = str | int
END: Final[Word] = ""
"""Ends a choice that others continue, such as paying with one card where paying with two is possible as well."""


class PartialChoice:
    """The words of a choice that have been said, and the choices of the ask that begin with them.

    Where several things may be chosen together and every selection is legal, all selections can be said: the things
    one by one, those in no order in the order in which they are given, and END where they may be fewer.
    """

    def __init__(self, choices: Sequence[Choice], several: Several | None = None) -> None:
        self.several = None if several is None or several.checked else several
        verb = None if self.several is None else self.several.verb
        self.choices = [choice for choice in choices if choice[0] != verb]
        """The choices that begin with the words said; not those of several things, which are too many."""
        self.said: Choice = ()
        self._skip_forced()

    def next_words(self) -> list[Word]:
        """The words that may come next, in the order of the choices."""
        return list(dict.fromkeys((*self.words_of_several(), *self._words_of_choices())))

    def _words_of_choices(self) -> list[Word]:
        return [word_at(choice, len(self.said)) for choice in self.choices]

    def words_of_several(self) -> list[Word]:
        """The next words of a choice of several things."""
        several = self.several
        if several is None or self.said[:1] not in ((), (several.verb,)):
            return []
        if not self.said:
            return [several.verb]
        named = self.said[1:]
        end: list[Word] = [END] if len(named) >= several.least else []
        left = several.things
        if not several.ordered:
            # Each selection is said in one way, and never so that too few things are left for it.
            after = left.index(str(named[-1])) + 1 if named else 0
            left = left[after : len(left) - max(several.least - len(named) - 1, 0)]
        return [*end, *(thing for thing in left if thing not in named)]

    def add(self, word: Word) -> Choice | None:
        """Say one of the next words; returns the choice once only one is left, else None."""
        if self.several is not None and (*self.said, word)[0] == self.several.verb:
            return self._add_to_several(word, self.several)
        self.choices = [choice for choice in self.choices if word_at(choice, len(self.said)) == word]
        if len(self.choices) == 1:
            return self.choices[0]
        self.said = (*self.said, word)
        self._skip_forced()
        return None

    def _add_to_several(self, word: Word, several: Several) -> Choice | None:
        """Say the verb of a choice of several things, one of them, or that they are all."""
        self.choices = []
        if word == END:
            return self.said
        self.said = (*self.said, word)
        return self.said if len(self.said) > several.most else None

    def _skip_forced(self) -> None:
        """Say the words that all choices have in common. A single choice is not made by itself: the seat must act."""
        if not self.choices:
            self.said = tuple(self.words_of_several())
        while len(self.choices) > 1 and len(self.next_words()) == 1:
            self.said = (*self.said, *self.next_words())


def word_at(choice: Choice, place: int) -> Word:
    """The word of a choice at a place; after the last word, END."""
    return choice[place] if place < len(choice) else END
