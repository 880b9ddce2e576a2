"""Identity tokens: when they are shown, screening, and exposure."""

from __future__ import annotations

import pytest

from sandtable.engine.errors import NoUndo
from tests.citing import rule
from tests.games.rogue_agent.rain_city import HOME, MISS, City, Table, city, green, mode3

# ---------------------------------------------------------------------- revealing tokens


def fall(position: City, seat: str = "purple") -> Table:
    """The seat on turn patrols into district 3 with its last stamina."""
    position.tracks(seat, stamina=1, ammo=0)
    return position.start().choose("patrol", "tile:district_3")


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


def exposed4(**at: str) -> City:
    """Four players: Purple is an android, and another one may still be exposed."""
    position = city("android-4p").androids("purple").tokens("AAh", "aah", "hha", "hhh")
    return position.at(**{**HOME, "orange": "headquarters", **at}).turn()


@rule("reveal.event.stamina_android", "exposed.stamina", "android.patrol")
def test_an_android_in_the_hospital_shows_nothing() -> None:
    table = fall(exposed4(purple="gunsmith").set(influence={"purple": 2}))
    assert (table.where("purple"), table.stamina("purple"), table.influence("purple")) == ("hospital", 4, 1)
    assert table.asked == "yellow" and table.prompt == "turn.order"


@rule("reveal.stays", "info.hidden")
def test_a_token_that_was_shown_cannot_be_taken_back() -> None:
    position = city("android-3p").tokens("aah", "hha", "hah").at(purple="district_3", yellow="district_3")
    table = position.tracks("purple", evidence=4).turn().start()
    table.choose("screen", "agent:yellow").choose("reveal", "token:yellow-1")
    with pytest.raises(NoUndo):
        table.match.undo()


def four(**at: str) -> City:
    """Four players: purple is an android with a token still hidden, and another one may be exposed."""
    home = dict.fromkeys(("purple", "yellow", "grey", "orange"), "headquarters")
    position = city("android-4p").androids("purple").tokens("AAh", "aah", "hha", "hhh")
    return position.at(**{**home, **at})


@rule("reveal.event.police", "reveal.event.stamina_android", "exposed.not_agent")
def test_an_android_near_the_police_shows_nothing() -> None:
    table = four().set(police="district_1").turn("orange").freely().start().choose("end")
    assert (table.asked, table.prompt) == ("yellow", "identity.reveal") and table.told("token_shown") == []


@rule("reveal.choice", "reveal.stays")
def test_only_ones_own_tokens_that_are_still_hidden_are_shown() -> None:
    position = city("android-3p").tokens("aah", "hah", "hAh").at(grey="gunsmith").tracks("grey", stamina=1, ammo=0)
    table = position.turn("grey").start().choose("patrol", "tile:district_3")
    assert table.choices == [("reveal", "token:grey-1"), ("reveal", "token:grey-3")]
    for other in ("purple-1", "yellow-3"):
        assert table.refused("reveal", f"token:{other}") == "reveal.choice"
    assert table.refused("reveal", "token:grey-2") == "reveal.stays"


@rule("reveal.exposed", "reveal.once_per_round")
def test_tokens_that_others_have_shown_do_not_count() -> None:
    """Yellow and grey have shown an android each, yellow in this round; purple shows its first."""
    position = city("android-3p").tokens("aah", "Ahh", "Ahh").set(showed=["yellow"]).at(purple="gunsmith")
    table = position.tracks("purple", stamina=1, ammo=0).turn().start().choose("patrol", "tile:district_3")
    assert (table.asked, table.prompt) == ("purple", "identity.reveal")
    table.choose("reveal", "token:purple-1")
    assert table.state.android == 0 and table.state.showed == 0b11 and table.told("exposed") == []


@rule("effect.police_no_reveal")
def test_a_card_that_moves_the_police_shows_nothing() -> None:
    position = mode3(purple="district_3", yellow="headquarters").criminal(1, "district_3", "lady_meridian", "open")
    table = (
        position.set(police="district_4").tracks("purple", ammo=0).roll(*MISS).start().choose("attack", "criminal:1")
    )
    assert table.state.police == 5 and table.prompt == "turn.order"


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


@rule("screen.reward", "screen.penalty", "screen.no_reward", "reveal.event.screening", "reveal.exposed")
def test_screening_pays_only_if_it_exposes() -> None:
    position = mode3("hhh", "Aah", "aah").tracks("purple", evidence=7).set(influence={"purple": 1, "yellow": 2})
    table = position.start().choose("screen", "agent:yellow").choose("reveal", "token:yellow-2")
    assert table.state.android == 0b10 and (table.influence("purple"), table.influence("yellow")) == (2, 1)
    table = position.start().choose("screen", "agent:yellow").choose("reveal", "token:yellow-3")
    assert table.state.android == 0 and (table.influence("purple"), table.influence("yellow")) == (1, 2)


@rule("justice.after_second.patrol")
def test_no_screening_after_the_second_justice_action() -> None:
    position = mode3(purple="district_3", yellow="district_3").tracks("purple", evidence=7).set(turn={"actions": 2})
    assert position.start().refused("screen", "agent:yellow") == "justice.after_second.patrol"


@rule("android.actions", "screen.cost")
def test_an_android_screens_nobody() -> None:
    table = four().tracks("purple", evidence=7).turn().start()
    assert table.refused("screen", "agent:yellow") == "android.actions"


@rule("justice.after_first", "screen.not_justice")
def test_screening_is_possible_after_the_first_justice_action() -> None:
    table = four().tracks("yellow", evidence=4).turn("yellow").set(turn={"actions": 1}).start()
    assert table.offers("screen", "agent:grey")


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


@rule("exposed.score_cards", "android.goal_same", "game.length.android")
def test_an_android_scores_what_it_turned_in() -> None:
    position = city("android-3p").androids("yellow").pile("yellow", "rook").turn("grey", round=8).start()
    position.match.script(None)
    over = position.choose("end")
    assert over.outcome.points == (0, 1, 0) and over.outcome.winners == (1,)


@rule("exposed.limit", "exposed.limit.tokens", "screen.limit_reached")
def test_with_four_players_tokens_stay_until_the_second_android_is_exposed() -> None:
    position = city("android-4p").tokens("Aah", "Aah", "hhh", "hah").tracks("orange", evidence=4).turn("orange")
    table = position.start().choose("screen", "agent:purple").choose("reveal", "token:purple-2")
    assert table.state.android == 0b1 and len(table.state.token) == 12
    second = position.androids("purple").tokens("AAh", "Aah", "hhh", "hah").tracks("orange", evidence=7).start()
    second.choose("screen", "agent:yellow").choose("reveal", "token:yellow-2")
    assert second.state.android == 0b11 and second.state.token == []
    assert second.refused("screen", "agent:grey") == "screen.limit_reached"


@rule("exposed.informants", "exposed.informants_shift", "exposed.custody", "attack.clock.exposed")
@rule("exposed.limit.tokens", "screen.reward", "screen.penalty", "reveal.exposed")
def test_only_who_is_exposed_loses_what_agents_have() -> None:
    position = city("android-3p").tokens("hah", "Aah", "hah").at(purple="district_3", yellow="district_3")
    position.informants("gunsmith", "yellow", "purple").informants("district_4", "yellow", "yellow")
    position.informants("district_5", "grey", "yellow").criminal(1, "yellow", "rook").criminal(2, "purple", "sparks")
    position.criminal(3, "district_1", "static_yun", "open").set(clocks={"purple": {"3": 1}, "yellow": {"3": 1}})
    position.set(influence={"purple": 1, "yellow": 1}).tracks("purple", evidence=4).turn()
    table = position.start().choose("screen", "agent:yellow").choose("reveal", "token:yellow-2")
    assert [table.slots(tile) for tile in ("gunsmith", "district_4", "district_5")] == [["purple"], [], ["grey"]]
    assert (table.custody("purple"), table.custody("yellow"), table.state.stock[:2]) == ([2], [], [6, 0])
    assert table.state.clock[2] == 1 and table.state.clock[8] == 0
    assert (table.influence("purple"), table.influence("yellow")) == (2, 0)
    assert table.match.game.invariants(table.state) == []
