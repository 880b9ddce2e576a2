"""Konev's turn: which card is performed, how Regiments move, and what a card without effect costs."""

from __future__ import annotations

import pytest

from sandtable.engine.errors import ChanceMismatch
from sandtable.games.nights_of_fire.flow import konev_steps
from sandtable.games.nights_of_fire.state import KonevCard
from tests.citing import rule
from tests.games.nights_of_fire.budapest import PACK, City, Table, city
from tests.games.nights_of_fire.marshal import (
    ADVANCE,
    ANY_ORDER,
    ASSAULT,
    HUNT,
    OCCUPATION,
    PACIFY,
    REGROUP,
    ROUND_UP,
    SWEEP,
    attacks,
    is_over,
    moves,
    performs,
)

ROW = (HUNT, ASSAULT, SWEEP, ROUND_UP, REGROUP)
"""Cards that find nothing to do in a city without anybody near a Regiment."""


def idle_row(*rolls: int | list[str]) -> Table:
    """Konev's turns one after the other: no card has an effect, so that after each the players give up an insurgent."""
    out_of_reach = ["fighter_01", "fighter_02", "fighter_03", "fighter_04", "fighter_05"]
    place = city("konev_basic").clear().insurgents("3", *out_of_reach).konev(*ROW, revolutionaries_passed=True)
    return place.roll(*rolls).start()


def give_up(table: Table) -> Table:
    """The card that had no effect is over, and the next one begins."""
    assert table.prompt == "konev.lose"
    return table.choose(*table.choices[0])


def performed(table: Table) -> list[str]:
    """The cards performed so far."""
    return [str(line.args[0]).removeprefix("konev:") for line in table.told("konev_card")]


def tokens(table: Table) -> str:
    """The targeting tokens by the letter of their card, '-' for those set aside."""
    return "".join("abcde"[slot] if slot >= 0 else "-" for slot in table.state.konev.tokens)


# ---------------------------------------------------------------------- the procedure


@rule("konev.turn.roll")
@pytest.mark.parametrize("die", [1, 2, 3, 5])
def test_the_die_chooses_the_card_with_that_token(die: int) -> None:
    table = idle_row(die, ANY_ORDER) if die == 5 else idle_row(die)
    assert performed(table) == [ROW[die - 1]]


@rule("konev.turn.roll", "konev.turn.tokens_move")
def test_the_tokens_decide_not_the_places() -> None:
    table = give_up(idle_row(2, 2))  # token 2 has moved on to the first card
    assert performed(table) == [ASSAULT, HUNT]


@rule("konev.turn.six")
def test_a_six_is_rolled_again() -> None:
    table = idle_row(6, 6, 3)
    assert performed(table) == [SWEEP]
    assert table.script_left() == 0


@rule("konev.turn.flip")
def test_a_face_down_card_is_turned_up() -> None:
    table = idle_row(2)
    up = [bool(table.state.konev.face_up >> slot & 1) for slot in range(5)]
    assert up == [True, True, True, False, True]  # the second lay face down, the fourth still does


@rule("konev.turn.execute")
def test_a_card_is_carried_out_in_order_and_then_discarded() -> None:
    """Sweep reveals before it deals damage, so that Konev and not the players choose; its Readiness comes last."""
    place = performs(SWEEP).tracks(readiness=4).regiments("8", "reg_104").insurgents("8", "fighter_10", "fighter_01")
    table = place.start()
    assert is_over(table)
    assert table.at("fighter_01") == "killed_arrested"  # Ambush before Build Barricade
    assert attacks(table) == [("8", 2)]  # 3 if Readiness had risen to 5 before
    assert table.state.readiness == 5
    assert [PACK.konev_keys[card] for card in table.state.konev.discard] == [SWEEP]


@rule("konev.turn.execute", "konev.step.no_target")
def test_a_step_without_a_district_is_skipped_and_the_card_goes_on() -> None:
    table = performs(ASSAULT).insurgents("3", "fighter_01").start()  # nobody near a Regiment
    assert attacks(table) == []
    assert table.state.readiness == 2


@rule("konev.turn.tokens_move")
def test_tokens_move_to_the_next_remaining_card_over_gaps() -> None:
    table = give_up(give_up(idle_row(4, ANY_ORDER, 3, 5, ANY_ORDER)))  # d to c, then c to b
    assert tokens(table) == "abbbe"
    give_up(table.script(5))  # e goes over the gap to b, which token 5 performs next
    assert tokens(table) == "abbbb"


@rule("konev.turn.tokens_last")
def test_after_the_last_card_the_tokens_are_set_aside() -> None:
    table = performs(SWEEP).insurgents("3", "fighter_01", "fighter_02").start()
    assert tokens(table) == "aaaaa"
    give_up(table)
    assert tokens(table) == "-----"


@rule("konev.random", "konev.move.active")
def test_a_disabled_regiment_is_not_among_those_drawn() -> None:
    place = performs(HUNT).civilian("1", "civ_08").regiments("11", "reg_315").regiments("12", "reg_319", "reg_327-")
    with pytest.raises(ChanceMismatch, match=r"it can draw regiment:reg_315, regiment:reg_319$"):
        place.roll("regiment:reg_327").start()


@rule("konev.random")
def test_a_random_order_is_drawn_once() -> None:
    """Three sectors need one shuffle; is_over says that the script holds nothing else."""
    place = performs(ROUND_UP).civilian("13", "civ_04").civilian("9", "civ_05").civilian("11", "civ_06")
    place = place.regiments("13", "reg_4").regiments("9", "reg_104").regiments("11", "reg_315")
    table = place.roll(["sector:south_pest", "sector:buda", "sector:north_pest"]).start()
    assert is_over(table)
    assert [line.args[1] for line in table.told("arrested")] == ["district:9", "district:11", "district:13"]


@rule("konev.players_choice")
@pytest.mark.parametrize("seat", [0, 1])
def test_what_the_players_choose_either_revolutionary_chooses(seat: int) -> None:
    table = performs(SWEEP, revolutionaries=2).insurgents("3", "fighter_01", "fighter_02").start()
    table.match.choose(("lose", "insurgent:fighter_02"), seat)
    assert table.at("fighter_02") == "box"


# ---------------------------------------------------------------------- what Konev does not do


@rule("konev.night")
@pytest.mark.parametrize("number", [1, 3])
def test_night_changes_nothing(number: int) -> None:
    """The commander could neither recon nor assault in round 3."""
    place = performs(SWEEP).round(number).regiments("8", "reg_104").insurgents("8", "fighter_01", "fighter_10")
    table = place.start()
    assert not table.hidden("fighter_10")
    assert attacks(table) == [("8", 2)]
    place = performs(ASSAULT).round(number).regiments("8", "reg_104").insurgents("8", "fighter_01!", "fighter_10")
    assert attacks(place.start()) == [("8", 3)]


def occupied() -> City:
    """Only reg_104 in 9 is near objectives without a Garrison: 8 (a revealed insurgent, a Barricade), 7 and 5A."""
    place = performs(OCCUPATION).garrisons("9", "11", "13").regiments("9", "reg_104", "reg_106-", "reg_257-")
    return place.insurgents("8", "fighter_01!", "fighter_02").barricade("8").insurgents("7", "fighter_03")


@rule("konev.no_pinning")
def test_konevs_regiments_are_not_pinned() -> None:
    table = occupied().start()
    assert moves(table) == [("reg_104", "8"), ("reg_104", "7"), ("reg_104", "5A")]
    assert table.garrison("5A") == "active"


@rule("konev.no_rubble")
def test_konevs_attacks_make_no_rubble() -> None:
    place = performs(ASSAULT, "konev_advanced").tracks(readiness=5).regiments("8", "reg_104", "reg_106", "reg_257")
    table = place.insurgents("8", "fighter_01!", "fighter_06!", "fighter_10!").start()
    assert attacks(table) == [("8", 6)]
    assert table.state.rubble == [0] * 13


@rule("konev.no_outrage")
def test_bystanders_killed_by_konev_cost_no_prestige() -> None:
    place = performs(ASSAULT, "konev_advanced").tracks(prestige=12).regiments("8", "reg_104")
    table = place.insurgents("8", "fighter_18!").insurgents("3", "fighter_01").start()
    assert table.at("fighter_18") == "killed_arrested"
    assert table.state.prestige == 12


@rule("konev.arrest.readiness")
def test_an_arrest_by_konev_changes_no_readiness() -> None:
    table = performs(HUNT).civilian("8", "civ_08").regiments("8", "reg_104").start()
    assert table.civilian("8") == "killed_arrested"
    assert table.state.readiness == 3


@rule("konev.recon.readiness")
def test_konevs_recon_changes_no_readiness() -> None:
    """The 1 that Sweep raises it by is all."""
    table = performs(SWEEP).regiments("8", "reg_104").insurgents("8", "fighter_01", "fighter_10").start()
    assert not table.hidden("fighter_10")
    assert table.state.readiness == 4


@rule("konev.rally.after_pass")
def test_konev_rallies_after_the_revolutionaries_have_passed() -> None:
    place = city("konev_basic").clear().insurgents("3", "fighter_01", "fighter_02").regiments("8", "reg_104-")
    table = place.konev(REGROUP, revolutionaries_passed=True).roll(1, ANY_ORDER).start()
    assert table.regiment("reg_104") == "8"


# ---------------------------------------------------------------------- moving


@rule("konev.move.sector")
def test_an_idle_regiment_does_not_leave_its_sector() -> None:
    """2 across the Danube and 7 across the sector border are the greater threats."""
    place = performs(ADVANCE["2g"]).regiments("13", "reg_4", "reg_5-", "reg_6-").garrisons("13", "6", "5B")
    place = place.civilian("2", "civ_08").insurgents("2", "fighter_01", "fighter_02").insurgents("7", "fighter_03")
    table = place.insurgents("14", "fighter_04").roll("regiment:reg_6").start()
    assert is_over(table)
    assert moves(table) == [("reg_4", "14")]


@rule("konev.move.active")
@pytest.mark.parametrize("card", [HUNT, ASSAULT])
def test_only_active_regiments_act(card: str) -> None:
    """Disabled ones in the district and next to it are of no use."""
    place = performs(card).insurgents("8", "fighter_01", "fighter_02").regiments("8", "reg_104-")
    table = place.regiments("7", "reg_106-").regiments("9", "reg_257-").start()
    assert attacks(table) == [] and moves(table) == []


@rule("konev.move.if_necessary")
def test_nobody_moves_where_an_active_regiment_stands() -> None:
    place = performs(ASSAULT).insurgents("8", "fighter_01!").regiments("8", "reg_104").regiments("9", "reg_106")
    table = place.start()
    assert is_over(table)
    assert attacks(table) == [("8", 3)] and moves(table) == []


@rule("konev.move.if_necessary")
def test_a_disabled_regiment_there_makes_a_move_necessary() -> None:
    place = performs(ASSAULT).insurgents("8", "fighter_01!").regiments("8", "reg_104-").regiments("9", "reg_106")
    table = place.start()
    assert attacks(table) == [("8", 3)] and moves(table) == [("reg_106", "8")]


@rule("konev.move.no_return")
def test_no_regiment_moves_into_a_staging_area() -> None:
    """An idle Regiment next to its staging area draws between the districts only."""
    place = performs(ADVANCE["33g"]).regiments("9", "reg_104", "reg_106-", "reg_257-").garrisons("9", "8", "5A")
    with pytest.raises(ChanceMismatch, match=r"it can draw district:5A, district:8$"):
        place.roll("regiment:reg_106", "staging:staging_south").start()


# ---------------------------------------------------------------------- No Effect


@rule("konev.no_effect", "konev.no_effect.no_morale")
def test_a_card_without_effect_costs_an_insurgent_of_the_players_choice() -> None:
    """Round-up moves a Regiment and lowers Readiness: that is no effect. The insurgent is not killed."""
    place = performs(ROUND_UP).insurgents("8", "fighter_01!").civilian("8", "civ_08").barricade("8")
    table = place.insurgents("2", "local_01w").regiments("9", "reg_104").roll(ANY_ORDER).start()
    assert moves(table) == [("reg_104", "8")]
    assert table.prompt == "konev.lose"
    assert table.choices == [("lose", "insurgent:local_01"), ("lose", "insurgent:fighter_01")]
    table.choose("lose", "insurgent:local_01")
    assert table.at("local_01") == "box" and table.at("fighter_01") == "8"
    assert table.state.killed_units() == 0
    assert table.state.readiness == 2


@rule("konev.no_effect.nothing")
def test_a_card_that_does_nothing_at_all_has_no_effect() -> None:
    table = performs(HUNT).insurgents("3", "fighter_01", "fighter_02").start()
    assert moves(table) == []
    assert table.prompt == "konev.lose"


@rule("konev.no_effect.moment")
def test_no_effect_is_judged_once_when_the_card_is_over() -> None:
    """Two steps of a Hunt, three sectors of a Round-up: one insurgent is lost."""
    hunt = performs(HUNT).insurgents("3", "fighter_01", "fighter_02")
    round_up = performs(ROUND_UP).roll(ANY_ORDER).insurgents("3", "fighter_01", "fighter_02")
    for place in (hunt, round_up):
        table = give_up(place.start())
        assert is_over(table)
        assert table.at("fighter_02") == "3"


@rule("konev.no_effect.moment", "konev.no_effect.counts")
def test_a_late_effect_makes_up_for_idle_steps() -> None:
    """Occupation finds no place for a Garrison, but rallies one in the end."""
    place = performs(OCCUPATION).garrisons("9-", "11", "13").insurgents("3", "fighter_01", "fighter_02")
    table = place.start()
    assert is_over(table)
    assert table.garrison("9") == "active"
    assert table.told("konev_no_effect") == []


@rule("konev.no_effect.counts")
@pytest.mark.parametrize(
    ("effect", "place"),
    [
        ("konev_damage", performs(HUNT).insurgents("8", "fighter_03!").regiments("8", "reg_104")),
        ("arrested", performs(HUNT).civilian("8", "civ_01").regiments("8", "reg_104")),
        ("rallied", performs(REGROUP).regiments("8", "reg_104-").roll(ANY_ORDER)),
        ("garrisoned", performs(PACIFY["33g"]).regiments("8", "reg_104", "reg_106", "reg_257")),
    ],
    ids=["damage", "arrest", "rally", "garrison"],
)
def test_every_real_effect_saves_the_insurgent(effect: str, place: City) -> None:
    table = place.insurgents("3", "fighter_01", "fighter_02").start()
    assert is_over(table)
    assert table.told(effect)
    assert table.told("konev_no_effect") == []
    assert table.at("fighter_01") == table.at("fighter_02") == "3"


@rule("konev.no_effect.counts")
def test_a_reveal_and_a_removed_barricade_are_effects_too() -> None:
    """The cards that reveal or clear deal damage as well, so the steps are looked at alone."""
    table = city("konev_basic").clear().insurgents("8", "fighter_01").barricade("8").hand("rev_01").turn().start()
    g = table.state
    for step in (konev_steps.recon, konev_steps.clear):
        g.konev_card = KonevCard(0, target=PACK.district_keys.index("8"))
        step(g, g.konev_card)
        assert g.konev_card.effect
        g.konev_card.effect = False
        step(g, g.konev_card)  # now nobody is hidden there and no Barricade left
        assert not g.konev_card.effect


@rule("konev.no_effect.none")
def test_without_an_insurgent_on_the_map_no_effect_does_nothing() -> None:
    table = performs(SWEEP).civilian("8", "civ_01").pool("fighter_01").start()
    assert is_over(table)
    assert table.told("konev_no_effect")
    assert table.at("fighter_01") == "reinforcements"
