"""Odds that a prompt tells, counted by hand over every roll that there is."""

from __future__ import annotations

from itertools import product

import pytest

from sandtable.engine.types import Json
from sandtable.engine.words import Words
from tests.citing import rule
from tests.games.rogue_agent.rain_city import black, city, green, red

FACES = {
    "red": ("E", "E", "X", "X", "-", "-"),
    "green": ("E", "X", "-", "-", "-", "-"),
    "black": ("E", "E", "X", "-", "-", "-"),
}
"""The faces of the dice as far as they hit."""


def share(needed: int, **dice: int) -> int:
    """The chance of so many hits, counted over every roll there is."""
    rolls = list(product(*(FACES[colour] for colour, n in dice.items() for _ in range(n))))
    hits = [roll.count("E") + min(roll.count("E"), roll.count("X")) for roll in rolls]
    return round(100 * sum(n >= needed for n in hits) / len(rolls))


@rule("dice.hits.formula", "attack.dice.black")
def test_the_odds_of_an_attack_are_told_before_ammo_is_spent() -> None:
    position = city().at(purple="district_3").criminal(1, "district_3", "the_understudy", "open")
    table = position.tracks("purple", ammo=2, weapon=1).turn().start().choose("attack", "criminal:1")
    without, most = share(3, red=3, green=1), share(3, red=3, green=1, black=2)
    assert table.match.facts() == {"black": 0, "needed": 3, "without": without, "most": 2, "odds": most}
    assassin = city().at(purple="district_3").assassin(1, "district_3").turn().start().choose("attack", "assassin:1")
    assert (assassin.match.facts()["needed"], assassin.match.facts()["without"]) == (
        2,
        59,
    )  # 128 of 216 rolls of three red dice
    hidden = city().at(purple="district_3").criminal(1, "district_3", "mirror_dae").turn().start()
    assert (
        hidden.choose("attack", "criminal:1").match.facts()["needed"] == 4
    )  # three hit points, and one for the ignorant


@rule("aloc.informant_top", "aagent.hits")
def test_odds_against_locations_and_players() -> None:
    position = city("android-3p").androids("purple").at(purple="district_3", yellow="district_3")
    table = position.informants("district_3", "grey", "grey").turn().start()
    assert table.choose("attack_location").match.facts()["needed"] == 4  # two, and one for each informant
    table = position.turn().start().choose("attack_agent", "agent:yellow")
    assert (table.match.facts()["needed"], table.match.facts()["without"]) == (1, share(1, red=3))


@rule("stability.neither", "stability.explode")
def test_the_risk_of_stopping_is_told() -> None:
    # A red circuit die: of six faces two explode and two restore, the others are rolled again: 2 in 4.
    # With a green one: no explosion on 4 · 5 of 36 rolls, of which 2 · 4 show no X either: 16 in 28.
    for columns, risk in ((("red-1",), 50), (("red-1", "green-1"), 57), ((), 0)):
        sheet: list[Json] = [None] * 24
        faces: dict[str, Json] = {}
        for column, die in enumerate(columns):
            # A second column is begun only when the first is closed: four explosions fill it.
            cells = ["red-2", "red-3", "black-1", die] if column == 0 and len(columns) > 1 else [die]
            for row, each in enumerate(cells):
                sheet[4 * column + row] = each
                faces[each] = 1
        position = city().at(purple="district_3").bomb(1, "district_3", 5).turn()
        position.set(phase="wire", turn={"actions": 1}, dice={"defusing": "bomb-1", "sheet": sheet, "faces": faces})
        free = 9 - len(faces)
        table = position.roll(*([6] * free)).start()
        assert (table.prompt, table.match.facts()["risk"], table.match.facts()["dice"]) == ("defuse.cut", risk, free)


def shown(dice: tuple[str, ...], symbol: str, least: int = 0, most: int = 9) -> int:
    """The chance that dice of these colours show a symbol so many times, counted over every roll there is."""
    rolls = list(product(*(FACES[colour] for colour in dice)))
    return round(100 * sum(least <= roll.count(symbol) <= most for roll in rolls) / len(rolls))


@pytest.mark.parametrize(
    ("tile", "rolled", "explosions", "informants", "agent", "ignored"),
    [
        ("district_1", (*red("explosion"), *black("explosion", "ammo")), ("red", "black"), 0, 0, 0),
        ("district_1", (*red("weapon"), *black("credit", "ammo")), (), 0, 0, 0),
        ("district_1", (*red("explosion"), *black("explosion", "explosion")), ("red", "black", "black"), 1, 0, 1),
        ("district_1", (*red("explosion"), *black("explosion", "explosion")), ("red", "black", "black"), 2, 4, 3),
        ("district_2", (*red("explosion", "amplify"), *green("explosion")), ("red", "green"), 0, 4, 1),
    ],
)
@rule("search.reroll", "search.prevent.informant", "search.prevent.armour")
def test_the_odds_of_a_reroll_are_told(
    tile: str, rolled: tuple[int, ...], explosions: tuple[str, ...], informants: int, agent: int, ignored: int
) -> None:
    dice = {"district_1": ("red", "black", "black"), "district_2": ("red", "red", "green")}[tile]
    position = city().at(purple=tile).informants(tile, *["purple"] * informants).tracks("purple", agent=agent).turn()
    table = position.roll(*rolled).start().choose("search")
    assert table.match.facts() == {
        "rerolls": 2 if agent else 1,
        "hurt": max(0, len(explosions) - ignored),
        "calm": shown(explosions, "E", most=ignored),
        "calm_all": shown(dice, "E", most=ignored),
        "cross_all": shown(dice, "X", least=1),
    }


@rule("search.reroll")
def test_every_selection_of_dice_says_its_odds() -> None:
    """Two explosions and an X of two red dice and a green one, and an armour that takes one explosion."""
    position = city().at(purple="district_2").tracks("purple", agent=4).turn()
    table = position.roll(*red("explosion", "amplify"), *green("explosion")).start().choose("search")
    notes = table.match.notes()
    kept: dict[tuple[str, ...], tuple[int, bool]] = {
        ("die:red-1",): (1, True),
        ("die:red-2",): (2, False),
        ("die:green-1",): (1, True),
        ("die:red-1", "die:red-2"): (1, False),
        ("die:red-1", "die:green-1"): (0, True),
        ("die:red-2", "die:green-1"): (1, False),
        ("die:red-1", "die:red-2", "die:green-1"): (0, False),
    }
    assert set(notes) == {("reroll", *dice) for dice in kept}
    for dice, (explosions, cross) in kept.items():
        rolled = tuple(die.removeprefix("die:").split("-")[0] for die in dice)
        calm = shown(rolled, "E", most=1 - explosions) if explosions <= 1 else 0
        assert notes["reroll", *dice] == (calm, 100 if cross else shown(rolled, "X", least=1)), dice


@rule("search.reroll")
def test_the_odds_of_a_selection_are_said_beside_it() -> None:
    table = city().at(purple="ammunition_depot").turn().roll(*black("explosion", "credit")).start().choose("search")
    said = Words(table.match.game, "en").noted(("reroll", "die:black-1"), table.match.notes())
    # Of a black die two faces of six are explosions and one is an X.
    assert said.endswith("– that no explosion hurts: 67 %, that there is an X: 17 %")


@rule("search.prevent.safe")
def test_no_explosion_hurts_in_a_safe_place() -> None:
    table = city().turn().start().choose("search").choose("colour", "colour:red")
    facts = table.roll(*red("explosion", "explosion"), *black("explosion", "ammo")).choose("colour", "colour:black")
    told = facts.match.facts()
    assert (told["hurt"], told["calm"], told["calm_all"]) == (0, 100, 100)
    # No X on 4 · 4 · 5 · 5 of 1,296 rolls of two red and two black dice.
    assert told["cross_all"] == round(100 - 100 * 400 / 1296)
