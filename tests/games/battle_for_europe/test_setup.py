"""Setup: scenarios, seats, what stands where at the start, placement by hand, and what a scenario forbids at first."""

from __future__ import annotations

import random

import pytest

from sandtable.engine.errors import OptionsClash
from sandtable.engine.sets import members
from sandtable.engine.start import Origin, start
from sandtable.games.battle_for_europe import GAME
from sandtable.games.battle_for_europe.flow import accounting, setup
from sandtable.games.battle_for_europe.state import PINNED
from tests.citing import rule
from tests.games.battle_for_europe.situations import in_spring, nation, spring_of_1940
from tests.games.battle_for_europe.war import PACK, Table, war


def opened(**options: str | int) -> Table:
    return Table(start(GAME, GAME.settle(options), Origin("test")))


@rule("mode.players.by_scenario", "mode.players.range")
@pytest.mark.parametrize(
    ("scenario", "players"),
    [("sichelschnitt", 4), ("sichelschnitt", 5), ("bagration_overlord", 5)],
)
def test_scenarios_have_their_numbers_of_players(scenario: str, players: int) -> None:
    with pytest.raises(OptionsClash) as error:
        GAME.settle({"scenario": scenario, "players": players})
    assert error.value.rule == "mode.players.by_scenario"
    plain = [mode for mode, options in GAME.modes.items() if "level" not in options]
    assert len(plain) == 2 + 4 + 3 + 4 + 4


@rule("mode.seats.sichelschnitt", "mode.seats.barbarossa.4", "mode.seats.full_war.5", "mode.seats.bagration.3")
def test_who_runs_which_powers() -> None:
    def powers(scenario: str, players: int) -> dict[str, list[str]]:
        table = opened(scenario=scenario, players=players)
        rules = table.state.rules
        return {
            seat: [PACK.nation_keys[power] for power in range(6) if rules.powers_of[at] >> power & 1]
            for at, seat in enumerate(rules.seats)
        }

    assert powers("sichelschnitt", 2) == {"axis": ["germany"], "allies": ["france", "britain"]}
    assert powers("sichelschnitt", 3) == {"germany": ["germany"], "britain": ["britain"], "france": ["france"]}
    assert powers("barbarossa", 4)["west"] == ["britain", "usa"]
    assert powers("bagration_overlord", 3)["west"] == ["britain", "usa"]
    assert powers("full_war_a", 5) == {
        "germany": ["germany"],
        "italy": ["italy"],
        "france": ["france"],
        "west": ["britain", "usa"],
        "ussr": ["ussr"],
    }


@rule("setup.sichel.hpp", "setup.hpp.start", "setup.sichel.situation")
def test_the_sickle_cut_begins() -> None:
    table = opened()
    assert {power: table.purse(power) for power in ("germany", "britain", "france")} == {
        "germany": 30,
        "britain": 25,
        "france": 17,
    }
    assert table.state.opening == table.state.hpp
    assert [table.holder(area) for area in ("warsaw", "krakow", "poznan")] == ["germany"] * 3
    g = table.state
    assert g.at_war(0, 2) and g.at_war(0, 3) and not g.at_war(2, 3) and not g.foes[1]


@rule("setup.sichel.handicap", "setup.sichel.hpp")
@pytest.mark.parametrize(("handicap", "hpp", "limit"), [(0, 30, 15), (12, 42, 21), (24, 54, 27), (40, 70, 35)])
@pytest.mark.parametrize("players", [2, 3])
def test_a_handicap_gives_germany_more_to_spend(players: int, handicap: int, hpp: int, limit: int) -> None:
    table = opened(players=players, handicap=handicap)
    assert [table.purse(power) for power in ("germany", "britain", "france")] == [hpp, 25, 17]
    assert table.state.opening == table.state.hpp
    assert table.state.limit(0) == limit  # half of the opening amount


@rule("setup.sichel.handicap")
@pytest.mark.parametrize("scenario", ["barbarossa", "bagration_overlord", "full_war_a", "full_war_b"])
def test_the_handicap_belongs_to_sichelschnitt(scenario: str) -> None:
    with pytest.raises(OptionsClash) as refused:
        GAME.settle({"scenario": scenario, "handicap": 12})
    assert refused.value.rule == "setup.sichel.handicap"
    GAME.settle({"scenario": scenario, "handicap": 0})


@rule("setup.sichel.germany.units", "setup.sichel.germany.kiel", "setup.sichel.germany.rest_poland")
def test_the_usual_german_deployment() -> None:
    table = opened()
    assert table.count("kiel", "germany_fleet") == 2
    assert sum(table.state.units_of(0, area).bit_count() for area in PACK.grounds) == 14
    poland = [PACK.area_keys.index(area) for area in ("warsaw", "krakow", "poznan")]
    assert sum(table.state.units_of(0, area).bit_count() for area in poland) == 6


@rule("setup.sichel.britain.pinned", "setup.sichel.germany.satellites_pinned")
def test_units_that_never_leave() -> None:
    g = opened().state
    tied = sorted(PACK.area_keys[g.place[unit]] for unit in range(PACK.units) if g.flags[unit] & PINNED)
    assert tied == ["bucharest", "budapest", "gibraltar", "gibraltar", "helsinki", "malta", "sofia"]


@rule("setup.sichel.first_turn")
def test_the_first_german_turn_has_no_phase_one() -> None:
    table = opened()
    assert next(line.args[1] for line in table.told("turn")) == "side:axis"
    assert table.prompt == "phase_two" and table.asked == "axis"


@rule("setup.order", "setup.place.usual", "setup.sichel.order")
def test_powers_place_in_order_or_take_the_usual_deployment() -> None:
    table = opened(setup="free")
    assert table.asked == "allies" and table.prompt == "setup.pick"
    assert table.refused("pick", "kind:germany_tank") == "setup.order"
    assert table.refused("pick", "kind:britain_tank") == "setup.order"
    table.choose("usual").choose("usual")
    assert table.asked == "axis" and table.offers("pick", "kind:germany_tank")
    table.choose("usual")
    usual = opened()
    assert table.state.place == usual.state.place and table.state.flags == usual.state.flags


@rule(
    "setup.sichel.germany.kiel", "setup.place.naval_ports", "setup.place.own_areas", "setup.sichel.germany.satellites"
)
def test_germany_places_by_hand_within_its_limits() -> None:
    table = opened(setup="free").choose("usual").choose("usual")
    table.choose("pick", "kind:germany_fleet")
    assert table.count("kiel", "germany_fleet") == 1  # there is no other place for it
    table.choose("pick", "kind:germany_infantry")
    assert table.refused("at", "area:paris") == "setup.place.own_areas"
    table.choose("at", "area:budapest").choose("pick", "kind:germany_infantry")
    assert table.refused("at", "area:budapest") == "setup.sichel.germany.satellites"  # exactly one
    rng = random.Random(1)
    while table.match.ask is not None and table.prompt.startswith("setup"):
        table.match.choose(rng.choice([choice for choice in table.choices if choice != ("usual",)]))
    g = table.state
    poland = [PACK.area_keys.index(area) for area in ("warsaw", "krakow", "poznan")]
    assert sum(g.units_of(0, area).bit_count() for area in poland) == 6
    assert all(g.units_of(0, PACK.capital[country]).bit_count() <= 1 for country in range(6, 21))


def test_stacks_by_hand_are_taken_from_the_pool() -> None:
    table = war().stack("essen", germany={"infantry": 7, "aircraft": {"fresh": 3, "used": 1}}).phase("moving").start()
    assert table.count("essen", "germany_infantry") == 7 and table.count("essen", "germany_aircraft") == 4
    assert sum(table.state.here[area].bit_count() for area in PACK.grounds) == 11
    assert "not so many" in war().stack("essen", germany={"fleet": 1, "tank": 60}).impossible()


@rule("setup.sichel.britain.pinned")
def test_fleets_that_may_not_leave_gibraltar_join_no_strike() -> None:
    setting = war().all_units().season("1940_spring").phase("fighting", 1).held("germany", "casablanca")
    setting = setting.lines("gibraltar", "britain fleet 2 pinned", "britain fleet 3 pinned", "britain fleet 5")
    setting = setting.lines("plymouth").lines("kiel", "germany fleet 2")
    table = setting.lines("casablanca", "germany fleet 1").start()
    table.choose("strike", "area:casablanca").choose("lead", "nation:britain").choose("by_hand").choose(
        "send", "kind:britain_fleet", "area:gibraltar"
    )
    assert ("send", "kind:britain_fleet", "area:gibraltar") not in table.choices


@rule("setup.sichel.britain.pinned")
def test_only_the_fleets_that_are_required_are_tied_to_gibraltar() -> None:
    g = (
        war()
        .all_units()
        .lines("plymouth")
        .lines("gibraltar", *[f"britain fleet {at}" for at in (2, 3, 5)])
        .start()
        .state
    )
    setup.pin(g, nation("britain"))
    there = members(g.here[PACK.area_keys.index("gibraltar")])
    assert sum(bool(g.flags[unit] & PINNED) for unit in there) == 2


@rule("setup.bagr.situation.italy_out", "setup.bagr.situation.conquests", "acc.great")
def test_powers_that_are_out_of_a_scenario_have_fallen_and_count_by_halves() -> None:
    """France has fallen in Barbarossa, Italy too in Bagration; who holds Paris has half of 17, rounded up."""
    paris = PACK.area_keys.index("paris")
    for scenario, fallen in (("barbarossa", ("france",)), ("bagration_overlord", ("france", "italy"))):
        state = war(scenario).start().state
        assert all(state.fallen >> nation(key) & 1 for key in fallen)
        assert accounting.yields(state, nation("germany"), paris) and accounting.value(state, paris) == 9


@rule("setup.sichel.britain.pinned", "strat.land_over_sea")
def test_fleets_that_are_tied_to_gibraltar_escort_nobody() -> None:
    """From Gibraltar by Dover to Calais it is six points."""
    for condition, goes in (("fresh", True), ("pinned", False)):
        setting = spring_of_1940().phase("transferring", 1, 1).stack("dover", britain={"infantry": 1})
        table = setting.stack("gibraltar", britain={"fleet": {condition: 1}}).start()
        table.choose("transfer", "kind:britain_infantry", "area:dover")
        assert table.offers("to", "area:calais") == goes


@rule("setup.sichel.germany.garrison_enforced")
def test_in_the_full_war_poland_may_be_left_empty() -> None:
    for scenario, free in (("sichelschnitt", False), ("full_war_a", True)):
        setting = war(scenario).season("1940_spring").phase("transferring").stack("berlin", germany={"infantry": 2})
        assert setting.start().offers("done") is free


@rule("setup.sichel.first_turn", "war.neutral_power.may_attack")
def test_in_the_full_war_italy_has_a_phase_1_in_autumn_1939_and_germany_has_none() -> None:
    for players, seat in ((2, "axis"), (4, "italy")):
        setting = war("full_war_a", players).phase("supplying").stack("essen", germany={"infantry": 2, "aircraft": 1})
        table = setting.stack("venice", italy={"infantry": 2}).stack("rome", italy={"aircraft": 1}).start()
        assert (table.asked, table.prompt) == (seat, "phase_one")
        assert table.offers("declare", "nation:yugoslavia") and not table.offers("declare", "nation:belgium")
        assert not table.offers("rebase", "area:essen")
        table.choose("declare", "nation:yugoslavia")
        while table.prompt == "war.place":
            table.choose("at", "area:belgrade")
        assert (table.asked, table.prompt) == (seat, "phase_one")  # nobody asks Germany in between
        table.choose("enter", "area:zagreb").choose("send", "kind:italy_infantry", "area:venice").choose("stand_by")
        assert table.holder("zagreb") == "italy" and table.prompt == "phase_two"
        assert table.state.power() == nation("germany")


@rule("setup.sichel.first_turn", "seq.phases")
def test_from_the_second_season_on_the_german_turn_begins_with_phase_1() -> None:
    setting = war().season("1939_winter").phase("supplying").stack("essen", germany={"aircraft": 1})
    assert setting.start().prompt == "phase_one"


@rule("setup.sichel.norway_overland", "setup.sichel.no_allied_norway")
def test_the_allies_attack_norway_overland_but_never_from_the_sea() -> None:
    setting = in_spring().phase("fighting", 1).held("britain", "stockholm")
    setting = setting.stack("edinburgh", britain={"infantry": 1, "fleet": 1})
    by_sea = setting.stack("plymouth", britain={"aircraft": 1}).start()
    assert by_sea.refused("declare", "nation:norway") == "setup.sichel.no_allied_norway"
    assert by_sea.refused("invade", "area:bergen") == "setup.sichel.no_allied_norway"
    table = setting.stack("stockholm", britain={"infantry": 2}).start().choose("declare", "nation:norway")
    while table.prompt == "war.place":
        table.choose("at", "area:oslo")
    assert table.refused("invade", "area:bergen") == "setup.sichel.no_allied_norway"
    assert table.offers("attack", "area:oslo")
    taken = setting.held("germany", "oslo", "bergen").set(fallen=["norway"]).start()
    assert taken.offers("invade", "area:bergen")  # neither neutral nor Norwegian any more


@rule("setup.sichel.britain_no_invasion_summer")
def test_others_than_britain_may_invade_in_the_summer_of_1940() -> None:
    """Germany lands in Norway, France on a coast that the Germans hold."""
    setting = war().season("1940_summer").stack("kiel", germany={"infantry": 1, "fleet": 1, "aircraft": 1})
    assert setting.held("britain", "oslo").start().offers("invade", "area:oslo")
    french = war().season("1940_summer").phase("fighting", 1).held("germany", "calais")
    french.stack("la_rochelle", france={"infantry": 1, "fleet": 1}).stack(
        "plymouth", britain={"infantry": 1, "fleet": 1}
    )
    table = french.start().choose("invade", "area:calais")
    assert table.prompt == "force"  # nobody asks who leads: Britain cannot
