"""Reading the lab's options: the game, its variant, and the level of each seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sandtable import games, players
from sandtable.cli.errors import Usage
from sandtable.cli.ranks import all_ranks, rank_name
from sandtable.cli.session import parse_options
from sandtable.cli.words import Say, fold
from sandtable.engine.game import Game, Options
from sandtable.engine.pack import PackFile
from sandtable.engine.state import State
from sandtable.engine.words import Words


@dataclass(frozen=True)
class Variant:
    """A game with the mode, options and pack to play it with."""

    game: Game[State]
    mode: str
    options: Options
    pack: str | None
    """The text of the pack, if it is not the game's own."""

    @property
    def seats(self) -> tuple[str, ...]:
        return self.game.seats(self.options)

    @property
    def packs(self) -> dict[str, str]:
        """The pack by its hash, for the workers."""
        return {} if self.pack is None else {self.game.pack_hash: self.pack}


def parse_variant(slug: str, mode: str | None, option: Sequence[str], pack: Path | None, say: Say) -> Variant:
    """Load a game, in a mode, with single options and the pack changed."""
    game = games.load(slug)
    if mode is not None and mode not in game.modes:
        raise Usage(say("lab.no_mode", given=mode, game=slug, known=", ".join(game.modes)))
    settled = [f"{name}={value}" for name, value in game.modes[mode].items()] if mode is not None else []
    options = parse_options(game, [*settled, *option], say)
    if pack is None:
        return Variant(game, mode or "", options, None)
    belongs = PackFile(pack).entry("pack").text("slug")
    if belongs != slug:
        raise Usage(say("lab.other_pack", path=pack, belongs=belongs, game=slug))
    return Variant(game.with_pack(pack), mode or "", options, pack.read_text(encoding="utf-8"))


def parse_seats(text: str, variant: Variant, say: Say) -> list[str]:
    """Per seat, its level, from `seat=level,seat=level` or from one level for all."""
    if "=" not in text:
        return [parse_level(text, say)] * len(variant.seats)
    words = Words(variant.game, say.lang)
    given: dict[str, str] = {}
    for part in text.split(","):
        name, _, level = part.partition("=")
        given[_seat(name.strip(), variant.seats, words, say)] = parse_level(level.strip(), say)
    missing = [seat for seat in variant.seats if seat not in given]
    if missing:
        raise Usage(say("lab.empty_seat", missing=", ".join(missing)))
    return [given[seat] for seat in variant.seats]


def parse_level(text: str, say: Say) -> str:
    """The level that a number or a name means."""
    try:
        return players.parse_level(text)
    except players.UnknownLevel as error:
        raise Usage(say("lab.no_level", given=text, ranks=all_ranks(say))) from error


def level_name(level: str, say: Say) -> str:
    """A level with the name of its rank."""
    return f"{level} {rank_name(level, say)}" if level in players.RANKS else level


def check_swap(variant: Variant, levels: Sequence[str], say: Say) -> None:
    """Check that the players can change sides: there must be several, each of a single level."""
    sides = variant.game.sides(variant.options)
    if max(sides) == 0:
        raise Usage(say("lab.one_side"))
    if len(set(zip(sides, levels, strict=True))) > max(sides) + 1:
        raise Usage(say("lab.mixed_side"))


def _seat(name: str, seats: tuple[str, ...], words: Words, say: Say) -> str:
    for seat in seats:
        if fold(name) in (fold(seat), fold(words.name(seat))):
            return seat
    raise Usage(say("lab.no_seat", given=name, known=", ".join(seats)))
