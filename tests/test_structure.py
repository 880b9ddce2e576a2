"""The shape of the house: who may import whom, and whether ledgers, packs and locales fit together."""

from __future__ import annotations

import ast
import random
import re
import string
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from sandtable.engine.game import Stage
from sandtable.engine.types import Choice
from sandtable.engine.words import GRAMMAR, LANGUAGES, Words, load_locale
from tests.playing import GAMES, AnyGame, begin, every_game, first_quick, play_on, telling_modes, whole

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "sandtable"
MOST_LINES = 500
FLOORS = {
    "version": 0,
    "compiled": 0,
    "disk": 0,
    "engine": 0,
    "games": 1,
    "players": 2,
    "api": 3,
    "lab": 3,
    "server": 3,
    "env": 3,
    "cli": 4,
}
"""Imports point downwards: a module imports only from its own floor or a lower one."""
RULE_ID = re.compile(r"^[a-z_]+(\.[A-Za-z0-9_]+)+$")


@dataclass
class Module:
    """What the tests want to know of a module."""

    path: Path
    imported: list[str]
    literals: list[str]
    called: set[str]


@cache
def parsed(path: Path) -> Module:
    found = Module(path, [], [], set())
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.imported += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.imported.append(node.module)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.literals.append(node.value)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            found.called.add(node.func.id)
    return found


def modules(folder: Path = PACKAGE) -> Iterator[Module]:
    return map(parsed, sorted(folder.rglob("*.py")))


def test_imports_point_one_way() -> None:
    for module in modules():
        parts = module.path.relative_to(PACKAGE).with_suffix("").parts
        floor = FLOORS.get(parts[0], 5)
        for name in module.imported:
            if name.startswith("sandtable."):
                assert FLOORS[name.split(".")[1]] <= floor, f"{module.path.name} imports {name}"


def test_no_game_imports_another() -> None:
    for module in modules():
        parts = module.path.relative_to(PACKAGE).parts
        if parts[0] == "games" and len(parts) > 2:
            for name in module.imported:
                if name.startswith("sandtable.games."):
                    assert name.split(".")[2] == parts[1], f"{module.path.name} imports {name}"


def test_games_and_engine_do_no_output() -> None:
    for module in modules():
        if module.path.relative_to(PACKAGE).parts[0] in ("engine", "games"):
            assert not module.called & {"print", "input", "open"}, module.path.name


@every_game()
def test_the_ledger_is_whole(game: AnyGame) -> None:
    ledger = game.ledger
    known_modes = {"all", *ledger_modes(game)}
    chapters = {rule.split(".")[0] for rule in ledger.rules}
    assert ledger.unbuilt <= chapters | set(ledger.rules)
    for rule in ledger.rules.values():
        assert rule.text and rule.source
        assert bool(rule.why) == (rule.status == "ruling"), f"{rule.id}: a ruling, and only a ruling, has a reason"
        assert set(rule.modes) <= known_modes, rule.id
    for example in ledger.examples.values():
        assert set(example.rules) <= set(ledger.rules), example.id


def ledger_modes(game: AnyGame) -> list[str]:
    data = tomllib.loads((game.folder / "rules.toml").read_text(encoding="utf-8"))
    return [str(mode) for mode in data["game"]["modes"]]


@every_game(Stage.BILINGUAL)
def test_the_rulebook_is_complete_in_both_languages(game: AnyGame) -> None:
    ledger = game.ledger
    sections = {f"section:{rule.section}" for rule in ledger.rules.values()}
    reasons = {f"why:{rule.id}" for rule in ledger.rules.values() if rule.why}
    for lang in LANGUAGES:
        if lang != "en":
            assert set(ledger.translations[lang]) == set(ledger.rules) | set(ledger.examples) | sections | reasons
            assert all(ledger.translations[lang].values())


@every_game()
def test_rule_ids_in_the_code_are_in_the_ledger(game: AnyGame) -> None:
    chapters = {rule.split(".")[0] for rule in game.ledger.rules}
    words = {key for section in load_locale(game.folder, "en").values() for key in section}
    parts = [rule.split(".") for rule in game.ledger.rules]
    known = {".".join(part[:length]) for part in parts for length in range(1, len(part) + 1)}
    for module in modules(game.folder):
        for text in module.literals:
            if RULE_ID.match(text) and text.split(".")[0] in chapters and text not in words:
                assert text in known, f"{module.path.name}: {text}"


@every_game()
def test_pack_ids_are_unique_and_effects_known(game: AnyGame) -> None:
    if not game.pack_hash:  # it is played without a pack
        return
    pack = tomllib.loads((game.folder / "components.toml").read_text(encoding="utf-8"))
    for kind, entries in pack.items():
        if isinstance(entries, list):
            ids = [entry["id"] for entry in entries if isinstance(entry, dict) and "id" in entry]
            assert len(ids) == len(set(ids)), kind
    if "verb" in pack:  # other packs are checked for unknown verbs when they are read
        verbs = {entry["name"]: set(entry["args"]) for entry in pack["verb"]}
        for effect in effects_in(pack):
            assert effect["do"] in verbs, effect
            assert set(effect) - {"do"} <= verbs[str(effect["do"])], effect


def effects_in(value: object) -> Iterator[dict[str, object]]:
    """Every effect anywhere in a pack."""
    if isinstance(value, dict):
        if "do" in value:
            yield value
        for inner in value.values():
            yield from effects_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from effects_in(inner)


@every_game(Stage.BILINGUAL)
def test_locales_have_the_same_words_in_both_languages(game: AnyGame) -> None:
    english, hungarian = (load_locale(game.folder, lang) for lang in LANGUAGES)
    assert set(english) - {*GRAMMAR} == set(hungarian) - {*GRAMMAR}
    for section, words in english.items():
        if section in GRAMMAR:
            continue
        assert set(words) == set(hungarian[section]), section
        for key, template in words.items():
            assert places(template) == places(hungarian[section][key]), f"{section}.{key}"
    assert len({frozenset(game.names.get(lang, {})) for lang in LANGUAGES}) == 1


def places(template: str) -> set[str]:
    """What a template speaks of, with an article or without."""
    named = {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}
    return {re.sub("^(a|A|at|to|from)(?=[0-9]+$)", "", name) for name in named}


@pytest.mark.parametrize("game", [whole(game) for game in GAMES])
@pytest.mark.parametrize("seed", first_quick(range(3)))
def test_everything_that_is_said_has_words(game: AnyGame, seed: int) -> None:
    """Prompts, choices, log lines, status and standings of random games never fall back to bare ids."""
    tables = {lang: Words(game, lang) for lang in (LANGUAGES if Stage.BILINGUAL in game.stages else LANGUAGES[:1])}
    heard: set[Choice] = set()
    for mode in telling_modes(game):
        match = begin(game, mode, seed)
        rng = random.Random(seed)
        while match.ask is not None and match.number < 1_500:
            new = [choice for choice in match.choices if choice not in heard]
            heard.update(new)
            for words in tables.values():
                assert match.ask.prompt in words.templates["prompt"]
                for choice in new:
                    said = words.choice(choice)
                    assert str(choice[0]) in words.templates["choice"] and "{" not in said, choice
                    assert not re.search(r"\b[a-z_]+:[a-z0-9]", said), said
                prompt = words.prompt(match.ask.prompt, match.facts())
                assert "{" not in prompt, prompt
            play_on(match, rng, 1)
        for line in match.lines(None) + [li for seat in range(len(match.seats)) for li in match.lines(seat)]:
            for words in tables.values():
                assert line.key in words.templates["log"], line.key
                assert "{" not in words.line(line), line.key
        for seat in (None, *range(len(match.seats))):
            scene = game.scene(match.state, seat)
            for key in scene.status:
                assert all(key in words.templates["status"] for words in tables.values()), key
            assert set(scene.standing) <= set(match.seats)
            for key in {key for counts in scene.standing.values() for key in counts}:
                assert all(key in words.templates["standing"] for words in tables.values()), key
    for option in game.options:
        for value in option.values:
            for words in tables.values():
                assert {option.id, f"{option.id}.{value}"} <= set(words.templates["option"])


@every_game()
def test_every_prepared_choice_has_words(game: AnyGame) -> None:
    """What is refused is told in words, also where it is never offered."""
    for lang in LANGUAGES if Stage.BILINGUAL in game.stages else LANGUAGES[:1]:
        words = Words(game, lang)
        for verb in game.choices.verbs:
            for choice, _ in game.choices.of(verb):
                said = words.choice(choice)
                assert verb in words.templates["choice"] and "{" not in said, choice
                assert not re.search(r"\b[a-z_]+:[a-z0-9]", said), said


def test_no_python_file_is_too_long_to_read() -> None:
    """A file over 500 lines is split by subject."""
    folders = [ROOT / name for name in ("sandtable", "tests", "bench", "tools", "examples")]
    files = [*ROOT.glob("*.py"), *(path for folder in folders for path in folder.rglob("*.py"))]
    lengths = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8").count("\n") for path in files}
    assert len(lengths) > 100
    assert {name: length for name, length in lengths.items() if length > MOST_LINES} == {}


def test_pinned_dependencies_name_no_host() -> None:
    for name in ("constraints.txt", "pyproject.toml"):
        assert "://" not in (ROOT / name).read_text(encoding="utf-8"), name
    for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines():
        assert re.fullmatch(r"[A-Za-z0-9_.-]+==[A-Za-z0-9_.+]+( ;.*)?", line), line
