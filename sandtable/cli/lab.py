"""`sandtable lab …`: many games at once, and what they tell."""

from __future__ import annotations

import os
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sandtable.cli.errors import Usage
from sandtable.cli.lab_report import report
from sandtable.cli.lab_spar import spar
from sandtable.cli.lab_tune import tune
from sandtable.cli.words import SAY, Say

if TYPE_CHECKING:
    from sandtable.lab.run import Packs
    from sandtable.lab.spec import Plan

app = typer.Typer(
    help=SAY("lab.help"), short_help=SAY("lab.help_short"), rich_markup_mode=None, pretty_exceptions_enable=False
)

Game = Annotated[str, typer.Argument(metavar="GAME", help=SAY("lab.help_game"))]
Seats = Annotated[str, typer.Option(metavar="SEAT=LEVEL,…", help=SAY("lab.help_seats"))]
Games = Annotated[int, typer.Option("--games", metavar="N", min=1, help=SAY("lab.help_games"))]
Option = Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help=SAY("lab.help_option"))]
Mode = Annotated[str | None, typer.Option(metavar="NAME", help=SAY("lab.help_mode"))]
Seed = Annotated[str, typer.Option(metavar="TEXT", help=SAY("lab.help_seed"))]
Processes = Annotated[int | None, typer.Option(metavar="N", min=1, help=SAY("lab.help_processes"))]
Ray = Annotated[str | None, typer.Option(metavar="auto|ADDRESS", help=SAY("lab.help_ray"))]
Out = Annotated[Path | None, typer.Option(metavar="DIR", help=SAY("lab.help_out"))]
Pack = Annotated[Path | None, typer.Option("--pack", metavar="FILE", help=SAY("help.pack"))]
Lang = Annotated[str, typer.Option("--lang", metavar="en|hu", help=SAY("help.lang"))]

DEFAULT_LEVEL = "3"
DEFAULT_LADDER = "random,greedy,1,2,3,4,5,6"
DEFAULT_SEED = "lab"


@app.callback(invoke_without_command=True)
def lab(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command(help=SAY("lab.help_match"), short_help=SAY("lab.help_match_short"))
def match(
    game: Game,
    seats: Seats = DEFAULT_LEVEL,
    games: Games = 100,
    option: Option = None,
    mode: Mode = None,
    swap: Annotated[bool, typer.Option("--swap", help=SAY("lab.help_swap"))] = False,
    seed: Seed = DEFAULT_SEED,
    processes: Processes = None,
    ray: Ray = None,
    out: Out = None,
    pack: Pack = None,
    lang: Lang = SAY.lang,
) -> None:
    from sandtable.cli.lab_asked import check_swap, levels_from, variant
    from sandtable.lab.spec import specify

    say = Say(lang)
    asked = variant(game, mode, option or [], pack, say)
    levels = levels_from(seats, asked, say)
    if swap:
        check_swap(asked, levels, say)
    command = _command(
        "match", game, seats=seats, games=games, option=option, mode=mode, swap=swap, seed=seed, pack=pack
    )
    plan = specify(asked.game, asked.options, levels, games, seed, command, asked.mode, swap)
    _conduct(plan, out, asked.packs, processes, ray, say)


@app.command(help=SAY("lab.help_ladder"), short_help=SAY("lab.help_ladder_short"))
def ladder(
    game: Game,
    levels: Annotated[str, typer.Option(metavar="LEVEL,…", help=SAY("lab.help_levels"))] = DEFAULT_LADDER,
    games: Games = 200,
    option: Option = None,
    mode: Mode = None,
    seed: Seed = DEFAULT_SEED,
    processes: Processes = None,
    ray: Ray = None,
    out: Out = None,
    pack: Pack = None,
    lang: Lang = SAY.lang,
) -> None:
    from sandtable.cli.lab_asked import level_from, variant
    from sandtable.lab import series

    say = Say(lang)
    asked = variant(game, mode, option or [], pack, say)
    rungs = [level_from(level, say) for level in levels.split(",")]
    if len(set(rungs)) < max(2, len(rungs)):
        raise Usage(say("lab.no_ladder", given=levels))
    command = _command("ladder", game, levels=levels, games=games, option=option, mode=mode, seed=seed, pack=pack)
    plan = series.ladder(asked.game, asked.options, rungs, games, seed, asked.mode, command)
    _conduct(plan, out, asked.packs, processes, ray, say)


@app.command(help=SAY("lab.help_compare"), short_help=SAY("lab.help_compare_short"))
def compare(
    game: Game,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help=SAY("lab.help_variant"))] = None,
    pack: Annotated[Path | None, typer.Option(metavar="FILE", help=SAY("lab.help_variant_pack"))] = None,
    seats: Seats = DEFAULT_LEVEL,
    games: Games = 200,
    mode: Mode = None,
    seed: Seed = DEFAULT_SEED,
    processes: Processes = None,
    ray: Ray = None,
    out: Out = None,
    lang: Lang = SAY.lang,
) -> None:
    from sandtable.cli.lab_asked import levels_from, variant
    from sandtable.lab import series
    from sandtable.lab.spec import specify

    say = Say(lang)
    if not option and pack is None:
        raise Usage(say("lab.no_variant"))
    base = variant(game, mode, [], None, say)
    changed = variant(game, mode, option or [], pack, say)
    if base.seats != changed.seats:
        raise Usage(say("lab.other_seats", base=", ".join(base.seats), variant=", ".join(changed.seats)))
    levels = levels_from(seats, base, say)
    command = _command("compare", game, option=option, pack=pack, seats=seats, games=games, mode=mode, seed=seed)
    first, second = (specify(one.game, one.options, levels, games, seed, command, one.mode) for one in (base, changed))
    _conduct(series.comparison(first, second, command), out, changed.packs, processes, ray, say)


@app.command(help=SAY("lab.help_resume"), short_help=SAY("lab.help_resume_short"))
def resume(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help=SAY("lab.help_folder"))],
    processes: Processes = None,
    ray: Ray = None,
    lang: Lang = SAY.lang,
) -> None:
    from sandtable.lab.run import resumable

    plan, packs = resumable(folder)
    _conduct(plan, folder, packs, processes, ray, Say(lang))


app.command("report", help=SAY("report.help"), short_help=SAY("report.help_short"))(report)
app.command("spar", help=SAY("spar.help"), short_help=SAY("spar.help_short"))(spar)
app.command("tune", help=SAY("tune.help"), short_help=SAY("tune.help_short"))(tune)


def _conduct(plan: Plan, out: Path | None, packs: Packs, processes: int | None, ray: str | None, say: Say) -> None:
    from rich.console import Console

    from sandtable.cli.lab_show import conduct

    folder = out if out is not None else _place(plan)
    raise typer.Exit(conduct(plan, folder, packs, processes or os.cpu_count() or 1, ray, Console(highlight=False), say))


def _place(plan: Plan) -> Path:
    """Where results lie unless told otherwise: the same for the same command, so that it goes on where it was."""
    from sandtable.cli.store import home
    from sandtable.lab.run import matches_of
    from sandtable.lab.spec import identity

    game = next(iter(matches_of(plan).values())).game
    return home() / "lab" / f"{game}-{plan.__struct_config__.tag}-{identity(plan)}"


def _command(verb: str, game: str, **given: object) -> str:
    """The command that asks for the same games again."""
    words = ["sandtable", "lab", verb, game]
    for name, value in given.items():
        if value is True:
            words.append(f"--{name}")
        elif isinstance(value, list):
            words += [word for item in value for word in (f"--{name}", item)]
        elif value not in (None, False):
            words += [f"--{name}", str(value)]
    return shlex.join(words)
