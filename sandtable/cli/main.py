"""The `sandtable` command: its subcommands and options; every error is printed in one line."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sandtable.cli import help_labels, lab, tables
from sandtable.cli.errors import Usage
from sandtable.cli.ports import DEFAULT_PORT
from sandtable.cli.ranks import DEFAULT_OPPONENT, all_ranks
from sandtable.cli.said_again import said_again
from sandtable.cli.words import SAY, Say, language_asked
from sandtable.engine.errors import BadOptions, SandtableError
from sandtable.games import UnknownGame
from sandtable.players.advice import ITERATIONS
from sandtable.version import VERSION

if TYPE_CHECKING:
    from rich.console import Console

    from sandtable.cli.session import Session

USAGE_ERRORS = (Usage, BadOptions, UnknownGame)
"""Errors in the command line: exit code 2. All others: 1."""

app = typer.Typer(
    help=SAY("help.sandtable"), rich_markup_mode=None, add_completion=False, pretty_exceptions_enable=False
)
app.add_typer(lab.app, name="lab")
app.add_typer(tables.app, name="tables")

Lang = Annotated[str, typer.Option("--lang", metavar="en|hu", help=SAY("help.lang"))]
DEFAULT_LANG = SAY.lang
PORT_HELP = SAY("serve.help_port", port=DEFAULT_PORT)
VS_HELP = SAY("help.play_vs", ranks=all_ranks(SAY), default=DEFAULT_OPPONENT)
Pack = Annotated[Path | None, typer.Option("--pack", metavar="FILE", help=SAY("help.pack"))]


@app.callback(invoke_without_command=True)
def sandtable(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help=SAY("help.version"))] = False,
    folder: Annotated[Path | None, typer.Option("--games", metavar="DIR", help=SAY("help.folder"))] = None,
    lang: Lang = DEFAULT_LANG,
) -> None:
    Say(lang)  # the language of the help, which is looked up before parsing
    if folder is not None:
        from sandtable import games

        games.use_folder(folder)
    if version:
        from sandtable import compiled

        engine = SAY("version.compiled" if compiled.in_use() else "version.interpreted")
        typer.echo(f"sandtable {VERSION}, {engine}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command("games", help=SAY("help.games"), short_help=SAY("help.games_short"))
def games_command(lang: Lang = DEFAULT_LANG) -> None:
    from sandtable.cli import catalogue

    catalogue.show(_console(), Say(lang))


@app.command(help=SAY("help.play"), short_help=SAY("help.play_short"))
def play(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help=SAY("help.play_game"))] = None,
    own: Annotated[str | None, typer.Option("--as", metavar="SIDE", help=SAY("help.play_as"))] = None,
    against: Annotated[str | None, typer.Option("--vs", metavar="LEVEL", help=VS_HELP)] = None,
    seed: Annotated[str | None, typer.Option(metavar="TEXT", help=SAY("help.play_seed"))] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help=SAY("help.play_option"))] = None,
    resume: Annotated[bool, typer.Option("--resume", help=SAY("help.play_resume"))] = False,
    pace: Annotated[float, typer.Option(metavar="SECONDS", min=0.0, help=SAY("help.play_pace"))] = 0.5,
    processes: Annotated[int, typer.Option(metavar="N", min=1, help=SAY("help.play_processes"))] = 1,
    pack: Pack = None,
    lang: Lang = DEFAULT_LANG,
) -> None:
    _use(pack)
    say = Say(lang)
    console = _console()
    if game is None and not resume:
        from sandtable.cli import catalogue

        catalogue.show(console, say)
        console.print(say("play.choose_game"), markup=False)
        return
    if resume:
        session = _resumed(game, own, against, say)
    else:
        assert game is not None
        session = _new(game, own, against, seed, option or [], say)
    from sandtable.cli.play import Terminal

    raise typer.Exit(Terminal(session, lang, console, pace, processes).run())


@app.command(help=SAY("help.rules"), short_help=SAY("help.rules_short"))
def rules(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help=SAY("help.rules_game"))] = None,
    name: Annotated[str | None, typer.Argument(metavar="ID", help=SAY("help.rules_id"))] = None,
    section: Annotated[str | None, typer.Option(metavar="TITLE", help=SAY("help.rules_section"))] = None,
    example: Annotated[bool, typer.Option("--example", help=SAY("help.rules_example"))] = False,
    coverage: Annotated[bool, typer.Option("--coverage", help=SAY("help.rules_coverage"))] = False,
    tests: Annotated[Path, typer.Option(metavar="DIR", help=SAY("help.rules_tests"))] = Path("tests"),
    lang: Lang = DEFAULT_LANG,
) -> None:
    from sandtable import games

    say = Say(lang)
    if coverage:
        from sandtable.cli.coverage import report

        raise typer.Exit(0 if report(tests, _console(), say, game) else 1)
    if game is None:
        raise Usage(say("error.no_game", known=", ".join(games.slugs())))
    if example:
        from sandtable.cli import example as examples

        examples.show(games.load(game), name, _console(), say)
        return
    from sandtable.cli.rules import show

    show(games.load(game), _console(), say, section, name)


@app.command("new-game", help=SAY("help.new_game"), short_help=SAY("help.new_game_short"))
def new_game(
    slug: Annotated[str, typer.Argument(metavar="SLUG", help=SAY("help.new_game_slug"))],
    into: Annotated[Path | None, typer.Option(metavar="DIR", help=SAY("help.new_game_into"))] = None,
    title: Annotated[str | None, typer.Option(metavar="TEXT", help=SAY("help.new_game_title"))] = None,
    lang: Lang = DEFAULT_LANG,
) -> None:
    from sandtable.cli import new_game as writing

    writing.run(slug, into, title, _console(), Say(lang))


@app.command(help=SAY("help.replay"), short_help=SAY("help.replay_short"))
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=SAY("help.replay_file"))],
    at: Annotated[int | None, typer.Option(metavar="N", help=SAY("help.replay_at"))] = None,
    verify: Annotated[bool, typer.Option("--verify", help=SAY("help.replay_verify"))] = False,
    commitment: Annotated[str | None, typer.Option(metavar="HASH", help=SAY("help.replay_commitment"))] = None,
    seat: Annotated[str | None, typer.Option("--as", metavar="SIDE", help=SAY("help.replay_as"))] = None,
    pack: Pack = None,
    lang: Lang = DEFAULT_LANG,
) -> None:
    _use(pack)
    from sandtable.cli.replay import Viewer
    from sandtable.cli.replay import verify as check

    say = Say(lang)
    if commitment is not None and not verify:
        raise Usage(say("error.commitment"))
    if verify:
        check(file, commitment, _console(), say)
        return
    viewer = Viewer(file, seat, _console(), say)
    if at is None:
        viewer.run()
    else:
        viewer.go(at)
        viewer.show()


@app.command(help=SAY("help.analyse"), short_help=SAY("help.analyse_short"))
def analyse(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=SAY("help.replay_file"))],
    iterations: Annotated[int, typer.Option(metavar="N", min=1, help=SAY("help.analyse_iterations"))] = ITERATIONS,
    seat: Annotated[str | None, typer.Option("--as", metavar="SIDE", help=SAY("help.analyse_as"))] = None,
    json: Annotated[bool, typer.Option("--json", help=SAY("help.analyse_json"))] = False,
    pack: Pack = None,
    lang: Lang = DEFAULT_LANG,
) -> None:
    _use(pack)
    from sandtable.cli import analyse as analysing

    analysing.show(file, seat, iterations, json, _console(), Say(lang))


@app.command(help=SAY("help.referee"), short_help=SAY("help.referee_short"))
def referee(pack: Pack = None) -> None:
    _use(pack)
    from sandtable.cli.referee import serve

    serve(sys.stdin, sys.stdout)


@app.command(help=SAY("serve.help"), short_help=SAY("serve.help_short"))
def serve(
    host: Annotated[str, typer.Option(metavar="ADDRESS", help=SAY("serve.help_host"))] = "127.0.0.1",
    port: Annotated[int | None, typer.Option(metavar="N", min=0, max=65535, help=PORT_HELP)] = None,
    database: Annotated[str | None, typer.Option(metavar="URL", help=SAY("serve.help_database"))] = None,
    settings: Annotated[Path | None, typer.Option(metavar="FILE", help=SAY("serve.help_settings"))] = None,
    processes: Annotated[int, typer.Option(metavar="N", min=1, help=SAY("serve.help_processes"))] = 1,
    browser: Annotated[bool, typer.Option("--open", help=SAY("serve.help_open"))] = False,
    lang: Lang = DEFAULT_LANG,
) -> None:
    from sandtable.cli import serve as serving

    serving.run(host, port, serving.ServeOptions(database, settings, processes), browser, _console(), Say(lang))


def _use(pack: Path | None) -> None:
    """Use another component pack, if one is given."""
    if pack is not None:
        from sandtable import games

        games.use_pack(pack)


def _console() -> Console:
    from rich.console import Console

    return Console(highlight=False)


def _new(slug: str, own: str | None, against: str | None, seed: str | None, option: list[str], say: Say) -> Session:
    from sandtable import games
    from sandtable.cli import session
    from sandtable.engine.words import Words

    game = games.load(slug)
    options = session.parse_options(game, option, say)
    seating = session.parse_seating(own, against, game.seats(options), Words(game, say.lang), say)
    return session.begin(game, options, seating, seed)


def _resumed(file: str | None, own: str | None, against: str | None, say: Say) -> Session:
    from sandtable.cli import session, store
    from sandtable.engine.words import Words

    path = Path(file) if file is not None else store.latest_save()
    if path is None:
        raise Usage(say("error.no_save", path=store.home() / "saves"))
    resumed = session.resume(path)
    if own is not None or against is not None:
        words = Words(resumed.game, say.lang)
        resumed.seating = session.parse_seating(own, against, resumed.match.seats, words, say)
    return resumed


# ---------------------------------------------------------------------- errors in one line


help_labels.label(app)


def main(arguments: list[str]) -> int:
    """Run a command line; prints any error in one line and returns the exit code."""
    try:
        code: object = app(args=arguments, prog_name="sandtable", standalone_mode=False)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except typer.TyperException as error:
        return _fail(error.format_message(), error.exit_code, arguments)
    except typer.Abort:
        return 130
    except USAGE_ERRORS as error:
        return _fail(str(error), 2, arguments)
    except SandtableError as error:
        return _fail(str(error), 1, arguments)
    except OSError as error:
        return _fail(f"{error.filename}: {error.strerror}" if error.filename else str(error), 1, arguments)
    return code if isinstance(code, int) else 0


def _fail(message: str, code: int, arguments: list[str]) -> int:
    line = said_again(" ".join(message.split()), Say(language_asked(arguments)))
    print(f"sandtable: {line}", file=sys.stderr)
    return code


def run() -> None:
    """The entry point of the `sandtable` command."""
    sys.exit(main(sys.argv[1:]))
