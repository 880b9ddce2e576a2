"""The report on a directory of results: one page that stands alone, for a match, a ladder or a comparison."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from sandtable.engine.errors import SandtableError
from sandtable.lab import plots, results, series
from sandtable.lab import report_figures as figures
from sandtable.lab.play import room
from sandtable.lab.report_match import Story, chapters, measured, share_cells
from sandtable.lab.report_page import Block, Cell, Column, Facts, Page, Part, Plot, Section, Table, render
from sandtable.lab.report_words import Say, Voice
from sandtable.lab.run import matches_of
from sandtable.lab.spec import FILE, Comparison, Ladder, Plan, Spec, read
from sandtable.lab.stats import Pairs, Share
from sandtable.lab.tally import Compared, Tally


class NoResults(SandtableError):
    """A directory that the lab did not make."""


def report(folder: Path, lang: str, say: Say) -> str:
    """The page about a directory of results."""
    if not (folder / FILE).exists():
        raise NoResults(say("report.no_results", path=folder, file=FILE))
    plan = read(folder)
    stories = {name: _story(folder / name, spec, lang, say) for name, spec in matches_of(plan).items()}
    return render(_page(plan, stories, say, folder))


def _story(folder: Path, spec: Spec, lang: str, say: Say) -> Story:
    return Story(spec, results.read(folder), Voice(room(spec.game, results.read_pack(folder)), lang, say))


def _page(plan: Plan, stories: Mapping[str, Story], say: Say, folder: Path) -> Page:
    first = next(iter(stories.values()))
    voice = first.voice
    if isinstance(plan, Spec):
        lead, sections, parts = _match_lead(first), chapters(first), []
    else:
        parts = [Part(_anchor(name), _heading(plan, name, story), chapters(story)) for name, story in stories.items()]
        if isinstance(plan, Ladder):
            lead, sections = _ladder(stories)
        else:
            lead, sections = _comparison(plan, stories)
    return Page(
        lang=voice.lang,
        title=say("report.title", game=voice.title),
        lead=lead[:1].upper() + lead[1:],
        warning=_warning(stories, say, folder),
        sections=sections,
        parts=parts,
        footer=say("report.footer", program=first.spec.program),
    )


def _warning(stories: Mapping[str, Story], say: Say, folder: Path) -> str:
    done = sum(len(story.games) for story in stories.values())
    planned = sum(story.spec.games for story in stories.values())
    if done == 0:
        return say("report.empty", path=folder)
    return say("report.unfinished", done=done, planned=planned, path=folder) if done < planned else ""


def _anchor(name: str) -> str:
    return f"match-{name}"


def _heading(plan: Ladder | Comparison, name: str, story: Story) -> str:
    return _pairing(story) if isinstance(plan, Ladder) else story.voice.say(f"report.{name}")


# ---------------------------------------------------------------------- a match


def _match_lead(story: Story) -> str:
    if not story.games:
        return ""
    voice = story.voice
    sentences = []
    for side in story.sides[: 1 if len(story.sides) <= 2 else None]:
        share = figures.wins(story.games, side)
        sentences.append(voice.say("report.lead_side", side=voice.side(side), **_said(voice, share)))
    levels = {player: story.spec.level_of(player) for player in sorted(set(story.spec.players_of(0)))}
    if story.spec.swap and len(set(levels.values())) > 1:
        for player, share in list(Tally(story.spec, story.games).players.items())[:1]:
            level = voice.level(levels[player])
            sentences.append(voice.say("report.lead_player", player=player, level=level, **_said(voice, share)))
    return " ".join(sentences)


def _said(voice: Voice, share: Share) -> dict[str, object]:
    low, high = share.interval
    facts = {"share": voice.percent(share.value), "low": voice.percent(low), "high": voice.percent(high)}
    return {"wins": share.wins, "games": share.games, **facts}


# ---------------------------------------------------------------------- a ladder


def _pairing(story: Story) -> str:
    """Who plays whom; in solo modes, who plays."""
    levels = [story.spec.level_of(player) for player in dict.fromkeys(story.spec.players_of(0))]
    return " – ".join(story.voice.level(level) for level in levels)


def _stronger(story: Story) -> Share:
    """How often the first player won, who is of the higher level."""
    return Tally(story.spec, story.games).players[story.spec.players_of(0)[0]]


def _ladder(stories: Mapping[str, Story]) -> tuple[str, list[Section]]:
    first = next(iter(stories.values()))
    voice, say, spec = first.voice, first.voice.say, first.spec
    rungs = {name: (_pairing(story), _stronger(story)) for name, story in stories.items()}
    plotted = [measured(label, share) for label, share in rungs.values()]
    numbers = [Column(say(f"report.{column}"), number=True) for column in ("wins", "share_interval")]
    rows = [[Cell(label, link=_anchor(name)), *share_cells(voice, share)] for name, (label, share) in rungs.items()]
    kind = "solo" if spec.solo else "rungs"
    blocks: list[Block] = [
        Facts([(say("report.command"), spec.command)]),
        Plot(plots.shares(plotted, first.even, voice.axis), say(f"report.{kind}_plot")),
        Table([Column(say("report.pairing")), *numbers], rows),
    ]
    return say(f"report.lead_{kind}", count=len(rungs)), [Section(say("report.ladder"), blocks)]


# ---------------------------------------------------------------------- a comparison


def _comparison(plan: Comparison, stories: Mapping[str, Story]) -> tuple[str, list[Section]]:
    base, variant = stories[series.BASE], stories[series.VARIANT]
    voice, say = base.voice, base.voice.say
    compared = Compared(base.spec.seats)
    for name, story in stories.items():
        for played in story.games:
            compared.add(name, played)
    rows = [(voice.side(side), compared.pairs[side.names[0]]) for side in base.sides]
    columns = [Column(say("report.who")), Column(say("report.difference"), drawn=True)]
    columns += [Column(say(f"report.{name}"), number=True) for name in ("points", "base", "variant")]
    facts = [(say("report.command"), plan.command), (say("report.changed"), _changes(base.spec, variant.spec))]
    blocks: list[Block] = [Facts(facts), Table(columns, [_compared_row(voice, label, pairs) for label, pairs in rows])]
    return _comparison_lead(voice, *rows[0]), [Section(say("report.compare"), blocks)]


def _comparison_lead(voice: Voice, side: str, pairs: Pairs) -> str:
    low, high = (voice.points(bound) for bound in pairs.interval)
    difference = voice.points(pairs.difference)
    return voice.say("report.lead_compare", side=side, difference=difference, low=low, high=high, games=pairs.games)


def _compared_row(voice: Voice, label: str, pairs: Pairs) -> list[Cell]:
    low, high = pairs.interval
    shares = [Share(pairs.both + pairs.first, pairs.games), Share(pairs.both + pairs.second, pairs.games)]
    return [
        Cell(label),
        Cell("", interval=(low, pairs.difference, high)),
        Cell(voice.points(pairs.difference), f"{voice.points(low)} … {voice.points(high)}"),
        *(Cell(voice.percent(share.value), voice.span(share.interval)) for share in shares),
    ]


def _changes(base: Spec, variant: Spec) -> str:
    """In what the variant differs from the base."""
    before, after = base.options, variant.options
    told = [f"{name}: {before[name]} → {after[name]}" for name in after if before[name] != after[name]]
    if base.pack != variant.pack:
        told.append(f"pack: {base.pack} → {variant.pack}")
    return ", ".join(told)
