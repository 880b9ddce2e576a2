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
from sandtable.games.nights_of_fire.state import KonevCard, State


def run(g: State) -> Generator[Ask[State], Choice, bool]:
    """Carry the card on to the end of its next damage step, or to its end (then True)."""
    card = g.card_now()
    program = g.pack.konev[card.card].program
    while program[card.next_step].verb != cards.END:
        step = program[card.next_step]
        card.next_step += 1
        if step.verb == cards.DAMAGE:
            yield from damage.deal_damage(g, card, step)
            return False
        if step.verb in JUMPS:
            jump(g, card, step, program[card.next_step])
        else:
            act(g, card, step)
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


def jump(g: State, card: KonevCard, step: Step, following: Step) -> None:
    """A step that goes on elsewhere when it finds nothing (konev.step.no_target)."""
    verb = step.verb
    if verb == cards.NEXT_REGIMENT:
        found = next_regiment(g, card)
    elif verb == cards.NEXT_SECTOR:
        found = next_sector(card)
    elif verb == cards.AGAIN:
        found = card.repeats > 0
        card.repeats -= 1
    elif verb == cards.IF_POSSIBLE:
        found = possible(g, card, following)
    elif verb == cards.IF_NO_EFFECT:
        found = not card.effect
    elif verb == cards.TARGET:
        card.target = threat.highest(g, threat.candidates(g, card, step))
        found = card.target != NONE
    else:
        found = False
    if not found:
        card.next_step = step.to


def act(g: State, card: KonevCard, step: Step) -> None:
    """A step that does something, if it can."""
    verb = step.verb
    if verb in (cards.EACH_REGIMENT, cards.EACH_SECTOR):
        draw_order(g, card, step)
    elif verb == cards.REPEAT:
        card.repeats = step.n
    elif verb == cards.BRING:
        bring(g, card)
    elif verb == cards.ADVANCE:
        advance(g, card)
    elif verb == cards.MOVE_STAGING:
        move_staging(g, card, step.n)
    elif verb == cards.ARREST:
        arrest(g, card)
    elif verb == cards.GARRISON:
        garrison(g, card)
    elif verb == cards.RECON:
        recon(g, card)
    elif verb == cards.CLEAR:
        clear(g, card)
    elif verb == cards.RALLY:
        rally(g, card, step)
    else:
        units.change_readiness(g, step.n, "konev.turn.execute")


# ---------------------------------------------------------------------- loops


def draw_order(g: State, card: KonevCard, step: Step) -> None:
    """A random order of Regiments or sectors is drawn once (konev.random, konev.card.advance.each)."""
    if step.verb == cards.EACH_REGIMENT:
        card.queue = list(bits(card.before & g.pack.sector_regiments[card.sector]))
        names = g.pack.regiment_ids
    else:
        card.queue = list(range(SECTORS))
        names = g.pack.sector_ids
    if len(card.queue) > 1:
        g.chance.shuffle("konev_order", card.queue, names)


def next_regiment(g: State, card: KonevCard) -> bool:
    """The next Regiment that is still active (konev.rally.previously_active, konev.counter.moment)."""
    while card.queue:
        regiment = card.queue.pop()
        if not g.disabled_regiments >> regiment & 1:
            card.regiment = regiment
            card.target = g.regiment_at[regiment]
            return True
    return False


def next_sector(card: KonevCard) -> bool:
    if not card.queue:
        return False
    card.sector = card.queue.pop()
    return True


# ---------------------------------------------------------------------- moving


def march(g: State, regiment: int, district: int) -> None:
    """A Regiment moves; this does not count as an effect of the card (konev.no_effect)."""
    units.march(g, regiment, district, "konev.move.sector")


def bring(g: State, card: KonevCard) -> None:
    """An adjacent Regiment moves in if no active one is there (konev.move.if_necessary, .random)."""
    target = card.target
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


def advance(g: State, card: KonevCard) -> None:
    """An idle Regiment moves to the highest-threat adjacent district (konev.card.advance.move)."""
    area = g.regiment_at[card.regiment]
    if idle(g, area):
        march(g, card.regiment, threat.highest(g, g.pack.reach[area]))
    card.target = g.regiment_at[card.regiment]


def idle(g: State, area: int) -> bool:
    """In staging, or where nothing is to be done (konev.card.advance.idle)."""
    if area >= DISTRICTS:
        return True
    return not g.at[area] and not g.civilians >> area & 1 and not threat.open_objective(g, area)


def in_staging(g: State, card: KonevCard) -> int:
    """The active Regiments in the staging area of the card's sector."""
    return g.regiments[STAGING + card.sector] & ~g.disabled_regiments


def move_staging(g: State, card: KonevCard, count: int) -> None:
    """Regiments leave staging for the district next to it (konev.card.pacify.rally, .staging)."""
    for _ in range(count):
        if in_staging(g, card):
            march(g, one_of(g, in_staging(g, card)), g.pack.gate[card.sector])


# ---------------------------------------------------------------------- acting


def possible(g: State, card: KonevCard, step: Step) -> bool:
    """Whether a step would change something now (konev.step.possible)."""
    verb = step.verb
    if verb == cards.ARREST:
        return may_arrest(g, card)
    if verb == cards.DAMAGE:
        return damage.possible(g, card, step)
    if verb == cards.GARRISON:
        return may_garrison(g, card)
    if verb == cards.RALLY:
        return to_rally(g, card, step) > 0
    return in_staging(g, card) > 0  # MOVE_STAGING; no other step stands behind 'the first possible'


def may_arrest(g: State, card: KonevCard) -> bool:
    """A civilian, an active Regiment, and nobody in the open (konev.arrest)."""
    d = card.target
    return bool(g.civilians >> d & 1) and g.active(d) > 0 and not g.revealed(d)


def arrest(g: State, card: KonevCard) -> None:
    if may_arrest(g, card):
        units.arrest(g, card.target, "konev.arrest")
        card.effect = True


def may_garrison(g: State, card: KonevCard) -> bool:
    """An open objective and an active Regiment (konev.garrison)."""
    target = card.target
    return threat.open_objective(g, target) and g.active(target) > 0 and g.garrisons_left() > 0


def garrison(g: State, card: KonevCard) -> None:
    if may_garrison(g, card):
        units.place_garrison(g, card.target, "konev.garrison")
        card.effect = True


def recon(g: State, card: KonevCard) -> None:
    """All hidden insurgents of the district are revealed (konev.recon)."""
    for block in bits(g.hidden(card.target)):
        units.reveal(g, block, "konev.recon")
        card.effect = True


def clear(g: State, card: KonevCard) -> None:
    """The Barricade is removed, before damage is dealt (konev.clear, konev.barricade.cleared_first)."""
    if g.barricade >> card.target & 1:
        units.clear_barricade(g, card.target, "konev.clear")
        card.effect = True


# ---------------------------------------------------------------------- rallying


def to_rally(g: State, card: KonevCard, step: Step) -> int:
    """The disabled Regiments, or the districts with disabled Garrisons, that a step speaks of."""
    sector = card.sector
    everywhere = step.scope == cards.ON_MAP or sector == NONE
    if step.what == REGIMENT:
        return g.disabled_regiments if everywhere else g.disabled_regiments & g.pack.sector_regiments[sector]
    return g.disabled_garrisons if everywhere else g.disabled_garrisons & g.pack.sector_districts[sector]


def rally(g: State, card: KonevCard, step: Step) -> None:
    """Disabled units become active: some by chance or threat, or all (konev.rally)."""
    count = to_rally(g, card, step).bit_count() if step.n == ALL else step.n
    for _ in range(count):
        units_left = to_rally(g, card, step)
        if not units_left:
            return
        units.rally(g, rallied(g, step, units_left), "konev.rally")
        card.effect = True


def rallied(g: State, step: Step, able: int) -> int:
    """Which unit is rallied, as a target of the pack: Regiments first, then the Garrison of each district."""
    things = bits(able)
    if step.what == REGIMENT:
        return things[0] if len(things) == 1 else g.chance.pick("rally", things, g.pack.regiment_ids)
    if step.pick == BY_THREAT:
        return REGIMENTS + threat.highest(g, things)
    return REGIMENTS + (things[0] if step.n == ALL else g.chance.pick("rally", things, g.pack.area_ids))
