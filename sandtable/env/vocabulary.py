"""Vocabularies: the words of a game's choices and scenes, from `vocabulary.toml` in its package."""

from __future__ import annotations

import string
from collections.abc import Iterable, Mapping

import msgspec

from sandtable.engine.errors import SandtableError
from sandtable.engine.files import read_toml, typed
from sandtable.engine.game import Game, S
from sandtable.engine.words import Words
from sandtable.env.partial_choice import END, Word

FILE = "vocabulary.toml"
ALL = ":*"
"""Ends a word that stands for all ids of a kind, such as `unit:*`."""


class UnknownWord(SandtableError):
    """A choice or scene has a word that the vocabulary lacks: an error in the game's vocabulary."""


class BattleWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a battle may show."""

    rows: list[str] = []
    """The kinds of units."""
    faces: list[str | int] = []
    """What their dice may show."""
    facts: dict[str, list[str]] = {}
    """By fact of a battle or of a side in it: its possible words; empty if it is a number."""


class VocabularyFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of `vocabulary.toml`."""

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
    owners: list[str] = []
    """Who may hold areas and have pieces without being a seat."""
    spots: list[str] = []
    """Where areas may lie that lie elsewhere in every game."""
    area_faces: list[str] = []
    arrows: list[str] = []
    """Kinds of arrows."""
    battle: BattleWords = BattleWords()


class Vocabulary:
    """All words of a game in a fixed order, the same for all its modes."""

    def __init__(self, game: Game[S]) -> None:
        words = Words(game, "en")
        called = f"{FILE} of {game.slug}"
        written = typed(read_toml(game.folder / FILE, called), VocabularyFile, called)
        self.slug = game.slug
        self.version = written.version
        """Rises whenever an action or a number of the observation changes its meaning."""
        self.names = words.names
        verbs = sorted(words.templates["choice"])
        numbers = range(written.numbers + 1) if written.numbers else ()
        self.actions: tuple[Word, ...] = (END, *verbs, *self._expand(written.choices), *numbers)
        """The word of each action."""
        self.action_of = {word: action for action, word in enumerate(self.actions)}
        self.prompts = sorted(words.templates["prompt"])
        self.things = self._expand(written.things)
        self.thing_number = {thing: number for number, thing in enumerate(self.things, 1)}
        self.tokens = written.tokens
        self.token_kinds = set(written.tokens)
        self.owners = self._expand(written.owners)
        self.spots = written.spots
        self.area_faces = written.area_faces
        self.arrows = written.arrows
        self.battle = written.battle
        self.signs = self._expand(written.signs)
        self.silent = set(self._expand(written.silent))
        self.dice = written.dice
        self.status = self._values(words.templates["status"], written.status)
        """By status key: its possible words; empty if it is a number."""
        self.standing = sorted(words.templates.get("standing", {}))
        """What the game counts for every seat."""
        self.facts = self._values(_facts(words.templates["prompt"].values()), written.facts)
        """By fact of a prompt: likewise."""

    def action(self, word: Word) -> int:
        """The action of a word."""
        try:
            return self.action_of[word]
        except KeyError:
            raise UnknownWord(f"{FILE} of {self.slug}: no action has the word {word!r}") from None

    def _expand(self, words: Iterable[str]) -> list[str]:
        """Words, with `kind:*` replaced by all ids of that kind in the order of the pack."""
        return [each for word in words for each in self._kind(word)]

    def _kind(self, word: str) -> list[str]:
        return [name for name in self.names if name.startswith(word[:-1])] if word.endswith(ALL) else [word]

    def _values(self, keys: Iterable[str], written: Mapping[str, list[str]]) -> dict[str, list[str]]:
        return {key: self._expand(written.get(key, [])) for key in sorted({*keys, *written})}


def _facts(prompts: Iterable[str]) -> set[str]:
    """The names of all facts in templates of prompts."""
    return {name for prompt in prompts for _, name, _, _ in string.Formatter().parse(prompt) if name}
