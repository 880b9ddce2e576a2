"""Orders of phase 1: the menu of what a power, or all powers of a player, can do next."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, nothing, one
from sandtable.engine.sets import members
from sandtable.games.battle_for_europe.flow import entry, flight, phases
from sandtable.games.battle_for_europe.pack import STAND_BY
from sandtable.games.battle_for_europe.state import State


def phase_one(g: State) -> Flow[State]:
    """The powers asked now take one action or stand by; when all have stood by, phase 1 ends."""
    asked = g.asked()
    choice = yield Ask(g.rules.seat_of[asked[0]], "phase_one", MENU, "seq.phases.joint_procedure")
    if choice == STAND_BY:
        stand_by(g)
        return
    g.stood_by = 0
    area = g.pack.number[choice[1]]
    yield from ORDERS[str(choice[0])](g, area)


def stand_by(g: State) -> None:
    """The asked powers stand by; the phase ends when all have, one after the other (seq.phases.joint_procedure)."""
    powers = g.on_turn()
    for power in g.asked():
        g.stood_by |= 1 << power
    if all(g.stood_by >> power & 1 for power in powers):
        phases.end_phase(g)
        return
    g.acting = (g.acting + len(g.asked())) % len(powers)


def give_turn(g: State) -> None:
    """After an action the next powers are asked, round after round."""
    g.acting = (g.acting + len(g.asked())) % len(g.on_turn())


def enter(g: State, area: int) -> Flow[State]:
    """Enter an undefended area, with the first of the asked powers that can."""
    power = next(
        power for power in g.asked() if entry.undefended(g, power, area) is None and entry.senders(g, power, area)
    )
    yield from entry.enter(g, power, area)
    if g.friendly(power, area):
        yield from flight.flee_from(g, area)  # atk.only_aircraft_defending
    give_turn(g)


def stand_by_refusal(g: State) -> str | None:
    """A power that declared war must attack first, unless it cannot any more (war.must_follow_enforced)."""
    return None


def menu_options(g: State, offer: Offer) -> None:
    goals = 0
    for power in g.asked():
        goals |= entry.goals(g, power)
    for area in members(goals):
        if entry.enter_refusal(g, area) is None:
            offer.add(g.pack.enter[area])
    offer.add(STAND_BY)
    offer.tell(power=g.pack.nation_ids[g.asked()[0]])


ORDERS: Final = {"enter": enter}
"""By verb of the menu: what carries out the order."""
MENU: Final = Legality(
    menu_options,
    {"enter": one(entry.enter_refusal), "stand_by": nothing(stand_by_refusal)},
)
