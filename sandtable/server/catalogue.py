"""The games as a client finds them: what can be played, what things are called, and what the rules say."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from pathlib import Path

from msgspec import Struct

from sandtable import games
from sandtable.engine import primer
from sandtable.engine.game import Game, Value
from sandtable.engine.ledger import Example
from sandtable.engine.lesson.guide import Guide, decisions, load_guides
from sandtable.engine.lesson.telling import in_language
from sandtable.engine.state import State
from sandtable.players.levels import RANKS
from sandtable.server.errors import RequestRefused
from sandtable.server.words import words

ART = frozenset({".svg", ".png", ".jpg", ".webp", ".css", ".json", ".woff2"})
"""What of a game's art folder may be fetched."""


class OptionValue(Struct):
    """A value of an option, and what it does."""

    value: Value
    text: str


class OptionView(Struct):
    """A choice made before the game; the first value is the default."""

    id: str
    text: str
    values: list[OptionValue]


class Mode(Struct):
    """A named set of options, and the seats that it gives."""

    id: str
    options: dict[str, Value]
    seats: list[str]
    sides: list[int]
    """Per seat, the number of its side: those who share one win and lose together."""


class GuideEntry(Struct):
    """A guided first game in the list of a game."""

    id: str
    title: str
    minutes: int
    seat: str
    """The learner's."""
    decisions: int


class GameView(Struct):
    """A game that can be played."""

    slug: str
    title: str
    about: dict[str, str]
    """What it is like (`text`), for how many (`players`), and how long it takes (`length`)."""
    seat_names: dict[str, str]
    modes: list[Mode]
    options: list[OptionView]
    art: list[str]
    """The files that it is drawn with; what is not there is drawn by the client."""
    art_version: str
    """Changes with any of these files: with it in their addresses they can be kept for ever."""
    primer: bool
    """Whether there is the game in short."""
    guides: list[GuideEntry]
    """Guided first games."""


class Level(Struct):
    """An opponent, by strength."""

    level: str
    name: str


class Catalogue(Struct):
    """Everything that can be played, and against whom."""

    games: list[GameView]
    levels: list[Level]
    unplayable: list[str]
    """Games that are there but cannot be played; why stands in the server's log."""


class RuleView(Struct):
    """A rule in our own words."""

    id: str
    section: str
    kind: str
    modes: list[str]
    text: str
    source: str
    status: str
    why: str


class ExampleView(Struct):
    """A worked example."""

    id: str
    rules: list[str]
    text: str
    note: str


class Rulebook(Struct):
    """All rules and examples of a game, in the rulebook's order."""

    rules: list[RuleView]
    examples: list[ExampleView]


@cache
def catalogue(lang: str) -> Catalogue:
    levels = [Level(level, rank.name_hu if lang == "hu" else rank.name) for level, rank in RANKS.items()]
    shown, left_out = listed(lang)
    return Catalogue(shown, levels, [bad.slug for bad in left_out])


@cache
def listed(lang: str) -> tuple[list[GameView], list[games.BadGame]]:
    """The games that can be shown, and why others cannot."""
    return games.each(lambda game: _game(game, lang))


def _game(game: Game[State], lang: str) -> GameView:
    wording = words(game.slug, lang)
    modes = [_mode(game, name) for name in game.modes]
    options = [
        OptionView(
            option.id,
            wording.option(option.id),
            [OptionValue(value, wording.option(f"{option.id}.{value}")) for value in option.values],
        )
        for option in game.options
    ]
    seats = {seat: wording.name(seat) for mode in modes for seat in mode.seats}
    about = wording.templates.get("about", {})
    art = _art(game)
    return GameView(
        slug=game.slug,
        title=game.title(lang),
        about=about,
        seat_names=seats,
        modes=modes,
        options=options,
        art=sorted(art),
        art_version=_art_version(art),
        primer=(game.folder / primer.FILE).exists(),
        guides=[GuideEntry(*guide_entry(guide, lang)) for guide in guides(game.slug).values()],
    )


@cache
def guides(slug: str) -> dict[str, Guide]:
    """The guided first games of a game, by id."""
    return load_guides(games.load(slug))


def guide_entry(guide: Guide, lang: str) -> tuple[str, str, int, str, int]:
    """The fields of a guide's entry in a list."""
    return guide.id, in_language(guide.title, lang), guide.minutes, guide.seat, decisions(guide.step)


def _mode(game: Game[State], name: str) -> Mode:
    settled = game.settle(game.modes[name])
    return Mode(name, dict(game.modes[name]), list(game.seats(settled)), list(game.sides(settled)))


def names(slug: str, lang: str) -> dict[str, str]:
    """What everything that can lie on the table is called."""
    games.load(slug)
    return words(slug, lang).names


@cache
def rulebook(slug: str, lang: str) -> Rulebook:
    ledger = games.load(slug).ledger
    rules = [
        RuleView(
            rule.id,
            ledger.section(rule.section, lang),
            rule.kind,
            list(rule.modes),
            ledger.text(rule.id, lang),
            rule.source,
            rule.status,
            ledger.why(rule.id, lang),
        )
        for rule in ledger.rules.values()
    ]
    return Rulebook(rules, [example(slug, each, lang) for each in ledger.examples.values()])


def example(slug: str, told: Example, lang: str) -> ExampleView:
    """A worked example as the rulebook has it."""
    said = games.load(slug).ledger.told(told.id, lang, games.load(slug).names.get("en", {}))
    return ExampleView(told.id, list(told.rules), said, told.note)


def art(slug: str, name: str) -> Path:
    """A file that a game is drawn with."""
    known = _art(games.load(slug))
    if name not in known:
        raise RequestRefused("not_found")
    return known[name]


def _art_version(art: dict[str, Path]) -> str:
    contents = blake2b(digest_size=6)
    for name in sorted(art):
        contents.update(f"{name} {art[name].stat().st_size} ".encode())
        contents.update(art[name].read_bytes())
    return contents.hexdigest()


def _art(game: Game[State]) -> dict[str, Path]:
    """The files that a game is drawn with, by name."""
    folder = game.folder / "art"
    return {path.name: path for path in folder.iterdir() if path.suffix in ART} if folder.is_dir() else {}
