"""Effects: lists of verbs and arguments, in the shapes that packs have, checked against their own table."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.engine.effects import VerbTable
from sandtable.engine.errors import BadPack
from sandtable.engine.pack import PackFile

VERBS = ("morale", "place", "choose", "police")
MORALE, PLACE, CHOOSE, POLICE = range(4)

PACK = """
[[verb]]
name = "place"
args = ["unit", "n", "at", "if"]

[[verb]]
name = "morale"
args = ["by", "if"]

[[verb]]
name = "choose"
args = ["options"]

[[verb]]
name = "police"
args = []

[[card]]
id = "barricades"
effect = [
  { do = "place", unit = "militia", n = 2, at = "square", if = { happened = "radio" } },
  { do = "morale", by = -1 },
]
on_leave = [{ do = "police" }]

[[card]]
id = "crossroads"
effect = [{ do = "choose", options = [[{ do = "morale", by = 1 }], [{ do = "police" }, { do = "morale", by = -2 }]] }]
"""


def pack(folder: Path, old: str = "", new: str = "") -> PackFile:
    assert old in PACK
    path = folder / "components.toml"
    path.write_text(PACK.replace(old, new, 1) if old else PACK, encoding="utf-8")
    return PackFile(path)


def read(file: PackFile) -> None:
    """Read every effect of the pack."""
    table = VerbTable.declared(file, VERBS)
    for card in file.entries("card"):
        for field in ("effect", "on_leave"):
            for effect in table.effects(card, field):
                if effect.verb == CHOOSE:
                    table.options(effect.arguments, "options")


def test_effects_are_read_in_order_with_their_arguments(tmp_path: Path) -> None:
    file = pack(tmp_path)
    card = file.one("card", "barricades")
    place, morale = VerbTable.declared(file, VERBS).effects(card, "effect")
    assert (place.verb, morale.verb) == (PLACE, MORALE)
    assert place.arguments.among("unit", ("tank", "militia")) == 1
    assert place.arguments.whole("n", 1, 9) == 2
    which, condition = place.arguments.one_of("if", ("not_happened", "happened"))
    assert (which, condition.text("happened")) == (1, "radio")
    assert morale.arguments.whole("by", -9, 9) == -1


def test_a_card_without_a_list_has_no_effect(tmp_path: Path) -> None:
    file = pack(tmp_path)
    assert VerbTable.declared(file, VERBS).effects(file.one("card", "crossroads"), "on_leave") == []


def test_lists_to_choose_from_are_read(tmp_path: Path) -> None:
    file = pack(tmp_path)
    table = VerbTable.declared(file, VERBS)
    [choose] = table.effects(file.one("card", "crossroads"), "effect")
    options = table.options(choose.arguments, "options")
    assert [[effect.verb for effect in option] for option in options] == [[MORALE], [POLICE, MORALE]]
    assert options[1][1].arguments.number("by") == -2


def test_the_field_of_the_verb_may_be_called_otherwise(tmp_path: Path) -> None:
    """A pack without [[verb]] tables: the game itself says which arguments there are."""
    path = tmp_path / "components.toml"
    path.write_text('[[goal]]\nid = "radar"\neffects = [{ verb = "set", target = "range", value = 4 }]\n')
    table = VerbTable(("multiply", "set"), {"set": ("target", "value")}, "verb")
    [effect] = table.effects(PackFile(path).one("goal", "radar"), "effects")
    assert (effect.verb, effect.arguments.text("target"), effect.arguments.number("value")) == (1, "range", 4)


FAULTS = {
    "verb": (
        '{ do = "morale", by = -1 }',
        '{ do = "moral", by = -1 }',
        "[[card]] barricades, effect 2: 'do' names 'moral'; known are morale, place, choose, police",
    ),
    "no verb": (
        '{ do = "morale", by = -1 }',
        "{ by = -1 }",
        "[[card]] barricades, effect 2: 'do' is missing",
    ),
    "argument": (
        "n = 2",
        "count = 2",
        "[[card]] barricades, effect 1: 'place' takes no 'count'; it takes unit, n, at, if",
    ),
    "argument of a verb without any": (
        '[{ do = "police" }]',
        '[{ do = "police", n = 1 }]',
        "[[card]] barricades, on_leave 1: 'police' takes no 'n'; it takes nothing",
    ),
    "argument in an option": (
        "by = -2",
        "bye = -2",
        "[[card]] crossroads, effect 1, options 2, step 2: 'morale' takes no 'bye'; it takes by, if",
    ),
    "empty option": (
        '[{ do = "morale", by = 1 }], ',
        "[], ",
        "[[card]] crossroads, effect 1: 'options' has a list without an effect",
    ),
    "options that are no lists": (
        '[{ do = "morale", by = 1 }], ',
        '{ do = "morale", by = 1 }, ',
        "[[card]] crossroads, effect 1: 'options' takes a list of lists of tables",
    ),
    "no list": (
        'on_leave = [{ do = "police" }]',
        'on_leave = { do = "police" }',
        "[[card]] barricades: 'on_leave' takes a list",
    ),
    "verb that the game does not know": (
        'name = "police"',
        'name = "army"',
        "[[verb]] 4: 'name' names 'army'; known are morale, place, choose, police",
    ),
    "verb that the pack does not declare": (
        '[[verb]]\nname = "police"\nargs = []\n',
        "",
        "[[card]] barricades, on_leave 1: the pack has no [[verb]] 'police'",
    ),
    "verb declared twice": (
        'name = "police"',
        'name = "place"',
        "[[verb]] 4: 'place' stands twice",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_names_its_place(tmp_path: Path, fault: str) -> None:
    old, new, message = FAULTS[fault]
    read(pack(tmp_path))
    with pytest.raises(BadPack) as refused:
        read(pack(tmp_path, old, new))
    assert str(refused.value) == f"components.toml: {message}"


def test_a_verb_can_be_kept_to_some_lists(tmp_path: Path) -> None:
    file = pack(tmp_path)
    table = VerbTable.declared(file, VERBS)
    card = file.one("card", "barricades")
    assert len(table.effects(card, "effect", (MORALE, PLACE))) == 2
    with pytest.raises(BadPack, match="barricades, effect 2: 'morale' cannot stand here"):
        table.effects(card, "effect", (PLACE,))


@pytest.mark.parametrize("condition", ['{ happened = "radio", not_happened = "radio" }', '{ weather = "rain" }', "{ }"])
def test_a_condition_has_exactly_one_known_name(tmp_path: Path, condition: str) -> None:
    file = pack(tmp_path, '{ happened = "radio" }', condition)
    place = VerbTable.declared(file, VERBS).effects(file.one("card", "barricades"), "effect")[0]
    with pytest.raises(BadPack, match="effect 1: 'if' takes a table with exactly one of happened, not_happened"):
        place.arguments.one_of("if", ("happened", "not_happened"))
