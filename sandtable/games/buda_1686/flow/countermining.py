"""⑤ Ellenaknázás: the garrison strikes at the units in a breach, or at the mines."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Offer
from sandtable.engine.sets import bits
from sandtable.engine.types import Choice
from sandtable.games.buda_1686.flow import losses, morale, officers
from sandtable.games.buda_1686.flow.board import roll
from sandtable.games.buda_1686.pack import IMPERIAL, OTTOMAN
from sandtable.games.buda_1686.state import State

STRIKE: Final[Choice] = ("strike",)
LOWER_CAS: Final[Choice] = ("lower_cas",)


def countermine(g: State, wall: int) -> Flow[State]:
    """A roll above the imperial morale hits a unit in a breach or lowers the mining level."""
    g.target = wall
    if g.log is not None:
        g.log.add("countermine", g.pack.zone_ids[wall], rule="countermine.target")
    bonus = 0
    if g.place[g.pack.abdurrahman] == wall:
        bonus = yield from officers.roll_bonus(g, "aid", "abdurrahman.countermine")
    if roll(g, "countermine") + bonus <= g.cms:  # countermine.roll, countermine.fail
        return
    choice = yield Ask(OTTOMAN, "countermine", result_options, "countermine.success_choice")
    if choice == LOWER_CAS:
        morale.set_cas(g, g.cas - 1, "countermine.success_choice")
        return
    chooser = OTTOMAN if g.actor_losses else IMPERIAL
    choice = yield Ask(chooser, "countermine_loss", unit_options, choice_rule(g))
    losses.wound(g, g.pack.unit_of[choice[1]])  # countermine.loss_is_one_step, countermine.no_entrench


def result_options(g: State, offer: Offer) -> None:
    offer.tell(zone=g.pack.zone_ids[g.target])
    offer.add(STRIKE)
    offer.add(LOWER_CAS, None if g.cas > g.pack.cas_min else "countermine.choice_after_roll")


def unit_options(g: State, offer: Offer) -> None:
    offer.tell(zone=g.pack.zone_ids[g.target])
    breach = g.at[g.pack.breach(g.target)]
    for unit in bits(breach):
        offer.add(g.pack.hit[unit])
    if offer.explaining:
        for unit in bits(g.pack.imperial & ~breach):
            offer.add(g.pack.hit[unit], choice_rule(g))
        offer.add(g.pack.absorb[g.target], "countermine.no_entrench")


def choice_rule(g: State) -> str:
    """The rule that says who chooses the unit, and among which."""
    return "countermine.unit_choice_actor" if g.actor_losses else "countermine.unit_choice"


def options(g: State, offer: Offer, spent: str | None) -> None:
    pack = g.pack
    for wall in range(pack.walls):
        if g.at[pack.zones + wall] and g.ottoman_at(wall):
            offer.add(pack.countermine[wall], spent)
        elif offer.explaining:
            offer.add(pack.countermine[wall], "countermine.target")
