"""Bombs that tick and explode: who and what is hit, chains, and who is safe."""

from __future__ import annotations

from tests.citing import rule
from tests.games.rogue_agent.rain_city import MISS, City, Table, city, missed, night, rules


def ticking(*bombs: tuple[int, str, int], **at: str) -> City:
    """Grey ends the last turn of a round; bombs tick in the City phase."""
    position = city().at(**at).set(police="district_1").turn("grey")
    for number, where, timer in bombs:
        position.bomb(number, where, timer)
    return position


def after_city(position: City) -> Table:
    """The table when the City phase is over; chance runs freely."""
    table = position.start()
    table.match.script(None)
    return table.choose("end")


@rule("explosion.informants", "explosion.discs", "explosion.here", "explosion.adjacent", "explosion.bomb_disc")
def test_what_an_explosion_does() -> None:
    # District 3: beside it the headquarters, the gunsmith, the lab and the hospital.
    position = ticking((1, "district_3", 1), purple="district_3", yellow="gunsmith", grey="district_4")
    position.informants("district_3", "purple", "yellow").informants("gunsmith", "grey").assassin(1, "hospital")
    position.criminal(1, "district_3", "rook", "defeated").criminal(2, "gunsmith", "sparks", "defeated")
    table = after_city(position)
    assert [table.stamina(seat) for seat in ("purple", "yellow", "grey")] == [2, 4, 6]
    assert table.slots("district_3") == [] and table.slots("gunsmith") == ["grey"]
    assert table.last("exploded") == ("bomb:1", "tile:district_3")
    assert table.disc("criminal-2") == "path-1" and table.state.stock[:2] == [6, 6]
    returned = [line.args[0] for line in table.told("returned")]
    assert "criminal:1" in returned and "bomb:1" in returned


@rule("explosion.custody", "explosion.custody_safe", "loc.safe.agent")
def test_who_is_hurt_loses_its_custody_and_who_is_safe_keeps_it() -> None:
    position = ticking((1, "district_3", 1), purple="headquarters", yellow="gunsmith", grey="district_4")
    position.criminal(1, "purple", "rook").criminal(2, "yellow", "sparks").criminal(3, "grey", "twitch")
    table = after_city(position)
    assert (table.custody("purple"), table.custody("yellow"), table.custody("grey")) == ([1], [], [3])
    assert table.stamina("purple") == 6


@rule("explosion.no_prevention")
def test_informants_armour_and_ammo_do_not_help() -> None:
    position = ticking((1, "district_3", 1), purple="gunsmith").tracks("purple", agent=5, ammo=5)
    table = after_city(position.informants("gunsmith", "purple", "purple"))
    assert (table.stamina("purple"), table.level("purple", "ammo")) == (4, 5)


@rule("explosion.chain", "explosion.chain_adjacent", "explosion.sequence", "city.bomb.gone", "explosion.order")
def test_a_chain_at_the_same_location_in_the_leaders_order() -> None:
    position = ticking((1, "district_3", 1), (2, "district_3", 6), (3, "district_3", 5), (4, "gunsmith", 2))
    table = position.at(purple="district_3", yellow="district_1", grey="district_1").start()
    table.match.script(None)
    table.choose("end")
    assert (table.asked, table.prompt) == ("purple", "city.bomb")  # order matters, as one will go off
    table.choose("activate", "bomb:1")
    assert table.prompt == "explosion.next" and {choice[1] for choice in table.choices} == {"bomb:2", "bomb:3"}
    assert table.refused("pick", "bomb:4") == "explosion.when"
    assert table.stamina("purple") == 2
    table.choose("pick", "bomb:3")
    # The second one sends Purple (2 stamina) to the hospital, which lies next to district 3: safe from the third.
    assert table.where("purple") == "hospital" and table.stamina("purple") == 4
    assert table.timer(4) == 1  # it only ticked


@rule("explosion.once_each", "hospital.excess", "hospital.not_entry")
def test_one_explosion_hits_a_player_once() -> None:
    table = after_city(ticking((1, "district_3", 1), purple="district_3").tracks("purple", stamina=3))
    assert (table.where("purple"), table.stamina("purple")) == ("hospital", 4)


@rule("city.bomb.order", "city.bomb.tick", "city.bomb.explode")
def test_bombs_tick_and_the_order_is_asked_only_where_it_matters() -> None:
    table = after_city(ticking((1, "district_3", 3), (2, "district_4", 2)))
    assert (table.timer(1), table.timer(2)) == (2, 1) and not table.told("exploded")
    asked = ticking((1, "district_3", 1), (2, "district_4", 2)).start()
    asked.match.script(None)
    asked.choose("end")
    assert asked.prompt == "city.bomb" and asked.refused("activate", "bomb:3") == "city.bomb.order"


@rule("explosion.when", "city.criminal.bomb_check")
def test_why_a_bomb_went_off() -> None:
    position = city().set(police="district_2").criminal(3, "gunsmith", "rook").bomb(2, "district_3", 1).turn("grey")
    table = position.freely().start().city_phase()
    assert (rules(table, "timer"), rules(table, "exploded")) == (["city.criminal.bomb_check"], ["explosion.when"])


@rule("explosion.when", "city.criminal.bomb_check", "city.bomb.explode")
def test_a_timer_above_zero_does_not_set_a_bomb_off() -> None:
    table = night().criminal(1, "gunsmith", "rook").bomb(1, "district_3", 3).bomb(2, "district_4", 2)
    after = table.freely().start().city_phase()
    assert (after.timer(1), after.timer(2), after.told("exploded")) == (1, 1, [])


@rule("explosion.chain", "effect.timer_zero")
def test_a_bomb_that_went_off_in_a_chain_is_not_lowered_by_the_card_any_more() -> None:
    position = city().at(yellow="district_3").criminal(1, "district_3", "terrorist_jack", "open")
    position.bomb(1, "district_1", 1).bomb(2, "district_1", 3).bomb(3, "district_1", 4).tracks("yellow", ammo=0)
    table = missed(position.turn("yellow"))
    assert (table.asked, table.prompt) == ("purple", "effect.bomb")
    table.choose("pick", "bomb:1").choose("pick", "bomb:3")
    assert [line.args[0] for line in table.told("exploded")] == ["bomb:1", "bomb:3", "bomb:2"]
    assert table.state.timer == [0, 0, 0, 0] and len(table.told("timer")) == 1 and table.prompt == "turn.order"


@rule("explosion.clean", "defused.clean", "city.police.timer")
def test_a_bomb_in_the_data_stream_has_no_timer() -> None:
    position = city().set(police="district_3").bomb(1, "district_4", 5).turn("grey")
    table = position.roll("assassin:1", "assassin:2", 1, 1).start().choose("end")
    assert table.timer(1) == 0 and "bomb-1" in table.bag() and table.influence("grey") == 0
    defused = city().at(yellow="district_3").bomb(2, "district_3", 6).turn("yellow")
    sheet = defused.roll(3, 3, 3, 5, 5, 5, 4, 4, 4).start().choose("defuse", "bomb:2")
    sheet.choose("place", "die:red-2", "cell:1-2").choose("place", "die:red-3", "cell:1-3")
    assert (sheet.timer(2), set(sheet.state.sheet), set(sheet.state.face)) == (0, {-1}, {0})


@rule("explosion.sequence", "effect.timer_zero")
def test_the_leader_orders_bombs_in_the_turn_of_another_too() -> None:
    position = city().at(purple="district_3").criminal(1, "district_3", "terrorist_jack", "open")
    for number, timer in ((1, 1), (2, 5), (3, 5)):
        position.bomb(number, "district_1", timer)
    position.tracks("purple", ammo=0).turn("purple", leader="yellow").roll(*MISS)
    table = position.start().choose("attack", "criminal:1")
    assert (table.asked, table.prompt) == ("yellow", "effect.bomb")
    table.choose("pick", "bomb:1")
    assert (table.asked, table.prompt) == ("yellow", "explosion.next")


@rule("loc.safe.android", "loc.safe.exclusive", "explosion.here")
def test_shields_protect_only_their_own() -> None:
    # A bomb in the lab, which shows an android's shield: the android is safe there, the agents are not.
    position = city("android-3p").androids("yellow").bomb(1, "synthetics_lab", 1).set(police="district_1")
    position.at(purple="synthetics_lab", yellow="synthetics_lab", grey="synthetics_lab").turn("grey")
    table = position.start()
    table.match.script(None)
    table.choose("end")
    assert (table.stamina("purple"), table.stamina("yellow")) == (2, 6)


@rule("order.players", "explosion.order")
def test_losses_of_a_blast_come_clockwise_from_the_leader() -> None:
    position = city().at(purple="district_3", yellow="gunsmith", grey="district_3").bomb(1, "district_3", 1)
    position.set(police="district_1").turn("purple", leader="yellow")
    table = position.start()
    table.match.script(None)
    table.choose("end")
    assert [line.args for line in table.told("hurt")] == [("yellow", 2, 4), ("grey", 4, 2), ("purple", 4, 2)]
