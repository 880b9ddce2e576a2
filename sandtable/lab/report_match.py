"""The sections of a report about one match."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from sandtable.lab import plots, report_numbers
from sandtable.lab.counts import WinCounter
from sandtable.lab.play import GameRecord
from sandtable.lab.plots import PlottedShare
from sandtable.lab.report_format import Formatter
from sandtable.lab.report_numbers import Contrast, Contrasts, GameSwing, Side, SwingKind
from sandtable.lab.report_page import Block, Cell, Column, Facts, Plot, Section, Table, Text
from sandtable.lab.spec import MatchSpec
from sandtable.lab.stats import Share

MAX_CONTRASTS: Final = 8
"""Rows of gains, and of losses, in a table of choices."""
MAX_SWINGS: Final = 15
"""Rows in the table of swings, and in the table of their kinds."""
MISS_RATE: Final = 0.05
"""The share of 95 % intervals that miss the true value."""

Namer = Callable[[Sequence[str]], list[tuple[str, str]]]
"""Returns the name of each thing, with a note where two names are the same."""


@dataclass(frozen=True)
class ReportedMatch:
    """A match with its finished games, and the formatter of its report."""

    spec: MatchSpec
    games: Sequence[GameRecord]
    fmt: Formatter

    @property
    def sides(self) -> list[Side]:
        return report_numbers.sides_of(self.spec)

    @property
    def even(self) -> float | None:
        """The share that each side would win if all were equal; None in a game with one side."""
        return None if self.spec.solo else 1.0 / len(self.sides)


def sections_about(match: ReportedMatch) -> list[Section]:
    """All sections about a match: first what was played, then the results."""
    sections = [_played(match)]
    if match.games:
        sections += [_wins(match), _ends(match), *_points(match), _length(match), _course(match), _choices(match)]
        sections.append(_swings(match))
    return sections


def _section(match: ReportedMatch, name: str, blocks: Sequence[Block]) -> Section:
    return Section(match.fmt.say(f"report.{name}"), blocks)


def _columns(match: ReportedMatch, texts: Sequence[str], numbers: Sequence[str]) -> list[Column]:
    say = match.fmt.say
    words = [Column(say(f"report.{name}")) for name in texts]
    return words + [Column(say(f"report.{name}"), number=True) for name in numbers]


# ---------------------------------------------------------------------- what was played


def _played(match: ReportedMatch) -> Section:
    spec, say = match.spec, match.fmt.say
    last = spec.seed_of(max(0, spec.games - 1))
    facts = [
        (say("report.command"), spec.command),
        (say("report.game"), f"{match.fmt.title} ({spec.game})"),
        (say("report.versions"), say("report.versions_are", program=spec.program, rules=spec.rules, pack=spec.pack)),
        (say("report.options"), ", ".join(f"{name}={value}" for name, value in spec.options.items()) or "–"),
        (say("report.players"), "; ".join(_players(match))),
        (say("report.finished"), say("report.finished_are", done=len(match.games), planned=spec.games)),
        (say("report.seeds"), f"{spec.seed_of(0)} … {last}"),
    ]
    return _section(match, "what", [Facts(facts)])


def _players(match: ReportedMatch) -> Iterator[str]:
    """The players and their seats in the first game."""
    spec, fmt = match.spec, match.fmt
    for side in match.sides:
        player = spec.players_of(0)[side.seats[0]]
        yield f"{player}: {fmt.level(spec.level_of(player))} ({fmt.side(side)})"
    if spec.swap:
        yield fmt.say("report.swapped")


# ---------------------------------------------------------------------- who won


def plotted_share(label: str, share: Share) -> PlottedShare:
    """A share of wins for a plot."""
    return PlottedShare(label, share.value, *share.interval)


def share_cells(fmt: Formatter, share: Share) -> list[Cell]:
    """A share of wins as cells of a table."""
    return [Cell(f"{fmt.wins(share)} / {share.games}"), Cell(fmt.percent(share.value), fmt.span(share.interval))]


def even_share(match: ReportedMatch) -> str:
    """What each side would win if all were equal, in words: 1/3 (33.3 %)."""
    count = len(match.sides)
    return f"1/{count} ({match.fmt.percent(1.0 / count)})"


def _wins(match: ReportedMatch) -> Section:
    fmt = match.fmt
    rows = [(fmt.side(side), report_numbers.wins(match.games, side)) for side in match.sides]
    players = [] if match.spec.solo else list(_player_rows(match))
    plotted = [plotted_share(label, share) for label, share in rows + players]
    says = fmt.say("report.solo_plot") if match.even is None else fmt.say("report.wins_plot", even=even_share(match))
    blocks: list[Block] = [Plot(plots.shares(plotted, match.even, fmt.axis), says)]
    columns = _columns(match, ["who"], ["wins", "share_interval"])
    rows += players + list(_seated_rows(match))
    blocks.append(Table(columns, [[Cell(label), *share_cells(fmt, share)] for label, share in rows]))
    return _section(match, "who_won", blocks)


def _player_rows(match: ReportedMatch) -> Iterator[tuple[str, Share]]:
    for player, share in WinCounter(match.spec, match.games).players.items():
        yield f"{player}: {match.fmt.level(match.spec.level_of(player))}", share


def _seated_rows(match: ReportedMatch) -> Iterator[tuple[str, Share]]:
    """The results of each player on each side, if they change sides."""
    if not match.spec.swap:
        return
    together = WinCounter(match.spec, match.games).by_player_and_seat
    for player in sorted({player for player, _ in together}):
        for side in match.sides:
            level = match.fmt.level(match.spec.level_of(player))
            yield f"{player}: {level}, {match.fmt.side(side)}", together[player, side.names[0]]


def _ends(match: ReportedMatch) -> Section:
    fmt = match.fmt
    rows = []
    for end, times in report_numbers.ends(match.games):
        share, won_by = Share(times, len(match.games)), fmt.winners(end.winners, end.drawn)
        rule = Cell(fmt.rule(end.reason), end.reason)
        rows.append([rule, Cell(won_by), Cell(str(times)), Cell(fmt.percent(share.value))])
    return _section(match, "ends", [Table(_columns(match, ["rule", "winner"], ["games", "share"]), rows)])


def _points(match: ReportedMatch) -> Iterator[Section]:
    """What each seat scored, where the game counts points."""
    fmt = match.fmt
    scored = {name: report_numbers.points(match.games, seat) for seat, name in enumerate(match.spec.seats)}
    rows = [
        [Cell(fmt.words.name(name)), *(Cell(fmt.number(number, 1)) for number in report_numbers.quartiles(points))]
        for name, points in scored.items()
        if points
    ]
    if rows:
        table = Table(_columns(match, ["seat"], ["lower_quartile", "median", "upper_quartile"]), rows)
        yield _section(match, "scored", [table])


# ---------------------------------------------------------------------- how it went


def _length(match: ReportedMatch) -> Section:
    fmt = match.fmt
    lower, middle, upper = report_numbers.quartiles([played.turns for played in match.games])
    _, decisions, _ = report_numbers.quartiles([played.decisions for played in match.games])
    says = fmt.say(
        "report.length_plot",
        median=fmt.number(middle),
        lower=fmt.number(lower),
        upper=fmt.number(upper),
        decisions=fmt.number(decisions),
    )
    plot = plots.columns(report_numbers.lengths(match.games), fmt.say("report.turns"), fmt.say("report.games"))
    return _section(match, "length", [Plot(plot, says)])


def _course(match: ReportedMatch) -> Section:
    """The win estimates over time. Of two sides only the first is shown: the other is its mirror image."""
    fmt = match.fmt
    shown = match.sides if len(match.sides) > 2 else match.sides[:1]
    blocks: list[Block] = []
    for side in shown:
        won = [played for played in match.games if side.won(played)]
        lost = [played for played in match.games if not side.won(played) and not played.drawn]
        groups = [(won, "report.games_won"), (lost, "report.games_lost")]
        bands = [report_numbers.course(games, side, fmt.say(label, count=len(games))) for games, label in groups]
        drawn = [band for band in bands if band is not None]
        if drawn:
            plot = plots.bands(drawn, match.even, fmt.say("report.turn"), fmt.axis)
            blocks.append(Plot(plot, fmt.say("report.course_plot", side=fmt.side(side))))
    return _section(
        match, "course", blocks or [Text(fmt.say("report.too_few", count=report_numbers.MIN_GAMES_PER_TURN))]
    )


# ---------------------------------------------------------------------- what goes together with winning


def _choices(match: ReportedMatch) -> Section:
    fmt = match.fmt
    blocks: list[Block] = [Text(fmt.say("report.choices_are"))]
    for side in match.sides:
        kinds = report_numbers.contrasts(match.games, side, report_numbers.choices_of)
        things = report_numbers.contrasts(match.games, side, report_numbers.things_of)
        title = fmt.say("report.kinds_of", side=fmt.side(side))
        blocks += _contrast_blocks(match, kinds, fmt.kinds, title, "choice")
        title = fmt.say("report.things_of", side=fmt.side(side))
        blocks += _contrast_blocks(match, things, fmt.things, title, "thing")
    return _section(match, "choices", blocks)


def _contrast_blocks(match: ReportedMatch, found: Contrasts, named: Namer, title: str, column: str) -> Iterator[Block]:
    fmt = match.fmt
    if not found.compared:
        yield Text(fmt.say("report.too_few_for_choices", count=report_numbers.MIN_GAMES_PER_GROUP), title)
        return
    by_luck = fmt.number(MISS_RATE * found.compared, 1)
    count = len(found.significant)
    yield Text(fmt.say("report.stood_out", compared=found.compared, count=count, luck=by_luck), title)
    gains = [one for one in found.significant if one.certain_part > 0][:MAX_CONTRASTS]
    losses = [one for one in found.significant if one.certain_part < 0][-MAX_CONTRASTS:]
    if gains or losses:
        shown = gains + losses
        names = named([one.what for one in shown])
        columns = _columns(match, [column], ["points", "more", "less"])
        columns.insert(1, Column(fmt.say("report.difference"), drawn=True))
        yield Table(columns, [_contrast_row(fmt, one, *name) for one, name in zip(shown, names, strict=True)])


def _contrast_row(fmt: Formatter, one: Contrast, name: str, note: str) -> list[Cell]:
    low, high = one.interval
    often = fmt.say("report.more_than", share=fmt.percent(one.usual)) if one.usual else fmt.say("report.at_all")
    return [
        Cell(name, " · ".join(filter(None, (often, note)))),
        Cell("", interval=(low, one.difference, high)),
        Cell(fmt.points(one.difference), f"{fmt.points(low)} … {fmt.points(high)}"),
        *(Cell(fmt.percent(share.value), f"{fmt.wins(share)} / {share.games}") for share in (one.more, one.less)),
    ]


# ---------------------------------------------------------------------- swings


def _swings(match: ReportedMatch) -> Section:
    fmt = match.fmt
    found = report_numbers.largest_swings(match.games)
    if not found:
        return _section(match, "turnings", [Text(fmt.say("report.no_turnings"))])
    by_turn = plots.columns(report_numbers.turns_of(found), fmt.say("report.turn"), fmt.say("report.turnings_number"))
    kinds = report_numbers.kinds_of(found)[:MAX_SWINGS]
    names = {seat: _names(fmt, [kind.what for kind in kinds if kind.seat == seat]) for seat in match.spec.seats}
    columns = _columns(match, ["choice", "seat"], ["turn", "prospects"])
    columns += _columns(match, ["winner", "seed"], ["decision"])
    blocks: list[Block] = [
        Text(fmt.say("report.turnings_are")),
        Plot(by_turn, fmt.say("report.turnings_plot")),
        Text(fmt.say("report.turnings_kinds_are"), fmt.say("report.turnings_kinds")),
        Table(
            _columns(match, ["choice", "seat"], ["times", "mean_change"]),
            [_kind_row(fmt, kind, *names[kind.seat][kind.what]) for kind in kinds],
        ),
        Text(fmt.say("report.largest_are"), fmt.say("report.largest")),
        Table(columns, [_swing_row(fmt, each) for each in found[:MAX_SWINGS]]),
    ]
    return _section(match, "turnings", blocks)


def _names(fmt: Formatter, kinds: list[str]) -> dict[str, tuple[str, str]]:
    """By kind of choice: its name and note."""
    return dict(zip(kinds, fmt.kinds(kinds), strict=True))


def _kind_row(fmt: Formatter, kind: SwingKind, name: str, note: str) -> list[Cell]:
    numbers = (str(len(kind.changes)), fmt.points(kind.mean))
    return [Cell(name, note), Cell(fmt.words.name(kind.seat)), *(Cell(number) for number in numbers)]


def _swing_row(fmt: Formatter, game_swing: GameSwing) -> list[Cell]:
    swing, played = game_swing.swing, game_swing.played
    return [
        Cell(fmt.choice(swing.choice)),
        Cell(fmt.words.name(swing.seat)),
        Cell(str(swing.turn)),
        Cell(f"{fmt.axis(swing.before)} → {fmt.axis(swing.after)}"),
        Cell(fmt.winners(played.winners, played.drawn)),
        Cell(played.seed, fmt.say("report.game_number", number=played.game)),
        Cell(str(swing.decision)),
    ]
