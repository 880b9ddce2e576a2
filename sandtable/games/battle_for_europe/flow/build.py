"""Phase 3: new units, and fleets that are rebuilt."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, legal
from sandtable.engine.choices import DONE
from sandtable.games.battle_for_europe.flow import phases
from sandtable.games.battle_for_europe.state import State


def phase_three(g: State) -> Flow[State]:
    """A power builds units of one kind, or ends its phase 3."""
    power = g.power()
    yield Ask(g.rules.seat_of[power], "phase_three", MENU, "build.what", stake=0.4)
    phases.next_power(g)


def menu_options(g: State, offer: Offer) -> None:
    offer.add(DONE)
    offer.tell(power=g.pack.nation_ids[g.power()])


MENU: Final = Legality(menu_options, {"done": legal})


def finish_fleets(g: State, power: int) -> None:
    """Rebuilt fleets that are due appear at the start of their owner's turn (build.fleet_rebuild.delay)."""
