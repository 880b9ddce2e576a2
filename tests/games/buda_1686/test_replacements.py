"""Replacement: destroyed imperial units come back through the cup."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from sandtable.engine.start import Origin, start
from sandtable.games.buda_1686 import GAME
from tests.citing import rule
from tests.games.buda_1686.siege import Table, siege

EIGHT = ("charles", "max_emanuel", "kaiserlich_1", "kaiserlich_2", "kaiserlich_3", "bavarian_1", "bavarian_2", "saxon")


def destroyed(unit: str, turn: int = 3) -> Table:
    """An imperial go in which a wounded unit has just been destroyed before Víziváros (a 1 never helps it)."""
    position = siege().unit(unit, "breaches:vizivaros", wounded=True).set(rushed=True, turn=turn, round=4)
    position.officers(**({unit: 0} if unit in ("charles", "max_emanuel") else {}))
    if turn == 8:
        position.unit("kaiserlich_4", "felheviz").unit("hungarian", "felheviz")
    table = position.go("imperial").roll(1).start().choose("assault", "zone:vizivaros")
    assert table.at(unit) == "lost"
    return table


@rule("replace.cup")
def test_a_destroyed_unit_returns_through_the_cup_in_the_next_turn() -> None:
    table = destroyed("kaiserlich_1")
    assert "unit:kaiserlich_1" not in table.cup("imperial")
    table.counters(8, 5).choose("end")  # the next round of the same turn
    assert (table.at("kaiserlich_1"), table.state.turn) == ("lost", 3)
    table.choose("end").counters(0, 0, "unit:kaiserlich_1", "counter:ottoman_05").choose("end")
    assert (table.state.turn, table.prompt) == (4, "place_unit")
    table.script("counter:imperial_08").choose("place", "unit:kaiserlich_1", "zone:varosmajor")
    assert table.at("kaiserlich_1") == "varosmajor"


@rule("replace.cup_officers")
@pytest.mark.parametrize("officer", ["charles", "max_emanuel"])
def test_destroyed_officers_return_through_the_cup_too(officer: str) -> None:
    table = destroyed(officer)
    table.counters(0, 0, f"unit:{officer}", "counter:ottoman_05").choose("end")
    table.script("counter:imperial_08").choose("place", f"unit:{officer}", "zone:naphegy")
    assert table.at(officer) == "naphegy"
    assert table.officer(officer) == {"charles": 5, "max_emanuel": 4}[officer]


@rule("replace.cup_blind")
def test_any_counter_or_unit_in_the_cup_may_come_out() -> None:
    """A cup with two counters and two units: over many games each comes out first about as often as the others."""
    first: Counter[str] = Counter()
    position = siege().out(*range(2, 20)).unit("saxon", "cup").unit("charles", "cup").draw(3, 2)
    for seed in range(200):
        match = start(GAME, {}, Origin(f"seed {seed}", None, {**position.fields, "units": dict(position.units)}))
        told = [line for line in match.lines(None) if line.key in ("returns", "drew_imperial")]
        first[str(told[0].args[0])] += 1
    assert set(first) == {"0", "1", "unit:saxon", "unit:charles"}
    assert min(first.values()) > 25


@rule("replace.cup_blind")
def test_everybody_knows_what_is_in_the_cup_but_not_in_which_order_it_comes() -> None:
    position = siege().unit("saxon", "cup").draw(3).counters(8, 5)
    table = position.start()
    rest = sorted([f"counter:imperial_{number:02}" for number in range(20) if number != 8] + ["unit:saxon"])
    for seat in (0, 1, None):
        [imperial, _] = [pile for pile in table.scene(seat).piles if pile.id.startswith("cup:")]
        assert sorted(imperial.contents or []) == rest
    # What the table shows does not depend on what chance will bring.
    fields = {**position.fields, "units": dict(position.units), "phase": "go", "go": "imperial", "actions": 1}
    fields["cups"] = {"imperial": ["imperial_03", "imperial_04"], "ottoman": ["ottoman_03", "ottoman_04"]}
    shown = [start(GAME, {}, Origin(f"seed {seed}", None, fields)) for seed in range(10)]
    assert all(GAME.scene(match.state, 0).piles == GAME.scene(shown[0].state, 0).piles for match in shown)


@rule("replace.cup_mandatory")
def test_lost_units_must_go_into_the_cup_and_drawn_ones_must_be_placed() -> None:
    position = siege().wall("lost", "saxon", "bavarian_1", "charles").officers(charles=0).before_turn(4)
    table = position.roll("unit:saxon", "counter:ottoman_05", "counter:imperial_08").start()
    assert {unit for unit in table.cup("imperial") if unit.startswith("unit:")} >= {"unit:bavarian_1", "unit:charles"}
    assert table.match.number == 0  # nobody was asked about it
    assert table.verbs() == {"place"}


@rule("replace.last_turn")
def test_units_destroyed_in_the_last_turn_do_not_return_through_the_cup() -> None:
    table = destroyed("kaiserlich_1", turn=8)
    rng = random.Random(1)
    table.match.script(None)
    while table.match.outcome is None:
        assert "unit:kaiserlich_1" not in table.cup("imperial")
        returns = [choice for choice in table.choices if choice[0] == "return"]
        table.match.choose(rng.choice([choice for choice in table.choices if choice not in returns]))
    assert table.at("kaiserlich_1") == "lost"


@rule("replace.all_lost")
def test_the_game_goes_on_without_an_imperial_unit_on_the_map() -> None:
    position = siege().wall("lost", *EIGHT).officers(charles=0, max_emanuel=0).draw(3, 4).counters(8, 5)
    table = position.start()
    assert (table.winner, table.asked) == (None, "imperial")
    assert table.verbs() == {"raise_cas", "end"}
    table.choose("raise_cas")
    assert table.level("cas") == 2
    # They wait for the next turn, when the cup gives them back.
    table.choose("end").counters(0, 0, "unit:saxon", "counter:ottoman_05").choose("end")
    assert (table.winner, table.state.turn, table.prompt) == (None, 4, "place_unit")
