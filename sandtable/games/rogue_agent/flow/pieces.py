"""Verbs of the table: what happens to markers, discs, cards and informants; each keeps the rules of its piece."""

from __future__ import annotations

from typing import Final

from sandtable.engine.choices import ids
from sandtable.engine.piles import shuffle
from sandtable.engine.sets import NONE, bits
from sandtable.games.rogue_agent.cards import COLOURS
from sandtable.games.rogue_agent.pack import (
    CELLS,
    CRIMINALS,
    DICE,
    FIRST_CRIMINAL,
    PATH_END,
    PER_COLOUR,
    SEATS,
    STAMINA,
    SYMBOLS,
    TRACKS,
)
from sandtable.games.rogue_agent.state import State

SYMBOL_IDS: Final = ids("symbol", SYMBOLS)

# ====================================================================== agent boards


def gain(g: State, seat: int, track: int, n: int, rule: str) -> None:
    """A marker moves to the right; what goes beyond the end is lost (board.resource.cap, board.upgrade.cap)."""
    at, most = seat * TRACKS + track, g.pack.track_max[track]
    before = g.track[at]
    g.track[at] = min(most, before + n)
    if g.log is not None and g.track[at] != before:
        g.log.add("gained", SEATS[seat], g.pack.track_ids[track], g.track[at] - before, g.track[at], rule=rule)
    if before < most == g.track[at] and g.pack.end_influence[track]:  # board.upgrade.end_influence(.scope)
        change_influence(g, seat, g.pack.end_influence[track], "board.upgrade.end_influence")


def spend(g: State, seat: int, track: int, n: int, rule: str) -> None:
    """A resource marker moves to the left (board.resource.spend); it must be there (board.resource.floor)."""
    at = seat * TRACKS + track
    assert g.track[at] >= n
    g.track[at] -= n
    if g.log is not None and n:
        g.log.add("spent", SEATS[seat], g.pack.track_ids[track], n, g.track[at], rule=rule)


def drop(g: State, seat: int, track: int, n: int, rule: str) -> None:
    """A resource is lost, as far as there is any (attack.retaliation.partial)."""
    at = seat * TRACKS + track
    n = min(n, g.track[at])
    if n:
        g.track[at] -= n
        if g.log is not None:
            g.log.add("lost", SEATS[seat], g.pack.track_ids[track], n, g.track[at], rule=rule)


def heal(g: State, seat: int, n: int, rule: str) -> None:
    """Stamina rises, to the top at most (board.stamina.gain, board.stamina.cap)."""
    gain(g, seat, STAMINA, n, rule)


def receive(g: State, seat: int, n: int, rule: str) -> None:
    """Credits from the supply, or what is left of it (comp.credits.limit)."""
    n = min(n, g.supply())
    if n:
        g.credits[seat] += n
        if g.log is not None:
            g.log.add("received", SEATS[seat], n, g.credits[seat], rule=rule)


def pay(g: State, seat: int, n: int, rule: str) -> None:
    """Credits go back to the supply, as far as there are any (buy.pay_supply, attack.retaliation.partial)."""
    n = min(n, g.credits[seat])
    if n:
        g.credits[seat] -= n
        if g.log is not None:
            g.log.add("paid", SEATS[seat], n, g.credits[seat], rule=rule)


def change_influence(g: State, seat: int, n: int, rule: str) -> None:
    """Influence rises without limit and never falls below 0 (influence.no_cap, influence.floor)."""
    before = g.influence[seat]
    g.influence[seat] = max(0, before + n)
    if g.log is not None and g.influence[seat] != before:
        key = "influence_up" if n > 0 else "influence_down"
        g.log.add(key, SEATS[seat], abs(g.influence[seat] - before), g.influence[seat], rule=rule)


# ====================================================================== informants


def remove_informant(g: State, slot: int, rule: str) -> None:
    """An informant leaves the game for good; one in the lower slot moves up (informant.shift_up)."""
    owner, upper = g.slot[slot], slot & ~1
    g.slot[slot] = NONE
    if g.log is not None:
        g.log.add("informant_removed", SEATS[owner], g.pack.tile_ids[slot // 2], rule=rule)
    if slot == upper and g.slot[upper + 1] != NONE:
        g.slot[upper] = g.slot[upper + 1]
        g.slot[upper + 1] = NONE


def remove_informants(g: State, tile: int, rule: str) -> None:
    """All informants of a tile leave the game."""
    for _ in range(2):
        if g.slot[2 * tile] != NONE:
            remove_informant(g, 2 * tile, rule)


def city_informants(g: State, seat: int) -> int:
    """How many informants a seat has in the city."""
    return g.slot.count(seat)


# ====================================================================== discs


def to_bag(g: State, disc: int, rule: str) -> None:
    """A bomb or assassin returns to the Data Stream; a bomb's timer goes back to the supply (explosion.clean)."""
    g.disc[disc] = NONE
    if disc < len(g.timer):
        g.timer[disc] = 0
    if g.log is not None:
        g.log.add("returned", g.pack.disc_ids[disc], rule=rule)


def return_criminal(g: State, criminal: int, rule: str) -> None:
    """A criminal leaves play without being turned in (criminal.return.city_disc and those that follow)."""
    card = g.card[criminal]
    if g.log is not None:
        g.log.add("returned", g.pack.criminal_ids[criminal], rule=rule)
    if not g.face_up >> criminal & 1:  # criminal.return.face_down
        g.removed_unseen.append(card)
        g.removed_marker.append(g.marker[criminal])
        g.removed_barred.append(g.barred[criminal])
        _forget_criminal(g, criminal)
        return
    _forget_criminal(g, criminal)
    if g.pack.kept >> card & 1:
        shuffle_back(g, card)
        return
    g.removed |= 1 << card  # criminal.return.card_removed
    if g.log is not None:
        g.log.add("card_removed", g.pack.card_ids[card], rule="criminal.return.card_removed")


def shuffle_back(g: State, card: int) -> None:
    """A card that says so goes back into the deck, and everybody knows which face-down cards it cannot be."""
    g.deck.append(card)
    shuffle(g.deck, g.chance, "deck", g.pack.card_ids)
    bar(g, 1 << card)
    if g.log is not None:
        g.log.add("card_kept", g.pack.card_ids[card], rule="criminal.return.card_removed")


def bar(g: State, cards: int) -> None:
    """Cards that everybody sees going into the deck: no card that lies face down elsewhere is one of them."""
    for criminal in range(CRIMINALS):
        if g.card[criminal] != NONE and not g.face_up >> criminal & 1:
            g.barred[criminal] |= cards
    for at in range(len(g.removed_barred)):
        g.removed_barred[at] |= cards


def turn_in(g: State, seat: int, criminal: int) -> None:
    """A criminal in custody becomes a card of the player's pile (turnin.discs, turnin.cards)."""
    card = g.card[criminal]
    _forget_criminal(g, criminal)
    g.turned_in[seat] |= 1 << card
    if g.log is not None:
        g.log.add("turned_in", SEATS[seat], g.pack.criminal_ids[criminal], g.pack.card_ids[card], rule="turnin.cards")


def _forget_criminal(g: State, criminal: int) -> None:
    """Disc, markers and continuing effects of a criminal that leaves play (criminal.return.markers)."""
    g.disc[FIRST_CRIMINAL + criminal] = NONE
    g.card[criminal] = NONE
    g.face_up &= ~(1 << criminal)
    g.defeated &= ~(1 << criminal)
    g.marker[criminal] = 0
    g.barred[criminal] = 0
    for seat in range(g.rules.players):  # attack.clock.duration, attack.clock.arrest
        g.clock[seat * CRIMINALS + criminal] = 0


def release_custody(g: State, seat: int, rule: str) -> None:
    """All criminals in a seat's custody return to the Data Stream."""
    for criminal in bits(g.custody(seat)):
        return_criminal(g, criminal, rule)


def step(g: State, disc: int, rule: str) -> bool:
    """A criminal or assassin goes one location along the event path; whether it is still in the city.

    Beyond the end it leaves, and on a destroyed tile it returns to the Data Stream (path.direction, destroy.discs).
    """
    index = g.disc[disc] + 1
    if index > PATH_END:
        leave(g, disc, rule)
        return False
    g.disc[disc] = index
    tile = g.path[index]
    if g.log is not None:
        g.log.add("disc_moved", g.pack.disc_ids[disc], g.pack.tile_ids[tile], rule=rule)
    if g.burnt >> tile & 1:
        leave(g, disc, "destroy.discs")
        return False
    return True


def leave(g: State, disc: int, rule: str) -> None:
    """A criminal or assassin goes back to the Data Stream."""
    if disc >= FIRST_CRIMINAL:
        return_criminal(g, disc - FIRST_CRIMINAL, rule)
    else:
        to_bag(g, disc, rule)


def move_police(g: State) -> None:
    """The squad goes to the next district, where assassins and bombs are taken away (city.police.move, .clear)."""
    g.police = g.police % 6 + 1
    if g.log is not None:
        g.log.add("police", g.pack.tile_ids[g.police], rule="city.police.move")
    for disc in bits(g.bombs_at(g.police) | g.assassins_at(g.police)):  # criminals stay: city.police.criminals_stay
        to_bag(g, disc, "city.police.clear")


# ====================================================================== dice


def clear_dice(g: State) -> None:
    """All custom dice go back to the supply."""
    g.face = [0] * DICE
    g.tray = 0


def clear_sheet(g: State) -> None:
    """Timer and dice leave the bomb sheet (defused.clean, explosion.clean)."""
    g.sheet = [NONE] * CELLS
    g.defusing = NONE
    clear_dice(g)


def roll(g: State, dice: int) -> None:
    """Roll custom dice."""
    for die in bits(dice):
        g.face[die] = g.chance.d6(COLOURS[die // PER_COLOUR])
        if g.log is not None:
            g.log.add("roll_custom", g.pack.die_ids[die], face_id(g, die), g.amount(die), rule="comp.dice.faces")
    g.tray |= dice


def face_id(g: State, die: int) -> str:
    """What a die shows, as an id."""
    return SYMBOL_IDS[g.symbol(die)]


def roll_fresh(g: State, red: int, green: int, black: int) -> None:
    """Roll so many dice of each colour, and no others."""
    clear_dice(g)
    counts = (red, green, black)
    roll(g, sum(((1 << n) - 1) << colour * PER_COLOUR for colour, n in enumerate(counts)))


def count(g: State, dice: int, symbol: int) -> int:
    """How many of the dice show a symbol."""
    return sum(g.symbol(die) == symbol for die in bits(dice))


def by_colour(dice: int) -> tuple[int, int, int]:
    """How many of the dice are red, green and black."""
    own = (1 << PER_COLOUR) - 1
    red, green, black = (dice >> colour * PER_COLOUR & own for colour in range(3))
    return red.bit_count(), green.bit_count(), black.bit_count()
