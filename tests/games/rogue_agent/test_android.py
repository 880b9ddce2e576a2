"""Androids: what they can do, their attacks on agents, and the attacks of agents on them."""

from __future__ import annotations

import pytest

from tests.citing import rule
from tests.games.rogue_agent.rain_city import HOME, MISS, WIN, black, city, exposed, green, mode3, red, rules

# ---------------------------------------------------------------------- an android's actions


@rule("android.actions", "android.under.kinds", "android.under.limit", "justice.kinds")
def test_what_an_android_can_and_cannot_do() -> None:
    position = exposed(purple="district_3", grey="district_3").criminal(1, "district_3", "rook", "defeated")
    position.criminal(2, "district_3", "sparks").bomb(1, "district_3", 3).tracks("purple", evidence=5)
    table = position.start()
    assert table.verbs() == {"patrol", "search", "buy", "attack_agent", "attack_location", "end"}
    for choice in (("investigate", "criminal:2"), ("attack", "criminal:2"), ("arrest", "criminal:1"), ("reinforce",)):
        assert table.refused(*choice) == "android.actions"
    assert table.refused("defuse", "bomb:1") == "android.actions"
    agents = mode3(purple="district_3", yellow="district_3").start()
    assert agents.refused("attack_location") == "android.under.kinds"
    assert agents.refused("attack_agent", "agent:yellow") == "android.under.kinds"


@rule(
    "android.under.police_ok",
    "android.under.no_repeat_here",
    "android.under.after_second",
    "android.search",
    "android.buy",
)
def test_underground_actions_beside_the_police_and_a_patrol_after_the_second() -> None:
    position = exposed(purple="district_3").set(police="district_3").tracks("purple", ammo=0)
    table = position.roll(*black("evidence", "credit")).start().choose("search").choose("keep")
    assert table.refused("search") == "android.under.no_repeat_here"
    table.choose("buy", "goods:evidence", 1)
    assert table.refused("attack_location") == "android.under.limit"
    assert "patrol" in table.verbs()


@rule("android.search", "search.prevent.safe", "loc.safe.exclusive")
def test_only_an_android_shield_protects_the_search_of_an_android() -> None:
    for where, dice, left in (("synthetics_lab", (1, 1), 6), ("hospital", (1, 1), 4)):
        position = exposed(purple=where).tracks("purple", ammo=0).roll(*dice)
        table = position.start().choose("search").choose("keep")
        assert table.stamina("purple") == left


@rule("android.actions", "aandroid.justice")
def test_an_android_attacks_no_other_android_as_an_agent_would() -> None:
    position = city("android-4p").androids("purple", "orange").at(purple="district_3", orange="district_3").turn()
    table = position.start()
    assert table.refused("attack_android", "agent:orange") == "android.actions"
    assert table.refused("attack_agent", "agent:orange") == "aagent.not_android"


@rule("android.under.no_repeat_here", "android.under.limit", "aloc.where", "aloc.fail")
def test_an_attack_on_a_location_is_one_of_two_actions_and_not_repeated_there() -> None:
    position = city("android-3p").androids("yellow").at(yellow="district_3").tracks("yellow", ammo=0)
    table = position.set(burnt=["gunsmith"]).turn("yellow").roll(*MISS).start().choose("attack_location")
    assert table.refused("attack_location") == "android.under.no_repeat_here" and table.state.turn.actions == 1
    table.roll(*MISS).choose("patrol", "tile:district_4").choose("via", "tile:hospital").choose("attack_location")
    assert table.refused("search") == "android.under.limit" and table.state.turn.actions == 2


@rule("android.under.no_repeat_here", "android.under.after_second", "justice.after_second")
def test_an_android_searches_two_places_and_goes_on() -> None:
    position = city("android-3p").androids("yellow").at(yellow="gunsmith").tracks("yellow", ammo=0).turn("yellow")
    table = position.roll(5, 5).start().choose("search").choose("keep")
    assert table.refused("search") == "android.under.no_repeat_here"
    table.roll(5, 5).choose("patrol", "tile:district_3").choose("search").choose("keep")
    assert table.verbs() == {"patrol", "end"}


@rule("android.actions", "exposed.not_agent")
def test_an_android_has_nobody_to_turn_in_because_that_is_no_action_of_it() -> None:
    for where in ("headquarters", "gunsmith"):
        table = city("android-3p").androids("purple").at(purple=where).turn().start()
        assert table.refused("turn_in") == "android.actions"


# ---------------------------------------------------------------------- attack agent


@rule("aagent.where", "aagent.not_android", "aagent.target")
def test_whom_an_android_attacks() -> None:
    table = exposed(purple="district_3", grey="district_3").start()
    assert table.refused("attack_agent", "agent:yellow") == "aagent.where"
    assert table.refused("attack_agent", "agent:purple") == "aagent.where"
    safe = exposed(purple="hospital", grey="hospital").start()
    assert safe.refused("attack_agent", "agent:grey") == "aagent.where"
    both = city("android-4p").androids("purple", "yellow").at(purple="district_3", yellow="district_3").turn().start()
    assert both.refused("attack_agent", "agent:yellow") == "aagent.not_android"


@rule(
    "aagent.dice.red",
    "aagent.dice.green",
    "aagent.dice.black",
    "aagent.dice.defender",
    "dice.spend_limit",
    "aagent.roll",
)
def test_dice_of_an_attack_on_an_agent() -> None:
    position = exposed(purple="district_3", grey="district_3").tracks("purple", weapon=3, ammo=5).tracks("grey", fuel=5)
    table = position.start().choose("attack_agent", "agent:grey")
    assert [choice[1] for choice in table.choices] == [0, 1, 2, 3]
    table.choose("spend", 1)
    assert table.asked == "grey" and [choice[1] for choice in table.choices] == [0, 1]  # one green die is left
    table.roll(*MISS, *green("fuel", "fuel", "car"), 4).choose("spend", 1)
    assert table.level("grey", "fuel") == 4 and table.state.tray == 0b001_111_111


@rule("aagent.hits", "aagent.cancel", "aagent.surplus", "aagent.damage", "aagent.defender_hits", "aagent.no_informant")
@pytest.mark.parametrize(
    ("rolled", "defence", "lost"),
    [
        (("explosion", "explosion", "amplify"), ("car",), 2),
        (("explosion", "agent", "agent"), ("car", "car"), 0),
        (("explosion", "agent", "agent"), ("explosion", "amplify"), 1),
    ],
)
def test_patrol_cars_cancel_hits(rolled: tuple[str, ...], defence: tuple[str, ...], lost: int) -> None:
    position = (
        exposed(purple="district_3", grey="district_3").tracks("purple", ammo=0).tracks("grey", fuel=len(defence))
    )
    position.informants("district_3", "grey", "grey").roll(*red(*rolled), *green(*defence))
    table = position.start().choose("attack_agent", "agent:grey").choose("spend", len(defence))
    assert (table.stamina("grey"), table.stamina("purple")) == (6 - lost, 6)
    cancelled = [(1,)] if "car" in defence else []  # also of two cars, as there is one hit
    assert [line.args for line in table.told("cancelled")] == cancelled


@rule("aagent.kill", "hospital.other_turn", "aandroid.kill")
def test_the_last_stamina_gives_the_attacker_influence() -> None:
    position = (
        exposed(purple="district_3", grey="district_3").tracks("purple", ammo=0).tracks("grey", fuel=0, stamina=3)
    )
    table = position.roll(1, 1, 3).start().choose("attack_agent", "agent:grey")
    assert (table.where("grey"), table.influence("purple"), table.asked) == ("hospital", 1, "purple")
    spared = position.tracks("grey", stamina=4).start().choose("attack_agent", "agent:grey")
    assert spared.influence("purple") == 0


@rule("aagent.target", "aagent.damage", "aagent.kill", "aandroid.steps", "aandroid.damage", "aandroid.kill")
@pytest.mark.parametrize(
    ("seat", "verb", "target", "cited"),
    [
        ("grey", "attack_agent", "yellow", ["aagent.target", "aagent.damage", "aagent.kill"]),
        ("yellow", "attack_android", "grey", ["aandroid.steps", "aandroid.damage", "aandroid.kill"]),
    ],
)
def test_attacks_of_and_on_an_android_are_told_by_their_own_rules(
    seat: str, verb: str, target: str, cited: list[str]
) -> None:
    position = city("android-3p").androids("grey").at(yellow="district_3", grey="district_3").tracks(seat, ammo=0)
    position.tracks(target, stamina=3, fuel=0).turn(seat, leader=seat).roll(*WIN)
    table = position.start().choose(verb, f"agent:{target}")
    told = [rules(table, key)[-1] for key in ("attacked", "hurt", "influence_up")]
    assert told == cited and table.last("influence_up")[0] == seat


@rule("aagent.kill", "aandroid.kill", "aagent.damage")
@pytest.mark.parametrize(("seat", "verb", "target"), [("grey", "agent", "yellow"), ("yellow", "android", "grey")])
@pytest.mark.parametrize(("stamina", "faces"), [(1, MISS), (4, WIN)])
def test_who_is_not_taken_down_brings_nobody_influence(
    seat: str, verb: str, target: str, stamina: int, faces: tuple[int, ...]
) -> None:
    position = city("android-3p").androids("grey").at(yellow="district_3", grey="district_3").tracks(seat, ammo=0)
    position.tracks(target, stamina=stamina, fuel=0).turn(seat, leader=seat).roll(*faces)
    table = position.start().choose(f"attack_{verb}", f"agent:{target}")
    assert (table.influence(seat), table.stamina(target), table.where(target)) == (0, 1, "district_3")


@rule("aagent.where")
def test_an_android_attacks_nobody_elsewhere() -> None:
    position = city("android-3p").androids("yellow").at(yellow="district_3", grey="gunsmith", purple="district_3")
    table = position.turn("yellow").start()
    assert table.refused("attack_agent", "agent:grey") == "aagent.where"  # next door, and not safe there
    assert table.offers("attack_agent", "agent:purple")


@rule("dice.spend_limit", "board.resource.floor", "aagent.dice.defender")
def test_a_target_pays_no_more_fuel_than_it_has_or_than_there_are_dice() -> None:
    position = city("android-3p").androids("grey").at(yellow="district_3", grey="district_3").tracks("grey", ammo=0)
    poor = position.tracks("yellow", fuel=1).turn("grey", leader="grey").start().choose("attack_agent", "agent:yellow")
    assert poor.choices == [("spend", 0), ("spend", 1)] and poor.asked == "yellow"
    assert poor.refused("spend", 2) == "board.resource.floor"
    position.tracks("yellow", fuel=4).tracks("grey", weapon=3)  # two pistols: one green die is left over
    assert position.start().choose("attack_agent", "agent:yellow").refused("spend", 2) == "dice.spend_limit"


# ---------------------------------------------------------------------- attack android


@rule("aandroid.justice", "aandroid.exposed_only", "aandroid.where", "justice.police")
def test_whom_an_agent_attacks() -> None:
    here = city("android-3p").androids("purple").at(purple="district_3", yellow="district_3", grey="district_3")
    table = here.turn("yellow").start()
    assert table.refused("attack_android", "agent:grey") == "aandroid.exposed_only"
    assert table.offers("attack_android", "agent:purple")
    away = city("android-3p").androids("purple").at(**{**HOME, "purple": "district_3"}).turn("yellow").start()
    assert away.refused("attack_android", "agent:purple") == "aandroid.where"
    lab = city("android-3p").androids("purple").at(purple="synthetics_lab", yellow="synthetics_lab").turn("yellow")
    assert lab.start().refused("attack_android", "agent:purple") == "aandroid.where"
    police = here.set(police="district_3").turn("yellow").start()
    assert police.refused("attack_android", "agent:purple") == "justice.police"


@rule("aandroid.steps", "aandroid.defence", "aandroid.damage", "aandroid.kill")
def test_an_agent_against_an_android() -> None:
    position = city("android-3p").androids("purple").at(purple="district_3", yellow="district_3")
    position.tracks("yellow", ammo=0, weapon=1).tracks("purple", stamina=2, fuel=1).turn("yellow")
    table = position.roll(1, 1, 1, *green("explosion", "car")).start().choose("attack_android", "agent:purple")
    assert table.asked == "purple"
    table.choose("spend", 1)  # 4 hits less one
    assert (table.where("purple"), table.stamina("purple"), table.influence("yellow")) == ("hospital", 4, 1)
    assert table.stamina("yellow") == 6 and table.state.turn.actions == 1
    assert [line.rule for line in table.told("attacked")] == ["aandroid.steps"]


@rule("action.kinds.android_mode", "aandroid.exposed_only")
def test_why_nobody_can_be_attacked_as_an_android() -> None:
    """In agent mode there are none; in android mode nobody is one yet."""
    table = city().at(purple="gunsmith", yellow="gunsmith").turn().start()
    assert table.refused("attack_android", "agent:yellow") == "action.kinds.android_mode"
    position = city("android-3p").tokens("hha", "Aah", "hha").at(purple="gunsmith", yellow="gunsmith")
    assert position.turn().start().refused("attack_android", "agent:yellow") == "aandroid.exposed_only"
