"""What lies where on the table of Rain City, and what it tells whom."""

from __future__ import annotations

from sandtable.engine.scene import Area, Piece, is_tool
from tests.games.rogue_agent.rain_city import Table, city
from tests.games.rogue_agent.test_bombs import wiring


def areas(table: Table, seat: int | None = None) -> dict[str, Area]:
    return {area.id: area for area in table.scene(seat).areas}


def pieces(table: Table, area: str, seat: int | None = None) -> dict[str, Piece]:
    return {piece.id: piece for piece in areas(table, seat)[area].pieces}


def test_slots_lie_where_their_tile_was_dealt() -> None:
    table = city().informants("district_5", "yellow").turn().start()
    seen = areas(table)
    tile, upper = seen["tile:district_5"], seen["slot:district_5:upper"]
    assert upper.spot == f"{tile.spot}:upper" and seen["slot:district_5:lower"].spot == f"{tile.spot}:lower"
    assert upper.owner == "yellow" and [piece.kind for piece in upper.pieces] == ["informant"]


def test_the_dice_of_a_wire_lie_beside_the_sheet_until_they_are_placed() -> None:
    """Red 2 and 3 and green 1 show explosions; the others stay off the sheet, in the tray."""
    table = wiring(6, "X").roll(1, 1, 1, 3, 3, 4, 4, 4).start()
    assert [piece.id for piece in areas(table)["area:wire"].pieces] == ["die:red-2", "die:red-3", "die:green-1"]
    tray = pieces(table, "area:tray")
    assert set(tray) == {"die:green-2", "die:green-3", "die:black-1", "die:black-2", "die:black-3"}
    assert all(piece.marks == ["used"] for piece in tray.values())
    assert [(piece.id, piece.face) for piece in areas(table)["cell:1-1"].pieces] == [("die:red-1", "amplify")]
    assert [piece.face for piece in areas(table)["area:fuse"].pieces] == ["6"]
    table.choose("place", "die:red-2", "cell:2-1")
    assert "die:red-2" not in pieces(table, "area:wire") and "die:red-2" in pieces(table, "cell:2-1")
    assert [piece.face for piece in areas(table)["area:fuse"].pieces] == ["5"]  # the second column


def test_without_a_bomb_to_defuse_the_sheet_is_empty() -> None:
    table = city().turn().start()
    assert not any(areas(table)[area].pieces for area in ("area:fuse", "area:wire", "cell:1-1"))


def test_a_die_shows_its_number_only_where_its_symbol_stands_twice() -> None:
    table = wiring(6, "X").roll(1, 1, 1, 3, 3, 4, 5, 6).start()
    assert {key: piece.value for key, piece in pieces(table, "area:tray").items() if "black" in key} == {
        "die:black-1": 2,
        "die:black-2": 2,
        "die:black-3": None,
    }


def test_who_leads_and_who_holds_prisoners_can_be_seen() -> None:
    position = city().criminal(2, "yellow", "leviathan").criminal(3, "yellow", "nobody_special").at(yellow="gunsmith")
    table = position.turn(leader="grey", seat="grey").start()
    assert pieces(table, "board:grey")["role:grey"].marks == ["leader"]
    assert pieces(table, "board:yellow")["role:yellow"].marks == []
    figure = pieces(table, "tile:gunsmith")["agent:yellow"]
    assert (figure.value, figure.marks) == (2, ["custody"])
    assert set(pieces(table, "custody:yellow")) == {"criminal:2", "criminal:3"}
    assert pieces(table, "tile:headquarters")["agent:grey"].marks == []


def test_an_exposed_player_has_another_role() -> None:
    table = city("android-3p").androids("yellow").turn().start()
    assert [pieces(table, f"board:{seat}")[f"role:{seat}"].face for seat in ("purple", "yellow")] == [
        "agent",
        "android",
    ]


def test_what_was_turned_in_lies_in_sets() -> None:
    table = city().pile("purple", "terrorist_jack", "cinder_molly", "nobody_special").turn().start()
    sets = areas(table)["sets:purple"].pieces
    assert [(piece.face, piece.value) for piece in sets] == [("ember", 2), ("wild", 1)]
    assert areas(table)["sets:yellow"].pieces == []


def test_bounty_and_icon_of_a_card_are_seen_by_those_who_looked() -> None:
    position = city().criminal(1, "district_3", "terrorist_jack").looked(1, "yellow").turn()
    table = position.start()
    for seat, seen in ((0, "back:1"), (1, "card:terrorist_jack"), (None, "back:1")):
        assert areas(table, seat)["file:1"].pieces[0].id == seen
    card = areas(table, 1)["file:1"].pieces[0]
    assert card.value == 3
    assert card.marks == ["syndicate:ember", "bounty:4", "reveal:red", "only_you"]
    assert areas(table, 0)["file:1"].pieces[0].marks == []


def test_discs_that_are_drawn_can_be_seen_before_they_are_placed() -> None:
    """Two districts are rolled for two different discs: the leader says which comes where."""
    table = city().set(phase="time", round=0).roll("criminal:1", "bomb:1", 2, 5).start()
    drawn = areas(table)["area:drawn"].pieces
    assert table.prompt == "time.assign"
    assert [(piece.id, piece.value) for piece in drawn] == [("bomb:1", None), ("criminal:1", 1)]
    table.match.script(None)
    table.choose("assign", "criminal:1", "tile:district_2")
    assert areas(table)["area:drawn"].pieces == []


def test_pliers_lie_ready_when_another_wire_may_be_cut() -> None:
    """Nine dice without X and explosion: nothing to place, and the player may go on or stop (defuse.empty_roll)."""
    position = city().at(purple="district_3").bomb(1, "district_3", 3).turn()
    table = position.roll(5, 5, 5, 3, 3, 3, 4, 4, 4).start()
    assert areas(table)["area:wire"].pieces == []
    table.choose("defuse", "bomb:1")
    assert table.prompt == "defuse.cut"
    (pliers,) = areas(table)["area:wire"].pieces
    assert (pliers.kind, pliers.means, is_tool(pliers)) == ("pliers", ["verb/cut"], True)
    table.choose("stop")
    assert areas(table)["area:wire"].pieces == []
