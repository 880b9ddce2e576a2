"""The report: its numbers, worked out by hand, and a page for every kind of directory."""

from __future__ import annotations

import re
from collections import Counter
from contextlib import closing
from html.parser import HTMLParser
from pathlib import Path

import pytest
from msgspec import structs

from sandtable import games
from sandtable.cli.words import Say
from sandtable.engine.words import LANGUAGES
from sandtable.lab import plots, report_numbers, series
from sandtable.lab.play import GameRecord
from sandtable.lab.recorder import Details, Swing
from sandtable.lab.report import report
from sandtable.lab.report_format import Formatter
from sandtable.lab.report_numbers import Contrast, End, Side
from sandtable.lab.report_page import Cell, Column, Page, Section, Table, render
from sandtable.lab.run import open_results, play_missing
from sandtable.lab.spec import Plan
from sandtable.lab.stats import Share
from tests.cli.conftest import Run
from tests.lab.conftest import play_all, spec_of

pytestmark = pytest.mark.slow

RED = Side(0, (0,), ("red",))
VOID = {"meta", "br", "line", "rect", "path", "use", "img", "link", "hr", "input"}


def swing(turn: int, before: float, after: float, verb: str = "move", seat: str = "red") -> Swing:
    return Swing(turn * 10, turn, seat, "go", (verb, "unit:a"), before, after)


def game(
    number: int,
    won: bool,
    choices: dict[str, int] | None = None,
    course: tuple[float, ...] = (),
    swings: list[Swing] | None = None,
    turns: int = 3,
) -> GameRecord:
    """A game of red against blue as the journal has it."""
    named = {"card:1": choices.get("go move", 0)} if choices else {}
    details = Details(
        [(turn, (prospect, 1 - prospect)) for turn, prospect in enumerate(course, 1)],
        (choices or {}, {}),
        (named, {}),
        swings or [],
    )
    return GameRecord(
        game=number,
        seed=f"s/{number}",
        players=("A", "B"),
        levels=("1", "2"),
        winners=("red",) if won else ("blue",),
        reason="end.score",
        scores=(1.0, 0.0),
        decisions=10,
        turns=turns,
        hash="",
        seconds=0.0,
        details=details,
    )


# ---------------------------------------------------------------------- figures


def test_the_interval_of_a_difference_is_newcombes() -> None:
    # Newcombe (1998), table II (a), method 10: 56/70 against 48/80 gives 0.0524 to 0.3339.
    contrast = Contrast("go move", 0.0, Share(56, 70), Share(48, 80))
    assert contrast.difference == pytest.approx(0.2)
    assert contrast.interval == pytest.approx((0.0524, 0.3339), abs=5e-5)
    assert contrast.certain_part == pytest.approx(0.0524, abs=5e-5)


def test_a_difference_that_may_be_luck_is_sure_of_nothing() -> None:
    assert Contrast("go move", 0.0, Share(11, 20), Share(9, 20)).certain_part == 0.0


def test_what_winners_do_more_stands_out_and_what_is_rare_does_not() -> None:
    """Red moves in the 30 games that it wins, ends in all, and once, in a game that it loses, it digs."""
    played = [game(n, True, {"go move": 2, "go end": 2}) for n in range(30)]
    played += [game(n, False, {"go end": 4, "go dig": int(n == 30)}) for n in range(30, 60)]
    found = report_numbers.contrasts(played, RED, report_numbers.choices_of)
    assert [one.what for one in found.significant] == ["go move", "go end"]
    gain, loss = found.significant
    assert (gain.more, gain.less) == (Share(30, 30), Share(0, 30))
    assert gain.usual == 0.25  # between the 0 of one half and the half of the other
    assert loss.difference < 0
    assert found.compared == 2


def test_shares_of_choices_are_compared_and_not_counts() -> None:
    """Won games are twice as long here; nothing else differs."""
    played = [game(n, True, {"go move": 20, "go end": 20}) for n in range(40)]
    played += [game(n, False, {"go move": 10, "go end": 10}) for n in range(40)]
    assert report_numbers.contrasts(played, RED, report_numbers.choices_of).significant == []


def test_things_are_found_like_kinds_of_choices() -> None:
    played = [game(n, True, {"go move": 2}) for n in range(30)] + [game(n, False, {"go end": 2}) for n in range(30)]
    assert [one.what for one in report_numbers.contrasts(played, RED, report_numbers.things_of).significant] == [
        "card:1"
    ]


def test_the_course_has_quartiles_of_turns_that_enough_games_reached() -> None:
    played = [game(n, True, course=(0.5, 0.1 * n, 0.9)[: 3 if n < 4 else 2]) for n in range(5)]
    band = report_numbers.course(played, RED, "won")
    assert band is not None
    assert list(band.turns) == [1, 2]
    assert (band.lower[1], band.middle[1], band.upper[1]) == pytest.approx((0.1, 0.2, 0.3))
    assert report_numbers.course(played[:4], RED, "won") is None


def test_swings_come_by_size_turn_and_kind() -> None:
    played = [
        game(0, True, swings=[swing(1, 0.5, 0.6), swing(4, 0.5, 0.1, "dig")]),
        game(1, False, swings=[swing(1, 0.5, 0.8)]),
    ]
    found = report_numbers.largest_swings(played)
    assert [round(turning.change, 1) for turning in found] == [-0.4, 0.3, 0.1]
    assert report_numbers.turns_of(found) == {1: 2, 2: 0, 3: 0, 4: 1}
    kinds = report_numbers.kinds_of(found)
    assert [(kind.what, len(kind.changes)) for kind in kinds] == [("go move", 2), ("go dig", 1)]
    assert kinds[0].mean == pytest.approx(0.2)


def test_lengths_have_no_gaps_and_ends_are_counted() -> None:
    played = [game(0, True, turns=2), game(1, True, turns=5), game(2, False, turns=5)]
    assert report_numbers.lengths(played) == {2: 1, 3: 0, 4: 0, 5: 2}
    assert report_numbers.ends(played) == [
        (End("end.score", ("red",), False), 2),
        (End("end.score", ("blue",), False), 1),
    ]


# ---------------------------------------------------------------------- the page


class Reader(HTMLParser):
    """Checks that what is opened is closed, and collects names, links and words."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.words: list[str] = []
        self.tags: Counter[str] = Counter()
        self.feed(page)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        if tag not in VOID:
            self.open.append(tag)
        self._look(attrs)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self._look(attrs)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style":
            self.words.append(data)

    def _look(self, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id":
                self.ids.append(str(value))
            elif name in ("href", "xlink:href", "src"):
                self.links.append(str(value))
            else:
                self.links += re.findall(r"url\((.*?)\)", str(value))

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


def read(page: str) -> Reader:
    """The page, after checking that it needs nothing outside itself and that its links lead somewhere."""
    reader = Reader(page)
    assert not reader.tags.keys() & {"script", "link", "img", "iframe"}
    assert len(reader.ids) == len(set(reader.ids))
    assert {link.removeprefix("#") for link in reader.links} <= set(reader.ids)
    assert all(link.startswith("#") for link in reader.links)
    assert "@import" not in page
    assert set(re.findall(r"https?://[^\"'\s]+", page)) <= {
        "http://www.w3.org/1999/xlink",
        "http://www.w3.org/2000/svg",
    }
    return reader


def play(folder: Path, plan: Plan) -> None:
    with open_results(folder, plan, {}) as results, closing(play_missing(results, 1)) as played:
        for _ in played:
            pass


@pytest.fixture(scope="module")
def siege(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twelve sieges, sides changed."""
    folder = tmp_path_factory.mktemp("siege")
    play_all(folder, spec_of("buda_1686", "standard", "random", "random", games=12, swap=True))
    return folder


@pytest.fixture(scope="module")
def pages(siege: Path) -> dict[str, str]:
    """The report on them, by language."""
    return {lang: report(siege, lang, Say(lang)) for lang in LANGUAGES}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_match_is_told_from_command_to_swings(pages: dict[str, str], lang: str) -> None:
    page = pages[lang]
    reader = read(page)
    loaded = games.load("buda_1686")
    assert loaded.title(lang) in reader.text
    assert "a command" in reader.text
    assert loaded.pack_hash in reader.text
    assert "test/0 … test/5" in reader.text
    for chapter in ("what", "who_won", "ends", "length", "course", "choices", "turnings"):
        assert Say(lang)(f"report.{chapter}") in reader.text
    assert loaded.ledger.text("victory.ottoman", lang) in reader.text
    assert "{" not in reader.text
    assert f'<html lang="{lang}">' in page
    assert reader.tags["svg"] >= 4


def test_every_point_of_decision_names_its_seed(pages: dict[str, str]) -> None:
    reader = read(pages["en"])
    assert len(re.findall(r"test/\d game \d+", reader.text)) == 15


def test_the_same_directory_gives_the_same_page(siege: Path, pages: dict[str, str]) -> None:
    assert report(siege, "en", Say("en")) == pages["en"]


def test_an_unfinished_match_says_so(tmp_path: Path) -> None:
    play_all(tmp_path, spec_of("nights_of_fire", "konev_basic_1", "random", games=3))
    again = spec_of("nights_of_fire", "konev_basic_1", "random", games=5)
    with open_results(tmp_path, again, {}):
        pass
    text = read(report(tmp_path, "en", Say("en"))).text
    assert "Unfinished: 3 of 5 games" in text
    assert "sandtable lab resume" in text


def test_a_match_without_a_game_is_a_page_that_says_so(tmp_path: Path) -> None:
    with open_results(tmp_path, spec_of("buda_1686", "standard", "random", "random"), {}):
        pass
    text = read(report(tmp_path, "en", Say("en"))).text
    assert "No game is finished yet" in text
    assert "a command" in text
    assert Say("en")("report.who_won") not in text


@pytest.mark.parametrize("finished", [True, False])
def test_a_ladder_has_an_index_that_leads_to_its_pairings(tmp_path: Path, finished: bool) -> None:
    loaded = games.load("nights_of_fire")
    options = loaded.settle(loaded.modes["conflict_basic_2"])
    plan = series.ladder(loaded, options, ["random", "1", "2"], 2, "test", "", "the ladder's command")
    assert list(plan.matches) == ["1-random", "2-1"]
    if finished:
        plan = series.ladder(loaded, options, ["random", "random"], 4, "test", "", "the ladder's command")
        play(tmp_path, plan)
    else:
        with open_results(tmp_path, plan, {}):
            pass
    reader = read(report(tmp_path, "hu", Say("hu")))
    assert "the ladder's command" in reader.text
    assert reader.tags["details"] == len(plan.matches)
    assert {f"match-{name}" for name in plan.matches} <= set(reader.ids)
    if finished:
        assert reader.tags["svg"] >= 4
    else:
        assert "1 Újonc – random" in reader.text
        assert "2 Tizedes – 1 Újonc" in reader.text


def test_a_solo_ladder_shows_each_level_by_itself(tmp_path: Path) -> None:
    loaded = games.load("nights_of_fire")
    options = loaded.settle(loaded.modes["konev_basic_2"])
    plan = series.ladder(loaded, options, ["random"], 4, "test", "", "a command")
    play(tmp_path, plan)
    text = read(report(tmp_path, "en", Say("en"))).text
    assert "against the game" in text
    assert "equals would win" not in text
    assert "nobody" in text  # the game beat everybody


def test_a_comparison_shows_what_changed_and_by_how_much(tmp_path: Path) -> None:
    loaded = games.load("buda_1686")
    base = spec_of("buda_1686", "standard", "random", "random", games=3)
    easy = loaded.settle({"victory": "either_victory"})
    variant = structs.replace(base, options=easy)
    play(tmp_path, series.comparison(base, variant, "the comparison's command"))
    reader = read(report(tmp_path, "en", Say("en")))
    assert "victory: standard → either_victory" in reader.text
    assert "the comparison's command" in reader.text
    assert "3 pairs of games" in reader.text
    assert {"match-base", "match-variant"} <= set(reader.ids)


def test_numbers_are_written_as_the_reader_writes_them() -> None:
    loaded = games.load("buda_1686")
    english, hungarian = (Formatter(loaded, lang, Say(lang)) for lang in ("en", "hu"))
    assert english.percent(0.1234) == "12.3\N{NO-BREAK SPACE}%"
    assert hungarian.percent(0.1234) == "12,3\N{NO-BREAK SPACE}%"
    assert (english.points(0.05), hungarian.points(-0.05)) == ("+5.0", "−5,0")
    assert hungarian.level("4+greedy") == "4 Százados + greedy"


def test_choices_that_read_alike_are_told_apart_by_what_was_asked() -> None:
    fmt = Formatter(games.load("buda_1686"), "en", Say("en"))
    assert fmt.kinds(["enter_wall enter", "aid aid"]) == [("… enters", ""), ("Use Abdurrahman's special action", "")]
    alike = fmt.kinds(["enter_wall enter", "enter_breach enter"])
    assert [note for _, note in alike] == [
        "… is won. Who enters it?",
        "The wall of … is breached. Which unit enters the breach?",
    ]


def test_what_a_pack_or_a_command_says_is_text_and_never_markup() -> None:
    wicked = "<script>alert('$x$')</script>"
    table = Table([Column(wicked)], [[Cell(wicked, wicked)]])
    page = render(Page("en", wicked, wicked, wicked, [Section(wicked, [table])]))
    page += plots.shares([plots.PlottedShare(wicked, 0.5, 0.4, 0.6)], 0.5, lambda share: f"{share}")
    assert "<script" not in page
    assert page.count("alert(") == 9


def test_plots_take_their_colours_from_the_page() -> None:
    svg = plots.columns({1: 2.0, 2: 3.0}, "turns", "games")
    assert "var(--first)" in svg
    assert not re.search(r"#[0-9a-f]{6}\b", svg)


# ---------------------------------------------------------------------- the command


def test_the_command_writes_the_page_into_the_directory_or_where_it_is_told(
    run: Run, siege: Path, tmp_path: Path
) -> None:
    ran = run("lab", "report", str(siege))
    assert ran.code == 0
    assert str(siege / "report.html") in ran.out
    other = tmp_path / "new" / "page.html"
    assert run("lab", "report", str(siege), "--out", str(other), "--lang", "hu").code == 0
    assert "Laborjelentés" in other.read_text(encoding="utf-8")


def test_a_directory_that_is_none_of_ours_is_named_in_one_line(run: Run, tmp_path: Path) -> None:
    assert run("lab", "report", str(tmp_path)).failed_in_one_line(1, tmp_path.name)
    assert run("lab", "report", str(tmp_path / "nowhere")).failed_in_one_line(1, "nowhere")
    assert not list(tmp_path.iterdir())


def test_the_command_explains_itself(run: Run) -> None:
    told = run("lab", "report", "--help")
    assert told.code == 0
    assert "sandtable lab report" in told.out
    assert "--out" in told.out
