"""Reinforcement Phase: a Recruit card brings fighters from the pool."""

from __future__ import annotations

import pytest

from tests.citing import rule
from tests.games.nights_of_fire.budapest import City, Table, city

POOL = ("fighter_01", "fighter_06", "fighter_10", "fighter_14")


def phase(ruleset: str = "konev_basic", revolutionaries: int = 1) -> City:
    """The Reinforcement Phase of round 2: four fighters in the pool, a local and a fighter in 8."""
    table = city(ruleset, revolutionaries).clear().pool(*POOL).insurgents("8", "local_01", "fighter_02")
    return table.round(2).phase("reinforce")


def places(table: Table, fighter: str) -> set[str]:
    """The districts to which a fighter may be sent."""
    ours = [choice for choice in table.all("place") if choice[1] == f"insurgent:{fighter}"]
    return {str(choice[2]).removeprefix("district:") for choice in ours}


def place(table: Table, fighter: str, district: str) -> Table:
    return table.choose("place", f"insurgent:{fighter}", f"district:{district}")


# ---------------------------------------------------------------------- the card


@rule("reinforce.skip_first")
def test_round_one_has_no_reinforcement_phase() -> None:
    table = phase().hand("rev_44").round(1).start()
    assert table.prompt == "rev.order"
    assert phase().hand("rev_44").round(2).start().prompt == "reinforce.card"


@rule("reinforce.optional")
def test_the_card_may_be_kept() -> None:
    table = phase().hand("rev_44").start().choose("no_reinforcement")
    assert table.prompt == "rev.order"
    assert table.hand() == ["rev_44"]
    assert all(table.at(fighter) == "reinforcements" for fighter in POOL)


@rule("reinforce.icon")
def test_the_card_needs_the_recruit_icon() -> None:
    table = phase().hand("rev_07", "rev_38", "rev_44").start()
    assert table.refused("reinforce", "card:rev_38") == "reinforce.icon"  # Counterattack
    assert table.offers("reinforce", "card:rev_07")  # Ambush and Recruit
    assert table.offers("reinforce", "card:rev_44")


@rule("reinforce.one_total")
def test_two_revolutionaries_play_one_card_between_them() -> None:
    table = phase(revolutionaries=2).hand("rev_45", seat=0).hand("rev_44", seat=1).start()
    table.match.choose(("reinforce", "card:rev_44"), 1)  # either may answer
    place(table, "fighter_01", "8").choose("done")
    assert table.prompt == "ops.first"
    assert table.hand(0) == ["rev_45"]
    assert table.discard(1) == ["rev_44"]


@rule("reinforce.amount")
@pytest.mark.parametrize(("card", "value"), [("rev_14", 1), ("rev_33", 2), ("rev_44", 3)])
def test_the_card_brings_up_to_its_value(card: str, value: int) -> None:
    table = phase().hand(card).start().choose("reinforce", f"card:{card}")
    for fighter in POOL[:value]:
        assert table.prompt == "reinforce.place"
        place(table, fighter, "8")
    assert table.prompt != "reinforce.place"
    assert [table.at(fighter) for fighter in POOL].count("8") == value


@rule("reinforce.amount")
def test_the_pool_is_a_limit() -> None:
    table = phase().insurgents("14", "fighter_10", "fighter_14").hand("rev_44", "rev_01").start()
    table.choose("reinforce", "card:rev_44")
    assert table.facts["left"] == 2
    place(table, "fighter_01", "8")
    place(table, "fighter_06", "8")
    assert table.prompt == "rev.order"


@rule("reinforce.at_least_one")
def test_at_least_one_fighter_comes() -> None:
    table = phase().hand("rev_44", "rev_01").start().choose("reinforce", "card:rev_44")
    assert table.refused("done") == "reinforce.at_least_one"
    place(table, "fighter_01", "8").choose("done")
    assert table.prompt == "rev.order"


@rule("reinforce.at_least_one")
def test_without_a_fighter_in_the_pool_no_card_is_played() -> None:
    table = phase().insurgents("14", *POOL).hand("rev_44").start()
    assert table.prompt == "rev.order"
    assert table.hand() == ["rev_44"]


@rule("reinforce.discard")
def test_the_card_is_discarded_and_not_replaced() -> None:
    table = phase().hand("rev_01", "rev_14").start().choose("reinforce", "card:rev_14")
    place(table, "fighter_01", "8")
    assert table.hand() == ["rev_01"]
    assert table.discard() == ["rev_14"]


@rule("reinforce.choice")
def test_the_side_chooses_among_the_fighters_of_the_pool() -> None:
    table = phase().hand("rev_14").start().choose("reinforce", "card:rev_14")
    assert {choice[1] for choice in table.all("place")} == {f"insurgent:{fighter}" for fighter in POOL}
    place(table, "fighter_14", "3")
    assert table.at("fighter_14") == "3"


# ---------------------------------------------------------------------- where


@rule("reinforce.place.garrison_state")
def test_a_disabled_garrison_keeps_fighters_out_too() -> None:
    table = phase().garrisons("1-", "2").hand("rev_14").start().choose("reinforce", "card:rev_14")
    assert places(table, "fighter_01") == {"3", "5A", "5B", "6", "7", "8", "9", "11", "12", "13", "14"}
    assert table.refused("place", "insurgent:fighter_01", "district:1") == "reinforce.place.garrison_state"


@rule("reinforce.place.sequence")
def test_every_fighter_is_tested_on_its_own() -> None:
    table = phase().garrisons("1").hand("rev_44").start().choose("reinforce", "card:rev_44")
    for left, fighter in ((3, "fighter_01"), (2, "fighter_06"), (1, "fighter_10")):
        assert table.facts["left"] == left
        assert table.refused("place", f"insurgent:{fighter}", "district:1") == "reinforce.place"
        place(table, fighter, "8")


@rule("reinforce.place.many")
def test_fighters_may_go_to_the_same_or_to_different_districts() -> None:
    table = phase().hand("rev_44").start().choose("reinforce", "card:rev_44")
    for fighter, district in (("fighter_01", "3"), ("fighter_06", "3"), ("fighter_10", "13")):
        place(table, fighter, district)
    assert [table.at(fighter) for fighter in POOL] == ["3", "3", "13", "reinforcements"]


@rule("reinforce.hidden")
def test_fighters_arrive_hidden_and_healthy_and_the_commander_sees_the_block() -> None:
    table = phase("conflict_basic").hand("rev_14").start().choose("reinforce", "card:rev_14")
    place(table, "fighter_06", "9")
    assert table.hidden("fighter_06") and not table.wounded("fighter_06")
    assert table.block("fighter_06") == "block:16"  # not mixed with anybody
    assert table.last("reinforced", seat=1) == ("block:16", "district:9")
    assert table.told("block_who", seat=1) == []
    assert table.last("block_who", seat=0) == ("block:16", "insurgent:fighter_06")


# ---------------------------------------------------------------------- drawn blindly


@rule("difficulty.reinforcements", "difficulty.reinforcements.number")
def test_under_the_option_the_number_is_said_before_fighters_are_drawn() -> None:
    drawn = ["insurgent:fighter_10", "insurgent:fighter_01"]
    table = phase().option(random_reinforcements=True).hand("rev_44", "rev_01").roll(drawn).start()
    table.choose("reinforce", "card:rev_44")
    assert table.prompt == "reinforce.number"
    assert table.choices == [("bring", 1), ("bring", 2), ("bring", 3)]
    table.choose("bring", 2)
    assert {choice[1] for choice in table.all("place")} == set(drawn)
    assert table.refused("done") == "difficulty.reinforcements.number"
    place(table, "fighter_01", "3")
    assert {choice[1] for choice in table.all("place")} == {"insurgent:fighter_10"}
    assert table.refused("done") == "difficulty.reinforcements.number"
    place(table, "fighter_10", "3")
    assert table.prompt == "rev.order"


@rule("difficulty.reinforcements.number")
def test_a_whole_pool_is_taken_without_a_draw() -> None:
    few = phase().insurgents("14", "fighter_10", "fighter_14").option(random_reinforcements=True)
    table = few.hand("rev_44").start().choose("reinforce", "card:rev_44")
    assert table.choices == [("bring", 1), ("bring", 2)]
    table.choose("bring", 2)
    assert {choice[1] for choice in table.all("place")} == {"insurgent:fighter_01", "insurgent:fighter_06"}


@rule("difficulty.reinforcements.number")
def test_fighters_of_a_headline_are_chosen_even_under_the_option() -> None:
    table = phase("conflict_advanced").option(random_reinforcements=True).headline("H11").phase("headline").start()
    assert table.prompt == "reinforce.place"
    assert {choice[1] for choice in table.all("place")} == {f"insurgent:{fighter}" for fighter in POOL}
    assert table.offers("done")


@rule("headline.H5.penalty", "headline.penalty.choices")
def test_a_headline_may_send_fighters_past_garrisons_to_its_targets_only() -> None:
    table = phase("conflict_advanced").headline("H5").garrisons("9").phase("headline").start()
    assert places(table, "fighter_01") == {"9", "11"}
    assert table.refused("place", "insurgent:fighter_01", "district:8") == "headline.H5.penalty"
    assert table.offers("done")  # nobody need come
    place(table, "fighter_01", "9")
    place(table, "fighter_06", "9")
    assert table.state.placing.to_place == 0
    assert [table.at(fighter) for fighter in POOL] == ["9", "9", "reinforcements", "reinforcements"]
