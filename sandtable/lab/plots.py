"""Plots for the report's page: SVG that takes its colours and letters from the page around it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from io import StringIO
from typing import Final

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

INK: Final = "#000001"
FAINT: Final = "#000002"
FIRST: Final = "#000003"
SECOND: Final = "#000004"
PAGE_COLOURS: Final = {
    INK: "var(--ink)",
    FAINT: "var(--faint)",
    FIRST: "var(--first)",
    SECOND: "var(--second)",
}
"""Colours that are drawn with, and what the page puts in their place, in the light and in the dark."""
WIDTH: Final = 4.0
"""In inches. Narrow enough that the letters can still be read when a phone shrinks it."""
STYLE: Final = matplotlib.RcParams(
    {
        "svg.fonttype": "none",
        "svg.hashsalt": "sandtable",
        "font.size": 10,
        "text.parse_math": False,
        "text.color": INK,
        "axes.edgecolor": FAINT,
        "axes.labelcolor": INK,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "xtick.color": INK,
        "ytick.color": INK,
        "grid.color": FAINT,
        "grid.linewidth": 0.5,
        "legend.frameon": False,
        "figure.facecolor": "none",
        "axes.facecolor": "none",
    }
)
GROUP_NAME: Final = re.compile(r' id="[A-Za-z0-9.]+_\d+"')
"""Of no use, and the same in every plot, where a page may hold a name only once."""
SHAPE_NAME: Final = re.compile(r"(?<=[\"#])[mp][0-9a-f]{10}(?=[\")])")
"""Markers and clips. Plots share them too, but one must not use those of another that may be folded away."""


@dataclass(frozen=True)
class Measured:
    """A share with its interval."""

    label: str
    share: float
    low: float
    high: float


@dataclass(frozen=True)
class Band:
    """How a number is spread at each turn: quartiles and median."""

    label: str
    turns: Sequence[int]
    lower: Sequence[float]
    middle: Sequence[float]
    upper: Sequence[float]


def shares(rows: Sequence[Measured], middle: float | None, percent: Callable[[float], str]) -> str:
    """A row per share, with its interval; a line marks what would be even."""

    def draw(axes: Axes) -> None:
        places = range(len(rows))
        values = [row.share for row in rows]
        errors = [[row.share - row.low for row in rows], [row.high - row.share for row in rows]]
        axes.barh(places, values, height=0.55, color=FIRST, alpha=0.35)
        axes.errorbar(values, places, xerr=errors, fmt="o", color=FIRST, capsize=4, linewidth=1.6, markersize=5)
        if middle is not None:
            axes.axvline(middle, color=INK, linewidth=1, linestyle=(0, (4, 3)))
        axes.set_yticks(places, [row.label for row in rows])
        axes.invert_yaxis()
        axes.set_xlim(0.0, 1.0)
        axes.set_xticks([0.0, 0.25, 0.5, 0.75, 1.0])
        _in_percent(axes.xaxis.set_major_formatter, percent)

    return _drawn(draw, 0.5 + 0.36 * len(rows))


def columns(numbers: dict[int, float], across: str, up: str) -> str:
    """A column per whole number."""

    def draw(axes: Axes) -> None:
        axes.bar(list(numbers), list(numbers.values()), width=0.8, color=FIRST, alpha=0.75)
        axes.set_xlabel(across)
        axes.set_ylabel(up)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
        axes.yaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1, nbins=6))
        axes.grid(axis="y")
        axes.set_axisbelow(True)

    return _drawn(draw, 2.2)


def bands(groups: Sequence[Band], across: str, percent: Callable[[float], str]) -> str:
    """Medians as lines and the middle half as a band around each, turn by turn."""

    def draw(axes: Axes) -> None:
        for group, colour, dashes in zip(groups, (FIRST, SECOND), ("-", "--"), strict=False):
            axes.fill_between(group.turns, group.lower, group.upper, color=colour, alpha=0.2, linewidth=0)
            axes.plot(group.turns, group.middle, dashes, color=colour, linewidth=2, marker="o", markersize=4)
            axes.plot([], [], dashes, color=colour, linewidth=2, marker="o", markersize=4, label=group.label)
        axes.axhline(0.5, color=INK, linewidth=1, linestyle=(0, (4, 3)))
        axes.set_ylim(0.0, 1.0)
        axes.set_xlabel(across)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
        _in_percent(axes.yaxis.set_major_formatter, percent)
        axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2)

    return _drawn(draw, 2.8)


def _in_percent(put: Callable[[FuncFormatter], None], percent: Callable[[float], str]) -> None:
    put(FuncFormatter(lambda value, _: percent(value)))


def _drawn(draw: Callable[[Axes], None], height: float) -> str:
    """The plot as an element of the page, the same for the same numbers."""
    with matplotlib.rc_context(STYLE):
        figure = Figure((WIDTH, height), layout="constrained")
        draw(figure.add_subplot())
        written = StringIO()
        figure.savefig(written, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    svg = written.getvalue()
    svg = GROUP_NAME.sub("", svg[svg.index("<svg") :])
    own = blake2b(svg.encode(), digest_size=4).hexdigest()
    svg = SHAPE_NAME.sub(rf"\g<0>-{own}", svg)
    for drawn, shown in PAGE_COLOURS.items():
        svg = svg.replace(drawn, shown)
    return svg
