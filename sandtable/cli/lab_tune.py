"""`sandtable lab tune`: fit the opponents' book of a game to games among them."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated

import typer
from msgspec import structs

from sandtable.cli.errors import Usage
from sandtable.cli.words import SAY, Say

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from sandtable.cli.lab_options import Variant
    from sandtable.engine.insight import Insight
    from sandtable.lab.tune import Score


def tune(
    game: Annotated[str, typer.Argument(metavar="GAME", help=SAY("tune.help_game"))],
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help=SAY("tune.help_games"))] = 400,
    level: Annotated[str, typer.Option(metavar="LEVEL|SEAT=LEVEL,…", help=SAY("tune.help_level"))] = "greedy",
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help=SAY("tune.help_option"))] = None,
    seed: Annotated[str, typer.Option(metavar="TEXT", help=SAY("tune.help_seed"))] = "tune",
    processes: Annotated[int | None, typer.Option(metavar="N", min=1, help=SAY("tune.help_processes"))] = None,
    calibrate: Annotated[bool, typer.Option("--calibrate", help=SAY("tune.help_calibrate"))] = False,
    priorities: Annotated[bool, typer.Option("--priorities", help=SAY("tune.help_priorities"))] = False,
    write: Annotated[bool, typer.Option("--write", help=SAY("tune.help_write"))] = False,
    lang: Annotated[str, typer.Option("--lang", metavar="en|hu", help=SAY("help.lang"))] = SAY.lang,
) -> None:
    say = Say(lang)
    need_extra("lab tune", say)
    if calibrate and priorities:
        raise Usage(say("tune.one_of"))
    from rich.console import Console

    from sandtable.cli.lab_options import parse_seats, parse_variant
    from sandtable.lab import tune as fitting
    from sandtable.lab.samples import SampleJob, collect_all

    variant = parse_variant(game, None, option or [], None, say)
    levels = tuple(parse_seats(level, variant, say))
    console = Console(highlight=False)
    jobs = [SampleJob(game, variant.options, levels, f"{seed}/{number}") for number in range(games)]
    with bar(say("tune.playing"), games, console) as advance:
        data = collect_all(jobs, processes or os.cpu_count() or 1, advance)
    before = variant.game.insights.of(variant.options)
    command = _command(game, option or [], games, level, seed)
    if calibrate:
        calibrated = fitting.calibrate(before, bool(variant.game.constant_features), data)
        scores = calibrated.scores
        insight = structs.replace(calibrated.book, made_by=f"{before.made_by}; then {command} --calibrate")
    elif priorities:
        scores = {}
        learned_by = f"{before.made_by}; then {command} --priorities"
        insight = structs.replace(before, made_by=learned_by, priorities=fitting.fit_priorities(data.decisions))
    else:
        tuned = fitting.tune(variant.game.features, before.weights, data)
        scores = tuned.scores
        insight = structs.replace(before, made_by=command, weights=tuned.weights, priorities=tuned.priorities)
    if scores:
        console.print(_scores(scores, say))
    learned = {"games": games, "positions": len(data.won) // data.views, "decisions": data.decisions.total()}
    console.print(say("tune.learned", **learned))
    write_or_print(variant, insight, write, console, say)


def write_or_print(variant: Variant, insight: Insight, write: bool, console: Console, say: Say) -> None:
    """Write a book to the game's `insight.toml`, or print it."""
    from sandtable.engine.insight import FILE
    from sandtable.lab import book

    name = variant.game.insights.name(variant.options)
    path = variant.game.folder / FILE
    if write:
        book.put(path, name, insight)
        console.print(say("tune.written", book=name, path=path), markup=False, soft_wrap=True)
    else:
        console.print(book.text(name, insight), markup=False, soft_wrap=True)
        console.print(say("tune.not_written"))


def need_extra(command: str, say: Say) -> None:
    """Check that the libraries for fitting books are installed."""
    for library in ("scipy", "tomlkit"):
        if find_spec(library) is None:
            raise Usage(say("tune.no_extra", command=command, missing=library))


@contextmanager
def bar(title: str, total: int, console: Console) -> Iterator[Callable[[], None]]:
    """A progress bar, if there is a terminal. It yields a function to call after every step."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn, TimeRemainingColumn

    columns = (title, BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=total)
        yield lambda: progress.advance(task)


def _command(game: str, option: list[str], games: int, level: str, seed: str) -> str:
    """The command that makes the same book again."""
    words = ["sandtable", "lab", "tune", game]
    for given in option:
        words += ["--option", given]
    return shlex.join([*words, "--games", str(games), "--level", level, "--seed", seed])


def _scores(scores: Mapping[str, Score], say: Say) -> Table:
    """A table of how well results are forecast, before and after."""
    from rich import box
    from rich.table import Table

    table = Table(*(say(f"tune.{column}") for column in ("forecast", "log_loss", "brier", "auc")), box=box.SIMPLE_HEAD)
    for name, score in scores.items():
        table.add_row(say(f"tune.{name}"), f"{score.log_loss:.4f}", f"{score.brier:.4f}", f"{score.auc:.4f}")
    return table
