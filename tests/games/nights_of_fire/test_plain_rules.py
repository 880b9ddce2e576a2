"""Plain rules of the set-up and of the turns, each by itself."""

from __future__ import annotations

import pytest

from sandtable.engine.errors import ChanceMismatch
from tests.citing import rule
from tests.games.nights_of_fire.budapest import Table, city, new_game
from tests.games.nights_of_fire.marshal import ASSAULT, HUNT, SWEEP
from tests.games.nights_of_fire.paying import pay, turn

PRESTIGE = {"konev_basic": 20, "konev_advanced": 26, "conflict_basic": 23, "conflict_advanced": 23}


@rule(
    "setup.morale",
    "setup.readiness",
    "setup.prestige.konev_basic",
    "setup.prestige.konev_advanced",
    "setup.prestige.conflict",
)
@pytest.mark.parametrize("ruleset", list(PRESTIGE))
@pytest.mark.parametrize("players", [1, 2])
def test_where_the_markers_start(ruleset: str, players: int) -> None:
    state = new_game(ruleset=ruleset, revolutionaries=players).state
    assert (state.morale, state.prestige, state.readiness) == (25, PRESTIGE[ruleset], 3)


@rule("setup.regiments.staging", "setup.regiments.forward")
@pytest.mark.parametrize("ruleset", list(PRESTIGE))
def test_where_the_regiments_start(ruleset: str) -> None:
    table = new_game(ruleset=ruleset)
    divisions = {
        ("13", "staging_north"): ("reg_4", "reg_5", "reg_6"),
        ("9", "staging_south"): ("reg_104", "reg_106", "reg_257"),
        ("11", "staging_buda"): ("reg_315", "reg_319", "reg_327"),
    }
    for (district, staging), regiments in divisions.items():
        assert [table.regiment(key) for key in regiments] == [district, staging, staging]


# ---------------------------------------------------------------------- the commander


@rule("tactics.conflict.unavailable_count")
@pytest.mark.parametrize(("gone", "most"), [((), 6), (("S1",), 5), (("S1", "R3", "M2"), 3)])
def test_every_unavailable_card_lowers_the_choice_by_one(gone: tuple[str, ...], most: int) -> None:
    table = city("conflict_basic").hand("rev_01").phase("tactics").tactics(unavailable=[*gone]).roll([]).start()
    assert table.facts["left"] == most and len(table.all("take")) == 12 - len(gone)
    for card in gone:
        assert table.refused("take", f"tactics:{card}") == "tactics.conflict.unavailable_count"
    for _ in range(most):
        assert table.prompt == "tactics.select"
        table.choose(*table.choices[0])
    assert table.prompt != "tactics.select" and table.state.tactics.hand.bit_count() == most


@rule("tactics.conflict.kept_separate", "tactics.conflict.kept_joins", "tactics.hint.opening")
def test_the_kept_card_is_not_chosen_counted_or_shuffled() -> None:
    place = city("conflict_basic").hand("rev_01").phase("tactics").kept("R3")
    table = place.roll([]).start()
    assert table.facts["left"] == 6
    assert table.refused("take", "tactics:R3") == "tactics.conflict.kept_separate"
    for card in ("M1", "M2", "E2", "E3", "S1", "R2"):  # what is advised for the first round
        table.choose("take", f"tactics:{card}")
    assert set(table.tactics(table.state.tactics.hand)) == {"M1", "M2", "E2", "E3", "S1", "R2", "R3"}
    assert len(table.state.tactics.combat) == 12 - 7


@rule("sov.turn.any_order")
def test_actions_of_both_cards_are_mixed_in_any_order() -> None:
    def place() -> Table:
        ground = city("conflict_basic").clear().insurgents("9", "fighter_01").insurgents("8", "fighter_02")
        ground.civilian("9", "civ_01").civilian("8", "civ_02").regiments("9", "reg_104", "reg_106").hand("rev_01")
        table = ground.soviet("M1", "M2").start()
        return table.choose("play", "tactics:M1").choose("play", "tactics:M2")

    table = place()
    table.choose("arrest", "civilian:9")  # an action of either card first,
    table.choose("march", "regiment:reg_104", "district:8")  # another one then,
    table.choose("arrest", "civilian:8")  # and the first kind once more
    assert table.civilian("9") == table.civilian("8") == "killed_arrested"
    other = place()
    other.choose("march", "regiment:reg_104", "district:8").choose("arrest", "civilian:8")
    other.choose("march", "regiment:reg_106", "district:8").choose("end_turn")
    assert other.regiment("reg_106") == "8" and other.civilian("8") == "killed_arrested"


# ---------------------------------------------------------------------- Konev


@rule("ops.konev.one_card")
def test_konev_performs_one_card_a_turn() -> None:
    place = city("konev_basic").clear().insurgents("3", "fighter_20", "fighter_19").hand("rev_01", "rev_02")
    table = place.konev(HUNT, ASSAULT, SWEEP).roll(1).start()
    assert table.prompt == "konev.lose"  # nobody is near
    table.choose(*table.choices[0])
    assert table.prompt == "rev.order" and [line.args for line in table.told("konev_card")] == [(f"konev:{HUNT}",)]
    assert table.row()[:3] == [None, ASSAULT, SWEEP]


@rule("konev.move.if_necessary.random")
@pytest.mark.parametrize("regiment", ["reg_315", "reg_319"])
def test_one_of_several_adjacent_regiments_is_drawn(regiment: str) -> None:
    place = city("konev_basic").clear().insurgents("3", "fighter_20").civilian("1", "civ_08").hand("rev_01")
    place.regiments("11", "reg_315").regiments("12", "reg_319", "reg_327-")
    table = place.konev(HUNT).roll(1, f"regiment:{regiment}").start()
    assert table.regiment(regiment) == "1" and table.civilian("1") == "killed_arrested"
    again = city("konev_basic").clear().insurgents("3", "fighter_20").civilian("1", "civ_08").hand("rev_01")
    again.regiments("11", "reg_315").regiments("12", "reg_319", "reg_327-")
    with pytest.raises(ChanceMismatch, match=r"it can draw regiment:reg_315, regiment:reg_319$"):
        again.konev(HUNT).roll(1, "regiment:reg_327").start()


# ---------------------------------------------------------------------- Defy


@rule("rev.defy.overpay", "rev.defy.momentum")
@pytest.mark.parametrize(
    ("cards", "cost", "momentum"),
    [(("rev_01",), 1, 0), (("rev_26",), 2, 1), (("rev_34",), 3, 2), (("rev_26", "rev_27"), 3, 2)],
)
def test_more_than_three_ops_add_nothing(cards: tuple[str, ...], cost: int, momentum: int) -> None:
    """One op less than is spent; two cards of two are four, and bring no more than three."""
    place = turn(*cards, ruleset="konev_advanced").insurgents("9", "fighter_18").regiments("9", "reg_104")
    table = place.barricade("9").tracks(readiness=3).start().choose("defy", "insurgent:fighter_18", cost)
    pay(table, *cards)
    assert table.state.momentum == momentum and table.state.readiness == 2


# ---------------------------------------------------------------------- costs and reinforcements


@rule("rev.barricade.rubble_cost", "rev.barricade.cost.excludes")
@pytest.mark.parametrize(
    ("regiments", "ops"), [((), 1), (("reg_104-",), 1), (("reg_104",), 1), (("reg_104", "reg_106"), 2)]
)
def test_turning_rubble_costs_an_op_for_every_active_regiment_and_one_at_least(
    regiments: tuple[str, ...], ops: int
) -> None:
    place = turn("rev_42", "rev_01", "rev_02", ruleset="conflict_advanced").insurgents("8", "fighter_10").rubble("8")
    table = place.regiments("8", *regiments).garrisons("8").start()
    table.choose("barricade_from_rubble", "insurgent:fighter_10")
    assert table.prompt == "pay" and table.facts["cost"] == ops
    other = place.start().choose("barricade", "insurgent:fighter_10")
    assert other.facts["cost"] == 1 + sum(not regiment.endswith("-") for regiment in regiments)


@rule("reinforce.place.sequence", "reinforce.place", "reinforce.place.many")
def test_several_fighters_may_join_an_insurgent_beside_a_garrison() -> None:
    place = city("konev_basic").clear().insurgents("1", "local_01").garrisons("1", "9").pool("fighter_01", "fighter_02")
    table = place.hand("rev_44").round(2).phase("reinforce").start().choose("reinforce", "card:rev_44")
    table.choose("place", "insurgent:fighter_01", "district:1")
    assert table.refused("place", "insurgent:fighter_02", "district:9") == "reinforce.place"
    table.choose("place", "insurgent:fighter_02", "district:1")
    assert table.at("fighter_01") == table.at("fighter_02") == "1"


@rule("rev.attack.roll", "rev.attack.kill", "rev.attack.wound", "rev.attack.miss")
@rule("rev.attack.readiness.hit", "rev.attack.readiness.miss")
@pytest.mark.parametrize(
    ("die", "killed", "wounded", "readiness"),
    [
        (1, True, False, 4),
        (2, True, False, 4),
        (3, False, True, 4),
        (4, False, True, 4),
        (5, False, True, 4),
        (6, False, False, 6),
    ],
)
def test_the_answer_to_an_open_attack_at_readiness_five(die: int, killed: bool, wounded: bool, readiness: int) -> None:
    place = turn("rev_34").insurgents("9", "fighter_01").regiments("9", "reg_104").tracks(readiness=5, momentum=0)
    table = place.roll(die).start().choose("attack", "insurgent:fighter_01", "regiment:reg_104")
    pay(table, "rev_34")
    assert (table.at("fighter_01") == "killed_arrested") == killed
    assert killed or table.wounded("fighter_01") == wounded
    assert table.state.readiness == readiness and table.state.momentum == 1 and table.regiment("reg_104") == "9-"
