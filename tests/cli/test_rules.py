"""The rulebook in the terminal, and the list of what no test cites."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from sandtable import games
from sandtable.cli.coverage import Cited, citations, gaps
from sandtable.engine.lesson.book import load_book
from sandtable.engine.lesson.format import Then
from tests.citing import rule
from tests.cli.conftest import Run

pytestmark = pytest.mark.slow

LEDGER = games.load("buda_1686").ledger


@pytest.mark.parametrize("lang", ["en", "hu"])
def test_the_rulebook_has_every_rule_and_example(run: Run, monkeypatch: pytest.MonkeyPatch, lang: str) -> None:
    monkeypatch.setenv("COLUMNS", "2000")
    out = run("rules", "buda_1686", "--lang", lang).out
    for name in LEDGER.rules:
        assert f"{LEDGER.text(name, lang)}  [{name}]" in out
    assert all(f"[{name}]" in out for name in LEDGER.examples)


@pytest.mark.parametrize(("lang", "mark"), [("en", "Our ruling:"), ("hu", "Saját döntésünk:")])
def test_rulings_are_marked_with_their_reason(run: Run, monkeypatch: pytest.MonkeyPatch, lang: str, mark: str) -> None:
    monkeypatch.setenv("COLUMNS", "2000")
    out = run("rules", "buda_1686", "--lang", lang).out
    rulings = [found for found in LEDGER.rules.values() if found.status == "ruling"]
    assert rulings
    assert all(f"{mark} {LEDGER.why(found.id, lang)}" in out for found in rulings)
    assert out.count(mark) == len(rulings)


def test_a_section_is_found_by_its_title_in_either_language(run: Run) -> None:
    english = run("rules", "buda_1686", "--section", "assault").out
    assert "[assault.attackers]" in english
    assert "[sortie.penalty]" not in english
    hungarian = run("rules", "buda_1686", "--section", "kitores", "--lang", "hu").out
    assert "[sortie.penalty]" in hungarian
    assert "[assault.attackers]" not in hungarian


def test_one_rule_by_its_id(run: Run) -> None:
    out = run("rules", "buda_1686", "map.breach.capacity").out
    assert "A breach zone holds at most one imperial unit." in out
    assert out.count("[") == 1


def test_one_example_by_its_id(run: Run) -> None:
    assert "result 9" in run("rules", "buda_1686", "ex.assault.vizivaros").out


def test_a_misspelt_id_is_told_its_neighbours(run: Run) -> None:
    assert "map.breach.capacity" in run("rules", "buda_1686", "map.breach.capacty").err


# ---------------------------------------------------------------------- coverage

CITING_TESTS = """
from tests.citing import rule
import tests.citing as citing

@rule("map.breach.capacity", "map.wall.capacity")
def test_capacities(): ...

class TestAssault:
    @citing.rule("assault.roll")
    def test_roll(self): ...

@rule("no.such.rule")
def test_dreams(): ...

@rule("assault.success")
def helper(): ...
"""


@pytest.fixture
def tests(tmp_path: Path) -> Path:
    folder = tmp_path / "tests" / "games" / "buda_1686"
    folder.mkdir(parents=True)
    (folder / "test_some.py").write_text(CITING_TESTS)
    return tmp_path / "tests"


def test_citations_are_read_from_tests_without_running_them(tests: Path) -> None:
    cited = citations(tests / "games" / "buda_1686")
    assert set(cited.rule) == {"map.breach.capacity", "map.wall.capacity", "assault.roll", "no.such.rule"}
    assert cited.rule["assault.roll"].endswith("test_some.py:9")


def test_gaps_on_both_sides_are_found(tests: Path) -> None:
    found = gaps(LEDGER, citations(tests / "games" / "buda_1686"))
    assert len(found.rules) == len(LEDGER.rules) - 3
    assert "assault.success" in found.rules, "only tests cite: a helper's mark does not count"
    assert found.examples == list(LEDGER.examples), "they are played, not cited"
    assert [name for name, _ in found.unknown] == ["no.such.rule"]
    assert gaps(LEDGER, Cited({}, {"ex.no.such": "dreams.toml"})).unknown == [("ex.no.such", "dreams.toml")]


def test_coverage_lists_the_gaps_and_exits_with_1(run: Run, tests: Path) -> None:
    ran = run("rules", "--coverage", "--tests", str(tests), "buda_1686")
    assert ran.code == 1
    assert "no test cites the rule assault.sequence" in ran.out
    assert "cites no.such.rule, which is not in the ledger" in ran.out
    played = {rule for example in LEDGER.examples.values() for rule in example.rules}
    cited = {"map.breach.capacity", "map.wall.capacity", "assault.roll"}
    assert f"{len(played | cited)}/{len(LEDGER.rules)}" in ran.out


@pytest.mark.slow
def test_an_example_that_is_data_tests_itself_and_its_rules(
    run: Run, tests: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mine of cx.mining.fail is the only test of mining.spring.fail_cas: without its data both are gaps."""

    def coverage() -> str:
        return run("rules", "--coverage", "--tests", str(tests), "buda_1686").out

    gaps = ("no test plays the example cx.mining.fail", "no test cites the rule mining.spring.fail_cas")
    assert not any(gap in coverage() for gap in gaps)
    book = load_book(games.load("buda_1686"))
    del book.examples["cx.mining.fail"]
    monkeypatch.setattr("sandtable.cli.coverage.load_book", lambda game: book)
    assert all(gap in coverage() for gap in gaps)


def test_an_example_that_does_not_hold_tests_nothing(run: Run, tests: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book = load_book(games.load("buda_1686"))
    wrong = msgspec.structs.replace(book.examples["ex.setup.scale"], then=Then(position={"turn": 2}))
    book.examples["ex.setup.scale"] = wrong
    monkeypatch.setattr("sandtable.cli.coverage.load_book", lambda game: book)
    ran = run("rules", "--coverage", "--tests", str(tests), "buda_1686")
    assert ran.failed_in_one_line(1, "setup.toml: ex.setup.scale: turn is 1, not 2")


def test_coverage_exits_with_0_when_everything_is_cited(run: Run, tests: Path) -> None:
    rules = ", ".join(f'"{name}"' for name in LEDGER.rules)
    file = tests / "games" / "buda_1686" / "test_some.py"
    file.write_text(f"@rule({rules})\ndef test_all(): ...\n")
    ran = run("rules", "--coverage", "--tests", str(tests), "buda_1686")
    assert ran.code == 0
    assert "no test" not in ran.out


def test_a_test_file_that_does_not_parse_is_named(run: Run, tests: Path) -> None:
    (tests / "games" / "buda_1686" / "test_broken.py").write_text("def test_(:")
    assert run("rules", "--coverage", "--tests", str(tests), "buda_1686").failed_in_one_line(1, "test_broken.py")


def test_marks_leave_the_test_as_it_is() -> None:
    def story() -> str:
        return "told"

    assert rule("a.b")(rule("a.c")(story)) is story
    assert story() == "told"
    assert getattr(story, "cited_rules") == ("a.b", "a.c")  # noqa: B009
