"""Scenes: the table as Revolutionaries, the commander and spectators see it."""

from __future__ import annotations

from sandtable.engine.scene import Area, Hand, Piece, Pile, Scene
from tests.citing import rule
from tests.games.nights_of_fire.budapest import PACK, City, city, new_game
from tests.games.nights_of_fire.paying import pay

REVOLUTIONARY, COMMANDER = 0, 1
VIEWS = (None, REVOLUTIONARY, COMMANDER)


def area(scene: Scene, name: str) -> Area:
    return next(area for area in scene.areas if area.id == name)


def pieces(scene: Scene, name: str, kind: str) -> list[Piece]:
    return [piece for piece in area(scene, name).pieces if piece.kind == kind]


def pile(scene: Scene, name: str, owner: str = "") -> Pile:
    return next(pile for pile in scene.piles if pile.id == name and owner in ("", pile.owner))


def hand(scene: Scene, name: str, owner: str) -> Hand:
    return next(hand for hand in scene.hands if (hand.id, hand.owner) == (name, owner))


def conflict(revolutionaries: int = 1) -> City:
    """Two hidden fighters, a wounded one and a revealed one in 8, and cards in every hand and pile."""
    table = city("conflict_advanced", revolutionaries).clear().headline("H2")
    table.insurgents("8", "fighter_01", "fighter_02", "fighter_03w", "fighter_04!").regiments(
        "8", "reg_104", "reg_106-"
    )
    table.hand("rev_02", "rev_04").discard("rev_06", "rev_08")
    return table.tactics("M1", "M2", discard=["E1"], unavailable=["E2"], combat_discard=["S1"]).turn()


# ---------------------------------------------------------------------- the table


@rule("board.areas")
def test_the_areas_of_the_board() -> None:
    scene = new_game(ruleset="conflict_basic").scene()
    off_map = {area.id for area in scene.areas if area.kind == "box"}
    assert off_map == {"area:reinforcements", "area:killed_arrested", "area:austria", "area:momentum"}
    assert {pile.id for pile in scene.piles} >= {"area:combat_deck", "area:combat_discard", "area:tactics_discard"}
    assert {track.id for track in scene.tracks} == {"main", "readiness", "calendar"}
    assert {area.id for area in scene.areas if area.kind == "staging"} == {
        *("staging:staging_buda", "staging:staging_north", "staging:staging_south")
    }


@rule("board.track.main")
def test_morale_and_prestige_share_a_track() -> None:
    main = next(
        track for track in city().tracks(prestige=11, morale=7).freely().start().scene().tracks if track.id == "main"
    )
    assert main.markers == {"marker:prestige": 11, "marker:morale": 7}
    assert main.cells == list(range(PACK.track_max + 1))


@rule("comp.targeting_tokens", "tactics.konev.face_down_secret")
def test_konevs_row_with_its_five_tokens() -> None:
    table = city().clear().insurgents("8", "fighter_01").hand("rev_01")
    scene = table.in_row("konev_01", "konev_02", "konev_03", "konev_04").turn().start().scene(REVOLUTIONARY)
    slots = [area(scene, f"row:{number}") for number in range(1, 6)]
    cards = [[piece.id for piece in slot.pieces if piece.kind == "konev_card"] for slot in slots]
    assert cards == [["konev:konev_01"], ["row_card:2"], ["konev:konev_03"], ["row_card:4"], []]
    tokens = [[piece.value for piece in slot.pieces if piece.kind == "targeting"] for slot in slots]
    assert tokens == [[1], [2], [3], [4, 5], []]  # a spare one lies on the last card
    assert all(name not in str(scene) for name in ("konev:konev_02", "konev:konev_04"))


@rule("comp.targeting_tokens", "tactics.headline.tokens", "headline.blocked_marker")
def test_their_backs_mark_headline_targets_and_blocked_districts() -> None:
    scene = conflict().blocked("5B").start().scene()
    marked = {area.id for area in scene.areas for piece in area.pieces if piece.kind == "headline_target"}
    assert marked == {"district:8"}  # H2 speaks of District 8
    assert {area.id for area in scene.areas for piece in area.pieces if piece.kind == "blocked"} == {"district:5B"}
    assert not area(scene, "area:headline").facts and area(scene, "area:headline").pieces[0].id == "headline:H2"


@rule("info.hand_sizes")
def test_sizes_discards_and_tracks_are_open_to_everybody() -> None:
    table = conflict().start()
    scenes = [table.scene(seat) for seat in VIEWS]
    for scene in scenes:
        assert hand(scene, "hand", "revolutionary").count == 2
        assert hand(scene, "tactics_hand", "commander").count == 2
        assert pile(scene, "deck").count == 45 - 2 - 2
        assert pile(scene, "discard").contents == ["card:rev_06", "card:rev_08"]
        assert pile(scene, "headline_deck").count == 13
        assert pile(scene, "area:combat_deck").count == 12 - 2 - 3
        assert scene.tracks == scenes[0].tracks


# ---------------------------------------------------------------------- blocks and civilians


@rule("unit.hidden.backs_alike", "info.revolutionaries")
def test_the_commander_sees_blocks_where_revolutionaries_see_insurgents() -> None:
    table = conflict().start()
    for seat in (None, COMMANDER):
        seen = [(piece.id, piece.face, piece.marks) for piece in pieces(table.scene(seat), "district:8", "insurgent")]
        assert seen == [("block:11", "hidden", []), ("block:12", "hidden", []), ("block:13", "hidden", ["wounded"])]
        (revealed,) = pieces(table.scene(seat), "district:8", "fighter")
        assert (revealed.id, revealed.face, revealed.marks) == ("insurgent:fighter_04", "revealed", ["icon:ambush"])
    own = {piece.id: piece for piece in pieces(table.scene(REVOLUTIONARY), "district:8", "fighter")}
    assert own["insurgent:fighter_01"].marks == ["icon:ambush", "block:11"]
    assert own["insurgent:fighter_03"].marks == ["icon:ambush", "block:13", "wounded"]


@rule("unit.hidden.backs_alike")
def test_a_local_looks_like_a_fighter() -> None:
    table = conflict().insurgents("8", "local_01").start()
    assert {piece.kind for piece in area(table.scene(COMMANDER), "district:8").pieces if piece.face == "hidden"} == {
        "insurgent"
    }


@rule("unit.hidden.track_moves")
def test_a_block_keeps_its_number_when_it_moves() -> None:
    table = conflict().start()
    pay(table.choose("move", 1), "rev_02").choose("go", "insurgent:fighter_02", "district:7")
    assert [piece.id for piece in area(table.scene(COMMANDER), "district:7").pieces] == ["block:12"]
    assert table.last("moved", COMMANDER) == ("block:12", "district:8", "district:7")
    assert table.last("block_who", REVOLUTIONARY) == ("block:12", "insurgent:fighter_02")
    assert not table.told("block_who", COMMANDER) and not table.told("block_who")


@rule("info.revolutionaries")
def test_revolutionaries_see_the_pool() -> None:
    table = conflict().pool("fighter_10", "fighter_11").start()
    assert [piece.id for piece in area(table.scene(REVOLUTIONARY), "area:reinforcements").pieces] == [
        "insurgent:fighter_10",
        "insurgent:fighter_11",
    ]
    assert [piece.id for piece in area(table.scene(COMMANDER), "area:reinforcements").pieces] == [
        "block:20",
        "block:21",
    ]


@rule("info.revolutionaries", "unit.hidden")
def test_against_konev_there_is_nobody_to_hide_insurgents_from() -> None:
    table = city().clear().insurgents("8", "fighter_01", "fighter_04!").hand("rev_01").in_row("konev_01").turn().start()
    for seat in (None, REVOLUTIONARY):
        faces = [(piece.id, piece.face) for piece in pieces(table.scene(seat), "district:8", "fighter")]
        assert faces == [("insurgent:fighter_01", "hidden"), ("insurgent:fighter_04", "revealed")]


@rule("info.civilians.revolutionaries", "rev.flee.look", "info.killed_civilian_secret")
def test_only_revolutionaries_see_what_a_civilian_is_worth() -> None:
    table = (
        conflict().civilian("8", "civ_08").civilian("7", "civ_05", "austria").civilian("9", "civ_09", "killed_arrested")
    )
    places = (("district:8", 2), ("area:austria", 1), ("area:killed_arrested", 2))
    started = table.start()
    for place, value in places:
        for seat in VIEWS:
            (civilian,) = pieces(started.scene(seat), place, "civilian")
            assert civilian.value == (value if seat == REVOLUTIONARY else None)
            assert civilian.face == ("full" if seat == REVOLUTIONARY else "hidden")


# ---------------------------------------------------------------------- cards


@rule("info.team_open")
def test_partners_see_each_others_cards_and_the_commander_sees_none() -> None:
    table = conflict(2).hand("rev_01", "rev_03", seat=1).start()
    for seat in (0, 1):
        scene = table.scene(seat)
        assert [card.id for card in hand(scene, "hand", "first").cards] == ["card:rev_02", "card:rev_04"]
        assert [card.id for card in hand(scene, "hand", "second").cards] == ["card:rev_01", "card:rev_03"]
    for seen in (table.scene(2), table.scene(None)):
        assert hand(seen, "hand", "first").cards == hand(seen, "hand", "second").cards == []


@rule("info.tactics_hand_secret", "tactics.conflict.combat_knowledge", "tactics.conflict.combat_secret")
def test_only_the_commander_knows_the_tactics_hand_and_the_combat_deck() -> None:
    table = conflict().combat("R3", "M3").start()
    own = table.scene(COMMANDER)
    assert [card.id for card in hand(own, "tactics_hand", "commander").cards] == ["tactics:M1", "tactics:M2"]
    contents = pile(own, "area:combat_deck").contents
    assert contents is not None and contents == sorted(contents, key=PACK.tactics_ids.index)  # not in its order
    assert set(contents) == {f"tactics:{key}" for key in ("M3", "E3", "S2", "S3", "R1", "R2", "R3")}
    for seat in (None, REVOLUTIONARY):
        scene = table.scene(seat)
        assert hand(scene, "tactics_hand", "commander").cards == []
        assert pile(scene, "area:combat_deck").contents is None


@rule("info.tactics_hand_secret")
def test_the_kept_card_is_only_counted() -> None:
    table = city("conflict_basic").insurgents("8", "fighter_01").hand("rev_01").kept("S2").turn(soviets_passed=True)
    started = table.start()
    for seat, cards in ((None, []), (REVOLUTIONARY, []), (COMMANDER, ["tactics:S2"])):
        kept = hand(started.scene(seat), "kept", "commander")
        assert kept.count == 1 and [card.id for card in kept.cards] == cards


@rule("info.decks_secret")
def test_nobody_sees_the_order_of_a_deck() -> None:
    table = conflict().deck("rev_44", "rev_10").start()
    contents = pile(table.scene(REVOLUTIONARY), "deck").contents
    assert contents is not None and contents == sorted(contents)
    assert pile(table.scene(COMMANDER), "deck").contents is None and pile(table.scene(None), "deck").contents is None


@rule("info.pass_discard_public", "tactics.conflict.unavailable_public", "sov.turn.discard")
def test_discards_and_unavailable_tactics_cards_lie_open() -> None:
    table = conflict().start()
    for seat in VIEWS:
        scene = table.scene(seat)
        assert pile(scene, "area:tactics_discard").contents == ["tactics:E1"]
        assert pile(scene, "unavailable").contents == ["tactics:E2"]
        assert pile(scene, "area:combat_discard").contents == ["tactics:S1"]


# ---------------------------------------------------------------------- Soviets, tokens, status


@rule("unit.soviet.states")
def test_soviet_units_show_whether_they_are_disabled() -> None:
    scene = conflict().garrisons("8-", "9").barricade("8").rubble("8", 2).start().scene()
    faces = {piece.id: piece.face for piece in area(scene, "district:8").pieces if piece.owner == "commander"}
    assert faces == {"regiment:reg_104": "full", "regiment:reg_106": "disabled", "garrison:8": "disabled"}
    assert pieces(scene, "district:9", "garrison")[0].face == "full"
    assert pieces(scene, "district:8", "rubble")[0].value == 2 and pieces(scene, "district:8", "barricade")


@rule("board.staging")
def test_the_scene_knows_the_borders() -> None:
    scene = new_game().scene()
    assert area(scene, "staging:staging_north").roads == ["district:13"]
    assert set(area(scene, "district:13").roads) == {
        *(f"district:{key}" for key in ("14", "6", "5B", "2", "3")),
        "staging:staging_north",
    }


def test_the_status_tells_the_round_the_phase_and_whose_turn_it_is() -> None:
    status = conflict().round(3).start().scene().status
    assert status == {"round": 3, "day": "round:round_3", "phase": "phase:rev_order", "turn": "revolutionary"}
    over = city().clear().tracks(prestige=0).phase("prestige").start().scene().status
    assert over["result"] == "result:grand_revolutionary"
