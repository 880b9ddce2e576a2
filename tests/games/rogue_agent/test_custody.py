"""Custody: arrest, kidnapping, and turning in."""

from __future__ import annotations

import pytest

from tests.citing import rule
from tests.games.rogue_agent.rain_city import PACK, City, city, green

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


@rule("arrest.action", "kidnap.take", "hospital.custody")
def test_every_agent_has_a_custody_of_its_own() -> None:
    position = city().at(yellow="district_3", grey="district_3").criminal(1, "district_3", "rook", "defeated")
    position.criminal(3, "purple", "sparks").tracks("yellow", fuel=0).turn("yellow")
    table = position.start().choose("arrest", "criminal:1").choose("end")
    assert [table.custody(seat) for seat in ("purple", "yellow", "grey")] == [[3], [1], []]
    table.roll(3).choose("kidnap", "agent:yellow").choose("spend", 1).choose("take", "criminal:1")
    assert [table.custody(seat) for seat in ("purple", "yellow", "grey")] == [[3], [], [1]]


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


@rule("kidnap.take", "kidnap.target")
def test_the_kidnapper_is_told_how_many_it_may_take_and_from_whom() -> None:
    position = (
        city().at(purple="district_3", grey="district_3").criminal(1, "grey", "rook").criminal(2, "grey", "sparks")
    )
    table = position.tracks("grey", fuel=0).turn().roll(*green("car", "car")).start()
    table.choose("kidnap", "agent:grey").choose("spend", 2)
    assert table.facts == {"cars": 2, "target": "grey"}
    assert table.choose("take", "criminal:2").facts["cars"] == 1


@rule("kidnap.cancel", "kidnap.surplus", "kidnap.dice.attacker")
def test_more_cars_of_the_target_than_of_the_kidnapper_do_nothing() -> None:
    position = city().at(yellow="district_3", grey="district_3").criminal(1, "grey", "rook").tracks("grey", fuel=2)
    table = position.turn("yellow").roll(3, 3, 4).start().choose("kidnap", "agent:grey").choose("spend", 1)
    table.choose("spend", 2)
    assert table.prompt == "turn.order" and table.custody("grey") == [1] and table.last("cars") == (1, 2)
    assert (table.level("yellow", "fuel"), table.level("grey", "fuel")) == (1, 0)


@rule("kidnap.take")
def test_a_kidnapper_takes_no_more_than_it_wants() -> None:
    """Two patrol cars are left, and it may take two; it takes the second criminal and leaves the first."""
    position = city().at(purple="gunsmith", yellow="gunsmith").criminal(1, "yellow", "rook")
    position.criminal(4, "yellow", "sparks").tracks("purple", fuel=2).tracks("yellow", fuel=0).turn()
    table = position.roll(*green("car", "car")).start().choose("kidnap", "agent:yellow").choose("spend", 2)
    table.choose("take", "criminal:4").choose("done")
    assert (table.custody("purple"), table.custody("yellow"), table.prompt) == ([4], [1], "turn.order")


@rule("kidnap.roll", "kidnap.cancel")
def test_each_rolls_its_own_dice_and_no_others() -> None:
    position = city().at(purple="district_3", grey="district_3").criminal(1, "grey", "rook")
    position.tracks("purple", fuel=1).tracks("grey", fuel=1)
    table = position.turn().roll(*green("car"), *green("fuel")).start().choose("kidnap", "agent:grey")
    table.choose("spend", 1)  # Grey; Purple has fuel for one die and no choice
    assert [PACK.die_keys[die] for die, face in enumerate(table.state.face) if face] == ["green-1", "green-2"]
    assert table.state.fight.cars == 1 and (table.level("purple", "fuel"), table.level("grey", "fuel")) == (0, 0)


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


@rule("turnin.all", "justice.no_repeat_here", "justice.limit")
def test_turning_in_is_a_justice_action_too() -> None:
    position = city().criminal(1, "yellow", "rook").criminal(2, "yellow", "sparks").turn("yellow")
    table = position.start().choose("turn_in")
    assert table.state.turn.actions == 1 and table.credits("yellow") == 10
    assert table.refused("turn_in") == "turnin.needs_custody"
