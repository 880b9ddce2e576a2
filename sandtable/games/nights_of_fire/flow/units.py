"""Units on the board: the verbs that change pieces and tracks.

Nothing else writes these fields. A verb updates derived fields and knowledge, forbids undo if it shows something to the
other side, and adds its log line: hidden insurgents are called by their blocks there, and a second line tells the
Revolutionaries which insurgents they are.
"""

from __future__ import annotations

from sandtable.engine.sets import bits
from sandtable.engine.state import Log
from sandtable.games.nights_of_fire import knowledge
from sandtable.games.nights_of_fire.pack import (
    BOX,
    DISTRICTS,
    EVERY_INSURGENT,
    INSURGENTS,
    KILLED,
    MEDIC,
    RECRUIT,
    REGIMENTS,
)
from sandtable.games.nights_of_fire.state import State

# ---------------------------------------------------------------------- names and numbers


def per(count: int, size: int) -> int:
    """One for every complete group of a size (every_nth)."""
    return count // size


def called(g: State, block: int) -> str:
    """What everybody calls a block: its insurgent where that is open, otherwise its number (unit.hidden)."""
    if not g.rules.conflict or g.shown >> block & 1:
        return g.pack.insurgent_ids[g.insurgent_of[block]]
    return g.pack.block_ids[block]


def seat_id(g: State, seat: int) -> str:
    """What a seat is called in the log."""
    if seat == g.rules.commander:
        return "seat:commander"
    return "seat:revolutionary" if g.rules.revolutionaries == 1 else ("seat:first", "seat:second")[seat]


def tell_who(g: State, block: int) -> None:
    """Tell the Revolutionaries which insurgent a hidden block is."""
    if g.log is not None and g.rules.conflict and not g.shown >> block & 1:
        insurgent = g.pack.insurgent_ids[g.insurgent_of[block]]
        g.log.add("block_who", g.pack.block_ids[block], insurgent, seats=g.rev_seats())


def show_other_side(g: State) -> None:
    """The other side sees something now, so that it cannot be undone; Konev sees nothing."""
    if g.rules.conflict:
        g.chance.reveal()


def look_at_stickers(g: State) -> None:
    """Work out from `insurgent_of` which blocks are fighters and which have an icon that counts."""
    for block in range(INSURGENTS):
        g.block_of[g.insurgent_of[block]] = block
    counting = RECRUIT if g.rules.advanced else MEDIC  # unit.icons.basic_ignored
    g.bearing = [0] * RECRUIT
    for icon in range(counting):
        g.bearing[icon] = blocks_of(g, g.pack.bearers[icon])
    g.fighters = EVERY_INSURGENT & ~blocks_of(g, EVERY_INSURGENT & ~g.pack.fighters)


def blocks_of(g: State, insurgents: int) -> int:
    """The blocks of a set of insurgents."""
    blocks = 0
    for insurgent in bits(insurgents):
        blocks |= 1 << g.block_of[insurgent]
    return blocks


# ---------------------------------------------------------------------- insurgents: where they are


def relocate(g: State, block: int, place: int) -> None:
    """Put a block somewhere, without a log line."""
    mark = 1 << block
    g.at[g.place[block]] &= ~mark
    g.at[place] |= mark
    g.place[block] = place


def move_block(g: State, block: int, district: int) -> None:
    """A fighter moves as it is, hidden or revealed (rev.move.state)."""
    start = g.place[block]
    relocate(g, block, district)
    knowledge.moved(g, block)
    show_other_side(g)
    if g.log is not None:
        areas = g.pack.area_ids
        g.log.add("moved", called(g, block), areas[start], areas[district], rule="rev.move.cost")
        tell_who(g, block)


def place_block(g: State, block: int, district: int) -> None:
    """A fighter from the pool comes to a district, hidden (reinforce.hidden, unit.stacking)."""
    relocate(g, block, district)
    show_other_side(g)
    if g.log is not None:
        g.log.add("reinforced", called(g, block), g.pack.area_ids[district], rule="reinforce.place")
        tell_who(g, block)


def to_box(g: State, block: int, rule: str) -> None:
    """An insurgent leaves the game openly, but not for the Killed area."""
    _take_off(g, block)
    relocate(g, block, BOX)
    if g.log is not None:
        g.log.add("lost", called(g, block), rule=rule)


def _take_off(g: State, block: int) -> None:
    """An insurgent that leaves the map is seen by all, and its Wound goes back (unit.removed.wounds_return)."""
    mark = 1 << block
    g.wounded &= ~mark
    g.unmixed &= ~mark
    g.shown |= mark
    knowledge.seen(g, block)
    show_other_side(g)


# ---------------------------------------------------------------------- insurgents: hidden and revealed


def reveal(g: State, block: int, rule: str) -> None:
    """A hidden insurgent shows its icons to all (unit.hidden); a revealed one stays as it is."""
    mark = 1 << block
    if g.shown & mark:
        return
    g.shown |= mark
    g.unmixed &= ~mark
    knowledge.seen(g, block)
    show_other_side(g)
    if g.log is not None:
        insurgent, area = g.pack.insurgent_ids[g.insurgent_of[block]], g.pack.area_ids[g.place[block]]
        if g.rules.conflict:
            g.log.add("revealed_block", g.pack.block_ids[block], insurgent, area, rule=rule)
        else:
            g.log.add("revealed", insurgent, area, rule=rule)


def hide(g: State, block: int, rule: str) -> None:
    """A revealed insurgent is hidden; the commander loses it only when it is mixed with others."""
    if g.log is not None:
        g.log.add("hidden", called(g, block), g.pack.area_ids[g.place[block]], rule=rule)
    g.shown &= ~(1 << block)
    if g.rules.conflict:
        g.unmixed |= 1 << block


def mix_hidden(g: State) -> None:
    """Every insurgent that was hidden is mixed with those hidden in its district (unit.hide.mix)."""
    if not g.unmixed:
        return
    for district in range(DISTRICTS):
        here = g.at[district] & g.unmixed
        if here & ~g.wounded:
            mix(g, district, False)
        if here & g.wounded:
            mix(g, district, True)
    g.unmixed = 0


def mix(g: State, district: int, wounded: bool) -> None:
    """The hidden insurgents of a district, either the wounded or the healthy ones, are mixed (unit.hide.mix.wounds)."""
    mixed = g.hidden(district) & (g.wounded if wounded else ~g.wounded)
    blocks = bits(mixed)
    if len(blocks) < 2:
        return
    insurgents = [g.insurgent_of[block] for block in blocks]
    g.chance.shuffle("mix", insurgents, g.pack.insurgent_ids)
    for block in blocks:
        g.insurgent_of[block] = insurgents.pop()
    look_at_stickers(g)
    knowledge.mixed(g, mixed)
    if g.log is not None:
        g.log.add("mixed", g.pack.area_ids[district], len(blocks), rule="unit.hide.mix")
        for block in blocks:
            tell_who(g, block)


# ---------------------------------------------------------------------- insurgents: Wounds


def wound(g: State, block: int, rule: str) -> None:
    """A Wound; the second one kills (unit.wounded.second)."""
    mark = 1 << block
    if g.wounded & mark:
        kill(g, block, rule)
        return
    g.wounded |= mark
    if g.log is not None:
        g.log.add("wounded", called(g, block), g.pack.area_ids[g.place[block]], rule=rule)
        tell_who(g, block)


def kill(g: State, block: int, rule: str) -> None:
    """An insurgent goes to the Killed area, revealed to all (unit.removed.area, unit.killed.revealed)."""
    area = g.pack.area_ids[g.place[block]]
    name = called(g, block)
    _take_off(g, block)
    relocate(g, block, KILLED)
    if g.log is not None:
        insurgent = called(g, block)
        if name == insurgent:
            g.log.add("killed", insurgent, area, rule=rule)
        else:
            g.log.add("killed_block", name, insurgent, area, rule=rule)


def heal(g: State, block: int, rule: str) -> None:
    """A Wound goes back to the supply."""
    g.wounded &= ~(1 << block)
    if g.log is not None:
        g.log.add("healed", called(g, block), g.pack.area_ids[g.place[block]], rule=rule)
        tell_who(g, block)


# ---------------------------------------------------------------------- civilians


def flee(g: State, district: int) -> None:
    """The civilian of a district sets out for Austria (rev.flee.effect)."""
    g.civilians &= ~(1 << district)
    g.fled |= 1 << district
    if g.log is not None:
        g.log.add("fled", g.pack.civilian_ids[district], g.pack.area_ids[district], rule="rev.flee.effect")


def arrest(g: State, district: int, rule: str) -> None:
    """The civilian of a district goes to the Killed area (unit.removed.area)."""
    g.civilians &= ~(1 << district)
    g.arrested |= 1 << district
    g.arrests += 1
    if g.log is not None:
        g.log.add("arrested", g.pack.civilian_ids[district], g.pack.area_ids[district], rule=rule)


def leave_killed(g: State, count: int, rule: str) -> None:
    """So many units of the Killed area go to the box, insurgents first (cleanup.killed.which)."""
    if not count:
        return
    if g.log is not None:
        g.log.add("killed_to_box", count, rule=rule)
    for block in bits(g.at[KILLED])[:count]:
        relocate(g, block, BOX)
        count -= 1
    for district in bits(g.arrested)[:count]:
        g.arrested &= ~(1 << district)


# ---------------------------------------------------------------------- Soviet units


def march(g: State, regiment: int, district: int, rule: str) -> None:
    """A Regiment moves."""
    start = g.regiment_at[regiment]
    mark = 1 << regiment
    g.regiments[start] &= ~mark
    g.regiments[district] |= mark
    g.regiment_at[regiment] = district
    if g.log is not None:
        areas = g.pack.area_ids
        g.log.add("marched", g.pack.regiment_ids[regiment], areas[start], areas[district], rule=rule)


def disable(g: State, target: int, rule: str) -> None:
    """A Soviet unit becomes disabled and stays where it is (unit.soviet.never_removed)."""
    if target < REGIMENTS:
        g.disabled_regiments |= 1 << target
    else:
        g.disabled_garrisons |= 1 << target - REGIMENTS
    if g.log is not None:
        tell_target(g, g.log, "disabled", target, rule)


def rally(g: State, target: int, rule: str) -> None:
    """A disabled Soviet unit becomes active."""
    if target < REGIMENTS:
        g.disabled_regiments &= ~(1 << target)
    else:
        g.disabled_garrisons &= ~(1 << target - REGIMENTS)
    if g.log is not None:
        tell_target(g, g.log, "rallied", target, rule)


def tell_target(g: State, log: Log, key: str, target: int, rule: str) -> None:
    """What happens to a Regiment and where; a Garrison's name says where it is."""
    if target < REGIMENTS:
        log.add(key, g.pack.target_ids[target], g.pack.area_ids[where(g, target)], rule=rule)
    else:
        log.add("garrison_" + key, g.pack.target_ids[target], rule=rule)


def rally_all(g: State, rule: str) -> None:
    """All disabled Soviet units become active."""
    if g.log is not None and g.disabled_units():
        g.log.add("rallied_all", g.disabled_units(), rule=rule)
    g.disabled_regiments = 0
    g.disabled_garrisons = 0


def where(g: State, target: int) -> int:
    """The area of a Soviet unit."""
    return g.regiment_at[target] if target < REGIMENTS else target - REGIMENTS


def place_garrison(g: State, district: int, rule: str) -> None:
    """An active Garrison is placed (comp.limited.ignore: if there is one left)."""
    if not g.garrisons_left():
        return
    g.garrison |= 1 << district
    if g.log is not None:
        g.log.add("garrisoned", g.pack.area_ids[district], rule=rule)


# ---------------------------------------------------------------------- Barricades, Rubble, markers


def build_barricade(g: State, district: int) -> None:
    """A Barricade from the supply (rev.barricade.place)."""
    g.barricade |= 1 << district
    if g.log is not None:
        g.log.add("barricade_built", g.pack.area_ids[district], rule="rev.barricade.place")


def turn_rubble(g: State, district: int) -> None:
    """A Rubble token turned over into a Barricade (rev.barricade.rubble_flip)."""
    g.rubble[district] -= 1
    g.barricade |= 1 << district
    if g.log is not None:
        g.log.add("rubble_turned", g.pack.area_ids[district], rule="rev.barricade.rubble_flip")


def clear_barricade(g: State, district: int, rule: str) -> None:
    """A Barricade goes back to the supply."""
    g.barricade &= ~(1 << district)
    if g.log is not None:
        g.log.add("barricade_cleared", g.pack.area_ids[district], rule=rule)


def clear_rubble(g: State, district: int, rule: str) -> None:
    """A Rubble token goes back to the supply."""
    g.rubble[district] -= 1
    if g.log is not None:
        g.log.add("rubble_cleared", g.pack.area_ids[district], rule=rule)


def make_rubble(g: State, district: int, rule: str) -> None:
    """A Rubble token is placed (comp.limited.ignore: if there is one left)."""
    if not g.tokens_left():
        return
    g.rubble[district] += 1
    if g.log is not None:
        g.log.add("rubble_made", g.pack.area_ids[district], rule=rule)


def block_district(g: State, district: int) -> None:
    """A permanently-blocked marker (headline.blocked_marker)."""
    g.blocked |= 1 << district
    if g.log is not None:
        g.log.add("blocked", g.pack.area_ids[district], rule="headline.blocked_marker")


# ---------------------------------------------------------------------- tracks


def change_readiness(g: State, by: int, rule: str) -> None:
    """Readiness stops at the ends of its track (board.track.readiness)."""
    before = g.readiness
    g.readiness = min(max(before + by, g.pack.readiness_min), g.pack.readiness_max)
    if g.log is not None and g.readiness != before:
        g.log.add("readiness", before, g.readiness, rule=rule)


def change_prestige(g: State, by: int, rule: str) -> None:
    """Prestige is counted without limits (board.track.main.no_cap, board.track.main.below_zero)."""
    before = g.prestige
    g.prestige = before + by
    if g.log is not None and by:
        g.log.add("prestige", before, g.prestige, rule=rule)


def change_morale(g: State, by: int, rule: str) -> None:
    """Morale is counted without limits (board.track.main.no_cap, board.track.main.below_zero)."""
    before = g.morale
    g.morale = before + by
    if g.log is not None and by:
        g.log.add("morale", before, g.morale, rule=rule)


def gain_momentum(g: State, count: int, rule: str) -> None:
    """Tokens on the Hungarian Momentum area (momentum.gain, comp.wounds.unlimited)."""
    g.momentum += count
    if g.log is not None and count:
        g.log.add("momentum", count, g.momentum, rule=rule)


def lose_momentum(g: State, count: int, rule: str) -> None:
    """Momentum tokens return to the supply."""
    g.momentum -= count
    if g.log is not None and count:
        g.log.add("momentum_lost", count, g.momentum, rule=rule)


# ---------------------------------------------------------------------- Revolutionary cards


def discard_card(g: State, seat: int, card: int) -> None:
    """A hand card goes to its holder's discard pile, for all to see (rev.cards.discard)."""
    g.hand[seat].remove(card)
    g.discard[seat].append(card)
    knowledge.card_seen(g, seat, card)
    show_other_side(g)
    if g.log is not None:
        g.log.add("discarded", seat_id(g, seat), g.pack.card_ids[card], rule="rev.cards.discard")


def give_card(g: State, seat: int, card: int) -> None:
    """A hand card goes face down to the partner (rev.strategize)."""
    partner = 1 - seat
    g.hand[seat].remove(card)
    g.hand[partner].append(card)
    g.hand[partner].sort()
    knowledge.card_given(g, seat)
    if g.log is not None:
        g.log.add("gave", seat_id(g, seat), seat_id(g, partner), rule="rev.strategize")
        if g.rules.conflict:
            g.log.add("gave_who", g.pack.card_ids[card], rule="rev.strategize", seats=g.rev_seats())
