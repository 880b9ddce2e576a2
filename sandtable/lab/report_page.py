"""What a report's page is made of, and its rendering as one HTML file that needs nothing beside itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined

TEMPLATE: Final = "report.html.j2"


@dataclass(frozen=True)
class Cell:
    """A place in a table."""

    text: str
    note: str = ""
    """A second line in small letters."""
    interval: tuple[float, float, float] | None = None
    """Low, middle and high of a difference, drawn in place of the text."""
    link: str = ""
    """The anchor of the part of the page that it is about."""


@dataclass(frozen=True)
class Column:
    """A column of a table."""

    title: str
    number: bool = False
    drawn: bool = False
    """Shows intervals that also stand beside it in figures, so that a narrow screen can do without."""


@dataclass(frozen=True)
class Table:
    """Rows of cells under a heading each."""

    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]

    @property
    def reach(self) -> float:
        """How far from 0 the intervals in it go."""
        drawn = [cell.interval for row in self.rows for cell in row if cell.interval is not None]
        return max((max(-low, high) for low, _, high in drawn), default=1.0)


@dataclass(frozen=True)
class Plot:
    """A picture, with what it shows in words."""

    svg: str
    says: str


@dataclass(frozen=True)
class Text:
    """A paragraph, with a heading where it begins something new."""

    text: str
    title: str = ""


@dataclass(frozen=True)
class Facts:
    """Names and what is to be said of each."""

    pairs: Sequence[tuple[str, str]]


Block = Table | Plot | Text | Facts


@dataclass(frozen=True)
class Section:
    """A chapter of the page."""

    title: str
    blocks: Sequence[Block]


@dataclass(frozen=True)
class Part:
    """A set of chapters that can be folded away: all about one pairing, or about one variant."""

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
    """What the reader must know first, such as that games are missing."""
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
