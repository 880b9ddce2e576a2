"""What the pages of a test must show: the same match, played beside the server with the same dice."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import msgspec

from sandtable.engine.errors import NoUndo
from sandtable.engine.match import Match
from sandtable.engine.start import Origin, start
from sandtable.engine.types import Choice
from sandtable.engine.words import load_locale
from sandtable.games import load
from sandtable.server.words import words
from tests.conftest import MODEL

SEED = "rainy day"
"""The dice of every table in these tests: the server is started with them."""
TRIED = 40
"""Games that a short one is chosen from."""
TIRED = 0.4
"""How often somebody takes the last option, which mostly is to stop: it makes games short."""

Options = Mapping[str, str | int | bool]
BUDA: tuple[str, Options] = ("buda_1686", {"victory": "either_victory"})
KONEV: tuple[str, Options] = ("nights_of_fire", {"ruleset": "konev_basic", "revolutionaries": 1})
MARKET: tuple[str, Options] = (MODEL, {"thieves": True, "rounds": 2})
IRE: dict[int, tuple[str, Options]] = {team: ("days_of_ire", {"revolutionaries": team}) for team in (1, 2, 3)}
"""Days of Ire by the number of revolutionaries."""
ROGUE: dict[str, tuple[str, Options]] = {
    mode: ("rogue_agent", {"mode": mode}) for mode in ("agent-2p", "agent-3p", "agent-4p", "android-3p", "android-4p")
}
"""Rogue Agent by mode."""
CONFLICT: tuple[str, Options] = ("nights_of_fire", {"ruleset": "conflict_basic", "revolutionaries": 1})


def begin(game: str, options: Options) -> Match[Any]:
    return start(load(game), options, Origin(SEED))


def short_game(game: str, options: Options) -> list[Choice]:
    """The choices of a short game that all sides play at random."""
    return _short_game(game, tuple(options.items()))


def telling_game(game: str, options: Options) -> list[Choice]:
    """The choices of a random game that does as many different things as any that is not one of the longest."""
    return _telling_game(game, tuple(options.items()))


@cache
def _telling_game(game: str, options: tuple[tuple[str, str | int | bool], ...]) -> list[Choice]:
    games = sorted((random_game(game, dict(options), number) for number in range(TRIED)), key=len)
    return max(games[: TRIED * 3 // 4], key=lambda made: len({choice[0] for choice in made}))


@cache
def _short_game(game: str, options: tuple[tuple[str, str | int | bool], ...]) -> list[Choice]:
    games = (random_game(game, dict(options), number) for number in range(TRIED))
    return min(games, key=len)


def random_game(game: str, options: Options, number: int) -> list[Choice]:
    """The choices of one game that all sides play at random, and rather tired."""
    match = start(load(game), options, Origin(SEED), explain=False)
    rng = random.Random(number)
    made: list[Choice] = []
    while match.ask is not None:
        tired = rng.random() < TIRED
        made.append(match.choices[-1] if tired else rng.choice(match.choices))
        match.choose(made[-1])
    return made


def things(match: Match[Any]) -> set[str]:
    """What the options of the current ask name, and their verbs as tools say them."""
    return {word for choice in match.choices for word in (f"verb/{choice[0]}", *choice[1:]) if isinstance(word, str)}


def pointers(match: Match[Any]) -> dict[str, list[str]]:
    """By a word of a choice, the ids of the counters that say it, where that is not their own place."""
    found: dict[str, list[str]] = {}
    for area in match.game.scene(match.state, None).areas:
        for piece in area.pieces:
            if len(piece.means) == 1 and piece.means != [area.id]:
                found.setdefault(piece.means[0], []).append(piece.id)
    return found


def after(game: str, options: Options, count: int) -> Match[Any]:
    """The match after the first choices of its short game."""
    match = begin(game, options)
    for choice in short_game(game, options)[:count]:
        match.choose(choice)
    return match


def first_where(game: str, options: Options, wanted: Callable[[Match[Any]], bool]) -> int:
    """After how many choices of its short game a match first is as wanted."""
    match = begin(game, options)
    for number, choice in enumerate(short_game(game, options)):
        if wanted(match):
            return number
        match.choose(choice)
    raise AssertionError("it never is")


def can_undo(match: Match[Any]) -> bool:
    try:
        match.undo_target()
    except NoUndo:
        return False
    return True


def refused(match: Match[Any]) -> dict[str, list[str]]:
    """What lies before the asked seat and cannot be used at all: by thing, the rules that refuse it."""
    assert match.ask is not None
    seen = known(match, match.ask.seat) - things(match)
    return {thing: [rule for _, rule in match.why_not(thing)] for thing in seen if match.why_not(thing)}


def asked(match: Match[Any]) -> str:
    assert match.ask is not None
    return match.seats[match.ask.seat]


def known(match: Match[Any], seat: int | None) -> set[str]:
    """Every id and word that a seat, or a spectator, may see on the table, in the log and in its options."""
    shown: list[object] = [match.game.scene(match.state, seat), [line.args for line in match.lines(seat)]]
    if match.ask is not None and seat is not None and match.ask.open_to(seat):
        shown.append(match.choices)
    return set(_texts(msgspec.to_builtins(shown)))


def own_hand(match: Match[Any], seat: int) -> set[str]:
    """The cards that a seat holds."""
    hands = match.game.scene(match.state, seat).hands
    return {card.id for hand in hands if hand.owner == match.seats[seat] for card in hand.cards}


def hidden(match: Match[Any], seat: int | None) -> set[str]:
    """The ids of what only others may see."""
    others = [known(match, other) for other in range(len(match.seats)) if other != seat]
    return {word for word in set().union(*others) - known(match, seat) if ":" in word}


def telling_names(match: Match[Any], seat: int | None, lang: str = "en") -> set[str]:
    """The names by which hidden things would be known, if nothing that the seat may see is called the same.

    What the report names as causes are words of the rules, such as the icon that a deed is done by.
    """
    names = words(match.game.slug, lang).names
    causes = load_locale(match.game.folder, lang).get("because", {}).values()
    plain = {names.get(word, word).casefold() for word in known(match, seat)} | {cause.casefold() for cause in causes}
    secret = {names[word] for word in hidden(match, seat) if word in names}
    return {name for name in secret if not any(name.casefold() in each for each in plain)}


def _texts(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for key, each in value.items() for text in [str(key), *_texts(each)]]
    if isinstance(value, (list, tuple)):
        return [text for each in value for text in _texts(each)]
    return []
