"""Matches on the toy game: asking, choosing, undoing, forking, scripting, and changing nothing on an error."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from sandtable.engine.ask import Ask, Flow, Legality, Offer
from sandtable.engine.chance import Chance, Scripted
from sandtable.engine.errors import (
    BadOptions,
    BadPosition,
    ChanceExhausted,
    ChanceMismatch,
    DeadEnd,
    GameOver,
    IllegalChoice,
    NoUndo,
    StaleAsk,
    WrongSeat,
)
from sandtable.engine.game import Game
from sandtable.engine.match import Match
from sandtable.engine.playout import playout
from sandtable.engine.replay import save
from sandtable.engine.start import Origin, position_of, start, state_hash
from sandtable.engine.types import Choice, Json
from tests.engine.toy import FIRST_DEAL, SEATS, TOY, Toy

DEAL: list[Scripted] = [FIRST_DEAL]
RED, BLUE = 0, 1
SUN, RAIN = 5, 1


def begin(*chance: Scripted, **options: object) -> Match[Toy]:
    """Red holds cards 1 and 3, blue 2 and 4; what comes after the deal is scripted."""
    return start(TOY, options, Origin("seed", (*DEAL, *chance)))


def play_to_fight(match: Match[Toy]) -> None:
    match.choose(("stance", "bold"))
    match.choose(("wager", 1))


def play_turn(match: Match[Toy]) -> None:
    play_to_fight(match)
    match.choose(match.choices[0])
    if match.ask is not None and match.ask.prompt == "toy.ambush":
        match.choose(("pass",))


def snapshot(match: Match[Toy]) -> tuple[object, ...]:
    """Everything that an error must leave alone."""
    told = [(line.key, line.args) for line in match.lines(RED)]
    return save(match, Origin("seed")), match.number, list(match.choices), told, match.state.chance.used


def offer_two(g: Toy, offer: Offer) -> None:
    offer.add(("left",))
    offer.add(("right",))


TWO_WAYS: Legality[Toy] = Legality(offer_two, {})
NO_WAY: Legality[Toy] = Legality(lambda g, offer: None, {})
ONE_WAY: Legality[Toy] = Legality(lambda g, offer: offer.add(("on",)), {})


# ---------------------------------------------------------------------- asking and choosing


def test_the_first_ask_and_its_options() -> None:
    match = begin(SUN)
    assert match.ask is not None
    assert (match.ask.seat, match.ask.prompt, match.number) == (RED, "toy.stance", 0)
    assert match.choices == [("stance", "careful"), ("stance", "bold")]
    assert match.facts() == {"turn": 1}


def test_a_game_is_played_to_its_end() -> None:
    match = start(TOY, {}, Origin("end"))
    while match.ask is not None:
        match.choose(match.choices[0])
    assert match.outcome is not None
    assert match.outcome.reason == "end.score"
    assert match.choices == []
    with pytest.raises(GameOver):
        match.choose(("pass",))


def test_a_single_option_is_taken_by_the_match() -> None:
    match = begin(SUN)
    play_to_fight(match)
    # The higher of red's two cards stays in hand in the first turn, so that one can be played.
    assert [decision.auto for decision in match.history] == [False, False, True]
    assert match.history[2].choice == ("play", "card:1")
    assert match.number == 3


def test_an_ask_that_would_tell_something_is_asked_with_a_single_option() -> None:
    match = begin(SUN)
    play_to_fight(match)
    assert match.ask is not None
    assert match.ask.prompt == "toy.ambush"
    assert match.choices == [("pass",)]


def test_refused_choices_change_nothing() -> None:
    match = begin(RAIN)
    match.choose(("stance", "bold"))
    before = snapshot(match)
    with pytest.raises(IllegalChoice, match=r"refused by wager\.rain") as refused:
        match.choose(("wager", 2))
    assert refused.value.rule == "wager.rain"
    with pytest.raises(IllegalChoice, match="not among the options") as unheard:
        match.choose(("wager", 17))
    assert unheard.value.rule is None
    with pytest.raises(WrongSeat, match="red is asked, not blue"):
        match.choose(("wager", 1), BLUE)
    with pytest.raises(StaleAsk, match="ask 0 is not the current one, which is 1"):
        match.choose(("wager", 1), RED, 0)
    assert snapshot(match) == before


def test_a_team_mate_may_answer_and_is_recorded() -> None:
    def play(g: Toy) -> Flow[Toy]:
        yield Ask(RED, "way", TWO_WAYS, team=1 << BLUE)
        g.turn = 9

    match = start(replace(TOY, play=play), {}, Origin("team"))
    match.choose(("left",), BLUE)
    assert [decision.seat for decision in match.history] == [BLUE]


def test_why_not_by_choice_by_verb_and_by_thing() -> None:
    match = begin(SUN, ambush=False)
    assert match.why_not(("stance",)) == []
    match = begin(RAIN, 3, "card:5", SUN)
    match.choose(("stance", "bold"))
    assert match.why_not(("wager",)) == [(("wager", 2), "wager.rain")]
    assert match.why_not(("wager", 1)) == []
    match.choose(("wager", 0))
    assert match.why_not(("ambush",)) == [(("ambush",), "ambush.card")]
    assert match.why_not("card:6") == []


def test_what_is_not_possible_names_each_verb_of_which_nothing_is_offered() -> None:
    match = begin(RAIN, 3, "card:5", SUN)
    match.choose(("stance", "bold"))
    assert match.impossible() == []  # a wager of 2 is refused, others are offered
    match.choose(("wager", 0))
    assert match.impossible() == [(("ambush",), "ambush.card")]


def test_options_are_checked_by_value_and_type() -> None:
    assert TOY.settle({"turns": 1}) == {"turns": 1, "ambush": True}
    with pytest.raises(BadOptions, match="option 'turns' cannot be 2; it can be 3, 1"):
        TOY.settle({"turns": 2})
    with pytest.raises(BadOptions, match="option 'turns' cannot be True"):
        TOY.settle({"turns": True})
    with pytest.raises(BadOptions, match="toy has no option 'tides'; it has turns, ambush"):
        TOY.settle({"tides": 1})


# ---------------------------------------------------------------------- an error in mid-choice


@pytest.mark.parametrize(
    ("script", "error"),
    [((), ChanceExhausted), ((9,), ChanceMismatch), ((4,), ChanceExhausted), ((4, "card:1"), ChanceMismatch)],
)
def test_a_choice_whose_chance_fails_is_not_made(script: tuple[Scripted, ...], error: type[Exception]) -> None:
    match = begin(SUN, *script)
    play_to_fight(match)
    before = snapshot(match)
    with pytest.raises(error):
        match.choose(("pass",))
    assert snapshot(match) == before
    match.script((4, "card:5", SUN))
    match.choose(("pass",))
    assert match.state.turn == 2


def test_a_fault_of_the_game_leaves_the_match_where_it_was() -> None:
    def play(g: Toy) -> Flow[Toy]:
        yield Ask(RED, "way", TWO_WAYS)
        g.wager = 2
        yield Ask(RED, "nothing", NO_WAY)

    broken: Game[Toy] = replace(TOY, play=play)
    match = start(broken, {}, Origin("fault"))
    before = state_hash(match)
    with pytest.raises(DeadEnd, match="no option for 'nothing'"):
        match.choose(("left",))
    assert (state_hash(match), match.number, match.choices) == (before, 0, [("left",), ("right",)])


# ---------------------------------------------------------------------- undo


def second_turn(*chance: Scripted, **position: Json) -> Match[Toy]:
    """Red leads the second turn with cards 1 and 3, either of which may be played."""
    cards: Json = {"red": ["card:1", "card:3"], "blue": ["card:2", "card:6"], "deck": ["card:4", "card:5"]}
    fields: dict[str, Json] = {"turn": 2, "cards": cards, **position}
    return start(TOY, {}, Origin("second", chance or None, fields))


def test_undo_takes_back_choice_after_choice_across_checkpoints() -> None:
    match = second_turn(SUN)
    snapshots = [snapshot(match)]
    for choice in (("stance", "bold"), ("wager", 1)):
        match.choose(choice)
        snapshots.append(snapshot(match))
    assert match.ask is not None and match.ask.prompt == "toy.play"
    assert len(match.checkpoints) == 2
    for expected in reversed(snapshots[:-1]):
        match.undo()
        assert snapshot(match) == expected
    with pytest.raises(NoUndo, match="there is no choice"):
        match.undo()
    match.choose(("stance", "bold"))
    match.choose(("wager", 1))
    assert snapshot(match) == snapshots[-1]


def test_undo_takes_back_what_the_match_took_by_itself() -> None:
    def play(g: Toy) -> Flow[Toy]:
        yield Ask(RED, "way", TWO_WAYS)
        yield Ask(RED, "only", ONE_WAY)
        yield Ask(RED, "way", TWO_WAYS)
        g.turn = 9

    match = start(replace(TOY, play=play), {}, Origin("auto"))
    match.choose(("left",))
    assert match.number == 2
    match.undo()
    assert (match.number, match.history) == (0, [])


@pytest.mark.parametrize("shown", [False, True], ids=["a roll", "a card shown"])
def test_undo_does_not_reach_behind_chance_or_what_was_shown(shown: bool) -> None:
    match = second_turn(SUN, 4, "card:4", SUN)
    play_to_fight(match)
    match.choose(("play", "card:1"))
    if not shown:
        match.choose(("pass",))
    before = snapshot(match)
    with pytest.raises(NoUndo, match="chance was used or something hidden was shown"):
        match.undo()
    assert snapshot(match) == before


def test_undo_says_why_not_and_to_others_nothing_of_chance() -> None:
    match = second_turn(SUN, 4, "card:4", SUN)
    assert undo_refusal(match, RED) == "nothing"
    match.choose(("stance", "bold"))
    assert (undo_refusal(match, RED), undo_refusal(match, BLUE)) == ("", "other")
    match.choose(("wager", 1))
    match.choose(("play", "card:1"))  # shown: nobody may take it back, but who did not choose is only told that
    assert (undo_refusal(match, RED), undo_refusal(match, BLUE)) == ("chance", "other")


def undo_refusal(match: Match[Toy], seat: int) -> str:
    try:
        match.undo_target(1 << seat)
    except NoUndo as refused:
        return refused.reason
    return ""


# ---------------------------------------------------------------------- forks and scripts


def test_a_fork_is_a_match_of_its_own() -> None:
    match = second_turn()
    play_to_fight(match)
    before = snapshot(match)
    twin = match.fork(explain=True, keep=True)
    assert snapshot(twin) == before
    twin.choose(("play", "card:3"))
    twin.choose(("pass",))
    assert snapshot(match) == before
    match.choose(("play", "card:3"))
    match.choose(("pass",))
    assert snapshot(match) == snapshot(twin)


def test_a_fork_can_undo_as_far_as_its_original() -> None:
    match = second_turn(SUN)
    start_ = snapshot(match)
    play_to_fight(match)
    twin = match.fork(explain=True, keep=True)
    twin.undo()
    twin.undo()
    assert snapshot(twin) == start_


def test_a_light_fork_keeps_no_record() -> None:
    match = second_turn()
    play_to_fight(match)
    twin = match.fork()
    assert (twin.log, twin.history, twin.checkpoints) == (None, [], [])
    assert (state_hash(twin), twin.number, twin.choices) == (state_hash(match), match.number, match.choices)


def test_a_script_replaces_what_was_scripted_and_can_be_lifted() -> None:
    match = second_turn(SUN, 1, "card:4", SUN)
    play_to_fight(match)
    match.choose(("play", "card:3"))
    match.script((6, "card:5", RAIN))
    free = match.fork(keep=True)
    free.script(None)
    match.choose(("pass",))
    assert (match.state.hand(RED), match.state.weather) == ([0, 4], RAIN)
    free.choose(("pass",))
    assert free.state.turn == 3


def test_a_script_given_in_mid_game_survives_undo_and_fork() -> None:
    match = second_turn(SUN)
    match.script((2, "card:5", RAIN))
    match.choose(("stance", "bold"))
    match.undo()
    for twin in (match.fork(keep=True), match):
        play_to_fight(twin)
        twin.choose(("play", "card:1"))
        twin.choose(("pass",))
        assert twin.state.weather == RAIN


# ---------------------------------------------------------------------- hidden things


def test_determinized_matches_keep_what_the_seat_knows_and_vary_the_rest() -> None:
    match = second_turn()
    play_to_fight(match)
    truth = TOY.scene(match.state, RED)
    hands = set()
    for n in range(30):
        twin = match.determinized(RED, Chance.from_seed(str(n)))
        assert TOY.scene(twin.state, RED) == truth
        assert twin.choices == match.choices
        assert not TOY.invariants(twin.state)
        hands.add(tuple(twin.state.hand(BLUE)))
    assert len(hands) == 6  # two of the four cards that red does not see


def test_the_future_of_a_determinized_match_is_its_own() -> None:
    match = second_turn(SUN)
    rolls = set()
    for n in range(30):
        twin = match.determinized(RED, Chance.from_seed(str(n)))
        assert twin.state.chance.script is None
        play_turn(twin)
        rolls.add(twin.state.weather)
    assert rolls == {1, 2, 3, 4, 5, 6}


def test_options_of_another_seat_are_those_of_the_drawn_world() -> None:
    match = second_turn()
    play_to_fight(match)
    match.choose(("play", "card:1"))
    assert match.choices == [("pass",), ("ambush",)]
    options = {len(match.determinized(RED, Chance.from_seed(str(n))).choices) for n in range(20)}
    assert options == {1, 2}


def test_a_log_is_read_by_those_who_may() -> None:
    match = second_turn(SUN, 4, "card:4", SUN)
    play_turn(match)
    keys = {seat: [line.key for line in match.lines(seat)] for seat in (RED, BLUE, None)}
    assert "draw" in keys[RED]
    assert "draw" not in keys[BLUE]
    assert keys[None] == keys[BLUE]
    assert match.lines(RED, 2) == match.lines(RED)[2:]


def test_without_explanations_there_is_no_log() -> None:
    match = start(TOY, {}, Origin("quiet"), explain=False)
    play_turn(match)
    assert match.lines(RED) == []


# ---------------------------------------------------------------------- positions


def test_a_partial_position_overrides_the_start() -> None:
    match = second_turn(SUN, score={"blue": 7})
    assert match.state.turn == 2
    assert match.state.score == [0, 7]


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ({"tide": 1}, "tide: there is no such field"),
        ({"turn": "two"}, "turn: takes a whole number from 1 to 9, not 'two'"),
        ({"score": 3}, "score: takes an object"),
        ({"score": {"green": 3}}, "score.green: there is no such field"),
        ({"leader": "green"}, "leader: 'green' is unknown; known are red, blue"),
        ({"cards": {"red": ["card:1", "card:1"]}}, "cards.red: card:1 lies in two places"),
        ({"played": "card:1", "cards": {"red": ["card:1"], "blue": [], "deck": [], "gone": []}}, "one is missing"),
        ({"chance": {"key": "ff"}}, "chance.key: takes 64 hexadecimal digits"),
        ({"resume": {"tide": 1}}, "resume.tide: there is no such field"),
        ({"resume": {"from": {}}}, "resume: choices: takes a list of choices"),
        ({"resume": {"from": {}, "choices": [["fly"]]}}, "resume: ['fly'] is not among the options"),
        ({"resume": {"from": {}, "choices": [1]}}, "resume: choice: takes a list that begins with a verb, not 1"),
        ({"resume": {"from": {}, "choices": [], "chance": []}}, "resume: the script has no value left for 'weather'"),
        ({"resume": {"from": {}, "choices": [], "chance": 3}}, "resume: a script is a list, not 3"),
        ({"turn": 3, "resume": {"from": {}, "choices": []}}, "turn: differs from where 'resume' leads"),
    ],
)
def test_an_impossible_position_is_refused_by_name(position: dict[str, Json], message: str) -> None:
    with pytest.raises(BadPosition) as refused:
        start(TOY, {}, Origin("bad", None, position))
    assert message in str(refused.value)


def test_a_position_from_which_nobody_can_go_on_is_refused() -> None:
    def play(g: Toy) -> Flow[Toy]:
        yield Ask(RED, "nothing", NO_WAY)

    with pytest.raises(BadPosition, match="the game cannot go on from here"):
        start(replace(TOY, play=play), {}, Origin("stuck", None, {}))


def test_a_position_in_mid_order_continues_identically() -> None:
    match = second_turn()
    for choice in (("stance", "bold"), ("wager", 1), ("play", "card:3")):
        match.choose(choice)
        again = start(TOY, {}, Origin("other", None, position_of(match)))
        assert (state_hash(again), again.choices) == (state_hash(match), match.choices)
        assert position_of(again) == position_of(match)


def test_a_position_of_a_scripted_match_says_what_chance_gave() -> None:
    match = begin(RAIN)
    match.choose(("stance", "bold"))
    position = position_of(match)
    assert isinstance(position["resume"], dict)
    assert position["resume"]["chance"] == [RAIN]
    again = start(TOY, {}, Origin("other", (4, "card:5", SUN), position))
    assert state_hash(again) == state_hash(match)
    assert position_of(again) == position
    with pytest.raises(IllegalChoice, match=r"wager\.rain"):
        again.choose(("wager", 2))
    again.choose(("wager", 1))
    again.choose(("pass",))
    assert again.state.weather == SUN


def test_a_script_goes_with_a_position_between_orders() -> None:
    match = second_turn(SUN)
    play_to_fight(match)
    again = start(TOY, {}, Origin("other", (6, "card:4", RAIN), position_of(match)))
    assert state_hash(again) == state_hash(match)
    again.choose(("play", "card:3"))
    again.choose(("pass",))
    assert again.state.weather == RAIN


# ---------------------------------------------------------------------- playouts


def test_a_playout_ends_and_decides_like_a_match() -> None:
    """The same choices from the same chance lead to the same end, recorded or not."""
    for seed in range(20):
        match = start(TOY, {}, Origin(str(seed)))
        rng = random.Random(seed)
        while match.ask is not None:
            match.choose(match.choices[0] if len(match.choices) == 1 else rng.choice(match.choices))
        state = TOY.new(TOY.settle({}), Chance.from_seed(str(seed)))
        pick = random.Random(seed)

        def choose(choices: list[Choice], pick: random.Random = pick) -> Choice:
            return pick.choice(choices)

        assert playout(TOY, state, choose) > 0
        assert TOY.describe(state) == TOY.describe(match.state)


def test_a_playout_names_the_ask_without_options() -> None:
    def play(g: Toy) -> Flow[Toy]:
        yield Ask(RED, "nothing", NO_WAY)

    stuck: Game[Toy] = replace(TOY, play=play)
    with pytest.raises(DeadEnd, match="no option for 'nothing'"):
        playout(stuck, TOY.new(TOY.settle({}), Chance.from_seed("stuck")), lambda choices: choices[0])


def test_seats_are_named() -> None:
    assert begin(SUN).seats == SEATS
