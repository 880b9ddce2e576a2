"""What each seat and a spectator see of a table on which everything lies somewhere."""

from __future__ import annotations

import pytest

from sandtable.engine.scene import Scene
from tests.citing import rule
from tests.games.rogue_agent.rain_city import WIN, City, city, green


def full() -> City:
    """Four players, one of them an android with a token left; cards that nobody, some and everybody know."""
    position = city("android-4p").androids("orange").tokens("ahh", "Aha", "hhh", "AhA")
    position.at(purple="district_3", yellow="district_3", grey="gunsmith", orange="hospital").set(police="district_5")
    position.criminal(1, "district_3", "rook").looked(1, "yellow", "grey").criminal(2, "district_4", "sparks")
    position.criminal(3, "yellow", "twitch").criminal(4, "district_6", "choirboy", "open", end=True)
    position.criminal(5, "district_3", "leviathan").looked(5, "purple").assassin(2, "district_6", end=True)
    position.bomb(1, "district_3", 1).bomb(3, "district_4", 6).informants("district_4", "grey", "yellow")
    position.set(burnt=["fuel_station"], influence={"grey": 3}, credits={"grey": 1})
    return position.pile("yellow", "clerk_tobin", "penny_marrow").turn("yellow", round=4)


def seen(scene: Scene, area: str) -> list[tuple[object, ...]]:
    """The pieces of an area: what they are, with side, value and marks."""
    found = next(each for each in scene.areas if each.id == area)
    return [(piece.id, piece.face, piece.value, *piece.marks) for piece in found.pieces]


def cards(scene: Scene) -> dict[str, str]:
    """By case file: the card as it is seen, with its side."""
    files = [area for area in scene.areas if area.kind == "file" and area.pieces]
    return {area.id[5:]: f"{area.pieces[0].id} {area.pieces[0].face}".strip() for area in files}


OPEN = {"3": "card:twitch open", "4": "card:choirboy open"}


@rule("info.hidden", "info.public", "investigate.secret", "time.criminal.hidden")
@pytest.mark.parametrize(
    ("seat", "known"),
    [
        (0, {"1": "back:1", "2": "back:2", "5": "card:leviathan known"}),
        (1, {"1": "card:rook known", "2": "back:2", "5": "back:5"}),
        (2, {"1": "card:rook known", "2": "back:2", "5": "back:5"}),
        (3, {"1": "back:1", "2": "back:2", "5": "back:5"}),
        (None, {"1": "back:1", "2": "back:2", "5": "back:5"}),
    ],
)
def test_who_knows_which_card(seat: int | None, known: dict[str, str]) -> None:
    scene = full().start().scene(seat)
    assert cards(scene) == {**known, **OPEN}
    markers = {area.id: [piece.id for piece in area.pieces[1:]] for area in scene.areas if area.kind == "file"}
    assert markers["file:1"] == ["marker:1-yellow", "marker:1-grey"] and markers["file:5"] == ["marker:5-purple"]


@rule("card.fields", "card.hp", "card.bounty", "card.syndicate", "info.hidden")
def test_what_a_known_card_says_and_its_back_does_not() -> None:
    table = full().start()
    leviathan = ("card:leviathan", "known", 4, "syndicate:current", "bounty:6", "reveal:red", "only_you")
    assert seen(table.scene(0), "file:5")[0] == leviathan
    assert seen(table.scene(1), "file:5")[0] == ("back:5", "", None)
    twitch = ("card:twitch", "open", 1, "syndicate:hyenas", "bounty:1")
    assert seen(table.scene(None), "file:3")[0] == twitch


@rule("setup.identity.look", "info.hidden", "info.public", "reveal.stays")
@pytest.mark.parametrize(
    ("seat", "faces"),
    [
        (0, {"purple": "ahh", "yellow": "A", "grey": "", "orange": "AA"}),
        (1, {"purple": "", "yellow": "Aha", "grey": "", "orange": "AA"}),
        (2, {"purple": "", "yellow": "A", "grey": "hhh", "orange": "AA"}),
        (3, {"purple": "", "yellow": "A", "grey": "", "orange": "AhA"}),
        (None, {"purple": "", "yellow": "A", "grey": "", "orange": "AA"}),
    ],
)
def test_who_sees_which_tokens(seat: int | None, faces: dict[str, str]) -> None:
    found = {}
    for hand in full().start().scene(seat).hands:
        letters = [piece.face[0].upper() if "revealed" in piece.marks else piece.face[0] for piece in hand.cards]
        found[hand.owner] = "".join(letters)
        assert hand.count == 3
    assert found == faces


@rule("info.public", "destroy.side", "arrest.moves", "time.top_entry")
def test_what_lies_open_to_everybody() -> None:
    """For a spectator; only cards and tokens differ from seat to seat."""
    table = full().start()
    scene = table.scene(None)
    assert seen(scene, "tile:district_3") == [
        ("agent:purple", "agent", None),
        ("agent:yellow", "agent", 1, "custody"),
        ("bomb:1", "", 1, "urgent"),
        ("criminal:1", "rampant", 1),
        ("criminal:5", "rampant", 5),
    ]
    assert seen(scene, "tile:hospital") == [("agent:orange", "android", None)]
    assert seen(scene, "tile:district_4") == [("bomb:3", "", 6), ("criminal:2", "rampant", 2)]
    assert seen(scene, "tile:district_6") == [
        ("assassin:2", "", None, "leaving"),
        ("criminal:4", "rampant", 4, "leaving"),
    ]
    assert seen(scene, "tile:district_5") == [("police", "", None)]
    assert seen(scene, "custody:yellow") == [("criminal:3", "defeated", 3)]
    assert seen(scene, "slot:district_4:upper") == [("informant:district_4:upper", "", None)]
    owners = {area.id: area.owner for area in scene.areas if area.kind == "slot" and area.owner}
    assert owners == {"slot:district_4:upper": "grey", "slot:district_4:lower": "yellow"}
    fire = next(area for area in scene.areas if area.id == "tile:fuel_station")
    gun = next(area for area in scene.areas if area.id == "tile:gunsmith")
    assert (fire.face, fire.facts, gun.face) == ("destroyed", {}, "")
    assert scene.standing["grey"] == {"influence": 3} and scene.standing["purple"] == {"influence": 0}
    assert scene.status["turn"] == "yellow" and scene.status["round"] == 4
    for seat in range(4):
        other = table.scene(seat)
        assert [area for area in other.areas if area.kind != "file"] == [a for a in scene.areas if a.kind != "file"]
        assert (other.piles, other.tracks, other.dice) == (scene.piles, scene.tracks, scene.dice)


@rule("comp.tile.search_icon", "comp.tile.goods", "comp.tile.gangsters", "comp.tile.slots", "comp.tiles.two_sided")
@rule("destroy.side", "info.public")
def test_what_is_printed_on_the_tiles() -> None:
    scene = full().start().scene(None)
    tiles = {area.id[5:]: area for area in scene.areas if area.id.startswith("tile:")}
    headquarters = {"shield": "shield:human", "search_white": 4, "goods": "goods:influence", "units": 1, "price": 6}
    assert tiles["headquarters"].facts == headquarters
    depot = {"search_black": 2, "goods": "goods:ammo", "units": 2, "price": 1}  # two ammo for a credit
    assert tiles["ammunition_depot"].facts == depot
    first = tiles["district_1"].facts
    assert (first["gangsters"], first["number"], "shield" in first) == (2, 1, False)
    assert "gangsters" not in tiles["gunsmith"].facts and tiles["district_1"].face == ""
    assert tiles["headquarters"].roads == ["tile:district_2", "tile:district_3", "tile:district_5", "tile:district_6"]
    slots = [area for area in scene.areas if area.kind == "slot"]
    assert {area.part_of for area in slots} == {f"tile:{key}" for key in tiles} - {
        "tile:headquarters",
        "tile:hospital",
        "tile:synthetics_lab",
    }
    upper, lower = (area for area in slots if area.part_of == "tile:district_4")
    assert upper.spot.endswith(":upper") and lower.spot.endswith(":lower") and upper.y < lower.y


@rule("time.draw", "time.roll", "time.assign", "setup.round_marker", "time.round_marker", "info.public")
def test_what_was_drawn_and_rolled_lies_beside_the_city() -> None:
    position = city("agent-4p").set(round=1, phase="time", turns_left=0)
    table = position.roll("bomb:2", "assassin:1", "criminal:3", 5, 2, 6).start()
    scene = table.scene(1)
    assert seen(scene, "area:drawn") == [("bomb:2", "", None), ("assassin:1", "", None), ("criminal:3", "rampant", 3)]
    assert [(die.id, die.face) for die in scene.dice] == [("d6:1", 5), ("d6:2", 2), ("d6:3", 6)]
    assert scene.tracks[0].markers == {"marker:round": 2} and list(scene.tracks[0].cells) == list(range(7))
    table.choose("assign", "bomb:2", "tile:district_2")
    assert [die.face for die in table.scene(0).dice] == [5, 6]


# ---------------------------------------------------------------------- boards of other seats than the first


@rule("board.upgrade.weapon", "attack.dice.green", "info.public")
def test_everybody_fights_with_pistols_of_its_own() -> None:
    position = city().at(yellow="district_3").criminal(1, "district_3", "twitch", "open").tracks("yellow", weapon=3)
    position.tracks("yellow", ammo=0).tracks("purple", weapon=5).turn("yellow")
    table = position.roll(*WIN, *green("car", "car")).start().choose("attack", "criminal:1")
    assert len(table.told("roll_custom")) == 5  # three red dice and two green ones
    position.script = ()
    position.tracks("yellow", weapon=0).roll(*WIN)
    assert len(position.start().choose("attack", "criminal:1").told("roll_custom")) == 3


@rule("board.upgrade.car", "gangster.shield")
def test_everybody_drives_a_car_of_its_own() -> None:
    position = city().at(yellow="motor_pool").tracks("yellow", ammo=0, car=4).turn("yellow")
    there = "patrol", "tile:district_1"
    assert position.start().choose(*there).choose("via", "tile:district_1").stamina("yellow") == 5
    position.tracks("yellow", car=3).tracks("purple", car=5)
    assert position.start().choose(*there).choose("via", "tile:district_1").stamina("yellow") == 4


@rule("win.tie_stamina", "win.tie_shared")
def test_the_stamina_of_those_who_are_tied_decides() -> None:
    position = city().set(influence={"yellow": 5, "grey": 5, "purple": 4}).turn("grey", round=6)
    position.tracks("yellow", stamina=3).tracks("grey", stamina=2)
    table = position.freely().start().city_phase()
    assert (table.outcome.winners, table.reason) == ((1,), "win.tie_stamina")
    shared = position.tracks("grey", stamina=3).start().city_phase()
    assert (shared.outcome.winners, shared.reason) == ((1, 2), "win.tie_shared")
