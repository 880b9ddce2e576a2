"""What everybody can reckon of aid under way: what stacks hold at most, and what their senders have left."""

from __future__ import annotations

import pytest

from sandtable.engine.types import Json
from sandtable.games.battle_for_europe.flow import convoys, nations
from sandtable.games.battle_for_europe.pack import BRITAIN, USA
from sandtable.games.battle_for_europe.routes import ROUTE_KEYS
from tests.citing import rule
from tests.games.battle_for_europe.aid import BRITISH, in_1944, under_way
from tests.games.battle_for_europe.battles import at_first
from tests.games.battle_for_europe.test_convoy_raids import aided

USA_BRITAIN = ROUTE_KEYS.index("usa_britain")


@rule("lend.hidden", "lend.counts_limit")
def test_a_stack_of_last_turn_may_hold_more_than_the_limit_of_this_one_leaves() -> None:
    """It was laid under the limit of last turn; 30 HPP less 12 are more than its 8."""
    place = under_way(in_1944("building", BRITISH).hpp(britain=30), britain_ussr=8).set(opening={"britain": 32})
    g = at_first(place)
    nations.pay(g, BRITAIN, 12, "what:research", "opt.price")
    assert g.lease_now().most[BRITAIN] == 8


@rule("lend.hidden", "lend.leftover_year")
def test_what_an_accounting_took_in_any_case_a_stack_can_hold_beside_what_is_left() -> None:
    """Of the stack 6 came off HPP of last year; of 7 that it has now America pays 5: it can hold 6 and 2."""
    place = under_way(in_1944("building").hpp(usa=7), usa_britain=6).set(lend_lease={"slack": {"usa": 6}})
    g = at_first(place)
    nations.pay(g, USA, 5, "what:research", "opt.price")
    assert g.lease_now().most[USA] == 6 + 2


@rule("lend.hidden", "lend.leftover_year", "lend.sender_hpp_hidden")
def test_a_stack_of_this_year_is_not_reckoned_among_those_of_last_year() -> None:
    """Of a stack of last year 8 could have come off old HPP, it held 3; the next one is paid from new ones, unseen."""
    g = at_first(under_way(in_1944("building"), usa_britain=3).set(lend_lease={"slack": {"usa": 8}}).hpp(usa=40))
    convoys.arrive(g, BRITAIN)
    convoys.lay(g, USA_BRITAIN, 5)
    assert g.hpp[USA] == 35 and convoys.open_hpp(g, USA) == 40


@rule("lend.hidden", "lend.arrive")
def test_the_next_stack_on_a_way_is_hidden_though_the_last_one_was_turned_up() -> None:
    g = at_first(under_way(in_1944("building"), usa_britain=3).hpp(usa=40))
    convoys.arrive(g, BRITAIN)
    convoys.lay(g, USA_BRITAIN, 5)
    assert convoys.face_down(g, USA) == 5 and USA in convoys.senders(g)


@rule("lend.asked_alike", "opt.limit")
@pytest.mark.parametrize(("amount", "may"), [(0, True), (8, False)])
def test_a_sender_is_asked_about_research_that_others_must_think_it_can_pay(amount: int, may: bool) -> None:
    """Of a limit of 16 Britain paid 4 openly: whoever does not know of 8 more in its stack thinks that 12 are left."""
    stacks: Json = {"stacks": {"britain_ussr": amount}, "fresh": ["britain_ussr"], "most": {"britain": 8}}
    place = aided(0).option(optional_rules=True).phase("researching", 1).hpp(britain=20 - amount)
    place = place.set(lend_lease=stacks, opening={"britain": 32}, spent={"britain": 4 + amount})
    table = place.start()
    assert (table.prompt, table.facts["power"]) == ("research", "nation:britain")
    assert bool(table.all("research")) == may
