"""⑤ Ellenaknázás: the garrison strikes at the units in a breach, or at the mines."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, legal, never, nothing, one
from sandtable.engine.sets import bits
from sandtable.games.buda_1686.flow import losses, morale, officers
from sandtable.games.buda_1686.flow.board import roll
from sandtable.games.buda_1686.pack import IMPERIAL, LOWER_CAS, OTTOMAN, STRIKE
from sandtable.games.buda_1686.state import State


def countermine(g: State, wall: int) -> Flow[State]:
    """A roll above the imperial morale hits a unit in a breach or lowers the mining level."""
    g.order.target = wall
    if g.log is not None:
        g.log.add("countermine", g.pack.zone_ids[wall], rule="countermine.target")
    bonus = 0
    if g.place[g.pack.abdurrahman] == wall:
        bonus = yield from officers.roll_bonus(g, "aid", "abdurrahman.countermine")
    if g.log is not None:
        g.log.term(bonus, g.pack.unit_ids[g.pack.abdurrahman], "abdurrahman.countermine")
        g.log.need("at_least", g.imperial_morale + 1, "countermine.roll")
    result = roll(g, "countermine") + bonus
    if result <= g.imperial_morale:  # countermine.roll
        if g.log is not None:
            zone = g.pack.zone_ids[wall]
            g.log.add("countermine_fails", zone, result, g.imperial_morale, rule="countermine.fail")
        return
    choice = yield Ask(OTTOMAN, "countermine", RESULTS, "countermine.success_choice")
    if choice == LOWER_CAS:
        morale.set_mining(g, g.mining - 1, "countermine.success_choice")
        return
    chooser = OTTOMAN if g.rules.actor_losses else IMPERIAL
    choice = yield Ask(chooser, "countermine_loss", LOSS, choice_rule(g))
    losses.wound(g, g.pack.unit_of[choice[1]])  # countermine.loss_is_one_step, countermine.no_entrench


def lower_refusal(g: State) -> str | None:
    """The rule against lowering the mining level."""
    return None if g.mining > g.pack.mining_level.lowest else "countermine.choice_after_roll"


def result_options(g: State, offer: Offer) -> None:
    offer.tell(zone=g.pack.zone_ids[g.order.target])
    offer.add(STRIKE)
    if lower_refusal(g) is None:
        offer.add(LOWER_CAS)


RESULTS: Final[Legality[State]] = Legality(result_options, {"strike": legal, "lower_cas": nothing(lower_refusal)})


def hit_refusal(g: State, unit: int) -> str | None:
    """The rule that keeps the loss from a unit."""
    return None if g.at[g.pack.breach(g.order.target)] >> unit & 1 else choice_rule(g)


def unit_options(g: State, offer: Offer) -> None:
    offer.tell(zone=g.pack.zone_ids[g.order.target])
    for unit in bits(g.at[g.pack.breach(g.order.target)]):
        offer.add(g.pack.hit[unit])


def choice_rule(g: State) -> str:
    """The rule that says who chooses the unit, and among which."""
    return "countermine.unit_choice_actor" if g.rules.actor_losses else "countermine.unit_choice"


LOSS: Final[Legality[State]] = Legality(
    unit_options, {"hit": one(hit_refusal), "absorb": never("countermine.no_entrench")}
)


# ---------------------------------------------------------------------- where one may counter-mine


def refusal(g: State, wall: int) -> str | None:
    """The rule against counter-mining at a wall zone."""
    return None if g.at[g.pack.breach(wall)] and g.ottoman_at(wall) else "countermine.target"


def options(g: State, offer: Offer) -> None:
    for wall in range(g.pack.walls):
        if refusal(g, wall) is None:
            offer.add(g.pack.countermine[wall])
