"""Course of the war: seasons, turns, phases, who is asked when, and what happens at the start of a turn."""

from __future__ import annotations

from itertools import pairwise

import pytest

from sandtable.engine.types import Json
from tests.citing import rule
from tests.games.battle_for_europe.battles import flags
from tests.games.battle_for_europe.war import PACK, Table, War, war

SEASONS = ("spring", "summer", "autumn", "winter")
MISSES = (6,) * 40


def pass_everything(table: Table) -> list[tuple[str, str]]:
    """Everybody passes to the end of the game; who was asked what, one after the other."""
    asked: list[tuple[str, str]] = []
    while table.match.ask is not None:
        asked.append((table.asked, table.prompt))
        quiet = [choice for choice in (("done",), ("stand_by",), ("no",)) if table.offers(*choice)]
        table.choose(*(quiet or table.choices)[0])
    return asked


def turns(table: Table) -> list[tuple[str, str]]:
    """Season and side of every turn that began."""
    return [(str(line.args[0]).removeprefix("season:"), str(line.args[1])) for line in table.told("turn")]


def idle(scenario: str, players: int = 2) -> War:
    """Nobody has a unit: the whole scenario, from its first turn on."""
    return war(scenario, players).phase("opening").freely()


# ---------------------------------------------------------------------- seasons and turns


@rule("seq.year.seasons", "seq.season.advance", "seq.turn.each_side_once", "seq.end.date")
@pytest.mark.parametrize(
    ("scenario", "first", "last", "count", "sides"),
    [
        ("sichelschnitt", "1939_autumn", "1940_summer", 4, ("axis", "allies")),
        ("barbarossa", "1941_summer", "1942_winter", 7, ("axis", "allies")),
        ("bagration_overlord", "1944_spring", "1945_summer", 6, ("allies", "axis")),
        ("full_war_a", "1939_autumn", "1945_summer", 24, ("axis", "allies")),
    ],
)
@rule("seq.length.barbarossa", "seq.length.bagration", "seq.length.full_war", "seq.length.sichelschnitt")
def test_every_season_has_one_turn_of_each_side(
    scenario: str, first: str, last: str, count: int, sides: tuple[str, str]
) -> None:
    table = idle(scenario).start()
    pass_everything(table)
    found = turns(table)
    assert found[0][0] == first and found[-1][0] == last and len(found) == 2 * count
    assert [side for _, side in found] == [f"side:{side}" for side in sides] * count
    seasons = [season for season, _ in found[::2]]
    for before, after in pairwise(seasons):
        year, name = before.split("_")
        expected = (int(year) + (name == "winter"), SEASONS[(SEASONS.index(name) + 1) % 4])
        assert after == f"{expected[0]}_{expected[1]}"


@rule("seq.order.sichelschnitt", "seq.order.barbarossa", "seq.order.bagration", "seq.order.full_war")
@pytest.mark.parametrize(
    ("scenario", "order"),
    [
        ("sichelschnitt", "germany | france britain"),
        ("barbarossa", "italy germany | ussr britain usa"),
        ("bagration_overlord", "ussr britain usa | germany"),
        ("full_war_a", "germany italy | france britain usa ussr"),
    ],
)
def test_the_order_of_play(scenario: str, order: str) -> None:
    """The powers are asked in this order in phase 3, where each acts for itself."""
    setting = war(scenario).season("1942_spring" if scenario in ("barbarossa", "full_war_a") else "1944_spring")
    if scenario == "sichelschnitt":
        setting = war(scenario).season("1940_spring")
    setting = setting.set(alliance={"usa": "allies"}).hpp(**dict.fromkeys(order.replace("|", "").split(), 10))
    setting = setting.set(opening=dict.fromkeys(order.replace("|", "").split(), 20)).phase("building", 0)
    table = setting.freely().start()
    found: list[str] = []
    while len(found) < len(order.split()) - 1:
        if table.prompt == "phase_three":
            found.append(str(table.facts["power"]).removeprefix("nation:"))
        table.choose("stand_by" if table.offers("stand_by") else "done")
    assert found == order.replace("| ", "").split()


@rule("seq.year.accounting", "seq.end.last_accounting")
def test_accounts_are_made_after_winter_but_not_after_the_last() -> None:
    table = idle("barbarossa").start()
    pass_everything(table)
    assert len(table.told("account")) == 5  # after 1941, for the five powers that play
    assert table.reason.startswith("win.barb")


# ---------------------------------------------------------------------- phases


def west(players: int = 3) -> War:
    """The Allied turn of the sickle cut; both have an aircraft, and HPP to build."""
    setting = war("sichelschnitt", players).season("1940_spring").phase("opening", 1)
    setting = setting.stack("paris", france={"aircraft": 1, "infantry": 1})
    return setting.stack("london", britain={"aircraft": 1, "infantry": 1}).roll(*MISSES)


@rule("seq.phases", "seq.phases.joint", "seq.phases.pass")
def test_the_powers_of_a_side_go_through_the_phases_together() -> None:
    table = west().start()
    asked: list[tuple[str, str]] = []
    while table.state.turn == 1:
        asked.append((table.asked, table.prompt))
        table.choose("stand_by" if table.offers("stand_by") else "done")
    phases = ("phase_one", "phase_two", "phase_three", "phase_four")
    assert asked == [(power, phase) for phase in phases for power in ("france", "britain")]


@rule("seq.phases.joint_procedure", "seq.phases.joint_battles_free", "coop.anglo_french.attack")
def test_battles_of_a_side_are_taken_in_turns() -> None:
    """France attacks, Britain stands by, France attacks again, Britain attacks after all."""
    setting = west().phase("fighting", 1).stack("calais", france={"infantry": 2}, britain={"infantry": 1})
    setting = setting.stack("maginot", france={"infantry": 1}).stack("belgium", germany={"infantry": 1})
    setting = setting.held("germany", "belgium").stack("essen", germany={"infantry": 1})
    table = setting.start()
    assert table.asked == "france"
    table.choose("attack", "area:belgium").choose("by_hand").choose("send", "kind:france_infantry", "area:calais")
    table.choose("march").choose("break_off")
    while table.prompt == "leaving.retreat":
        table.choose(*table.choices[0])
    assert (table.asked, table.prompt) == ("britain", "phase_one")
    table.choose("stand_by")
    assert (table.asked, table.prompt) == ("france", "phase_one")
    table.choose("attack", "area:essen").choose("force", "force:all").choose("break_off")
    assert (table.asked, table.prompt) == ("britain", "phase_one")  # it may act after all
    table.choose("attack", "area:belgium").choose("force", "force:all").choose("break_off")
    assert table.purse("britain") == 24 and table.purse("france") == 15
    assert table.asked == "france"
    table.choose("stand_by")
    assert table.asked == "britain" and table.prompt == "phase_one"
    table.choose("stand_by")
    assert table.prompt == "phase_two"


@rule("war.only_phase1")
def test_war_is_declared_in_phase_1_only() -> None:
    for phase in ("moving", "building", "transferring"):
        setting = war().season("1940_spring").stack("essen", germany={"infantry": 2}).phase(phase)
        table = setting.stack("kiel", germany={"fleet": 1}).start()
        assert ("declare", "nation:belgium") not in table.choices and "declare" not in table.verbs()


# ---------------------------------------------------------------------- the start of a turn


@rule("unit.used.refresh", "seq.turn.start_steps")
def test_used_units_are_turned_up_at_the_start_of_their_owners_turn() -> None:
    """Not at the start of the season, which is Germany's turn."""
    used: dict[str, Json] = {"aircraft": {"used": 1}}
    setting = war().season("1940_spring").phase("closing", 1).stack("paris", france=used)
    table = setting.stack("warsaw", germany={**used, "infantry": 1}).start()
    assert table.state.season == PACK.cell_keys.index("1940_summer") and table.state.turn == 0
    assert flags(table, "warsaw", "germany_aircraft") == [set()]
    assert flags(table, "paris", "france_aircraft") == [{"used"}]
    while table.state.turn == 0:
        table.choose("stand_by" if table.offers("stand_by") else "done")
    assert flags(table, "paris", "france_aircraft") == [set()]


@rule("seq.turn.start_steps", "sup.check_time", "build.fleet_rebuild.delay")
def test_refreshed_fleets_and_new_ones_can_supply_at_once() -> None:
    """British infantry in Norway is cut off; a used fleet, or one that is ready this season, may supply it."""
    season = PACK.cell_keys.index("1940_spring")
    setting = war("sichelschnitt", 3).season("1940_spring").phase("opening", 1)
    setting = setting.stack("bergen", britain={"infantry": 1}).held("britain", "bergen")
    setting = setting.stack("london", britain={"aircraft": 1})
    assert setting.start().prompt != "supply"
    refreshed = setting.stack("edinburgh", britain={"fleet": {"used": 1}}).start()
    assert (refreshed.asked, refreshed.prompt) == ("britain", "supply")
    fresh = war("sichelschnitt", 3).season("1940_spring").phase("opening", 1)
    fresh = fresh.stack("bergen", britain={"infantry": 1}).held("britain", "bergen")
    fresh = fresh.set(units={"pool": [f"britain fleet 1 seen yard:edinburgh due:{season}"]})
    table = fresh.start()
    assert (table.asked, table.prompt) == ("britain", "supply") and table.count("edinburgh", "britain_fleet") == 1
