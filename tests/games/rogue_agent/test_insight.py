"""What opponents count in Rain City, in positions where it can be worked out by hand."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_agent import turns_begun
from sandtable.games.rogue_agent.insight import FEATURES, City, counted, hit_chances, measure, measure_all
from sandtable.games.rogue_agent.pack import SEATS
from tests.games.rogue_agent.rain_city import PACK, Table, city


def of(table: Table, seat: str, feature: str) -> float:
    """One number of one player, before the others' are taken off."""
    return counted(City(table.state), SEATS.index(seat))[FEATURES.index(feature)]


def test_a_players_own_numbers_less_the_mean_of_the_others() -> None:
    table = city().set(influence={"purple": 5, "yellow": 2, "grey": 0}).turn().start()
    at = FEATURES.index("influence")
    assert [measure(table.state, seat)[at] for seat in range(3)] == [4.0, -0.5, -3.5]
    assert measure_all(table.state) == [measure(table.state, seat) for seat in range(3)]


def test_informants_count_and_are_threatened_by_assassins_and_bombs() -> None:
    position = city().informants("district_3", "purple", "purple").informants("district_4", "purple").turn()
    safe = position.start()
    assert (of(safe, "purple", "informants"), of(safe, "purple", "informants_threatened")) == (3.0, 0.0)
    # An assassin at the gunsmith's may act there and on the next two places of the path; only upper informants fall.
    near = position.assassin(1, "gunsmith").start()
    assert of(near, "purple", "informants_threatened") == 1.0
    # A bomb takes both of its own place.
    assert of(position.bomb(1, "district_3", 2).start(), "purple", "informants_threatened") == 2.0
    assert of(position.bomb(1, "district_3", 3).start(), "purple", "informants_threatened") == 1.0


def test_a_prisoner_is_worth_what_the_bonus_rises_by() -> None:
    same = [card for card in PACK.card_keys if PACK.cards[PACK.card_keys.index(card)].syndicate == 0]
    position = city().pile("purple", same[0]).criminal(1, "purple", same[1]).at(purple="gunsmith").turn()
    table = position.start()
    # One card of a syndicate is worth 1, two are worth 3; the gunsmith is two steps from the headquarters.
    assert (of(table, "purple", "syndicate_bonus"), of(table, "purple", "custody_bonus")) == (1.0, 2.0)
    assert of(table, "purple", "custody_way") == 2.0
    assert of(table, "purple", "custody_bounty") == PACK.cards[PACK.card_keys.index(same[1])].bounty
    assert of(table, "purple", "custody_at_risk") == 0.0
    assert of(position.at(purple="gunsmith", yellow="gunsmith").start(), "purple", "custody_at_risk") == 0.5
    assert of(position.tracks("purple", stamina=2).start(), "purple", "custody_at_risk") == 1.5


@pytest.mark.parametrize(("round_", "seat", "usable"), [(1, "purple", 1.0), (6, "purple", 0.5), (6, "yellow", 0.0)])
def test_what_cannot_be_used_any_more_is_worth_nothing(round_: int, seat: str, usable: float) -> None:
    table = city().turn(seat, round=round_).tracks("purple", ammo=4, evidence=6).start()
    assert of(table, "purple", "ammo") == usable * 4
    assert of(table, "purple", "evidence_six") == usable
    # Four credits pay for two informants, but each takes a turn.
    assert of(table, "purple", "informants_to_come") == min(2, 7 - round_ if seat == "purple" else 0)


def test_the_chance_of_an_attack_is_that_of_the_dice() -> None:
    chances = hit_chances(PACK)
    assert round(chances[2], 4) == round(128 / 216, 4)  # three red dice: two hits on 128 of 216 rolls
    position = city().at(purple="district_3", yellow="motor_pool").assassin(1, "district_3").turn()
    table = position.tracks("purple", ammo=0).tracks("grey", ammo=0).start()
    assert of(table, "purple", "prey_here") == chances[2]
    assert of(table, "grey", "prey_near") == chances[2]  # the headquarters lie beside it
    assert of(table, "yellow", "prey_near") == 0.0
    # No justice beside the police.
    guarded = position.set(police="district_3").start()
    assert of(guarded, "purple", "prey_here") == 0.0


def test_hit_points_make_prey_harder_and_a_defeated_criminal_is_ripe() -> None:
    chances = hit_chances(PACK)
    position = (
        city().at(purple="district_3").tracks("purple", ammo=0).criminal(1, "district_3", "the_understudy", "open")
    )
    assert of(position.turn().start(), "purple", "prey_here") == chances[3]
    fallen = city().at(purple="district_3").criminal(1, "district_3", "the_understudy", "defeated").turn().start()
    assert (of(fallen, "purple", "prey_here"), of(fallen, "purple", "ripe_here")) == (0.0, 1.0)
    assert of(fallen, "yellow", "ripe_near") == 1.0


def test_dangers_are_smaller_for_who_can_still_go_away() -> None:
    table = city().at(purple="district_3", yellow="district_3").assassin(1, "gunsmith").turn("yellow").start()
    assert of(table, "purple", "assassin_near") == 2.0
    assert of(table, "yellow", "assassin_near") < 2.0
    assert of(table, "grey", "assassin_near") == 0.0  # safe in the headquarters
    bombs = city().at(purple="district_3", yellow="gunsmith").bomb(1, "district_3", 1).turn("grey").start()
    assert (of(bombs, "purple", "blast"), of(bombs, "yellow", "blast"), of(bombs, "grey", "blast")) == (4.0, 2.0, 0.0)


def test_what_androids_count() -> None:
    position = city("android-3p").tokens("Aha", "hah", "hah").turn(round=7)
    table = position.start()
    # Two turns to come: one in this round, one in the eighth.
    assert (of(table, "purple", "android_shown"), of(table, "purple", "android_hidden")) == (2.0, 2.0)
    exposed = city("android-3p").androids("purple").at(purple="district_3", yellow="district_3").turn(round=7)
    table = exposed.tracks("yellow", stamina=2).start()
    assert (of(table, "purple", "android_turns"), of(table, "purple", "burnable")) == (2.0, 1.0)
    assert (of(table, "purple", "quarry"), of(table, "yellow", "quarry")) == (0.5, 1 / 6)
    guarded = exposed.informants("district_3", "yellow", "grey").set(burnt=["gunsmith"]).start()
    assert of(guarded, "purple", "burnable") < 1.0


def test_the_turn_clock_changes_with_every_turn_and_phase() -> None:
    table = city("agent-2p").turn().start()
    before = turns_begun(table.state)
    table.choose("end")
    between = turns_begun(table.state)
    table.match.script(None)
    table.choose("end")
    assert before < between < turns_begun(table.state)
