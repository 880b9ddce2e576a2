"""What the report, the prompts and refusals cite: the rule that is meant, and of several the most exact one."""

from __future__ import annotations

import pytest

from sandtable.engine.ask import Ask
from sandtable.games.buda_1686.state import State
from tests.citing import rule
from tests.games.buda_1686.siege import Siege, Table, siege


def ask(table: Table) -> Ask[State]:
    assert table.match.ask is not None
    return table.match.ask


def gate_held(*units: str) -> Siege:
    """The imperials hold the Vienna Gate, whose garrison is gone; no officer has any value left."""
    return siege().gone("sipahi_1").wall("becsi_kapu", *units).officers(abdurrahman=0, charles=0, max_emanuel=0)


# ---------------------------------------------------------------------- the report and the prompts


@rule("mining.spring.success", "artillery.imperial.success")
def test_a_unit_enters_a_breach_by_the_rule_of_the_mine_or_of_the_guns() -> None:
    table = siege().levels(cas=3).go("imperial").roll(1).start().choose("spring", "zone:esztergomi_rondella")
    assert [line.rule for line in table.told("enters_breach")] == ["mining.spring.success"]
    table = siege().officers(abdurrahman=0).go("imperial").roll(1).start().choose("artillery", "zone:nagyrondella")
    table.choose("enter", "unit:bavarian_1")
    assert [line.rule for line in table.told("enters_breach")] == ["artillery.imperial.success"]


@rule("entrench.sortie_ottoman")
def test_a_sortie_that_ends_badly_is_absorbed_by_its_own_rule() -> None:
    # Sipahis sally out of the Vienna Gate; a roll of 1 with three besiegers in Felhévíz is less than 1.
    table = siege().officers(abdurrahman=0).work("ottoman", "becsi_kapu", 1).go("ottoman", actions=2).roll(1).start()
    table.choose("sortie", "unit:sipahi_1")
    assert (table.prompt, ask(table).rule) == ("absorb", "entrench.sortie_ottoman")
    assert table.refused("absorb", "zone:vizivaros") == "entrench.sortie_ottoman"
    table.choose("absorb", "zone:becsi_kapu")
    assert [line.rule for line in table.told("work_used")] == ["entrench.sortie_ottoman"]


@rule("entrench.absorb_loss", "entrench.same_zone")
def test_a_loss_of_a_fight_is_absorbed_by_the_rule_of_losses() -> None:
    # Option: the besieger names the azabs of Víziváros, and their owner may give up the work there.
    position = siege().breach("vizivaros", "kaiserlich_1").work("ottoman", "vizivaros", 1)
    position.set(rushed=True).officers(charles=0).option(losses="actor_losses").go("imperial").roll(6)
    table = position.start().choose("assault", "zone:vizivaros")
    assert (table.prompt, ask(table).rule) == ("absorb", "entrench.absorb_loss")
    assert table.refused("absorb", "zone:palota") == "entrench.same_zone"


@rule("assault.roll", "castle.imperial_compare", "castle.ottoman_compare")
def test_the_roll_of_a_fight_cites_the_rule_that_says_what_it_is_compared_with() -> None:
    position = siege().breach("vizivaros", "kaiserlich_1").set(rushed=True).officers(charles=0).go("imperial").roll(6)
    table = position.start().choose("assault", "zone:vizivaros")
    assert [line.rule for line in table.told("fight")] == ["assault.roll"]

    table = gate_held("kaiserlich_1").set(rushed=True).go("imperial").roll(6).start()
    table.choose("castle", "zone:esztergomi_rondella")
    assert [line.rule for line in table.told("fight")] == ["castle.imperial_compare"]

    table = gate_held("kaiserlich_1").go("ottoman", actions=2).roll(3).start().choose("castle", "zone:becsi_kapu")
    table.choose("join", "unit:janissary_1").choose("launch")
    assert [line.rule for line in table.told("fight")] == ["castle.ottoman_compare"]


@rule("assault.abdurrahman.castle_fight", "assault.abdurrahman.move")
def test_abdurrahmans_move_is_asked_for_by_the_rule_of_the_fight() -> None:
    table = siege().breach("vizivaros", "kaiserlich_1").go("imperial").start().choose("assault", "zone:vizivaros")
    assert (table.prompt, ask(table).rule) == ("rush", "assault.abdurrahman.move")
    table = gate_held("kaiserlich_1").go("imperial").start().choose("castle", "zone:esztergomi_rondella")
    assert (table.prompt, ask(table).rule) == ("rush", "assault.abdurrahman.castle_fight")


@rule("entrench.place", "entrench.upgrade")
def test_a_work_is_placed_by_one_rule_and_turned_by_another() -> None:
    table = siege().go("ottoman", actions=3).start()
    table.choose("entrench", "zone:palota").choose("entrench", "zone:palota")
    assert [(line.args[1], line.rule) for line in table.told("entrench")] == [
        (1, "entrench.place"),
        (2, "entrench.upgrade"),
    ]


# ---------------------------------------------------------------------- what the refusals name


@rule("event.fate.total", "event.fate.without_initiative")
@pytest.mark.parametrize(
    ("ottoman", "cited"),
    [(2, "event.fate.total"), (9, "event.fate.without_initiative")],
    ids=["with the initiative", "without it"],
)
def test_after_the_action_of_the_hand_of_fate_its_rule_says_that_there_is_no_more(ottoman: int, cited: str) -> None:
    # The imperial 5 brings the hand of fate; a 4 on the die gives one action more: two, with 5 against 2 or against 9.
    table = siege().draw(turn=7).counters(5, ottoman).roll(4).start()
    if table.asked == "ottoman":
        table.choose("end")
    table.choose("raise_cas").choose("raise_cas")
    assert table.refused("raise_cas") == cited
    assert table.refused("entrench", "zone:palota") == "entrench.place"  # what it names would be refused anyway


@rule("officer.self_restore", "generals.restore_not_officers")
def test_an_officer_is_not_restored_by_himself_as_by_another() -> None:
    table = siege().unit("charles", "felheviz", wounded=True).officers(charles=3).go("imperial").start()
    assert table.refused("restore", "unit:charles", "unit:charles") == "officer.self_restore"
    assert table.refused("restore", "unit:max_emanuel", "unit:charles") == "generals.restore_not_officers"
    table = siege().go("imperial").start()
    assert table.refused("restore", "unit:charles", "unit:charles") == "generals.restore_not_officers"


@rule("generals.restore_place", "generals.restore", "event.epidemic.side_kept")
@pytest.mark.parametrize(
    ("place", "cited"),
    [
        ("lost", "generals.restore_place"),
        ("cup", "generals.restore_place"),
        ("sick", "event.epidemic.side_kept"),
        ("felheviz", "generals.restore"),
    ],
)
def test_only_a_unit_on_the_map_is_restored(place: str, cited: str) -> None:
    table = siege().unit("kaiserlich_1", place, sick=3 if place == "sick" else 0).go("imperial").start()
    assert table.refused("restore", "unit:charles", "unit:kaiserlich_1") == cited


@rule("generals.restore", "generals.bring_back_full", "generals.bring_back_wounded", "generals.raise_cts")
def test_what_the_generals_do_abdurrahman_cannot() -> None:
    table = siege().levels(cts=3).unit("kaiserlich_1", "lost").go("ottoman").start()
    assert table.refused("restore", "unit:abdurrahman", "unit:azab_1") == "generals.restore"
    assert table.refused("return", "unit:abdurrahman", "unit:kaiserlich_1", "full") == "generals.bring_back_full"
    assert table.refused("return", "unit:abdurrahman", "unit:kaiserlich_1", "wounded") == "generals.bring_back_wounded"
    assert table.refused("raise_cts", "unit:abdurrahman") == "generals.raise_cts"


@rule("officer.timing_own_go")
def test_officers_of_the_other_side_wait_for_their_own_go() -> None:
    position = siege().levels(cts=3).unit("saxon", "lost").unit("kaiserlich_1", "felheviz", wounded=True)
    table = position.go("ottoman").start()
    assert table.refused("restore", "unit:charles", "unit:kaiserlich_1") == "officer.timing_own_go"
    assert table.refused("return", "unit:max_emanuel", "unit:saxon", "full") == "officer.timing_own_go"
    assert table.refused("raise_cts", "unit:charles") == "officer.timing_own_go"
    assert table.refused("self_restore", "unit:charles") == "officer.timing_own_go"
    assert siege().go("imperial").start().refused("self_restore", "unit:abdurrahman") == "officer.timing_own_go"


@rule("castle.both_sides", "castle.ottoman.origin")
def test_a_unit_that_cannot_join_is_too_far_away_or_alone() -> None:
    # Next to the Vienna Gate: azabs alone in Víziváros; the palace, with two units, is not.
    position = gate_held("kaiserlich_1").wall("palota", "azab_2", "sipahi_2").go("ottoman")
    table = position.start().choose("castle", "zone:becsi_kapu")
    assert table.refused("join", "unit:azab_1") == "castle.ottoman.origin"
    assert table.refused("join", "unit:azab_2") == "castle.both_sides"
    assert table.refused("join", "unit:kaiserlich_1") == "castle.participants_choice"


# ---------------------------------------------------------------------- nothing is passed over in silence


@rule("assault.abdurrahman.once", "assault.abdurrahman.capacity", "assault.abdurrahman.move", "loss.ottoman_final")
@pytest.mark.parametrize(
    ("position", "cited"),
    [
        (siege().set(rushed=True), "assault.abdurrahman.once"),
        (siege().wall("vizivaros", "azab_2", "sipahi_2", "janissary_3"), "assault.abdurrahman.capacity"),
        (siege().wall("vizivaros", "abdurrahman", "janissary_1"), "assault.abdurrahman.move"),
        (siege().gone("abdurrahman").wall("vizivaros", "janissary_1"), "loss.ottoman_final"),
    ],
    ids=["tried already", "full", "there already", "dead"],
)
def test_why_abdurrahman_may_not_hurry_to_the_wall(position: Siege, cited: str) -> None:
    # Somebody takes a loss, and has a work to take it.
    position.breach("vizivaros", "kaiserlich_1").work("ottoman", "vizivaros", 1).work("imperial", "vizivaros", 1)
    position.officers(abdurrahman=0, charles=0)
    table = position.go("imperial").roll(6).start().choose("assault", "zone:vizivaros")
    assert table.prompt == "take_loss"
    assert table.match.why_not(("rush",)) == [(("rush",), cited)]


@rule("assault.abdurrahman.move", "castle.sequence")
def test_abdurrahman_hurries_neither_without_an_attack_nor_after_the_roll_nor_to_an_ottoman_fight() -> None:
    assert siege().go("ottoman").start().refused("rush") == "assault.abdurrahman.move"
    assert siege().go("imperial").start().refused("rush") == "assault.abdurrahman.move"
    # Foot (4) against azabs (3): 1 + 1 = 2, two losses at TMS 4, and the besiegers have a work.
    position = siege().breach("vizivaros", "kaiserlich_1").work("imperial", "vizivaros", 1).go("imperial").roll(1)
    table = position.start().choose("assault", "zone:vizivaros").choose("stay")
    assert (table.prompt, table.refused("rush")) == ("take_loss", "assault.abdurrahman.move")
    # Janissaries and sipahis (4 + 3) against foot (4): 1 + 3 = 4, and the owner of the work is asked.
    position = gate_held("kaiserlich_1").wall("kozepso", "sipahi_2").wall("palota", "abdurrahman")
    position.work("imperial", "becsi_kapu", 1).go("ottoman").roll(1)
    table = position.start().choose("castle", "zone:becsi_kapu")
    table.choose("join", "unit:janissary_1").choose("join", "unit:sipahi_2")
    assert (table.prompt, table.refused("rush")) == ("take_loss", "castle.sequence")


@rule("move.imperial.free")
def test_why_the_besiegers_do_not_move_in_an_ottoman_go() -> None:
    table = siege().go("ottoman").start()
    refused = table.match.why_not(("move", "unit:charles"))
    assert {cited for _, cited in refused} == {"move.imperial.free"}
    assert len(refused) == len(table.state.pack.move[0])


@rule("artillery.imperial.success", "mining.spring.success", "map.breach.imperial_only")
@pytest.mark.parametrize(
    ("order", "cited"), [("artillery", "artillery.imperial.success"), ("spring", "mining.spring.success")]
)
def test_why_a_unit_cannot_enter_the_breach(order: str, cited: str) -> None:
    # The Great Rondella is stormed from the camps in the south; Charles is in Felhévíz.
    table = siege().officers(abdurrahman=0).go("imperial").roll(1).start().choose(order, "zone:nagyrondella")
    assert table.prompt == "enter_breach"
    assert table.match.why_not("unit:charles") == [(("enter", "unit:charles"), cited)]
    assert table.match.why_not("unit:azab_1") == [(("enter", "unit:azab_1"), "map.breach.imperial_only")]


@rule("loss.owner_entrench")
def test_a_wall_without_a_work_absorbs_nothing() -> None:
    position = siege().breach("vizivaros", "kaiserlich_1", "kaiserlich_2").wall("vizivaros", "azab_2")
    position.set(rushed=True).officers(charles=0).go("imperial").roll(6)
    table = position.start().choose("assault", "zone:vizivaros")
    assert table.prompt == "take_loss"
    assert table.refused("absorb", "zone:vizivaros") == "loss.owner_entrench"
    assert table.refused("absorb", "zone:palota") == "entrench.same_zone"


@rule("loss.assign_then_entrench")
def test_option_the_acting_player_names_units_and_no_works() -> None:
    position = siege().breach("vizivaros", "kaiserlich_1", "kaiserlich_2").wall("vizivaros", "azab_2")
    position.set(rushed=True).officers(charles=0).option(losses="actor_losses").work("ottoman", "vizivaros", 1)
    table = position.go("imperial").roll(6).start().choose("assault", "zone:vizivaros")
    assert (table.prompt, table.refused("absorb", "zone:vizivaros")) == ("assign_loss", "loss.assign_then_entrench")


@rule("move.ottoman.anywhere", "map.zones.roads")
def test_to_stay_is_no_move() -> None:
    table = siege().go("ottoman", moves=1).start()
    assert table.refused("move", "unit:azab_1", "zone:vizivaros") == "move.ottoman.anywhere"
    assert siege().go("imperial").start().refused("move", "unit:charles", "zone:felheviz") == "map.zones.roads"


@rule("round.draw.unit", "event.epidemic.recovery")
def test_only_the_unit_that_has_come_is_placed() -> None:
    table = siege().unit("saxon", "cup").draw().roll("unit:saxon", "counter:ottoman_03").start()
    assert table.prompt == "place_unit"
    assert table.refused("place", "unit:charles", "zone:felheviz") == "round.draw.unit"
    table = siege().unit("saxon", "sick", sick=1).draw().start()
    assert table.refused("place", "unit:charles", "zone:felheviz") == "event.epidemic.recovery"
