"""`sandtable games`: the games with their sides and options, and the opponents."""

from __future__ import annotations

from rich import box
from rich.console import Console
from rich.table import Table

from sandtable import games
from sandtable.cli.ranks import all_ranks
from sandtable.cli.words import Say
from sandtable.engine.game import Game, Stage
from sandtable.engine.state import State
from sandtable.engine.words import Words


def show(console: Console, say: Say) -> None:
    """Print every registered game with its sides and options, and who can be played against."""
    shown, left_out = games.each(lambda game: _tables(game, Words(game, say.lang), say))
    for tables in shown:
        console.print(*tables)
    for bad in left_out:
        console.print(f"! {bad}", style="bold red", markup=False, soft_wrap=True)
    console.print(say("games.opponents", ranks=all_ranks(say)), markup=False)


def _tables(game: Game[State], words: Words, say: Say) -> list[Table]:
    return [_head(game, words, say), *([_options(game, words, say)] if game.options else [])]


def _head(game: Game[State], words: Words, say: Say) -> Table:
    table = Table(*(say(f"games.{column}") for column in ("slug", "title", "sides")), box=box.SIMPLE_HEAD)
    seats = game.seats(game.settle({}))
    sides = [seat if words.name(seat) == seat else f"{seat} ({words.name(seat)})" for seat in seats]
    titles = dict.fromkeys((game.title(), game.title("hu")))
    table.add_row(game.slug, "\n".join([*titles, *_missing(game, say)]), "\n".join(sides))
    return table


def _missing(game: Game[State], say: Say) -> list[str]:
    """What a game in the making has not reached yet, as a line."""
    missing = ", ".join(say(f"stage.{stage.value}") for stage in Stage if stage not in game.stages)
    return [say("games.missing", missing=missing)] if missing else []


def _options(game: Game[State], words: Words, say: Say) -> Table:
    table = Table(say("games.option"), say("games.effect"), box=box.SIMPLE_HEAD)
    table.columns[0].no_wrap = True
    for option in game.options:
        table.add_row(option.id, words.option(option.id), style="bold")
        for value in option.values:
            default = f" ({say('games.default')})" if value == option.default else ""
            table.add_row(f"  {option.id}={value}", words.option(f"{option.id}.{value}") + default)
    return table
