"""The chapters of a report that tell of one match."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from sandtable.lab import plots
from sandtable.lab import report_figures as figures
from sandtable.lab.play import Played
from sandtable.lab.plots import Measured
from sandtable.lab.report_figures import Contrast, Contrasts, Kind, Side, Turning
from sandtable.lab.report_page import Block, Cell, Column, Facts, Plot, Section, Table, Text
from sandtable.lab.report_words import Voice
from sandtable.lab.spec import Spec
from sandtable.lab.stats import Share
from sandtable.lab.tally import Tally

SHOWN: Final = 8
"""How many gains, and how many losses, a table of choices holds at most."""
TURNINGS: Final = 15
"""How many points of decision are listed one by one, and how many kinds of them."""
LUCK: Final = 0.05
"""How many of all intervals miss the truth."""

Namer = Callable[[Sequence[str]], list[tuple[str, str]]]
"""Gives things their names, and a note where names do not tell them apart."""


@dataclass(frozen=True)
class Story:
    """A match, its games so far, and the voice that tells of them."""

    spec: Spec
    games: Sequence[Played]
    voice: Voice

    @property
    def sides(self) -> list[Side]:
        return figures.sides_of(self.spec)

    @property
    def even(self) -> float | None:
        """What every side would win if all were equal; against the game itself there is no such share."""
        return None if self.spec.solo else 1.0 / len(self.sides)


def chapters(story: Story) -> list[Section]:
    """Everything about a match: first what was played, then what came of it."""
    told = [_played(story)]
    if story.games:
        told += [_wins(story), _ends(story), _length(story), _course(story), _choices(story), _turnings(story)]
    return told


def _section(story: Story, name: str, blocks: Sequence[Block]) -> Section:
    return Section(story.voice.say(f"report.{name}"), blocks)


def _columns(story: Story, texts: Sequence[str], numbers: Sequence[str]) -> list[Column]:
    say = story.voice.say
    words = [Column(say(f"report.{name}")) for name in texts]
    return words + [Column(say(f"report.{name}"), number=True) for name in numbers]


# ---------------------------------------------------------------------- what was played


def _played(story: Story) -> Section:
    spec, say = story.spec, story.voice.say
    last = spec.seed_of(max(0, spec.games - 1))
    facts = [
        (say("report.command"), spec.command),
        (say("report.game"), f"{story.voice.title} ({spec.game})"),
        (say("report.versions"), say("report.versions_are", program=spec.program, rules=spec.rules, pack=spec.pack)),
        (say("report.options"), ", ".join(f"{name}={value}" for name, value in spec.options.items()) or "–"),
        (say("report.players"), "; ".join(_players(story))),
        (say("report.finished"), say("report.finished_are", done=len(story.games), planned=spec.games)),
        (say("report.seeds"), f"{spec.seed_of(0)} … {last}"),
    ]
    return _section(story, "what", [Facts(facts)])


def _players(story: Story) -> Iterator[str]:
    """Who sat where, in the first game or always."""
    spec, voice = story.spec, story.voice
    for side in story.sides:
        player = spec.players_of(0)[side.seats[0]]
        yield f"{player}: {voice.level(spec.level_of(player))} ({voice.side(side)})"
    if spec.swap:
        yield voice.say("report.swapped")


# ---------------------------------------------------------------------- who won


def measured(label: str, share: Share) -> Measured:
    """A share of wins as a plot shows it."""
    return Measured(label, share.value, *share.interval)


def share_cells(voice: Voice, share: Share) -> list[Cell]:
    """A share of wins as a table shows it."""
    return [Cell(f"{share.wins} / {share.games}"), Cell(voice.percent(share.value), voice.span(share.interval))]


def _wins(story: Story) -> Section:
    voice = story.voice
    rows = [(voice.side(side), figures.wins(story.games, side)) for side in story.sides]
    players = [] if story.spec.solo else list(_player_rows(story))
    plotted = [measured(label, share) for label, share in rows + players]
    says = voice.say("report.solo_plot" if story.spec.solo else "report.wins_plot")
    blocks: list[Block] = [Plot(plots.shares(plotted, story.even, voice.axis), says)]
    columns = _columns(story, ["who"], ["wins", "share_interval"])
    rows += players + list(_seated_rows(story))
    blocks.append(Table(columns, [[Cell(label), *share_cells(voice, share)] for label, share in rows]))
    return _section(story, "who_won", blocks)


def _player_rows(story: Story) -> Iterator[tuple[str, Share]]:
    for player, share in Tally(story.spec, story.games).players.items():
        yield f"{player}: {story.voice.level(story.spec.level_of(player))}", share


def _seated_rows(story: Story) -> Iterator[tuple[str, Share]]:
    """How each player did on each side, where they change sides."""
    if not story.spec.swap:
        return
    together = Tally(story.spec, story.games).together
    for player in sorted({player for player, _ in together}):
        for side in story.sides:
            level = story.voice.level(story.spec.level_of(player))
            yield f"{player}: {level}, {story.voice.side(side)}", together[player, side.names[0]]


def _ends(story: Story) -> Section:
    voice = story.voice
    rows = []
    for reason, winners, times in figures.ends(story.games):
        share = Share(times, len(story.games))
        won_by = voice.seats(winners) or voice.say("report.nobody")
        rows.append(
            [Cell(voice.rule(reason), reason), Cell(won_by), Cell(str(times)), Cell(voice.percent(share.value))]
        )
    return _section(story, "ends", [Table(_columns(story, ["rule", "winner"], ["games", "share"]), rows)])


# ---------------------------------------------------------------------- how it went


def _length(story: Story) -> Section:
    voice = story.voice
    lower, middle, upper = figures.quartiles([played.turns for played in story.games])
    _, decisions, _ = figures.quartiles([played.decisions for played in story.games])
    says = voice.say(
        "report.length_plot",
        median=voice.number(middle),
        lower=voice.number(lower),
        upper=voice.number(upper),
        decisions=voice.number(decisions),
    )
    plot = plots.columns(figures.lengths(story.games), voice.say("report.turns"), voice.say("report.games"))
    return _section(story, "length", [Plot(plot, says)])


def _course(story: Story) -> Section:
    """Two sides mirror each other, and then the first is enough."""
    voice = story.voice
    shown = story.sides if len(story.sides) > 2 else story.sides[:1]
    blocks: list[Block] = []
    for side in shown:
        won = [played for played in story.games if side.won(played)]
        lost = [played for played in story.games if not side.won(played)]
        groups = [(won, "report.games_won"), (lost, "report.games_lost")]
        bands = [figures.course(games, side, voice.say(label, count=len(games))) for games, label in groups]
        drawn = [band for band in bands if band is not None]
        if drawn:
            plot = plots.bands(drawn, voice.say("report.turn"), voice.axis)
            blocks.append(Plot(plot, voice.say("report.course_plot", side=voice.side(side))))
    return _section(story, "course", blocks or [Text(voice.say("report.too_few", count=figures.FEW))])


# ---------------------------------------------------------------------- what went with winning


def _choices(story: Story) -> Section:
    voice = story.voice
    blocks: list[Block] = [Text(voice.say("report.choices_are"))]
    for side in story.sides:
        kinds = figures.contrasts(story.games, side, figures.choices_of)
        things = figures.contrasts(story.games, side, figures.things_of)
        title = voice.say("report.kinds_of", side=voice.side(side))
        blocks += _contrast_blocks(story, kinds, voice.kinds, title, "choice")
        title = voice.say("report.things_of", side=voice.side(side))
        blocks += _contrast_blocks(story, things, voice.things, title, "thing")
    return _section(story, "choices", blocks)


def _contrast_blocks(story: Story, found: Contrasts, named: Namer, title: str, column: str) -> Iterator[Block]:
    voice = story.voice
    if not found.compared:
        yield Text(voice.say("report.too_few_for_choices", count=figures.ENOUGH), title)
        return
    by_luck = voice.number(LUCK * found.compared, 1)
    count = len(found.standing_out)
    yield Text(voice.say("report.stood_out", compared=found.compared, count=count, luck=by_luck), title)
    gains = [one for one in found.standing_out if one.sure > 0][:SHOWN]
    losses = [one for one in found.standing_out if one.sure < 0][-SHOWN:]
    if gains or losses:
        shown = gains + losses
        names = named([one.what for one in shown])
        columns = _columns(story, [column], ["points", "more", "less"])
        columns.insert(1, Column(voice.say("report.difference"), drawn=True))
        yield Table(columns, [_contrast_row(voice, one, *name) for one, name in zip(shown, names, strict=True)])


def _contrast_row(voice: Voice, one: Contrast, name: str, note: str) -> list[Cell]:
    low, high = one.interval
    often = voice.say("report.more_than", share=voice.percent(one.usual)) if one.usual else voice.say("report.at_all")
    return [
        Cell(name, " · ".join(filter(None, (often, note)))),
        Cell("", interval=(low, one.difference, high)),
        Cell(voice.points(one.difference), f"{voice.points(low)} … {voice.points(high)}"),
        *(Cell(voice.percent(share.value), f"{share.wins} / {share.games}") for share in (one.more, one.less)),
    ]


# ---------------------------------------------------------------------- points of decision


def _turnings(story: Story) -> Section:
    voice = story.voice
    found = figures.turnings(story.games)
    if not found:
        return _section(story, "turnings", [Text(voice.say("report.no_turnings"))])
    by_turn = plots.columns(figures.turns_of(found), voice.say("report.turn"), voice.say("report.turnings_number"))
    kinds = figures.kinds_of(found)[:TURNINGS]
    names = {seat: _names(voice, [kind.what for kind in kinds if kind.seat == seat]) for seat in story.spec.seats}
    columns = _columns(story, ["choice", "seat"], ["turn", "prospects"])
    columns += _columns(story, ["winner", "seed"], ["decision"])
    blocks: list[Block] = [
        Text(voice.say("report.turnings_are")),
        Plot(by_turn, voice.say("report.turnings_plot")),
        Text(voice.say("report.turnings_kinds_are"), voice.say("report.turnings_kinds")),
        Table(
            _columns(story, ["choice", "seat"], ["times", "mean_change"]),
            [_kind_row(voice, kind, *names[kind.seat][kind.what]) for kind in kinds],
        ),
        Text(voice.say("report.largest_are"), voice.say("report.largest")),
        Table(columns, [_turning_row(voice, turning) for turning in found[:TURNINGS]]),
    ]
    return _section(story, "turnings", blocks)


def _names(voice: Voice, kinds: list[str]) -> dict[str, tuple[str, str]]:
    """The names of the kinds of choices of one seat."""
    return dict(zip(kinds, voice.kinds(kinds), strict=True))


def _kind_row(voice: Voice, kind: Kind, name: str, note: str) -> list[Cell]:
    numbers = (str(len(kind.changes)), voice.points(kind.mean))
    return [Cell(name, note), Cell(voice.words.name(kind.seat)), *(Cell(number) for number in numbers)]


def _turning_row(voice: Voice, turning: Turning) -> list[Cell]:
    swing, played = turning.swing, turning.played
    return [
        Cell(voice.choice(swing.choice)),
        Cell(voice.words.name(swing.seat)),
        Cell(str(swing.turn)),
        Cell(f"{voice.axis(swing.before)} → {voice.axis(swing.after)}"),
        Cell(voice.seats(played.winners) or voice.say("report.nobody")),
        Cell(played.seed, voice.say("report.game_number", number=played.game)),
        Cell(str(swing.decision)),
    ]
