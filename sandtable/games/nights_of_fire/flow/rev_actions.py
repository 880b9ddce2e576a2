"""What Revolutionaries do on their turn: help civilians flee, build Barricades, ambush, attack, defy, strategize."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Flow, Offer
from sandtable.engine.choices import Grid
from sandtable.engine.sets import NONE, bits
from sandtable.games.nights_of_fire.cards import COST_BARRICADE, COST_FLEE
from sandtable.games.nights_of_fire.flow import headlines, payment, units
from sandtable.games.nights_of_fire.pack import (
    AMBUSH,
    BARRICADE,
    BYSTANDER,
    DISTRICTS,
    INSURGENTS,
    MAX_DEFY,
    REGIMENTS,
    TARGETS,
)
from sandtable.games.nights_of_fire.state import State

FLEE_COST: Final = 6  # rev.flee.cost
AMBUSH_COST: Final = 3  # rev.ambush.cost
ATTACK_COST: Final = 3  # rev.attack.cost
KILL_MARGIN: Final = 3  # rev.attack.kill
MOST_MOMENTUM: Final = MAX_DEFY - 1  # rev.defy.momentum


def on_map(g: State, block: int) -> bool:
    return g.place[block] < DISTRICTS


def hidden_with(g: State, block: int, icon: int) -> bool:
    """Whether a block is a hidden insurgent on the map with an icon."""
    return on_map(g, block) and bool(g.bearing[icon] & ~g.shown & 1 << block)


# ---------------------------------------------------------------------- Help Civilians Flee


def flee_cost(g: State, district: int) -> int:
    """6 ops less 1 per insurgent of any kind, but at least 1 (rev.flee.cost, rev.flee.count_all)."""
    return headlines.cost(g, COST_FLEE, max(1, FLEE_COST - g.at[district].bit_count()))


def offer_flee(g: State, offer: Offer, ops: int) -> None:
    """Any civilian at home, with or without insurgents, whatever Soviets are there (rev.flee.no_insurgent)."""
    for district in bits(g.civilians):  # rev.flee.soviets_no_matter
        if flee_cost(g, district) <= ops:
            offer.options.append(g.pack.flee[district])
        elif offer.explaining:
            offer.add(g.pack.flee[district], "rev.flee.cost")
    if offer.explaining:
        for district in range(DISTRICTS):
            if not g.civilians >> district & 1:
                offer.add(g.pack.flee[district], "rev.turn.legal_action")


def flee(g: State, district: int) -> Flow[State]:
    """One civilian sets out for Austria, face down as before (rev.flee.one, rev.flee.unrevealed)."""
    yield from payment.spend(g, flee_cost(g, district), NONE)
    units.flee(g, district)


# ---------------------------------------------------------------------- Build Barricade


def barricade_cost(g: State, district: int) -> int:
    """1 op more than active Regiments; nothing else counts (rev.barricade.cost, rev.barricade.cost.excludes)."""
    return headlines.cost(g, COST_BARRICADE, 1 + g.active(district).bit_count())


def rubble_cost(g: State, district: int) -> int:
    """1 op per active Regiment, but at least 1 (rev.barricade.rubble_cost)."""
    return headlines.cost(g, COST_BARRICADE, max(1, g.active(district).bit_count()))


def offer_barricade(g: State, offer: Offer, ops: int) -> None:
    """Hidden builders may put up a Barricade where none stands, from the supply or out of Rubble."""
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
    if offer.explaining:
        refuse_barricades(g, offer, ops)


def refuse_barricades(g: State, offer: Offer, ops: int) -> None:
    for insurgent in range(INSURGENTS):
        rule = barricade_refused(g, g.block_of[insurgent], ops, False)
        if rule:
            offer.add(g.pack.barricade[insurgent], rule)
        rule = barricade_refused(g, g.block_of[insurgent], ops, True) if g.rules.rubble else ""
        if rule:
            offer.add(g.pack.barricade_from_rubble[insurgent], rule)


def barricade_refused(g: State, block: int, ops: int, from_rubble: bool) -> str:
    """The rule by which an insurgent cannot build a Barricade."""
    if not hidden_with(g, block, BARRICADE):
        return "rev.barricade.need_insurgent"
    district = g.place[block]
    if g.barricade >> district & 1:
        return "rev.barricade.one_per_district"
    if from_rubble and not g.rubble[district]:
        return "rev.barricade.rubble_flip"
    if not from_rubble and not g.tokens_left():
        return "rev.barricade.supply"
    cost = rubble_cost(g, district) if from_rubble else barricade_cost(g, district)
    if ops >= cost:
        return ""
    if without_icon(g) >= cost:
        return "rev.barricade.card_icon"
    return "rev.barricade.rubble_cost" if from_rubble else "rev.barricade.cost"


def without_icon(g: State) -> int:
    """What the hand could pay if no icon were needed."""
    return payment.reach(g, g.seat, NONE, payment.TURN_CARDS - g.turn.played)


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
    """Hidden insurgents with the Ambush icon against active Soviets beside them (rev.ambush.need_insurgent)."""
    if ops >= AMBUSH_COST:
        able = g.bearing[AMBUSH] & ~g.shown
        for district in range(DISTRICTS):
            here = g.at[district] & able
            if here:
                offer_against(g, offer, here, targets(g, district), g.pack.ambush)
    if offer.explaining:
        for insurgent in range(INSURGENTS):
            for target in range(TARGETS):
                rule = ambush_refused(g, g.block_of[insurgent], target, ops)
                if rule:
                    offer.add(g.pack.ambush[insurgent][target], rule)


def offer_attack(g: State, offer: Offer, ops: int) -> None:
    """Armed insurgents, hidden or not, against active Soviets beside them, time and again (rev.attack.repeat)."""
    if ops >= ATTACK_COST:
        able = g.armed()  # rev.attack.need_insurgent
        for district in range(DISTRICTS):
            here = g.at[district] & able
            if here:
                offer_against(g, offer, here, targets(g, district), g.pack.attack)
    if offer.explaining:
        for insurgent in range(INSURGENTS):
            for target in range(TARGETS):
                rule = attack_refused(g, g.block_of[insurgent], target, ops)
                if rule:
                    offer.add(g.pack.attack[insurgent][target], rule)


def offer_against(g: State, offer: Offer, blocks: int, enemies: tuple[int, ...], grid: Grid) -> None:
    """Each of the blocks against each of the targets."""
    if enemies:
        for block in bits(blocks):
            row = grid[g.insurgent_of[block]]
            for target in enemies:
                offer.options.append(row[target])


def ambush_refused(g: State, block: int, target: int, ops: int) -> str:
    """The rule by which an insurgent cannot ambush a target."""
    if not hidden_with(g, block, AMBUSH):
        return "rev.ambush.need_insurgent"
    if target not in targets(g, g.place[block]):
        return "rev.ambush.target"
    if ops >= AMBUSH_COST:
        return ""
    return "rev.ambush.card_icon" if without_icon(g) >= AMBUSH_COST else "rev.ambush.cost"


def attack_refused(g: State, block: int, target: int, ops: int) -> str:
    """The rule by which an insurgent cannot attack a target."""
    if not on_map(g, block) or not g.armed() >> block & 1:
        return "rev.attack.need_insurgent"
    if target not in targets(g, g.place[block]):
        return "rev.attack.target"
    return "" if ops >= ATTACK_COST else "rev.attack.cost"


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


def inspires(g: State, block: int) -> bool:
    """Whether a Defy of this insurgent gains Momentum."""
    district = g.place[block]
    if not g.bearing[BYSTANDER] >> block & 1:  # rev.defy.condition.icon
        return False
    if not g.barricade >> district & 1 and not g.rubble[district]:  # rev.defy.condition.barricade
        return False
    return g.active(district) > 0  # rev.defy.condition.regiment


def offer_defy(g: State, offer: Offer, ops: int) -> None:
    """Any hidden insurgent may defy, for 1 op, or for 2 or 3 where these gain Momentum (rev.defy.reveal)."""
    hidden = g.on_map() & ~g.shown
    if ops:
        for block in bits(hidden):
            row = g.pack.defy[g.insurgent_of[block]]
            offer.options.append(row[1])
            if g.bearing[BYSTANDER] >> block & 1 and inspires(g, block):
                for cost in range(2, min(ops, MAX_DEFY) + 1):
                    offer.options.append(row[cost])
    if offer.explaining:
        for insurgent in range(INSURGENTS):
            for cost in range(1, MAX_DEFY + 1):
                rule = defy_refused(g, g.block_of[insurgent], cost, ops)
                if rule:
                    offer.add(g.pack.defy[insurgent][cost], rule)


def defy_refused(g: State, block: int, cost: int, ops: int) -> str:
    """The rule by which an insurgent cannot defy at a cost."""
    if not on_map(g, block) or g.shown >> block & 1:
        return "rev.defy.reveal"
    if cost > 1 and not inspires(g, block):
        return "rev.defy.momentum"
    return "rev.defy.cost" if cost > ops else ""


def defy(g: State, block: int, cost: int) -> Flow[State]:
    """An insurgent shows itself in open defiance: Readiness falls, and Momentum may be gained."""
    defiant = yield from payment.spend(g, cost, NONE, block)
    units.reveal(g, defiant, "rev.defy.reveal")
    units.change_readiness(g, -1, "rev.defy.readiness")
    if inspires(g, defiant):
        units.gain_momentum(g, min(g.ops - 1, MOST_MOMENTUM), "rev.defy.momentum")  # rev.defy.overpay


# ---------------------------------------------------------------------- Strategizing


def offer_strategize(g: State, offer: Offer) -> None:
    """With two Revolutionaries, once a turn, a card for the partner (rev.strategize)."""
    if g.rules.revolutionaries < 2:
        return
    rule = None
    if g.turn.strategized:
        rule = "rev.strategize"
    elif not g.turn.acted:
        rule = "rev.strategize.timing"
    if rule is None or offer.explaining:
        for card in g.hand[g.seat]:
            offer.add(g.pack.strategize[card], rule)


def strategize(g: State, card: int) -> None:
    """A card goes face down to the partner; it counts among the three of the turn (rev.strategize.counts)."""
    units.give_card(g, g.seat, card)  # rev.strategize.receiver, rev.strategize.no_limit
    g.turn.played += 1
    g.turn.strategized = True
