"""Attacks: turning up the card, dice, hits, consequences; and the effects of cards."""

from __future__ import annotations

import pytest

from tests.citing import rule
from tests.games.rogue_agent.rain_city import MISS, PACK, WIN, City, Table, black, city, green, red


def facing(card: str, state: str = "hidden", where: str = "district_3", mode: str = "agent-3p") -> City:
    """Purple without ammo faces criminal 1."""
    position = city(mode).at(purple=where).criminal(1, where, card, state).tracks("purple", ammo=0)
    return position.turn()


def attacked(position: City, *values: int) -> Table:
    """Purple has attacked criminal 1, and chance gave these values."""
    return position.roll(*values).start().choose("attack", "criminal:1")


# ---------------------------------------------------------------------- targets


@rule("attack.target", "arrest.not_at_location")
def test_only_criminals_and_assassins_at_the_agents_location_are_attacked() -> None:
    position = facing("sparks").assassin(1, "district_5").bomb(1, "district_3", 4).criminal(2, "yellow", "rook")
    table = position.start()
    assert table.refused("attack", "assassin:1") == "attack.target"
    assert table.refused("attack", "bomb:1") == "attack.target"
    assert table.refused("attack", "criminal:2") == "arrest.not_at_location"
    assert table.refused("attack", "criminal:3") == "attack.target"  # nowhere
    assert table.offers("attack", "criminal:1")


@rule("attack.not_defeated")
def test_a_defeated_criminal_is_not_attacked() -> None:
    assert facing("sparks", "defeated").start().refused("attack", "criminal:1") == "attack.not_defeated"


# ---------------------------------------------------------------------- the card


@rule("attack.reveal", "attack.reveal.none", "time.criminal.open", "card.fields", "card.hp")
def test_the_card_is_turned_up_for_all_before_the_roll() -> None:
    table = facing("nobody_special").tracks("purple", ammo=1).start().choose("attack", "criminal:1")
    assert table.prompt == "attack.ammo" and table.face_up(1)
    assert "card:nobody_special" in {piece.id for area in table.scene(2).areas for piece in area.pieces}


@rule("attack.reveal.red", "attack.reveal.white")
def test_red_icons_hurt_the_ignorant_and_white_ones_help_the_informed() -> None:
    assert attacked(facing("sparks"), *MISS).stamina("purple") == 5  # red: −1
    assert attacked(facing("sparks").looked(1, "purple"), *MISS).stamina("purple") == 6
    assert attacked(facing("sparks").looked(1, "yellow"), *MISS).stamina("purple") == 5  # another's marker is no help
    assert attacked(facing("ghostwire").looked(1, "purple"), *MISS).level("purple", "evidence") == 4  # white: +2
    assert attacked(facing("ghostwire"), *MISS).level("purple", "evidence") == 2


@rule("attack.reveal.once")
def test_a_card_that_lies_open_has_no_reveal_effect() -> None:
    assert attacked(facing("sparks", "open"), *MISS).stamina("purple") == 6


@rule("attack.reveal.target_gone", "effect.flee_unchecked")
def test_a_target_that_flees_is_neither_shot_at_nor_strikes_back() -> None:
    position = facing("harbourmaster_voss").bomb(1, "synthetics_lab", 3).assassin(1, "synthetics_lab")
    table = attacked(position)  # no die is rolled
    assert table.disc("criminal-1") == "path-3"
    assert (table.timer(1), table.disc("assassin-1")) == (3, "path-3")  # and no check is made there
    assert table.state.turn.actions == 1 and table.prompt == "turn.order"


@rule("attack.reveal.hospital", "effect.stamina_skull", "hospital.turn_ends")
def test_an_attacker_in_the_hospital_neither_rolls_nor_suffers_more() -> None:
    table = attacked(facing("leviathan").tracks("purple", stamina=2))
    assert (table.where("purple"), table.stamina("purple"), table.asked) == ("hospital", 4, "yellow")


# ---------------------------------------------------------------------- dice


@rule("attack.dice.red", "attack.dice.green", "board.upgrade.weapon")
@pytest.mark.parametrize(("weapon", "pistols"), [(0, 0), (1, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
def test_three_red_dice_and_a_green_one_for_each_pistol(weapon: int, pistols: int) -> None:
    table = attacked(
        facing("nobody_special", "open").tracks("purple", weapon=weapon), *red("agent"), 5, 5, *[6] * pistols
    )
    assert table.state.tray == 0b111 | (1 << pistols) - 1 << 3


@rule("attack.dice.black", "attack.dice.before_roll", "dice.spend_limit", "board.resource.floor", "comp.dice.custom")
def test_ammo_buys_up_to_three_black_dice_before_the_roll() -> None:
    table = attacked(facing("nobody_special", "open").tracks("purple", ammo=5))
    assert [choice[1] for choice in table.choices] == [0, 1, 2, 3]
    assert table.refused("spend", 4) == "dice.spend_limit"
    table.roll(*MISS, *black("explosion", "amplify")).choose("spend", 2)
    assert (table.level("purple", "ammo"), table.defeated(1)) == (3, True)
    poor = attacked(facing("nobody_special", "open").tracks("purple", ammo=1))
    assert poor.refused("spend", 2) == "board.resource.floor"


@rule("dice.hits", "dice.hits.amplify", "dice.hits.one_amplify", "dice.hits.lone_amplify", "dice.hits.formula")
@pytest.mark.parametrize(
    ("faces", "hits"),
    [
        (("explosion", "agent", "agent"), 1),
        (("explosion", "amplify", "agent"), 2),
        (("explosion", "amplify", "amplify"), 2),
        (("explosion", "explosion", "amplify"), 3),
        (("amplify", "amplify", "weapon"), 0),
    ],
)
def test_hits(faces: tuple[str, ...], hits: int) -> None:
    table = attacked(facing("leviathan", "open"), *red(*faces))
    assert table.last("hits") == (hits, 4)


# ---------------------------------------------------------------------- consequences


@rule("attack.criminal.success", "attack.criminal.flip", "attack.criminal.influence", "comp.criminal_disc.sides")
def test_enough_hits_defeat_a_criminal() -> None:
    table = attacked(facing("sparks", "open"), *WIN)  # 3 hits against 2
    assert table.defeated(1) and table.influence("purple") == 1
    assert table.stamina("purple") == 6 and table.disc("criminal-1") == "path-2"


@rule("attack.criminal.fail", "attack.criminal.no_damage")
def test_too_few_hits_bring_the_retaliation_and_leave_no_mark() -> None:
    table = attacked(facing("the_understudy", "open"), 1, 3, 5)  # 2 hits against 3
    assert not table.defeated(1) and table.stamina("purple") == 4 and table.influence("purple") == 0


@rule("attack.assassin.success", "attack.assassin.influence")
@pytest.mark.parametrize("faces", [(1, 1, 5), (1, 1, 1)])
def test_two_or_more_hits_defeat_an_assassin(faces: tuple[int, int, int]) -> None:
    position = city().at(purple="district_3").assassin(1, "district_3").tracks("purple", ammo=0).turn()
    table = position.roll(*faces).start().choose("attack", "assassin:1")
    assert "assassin-1" in table.bag() and table.influence("purple") == 1


@rule("attack.assassin.fail", "attack.assassin.stays")
@pytest.mark.parametrize(
    ("informants", "lost"), [((), 2), (("purple",), 1), (("purple", "purple"), 0), (("yellow",), 2)]
)
def test_a_failed_attack_on_an_assassin_costs_two_less_own_informants(informants: tuple[str, ...], lost: int) -> None:
    position = city().at(purple="district_3").assassin(1, "district_3").tracks("purple", ammo=0).turn()
    table = position.informants("district_3", *informants).roll(*MISS).start().choose("attack", "assassin:1")
    assert table.stamina("purple") == 6 - lost and table.disc("assassin-1") == "path-2"


@rule("attack.assassin.fail_safe", "loc.safe.android_agentmode")
def test_only_a_human_shield_makes_a_place_safe_in_agent_mode() -> None:
    for where, left in (("hospital", 6), ("synthetics_lab", 4)):  # the lab shows an android's shield
        position = city().at(purple=where).assassin(1, where).tracks("purple", ammo=0).turn()
        assert position.roll(*MISS).start().choose("attack", "assassin:1").stamina("purple") == left


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


@rule(
    "criminal.return.card_removed", "criminal.return.face_down", "criminal.return.markers", "criminal.return.card_disc"
)
def test_cards_of_criminals_that_leave() -> None:
    """Face up it is removed, or shuffled back where it says so; face down it goes unseen, whatever it says."""
    table = attacked(facing("rook", "open").looked(1, "yellow"), *MISS)
    assert PACK.card_keys[table.state.removed.bit_length() - 1] == "rook" and table.state.marker[0] == 0
    kept = city().at(purple="district_3").criminal(1, "district_6", "the_replicator", "open", end=True)
    table = kept.set(police="district_1").turn("grey").start()
    table.match.script(None)
    table.choose("end")
    assert table.state.removed == 0 and table.last("card_kept") == ("card:the_replicator",)
    hidden = (
        city().criminal(1, "district_6", "the_replicator", "hidden", end=True).looked(1, "yellow").turn("grey").start()
    )
    hidden.match.script(None)
    hidden.choose("end")
    assert [PACK.card_keys[card] for card in hidden.state.removed_unseen] == ["the_replicator"]
    assert hidden.state.removed_marker == [0b10] and not hidden.told("card_removed")


# ---------------------------------------------------------------------- clocks


@rule("attack.clock.duration", "attack.clock.at_once", "attack.clock.token", "comp.clock.shortage")
def test_a_continuing_effect_binds_at_once_and_through_the_next_turn() -> None:
    table = attacked(facing("static_yun", "open").criminal(2, "district_3", "rook"), *MISS)
    assert table.refused("investigate", "criminal:2") == "attack.clock.at_once"
    assert "clock:purple-1" in {piece.id for area in table.scene(1).areas for piece in area.pieces}
    table.match.script(None)
    table.choose("end")
    assert table.state.clock[0] == 1
    bound = (
        city().at(purple="district_3").criminal(1, "district_5", "static_yun", "open").criminal(2, "district_3", "rook")
    )
    table = bound.set(clocks={"purple": {"1": 1}}).turn().start()
    assert table.refused("investigate", "criminal:2") == "attack.clock.at_once"
    table.choose("end")
    assert table.state.clock[0] == 0


@rule("attack.clock.duration", "attack.clock.arrest")
def test_it_ends_when_the_criminal_leaves_and_not_with_its_arrest() -> None:
    position = city().at(purple="district_3").criminal(1, "district_3", "static_yun", "defeated")
    table = position.set(clocks={"purple": {"1": 2}}).turn().start().choose("arrest", "criminal:1")
    assert table.state.clock[0] == 2
    position = city().at(purple="headquarters").criminal(1, "purple", "static_yun").set(clocks={"purple": {"1": 2}})
    assert position.turn().start().choose("turn_in").state.clock[0] == 0


@rule("attack.clock.several", "attack.clock.renew")
def test_effects_of_different_criminals_add_up_and_the_same_begins_anew() -> None:
    position = facing("tidecaller_ines", "open").criminal(2, "district_5", "two_storey_sven", "open")
    table = attacked(position.set(clocks={"purple": {"1": 1, "2": 1}}), *MISS)
    assert table.state.clock[:2] == [2, 1]


def bound(card: str, **levels: int) -> City:
    """Purple under the continuing effect of a card of criminal 1, which is far away."""
    position = city().criminal(1, "district_1", card, "open").set(clocks={"purple": {"1": 1}})
    return position.tracks("purple", **levels).turn()


@rule("effect.vocabulary", "attack.clock.at_once")
def test_limits_on_patrols() -> None:
    near = bound("tidecaller_ines").at(purple="district_3").start()
    assert near.refused("patrol", "tile:district_4") == "attack.clock.at_once"  # two steps away
    assert near.refused("patrol", "tile:motor_pool") == "patrol.range"  # three, too far for any car without an engine
    again = bound("the_weatherman", ammo=0).at(purple="gunsmith").start().choose("patrol", "tile:district_3")
    assert again.refused("patrol", "tile:gunsmith") == "attack.clock.at_once"
    gangsters = bound("two_storey_sven", ammo=0).at(purple="gunsmith").start()
    assert gangsters.choose("patrol", "tile:district_3").stamina("purple") == 4  # 1 + 1
    assert gangsters.choose("patrol", "tile:headquarters").stamina("purple") == 4  # no skull, nobody more


@rule("effect.vocabulary", "attack.clock.at_once")
def test_limits_on_actions() -> None:
    assert bound("silk_patel").at(purple="district_3").start().refused("reinforce") == "attack.clock.at_once"
    assert bound("madame_quill").at(purple="district_3").start().refused("buy", "goods:evidence", 1) == (
        "attack.clock.at_once"
    )
    one = bound("mirror_dae", evidence=2).at(purple="district_3").criminal(2, "district_3", "rook", "defeated")
    table = one.criminal(3, "district_3", "sparks").start().choose("arrest", "criminal:2")
    assert table.refused("attack", "criminal:3") == "attack.clock.at_once"
    assert {"patrol", "investigate", "reinforce"} <= table.verbs()  # as after any first action


@rule("effect.vocabulary", "attack.clock.at_once")
def test_limits_on_ammo_and_rerolls() -> None:
    position = bound("mister_hush", ammo=3).at(purple="gunsmith").assassin(1, "district_3")
    table = position.start().choose("patrol", "tile:district_3")
    assert table.stamina("purple") == 5 and table.prompt == "turn.order"  # gangsters: nothing is asked
    table.roll(*MISS).choose("attack", "assassin:1")
    assert (table.level("purple", "ammo"), table.stamina("purple"), table.prompt) == (3, 3, "turn.order")  # not either
    table = bound("mister_hush", ammo=3).at(purple="district_4").roll(*red("explosion", "amplify")).start()
    table.choose("search").choose("keep")
    assert table.refused("ammo", "die:red-1") == "attack.clock.at_once"
    table = bound("sparks").at(purple="district_4").roll(*red("weapon", "weapon")).start().choose("search")
    assert table.level("purple", "weapon") == 2  # nothing was asked
