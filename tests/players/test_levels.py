"""The levels and what they judge by: names in two languages, whims, and the worth of positions worked out by hand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import log

import pytest

from sandtable.engine.errors import SandtableError
from sandtable.engine.game import Outcome, S
from sandtable.engine.match import Match
from sandtable.engine.types import Choice
from sandtable.players import LEVELS, RANKS, UnknownLevel, level, make
from sandtable.players.greedy import GreedyPlayer
from sandtable.players.random import RandomPlayer
from sandtable.players.search import SearchPlayer
from sandtable.players.valuation import Judge, odds, reward
from sandtable.players.whims import WhimsicalPlayer
from tests.players.tale import START, Diary, Place, Places, Priorities, tale
from tests.playing import GAMES, AnyGame, begin

RED, BLUE, GREEN = 0, 1, 2


# ---------------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("random", "random"),
        ("GREEDY", "greedy"),
        ("1", "1"),
        (" 6 ", "6"),
        ("Recruit", "1"),
        ("corporal", "2"),
        ("SERGEANT", "3"),
        ("Captain", "4"),
        ("Colonel", "5"),
        ("Marshal", "6"),
        ("Újonc", "1"),
        ("tizedes", "2"),
        ("ŐRMESTER", "3"),
        ("százados", "4"),
        ("Ezredes", "5"),
        (" Tábornagy", "6"),
    ],
)
def test_a_level_is_known_by_number_and_by_rank_in_both_languages(text: str, meant: str) -> None:
    assert level(text) == meant


@pytest.mark.parametrize("text", ["genius", "0", "7", "1.0", "", "Recruit 1"])
def test_an_unknown_level_is_named_with_the_known_ones(text: str) -> None:
    with pytest.raises(UnknownLevel) as caught:
        make(text, "seed")
    assert isinstance(caught.value, SandtableError)
    assert str(caught.value).startswith(f"level: there is no '{text}'; there are random, greedy, 1 (Recruit), ")


def test_every_level_has_one_name_of_its_own() -> None:
    names = [name.casefold() for rank in RANKS.values() for name in (rank.name, rank.name_hu)]
    assert len({*names, *LEVELS}) == len(names) + len(LEVELS)


# ---------------------------------------------------------------------- what a level is made of


def test_the_simple_levels() -> None:
    assert isinstance(make("random", "seed"), RandomPlayer)
    greedy = make("greedy", "seed", 123)
    assert isinstance(greedy, GreedyPlayer) and greedy.budget_ms == 123


@pytest.mark.parametrize("name", RANKS)
def test_a_rank_searches_as_long_as_it_is_said_to(name: str) -> None:
    rank, player = RANKS[name], make(name, "seed", 123)
    if rank.whims:
        assert isinstance(player, WhimsicalPlayer) and player.whims == rank.whims
        player = player.better
    assert isinstance(player, SearchPlayer)
    assert (player.iterations, player.budget_ms) == (rank.iterations, 123)


def test_a_higher_rank_thinks_longer_and_has_fewer_whims() -> None:
    for lower, higher in pairwise(RANKS.values()):
        assert lower.iterations <= higher.iterations and lower.whims >= higher.whims
        assert (lower.iterations, lower.whims) != (higher.iterations, higher.whims)
    assert RANKS["6"].whims == 0.0


# ---------------------------------------------------------------------- whims


class Careful(SearchPlayer):
    """Always takes the last option, and counts how often it is asked."""

    def __init__(self) -> None:
        super().__init__("careful", 1)
        self.asked = 0

    def choose(self, match: Match[S], seat: int) -> Choice:
        self.asked += 1
        return match.choices[-1]


OPTIONS = 4
CROSSROADS: Places = {START: Place({f"way {n}": "end" for n in range(OPTIONS)}), "end": Place()}


def whimsical(whims: float, seed: str, times: int) -> tuple[list[Choice], int]:
    """What a whimsical player chooses, again and again, and how often it thinks."""
    better = Careful()
    player = WhimsicalPlayer(better, whims, seed)
    match = tale(CROSSROADS)
    return [player.choose(match, RED) for _ in range(times)], better.asked


def test_without_whims_every_choice_is_thought_about() -> None:
    assert whimsical(0.0, "seed", 20) == ([("way 3",)] * 20, 20)


def test_with_nothing_but_whims_no_choice_is_thought_about() -> None:
    choices, asked = whimsical(1.0, "seed", 100)
    assert asked == 0
    assert len(set(choices)) == OPTIONS


def test_a_share_of_the_choices_is_made_on_a_whim() -> None:
    _, asked = whimsical(0.25, "seed", 2000)
    assert 1400 < asked < 1600


def test_whims_are_the_same_for_the_same_seed() -> None:
    assert whimsical(0.5, "one", 50) == whimsical(0.5, "one", 50)
    assert whimsical(0.5, "one", 50) != whimsical(0.5, "other", 50)


# ---------------------------------------------------------------------- what a position is worth


def test_a_win_counts_most_and_the_score_a_little() -> None:
    # Nine tenths for winning, one tenth for the score, of which no more than 1 counts.
    outcome = Outcome((RED, GREEN), "end", (1.0, 0.25, 0.5))
    assert [reward(outcome, seat) for seat in (RED, BLUE, GREEN)] == pytest.approx([1.0, 0.025, 0.95])
    assert reward(Outcome((RED,), "end", (7.0, 3.0)), RED) == pytest.approx(1.0)
    assert reward(Outcome((RED,), "end", (7.0, 3.0)), BLUE) == pytest.approx(0.1)


def test_odds_of_log_odds() -> None:
    assert odds(0.0) == 0.5
    assert odds(log(3.0)) == pytest.approx(0.75)
    assert odds(-log(3.0)) == pytest.approx(0.25)


def test_odds_of_what_is_beyond_doubt() -> None:
    assert 0.0 < odds(-1e6) == odds(-1e3) < 1e-12
    assert 1.0 - 1e-12 < odds(1e3) == odds(1e6) <= 1.0


STANDING: Places = {
    START: Place({"win": "won", "go on": START}, looks=log(3.0)),
    "won": Place(winners=(RED, BLUE), score=1.0),
}


def test_a_position_is_judged_by_its_features_and_an_end_by_its_outcome() -> None:
    match = tale(STANDING, sides=(0, 0, 1))
    judge = Judge(match.game, match.options)

    def worths() -> list[float]:
        return [judge.worth(match.game, match.state, seat) for seat in (RED, BLUE, GREEN)]

    assert worths() == pytest.approx([0.75, 0.75, 0.25])
    match.choose(("win",))
    assert worths() == pytest.approx([1.0, 1.0, 0.1])


@pytest.mark.parametrize(
    ("sides", "rewards", "judged"),
    [
        ((0, 0, 1), [0.375, 0.375, 0.125], [RED]),  # of two sides one look is enough
        ((1, 0, 0), [0.125, 0.375, 0.375], [RED]),
        ((0, 1, 2), [0.375, 0.125, 0.125], [RED, BLUE, GREEN]),
        ((0, 0, 0), [0.375, 0.375, 0.375], [RED]),
    ],
)
def test_partners_expect_the_same_and_no_side_is_judged_twice(
    sides: tuple[int, ...], rewards: list[float], judged: list[int]
) -> None:
    diary = Diary()
    match = tale(STANDING, diary, sides=sides)
    sums = [0.5, 0.0, 0.0]
    Judge(match.game, match.options).add(sums, match.game, match.state, 0.5)
    assert sums == pytest.approx([0.5 + rewards[0], *rewards[1:]])
    assert diary.judged == judged


def teams() -> Iterator[tuple[AnyGame, str]]:
    """Every mode in which some seats share a side."""
    for game in GAMES:
        for mode, options in game.modes.items():
            sides = game.sides(game.settle(options))
            if len(set(sides)) < len(sides):
                yield game, mode


@pytest.mark.parametrize(("game", "mode"), list(teams()), ids=lambda value: str(getattr(value, "slug", value)))
def test_partners_in_real_games_see_the_same_worth(game: AnyGame, mode: str) -> None:
    """That a side is judged by its first seat is right only if all its seats see the position alike."""
    match = begin(game, mode, 1)
    judge = Judge(game, match.options)
    worths: dict[int, set[float]] = {}
    for seat, side in enumerate(judge.sides):
        worths.setdefault(side, set()).add(judge.worth(game, match.state, seat))
    assert all(len(of_side) == 1 for of_side in worths.values())


# ---------------------------------------------------------------------- what an option promises


RUNNING: Priorities = {"road": {"run": log(3.0), "rest": log(0.5)}}


@pytest.mark.parametrize(
    ("prompt", "verbs", "promises"),
    [
        # One who runs is three times as likely right as one who does what the book does not name.
        ("road", ["run", "walk", "crawl"], [3 / 5, 1 / 5, 1 / 5]),
        ("road", ["run", "rest"], [6 / 7, 1 / 7]),
        # Each option of a kind has the weight of its kind.
        ("road", ["run", "walk", "run"], [3 / 7, 1 / 7, 3 / 7]),
        # The book says nothing of this prompt.
        ("river", ["run", "walk"], [1 / 2, 1 / 2]),
    ],
)
def test_promises(prompt: str, verbs: list[str], promises: list[float]) -> None:
    match = tale(CROSSROADS, priorities=RUNNING)
    choices: list[Choice] = [(verb, at) for at, verb in enumerate(verbs)]
    assert Judge(match.game, match.options).promises(prompt, choices) == pytest.approx(promises)
