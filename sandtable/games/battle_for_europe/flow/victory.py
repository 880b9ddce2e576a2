"""Victory: who has won when the last season is over, or when a side has no power left.

Two players win as sides. With more, each seat is judged by the conditions of its powers; in the full war (a) sides win.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sandtable.engine.game import Outcome
from sandtable.engine.sets import NONE, first, members
from sandtable.games.battle_for_europe.flow import accounting, nations, supply
from sandtable.games.battle_for_europe.pack import (
    ALLIES,
    AREAS,
    AXIS,
    BRITAIN,
    FRANCE,
    GERMANY,
    ITALY,
    POWERS,
    USA,
    USSR,
    Pack,
)
from sandtable.games.battle_for_europe.scenarios import SIDES
from sandtable.games.battle_for_europe.state import OVER, Rules, State

Verdict = tuple[tuple[int, ...], str]
"""The seats that have won, and the rule by which it was judged."""


def outcome(g: State) -> Outcome | None:
    """How the war ended; None while it goes on."""
    if g.phase != OVER:
        return None
    winners, rule = judged(g)
    seats = range(len(g.rules.seats))
    if rule in DRAWS:
        return Outcome((), rule, (0.5,) * len(seats), drawn=True)
    return Outcome(winners, rule, tuple([1.0 if seat in winners else 0.0 for seat in seats]))


DRAWS: Final = ("win.full_a.neither", "win.full_b.several_winners")
"""Reasons of a draw."""
BY_CONQUESTS: Final = ("win.full_b.targets", "win.full_b.several_winners")
"""Reasons of which the worth of conquests is one."""


def side_of(pack: Pack, rules: Rules, seat: int) -> int:
    """The side that a seat fights for, AXIS or ALLIES."""
    return pack.history[first(rules.powers_of[seat])]


def seats_of(g: State, side: int) -> tuple[int, ...]:
    """The seats of a side."""
    return tuple([seat for seat in range(len(g.rules.seats)) if side_of(g.pack, g.rules, seat) == side])


def judged(g: State) -> Verdict:
    """The seats that have won, with the rule."""
    out = side_out(g)
    if g.rules.variant:
        if out != NONE:
            return tuple([seat for seat in seats_of(g, nations.other_side(out)) if stands(g, seat)]), "fall.side_out"
        return _full_war(g) if g.rules.variant == "a" else by_conquests(g)
    judge, single = SCENARIOS[g.rules.scenario.id]
    side, rule = (nations.other_side(out), "fall.side_out") if out != NONE else judge(g)
    if out == AXIS and g.rules.scenario.id == "bagration_overlord":
        rule = "win.bagr.early"
    if len(g.rules.seats) == 2:
        return seats_of(g, side), rule  # win.barb.two_players, win.bagr.two_players
    winners = [
        seat for seat in range(len(g.rules.seats)) if any(single(g, seat, power, side) for power in powers(g, seat))
    ]
    return tuple(winners), rule


def stands(g: State, seat: int) -> bool:
    """Whether a seat wins with its side: where each player has a goal of his own a fallen power does not.

    (win.full_b.fallen)
    """
    return g.rules.variant != "b" or alive(g, seat)


def powers(g: State, seat: int) -> list[int]:
    """The powers of a seat."""
    return list(members(g.rules.powers_of[seat]))


def side_out(g: State) -> int:
    """The side whose great powers have all fallen; NONE if there is none (fall.side_out)."""
    for row in g.rules.order:
        if all(g.fallen >> power & 1 for power in row):
            return g.pack.history[row[0]]
    return NONE


def holds(g: State, side: int, *areas: str) -> bool:
    """Whether a side controls all these areas."""
    owners = [g.control[g.pack.area_keys.index(area)] for area in areas]
    return all(owner != NONE and g.alliance[owner] == side for owner in owners)


def controls(g: State, power: int, *areas: str) -> bool:
    """Whether a power itself controls all these areas."""
    return all(g.control[g.pack.area_keys.index(area)] == power for area in areas)


# ---------------------------------------------------------------------- Sichelschnitt


def _sichelschnitt(g: State) -> tuple[int, str]:
    """Norway, Denmark, the Netherlands, Belgium and Paris (win.sichel.germany, win.sichel.country_control)."""
    if all(german(g, area) for area in ("oslo", "denmark", "netherlands", "belgium", "paris")):
        return AXIS, "win.sichel.germany"
    return ALLIES, "win.sichel.allies"


def german(g: State, area: str) -> bool:
    """Whether Germany holds an area, or commands the country that does (win.sichel.country_ally)."""
    owner = g.control[g.pack.area_keys.index(area)]
    return owner == GERMANY or (owner >= POWERS and g.alliance[owner] == AXIS and g.commander[owner] == GERMANY)


def _sichelschnitt_single(g: State, seat: int, power: int, side: int) -> bool:
    """France and Britain have conditions of their own, which count if Germany fails (win.sichel.three_players)."""
    if power == GERMANY or side == AXIS:
        return power == GERMANY and side == AXIS
    if power == FRANCE:
        return controls(g, FRANCE, "paris")  # win.sichel.france, win.sichel.france_retaken
    return any(
        controls(g, BRITAIN, area) for area in ("oslo", "denmark", "netherlands", "belgium")
    )  # win.sichel.britain


# ---------------------------------------------------------------------- Barbarossa


def _barbarossa(g: State) -> tuple[int, str]:
    if controls(g, GERMANY, "moscow", "leningrad", "stalingrad"):
        return AXIS, "win.barb.axis"
    return ALLIES, "win.barb.allies"


def _barbarossa_single(g: State, seat: int, power: int, side: int) -> bool:
    """Italy has its own condition only alone (win.barb.italy_alone), the western Allies always."""
    if power == GERMANY or (power == ITALY and g.rules.powers_of[seat] >> GERMANY & 1):
        return side == AXIS
    if power == ITALY:
        return mediterranean_lost(g)
    if side == AXIS:
        return False  # win.barb.within_allies
    if power == BRITAIN:
        return not mediterranean_lost(g)  # win.barb.britain
    return power == USSR or bridgehead(g)  # win.barb.shared_seat: one of its powers is enough


def mediterranean_lost(g: State) -> bool:
    """Whether the Axis holds all British areas in the Mediterranean but Gibraltar (win.barb.italy_areas)."""
    return holds(g, AXIS, *(g.pack.area_keys[area] for area in members(g.pack.sets["british_mediterranean"])))


def bridgehead(g: State) -> bool:
    """Whether the United States hold a mainland area with a land unit in supply (win.barb.usa_bridgehead)."""
    pack = g.pack
    held = g.held[USA] & pack.sets["european_mainland"] & supply.in_supply(g, USA)
    return any(g.units_of(USA, area) & pack.land_units for area in members(held))


# ---------------------------------------------------------------------- Bagration and Overlord


def _bagration(g: State) -> tuple[int, str]:
    """win.bagr.germany: Berlin has not fallen, or is German again."""
    return (ALLIES, "win.bagr.allies") if holds(g, ALLIES, "berlin") else (AXIS, "win.bagr.germany")


def _bagration_single(g: State, seat: int, power: int, side: int) -> bool:
    """Berlin is for whoever took it (win.bagr.ussr_usa, win.bagr.joint_berlin); Britain wants the Danube."""
    if power == GERMANY or side == AXIS:
        return power == GERMANY and side == AXIS  # win.bagr.britain_needs_allies
    if power == BRITAIN:
        return controls(g, BRITAIN, "belgrade", "budapest")  # win.bagr.britain
    return controls(g, power, "berlin")


# ---------------------------------------------------------------------- the full war


def _full_war(g: State) -> Verdict:
    """The capitals alone (win.full_a.allies, win.full_a.axis, win.full_a.axis_capitals)."""
    axis = sum(holds(g, AXIS, area) for area in ("london", "paris", "moscow")) >= 2
    allies = holds(g, ALLIES, "berlin", "rome")
    if axis == allies:
        return (), "win.full_a.neither"
    side, rule = (AXIS, "win.full_a.axis") if axis else (ALLIES, "win.full_a.allies")
    return seats_of(g, side), rule


def by_conquests(g: State) -> Verdict:
    """Each seat by the worth of its conquests against its targets (win.full_b.targets)."""
    ahead = [surplus(g, seat) for seat in range(len(g.rules.seats))]
    winners = [seat for seat, more in enumerate(ahead) if more >= 0 and alive(g, seat)]
    if len(ahead) == 2 and len(winners) == 2:  # win.full_b.several_winners
        if ahead[0] == ahead[1]:
            return (), "win.full_b.several_winners"
        winners = [0 if ahead[0] > ahead[1] else 1]
    return tuple(winners), "win.full_b.targets"


def alive(g: State, seat: int) -> bool:
    """Whether a seat has a power that has not fallen (win.full_b.fallen)."""
    return any(not g.fallen >> power & 1 for power in powers(g, seat))


def surplus(g: State, seat: int) -> int:
    """By how much the conquests of a seat exceed its targets."""
    gained, needed = conquests(g, seat)
    return gained - needed


def conquests(g: State, seat: int) -> tuple[int, int]:
    """What the conquests of a seat are worth, and what they must be worth (win.full_b.several_powers)."""
    mine = powers(g, seat)
    return sum(worth(g, power) for power in mine), sum(g.rules.scenario.targets[power] for power in mine)


def worth(g: State, power: int) -> int:
    """What the accounting would add now for conquests beyond the starting area (win.full_b.count, .start_area)."""
    if g.fallen >> power & 1:
        return 0
    start = g.rules.scenario.control
    conquests = [area for area in range(AREAS) if start[area] != power and accounting.yields(g, power, area)]
    return sum(accounting.value(g, area) for area in conquests)


def tell(g: State) -> None:
    """The last lines of the log: what the judgement rests on, and who has won."""
    log = g.log
    if log is None:
        return
    winners, rule = judged(g)
    if rule in BY_CONQUESTS:
        for seat, name in enumerate(g.rules.seats):
            log.add("counted", name, *conquests(g, seat), rule="win.full_b.count")
    if rule in DRAWS:
        log.add("over_drawn", rule=rule)
    elif winners and (len(g.rules.seats) == 2 or g.rules.variant == "a"):
        log.add("over", f"side:{SIDES[side_of(g.pack, g.rules, winners[0])]}", rule=rule)
    else:
        for seat in winners:
            log.add("won", g.rules.seats[seat], rule=rule)
        log.add("over_counted", len(winners), rule=rule)


SCENARIOS: Final[dict[str, tuple[Callable[[State], tuple[int, str]], Callable[[State, int, int, int], bool]]]] = {
    "sichelschnitt": (_sichelschnitt, _sichelschnitt_single),
    "barbarossa": (_barbarossa, _barbarossa_single),
    "bagration_overlord": (_bagration, _bagration_single),
}
"""By scenario: which side has won, and whether a seat has by one of its powers."""
