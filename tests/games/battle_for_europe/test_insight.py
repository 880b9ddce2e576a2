"""What opponents count in the war, in positions where it can be worked out by hand, and what they make of it."""

from __future__ import annotations

from math import log

import pytest

from sandtable.engine.odds import fight
from sandtable.engine.types import Choice
from sandtable.games.battle_for_europe import GAME
from sandtable.games.battle_for_europe.estimate import chance
from sandtable.games.battle_for_europe.front import FURTHER, Front, total
from sandtable.games.battle_for_europe.insight import FEATURES, goals, measure, worths
from sandtable.games.battle_for_europe.lean import BAD_IDEA, lean
from sandtable.games.battle_for_europe.pack import ALLIES, AXIS
from sandtable.games.battle_for_europe.prospects import Prospects, paid_for
from sandtable.games.battle_for_europe.stands import Attack
from sandtable.players.search import SearchPlayer
from tests.games.battle_for_europe.aid import attacked
from tests.games.battle_for_europe.war import PACK, Table, War, war

AXIS_SEAT, ALLIED_SEAT = 0, 1


def of(table: Table, feature: str, seat: int = AXIS_SEAT) -> float:
    """One number of a position."""
    return measure(table.state, seat)[FEATURES.index(feature)]


def front(table: Table) -> Front:
    scenario = table.state.rules.scenario.id
    return Front(table.state, worths(PACK, scenario), goals(PACK, scenario))


def wins(table: Table, side: int) -> dict[str, float]:
    """By area that a side could attack in its next turn: how likely it takes it."""
    return {PACK.area_keys[attack.area]: attack.win for attack in front(table).coming(side)}


def spring() -> War:
    """The spring of 1940, Germany on turn, money enough."""
    return war().season("1940_spring").hpp(germany=15, france=8, britain=12)


def winter() -> War:
    """The season before, so far from the end that everything still counts in full."""
    return spring().season("1939_winter")


# ---------------------------------------------------------------------- odds


@pytest.mark.parametrize(
    ("attackers", "defenders"), [((4, 0), (3, 0)), ((3, 3), (4, 1)), ((1, 0), (1, 0)), ((6, 4), (8, 2))]
)
def test_estimated_odds_are_near_the_exact_ones(attackers: tuple[int, int], defenders: tuple[int, int]) -> None:
    """Infantry and armour on both sides, in the open: 1 and 3 in attack, 2 in defence."""
    ours = tuple([(1, 1)] * attackers[0] + [(3, 1)] * attackers[1])
    theirs = tuple([(2, 1)] * sum(defenders))
    exact = sum(
        share
        for lost, killed, share in fight(ours, theirs, len(ours), len(theirs))
        if killed == len(theirs) > 0 and lost < len(ours)
    )
    found = chance(len(ours), attackers[0] + 3 * attackers[1], len(theirs), 2 * len(theirs))
    assert found == pytest.approx(exact, abs=0.12)


def test_nobody_wins_without_units_and_everybody_against_none() -> None:
    assert chance(0, 0, 3, 6) == 0.0
    assert chance(1, 1, 0, 0) == 1.0


# ---------------------------------------------------------------------- features


def test_what_is_good_for_one_side_is_bad_for_the_other() -> None:
    table = winter().stack("essen", germany={"infantry": 3, "tank": 1}).stack("calais", france={"infantry": 2}).start()
    assert measure(table.state, ALLIED_SEAT) == [-number for number in measure(table.state, AXIS_SEAT)]
    assert (of(table, "infantry"), of(table, "tanks")) == (1.0, 1.0)


def test_of_three_sides_the_numbers_add_up_to_nothing() -> None:
    table = war(players=3).season("1940_spring").stack("essen", germany={"infantry": 3}).start()
    for numbers in zip(*[measure(table.state, seat) for seat in range(3)], strict=True):
        assert sum(numbers) == pytest.approx(0.0)


def test_money_counts_as_far_as_it_can_be_spent_this_year() -> None:
    """In autumn two turns of the year are left to Germany, 15 HPP each: all 30. In winter one is left: 15."""
    assert of(war().season("1939_autumn").hpp(germany=30, france=0, britain=0).start(), "hpp") == 30.0
    assert of(war().season("1939_winter").hpp(germany=30, france=0, britain=0).start(), "hpp") == 15.0


def test_what_is_not_a_goal_matters_less_towards_the_end() -> None:
    """Of the five turns with which everything counts in full four are left in spring and two in summer; after Germany's
    attacks there is only the Allied one.
    """
    found = []
    for season, phase in (
        ("1939_winter", "fighting"),
        ("1940_spring", "fighting"),
        ("1940_summer", "fighting"),
        ("1940_summer", "moving"),
    ):
        found.append(
            of(winter().season(season).phase(phase).stack("essen", germany={"infantry": 5}).start(), "infantry")
        )
    assert found == pytest.approx([5.0, 4.0, 2.0, 1.0])


def test_goals_count_as_far_as_they_can_be_held() -> None:
    """Berlin and all five goals are German, and nobody can attack them in the next of two turns: 0.97 each, by RISK.

    In the last season there is only one turn: 0.98 each, the most that is hoped for, and 0.02 for an empty Paris next
    to a French army, as nobody can retake it (LEAST_HOPE). In spring it may be: a fifth, less what is risked (AGAIN).
    """
    areas = ("oslo", "denmark", "netherlands", "belgium", "paris")
    safe = 0.97**6
    assert of(spring().held("germany", *areas).start(), "hope") == pytest.approx(log(safe / (1 - safe)))
    near = spring().held("germany", *areas).stack("lyon", france={"infantry": 3}).stack("vichy", france={"infantry": 3})
    lost = 0.98**5 * 0.02
    assert of(near.season("1940_summer").start(), "hope") == pytest.approx(log(lost / (1 - lost)))
    retaken = 0.97**5 * 0.2
    assert log(lost / (1 - lost)) < of(near.season("1940_spring").start(), "hope") < log(retaken / (1 - retaken))


def test_an_army_that_comes_nearer_is_a_danger_before_it_can_attack() -> None:
    """Eight Soviet armour in Moscow, then in Minsk, which is out of reach of Berlin too; then with guards in Berlin."""
    position = war("bagration_overlord").season("1944_summer").phase("transferring", 1).hpp(germany=20, ussr=20)
    position = position.held("ussr", "minsk").stack("berlin", germany={"infantry": 1})
    far = of(position.stack("moscow", ussr={"tank": 8}).start(), "hope")
    position = position.stack("moscow", ussr={}).stack("minsk", ussr={"tank": 8})
    near = position.start()
    assert "berlin" not in wins(near, ALLIES)
    assert of(near, "hope") < far - 0.1
    guarded = position.stack("berlin", germany={"infantry": 8}).start()
    assert of(guarded, "hope") > of(near, "hope") + 0.1


def test_a_goal_that_italy_takes_from_germany_is_hardly_one() -> None:
    """win.barb.axis: Germany itself has to hold Moscow, Leningrad and Stalingrad."""
    position = war("barbarossa").season("1942_winter").phase("transferring").hpp(germany=20, ussr=20)
    own = position.held("germany", "moscow", "leningrad", "stalingrad").start()
    ally = position.held("italy", "moscow").start()
    assert of(own, "hope") > 2.0
    assert of(ally, "hope") < -2.0


def test_berlin_is_all_in_bagration() -> None:
    """Eight armour next to one infantry in Berlin: it is lost, and hardly ever retaken."""
    position = war("bagration_overlord").season("1944_summer").phase("transferring", 1).hpp(germany=20, ussr=20)
    position = position.held("ussr", "poznan").stack("poznan", ussr={"tank": 8})
    lost = position.stack("berlin", germany={"infantry": 1}).start()
    held = position.stack("berlin", germany={"infantry": 20}).start()
    assert of(lost, "hope") < -2.0
    assert of(held, "hope") > 0.0


@pytest.mark.parametrize(("money", "goals_paid"), [(2, 0), (3, 1), (8, 2), (9, 3)])
def test_goals_are_hoped_for_together_only_as_far_as_they_can_be_paid(money: int, goals_paid: int) -> None:
    """War on a small country and the attack on it cost 2 + 1 HPP (war.cost.small, hpp.battle_cost)."""
    position = spring().hpp(germany=money).stack("kiel", germany={"tank": 3, "infantry": 3})
    looked = front(position.stack("essen", germany={"infantry": 6, "tank": 1}).start())
    wanted = goals(PACK, "sichelschnitt")
    paid = paid_for(looked.coming(AXIS), wanted, looked.money(AXIS))
    assert sum(area in wanted for area in paid) == goals_paid


def test_attacks_that_cannot_be_paid_bring_nothing() -> None:
    one, other = Attack(1, 1.0, 1.0, 1.0, 10.0, 5), Attack(2, 1.0, 1.0, 1.0, 4.0, 1)
    assert total([one, other], 6) == pytest.approx(10.0 + FURTHER * 4.0)
    assert total([one, other], 5) == 10.0
    assert total([one, other], 4) == 4.0


@pytest.mark.parametrize(("season", "feared"), [("1940_spring", True), ("1940_summer", False)])
def test_britain_lands_nowhere_in_the_last_season(season: str, feared: bool) -> None:
    """setup.sichel.britain_no_invasion_summer; in spring British ships reach Oslo, which nobody guards."""
    position = spring().season(season).held("germany", "oslo").stack("edinburgh", britain={"infantry": 2, "fleet": 2})
    assert ("oslo" in wins(position.start(), ALLIES)) == feared


@pytest.mark.parametrize(("season", "hoped"), [("1941_autumn", True), ("1941_winter", False), ("1942_winter", True)])
def test_no_attack_on_soviet_soil_is_counted_in_the_first_winter(season: str, hoped: bool) -> None:
    """east.winter_ban: in the winter of the year of the German attack the Axis waits."""
    position = attacked(war("barbarossa"))
    position = position.season(season).hpp(germany=20).stack("warsaw", germany={"infantry": 5, "tank": 3})
    table = position.stack("brest_litovsk", ussr={"infantry": 1}).start()
    assert ("brest_litovsk" in wins(table, AXIS)) == hoped


def test_an_enemy_without_money_is_feared_after_the_accounting() -> None:
    """In winter the Allies, who are first, have had their turn: they attack next with the HPP of the new year."""
    position = war("bagration_overlord").phase("transferring", 1).hpp(germany=5, ussr=0, britain=0, usa=0)
    position = (
        position.held("ussr", "poznan").stack("poznan", ussr={"tank": 8}).stack("berlin", germany={"infantry": 1})
    )
    assert wins(position.season("1944_winter").start(), ALLIES)["berlin"] > 0.9
    assert wins(position.season("1944_autumn").start(), ALLIES) == {}


def test_in_the_last_turn_only_what_can_be_attacked_at_once_is_hoped_for() -> None:
    """An army in Belgium can still take Paris; if the Allies are on turn, it never will."""
    position = war().season("1940_summer").hpp(germany=15, france=8, britain=12)
    position = position.held("germany", "oslo", "denmark", "netherlands", "belgium", "calais")
    army = position.stack("calais", germany={"infantry": 6, "tank": 4}).stack("paris", france={"infantry": 1})
    assert of(army.start(), "hope") > 0.0
    assert of(army.phase("fighting", turn=1).start(), "hope") < -3.0


def test_an_enemy_who_has_not_begun_his_turn_is_as_dangerous_as_before_it() -> None:
    """What a side leaves behind counts the same in its last moment and in the enemy's first."""
    position = spring().stack("essen", germany={"infantry": 1}).stack("maginot", france={"infantry": 3, "tank": 1})
    position = position.stack("berlin", germany={"infantry": 2}).stack("warsaw", germany={"infantry": 1})
    table = position.phase("transferring").start()
    before = measure(table.state, AXIS_SEAT)
    table.choose("done")
    assert table.state.turn == 1
    after = measure(table.state, AXIS_SEAT)
    for feature in ("hope", "attacks_next", "attacks_then", "capitals_open"):
        at = FEATURES.index(feature)
        assert after[at] == pytest.approx(before[at]), feature


def test_a_capital_without_a_guard_is_in_danger() -> None:
    guarded = winter().stack("berlin", germany={"infantry": 1}).stack("paris", france={"infantry": 1})
    guarded = guarded.stack("london", britain={"infantry": 1})
    assert of(guarded.start(), "capitals_open") == 0.0
    assert of(guarded.stack("berlin", germany={}).start(), "capitals_open") == -0.5


def test_a_lost_capital_dooms_its_power() -> None:
    table = winter().held("germany", "paris").stack("brest", france={"infantry": 2}).start()
    assert of(table, "doomed") == 1.0
    assert of(winter().start(), "doomed") == 0.0


def test_both_sides_see_what_the_other_can_attack() -> None:
    """Infantry next to an area, and armour through areas of its own side; nothing reaches farther."""
    position = spring().held("germany", "belgium").stack("belgium", germany={"infantry": 1})
    near = position.stack("calais", france={"infantry": 4, "tank": 1}).stack("paris", france={"infantry": 1}).start()
    assert wins(near, ALLIES)["belgium"] > 0.9
    assert wins(near, AXIS)["calais"] < 0.1
    assert "paris" not in wins(near, AXIS)


def test_armour_that_breaks_through_threatens_what_lies_behind() -> None:
    """Calais is held by one unit, and Paris behind it by nobody: armour takes both in one turn."""
    position = spring().held("germany", "belgium").stack("calais", france={"infantry": 1})
    assert wins(position.stack("belgium", germany={"infantry": 6, "tank": 3}).start(), AXIS)["paris"] > 0.5
    assert "paris" not in wins(position.stack("belgium", germany={"infantry": 9}).start(), AXIS)


def test_a_goal_in_a_neutral_country_counts_by_the_army_next_to_it() -> None:
    """Denmark would place its infantry, which armour in Kiel beats; without an army it is only hoped for."""
    near = spring().stack("kiel", germany={"tank": 4, "infantry": 2}).start()
    far = spring().stack("krakow", germany={"tank": 4, "infantry": 2}).start()
    assert wins(near, AXIS)["denmark"] > 0.9
    assert "denmark" not in wins(far, AXIS)
    assert of(near, "hope") > of(far, "hope") + 0.15


def test_ships_in_reach_of_aircraft_are_in_danger_unless_aircraft_guard_them() -> None:
    """Four British aircraft in Dover reach a French port that Germany has taken; two fleets lie there."""
    position = spring().held("germany", "calais").stack("dover", britain={"aircraft": 4})
    open_port = position.stack("calais", germany={"fleet": 2}).start()
    guarded = position.stack("calais", germany={"fleet": 2, "aircraft": 4}).start()
    assert -of(open_port, "attacks_then") > 4.0
    assert -of(guarded, "attacks_then") < 1.0


def test_new_arms_count_as_the_nearest_old_ones() -> None:
    """By what they cost: paratroops as two infantry, bombers as aircraft, six small ships as a fleet."""
    position = war().advanced().season("1939_winter").stack("kiel", germany={"paratroop": 1, "bomber": 1})
    table = position.stack("dover", britain={"destroyer": 3}).stack("calais", france={"infantry": 1}).start()
    assert (of(table, "infantry"), of(table, "aircraft"), of(table, "fleets")) == (1.0, 1.0, -0.5)


def test_submarines_count_twice_and_so_do_destroyers_against_them() -> None:
    """Three submarines are worth one fleet; of three destroyers two meet the two submarines that Germany has then."""
    position = war().advanced().season("1939_winter").stack("kiel", germany={"submarine": 3})
    assert of(position.start(), "fleets") == 1.0
    position = position.stack("kiel", germany={"submarine": 2}).stack("dover", britain={"destroyer": 3})
    assert of(position.start(), "fleets") == pytest.approx(4 / 6 - 5 / 6)


def test_paratroops_threaten_what_they_can_drop_on() -> None:
    """London is three areas from Belgium: empty it is lost, with two infantry in it it is not."""
    position = war().advanced().season("1940_spring").held("germany", "belgium")
    position = position.stack("belgium", germany={"paratroop": 1})
    assert wins(position.start(), AXIS)["london"] == 1.0
    assert wins(position.stack("london", britain={"infantry": 2}).start(), AXIS)["london"] < 0.3
    assert "london" not in wins(position.stack("belgium", germany={"infantry": 1}).start(), AXIS)


def test_orders_called_off_are_counted_for_a_turn() -> None:
    table = spring().held("germany", "belgium").stack("belgium", germany={"infantry": 4, "tank": 2})
    begun = table.stack("calais", france={"infantry": 1}).start()
    begun.choose("attack", "area:calais").choose("call_off")
    assert of(begun, "called_off") == 1.0
    begun.choose("attack", "area:calais").choose("call_off")
    assert of(begun, "called_off") == 4.0


# ---------------------------------------------------------------------- what opponents make of it


def test_to_stand_by_is_always_searched() -> None:
    """However good an attack looks, it may leave home without guards."""
    position = spring().held("germany", "belgium").stack("belgium", germany={"infantry": 6, "tank": 4})
    table = position.stack("calais", france={"infantry": 1, "tank": 1}).start()
    tried = SearchPlayer("stand", 60).think(table.match, AXIS_SEAT, narrow=True)
    assert {thought.choice[0] for thought in tried if thought.visits} >= {"attack", "stand_by"}


def test_hopeless_attacks_come_last() -> None:
    position = spring().held("germany", "belgium").stack("belgium", germany={"infantry": 1})
    table = position.stack("calais", france={"infantry": 5, "tank": 2}).start()
    leans = leaning(table)
    assert leans["attack", "area:calais"] == min(leans.values()) < leans["stand_by",]


def leaning(table: Table) -> dict[Choice, float]:
    """By option: how much opponents lean to it."""
    return dict(zip(table.match.choices, lean(table.state, table.match.choices), strict=True))


def test_war_is_declared_on_goals_within_reach_and_on_nobody_else() -> None:
    """Two fleets and armour in Kiel land in Oslo, with aircraft above them; Sweden is no goal."""
    position = spring().stack("kiel", germany={"tank": 3, "infantry": 2, "fleet": 2, "aircraft": 4})
    leans = leaning(position.start())
    for country in ("norway", "denmark", "netherlands"):
        assert leans["declare", f"nation:{country}"] > 1.0, country
    assert leans["declare", "nation:sweden"] < -3.0


def test_new_units_are_not_all_put_into_one_area() -> None:
    table = spring().hpp(germany=30).stack("berlin", germany={"infantry": 1}).phase("building").start()
    leans = leaning(table)
    infantry = {choice[2]: weight for choice, weight in leans.items() if choice[1:2] == ("kind:germany_infantry",)}
    most = max(number for number in infantry if isinstance(number, int))
    assert max(infantry, key=infantry.__getitem__) == (most + 1) // 2


def test_what_cannot_be_sensible_is_not_searched() -> None:
    """Of the forces of an attack the ready-made ones are tried; putting one together by hand is not."""
    position = spring().held("germany", "belgium").stack("belgium", germany={"infantry": 4, "tank": 2})
    table = position.stack("calais", france={"infantry": 1}).start()
    table.choose("attack", "area:calais")
    tried = {thought.choice for thought in SearchPlayer("f", 40).think(table.match, AXIS_SEAT, narrow=True)
             if thought.visits}  # fmt: skip
    assert tried and {choice[0] for choice in tried} == {"force"}
    every = SearchPlayer("f", 40).think(table.match, AXIS_SEAT)
    assert all(thought.visits for thought in every)


def test_a_force_by_hand_only_grows_and_marches_or_is_called_off() -> None:
    """Four infantry and two armour: sent one after the other, they are gone after six choices at the most."""
    position = spring().held("germany", "belgium").stack("belgium", germany={"infantry": 4, "tank": 2})
    table = position.stack("calais", france={"infantry": 1}).start()
    table.choose("attack", "area:calais").choose("by_hand")
    table.choose("send", "kind:germany_infantry", "area:belgium")
    leans = leaning(table)
    assert leans["march",] == max(leans.values())
    assert {choice[0] for choice, weight in leans.items() if weight < -3.0} == {"leave"}
    table.choose("leave", "kind:germany_infantry", "area:belgium")
    chosen: Choice = ()
    for _ in range(7):
        chosen = SearchPlayer("hand", 24).choose(table.match, AXIS_SEAT)
        if chosen[0] in ("march", "call_off"):
            break
        table.choose(*[str(word) for word in chosen])
    assert chosen == ("march",)
    assert lean(table.state, [("by_hand",), ("call_off",)]) == [-4.0, 0.0]


def test_whoever_calls_off_one_order_after_the_other_stands_by() -> None:
    """The best attack is tried at first; after six orders that were called off to stand by is all that is searched."""
    position = spring().held("germany", "belgium").stack("belgium", germany={"infantry": 6, "tank": 4})
    table = position.stack("calais", france={"infantry": 1}).start()
    assert SearchPlayer("often", 40).choose(table.match, AXIS_SEAT) == ("attack", "area:calais")
    for _ in range(6):
        table.choose("attack", "area:calais").choose("call_off")
    tried = SearchPlayer("often", 40).think(table.match, AXIS_SEAT, narrow=True)
    assert [thought.choice for thought in tried if thought.visits] == [("stand_by",)]


@pytest.mark.parametrize("lines", [24, 100])
def test_an_empty_capital_is_taken(lines: int) -> None:
    """Paris is undefended, and German armour stands next to it."""
    position = spring().held("germany", "belgium", "calais").stack("calais", germany={"tank": 2, "infantry": 2})
    table = position.stack("maginot", france={"infantry": 5}).stack("berlin", germany={"infantry": 2}).start()
    assert SearchPlayer("empty", lines).choose(table.match, AXIS_SEAT) == ("enter", "area:paris")


def test_a_hopeless_attack_is_left() -> None:
    position = spring().held("germany", "belgium").stack("belgium", germany={"infantry": 2})
    table = position.stack("calais", france={"infantry": 5, "tank": 2}).start()
    assert SearchPlayer("hopeless", 40).choose(table.match, AXIS_SEAT) != ("attack", "area:calais")


@pytest.mark.parametrize(("season", "verb"), [("1940_winter", "research"), ("1940_spring", "done")])
def test_research_is_paid_with_what_would_be_lost(season: str, verb: str) -> None:
    """A first attempt succeeds once in 36 times; in winter, after phase 4, the money can be spent on nothing else."""
    position = war("full_war_a").option(level="advanced", optional_rules=True).season(season).hpp(germany=14)
    table = position.phase("researching", 0, 0).start()
    assert SearchPlayer("research", 40).choose(table.match, AXIS_SEAT)[0] == verb


def test_the_same_seed_gives_the_same_choice() -> None:
    table = war().all_units().season("1939_winter").start()
    chosen = {SearchPlayer("same", 40).choose(table.match, table.match.asked().seat) for _ in range(2)}
    assert len(chosen) == 1


def test_every_scenario_has_a_book() -> None:
    scenarios = {str(options["scenario"]) for options in GAME.modes.values()}
    assert scenarios == set(GAME.insights.books)


# ---------------------------------------------------------------------- the last turns, and the sea


def prospects(table: Table) -> Prospects:
    looked = front(table)
    return Prospects(
        looked, (looked.coming(AXIS), looked.coming(ALLIES)), looked.at_once(), goals(PACK, "sichelschnitt")
    )


def test_areas_into_which_the_enemy_could_walk_count_by_themselves() -> None:
    """Essen and Stuttgart lie beside the Maginot Line; the French are on turn."""
    position = winter().phase("fighting", 1).stack("maginot", france={"infantry": 3})
    position = position.stack("berlin", germany={"infantry": 1})
    assert of(position.start(), "doors_open") == -2.0
    guarded = position.stack("essen", germany={"infantry": 1})
    assert of(guarded.start(), "doors_open") == -1.0


def test_fleets_that_can_be_sunk_are_not_counted_on_for_a_landing() -> None:
    """Two fleets in Kiel, with four British aircraft in reach and the Allies on turn; German aircraft guard them."""
    position = winter().phase("fighting", 1).stack("kiel", germany={"fleet": 2})
    position = position.lines("pool", *[f"germany fleet {at} seen" for at in range(3, 6)])
    assert prospects(position.start()).ships[AXIS] == 2.0
    position = position.stack("dover", britain={"aircraft": 4})
    threatened = prospects(position.start()).ships[AXIS]
    assert threatened < 0.5
    guarded = position.stack("kiel", germany={"fleet": 2, "aircraft": 4})
    assert prospects(guarded.start()).ships[AXIS] > threatened + 1.0


def test_a_fleet_that_was_never_launched_can_still_be_built() -> None:
    """Half of one is counted on while a turn is left to use it in (build.fleet_rebuild.which)."""
    spent = [f"germany fleet {at} seen" for at in range(1, 6)]
    assert prospects(winter().start()).ships[AXIS] == 0.5
    assert prospects(winter().lines("pool", *spent).start()).ships[AXIS] == 0.0
    assert prospects(winter().season("1940_summer").start()).ships[AXIS] == 0.0


def test_norway_is_hoped_for_as_long_as_there_are_fleets_to_land_with() -> None:
    """Nobody but Norway's infantry stands in Oslo, and nothing in the air or at sea threatens the fleets."""
    oslo = PACK.area_keys.index("oslo")
    ashore = winter().stack("kiel", germany={"tank": 2, "aircraft": 4})
    ashore = ashore.lines("pool", *[f"germany fleet {at} seen" for at in range(1, 6)])
    with_ships = winter().stack("kiel", germany={"tank": 2, "aircraft": 4, "fleet": 2})
    assert prospects(with_ships.start()).of(oslo, AXIS) > prospects(ashore.start()).of(oslo, AXIS) + 0.3


def test_attacks_that_only_aircraft_reach_are_not_searched() -> None:
    """They would take nothing; the attack on Calais could."""
    position = spring().held("germany", "belgium").stack("belgium", germany={"infantry": 3, "tank": 2, "aircraft": 2})
    position = position.stack("calais", france={"infantry": 1}).stack("dover", britain={"infantry": 2})
    table = position.start()
    weights = dict(zip(table.choices, lean(table.state, table.choices), strict=True))
    assert weights["attack", "area:dover"] == BAD_IDEA < weights["attack", "area:calais"]
