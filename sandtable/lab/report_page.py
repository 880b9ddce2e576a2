"""The parts of a report, and rendering them as a single HTML file without external resources."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined

TEMPLATE: Final = "report.html.j2"


@dataclass(frozen=True)
class Cell:
    """A cell of a table."""

    text: str
    note: str = ""
    """A second line in small print."""
    interval: tuple[float, float, float] | None = None
    """Low, middle and high of a difference, drawn instead of the text."""
    link: str = ""
    """The anchor of the part of the page that it links to."""


@dataclass(frozen=True)
class Column:
    """A column of a table."""

    title: str
    number: bool = False
    drawn: bool = False
    """It shows intervals that the next column gives in numbers, so a narrow screen can leave it out."""


@dataclass(frozen=True)
class Table:
    """A table: columns with titles, and rows of cells."""

    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]

    @property
    def reach(self) -> float:
        """The largest distance from 0 of all its intervals."""
        drawn = [cell.interval for row in self.rows for cell in row if cell.interval is not None]
        return max((max(-low, high) for low, _, high in drawn), default=1.0)


@dataclass(frozen=True)
class Plot:
    """A picture with a caption."""

    svg: str
    says: str


@dataclass(frozen=True)
class Text:
    """A paragraph, with a heading if it has one."""

    text: str
    title: str = ""


@dataclass(frozen=True)
class Facts:
    """A list of names and values."""

    pairs: Sequence[tuple[str, str]]


Block = Table | Plot | Text | Facts


@dataclass(frozen=True)
class Section:
    """A section of the page, with a title."""

    title: str
    blocks: Sequence[Block]


@dataclass(frozen=True)
class Part:
    """Sections about one match of several, which the reader can fold away."""

    anchor: str
    title: str
    sections: Sequence[Section]


@dataclass(frozen=True)
class Page:
    """A whole report."""

    lang: str
    title: str
    lead: str
    """The result in one sentence."""
    warning: str
    """A warning at the top, for instance that games are missing."""
    sections: Sequence[Section]
    parts: Sequence[Part] = field(default=())
    footer: str = ""


def render(page: Page) -> str:
    """The page as HTML."""
    templates = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.tests["table"] = lambda block: isinstance(block, Table)
    templates.tests["plot"] = lambda block: isinstance(block, Plot)
    templates.tests["facts"] = lambda block: isinstance(block, Facts)
    return templates.get_template(TEMPLATE).render(page=page)
