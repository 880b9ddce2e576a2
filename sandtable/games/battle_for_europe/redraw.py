"""Drawing anew what a seat cannot know: what stacks of aid hold, and with it what their senders have left.

From all truths that the asked seat cannot tell apart, the same chance draws the same world.
"""

from __future__ import annotations

from sandtable.engine.chance import Chance
from sandtable.engine.sets import NONE
from sandtable.games.battle_for_europe.flow import convoys
from sandtable.games.battle_for_europe.routes import ROUTES, SENDERS
from sandtable.games.battle_for_europe.state import State


def determinize(g: State, seat: int, chance: Chance) -> None:
    """Redraw in place everything that the seat cannot know (lend.hidden, lend.sender_hpp_hidden)."""
    if g.lease is None:
        return
    for power in convoys.senders(g):
        if g.rules.seat_of[power] != seat:
            redraw_stacks(g, power, chance)


def redraw_stacks(g: State, power: int, chance: Chance) -> None:
    """The stacks of a power that lie face down hold something else, and it has so much more or less left.

    Together they hold no more than they can by what everybody knows; each is blank as often as not.
    """
    lease = g.lease_now()
    known = convoys.open_hpp(g, power)
    spent = convoys.open_spent(g, power)
    left = lease.most[power]
    for route in range(ROUTES):
        if SENDERS[route] == power and lease.stacks[route] != NONE and not lease.shown >> route & 1:
            blank = chance.below("blank", 2)
            lease.stacks[route] = 0 if blank or not left else 1 + chance.below("aid", left)
            left -= lease.stacks[route]
    g.hpp[power] = known - convoys.gap(g, power)
    g.spent[power] = spent + convoys.face_down(g, power, lease.fresh)
