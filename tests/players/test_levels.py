"""The levels: their names in two languages, their random choices, and values of positions worked out by hand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import log

import pytest
from msgspec.structs import replace

from sandtable.engine.errors import SandtableError
from sandtable.engine.game import Outcome, S
from sandtable.engine.insight import Insight
from sandtable.engine.match import Match
from sandtable.engine.types import Choice
from sandtable.players import LEVELS, RANKS, UnknownLevel, make, parse_level
from sandtable.players.evaluation import Evaluator, final_values, probability, shares
from sandtable.players.greedy import GreedyPlayer
from sandtable.players.plans import PlanningPlayer
from sandtable.players.random import RandomPlayer
from sandtable.players.randomized import RandomizedPlayer
from sandtable.players.search import SearchPlayer
from tests.players.tiny_game import START, Place, Places, Priorities, Trace, tiny_match
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
    assert parse_level(text) == meant


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
    if rank.blunder_rate:
        assert isinstance(player, RandomizedPlayer) and player.blunder_rate == rank.blunder_rate
        player = player.searcher
    if rank.far:
        assert isinstance(player, PlanningPlayer) and (player.lines, player.budget_ms) == (rank.iterations, 123)
        player = player.other
    assert isinstance(player, SearchPlayer)
    assert (player.iterations, player.budget_ms) == (rank.iterations, 123)
    assert (player.far, player.most_iterations) == (rank.far, rank.most_iterations)


def test_a_higher_rank_searches_more_and_chooses_less_at_random() -> None:
    for lower, higher in pairwise(RANKS.values()):
        assert lower.iterations <= higher.iterations and lower.blunder_rate >= higher.blunder_rate
        assert (lower.iterations, lower.blunder_rate) != (higher.iterations, higher.blunder_rate)
    assert RANKS["6"].blunder_rate == 0.0


# ---------------------------------------------------------------------- choices made at random


class LastOption(SearchPlayer):
    """Always takes the last option, and counts how often it is asked."""

    def __init__(self) -> None:
        super().__init__("last option", 1)
        self.asked = 0

    def choose(self, match: Match[S], seat: int) -> Choice:
        self.asked += 1
        return match.choices[-1]


OPTIONS = 4
CROSSROADS: Places = {START: Place({f"way {n}": "end" for n in range(OPTIONS)}), "end": Place()}


def randomized(blunder_rate: float, seed: str, times: int) -> tuple[list[Choice], int]:
    """What a randomized player chooses, again and again, and how often it searches."""
    searcher = LastOption()
    player = RandomizedPlayer(searcher, blunder_rate, seed)
    match = tiny_match(CROSSROADS)
    return [player.choose(match, RED) for _ in range(times)], searcher.asked


def test_with_rate_0_every_choice_is_searched() -> None:
    assert randomized(0.0, "seed", 20) == ([("way 3",)] * 20, 20)


def searched_of_100(level: str, **said: object) -> int:
    """How many of 100 choices of the red seat are searched, if the book says this of random choices."""
    searcher = LastOption()
    match = tiny_match(CROSSROADS, book=replace(Insight("by test", 0.9, {"looks": 1.0}), **said))
    player = RandomizedPlayer(searcher, 0.0, "seed", level)
    for _ in range(100):
        player.choose(match, RED)
    return searcher.asked


@pytest.mark.parametrize(("level", "searched"), [("2", 0), ("3", 100)])
def test_a_book_may_say_how_often_a_level_chooses_at_random(level: str, searched: int) -> None:
    assert searched_of_100(level, random_choices={"2": 1.0}) == searched


@pytest.mark.parametrize(
    ("seat", "level", "searched"),
    [
        ("red", "2", 100),
        # What is said of another level or another seat leaves it at what is said of all.
        ("red", "3", 0),
        ("blue", "2", 0),
    ],
)
def test_a_book_may_say_it_of_a_seat(seat: str, level: str, searched: int) -> None:
    everywhere = {"2": 1.0, "3": 1.0}
    assert searched_of_100(level, random_choices=everywhere, random_choices_of={seat: {"2": 0.0}}) == searched


def test_the_opponents_of_a_level_follow_the_book() -> None:
    player = make("2", "seed")
    assert isinstance(player, RandomizedPlayer) and player.level == "2"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_in_every_book_a_higher_level_chooses_less_at_random(game: AnyGame) -> None:
    seats = {seat for mode in game.modes.values() for seat in game.seats(game.settle(mode))}
    for book in game.insights.books.values():
        assert not set(book.random_choices_of) - seats
        for said in (book.random_choices, *book.random_choices_of.values()):
            assert not set(said) - {level for level, rank in RANKS.items() if rank.blunder_rate}
        # Where only some levels look to a horizon, a seat that gains by it may err more again from there on, ...
        views = [[name for name in RANKS if RANKS[name].far], [name for name in RANKS if not RANKS[name].far]]
        for levels in views if book.horizon else [list(RANKS)]:
            for seat in seats:
                shares = [book.chosen_at_random(level, seat, RANKS[level].blunder_rate) for level in levels]
                assert sorted(set(shares), reverse=True) == shares
        # ... but all seats together never do.
        sums = [sum(book.chosen_at_random(level, seat, RANKS[level].blunder_rate) for seat in seats) for level in RANKS]
        assert sorted(set(sums), reverse=True) == sums


def test_with_rate_1_no_choice_is_searched() -> None:
    choices, asked = randomized(1.0, "seed", 100)
    assert asked == 0
    assert len(set(choices)) == OPTIONS


def test_a_share_of_the_choices_is_made_at_random() -> None:
    _, asked = randomized(0.25, "seed", 2000)
    assert 1400 < asked < 1600


def test_random_choices_are_the_same_for_the_same_seed() -> None:
    assert randomized(0.5, "one", 50) == randomized(0.5, "one", 50)
    assert randomized(0.5, "one", 50) != randomized(0.5, "other", 50)


# ---------------------------------------------------------------------- the value of a position


@pytest.mark.parametrize("sides", [(0,), (0, 1), (0, 1, 2)])
def test_a_lost_game_is_worth_nearly_nothing_but_more_than_the_worst_position(sides: tuple[int, ...]) -> None:
    lost = final_values(Outcome(() if len(sides) == 1 else (1,), "end", (0.0, 1.0, 0.0)[: len(sides)]), sides)[RED]
    assert lost == pytest.approx(0.0)
    assert probability(-1000.0) < lost < probability(-25.0)


def test_who_pays_for_putting_off_the_end_lets_a_lost_game_end() -> None:
    """Each way round costs more; without the cost a position is better than a defeat however bad it is."""
    circle: Places = {START: Place({"stay": START, "end": "lost"}, looks=-40.0), "lost": Place(winners=(BLUE,))}
    assert make("greedy", "seed").choose(tiny_match(circle), RED) == ("end",)
    hoping: Places = {START: Place({"stay": START, "end": "lost"}, looks=-20.0), "lost": Place(winners=(BLUE,))}
    assert make("greedy", "seed").choose(tiny_match(hoping), RED) == ("stay",)


def test_a_win_counts_most_and_the_score_a_little() -> None:
    # Nine tenths for winning, one tenth by score: 0.25 and 0.75 of it here.
    assert final_values(Outcome((RED,), "end", (1.0, 3.0)), (0, 1)) == pytest.approx([0.925, 0.075])
    # Seats of one side have one score and win once.
    assert final_values(Outcome((RED, BLUE), "end", (0.6, 0.6, 0.4)), (0, 0, 1)) == pytest.approx([0.96, 0.04])


def test_a_game_against_nobody_is_worth_its_win_and_its_score() -> None:
    assert final_values(Outcome((RED,), "end", (0.5,)), (0,)) == pytest.approx([0.95])
    assert final_values(Outcome((), "end", (0.5,)), (0,)) == pytest.approx([0.05])
    assert final_values(Outcome((RED,), "end", (7.0,)), (0,)) == pytest.approx([1.0])


def test_sides_that_win_together_share_the_win() -> None:
    shared = final_values(Outcome((RED, GREEN), "end", (1.0, 0.5, 1.0)), (0, 1, 2))
    assert shared == pytest.approx([0.45 + 0.04, 0.02, 0.45 + 0.04])
    nobody = final_values(Outcome((), "end", (0.0, 0.0, 0.0)), (0, 1, 2))
    assert nobody == pytest.approx([1 / 3, 1 / 3, 1 / 3])


@pytest.mark.parametrize("winners", [(), (RED,), (BLUE, GREEN), (RED, BLUE, GREEN)])
def test_what_finished_games_of_several_sides_are_worth_adds_up_to_one(winners: tuple[int, ...]) -> None:
    assert sum(final_values(Outcome(winners, "end", (0.2, 0.9, 0.0)), (0, 1, 2))) == pytest.approx(1.0)


def test_values_of_three_sides_add_up_to_one_and_follow_the_log_odds() -> None:
    assert shares([0.0, 0.0, 0.0]) == pytest.approx([1 / 3, 1 / 3, 1 / 3])
    # Two thirds of log 8 are log 4: four parts of six.
    assert shares([log(8.0), 0.0, 0.0]) == pytest.approx([4 / 6, 1 / 6, 1 / 6])
    assert sum(shares([1e6, -1e6, 3.0])) == pytest.approx(1.0)


def test_for_two_sides_the_shares_are_the_logistic_function() -> None:
    for lead in (-3.0, -0.4, 0.0, 2.5):
        assert shares([lead, -lead]) == pytest.approx([probability(lead), probability(-lead)])


def test_probability_of_log_odds() -> None:
    assert probability(0.0) == 0.5
    assert probability(log(3.0)) == pytest.approx(0.75)
    assert probability(-log(3.0)) == pytest.approx(0.25)


def test_probability_of_extreme_log_odds() -> None:
    assert 0.0 < probability(-1e6) == probability(-1e3) < 1e-12
    assert 1.0 - 1e-12 < probability(1e3) == probability(1e6) <= 1.0


STANDING: Places = {
    START: Place({"win": "won", "go on": START}, looks=log(3.0)),
    "won": Place(winners=(RED, BLUE), score=1.0),
}


def test_a_position_is_valued_by_its_features_and_an_end_by_its_outcome() -> None:
    match = tiny_match(STANDING, sides=(0, 0, 1))
    evaluator = Evaluator(match.game, match.options)

    def values() -> list[float]:
        return [evaluator.value(match.game, match.state, seat) for seat in (RED, BLUE, GREEN)]

    assert values() == pytest.approx([0.75, 0.75, 0.25])
    match.choose(("win",))
    assert values() == pytest.approx([1.0, 1.0, 0.0])


@pytest.mark.parametrize(
    ("sides", "rewards", "evaluated"),
    [
        ((0, 0, 1), [0.375, 0.375, 0.125], [RED]),  # with two sides, one evaluation is enough
        ((1, 0, 0), [0.125, 0.375, 0.375], [RED]),
        # Log-odds of log 3 and twice half of that against it, shrunk by a third: 3 parts, 1 and 1.
        ((0, 1, 2), [0.3, 0.1, 0.1], [RED, BLUE, GREEN]),
        ((0, 0, 0), [0.375, 0.375, 0.375], [RED]),
    ],
)
def test_partners_share_a_value_and_no_side_is_evaluated_twice(
    sides: tuple[int, ...], rewards: list[float], evaluated: list[int]
) -> None:
    trace = Trace()
    match = tiny_match(STANDING, trace, sides=sides)
    sums = [0.5, 0.0, 0.0]
    Evaluator(match.game, match.options).add_values(sums, match.game, match.state, 0.5)
    assert sums == pytest.approx([0.5 + rewards[0], *rewards[1:]])
    assert trace.evaluated == evaluated


def teams() -> Iterator[tuple[AnyGame, str]]:
    """Every mode in which some seats share a side."""
    for game in GAMES:
        for mode, options in game.modes.items():
            sides = game.sides(game.settle(options))
            if len(set(sides)) < len(sides):
                yield game, mode


@pytest.mark.parametrize(("game", "mode"), list(teams()), ids=lambda value: str(getattr(value, "slug", value)))
def test_partners_in_real_games_see_the_same_value(game: AnyGame, mode: str) -> None:
    """Only the first seat of a side is evaluated, so all its seats must see the same value."""
    match = begin(game, mode, 1)
    evaluator = Evaluator(game, match.options)
    values: dict[int, set[float]] = {}
    for seat, side in enumerate(evaluator.sides):
        values.setdefault(side, set()).add(evaluator.value(game, match.state, seat))
    assert all(len(of_side) == 1 for of_side in values.values())


# ---------------------------------------------------------------------- priors of options


RUNNING: Priorities = {"road": {"run": log(3.0), "rest": log(0.5)}}


@pytest.mark.parametrize(
    ("prompt", "verbs", "priors"),
    [
        # Running is three times as likely to be right as what the book does not name.
        ("road", ["run", "walk", "crawl"], [3 / 5, 1 / 5, 1 / 5]),
        ("road", ["run", "rest"], [6 / 7, 1 / 7]),
        # Each option of a kind has the weight of its kind.
        ("road", ["run", "walk", "run"], [3 / 7, 1 / 7, 3 / 7]),
        # The book says nothing of this prompt.
        ("river", ["run", "walk"], [1 / 2, 1 / 2]),
    ],
)
def test_priors(prompt: str, verbs: list[str], priors: list[float]) -> None:
    match = tiny_match(CROSSROADS, priorities=RUNNING)
    choices: list[Choice] = [(verb, at) for at, verb in enumerate(verbs)]
    assert Evaluator(match.game, match.options).priors(match.game, match.state, prompt, choices) == pytest.approx(
        priors
    )


def test_options_of_one_verb_may_have_priors_of_their_own() -> None:
    # Running is three times as likely as walking to be right, and running to 1 three times as likely as to 0.
    match = tiny_match(CROSSROADS, priorities=RUNNING, lean=lambda g, choices: [0.0, log(3.0), 0.0])
    choices: list[Choice] = [("run", 0), ("run", 1), ("walk",)]
    priors = Evaluator(match.game, match.options).priors(match.game, match.state, "road", choices)
    assert priors == pytest.approx([3 / 13, 9 / 13, 1 / 13])
