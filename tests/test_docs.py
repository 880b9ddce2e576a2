"""The Python examples in README and docs are run as they stand, and the reference is what the docstrings say."""

from __future__ import annotations

import doctest
import re
import tomllib
from dataclasses import MISSING, Field, fields
from pathlib import Path

import pytest

from sandtable.cli import new_game
from sandtable.engine.game import Game, Outcome
from sandtable.games import FOLDERS, HERE
from tests.conftest import MODEL
from tools.api_page import PAGE, page

ROOT = Path(__file__).parent.parent
PAGES = {path.name: path for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))}
SESSION = re.compile(r"^```pycon\n(.*?)^```$", re.DOTALL | re.MULTILINE)
SHOWN = [name for name, path in PAGES.items() if SESSION.search(path.read_text(encoding="utf-8"))]


def sessions(text: str) -> str:
    """The sessions of a page on the lines where they stand; everything else is blank."""
    kept = ["\n"] * (text.count("\n") + 1)
    for found in SESSION.finditer(text):
        first = text.count("\n", 0, found.start(1))
        for at, line in enumerate(found[1].splitlines(keepends=True)):
            kept[first + at] = line
    return "".join(kept)


@pytest.mark.parametrize("name", SHOWN)
def test_sessions_of_the_documentation_run_as_shown(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every page is one session, so that an example may go on where another ended."""
    monkeypatch.delenv(FOLDERS)  # who reads it has no games but those of the house
    test = doctest.DocTestParser().get_doctest(sessions(PAGES[name].read_text("utf-8")), {}, name, name, 0)
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    results = runner.run(test, out=said.append)
    assert results.attempted > 0
    assert not results.failed, "".join(said)


def test_the_guide_and_the_readme_have_sessions() -> None:
    assert {"README.md", "python.md"} <= set(SHOWN)


def test_the_whole_contract_of_a_game_is_told() -> None:
    """Every field of `Game` with a row, and nothing that is no field; those without a default in the first table."""
    told = PAGES["adding-a-game.md"].read_text("utf-8").partition("## What a game states")[2].partition("\n## ")[0]
    must, may = told.split("| field | default |")
    for table, stated in ((must, True), (may, False)):
        rows = "".join(re.findall(r"^\| (`.*?) \|", table, re.MULTILINE))
        assert set(re.findall(r"`(\w+)", rows)) == {
            field.name for field in fields(Game) if has_no_default(field) == stated
        }


def test_the_walk_through_names_every_file_of_the_model_and_no_other() -> None:
    """What a newcomer is told to replace is what `sandtable new-game` writes."""
    model = HERE / new_game.MODEL
    text = PAGES["adding-a-game.md"].read_text("utf-8")
    rows = text.partition("## The files of a game")[2].partition("\n## ")[0]
    named = set(re.findall(r"`([\w./*]+)`", "".join(re.findall(r"^\| (`.*?) \|", rows, re.MULTILINE))))
    for pattern in named - {"art/"}:  # the model is not drawn
        assert list(model.glob(f"{pattern}*" if pattern.endswith("/") else pattern)), pattern
    written = [path.relative_to(model) for path in model.rglob("*") if path.suffix in new_game.WRITTEN]
    told = {*named, "locale/hu.toml", "locale/rules_hu.toml"}  # those of a later stage have a section of their own
    for path in written:
        assert any(path.match(pattern) or path.as_posix().startswith(pattern) for pattern in told), path


def test_code_of_the_walk_through_is_the_models_and_its_script_plays_games() -> None:
    text = PAGES["adding-a-game.md"].read_text("utf-8").partition("## What a game states")[0]
    quoted, script = re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    moving = (HERE / new_game.MODEL / "flow" / "moving.py").read_text("utf-8")
    assert quoted in moving
    said: list[object] = []
    exec(
        script.replace("salt_road", MODEL).replace("range(100)", "range(3)"),
        {"print": lambda number, outcome: said.append(outcome)},
    )
    assert len(said) == 3 and all(isinstance(outcome, Outcome) for outcome in said)


def has_no_default(field: Field[object]) -> bool:
    return field.default is MISSING and field.default_factory is MISSING


def test_the_reference_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python tools/api_page.py"


def test_every_page_is_linked_from_the_readme_and_every_link_leads_somewhere() -> None:
    """A stranger who begins at the README finds everything."""
    linked = {"README.md"}
    for path in PAGES.values():
        for link in re.findall(r"\]\(([^)#]+)(?:#[\w-]+)?\)", path.read_text("utf-8")):
            if "://" not in link:
                assert (path.parent / link).exists(), f"{path.name} links to {link}"
                if path.name == "README.md":
                    linked.add(Path(link).name)
    assert set(PAGES) <= linked


def test_code_quoted_in_the_architecture_stand_in_the_program() -> None:
    """A quotation may leave out lines (of the log) and comments, but says nothing that is not there."""
    page_text = PAGES["architecture.md"].read_text("utf-8")
    program = [path.read_text("utf-8").splitlines() for path in (ROOT / "sandtable").rglob("*.py")]
    quotations = re.findall(r"^```python\n(.*?)^```$", page_text, re.DOTALL | re.MULTILINE)
    assert quotations
    for quotation in quotations:
        assert any(contains(written, quotation.splitlines()) for written in program), quotation


def contains(written: list[str], quoted: list[str]) -> bool:
    """Whether the quoted lines, or lines that begin so, are written one after the other, with others between them."""
    rest = iter(written)
    return all(any(line.startswith(wanted) for line in rest) for wanted in quoted)


def test_every_hop_of_the_click_in_the_architecture_is_where_it_says() -> None:
    """The walk names files and functions; each is defined there, in whichever way Python or TypeScript defines one."""
    page_text = PAGES["architecture.md"].read_text("utf-8")
    hops = re.findall(r"^\| \d+ \| `([^`]+)` \| (.*?) \|", page_text, re.MULTILINE)
    assert len(hops) > 20
    for file, functions in hops:
        folder = "sandtable" if file.endswith(".py") else "web/src"
        written = (ROOT / folder / file).read_text("utf-8")
        for function in re.findall(r"`(\w+)`", functions):
            defined = rf"(def {function}\(|function {function}\(|^ +(private )?(async )?{function}\(|\b{function}: \()"
            assert re.search(defined, written, re.MULTILINE), f"{file} has no {function}"


def test_the_architecture_names_every_module_of_the_engine() -> None:
    rows = PAGES["architecture.md"].read_text("utf-8").partition("## The engine")[2].partition("\n\n")[0]
    named = re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (`.*?) \|", rows, re.MULTILINE)))
    engine = ROOT / "sandtable" / "engine"
    modules = {path.stem for path in engine.glob("*.py")} | {path.parent.name for path in engine.glob("*/__init__.py")}
    assert sorted(named) == sorted(modules - {"__init__"})


def test_the_architecture_names_the_modules_of_engine_and_players_that_are_compiled() -> None:
    told = PAGES["architecture.md"].read_text("utf-8").partition("## Speed")[2].partition("make fast")[0]
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    compiled = settings["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["mypyc"]["include"]
    engine = [Path(name).stem for name in compiled if name.startswith("sandtable/engine/")]
    assert f"`engine` ({', '.join(sorted(engine))})" in told
    for name in compiled:
        if name.startswith("sandtable/players/"):
            assert f"`{Path(name).stem}`" in told


def test_the_glossary_has_every_word_once_in_alphabetical_order() -> None:
    words = re.findall(r"^\| \*\*(.+?)\*\* \|", PAGES["glossary.md"].read_text("utf-8"), re.MULTILINE)
    assert len(words) > 60
    assert words == sorted(set(words))
