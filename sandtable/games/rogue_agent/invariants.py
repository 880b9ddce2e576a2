"""What can never be on the table, in one sentence each; for a position that was written by hand too."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.engine.sets import NONE, bits
from sandtable.games.rogue_agent.pack import (
    AMPLIFY,
    BOMBS,
    CELLS,
    CRIMINALS,
    DISCS,
    EVERY_DISTRICT,
    EXPLOSION,
    FIRST_CRIMINAL,
    PATH_END,
    ROWS,
    SEATS,
    STAMINA,
    TRACK_KEYS,
    TRACKS,
)
from sandtable.games.rogue_agent.state import ASSIGN, CUSTODY, DRAWN, SEARCHING, SHEET, TIME, WIRE, State


def invariants(g: State) -> list[str]:
    """One sentence for everything that is wrong."""
    return [*players(g), *city(g), *discs(g), *cards(g), *tokens(g), *dice(g), *progress(g)]


def players(g: State) -> Iterator[str]:
    """Boards, credits and informants."""
    if g.supply() < 0:
        yield f"credits: there are only {g.pack.all_credits} (comp.credits.limit)"
    for seat in range(g.rules.players):
        name = SEATS[seat]
        for track, key in enumerate(TRACK_KEYS):
            if not 0 <= g.track[seat * TRACKS + track] <= g.pack.track_max[track]:
                yield f"tracks.{name}.{key}: it runs from 0 to {g.pack.track_max[track]}"
        if g.stock[seat] + g.slot.count(seat) > g.pack.informants:
            yield f"informants: {name} has only {g.pack.informants} (comp.informants.count)"
        if g.influence[seat] < 0:
            yield f"influence.{name}: it never falls below 0 (influence.floor)"
        if not g.stamina(seat):
            yield f"tracks.{name}.{TRACK_KEYS[STAMINA]}: nobody stays without stamina (hospital.trigger)"


def city(g: State) -> Iterator[str]:
    """Tiles and what lies on them."""
    pack = g.pack
    for place, kind in enumerate(pack.place_kinds):
        if pack.tile_kinds[g.tile_at[place]] != kind:
            yield f"city.{pack.place_keys[place]}: a {kind} lies there (setup.city.shape)"
    if g.burnt & ~pack.slotted or (g.burnt and not g.rules.android):
        yield "burnt: only tiles with slots burn, and only in android mode (destroy.eligible, comp.tiles.agent_normal)"
    if not EVERY_DISTRICT >> g.police & 1:
        yield "police: the squad is in a district (setup.police)"
    for tile, key in enumerate(pack.tile_keys):
        upper, lower = g.slot[2 * tile], g.slot[2 * tile + 1]
        if lower != NONE and upper == NONE:
            yield f"informants.{key}: the upper slot is filled first (informant.shift_up)"
        if upper != NONE and (g.burnt >> tile & 1 or not pack.slotted >> tile & 1):
            yield f"informants.{key}: there is no slot (destroy.side)"
    for seat in bits(g.android):
        if g.slot.count(seat) or g.stock[seat] or g.custody(seat):
            yield f"androids.{SEATS[seat]}: it has neither informants nor custody (exposed.informants, exposed.custody)"


def discs(g: State) -> Iterator[str]:
    """Discs in the city, in custody and in the Data Stream."""
    for disc in range(DISCS):
        where, key = g.disc[disc], g.pack.disc_keys[disc]
        if CUSTODY <= where < DRAWN and (disc < FIRST_CRIMINAL or where - CUSTODY >= g.rules.players):
            yield f"discs.{key}: only criminals are in custody, and of players in the game (arrest.action)"
        if (where == DRAWN) != (disc in g.placing.discs):
            yield f"discs.{key}: it was drawn or it was not (time.draw)"
        in_city = 0 <= where <= PATH_END
        if disc >= BOMBS and in_city and g.burnt >> g.path[where] & 1:
            yield f"discs.{key}: nobody stays on a destroyed tile (destroy.discs)"
        if disc < BOMBS and not in_city and g.timer[disc]:
            yield f"timers.{key}: a bomb outside the city has none (explosion.clean)"
        if disc < BOMBS and in_city and not g.timer[disc] and g.revealing == NONE and not g.bombs_asked:
            yield f"timers.{key}: a bomb in the city has one (explosion.when)"


def cards(g: State) -> Iterator[str]:
    """Cards, and what they say of criminals."""
    places = [*g.deck, *bits(g.removed), *g.removed_unseen, *(card for card in g.card if card != NONE)]
    for pile in g.turned_in:
        places += bits(pile)
    if sorted(places) != list(range(len(g.pack.cards))):
        yield "deck: every card is in exactly one place (comp.cards.count)"
    if not len(g.removed_unseen) == len(g.removed_marker) == len(g.removed_barred):
        yield "removed_unseen: its lists are equally long"
    for criminal in range(CRIMINALS):
        key, bit = g.pack.criminal_keys[criminal], 1 << criminal
        if (g.card[criminal] != NONE) != g.in_play(criminal):
            yield f"criminals.cards.{key}: a criminal in play has a card (time.criminal.card)"
        if g.card[criminal] == NONE and (g.face_up | g.defeated) & bit | g.marker[criminal] | g.barred[criminal]:
            yield f"criminals: {key} is not in play (criminal.return.markers)"
        if g.defeated & ~g.face_up & bit:
            yield f"criminals.defeated: {key} was attacked, so its card lies face up (attack.reveal)"
        if g.disc[FIRST_CRIMINAL + criminal] >= CUSTODY and not g.defeated & bit and g.in_play(criminal):
            yield f"criminals.defeated: {key} is in custody (arrest.action)"
        for seat in range(g.rules.players):
            if g.clock[seat * CRIMINALS + criminal] and (
                g.card[criminal] == NONE or not g.pack.limits[g.card[criminal]] or g.is_android(seat)
            ):
                yield f"clocks.{SEATS[seat]}.{key}: it has no continuing effect (attack.clock.duration)"


def tokens(g: State) -> Iterator[str]:
    """Identity tokens and androids."""
    if g.android.bit_count() > g.rules.limit:
        yield f"androids: there are at most {g.rules.limit} (exposed.limit)"
    gone = not g.rules.android or g.android.bit_count() >= g.rules.limit
    if gone and (g.token or g.shown):
        yield "tokens: they are out of the game (exposed.limit.tokens)"
    if not gone:
        human, android = g.pack.tokens[g.rules.players]
        if (g.token.count(0), g.token.count(1)) != (human, android):
            yield f"tokens: {human} human and {android} android ones are dealt (comp.identity.count)"
        if g.shown >> len(g.token):
            yield "shown: there is no such token"
        for seat in range(g.rules.players):
            shown = sum(g.token[token] for token in bits(g.own_tokens(seat) & g.shown) if token < len(g.token))
            if (shown >= 2) != g.is_android(seat):
                yield f"androids.{SEATS[seat]}: two android tokens expose a player (reveal.exposed)"


def dice(g: State) -> Iterator[str]:
    """Custom dice in the tray and on the bomb sheet."""
    lying = [die for die in g.sheet if die != NONE]
    if len(set(lying)) < len(lying) or any(g.tray >> die & 1 for die in lying):
        yield "dice.sheet: a die lies in one place"
    if any(not g.face[die] for die in (*lying, *bits(g.tray))):
        yield "dice.faces: what was rolled shows a face"
    for cell in range(CELLS):
        if cell % ROWS and g.sheet[cell] != NONE and g.sheet[cell - 1] == NONE:
            yield "dice.sheet: columns grow downwards (defuse.place.topmost)"
    if lying and g.defusing == NONE:
        yield "dice.sheet: no bomb is being defused"
    at_work = g.phase in (WIRE, SHEET)
    if at_work != (g.defusing != NONE) and g.revealing == NONE and not g.bombs_asked:
        yield "dice.defusing: a bomb is being defused while wires are cut (defuse.action)"
    if at_work and g.defusing != NONE and g.tile_of(g.defusing) == NONE:
        yield "dice.defusing: that bomb is not in the city"
    if g.phase == SHEET and any(g.symbol(die) not in (AMPLIFY, EXPLOSION) for die in bits(g.tray)):
        yield "dice.tray: only X and explosions are laid on the sheet (defuse.cut.others)"
    if g.phase == SEARCHING and not g.tray and g.revealing == NONE:
        yield "dice.tray: the dice of a search lie there (search.roll)"


def progress(g: State) -> Iterator[str]:
    """Where the round stands."""
    if g.acting() and not g.turns_left:
        yield "turns_left: somebody is on turn (action.order)"
    if not g.acting() and g.turns_left:
        yield "turns_left: the Action phase is over (round.phases)"
    placing = g.placing
    if placing.discs and g.phase != ASSIGN:
        yield "placing.discs: they are placed before the first turn (time.order)"
    if len(placing.dice) + len(placing.given) != len(placing.discs):
        yield "placing.dice: there is one for each disc (time.roll)"
    if g.phase != TIME and not g.round:
        yield "round: the first one has begun (time.round_marker)"
