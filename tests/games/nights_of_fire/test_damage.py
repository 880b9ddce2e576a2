"""Inflicting damage: how many points a Konev card deals, whom they hit, and who may hit back."""

from __future__ import annotations

import pytest

from tests.citing import rule
from tests.games.nights_of_fire.budapest import City, Table
from tests.games.nights_of_fire.marshal import (
    ADVANCE,
    ASSAULT,
    HUNT,
    PACIFY,
    ROUND_UP,
    SWEEP,
    attacks,
    is_over,
    performs,
)


def one_point(*insurgents: str, ruleset: str = "konev_basic", revolutionaries: int = 1) -> City:
    """Pacify deals a single point in 8, behind a Barricade: 2 - 1. Its other Regiments are busy in 7."""
    place = performs(PACIFY["33g"], ruleset, revolutionaries).regiments("8", "reg_104").barricade("8")
    return place.regiments("7", "reg_106", "reg_257").insurgents("8", *insurgents)


def assault(*insurgents: str, ruleset: str = "konev_basic") -> City:
    """Assault in 8 by reg_104 alone: 3 points at Readiness 3."""
    return performs(ASSAULT, ruleset).regiments("8", "reg_104").insurgents("8", *insurgents)


def wounded(table: Table, *insurgents: str) -> list[str]:
    return [insurgent for insurgent in insurgents if table.wounded(insurgent)]


# ---------------------------------------------------------------------- a point


@rule("konev.damage.point")
def test_a_point_wounds_a_healthy_insurgent() -> None:
    table = one_point("fighter_01").start()
    assert is_over(table)
    assert attacks(table) == [("8", 1)]
    assert table.at("fighter_01") == "8" and table.wounded("fighter_01")


@rule("konev.damage.point")
def test_a_point_kills_a_wounded_insurgent() -> None:
    table = one_point("fighter_01w").start()
    assert table.at("fighter_01") == "killed_arrested"


@rule("konev.damage.hidden_stays")
def test_a_hidden_insurgent_that_is_wounded_stays_hidden() -> None:
    table = one_point("fighter_01").start()
    assert table.wounded("fighter_01") and table.hidden("fighter_01")


@rule("konev.damage.excess")
def test_damage_left_over_is_lost() -> None:
    table = assault("fighter_01!").insurgents("3", "fighter_02!").start()  # the third of 3 points finds nobody
    assert is_over(table)
    assert table.at("fighter_01") == "killed_arrested"
    assert not table.wounded("fighter_02")


@rule("sov.attack.civilians_safe")
def test_damage_does_not_touch_civilians() -> None:
    table = assault("fighter_01!").civilian("8", "civ_08").start()
    assert table.at("fighter_01") == "killed_arrested"
    assert table.civilian("8") == "home"


# ---------------------------------------------------------------------- whom it hits


@rule("konev.damage.wounded_first")
@pytest.mark.parametrize("healthy", ["fighter_02", "fighter_03"])
def test_the_wounded_are_hit_first_among_the_hidden(healthy: str) -> None:
    table = one_point("fighter_10w", healthy).start()
    assert is_over(table)
    assert table.at("fighter_10") == "killed_arrested" and not table.wounded(healthy)


@rule("konev.damage.wounded_first")
def test_the_wounded_are_hit_first_among_the_revealed() -> None:
    table = one_point("fighter_10!w", "fighter_01!").start()  # though Ambush comes before Build Barricade
    assert is_over(table)
    assert table.at("fighter_10") == "killed_arrested" and not table.wounded("fighter_01")


@rule("konev.damage.wounded_first")
def test_a_healthy_insurgent_cannot_be_offered_while_another_is_wounded() -> None:
    table = one_point("fighter_01w", "fighter_02w", "fighter_03").start()
    assert table.prompt == "konev.hit"
    assert table.refused("hit", "insurgent:fighter_03") == "konev.damage.wounded_first"


@rule("konev.damage.revealed_first")
@pytest.mark.parametrize("mark", ["", "w"])
def test_the_revealed_are_hit_before_the_hidden(mark: str) -> None:
    table = one_point(f"fighter_01{mark}", f"fighter_10!{mark}").start()
    assert is_over(table)
    assert table.told("killed" if mark else "wounded")[-1].args[0] == "insurgent:fighter_10"


@rule("konev.damage.order")
def test_a_hidden_wounded_insurgent_is_hit_before_a_revealed_healthy_one() -> None:
    table = one_point("fighter_10w", "fighter_01!").start()
    assert is_over(table)
    assert table.at("fighter_10") == "killed_arrested" and not table.wounded("fighter_01")


@rule("konev.damage.order")
def test_a_revealed_healthy_insurgent_cannot_be_offered_for_a_hidden_wounded_one() -> None:
    table = one_point("fighter_01w", "fighter_02w", "fighter_03!").start()
    assert table.refused("hit", "insurgent:fighter_03") == "konev.damage.order"


IN_ORDER = ("fighter_01", "fighter_06", "fighter_14", "fighter_16", "fighter_10", "fighter_18")
"""Ambush, Counterattack, Medic, Blocker, Build Barricade, Bystander."""


@rule("konev.damage.priority")
@pytest.mark.parametrize("first", range(6))
def test_among_the_revealed_icons_decide(first: int) -> None:
    table = one_point(*[f"{insurgent}!" for insurgent in IN_ORDER[first:]], ruleset="konev_advanced").start()
    assert is_over(table)
    assert wounded(table, *IN_ORDER) == [IN_ORDER[first]]


@rule("konev.damage.priority.basic")
@pytest.mark.parametrize("other", ["fighter_14", "fighter_16", "fighter_18"])
def test_in_the_basic_version_icons_without_meaning_come_last(other: str) -> None:
    table = one_point(f"{other}!", "fighter_10!").start()
    assert is_over(table)
    assert wounded(table, other, "fighter_10") == ["fighter_10"]


@rule("konev.damage.priority.basic")
@pytest.mark.parametrize("victim", ["fighter_14", "fighter_16", "fighter_18"])
def test_in_the_basic_version_icons_without_meaning_are_alike(victim: str) -> None:
    table = one_point("fighter_14!", "fighter_16!", "fighter_18!").roll(f"insurgent:{victim}").start()
    assert is_over(table)
    assert wounded(table, "fighter_14", "fighter_16", "fighter_18") == [victim]


@rule("konev.damage.priority.basic")
@pytest.mark.parametrize("first", ["fighter_01", "fighter_06", "fighter_10"])
def test_in_the_basic_version_the_other_icons_keep_their_order(first: str) -> None:
    order = ("fighter_01", "fighter_06", "fighter_10")
    table = one_point(*[f"{insurgent}!" for insurgent in order[order.index(first) :]]).start()
    assert wounded(table, *order) == [first]


@rule("konev.damage.priority.local")
@pytest.mark.parametrize(
    ("local", "fighter", "victim"),
    [
        ("local_04", "fighter_06", "local_04"),  # Ambush and Medic against Counterattack
        ("local_10", "fighter_16", "local_10"),  # Medic and Bystander against Blocker
        ("local_09", "fighter_16", "fighter_16"),  # Build Barricade and Bystander against Blocker
    ],
)
def test_a_local_ranks_by_the_better_of_its_icons(local: str, fighter: str, victim: str) -> None:
    table = one_point(f"{local}!", f"{fighter}!", ruleset="konev_advanced").start()
    assert is_over(table)
    assert wounded(table, local, fighter) == [victim]


@rule("konev.damage.priority.tie", "konev.random")
@pytest.mark.parametrize("victim", ["fighter_01", "fighter_02", "local_07"])
def test_revealed_insurgents_of_equal_rank_are_hit_at_random(victim: str) -> None:
    table = one_point("fighter_01!", "fighter_02!", "local_07!").roll(f"insurgent:{victim}").start()
    assert is_over(table)
    assert wounded(table, "fighter_01", "fighter_02", "local_07") == [victim]


@rule("konev.damage.hidden_choice")
@pytest.mark.parametrize("victim", ["fighter_01", "fighter_10"])
def test_among_the_hidden_the_players_choose(victim: str) -> None:
    table = one_point("fighter_01", "fighter_10").start()
    assert table.prompt == "konev.hit"
    assert table.facts == {"district": "district:8", "points": 1}
    table.choose("hit", f"insurgent:{victim}")
    assert is_over(table)
    assert wounded(table, "fighter_01", "fighter_10") == [victim]


@rule("konev.players_choice")
@pytest.mark.parametrize("seat", [0, 1])
def test_either_revolutionary_chooses_for_both(seat: int) -> None:
    table = one_point("fighter_01", "fighter_10", revolutionaries=2).start()
    table.match.choose(("hit", "insurgent:fighter_10"), seat)
    assert wounded(table, "fighter_01", "fighter_10") == ["fighter_10"]


@rule("konev.damage.reassess")
def test_whom_a_point_hits_is_judged_anew_each_time() -> None:
    """The players choose once; the second point must go to the one just wounded, the third to whoever is left."""
    table = assault("fighter_01", "fighter_02").start()
    table.choose("hit", "insurgent:fighter_02")
    assert is_over(table)
    assert table.at("fighter_02") == "killed_arrested"
    assert table.wounded("fighter_01")


# ---------------------------------------------------------------------- how many points


@rule("konev.card.advance.damage")
@pytest.mark.parametrize(("readiness", "points"), [(1, 1), (4, 1), (5, 2), (7, 2)])
def test_advance_deals_one_point_or_two_at_readiness_five(readiness: int, points: int) -> None:
    place = performs(ADVANCE["33g"]).tracks(readiness=readiness).regiments("8", "reg_104", "reg_106-", "reg_257-")
    table = place.insurgents("8", "fighter_01!", "fighter_10!").roll("regiment:reg_106").start()
    assert attacks(table) == [("8", points)]


@rule("konev.card.assault.damage")
@pytest.mark.parametrize(
    ("regiments", "readiness", "points"),
    [
        (("reg_104",), 4, 3),
        (("reg_104",), 5, 4),
        (("reg_104", "reg_106"), 4, 4),
        (("reg_104", "reg_106-"), 4, 3),  # a disabled Regiment adds nothing
        (("reg_104", "reg_106", "reg_257"), 7, 6),
    ],
)
def test_assault_deals_three_to_six_points(regiments: tuple[str, ...], readiness: int, points: int) -> None:
    place = performs(ASSAULT).tracks(readiness=readiness).regiments("8", *regiments)
    table = place.insurgents("8", "fighter_01!", "fighter_06!", "fighter_10!").start()
    assert attacks(table) == [("8", points)]
    killed = sum(table.at(fighter) == "killed_arrested" for fighter in ("fighter_01", "fighter_06", "fighter_10"))
    assert killed == points // 2  # every second point kills the one wounded by the first


@rule("konev.card.sweep.damage")
@pytest.mark.parametrize(("readiness", "points"), [(3, 2), (4, 2), (5, 3)])
def test_sweep_deals_two_points_or_three_at_readiness_five(readiness: int, points: int) -> None:
    place = performs(SWEEP).tracks(readiness=readiness).regiments("8", "reg_104")
    table = place.insurgents("8", "fighter_01!", "fighter_10!").start()
    assert attacks(table) == [("8", points)]


@rule("konev.barricade.blocks")
def test_behind_a_barricade_an_advancing_regiment_goes_on_to_the_garrison() -> None:
    place = performs(ADVANCE["33g"]).regiments("8", "reg_104", "reg_106-", "reg_257-").barricade("8")
    table = place.insurgents("8", "fighter_01!").roll("regiment:reg_106").start()
    assert is_over(table)
    assert attacks(table) == [] and not table.wounded("fighter_01")
    assert table.garrison("8") == "active"
    assert table.barricade("8")


@rule("konev.barricade.blocks")
@pytest.mark.parametrize("barricade", [False, True])
def test_behind_a_barricade_round_up_deals_no_damage(barricade: bool) -> None:
    place = performs(ROUND_UP).regiments("8", "reg_104").insurgents("8", "fighter_01!").civilian("8", "civ_08")
    table = (place.barricade("8") if barricade else place).roll([]).start()
    assert attacks(table) == ([] if barricade else [("8", 1)])


@rule("konev.barricade.minus")
@pytest.mark.parametrize(("barricade", "points"), [(False, 2), (True, 1)])
def test_behind_a_barricade_pacify_deals_one_point_less(barricade: bool, points: int) -> None:
    place = performs(PACIFY["33g"]).regiments("8", "reg_104").regiments("7", "reg_106", "reg_257")
    place = place.insurgents("8", "fighter_01!", "fighter_10!")
    table = (place.barricade("8") if barricade else place).start()
    assert attacks(table) == [("8", points)]
    assert table.barricade("8") is barricade


@rule("konev.barricade.hunt")
def test_a_barricade_does_not_help_against_hunt() -> None:
    place = performs(HUNT).regiments("8", "reg_104").insurgents("8", "fighter_01!", "fighter_10!").barricade("8")
    table = place.start()
    assert attacks(table) == [("8", 2), ("8", 2)]
    assert table.barricade("8")


# ---------------------------------------------------------------------- counterattacks


@rule("konev.counter.per_step")
def test_every_step_with_damage_may_be_answered() -> None:
    place = performs(HUNT).regiments("8", "reg_104", "reg_106").insurgents("8", "fighter_06!", "fighter_07!")
    table = place.hand("rev_38").roll("insurgent:fighter_06").start()
    assert attacks(table) == [("8", 2)] and table.prompt == "counter"
    table.choose("decline")
    assert attacks(table) == [("8", 2), ("8", 2)] and table.prompt == "counter"
    table.choose("decline")
    assert is_over(table)


@rule("konev.counter.single_step")
def test_any_damage_of_one_step_is_answered_once() -> None:
    table = assault("fighter_06!", "fighter_07!").hand("rev_38", "rev_39").roll("insurgent:fighter_06").start()
    assert attacks(table) == [("8", 3)]
    table.choose("counter", "insurgent:fighter_06", "regiment:reg_104").choose("pay", "card:rev_38")
    assert is_over(table)  # though rev_39 could pay for another one


@rule("konev.counter.moment")
def test_a_regiment_disabled_by_a_counterattack_takes_no_further_part() -> None:
    """In the second step of the Hunt reg_104 is the only one near, but disabled: 8 is no target any more."""
    place = performs(HUNT).regiments("8", "reg_104").insurgents("8", "fighter_06", "fighter_10").hand("rev_38")
    table = place.regiments("9", "reg_106-", "reg_257-").start()
    table.choose("hit", "insurgent:fighter_10")
    table.choose("counter", "insurgent:fighter_06", "regiment:reg_104")
    assert table.regiment("reg_104") == "8-"
    assert is_over(table)
    assert attacks(table) == [("8", 2)]
    assert table.at("fighter_06") == "8" and not table.wounded("fighter_06")


@rule("konev.counter.attackers")
def test_advance_is_answered_by_disabling_the_acting_regiment() -> None:
    place = performs(ADVANCE["33g"]).regiments("8", "reg_104", "reg_106", "reg_257").hand("rev_38")
    order = ["regiment:reg_106", "regiment:reg_104", "regiment:reg_257"]
    table = place.insurgents("8", "fighter_06!").roll(order).start()
    assert table.all("counter") == [("counter", "insurgent:fighter_06", "regiment:reg_106")]


@rule("konev.counter.attackers")
def test_pacify_is_answered_by_disabling_a_previously_active_regiment() -> None:
    place = performs(PACIFY["33g"]).regiments("8", "reg_104", "reg_106-").regiments("7", "reg_257").hand("rev_38")
    table = place.insurgents("8", "fighter_06!").start()
    assert table.regiment("reg_106") == "8"  # rallied by the card
    assert table.all("counter") == [("counter", "insurgent:fighter_06", "regiment:reg_104")]


@rule("konev.counter.attackers")
@pytest.mark.parametrize("card", [HUNT, ASSAULT, SWEEP])
def test_other_cards_are_answered_by_disabling_any_active_regiment_there(card: str) -> None:
    place = performs(card).regiments("8", "reg_104", "reg_106", "reg_257-").hand("rev_38")
    table = place.insurgents("8", "fighter_06!", "fighter_10!").start()
    regiments = [choice[2] for choice in table.all("counter")]
    assert regiments == ["regiment:reg_104", "regiment:reg_106"]
