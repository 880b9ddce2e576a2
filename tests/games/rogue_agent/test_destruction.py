"""Attacks on locations, and destroyed tiles."""

from __future__ import annotations

import pytest

from tests.citing import rule
from tests.games.rogue_agent.rain_city import MISS, PATH, black, city, exposed, green, night, red, rules

# ---------------------------------------------------------------------- attack location


@rule(
    "aloc.dice", "aloc.dice.green", "aloc.dice.black", "aloc.hits", "aloc.success", "aloc.success.flip", "destroy.flip"
)
def test_a_location_burns_with_two_hits() -> None:
    position = exposed(purple="district_3").tracks("purple", ammo=1, weapon=1)
    table = (
        position.roll(*MISS, *green("explosion"), *black("amplify"))
        .start()
        .choose("attack_location")
        .choose("spend", 1)
    )
    assert table.state.burnt == 1 << 3 and table.influence("purple") == 1  # aloc.success.influence
    tile = next(area for area in table.scene(0).areas if area.id == "tile:district_3")
    assert (tile.face, tile.facts) == ("destroyed", {"number": 3})  # destroy.side


@rule("aloc.fail", "aloc.informant_only_hit")
def test_without_hits_nothing_is_lost() -> None:
    position = exposed(purple="district_3").tracks("purple", ammo=0).informants("district_3", "grey")
    table = position.roll(*MISS).start().choose("attack_location")
    assert table.slots("district_3") == ["grey"] and table.state.burnt == 0


@rule("aloc.success.bombs", "aloc.success.discs", "aloc.success.influence", "aloc.success.self_hit", "destroy.discs")
def test_bombs_go_off_first_and_the_destruction_is_completed_without_the_attacker() -> None:
    position = exposed(purple="district_3").tracks("purple", ammo=0, stamina=4).bomb(1, "district_3", 5)
    position.criminal(1, "district_3", "rook", "defeated").assassin(1, "district_3").set(influence={"purple": 2})
    table = position.roll(1, 1, 5).start().choose("attack_location")
    assert table.where("purple") == "hospital" and table.state.burnt == 1 << 3
    assert {"bomb-1", "criminal-1", "assassin-1"} <= table.bag()
    assert table.influence("purple") == 2  # −1 for the hospital, +1 for the location
    calm = exposed(purple="district_3").tracks("purple", ammo=0).criminal(1, "district_3", "rook").roll(1, 1, 5)
    assert "criminal-1" in calm.start().choose("attack_location").bag()


@rule("aloc.informant_top", "aloc.informant_next")
def test_each_informant_that_cancels_a_hit_is_told_by_its_rule() -> None:
    position = city("android-3p").androids("purple").at(purple="gunsmith").informants("gunsmith", "yellow", "grey")
    table = position.tracks("purple", ammo=0).turn().roll(*red("explosion", "explosion", "agent")).start()
    table.choose("attack_location")
    assert rules(table, "informant_removed") == ["aloc.informant_top", "aloc.informant_next"]


@rule("aloc.success.bombs", "aloc.success.flip", "loc.safe.android")
def test_the_shield_of_a_location_protects_its_destroyer_from_the_bombs_there() -> None:
    """Bombs go off first and the tile is turned after them; an agent beside the android is hurt."""
    position = city("android-3p").androids("purple").at(purple="motor_pool", yellow="motor_pool")
    position.bomb(1, "motor_pool", 5).tracks("purple", ammo=0).turn().roll(*red("explosion", "explosion", "agent"))
    table = position.start().choose("attack_location")
    assert (table.stamina("purple"), table.stamina("yellow"), table.influence("purple")) == (6, 2, 1)
    table.choose("end")
    assert table.offers("attack_android", "agent:purple")  # its destroyed side has no shield


@rule("aloc.where", "destroy.eligible", "hospital.never_destroyed")
def test_which_locations_can_be_attacked() -> None:
    assert exposed(purple="hospital").start().refused("attack_location") == "destroy.eligible"
    burnt = exposed(purple="district_3").set(burnt=["district_3"]).start()
    assert burnt.refused("attack_location") == "aloc.where"
    assert exposed(purple="district_3").start().offers("attack_location")  # its slots are empty


# ---------------------------------------------------------------------- destroyed tiles


@rule("destroy.entry_agent", "destroy.entry_android", "destroy.side")
def test_fire_costs_agents_a_stamina_and_androids_nothing() -> None:
    burnt = city("android-3p").androids("purple").set(burnt=["district_2"]).at(purple="motor_pool", yellow="motor_pool")
    table = burnt.tracks("yellow", ammo=5, car=5).turn("yellow").start().choose("patrol", "tile:district_2")
    table.choose("via", "tile:district_2")
    assert (table.stamina("yellow"), table.prompt) == (5, "turn.order")  # nothing prevents it, and no gangsters
    android = burnt.turn("purple").start().choose("patrol", "tile:district_2")
    assert android.stamina("purple") == 6


@rule("destroy.discs", "destroy.no_checks", "destroy.path", "destroy.no_redraw")
def test_discs_that_walk_into_the_fire_are_gone() -> None:
    position = city("android-3p").androids("purple").set(burnt=["district_3"], police="district_1")
    position.criminal(1, "gunsmith", "rook").bomb(1, "district_3", 5).turn("grey")
    table = position.start()
    table.match.script(None)
    table.choose("end")
    assert next(line.args for line in table.told("returned")) == ("criminal:1",)
    assert table.told("timer")[0].args == ("bomb:1", 4)  # only the tick: no bomb check was made before
    flees = city("android-3p").androids("yellow").set(burnt=["district_3"]).at(purple="gunsmith").turn()
    flees.criminal(1, "gunsmith", "harbourmaster_voss", "open").tracks("purple", ammo=0).roll(*MISS)
    assert "criminal-1" in flees.start().choose("attack", "criminal:1").bag()


@rule("comp.tiles.agent_normal")
def test_nothing_burns_in_agent_mode() -> None:
    assert "burnt" in city().set(burnt=["gunsmith"]).impossible()


@rule("destroy.side", "loc.safe.agent", "explosion.here")
@pytest.mark.parametrize("tile", ["district_5", "motor_pool"])
def test_a_destroyed_tile_shields_no_agent(tile: str) -> None:
    position = city("android-3p").androids("grey").set(burnt=[tile]).at(purple=tile, grey=tile, yellow="headquarters")
    table = position.turn("grey", leader="grey").start()
    assert table.offers("attack_agent", "agent:purple")
    blast = position.bomb(1, tile, 1).turn("yellow", leader="grey").freely().start().city_phase()
    assert blast.stamina("purple") == 2


@rule("destroy.side", "destroy.entry_agent", "destroy.no_search", "destroy.no_buy", "reinforce.no_slot")
def test_what_burns_elsewhere_changes_nothing_here() -> None:
    position = city("android-3p").androids("grey").set(burnt=["ammunition_depot", "gunsmith"]).at(yellow="motor_pool")
    table = position.tracks("yellow", ammo=0).turn("yellow").start().choose("patrol", "tile:district_1")
    assert table.stamina("yellow") == 4 and {"search", "buy", "reinforce"} <= table.verbs()  # two gangsters
    assert table.refused("buy", "goods:fuel", 1) == "buy.needs_goods"


@rule("destroy.placed", "destroy.discs", "time.criminal.card", "loc.safe.agent")
def test_what_burns_elsewhere_harms_nobody_here() -> None:
    """A criminal and an assassin come to districts that do not burn; the hospital is still safe."""
    position = city("android-3p").androids("grey").set(round=1, phase="time", turns_left=0, burnt=["district_5"])
    table = position.roll("criminal:2", "assassin:1", 3, 4).start().choose("assign", "criminal:2", "tile:district_3")
    assert (table.disc("criminal-2"), table.disc("assassin-1")) == ("path-2", "path-4") and table.card(2) is not None
    blast = night("android-3p").androids("grey").set(burnt=["gunsmith"]).at(yellow="hospital", purple="district_4")
    after = blast.bomb(1, "district_3", 1).freely().start().city_phase()
    assert (after.stamina("yellow"), after.where("yellow")) == (6, "hospital")


@rule("destroy.discs", "city.assassin.step2")
def test_an_assassin_that_has_walked_into_the_fire_does_nothing_more() -> None:
    """Nor does it come back to the start of the path, where an agent stands."""
    position = city("android-3p").androids("grey").set(burnt=["district_4"], police="district_1")
    position.at(purple=PATH[0], yellow="headquarters", grey="headquarters").assassin(1, "synthetics_lab")
    table = position.turn("grey", round=8).start().choose("end")
    assert table.disc("assassin-1") is None and table.stamina("purple") == 6
    assert [line.rule for line in table.told("returned")] == ["destroy.discs"]


@rule("destroy.entry_agent", "gangster.when", "patrol.step_adjacent")
def test_a_patrol_through_fire_costs_one_stamina_and_meets_nobody() -> None:
    """Over the burning district 1, where two gangsters were: one stamina, whatever protects elsewhere."""
    position = city("android-3p").androids("grey").set(burnt=["district_1"]).at(yellow="motor_pool")
    table = position.tracks("yellow", ammo=5, car=5, agent=5).turn("yellow").start()
    table.choose("patrol", "tile:ammunition_depot").choose("via", "tile:district_1")
    assert (table.stamina("yellow"), table.level("yellow", "ammo")) == (5, 5)
    assert [line.rule for line in table.told("hurt")] == ["destroy.entry_agent"]


@rule("destroy.side", "loc.safe.android")
def test_a_destroyed_tile_shields_no_android() -> None:
    position = city("android-3p").androids("grey").at(purple="motor_pool", grey="motor_pool").turn()
    assert position.start().refused("attack_android", "agent:grey") == "aandroid.where"
    assert position.set(burnt=["motor_pool"]).start().offers("attack_android", "agent:grey")
