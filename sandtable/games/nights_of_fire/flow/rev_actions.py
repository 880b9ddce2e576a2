"""What Revolutionaries do on their turn: help civilians flee, build Barricades, ambush, attack, defy, strategize."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Flow, Offer, Refuses, one, two
from sandtable.engine.choices import Grid
from sandtable.engine.sets import NONE, bits
from sandtable.games.nights_of_fire.flow import payment, units
from sandtable.games.nights_of_fire.flow.costs import (
    AMBUSH_COST,
    ATTACK_COST,
    barricade_cost,
    flee_cost,
    rubble_cost,
)
from sandtable.games.nights_of_fire.pack import (
    AMBUSH,
    BARRICADE,
    BYSTANDER,
    DISTRICTS,
    MAX_DEFY,
    REGIMENTS,
)
from sandtable.games.nights_of_fire.state import State

KILL_MARGIN: Final = 3  # rev.attack.kill
MOST_MOMENTUM: Final = MAX_DEFY - 1  # rev.defy.momentum


def on_map(g: State, block: int) -> bool:
    return g.place[block] < DISTRICTS


def hidden_with(g: State, block: int, icon: int) -> bool:
    """Whether a block is a hidden insurgent on the map with an icon."""
    return on_map(g, block) and bool(g.bearing[icon] & ~g.shown & 1 << block)


# ---------------------------------------------------------------------- Help Civilians Flee


def offer_flee(g: State, offer: Offer, ops: int) -> None:
    """What `flee_refusal` allows: any civilian at home, whoever is there (rev.flee.soviets_no_matter)."""
    for district in bits(g.civilians):  # rev.flee.no_insurgent
        if flee_cost(g, district) <= ops:
            offer.options.append(g.pack.flee[district])


def flee_refusal(g: State, district: int) -> str | None:
    """The rule that keeps a civilian from being helped to flee."""
    if not g.civilians >> district & 1:
        return "rev.turn.legal_action"
    return payment.unpaid(g, flee_cost(g, district), "rev.flee.cost")


def flee(g: State, district: int) -> Flow[State]:
    """One civilian sets out for Austria, face down as before (rev.flee.one, rev.flee.unrevealed)."""
    yield from payment.spend(g, flee_cost(g, district), NONE)
    units.flee(g, district)


# ---------------------------------------------------------------------- Build Barricade


def offer_barricade(g: State, offer: Offer, ops: int) -> None:
    """What `barricade_refusal` and `from_rubble_refusal` allow, district by district."""
    supply = g.tokens_left() > 0  # rev.barricade.supply
    builders = g.bearing[BARRICADE] & ~g.shown  # rev.barricade.need_insurgent
    if ops:
        for district in range(DISTRICTS):
            here = g.at[district] & builders
            if here and not g.barricade >> district & 1:  # rev.barricade.one_per_district
                from_supply = supply and barricade_cost(g, district) <= ops
                from_rubble = g.rubble[district] > 0 and rubble_cost(g, district) <= ops
                for block in bits(here):
                    if from_supply:
                        offer.options.append(g.pack.barricade[g.insurgent_of[block]])
                    if from_rubble:  # rev.barricade.rubble_flip, rev.barricade.rubble_supply
                        offer.options.append(g.pack.barricade_from_rubble[g.insurgent_of[block]])


def barricade_refusal(g: State, insurgent: int) -> str | None:
    """The rule that keeps an insurgent from building a Barricade with a token of the supply."""
    refused = builder_refusal(g, insurgent)
    if refused is not None:
        return refused
    if not g.tokens_left():
        return "rev.barricade.supply"
    cost = barricade_cost(g, g.place[g.block_of[insurgent]])
    return payment.unpaid(g, cost, "rev.barricade.cost", BARRICADE)


def from_rubble_refusal(g: State, insurgent: int) -> str | None:
    """The rule that keeps an insurgent from turning Rubble into a Barricade."""
    if not g.rules.rubble:
        return "sov.rubble.basic_none" if g.rules.conflict else "konev.no_rubble"
    refused = builder_refusal(g, insurgent)
    if refused is not None:
        return refused
    district = g.place[g.block_of[insurgent]]
    if not g.rubble[district]:
        return "rev.barricade.rubble_flip"
    return payment.unpaid(g, rubble_cost(g, district), "rev.barricade.rubble_cost", BARRICADE)


def builder_refusal(g: State, insurgent: int) -> str | None:
    """The rule that keeps an insurgent from building any Barricade where it is."""
    block = g.block_of[insurgent]
    if not hidden_with(g, block, BARRICADE):
        return "rev.barricade.need_insurgent"
    return "rev.barricade.one_per_district" if g.barricade >> g.place[block] & 1 else None


def barricade(g: State, block: int, from_rubble: bool) -> Flow[State]:
    """A builder shows itself and puts up a Barricade (rev.barricade.reveal)."""
    district = g.place[block]
    cost = rubble_cost(g, district) if from_rubble else barricade_cost(g, district)
    builder = yield from payment.spend(g, cost, BARRICADE, block)
    units.reveal(g, builder, "rev.barricade.reveal")
    if from_rubble:
        units.turn_rubble(g, district)
    else:
        units.build_barricade(g, district)


# ---------------------------------------------------------------------- Ambush and Open Attack


def targets(g: State, district: int) -> tuple[int, ...]:
    """The active Regiments and the active Garrison of a district (rev.ambush.target, rev.attack.target)."""
    if g.garrison & ~g.disabled_garrisons & 1 << district:
        return (*bits(g.active(district)), REGIMENTS + district)
    return bits(g.active(district))


def offer_ambush(g: State, offer: Offer, ops: int) -> None:
    """What `ambush_refusal` allows, district by district."""
    if ops >= AMBUSH_COST:
        offer_against(g, offer, g.bearing[AMBUSH] & ~g.shown, g.pack.ambush)  # rev.ambush.need_insurgent


def offer_attack(g: State, offer: Offer, ops: int) -> None:
    """What `attack_refusal` allows, district by district, time and again (rev.attack.repeat)."""
    if ops >= ATTACK_COST:
        offer_against(g, offer, g.armed(), g.pack.attack)  # rev.attack.need_insurgent


def offer_against(g: State, offer: Offer, able: int, grid: Grid) -> None:
    """Each of the blocks that are able to, against each target in its district."""
    options = offer.options
    for district in range(DISTRICTS):
        here = g.at[district] & able
        if here:
            enemies = targets(g, district)
            if enemies:
                for block in bits(here):
                    row = grid[g.insurgent_of[block]]
                    for target in enemies:
                        options.append(row[target])


def ambush_refusal(g: State, insurgent: int, target: int) -> str | None:
    """The rule that keeps an insurgent from ambushing a target."""
    block = g.block_of[insurgent]
    if not hidden_with(g, block, AMBUSH):
        return "rev.ambush.need_insurgent"
    if target not in targets(g, g.place[block]):
        return "rev.ambush.target"
    return payment.unpaid(g, AMBUSH_COST, "rev.ambush.cost", AMBUSH)


def attack_refusal(g: State, insurgent: int, target: int) -> str | None:
    """The rule that keeps an insurgent from attacking a target."""
    block = g.block_of[insurgent]
    if not on_map(g, block) or not g.armed() >> block & 1:
        return "rev.attack.need_insurgent"
    if target not in targets(g, g.place[block]):
        return "rev.attack.target"
    return payment.unpaid(g, ATTACK_COST, "rev.attack.cost")


def ambush(g: State, block: int, target: int) -> Flow[State]:
    """An insurgent shows itself and disables a Soviet unit, without a roll (rev.ambush.no_roll)."""
    attacker = yield from payment.spend(g, AMBUSH_COST, AMBUSH, block)
    units.reveal(g, attacker, "rev.ambush.reveal")
    units.disable(g, target, "rev.ambush.disable")
    units.gain_momentum(g, 1, "rev.ambush.momentum")


def open_attack(g: State, block: int, target: int) -> Flow[State]:
    """An armed insurgent disables a Soviet unit; only then the Soviets answer (rev.attack.order)."""
    attacker = yield from payment.spend(g, ATTACK_COST, NONE, block)
    units.reveal(g, attacker, "rev.attack.reveal")
    units.disable(g, target, "rev.attack.disable")
    units.gain_momentum(g, 1, "rev.attack.momentum")
    soviet_answer(g, attacker)


def soviet_answer(g: State, attacker: int) -> None:
    """One roll against Readiness kills, wounds or misses the attacker (rev.attack.roll)."""
    if g.log is not None:
        g.log.need("at_most", g.readiness, "rev.attack.wound")
        g.log.need("at_most", g.readiness - KILL_MARGIN, "rev.attack.kill")
    g.die = g.chance.d6("open_attack")
    below = g.readiness - g.die
    if g.log is not None:
        g.log.add("roll_answer", g.die, g.readiness, rule="rev.attack.roll")
    if below < 0:  # rev.attack.miss
        units.change_readiness(g, 1, "rev.attack.readiness.miss")
        return
    if below >= KILL_MARGIN:
        units.kill(g, attacker, "rev.attack.kill")
    else:
        units.wound(g, attacker, "rev.attack.wound")
    units.change_readiness(g, -1, "rev.attack.readiness.hit")


# ---------------------------------------------------------------------- Defy


def uninspired(g: State, block: int) -> str | None:
    """The condition that keeps a Defy of this insurgent from gaining Momentum (rev.defy.momentum)."""
    district = g.place[block]
    if not g.bearing[BYSTANDER] >> block & 1:
        return "rev.defy.condition.icon"
    if not g.barricade >> district & 1 and not g.rubble[district]:
        return "rev.defy.condition.barricade"
    return None if g.active(district) else "rev.defy.condition.regiment"


def offer_defy(g: State, offer: Offer, ops: int) -> None:
    """What `defy_refusal` allows: 1 op for any hidden insurgent, 2 or 3 where these gain Momentum."""
    if ops:
        options, defy, insurgent_of = offer.options, g.pack.defy, g.insurgent_of
        bystanders = g.bearing[BYSTANDER]
        for block in bits(g.on_map() & ~g.shown):
            row = defy[insurgent_of[block]]
            options.append(row[1])
            if bystanders >> block & 1 and uninspired(g, block) is None:
                for cost in range(2, min(ops, MAX_DEFY) + 1):
                    options.append(row[cost])


def defy_refusal(g: State, insurgent: int, cost: int) -> str | None:
    """The rule that keeps an insurgent from defying at a cost."""
    block = g.block_of[insurgent]
    if not g.rules.advanced:
        return "setup.ruleset"
    if not on_map(g, block) or g.shown >> block & 1:
        return "rev.defy.reveal"
    if not cost:
        return "rev.defy.cost"
    refused = uninspired(g, block) if cost > 1 else None
    return refused or payment.unpaid(g, cost, "rev.defy.cost")


def defy(g: State, block: int, cost: int) -> Flow[State]:
    """An insurgent shows itself in open defiance: Readiness falls, and Momentum may be gained."""
    defiant = yield from payment.spend(g, cost, NONE, block)
    units.reveal(g, defiant, "rev.defy.reveal")
    units.change_readiness(g, -1, "rev.defy.readiness")
    if uninspired(g, defiant) is None:
        units.gain_momentum(g, min(g.ops - 1, MOST_MOMENTUM), "rev.defy.momentum")  # rev.defy.overpay


# ---------------------------------------------------------------------- Strategizing


def offer_strategize(g: State, offer: Offer) -> None:
    """What `strategize_refusal` allows."""
    if g.turn.acted and not g.turn.strategized and g.rules.revolutionaries > 1:
        for card in g.hand[g.seat]:
            offer.add(g.pack.strategize[card])


def strategize_refusal(g: State, card: int) -> str | None:
    """The rule that keeps a card from going to the partner: there is one, and it is once a turn a card of the hand."""
    if g.rules.revolutionaries < 2 or card not in g.hand[g.seat] or g.turn.strategized:
        return "rev.strategize"
    return None if g.turn.acted else "rev.strategize.timing"


def strategize(g: State, card: int) -> None:
    """A card goes face down to the partner; it counts among the three of the turn (rev.strategize.counts)."""
    units.give_card(g, g.seat, card)  # rev.strategize.receiver, rev.strategize.no_limit
    g.turn.played += 1
    g.turn.strategized = True


REFUSALS: Final[dict[str, Refuses[State]]] = {
    "flee": one(flee_refusal),
    "barricade": one(barricade_refusal),
    "barricade_from_rubble": one(from_rubble_refusal),
    "ambush": two(ambush_refusal),
    "attack": two(attack_refusal),
    "defy": two(defy_refusal),
    "strategize": one(strategize_refusal),
}
