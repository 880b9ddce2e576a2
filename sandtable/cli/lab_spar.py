"""`sandtable lab spar`: better weights for the opponents' insight, by bouts between books that differ a little."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from sandtable.cli.lab_tune import bar, give, need_extra
from sandtable.cli.words import SAY, Say

if TYPE_CHECKING:
    from sandtable.engine.insight import Insight
    from sandtable.lab.sparring import Camp
    from sandtable.lab.stats import Share


def spar(
    game: Annotated[str, typer.Argument(metavar="GAME", help=SAY("tune.help_game"))],
    mode: Annotated[str | None, typer.Option(metavar="NAME", help=SAY("lab.help_mode"))] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help=SAY("tune.help_option"))] = None,
    rounds: Annotated[int, typer.Option(metavar="N", min=1, help=SAY("spar.help_rounds"))] = 60,
    bouts: Annotated[int, typer.Option(metavar="N", min=1, help=SAY("spar.help_bouts"))] = 24,
    iterations: Annotated[int, typer.Option(metavar="N", min=1, help=SAY("spar.help_iterations"))] = 16,
    trial: Annotated[int, typer.Option(metavar="N", min=1, help=SAY("spar.help_trial"))] = 50,
    seed: Annotated[str, typer.Option(metavar="TEXT", help=SAY("tune.help_seed"))] = "spar",
    processes: Annotated[int | None, typer.Option(metavar="N", min=1, help=SAY("tune.help_processes"))] = None,
    write: Annotated[bool, typer.Option("--write", help=SAY("spar.help_write"))] = False,
    lang: Annotated[str, typer.Option("--lang", metavar="en|hu", help=SAY("help.lang"))] = SAY.lang,
) -> None:
    say = Say(lang)
    need_extra("lab spar", say)
    from rich.console import Console

    from sandtable.cli.lab_asked import variant
    from sandtable.lab.sparring import Camp
    from sandtable.lab.sparring import spar as improve

    asked = variant(game, mode, option or [], None, say)
    before = asked.game.insights.of(asked.options)
    camp = Camp(game, asked.options, iterations, rounds, bouts, seed, processes or os.cpu_count() or 1)
    console = Console(highlight=False)
    with bar(say("spar.sparring"), rounds * bouts, console) as told:
        better = improve(before, camp, told)
    better = replace(better, made_by=f"{before.made_by}; then {_command(game, mode, option or [], camp)}")
    with bar(say("spar.trying"), trial, console) as told:
        share = _trial(better, before, camp, trial, told)
    low, high = (f"{100 * end:.1f}" for end in share.interval)
    console.print(say("spar.won", wins=share.wins, games=share.games, low=low, high=high))
    give(asked, better, write and share.value > 0.5, console, say)


def _trial(new: Insight, old: Insight, camp: Camp, bouts: int, told: Callable[[], None]) -> Share:
    """How often the new book beats the old one, of the games that one of them won and the other lost."""
    from sandtable.lab.sparring import Bout, all_fought
    from sandtable.lab.stats import Share

    jobs = [
        Bout(camp.game, camp.options, new, old, old, camp.iterations, f"{camp.seed}/trial {number}")
        for number in range(bouts)
    ]
    results = all_fought(jobs, camp.processes, told)
    return Share(sum(r.wins for r in results), sum(r.wins + r.losses for r in results))


def _command(game: str, mode: str | None, option: list[str], camp: Camp) -> str:
    """The command that makes the same book again from the book before it."""
    words = ["sandtable", "lab", "spar", game]
    if mode is not None:
        words += ["--mode", mode]
    for given in option:
        words += ["--option", given]
    numbers = {"rounds": camp.rounds, "bouts": camp.bouts, "iterations": camp.iterations}
    for name, number in numbers.items():
        words += [f"--{name}", str(number)]
    return shlex.join([*words, "--seed", camp.seed])
