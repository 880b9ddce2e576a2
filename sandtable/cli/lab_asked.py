"""What a command line asks of the lab: the game, its variant, who sits where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sandtable import games, players
from sandtable.cli.errors import Usage
from sandtable.cli.ranks import all_ranks, rank_name
from sandtable.cli.session import options_from
from sandtable.cli.words import Say, fold
from sandtable.engine.game import Game, Options
from sandtable.engine.pack import PackFile
from sandtable.engine.state import State
from sandtable.engine.words import Words


@dataclass(frozen=True)
class Variant:
    """A game as it is to be played."""

    game: Game[State]
    mode: str
    options: Options
    pack: str | None
    """The text of the pack, where it is not the game's own."""

    @property
    def seats(self) -> tuple[str, ...]:
        return self.game.seats(self.options)

    @property
    def packs(self) -> dict[str, str]:
        """The pack by its hash, as workers need it."""
        return {} if self.pack is None else {self.game.pack_hash: self.pack}


def variant(slug: str, mode: str | None, option: Sequence[str], pack: Path | None, say: Say) -> Variant:
    """The game of that name in a mode, with single options and the pack changed."""
    game = games.load(slug)
    if mode is not None and mode not in game.modes:
        raise Usage(say("lab.no_mode", given=mode, game=slug, known=", ".join(game.modes)))
    settled = [f"{name}={value}" for name, value in game.modes[mode].items()] if mode is not None else []
    options = options_from(game, [*settled, *option], say)
    if pack is None:
        return Variant(game, mode or "", options, None)
    belongs = PackFile(pack).entry("pack").text("slug")
    if belongs != slug:
        raise Usage(say("lab.other_pack", path=pack, belongs=belongs, game=slug))
    return Variant(game.with_pack(pack), mode or "", options, pack.read_text(encoding="utf-8"))


def levels_from(text: str, asked: Variant, say: Say) -> list[str]:
    """Per seat, the level of who sits there: from `seat=level,seat=level`, or one level for all."""
    if "=" not in text:
        return [level_from(text, say)] * len(asked.seats)
    words = Words(asked.game, say.lang)
    given: dict[str, str] = {}
    for part in text.split(","):
        name, _, level = part.partition("=")
        given[_seat(name.strip(), asked.seats, words, say)] = level_from(level.strip(), say)
    missing = [seat for seat in asked.seats if seat not in given]
    if missing:
        raise Usage(say("lab.empty_seat", missing=", ".join(missing)))
    return [given[seat] for seat in asked.seats]


def level_from(text: str, say: Say) -> str:
    """The level that a number or a name means."""
    try:
        return players.parse_level(text)
    except players.UnknownLevel as error:
        raise Usage(say("lab.no_level", given=text, ranks=all_ranks(say))) from error


def level_name(level: str, say: Say) -> str:
    """A level as people call it."""
    return f"{level} {rank_name(level, say)}" if level in players.RANKS else level


def check_swap(asked: Variant, levels: Sequence[str], say: Say) -> None:
    """Players can change sides only where there are several, and only as a whole side."""
    sides = asked.game.sides(asked.options)
    if max(sides) == 0:
        raise Usage(say("lab.one_side"))
    if len(set(zip(sides, levels, strict=True))) > max(sides) + 1:
        raise Usage(say("lab.mixed_side"))


def _seat(name: str, seats: tuple[str, ...], words: Words, say: Say) -> str:
    for seat in seats:
        if fold(name) in (fold(seat), fold(words.name(seat))):
            return seat
    raise Usage(say("lab.no_seat", given=name, known=", ".join(seats)))
