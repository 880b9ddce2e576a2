"""`sandtable lab …`: playing many games at once."""

from __future__ import annotations

import os
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sandtable.cli.errors import Usage
from sandtable.cli.lab_report import report
from sandtable.cli.lab_spar import spar
from sandtable.cli.lab_tune import tune
from sandtable.cli.option_groups import with_groups
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
Processes = Annotated[int | None, typer.Option(metavar="N", min=1, help=SAY("lab.help_processes"))]
Ray = Annotated[str | None, typer.Option(metavar="auto|ADDRESS", help=SAY("lab.help_ray"))]
Lang = Annotated[str, typer.Option("--lang", metavar="en|hu", help=SAY("help.lang"))]
Pack = Annotated[Path | None, typer.Option("--pack", metavar="FILE", help=SAY("help.pack"))]

DEFAULT_LEVEL = "3"
DEFAULT_LADDER = "random,greedy,1,2,3,4,5,6"
DEFAULT_SEED = "lab"


@dataclass(frozen=True)
class Run:
    """Options that `match`, `ladder` and `compare` share."""

    mode: Annotated[str | None, typer.Option(metavar="NAME", help=SAY("lab.help_mode"))] = None
    seed: Annotated[str, typer.Option(metavar="TEXT", help=SAY("lab.help_seed"))] = DEFAULT_SEED
    processes: Processes = None
    ray: Ray = None
    out: Annotated[Path | None, typer.Option(metavar="DIR", help=SAY("lab.help_out"))] = None
    lang: Lang = SAY.lang


@app.callback(invoke_without_command=True)
def lab(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command(help=SAY("lab.help_match"), short_help=SAY("lab.help_match_short"))
@with_groups
def match(
    game: Game,
    seats: Seats = DEFAULT_LEVEL,
    games: Games = 100,
    option: Option = None,
    swap: Annotated[bool, typer.Option("--swap", help=SAY("lab.help_swap"))] = False,
    pack: Pack = None,
    *,
    run: Run,
) -> None:
    from sandtable.cli.lab_options import check_swap, parse_seats, parse_variant
    from sandtable.lab.spec import specify

    say = Say(run.lang)
    variant = parse_variant(game, run.mode, option or [], pack, say)
    levels = parse_seats(seats, variant, say)
    if swap:
        check_swap(variant, levels, say)
    command = _command("match", game, run, seats=seats, games=games, option=option, swap=swap, pack=pack)
    plan = specify(variant.game, variant.options, levels, games, run.seed, command, variant.mode, swap)
    _play(plan, run.out, variant.packs, run.processes, run.ray, say)


@app.command(help=SAY("lab.help_ladder"), short_help=SAY("lab.help_ladder_short"))
@with_groups
def ladder(
    game: Game,
    levels: Annotated[str, typer.Option(metavar="LEVEL,…", help=SAY("lab.help_levels"))] = DEFAULT_LADDER,
    games: Games = 200,
    option: Option = None,
    pack: Pack = None,
    *,
    run: Run,
) -> None:
    from sandtable.cli.lab_options import parse_level, parse_variant
    from sandtable.lab import series

    say = Say(run.lang)
    variant = parse_variant(game, run.mode, option or [], pack, say)
    rungs = [parse_level(level, say) for level in levels.split(",")]
    if len(set(rungs)) < max(2, len(rungs)):
        raise Usage(say("lab.no_ladder", given=levels))
    command = _command("ladder", game, run, levels=levels, games=games, option=option, pack=pack)
    plan = series.ladder(variant.game, variant.options, rungs, games, run.seed, variant.mode, command)
    _play(plan, run.out, variant.packs, run.processes, run.ray, say)


@app.command(help=SAY("lab.help_compare"), short_help=SAY("lab.help_compare_short"))
@with_groups
def compare(
    game: Game,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help=SAY("lab.help_variant"))] = None,
    pack: Annotated[Path | None, typer.Option(metavar="FILE", help=SAY("lab.help_variant_pack"))] = None,
    seats: Seats = DEFAULT_LEVEL,
    games: Games = 200,
    *,
    run: Run,
) -> None:
    from sandtable.cli.lab_options import parse_seats, parse_variant
    from sandtable.lab import series
    from sandtable.lab.spec import specify

    say = Say(run.lang)
    if not option and pack is None:
        raise Usage(say("lab.no_variant"))
    base = parse_variant(game, run.mode, [], None, say)
    variant = parse_variant(game, run.mode, option or [], pack, say)
    if base.seats != variant.seats:
        raise Usage(say("lab.other_seats", base=", ".join(base.seats), variant=", ".join(variant.seats)))
    levels = parse_seats(seats, base, say)
    command = _command("compare", game, run, option=option, pack=pack, seats=seats, games=games)
    first, second = (
        specify(one.game, one.options, levels, games, run.seed, command, one.mode) for one in (base, variant)
    )
    _play(series.comparison(first, second, command), run.out, variant.packs, run.processes, run.ray, say)


@app.command(help=SAY("lab.help_resume"), short_help=SAY("lab.help_resume_short"))
def resume(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help=SAY("lab.help_folder"))],
    processes: Processes = None,
    ray: Ray = None,
    lang: Lang = SAY.lang,
) -> None:
    from sandtable.lab.run import resumable

    plan, packs = resumable(folder)
    _play(plan, folder, packs, processes, ray, Say(lang))


app.command("report", help=SAY("report.help"), short_help=SAY("report.help_short"))(report)
app.command("spar", help=SAY("spar.help"), short_help=SAY("spar.help_short"))(spar)
app.command("tune", help=SAY("tune.help"), short_help=SAY("tune.help_short"))(tune)


def _play(plan: Plan, out: Path | None, packs: Packs, processes: int | None, ray: str | None, say: Say) -> None:
    from rich.console import Console

    from sandtable.cli.lab_show import play_plan

    folder = out if out is not None else _default_folder(plan)
    raise typer.Exit(
        play_plan(plan, folder, packs, processes or os.cpu_count() or 1, ray, Console(highlight=False), say)
    )


def _default_folder(plan: Plan) -> Path:
    """The folder of the results without `--out`. The same command has the same folder, and so continues."""
    from sandtable.cli.store import home
    from sandtable.lab.run import matches_of
    from sandtable.lab.spec import identity

    game = next(iter(matches_of(plan).values())).game
    return home() / "lab" / f"{game}-{plan.__struct_config__.tag}-{identity(plan)}"


def _command(verb: str, game: str, run: Run, **given: object) -> str:
    """The command that plays the same games again."""
    words = ["sandtable", "lab", verb, game]
    given |= {"mode": run.mode, "seed": run.seed}
    for name, value in given.items():
        if value is True:
            words.append(f"--{name}")
        elif isinstance(value, list):
            words += [word for item in value for word in (f"--{name}", item)]
        elif value not in (None, False):
            words += [f"--{name}", str(value)]
    return shlex.join(words)
