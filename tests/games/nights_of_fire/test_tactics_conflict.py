"""Tactics Phase of the commander: collecting, choosing, and the Combat deck."""

from __future__ import annotations

from tests.citing import rule
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


@rule("tactics.conflict.collect")
def test_what_is_collected_is_everything_but_the_unavailable_and_the_kept_card() -> None:
    # Cards lie in the hand, both discard piles and the Combat deck; S1 is unavailable, R2 was kept.
    position = selection().tactics("E1", "E2", discard=["M1"], combat_discard=["S2", "S3"], unavailable=["S1"])
    table = position.kept("R2").combat("M2").roll([]).start()
    collected = {"M1", "M2", "M3", "E1", "E2", "E3", "S2", "S3", "R1", "R3"}
    assert {choice[1] for choice in table.all("take")} == {f"tactics:{card}" for card in collected}
    assert table.facts["left"] == 5  # none of them is in the hand any more
    tactics = table.state.tactics
    assert (tactics.hand, tactics.discard, tactics.combat_discard) == (0, 0, 0)
    assert sorted(combat_deck(table)) == sorted(collected)
    assert (table.tactics(tactics.unavailable), PACK.tactics_keys[tactics.kept]) == (["S1"], "R2")


@rule("tactics.conflict.fewer", "tactics.conflict.combat_deck")
def test_fewer_cards_may_be_chosen_and_all_others_are_shuffled_into_the_combat_deck() -> None:
    table = selection().roll(["tactics:S2", "tactics:M3"]).start()
    take(table, "R1")
    table.choose("done")
    assert table.tactics(table.state.tactics.hand) == ["R1"]
    assert combat_deck(table)[:2] == ["S2", "M3"]  # as the shuffle brought them out
    assert len(combat_deck(table)) == 11
    assert table.script_left() == 0


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
