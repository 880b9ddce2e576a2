"""Consent in the full war of single powers: who lets whom into his areas."""

from __future__ import annotations

import pytest

from sandtable.engine.types import Json
from tests.citing import rule
from tests.games.battle_for_europe.war import War, war

AXIS: list[Json] = ["germany", "italy"]
WEST: list[Json] = ["france", "britain"]
WARS: dict[str, Json] = {"germany": WEST, "italy": WEST, "france": AXIS, "britain": AXIS}


def allies(phase: str, scenario: str = "full_war_b", players: int = 4) -> War:
    """Germany and Italy are allies; Germany, with units in Vienna, is on turn first."""
    return (
        war(scenario, players)
        .season("1941_summer")
        .phase(phase, 0, 0)
        .set(at_war_with=WARS, alliance={"italy": "axis"})
        .stack("vienna", germany={"infantry": 2, "aircraft": 1})
        .stack("venice", italy={"infantry": 1})
        .roll(*(6,) * 20)
    )


@rule("war.consent", "war.consent.ask")
def test_whoever_holds_the_area_is_asked_once_a_turn() -> None:
    table = allies("moving").start().choose("move", "area:vienna")
    table.choose("go", "kind:germany_infantry", "area:venice", "number:one")
    assert (table.asked, table.prompt) == ("italy", "consent")
    table.choose("yes")
    assert table.count("venice", "germany_infantry") == 1
    table.choose("move", "area:vienna").choose("go", "kind:germany_infantry", "area:venice", "number:one")
    assert table.count("venice", "germany_infantry") == 2 and table.asked == "germany"  # not asked again


@rule("war.consent", "war.consent.ask")
def test_a_refusal_closes_all_areas_for_the_turn() -> None:
    table = allies("moving").start().choose("move", "area:vienna")
    table.choose("go", "kind:germany_infantry", "area:venice", "number:one").choose("no")
    assert table.count("vienna", "germany_infantry") == 2 and table.count("venice", "germany_infantry") == 0
    table.choose("move", "area:vienna")
    assert table.refused("go", "kind:germany_infantry", "area:venice", "number:one") == "war.consent"
    assert table.refused("go", "kind:germany_aircraft", "area:milan", "number:one") == "war.consent"
    later = allies("opening").set(denied={"italy": ["germany"]}).start()
    assert not any(later.state.denied)


@rule("war.consent.ask")
def test_changes_of_base_and_transfers_need_it_too() -> None:
    table = allies("fighting").start().choose("rebase", "area:vienna")
    table.choose("go", "kind:germany_aircraft", "area:venice", "number:one")
    assert table.prompt == "consent"
    table = allies("transferring").start().choose("transfer", "kind:germany_infantry", "area:vienna")
    table.choose("to", "area:rome")
    assert table.prompt == "consent"
    table.choose("no")
    assert table.count("rome", "germany_infantry") == 0 and table.state.transfers[0] == 0


@rule("war.consent.ask")
def test_sea_transport_needs_it_too() -> None:
    setting = allies("moving").stack("athens", germany={"infantry": 1, "fleet": 1}).held("germany", "athens")
    table = setting.start().choose("ship", "area:athens").choose("to", "area:naples")
    table.choose("pick", "kind:germany_infantry")
    assert (table.asked, table.prompt) == ("italy", "consent")
    table.choose("no")
    assert table.count("athens", "germany_infantry") == 1


@rule("war.consent", "war.consent.ask")
@pytest.mark.parametrize(("scenario", "players"), [("full_war_a", 4), ("full_war_b", 2)])
def test_sides_and_powers_of_one_player_do_not_ask(scenario: str, players: int) -> None:
    table = allies("moving", scenario, players).start().choose("move", "area:vienna")
    table.choose("go", "kind:germany_infantry", "area:venice", "number:one")
    assert table.count("venice", "germany_infantry") == 1


@rule("war.consent", "war.neutral_power.limits")
def test_before_the_alliance_nobody_enters_at_all() -> None:
    setting = war("full_war_b", 4).season("1940_summer").phase("moving", 0, 0).stack("vienna", germany={"infantry": 1})
    table = setting.stack("prague", germany={"infantry": 1}).start().choose("move", "area:vienna")
    assert table.refused("go", "kind:germany_infantry", "area:venice", "number:one") == "war.neutral_power.limits"


@rule("war.consent")
def test_areas_of_small_allies_are_open() -> None:
    foes: dict[str, Json] = {**WARS, "hungary": ["ussr"], "ussr": ["hungary"]}
    setting = allies("moving").set(at_war_with=foes, alliance={"hungary": "axis"}, commander={"hungary": "germany"})
    setting = setting.stack("zagreb", italy={"infantry": 1}).held("italy", "zagreb").phase("moving", 0, 1)
    table = setting.start().choose("move", "area:zagreb")
    table.choose("go", "kind:italy_infantry", "area:budapest", "number:one")
    assert table.count("budapest", "italy_infantry") == 1


def in_france(acting: int = 3) -> War:
    """British and American infantry beside French Calais, which has a player of its own."""
    foes: dict[str, Json] = {"germany": ["france", "britain", "usa"], "usa": ["germany"]}
    foes |= {"france": ["germany"], "britain": ["germany"]}
    setting = war("full_war_b", 5).season("1942_summer").phase("moving", 1, acting).set(alliance={"usa": "allies"})
    setting = setting.set(at_war_with=foes).held("britain", "belgium").held("usa", "netherlands")
    setting = setting.stack("belgium", britain={"infantry": 1}, usa={"infantry": 1, "aircraft": 1})
    return setting.stack("paris", france={"infantry": 1})


@rule("war.consent.ask")
@pytest.mark.parametrize("answer", ["admitted", "denied"])
def test_an_answer_is_for_one_power_and_not_for_others_of_its_player(answer: str) -> None:
    """France has answered the British this turn; the Americans, of the same player, ask for themselves."""
    given: dict[str, Json] = {answer: {"france": ["britain"]}}
    table = in_france(2).set(**given).start()
    assert table.asked == "west"
    table.choose("move", "area:belgium").choose("go", "kind:usa_infantry", "area:calais", "number:one")
    assert (table.asked, table.prompt) == ("france", "consent")


@rule("war.consent.ask")
def test_a_consent_is_forgotten_when_the_turn_is_over() -> None:
    table = in_france().phase("opening", 0).set(admitted={"france": ["britain"]}).start()
    assert not any(table.state.admitted)


@rule("war.consent", "nc.enter_empty_enemy")
def test_nobody_is_asked_for_an_empty_area_of_the_enemy() -> None:
    """Leave is for allies to give: Germans march into Calais, where no French are."""
    setting = allies("moving").held("germany", "belgium").stack("belgium", germany={"infantry": 1})
    table = setting.start().choose("move", "area:belgium")
    table.choose("go", "kind:germany_infantry", "area:calais", "number:one")
    assert table.holder("calais") == "germany" and table.asked == "germany"
