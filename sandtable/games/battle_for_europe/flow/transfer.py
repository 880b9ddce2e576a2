"""Phase 4: strategic transfer."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, legal
from sandtable.engine.choices import DONE
from sandtable.games.battle_for_europe.flow import phases
from sandtable.games.battle_for_europe.state import State


def phase_four(g: State) -> Flow[State]:
    """A power transfers one unit, or ends its phase 4."""
    power = g.power()
    yield Ask(g.rules.seat_of[power], "phase_four", MENU, "strat.allowance", stake=0.4)
    phases.next_power(g)


def menu_options(g: State, offer: Offer) -> None:
    offer.add(DONE)
    offer.tell(power=g.pack.nation_ids[g.power()])


MENU: Final = Legality(menu_options, {"done": legal})
