"""Which rules and examples nothing tests. Python tests are read, examples are played."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from sandtable import games
from sandtable.cli.errors import Usage
from sandtable.cli.words import Say
from sandtable.engine.errors import BadFile
from sandtable.engine.game import Game, S
from sandtable.engine.ledger import Ledger
from sandtable.engine.lesson.book import load_book
from sandtable.engine.lesson.play import played

MARK = "rule"
"""The decorator of tests/citing.py."""


@dataclass
class Cited:
    """What tests and examples of one game test, with the place where it is said first."""

    rule: dict[str, str]
    example: dict[str, str]


@dataclass(frozen=True)
class Gaps:
    """Differences between a ledger and the citations in tests."""

    rules: list[str]
    examples: list[str]
    unknown: list[tuple[str, str]]
    """Ids that the ledger does not have, and where they are cited."""

    def __bool__(self) -> bool:
        return bool(self.rules or self.examples or self.unknown)


def report(tests: Path, console: Console, say: Say, only: str | None = None) -> bool:
    """Print the coverage of every registered game; true when nothing is missing."""
    if not tests.is_dir():
        raise Usage(say("error.no_folder", path=tests))
    table = Table(*(say(f"coverage.{column}") for column in ("game", "rules", "examples", "unknown")))
    complete = True
    for slug in [only] if only else games.slugs():
        game = games.load(slug)
        ledger = game.ledger
        cited = citations(tests / "games" / slug)
        add_played(game, cited)
        found = gaps(ledger, cited)
        _details(slug, found, console, say)
        rules = _share([name for name in ledger.rules if ledger.in_play(name)], found.rules)
        examples = _share([name for name in ledger.examples if ledger.in_play(name)], found.examples)
        table.add_row(slug, rules, examples, str(len(found.unknown)))
        complete = complete and not found
    console.print(table)
    return complete


def _share(names: list[str], untested: list[str]) -> str:
    return f"{len(names) - len(untested)}/{len(names)}"


def _details(slug: str, found: Gaps, console: Console, say: Say) -> None:
    for name in found.rules:
        console.print(Text(say("coverage.rule_uncited", game=slug, id=name)), soft_wrap=True)
    for name in found.examples:
        console.print(Text(say("coverage.example_uncited", game=slug, id=name)), soft_wrap=True)
    for name, where in found.unknown:
        console.print(Text(say("coverage.not_in_ledger", game=slug, id=name, where=where)), soft_wrap=True)


def gaps(ledger: Ledger, cited: Cited) -> Gaps:
    """What the ledger has and the tests do not, as far as the program plays it, and the other way round."""
    unknown = [(name, where) for name, where in cited.rule.items() if name not in ledger.rules]
    unknown += [(name, where) for name, where in cited.example.items() if name not in ledger.examples]
    return Gaps(
        [name for name in ledger.rules if name not in cited.rule and ledger.in_play(name)],
        [name for name in ledger.examples if name not in cited.example and ledger.in_play(name)],
        unknown,
    )


def citations(folder: Path) -> Cited:
    """The rules that the test functions and classes below a folder are marked with."""
    cited = Cited({}, {})
    for path in sorted(folder.rglob("*.py")):
        try:
            tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
        except (SyntaxError, UnicodeDecodeError) as error:
            raise BadFile(f"{path}: {error}") from error
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and _is_test(node.name):
                _collect(node.decorator_list, path, cited.rule)
    return cited


def add_played(game: Game[S], cited: Cited) -> None:
    """Play every example: it tests itself and the rules that the ledger lists for it. One that does not
    hold is an error."""
    book = load_book(game)
    for name, lines in book.lines.items():
        for line in lines:
            played(game, line)
        cited.example.setdefault(name, book.file_of[name])
        if name in game.ledger.examples:
            for rule in game.ledger.examples[name].rules:
                cited.rule.setdefault(rule, book.file_of[name])


def _is_test(name: str) -> bool:
    return name.lower().startswith("test")


def _collect(decorators: list[ast.expr], path: Path, cited: dict[str, str]) -> None:
    for call in decorators:
        if not isinstance(call, ast.Call):
            continue
        mark = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
        if mark != MARK:
            continue
        for argument in call.args:
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                cited.setdefault(argument.value, f"{path}:{call.lineno}")
