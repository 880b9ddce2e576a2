"""Positions in names: what is given comes back, and what cannot be on the table is refused with a reason."""

from __future__ import annotations

import random

import pytest

from sandtable.engine.chance import Chance
from sandtable.engine.errors import BadPosition
from sandtable.engine.sets import bits
from sandtable.engine.start import Origin, start
from sandtable.engine.types import Json
from sandtable.games.nights_of_fire import GAME
from tests.citing import rule
from tests.games.nights_of_fire.budapest import PACK, City, city, new_game
from tests.playing import first_quick


def refused(ruleset: str = "konev_basic", **position: Json) -> str:
    """Why a position cannot be."""
    with pytest.raises(BadPosition) as error:
        start(GAME, {"ruleset": ruleset}, Origin("test", None, position))
    return str(error.value)


@pytest.mark.parametrize("mode", first_quick(list(GAME.modes)))
def test_every_state_of_a_game_can_be_described_and_restored(mode: str) -> None:
    table = new_game(**GAME.modes[mode])
    rng = random.Random(7)
    while table.match.ask is not None and table.match.number < 250:
        described = GAME.describe(table.state)
        again = GAME.restore(table.match.options, described, Chance.from_seed("again"))
        assert GAME.describe(again) == described
        assert again.headlines.cost_delta == table.state.headlines.cost_delta
        assert again.bearing == table.state.bearing
        assert again.suspects == table.state.suspects and again.circle == table.state.circle
        table.match.choose(rng.choice(table.choices))


@pytest.mark.parametrize("headline", ["H6", "H9", "H12"])
def test_costs_follow_from_the_headlines_in_force(headline: str) -> None:
    table = city("conflict_advanced").clear().insurgents("8", "fighter_01").headline(None, headline).turn()
    started = table.hand("rev_01").start()
    assert sorted(started.state.headlines.cost_delta) == [-1, 0, 0]


def test_a_position_may_move_insurgents_without_naming_blocks() -> None:
    position: dict[str, Json] = {"insurgents": {"fighter_01": {"at": "12", "hidden": False}}}
    match = start(GAME, {"ruleset": "conflict_basic"}, Origin("test", None, position))
    g = match.state
    block = g.block_of[PACK.insurgent_keys.index("fighter_01")]
    assert g.suspects[block] == 1 << g.insurgent_of[block] and g.sighted == 1 << g.insurgent_of[block]
    assert all(g.insurgent_of[other] in bits(g.suspects[other]) for other in range(30))


@rule("setup.locals")
def test_locals_stay_in_objective_districts() -> None:
    assert "setup.locals" in refused(insurgents={"local_01": {"at": "3"}})
    assert "setup.locals" in refused(insurgents={"local_01": {"at": "reinforcements"}})


@rule("unit.removed.wounds_return", "unit.killed.revealed", "setup.fighters.pool")
def test_who_is_off_the_map_is_healthy_and_killed_ones_are_revealed() -> None:
    killed: dict[str, Json] = {"at": "killed_arrested", "hidden": False, "wounded": True}
    assert "unit.removed.wounds_return" in refused(insurgents={"fighter_01": killed})
    assert "unit.killed.revealed" in refused(insurgents={"fighter_01": {"at": "killed_arrested", "hidden": True}})
    assert "setup.fighters.pool" in refused(insurgents={"fighter_01": {"at": "reinforcements", "hidden": False}})


@rule("sov.move.no_sector_crossing", "sov.garrison.needs_objective")
def test_soviets_stay_in_their_sector_and_garrisons_on_objectives() -> None:
    assert "sov.move.no_sector_crossing" in refused(regiments={"reg_4": {"at": "8"}})
    assert "sov.garrison.needs_objective" in refused(garrisons={"3": "active"})
    assert "unknown" in refused(garrisons={"8": "asleep"})


@rule("sov.rubble.basic_none", "headline.blocked_marker", "setup.unused")
def test_what_a_ruleset_does_not_have() -> None:
    assert "sov.rubble.basic_none" in refused(rubble={"8": 1})
    assert "headline.blocked_marker" in refused(blocked={"8": True})
    assert "setup.unused" in refused(headlines={"open": "H1"})
    assert "setup.unused" in refused(tactics={"hand": ["M1"]})
    assert "setup.unused" in refused("conflict_basic", konev={"deck": ["konev_01"]})


def test_every_card_is_in_exactly_one_place() -> None:
    assert "M1 is not in exactly one place" in refused("conflict_basic", tactics={"hand": ["M1"]})
    assert "konev_02 is not in exactly one place" in refused(konev={"discard": ["konev_02"]})
    empty: Json = {"deck": [], "hand": [], "discard": [], "circle": None, "given": 0}
    assert "rev_01 is not in exactly one place" in refused(revolutionaries=[empty])
    assert "takes a list of 1" in refused(revolutionaries=[empty, empty])
    assert "takes an object with deck" in refused(revolutionaries=[{"hand": []}])
    lasting: dict[str, Json] = {"lasting": ["H1"]}
    assert "several places" in refused("conflict_advanced", headlines=lasting)


@rule("konev.turn.tokens_move", "konev.turn.tokens_last")
def test_tokens_lie_on_cards() -> None:
    nothing: list[Json] = [None] * 5
    assert "konev.turn.tokens_move" in refused(konev={"row": nothing, "tokens": [1, 1, 1, 1, 1]})
    row = city().in_row("konev_01").turn().position()["konev"]
    assert isinstance(row, dict)
    assert "konev.turn.tokens_last" in refused(konev={**row, "tokens": nothing})
    assert "takes a list of 5" in refused(konev={"row": []})


@rule("unit.hidden")
def test_beliefs_hold_the_truth() -> None:
    blocks: list[Json] = list(PACK.insurgent_keys)
    assert "the truth is not among them" in refused("conflict_basic", blocks=blocks, suspects={"11": ["local_01"]})
    assert "takes every insurgent once" in refused("conflict_basic", blocks=blocks[1:])


@rule("rev.turn.cards", "sov.turn.cards")
def test_turns_keep_to_their_numbers_of_cards() -> None:
    assert "rev.turn.cards" in refused(turn={"played": 4})
    assert "sov.turn.cards" in refused("conflict_basic", soviet_turn={"cards_played": 3})


def test_a_result_belongs_to_the_end() -> None:
    assert "phase 'over'" in refused(phase="over")
    assert "phase 'over'" in refused(result="soviet")


def test_civilians_have_homes_of_their_own() -> None:
    assert "another civilian lives there" in refused(civilians={"civ_01": {"home": "8"}, "civ_02": {"home": "8"}})
    homes: dict[str, Json] = {}
    setting: City = city()
    for civilian, home in setting.homes.items():
        homes[civilian] = {"home": "3" if home == "8" else home}
    assert "setup.civilians" in refused(civilians=homes)


def test_what_is_in_progress_is_whole() -> None:
    assert "attack.district: an attack is somewhere" in refused(attack={"points": 3})
    assert "payment.payer: somebody pays" in refused(payment={"cost": 2})
    assert "konev.card: without one" in refused(konev={"target": "8"})
    assert "turn.step_to: a group goes from somewhere to somewhere" in refused(turn={"step_from": "8"})
    assert "turn.medics: somebody treats" in refused(turn={"treated": True})
