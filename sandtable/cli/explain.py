"""The terminal's commands `why`, `hint`, `rule` and `look`."""

from __future__ import annotations

from rich import box
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from sandtable.cli.board import Board
from sandtable.cli.menu import matching, outline
from sandtable.cli.words import Say, fold
from sandtable.engine.ledger import Ledger
from sandtable.engine.match import Match
from sandtable.engine.scene import Area
from sandtable.engine.state import State
from sandtable.engine.types import Choice
from sandtable.engine.words import Words
from sandtable.players.advice import Hint, verdict

MAX_REFUSALS = 4
"""Refused choices shown for each rule."""
MAX_RULES = 12
"""Rules shown by a search."""


# ---------------------------------------------------------------------- why not


def why(match: Match[State], about: str, words: Words, say: Say) -> RenderableType:
    """The rules that refuse what was typed: a choice, or a thing of the game by its name or id."""
    refusals = refused(match, about, words)
    if not refusals:
        allowed = bool(about) and bool(matching(about, match.choices, words.choice))
        return Text(say("why.allowed" if allowed else "why.nothing", text=about))
    lines: list[RenderableType] = []
    for name, choices in _by_rule(refusals).items():
        # A refused choice may name only its first words, if the rest does not matter.
        lines.extend(Text(f"✗ {outline(words, choice)}") for choice in choices[:MAX_REFUSALS])
        if len(choices) > MAX_REFUSALS:
            lines.append(Text("  " + say("why.more", count=len(choices) - MAX_REFUSALS)))
        lines.append(_rule_line(match.game.ledger, name, say))
    return Group(*lines)


def refused(match: Match[State], about: str, words: Words) -> list[tuple[Choice, str]]:
    """The refusals that a typed text means."""
    if not about:
        return match.explained().refusals
    for thing in _things(about, words):
        found = match.why_not(thing)
        if found:
            return found
    found = match.why_not(tuple(int(t) if t.isdecimal() else t for t in about.split()))
    if found:
        return found
    every = match.explained().refusals
    fitting = set(matching(about, [choice for choice, _ in every], words.choice))
    return [(choice, rule) for choice, rule in every if choice in fitting]


def _things(about: str, words: Words) -> list[str]:
    """The ids that a text may mean: the text itself, or everything with that name."""
    return [about] + [thing for thing, name in words.names.items() if fold(name) == fold(about)]


def _by_rule(refusals: list[tuple[Choice, str]]) -> dict[str, list[Choice]]:
    by_rule: dict[str, list[Choice]] = {}
    for choice, rule_id in refusals:
        by_rule.setdefault(rule_id, []).append(choice)
    return by_rule


# ---------------------------------------------------------------------- hints


def hint(best: list[Hint], words: Words, say: Say) -> RenderableType:
    """The best choices with their win estimates, and how certain they are."""
    table = Table(say("hint.choice"), say("hint.win"), say("hint.share"), box=box.SIMPLE_HEAD)
    for column in table.columns[1:]:
        column.justify = "right"
    for found in best:
        table.add_row(words.choice(found.choice), per_cent(found.win), per_cent(found.share))
    return Group(table, Text(say(f"hint.{verdict(best)}")))


def per_cent(share: float) -> str:
    """A share in per cent."""
    return f"{share:.0%}"


# ---------------------------------------------------------------------- rules


def rule(ledger: Ledger, about: str, say: Say) -> RenderableType:
    """A rule by its id, or all rules that contain the words."""
    if not about:
        return Text(say("rule.none_here"))
    if about in ledger.rules:
        return _rule_text(ledger, about, say)
    wanted = fold(about).split()
    found = [r for r in ledger.rules if all(w in fold(f"{r} {ledger.text(r, say.lang)}") for w in wanted)]
    if not found:
        return Text(say("rule.unknown", text=about))
    lines = [_rule_line(ledger, name, say) for name in found[:MAX_RULES]]
    if len(found) > MAX_RULES:
        lines.append(_indented(Text(say("rule.more", count=len(found) - MAX_RULES), style="dim")))
    return Group(*lines)


def _rule_line(ledger: Ledger, name: str, say: Say) -> RenderableType:
    text = ledger.text(name, say.lang) if name in ledger.rules else ""
    return _indented(Text.assemble((f"[{name}] ", "bold cyan"), text))


def _rule_text(ledger: Ledger, name: str, say: Say) -> RenderableType:
    found = ledger.rules[name]
    lines = [_rule_line(ledger, name, say)]
    lines.append(_indented(Text(f"{ledger.section(found.section, say.lang)} · {found.source}", style="dim")))
    if found.status == "ruling":
        lines.append(_indented(Text(say("rules.ruling", why=ledger.why(name, say.lang)), style="italic")))
    return Group(*lines)


def _indented(text: Text) -> RenderableType:
    return Padding(text, (0, 0, 0, 4), expand=False)


# ---------------------------------------------------------------------- look


def look(board: Board, about: str) -> Text:
    """Everything about the areas, pieces and piles with a name."""
    words, scene = board.words, board.scene
    wanted = fold(about)
    shown = [area for area in board.top_areas if area in board.map_areas or area.pieces]
    lines = [_area(board, area) for area in shown if wanted in fold(f"{words.name(area.id)} {area.id}")]
    if not lines:
        lines = [
            Text.assemble(*board.labels.pieces([piece]), " – ", words.name(area.id))
            for area in scene.areas
            for piece in area.pieces
            if wanted in fold(f"{board.labels.name(piece)} {piece.id}")
        ]
    for pile in scene.piles:
        if wanted in fold(f"{words.name(pile.id)} {pile.id}") and pile.contents is not None:
            lines.append(Text(f"{words.name(pile.id)} ({pile.count}): {_names(pile.contents, words)}"))
    return Text("\n").join(lines) if lines else Text(board.say("look.nothing", text=about))


def _area(board: Board, area: Area) -> Text:
    words, say = board.words, board.say
    owner = words.name(area.owner) if area.owner else say("look.nobody")
    side = f", {words.name(area.face)}" if area.face else ""
    text = Text.assemble((board.name(area), "bold"), f" ({words.name(area.kind)}{side}, {owner})")
    facts = board.facts(area.facts)
    if facts:
        text.append(f" · {facts}")
    for line in board.labels.pieces(board.pieces_in(area)):
        text.append("\n  ").append_text(line)
    if area.roads:
        text.append(f"\n  {say('look.roads', names=_names(area.roads, words))}")
    return text


def _names(ids: list[str], words: Words) -> str:
    return ", ".join(words.name(name) for name in ids)
