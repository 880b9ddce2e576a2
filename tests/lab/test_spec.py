"""What is to be played: who sits where in which game, from which seed, and what may go into one directory."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs

from sandtable.engine.errors import BadFile
from sandtable.engine.game import Game
from sandtable.engine.insight import Insight
from sandtable.engine.state import State
from sandtable.lab import spec
from sandtable.lab.series import ladder
from tests.lab.conftest import QUICK, QUICK_MODE, load_game, quick, spec_of


def test_game_n_has_seed_n() -> None:
    match = quick(seed="winter")
    assert [match.seed_of(n) for n in range(3)] == ["winter/0", "winter/1", "winter/2"]
    assert match.players_of(2) == ("A",)


def test_swapped_players_play_each_seed_both_ways() -> None:
    match = spec_of("buda_1686", "standard", "5", "3", swap=True)
    assert [match.seed_of(n) for n in range(4)] == ["test/0", "test/0", "test/1", "test/1"]
    assert [match.players_of(n) for n in range(3)] == [("A", "B"), ("B", "A"), ("A", "B")]
    assert [match.levels_of(n) for n in range(3)] == [("5", "3"), ("3", "5"), ("5", "3")]


def test_a_side_changes_places_as_a_whole() -> None:
    match = spec_of(QUICK, "conflict_basic_2", "4", "4", "2", swap=True)
    assert match.seats == ("first", "second", "commander")
    assert [match.players_of(n) for n in range(2)] == [("A", "A", "B"), ("B", "B", "A")]
    assert [match.levels_of(n) for n in range(2)] == [("4", "4", "2"), ("2", "2", "4")]


def test_partners_of_different_levels_are_one_player() -> None:
    match = spec_of(QUICK, "conflict_basic_2", "4", "1", "2")
    assert match.level_of("A") == "4+1"
    assert match.levels_of(3) == ("4", "1", "2")


def test_who_plays_against_the_game_is_alone() -> None:
    assert spec_of(QUICK, "konev_basic_2", "1", "1").solo
    assert not spec_of(QUICK, "conflict_basic_1", "1", "1").solo


# ---------------------------------------------------------------------- ladders and comparisons


def test_a_ladder_sets_each_level_against_the_one_below() -> None:
    game = load_game("buda_1686")
    plan = ladder(game, game.settle({}), ["random", "1", "2"], 10, "s", "", "a command")
    assert list(plan.matches) == ["1-random", "2-1"]
    assert [match.levels for match in plan.matches.values()] == [("1", "random"), ("2", "1")]
    assert all(match.swap for match in plan.matches.values())


def test_against_the_game_itself_each_level_plays_alone() -> None:
    game = load_game(QUICK)
    plan = ladder(game, game.settle(game.modes["konev_basic_2"]), ["random", "2"], 10, "s", "", "a command")
    assert [match.levels for match in plan.matches.values()] == [("random", "random"), ("2", "2")]
    assert list(plan.matches) == ["random", "2"]


# ---------------------------------------------------------------------- lab.json


def test_it_is_read_as_it_was_written(tmp_path: Path) -> None:
    match = quick()
    plans: list[spec.Plan] = [
        match,
        spec.Ladder("a command", {"1": match}),
        spec.Comparison("a command", {"base": match}),
    ]
    for at, plan in enumerate(plans):
        folder = tmp_path / str(at)
        spec.write_plan(folder, plan)
        assert spec.read(folder) == plan


@pytest.mark.parametrize(
    ("other", "naming"),
    [
        ({"levels": ("greedy",)}, r'levels is \["random"\]; now, \["greedy"\]'),
        ({"seed": "other"}, 'seed is "test"; now, "other"'),
        ({"options": {"ruleset": "konev_basic", "revolutionaries": 2}}, "options.hand is 0; now, null"),
        ({"rules": 99}, "rules is 1; now, 99"),
        ({"pack": "mine"}, 'pack is "[0-9a-f]+"; now, "mine"'),
        ({"insight": "tuned"}, 'insight is "[0-9a-f]+"; now, "tuned"'),
        ({"program": "9.9"}, 'program is ".*"; now, "9.9"'),
        ({"swap": True}, "swap is false; now, true"),
    ],
)
def test_other_games_are_refused_and_the_difference_named(
    tmp_path: Path, other: dict[str, object], naming: str
) -> None:
    spec.write_plan(tmp_path, quick())
    before = (tmp_path / "lab.json").read_text()
    with pytest.raises(spec.PlanMismatch, match=naming):
        spec.write_plan(tmp_path, structs.replace(quick(), **other))
    assert (tmp_path / "lab.json").read_text() == before


def test_a_match_is_no_ladder(tmp_path: Path) -> None:
    spec.write_plan(tmp_path, quick())
    with pytest.raises(spec.PlanMismatch):
        spec.write_plan(tmp_path, spec.Ladder("a command", {"1": quick()}))


def test_more_games_are_the_same_match(tmp_path: Path) -> None:
    spec.write_plan(tmp_path, quick(games=5))
    more = structs.replace(quick(games=9), command="another command")
    spec.write_plan(tmp_path, more)
    assert spec.read(tmp_path) == more
    assert spec.identity(more) == spec.identity(quick(games=5))
    assert spec.identity(quick(seed="other")) != spec.identity(quick())


def test_a_directory_of_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").touch()
    with pytest.raises(spec.PlanMismatch, match="choose an empty directory"):
        spec.write_plan(tmp_path, quick())
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


@pytest.mark.parametrize("content", [None, "", "{}", '{"lab": "match"}', '{"lab": "party"}'])
def test_a_bad_file_is_named(tmp_path: Path, content: str | None) -> None:
    if content is not None:
        (tmp_path / "lab.json").write_text(content)
    with pytest.raises(BadFile, match=r"lab\.json: "):
        spec.read(tmp_path)


@pytest.mark.parametrize(
    "change",
    [
        {"horizon": "round"},
        {"horizon_lines": 700},
        {"first_share": 0.5},
        {"patience": 0.9},
        {"priorities": {}},
        {"plans": "round"},
        {"plan_stages": "round"},
    ],
)
def test_opponents_that_look_otherwise_are_other_opponents(change: dict[str, object]) -> None:
    game = load_game("buda_1686")
    options = game.settle({})
    near = structs.replace(game.insights.of(options), horizon="go", plans="go")
    assert fingerprint_with(game, near) != fingerprint_with(game, structs.replace(near, **change))


def fingerprint_with(game: Game[State], book: Insight) -> str:
    """What the specification of a match says of the opponents, if they have this book."""
    other = replace(game, insights=replace(game.insights, books=dict.fromkeys(game.insights.books, book)))
    return spec.specify(other, other.settle({}), ["6"], 1, "s").insight


@pytest.mark.parametrize(
    "change", [{"random_choices": {"1": 0.6}}, {"random_choices_of": {"imperial": {"1": 0.6}}}], ids=["all", "a seat"]
)
def test_levels_that_choose_otherwise_at_random_are_other_opponents(change: dict[str, object]) -> None:
    game = load_game("buda_1686")
    options = game.settle({})
    book = structs.replace(game.insights.of(options), **change)
    other = replace(game, insights=replace(game.insights, books=dict.fromkeys(game.insights.books, book)))
    for level, same in (("1", False), ("2", True)):
        one, two = (spec.specify(each, options, [level], 1, "s").insight for each in (game, other))
        assert (one == two) is same


def test_opponents_tuned_anew_are_other_opponents() -> None:
    game = load_game(QUICK)
    options = game.settle(game.modes[QUICK_MODE])
    book = game.insights.of(options)
    tuned = structs.replace(book, weights={name: weight + 1 for name, weight in book.weights.items()})
    other = replace(game, insights=replace(game.insights, books=dict.fromkeys(game.insights.books, tuned)))
    assert spec.specify(other, options, ["1"], 1, "s").insight != spec.specify(game, options, ["1"], 1, "s").insight
