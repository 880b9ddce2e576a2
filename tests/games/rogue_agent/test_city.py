"""Setup, Time phase, City phase, and the end of the game."""

from __future__ import annotations

import pytest

from sandtable.engine.chance import Chance
from sandtable.engine.errors import BadOptions
from sandtable.engine.start import Origin, start
from sandtable.games.rogue_agent import GAME
from sandtable.games.rogue_agent.pack import DISCS, SEATS
from sandtable.games.rogue_agent.state import State
from tests.citing import rule
from tests.games.rogue_agent.rain_city import PACK, City, Table, city

MODES = ("agent-2p", "agent-3p", "agent-4p", "android-3p", "android-4p")


def new(mode: str = "agent-3p", seed: str = "new") -> State:
    """A new game before its first pass."""
    return GAME.new(GAME.settle({}, mode), Chance.from_seed(seed))


# ---------------------------------------------------------------------- modes and setup


@rule("mode.agent.players", "mode.android.players", "mode.choice", "setup.player.seats", "setup.player.colour")
def test_modes_and_seats() -> None:
    assert tuple(GAME.modes) == ("agent-3p", "agent-2p", "agent-4p", "android-3p", "android-4p")
    assert GAME.settle({})["mode"] == "agent-3p"  # agent mode is the default
    for mode in MODES:
        assert GAME.seats(GAME.settle({}, mode)) == ("purple", "yellow", "grey", "orange")[: int(mode[-2])]
    for wrong in ("android-2p", "agent-5p"):
        with pytest.raises(BadOptions):
            GAME.settle({"mode": wrong})


@rule("game.length.agent", "game.length.android", "time.draw.number", "exposed.limit", "mode.android.inherits")
@pytest.mark.parametrize(
    ("mode", "rounds", "discs", "limit"),
    [
        ("agent-2p", 6, 2, 0),
        ("agent-3p", 6, 2, 0),
        ("agent-4p", 6, 3, 0),
        ("android-3p", 8, 2, 1),
        ("android-4p", 8, 3, 2),
    ],
)
def test_numbers_of_a_mode(mode: str, rounds: int, discs: int, limit: int) -> None:
    rules = new(mode).rules
    assert (rules.rounds, rules.discs, rules.limit) == (rounds, discs, limit)


@rule("setup.city.normal_side", "setup.city.hq", "setup.city.shape", "setup.city.columns", "comp.tiles.count")
@rule("comp.tiles.kinds", "comp.districts.numbers", "setup.city.districts_around", "setup.city.districts_corners")
def test_the_shape_of_the_city() -> None:
    g = new()
    assert g.burnt == 0 and sorted(g.tile_at) == list(range(13))
    places = dict(zip(PACK.place_keys, g.tile_at, strict=True))
    assert places["m2"] == 0
    assert {places[key] for key in ("t2", "m1", "m3", "b0", "b2", "b4")} == set(range(1, 7))
    assert {PACK.tile_kinds[places[key]] for key in ("t1", "t3", "m0", "m4", "b1", "b3")} == {"other"}
    assert PACK.place_near[PACK.place_keys.index("m2")] == tuple(
        sorted(PACK.place_keys.index(key) for key in ("t2", "m1", "m3", "b2"))
    )


@rule(
    "setup.city.district_shuffle",
    "setup.city.others",
    "setup.deck",
    "setup.police",
    "setup.leader",
    "setup.leader.random",
)
def test_chance_deals_the_city_the_deck_the_police_and_the_leader() -> None:
    games = [new(seed=str(seed)) for seed in range(40)]
    for place in ("t2", "t1"):
        assert len({g.tile_at[PACK.place_keys.index(place)] for g in games}) == 6
    assert {g.police for g in games} == {1, 2, 3, 4, 5, 6}
    assert len({tuple(g.deck) for g in games}) == 40
    assert {g.leader for g in games} == {0, 1, 2}
    fixed = [start(GAME, {"leader": "first_seat"}, Origin(str(seed))).state.leader for seed in range(6)]
    assert set(fixed) == {0}


@rule("setup.player.board", "setup.player.resources", "setup.player.resources.value", "setup.player.upgrades")
@rule("setup.player.stamina", "setup.player.credits", "setup.influence", "setup.agents", "setup.round_marker")
@rule("setup.bag", "setup.second_set", "setup.credit_supply", "comp.event_discs.count", "comp.criminal_disc.sets")
def test_what_everybody_starts_with() -> None:
    g = new("agent-4p")
    assert g.track == [2, 2, 2, 0, 0, 0, 6] * 4 and g.credits == [4] * 4 and g.supply() == 9
    assert (g.influence, g.at, g.round) == ([0] * 4, [0] * 4, 0)
    assert g.disc == [-1] * DISCS and DISCS == 4 + 4 + 6 and g.card == [-1] * 6


@rule("comp.cards.count", "card.syndicate", "card.fields", "comp.dice.regular", "comp.dice.faces", "comp.tile.data")
def test_the_pack() -> None:
    counts = [sum(card.syndicate == at for card in PACK.cards) for at in range(7)]
    assert counts == [7] * 6 + [4] and PACK.wild == 1 << 6
    assert [len(faces) - 1 for faces in PACK.symbol] == [6, 6, 6]


@rule(
    "setup.identity.three", "setup.identity.deal", "comp.identity.count", "android.unknown_start", "android.human_until"
)
def test_identity_tokens_are_dealt() -> None:
    three, four = new("android-3p"), new("android-4p")
    assert (three.token.count(1), len(three.token)) == (4, 9) and (four.token.count(1), len(four.token)) == (5, 12)
    assert three.android == 0 and new("agent-3p").token == []
    assert len({tuple(new("android-3p", str(seed)).token) for seed in range(10)}) > 5


@rule("setup.identity.look", "info.hidden", "info.public")
def test_only_the_owner_sees_its_tokens() -> None:
    table = city("android-3p").tokens("aah", "hhA", "aHh").turn().start()
    for seat in (0, 1, 2, None):
        for owner, hand in enumerate(table.scene(seat).hands):
            shown = {card.id for card in hand.cards}
            assert hand.count == 3
            assert len(shown) == (3 if seat == owner else (0, 1, 1)[owner])


# ---------------------------------------------------------------------- Time phase


def time_phase(*values: int | str, mode: str = "agent-3p", leader: str = "purple") -> City:
    """A round begins, and chance gives these values."""
    return city(mode).set(round=1, phase="time", leader=leader, seat=leader, turns_left=0).roll(*values)


@rule("time.leader", "time.round_marker", "time.draw", "time.roll", "time.assign", "round.phases")
def test_the_leader_assigns_dice_to_discs() -> None:
    table = time_phase("assassin:2", "bomb:1", 4, 2, leader="yellow").start()
    assert table.asked == "yellow" and table.state.round == 2
    assert table.refused("assign", "assassin:2", "tile:district_1") == "time.assign"
    assert table.refused("assign", "bomb:1", "tile:district_4") == "time.order"
    table.roll(6).choose("assign", "assassin:2", "tile:district_4")
    assert (table.disc("assassin-2"), table.disc("bomb-1"), table.timer(1)) == ("path-4", "path-10", 6)
    assert (table.asked, table.prompt) == ("yellow", "turn.order")  # action.order


@rule("time.assassin", "time.bomb", "time.bomb.timer", "time.police_present")
def test_equal_dice_leave_nothing_to_assign() -> None:
    table = time_phase("assassin:1", "bomb:1", 6, 6, 3).start()
    assert (table.disc("assassin-1"), table.disc("bomb-1"), table.timer(1)) == (
        "path-0",
        "path-0",
        3,
    )  # beside the police


@rule("time.criminal", "time.criminal.card", "time.criminal.link", "time.criminal.hidden", "time.order")
def test_criminals_get_the_top_cards_in_the_order_drawn() -> None:
    table = time_phase("criminal:5", "criminal:2", 1, 1).deck("rook", "sparks").start()
    assert (table.card(5), table.card(2)) == ("rook", "sparks")
    assert not table.face_up(5) and not table.defeated(5)
    for seat in (0, 1, 2, None):
        pieces = {piece.id for area in table.scene(seat).areas for piece in area.pieces}
        assert {"back:5", "back:2"} <= pieces and not {"card:rook", "card:sparks"} & pieces


@rule("time.draw.short", "time.draw.number")
def test_a_bag_that_is_nearly_empty() -> None:
    position = city().set(round=1, phase="time", turns_left=0).roll("bomb:4", 3, 5)
    for number in range(1, 5):
        position.assassin(number, "district_5")
        if number < 4:
            position.bomb(number, "district_4", 6)
    for number, card in enumerate(("rook", "sparks", "twitch", "choirboy", "leviathan", "baron_ashgrove"), 1):
        position.criminal(number, "district_1", card)
    table = position.start()
    assert table.disc("bomb-4") == "path-2" and table.script_left() == 0


@rule("time.deck_empty")
def test_removed_cards_are_a_new_deck() -> None:
    setting = city().set(round=1, phase="time", turns_left=0)
    setting.set(removed=list(PACK.card_keys)).roll("criminal:1", "bomb:1", 1, 1, ["card:rook"], 3)
    table = setting.start()
    assert table.card(1) == "rook" and table.state.removed == 0 and len(table.state.deck) == 45


@rule("destroy.placed", "destroy.bombs", "destroy.no_redraw", "destroy.path")
def test_destroyed_districts_take_bombs_only() -> None:
    position = time_phase("criminal:1", "bomb:1", "assassin:1", 4, 4, 4, 2, mode="android-4p").androids(
        "grey", "orange"
    )
    table = position.set(burnt=["district_4"]).start()
    assert {"criminal-1", "assassin-1"} <= table.bag() and table.disc("bomb-1") == "path-4"
    assert table.card(1) is None and len(table.state.deck) == 46


# ---------------------------------------------------------------------- criminals


def city_phase(position: City) -> Table:
    """Grey (or the last player) ends the last turn; the table is shown where somebody is asked next."""
    table = position.start()
    table.match.script(None)
    return table.choose("end")


def last_turn(mode: str = "agent-3p", leader: str = "purple") -> City:
    """The last turn of the Action phase, with the police in district 1."""
    players = int(mode[-2])
    last = SEATS[(SEATS.index(leader) + players - 1) % players]
    return city(mode).set(police="district_1").turn(last, leader=leader)


def at_police(table: Table) -> list[tuple[object, ...]]:
    """The moves of discs that the log tells before the police squad moved."""
    keys = [line.key for line in table.match.lines(None)]
    before = table.match.lines(None)[: keys.index("police")]
    return [line.args for line in before if line.key == "disc_moved"]


@rule("city.criminal.order", "city.criminal.move", "city.criminal.defeated_stay", "city.steps", "path.direction")
def test_rampant_criminals_walk_by_number() -> None:
    position = last_turn().criminal(5, "district_3", "rook").criminal(2, "gunsmith", "sparks")
    table = city_phase(position.criminal(1, "district_4", "twitch", "defeated"))
    assert at_police(table) == [("criminal:2", "tile:district_3"), ("criminal:5", "tile:synthetics_lab")]
    assert table.disc("criminal-1") == "path-4"


@rule("path.slots", "path.hq")
def test_the_event_path_is_the_ring_around_the_headquarters() -> None:
    g = new()
    assert g.path[0] == g.path[12] and len(set(g.path)) == 12 and 0 not in g.path and g.stop[0] == -1
    assert all(g.adjacent(one, other) for one, other in zip(g.path, g.path[1:], strict=False))


@rule("city.criminal.top_entered", "city.criminal.leave", "criminal.return.city_disc")
def test_the_top_district_is_start_and_end() -> None:
    table = city_phase(last_turn().criminal(1, "district_6", "rook").criminal(2, "district_6", "sparks", end=True))
    moved = at_police(table)
    assert moved == [("criminal:1", "tile:gunsmith")]
    assert next(line.args for line in table.told("returned")) == ("criminal:2",)


@rule(
    "city.criminal.checks",
    "city.criminal.assassin_check",
    "city.criminal.bomb_check",
    "city.criminal.assassin_flee_no_task",
)
def test_the_assassin_flees_before_the_bomb_is_checked_and_hurts_nobody_on_its_way() -> None:
    position = last_turn().criminal(1, "gunsmith", "rook").assassin(1, "district_3").bomb(1, "district_3", 3)
    table = city_phase(
        position.set(police="district_2").at(yellow="synthetics_lab", purple="hospital", grey="hospital")
    )
    assert at_police(table)[:2] == [("criminal:1", "tile:district_3"), ("assassin:1", "tile:synthetics_lab")]
    assert table.told("timer")[0].args == ("bomb:1", 2)


@rule("city.criminal.police_no_checks")
def test_beside_the_police_nothing_is_checked() -> None:
    position = last_turn().set(police="district_3").criminal(1, "gunsmith", "rook").assassin(1, "district_3")
    table = city_phase(position.bomb(1, "district_3", 2))
    keys = [line.key for line in table.match.lines(None)]
    assert "timer" not in keys[: keys.index("police")] and at_police(table)[0] == ("criminal:1", "tile:district_3")


@rule("city.criminal.assassin_stop", "city.criminal.assassin_off")
def test_a_fleeing_assassin_passes_rampant_criminals_and_may_leave_the_path() -> None:
    position = last_turn().criminal(1, "district_2", "rook").assassin(1, "fuel_station")
    position.criminal(2, "district_6", "sparks", end=True)
    table = city_phase(position)
    # From the fuel station to district 6, where criminal 2 stands, and then off the path.
    assert next(line.args for line in table.told("returned")) == ("assassin:1",)
    assert at_police(table)[1] == ("assassin:1", "tile:district_6")
    calm = city_phase(last_turn().criminal(1, "gunsmith", "rook").assassin(1, "district_3"))
    assert at_police(calm)[1] == ("assassin:1", "tile:synthetics_lab")  # and stops at once


@rule("city.criminal.bomb_explode", "city.criminal.blown_up")
def test_a_bomb_at_one_takes_criminals_with_it_who_then_do_not_walk() -> None:
    position = last_turn().criminal(1, "gunsmith", "rook").criminal(2, "district_3", "sparks").bomb(1, "district_3", 1)
    table = city_phase(position)
    assert at_police(table) == [("criminal:1", "tile:district_3")]
    assert {line.args[0] for line in table.told("returned")} >= {"criminal:1", "criminal:2", "bomb:1"}


# ---------------------------------------------------------------------- assassins


def killing(where: str = "synthetics_lab", **at: str) -> City:
    """An assassin is about to be activated; nobody else is near."""
    return (
        last_turn()
        .assassin(1, where)
        .at(**{"purple": "headquarters", "yellow": "headquarters", "grey": "headquarters", **at})
    )


@rule("city.assassin.step1", "city.assassin.stop_on_hit", "city.assassin.task_agents")
def test_a_task_where_it_stands_ends_the_activation() -> None:
    table = city_phase(killing(yellow="synthetics_lab", purple="district_4"))
    assert [table.stamina(seat) for seat in ("purple", "yellow")] == [6, 4]
    assert at_police(table) == []


@rule("city.assassin.step2", "city.assassin.step3", "city.assassin.step3_none")
def test_it_moves_once_and_once_more_towards_an_agent() -> None:
    table = city_phase(killing("gunsmith", yellow="synthetics_lab"))
    assert at_police(table) == [("assassin:1", "tile:district_3"), ("assassin:1", "tile:synthetics_lab")]
    assert table.stamina("yellow") == 4
    nobody = city_phase(killing("gunsmith"))
    assert at_police(nobody) == [("assassin:1", "tile:district_3")]
    behind = city_phase(last_turn().assassin(1, "fuel_station"))
    assert at_police(behind) == [("assassin:1", "tile:district_6")]  # there is no next location


@rule("city.assassin.step2_off")
def test_it_leaves_the_path() -> None:
    table = city_phase(last_turn().assassin(1, "district_6", end=True))
    assert next(line.args for line in table.told("returned")) == ("assassin:1",)


@rule("city.assassin.step3_safe", "city.assassin.safe_informants")
def test_agents_in_safe_places_draw_it_too() -> None:
    # From the lab over district 4 to the hospital, where Yellow is safe.
    table = city_phase(killing("synthetics_lab", yellow="hospital"))
    assert at_police(table)[-1] == ("assassin:1", "tile:hospital") and table.stamina("yellow") == 6


@rule("city.assassin.task_condition")
def test_no_task_beside_police_or_rampant_criminals() -> None:
    police = last_turn().assassin(1, "district_1").informants("district_1", "grey").at(yellow="district_1")
    table = city_phase(police)
    assert table.stamina("yellow") == 6 and table.slots("district_1") == ["grey"]
    criminal = killing("synthetics_lab", yellow="synthetics_lab").criminal(1, "district_3", "rook")
    # Criminal 1 walks into the lab first: the assassin flees to district 4 and then finds nobody there.
    assert city_phase(criminal).stamina("yellow") == 6
    defeated = killing(yellow="synthetics_lab").criminal(1, "synthetics_lab", "rook", "defeated")
    assert city_phase(defeated).stamina("yellow") == 4


@rule(
    "city.assassin.task_informant", "city.assassin.task_order", "city.assassin.informant_no_stop", "informant.shift_up"
)
def test_the_upper_informant_dies_after_the_losses_and_does_not_end_the_activation() -> None:
    position = killing("gunsmith", yellow="gunsmith").informants("gunsmith", "yellow", "grey")
    table = city_phase(position)
    assert table.stamina("yellow") == 5 and table.slots("gunsmith") == ["grey"]  # 2 − 1, then the informant
    empty = city_phase(killing("gunsmith").informants("gunsmith", "grey").informants("district_3", "grey", "yellow"))
    assert empty.slots("gunsmith") == [] and empty.slots("district_3") == ["yellow"]


@rule("city.assassin.task_minimum")
def test_a_loss_reduced_to_nothing_does_not_end_the_activation() -> None:
    position = killing("gunsmith", yellow="gunsmith").informants("gunsmith", "yellow", "yellow")
    table = city_phase(position)
    assert table.stamina("yellow") == 6 and at_police(table) == [("assassin:1", "tile:district_3")]


@rule("city.assassin.order")
def test_the_leader_chooses_the_order_of_assassins() -> None:
    table = city_phase(last_turn().assassin(1, "gunsmith").assassin(3, "district_4"))
    assert (table.asked, table.prompt) == ("purple", "city.assassin")
    assert table.refused("activate", "assassin:2") == "city.assassin.order"
    table.choose("activate", "assassin:3")
    assert [args[0] for args in at_police(table)][:2] == ["assassin:3", "assassin:1"]


# ---------------------------------------------------------------------- police, leader, end


@rule("city.police.move", "city.police.clear", "city.police.timer", "city.police.criminals_stay")
def test_the_police_clear_their_new_district() -> None:
    position = (
        last_turn()
        .bomb(1, "district_2", 3)
        .assassin(1, "ammunition_depot")
        .criminal(1, "district_2", "rook", "defeated")
    )
    table = city_phase(position)
    assert table.state.police == 2 and table.disc("criminal-1") == "path-10"
    assert any(line.args == ("bomb:1",) and line.rule == "city.police.clear" for line in table.told("returned"))
    assert [table.influence(seat) for seat in ("purple", "yellow", "grey")] == [0, 0, 0]


@rule("city.leader", "city.skip", "round.phases")
def test_a_quiet_city_phase_ends_with_a_new_leader() -> None:
    table = city_phase(last_turn(leader="yellow"))
    assert table.last("leader") == ("grey",) and table.state.round == 2


@rule("game.length.agent", "game.goal", "score.track")
def test_the_game_ends_after_the_city_phase_of_the_last_round() -> None:
    table = city_phase(last_turn().turn("grey", round=5))
    assert table.match.outcome is None
    over = city_phase(last_turn().turn("grey", round=6).set(influence={"purple": 1, "yellow": 3}))
    assert (over.outcome.winners, over.reason, over.outcome.points) == ((1,), "game.goal", (1, 3, 0))


@rule("score.informants", "score.informants_supply", "score.custody_none", "score.credits_none")
def test_what_counts_and_what_does_not() -> None:
    position = (
        last_turn().turn("grey", round=6).informants("district_3", "purple", "purple").informants("gunsmith", "yellow")
    )
    position.criminal(1, "grey", "rook").criminal(2, "district_3", "sparks", "defeated").set(credits={"grey": 9})
    assert city_phase(position).outcome.points == (2, 1, 0)


@rule(
    "score.syndicate.sort",
    "score.syndicate.table",
    "score.syndicate.five",
    "score.wild",
    "score.wild.together",
    "score.wild.only",
)
@pytest.mark.parametrize(
    ("cards", "bonus"),
    [
        (("sparks", "rook"), 3),
        (("sparks", "twitch"), 2),
        (("rook", "lady_meridian"), 3),
        (("sparks", "twitch", "rook", "lady_meridian"), 6 + 1),
        (("sparks", "tinker_moth", "twitch", "rook"), 6 + 1),
    ],
)
def test_syndicate_bonuses(cards: tuple[str, ...], bonus: int) -> None:
    table = city_phase(last_turn().turn("grey", round=6).pile("purple", *cards))
    assert table.outcome.points[0] == bonus


@rule("win.tie_stamina", "win.tie_shared")
def test_ties() -> None:
    position = last_turn().turn("grey", round=6).set(influence={"purple": 3, "yellow": 3}).tracks("yellow", stamina=5)
    assert (city_phase(position).outcome.winners, city_phase(position).reason) == ((0,), "win.tie_stamina")
    shared = city_phase(last_turn().turn("grey", round=6))
    assert shared.outcome.winners == (0, 1, 2) and shared.outcome.scores == (1.0, 1.0, 1.0)
