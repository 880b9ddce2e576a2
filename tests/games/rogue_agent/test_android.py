"""Android mode: identity tokens, screening, exposure, destroyed tiles, and the attacks of and on androids."""

from __future__ import annotations

import pytest

from tests.citing import rule
from tests.games.rogue_agent.rain_city import MISS, City, Table, black, city, green, red

HOME = {"purple": "headquarters", "yellow": "headquarters", "grey": "headquarters"}


def mode3(*tokens: str, **at: str) -> City:
    """Three players in android mode; 4 android and 5 human tokens."""
    return city("android-3p").tokens(*(tokens or ("aah", "hah", "hah"))).at(**{**HOME, **at}).turn()


def exposed(**at: str) -> City:
    """Purple is an android, and it is its turn; with three players that is the limit."""
    return city("android-3p").androids("purple").at(**{**HOME, **at}).turn()


def exposed4(**at: str) -> City:
    """Four players: Purple is an android, and another one may still be exposed."""
    position = city("android-4p").androids("purple").tokens("AAh", "aah", "hha", "hhh")
    return position.at(**{**HOME, "orange": "headquarters", **at}).turn()


def fall(position: City, seat: str = "purple") -> Table:
    """The seat on turn patrols into district 3 with its last stamina."""
    position.tracks(seat, stamina=1, ammo=0)
    return position.start().choose("patrol", "tile:district_3")


# ---------------------------------------------------------------------- revealing tokens


@rule("reveal.event.stamina", "reveal.event.stamina_order", "reveal.choice", "reveal.stays", "hospital.trigger")
def test_the_last_stamina_shows_a_token_after_the_hospital_procedure() -> None:
    table = fall(mode3(purple="gunsmith").set(influence={"purple": 2}))
    assert (table.prompt, table.asked) == ("identity.reveal", "purple")
    assert (table.where("purple"), table.stamina("purple"), table.influence("purple")) == ("hospital", 4, 1)
    assert table.refused("reveal", "token:yellow-1") == "reveal.choice"
    table.choose("reveal", "token:purple-3")
    assert table.last("token_shown") == ("purple", "identity:human")
    shown = table.scene(1).hands[0].cards
    assert [(card.id, card.face) for card in shown] == [("token:purple-3", "human")]


@rule("reveal.choice", "info.hidden.log")
def test_the_question_is_put_while_two_are_hidden_even_if_they_are_alike() -> None:
    alike = fall(mode3("hhh", "aah", "haa", purple="gunsmith"))
    assert alike.prompt == "identity.reveal" and len(alike.choices) == 3
    last = fall(mode3("hHH", "aah", "haa", purple="gunsmith"))
    assert last.asked == "yellow" and last.told("token_shown")  # a single one is not asked for


@rule("reveal.stays", "reveal.choice")
def test_a_revealed_token_is_not_shown_again() -> None:
    table = fall(mode3("Aah", "hah", "hah", purple="gunsmith"))
    assert table.refused("reveal", "token:purple-1") == "reveal.stays"


@rule("reveal.once_per_round", "reveal.none_left")
def test_events_are_ignored_by_those_who_showed_one_or_have_none() -> None:
    position = mode3(purple="gunsmith").set(showed=["purple"])
    assert fall(position).asked == "yellow"
    assert fall(mode3("HHA", "aah", "hah", purple="gunsmith")).asked == "yellow"


@rule("reveal.once_per_round")
def test_a_new_round_begins_with_nobody_having_shown_one() -> None:
    position = mode3().set(phase="time", turns_left=0, showed=["purple", "grey"]).roll("bomb:1", "bomb:2", 1, 1, 3, 3)
    assert position.start().state.showed == 0


@rule("reveal.event.retaliation", "attack.retaliation.other_mode")
def test_a_retaliation_shows_a_token() -> None:
    position = mode3(purple="district_3").criminal(1, "district_3", "novice_zero", "open").tracks("purple", ammo=0)
    table = position.roll(*MISS).start().choose("attack", "criminal:1")
    assert (table.prompt, table.asked) == ("identity.reveal", "purple")


@rule("reveal.event.police", "reveal.event.police_order", "reveal.event.police_after_clear")
def test_agents_near_the_police_show_tokens_clockwise_from_the_leader() -> None:
    position = mode3(purple="district_2", yellow="district_4", grey="headquarters").set(police="district_1")
    table = position.bomb(1, "district_2", 4).turn("purple", leader="yellow").start()
    table.match.script(None)
    table.choose("end")
    assert table.asked == "grey" and "bomb-1" in table.bag()  # next door, and the first in order; yellow is far away
    table.choose("reveal", "token:grey-1")
    assert table.asked == "purple" and table.prompt == "identity.reveal"


@rule("reveal.event.police_limit", "exposed.limit.tokens", "exposed.limit.events", "exposed.limit.tokens_hidden")
def test_at_the_limit_the_others_need_not_show_any_more() -> None:
    position = mode3("Aah", "hah", "hah", purple="district_2", yellow="district_2", grey="district_2")
    table = position.set(police="district_1").turn("grey").start()
    table.match.script(None)
    table.choose("end")
    assert table.asked == "purple"
    table.choose("reveal", "token:purple-2")
    assert table.state.android == 1 and table.state.token == [] and table.prompt != "identity.reveal"
    assert not any(scene.hands for scene in (table.scene(0), table.scene(1)))
    assert len(table.told("token_shown")) == 1  # the others left unseen


@rule("effect.police_no_reveal")
def test_a_card_that_moves_the_police_shows_nothing() -> None:
    position = mode3(purple="district_3", yellow="headquarters").criminal(1, "district_3", "lady_meridian", "open")
    table = (
        position.set(police="district_4").tracks("purple", ammo=0).roll(*MISS).start().choose("attack", "criminal:1")
    )
    assert table.state.police == 5 and table.prompt == "turn.order"


@rule("reveal.event.stamina_android", "exposed.stamina", "android.patrol")
def test_an_android_in_the_hospital_shows_nothing() -> None:
    table = fall(exposed4(purple="gunsmith").set(influence={"purple": 2}))
    assert (table.where("purple"), table.stamina("purple"), table.influence("purple")) == ("hospital", 4, 1)
    assert table.asked == "yellow" and table.prompt == "turn.order"


# ---------------------------------------------------------------------- screening


@rule("screen.cost", "screen.where", "screen.not_justice", "screen.several", "action.kinds.android_mode")
def test_screening_here_and_beside_informants() -> None:
    position = mode3(purple="district_3", yellow="district_3", grey="district_1").tracks("purple", evidence=7)
    table = position.set(police="district_3").start()
    assert table.refused("screen", "agent:grey") == "screen.where"
    assert table.refused("screen", "agent:purple") == "screen.cost"
    table.choose("screen", "agent:yellow")
    assert table.asked == "yellow" and table.level("purple", "evidence") == 3
    table.choose("reveal", "token:yellow-1")
    assert table.state.turn.actions == 0 and table.asked == "purple"
    there = (
        mode3(purple="district_3", grey="district_1").informants("district_1", "purple").tracks("purple", evidence=4)
    )
    assert there.start().offers("screen", "agent:grey")
    poor = mode3(purple="district_3", yellow="district_3").tracks("purple", evidence=3).start()
    assert poor.refused("screen", "agent:yellow") == "screen.cost"


@rule("screen.legal_target", "screen.limit_reached")
def test_who_cannot_be_screened() -> None:
    position = mode3("hah", "AHH", "aah").tracks("purple", evidence=7).set(showed=["grey"])
    table = position.start()
    assert table.refused("screen", "agent:yellow") == "screen.legal_target"  # no hidden token
    assert table.refused("screen", "agent:grey") == "screen.legal_target"  # showed one this round
    limit = city("android-3p").androids("yellow").at(**HOME).tracks("purple", evidence=7).turn().start()
    assert limit.refused("screen", "agent:grey") == "screen.limit_reached"
    four = exposed4().tracks("yellow", evidence=7).turn("yellow").start()
    assert four.refused("screen", "agent:purple") == "screen.legal_target"  # already an android
    agents = city().turn().tracks("purple", evidence=7).start()
    assert agents.refused("screen", "agent:yellow") == "action.kinds.android_mode"


@rule("justice.after_second.patrol")
def test_no_screening_after_the_second_justice_action() -> None:
    position = mode3(purple="district_3", yellow="district_3").tracks("purple", evidence=7).set(turn={"actions": 2})
    assert position.start().refused("screen", "agent:yellow") == "justice.after_second.patrol"


@rule("screen.reward", "screen.penalty", "screen.no_reward", "reveal.event.screening", "reveal.exposed")
def test_screening_pays_only_if_it_exposes() -> None:
    position = mode3("hhh", "Aah", "aah").tracks("purple", evidence=7).set(influence={"purple": 1, "yellow": 2})
    table = position.start().choose("screen", "agent:yellow").choose("reveal", "token:yellow-2")
    assert table.state.android == 0b10 and (table.influence("purple"), table.influence("yellow")) == (2, 1)
    table = position.start().choose("screen", "agent:yellow").choose("reveal", "token:yellow-3")
    assert table.state.android == 0 and (table.influence("purple"), table.influence("yellow")) == (1, 2)


# ---------------------------------------------------------------------- exposure


@rule("exposed.custody", "exposed.informants", "exposed.informants_shift", "exposed.board", "exposed.cards_kept")
@rule("exposed.credits", "exposed.not_agent", "attack.clock.exposed", "screen.only_event")
def test_what_becomes_of_an_exposed_player() -> None:
    position = mode3("Aah", "hah", "hah", purple="district_3").informants("district_1", "purple", "grey")
    position.informants("gunsmith", "yellow", "purple").criminal(2, "purple", "sparks").pile("purple", "rook")
    position.criminal(1, "district_3", "novice_zero", "open").criminal(3, "district_5", "static_yun", "open")
    position.tracks("purple", ammo=0, weapon=3).set(influence={"purple": 4}, clocks={"purple": {"3": 2}})
    table = position.roll(*MISS, *green("car", "car")).start().choose("attack", "criminal:1")
    table.choose("reveal", "token:purple-2")
    assert table.state.android == 1 and table.custody("purple") == [] and "criminal-2" in table.bag()
    assert table.slots("district_1") == ["grey"] and table.slots("gunsmith") == ["yellow"]
    assert table.state.stock[0] == 0 and table.level("purple", "weapon") == 3
    assert (table.credits("purple"), table.influence("purple")) == (4, 4)
    assert table.state.turned_in[0] and table.state.clock[2] == 0


@rule("exposed.mid_turn", "exposed.mid_turn_patrol", "android.under.limit")
def test_a_player_exposed_in_its_turn_goes_on_as_an_android() -> None:
    position = mode3("Aah", "hah", "hah", purple="district_3").criminal(1, "district_3", "novice_zero", "open")
    position.tracks("purple", ammo=0, fuel=1).set(turn={"patrols": 1, "done": {"search": ["district_3"]}})
    table = position.roll(*MISS).start().choose("attack", "criminal:1").choose("reveal", "token:purple-2")
    assert table.asked == "purple" and table.state.turn.actions == 1
    assert table.refused("search") == "android.under.no_repeat_here"
    assert "attack_location" in table.verbs()
    table.choose("buy", "goods:evidence", 1)
    assert table.refused("attack_location") == "android.under.limit"
    table.choose("patrol", "tile:gunsmith")
    assert table.level("purple", "fuel") == 0  # the free one was made before


@rule("exposed.limit", "reveal.exposed")
def test_with_four_players_two_can_be_exposed() -> None:
    position = exposed4().tokens("AAh", "Aah", "hha", "hhh").tracks("grey", evidence=7).turn("grey")
    table = position.start().choose("screen", "agent:yellow").choose("reveal", "token:yellow-2")
    assert table.state.android == 0b11 and table.state.token == []


@rule("exposed.still_player", "effect.choice_left")
def test_an_android_leads_and_chooses_like_anybody() -> None:
    position = (
        city("android-3p").androids("yellow").at(purple="district_3").criminal(1, "district_3", "velour_hask", "open")
    )
    position.informants("district_1", "purple").informants("district_5", "grey").tracks("purple", ammo=0).turn()
    table = position.roll(*MISS).start().choose("attack", "criminal:1")
    assert table.asked == "yellow" and table.prompt == "effect.remove"
    ended = city("android-3p").androids("yellow").turn("grey").start()
    ended.match.script(None)
    ended.choose("end")
    assert ended.last("leader") == ("yellow",)


@rule("city.assassin.android", "exposed.not_agent")
def test_assassins_do_not_see_androids() -> None:
    position = city("android-3p").androids("yellow").assassin(1, "gunsmith").at(**{**HOME, "yellow": "synthetics_lab"})
    table = position.set(police="district_1").turn("grey").start()
    table.match.script(None)
    table.choose("end")
    moves = [line.args for line in table.told("disc_moved")]
    assert moves == [("assassin:1", "tile:district_3")] and table.stamina("yellow") == 6


@rule("exposed.score_cards", "android.goal_same", "game.length.android")
def test_an_android_scores_what_it_turned_in() -> None:
    position = city("android-3p").androids("yellow").pile("yellow", "rook").turn("grey", round=8).start()
    position.match.script(None)
    over = position.choose("end")
    assert over.outcome.points == (0, 1, 0) and over.outcome.winners == (1,)


@rule("loc.safe.android", "loc.safe.exclusive", "explosion.here")
def test_shields_protect_only_their_own() -> None:
    # A bomb in the lab, which shows an android's shield: the android is safe there, the agents are not.
    position = city("android-3p").androids("yellow").bomb(1, "synthetics_lab", 1).set(police="district_1")
    position.at(purple="synthetics_lab", yellow="synthetics_lab", grey="synthetics_lab").turn("grey")
    table = position.start()
    table.match.script(None)
    table.choose("end")
    assert (table.stamina("purple"), table.stamina("yellow")) == (2, 6)


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


# ---------------------------------------------------------------------- attack agent, attack android


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


# ---------------------------------------------------------------------- attack location


@rule("aloc.where", "destroy.eligible", "hospital.never_destroyed")
def test_which_locations_can_be_attacked() -> None:
    assert exposed(purple="hospital").start().refused("attack_location") == "destroy.eligible"
    burnt = exposed(purple="district_3").set(burnt=["district_3"]).start()
    assert burnt.refused("attack_location") == "aloc.where"
    assert exposed(purple="district_3").start().offers("attack_location")  # its slots are empty


@rule(
    "aloc.dice", "aloc.dice.green", "aloc.dice.black", "aloc.hits", "aloc.success", "aloc.success.flip", "destroy.flip"
)
def test_a_location_burns_with_two_hits() -> None:
    position = exposed(purple="district_3").tracks("purple", ammo=1, weapon=1)
    table = (
        position.roll(*MISS, *green("explosion"), *black("amplify"))
        .start()
        .choose("attack_location")
        .choose("spend", 1)
    )
    assert table.state.burnt == 1 << 3 and table.influence("purple") == 1  # aloc.success.influence
    tile = next(area for area in table.scene(0).areas if area.id == "tile:district_3")
    assert (tile.face, tile.facts) == ("destroyed", {"number": 3})  # destroy.side


@rule("aloc.fail", "aloc.informant_only_hit")
def test_without_hits_nothing_is_lost() -> None:
    position = exposed(purple="district_3").tracks("purple", ammo=0).informants("district_3", "grey")
    table = position.roll(*MISS).start().choose("attack_location")
    assert table.slots("district_3") == ["grey"] and table.state.burnt == 0


@rule("aloc.success.bombs", "aloc.success.discs", "aloc.success.influence", "aloc.success.self_hit", "destroy.discs")
def test_bombs_go_off_first_and_the_destruction_is_completed_without_the_attacker() -> None:
    position = exposed(purple="district_3").tracks("purple", ammo=0, stamina=4).bomb(1, "district_3", 5)
    position.criminal(1, "district_3", "rook", "defeated").assassin(1, "district_3").set(influence={"purple": 2})
    table = position.roll(1, 1, 5).start().choose("attack_location")
    assert table.where("purple") == "hospital" and table.state.burnt == 1 << 3
    assert {"bomb-1", "criminal-1", "assassin-1"} <= table.bag()
    assert table.influence("purple") == 2  # −1 for the hospital, +1 for the location
    calm = exposed(purple="district_3").tracks("purple", ammo=0).criminal(1, "district_3", "rook").roll(1, 1, 5)
    assert "criminal-1" in calm.start().choose("attack_location").bag()


# ---------------------------------------------------------------------- destroyed tiles


@rule("destroy.entry_agent", "destroy.entry_android", "destroy.side")
def test_fire_costs_agents_a_stamina_and_androids_nothing() -> None:
    burnt = city("android-3p").androids("purple").set(burnt=["district_2"]).at(purple="motor_pool", yellow="motor_pool")
    table = burnt.tracks("yellow", ammo=5, car=5).turn("yellow").start().choose("patrol", "tile:district_2")
    table.choose("via", "tile:district_2")
    assert (table.stamina("yellow"), table.prompt) == (5, "turn.order")  # nothing prevents it, and no gangsters
    android = burnt.turn("purple").start().choose("patrol", "tile:district_2")
    assert android.stamina("purple") == 6


@rule("destroy.discs", "destroy.no_checks", "destroy.path", "destroy.no_redraw")
def test_discs_that_walk_into_the_fire_are_gone() -> None:
    position = city("android-3p").androids("purple").set(burnt=["district_3"], police="district_1")
    position.criminal(1, "gunsmith", "rook").bomb(1, "district_3", 5).turn("grey")
    table = position.start()
    table.match.script(None)
    table.choose("end")
    assert next(line.args for line in table.told("returned")) == ("criminal:1",)
    assert table.told("timer")[0].args == ("bomb:1", 4)  # only the tick: no bomb check was made before
    flees = city("android-3p").androids("yellow").set(burnt=["district_3"]).at(purple="gunsmith").turn()
    flees.criminal(1, "gunsmith", "harbourmaster_voss", "open").tracks("purple", ammo=0).roll(*MISS)
    assert "criminal-1" in flees.start().choose("attack", "criminal:1").bag()


@rule("comp.tiles.agent_normal")
def test_nothing_burns_in_agent_mode() -> None:
    assert "burnt" in city().set(burnt=["gunsmith"]).impossible()
