"""Clauses that a fourth round of planted faults found unguarded; often at another seat than the first."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.engine.errors import NoUndo
from tests.citing import rule
from tests.games.rogue_agent.rain_city import MISS, City, Table, changed, city


def night(mode: str = "agent-3p") -> City:
    """The last turn of the Action phase, which is purple's; yellow leads, and the police are in district 1."""
    return city(mode).set(police="district_1").turn("purple", leader="yellow")


def moves(table: Table) -> list[tuple[object, ...]]:
    """The moves of discs in the City phase."""
    return [line.args for line in table.told("disc_moved")]


def missed(position: City) -> Table:
    """The seat on turn has attacked criminal 1 without any ammo, and missed."""
    return position.roll(*MISS).start().choose("attack", "criminal:1")


# ---------------------------------------------------------------------- stamina and the hospital


@rule("board.stamina.loss", "hospital.trigger", "gangster.damage")
def test_as_much_stamina_is_lost_as_there_are_gangsters_and_only_the_last_point_is_the_skull() -> None:
    position = city().at(yellow="motor_pool").tracks("yellow", ammo=0, stamina=3).turn("yellow")
    table = position.start().choose("patrol", "tile:district_1")
    assert [table.stamina(seat) for seat in ("purple", "yellow", "grey")] == [6, 1, 6]
    assert (table.where("yellow"), table.asked, table.last("hurt")) == ("district_1", "yellow", ("yellow", 2, 1))
    assert table.choose("patrol", "tile:motor_pool").told("hospital") == []


@rule("hospital.excess", "hospital.heart", "hospital.move", "hospital.influence", "hospital.turn_ends")
def test_who_has_less_stamina_than_it_loses_goes_to_the_hospital_once() -> None:
    position = city().at(grey="motor_pool").tracks("grey", ammo=0, stamina=1).set(influence={"grey": 3})
    table = position.turn("grey", leader="yellow").start().choose("patrol", "tile:district_1")
    assert table.last("hurt") == ("grey", 1, 0) and table.last("hospital") == ("grey",)
    assert (table.where("grey"), table.stamina("grey"), table.influence("grey")) == ("hospital", 4, 2)
    assert [table.stamina(seat) for seat in ("purple", "yellow")] == [6, 6] and table.asked == "purple"


@rule("hospital.rest_of_effect", "attack.clock.duration")
def test_an_attacker_in_the_hospital_is_not_bound_by_the_rest_of_the_card() -> None:
    position = city().at(yellow="district_3").criminal(1, "district_3", "the_weatherman", "open")
    down = missed(position.tracks("yellow", ammo=0, stamina=1).turn("yellow"))
    assert down.where("yellow") == "hospital" and not any(down.state.clock)
    up = missed(position.tracks("yellow", stamina=2).turn("yellow"))
    assert up.where("yellow") == "district_3" and up.state.clock[6] == 2


@rule("hospital.rest_of_effect")
def test_the_attacker_bears_the_rest_when_somebody_else_is_taken_to_the_hospital(tmp_path: Path) -> None:
    old = '{ do = "stamina", who = "each_agent_here", n = -2 }'
    game = changed(tmp_path, "mother_hyena", old, f'{old}, {{ do = "credits", who = "attacker", n = -3 }}')
    position = city(game=game).at(purple="district_3", yellow="district_3").tracks("yellow", stamina=2)
    position.criminal(1, "district_3", "mother_hyena", "open").tracks("purple", ammo=0)
    table = missed(position.turn("purple", leader="yellow"))
    assert (table.where("yellow"), table.stamina("purple"), table.credits("purple")) == ("hospital", 4, 1)


# ---------------------------------------------------------------------- assassins


@rule("city.criminal.assassin_stop")
def test_a_fleeing_assassin_stops_at_the_first_place_without_a_rampant_criminal() -> None:
    """To the lab, past criminal 2 to district 4; from there its own activation takes it one place on."""
    position = night().criminal(1, "gunsmith", "rook").assassin(1, "district_3")
    calm = position.freely().start().city_phase()
    assert moves(calm) == [
        ("criminal:1", "tile:district_3"),
        ("assassin:1", "tile:synthetics_lab"),
        ("assassin:1", "tile:district_4"),
    ]
    crowded = position.criminal(2, "synthetics_lab", "sparks").criminal(3, "district_4", "twitch", "defeated")
    assert moves(crowded.freely().start().city_phase())[:3] == [
        ("criminal:1", "tile:district_3"),
        ("assassin:1", "tile:synthetics_lab"),
        ("assassin:1", "tile:district_4"),  # a defeated criminal frightens nobody
    ]


@rule("city.assassin.step3", "city.assassin.step3_none")
def test_the_third_step_may_lead_to_the_end_of_the_path_and_not_beyond() -> None:
    table = night().assassin(1, "district_2").at(grey="district_6").freely().start().city_phase()
    assert table.disc("assassin-1") == "path-12" and table.stamina("grey") == 4
    end = night().assassin(1, "fuel_station").at(grey="gunsmith").freely().start().city_phase()
    assert end.disc("assassin-1") == "path-12" and end.stamina("grey") == 6


@rule("city.assassin.task_condition", "city.assassin.stop_on_hit", "city.assassin.step2")
@pytest.mark.parametrize("beside", ["police", "criminal"])
def test_a_task_that_is_not_carried_out_does_not_end_the_activation(beside: str) -> None:
    """From the gunsmith over district 3, where purple is spared, to the lab, where yellow is not."""
    position = night().assassin(1, "gunsmith").at(purple="district_3", yellow="synthetics_lab")
    if beside == "police":
        position.set(police="district_3")
    else:
        position.criminal(1, "gunsmith", "rook")  # it walks to district 3 before
    table = position.freely().start().city_phase()
    assert [table.stamina(seat) for seat in ("purple", "yellow")] == [6, 4] and table.disc("assassin-1") == "path-3"


# ---------------------------------------------------------------------- bombs


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


# ---------------------------------------------------------------------- cards


@rule("board.resource.cap", "effect.vocabulary")
def test_what_a_card_gives_beyond_the_end_of_a_track_is_lost() -> None:
    position = city().at(grey="district_3").criminal(1, "district_3", "cinder_molly").looked(1, "grey")
    table = position.tracks("grey", ammo=6).turn("grey", leader="grey").start().choose("attack", "criminal:1")
    assert table.level("grey", "ammo") == 7 and table.last("gained") == ("grey", "track:ammo", 1, 7)


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


# ---------------------------------------------------------------------- attack and custody


@rule("attack.reveal.once", "attack.reveal")
def test_another_card_that_lies_face_up_turns_no_other_up() -> None:
    position = city().at(grey="district_3").criminal(1, "district_3", "knuckles_brandt").tracks("grey", ammo=0)
    position.criminal(4, "district_3", "rook", "open").turn("grey", leader="grey")
    table = missed(position)
    assert table.face_up(1) and table.stamina("grey") == 4  # the reveal effect, and the retaliation


@rule("attack.reveal", "info.hidden")
def test_a_card_that_was_turned_up_cannot_be_turned_down_again() -> None:
    table = city().at(yellow="district_3").criminal(1, "district_3", "twitch").turn("yellow").start()
    table.choose("attack", "criminal:1")
    assert table.prompt == "attack.ammo"
    with pytest.raises(NoUndo):
        table.match.undo()


@rule("arrest.action", "kidnap.take", "hospital.custody")
def test_every_agent_has_a_custody_of_its_own() -> None:
    position = city().at(yellow="district_3", grey="district_3").criminal(1, "district_3", "rook", "defeated")
    position.criminal(3, "purple", "sparks").tracks("yellow", fuel=0).turn("yellow")
    table = position.start().choose("arrest", "criminal:1").choose("end")
    assert [table.custody(seat) for seat in ("purple", "yellow", "grey")] == [[3], [1], []]
    table.roll(3).choose("kidnap", "agent:yellow").choose("spend", 1).choose("take", "criminal:1")
    assert [table.custody(seat) for seat in ("purple", "yellow", "grey")] == [[3], [], [1]]


# ---------------------------------------------------------------------- identity tokens


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


@rule("android.actions", "screen.cost")
def test_an_android_screens_nobody() -> None:
    table = four().tracks("purple", evidence=7).turn().start()
    assert table.refused("screen", "agent:yellow") == "android.actions"


@rule("justice.after_first", "screen.not_justice")
def test_screening_is_possible_after_the_first_justice_action() -> None:
    table = four().tracks("yellow", evidence=4).turn("yellow").set(turn={"actions": 1}).start()
    assert table.offers("screen", "agent:grey")


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


@rule("reveal.exposed", "reveal.once_per_round")
def test_tokens_that_others_have_shown_do_not_count() -> None:
    """Yellow and grey have shown an android each, yellow in this round; purple shows its first."""
    position = city("android-3p").tokens("aah", "Ahh", "Ahh").set(showed=["yellow"]).at(purple="gunsmith")
    table = position.tracks("purple", stamina=1, ammo=0).turn().start().choose("patrol", "tile:district_3")
    assert (table.asked, table.prompt) == ("purple", "identity.reveal")
    table.choose("reveal", "token:purple-1")
    assert table.state.android == 0 and table.state.showed == 0b11 and table.told("exposed") == []


# ---------------------------------------------------------------------- fights between players


@rule("kidnap.cancel", "kidnap.surplus", "kidnap.dice.attacker")
def test_more_cars_of_the_target_than_of_the_kidnapper_do_nothing() -> None:
    position = city().at(yellow="district_3", grey="district_3").criminal(1, "grey", "rook").tracks("grey", fuel=2)
    table = position.turn("yellow").roll(3, 3, 4).start().choose("kidnap", "agent:grey").choose("spend", 1)
    table.choose("spend", 2)
    assert table.prompt == "turn.order" and table.custody("grey") == [1] and table.last("cars") == (1, 2)
    assert (table.level("yellow", "fuel"), table.level("grey", "fuel")) == (1, 0)


@rule("aagent.where")
def test_an_android_attacks_nobody_elsewhere() -> None:
    position = city("android-3p").androids("yellow").at(yellow="district_3", grey="gunsmith", purple="district_3")
    table = position.turn("yellow").start()
    assert table.refused("attack_agent", "agent:grey") == "aagent.where"  # next door, and not safe there
    assert table.offers("attack_agent", "agent:purple")


@rule("android.under.no_repeat_here", "android.under.limit", "aloc.where", "aloc.fail")
def test_an_attack_on_a_location_is_one_of_two_actions_and_not_repeated_there() -> None:
    position = city("android-3p").androids("yellow").at(yellow="district_3").tracks("yellow", ammo=0)
    table = position.set(burnt=["gunsmith"]).turn("yellow").roll(*MISS).start().choose("attack_location")
    assert table.refused("attack_location") == "android.under.no_repeat_here" and table.state.turn.actions == 1
    table.roll(*MISS).choose("patrol", "tile:district_4").choose("via", "tile:hospital").choose("attack_location")
    assert table.refused("search") == "android.under.limit" and table.state.turn.actions == 2


# ---------------------------------------------------------------------- how often


@rule("justice.repeat_elsewhere", "justice.no_repeat_here", "justice.after_second", "justice.after_second.patrol")
def test_the_same_action_at_two_places_and_then_only_reinforcement() -> None:
    position = city().at(yellow="gunsmith").criminal(1, "gunsmith", "rook", "defeated").tracks("yellow", evidence=2)
    position.criminal(2, "gunsmith", "sparks", "defeated").criminal(3, "district_3", "twitch", "defeated")
    table = position.criminal(4, "district_3", "choirboy").tracks("yellow", ammo=0).turn("yellow").start()
    table.choose("arrest", "criminal:1")
    assert table.refused("arrest", "criminal:2") == "justice.no_repeat_here"
    table.choose("patrol", "tile:district_3")
    assert table.verbs() == {"arrest", "attack", "buy", "end", "investigate", "patrol", "reinforce", "search"}
    table.choose("arrest", "criminal:3")
    assert table.verbs() == {"reinforce", "end"}
    assert table.refused("patrol", "tile:gunsmith") == "justice.after_second.patrol"
    assert table.refused("investigate", "criminal:4") == "justice.after_second.patrol"


@rule("android.under.no_repeat_here", "android.under.after_second", "justice.after_second")
def test_an_android_searches_two_places_and_goes_on() -> None:
    position = city("android-3p").androids("yellow").at(yellow="gunsmith").tracks("yellow", ammo=0).turn("yellow")
    table = position.roll(5, 5).start().choose("search").choose("keep")
    assert table.refused("search") == "android.under.no_repeat_here"
    table.roll(5, 5).choose("patrol", "tile:district_3").choose("search").choose("keep")
    assert table.verbs() == {"patrol", "end"}


# ---------------------------------------------------------------------- elsewhere


@rule("destroy.side", "destroy.entry_agent", "destroy.no_search", "destroy.no_buy", "reinforce.no_slot")
def test_what_burns_elsewhere_changes_nothing_here() -> None:
    position = city("android-3p").androids("grey").set(burnt=["ammunition_depot", "gunsmith"]).at(yellow="motor_pool")
    table = position.tracks("yellow", ammo=0).turn("yellow").start().choose("patrol", "tile:district_1")
    assert table.stamina("yellow") == 4 and {"search", "buy", "reinforce"} <= table.verbs()  # two gangsters
    assert table.refused("buy", "goods:fuel", 1) == "buy.needs_goods"


@rule("destroy.placed", "destroy.discs", "time.criminal.card", "loc.safe.agent")
def test_what_burns_elsewhere_harms_nobody_here() -> None:
    """A criminal and an assassin come to districts that do not burn; the hospital is still safe."""
    position = city("android-3p").androids("grey").set(round=1, phase="time", turns_left=0, burnt=["district_5"])
    table = position.roll("criminal:2", "assassin:1", 3, 4).start().choose("assign", "criminal:2", "tile:district_3")
    assert (table.disc("criminal-2"), table.disc("assassin-1")) == ("path-2", "path-4") and table.card(2) is not None
    blast = night("android-3p").androids("grey").set(burnt=["gunsmith"]).at(yellow="hospital", purple="district_4")
    after = blast.bomb(1, "district_3", 1).freely().start().city_phase()
    assert (after.stamina("yellow"), after.where("yellow")) == (6, "hospital")


@rule("investigate.marker", "investigate.known", "investigate.face_up", "investigate.several_players")
def test_what_others_have_seen_and_other_cards_do_not_bar_a_look() -> None:
    position = city().at(purple="district_3").criminal(1, "district_3", "rook").looked(1, "yellow", "grey")
    table = position.criminal(4, "district_3", "sparks", "open").tracks("purple", evidence=4).turn().start()
    assert table.refused("investigate", "criminal:4") == "investigate.face_up"
    table.choose("investigate", "criminal:1")
    assert table.refused("investigate", "criminal:1") == "investigate.known"
    with pytest.raises(NoUndo):
        table.match.undo()


@rule("attack.not_defeated", "arrest.action", "city.criminal.defeated_stay")
def test_a_defeated_criminal_beside_a_rampant_one() -> None:
    position = night().at(purple="district_3").criminal(1, "district_3", "rook", "open")
    table = position.criminal(4, "district_3", "sparks", "defeated").start()
    assert table.refused("arrest", "criminal:1") == "arrest.action" and table.offers("attack", "criminal:1")
    assert table.refused("attack", "criminal:4") == "attack.not_defeated" and table.offers("arrest", "criminal:4")
    table.match.script(None)
    table.choose("end")
    assert (table.disc("criminal-1"), table.disc("criminal-4")) == ("path-3", "path-2")


@rule("justice.kinds", "justice.limit", "justice.no_repeat_here", "justice.no_repeat_target", "justice.failed_counts")
@rule("attack.target", "arrest.action", "kidnap.where", "turnin.all", "search.roll", "buy.action", "defuse.action")
@pytest.mark.parametrize(
    ("choices", "again"),
    [
        ([("attack", "criminal:1")], ("attack", "assassin:1")),
        ([("arrest", "criminal:2")], ("arrest", "criminal:3")),
        ([("kidnap", "agent:grey"), ("spend", 1)], ("kidnap", "agent:purple")),
        ([("search",), ("keep",)], ("search",)),
        ([("buy", "goods:evidence", 1)], ("buy", "goods:evidence", 1)),
        ([("defuse", "bomb:1"), ("stop",)], ("defuse", "bomb:2")),
    ],
)
def test_every_kind_of_justice_action_counts_once_and_is_not_repeated_there(
    choices: list[tuple[str | int, ...]], again: tuple[str | int, ...]
) -> None:
    """Nothing that is rolled succeeds; in the end only one more action of another kind is possible there."""
    position = city().at(purple="district_3", yellow="district_3", grey="district_3").tracks("yellow", ammo=0, fuel=2)
    position.criminal(1, "district_3", "twitch", "open").criminal(2, "district_3", "rook", "defeated")
    position.criminal(3, "district_3", "sparks", "defeated").criminal(4, "grey", "leviathan")
    position.criminal(5, "purple", "choirboy").assassin(1, "district_3").tracks("yellow", evidence=0)
    position.bomb(1, "district_3", 5).bomb(2, "district_3", 5).tracks("grey", fuel=0).turn("yellow")
    table = position.roll(*[5] * 9).start()
    for choice in choices:
        table.choose(*choice)
    assert (table.prompt, table.state.turn.actions) == ("turn.order", 1)
    assert table.refused(*again) == "justice.no_repeat_here"
    assert table.verbs() - {"patrol", "investigate", "reinforce", "end"}  # another kind is still possible


@rule("turnin.all", "justice.no_repeat_here", "justice.limit")
def test_turning_in_is_a_justice_action_too() -> None:
    position = city().criminal(1, "yellow", "rook").criminal(2, "yellow", "sparks").turn("yellow")
    table = position.start().choose("turn_in")
    assert table.state.turn.actions == 1 and table.credits("yellow") == 10
    assert table.refused("turn_in") == "turnin.needs_custody"


# ---------------------------------------------------------------------- tracks


@rule("board.upgrade.end_influence", "board.upgrade.end_influence.scope", "board.upgrade.cap")
def test_only_the_last_step_of_an_upgrade_gives_influence_and_only_once() -> None:
    position = city().at(yellow="gunsmith").set(credits={"yellow": 6}).tracks("yellow", weapon=2).turn("yellow")
    assert position.start().choose("buy", "goods:weapon", 2).influence("yellow") == 0  # space 4
    assert position.start().choose("buy", "goods:weapon", 3).influence("yellow") == 1  # space 5
    full = position.tracks("yellow", weapon=5).roll(5, 5).start().choose("search").choose("keep")
    assert (full.level("yellow", "weapon"), full.influence("yellow")) == (5, 0)
    ammo = city().at(yellow="ammunition_depot").tracks("yellow", ammo=5).turn("yellow").start()
    assert ammo.choose("buy", "goods:ammo", 1).level("yellow", "ammo") == 7 and ammo.influence("yellow") == 0


# ---------------------------------------------------------------------- whose, and which


@rule("attack.clock.duration", "action.one_turn")
def test_a_turn_that_ends_counts_for_all_clocks_of_that_player_and_of_no_other() -> None:
    position = city().criminal(2, "district_1", "static_yun", "open").criminal(5, "district_1", "silk_patel", "open")
    position.set(clocks={"purple": {"2": 1}, "yellow": {"2": 2, "5": 1}, "grey": {"5": 2}}).turn("yellow")
    table = position.start().choose("end")
    clocks = table.match.game.describe(table.state)["clocks"]
    assert isinstance(clocks, dict)
    kept = {(seat, key): n for seat, row in clocks.items() if isinstance(row, dict) for key, n in row.items() if n}
    assert kept == {("purple", "2"): 1, ("yellow", "2"): 1, ("grey", "5"): 2}


@rule("investigate.where")
def test_only_criminals_here_or_beside_an_own_informant_are_looked_at() -> None:
    position = city().at(yellow="district_3").criminal(1, "district_3", "rook").criminal(2, "district_5", "sparks")
    position.criminal(3, "gunsmith", "twitch").criminal(4, "district_4", "choirboy").tracks("yellow", evidence=4)
    position.informants("gunsmith", "grey", "yellow").informants("district_4", "grey").turn("yellow")
    table = position.start()
    assert table.all("investigate") == [("investigate", "criminal:1"), ("investigate", "criminal:3")]
    for number in (2, 4, 6):  # elsewhere, beside somebody else's informant, and not in play
        assert table.refused("investigate", f"criminal:{number}") == "investigate.where"
