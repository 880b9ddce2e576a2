"""How the referee says things: games, opponents, asks, log lines, refusals and rules as JSON objects."""

from __future__ import annotations

from sandtable.engine.ask import Ask
from sandtable.engine.game import Game, Option, Outcome
from sandtable.engine.ledger import Example, Ledger, Rule
from sandtable.engine.match import Match
from sandtable.engine.state import EVERYBODY, LogLine, State
from sandtable.engine.types import Choice
from sandtable.engine.words import Words
from sandtable.players.levels import RANKS

Said = dict[str, object]


def game(about: Game[State], words: Words) -> Said:
    """A game with its seats (under its default options) and its options."""
    return {
        "slug": about.slug,
        "title": about.title(),
        "title_hu": about.title("hu"),
        "seats": about.seats(about.settle({})),
        "options": [option(entry, words) for entry in about.options],
    }


def option(about: Option, words: Words) -> Said:
    return {
        "id": about.id,
        "values": about.values,
        "default": about.default,
        "text": words.option(about.id),
        "meanings": [words.option(f"{about.id}.{value}") for value in about.values],
    }


def levels() -> list[Said]:
    """The six levels of our opponents with their names."""
    return [{"level": level, "name": rank.name, "name_hu": rank.name_hu} for level, rank in RANKS.items()]


def ask(match: Match[State], current: Ask[State], words: Words) -> Said:
    """The current ask, its prompt in words."""
    said: Said = {
        "n": match.number,
        "seat": match.seats[current.seat],
        "prompt": words.prompt(current.prompt, match.facts()),
    }
    if current.rule:
        said["rule"] = current.rule
    if current.team:
        said["team"] = [seat for number, seat in enumerate(match.seats) if current.team >> number & 1]
    said["options"] = match.choices
    return said


def over(match: Match[State], outcome: Outcome) -> Said:
    said: Said = {
        "winners": [match.seats[seat] for seat in outcome.winners],
        "reason": outcome.reason,
        "scores": dict(zip(match.seats, outcome.scores, strict=True)),
    }
    if outcome.points:
        said["points"] = dict(zip(match.seats, outcome.points, strict=True))
    if outcome.drawn:
        said["drawn"] = True
    return said


def line(match: Match[State], told: LogLine, words: Words) -> Said:
    """A line of the log; one that not everybody may read says who may."""
    said: Said = {"key": told.key, "args": told.args, "rule": told.rule or None, "text": words.line(told)}
    if told.seats != EVERYBODY:
        said["seats"] = [seat for number, seat in enumerate(match.seats) if told.readable(number)]
    return said


def refusal(rules: Ledger, choice: Choice, rule: str) -> Said:
    return {"choice": choice, "rule": rule, "text": rules.text(rule)}


def ledger(rules: Ledger, ids: list[str], lang: str) -> Said:
    """Some rules, and the examples that show them."""
    wanted = set(ids)
    shown = [entry for entry in rules.examples.values() if not wanted.isdisjoint(entry.rules)]
    return {
        "rules": [_rule(rules, rules.rules[name], lang) for name in ids],
        "examples": [_example(rules, entry, lang) for entry in shown],
    }


def _rule(rules: Ledger, rule: Rule, lang: str) -> Said:
    return {
        "id": rule.id,
        "section": rules.section(rule.section, lang),
        "kind": rule.kind,
        "modes": rule.modes,
        "text": rules.text(rule.id, lang),
        "source": rule.source,
        "status": rule.status,
        "why": rules.why(rule.id, lang),
    }


def _example(rules: Ledger, example: Example, lang: str) -> Said:
    text = f"{example.given} {example.when} {example.then}"
    return {
        "id": example.id,
        "rules": example.rules,
        "text": rules.translations.get(lang, {}).get(example.id) or text,
        "note": example.note,
    }
