"""What opponents make of moves that can be met on their way, and how long they think about a long chain."""

from __future__ import annotations

from time import process_time

import pytest

from sandtable.games.battle_for_europe import GAME
from sandtable.games.battle_for_europe.estimate_chain import coming, success
from sandtable.games.battle_for_europe.flow.forecast import forecast
from sandtable.games.battle_for_europe.insight import FEATURES, measure
from sandtable.games.battle_for_europe.parts import INVADE, STRIKE
from sandtable.players import make
from tests.games.battle_for_europe.chains import meet, set_out
from tests.games.battle_for_europe.test_chain_battles import DESTROYERS, SUBMARINES
from tests.games.battle_for_europe.test_intervention import MISSES, channel, invade
from tests.games.battle_for_europe.war import PACK, Table

SECONDS = 2.0
"""What a decision in a chain of six links may take."""


def test_a_move_is_worth_the_battle_that_it_leads_to() -> None:
    table = invade(channel())
    g = table.state
    expected = coming(g)
    assert expected is not None and expected.kind == INVADE and PACK.area_keys[expected.area] == "calais"
    assert expected.attackers.bit_count() == 6 and expected.defenders.bit_count() == 1
    before = g.battle
    assert len(measure(g, 0)) == len(FEATURES) and g.battle is before
    meet(table, "english_channel", "ships", ("germany_aircraft", "paris"))
    met = coming(table.state)
    assert met is not None and met.defenders.bit_count() == 2  # whoever meets it counts among those who defend


def test_a_change_of_base_leads_to_no_battle_unless_it_is_met() -> None:
    setting = channel(german={"aircraft": 2}).phase("moving", 1, 1)
    force = {"london": {"britain_aircraft": 2}}
    table = set_out(setting, "plymouth", "britain", force, kind="move", source="london")
    assert coming(table.state) is None
    meet(table, "plymouth", "aircraft_1", ("germany_aircraft", "brest"))
    met = coming(table.state)
    assert met is not None and met.kind == STRIKE and met.attackers.bit_count() == 2


def test_interventions_are_tried_by_their_odds() -> None:
    """Eight submarines, a fleet and two aircraft against two escorts are worth a try, one destroyer is not."""
    strong = invade(channel(german={"submarine": 8, "fleet": 1}))
    weak = invade(channel(german={"destroyer": 1}).stack("paris", germany={"infantry": 1}))
    channel_area = PACK.area_keys.index("english_channel")
    assert success(strong.state, channel_area, 0) > 0.7
    assert success(weak.state, channel_area, 0) < 0.2
    lean = GAME.lean
    assert lean is not None
    weights = dict(zip(weak.choices, lean(weak.state, weak.choices), strict=True))
    assert weights["let_pass",] > weights["meet", "area:english_channel", "foe:ships"]


def test_nobody_is_told_the_end_of_a_battle_that_is_still_far_away() -> None:
    """The forecast is of battles for areas, not of fights on the way there."""
    table = invade(channel(3, *MISSES))
    table.choose("meet", "area:english_channel", "foe:ships")
    assert table.prompt == "intervene.force" and forecast(table.state, ("force", "force:all")) == []
    table.choose("force", "force:no_air").choose("let_pass").choose("let_pass")
    assert table.prompt == "battle.sea" and forecast(table.state, ("go_on",)) == []


@pytest.mark.slow
def test_a_chain_of_six_links_takes_no_long_thought() -> None:
    table = _long_chain(6)
    player = make("6", "seed", int(1000 * SECONDS))
    seat = table.match.asked().seat
    begun = process_time()
    player.choose(table.match, seat)
    assert process_time() - begun < SECONDS + 0.5


def _long_chain(links: int) -> Table:
    """Aircraft meet aircraft over the Channel, one after the other."""
    setting = channel(3, 4, german={"submarine": 8, "aircraft": 3})
    setting = setting.stack("dover", britain={"aircraft": 3, "infantry": 1})
    table = invade(setting)
    meet(table, "english_channel", "ships", *SUBMARINES).choose("let_pass")
    meet(table, "english_channel", "ships", *DESTROYERS).choose("let_pass")
    while len(table.state.chain_now().units) < links + 1:
        foes = [choice for choice in table.all("meet") if choice[1] == "area:english_channel"]
        aircraft = [choice for choice in foes if str(choice[2]) != "foe:ships"]
        table.choose(*(aircraft or foes)[-1])
        if table.prompt == "intervene.force":
            table.choose("by_hand")
            table.choose(*next(choice for choice in table.all("send") if "aircraft" in str(choice[1])))
            table.choose("march")
        if len(table.state.chain_now().units) < links + 1:
            table.choose("let_pass")
    return table
