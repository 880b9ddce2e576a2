"""The report on a directory of results: one HTML page about a match, a ladder or a comparison."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from sandtable.engine.errors import SandtableError
from sandtable.lab import plots, report_numbers, results, series
from sandtable.lab.counts import PairCounter, WinCounter
from sandtable.lab.play import load_game
from sandtable.lab.report_format import Formatter, Say
from sandtable.lab.report_match import ReportedMatch, even_share, plotted_share, sections_about, share_cells
from sandtable.lab.report_page import Block, Cell, Column, Facts, Page, Part, Plot, Section, Table, render
from sandtable.lab.run import matches_of
from sandtable.lab.spec import FILE, Comparison, Ladder, MatchSpec, Plan, read
from sandtable.lab.stats import Pairs, Share


class NoResults(SandtableError):
    """The directory was not made by the lab."""


def report(folder: Path, lang: str, say: Say) -> str:
    """The HTML page about a directory of results."""
    if not (folder / FILE).exists():
        raise NoResults(say("report.no_results", path=folder, file=FILE))
    plan = read(folder)
    matches = {name: _reported(folder / name, spec, lang, say) for name, spec in matches_of(plan).items()}
    return render(_page(plan, matches, say, folder))


def _reported(folder: Path, spec: MatchSpec, lang: str, say: Say) -> ReportedMatch:
    return ReportedMatch(
        spec, results.read(folder), Formatter(load_game(spec.game, results.read_pack(folder)), lang, say)
    )


def _page(plan: Plan, matches: Mapping[str, ReportedMatch], say: Say, folder: Path) -> Page:
    first = next(iter(matches.values()))
    fmt = first.fmt
    if isinstance(plan, MatchSpec):
        lead, sections, parts = _match_lead(first), sections_about(first), []
    else:
        parts = [
            Part(_anchor(name), _heading(plan, name, match), sections_about(match)) for name, match in matches.items()
        ]
        if isinstance(plan, Ladder):
            lead, sections = _ladder(matches)
        else:
            lead, sections = _comparison(plan, matches)
    return Page(
        lang=fmt.lang,
        title=say("report.title", game=fmt.title),
        lead=lead[:1].upper() + lead[1:],
        warning=_warning(matches, say, folder),
        sections=sections,
        parts=parts,
        footer=say("report.footer", program=first.spec.program),
    )


def _warning(matches: Mapping[str, ReportedMatch], say: Say, folder: Path) -> str:
    done = sum(len(match.games) for match in matches.values())
    planned = sum(match.spec.games for match in matches.values())
    if done == 0:
        return say("report.empty", path=folder)
    return say("report.unfinished", done=done, planned=planned, path=folder) if done < planned else ""


def _anchor(name: str) -> str:
    return f"match-{name}"


def _heading(plan: Ladder | Comparison, name: str, match: ReportedMatch) -> str:
    return _pairing(match) if isinstance(plan, Ladder) else match.fmt.say(f"report.{name}")


# ---------------------------------------------------------------------- a match


def _match_lead(match: ReportedMatch) -> str:
    if not match.games:
        return ""
    fmt = match.fmt
    sentences = []
    for side in match.sides[: 1 if len(match.sides) <= 2 else None]:
        share = report_numbers.wins(match.games, side)
        sentences.append(fmt.say("report.lead_side", side=fmt.side(side), **_share_facts(fmt, share)))
    if len(match.sides) > 2:
        sentences.append(fmt.say("report.lead_even", even=even_share(match)))
    levels = {player: match.spec.level_of(player) for player in sorted(set(match.spec.players_of(0)))}
    if match.spec.swap and len(set(levels.values())) > 1:
        for player, share in list(WinCounter(match.spec, match.games).players.items())[:1]:
            level = fmt.level(levels[player])
            sentences.append(fmt.say("report.lead_player", player=player, level=level, **_share_facts(fmt, share)))
    return " ".join(sentences)


def _share_facts(fmt: Formatter, share: Share) -> dict[str, object]:
    low, high = share.interval
    facts = {"share": fmt.percent(share.value), "low": fmt.percent(low), "high": fmt.percent(high)}
    return {"wins": fmt.wins(share), "games": share.games, **facts}


# ---------------------------------------------------------------------- a ladder


def _pairing(match: ReportedMatch) -> str:
    """The levels that play each other; in solo modes, the level that plays."""
    levels = [match.spec.level_of(player) for player in dict.fromkeys(match.spec.players_of(0))]
    return " – ".join(match.fmt.level(level) for level in levels)


def _stronger(match: ReportedMatch) -> Share:
    """The wins of the first player, who has the higher level."""
    return WinCounter(match.spec, match.games).players[match.spec.players_of(0)[0]]


def _ladder(matches: Mapping[str, ReportedMatch]) -> tuple[str, list[Section]]:
    first = next(iter(matches.values()))
    fmt, say, spec = first.fmt, first.fmt.say, first.spec
    rungs = {name: (_pairing(match), _stronger(match)) for name, match in matches.items()}
    plotted = [plotted_share(label, share) for label, share in rungs.values()]
    numbers = [Column(say(f"report.{column}"), number=True) for column in ("wins", "share_interval")]
    rows = [[Cell(label, link=_anchor(name)), *share_cells(fmt, share)] for name, (label, share) in rungs.items()]
    kind = "solo" if spec.solo else "rungs"
    blocks: list[Block] = [
        Facts([(say("report.command"), spec.command)]),
        Plot(plots.shares(plotted, first.even, fmt.axis), say(f"report.{kind}_plot", even=even_share(first))),
        Table([Column(say("report.pairing")), *numbers], rows),
    ]
    return say(f"report.lead_{kind}", count=len(rungs)), [Section(say("report.ladder"), blocks)]


# ---------------------------------------------------------------------- a comparison


def _comparison(plan: Comparison, matches: Mapping[str, ReportedMatch]) -> tuple[str, list[Section]]:
    base, variant = matches[series.BASE], matches[series.VARIANT]
    fmt, say = base.fmt, base.fmt.say
    compared = PairCounter(base.spec.seats)
    for name, match in matches.items():
        for played in match.games:
            compared.add(name, played)
    rows = [(fmt.side(side), compared.pairs[side.names[0]]) for side in base.sides]
    columns = [Column(say("report.who")), Column(say("report.difference"), drawn=True)]
    columns += [Column(say(f"report.{name}"), number=True) for name in ("points", "base", "variant")]
    facts = [(say("report.command"), plan.command), (say("report.changed"), _changes(base.spec, variant.spec))]
    blocks: list[Block] = [Facts(facts), Table(columns, [_compared_row(fmt, label, pairs) for label, pairs in rows])]
    return _comparison_lead(fmt, *rows[0]), [Section(say("report.compare"), blocks)]


def _comparison_lead(fmt: Formatter, side: str, pairs: Pairs) -> str:
    low, high = (fmt.points(bound) for bound in pairs.interval)
    difference = fmt.points(pairs.difference)
    return fmt.say("report.lead_compare", side=side, difference=difference, low=low, high=high, games=pairs.games)


def _compared_row(fmt: Formatter, label: str, pairs: Pairs) -> list[Cell]:
    low, high = pairs.interval
    shares = [Share(pairs.both + pairs.first, pairs.games), Share(pairs.both + pairs.second, pairs.games)]
    return [
        Cell(label),
        Cell("", interval=(low, pairs.difference, high)),
        Cell(fmt.points(pairs.difference), f"{fmt.points(low)} … {fmt.points(high)}"),
        *(Cell(fmt.percent(share.value), fmt.span(share.interval)) for share in shares),
    ]


def _changes(base: MatchSpec, variant: MatchSpec) -> str:
    """How the variant differs from the base."""
    before, after = base.options, variant.options
    changes = [f"{name}: {before[name]} → {after[name]}" for name in after if before[name] != after[name]]
    if base.pack != variant.pack:
        changes.append(f"pack: {base.pack} → {variant.pack}")
    return ", ".join(changes)
