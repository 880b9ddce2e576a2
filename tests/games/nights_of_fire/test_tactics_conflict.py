"""Tactics Phase of the commander: collecting, choosing, and the Combat deck."""

from __future__ import annotations

from tests.citing import example, rule
from tests.games.nights_of_fire.budapest import PACK, City, Table, city


def selection(ruleset: str = "conflict_basic") -> City:
    """The Tactics Phase of the first round comes next; the Revolutionary holds one card."""
    return city(ruleset).hand("rev_01").phase("tactics")


def take(table: Table, *cards: str) -> Table:
    for card in cards:
        table.choose("take", f"tactics:{card}")
    return table


def combat_deck(table: Table) -> list[str]:
    """From the top."""
    return [PACK.tactics_keys[card] for card in table.state.tactics.combat[::-1]]


@rule("tactics.conflict.collect", "tactics.conflict.select_max")
def test_the_commander_collects_every_pile_and_chooses_up_to_six() -> None:
    table = selection().tactics(discard=["M1", "M2"], combat_discard=["S2"]).roll([]).start()
    assert (table.asked, table.prompt) == ("commander", "tactics.select")
    assert len(table.all("take")) == 12
    assert table.facts["left"] == 6
    assert not table.state.tactics.discard | table.state.tactics.combat_discard
    take(table, "M1", "M2", "M3", "S2", "E1", "E2")
    assert table.prompt == "rev.order"  # six are chosen: nothing more is asked
    assert table.tactics(table.state.tactics.hand) == ["M1", "M2", "M3", "E1", "E2", "S2"]


@rule("tactics.conflict.fewer", "tactics.conflict.combat_deck")
def test_fewer_cards_may_be_chosen_and_all_others_are_shuffled_into_the_combat_deck() -> None:
    table = selection().roll(["tactics:S2", "tactics:M3"]).start()
    take(table, "R1")
    table.choose("done")
    assert table.tactics(table.state.tactics.hand) == ["R1"]
    assert combat_deck(table)[:2] == ["S2", "M3"]  # as the shuffle brought them out
    assert len(combat_deck(table)) == 11
    assert table.script_left() == 0


@example("ex.tactics.opening_hand")
@rule("tactics.conflict.combat_deck", "comp.tactics_cards")
def test_example_opening_hand() -> None:
    table = selection().roll([]).start()
    take(table, "M1", "M2", "E2", "E3", "S1", "R2")
    assert sorted(combat_deck(table)) == sorted(["M3", "E1", "S2", "S3", "R1", "R3"])


@example("ex.tactics.one_unavailable")
@rule("tactics.conflict.unavailable_count", "tactics.conflict.select_max")
def test_example_one_unavailable_card() -> None:
    table = selection().tactics(unavailable=["S2"]).roll([]).start()
    assert len(table.all("take")) == 11
    assert table.refused("take", "tactics:S2") == "tactics.conflict.unavailable_count"
    assert table.facts["left"] == 5
    take(table, "M1", "M2", "M3", "E1", "E2")
    assert table.prompt == "rev.order"
    assert len(combat_deck(table)) == 6


@example("ex.tactics.kept_and_two_unavailable")
@rule(
    "tactics.conflict.kept_separate",
    "tactics.conflict.kept_joins",
    "tactics.conflict.unavailable_count",
    "adjust.tactics.conflict.reveal",
    "every_nth",
)
def test_example_a_kept_card_and_two_unavailable_ones() -> None:
    # Six disabled units at the end of the round: 6 // 3 = 2 cards are unavailable.
    down = city("conflict_basic").regiments("13", "reg_4-", "reg_5-", "reg_6-")
    down = down.regiments("9", "reg_104-", "reg_106-", "reg_257-").kept("M1").phase("morale")
    table = down.roll("tactics:S1", "tactics:S2", []).start()
    assert table.prompt == "tactics.select"
    assert table.tactics(table.state.tactics.unavailable) == ["S1", "S2"]
    assert len(table.all("take")) == 9
    assert table.refused("take", "tactics:M1") == "tactics.conflict.kept_separate"
    take(table, "M2", "M3", "E1", "E2")
    assert table.prompt != "tactics.select"
    assert table.tactics(table.state.tactics.hand) == ["M1", "M2", "M3", "E1", "E2"]
    assert len(combat_deck(table)) == 5
    assert "M1" not in combat_deck(table)


@rule("tactics.conflict.combat_size", "tactics.conflict.kept_joins")
def test_a_full_selection_leaves_six_combat_cards_or_five_beside_a_kept_one() -> None:
    table = take(selection().roll([]).start(), "M1", "M2", "M3", "E1", "E2", "E3")
    assert len(combat_deck(table)) == 6
    table = take(selection().kept("R3").roll([]).start(), "M1", "M2", "M3", "E1", "E2", "E3")
    assert len(combat_deck(table)) == 5
    assert table.state.tactics.hand.bit_count() == 7  # six chosen and the kept one


@rule("info.tactics_hand_secret")
def test_only_the_commander_reads_what_is_taken() -> None:
    table = take(selection().roll([]).start(), "M1")
    assert table.last("took_tactics", seat=1) == ("tactics:M1",)
    assert table.told("took_tactics", seat=0) == table.told("took_tactics") == []


@rule("tactics.headline.reveal")
def test_the_top_headline_is_turned_up_after_the_selection() -> None:
    table = selection("conflict_advanced").headline(None).roll([]).start()
    assert table.state.headlines.open == -1
    table.choose("done")
    assert PACK.headline_keys[table.state.headlines.open] == "H1"
    assert table.last("headline") == ("headline:H1",)
    assert table.state.headlines.open not in table.state.headlines.deck


@rule("tactics.headline.reveal")
def test_there_are_no_headlines_in_the_basic_version() -> None:
    table = selection().roll([]).start().choose("done")
    assert table.state.headlines.open == -1 and not table.told("headline")
