"""Components: units, number counters, entrenchments, the scale and the die."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from sandtable.engine.errors import BadPack, ChanceMismatch
from sandtable.engine.start import Origin, start
from sandtable.games.buda_1686 import GAME
from sandtable.games.buda_1686.pack import SIDES, Pack
from tests.citing import rule
from tests.games.buda_1686.packs import changed, printed
from tests.games.buda_1686.siege import new_game, siege

OTTOMANS = ("abdurrahman", "janissary_1", "janissary_2", "janissary_3", "sipahi_1", "sipahi_2", "azab_1", "azab_2")


def units_of(side: str) -> list[str]:
    pack = new_game().state.pack
    return [key for unit, key in enumerate(pack.unit_keys) if SIDES[pack.side[unit]] == side]


def nations_of(side: str) -> Counter[str]:
    pack = new_game().state.pack
    return Counter(pack.nation[unit] for unit in range(pack.units) if SIDES[pack.side[unit]] == side)


# ---------------------------------------------------------------------- players, die, cups


@rule("comp.players")
def test_two_players_besiege_and_defend() -> None:
    table = siege().draw().counters(8, 5).start()
    assert table.match.seats == ("imperial", "ottoman")
    assert table.asked == "imperial"
    assert table.choose("end").asked == "ottoman"


@rule("comp.die")
@pytest.mark.parametrize("face", [0, 7])
def test_the_die_has_no_face_but_one_to_six(face: int) -> None:
    table = siege().go("imperial").roll(face).start()
    with pytest.raises(ChanceMismatch):
        table.choose("spring", "zone:becsi_kapu")


@rule("comp.die")
def test_every_face_of_the_die_comes_up_in_a_whole_game() -> None:
    table, rng = new_game(), random.Random(1)
    while table.match.outcome is None:
        table.match.choose(rng.choice(table.choices))
    rolled = {line.args[0] for line in table.match.lines(None) if line.rule == "comp.die"}
    assert rolled == {1, 2, 3, 4, 5, 6}


@rule("comp.cups")
def test_each_side_draws_from_its_own_cup() -> None:
    with pytest.raises(ChanceMismatch):
        siege().draw().roll("counter:ottoman_05").start()
    with pytest.raises(ChanceMismatch):
        siege().draw().roll("counter:imperial_05", "counter:imperial_06").start()


@rule("comp.cups")
def test_the_cups_are_drawn_from_blindly() -> None:
    """Out of the same cups, different counters come."""
    games = [start(GAME, {}, Origin(f"seed {n}")) for n in range(40)]
    for side in (0, 1):
        assert len({match.state.drawn[side] for match in games}) > 10


# ---------------------------------------------------------------------- units


@rule("comp.units.imperial")
def test_the_imperials_have_ten_units_of_five_kinds() -> None:
    assert nations_of("imperial") == {"saxon": 1, "hungarian": 1, "bavarian": 2, "kaiserlich": 4, "officer": 2}


@rule("comp.units.imperial_officers")
def test_charles_and_max_emanuel_are_the_imperial_officers() -> None:
    table = siege().levels(cts=2).go("imperial").start()
    raisers = {choice[1] for choice in table.choices if choice[0] == "raise_cts"}
    assert raisers == {"unit:charles", "unit:max_emanuel"}


@rule("comp.units.ottoman")
def test_the_ottomans_have_eight_units() -> None:
    assert sorted(units_of("ottoman")) == sorted(OTTOMANS)
    assert new_game().state.ottomans() == 8


@rule("comp.units.ottoman_includes_abdurrahman")
def test_abdurrahman_is_one_of_the_eight_and_the_others_are_ordinary_troops() -> None:
    assert nations_of("ottoman") == {"officer": 1, "janissary": 3, "sipahi": 2, "azab": 2}
    # With him and four others five units are left, which is one too many for an imperial win; with three others not.
    four = siege().option(victory="either_victory").gone("azab_1", "azab_2", "sipahi_2")
    table = four.set(phase="round_end").counters(8, 5).start()
    assert table.winner is None
    assert four.gone("sipahi_1").start().winner == "imperial"


@rule("comp.units.two_sided")
def test_every_unit_is_weaker_on_its_wounded_side() -> None:
    pack = new_game().state.pack
    assert [key for unit, key in enumerate(pack.unit_keys) if not 0 < pack.wounded[unit] < pack.full[unit]] == []


@rule("comp.units.two_sided")
def test_a_pack_with_a_unit_that_is_not_weaker_when_wounded_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadPack, match=r"saxon.*comp\.units\.two_sided"):
        Pack(changed(tmp_path, "saxon", "wounded = 2", "wounded = 3"))


@rule("comp.units.combat_value")
def test_a_unit_fights_with_the_number_that_is_face_up() -> None:
    """A wounded unit of 2 against 3 azabs: modifier -1, and a 4 makes 3, which is less than the morale of 4."""
    wounded = siege().unit("kaiserlich_1", "breaches:vizivaros", wounded=True)
    table = wounded.set(rushed=True).go("imperial").roll(4).start()
    assert table.value("kaiserlich_1") == 2
    assert table.choose("assault", "zone:vizivaros").at("kaiserlich_1") == "lost"
    # At full strength 4 - 3 = +1, and the same roll makes 5.
    table = siege().breach("vizivaros", "kaiserlich_1").set(rushed=True).go("imperial").roll(4).start()
    assert table.choose("assault", "zone:vizivaros").wounded("azab_1")


@rule("comp.units.two_steps")
def test_a_full_unit_takes_two_losses_before_it_leaves_the_map() -> None:
    """Kaiserlich 4 against azabs 3: modifier +1. TMS 4: a 1 makes 2, and twice 2 is not more than 4: two losses."""
    lone = siege().breach("vizivaros", "kaiserlich_1").set(rushed=True).go("imperial", actions=2)
    table = lone.roll(1).start().choose("assault", "zone:vizivaros")
    assert table.at("kaiserlich_1") == "lost"
    # A 2 makes 3: one loss, which only wounds. Then 2 - 3 = -1, and a 4 makes 3 again: the second loss.
    table = siege().breach("vizivaros", "kaiserlich_1").set(rushed=True).go("imperial", actions=2).roll(2, 4).start()
    table.choose("assault", "zone:vizivaros")
    assert (table.at("kaiserlich_1"), table.wounded("kaiserlich_1")) == ("breaches:vizivaros", True)
    assert table.choose("assault", "zone:vizivaros").at("kaiserlich_1") == "lost"


@rule("comp.units.janissaries")
def test_janissaries_are_worth_four_and_the_other_ottomans_three() -> None:
    table = new_game()
    values = {unit: table.value(unit) for unit in OTTOMANS if unit != "abdurrahman"}
    assert {unit: value for unit, value in values.items() if value == 4}.keys() == set(OTTOMANS[1:4])
    assert {unit: value for unit, value in values.items() if value == 3}.keys() == set(OTTOMANS[4:])


@rule("comp.units.officer_value")
@pytest.mark.parametrize("officer", ["abdurrahman", "charles", "max_emanuel"])
def test_an_officers_number_is_both_his_combat_value_and_his_officer_value(officer: str) -> None:
    fresh = siege().before_turn(2).officers(**{officer: 0}).counters(8, 5).start()
    assert fresh.officer(officer) == fresh.value(officer) == {"abdurrahman": 6, "charles": 5, "max_emanuel": 4}[officer]
    home = fresh.at(officer)
    hurt = siege().before_turn(2).unit(officer, home, wounded=True).officers(**{officer: 0}).counters(8, 5).start()
    assert hurt.officer(officer) == hurt.value(officer) < fresh.value(officer)


@rule("comp.units.officer_value")
def test_an_officer_fights_with_his_number() -> None:
    """Charles 5 against azabs 3: modifier +2, and a 2 makes 4. As a 4 he would have made 3 and lost."""
    table = siege().breach("vizivaros", "charles").set(rushed=True).go("imperial").roll(2).start()
    table.choose("assault", "zone:vizivaros")
    assert table.wounded("azab_1")
    assert not table.wounded("charles")


@rule("comp.units.abdurrahman_values")
def test_abdurrahman_is_worth_six_and_wounded_three() -> None:
    assert new_game().value("abdurrahman") == 6
    hurt = siege().unit("abdurrahman", "kozepso", wounded=True).officers(abdurrahman=3).go("ottoman").start()
    assert hurt.value("abdurrahman") == 3


@rule("comp.units.values_missing")
def test_values_that_the_text_does_not_give_come_from_the_pack(tmp_path: Path) -> None:
    """The Saxons are 3 in ours: 3 - 3 = 0, and a 2 is half the morale of 4: destroyed. With 5 a 2 makes 4."""
    place = siege().breach("vizivaros", "saxon").set(rushed=True).go("imperial").roll(2)
    assert place.start().choose("assault", "zone:vizivaros").at("saxon") == "lost"
    game = GAME.with_pack(changed(tmp_path, "saxon", "full = 3", "full = 5"))
    position = {**place.fields, "units": dict(place.units)}
    match = start(game, {}, Origin("test", (2,), position))
    match.choose(("assault", "zone:vizivaros"))
    azabs, saxons = match.state.pack.unit_keys.index("azab_1"), match.state.pack.unit_keys.index("saxon")
    assert match.state.wounded == 1 << azabs
    assert match.state.value(saxons) == 5


# ---------------------------------------------------------------------- number counters


@rule("comp.numbers.owner")
def test_grey_counters_are_imperial_and_green_ones_ottoman() -> None:
    colour = {f"counter:{counter['id']}": counter["colour"] for counter in printed("number_counter")}
    table = siege().draw().counters(8, 5).start()
    assert {colour[counter] for counter in table.cup("imperial")} == {"grey"}
    assert {colour[counter] for counter in table.cup("ottoman")} == {"green"}


@rule("comp.numbers.count", "comp.numbers.values", "comp.numbers.zeros")
@pytest.mark.parametrize("side", [0, 1])
def test_each_side_has_twenty_counters_from_zero_to_nineteen(side: int) -> None:
    pack = new_game().state.pack
    assert pack.counters == 20
    assert sorted(pack.numbers[side]) == list(range(20))
    assert pack.numbers[side].count(0) == 1


@rule("comp.numbers.zeros")
@pytest.mark.parametrize("zero", ["imperial_00", "ottoman_00"])
def test_a_pack_without_exactly_one_zero_on_each_side_is_refused(tmp_path: Path, zero: str) -> None:
    with pytest.raises(BadPack, match="exactly one counter with number 0"):
        Pack(changed(tmp_path, zero, "number = 0", "number = 20"))


@rule("comp.numbers.events")
@pytest.mark.parametrize("turn", [6, 7, 8])
@pytest.mark.parametrize("side", ["imperial", "ottoman"])
def test_counters_with_an_event_on_the_back_ask_for_a_roll_from_their_turn_on(side: str, turn: int) -> None:
    expected = {
        counter["number"]
        for counter in printed("number_counter")
        if counter["side"] == side and counter.get("event") and counter["from_turn"] <= turn
    }
    rolled = set()
    for number in range(20):
        other = 2 if number == 1 else 1  # not a tie, and no event of its own
        numbers = (number, other) if side == "imperial" else (other, number)
        table = siege().draw(turn).counters(*numbers).roll(1).start()  # an odd roll: nothing happens
        if not table.script_left():
            rolled.add(number)
    assert rolled == expected
    assert expected


@rule("comp.numbers.events")
def test_the_name_of_a_counter_promises_no_event_before_turn_six(tmp_path: Path) -> None:
    early = GAME.with_pack(changed(tmp_path, "imperial_05", "from_turn = 6", "from_turn = 3"))
    assert early.names["en"]["counter:imperial_05"] == "5 (hand of fate from turn 6)"


@rule("comp.numbers.events")
@pytest.mark.parametrize("turn", [1, 8])
@pytest.mark.parametrize("seat", [0, 1, None])
def test_an_event_is_marked_on_the_drawn_counter_whether_it_is_active_or_not(seat: int | None, turn: int) -> None:
    def marks(imperial: int, ottoman: int) -> list[list[str]]:
        table = siege().draw(turn).counters(imperial, ottoman).roll(1, 1).start()  # rolls for active events
        return [pile.top.marks for pile in table.scene(seat).piles if pile.top is not None]

    assert marks(5, 12) == [["event:hand_of_fate"], ["event:relief_army"]]
    assert marks(8, 6) == [[], []]


# ---------------------------------------------------------------------- entrenchments


@rule("comp.entrench.count")
@pytest.mark.parametrize("side", ["imperial", "ottoman"])
def test_each_side_has_two_entrenchment_markers(side: str) -> None:
    walls = ("becsi_kapu", "fehervari_rondella", "palota")
    position = siege().work(side, walls[0], 1).work(side, walls[1], 1).go(side, actions=1)
    if side == "imperial":
        position.breach(walls[0], "kaiserlich_1").breach(walls[1], "saxon").breach(walls[2], "bavarian_1")
    assert position.start().refused("entrench", f"zone:{walls[2]}") == "entrench.supply_empty"
    assert "comp.entrench.count" in position.work(side, walls[2], 1).impossible()


@rule("comp.entrench.two_sided")
def test_an_entrenchment_has_a_first_and_a_second_level_and_no_third() -> None:
    table = siege().go("ottoman", actions=3).start()
    assert table.choose("entrench", "zone:palota").work("ottoman", "palota") == 1
    assert table.choose("entrench", "zone:palota").work("ottoman", "palota") == 2
    assert table.refused("entrench", "zone:palota") == "entrench.one_per_zone"
    assert "entrenchments.ottoman.palota" in siege().work("ottoman", "palota", 3).impossible()


# ---------------------------------------------------------------------- the scale


@rule("comp.scale.cells")
def test_the_scale_has_the_cells_zero_to_eight() -> None:
    [scale] = new_game().scene().tracks
    assert scale.cells == [0, 1, 2, 3, 4, 5, 6, 7, 8]
    siege().unit("saxon", "sick", sick=8).levels(tms=0).go("imperial").start()
    assert "sick" in siege().unit("saxon", "sick", sick=9).go("imperial").impossible()


@rule("comp.scale.markers")
def test_eight_markers_are_on_the_scale_and_may_share_a_cell() -> None:
    [scale] = new_game().scene().tracks
    levels = {f"marker:{name}" for name in ("time", "cas", "tms", "cms", "cts")}
    officers = {f"marker:officer_{name}" for name in ("abdurrahman", "charles", "max_emanuel")}
    assert set(scale.markers) == levels | officers
    assert {scale.markers[f"marker:{name}"] for name in ("tms", "cms", "cts", "officer_max_emanuel")} == {4}


@rule("comp.scale.cms_print_error")
def test_cell_five_is_the_highest_for_imperial_morale_and_not_the_lowest() -> None:
    assert siege().levels(cms=4).go("imperial").start().level("cms") == 4
    assert siege().levels(cms=5).go("imperial").start().level("cms") == 5
    assert "levels.cms" in siege().levels(cms=6).go("imperial").impossible()
    notes = {(note["cell"], note["text"]) for note in printed("scale_note") if "CMS" in note["text"]}
    assert notes == {(5, "CMS maximum"), (1, "CMS and CTS minimum")}
