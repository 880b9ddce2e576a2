"""What the referee answers with: games, levels, asks, log lines, refusals and rules as JSON objects."""

from __future__ import annotations

from sandtable.engine.ask import Ask, Several
from sandtable.engine.game import Game, Option, Outcome
from sandtable.engine.ledger import Example, Ledger, Rule
from sandtable.engine.match import Match
from sandtable.engine.state import EVERYBODY, LogLine, State
from sandtable.engine.types import Choice
from sandtable.engine.words import Words
from sandtable.players.levels import RANKS

Fields = dict[str, object]


def game(about: Game[State], words: Words) -> Fields:
    """A game with its seats (under its default options) and its options."""
    return {
        "slug": about.slug,
        "title": about.title(),
        "title_hu": about.title("hu"),
        "seats": about.seats(about.settle({})),
        "options": [option(entry, words) for entry in about.options],
    }


def option(about: Option, words: Words) -> Fields:
    return {
        "id": about.id,
        "values": about.values,
        "default": about.default,
        "text": words.option(about.id),
        "meanings": [words.option(f"{about.id}.{value}") for value in about.values],
    }


def levels() -> list[Fields]:
    """The six levels of opponents with their names."""
    return [{"level": level, "name": rank.name, "name_hu": rank.name_hu} for level, rank in RANKS.items()]


def ask(match: Match[State], current: Ask[State], words: Words) -> Fields:
    """The current ask; its prompt as a text."""
    fields: Fields = {
        "n": match.number,
        "seat": match.seats[current.seat],
        "prompt": words.prompt(current.prompt, match.facts()),
    }
    if current.rule:
        fields["rule"] = current.rule
    if current.team:
        fields["team"] = [seat for number, seat in enumerate(match.seats) if current.team >> number & 1]
    fields["options"] = match.choices
    several = match.several()
    if several is not None:
        fields["several"] = together(several)
    return fields


def together(several: Several) -> Fields:
    """What may be chosen together."""
    return {
        "verb": several.verb,
        "things": several.things,
        "least": several.least,
        "most": several.most,
        "ordered": several.ordered,
        "checked": several.checked,
    }


def over(match: Match[State], outcome: Outcome) -> Fields:
    fields: Fields = {
        "winners": [match.seats[seat] for seat in outcome.winners],
        "reason": outcome.reason,
        "scores": dict(zip(match.seats, outcome.scores, strict=True)),
    }
    if outcome.points:
        fields["points"] = dict(zip(match.seats, outcome.points, strict=True))
    if outcome.drawn:
        fields["drawn"] = True
    return fields


def line(match: Match[State], entry: LogLine, words: Words) -> Fields:
    """A line of the log; if not every seat may read it, it names those that may."""
    fields: Fields = {"key": entry.key, "args": entry.args, "rule": entry.rule or None, "text": words.line(entry)}
    if entry.seats != EVERYBODY:
        fields["seats"] = [seat for number, seat in enumerate(match.seats) if entry.readable(number)]
    return fields


def refusal(rules: Ledger, choice: Choice, rule: str) -> Fields:
    return {"choice": choice, "rule": rule, "text": rules.text(rule)}


def ledger(rules: Ledger, ids: list[str], lang: str) -> Fields:
    """Some rules, and the examples about them."""
    wanted = set(ids)
    shown = [entry for entry in rules.examples.values() if not wanted.isdisjoint(entry.rules)]
    return {
        "rules": [_rule(rules, rules.rules[name], lang) for name in ids],
        "examples": [_example(rules, entry, lang) for entry in shown],
    }


def _rule(rules: Ledger, rule: Rule, lang: str) -> Fields:
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


def _example(rules: Ledger, example: Example, lang: str) -> Fields:
    text = f"{example.given} {example.when} {example.then}"
    return {
        "id": example.id,
        "rules": example.rules,
        "text": rules.translations.get(lang, {}).get(example.id) or text,
        "note": example.note,
    }
