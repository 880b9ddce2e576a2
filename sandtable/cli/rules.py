"""Printing the rulebook, a section of it, or a single rule or example."""

from __future__ import annotations

import difflib

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from sandtable.cli.errors import Usage
from sandtable.cli.words import Say, fold
from sandtable.engine.game import Game
from sandtable.engine.ledger import Example, Ledger, Rule
from sandtable.engine.state import State


def show(game: Game[State], console: Console, say: Say, section: str | None, name: str | None) -> None:
    """Print the rulebook, a section of it, or one rule or example."""
    ledger = game.ledger
    if name is not None:
        console.print(_one(game, name, say))
        return
    chapters = _chapters(ledger)
    if section is not None:
        chapters = _chosen(chapters, ledger, section, say)
    title = game.title(say.lang)
    console.print(Text(title, style="bold underline"), "")
    for chapter, rules in chapters.items():
        console.print(_chapter(ledger, chapter, rules, say))
    if section is None and ledger.examples:
        console.print(Text(say("rules.examples"), style="bold reverse"))
        for example in ledger.examples.values():
            console.print(_example(game, example, say))


def _chapters(ledger: Ledger) -> dict[str, list[Rule]]:
    chapters: dict[str, list[Rule]] = {}
    for rule in ledger.rules.values():
        chapters.setdefault(rule.section, []).append(rule)
    return chapters


def _chosen(chapters: dict[str, list[Rule]], ledger: Ledger, wanted: str, say: Say) -> dict[str, list[Rule]]:
    """The sections whose title, in either language, contains the text."""
    found = {
        name: rules
        for name, rules in chapters.items()
        if fold(wanted) in fold(f"{name} {ledger.section(name, say.lang)}")
    }
    if not found:
        known = "; ".join(ledger.section(name, say.lang) for name in chapters)
        raise Usage(say("error.section", given=wanted, known=known))
    return found


def _chapter(ledger: Ledger, chapter: str, rules: list[Rule], say: Say) -> RenderableType:
    title = Text(ledger.section(chapter, say.lang), style="bold reverse")
    return Group(title, *(_rule(ledger, rule, say) for rule in rules), "")


def _rule(ledger: Ledger, rule: Rule, say: Say) -> RenderableType:
    text = Text(ledger.text(rule.id, say.lang))
    text.append(f"  [{rule.id}]", style="dim cyan")
    if rule.modes != ("all",):
        text.append(f"  {say('rules.modes', modes=', '.join(rule.modes))}", style="dim")
    if not ledger.in_play(rule.id):
        text.append(f"  {say('rules.unbuilt')}", style="yellow")
    if rule.status == "ruling":
        text.append(f"\n{say('rules.ruling', why=ledger.why(rule.id, say.lang))}", style="italic")
    return Padding(text, (0, 0, 0, 2))


def _example(game: Game[State], example: Example, say: Say) -> RenderableType:
    ledger = game.ledger
    text = Text(ledger.told(example.id, say.lang, game.names.get("en", {})))
    text.append(f"  [{example.id}]", style="dim cyan")
    if not ledger.in_play(example.id):
        text.append(f"  {say('rules.unbuilt')}", style="yellow")
    return Padding(text, (0, 0, 1, 2))


def _one(game: Game[State], name: str, say: Say) -> RenderableType:
    ledger = game.ledger
    if name in ledger.rules:
        rule = ledger.rules[name]
        heading = Text(f"{ledger.section(rule.section, say.lang)} · {rule.source}", style="dim")
        return Group(_rule(ledger, rule, say), Padding(heading, (0, 0, 0, 2)))
    if name in ledger.examples:
        return _example(game, ledger.examples[name], say)
    near = difflib.get_close_matches(name, [*ledger.rules, *ledger.examples], 3)
    hint = say("error.near", names=", ".join(near)) if near else ""
    raise Usage(f"{say('error.rule', given=name)} {hint}".strip())
