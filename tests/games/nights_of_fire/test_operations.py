"""Course of the game and Operations Phase: phases, whose turn it is, and passing."""

from __future__ import annotations

import random

import pytest

from sandtable.engine.sets import NONE
from sandtable.engine.start import Origin, start
from sandtable.games.nights_of_fire import GAME
from sandtable.games.nights_of_fire.phases import OVER, PHASES
from sandtable.games.nights_of_fire.state import State
from tests.citing import rule
from tests.games.nights_of_fire.budapest import PACK, City, Table, city, new_game

HANDS = (("rev_02", "rev_04", "rev_06"), ("rev_01", "rev_03", "rev_05"))
"""Cards for both Revolutionaries, all of value 1."""


def conflict(revolutionaries: int = 1) -> City:
    """The beginning of an Operations Phase with one fighter on the map, far from all Regiments."""
    table = city("conflict_basic", revolutionaries).clear().insurgents("3", "fighter_01").pool("fighter_02")
    for seat in range(revolutionaries):
        table.hand(*HANDS[seat], seat=seat)
    return table.tactics("M1", "M2", "M3", "E1", "E2").phase("first")


def konev(revolutionaries: int = 1, *row: str) -> City:
    """The same against Konev, whose cards find nothing to do and cost an insurgent each."""
    table = city("konev_basic", revolutionaries).clear().insurgents("3", *[f"fighter_0{n}" for n in range(1, 9)])
    for seat in range(revolutionaries):
        table.hand(*HANDS[seat], seat=seat)
    return table.in_row(*row).phase("first").freely()


def take_turn(table: Table) -> str:
    """Whoever is asked takes a turn of one card; returns who."""
    who = table.asked
    if who == "commander":
        table.match.choose(table.all("play")[0])
        table.choose("end_turn")
        return who
    move_once(table)
    if table.match.ask is not None and table.prompt == "rev.order" and table.offers("end_turn"):
        table.choose("end_turn")
    return who


def move_once(table: Table) -> None:
    """A fighter moves with a card of value 1."""
    table.choose("move", 1)
    if table.prompt == "pay":
        table.match.choose(table.choices[0])
    if table.prompt == "rev.move.step":
        table.match.choose(table.all("go")[0])
    if table.prompt == "rev.move.step":
        table.choose("done")


# ---------------------------------------------------------------------- rounds and phases


@rule("flow.phases", "adjust.order")
@pytest.mark.parametrize("mode", list(GAME.modes))
def test_the_phases_of_a_round_follow_each_other(mode: str) -> None:
    table = new_game(**GAME.modes[mode])
    rng = random.Random(5)
    seen: list[tuple[int, int]] = []
    while table.match.outcome is None and table.state.round < 4:
        stage = stage_of(table.state)
        if stage is not None and seen[-1:] != [(table.state.round, stage)]:
            seen.append((table.state.round, stage))
        table.match.choose(rng.choice(table.choices))
    assert {stage for _, stage in seen} >= {STAGES.index("operations"), STAGES.index("hide")}
    assert seen == sorted(seen)


STAGES = ("draw", "tactics", "reinforce", "operations", "headline", "prestige", "morale", "tactics_adjust", "hide")
"""The phases of a round in their order, and the steps of Adjustment and Clean-up in theirs."""
BELONGS = {"discard": "draw", "select": "tactics", "surrender": "prestige"} | dict.fromkeys(
    ("first", "rev_order", "move", "medic", "sov_order", "konev", "konev_card"), "operations"
)


def stage_of(g: State) -> int | None:
    """The phase that an ask belongs to; fighters are placed in two of them."""
    phase = PHASES[g.phase]
    stage = BELONGS.get(phase, phase)
    return STAGES.index(stage) if stage in STAGES else None


@rule("flow.phases")
def test_one_round_from_draw_to_clean_up() -> None:
    """Nothing but the Draw, Tactics and Reinforcement Phases lies between the last round and the first turn."""
    table = city().clear().insurgents("8", *[f"fighter_0{n}" for n in range(1, 9)]).pool("fighter_20")
    started = table.round(2).phase("draw").roll([]).hand("rev_33").start()
    while started.prompt == "draw.discard":
        started.match.choose(started.choices[0])
    assert None not in started.row()  # dealt before the Reinforcement Phase
    assert started.prompt == "reinforce.card"
    started.choose("no_reinforcement")
    assert (started.prompt, started.state.round) == ("rev.order", 2)


@rule("flow.rounds")
@pytest.mark.parametrize("mode", ["konev_basic_1", "conflict_basic_1"])
def test_no_game_goes_beyond_round_ten(mode: str) -> None:
    for seed in range(3):
        table = new_game(**GAME.modes[mode])
        rng = random.Random(seed)
        while table.match.outcome is None:
            assert 1 <= table.state.round <= 10
            table.match.choose(rng.choice(table.choices))
    last = city().clear().insurgents("8", *[f"fighter_{n:02}" for n in range(1, 9)]).round(10).phase("prestige")
    assert last.start().state.phase == OVER


# ---------------------------------------------------------------------- who is on turn


@rule("ops.first")
@pytest.mark.parametrize("table", [conflict(), konev(1, "konev_01")], ids=["conflict", "konev"])
def test_the_revolutionary_side_has_the_first_turn(table: City) -> None:
    started = table.start()
    assert (started.asked, started.prompt) == ("revolutionary", "rev.order")


@rule("ops.first.two", "info.team_decisions")
@pytest.mark.parametrize("first", ["first", "second"])
def test_two_revolutionaries_choose_who_begins(first: str) -> None:
    started = conflict(2).start()
    assert started.prompt == "ops.first"
    assert started.match.ask is not None and started.match.ask.open_to(0) and started.match.ask.open_to(1)
    assert not started.match.ask.open_to(2)
    assert started.choose("first", f"seat:{first}").asked == first


@rule("ops.first.two")
def test_they_choose_anew_every_round() -> None:
    started = konev(2, "konev_10").start().choose("first", "seat:second").choose("pass")
    rng = random.Random(1)
    while started.prompt != "ops.first":
        started.match.choose(rng.choice(started.choices))
    assert started.state.round == 2
    assert started.choose("first", "seat:first").asked == "first"


@rule("ops.alternate")
def test_turns_alternate() -> None:
    started = conflict().start()
    order = [take_turn(started) for _ in range(4)]
    assert order == ["revolutionary", "commander"] * 2


@rule("ops.alternate.two")
def test_two_revolutionaries_keep_rotating_when_the_soviets_are_done() -> None:
    started = conflict(2).start().choose("first", "seat:second")
    assert take_turn(started) == "second"
    started.choose("pass").choose("keep_nothing")
    assert [take_turn(started) for _ in range(3)] == ["first", "second", "first"]


# ---------------------------------------------------------------------- passing


@rule("ops.pass.continue", "ops.pass.final")
def test_after_a_pass_the_other_side_goes_on() -> None:
    started = conflict().start().choose("pass")
    assert [take_turn(started) for _ in range(3)] == ["commander"] * 3
    other = conflict().start()
    take_turn(other)
    other.choose("pass").choose("keep_nothing")
    assert [take_turn(other) for _ in range(2)] == ["revolutionary"] * 2


@rule("ops.end.conflict")
def test_the_phase_ends_when_both_sides_have_passed() -> None:
    started = conflict().insurgents("3", *[f"fighter_0{n}" for n in range(3, 10)]).tracks(momentum=2).start()
    started.choose("pass")
    assert started.state.prestige == 23
    started.choose("pass").choose("keep_nothing")
    assert started.state.prestige == 22  # the Adjustment Phase has begun


@rule("ops.end.konev", "ops.pass.continue")
def test_konev_performs_the_whole_row_after_a_pass() -> None:
    row = ("konev_08", "konev_07", "konev_10")
    started = konev(1, *row).start().choose("pass")
    lost = 0
    while started.prompt == "konev.lose":
        started.match.choose(started.choices[0])
        lost += 1
    assert lost == 3
    assert started.state.round == 2 or started.prompt == "surrender"


@rule("ops.konev.done")
def test_when_the_row_is_used_up_konev_takes_no_turn() -> None:
    started = konev(1, "konev_08").start()
    take_turn(started)
    started.match.choose(started.choices[0])  # the one card of the row costs an insurgent
    for _ in range(2):
        assert take_turn(started) == "revolutionary"
    empty = konev(1).start()
    assert empty.state.sov_passed
    assert take_turn(empty) == "revolutionary" and empty.asked == "revolutionary"


@rule("ops.pass.partner")
def test_a_pass_counts_for_the_partner_too() -> None:
    started = conflict(2).start().choose("first", "seat:first").choose("pass")
    assert started.state.rev_passed
    assert [take_turn(started) for _ in range(2)] == ["commander"] * 2


@rule("ops.pass.rev_keep")
def test_revolutionaries_keep_their_cards_when_they_pass() -> None:
    started = conflict().start().choose("pass")
    assert started.hand() == sorted(HANDS[0]) and started.discard() == []


@rule("ops.pass.rev_empty")
def test_without_a_card_one_must_pass() -> None:
    started = conflict(2).hand(seat=0).start().choose("first", "seat:first")
    assert started.asked == "commander" and started.state.rev_passed
    assert started.last("passed") == ("seat:first",)


@rule("ops.pass.rev_empty")
def test_without_a_legal_action_one_must_pass() -> None:
    nobody = city("conflict_basic").clear().insurgents("2", "local_01").hand("rev_02").tactics("M1").phase("first")
    assert nobody.start().choices == [("pass",)]  # a local cannot move, and nothing else can be paid


@rule("ops.pass.soviet_keep", "ops.pass.soviet_discard")
def test_a_passing_commander_may_keep_one_card() -> None:
    started = conflict().start()
    take_turn(started)
    started.choose("pass")
    assert started.verbs() == {"keep", "keep_nothing"}
    started.choose("keep", "tactics:E1")
    assert started.state.tactics.kept == PACK.tactics_keys.index("E1")
    assert started.tactics(started.state.tactics.discard) == ["M1", "M2", "M3", "E2"]
    assert started.state.tactics.hand == 0


@rule("ops.pass.soviet_keep", "ops.pass.soviet_discard")
def test_a_passing_commander_need_not_keep_a_card() -> None:
    started = conflict().start()
    take_turn(started)
    started.choose("pass").choose("keep_nothing")
    assert started.state.tactics.kept == NONE
    assert started.tactics(started.state.tactics.discard) == ["M1", "M2", "M3", "E1", "E2"]


@rule("ops.pass.soviet_empty")
def test_a_commander_without_cards_must_pass() -> None:
    started = conflict().tactics().start()
    take_turn(started)
    assert started.asked == "revolutionary" and started.state.sov_passed
    assert started.last("passed") == ("seat:commander",)


@rule("info.team_decisions", "rev.shared_units")
def test_only_the_one_on_turn_gives_orders_but_to_all_insurgents() -> None:
    started = conflict(2).start().choose("first", "seat:second")
    assert started.match.ask is not None
    assert not started.match.ask.open_to(0) and started.match.ask.open_to(1)
    take_turn(started)
    take_turn(started)
    assert started.asked == "first"
    started.choose("move", 1)
    pay_any(started)
    assert started.offers("go", "insurgent:fighter_01", "district:3")  # the partner's group


def pay_any(table: Table) -> None:
    if table.prompt == "pay":
        table.match.choose(table.choices[0])


TEAM = {"ops.first", "reinforce.card", "reinforce.number", "reinforce.place", "cleanup.hide"}
TEAM |= {"konev.hit", "konev.lose", "konev.set_aside", "headline.heal"}
"""What either of two Revolutionaries decides for both."""


@rule("info.team_decisions")
@pytest.mark.parametrize("ruleset", ["konev_advanced", "conflict_advanced"])
def test_either_revolutionary_answers_for_the_team_and_only_there(ruleset: str) -> None:
    seen = set()
    for seed in range(6):
        options = {"ruleset": ruleset, "revolutionaries": 2, "random_reinforcements": True, "tactics_adjustment": True}
        match = start(GAME, options, Origin(f"team {seed}"))
        rng = random.Random(seed)
        while match.ask is not None:
            answering = [seat for seat in range(len(match.seats)) if match.ask.open_to(seat)]
            assert answering == ([0, 1] if match.ask.prompt in TEAM else [match.ask.seat]), match.ask.prompt
            seen.add(match.ask.prompt)
            match.choose(rng.choice(match.choices))
    assert len(seen & TEAM) >= 6
