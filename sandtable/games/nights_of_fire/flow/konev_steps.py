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
    program = g.pack.konev[g.card].program
    while program[g.pc].verb != cards.END:
        step = program[g.pc]
        g.pc += 1
        if step.verb == cards.DAMAGE:
            yield from damage.deal_damage(g, step)
            return False
        if step.verb in JUMPS:
            jump(g, step, program[g.pc])
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
    verb = step.verb
    if verb == cards.NEXT_REGIMENT:
        found = next_regiment(g)
    elif verb == cards.NEXT_SECTOR:
        found = next_sector(g)
    elif verb == cards.AGAIN:
        found = g.left > 0
        g.left -= 1
    elif verb == cards.IF_POSSIBLE:
        found = possible(g, following)
    elif verb == cards.IF_NO_EFFECT:
        found = not g.effect
    elif verb == cards.TARGET:
        g.target = threat.highest(g, threat.candidates(g, step))
        found = g.target != NONE
    else:
        found = False
    if not found:
        g.pc = step.to


def act(g: State, step: Step) -> None:
    """A step that does something, if it can."""
    verb = step.verb
    if verb in (cards.EACH_REGIMENT, cards.EACH_SECTOR):
        draw_order(g, step)
    elif verb == cards.REPEAT:
        g.left = step.n
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
    if step.verb == cards.EACH_REGIMENT:
        g.queue = list(bits(g.before & g.pack.sector_regiments[g.sector]))
        names = g.pack.regiment_ids
    else:
        g.queue = list(range(SECTORS))
        names = g.pack.sector_ids
    if len(g.queue) > 1:
        g.chance.shuffle("konev_order", g.queue, names)


def next_regiment(g: State) -> bool:
    """The next Regiment that is still active (konev.rally.previously_active, konev.counter.moment)."""
    while g.queue:
        regiment = g.queue.pop()
        if not g.down >> regiment & 1:
            g.regiment = regiment
            g.target = g.regiment_at[regiment]
            return True
    return False


def next_sector(g: State) -> bool:
    if not g.queue:
        return False
    g.sector = g.queue.pop()
    return True


# ---------------------------------------------------------------------- moving


def march(g: State, regiment: int, district: int) -> None:
    """Moves are no effect in the sense of No Effect (konev.no_effect)."""
    units.march(g, regiment, district, "konev.move.sector")


def bring(g: State) -> None:
    """An adjacent Regiment moves in if no active one is there (konev.move.if_necessary, .random)."""
    if g.active(g.target):
        return
    near = 0
    for area in g.pack.within[g.target]:
        near |= g.regiments[area] & ~g.down
    march(g, one_of(g, near), g.target)


def one_of(g: State, regiments: int) -> int:
    """One of several Regiments, at random."""
    able = bits(regiments)
    return able[0] if len(able) == 1 else g.chance.pick("regiment", able, g.pack.regiment_ids)


def advance(g: State) -> None:
    """An idle Regiment moves to the highest-threat adjacent district (konev.card.advance.move)."""
    area = g.regiment_at[g.regiment]
    if idle(g, area):
        march(g, g.regiment, threat.highest(g, g.pack.reach[area]))
    g.target = g.regiment_at[g.regiment]


def idle(g: State, area: int) -> bool:
    """In staging, or where nothing is to be done (konev.card.advance.idle)."""
    if area >= DISTRICTS:
        return True
    return not g.at[area] and not g.civilians >> area & 1 and not threat.open_objective(g, area)


def in_staging(g: State) -> int:
    """The active Regiments in the staging area of the card's sector."""
    return g.regiments[STAGING + g.sector] & ~g.down


def move_staging(g: State, count: int) -> None:
    """Regiments leave staging for the district next to it (konev.card.pacify.rally, .staging)."""
    for _ in range(count):
        if in_staging(g):
            march(g, one_of(g, in_staging(g)), g.pack.gate[g.sector])


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
    d = g.target
    return bool(g.civilians >> d & 1) and g.active(d) > 0 and not g.revealed(d)


def arrest(g: State) -> None:
    if may_arrest(g):
        units.arrest(g, g.target, "konev.arrest")
        g.effect = True


def may_garrison(g: State) -> bool:
    """An open objective and an active Regiment (konev.garrison)."""
    return threat.open_objective(g, g.target) and g.active(g.target) > 0 and g.garrisons_left() > 0


def garrison(g: State) -> None:
    if may_garrison(g):
        units.place_garrison(g, g.target, "konev.garrison")
        g.effect = True


def recon(g: State) -> None:
    """All hidden insurgents of the district are revealed (konev.recon)."""
    for block in bits(g.hidden(g.target)):
        units.reveal(g, block, "konev.recon")
        g.effect = True


def clear(g: State) -> None:
    """The Barricade is removed, before damage is dealt (konev.clear, konev.barricade.cleared_first)."""
    if g.barricade >> g.target & 1:
        units.clear_barricade(g, g.target, "konev.clear")
        g.effect = True


# ---------------------------------------------------------------------- rallying


def to_rally(g: State, step: Step) -> int:
    """The disabled Regiments, or the districts with disabled Garrisons, that a step speaks of."""
    everywhere = step.scope == cards.ON_MAP or g.sector == NONE
    if step.what == REGIMENT:
        return g.down if everywhere else g.down & g.pack.sector_regiments[g.sector]
    return g.garrison_down if everywhere else g.garrison_down & g.pack.sector_districts[g.sector]


def rally(g: State, step: Step) -> None:
    """Disabled units become active: some by chance or threat, or all (konev.rally)."""
    count = to_rally(g, step).bit_count() if step.n == ALL else step.n
    for _ in range(count):
        units_left = to_rally(g, step)
        if not units_left:
            return
        units.rally(g, rallied(g, step, units_left), "konev.rally")
        g.effect = True


def rallied(g: State, step: Step, able: int) -> int:
    """Which unit is rallied, as a target of the pack: Regiments first, then the Garrison of each district."""
    things = bits(able)
    if step.what == REGIMENT:
        return things[0] if len(things) == 1 else g.chance.pick("rally", things, g.pack.regiment_ids)
    if step.pick == BY_THREAT:
        return REGIMENTS + threat.highest(g, things)
    return REGIMENTS + (things[0] if step.n == ALL else g.chance.pick("rally", things, g.pack.area_ids))
