"""Battles and arrows of a scene as lines of text."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from sandtable.cli.pieces import PieceLabels
from sandtable.engine.scene import Arrow, Battle, BattleRow, BattleSide
from sandtable.engine.types import Fact

DICE = "⚀⚁⚂⚃⚄⚅"


def face(shown: Fact, labels: PieceLabels) -> str:
    """A face of a die: drawn where it has up to six pips, else its number or the name of its symbol."""
    return DICE[shown - 1] if isinstance(shown, int) and 1 <= shown <= len(DICE) else labels.words.name(shown)


def arrow(drawn: Arrow, labels: PieceLabels) -> Text:
    """An arrow: its number in a chain, what it means, from where to where, and whose it is."""
    name = labels.words.name
    link = f"{drawn.number}. " if drawn.number else ""
    text = Text(f"{link}{name(drawn.kind)}: {name(drawn.start)} → {name(drawn.end)}", style=labels.style(drawn.owner))
    return Text.assemble(labels.seat(drawn.owner), " ", text) if drawn.owner else text


def battle(fought: Battle, labels: PieceLabels) -> Iterator[Text]:
    """A battle: its title, then a line for each side."""
    name, say = labels.words.name, labels.say
    title = [f"{name(fought.id)}: {name(fought.area)}"]
    title += [say("battle.round", round=fought.round)] if fought.round else []
    yield Text(" · ".join([*title, *_facts(fought.facts, labels)]), style="bold")
    for side in fought.sides:
        yield _side(side, labels)


def _side(side: BattleSide, labels: PieceLabels) -> Text:
    odds = [] if side.chance is None else [labels.say("battle.chance", chance=side.chance)]
    rows = [_row(row, labels) for row in side.rows] or [labels.say("battle.nobody")]
    said = " · ".join([*odds, *_facts(side.facts, labels), *rows])
    return Text.assemble("  ", labels.seat(side.owner), f": {said}")


def _row(row: BattleRow, labels: PieceLabels) -> str:
    """A row of units: how many, their number in brackets, what they rolled, hits, and losses."""
    say = labels.say
    said = [f"{labels.words.name(row.kind)} ×{row.count}{'' if row.value is None else f' [{row.value}]'}"]
    if row.dice:
        said.append(" ".join(face(shown, labels) for shown in row.dice))
        said.append(say("battle.hits", hits=row.hits))
    if row.losses:
        said.append(say("battle.losses", losses=row.losses))
    return " ".join(said)


def _facts(facts: dict[str, Fact], labels: PieceLabels) -> list[str]:
    return [f"{labels.words.name(key)} {labels.words.name(value)}" for key, value in facts.items()]
