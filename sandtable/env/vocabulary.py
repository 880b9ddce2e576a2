"""Vocabularies: which words a game's choices and scenes are made of, read from `vocabulary.toml` in its room."""

from __future__ import annotations

import string
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from sandtable.engine.errors import BadFile, SandtableError
from sandtable.engine.game import Game, S
from sandtable.engine.words import Words
from sandtable.env.speech import END, Word

FILE = "vocabulary.toml"
ALL = ":*"
"""Ends a word that stands for all ids of a kind."""


class UnknownWord(SandtableError):
    """A game says or shows something that its vocabulary does not have: a fault of the vocabulary."""


class Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A vocabulary as it is written in its file."""

    version: int
    choices: list[str]
    numbers: int
    things: list[str]
    tokens: list[str]
    signs: list[str]
    silent: list[str]
    dice: list[str]
    status: dict[str, list[str]]
    facts: dict[str, list[str]]


class Vocabulary:
    """All words of a game, each in its place; the same for all its modes."""

    def __init__(self, game: Game[S]) -> None:
        words = Words(game, "en")
        written = _read(game.folder / FILE)
        self.slug = game.slug
        self.version = written.version
        """Rises whenever an action or a number of the observation changes its meaning."""
        self.names = words.names
        verbs = sorted(words.templates["choice"])
        numbers = range(written.numbers + 1) if written.numbers else ()
        self.actions: tuple[Word, ...] = (END, *verbs, *self._all(written.choices), *numbers)
        """What each action of an environment says."""
        self.action_of = {word: action for action, word in enumerate(self.actions)}
        self.prompts = sorted(words.templates["prompt"])
        self.things = self._all(written.things)
        self.thing_number = {thing: number for number, thing in enumerate(self.things, 1)}
        self.tokens = written.tokens
        self.signs = written.signs
        self.silent = set(self._all(written.silent))
        self.dice = written.dice
        self.status = self._said(words.templates["status"], written.status)
        """By the key of a status: the words that it may say; none where it is a number."""
        self.facts = self._said(_facts(words.templates["prompt"].values()), written.facts)
        """The same for the facts of prompts."""

    def action(self, word: Word) -> int:
        """The action that says a word."""
        try:
            return self.action_of[word]
        except KeyError:
            raise UnknownWord(f"{FILE} of {self.slug}: no action says {word!r}") from None

    def _all(self, words: Iterable[str]) -> list[str]:
        """Words with those that stand for a kind written out, in the order of the pack."""
        return [each for word in words for each in self._kind(word)]

    def _kind(self, word: str) -> list[str]:
        return [name for name in self.names if name.startswith(word[:-1])] if word.endswith(ALL) else [word]

    def _said(self, keys: Iterable[str], written: Mapping[str, list[str]]) -> dict[str, list[str]]:
        return {key: self._all(written.get(key, [])) for key in sorted({*keys, *written})}


def _facts(prompts: Iterable[str]) -> set[str]:
    """What the templates of prompts speak of."""
    return {name for prompt in prompts for _, name, _, _ in string.Formatter().parse(prompt) if name}


def _read(path: Path) -> Written:
    try:
        return msgspec.toml.decode(path.read_bytes(), type=Written)
    except (OSError, msgspec.MsgspecError) as error:
        raise BadFile(f"{path.name} of {path.parent.name}: {error}") from error
