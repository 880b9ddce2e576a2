"""Attacks: targets, turning up the card, dice and hits, and what follows for the target."""

from __future__ import annotations

import pytest

from sandtable.engine.errors import NoUndo
from tests.citing import rule
from tests.games.rogue_agent.rain_city import MISS, WIN, attacked, black, city, facing, missed, night, red

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


@rule("attack.not_defeated", "arrest.action", "city.criminal.defeated_stay")
def test_a_defeated_criminal_beside_a_rampant_one() -> None:
    position = night().at(purple="district_3").criminal(1, "district_3", "rook", "open")
    table = position.criminal(4, "district_3", "sparks", "defeated").start()
    assert table.refused("arrest", "criminal:1") == "arrest.action" and table.offers("attack", "criminal:1")
    assert table.refused("attack", "criminal:4") == "attack.not_defeated" and table.offers("arrest", "criminal:4")
    table.match.script(None)
    table.choose("end")
    assert (table.disc("criminal-1"), table.disc("criminal-4")) == ("path-3", "path-2")


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


@rule("attack.reveal.hospital")
def test_who_is_sent_to_the_hospital_where_it_stands_already_attacks_no_more() -> None:
    position = city().at(purple="hospital").criminal(1, "hospital", "terrorist_jack")
    table = position.tracks("purple", ammo=0, stamina=2).turn().start().choose("attack", "criminal:1")
    assert (table.where("purple"), table.stamina("purple"), table.asked) == ("hospital", 4, "yellow")
    assert not table.told("hits")


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


@rule("dice.spend_limit")
def test_a_free_black_die_leaves_two_to_buy() -> None:
    position = city().at(purple="district_3").criminal(1, "district_3", "mister_hush").looked(1, "purple")
    table = position.tracks("purple", ammo=5).turn().start().choose("attack", "criminal:1")
    assert [table.offers("spend", ammo) for ammo in range(5)] == [True, True, True, False, False]


@rule("attack.dice.black", "dice.spend_limit")
def test_free_black_dice_and_bought_ones_are_rolled_together() -> None:
    position = city().at(purple="district_3").criminal(1, "district_3", "mister_hush").looked(1, "purple")
    position.tracks("purple", ammo=1).turn().roll(*MISS, *black("explosion", "amplify"))
    table = position.start().choose("attack", "criminal:1").choose("spend", 1)
    assert table.defeated(1)  # two hits with two black dice


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
