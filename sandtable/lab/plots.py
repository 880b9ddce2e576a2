"""Plots for the report: SVG that takes its colours and font from the page around it."""

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
"""Placeholder colours, and the CSS variables that replace them: the page defines these for light and dark."""
WIDTH: Final = 4.0
"""In inches; narrow enough that text stays readable on a phone."""
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
"""Ids that nothing refers to. They are removed, because they would occur twice on a page with two plots."""
SHAPE_NAME: Final = re.compile(r"(?<=[\"#])[mp][0-9a-f]{10}(?=[\")])")
"""Ids of markers and clip paths. Each plot gets its own, because the browser ignores those of a hidden plot."""


@dataclass(frozen=True)
class PlottedShare:
    """A share with its interval, under a label."""

    label: str
    share: float
    low: float
    high: float


@dataclass(frozen=True)
class Band:
    """The distribution of a number at each turn: quartiles and median."""

    label: str
    turns: Sequence[int]
    lower: Sequence[float]
    middle: Sequence[float]
    upper: Sequence[float]


def shares(rows: Sequence[PlottedShare], even: float | None, percent: Callable[[float], str]) -> str:
    """One bar per share, with its interval; a dashed line marks what equal players would win."""

    def draw(axes: Axes) -> None:
        places = range(len(rows))
        values = [row.share for row in rows]
        errors = [[row.share - row.low for row in rows], [row.high - row.share for row in rows]]
        axes.barh(places, values, height=0.55, color=FIRST, alpha=0.35)
        axes.errorbar(values, places, xerr=errors, fmt="o", color=FIRST, capsize=4, linewidth=1.6, markersize=5)
        if even is not None:
            axes.axvline(even, color=INK, linewidth=1, linestyle=(0, (4, 3)))
        axes.set_yticks(places, [row.label for row in rows])
        axes.invert_yaxis()
        axes.set_xlim(0.0, 1.0)
        axes.set_xticks([0.0, 0.25, 0.5, 0.75, 1.0])
        _in_percent(axes.xaxis.set_major_formatter, percent)

    return _svg(draw, 0.5 + 0.36 * len(rows))


def columns(numbers: dict[int, float], x_label: str, y_label: str) -> str:
    """One column per whole number."""

    def draw(axes: Axes) -> None:
        axes.bar(list(numbers), list(numbers.values()), width=0.8, color=FIRST, alpha=0.75)
        axes.set_xlabel(x_label)
        axes.set_ylabel(y_label)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
        axes.yaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1, nbins=6))
        axes.grid(axis="y")
        axes.set_axisbelow(True)

    return _svg(draw, 2.2)


def bands(groups: Sequence[Band], even: float | None, x_label: str, percent: Callable[[float], str]) -> str:
    """Medians as lines, with a band for the middle half around each, turn by turn; a dashed line marks an even share.

    In a game with one side it lies at one half.
    """

    def draw(axes: Axes) -> None:
        for group, colour, dashes in zip(groups, (FIRST, SECOND), ("-", "--"), strict=False):
            axes.fill_between(group.turns, group.lower, group.upper, color=colour, alpha=0.2, linewidth=0)
            axes.plot(group.turns, group.middle, dashes, color=colour, linewidth=2, marker="o", markersize=4)
            axes.plot([], [], dashes, color=colour, linewidth=2, marker="o", markersize=4, label=group.label)
        axes.axhline(0.5 if even is None else even, color=INK, linewidth=1, linestyle=(0, (4, 3)))
        axes.set_ylim(0.0, 1.0)
        axes.set_xlabel(x_label)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
        _in_percent(axes.yaxis.set_major_formatter, percent)
        axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2)

    return _svg(draw, 2.8)


def _in_percent(set_formatter: Callable[[FuncFormatter], None], percent: Callable[[float], str]) -> None:
    set_formatter(FuncFormatter(lambda value, _: percent(value)))


def _svg(draw: Callable[[Axes], None], height: float) -> str:
    """Draw a plot and return it as an SVG element; the same numbers give the same text."""
    with matplotlib.rc_context(STYLE):
        figure = Figure((WIDTH, height), layout="constrained")
        draw(figure.add_subplot())
        written = StringIO()
        figure.savefig(written, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    svg = written.getvalue()
    svg = GROUP_NAME.sub("", svg[svg.index("<svg") :])
    own = blake2b(svg.encode(), digest_size=4).hexdigest()
    svg = SHAPE_NAME.sub(rf"\g<0>-{own}", svg)
    for colour, variable in PAGE_COLOURS.items():
        svg = svg.replace(colour, variable)
    return svg
