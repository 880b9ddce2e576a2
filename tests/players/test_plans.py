"""Plans: where a book says so, opponents think out a turn of their own as a whole."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import exp

import pytest

from sandtable import players
from sandtable.engine.errors import BadFile
from sandtable.engine.insight import Insight
from sandtable.engine.match import Match
from sandtable.engine.start import Origin, start
from sandtable.games import load
from sandtable.players import plans
from sandtable.players.plans import (
    LATER,
    NOTHING_PLANNED,
    WORLDS,
    Change,
    Planned,
    Planner,
    PlanningPlayer,
    Step,
    Trials,
    next_of,
)
from sandtable.players.search import SearchPlayer
from tests.clocks import Clock
from tests.players.tiny_game import START, Place, Places, TinyGame, Trace, tiny_match

RED, BLUE = 0, 1

CAMPAIGN: Places = {
    START: Place({"muster": "camp", "rest": "home"}),
    "camp": Place({"march": "city", "loot": "mutiny", "desert": "mutiny", "quarrel": "mutiny"}, looks=-1.0),
    "home": Place({"sleep": "bed", "eat": "bed"}, looks=0.5),
    "city": Place({"answer": "over", "ignore": "over"}, seat=BLUE, turn=BLUE, looks=3.0),
    "mutiny": Place({"answer": "over", "ignore": "over"}, seat=BLUE, turn=BLUE, looks=-3.0),
    "bed": Place({"answer": "over", "ignore": "over"}, seat=BLUE, turn=BLUE, looks=0.5),
    "over": Place(),
}
"""To muster pays only with the march after it, and looks bad before; three of four ways to go on are a disaster."""


def share(log_odds: float) -> float:
    """The probability that has these log-odds."""
    return 1 / (1 + exp(-log_odds))


def steps(*verbs: str) -> tuple[Step, ...]:
    """A plan in which everything is equally important."""
    return tuple([Step((verb,)) for verb in verbs])


def verbs(plan: Sequence[Step]) -> list[str]:
    return [str(step.choice[0]) for step in plan]


MARCHED = share(3.0)
"""The value of the city."""
TURNS: Mapping[str, Callable[[TinyGame], int]] = {"turn": lambda g: g.place.turn}
PLANNING = Insight("by hand", 0.0, {"looks": 1.0}, {}, plans="turn")


def campaign(trace: Trace | None = None, book: Insight = PLANNING) -> Match[TinyGame]:
    return tiny_match(CAMPAIGN, trace, clocks=TURNS, book=book)


def planning(lines: int, planner: Planner | None = None, seed: str = "seed") -> PlanningPlayer:
    return PlanningPlayer(SearchPlayer(seed, 60), planner or Planner(seed), lines)


def test_a_plan_is_worth_its_best_course_and_not_the_mean_of_all() -> None:
    match = campaign()
    assert SearchPlayer("seed", 60).choose(match, RED) == ("rest",), "by the next position it looks better"
    player = planning(60)
    match.choose(player.choose(match, RED))
    match.choose(player.choose(match, RED))
    assert match.state.at == "city"


def test_what_is_planned_is_remembered_and_gone_on_with() -> None:
    trace = Trace()
    match = campaign(trace)
    planner = Planner("seed")
    player = planning(60, planner)
    match.choose(player.choose(match, RED))
    until, value, plan = planner.planned
    assert until == RED and [step.choice for step in plan] == [("march",)] and value == pytest.approx(MARCHED)
    thought = len(trace.worlds)
    assert player.choose(match, RED) == ("march",)
    # The plan itself in every world, then a tenth of the lines; each of these in one world at least.
    more = len(trace.worlds) - thought
    assert WORLDS + 60 // LATER <= more <= WORLDS * (1 + 60 // LATER)
    assert thought >= 60


@pytest.mark.parametrize(("stake", "changes"), [(1.0, 6), (0.5, 3), (0.0, 0)])
def test_less_is_thought_about_what_matters_less_once_there_is_a_plan(stake: float, changes: int) -> None:
    trace = Trace()
    crossed = {**CAMPAIGN, "camp": Place(CAMPAIGN["camp"].ways, looks=-1.0, stake=stake)}
    match = tiny_match(crossed, trace, clocks=TURNS, book=PLANNING)
    match.choose(("muster",))
    assert planning(60, Planner("seed", Planned(RED, MARCHED, steps("march")))).choose(match, RED) == ("march",)
    # The plan in every world; each change once, since all other ways are clearly worse or cannot be gone any more.
    assert WORLDS + changes <= len(trace.worlds) <= WORLDS * (1 + changes)


@pytest.mark.parametrize(
    ("expected", "again"), [(MARCHED, False), (share(2.7), False), (share(2.5), True), (share(3.5), True)]
)
def test_what_comes_otherwise_than_expected_is_planned_again(expected: float, again: bool) -> None:
    trace = Trace()
    match = campaign(trace)
    match.choose(("muster",))
    planning(60, Planner("seed", Planned(RED, expected, steps("march")))).choose(match, RED)
    assert (len(trace.worlds) > 60) == again


def test_a_plan_may_be_handed_on_to_another_player() -> None:
    match = campaign()
    first = Planner("seed")
    match.choose(planning(60, first).choose(match, RED))
    second = Planner("another", first.planned)
    assert planning(0, second).choose(match, RED) == ("march",)


def test_a_plan_is_for_one_turn_only() -> None:
    match = campaign()
    planner = Planner("seed", Planned(BLUE, 0.5, steps("rest")))
    assert planning(60, planner).choose(match, RED) == ("muster",)


@pytest.mark.parametrize("plans_of_book", ["", "turn"])
def test_only_turns_of_its_own_are_planned_and_only_if_the_book_says_so(plans_of_book: str) -> None:
    match = campaign(book=Insight("by hand", 0.0, {"looks": 1.0}, {}, plans=plans_of_book))
    planner = Planner("seed")
    player = planning(60, planner)
    for verb in ("muster", "march"):
        match.choose((verb,))
    player.choose(match, BLUE)
    assert (planner.planned != NOTHING_PLANNED) == bool(plans_of_book)
    assert match.game.own_turn(match.state, BLUE) and not match.game.own_turn(match.state, RED)


def test_in_a_turn_of_others_another_player_decides() -> None:
    crossed = {**CAMPAIGN, START: Place({"muster": "camp", "rest": "home"}, turn=BLUE)}
    match = tiny_match(crossed, clocks=TURNS, book=PLANNING)
    assert planning(60).choose(match, RED) == SearchPlayer("seed", 60).choose(match, RED) == ("rest",)


def test_a_plan_ends_where_the_clock_changes() -> None:
    trace = Trace()
    planning(40).choose(campaign(trace), RED)
    assert all(len(line) <= 2 for line in trace.thoughts)
    assert max(len(line) for line in trace.thoughts) == 2


def test_the_same_seed_makes_the_same_plan() -> None:
    found = set()
    for _ in range(2):
        planner = Planner("seed")
        planning(30, planner).choose(campaign(), RED)
        found.add(planner.planned)
    assert len(found) == 1


def test_planning_ends_when_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    trace = Trace()
    monkeypatch.setattr(plans, "monotonic", Clock(step=0.1))
    player = planning(10_000)
    player.budget_ms = 1000
    player.choose(campaign(trace), RED)
    assert WORLDS < len(trace.worlds) <= WORLDS * 11


# ---------------------------------------------------------------------- one plan and its changes


def trials(trace: Trace | None = None) -> Trials[TinyGame]:
    match = campaign(trace)
    return Trials(match, RED, Planner("seed").random, PLANNING)


def test_a_plan_is_followed_and_what_cannot_be_chosen_left_out() -> None:
    made, value = trials().played(b"0" * 32, list(steps("march", "muster", "sail", "march")), None)
    assert verbs(made) == ["muster", "march"]
    assert value == pytest.approx(MARCHED)


MARCHES: Places = {
    START: Place({"left": "fork", "right": "fork"}),
    "fork": Place({"left": "end", "right": "end"}),
    "end": Place({"answer": "over", "ignore": "over"}, seat=BLUE, turn=BLUE),
    "over": Place(),
}


@pytest.mark.parametrize(
    ("change", "plan", "made"),
    [
        (Change(0), ["left", "left"], ["right", "left"]),  # instead of the first choice; the second is as planned
        (Change(1), ["left", "left"], ["left", "right"]),
        (Change(0, before=True), ["left"], ["right", "left"]),  # what was to come first comes second now
        (Change(0, left_out=True), ["left", "right", "left"], ["right", "left"]),
    ],
)
def test_a_step_is_changed_left_out_or_another_put_before_it(change: Change, plan: list[str], made: list[str]) -> None:
    match = tiny_match(MARCHES, clocks=TURNS, book=PLANNING)
    tried = Trials(match, RED, Planner("seed").random, PLANNING)
    assert verbs(tried.played(b"0" * 32, list(steps(*plan)), change)[0]) == made


@pytest.mark.parametrize("left_out", [False, True])
def test_an_order_is_changed_with_all_its_parts(left_out: bool) -> None:
    """What belongs to an attack that is not made must not be taken for part of the next order."""
    match = tiny_match(MARCHES, clocks=TURNS, book=PLANNING)
    tried = Trials(match, RED, Planner("seed").random, PLANNING)
    plan = [Step(("left",)), Step(("left",), stake=0.5), Step(("right",))]
    made = verbs(tried.played(b"0" * 32, plan, Change(0, left_out=left_out))[0])
    assert made[0] == "right" and (left_out or made[1] == "right")


def test_a_plan_that_is_clearly_worse_is_tried_in_one_world_only() -> None:
    trace = Trace()
    tried = trials(trace)
    assert tried.rated(list(steps("muster", "loot")), None, 0.9)[1] == plans.NO_VALUE
    assert len(trace.worlds) == 1
    tried.rated(list(steps("muster", "march")), None, 0.9)
    assert len(trace.worlds) == 1 + WORLDS


@pytest.mark.parametrize(
    ("begin", "choices", "place"),
    [(0, [("b",), ("c",)], 1), (2, [("b",), ("c",)], 2), (0, [("d",)], 3), (3, [("a",)], 3)],
)
def test_the_next_step_of_a_plan_that_is_possible(begin: int, choices: list[tuple[str]], place: int) -> None:
    assert next_of(list(steps("a", "b", "c")), begin, list(choices), 0, 1.0) == place


ATTACKS = [
    Step(("attack",), stage=1),
    Step(("go_on",), stage=1, stake=0.4),
    Step(("strike",), stage=1),
    Step(("go_on",), stage=1, stake=0.4),
    Step(("move",), stage=2, stake=0.3),
    Step(("attack",), stage=2),
]


@pytest.mark.parametrize(
    ("begin", "verb", "stage", "stake", "place"),
    [
        (1, "go_on", 1, 0.4, 1),
        (2, "go_on", 1, 0.4, 6),  # a round more than planned: that of the next battle is not taken for it
        (1, "strike", 1, 1.0, 2),  # a round less than planned: what matters more passes over it
        (3, "strike", 1, 1.0, 6),
        (1, "attack", 1, 1.0, 6),  # what is for a later stage waits for it
        (1, "move", 2, 0.3, 4),  # what was left of an earlier stage is over
        (5, "move", 2, 0.3, 6),
    ],
)
def test_a_step_is_made_in_its_stage_and_passes_over_none_that_matters_more(
    begin: int, verb: str, stage: int, stake: float, place: int
) -> None:
    assert next_of(ATTACKS, begin, [(verb,), ("other",)], stage, stake) == place


def test_the_stage_of_a_step_is_what_the_clock_of_the_book_shows() -> None:
    staged = Insight("by hand", 0.0, {"looks": 1.0}, {}, plans="turn", plan_stages="hour")
    hours = {**TURNS, "hour": lambda g: 1 if g.at == START else 2}
    match = tiny_match(CAMPAIGN, clocks=hours, book=staged)
    made = Trials(match, RED, Planner("seed").random, staged).played(b"0" * 32, [], None)[0]
    assert [step.stage for step in made] == [1, 2]


# ---------------------------------------------------------------------- who plans


@pytest.mark.parametrize(("turn", "stages"), [("week", ""), ("turn", "week")])
def test_a_book_names_clocks_that_the_game_has(turn: str, stages: str) -> None:
    with pytest.raises(BadFile, match="there is no clock 'week'; there are turn"):
        campaign(book=Insight("by hand", 0.0, {"looks": 1.0}, {}, plans=turn, plan_stages=stages))


@pytest.mark.parametrize(("level", "planned"), [("4", False), ("5", True), ("6", True)])
def test_the_two_highest_levels_plan(level: str, planned: bool) -> None:
    planner = Planner("seed")
    # The book has no random choices for these levels, so that each of them thinks.
    book = Insight("by hand", 0.0, {"looks": 1.0}, {}, plans="turn", random_choices={"4": 0.0, "5": 0.0})
    players.make(level, "seed", planner=planner).choose(campaign(book=book), RED)
    assert (planner.planned != NOTHING_PLANNED) == planned


@pytest.mark.parametrize("mode", ["sichelschnitt-2", "sichelschnitt-3"])
def test_a_turn_in_europe_is_that_of_the_powers_of_a_seat(mode: str) -> None:
    game = load("battle_for_europe")
    match = start(game, game.modes[mode], Origin("seed"), explain=False)
    on_turn = [game.own_turn(match.state, seat) for seat in range(len(match.seats))]
    assert on_turn == [True] + [False] * (len(match.seats) - 1), "Germany begins"
