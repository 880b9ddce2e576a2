"""`sandtable lab report`: one HTML page about a directory of results."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from sandtable.cli.errors import Usage
from sandtable.cli.words import SAY, Say

NAME = "report.html"


def report(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help=SAY("report.help_dir"))],
    out: Annotated[Path | None, typer.Option(metavar="FILE.html", help=SAY("report.help_out"))] = None,
    lang: Annotated[str, typer.Option("--lang", metavar="en|hu", help=SAY("help.lang"))] = SAY.lang,
) -> None:
    say = Say(lang)
    for library in ("jinja2", "matplotlib"):
        if find_spec(library) is None:
            raise Usage(say("report.no_extra", missing=library))
    from sandtable.disk import write
    from sandtable.lab.report import report as page

    path = out or folder / NAME
    write(path, page(folder, lang, say))
    typer.echo(say("report.written", path=path))
