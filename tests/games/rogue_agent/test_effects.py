"""Effects of cards: retaliation in general, and every verb of the vocabulary."""

from __future__ import annotations

from pathlib import Path

from tests.citing import rule
from tests.games.rogue_agent.rain_city import MISS, PACK, WIN, attacked, changed, city, facing, green, red

# ---------------------------------------------------------------------- retaliation in general


@rule("attack.retaliation.safe")
def test_no_place_is_safe_from_a_retaliation() -> None:
    position = facing("the_understudy", "open", "hospital")
    assert attacked(position, *MISS).stamina("purple") == 4
    beside = facing("the_understudy", "open").informants("district_3", "purple")
    assert attacked(beside, *MISS).stamina("purple") == 4


@rule("attack.retaliation.partial")
def test_a_retaliation_takes_what_there_is() -> None:
    table = attacked(facing("usurer_kamal", "open").set(credits={"purple": 1}), *MISS)
    assert table.credits("purple") == 0
    table = attacked(facing("joyride_kit", "open").tracks("purple", fuel=1), *MISS)
    assert table.level("purple", "fuel") == 0


@rule("attack.retaliation.inapplicable", "attack.retaliation.other_mode")
def test_what_cannot_apply_or_belongs_to_the_other_mode_is_ignored() -> None:
    table = attacked(facing("novice_zero", "open"), *MISS)
    assert table.prompt == "turn.order" and table.stamina("purple") == 6
    assert attacked(facing("velour_hask", "open"), *MISS).prompt == "turn.order"  # no informant in the city


@rule("attack.retaliation.partial")
def test_nothing_is_told_of_a_loss_of_nothing() -> None:
    position = city().at(purple="district_3").criminal(1, "district_3", "twitch", "open").tracks("purple", ammo=0)
    table = position.turn().roll(*MISS).start().choose("attack", "criminal:1")
    assert table.told("lost") == [] and table.level("purple", "ammo") == 0


@rule("attack.retaliation.inapplicable", "effect.timer_zero", "explosion.discs")
def test_a_criminal_that_was_blown_up_neither_flees_nor_escapes(tmp_path: Path) -> None:
    jack = 'retaliation = [{ do = "timer", scope = "all", n = -1 }'
    for later in ('{ do = "flee", n = 2 }', '{ do = "escape" }'):
        game = changed(tmp_path, "terrorist_jack", jack, f"{jack}, {later}")
        position = city(game=game).at(purple="district_3").criminal(1, "district_3", "terrorist_jack", "open")
        position.bomb(1, "district_3", 1).tracks("purple", ammo=0).turn().roll(*MISS)
        table = position.start().choose("attack", "criminal:1")
        assert table.disc("criminal-1") is None and len(table.told("returned")) == 2  # with the bomb's disc
        assert not table.told("disc_moved") and table.stamina("purple") == 2


@rule("attack.retaliation.inapplicable", "effect.vocabulary")
def test_a_card_about_bombs_does_nothing_without_any() -> None:
    position = city().at(yellow="district_3").criminal(1, "district_3", "fusebox_lenny").looked(1, "yellow")
    table = position.tracks("yellow", ammo=0).turn("yellow").roll(*MISS).start().choose("attack", "criminal:1")
    assert (table.prompt, table.stamina("yellow"), table.told("timer")) == ("turn.order", 6, [])


@rule("attack.retaliation.other_mode")
def test_a_part_of_the_other_mode_is_skipped(tmp_path: Path) -> None:
    agents_only = changed(tmp_path, "novice_zero", 'mode = "android"', 'mode = "agent"')
    position = city("android-3p", agents_only).tokens("hah", "aha", "hha").tracks("purple", ammo=0)
    position.at(purple="district_3").criminal(1, "district_3", "novice_zero", "open")
    table = position.turn().roll(*MISS).start().choose("attack", "criminal:1")
    assert table.prompt == "turn.order" and not table.told("token_shown")


# ---------------------------------------------------------------------- order and choice


@rule("effect.parts_order", "hospital.rest_of_effect")
def test_parts_follow_in_order_and_the_hospital_drops_those_aimed_at_the_attacker() -> None:
    # The Weatherman: first 1 stamina, then a limit on the attacker.
    table = attacked(facing("the_weatherman", "open"), *MISS)
    assert table.stamina("purple") == 5 and table.state.clock[0] == 2
    down = attacked(facing("the_weatherman", "open").tracks("purple", stamina=1), *MISS)
    assert down.where("purple") == "hospital" and down.state.clock[0] == 0
    # Cantor Vey: 2 stamina, then one informant in the city: that one is aimed at others too and goes on.
    others = facing("cantor_vey", "open").tracks("purple", stamina=2).informants("district_5", "grey")
    assert attacked(others, *MISS).slots("district_5") == []


@rule("effect.choice_left", "exposed.still_player")
def test_the_player_to_the_left_chooses() -> None:
    position = facing("velour_hask", "open").informants("district_5", "purple").informants("district_1", "grey")
    table = attacked(position, *MISS)
    assert table.asked == "yellow" and table.prompt == "effect.remove"
    assert table.refused("remove", "slot:district_2:upper") == "effect.vocabulary"


HYENA = 'retaliation = [{ do = "stamina", who = "each_agent_here", n = -2 }]'


@rule("effect.parts_order")
def test_who_is_here_is_told_by_where_the_criminal_stood(tmp_path: Path) -> None:
    """It flees to the lab first; who stands there is spared."""
    new = 'retaliation = [{ do = "flee", n = 1 }, { do = "stamina", who = "each_agent_here", n = -2 }]'
    position = city(game=changed(tmp_path, "mother_hyena", HYENA, new)).tracks("purple", ammo=0)
    position.at(purple="district_3", yellow="district_3", grey="synthetics_lab")
    position.criminal(1, "district_3", "mother_hyena", "open").turn().roll(*MISS)
    table = position.start().choose("attack", "criminal:1")
    assert table.disc("criminal-1") == "path-3"
    assert [table.stamina(seat) for seat in ("purple", "yellow", "grey")] == [4, 4, 6]


CHAIN = 'retaliation = [{ do = "stamina", who = "attacker", n = -2, informants = true }]'


@rule("effect.parts_order", "effect.vocabulary")
def test_informants_here_help_an_attacker_who_was_taken_away(tmp_path: Path) -> None:
    """One informant stands where the attack was made, and none in the headquarters."""
    to = '{ do = "agent_to", who = "attacker", to = "headquarters" }'
    game = changed(tmp_path, "chain_rosa", CHAIN, CHAIN.replace("[{", f"[{to}, {{"))
    position = city(game=game).at(purple="district_3").criminal(1, "district_3", "chain_rosa", "open")
    position.informants("district_3", "purple").tracks("purple", ammo=0).turn().roll(*MISS)
    table = position.start().choose("attack", "criminal:1")
    assert (table.where("purple"), table.stamina("purple")) == ("headquarters", 5)


@rule("order.players", "comp.credits.limit")
def test_a_short_supply_goes_clockwise_from_the_leader() -> None:
    # 25 credits in all: after the attacker paid two, Purple and Yellow hold 23 and the first of the others gets one.
    position = city().at(grey="district_3").tracks("grey", ammo=0).criminal(1, "district_3", "the_comptroller", "open")
    position.set(credits={"purple": 13, "yellow": 11, "grey": 0}).turn("grey", leader="yellow")
    table = position.roll(*MISS).start().choose("attack", "criminal:1")
    assert [table.credits(seat) for seat in ("purple", "yellow", "grey")] == [13, 12, 0]


# ---------------------------------------------------------------------- every verb of the vocabulary


@rule("effect.vocabulary", "card.data")
def test_every_verb_stands_on_a_card() -> None:
    used = {part.verb for card in PACK.cards for part in (*card.reveal, *card.retaliation)}
    assert len(used) == 17 and any(card.kept for card in PACK.cards)


@rule("effect.vocabulary", "board.stamina.gain", "board.stamina.cap")
def test_stamina_is_won_up_to_the_top() -> None:
    for before, after in ((3, 4), (6, 6)):
        position = facing("needle_aubrey").looked(1, "purple").tracks("purple", stamina=before)
        assert attacked(position, *WIN).stamina("purple") == after


@rule("effect.vocabulary", "effect.androids_spared", "order.players", "loc.stacking")
def test_every_agent_here_is_meant_and_no_android() -> None:
    position = facing("petrol_nan", "open", mode="android-4p").androids("grey").tokens("hhh", "hah", "AAh", "aha")
    position.at(purple="district_3", yellow="district_3", grey="district_3", orange="district_5")
    table = attacked(position, *MISS)
    assert [table.stamina(seat) for seat in ("purple", "yellow", "grey", "orange")] == [5, 5, 6, 6]


@rule("effect.vocabulary")
def test_own_informants_here_reduce_a_loss_where_the_card_says_so() -> None:
    position = facing("chain_rosa", "open").informants("district_3", "purple", "yellow")
    assert attacked(position, *MISS).stamina("purple") == 5


@rule("effect.vocabulary")
def test_the_attacker_chooses_which_resource_it_loses() -> None:
    table = attacked(facing("deacon_relay").tracks("purple", fuel=1, evidence=2))
    assert [choice[1] for choice in table.choices] == ["track:fuel", "track:evidence"]  # it has no ammo
    assert table.refused("lose", "track:ammo") == "effect.vocabulary"
    assert table.refused("lose", "track:stamina") == "effect.vocabulary"
    table.roll(*MISS).choose("lose", "track:evidence")
    assert (table.level("purple", "fuel"), table.level("purple", "evidence")) == (1, 1)
    nothing = attacked(facing("deacon_relay").tracks("purple", fuel=0, evidence=0), *MISS)
    assert nothing.prompt == "turn.order"


@rule("effect.vocabulary", "influence.floor", "comp.credits.limit")
def test_influence_and_credits_of_others() -> None:
    assert attacked(facing("auditor_stray", "open").set(influence={"purple": 2}), *MISS).influence("purple") == 1
    assert attacked(facing("auditor_stray", "open"), *MISS).influence("purple") == 0
    # The Comptroller: the attacker pays 2, each other agent gets 1 in the leader's order, as far as the supply goes.
    table = attacked(facing("the_comptroller", "open").set(credits={"purple": 1, "yellow": 12, "grey": 12}), *MISS)
    assert [table.credits(seat) for seat in ("purple", "yellow", "grey")] == [0, 13, 12]


@rule("effect.vocabulary", "informant.shift_up", "comp.informants.count")
def test_the_upper_informant_here_is_removed_without_a_choice() -> None:
    table = attacked(facing("torch_odile").informants("district_3", "yellow", "grey"), *WIN)
    assert table.slots("district_3") == ["grey"] and table.state.stock[1] == 6


@rule("effect.timer_zero", "effect.timer_max", "effect.vocabulary")
def test_timers_rise_to_six_and_explode_at_zero_in_the_leaders_order() -> None:
    table = attacked(facing("fusebox_lenny").looked(1, "purple").bomb(1, "district_5", 6), *WIN)
    assert table.timer(1) == 6
    position = (
        facing("terrorist_jack", "open").bomb(1, "district_1", 1).bomb(2, "district_5", 1).bomb(3, "district_4", 3)
    )
    table = attacked(position.turn("purple", leader="yellow"), *MISS)
    assert (table.asked, table.prompt) == ("yellow", "effect.bomb")
    assert table.refused("pick", "bomb:4") == "effect.vocabulary"
    table.choose("pick", "bomb:2").choose("pick", "bomb:1")
    assert [table.timer(number) for number in (1, 2, 3)] == [0, 0, 2]
    assert {"bomb-1", "bomb-2"} <= table.bag()


@rule("effect.vocabulary")
def test_the_lowest_timer_falls_and_the_left_player_breaks_ties() -> None:
    position = (
        facing("fusebox_lenny", "open").bomb(1, "district_1", 3).bomb(2, "district_5", 3).bomb(3, "district_4", 5)
    )
    table = attacked(position, *MISS)
    assert table.asked == "yellow" and {choice[1] for choice in table.choices} == {"bomb:1", "bomb:2"}
    table.choose("pick", "bomb:2")
    assert [table.timer(number) for number in (1, 2, 3)] == [3, 2, 5]
    chosen = facing("fusebox_lenny").looked(1, "purple").bomb(1, "district_1", 3).bomb(2, "district_5", 4)
    table = attacked(chosen)
    assert table.asked == "purple"
    table.roll(*WIN).choose("pick", "bomb:2")
    assert table.timer(2) == 5


@rule("effect.spawn_none", "effect.vocabulary", "time.top_entry")
def test_discs_come_out_of_the_data_stream() -> None:
    table = attacked(facing("sapper_ruiz", "open"), *MISS, 5)
    assert (table.disc("bomb-1"), table.timer(1)) == ("path-2", 5)
    top = facing("choirboy", where="district_6").set(police="district_1")
    assert attacked(top, *WIN).disc("assassin-1") == "path-0"  # the start, not the end
    rolled = attacked(facing("sister_requiem", "open"), *MISS, 4)
    assert rolled.disc("assassin-1") == "path-4"
    empty = facing("sapper_ruiz", "open")
    for number, where in enumerate(("district_1", "district_2", "district_4", "district_5"), 1):
        empty.bomb(number, where, 6)
    assert attacked(empty, *MISS).prompt == "turn.order"


@rule("effect.vocabulary", "criminal.return.city_disc", "city.criminal.leave")
def test_fleeing_and_escaping() -> None:
    assert attacked(facing("the_replicator", "open"), *MISS).disc("criminal-1") == "path-3"
    assert "criminal-1" in attacked(facing("rook", "open"), *MISS).bag()
    far = city().at(purple="fuel_station").criminal(1, "fuel_station", "harbourmaster_voss", "open")
    table = attacked(far.tracks("purple", ammo=0).turn(), *MISS)  # two locations from the last but one
    assert "criminal-1" in table.bag()


@rule("effect.vocabulary", "effect.choice_left")
def test_the_left_player_says_who_escapes_from_custody() -> None:
    position = facing("leviathan", "open").criminal(2, "purple", "rook").criminal(3, "purple", "sparks")
    table = attacked(position, *MISS)
    assert (table.asked, table.stamina("purple")) == ("yellow", 3)
    assert table.refused("release", "criminal:1") == "effect.vocabulary"
    table.choose("release", "criminal:3")
    assert table.custody("purple") == [2] and "criminal-3" in table.bag()
    assert attacked(facing("leviathan", "open"), *MISS).prompt == "turn.order"  # nobody in custody


@rule("effect.vocabulary", "city.police.clear", "city.police.criminals_stay")
def test_a_card_moves_the_police() -> None:
    position = facing("lady_meridian", "open").set(police="district_4").bomb(1, "district_5", 3)
    table = attacked(position.assassin(1, "district_5").criminal(2, "district_5", "sparks"), *MISS)
    assert table.state.police == 5 and {"bomb-1", "assassin-1"} <= table.bag()
    assert table.disc("criminal-2") == "path-6"


@rule("effect.vocabulary", "arrest.moves")
def test_a_figure_is_led_astray_with_its_custody_and_the_turn_ends() -> None:
    table = attacked(facing("the_cartographer", "open").criminal(2, "purple", "sparks"), *MISS)
    assert (table.where("purple"), table.asked, table.custody("purple")) == ("headquarters", "yellow", [2])


@rule("effect.vocabulary", "attack.dice.green", "attack.dice.black")
def test_free_dice_are_taken_before_ammo_and_share_the_three_of_a_colour() -> None:
    position = facing("the_cartographer").looked(1, "purple").tracks("purple", weapon=3)  # 2 pistols + 2 free
    table = attacked(position, *red("agent", "agent", "agent"), *green("car", "car", "car"))
    assert table.state.tray == 0b111111
    free = attacked(facing("mister_hush").looked(1, "purple").tracks("purple", ammo=3))
    assert [choice[1] for choice in free.choices] == [0, 1, 2]
    assert free.refused("spend", 3) == "dice.spend_limit"


@rule("effect.vocabulary", "attack.criminal.success")
def test_hit_points_rise_for_this_attack_only() -> None:
    assert not attacked(facing("mirror_dae"), *WIN).defeated(1)  # 3 hits against 3 + 1
    assert attacked(facing("mirror_dae").looked(1, "purple"), *WIN).defeated(1)


@rule("effect.vocabulary", "hospital.not_entry")
def test_a_card_can_put_a_figure_into_the_hospital_without_any_hurt(tmp_path: Path) -> None:
    game = changed(tmp_path, "the_cartographer", 'to = "headquarters"', 'to = "hospital"')
    position = city(game=game).at(purple="district_3").criminal(1, "district_3", "the_cartographer", "open")
    table = position.tracks("purple", ammo=0, stamina=5).set(influence={"purple": 1}).turn().roll(*MISS).start()
    table.choose("attack", "criminal:1")
    assert (table.where("purple"), table.stamina("purple"), table.influence("purple")) == ("hospital", 5, 1)


@rule("effect.vocabulary", "effect.choice_left")
def test_where_the_card_names_the_owner_the_attacker_chooses_among_its_own_informants() -> None:
    """Silk Patel costs the attacker one of its informants in the city, and nobody else any."""
    position = city().at(yellow="district_3").criminal(1, "district_3", "silk_patel").tracks("yellow", ammo=0)
    none = position.informants("gunsmith", "purple", "grey").turn("yellow").roll(*MISS).start()
    none.choose("attack", "criminal:1")
    assert none.slots("gunsmith") == ["purple", "grey"] and none.told("informant_removed") == []
    position.informants("district_4", "grey", "yellow").informants("district_5", "yellow")
    table = position.start().choose("attack", "criminal:1")
    assert table.asked == "yellow"
    assert table.choices == [("remove", "slot:district_4:lower"), ("remove", "slot:district_5:upper")]
    assert table.refused("remove", "slot:gunsmith:upper") == "effect.vocabulary"
    table.choose("remove", "slot:district_4:lower")
    assert (table.slots("district_4"), table.slots("district_5")) == (["grey"], ["yellow"])


@rule("effect.vocabulary", "informant.shift_up")
def test_either_informant_of_the_place_can_be_meant(tmp_path: Path) -> None:
    here = changed(
        tmp_path, "torch_odile", 'scope = "here_top", chooser = "left" }]\n', 'scope = "here", chooser = "left" }]\n'
    )
    position = city(game=here).at(yellow="district_3").criminal(1, "district_3", "torch_odile").tracks("yellow", ammo=0)
    position.informants("district_3", "purple", "grey").informants("district_4", "purple").turn("yellow")
    table = position.start().choose("attack", "criminal:1")
    assert table.asked == "grey"
    assert table.choices == [("remove", "slot:district_3:upper"), ("remove", "slot:district_3:lower")]


@rule("effect.vocabulary", "order.players")
def test_those_here_are_hurt_clockwise_from_the_leader_and_the_attacker_among_them() -> None:
    position = city().at(purple="district_3", yellow="district_3", grey="district_3").tracks("purple", ammo=0)
    position.criminal(1, "district_3", "petrol_nan", "open").turn("purple", leader="yellow")
    table = position.roll(*MISS).start().choose("attack", "criminal:1")
    assert [line.args[0] for line in table.told("hurt")] == ["yellow", "grey", "purple"]


@rule("effect.vocabulary")
def test_a_card_ends_only_the_turn_that_is_running(tmp_path: Path) -> None:
    others = changed(
        tmp_path,
        "twitch",
        '"resource", who = "attacker", kind = "ammo", n = -1',
        '"end_turn", who = "each_other_agent"',
    )
    position = city(game=others).at(purple="district_3").criminal(1, "district_3", "twitch", "open")
    table = position.tracks("purple", ammo=0).turn().roll(*MISS).start().choose("attack", "criminal:1")
    assert table.asked == "purple" and "end" in table.verbs()


@rule("effect.vocabulary", "effect.choice_left")
def test_as_many_are_released_as_the_card_says(tmp_path: Path) -> None:
    two = changed(
        tmp_path, "leviathan", 'do = "release", who = "attacker", n = 1', 'do = "release", who = "attacker", n = 2'
    )
    position = city(game=two).at(purple="district_3").criminal(1, "district_3", "leviathan", "open")
    for number, card in ((2, "rook"), (3, "sparks"), (4, "twitch")):
        position.criminal(number, "purple", card)
    table = position.tracks("purple", ammo=0).turn().roll(*MISS).start().choose("attack", "criminal:1")
    assert table.asked == "yellow"
    table.choose("release", "criminal:4").choose("release", "criminal:2")
    assert table.custody("purple") == [3] and table.asked == "purple"


@rule("effect.vocabulary", "destroy.discs")
def test_a_bomb_that_a_card_brings_stays_on_a_destroyed_tile(tmp_path: Path) -> None:
    bombs = changed(tmp_path, "sister_requiem", 'disc = "assassin"', 'disc = "bomb"')
    position = city("android-3p", bombs).androids("grey").set(burnt=["district_5"]).at(purple="district_3")
    position.criminal(1, "district_3", "sister_requiem", "open").tracks("purple", ammo=0)
    table = position.turn().roll(*MISS, 5, 4).start().choose("attack", "criminal:1")
    assert (table.disc("bomb-1"), table.timer(1)) == ("path-6", 4)


@rule("effect.vocabulary", "criminal.return.city_disc")
def test_who_has_fled_from_the_city_cannot_escape_from_it_too(tmp_path: Path) -> None:
    old, new = '[{ do = "escape" }]', '[{ do = "flee", n = 12 }, { do = "escape" }]'
    position = city(game=changed(tmp_path, "rook", old, new)).at(purple="district_3").tracks("purple", ammo=0)
    table = position.criminal(1, "district_3", "rook", "open").turn().roll(*MISS).start().choose("attack", "criminal:1")
    assert len(table.told("returned")) == 1 and table.state.removed == 1 << PACK.card_keys.index("rook")


@rule("effect.vocabulary", "destroy.discs")
def test_an_assassin_rolled_onto_a_destroyed_tile_goes_back() -> None:
    position = city("android-3p").androids("grey").set(burnt=["district_5"]).at(purple="district_3")
    position.criminal(1, "district_3", "sister_requiem", "open").tracks("purple", ammo=0)
    table = position.turn().roll(*MISS, 5).start().choose("attack", "criminal:1")
    assert "assassin-1" in table.bag() and table.last("roll_district") == (5,)


@rule("effect.vocabulary", "comp.dice.faces")
def test_there_are_only_three_black_dice_to_be_had(tmp_path: Path) -> None:
    old = '{ do = "dice", colour = "black", n = 1 }'
    game = changed(tmp_path, "mister_hush", old, '{ do = "dice", colour = "black", n = 3 }, ' + old)
    position = city(game=game).at(purple="district_3").criminal(1, "district_3", "mister_hush").looked(1, "purple")
    table = position.tracks("purple", ammo=2).turn().roll(*MISS, 6, 6, 6).start().choose("attack", "criminal:1")
    assert table.told("hits") and table.level("purple", "ammo") == 2  # none is left to be bought


@rule("board.resource.cap", "effect.vocabulary")
def test_what_a_card_gives_beyond_the_end_of_a_track_is_lost() -> None:
    position = city().at(grey="district_3").criminal(1, "district_3", "cinder_molly").looked(1, "grey")
    table = position.tracks("grey", ammo=6).turn("grey", leader="grey").start().choose("attack", "criminal:1")
    assert table.level("grey", "ammo") == 7 and table.last("gained") == ("grey", "track:ammo", 1, 7)
