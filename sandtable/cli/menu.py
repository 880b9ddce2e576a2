"""Picking a choice by its number or by typing part of it. Many options are shown in groups first."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from sandtable.cli.words import Say, fold
from sandtable.engine.ask import Several
from sandtable.engine.types import Choice, Fact
from sandtable.engine.words import Words

MAX_UNGROUPED = 12
"""More options than this are shown in groups."""
MAX_UNGROUPED_WHEN_CROWDED = 4
"""The same, if the terminal is too low for the board and all options."""


@dataclass(frozen=True)
class Entry:
    """A numbered line: one choice, or a group of them."""

    text: str
    choices: tuple[Choice, ...]

    @property
    def single(self) -> bool:
        return len(self.choices) == 1


class Menu:
    """The options of an ask, and those of them that are shown."""

    def __init__(
        self, choices: Sequence[Choice], words: Words, notes: Mapping[Choice, tuple[Fact, ...]] | None = None
    ) -> None:
        self.all = tuple(choices)
        self.notes = notes or {}
        self.view = self.all
        self.words = words
        self.max_ungrouped = MAX_UNGROUPED

    @property
    def narrowed(self) -> bool:
        return len(self.view) < len(self.all)

    def entries(self) -> list[Entry]:
        """The numbered lines: single options, or groups of options with the same first words."""
        if len(self.view) > self.max_ungrouped:
            longest = max(map(len, self.view))
            for depth in range(1, longest):
                groups = _groups(self.view, depth)
                if len(groups) > 1:
                    return [self._entry(group, depth) for group in groups]
        return [Entry(self.words.noted(choice, self.notes), (choice,)) for choice in self.view]

    def _entry(self, group: list[Choice], depth: int) -> Entry:
        if len(group) == 1:
            return Entry(self.words.noted(group[0], self.notes), tuple(group))
        return Entry(outline(self.words, group[0][:depth]), tuple(group))

    def answer(self, text: str) -> Choice | None:
        """Return the choice that a typed text means; None if several fit, and then only those are shown from now on.

        Raises LookupError if nothing fits.
        """
        if not text or text == "..":
            self.view = self.all
            return None
        found = self.fitting(text)
        if len(found) == 1:
            return found[0]
        self.view = tuple(found)
        return None

    def fitting(self, text: str) -> Sequence[Choice]:
        """The choices that a typed number or text may mean; raises LookupError if there are none."""
        return self._numbered(int(text)) if text.isdecimal() else self._typed(text)

    def _numbered(self, number: int) -> Sequence[Choice]:
        entries = self.entries()
        if not 1 <= number <= len(entries):
            raise LookupError(str(number))
        return entries[number - 1].choices

    def _typed(self, text: str) -> Sequence[Choice]:
        for scope in (self.view, self.all):
            found = matching(text, scope, self.words.choice)
            if found:
                return found
        raise LookupError(text)


class Together:
    """Several things that may be chosen at once: they are numbered, and `+1 3` means the first and the third."""

    def __init__(self, several: Several, words: Words, say: Say) -> None:
        self.several = several
        self.words = words
        self.say = say

    def lines(self) -> list[str]:
        """What is said below the options: how to choose, and the numbers of the things."""
        least, most = self.several.least, self.several.most
        how = self.say("play.together_exactly" if least == most else "play.together", least=least, most=most)
        order = f" ({self.say('play.together_ordered')})" if self.several.ordered else ""
        numbered = (f"+{number} {self.words.name(thing)}" for number, thing in enumerate(self.several.things, 1))
        return [how + order, "  ".join(numbered)]

    def answer(self, text: str) -> Choice:
        """The choice that typed numbers mean; raises LookupError if there are no such things."""
        numbers = re.findall(r"\d+", text)
        things = self.several.things
        if re.sub(r"[\d\s,+]", "", text) or not all(1 <= int(number) <= len(things) for number in numbers):
            raise LookupError(text)
        picked = [int(number) - 1 for number in numbers]
        return (self.several.verb, *(things[at] for at in (picked if self.several.ordered else sorted(picked))))


def matching(text: str, choices: Sequence[Choice], label: Callable[[Choice], str]) -> list[Choice]:
    """The choices that match a typed text: by whole words if any do, else by the start of words, else by any part."""
    wanted = _tokens(text)
    plain = [(choice, fold(label(choice))) for choice in choices]
    exact = [choice for choice, shown in plain if shown == fold(text) or text == " ".join(map(str, choice))]
    if exact or not wanted:
        return exact
    texts = [(choice, _tokens(shown) + _tokens(" ".join(map(str, choice)))) for choice, shown in plain]
    fits: tuple[Callable[[str, str], bool], ...] = (str.__eq__, str.startswith, str.__contains__)
    for fit in fits:
        found = [choice for choice, words in texts if all(any(fit(word, t) for word in words) for t in wanted)]
        if found:
            return found
    return []


def outline(words: Words, prefix: Choice) -> str:
    """The text of a choice of which only the first words are known; the rest becomes an ellipsis."""
    template = words.templates.get("choice", {}).get(str(prefix[0]))
    if template is None:
        return f"{words.choice(prefix)} …"
    return re.sub(r"\{\d*\}", "…", words.choice(prefix))


def _groups(choices: Sequence[Choice], depth: int) -> list[list[Choice]]:
    groups: dict[Choice, list[Choice]] = {}
    for choice in choices:
        groups.setdefault(choice[:depth], []).append(choice)
    return list(groups.values())


def _tokens(text: str) -> list[str]:
    return re.findall(r"\w+", fold(text))
