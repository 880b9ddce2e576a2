"""`sandtable lab spar`: improve the weights of the opponents' book by games between slightly changed copies of it."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer
from msgspec import structs

from sandtable.cli.lab_tune import bar, need_extra, write_or_print
from sandtable.cli.words import SAY, Say

if TYPE_CHECKING:
    from sandtable.engine.insight import Insight
    from sandtable.lab.sparring import SparringSettings
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

    from sandtable.cli.lab_options import parse_variant
    from sandtable.lab.sparring import SparringSettings
    from sandtable.lab.sparring import spar as improve
    from sandtable.lab.stats import decimals_of

    variant = parse_variant(game, mode, option or [], None, say)
    before = variant.game.insights.of(variant.options)
    settings = SparringSettings(
        game, variant.options, iterations, rounds, bouts, seed, processes or os.cpu_count() or 1
    )
    console = Console(highlight=False)
    with bar(say("spar.sparring"), rounds * bouts, console) as advance:
        better = improve(before, settings, advance)
    better = structs.replace(better, made_by=f"{before.made_by}; then {_command(game, mode, option or [], settings)}")
    with bar(say("spar.trying"), trial, console) as advance:
        share = _trial(better, before, settings, trial, advance)
    low, high = (f"{100 * end:.1f}" for end in share.interval)
    wins = f"{share.wins:.{decimals_of(share.wins)}f}"
    console.print(say("spar.won", wins=wins, games=share.games, low=low, high=high))
    write_or_print(variant, better, write and share.value > 0.5, console, say)


def _trial(new: Insight, old: Insight, settings: SparringSettings, bouts: int, on_bout: Callable[[], None]) -> Share:
    """How often the new book beats the old one, in games that one of them won."""
    from sandtable import games
    from sandtable.lab.sparring import Bout, play_bouts, turn_of
    from sandtable.lab.stats import Share

    game, options, iterations = settings.game, settings.options, settings.iterations
    sides = max(games.load(game).sides(options)) + 1
    jobs = [
        Bout(game, options, new, old, old, iterations, f"{settings.seed}/trial {number}", turn_of(sides, number))
        for number in range(bouts)
    ]
    results = play_bouts(jobs, settings.processes, on_bout)
    return Share(sum(r.wins for r in results), round(sum(r.wins + r.losses for r in results)))


def _command(game: str, mode: str | None, option: list[str], settings: SparringSettings) -> str:
    """The command that makes the same book again from the book before it."""
    words = ["sandtable", "lab", "spar", game]
    if mode is not None:
        words += ["--mode", mode]
    for given in option:
        words += ["--option", given]
    numbers = {"rounds": settings.rounds, "bouts": settings.bouts, "iterations": settings.iterations}
    for name, number in numbers.items():
        words += [f"--{name}", str(number)]
    return shlex.join([*words, "--seed", settings.seed])
