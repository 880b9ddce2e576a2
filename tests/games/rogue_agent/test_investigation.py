"""Investigation: where it is possible, who sees the card, and looks in the middle of a patrol."""

from __future__ import annotations

import pytest

from sandtable.engine.errors import NoUndo
from tests.citing import rule
from tests.games.rogue_agent.rain_city import CLOCKED, city, goals

# ---------------------------------------------------------------------- looks


@rule("investigate.cost", "investigate.marker", "investigate.secret", "info.hidden")
def test_an_investigation_costs_two_evidence_and_only_the_player_sees_the_card() -> None:
    table = city().at(purple="district_3").criminal(1, "district_3", "sparks").turn().start()
    table.choose("investigate", "criminal:1")
    assert table.level("purple", "evidence") == 0
    assert table.last("looked", 0) == ("criminal:1", "card:sparks")
    assert not table.told("looked", 1) and not table.told("looked", None)
    assert table.last("investigated", 1) == ("purple", "criminal:1")
    seen = [[piece.id for area in table.scene(seat).areas for piece in area.pieces] for seat in (0, 1, None)]
    assert ["card:sparks" in pieces for pieces in seen] == [True, False, False]
    assert all("marker:1-purple" in pieces for pieces in seen)


@rule("investigate.where", "investigate.cost")
def test_the_criminal_must_be_here_or_beside_an_own_informant() -> None:
    position = city().at(purple="district_3").criminal(1, "district_5", "sparks").turn()
    assert position.start().refused("investigate", "criminal:1") == "investigate.where"
    assert position.start().refused("investigate", "criminal:2") == "investigate.where"
    beside = (
        city().at(purple="district_3").criminal(1, "district_5", "sparks").informants("district_5", "yellow", "purple")
    )
    assert beside.turn().start().offers("investigate", "criminal:1")
    other = city().at(purple="district_3").criminal(1, "district_5", "sparks").informants("district_5", "yellow")
    assert other.turn().start().refused("investigate", "criminal:1") == "investigate.where"
    poor = city().at(purple="district_5").criminal(1, "district_5", "sparks").tracks("purple", evidence=1)
    assert poor.turn().start().refused("investigate", "criminal:1") == "investigate.cost"


@rule("investigate.repeat", "investigate.several_players", "investigate.known", "comp.investigation_markers")
def test_several_looks_in_a_turn_and_several_players_at_one_card() -> None:
    position = city().at(purple="district_3").tracks("purple", evidence=4).looked(1, "yellow")
    position.criminal(1, "district_3", "sparks").criminal(2, "district_3", "rook")
    table = position.turn().start().choose("investigate", "criminal:1").choose("investigate", "criminal:2")
    assert table.state.marker[:2] == [0b11, 0b01]
    known = city().at(purple="district_3").criminal(1, "district_3", "sparks").looked(1, "purple").turn().start()
    assert known.refused("investigate", "criminal:1") == "investigate.known"


@rule("investigate.face_up")
def test_a_face_up_card_is_no_secret() -> None:
    table = city().at(purple="district_3").criminal(1, "district_3", "sparks", "open").turn().start()
    assert table.refused("investigate", "criminal:1") == "investigate.face_up"


@rule("investigate.not_justice")
def test_the_police_do_not_forbid_a_look_and_it_does_not_count() -> None:
    table = city().at(purple="district_3").set(police="district_3").criminal(1, "district_3", "sparks").turn().start()
    table.choose("investigate", "criminal:1")
    assert table.state.turn.actions == 0


@rule("investigate.marker", "investigate.known", "investigate.face_up", "investigate.several_players")
def test_what_others_have_seen_and_other_cards_do_not_bar_a_look() -> None:
    position = city().at(purple="district_3").criminal(1, "district_3", "rook").looked(1, "yellow", "grey")
    table = position.criminal(4, "district_3", "sparks", "open").tracks("purple", evidence=4).turn().start()
    assert table.refused("investigate", "criminal:4") == "investigate.face_up"
    table.choose("investigate", "criminal:1")
    assert table.refused("investigate", "criminal:1") == "investigate.known"
    with pytest.raises(NoUndo):
        table.match.undo()


@rule("investigate.where")
def test_only_criminals_here_or_beside_an_own_informant_are_looked_at() -> None:
    position = city().at(yellow="district_3").criminal(1, "district_3", "rook").criminal(2, "district_5", "sparks")
    position.criminal(3, "gunsmith", "twitch").criminal(4, "district_4", "choirboy").tracks("yellow", evidence=4)
    position.informants("gunsmith", "grey", "yellow").informants("district_4", "grey").turn("yellow")
    table = position.start()
    assert table.all("investigate") == [("investigate", "criminal:1"), ("investigate", "criminal:3")]
    for number in (2, 4, 6):  # elsewhere, beside somebody else's informant, and not in play
        assert table.refused("investigate", f"criminal:{number}") == "investigate.where"


@rule("comp.investigation_markers")
def test_one_player_marks_all_six_criminals() -> None:
    position = city().at(purple="district_3")
    for number, card in enumerate(CLOCKED, 1):
        position.criminal(number, "district_3", card)
        if number < 6:
            position.looked(number, "purple", "yellow", "grey")
    table = position.turn().start().choose("investigate", "criminal:6")
    assert all(marker & 1 for marker in table.state.marker)


# ---------------------------------------------------------------------- looks in the middle of a patrol


@rule("action.finish_first", "action.interrupt.point")
def test_a_look_in_passing_comes_after_the_gangsters_and_the_patrol_goes_on() -> None:
    table = city().at(purple="motor_pool").criminal(1, "district_2", "sparks").turn().start()
    table.choose("patrol", "tile:headquarters")
    assert table.prompt == "patrol.gangsters"
    table.choose("spend", 2)
    assert table.prompt == "patrol.pause"
    table.choose("investigate", "criminal:1")
    assert goals(table) == {"motor_pool", "headquarters", "fuel_station", "ammunition_depot"}  # one step is left
    table.choose("stop")
    assert (table.where("purple"), table.prompt) == ("district_2", "turn.order")
    again = city().at(purple="motor_pool").criminal(1, "district_2", "sparks").turn().start()
    again.choose("patrol", "tile:headquarters").choose("spend", 2).choose("go_on")
    assert again.where("purple") == "headquarters"


@rule("action.interrupt.point", "investigate.where")
def test_no_stop_is_made_where_an_informant_makes_a_look_possible_at_any_time() -> None:
    position = city().at(purple="motor_pool").criminal(1, "district_2", "sparks").informants("district_2", "purple")
    table = position.tracks("purple", ammo=0).turn().start()
    assert table.offers("investigate", "criminal:1")
    table.choose("patrol", "tile:headquarters")
    assert (table.where("purple"), table.prompt) == ("headquarters", "turn.order")


@rule("action.interrupt.point", "action.finish_first", "patrol.range")
def test_after_a_look_in_passing_a_patrol_may_go_somewhere_else() -> None:
    table = city().at(purple="motor_pool").criminal(1, "district_2", "sparks").tracks("purple", ammo=0).turn().start()
    table.choose("patrol", "tile:headquarters").choose("investigate", "criminal:1")
    assert table.refused("patrol", "tile:gunsmith") == "patrol.range"  # two steps away, and one is left
    table.choose("patrol", "tile:fuel_station")
    assert (table.where("purple"), table.prompt, table.state.turn.patrols) == ("fuel_station", "turn.order", 1)


@rule("action.interrupt.point", "action.finish_first", "investigate.repeat", "patrol.range", "patrol.no_repeat")
def test_several_looks_at_one_stop_of_a_patrol() -> None:
    """Through district 3, where two criminals hide, to the lab; then one step is left, and back is one of them."""
    position = city().at(yellow="gunsmith").criminal(1, "district_3", "rook").criminal(2, "district_3", "sparks")
    table = position.tracks("yellow", ammo=0, evidence=4).turn("yellow").start().choose("patrol", "tile:synthetics_lab")
    assert table.prompt == "patrol.pause" and table.where("yellow") == "district_3"
    table.choose("investigate", "criminal:2").choose("investigate", "criminal:1")
    assert table.state.marker[:2] == [0b10, 0b10] and table.level("yellow", "evidence") == 0
    assert {choice[1] for choice in table.all("patrol")} == {
        "tile:gunsmith",
        "tile:headquarters",
        "tile:synthetics_lab",
        "tile:hospital",
    }
    assert table.refused("patrol", "tile:district_1") == "patrol.range"
    assert table.refused("patrol", "tile:district_3") == "patrol.no_repeat"
    table.choose("patrol", "tile:gunsmith")
    assert (table.where("yellow"), table.prompt, table.state.turn.patrols) == ("gunsmith", "turn.order", 1)
