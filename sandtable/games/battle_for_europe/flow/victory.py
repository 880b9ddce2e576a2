"""Victory: who has won when the last season is over, or when a side has no power left."""

from __future__ import annotations

from sandtable.engine.game import Outcome
from sandtable.engine.sets import NONE, first
from sandtable.games.battle_for_europe.pack import ALLIES, AXIS, Pack
from sandtable.games.battle_for_europe.scenarios import SIDES
from sandtable.games.battle_for_europe.state import OVER, Rules, State


def outcome(g: State) -> Outcome | None:
    """How the war ended; None while it goes on."""
    if g.phase != OVER:
        return None
    side, rule = winning_side(g)
    winners = tuple([seat for seat in range(len(g.rules.seats)) if side_of(g.pack, g.rules, seat) == side])
    scores = tuple([1.0 if seat in winners else 0.0 for seat in range(len(g.rules.seats))])
    if side == NONE:
        return Outcome((), rule, (0.5,) * len(g.rules.seats), drawn=True)
    return Outcome(winners, rule, scores)


def side_of(pack: Pack, rules: Rules, seat: int) -> int:
    """The side that a seat fights for, AXIS or ALLIES."""
    return pack.history[first(rules.powers_of[seat])]


def winning_side(g: State) -> tuple[int, str]:
    """The side that has won, with the rule; NONE for a draw."""
    wins = {"sichelschnitt": _sichelschnitt, "barbarossa": _barbarossa, "bagration_overlord": _bagration}
    judge = wins.get(g.rules.scenario.id, _full_war)
    return judge(g)


def holds(g: State, side: int, *areas: str) -> bool:
    """Whether a side controls all these areas."""
    owners = [g.control[g.pack.area_keys.index(area)] for area in areas]
    return all(owner != NONE and g.alliance[owner] == side for owner in owners)


def _sichelschnitt(g: State) -> tuple[int, str]:
    """Norway, Denmark, the Netherlands, Belgium and Paris (win.sichel.germany)."""
    if holds(g, AXIS, "oslo", "denmark", "netherlands", "belgium", "paris"):
        return AXIS, "win.sichel.germany"
    return ALLIES, "win.sichel.allies"


def _barbarossa(g: State) -> tuple[int, str]:
    if holds(g, AXIS, "moscow", "leningrad", "stalingrad"):
        return AXIS, "win.barb.axis"
    return ALLIES, "win.barb.allies"


def _bagration(g: State) -> tuple[int, str]:
    return (AXIS, "win.bagr.germany") if holds(g, AXIS, "berlin") else (ALLIES, "win.bagr.allies")


def _full_war(g: State) -> tuple[int, str]:
    """The capitals alone (win.full_a.allies, win.full_a.axis)."""
    axis = sum(holds(g, AXIS, area) for area in ("london", "paris", "moscow")) >= 2
    allies = holds(g, ALLIES, "berlin", "rome")
    if axis == allies:
        return NONE, "win.full_a.neither"
    return (AXIS, "win.full_a.axis") if axis else (ALLIES, "win.full_a.allies")


def tell(g: State) -> None:
    """The last line of the log."""
    if g.log is not None:
        side, rule = winning_side(g)
        g.log.add("over", f"side:{SIDES[side]}" if side != NONE else "side:nobody", rule=rule)
