"""Clauses that only show where several things come together, or with a pack that differs in one line."""

from __future__ import annotations

from pathlib import Path

from sandtable.engine.types import Json
from tests.citing import rule
from tests.games.rogue_agent.rain_city import MISS, PACK, black, changed, city, green, red

CLOCKED = ("static_yun", "mirror_dae", "tidecaller_ines", "madame_quill", "silk_patel", "two_storey_sven")
"""Cards with a continuing effect."""

# ---------------------------------------------------------------------- continuing effects


@rule("attack.clock.several")
def test_effects_of_different_criminals_bind_together(tmp_path: Path) -> None:
    position = city().at(purple="gunsmith").tracks("purple", ammo=0, car=2)
    position.criminal(1, "district_1", "tidecaller_ines", "open").criminal(2, "district_1", "two_storey_sven", "open")
    table = position.set(clocks={"purple": {"1": 1, "2": 1}}).turn().start()
    # With an engine three steps, less one: district 4 is three steps away, the lab is two.
    assert table.refused("patrol", "tile:district_4") == "attack.clock.at_once"
    assert table.offers("patrol", "tile:synthetics_lab")
    assert table.choose("patrol", "tile:district_3").stamina("purple") == 4  # and one gangster more
    both = changed(tmp_path, "tidecaller_ines", 'what = "patrol_range", n = 1', 'what = "gangsters", n = 2')
    position = city(game=both).at(purple="gunsmith").tracks("purple", ammo=0)
    position.criminal(1, "district_1", "tidecaller_ines", "open").criminal(2, "district_1", "two_storey_sven", "open")
    table = position.set(clocks={"purple": {"1": 1, "2": 1}}).turn().start()
    assert table.choose("patrol", "tile:district_3").stamina("purple") == 2  # 1 + 2 + 1


@rule("effect.vocabulary", "patrol.range")
def test_a_patrol_always_has_one_step(tmp_path: Path) -> None:
    far = changed(tmp_path, "tidecaller_ines", 'what = "patrol_range", n = 1', 'what = "patrol_range", n = 3')
    position = city(game=far).at(purple="gunsmith").criminal(1, "district_1", "tidecaller_ines", "open")
    table = position.set(clocks={"purple": {"1": 1}}).turn().start()
    patrols = {choice[1] for choice in table.choices if choice[0] == "patrol"}
    assert patrols == {"tile:district_6", "tile:district_3"}


@rule("comp.clock.shortage", "attack.clock.token")
def test_a_sixth_effect_begins_without_a_token_left() -> None:
    position = city().at(purple="district_3").tracks("purple", ammo=0)
    for number, card in enumerate(CLOCKED, 1):
        position.criminal(number, "district_3" if number == 6 else "district_1", card, "open")
    position.set(clocks={"yellow": {str(number): 2 for number in range(1, 6)}})
    table = position.turn().roll(*MISS).start().choose("attack", "criminal:6")
    assert table.state.clock == [0, 0, 0, 0, 0, 2, 2, 2, 2, 2, 2, 0, 0, 0, 0, 0, 0, 0]


@rule("comp.investigation_markers")
def test_one_player_marks_all_six_criminals() -> None:
    position = city().at(purple="district_3")
    for number, card in enumerate(CLOCKED, 1):
        position.criminal(number, "district_3", card)
        if number < 6:
            position.looked(number, "purple", "yellow", "grey")
    table = position.turn().start().choose("investigate", "criminal:6")
    assert all(marker & 1 for marker in table.state.marker)


# ---------------------------------------------------------------------- one order for everything


@rule("order.players", "explosion.order")
def test_losses_of_a_blast_come_clockwise_from_the_leader() -> None:
    position = city().at(purple="district_3", yellow="gunsmith", grey="district_3").bomb(1, "district_3", 1)
    position.set(police="district_1").turn("purple", leader="yellow")
    table = position.start()
    table.match.script(None)
    table.choose("end")
    assert [line.args for line in table.told("hurt")] == [("yellow", 2, 4), ("grey", 4, 2), ("purple", 4, 2)]


@rule("order.players", "city.assassin.task_agents")
def test_victims_of_an_assassin_come_clockwise_from_the_leader() -> None:
    position = city().at(purple="district_3", yellow="district_3", grey="district_3").assassin(1, "district_3")
    table = position.set(police="district_1").turn("yellow", leader="grey").start()
    table.match.script(None)
    table.choose("end")
    assert [line.args[0] for line in table.told("hurt")] == ["grey", "purple", "yellow"]


@rule("order.players", "comp.credits.limit")
def test_a_short_supply_goes_clockwise_from_the_leader() -> None:
    # 25 credits in all: after the attacker paid two, Purple and Yellow hold 23 and the first of the others gets one.
    position = city().at(grey="district_3").tracks("grey", ammo=0).criminal(1, "district_3", "the_comptroller", "open")
    position.set(credits={"purple": 13, "yellow": 11, "grey": 0}).turn("grey", leader="yellow")
    table = position.roll(*MISS).start().choose("attack", "criminal:1")
    assert [table.credits(seat) for seat in ("purple", "yellow", "grey")] == [13, 12, 0]


@rule("effect.vocabulary", "order.players")
def test_those_here_are_hurt_clockwise_from_the_leader_and_the_attacker_among_them() -> None:
    position = city().at(purple="district_3", yellow="district_3", grey="district_3").tracks("purple", ammo=0)
    position.criminal(1, "district_3", "petrol_nan", "open").turn("purple", leader="yellow")
    table = position.roll(*MISS).start().choose("attack", "criminal:1")
    assert [line.args[0] for line in table.told("hurt")] == ["yellow", "grey", "purple"]


# ---------------------------------------------------------------------- places and pieces


@rule("loc.stacking")
def test_any_number_shares_a_location() -> None:
    position = city("agent-4p").at(purple="gunsmith", yellow="district_3", grey="district_3", orange="district_3")
    for number in range(1, 5):
        position.bomb(number, "district_3", 6).assassin(number, "district_3")
    for number, card in enumerate(CLOCKED, 1):
        position.criminal(number, "district_3", card)
    table = position.tracks("purple", ammo=0).turn().start().choose("patrol", "tile:district_3")
    tile = next(area for area in table.scene(0).areas if area.id == "tile:district_3")
    assert len(tile.pieces) == 18  # four agents and fourteen discs


@rule("comp.dice.regular")
def test_four_timers_and_three_placing_dice_lie_on_the_table_at_once() -> None:
    position = city("agent-4p").set(round=1, phase="time", turns_left=0)
    position.bomb(1, "district_3", 6).bomb(2, "district_3", 6).bomb(3, "district_4", 6).assassin(4, "district_1")
    table = position.roll("bomb:4", "assassin:1", "assassin:2", 1, 2, 3, 5).start()
    assert len(table.scene(0).dice) == 3
    table.choose("assign", "bomb:4", "tile:district_1").choose("assign", "assassin:1", "tile:district_2")
    assert table.state.timer == [6, 6, 6, 5]


@rule("city.assassin.safe_informants")
def test_a_safe_place_protects_the_agent_and_not_the_informant(tmp_path: Path) -> None:
    safe = changed(tmp_path, "ammunition_depot", 'shield = "none"', 'shield = "human"')
    position = city(game=safe).at(yellow="ammunition_depot").informants("ammunition_depot", "yellow", "grey")
    table = position.assassin(1, "ammunition_depot").set(police="district_1").turn("grey").start()
    table.match.script(None)
    table.choose("end")
    assert table.stamina("yellow") == 6 and table.slots("ammunition_depot") == ["grey"]


@rule("time.criminal.open")
def test_a_card_once_open_stays_open_while_the_criminal_is_in_play() -> None:
    position = city().at(purple="district_3", yellow="district_3").criminal(1, "district_3", "nobody_special")
    table = position.tracks("purple", ammo=0).turn().roll(*MISS).start().choose("attack", "criminal:1")
    table.choose("end")
    assert table.face_up(1) and table.refused("investigate", "criminal:1") == "investigate.face_up"
    table.roll(*red("explosion", "explosion", "weapon")).choose("attack", "criminal:1").choose("spend", 0)
    table.choose("arrest", "criminal:1").choose("end")
    seen = {piece.id for area in table.scene(2).areas for piece in area.pieces}
    assert table.face_up(1) and "card:nobody_special" in seen


# ---------------------------------------------------------------------- boards and modes


@rule("board.upgrade.permanent", "exposed.board")
def test_upgrades_outlast_hospital_and_exposure() -> None:
    position = city("android-3p").tokens("Aha", "hhh", "aha")
    position.at(purple="gunsmith").tracks("purple", ammo=0, stamina=1, car=1, weapon=3, agent=3)
    table = position.turn().start().choose("patrol", "tile:district_3").choose("reveal", "token:purple-3")
    assert table.state.is_android(0) and table.where("purple") == "hospital"
    assert [table.level("purple", track) for track in ("car", "weapon", "agent")] == [1, 3, 3]
    assert table.state.pistols(0) == 2  # from 1 and from 3


@rule("mode.android.inherits")
def test_an_agent_in_android_mode_may_do_all_that_one_may_in_agent_mode() -> None:
    offered = []
    for mode in ("agent-3p", "android-3p"):
        position = city(mode).at(purple="district_3").criminal(1, "district_3", "rook").bomb(1, "district_3", 3)
        if mode == "android-3p":
            position.tokens("hah", "aha", "hha")
        offered.append(set(position.turn().start().choices))
    agent, android = offered
    assert (agent < android and {choice[0] for choice in android - agent} == {"screen"}) or agent == android
    assert {"attack", "defuse", "investigate", "patrol", "search", "buy", "reinforce", "end"} <= {c[0] for c in agent}


@rule("buy.action", "justice.limit")
def test_any_mix_of_goods_is_one_action(tmp_path: Path) -> None:
    one, two = (
        '{ kind = "ammo", n = 2, price = 1, pay = "credits" }',
        '{ kind = "fuel", n = 1, price = 1, pay = "credits" }',
    )
    game = changed(tmp_path, "ammunition_depot", f"[{one}]", f"[{one}, {two}]")
    position = city(game=game).at(purple="ammunition_depot").set(credits={"purple": 5})
    table = position.tracks("purple", ammo=0, fuel=0).turn().start()
    table.choose("buy", "goods:ammo", 1)
    assert table.prompt == "buy.more" and table.refused("buy", "goods:evidence", 1) == "buy.needs_goods"
    table.choose("buy", "goods:fuel", 2).choose("done")
    assert (table.level("purple", "ammo"), table.level("purple", "fuel"), table.credits("purple")) == (2, 2, 2)
    assert table.state.turn.actions == 1 and table.refused("buy", "goods:ammo", 1) == "justice.no_repeat_here"


@rule("kidnap.roll", "kidnap.cancel")
def test_each_rolls_its_own_dice_and_no_others() -> None:
    position = city().at(purple="district_3", grey="district_3").criminal(1, "grey", "rook")
    position.tracks("purple", fuel=1).tracks("grey", fuel=1)
    table = position.turn().roll(*green("car"), *green("fuel")).start().choose("kidnap", "agent:grey")
    table.choose("spend", 1)  # Grey; Purple has fuel for one die and no choice
    assert [PACK.die_keys[die] for die, face in enumerate(table.state.face) if face] == ["green-1", "green-2"]
    assert table.state.fight.cars == 1 and (table.level("purple", "fuel"), table.level("grey", "fuel")) == (0, 0)


# ---------------------------------------------------------------------- attacks


@rule("attack.reveal.hospital")
def test_who_is_sent_to_the_hospital_where_it_stands_already_attacks_no_more() -> None:
    position = city().at(purple="hospital").criminal(1, "hospital", "terrorist_jack")
    table = position.tracks("purple", ammo=0, stamina=2).turn().start().choose("attack", "criminal:1")
    assert (table.where("purple"), table.stamina("purple"), table.asked) == ("hospital", 4, "yellow")
    assert not table.told("hits")


@rule("attack.dice.black", "dice.spend_limit")
def test_free_black_dice_and_bought_ones_are_rolled_together() -> None:
    position = city().at(purple="district_3").criminal(1, "district_3", "mister_hush").looked(1, "purple")
    position.tracks("purple", ammo=1).turn().roll(*MISS, *black("explosion", "amplify"))
    table = position.start().choose("attack", "criminal:1").choose("spend", 1)
    assert table.defeated(1)  # two hits with two black dice


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


@rule("attack.retaliation.other_mode")
def test_a_part_of_the_other_mode_is_skipped(tmp_path: Path) -> None:
    agents_only = changed(tmp_path, "novice_zero", 'mode = "android"', 'mode = "agent"')
    position = city("android-3p", agents_only).tokens("hah", "aha", "hha").tracks("purple", ammo=0)
    position.at(purple="district_3").criminal(1, "district_3", "novice_zero", "open")
    table = position.turn().roll(*MISS).start().choose("attack", "criminal:1")
    assert table.prompt == "turn.order" and not table.told("token_shown")


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


@rule("hospital.rest_of_effect")
def test_who_was_sent_to_the_hospital_chooses_no_bomb(tmp_path: Path) -> None:
    old = '{ do = "timer", scope = "lowest", n = -1 }'
    new = '{ do = "stamina", who = "attacker", n = -2 }, { do = "timer", scope = "chosen", n = -1 }'
    position = city(game=changed(tmp_path, "fusebox_lenny", old, new)).at(purple="district_3")
    position.criminal(1, "district_3", "fusebox_lenny", "open").bomb(1, "district_5", 4).bomb(2, "district_5", 4)
    table = position.tracks("purple", ammo=0, stamina=2).turn().roll(*MISS).start().choose("attack", "criminal:1")
    assert table.asked == "yellow" and (table.timer(1), table.timer(2)) == (4, 4)


@rule("effect.vocabulary", "criminal.return.city_disc")
def test_who_has_fled_from_the_city_cannot_escape_from_it_too(tmp_path: Path) -> None:
    old, new = '[{ do = "escape" }]', '[{ do = "flee", n = 12 }, { do = "escape" }]'
    position = city(game=changed(tmp_path, "rook", old, new)).at(purple="district_3").tracks("purple", ammo=0)
    table = position.criminal(1, "district_3", "rook", "open").turn().roll(*MISS).start().choose("attack", "criminal:1")
    assert len(table.told("returned")) == 1 and table.state.removed == 1 << PACK.card_keys.index("rook")


# ---------------------------------------------------------------------- the City phase


@rule("city.criminal.blown_up", "city.criminal.order")
def test_a_criminal_that_was_blown_up_walks_no_more_and_those_after_it_do() -> None:
    position = city().criminal(1, "gunsmith", "rook").criminal(2, "district_3", "sparks").bomb(1, "district_3", 1)
    position.criminal(3, "district_1", "twitch").set(police="district_5").turn("grey")
    table = position.start()
    table.match.script(None)
    table.choose("end")
    moved = [line.args for line in table.told("disc_moved")]
    assert moved == [("criminal:1", "tile:district_3"), ("criminal:3", "tile:motor_pool")]


@rule("city.assassin.task_condition")
def test_an_assassin_that_comes_to_a_rampant_criminal_does_nothing_there() -> None:
    position = city().assassin(1, "gunsmith").criminal(1, "gunsmith", "rook").at(yellow="district_3")
    table = position.informants("district_3", "grey").set(police="district_1").turn("grey").start()
    table.match.script(None)
    table.choose("end")
    # The criminal has walked to district 3 first, and the assassin follows.
    assert ("assassin:1", "tile:district_3") in [line.args for line in table.told("disc_moved")]
    assert table.stamina("yellow") == 6 and table.slots("district_3") == ["grey"]


@rule("time.deck_empty", "info.hidden")
def test_a_new_deck_has_the_unseen_cards_too_and_everybody_knows_the_others() -> None:
    seen: list[Json] = [card for card in PACK.card_keys if card not in ("rook", "sparks", "twitch")]
    position = city().set(round=1, phase="time", turns_left=0, removed=seen).criminal(2, "district_5", "sparks")
    position.set(removed_unseen={"cards": ["rook", "twitch"], "markers": [[], []], "barred": [[], []]})
    position.used += ["rook", "twitch"]
    table = position.roll("criminal:1", "bomb:1", 1, 1, ["card:rook"], 3).start()
    assert table.card(1) == "rook" and len(table.state.deck) == 44 and not table.state.removed_unseen
    # Criminal 2's card was dealt before: it is none of those that were seen going into the new deck.
    assert table.state.barred[1].bit_count() == 43 and not table.state.barred[0]


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


@rule("criminal.return.card_removed", "info.hidden")
def test_a_card_that_is_shuffled_back_is_none_that_lies_face_down() -> None:
    position = city().criminal(1, "district_6", "the_replicator", "open", end=True).criminal(2, "district_4", "rook")
    table = position.turn("grey").start()
    table.match.script(None)
    table.choose("end")
    assert table.state.barred[1] == 1 << PACK.card_keys.index("the_replicator")


# ---------------------------------------------------------------------- safe searches


@rule("search.prevent.safe", "search.prevent.automatic")
def test_in_a_safe_place_explosions_do_nothing_and_nothing_is_asked_about_them() -> None:
    position = city().at(purple="headquarters").turn().roll(*red("explosion", "explosion"), *green("car", "car"))
    table = position.start().choose("search")
    table.choose("colour", "colour:red").choose("colour", "colour:green").choose("keep")
    assert table.prompt == "turn.order" and table.level("purple", "car") == 2
    assert [line.rule for line in table.told("explosion_ignored")] == ["search.prevent.safe"] * 2
    position = city().at(purple="headquarters").turn().roll(*red("explosion", "amplify"), *green("car", "car"))
    asked = position.start().choose("search")
    asked.choose("colour", "colour:red").choose("colour", "colour:green").choose("keep")
    assert asked.prompt == "search.resolve" and asked.offers("resolve", "die:red-1")
    for verb in ("suffer", "ammo", "amplify"):
        assert asked.refused(verb, "die:red-1") == "search.prevent.automatic"


@rule("search.prevent.ammo", "search.prevent.amplify")
def test_the_report_says_by_what_an_explosion_was_ignored() -> None:
    position = city().at(purple="gunsmith").tracks("purple", ammo=1).turn().roll(*red("explosion", "amplify"))
    table = position.start().choose("search").choose("keep").choose("ammo", "die:red-1")
    assert table.told("explosion_ignored")[-1].rule == "search.prevent.ammo" and table.level("purple", "ammo") == 0
    position = city().at(purple="gunsmith").tracks("purple", ammo=1).turn().roll(*red("explosion", "amplify"))
    table = position.start().choose("search").choose("keep").choose("amplify", "die:red-1")
    assert table.told("explosion_ignored")[-1].rule == "search.prevent.amplify" and table.level("purple", "ammo") == 1
