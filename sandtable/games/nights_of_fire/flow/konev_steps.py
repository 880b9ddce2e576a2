"""The interpreter of Konev cards: one function for every verb of the pack."""

from __future__ import annotations

from collections.abc import Generator

from sandtable.engine.ask import Ask
from sandtable.engine.sets import NONE, bits
from sandtable.engine.types import Choice
from sandtable.games.nights_of_fire import cards
from sandtable.games.nights_of_fire.cards import ALL, BY_THREAT, REGIMENT, Step
from sandtable.games.nights_of_fire.flow import damage, threat, units
from sandtable.games.nights_of_fire.pack import DISTRICTS, REGIMENTS, SECTORS, STAGING
from sandtable.games.nights_of_fire.state import State


def run(g: State) -> Generator[Ask[State], Choice, bool]:
    """Carry the card on to the end of its next damage step, or to its end (then True)."""
    card = g.card_now()
    program = g.pack.konev[card.card].program
    while program[card.next_step].verb != cards.END:
        step = program[card.next_step]
        card.next_step += 1
        if step.verb == cards.DAMAGE:
            yield from damage.deal_damage(g, step)
            return False
        if step.verb in JUMPS:
            jump(g, step, program[card.next_step])
        else:
            act(g, step)
    return True


JUMPS = frozenset(
    {
        cards.NEXT_REGIMENT,
        cards.NEXT_SECTOR,
        cards.AGAIN,
        cards.IF_POSSIBLE,
        cards.IF_NO_EFFECT,
        cards.TARGET,
        cards.GO,
    }
)


def jump(g: State, step: Step, following: Step) -> None:
    """A step that goes on elsewhere when it finds nothing (konev.step.no_target)."""
    verb, card = step.verb, g.card_now()
    if verb == cards.NEXT_REGIMENT:
        found = next_regiment(g)
    elif verb == cards.NEXT_SECTOR:
        found = next_sector(g)
    elif verb == cards.AGAIN:
        found = card.repeats > 0
        card.repeats -= 1
    elif verb == cards.IF_POSSIBLE:
        found = possible(g, following)
    elif verb == cards.IF_NO_EFFECT:
        found = not card.effect
    elif verb == cards.TARGET:
        card.target = threat.highest(g, threat.candidates(g, step))
        found = card.target != NONE
    else:
        found = False
    if not found:
        card.next_step = step.to


def act(g: State, step: Step) -> None:
    """A step that does something, if it can."""
    verb = step.verb
    if verb in (cards.EACH_REGIMENT, cards.EACH_SECTOR):
        draw_order(g, step)
    elif verb == cards.REPEAT:
        g.card_now().repeats = step.n
    elif verb == cards.BRING:
        bring(g)
    elif verb == cards.ADVANCE:
        advance(g)
    elif verb == cards.MOVE_STAGING:
        move_staging(g, step.n)
    elif verb == cards.ARREST:
        arrest(g)
    elif verb == cards.GARRISON:
        garrison(g)
    elif verb == cards.RECON:
        recon(g)
    elif verb == cards.CLEAR:
        clear(g)
    elif verb == cards.RALLY:
        rally(g, step)
    else:
        units.change_readiness(g, step.n, "konev.turn.execute")


# ---------------------------------------------------------------------- loops


def draw_order(g: State, step: Step) -> None:
    """A random order of Regiments or sectors is drawn once (konev.random, konev.card.advance.each)."""
    card = g.card_now()
    if step.verb == cards.EACH_REGIMENT:
        card.queue = list(bits(card.before & g.pack.sector_regiments[card.sector]))
        names = g.pack.regiment_ids
    else:
        card.queue = list(range(SECTORS))
        names = g.pack.sector_ids
    if len(card.queue) > 1:
        g.chance.shuffle("konev_order", card.queue, names)


def next_regiment(g: State) -> bool:
    """The next Regiment that is still active (konev.rally.previously_active, konev.counter.moment)."""
    card = g.card_now()
    while card.queue:
        regiment = card.queue.pop()
        if not g.disabled_regiments >> regiment & 1:
            card.regiment = regiment
            card.target = g.regiment_at[regiment]
            return True
    return False


def next_sector(g: State) -> bool:
    card = g.card_now()
    if not card.queue:
        return False
    card.sector = card.queue.pop()
    return True


# ---------------------------------------------------------------------- moving


def march(g: State, regiment: int, district: int) -> None:
    """Moves are no effect in the sense of No Effect (konev.no_effect)."""
    units.march(g, regiment, district, "konev.move.sector")


def bring(g: State) -> None:
    """An adjacent Regiment moves in if no active one is there (konev.move.if_necessary, .random)."""
    target = g.card_now().target
    if g.active(target):
        return
    near = 0
    for area in g.pack.within[target]:
        near |= g.regiments[area] & ~g.disabled_regiments
    march(g, one_of(g, near), target)


def one_of(g: State, regiments: int) -> int:
    """One of several Regiments, at random."""
    able = bits(regiments)
    return able[0] if len(able) == 1 else g.chance.pick("regiment", able, g.pack.regiment_ids)


def advance(g: State) -> None:
    """An idle Regiment moves to the highest-threat adjacent district (konev.card.advance.move)."""
    card = g.card_now()
    area = g.regiment_at[card.regiment]
    if idle(g, area):
        march(g, card.regiment, threat.highest(g, g.pack.reach[area]))
    card.target = g.regiment_at[card.regiment]


def idle(g: State, area: int) -> bool:
    """In staging, or where nothing is to be done (konev.card.advance.idle)."""
    if area >= DISTRICTS:
        return True
    return not g.at[area] and not g.civilians >> area & 1 and not threat.open_objective(g, area)


def in_staging(g: State) -> int:
    """The active Regiments in the staging area of the card's sector."""
    return g.regiments[STAGING + g.card_now().sector] & ~g.disabled_regiments


def move_staging(g: State, count: int) -> None:
    """Regiments leave staging for the district next to it (konev.card.pacify.rally, .staging)."""
    for _ in range(count):
        if in_staging(g):
            march(g, one_of(g, in_staging(g)), g.pack.gate[g.card_now().sector])


# ---------------------------------------------------------------------- acting


def possible(g: State, step: Step) -> bool:
    """Whether a step would change something now (konev.step.possible)."""
    verb = step.verb
    if verb == cards.ARREST:
        return may_arrest(g)
    if verb == cards.DAMAGE:
        return damage.possible(g, step)
    if verb == cards.GARRISON:
        return may_garrison(g)
    if verb == cards.RALLY:
        return to_rally(g, step) > 0
    return in_staging(g) > 0  # MOVE_STAGING; no other step stands behind 'the first possible'


def may_arrest(g: State) -> bool:
    """A civilian, an active Regiment, and nobody in the open (konev.arrest)."""
    d = g.card_now().target
    return bool(g.civilians >> d & 1) and g.active(d) > 0 and not g.revealed(d)


def arrest(g: State) -> None:
    if may_arrest(g):
        card = g.card_now()
        units.arrest(g, card.target, "konev.arrest")
        card.effect = True


def may_garrison(g: State) -> bool:
    """An open objective and an active Regiment (konev.garrison)."""
    target = g.card_now().target
    return threat.open_objective(g, target) and g.active(target) > 0 and g.garrisons_left() > 0


def garrison(g: State) -> None:
    if may_garrison(g):
        card = g.card_now()
        units.place_garrison(g, card.target, "konev.garrison")
        card.effect = True


def recon(g: State) -> None:
    """All hidden insurgents of the district are revealed (konev.recon)."""
    card = g.card_now()
    for block in bits(g.hidden(card.target)):
        units.reveal(g, block, "konev.recon")
        card.effect = True


def clear(g: State) -> None:
    """The Barricade is removed, before damage is dealt (konev.clear, konev.barricade.cleared_first)."""
    card = g.card_now()
    if g.barricade >> card.target & 1:
        units.clear_barricade(g, card.target, "konev.clear")
        card.effect = True


# ---------------------------------------------------------------------- rallying


def to_rally(g: State, step: Step) -> int:
    """The disabled Regiments, or the districts with disabled Garrisons, that a step speaks of."""
    sector = g.card_now().sector
    everywhere = step.scope == cards.ON_MAP or sector == NONE
    if step.what == REGIMENT:
        return g.disabled_regiments if everywhere else g.disabled_regiments & g.pack.sector_regiments[sector]
    return g.disabled_garrisons if everywhere else g.disabled_garrisons & g.pack.sector_districts[sector]


def rally(g: State, step: Step) -> None:
    """Disabled units become active: some by chance or threat, or all (konev.rally)."""
    count = to_rally(g, step).bit_count() if step.n == ALL else step.n
    for _ in range(count):
        units_left = to_rally(g, step)
        if not units_left:
            return
        units.rally(g, rallied(g, step, units_left), "konev.rally")
        g.card_now().effect = True


def rallied(g: State, step: Step, able: int) -> int:
    """Which unit is rallied, as a target of the pack: Regiments first, then the Garrison of each district."""
    things = bits(able)
    if step.what == REGIMENT:
        return things[0] if len(things) == 1 else g.chance.pick("rally", things, g.pack.regiment_ids)
    if step.pick == BY_THREAT:
        return REGIMENTS + threat.highest(g, things)
    return REGIMENTS + (things[0] if step.n == ALL else g.chance.pick("rally", things, g.pack.area_ids))
