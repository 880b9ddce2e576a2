"""`sandtable lab tune`: fit the opponents' insight of a game to games among them."""

from __future__ import annotations

import os
import shlex
from dataclasses import replace
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated

import typer

from sandtable.cli.errors import Usage
from sandtable.cli.words import SAY, Say

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from sandtable.lab.harvest import Harvest, Job
    from sandtable.lab.tune import Tuned


def tune(
    game: Annotated[str, typer.Argument(metavar="GAME", help=SAY("tune.help_game"))],
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help=SAY("tune.help_games"))] = 400,
    level: Annotated[str, typer.Option(metavar="LEVEL|SEAT=LEVEL,…", help=SAY("tune.help_level"))] = "greedy",
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help=SAY("tune.help_option"))] = None,
    seed: Annotated[str, typer.Option(metavar="TEXT", help=SAY("tune.help_seed"))] = "tune",
    processes: Annotated[int | None, typer.Option(metavar="N", min=1, help=SAY("tune.help_processes"))] = None,
    write: Annotated[bool, typer.Option("--write", help=SAY("tune.help_write"))] = False,
    lang: Annotated[str, typer.Option("--lang", metavar="en|hu", help=SAY("help.lang"))] = SAY.lang,
) -> None:
    say = Say(lang)
    _need_extra(say)
    from rich.console import Console

    from sandtable.cli.lab_asked import levels_from, variant
    from sandtable.engine.insight import FILE
    from sandtable.lab import book
    from sandtable.lab.harvest import Job
    from sandtable.lab.tune import tune as fit

    asked = variant(game, None, option or [], None, say)
    room, options = asked.game, asked.options
    levels = tuple(levels_from(level, asked, say))
    console = Console(highlight=False)
    jobs = [Job(game, options, levels, f"{seed}/{number}") for number in range(games)]
    harvest = _harvest(jobs, processes or os.cpu_count() or 1, console, say)
    before = room.insights.of(options)
    tuned = fit(room.features, before.weights, harvest)
    command = _command(game, option or [], games, level, seed)
    insight = replace(before, made_by=command, weights=tuned.weights, priorities=tuned.priorities)
    name = room.insights.name(options)
    console.print(_scores(tuned, say))
    console.print(say("tune.learned", games=tuned.games, positions=tuned.positions, decisions=tuned.decisions))
    if write:
        book.put(room.folder / FILE, name, insight)
        console.print(say("tune.written", book=name, path=room.folder / FILE), markup=False, soft_wrap=True)
    else:
        console.print(book.text(name, insight), markup=False, soft_wrap=True)
        console.print(say("tune.not_written"))


def _need_extra(say: Say) -> None:
    """The lab's arithmetic needs libraries that playing does not."""
    for library in ("scipy", "tomlkit"):
        if find_spec(library) is None:
            raise Usage(say("tune.no_extra", missing=library))


def _command(game: str, option: list[str], games: int, level: str, seed: str) -> str:
    """The command that makes the same book again."""
    words = ["sandtable", "lab", "tune", game]
    for given in option:
        words += ["--option", given]
    return shlex.join([*words, "--games", str(games), "--level", level, "--seed", seed])


def _harvest(jobs: list[Job], processes: int, console: Console, say: Say) -> Harvest:
    """Play the games under a progress bar."""
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    from sandtable.lab.harvest import harvest

    columns = (say("tune.playing"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=len(jobs))
        return harvest(jobs, processes, lambda: progress.advance(task))


def _scores(tuned: Tuned, say: Say) -> Table:
    """How well results are foretold, before and after."""
    from rich import box
    from rich.table import Table

    table = Table(*(say(f"tune.{column}") for column in ("forecast", "log_loss", "brier", "auc")), box=box.SIMPLE_HEAD)
    for name, score in tuned.scores.items():
        table.add_row(say(f"tune.{name}"), f"{score.log_loss:.4f}", f"{score.brier:.4f}", f"{score.auc:.4f}")
    return table
