"""Lend-lease: who sends how much to whom, with which escort, and what becomes of it."""

from __future__ import annotations

import pytest

from sandtable.engine.sets import NONE
from sandtable.engine.types import Json
from sandtable.games.battle_for_europe.flow import accounting, build, control, convoys, fall, lend_lease, means, reach
from sandtable.games.battle_for_europe.flow import war as wars
from sandtable.games.battle_for_europe.pack import ALLIES, BRITAIN, FRANCE, GERMANY, ITALY, USA, USSR
from sandtable.games.battle_for_europe.routes import ROUTE_KEYS
from sandtable.games.battle_for_europe.state import USED, State
from tests.citing import rule
from tests.games.battle_for_europe.aid import (
    AMERICAN,
    BRITISH,
    FLEET,
    SUMMER_1941,
    all_of_1941,
    in_1941,
    in_1944,
    send,
    stack,
    under_way,
)
from tests.games.battle_for_europe.battles import at_first
from tests.games.battle_for_europe.war import PACK, Table, War, war

AREA = {key: at for at, key in enumerate(PACK.area_keys)}
USA_BRITAIN, USA_USSR, BRITAIN_USSR = range(3)
ALLIED_SEAT, AXIS_SEAT = 1, 0


def fully(g: State, flow: object) -> None:
    """Run a rule that asks nothing here."""
    assert list(flow) == []  # type: ignore[call-overload]


# ---------------------------------------------------------------------- when and to whom


@rule("lend.usa_britain.when")
def test_america_may_send_to_britain_from_spring_1941_once_france_has_fallen() -> None:
    place = war("full_war_a").advanced().stack("plymouth", britain=FLEET)
    standing = place.season("1941_spring").phase("transferring", 1, 2)
    assert lend_lease.aid_refusal(at_first(standing), BRITAIN) == "lend.usa_britain.when"
    fallen = place.phase("transferring", 1, 1).set(fallen=["france", "poland"])
    fallen.set(at_war_with={"germany": ["britain"], "france": []}, alliance={"france": None})
    assert lend_lease.aid_refusal(at_first(fallen.season("1940_winter")), BRITAIN) == "lend.usa_britain.when"
    for season in ("1941_spring", "1943_winter"):
        assert fallen.season(season).start().offers("aid", "nation:britain")


@rule("lend.france_axis")
def test_a_france_that_fell_to_italy_counts() -> None:
    g = in_1941().start().state
    assert g.fallen >> FRANCE & 1
    for holder in ("germany", "italy"):
        table = in_1941().held(holder, "paris").start()
        assert table.offers("aid", "nation:britain")


@rule("lend.ussr.when")
def test_both_may_send_to_the_soviet_union_once_germany_has_attacked_it() -> None:
    for acting in (BRITISH, AMERICAN):
        assert in_1941(acting=acting).start().offers("aid", "nation:ussr")
        assert in_1944(acting=acting).start().offers("aid", "nation:ussr")
        peace = war("barbarossa").advanced().season("1941_autumn").phase("transferring", 1, acting)
        table = peace.stack("edinburgh", britain=FLEET).start()
        assert table.refused("aid", "nation:ussr") == "lend.ussr.when"


@rule("lend.ussr.when")
def test_a_soviet_attack_opens_nothing() -> None:
    g = in_1941().set(german_attack=None, soviet_attack=SUMMER_1941).start().state
    assert lend_lease.aid_refusal(g, USSR) == "lend.ussr.when"


@rule("lend.phase", "hpp.not_transferable")
def test_aid_is_sent_in_phase_4_and_only_on_these_ways() -> None:
    for phase in ("moving", "building"):
        assert not in_1944(phase).start().all("aid")
    british, american = in_1944().start(), in_1944(acting=AMERICAN).start()
    assert british.all("aid") == [("aid", "nation:ussr")]
    assert american.all("aid") == [("aid", "nation:britain"), ("aid", "nation:ussr")]
    assert british.refused("aid", "nation:usa") == "hpp.not_transferable"
    assert american.refused("aid", "nation:usa") == "hpp.not_transferable"
    assert in_1944(acting=0).start().refused("aid", "nation:britain") == "hpp.not_transferable"


def test_there_is_no_aid_at_the_basic_level_nor_in_the_sickle_cut() -> None:
    basic = war("bagration_overlord").phase("transferring", 0, BRITISH).stack("edinburgh", britain=FLEET).start()
    assert not basic.all("aid") and basic.state.lease is None
    assert not war().advanced().phase("transferring", 1, 1).start().all("aid")


# ---------------------------------------------------------------------- how much


@rule("lend.quarter", "lend.face_down")
@pytest.mark.parametrize(("acting", "most"), [(BRITISH, 32 // 4), (AMERICAN, 55 // 4)])
def test_one_sending_is_at_most_a_quarter_of_the_base_rounded_down(acting: int, most: int) -> None:
    table = in_1944(acting=acting).start().choose("aid", "nation:ussr")
    if table.prompt == "aid.by":
        table.choose("by", "area:plymouth")
    assert table.all("convoy") == [("convoy", amount) for amount in range(most + 1)]
    if most < 13:
        assert table.refused("convoy", most + 1) == "lend.quarter"


@rule("lend.quarter")
def test_the_quarter_is_that_of_a_base_without_gibraltar_and_suez() -> None:
    place = in_1941(acting=BRITISH).held("italy", "gibraltar", "suez").start()
    assert lend_lease.quarter(place.state, BRITAIN) == (27 - 5 - 5) // 4
    assert lend_lease.quarter(in_1941().start().state, BRITAIN) == 27 // 4


@rule("lend.quarter", "med.regain")
def test_a_base_that_fell_with_gibraltar_is_whole_again_at_the_next_accounting_only() -> None:
    g = in_1941(acting=BRITISH).start().state
    for holder in (ITALY, BRITAIN):  # taken, and retaken in the same year
        control.capture(g, AREA["gibraltar"], holder)
        assert lend_lease.quarter(g, BRITAIN) == (27 - 5) // 4
    accounting.annual(g)
    assert lend_lease.quarter(g, BRITAIN) == 27 // 4


@rule("lend.per_destination")
def test_a_sender_sends_once_a_turn_to_each_and_both_stay_within_the_quarter() -> None:
    place = in_1944(acting=AMERICAN).stack("liverpool", usa=FLEET)
    table = send(place.start(), "britain", 9, "plymouth")
    assert table.refused("aid", "nation:britain") == "lend.per_destination"
    table.choose("aid", "nation:ussr")
    if table.prompt == "aid.by":
        table.choose("by", "area:liverpool")
    assert table.all("convoy") == [("convoy", amount) for amount in range(13 - 9 + 1)]
    assert table.refused("convoy", 5) == "lend.per_destination"
    table.choose("convoy", 4)
    assert (stack(table, "usa_britain"), stack(table, "usa_ussr")) == (9, 4)


@rule("lend.paid", "lend.counts_limit", "hpp.half_cap.includes_all")
def test_what_is_sent_leaves_the_stock_at_once_and_counts_against_the_limit() -> None:
    table = send(in_1944().start(), "ussr", 6)
    assert table.purse("britain") == 28 - 6 and table.state.spent[BRITAIN] == 6
    near = in_1944().set(spent={"britain": 14 - 4}).start().choose("aid", "nation:ussr")
    assert near.all("convoy")[-1] == ("convoy", 4)
    assert near.refused("convoy", 5) == "lend.counts_limit"


@rule("hpp.no_credit", "lend.face_down")
def test_nobody_sends_more_than_he_has_but_blanks_he_can_always_send() -> None:
    poor = in_1944().hpp(britain=2).start().choose("aid", "nation:ussr")
    assert poor.all("convoy") == [("convoy", 0), ("convoy", 1), ("convoy", 2)]
    assert poor.refused("convoy", 3) == "hpp.no_credit"
    for left in (0, -3):  # bombs and submarines can leave a debt
        empty = in_1944().hpp(britain=left).start().choose("aid", "nation:ussr")
        assert empty.prompt == "aid.amount" and empty.all("convoy") == [("convoy", 0)]
        assert stack(empty.choose("convoy", 0), "britain_ussr") == 0


@rule("lend.usa_1941_base", "usa.hpp_before")
def test_in_1941_america_sends_from_its_printed_base_and_spends_nothing_else() -> None:
    table = in_1941().start()
    base = PACK.base_hpp[USA][1941 - 1939]
    assert table.purse("usa") == base == 24 and table.state.opening[USA] == base
    table.choose("aid", "nation:britain")
    assert table.all("convoy")[-1] == ("convoy", base // 4)
    neutral = at_first(in_1941("building"))
    assert neutral.power() == USA and build.unraised(neutral, USA, USA) == "usa.hpp_before"
    fighting = at_first(in_1941("fighting"))
    assert wars.may_not_declare(fighting, means.known(fighting), USA, GERMANY) == "usa.enter"


# ---------------------------------------------------------------------- where it lies


@rule("lend.face_down")
@pytest.mark.parametrize(("receiver", "sea"), [("britain", "north_atlantic"), ("ussr", "norwegian_sea")])
def test_stacks_lie_in_the_north_atlantic_or_in_the_norwegian_sea(receiver: str, sea: str) -> None:
    table = send(in_1944(acting=AMERICAN).start(), receiver, 3, "plymouth")
    pieces = {area.id: [piece.id for piece in area.pieces if piece.kind == "convoy"] for area in table.scene().areas}
    assert pieces[f"area:{sea}"] == [f"convoy:usa_{receiver}"]
    assert sum(map(len, pieces.values())) == 1


@rule("map.murmansk")
def test_aid_for_the_soviet_union_needs_no_port_only_vologda() -> None:
    ports = [key for key in PACK.area_keys if PACK.ports >> AREA[key] & 1 and PACK.home_of[AREA[key]] == USSR]
    assert ports and "murmansk" not in PACK.area_keys
    table = in_1944().held("germany", *ports).start()
    assert table.offers("aid", "nation:ussr")
    arriving = under_way(in_1944("building", 0).held("germany", *ports), britain_ussr=5).start()
    assert arriving.purse("ussr") == 43 + 5


# ---------------------------------------------------------------------- escorts


@rule("lend.escort", "strat.escort.stays")
def test_each_stack_real_or_blank_uses_one_fleet_that_stays_at_its_base() -> None:
    for amount in (0, 5):
        table = send(in_1944().stack("edinburgh", britain={"fleet": 2}).start(), "ussr", amount)
        assert table.state.place.count(AREA["edinburgh"]) == 2
        flags = [bool(table.state.flags[unit] & USED) for unit in fleets(table, "edinburgh")]
        assert sorted(flags) == [False, True]
    bare = war("bagration_overlord").advanced().phase("transferring", 0, BRITISH).stack("dover", britain={"tank": 1})
    assert bare.start().refused("aid", "nation:ussr") == "lend.escort"


def fleets(table: Table, area: str) -> list[int]:
    return [unit for unit in range(PACK.units) if table.state.place[unit] == AREA[area]]


@rule("lend.escort", "strat.escort.unmoved", "strat.escort.unused")
@pytest.mark.parametrize("condition", ["used", "moved", "rebased"])
def test_a_fleet_that_did_anything_else_escorts_no_convoy(condition: str) -> None:
    place = in_1944().stack("edinburgh", britain={"fleet": {condition: 1}})
    assert place.start().refused("aid", "nation:ussr") == "lend.escort"
    built = in_1944().stack("edinburgh", britain={"fleet": {"built": 1}})
    assert built.start().offers("aid", "nation:ussr")


@rule("lend.escort", "sub.no_escort_supply", "dd.no_escort_supply")
def test_only_fleets_escort() -> None:
    place = in_1944().stack("edinburgh", britain={"destroyer": 2})
    assert place.start().refused("aid", "nation:ussr") == "lend.escort"


@rule("lend.escort")
def test_fleets_of_sender_and_receiver_escort_and_no_others() -> None:
    american = in_1944(acting=AMERICAN).start().choose("aid", "nation:britain")
    assert set(american.choices) == {("by", "area:edinburgh"), ("by", "area:plymouth")}
    alone = war("bagration_overlord").advanced().phase("transferring", 0, AMERICAN).stack("edinburgh", britain=FLEET)
    assert alone.start().all("aid") == [("aid", "nation:britain")]  # Britain has no part in what goes to Murmansk
    assert alone.start().refused("aid", "nation:ussr") == "lend.escort"
    soviet = war("bagration_overlord").advanced().phase("transferring", 0, BRITISH).stack("narvik", ussr=FLEET)
    assert soviet.held("ussr", "narvik").start().offers("aid", "nation:ussr")


@rule("lend.escort_range")
def test_the_base_of_the_escort_lies_within_six_points_of_the_stack() -> None:
    place = war("bagration_overlord").advanced().phase("transferring", 0, BRITISH).stack("dover", britain={"tank": 1})
    place.held("britain", "istanbul", "izmit").stack("sevastopol", ussr=FLEET)  # the straits are open
    far = place.start()
    assert reach.sea_way(far.state, USSR, AREA["sevastopol"], PACK.norwegian_sea) > 6
    assert far.refused("aid", "nation:ussr") == "lend.escort_range"
    near = place.stack("alexandria", britain=FLEET).stack("liverpool", britain=FLEET).start()
    assert reach.sea_way(near.state, BRITAIN, AREA["alexandria"], PACK.norwegian_sea) == 6
    near.choose("aid", "nation:ussr")
    assert set(near.choices) == {("by", "area:alexandria"), ("by", "area:liverpool")}
    assert near.refused("by", "area:sevastopol") == "lend.escort_range"
    assert near.refused("by", "area:dover") == "lend.escort"


@rule("lend.escort_range")
def test_a_fleet_that_cannot_come_out_of_its_sea_escorts_nothing() -> None:
    """Turkey is neutral: no ship leaves the Black Sea."""
    place = war("bagration_overlord").advanced().phase("transferring", 0, BRITISH).stack("dover", britain={"tank": 1})
    table = place.held("ussr", "sevastopol").stack("sevastopol", ussr=FLEET).start()
    assert reach.sea_way(table.state, USSR, AREA["sevastopol"], PACK.norwegian_sea) == NONE
    assert table.refused("aid", "nation:ussr") == "lend.escort_range"


@rule("lend.escort_usa_1941")
def test_while_america_is_neutral_britain_escorts_for_it() -> None:
    for receiver in ("britain", "ussr"):
        table = in_1941().start()
        assert table.offers("aid", f"nation:{receiver}")
        send(table, receiver, 2)
        assert sum(bool(table.state.flags[unit] & USED) for unit in fleets(table, "edinburgh")) == 1
    bare = in_1941().stack("edinburgh", britain={"infantry": 1}).stack("narvik", ussr=FLEET).held("ussr", "narvik")
    for power in (BRITAIN, USSR):
        assert lend_lease.aid_refusal(at_first(bare), power) == "lend.escort_usa_1941"


@rule("unit.fleet.carry_allies", "lend.escort")
def test_the_fleet_of_another_player_is_asked_for() -> None:
    place = in_1941(players=5).start()
    assert place.asked == "usa"
    place.choose("aid", "nation:britain")
    assert (place.asked, place.prompt) == ("britain", "transfer.agree")
    refused = in_1941(players=5).start().choose("aid", "nation:britain").choose("no")
    assert refused.asked == "usa" and stack(refused, "usa_britain") == -1
    place.choose("yes").choose("convoy", 3)
    assert stack(place, "usa_britain") == 3


def test_a_stack_can_be_called_off_before_it_is_laid() -> None:
    table = in_1944().start().choose("aid", "nation:ussr").choose("call_off")
    assert stack(table, "britain_ussr") == -1 and table.purse("britain") == 28 and table.prompt == "phase_four"


# ---------------------------------------------------------------------- arrival


@rule("lend.arrive", "lend.arrive_limit")
def test_aid_arrives_in_the_receivers_next_phase_3_and_raises_its_limit() -> None:
    table = send(in_1944().start(), "ussr", 7).choose("done")
    assert table.purse("ussr") == 43
    for _ in range(80):
        if table.state.phase == 6 and table.state.turn == 0 and table.prompt == "phase_three":
            break
        table.choose(*next(iter([c for c in table.choices if c[0] in ("stand_by", "done")] or table.choices)))
    assert table.facts["power"] == "nation:ussr" and stack(table, "britain_ussr") == -1
    assert table.purse("ussr") == 43 + 7
    assert table.facts["purse"] == 22 + 7
    assert table.last("convoy_arrived") == ("convoy:britain_ussr", "nation:ussr", 7)


@rule("lend.arrive_limit")
def test_the_higher_limit_holds_for_that_turn_only() -> None:
    g = under_way(in_1944("building", 0), britain_ussr=7).set(spent={"ussr": 22}).start().state
    assert g.limit(USSR) == 22 + 7 and g.purse(USSR) == 7
    convoys.forget(g)
    assert g.limit(USSR) == 22


@rule("lend.arrive", "lend.arrive_limit")
def test_each_receiver_gets_its_own() -> None:
    table = under_way(in_1944("building", 0), usa_britain=5, usa_ussr=3, britain_ussr=2).start()
    assert table.purse("ussr") == 43 + 3 + 2 and stack(table, "usa_britain") == 5
    assert table.state.limit(USSR) == 22 + 3 + 2
    table.choose("done")
    assert table.facts["power"] == "nation:britain" and table.purse("britain") == 28 + 5


@rule("lend.leftover_year")
def test_a_stack_under_way_at_the_accounting_is_kept_and_arrives_in_spring() -> None:
    table = under_way(at_year_end(), britain_ussr=4).start()
    assert table.state.season == PACK.cell_keys.index("1945_spring") and stack(table, "britain_ussr") == 4
    while table.prompt != "phase_three":
        table.choose(*next(iter([c for c in table.choices if c[0] in ("stand_by", "done")] or table.choices)))
    assert table.purse("ussr") == table.state.opening[USSR] + 4


def at_year_end() -> War:
    """The accounting after winter 1944."""
    return in_1944().season("1944_winter").phase("accounting", 1)


# ---------------------------------------------------------------------- what is lost


@rule("lend.vologda")
def test_nothing_is_sent_to_the_soviet_union_while_germany_or_an_ally_holds_vologda() -> None:
    for holder in ("germany", "romania"):
        table = in_1944().held(holder, "vologda").start()
        assert table.refused("aid", "nation:ussr") == "lend.vologda"
    assert in_1944(acting=AMERICAN).held("germany", "vologda").start().all("aid") == [("aid", "nation:britain")]
    alone = in_1944().held("finland", "vologda").set(alliance={"finland": None})  # no ally of Germany
    assert alone.start().offers("aid", "nation:ussr")


@rule("lend.vologda_underway", "lend.lost_open")
def test_what_is_under_way_when_vologda_falls_is_lost_even_if_it_is_retaken() -> None:
    table = under_way(in_1944(), usa_britain=5, usa_ussr=3, britain_ussr=2).start()
    g = table.state
    control.capture(g, AREA["vologda"], GERMANY)
    assert g.lease_now().stacks == [5, -1, -1]
    assert [line.args for line in table.told("convoy_lost", AXIS_SEAT)] == [
        ("convoy:usa_ussr", 3),
        ("convoy:britain_ussr", 2),
    ]
    control.capture(g, AREA["vologda"], USSR)
    convoys.arrive(g, USSR)
    assert g.hpp[USSR] == 43


@rule("lend.receiver_fallen", "lend.lost_open")
def test_aid_for_a_power_that_has_fallen_is_lost() -> None:
    table = under_way(in_1944(), usa_britain=5, usa_ussr=3, britain_ussr=2).start()
    g = table.state
    fully(g, fall.falls(g, BRITAIN, GERMANY))
    assert g.lease_now().stacks == [-1, 3, 2]  # what Britain sent goes on
    assert table.last("convoy_lost") == ("convoy:usa_britain", 5)
    american = in_1944(acting=1).set(fallen=["france", "italy", "britain", *conquered()]).start()
    assert american.refused("aid", "nation:britain") == "lend.receiver_fallen"


def conquered() -> list[str]:
    """The small countries that have fallen before Bagration begins."""
    g = war("bagration_overlord").start().state
    return [PACK.nation_keys[nation] for nation in range(6, len(PACK.nation_keys)) if g.fallen >> nation & 1]


# ---------------------------------------------------------------------- 1941 and 1942


@rule("lend.usa_1941_deducted")
def test_what_america_sent_in_1941_is_deducted_from_its_hpp_of_1942() -> None:
    place = under_way(in_1941("building", 0), usa_ussr=6).set(hpp={"usa": 18})
    table = place.start()  # it arrives in autumn
    assert table.state.lease_now().lent == 6
    table = in_1941().season("1941_winter").phase("accounting", 1).set(lend_lease={"lent": 6}).start()
    assert table.state.opening[USA] == table.purse("usa") == 40 - 6
    assert [line.args for line in table.told("account_lent")] == [("nation:usa", 6)]  # nobody else pays for it
    later = in_1941().season("1942_winter").set(lend_lease={"lent": 6}).start().state
    assert convoys.lent(later, USA) == 0


@rule("lend.usa_1941_deducted")
def test_what_submarines_or_vologda_took_of_it_is_deducted_too() -> None:
    g = under_way(in_1941(), usa_ussr=6).start().state
    convoys.sink(g, USA_USSR, 2)
    assert g.lease_now().stacks[USA_USSR] == 2 and g.lease_now().lent == 6


@rule("lend.usa_1941_deducted")
def test_all_that_america_sent_in_1941_is_deducted() -> None:
    """Of 6 for Britain and 3 for the Soviet Union all 9."""
    g = at_first(under_way(in_1941(), usa_britain=6, usa_ussr=3))
    for receiver in (BRITAIN, USSR):
        convoys.arrive(g, receiver)
    assert convoys.lent(g, USA) == 9


@rule("lend.usa_1941_underway", "lend.usa_1941_deducted")
def test_what_is_under_way_then_comes_off_the_stock_but_not_off_the_yearly_amount() -> None:
    place = in_1941().season("1941_winter").phase("accounting", 1)
    place = under_way(place, usa_ussr=5, usa_britain=1).set(lend_lease={"lent": 6, "most": {"usa": 6}})
    table = place.start()
    assert table.state.opening[USA] == 40 - 6 and table.purse("usa") == 40 - 6 - 5 - 1
    assert table.last("account", AXIS_SEAT)[:2] == ("nation:usa", 40 - 6)


@rule("lend.debt_underway", "acc.debt")
def test_debts_from_stacks_face_down_come_off_the_stock() -> None:
    # Britain had 3 left before it sent 3, and then lost 5: it owes 5, and everybody knows of 2.
    place = at_year_end().hpp(britain=-5)
    table = under_way(place, britain_ussr=3).start()
    yearly = next(line for line in table.told("account") if line.args[0] == "nation:britain")
    assert yearly.args[4] == 2
    assert table.state.opening[BRITAIN] == yearly.args[1]
    assert table.purse("britain") == yearly.args[1] - 3


@rule("acc.no_carry", "lend.leftover_year")
@pytest.mark.parametrize(("power", "route", "year"), [(BRITAIN, 2, 1944), (USA, 1, 1944), (BRITAIN, 2, 1941)])
def test_a_sender_without_debts_has_its_whole_yearly_amount(power: int, route: int, year: int) -> None:
    """Only what America sent in 1941 comes off the new HPP."""
    place = at_year_end() if year == 1944 else in_1941().season("1941_winter").phase("accounting", 1)
    stacks: Json = {"stacks": {ROUTE_KEYS[route]: 3}, "most": {"britain": 8, "usa": 13}}
    table = place.set(lend_lease=stacks, hpp={"britain": 4, "usa": 4}).start()
    assert table.state.hpp[power] == table.state.opening[power] > 0
    assert stack(table, ROUTE_KEYS[route]) == 3


# ---------------------------------------------------------------------- neutrals


@rule("war.neutral.who_places_hidden", "war.neutral.who_places")
def test_the_strongest_ally_is_found_by_what_everybody_knows() -> None:
    place = under_way(in_1944(), britain_ussr=8).set(hpp={"britain": 30, "ussr": 33, "usa": 20})
    g = place.start().state
    assert convoys.open_hpp(g, BRITAIN) == 38
    assert wars.strongest(g, ALLIES) == BRITAIN
    shown = under_way(in_1944(), britain_ussr=8).set(hpp={"britain": 30, "ussr": 33, "usa": 20})
    h = shown.set(lend_lease={"shown": ["britain_ussr"], "most": {"britain": 0}}).start().state
    assert wars.strongest(h, ALLIES) == USSR


def test_routes_are_those_of_the_rules() -> None:
    assert ROUTE_KEYS == ("usa_britain", "usa_ussr", "britain_ussr")
    assert [lend_lease.route_of(*pair) for pair in ((USA, BRITAIN), (USA, USSR), (BRITAIN, USSR))] == [0, 1, 2]


# ---------------------------------------------------------------------- escorts, and stacks that are turned up


@rule("lend.escort", "unit.fleet.carry_allies")
def test_the_owner_of_an_escort_is_asked_for_its_own_fleet_and_may_refuse() -> None:
    """In 1941 a British fleet escorts American aid; Britain is another player."""
    table = all_of_1941(players=5).start().choose("aid", "nation:ussr")
    if table.prompt == "aid.by":
        table.choose(*table.choices[0])
    assert (table.prompt, table.asked) == ("transfer.agree", "britain")
    order = table.state.order_now()
    assert order.group == BRITAIN and order.power == USA
    before = table.state.called_off
    table.choose("no")
    assert table.state.order is None and table.state.called_off == before + 1
    assert table.asked == "usa" and table.state.lease_now().stacks == [-1, -1, -1]


@rule("lend.usa_1941_deducted", "lend.hidden")
def test_a_stack_that_was_turned_up_before_it_arrives_counts_once() -> None:
    """Of 6 American HPP submarines sank 2 and Britain receives 4: 6 were sent, and only these come off in 1942."""
    setting = in_1941("building", BRITISH).set(
        lend_lease={"stacks": {"usa_britain": 4}, "shown": ["usa_britain"], "lent": 6}
    )
    table = setting.stack("london", britain={"infantry": 1}).hpp(britain=0).start()
    assert table.purse("britain") == 4 and stack(table, "usa_britain") == -1
    assert table.state.lease_now().lent == 6 and table.told("convoy_shown") == []
