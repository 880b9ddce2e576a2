"""The player who searches: what it tries, how far it looks, what it finds, and that it leaves the match alone."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from math import exp

import pytest

from sandtable.engine.chance import Chance
from sandtable.engine.match import Match
from sandtable.engine.replay import save
from sandtable.engine.start import Origin, start
from sandtable.engine.types import Choice
from sandtable.players import search as search_module
from sandtable.players.greedy import GreedyPlayer
from sandtable.players.search import (
    MAX_CHOICES,
    MIN_WEIGHT,
    PROMISING,
    WIDE,
    ChoiceStats,
    Node,
    SearchPlayer,
    Thought,
    mean_value,
    pick,
    untried_value,
)
from tests.clocks import Clock
from tests.engine.toy import TOY, Toy
from tests.players.tiny_game import START, Place, Places, TinyGame, Trace, tiny_match
from tests.playing import AnyGame, AnyMatch, begin, every_game, in_every_mode, play_on

RED, BLUE, GREEN = 0, 1, 2
FEW = 100
"""Iterations that are plenty for a tiny game."""
LITTLE = 4
"""Iterations for whole games: every option is tried at least once all the same."""
WON = Place(winners=(RED,), score=1.0)
LOST = Place(winners=(BLUE,))


def contest(options: int) -> Places:
    """Options that end the game at once, each with a slightly higher score than the one before."""
    ends = {f"end {n}": Place(score=n / options) for n in range(options)}
    return {START: Place({f"take {n}": f"end {n}" for n in range(options)}), **ends}


def seen(thoughts: list[Thought]) -> list[tuple[Choice, int, float]]:
    return [(thought.choice, thought.visits, thought.value) for thought in thoughts]


def hands(seed: str = "hands") -> Match[Toy]:
    """The toy at its first choice of a card; each seat holds two that the other does not know."""
    match = start(TOY, {}, Origin(seed))
    match.choose(("stance", "careful"))
    match.choose(("wager", 0))
    return match


# ---------------------------------------------------------------------- how iterations are shared


@pytest.mark.parametrize(
    ("options", "iterations", "visits"),
    [
        # Three rounds of 16 lines: 2 worlds for all 8 options, 4 for the better 4, 8 for the best 2.
        (8, 48, [14, 14, 6, 6, 2, 2, 2, 2]),
        # Three rounds of 10 lines: 2 worlds for all 5, 3 for the better 3, 5 for the best 2.
        (5, 30, [10, 10, 5, 2, 2]),
        # One round.
        (2, 10, [5, 5]),
        # However few iterations, a round tries every option that is left.
        (4, 1, [2, 2, 1, 1]),
        # Two rounds of 300 lines: 32 worlds of the 75 and 150 that there would be tell four options and two apart.
        (4, 600, [64, 64, 32, 32]),
        # With many iterations, one world per twenty of them.
        (2, 2000, [100, 100]),
    ],
)
def test_the_better_half_is_tried_further(options: int, iterations: int, visits: list[int]) -> None:
    thoughts = SearchPlayer("seed", iterations).think(tiny_match(contest(options)), RED)
    assert [thought.choice for thought in thoughts] == [(f"take {n}",) for n in reversed(range(options))]
    assert [thought.visits for thought in thoughts] == visits


@pytest.mark.parametrize(("stake", "visits"), [(0.5, [7, 7, 3, 3, 1, 1, 1, 1]), (2.0, [28, 28, 12, 12, 4, 4, 4, 4])])
def test_what_is_at_stake_says_how_much_is_searched(stake: float, visits: list[int]) -> None:
    # With 48 iterations it would be 14, 14, 6, 6, 2, 2, 2, 2.
    places = dict(contest(8))
    places[START] = replace(places[START], stake=stake)
    thoughts = SearchPlayer("seed", 48).think(tiny_match(places), RED)
    assert [thought.visits for thought in thoughts] == visits


def test_of_very_many_options_the_promising_and_some_others_are_tried() -> None:
    options = 3 * WIDE

    def lean(g: TinyGame, choices: list[Choice]) -> list[float]:
        return [float(str(choice[0]).removeprefix("take ")) / options for choice in choices]

    tried = [
        {int(str(each.choice[0]).removeprefix("take ")) for each in thoughts if each.visits}
        for thoughts in (SearchPlayer(str(n), 1).think(tiny_match(contest(options), lean=lean), RED) for n in range(4))
    ]
    promising = set(range(options - PROMISING, options))
    assert all(len(each) == WIDE and promising <= each for each in tried)
    assert len(set.union(*tried)) > 2 * WIDE - PROMISING, "others every time"


def test_as_many_options_as_may_be_tried_are_all_tried() -> None:
    thoughts = SearchPlayer("seed", 1).think(tiny_match(contest(WIDE)), RED)
    assert all(thought.visits for thought in thoughts)


def test_rivals_are_tried_in_the_same_worlds_before_any_is_dropped() -> None:
    trace = Trace()
    SearchPlayer("seed", 48).think(tiny_match(contest(8), trace), RED)
    tried: dict[bytes, list[str]] = {}
    for world, line in zip(trace.worlds, trace.thoughts, strict=True):
        tried.setdefault(world, []).append(line[0])
    assert [len(set(verbs)) for verbs in tried.values()] == [8, 8, 4, 4, 4, 4, *[2] * 8]
    assert all(len(set(verbs)) == len(verbs) for verbs in tried.values())
    assert trace.worlds == [world for world, verbs in tried.items() for _ in verbs], "world after world"


def test_equals_have_equal_chances() -> None:
    match = tiny_match({START: Place(dict.fromkeys("abc", "end")), "end": Place()})
    taken = Counter(SearchPlayer(str(n), 6).choose(match, RED) for n in range(300))
    assert all(70 < taken[(verb,)] < 130 for verb in "abc")


def test_the_same_seed_and_iterations_give_the_same_thoughts() -> None:
    match = hands()
    one, again, other = (seen(SearchPlayer(seed, FEW).think(match, RED)) for seed in ("one", "one", "other"))
    assert one == again
    assert one != other


def test_a_player_that_searches_again_draws_new_worlds() -> None:
    match, player = hands(), SearchPlayer("seed", FEW)
    assert seen(player.think(match, RED)) != seen(player.think(match, RED))


# ---------------------------------------------------------------------- the budget


def test_with_the_least_budget_every_option_is_tried_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_module, "monotonic", Clock(step=1.0))
    match = tiny_match(contest(8))
    thoughts = SearchPlayer("seed", 10**9, budget_ms=1).think(match, RED)
    assert [thought.visits for thought in thoughts] == [1] * 8
    assert thoughts[0].choice == ("take 7",), "the best by what is known"


def test_rounds_share_the_time_if_it_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    # Twelve seconds, one per world: 4 for all 8 options, half of the other 8 for the better 4, the rest for the best 2.
    monkeypatch.setattr(search_module, "monotonic", Clock(step=1.0))
    thoughts = SearchPlayer("seed", 10**9, budget_ms=12_000).think(tiny_match(contest(8)), RED)
    assert [thought.visits for thought in thoughts] == [12, 12, 8, 8, 4, 4, 4, 4]


def test_a_search_ends_when_its_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_module, "monotonic", Clock(step=1.0))
    thoughts = SearchPlayer("seed", 10**9, budget_ms=2000).think(tiny_match(contest(8)), RED)
    # One second for each of two rounds, and none is left for the third.
    assert [thought.visits for thought in thoughts] == [2, 2, 2, 2, 1, 1, 1, 1]


def test_a_budget_that_is_not_used_up_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_module, "monotonic", Clock(step=1.0))
    match = hands()
    timed = SearchPlayer("seed", FEW, budget_ms=10**6).think(match, RED)
    assert seen(timed) == seen(SearchPlayer("seed", FEW).think(match, RED))


def test_without_a_budget_nobody_looks_at_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(step=1.0)
    monkeypatch.setattr(search_module, "monotonic", clock)
    SearchPlayer("seed", FEW).think(hands(), RED)
    assert clock.now == 0.0


# ---------------------------------------------------------------------- forced choices, hidden hands


def counting(worlds: list[tuple[int, ...]]) -> Match[Toy]:
    """The toy, before it is settled who plays which card; where the cards lie in every world drawn is written down."""

    def determinize(g: Toy, seat: int, chance: Chance) -> None:
        TOY.determinize(g, seat, chance)
        worlds.append(tuple(g.where))

    return start(replace(TOY, determinize=determinize), {}, Origin("count", (["card:1", "card:2", "card:3"], 6)))


def test_a_forced_choice_is_not_searched() -> None:
    worlds: list[tuple[int, ...]] = []
    match = counting(worlds)
    match.choose(("stance", "careful"))
    match.choose(("wager", 0))
    assert match.ask is not None and match.ask.seat == BLUE
    assert match.choices == [("pass",)], "blue is asked for show: it does not hold card 6"
    assert SearchPlayer("seed", FEW).choose(match, BLUE) == ("pass",)
    assert not worlds


def test_a_search_looks_into_many_worlds_that_its_seat_may_believe_in() -> None:
    worlds: list[tuple[int, ...]] = []
    match = counting(worlds)
    SearchPlayer("seed", FEW).think(match, RED)
    own = match.state.hand(RED)
    assert len(worlds) == 2 * 32, "two options, each in as many worlds as tell them apart"
    assert {tuple(card for card, at in enumerate(where) if at == RED) for where in worlds} == {tuple(own)}
    blues = {tuple(card for card, at in enumerate(where) if at == BLUE) for where in worlds}
    assert len(blues) == 6, "all pairs of the four cards that red does not hold"


# ---------------------------------------------------------------------- what a search finds


PLAN: Places = {
    START: Place({"grab": "spent", "prepare": "ready"}),
    "spent": Place({"wait": "lost", "weep": "lost"}, looks=1.0),
    "ready": Place({"strike": "won", "dither": "lost"}, looks=-1.0),
    "won": WON,
    "lost": LOST,
}
"""What looks worse at first allows what wins."""


def test_a_search_finds_a_plan_of_two_passes_that_greedy_misses() -> None:
    match = tiny_match(PLAN)
    for n in range(5):
        assert GreedyPlayer(str(n)).choose(match, RED) == ("grab",)
        assert SearchPlayer(str(n), FEW).choose(match, RED) == ("prepare",)


def test_a_search_expects_the_best_answer_of_the_other_side() -> None:
    """One option is a trap that wins half of the games against a random player, the other wins a good third anyway."""
    places: Places = {
        START: Place({"trap": "sprung", "hold": "held"}),
        "sprung": Place({"walk in": "won", "walk by": "lost"}, seat=BLUE),
        "held": Place({"wait": "held", "rest": "held"}, looks=-0.5),
        "won": WON,
        "lost": LOST,
    }
    match = tiny_match(places)
    best, other = SearchPlayer("seed", 2 * FEW).think(match, RED)
    assert (best.choice, other.choice) == (("hold",), ("trap",))
    assert best.value == pytest.approx(1 / (1 + exp(0.5)))
    assert other.value < 0.3


def test_partners_are_expected_to_help() -> None:
    """Blue may open the gate to red or not; it is on the side of red in one game, of green in the other."""
    places: Places = {
        START: Place({"knock": "gate", "hold": "held"}),
        "gate": Place({"open": "inside", "bar": "outside"}, seat=BLUE),
        "held": Place({"wait": "held", "rest": "held"}, looks=0.5),
    }
    together: Places = {"inside": Place(winners=(RED, BLUE), score=1.0), "outside": Place(winners=(GREEN,))}
    against: Places = {"inside": Place(winners=(RED,), score=1.0), "outside": Place(winners=(BLUE, GREEN))}
    ally, enemy = (
        tiny_match({**places, **together}, sides=(0, 0, 1)),
        tiny_match({**places, **against}, sides=(0, 1, 1)),
    )
    assert SearchPlayer("seed", 2 * FEW).choose(ally, RED) == ("knock",)
    assert SearchPlayer("seed", 2 * FEW).choose(enemy, RED) == ("hold",)


def test_the_first_pass_and_what_follows_are_weighed_by_patience() -> None:
    places: Places = {
        START: Place({"go": "between", "stay": "lost"}),
        "between": Place({"left": "won", "right": "won"}, looks=1.0),
        "won": WON,
        "lost": LOST,
    }
    best, other = SearchPlayer("seed", 10).think(tiny_match(places, patience=0.75), RED)
    # A quarter for the position between the passes, three quarters for the win.
    assert best.value == pytest.approx(0.25 / (1 + exp(-1.0)) + 0.75)
    assert other.value == pytest.approx(0.0)


# ---------------------------------------------------------------------- how far a search looks


ENDLESS: Places = {
    START: Place({"a": "second", "b": "second"}),
    "second": Place({"c": "third", "d": "third"}, inside=True),
    "third": Place({"e": START, "f": START}, inside=True),
}
"""Passes of three choices each, without end."""


def lengths(patience: float) -> set[int]:
    """How many choices the lines of a search have."""
    trace = Trace()
    SearchPlayer("seed", 20).think(tiny_match(ENDLESS, trace, patience), RED)
    return {len(line) for line in trace.thoughts}


def test_without_patience_a_search_looks_to_the_end_of_the_pass() -> None:
    assert lengths(0.0) == {3}
    assert SearchPlayer("seed", FEW).choose(tiny_match(PLAN, patience=0.0), RED) == ("grab",)


def test_with_full_patience_a_search_looks_as_far_as_it_may() -> None:
    assert lengths(0.999) == {MAX_CHOICES}


def test_a_search_looks_as_far_as_its_patience_reaches() -> None:
    passes = next(n for n in range(1, 100) if 0.5**n < MIN_WEIGHT)
    assert lengths(0.5) == {3 * passes}


# ---------------------------------------------------------------------- priors


CROSSING: Places = {
    START: Place({"go": "crossing", "ride": "crossing"}),
    "crossing": Place({"left": "end", "middle": "end", "right": "end"}),
    "end": Place(),
}


def crossings(prompt: str, verb: str, priority: float) -> list[str]:
    """The choice at the crossing in every line that began with 'go'."""
    trace = Trace()
    SearchPlayer("seed", 10).think(tiny_match(CROSSING, trace, priorities={prompt: {verb: priority}}), RED)
    return [line[1] for line in trace.thoughts if line[0] == "go"]


@pytest.mark.parametrize("verb", ["left", "middle", "right"])
def test_of_untried_options_the_one_with_the_highest_prior_is_visited_first(verb: str) -> None:
    # The first line is a rollout; the second one is the first to select in the tree.
    assert crossings("crossing", verb, 2.0)[1] == verb


def test_priors_hold_at_their_own_prompt_only() -> None:
    assert crossings("elsewhere", "right", 2.0)[1] == "left", "all alike: the first"


def test_rollouts_draw_options_by_their_priors() -> None:
    assert all(crossings("crossing", verb, 25.0)[0] == verb for verb in ("left", "middle", "right"))


@pytest.mark.parametrize(("at", "choice"), [(0.0, "a"), (0.24, "a"), (0.26, "b"), (0.74, "b"), (0.76, "c"), (1.0, "c")])
def test_options_are_drawn_in_proportion_to_their_priors(at: float, choice: str) -> None:
    assert pick([("a",), ("b",), ("c",)], [0.25, 0.5, 0.25], at) == (choice,)


def test_a_choice_without_results_is_assumed_to_be_as_good_as_can_be() -> None:
    assert mean_value(None) == 1.0
    known = ChoiceStats()
    known.visits, known.total = 4, 3.0
    assert mean_value(known) == 0.75


def test_an_untried_option_is_valued_a_little_below_its_siblings() -> None:
    node = Node()
    assert untried_value(node) == 0.5
    for verb, visits, total in (("a", 1, 1.0), ("b", 3, 1.4)):
        child = node.children[(verb,)] = Node()
        child.visits, child.total = visits, total
    assert untried_value(node) == pytest.approx(0.6 - search_module.UNTRIED_PENALTY)


# ---------------------------------------------------------------------- at the table


@in_every_mode
def test_a_search_takes_part_in_every_mode(game: AnyGame, mode: str) -> None:
    """A random game in which now and then a choice is searched, until every seat has had some."""
    match = begin(game, mode, 3)
    rng = random.Random(mode)
    player = SearchPlayer("seed", LITTLE)
    turns = Counter(dict.fromkeys(range(len(match.seats)), 2))
    while turns.total():
        assert match.ask is not None, "the game ended too early"
        seat = match.ask.seat
        if len(match.choices) > 1 and turns[seat]:
            before = save(match, Origin("seed 3"))
            choice = player.choose(match, seat)
            assert save(match, Origin("seed 3")) == before
            match.choose(choice, seat)
            turns[seat] -= 1
        play_on(match, rng, 1)


def inside_a_pass(game: AnyGame) -> AnyMatch:
    """A match in the middle of a pass, with more than one option."""
    match = begin(game, list(game.modes)[-1], 1)
    rng = random.Random(1)
    while match.number == match.checkpoints[-1].number or len(match.choices) == 1:
        play_on(match, rng, 1)
    return match


@every_game()
def test_a_search_in_the_middle_of_a_pass_leaves_the_match_as_it_is(game: AnyGame) -> None:
    match = inside_a_pass(game)
    assert match.ask is not None
    before = save(match, Origin("seed 1"))
    thoughts = SearchPlayer("seed", LITTLE).think(match, match.ask.seat)
    assert sorted(map(str, match.choices)) == sorted(str(thought.choice) for thought in thoughts)
    assert all(0.0 <= thought.value <= 1.0 for thought in thoughts)
    assert save(match, Origin("seed 1")) == before
