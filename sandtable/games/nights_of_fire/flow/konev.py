"""Konev's turn: the die chooses a card of the row, and the card is carried out."""

from __future__ import annotations

from collections.abc import Generator
from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, one
from sandtable.engine.sets import NONE, bits
from sandtable.engine.types import Choice
from sandtable.games.nights_of_fire.flow import konev_steps, units
from sandtable.games.nights_of_fire.pack import REGIMENTS
from sandtable.games.nights_of_fire.phases import KONEV_CARD
from sandtable.games.nights_of_fire.state import KonevCard, State, rev_team


def row_is_empty(g: State) -> bool:
    """Whether all the cards of the row are performed (ops.konev.done, tactics.konev.empty_row)."""
    return all(card == NONE for card in g.konev.row)


def turn(g: State) -> None:
    """Roll for a card, turn it up, and begin it (konev.turn.roll, konev.turn.flip)."""
    slot = g.konev.tokens[roll(g) - 1]
    card = g.konev.row[slot]
    if not g.konev.face_up >> slot & 1:
        g.konev.face_up |= 1 << slot
        g.chance.reveal()
    active = (1 << REGIMENTS) - 1 & ~g.disabled_regiments
    g.konev_card = KonevCard(card, sector=g.pack.konev[card].sector, before=active)
    g.phase = KONEV_CARD
    if g.log is not None:
        g.log.add("konev_card", g.pack.konev_ids[card], rule="konev.turn.execute")


def roll(g: State) -> int:
    """The die, again on a face without a token (konev.turn.six)."""
    g.die = g.chance.d6("konev")
    while g.pack.reroll >> g.die & 1:
        if g.log is not None:
            g.log.add("konev_again", g.die, rule="konev.turn.six")
        g.die = g.chance.d6("konev")
    if g.log is not None:
        g.log.add("roll_konev", g.die, rule="konev.turn.roll")
    return g.die


def carry_on(g: State) -> Generator[Ask[State], Choice, bool]:
    """Carry the card on; True when it is over (konev.turn.execute)."""
    done = yield from konev_steps.run(g)
    if not done:
        return False
    if not g.card_now().effect:  # konev.no_effect.moment, konev.no_effect.nothing
        yield from no_effect(g)
    put_away(g)
    return True


def no_effect(g: State) -> Flow[State]:
    """A card that changed nothing costs the players an insurgent, without Morale (konev.no_effect.no_morale)."""
    if g.log is not None:
        g.log.add("konev_no_effect", rule="konev.no_effect")
    if g.on_map():  # konev.no_effect.none
        choice = yield Ask(0, "konev.lose", LOSING, "konev.no_effect", team=rev_team(g))
        units.to_box(g, g.block_of[g.pack.number[choice[1]]], "konev.no_effect")


def lose_options(g: State, offer: Offer) -> None:
    for block in bits(g.on_map()):
        offer.add(g.pack.lose[g.insurgent_of[block]])


def lose_refusal(g: State, insurgent: int) -> str | None:
    """The rule that keeps an insurgent off the map from being lost."""
    return None if g.on_map() >> g.block_of[insurgent] & 1 else "konev.no_effect"


LOSING: Final[Legality[State]] = Legality(lose_options, {"lose": one(lose_refusal)})


def put_away(g: State) -> None:
    """The card goes to the discard pile, its tokens to a neighbour, and nothing of it is left."""
    card = g.card_now().card
    slot = g.konev.row.index(card)
    g.konev.discard.append(card)
    g.konev.row[slot] = NONE
    g.konev.face_up &= ~(1 << slot)
    move_tokens(g, slot)
    g.konev_card = None


def move_tokens(g: State, slot: int) -> None:
    """To the next card on the left, else on the right; after the last card they are set aside (.tokens_last)."""
    left = [other for other in range(slot) if g.konev.row[other] != NONE]
    right = [other for other in range(slot + 1, len(g.konev.row)) if g.konev.row[other] != NONE]
    goal = left[-1] if left else right[0] if right else NONE
    g.konev.tokens = [goal if at == slot else at for at in g.konev.tokens]
