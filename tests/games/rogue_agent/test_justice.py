"""Arrest, kidnapping, turning in, searching, buying, reinforcement."""

from __future__ import annotations

import pytest

from tests.citing import rule
from tests.games.rogue_agent.rain_city import PACK, City, Table, black, city, green, red

# ---------------------------------------------------------------------- arrest


@rule("arrest.action", "arrest.any_agent", "arrest.no_influence", "arrest.no_limit", "arrest.not_at_location")
def test_any_agent_arrests_any_defeated_criminal_here() -> None:
    position = (
        city().at(purple="district_3").criminal(1, "district_3", "rook", "defeated").criminal(2, "purple", "sparks")
    )
    position.criminal(3, "district_3", "twitch", "open").criminal(4, "district_5", "choirboy", "defeated")
    table = position.criminal(5, "yellow", "leviathan").turn().start()
    for number in (3, 4, 6):  # rampant, elsewhere, nowhere
        assert table.refused("arrest", f"criminal:{number}") == "arrest.action"
    for number in (2, 5):  # in custody, in another's custody
        assert table.refused("arrest", f"criminal:{number}") == "arrest.not_at_location"
    table.choose("arrest", "criminal:1")
    assert table.custody("purple") == [1, 2]
    assert (table.influence("purple"), table.credits("purple")) == (0, 4)


@rule("arrest.moves", "arrest.not_at_location", "city.criminal.custody_stay")
def test_a_criminal_in_custody_goes_along_and_is_nowhere_itself() -> None:
    position = city().at(purple="district_3").criminal(1, "purple", "rook").tracks("purple", ammo=0)
    table = position.turn().start().choose("patrol", "tile:headquarters")
    assert table.offers("turn_in") and table.state.tile_of(8) == -1


# ---------------------------------------------------------------------- kidnapping


def robbing(where: str = "district_3", fuel: int = 2, target_fuel: int = 0) -> City:
    """Purple and grey in one place, grey with criminals 1 and 5 in custody."""
    position = city().at(purple=where, grey=where).criminal(1, "grey", "sparks").criminal(5, "grey", "rook")
    return position.tracks("purple", fuel=fuel).tracks("grey", fuel=target_fuel).turn()


@rule("kidnap.where", "kidnap.target", "kidnap.target_custody", "kidnap.dice.minimum")
def test_from_whom_one_can_kidnap() -> None:
    table = robbing().start()
    assert table.refused("kidnap", "agent:yellow") == "kidnap.where"
    assert table.refused("kidnap", "agent:purple") == "kidnap.where"
    assert robbing("hospital").start().refused("kidnap", "agent:grey") == "kidnap.where"  # it is safe there
    assert robbing(fuel=0).start().refused("kidnap", "agent:grey") == "kidnap.dice.minimum"
    empty = city().at(purple="district_3", grey="district_3").turn().start()
    assert empty.refused("kidnap", "agent:grey") == "kidnap.target_custody"
    assert table.offers("kidnap", "agent:grey")


@rule("kidnap.dice.attacker", "kidnap.dice.minimum", "dice.spend_limit")
def test_one_to_three_dice_for_fuel() -> None:
    table = robbing(fuel=5).start().choose("kidnap", "agent:grey")
    assert [choice[1] for choice in table.choices] == [1, 2, 3]
    assert table.refused("spend", 0) == "kidnap.dice.minimum"
    assert table.refused("spend", 4) == "kidnap.dice.attacker"
    assert robbing(fuel=2).start().choose("kidnap", "agent:grey").refused("spend", 3) == "board.resource.floor"


@rule("kidnap.dice.target", "dice.spend_limit", "kidnap.roll")
def test_the_target_gets_only_the_dice_that_are_left() -> None:
    table = robbing(fuel=2, target_fuel=3).start().choose("kidnap", "agent:grey").choose("spend", 2)
    assert table.asked == "grey" and table.refused("spend", 2) == "dice.spend_limit"
    none = robbing(fuel=3, target_fuel=3).roll(*green("fuel", "fuel", "fuel")).start()
    none.choose("kidnap", "agent:grey").choose("spend", 3)  # nobody is asked any more
    assert none.prompt == "turn.order" and none.level("grey", "fuel") == 3


@rule("kidnap.cancel", "kidnap.surplus", "kidnap.other_symbols", "kidnap.take")
@pytest.mark.parametrize(
    ("own", "others", "cars"),
    [(("car", "car"), ("car",), 1), (("car", "amplify"), ("fuel",), 1), (("car", "fuel"), ("car",), 0)],
)
def test_patrol_cars(own: tuple[str, ...], others: tuple[str, ...], cars: int) -> None:
    position = robbing(fuel=2, target_fuel=1).roll(*green(*own), *green(*others))
    table = position.start().choose("kidnap", "agent:grey").choose("spend", 2).choose("spend", 1)
    assert table.state.fight.cars == cars


@rule("kidnap.take", "kidnap.surplus")
def test_taking_is_free_and_surplus_cars_are_ignored() -> None:
    position = robbing(fuel=3).roll(*green("car", "car", "car"))
    table = position.start().choose("kidnap", "agent:grey").choose("spend", 3)
    assert table.state.fight.cars == 2  # there are only two criminals
    assert table.refused("take", "criminal:2") == "kidnap.take"
    table.choose("take", "criminal:1").choose("done")
    assert (table.custody("purple"), table.custody("grey")) == ([1], [5])
    assert table.state.turn.actions == 1


# ---------------------------------------------------------------------- turning in


@rule(
    "turnin.where", "turnin.needs_custody", "turnin.all", "turnin.discs", "turnin.cards", "turnin.bounty", "card.bounty"
)
def test_turning_in() -> None:
    away = city().at(purple="district_3").criminal(1, "purple", "rook").turn().start()
    assert away.refused("turn_in") == "turnin.where"
    assert city().turn().start().refused("turn_in") == "turnin.needs_custody"
    position = city().criminal(1, "purple", "rook").criminal(4, "purple", "sparks").criminal(2, "yellow", "twitch")
    table = position.turn().start().choose("turn_in")
    assert table.credits("purple") == 4 + 4 + 2 and {"criminal-1", "criminal-4"} <= table.bag()
    assert table.custody("yellow") == [2]
    pile = next(pile for pile in table.scene(2).piles if pile.id == "pile:turned_in-purple")
    assert set(pile.contents or ()) == {"card:rook", "card:sparks"}  # face up, for everybody


# ---------------------------------------------------------------------- searching


def searching(where: str, *faces: int, **levels: int) -> Table:
    """Purple has searched a place, and the dice are final."""
    position = city().at(purple=where).tracks("purple", **{"ammo": 0, **levels}).turn().roll(*faces)
    return position.start().choose("search").choose("keep")


@rule("search.roll", "comp.tile.search_icon", "comp.tile.data")
def test_the_dice_are_those_of_the_location() -> None:
    table = city().at(purple="district_1").turn().roll(1, 4, 4).start().choose("search")
    assert table.state.tray == 0b001_000_001 | 0b010_000_000  # one red, two black


@rule("search.reroll")
def test_any_of_the_dice_are_rolled_again_once() -> None:
    table = (
        city().at(purple="district_1").turn().roll(*red("weapon"), *black("ammo", "credit")).start().choose("search")
    )
    assert table.refused("reroll", "die:green-1") == "search.reroll"
    table.roll(*black("evidence", "evidence")).choose("reroll", "die:black-1", "die:black-2")
    assert table.prompt == "turn.order"  # no second time
    assert (table.level("purple", "evidence"), table.level("purple", "weapon")) == (6, 1)


@rule("search.scouting", "board.upgrade.agent")
@pytest.mark.parametrize(("agent", "rerolls"), [(1, 1), (2, 2)])
def test_scouting_gives_a_second_reroll(agent: int, rerolls: int) -> None:
    position = city().at(purple="gunsmith").tracks("purple", agent=agent).turn().roll(*red("weapon", "weapon"))
    table = position.start().choose("search")
    assert table.state.search.rerolls == rerolls
    table.roll(*red("weapon")).choose("reroll", "die:red-1")
    assert (table.prompt == "search.reroll") == (rerolls == 2)


@rule("search.reroll", "search.scouting")
def test_each_reroll_is_told_with_its_dice_and_its_rule() -> None:
    position = city().at(purple="gunsmith").tracks("purple", agent=2).turn().roll(*red("weapon", "weapon"))
    table = position.start().choose("search")
    table.roll(*red("weapon", "weapon")).choose("reroll", "die:red-1", "die:red-2")
    table.roll(*red("weapon")).choose("reroll", "die:red-1")
    told = [(line.args, line.rule) for line in table.match.lines(None) if line.key == "rerolled"]
    assert told == [(("purple", 2), "search.reroll"), (("purple", 1), "search.scouting")]


@rule("search.needs_icon", "destroy.no_search", "destroy.side")
def test_nothing_is_found_on_a_destroyed_tile() -> None:
    position = city("android-3p").androids("yellow").at(purple="gunsmith").set(burnt=["gunsmith"]).turn()
    assert position.start().refused("search") == "destroy.no_search"


@rule("search.resource", "search.upgrade", "search.patrol_car", "search.heal", "search.credit")
def test_what_symbols_give() -> None:
    table = searching("motor_pool", *green("fuel"), *black("credit"))
    assert (table.level("purple", "fuel"), table.credits("purple")) == (4, 6)
    table = searching("fuel_station", *green("car", "heal"), stamina=3)
    assert (table.level("purple", "car"), table.stamina("purple")) == (1, 4)
    table = searching("gunsmith", *red("weapon", "agent"))
    assert (table.level("purple", "weapon"), table.level("purple", "agent")) == (1, 1)


@rule("search.credit", "comp.credits.limit")
def test_credits_only_while_there_are_any() -> None:
    position = city().at(purple="district_3").set(credits={"purple": 4, "yellow": 10, "grey": 10}).turn()
    table = position.roll(*black("credit", "credit")).start().choose("search").choose("keep")
    assert table.credits("purple") == 5


@rule("search.explosion", "search.order")
def test_an_explosion_costs_a_stamina() -> None:
    table = searching("district_4", *red("explosion", "weapon"))
    table.choose("suffer", "die:red-1")
    assert (table.stamina("purple"), table.level("purple", "weapon")) == (5, 1)


@rule("search.prevent.informant", "search.prevent.informant_own", "search.prevent.automatic")
def test_own_informants_ignore_explosions_and_those_of_others_do_not() -> None:
    for owners, left in ((("purple",), 5), (("purple", "purple"), 6), (("yellow", "grey"), 4)):
        position = city().at(purple="district_4").tracks("purple", ammo=0).informants("district_4", *owners).turn()
        table = position.roll(*red("explosion", "explosion")).start().choose("search").choose("keep")
        while table.prompt == "search.resolve":
            table.choose(*table.choices[0])
        assert table.stamina("purple") == left


@rule("search.prevent.automatic", "search.prevent.armour", "board.upgrade.agent")
def test_informants_come_before_armour_and_armour_works_once() -> None:
    position = (
        city().at(purple="district_1").tracks("purple", ammo=0, agent=4).informants("district_1", "purple").turn()
    )
    table = position.roll(*red("explosion"), *black("explosion", "explosion")).start().choose("search").choose("keep")
    ignored = [line.rule for line in table.told("explosion_ignored")]
    assert ignored == ["search.prevent.informant", "search.prevent.armour"] and table.stamina("purple") == 5


@rule("search.prevent.ammo", "search.ammo_found")
def test_ammo_found_before_ignores_a_later_explosion() -> None:
    table = searching("ammunition_depot", *black("explosion", "ammo"))
    assert table.refused("ammo", "die:black-1") == "search.prevent.ammo"
    table.choose("resolve", "die:black-2").choose("ammo", "die:black-1")
    assert (table.stamina("purple"), table.level("purple", "ammo")) == (6, 1)


@rule("search.prevent.amplify", "search.amplify.double", "search.amplify.one_per_die", "search.amplify.useless")
def test_an_amplify_is_used_once_for_one_thing() -> None:
    table = searching("district_1", *red("amplify"), *black("explosion", "credit"))
    assert table.refused("double", "die:black-1") == "search.amplify.useless"
    assert table.refused("resolve", "die:red-1") == "search.amplify.useless"
    table.choose("double", "die:black-2")
    assert table.credits("purple") == 8  # search.amplify.double_symbol
    assert table.stamina("purple") == 5  # nothing was left against the explosion


@rule("search.amplify.double_symbol", "board.resource.cap")
def test_a_double_symbol_is_doubled_to_four() -> None:
    table = searching("district_1", *red("amplify"), *black("ammo", "evidence"), evidence=0)
    table.choose("double", "die:black-2")
    assert (table.level("purple", "evidence"), table.level("purple", "ammo")) == (4, 2)


@rule("search.amplify.useless")
def test_an_amplify_need_not_be_used() -> None:
    table = searching("district_4", *red("amplify", "weapon")).choose("resolve", "die:red-2")
    assert table.level("purple", "weapon") == 1 and table.prompt == "turn.order"


@rule("search.prevent.safe", "loc.safe.agent")
def test_a_safe_place_ignores_all_explosions() -> None:
    table = searching("hospital", *green("explosion", "explosion"))
    assert table.stamina("purple") == 6 and table.prompt == "turn.order"


@rule("search.upgrade_at_once")
def test_armour_gained_by_a_die_works_for_the_next() -> None:
    position = city().at(purple="district_4").tracks("purple", ammo=0, agent=3).turn().roll(*red("explosion", "agent"))
    table = position.start().choose("search").choose("keep")
    assert table.refused("resolve", "die:red-1") == "search.explosion"
    table.choose("resolve", "die:red-2")
    assert table.stamina("purple") == 6 and table.prompt == "turn.order"


@rule("hospital.rest_of_effect", "hospital.turn_ends")
def test_dice_not_yet_resolved_are_lost_in_the_hospital() -> None:
    table = searching("district_4", *red("explosion", "weapon"), stamina=1).choose("suffer", "die:red-1")
    assert table.where("purple") == "hospital" and table.level("purple", "weapon") == 0 and table.asked == "yellow"


# ---------------------------------------------------------------------- tracks


@rule(
    "board.upgrade.end_influence", "board.upgrade.end_influence.scope", "board.upgrade.cap", "board.upgrade.permanent"
)
def test_the_end_of_an_upgrade_track_gives_influence_once() -> None:
    table = searching("gunsmith", *red("weapon", "weapon"), weapon=4)
    assert (table.level("purple", "weapon"), table.influence("purple")) == (5, 1)
    assert searching("gunsmith", *red("weapon", "weapon"), weapon=5).influence("purple") == 0
    assert searching("ammunition_depot", *black("ammo", "ammo"), ammo=4).influence("purple") == 0  # a resource track


@rule("board.resource.gain", "board.resource.cap", "board.resource.length", "board.stamina.length")
def test_tracks_end() -> None:
    assert searching("ammunition_depot", *black("ammo", "credit"), ammo=6).level("purple", "ammo") == 7
    assert (PACK.track_max, PACK.heart) == ((7, 7, 7, 5, 5, 5, 6), 4)


# ---------------------------------------------------------------------- buying


@rule("buy.action", "buy.resource", "buy.price", "buy.pay_supply", "comp.tile.goods", "justice.limit")
def test_goods_are_paid_by_the_unit() -> None:
    table = city().at(purple="district_3").set(credits={"purple": 5}).tracks("purple", evidence=0).turn().start()
    assert {choice[2] for choice in table.choices if choice[0] == "buy"} == {1, 2}  # 2 credits a unit
    supply = table.state.supply()
    table.choose("buy", "goods:evidence", 2)
    assert (table.level("purple", "evidence"), table.credits("purple"), table.state.supply()) == (4, 1, supply + 4)
    assert table.state.turn.actions == 1


@rule("buy.upgrade")
def test_upgrades_are_bought_step_by_step() -> None:
    table = city().at(purple="gunsmith").turn().start().choose("buy", "goods:weapon", 2)
    assert (table.level("purple", "weapon"), table.credits("purple")) == (2, 0)


@rule("buy.action", "buy.needs_goods", "buy.full_track")
def test_what_cannot_be_bought() -> None:
    table = city().at(purple="district_3").set(credits={"purple": 1}).turn().start()
    assert table.refused("buy", "goods:evidence", 1) == "buy.needs_goods"
    assert table.refused("buy", "goods:ammo", 1) == "buy.needs_goods"
    some = city().at(purple="district_3").set(credits={"purple": 3}).tracks("purple", evidence=0).turn().start()
    assert some.offers("buy", "goods:evidence", 1) and some.refused("buy", "goods:evidence", 2) == "buy.action"
    full = city().at(purple="district_3").tracks("purple", evidence=7).turn().start()
    assert full.refused("buy", "goods:evidence", 1) == "buy.full_track"
    last = city().at(purple="district_3").tracks("purple", evidence=6).turn().start()
    assert last.offers("buy", "goods:evidence", 1)
    assert last.refused("buy", "goods:evidence", 2) == "buy.full_track"


@rule("buy.influence", "buy.depot", "influence.no_cap")
def test_influence_for_evidence() -> None:
    table = city().tracks("purple", evidence=7).set(influence={"purple": 45}).turn().start()
    table.choose("buy", "goods:influence", 1)
    assert (table.influence("purple"), table.level("purple", "evidence"), table.credits("purple")) == (46, 1, 4)


@rule("destroy.no_buy")
def test_nothing_is_sold_on_a_destroyed_tile() -> None:
    position = city("android-3p").androids("yellow").at(purple="gunsmith").set(burnt=["gunsmith"]).turn()
    assert position.start().refused("buy", "goods:weapon", 1) == "destroy.no_buy"


# ---------------------------------------------------------------------- reinforcement


@rule(
    "reinforce.cost",
    "reinforce.top",
    "reinforce.two_own",
    "reinforce.ends_turn",
    "comp.tile.slots",
    "reinforce.police_ok",
)
def test_an_informant_takes_the_uppermost_empty_slot_also_beside_the_police() -> None:
    position = city().at(purple="district_3").set(police="district_3").informants("district_3", "purple").turn()
    table = position.start().choose("reinforce")
    assert table.slots("district_3") == ["purple", "purple"]
    assert (table.credits("purple"), table.state.stock[0], table.asked) == (2, 5, "yellow")


@rule("reinforce.no_slot", "reinforce.no_informant", "reinforce.cost", "destroy.side")
def test_when_there_is_no_reinforcement() -> None:
    full = city().at(purple="district_3").informants("district_3", "yellow", "grey").turn().start()
    assert full.refused("reinforce") == "reinforce.no_slot"
    assert city().turn().start().refused("reinforce") == "reinforce.no_slot"  # the headquarters has none
    none = city().at(purple="district_3").set(stock={"purple": 0}).turn().start()
    assert none.refused("reinforce") == "reinforce.no_informant"
    poor = city().at(purple="district_3").set(credits={"purple": 1}).turn().start()
    assert poor.refused("reinforce") == "reinforce.cost"
    burnt = city("android-3p").androids("yellow").at(purple="gunsmith").set(burnt=["gunsmith"]).turn().start()
    assert burnt.refused("reinforce") == "reinforce.no_slot"
