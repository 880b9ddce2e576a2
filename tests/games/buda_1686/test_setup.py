"""Setup: the table before the first turn."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.cli.session import parse_seating
from sandtable.cli.words import Say
from sandtable.engine.chance import Chance
from sandtable.engine.errors import BadOptions, BadPack, WrongSeat
from sandtable.engine.start import Origin, start
from sandtable.engine.words import Words
from sandtable.games.buda_1686 import GAME
from sandtable.games.buda_1686.pack import IMPERIAL, OTTOMAN, Pack
from sandtable.games.buda_1686.state import State
from tests.citing import rule
from tests.games.buda_1686.packs import changed, printed
from tests.games.buda_1686.siege import siege

START = {unit["id"]: unit["start"] for unit in printed("unit")}
RESERVE = {"kaiserlich_4", "hungarian"}
CAMPS = {"felheviz", "varosmajor", "naphegy", "gellerthegy"}


def before_the_first_turn(**options: str) -> State:
    return GAME.new(GAME.settle(options), Chance.from_seed("test"))


def places() -> dict[str, str]:
    """Where every unit is before the first turn."""
    g = before_the_first_turn()
    return {key: g.pack.place_keys[g.place[unit]] for unit, key in enumerate(g.pack.unit_keys)}


# ---------------------------------------------------------------------- sides and options


@rule("setup.sides")
def test_one_player_is_imperial_and_the_other_ottoman() -> None:
    assert GAME.seats(GAME.settle({})) == ("imperial", "ottoman")
    table = siege().go("imperial").start()
    with pytest.raises(WrongSeat):
        table.match.choose(("raise_cas",), seat=OTTOMAN)
    table.match.choose(("raise_cas",), seat=IMPERIAL)
    assert table.level("cas") == 2


@rule("setup.sides")
def test_who_does_not_choose_a_side_draws_one() -> None:
    # Among 64 draws both sides come up, but for one time in 2 to the 63rd.
    seats = GAME.seats(GAME.settle({}))
    drawn = {parse_seating("random", "greedy", seats, Words(GAME, "en"), Say("en")).index("human") for _ in range(64)}
    assert drawn == {IMPERIAL, OTTOMAN}


@rule("setup.options")
def test_without_a_choice_both_conditions_are_needed_and_owners_take_their_losses() -> None:
    assert GAME.settle({}) == {"victory": "standard", "losses": "owner_losses"}
    # Four Ottoman units are left, but their morale never broke: the game goes on.
    few = siege().gone("azab_1", "azab_2", "sipahi_1", "sipahi_2").set(phase="round_end").counters(8, 5)
    assert few.start().winner is None
    assert few.option(victory="either_victory").start().winner == "imperial"
    # Two wounds in a castle fight: their owner is asked.
    assert losses_asked() == "ottoman"
    assert losses_asked("actor_losses") == "imperial"


def losses_asked(losses: str = "owner_losses") -> str:
    """Who is asked where a loss of the middle zone's garrison falls (4 + 4 - 4 - 3 = +1, and a 3 makes 4)."""
    held = siege().gone("azab_1").wall("becsi_kapu", "kaiserlich_1", "kaiserlich_2")
    held.wall("kozepso", "sipahi_1").wall("palota", "abdurrahman").option(losses=losses)
    table = held.set(rushed=True).go("imperial").roll(3).start()
    for choice in (("castle", "zone:kozepso"), ("join", "unit:kaiserlich_1"), ("join", "unit:kaiserlich_2")):
        table.choose(*choice)
    assert table.prompt in ("take_loss", "assign_loss")
    return table.asked


@rule("setup.options")
def test_options_are_fixed_before_the_game_and_known() -> None:
    with pytest.raises(BadOptions):
        start(GAME, {"victory": "sometimes"}, Origin("test"))
    with pytest.raises(BadOptions):
        start(GAME, {"weather": "rain"}, Origin("test"))
    g = before_the_first_turn(victory="either_victory", losses="actor_losses")
    assert g.rules.either_victory
    assert g.rules.actor_losses


# ---------------------------------------------------------------------- cups


@rule("setup.cups")
def test_all_number_counters_of_a_side_are_in_its_cup() -> None:
    g = before_the_first_turn()
    [imperial, ottoman] = [pile for pile in GAME.scene(g, None).piles if pile.id.startswith("cup:")]
    assert imperial.contents == [f"counter:imperial_{number:02}" for number in range(20)]
    assert ottoman.contents == [f"counter:ottoman_{number:02}" for number in range(20)]


# ---------------------------------------------------------------------- units


@rule("setup.units.positions")
def test_units_start_where_the_pack_shows_them() -> None:
    assert places() == START
    assert START["abdurrahman"] == "kozepso"  # where he can disturb the guns
    assert (START["charles"], START["max_emanuel"]) == ("felheviz", "gellerthegy")


@rule("setup.units.positions")
def test_another_pack_has_other_positions(tmp_path: Path) -> None:
    game = GAME.with_pack(changed(tmp_path, "saxon", 'start = "naphegy"', 'start = "gellerthegy"'))
    g = game.new(game.settle({}), Chance.from_seed("test"))
    assert g.pack.place_keys[g.place[g.pack.unit_keys.index("saxon")]] == "gellerthegy"


@rule("setup.units.imperial_eight", "setup.units.imperial_reserve", "setup.units.imperial_in_start_zones")
def test_eight_imperial_units_start_in_the_camps_and_two_stay_in_reserve() -> None:
    imperials = {unit["id"]: places()[unit["id"]] for unit in printed("unit") if unit["side"] == "imperial"}
    assert len(imperials) == 10
    assert {unit for unit, place in imperials.items() if place == "reserve"} == RESERVE
    camped = [unit for unit, place in imperials.items() if place in CAMPS]
    assert len(camped) == 8


@rule("setup.units.imperial_in_start_zones")
def test_a_pack_with_a_besieger_on_the_walls_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadPack, match=r"saxon.*setup\.units\.imperial_in_start_zones"):
        Pack(changed(tmp_path, "saxon", 'start = "naphegy"', 'start = "palota"'))


@rule("setup.units.ottoman_all")
def test_all_eight_ottoman_units_start_in_wall_zones() -> None:
    ottomans = [places()[unit["id"]] for unit in printed("unit") if unit["side"] == "ottoman"]
    walls = {zone["id"] for zone in printed("zone") if zone["kind"] == "wall"}
    assert len(ottomans) == 8
    assert set(ottomans) == walls  # one in each of the seven, and Abdurrahman beside the janissaries


@rule("setup.units.ottoman_all")
@pytest.mark.parametrize("place", ["reserve", "naphegy"])
def test_a_pack_with_an_ottoman_outside_the_walls_is_refused(tmp_path: Path, place: str) -> None:
    with pytest.raises(BadPack, match=r"azab_2.*setup\.units\.ottoman_all"):
        Pack(changed(tmp_path, "azab_2", 'start = "fehervari_rondella"', f'start = "{place}"'))


@rule("setup.units.full_side")
def test_every_unit_starts_unhurt() -> None:
    g = before_the_first_turn()
    assert g.wounded == 0
    assert [g.value(unit) for unit in range(g.pack.units)] == [unit["full"] for unit in printed("unit")]


@rule("setup.entrench.supply")
def test_all_entrenchment_markers_start_in_supply() -> None:
    boxes = {area.id: len(area.pieces) for area in GAME.scene(before_the_first_turn(), None).areas}
    assert (boxes["box:supply_imperial"], boxes["box:supply_ottoman"]) == (2, 2)
    table = siege().go("ottoman", actions=3).start()
    assert [table.work(side, wall) for side in ("imperial", "ottoman") for wall in ("palota", "kozepso")] == [0] * 4
    table.choose("entrench", "zone:palota").choose("entrench", "zone:kozepso")
    assert table.refused("entrench", "zone:becsi_kapu") == "entrench.supply_empty"


# ---------------------------------------------------------------------- the scale


@rule("setup.scale.time", "setup.scale.cas", "setup.scale.tms", "setup.scale.cms", "setup.scale.cts")
@pytest.mark.parametrize(("marker", "cell"), [("time", 1), ("cas", 1), ("tms", 4), ("cms", 4), ("cts", 4)])
def test_the_level_markers_start_in_their_cells(marker: str, cell: int) -> None:
    [scale] = GAME.scene(before_the_first_turn(), None).tracks
    assert scale.markers[f"marker:{marker}"] == cell


@rule("setup.scale.officers")
def test_the_officer_markers_start_on_the_full_officer_values() -> None:
    [scale] = GAME.scene(before_the_first_turn(), None).tracks
    markers = {name.removeprefix("marker:officer_"): cell for name, cell in scale.markers.items() if "officer" in name}
    assert markers == {"abdurrahman": 6, "charles": 5, "max_emanuel": 4}


@rule("setup.scale.officers")
def test_an_officer_marker_starts_on_the_value_that_the_pack_gives_him(tmp_path: Path) -> None:
    game = GAME.with_pack(changed(tmp_path, "charles", "full = 5", "full = 7"))
    g = game.new(game.settle({}), Chance.from_seed("test"))
    assert g.officer == [6, 7, 4]
