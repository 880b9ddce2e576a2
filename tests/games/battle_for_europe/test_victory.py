"""Victory in every scenario: sides, single powers, shared seats and draws."""

from __future__ import annotations

import pytest

from sandtable.engine.game import Outcome
from sandtable.engine.types import Json
from sandtable.games.battle_for_europe.flow import victory
from tests.citing import rule
from tests.games.battle_for_europe.battles import at_first
from tests.games.battle_for_europe.war import War, war

TARGETS = ("oslo", "denmark", "netherlands", "belgium", "paris")


def ended(setting: War) -> Outcome:
    """The outcome after the last turn of the last season."""
    outcome = setting.phase("over", 1).start().match.outcome
    assert outcome is not None
    return outcome


def names(setting: War) -> set[str]:
    """The seats that win."""
    table = setting.phase("over", 1).start()
    outcome = table.match.outcome
    assert outcome is not None
    return {table.state.rules.seats[seat] for seat in outcome.winners}


# ---------------------------------------------------------------------- Sichelschnitt


def summer(players: int = 2) -> War:
    return war("sichelschnitt", players).season("1940_summer")


@rule("win.sichel.germany", "win.sichel.allies", "win.sichel.country_control")
def test_germany_needs_four_capitals_and_paris() -> None:
    assert ended(summer().held("germany", *TARGETS)).reason == "win.sichel.germany"
    for missing in TARGETS:
        held = [area for area in TARGETS if area != missing]
        assert ended(summer().held("germany", *held)).reason == "win.sichel.allies"


@rule("win.sichel.country_ally")
def test_a_country_that_joined_germany_counts_as_german() -> None:
    """Denmark holds its own capital: for Germany if it fights under German command, for nobody while it is neutral."""
    others = summer().held("germany", *[area for area in TARGETS if area != "denmark"])
    assert ended(others).reason == "win.sichel.allies"
    foes: dict[str, Json] = {"denmark": ["france", "britain"], "germany": ["france", "britain"]}
    foes |= {"france": ["germany", "denmark"], "britain": ["germany", "denmark"]}
    joined = others.set(alliance={"denmark": "axis"}, commander={"denmark": "germany"}, at_war_with=foes)
    assert ended(joined).reason == "win.sichel.germany"


@rule("win.sichel.germany_after_counter", "seq.end.date", "seq.length.sichelschnitt")
def test_it_is_judged_after_the_last_allied_turn() -> None:
    table = summer().held("germany", *TARGETS).phase("closing", 1).start()
    assert table.match.outcome is not None and table.match.outcome.winners == (0,)
    table = summer().held("germany", *TARGETS).stack("brest", france={"infantry": 2}).phase("fighting", 1).start()
    assert table.match.outcome is None


@rule("win.sichel.france", "win.sichel.france_retaken", "win.sichel.britain", "win.sichel.three_players")
def test_with_three_players_france_and_britain_are_judged_singly() -> None:
    assert names(summer(3)) == {"france"}
    assert names(summer(3).held("britain", "oslo")) == {"france", "britain"}
    assert names(summer(3).held("germany", "paris").held("britain", "denmark")) == {"britain"}
    assert names(summer(3).held("germany", "paris")) == set()
    assert not ended(summer(3).held("germany", "paris")).drawn
    assert names(summer(3).held("germany", *TARGETS)) == {"germany"}


# ---------------------------------------------------------------------- Barbarossa

EAST = ("moscow", "leningrad", "stalingrad")
SOUTH = ("malta", "cyprus", "alexandria", "cairo", "suez", "jerusalem")


def winter(players: int = 2) -> War:
    return war("barbarossa", players).season("1942_winter")


@rule("win.barb.axis", "win.barb.allies", "win.barb.two_players")
def test_the_three_cities_decide_between_two_players() -> None:
    assert names(winter().held("germany", *EAST)) == {"axis"}
    assert names(winter().held("germany", *EAST[1:]).held("italy", *SOUTH)) == {"allies"}
    for missing in EAST:
        assert names(winter().held("germany", *(city for city in EAST if city != missing))) == {"allies"}


@rule("win.barb.italy", "win.barb.italy_areas", "win.barb.britain", "win.barb.italy_alone", "win.barb.within_allies")
def test_italy_and_britain_fight_for_the_mediterranean() -> None:
    assert names(winter(5)) == {"ussr", "britain"}
    assert names(winter(5).held("italy", *SOUTH)) == {"ussr", "italy"}
    assert names(winter(5).held("italy", *SOUTH[1:]).held("germany", "malta")) == {
        "ussr",
        "italy",
    }  # the Axis holds them
    assert names(winter(5).held("italy", *SOUTH[1:])) == {"ussr", "britain"}
    assert names(winter(5).held("germany", *EAST)) == {"germany"}  # Britain's condition counts only if Germany fails
    assert names(winter(3).held("italy", *SOUTH)) == {"ussr"}  # Germany with Italy: by the German condition


@rule("win.barb.usa", "win.barb.usa_bridgehead", "win.barb.shared_seat")
def test_the_united_states_need_a_bridgehead_in_supply() -> None:
    setting = winter(5).set(alliance={"usa": "allies"}).held("italy", *SOUTH)
    landed = setting.held("usa", "brest", "paris").stack("brest", usa={"infantry": 1})
    assert names(landed) == {"ussr", "italy", "usa"}  # Paris supplies it
    assert names(setting.held("usa", "brest", "paris").stack("brest")) == {"ussr", "italy"}
    shared = winter(4).set(alliance={"usa": "allies"}).held("italy", *SOUTH)
    assert names(shared) == {"ussr", "italy"}
    assert names(shared.held("usa", "brest", "paris").stack("brest", usa={"infantry": 1})) == {"ussr", "italy", "west"}


# ---------------------------------------------------------------------- Bagration and Overlord


def last_summer(players: int = 2) -> War:
    return war("bagration_overlord", players).season("1945_summer")


@rule("win.bagr.germany", "win.bagr.allies", "win.bagr.two_players")
def test_berlin_decides_between_two_players() -> None:
    assert names(last_summer()) == {"axis"}
    assert names(last_summer().held("britain", "berlin")) == {"allies"}


@rule("win.bagr.ussr_usa", "win.bagr.joint_berlin", "win.bagr.britain", "win.bagr.britain_needs_allies")
def test_who_took_berlin_wins_and_britain_wants_belgrade_and_budapest() -> None:
    assert names(last_summer(4).held("ussr", "berlin")) == {"ussr"}
    assert names(last_summer(4).held("usa", "berlin")) == {"usa"}
    assert names(last_summer(4).held("britain", "berlin")) == set()
    both = ("belgrade", "budapest")
    assert names(last_summer(4).held("ussr", "berlin").held("britain", *both)) == {"ussr", "britain"}
    assert names(last_summer(4).held("britain", *both)) == {"germany"}


@rule("win.bagr.shared_seat")
def test_a_seat_of_both_western_powers_needs_one_of_their_conditions() -> None:
    assert names(last_summer(3).held("usa", "berlin")) == {"west"}
    assert names(last_summer(3).held("ussr", "berlin")) == {"ussr"}
    assert names(last_summer(3).held("ussr", "berlin").held("britain", "belgrade", "budapest")) == {"ussr", "west"}


@rule("win.bagr.early", "win.bagr.early_britain", "fall.side_out")
def test_when_germany_falls_early_britain_is_judged_at_once() -> None:
    setting = war("bagration_overlord", 4).season("1944_summer").phase("settling", 1).set(last_chance=["germany"])
    setting = setting.held("ussr", "berlin").stack("berlin", ussr={"infantry": 1})
    table = setting.held("britain", "belgrade", "budapest").start()
    outcome = table.match.outcome
    assert outcome is not None and outcome.reason == "win.bagr.early"
    assert {table.state.rules.seats[seat] for seat in outcome.winners} == {"ussr", "britain"}


# ---------------------------------------------------------------------- the full war


def full(variant: str, players: int = 2) -> War:
    return war(f"full_war_{variant}", players).season("1945_summer").set(alliance={"italy": "axis", "ussr": "allies"})


@rule("win.full_a.allies", "win.full_a.axis", "win.full_a.axis_capitals", "win.full_a.neither")
def test_capitals_decide_the_full_war() -> None:
    assert names(full("a").held("ussr", "berlin").held("britain", "rome")) == {"allies"}
    assert names(full("a").held("germany", "london", "paris")) == {"axis"}
    neither = ended(full("a").held("germany", "paris"))
    assert neither.drawn and neither.reason == "win.full_a.neither" and neither.winners == ()
    both = ended(full("a").held("germany", "london", "paris").held("ussr", "berlin", "rome"))
    assert both.drawn
    assert names(full("a", 5).held("ussr", "berlin", "rome")) == {"france", "west", "ussr"}


@rule("win.full_b.targets", "win.full_b.count", "win.full_b.start_area", "win.full_b.several_powers")
def test_conquests_decide_the_full_war() -> None:
    assert names(full("b", 5)) == set()
    conquests = ("madrid", "belgrade")  # Spain 5, Yugoslavia 3
    assert names(full("b", 5).held("france", *conquests)) == {"france"}  # 8
    assert names(full("b", 5).held("france", "madrid")) == set()
    assert names(full("b", 5).held("italy", *conquests, "athens")) == {"italy"}  # 10
    assert names(full("b", 2).held("france", *conquests)) == set()  # with Britain's 20 and the Soviets' 18 to reach


@rule("win.full_b.start_area")
def test_poland_is_part_of_what_germany_starts_with() -> None:
    """Conquests worth 28 in small countries and 4 and 1 in the Soviet Union, and Poland, make 33; Riga makes 34."""
    countries = ("belgium", "denmark", "athens", "netherlands", "belgrade", "oslo", "madrid", "stockholm", "ankara")
    setting = full("b", 5).held("germany", *countries, "leningrad", "minsk", "warsaw")
    assert names(setting) == set()
    assert names(setting.held("germany", "riga")) == {"germany"}


@rule("win.full_b.satellites", "win.full_b.count")
def test_satellites_and_halves_of_powers_count() -> None:
    wars: dict[str, Json] = {country: ["britain"] for country in ("finland", "hungary", "romania", "bulgaria")}
    wars |= {"britain": ["germany", "finland", "hungary", "romania", "bulgaria"], "germany": ["britain"], "france": []}
    command: dict[str, Json] = dict.fromkeys(("finland", "hungary", "romania", "bulgaria"), "germany")
    sides: dict[str, Json] = dict.fromkeys(("finland", "hungary", "romania", "bulgaria"), "axis")
    setting = full("b", 5).set(at_war_with=wars, commander=command, fallen=["france", "poland"])
    setting = setting.set(alliance={"italy": "axis", "ussr": "allies", **sides})
    small = ("oslo", "denmark", "netherlands", "belgium", "athens")  # 2 + 2 + 2 + 4 + 2
    assert names(setting.held("germany", "paris", *small)) == set()  # 11 + 9 + 12 = 32
    assert names(setting.held("germany", "paris", *small, "belgrade")) == {"germany"}  # 35


@rule("win.full_b.several_winners")
@pytest.mark.parametrize(
    ("ahead", "winners", "drawn"),
    [((3, 5), (1,), False), ((5, 3), (0,), False), ((4, 4), (), True), ((-1, 2), (1,), False), ((-1, -1), (), False)],
)
def test_of_two_players_the_larger_surplus_wins_and_an_equal_one_is_a_draw(
    monkeypatch: pytest.MonkeyPatch, ahead: tuple[int, int], winners: tuple[int, ...], drawn: bool
) -> None:
    monkeypatch.setattr(victory, "surplus", lambda g, seat: ahead[seat])
    outcome = ended(full("b"))
    assert (outcome.winners, outcome.drawn) == (winners, drawn)


@rule("win.full_b.fallen")
def test_a_fallen_power_does_not_win() -> None:
    setting = full("b", 5).held("france", "madrid", "belgrade").set(fallen=["france", "poland"])
    assert names(setting) == set()


@rule("fall.side_out", "win.full_b.fallen")
@pytest.mark.parametrize(("variant", "seats"), [("a", {"france", "west", "ussr"}), ("b", {"west", "ussr"})])
def test_who_wins_when_the_axis_is_out_and_france_fell_before(variant: str, seats: set[str]) -> None:
    """In the war of sides France wins with its side; where each power plays for itself it does not."""
    setting = full(variant, 5).set(fallen=["germany", "italy", "france", "poland"])
    assert names(setting) == seats and ended(setting).reason == "fall.side_out"


@rule("fall.side_out")
def test_a_side_that_is_out_has_lost_whatever_else_the_scenario_asks_for() -> None:
    """In Sichelschnitt Germany has none of the four countries, but Paris and London have fallen."""
    for players, winner in ((2, "axis"), (3, "germany")):
        out = summer(players).season("1940_spring").set(fallen=["france", "britain"]).held("germany", "paris", "london")
        assert names(out) == {winner} and ended(out).reason == "fall.side_out"


# ---------------------------------------------------------------------- single conditions


def winners(setting: War) -> set[str]:
    """The seats that win when the war is over."""
    table = setting.phase("over", 1).start()
    assert table.match.outcome is not None
    return {table.state.rules.seats[seat] for seat in table.match.outcome.winners}


@rule("win.sichel.britain")
@pytest.mark.parametrize("area", ["oslo", "denmark", "netherlands", "belgium"])
def test_any_of_four_countries_is_enough_for_britain(area: str) -> None:
    setting = war("sichelschnitt", 3).season("1940_summer").held("germany", "paris").held("britain", area)
    assert winners(setting) == {"britain"}


@rule("win.barb.usa_bridgehead")
def test_an_american_bridgehead_is_on_the_mainland_and_in_supply() -> None:
    setting = war("barbarossa", 5).season("1942_winter").set(alliance={"usa": "allies"}).held("italy", *SOUTH)
    cut_off = setting.held("usa", "brest").stack("brest", usa={"infantry": 1})
    assert winners(cut_off) == {"ussr", "italy"}  # Paris is German
    island = setting.held("usa", "liverpool").stack("liverpool", usa={"infantry": 1})
    assert winners(island) == {"ussr", "italy"}  # London supplies it, but Britain is no mainland


@rule("win.barb.usa_bridgehead")
def test_aircraft_alone_hold_no_bridgehead() -> None:
    setting = war("barbarossa", 5).season("1942_winter").set(alliance={"usa": "allies"}).held("italy", *SOUTH)
    setting = setting.held("usa", "brest", "paris").stack("brest", usa={"aircraft": 1, "fleet": 1})
    assert winners(setting) == {"ussr", "italy"}


@rule("win.bagr.britain")
@pytest.mark.parametrize("area", ["belgrade", "budapest"])
def test_one_city_on_the_danube_is_not_enough_for_britain(area: str) -> None:
    setting = war("bagration_overlord", 4).season("1945_summer").held("ussr", "berlin").held("britain", area)
    assert winners(setting) == {"ussr"}


@rule("win.full_a.allies")
@pytest.mark.parametrize("area", ["berlin", "rome"])
def test_one_axis_capital_is_not_enough_for_the_allies(area: str) -> None:
    setting = war("full_war_a").season("1945_summer").set(alliance={"italy": "axis"}).held("britain", area)
    assert winners(setting) == set()


@rule("win.full_b.several_winners", "win.full_b.fallen")
def test_with_more_players_two_win_side_by_side_and_the_fallen_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of Germany, Italy, France, the West and the Soviet Union the first two have reached their targets, and France."""
    monkeypatch.setattr(victory, "surplus", lambda g, seat: (3, 5, 1, -1, -1)[seat])
    setting = war("full_war_b", 5).season("1945_summer").set(fallen=["france", "poland"])
    assert winners(setting) == {"germany", "italy"}


@rule("win.full_b.fallen", "win.full_b.several_powers")
def test_the_target_of_a_fallen_power_still_counts_for_its_player() -> None:
    """Germany and Italy want 34 + 10; Italy has fallen."""
    setting = war("full_war_b").season("1945_summer").set(fallen=["italy", "poland"], alliance={"italy": None})
    assert victory.conquests(at_first(setting), 0)[1] == 44


@rule("win.barb.italy", "win.barb.italy_alone")
def test_italy_wins_beside_a_victorious_germany_too() -> None:
    south = ("malta", "cyprus", "alexandria", "cairo", "suez", "jerusalem")
    setting = war("barbarossa", 5).season("1942_winter").held("germany", "moscow", "leningrad", "stalingrad")
    assert names(setting.held("italy", *south)) == {"germany", "italy"}


@rule("win.barb.usa_bridgehead")
def test_americans_in_an_area_that_britain_controls_hold_no_bridgehead() -> None:
    setting = war("barbarossa", 5).season("1942_winter").set(alliance={"usa": "allies"}).held("britain", "paris")
    setting.stack("brest", usa={"infantry": 1})
    assert names(setting.held("britain", "brest")) == {"ussr", "britain"}
    assert names(setting.held("usa", "brest")) == {"ussr", "britain", "usa"}
