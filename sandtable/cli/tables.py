"""`sandtable tables …`: what is in the database of a server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sandtable import disk
from sandtable.cli.errors import Usage
from sandtable.cli.words import SAY, Say

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from sandtable.server.archive import Summary
    from sandtable.server.models import TableRow

app = typer.Typer(
    help=SAY("tables.help"), short_help=SAY("tables.help_short"), rich_markup_mode=None, pretty_exceptions_enable=False
)

Database = Annotated[str | None, typer.Option(metavar="URL", help=SAY("serve.help_database"))]
SettingsFile = Annotated[Path | None, typer.Option("--settings", metavar="FILE", help=SAY("serve.help_settings"))]
Lang = Annotated[str, typer.Option("--lang", metavar="en|hu", help=SAY("help.lang"))]
Tables = Annotated[list[str] | None, typer.Argument(metavar="TABLE…", help=SAY("tables.help_tables"))]
MOST_DAYS = 100_000
"""As in the settings of a server."""
Days = Annotated[
    float | None,
    typer.Option("--finished", metavar="DAYS", min=0, max=MOST_DAYS, help=SAY("tables.help_finished")),
]
Idle = Annotated[
    float | None,
    typer.Option("--abandoned", metavar="DAYS", min=0, max=MOST_DAYS, help=SAY("tables.help_abandoned")),
]


@app.callback(invoke_without_command=True)
def tables(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command("list", help=SAY("tables.help_list"))
def list_tables(database: Database = None, settings: SettingsFile = None, lang: Lang = SAY.lang) -> None:
    from sandtable.server import archive

    say = Say(lang)
    with _opened(database, settings, say) as session:
        listed = archive.summaries(session)
    typer.echo(say("tables.count", count=len(listed)))
    if listed:
        heads = [say(f"tables.{column}") for column in ("id", "game", "people", "choices", "last", "state")]
        _print_columns([heads, *(_columns(each, say) for each in listed)])


def _columns(table: Summary, say: Say) -> list[str]:
    state = say("tables.going") if table.ended is None else say("tables.over", day=f"{table.ended:%Y-%m-%d}")
    people = ", ".join(name or say("tables.nameless") for name in table.people)
    return [table.id, table.game, people, str(table.choices), f"{table.last:%Y-%m-%d %H:%M}", state]


def _print_columns(rows: list[list[str]]) -> None:
    """Rows under each other, each on one line however long: other programs may read them."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        typer.echo("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


@app.command(help=SAY("tables.help_export"))
def export(
    table: Annotated[str, typer.Argument(metavar="TABLE", help=SAY("tables.help_table"))],
    out: Annotated[Path | None, typer.Option(metavar="FILE", help=SAY("tables.help_out"))] = None,
    database: Database = None,
    settings: SettingsFile = None,
    lang: Lang = SAY.lang,
) -> None:
    from sandtable.server import archive

    say = Say(lang)
    with _opened(database, settings, say) as session:
        (row,) = _rows(session, [table], say)
        exported = archive.export(session, row)
    path = out or Path(exported.name)
    disk.write(path, exported.text, private=True)  # a game under way holds what its players hide from each other
    typer.echo(say("tables.exported", path=path))


@app.command(help=SAY("tables.help_remove"))
def remove(
    tables: Tables = None,
    finished: Days = None,
    abandoned: Idle = None,
    yes: Annotated[bool, typer.Option("--yes", help=SAY("tables.help_yes"))] = False,
    database: Database = None,
    settings: SettingsFile = None,
    lang: Lang = SAY.lang,
) -> None:
    from sandtable.server import archive

    say = Say(lang)
    if not tables and finished is None and abandoned is None:
        raise Usage(say("tables.which"))
    with _opened(database, settings, say) as session:
        chosen = [row.id for row in _rows(session, tables or [], say)]
        chosen += archive.old(session, _days(finished), _days(abandoned))
        chosen = list(dict.fromkeys(chosen))
        if chosen and not yes and not typer.confirm(say("tables.sure", count=len(chosen))):
            raise typer.Abort
        removed = archive.remove(session, chosen)
    typer.echo(say("tables.removed", count=removed))


def _days(days: float | None) -> timedelta | None:
    return None if days is None else timedelta(days=days)


@contextmanager
def _opened(database: str | None, settings: Path | None, say: Say) -> Iterator[Session]:
    """The database of a server, which may be running; what is changed is written at the end."""
    from sqlalchemy.exc import SQLAlchemyError
    from sqlalchemy.orm import Session

    from sandtable.cli.serve import ServeOptions, settings_of
    from sandtable.server.store import connect, migrate

    given, url = settings_of(ServeOptions(database, settings, 1), say)
    if url.get_backend_name() == "sqlite" and not Path(str(url.database)).is_file():
        raise Usage(say("tables.none", path=url.database))
    engine = connect(given.database)
    try:
        migrate(engine)
        with Session(engine, expire_on_commit=False) as session, session.begin():
            yield session
    except (SQLAlchemyError, ValueError) as error:  # a value that is none, such as a time
        raise Usage(say("tables.unreadable", given=given.database, reason=str(error).splitlines()[0])) from error
    finally:
        engine.dispose()


def _rows(session: Session, names: list[str], say: Say) -> list[TableRow]:
    from sandtable.server import archive

    rows, unknown = archive.named(session, names)
    if unknown:
        raise Usage(say("tables.unknown", table=unknown[0]))
    return rows
