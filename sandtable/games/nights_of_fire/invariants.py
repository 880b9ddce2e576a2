"""What can never be on the table of Nights of Fire."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from sandtable.engine.sets import NONE, bits, which
from sandtable.games.nights_of_fire.flow.payment import TURN_CARDS
from sandtable.games.nights_of_fire.flow.soviet import MOST_CARDS
from sandtable.games.nights_of_fire.knowledge import may_be_local
from sandtable.games.nights_of_fire.pack import (
    AUSTRIA,
    BOX,
    DISTRICTS,
    INSURGENTS,
    KILLED,
    LOCALS,
    POOL,
    STAGING,
)
from sandtable.games.nights_of_fire.state import State


def invariants(g: State) -> list[str]:
    """One sentence for everything that cannot be on the table."""
    broken = [*_broken_insurgents(g), *_broken_civilians(g), *_broken_soviets(g), *_broken_tokens(g)]
    broken += [*_broken_cards(g), *_broken_row(g), *_broken_turn(g), *_broken_progress(g)]
    if g.rules.conflict:
        broken += _broken_beliefs(g)
    return broken


# ---------------------------------------------------------------------- Hungarians


def _broken_insurgents(g: State) -> list[str]:
    broken: list[str] = []
    for insurgent, key in enumerate(g.pack.insurgent_keys):
        block = g.block_of[insurgent]
        if g.insurgent_of[block] != insurgent or not (g.rules.conflict or block == insurgent):
            broken.append(f"insurgents.{key}: its block has another sticker")
        if sum(mask >> block & 1 for mask in g.at) != 1 or not g.at[g.place[block]] >> block & 1:
            broken.append(f"insurgents.{key}: it is not in exactly one place")
        broken += [f"insurgents.{key}: {why}" for why in _broken_insurgent(g, insurgent, block)]
    return broken


def _broken_insurgent(g: State, insurgent: int, block: int) -> list[str]:
    place = g.place[block]
    hidden, wounded = not g.shown >> block & 1, g.wounded >> block & 1
    broken: list[str] = []
    if STAGING <= place < POOL or place == AUSTRIA:
        broken.append("Hungarian units never are there (board.staging.no_hungarians)")
    if insurgent < LOCALS and not may_be_local(g, place):
        broken.append("a local stays in a district with an objective (setup.locals)")
    if wounded and place >= DISTRICTS:
        broken.append("only insurgents on the map have Wounds (unit.removed.wounds_return)")
    if place == POOL and not hidden:
        broken.append("fighters in the pool are hidden (setup.fighters.pool)")
    if place in (KILLED, BOX) and hidden:
        broken.append("an insurgent that left the map is revealed (unit.killed.revealed)")
    if g.unmixed >> block & 1 and not (hidden and g.rules.conflict):
        broken.append("only hidden insurgents wait to be mixed (unit.hide.mix)")
    return broken


def _broken_beliefs(g: State) -> list[str]:
    broken: list[str] = []
    for block in range(INSURGENTS):
        mark = 1 << g.insurgent_of[block]
        if not g.suspects[block] & mark:
            broken.append(f"suspects.{block + 1}: the truth is not among them")
        if g.shown >> block & 1 and g.suspects[block] != mark:
            broken.append(f"suspects.{block + 1}: a revealed insurgent is no mystery (unit.hidden)")
        if g.shown >> block & 1 and not g.sighted & mark:
            broken.append(f"sighted: {g.pack.insurgent_keys[g.insurgent_of[block]]} is revealed")
    return broken


def _broken_civilians(g: State) -> list[str]:
    broken: list[str] = []
    for district, key in enumerate(g.pack.district_keys):
        if (g.lives[district] != NONE) != (g.pack.objectives >> district & 1):
            broken.append(f"civilians: one lives in every district with an objective, not in {key} (setup.civilians)")
        if (g.civilians >> district & 1) + (g.fled >> district & 1) + (g.arrested >> district & 1) > 1:
            broken.append(f"civilians: that of {key} is in several places")
    return broken


# ---------------------------------------------------------------------- Soviets and tokens


def _broken_soviets(g: State) -> list[str]:
    pack = g.pack
    broken: list[str] = []
    for regiment, key in enumerate(pack.regiment_keys):
        area = g.regiment_at[regiment]
        if sum(mask >> regiment & 1 for mask in g.regiments) != 1 or not g.regiments[area] >> regiment & 1:
            broken.append(f"regiments.{key}: it is not in exactly one place")
        if pack.sector_of[area] != pack.regiment_sector[regiment]:
            broken.append(f"regiments.{key}: it never leaves its sector (sov.move.no_sector_crossing)")
    for district in bits(g.garrison & ~pack.objectives):
        broken.append(f"garrisons.{pack.district_keys[district]}: no objective (sov.garrison.needs_objective)")
    if g.disabled_garrisons & ~g.garrison:
        broken.append("garrisons: only those on the map are disabled")
    if g.garrisons_left() < 0:
        broken.append(f"garrisons: there are only {pack.garrisons} (comp.garrisons.count)")
    return broken


def _broken_tokens(g: State) -> list[str]:
    broken: list[str] = []
    if g.tokens_left() < 0:
        broken.append(f"barricades: with Rubble there are only {g.pack.barricades} (comp.barricade.tokens)")
    if any(g.rubble) and not g.rules.rubble:
        broken.append("rubble: there is none in this ruleset (sov.rubble.basic_none)")
    if g.blocked and not g.rules.headlines:
        broken.append("blocked: only Headlines bring these markers (headline.blocked_marker)")
    return broken


# ---------------------------------------------------------------------- cards


def _broken_cards(g: State) -> list[str]:
    pack = g.pack
    broken: list[str] = []
    revolutionary = [card for pile in (*g.deck, *g.hand, *g.discard) for card in pile]
    broken += _all_once("revolutionaries", revolutionary, pack.card_keys)
    masks = (g.tactics.hand, g.tactics.discard, g.tactics.unavailable, g.tactics.combat_discard)
    tactics = [*g.tactics.combat, *[card for mask in masks for card in bits(mask)], *_one(g.tactics.kept)]
    broken += _all_once("tactics", tactics, pack.tactics_keys if g.rules.conflict else ())
    row = [card for card in g.konev.row if card != NONE]
    konev = [*g.konev.deck, *g.konev.discard, *bits(g.konev.out), *row]
    broken += _all_once("konev", konev, () if g.rules.conflict else pack.konev_keys)
    headlines = Counter([*g.headlines.deck, *_one(g.headlines.open), *bits(g.headlines.lasting)])
    if any(count > 1 for count in headlines.values()):
        broken.append("headlines: a card is in several places")
    if headlines and not g.rules.headlines:
        broken.append("headlines: there are none in this ruleset (setup.unused)")
    return broken


def _one(card: int) -> tuple[int, ...]:
    return () if card == NONE else (card,)


def _all_once(where: str, cards: Iterable[int], keys: Sequence[str]) -> list[str]:
    """Every card of a kind that is in play lies in exactly one place, and no other (setup.unused)."""
    found = Counter(cards)
    if not keys:
        return [f"{where}: these cards are not in play (setup.unused)"] if found else []
    return [f"{where}: {key} is not in exactly one place" for card, key in enumerate(keys) if found[card] != 1]


def _broken_row(g: State) -> list[str]:
    broken: list[str] = []
    filled = which(card != NONE for card in g.konev.row)
    if g.konev.face_up & ~filled:
        broken.append("konev.face_up: there is no card")
    if any(slot != NONE and not filled >> slot & 1 for slot in g.konev.tokens):
        broken.append("konev.tokens: they lie on cards of the row (konev.turn.tokens_move)")
    if filled and NONE in g.konev.tokens:
        broken.append("konev.tokens: all lie on cards while there are any (konev.turn.tokens_last)")
    if g.konev_card is not None and g.konev_card.card not in g.konev.row:
        broken.append("konev.card: it lies in the row until it is over")
    return broken


# ---------------------------------------------------------------------- the turn


def _broken_turn(g: State) -> list[str]:
    broken: list[str] = []
    if g.turn.played > TURN_CARDS:
        broken.append("turn.played: at most three cards a turn (rev.turn.cards)")
    if g.soviet.cards_played > MOST_CARDS:
        broken.append("soviet_turn.cards_played: at most two cards a turn (sov.turn.cards)")
    payment = g.payment
    if payment is not None and any(card not in g.hand[payment.payer] for card in payment.laid):
        broken.append("payment.laid: the cards are in the payer's hand")
    if g.placing.incoming & ~g.at[POOL]:
        broken.append("placing.incoming: those who are still to come are in the pool")
    return broken


def _broken_progress(g: State) -> list[str]:
    """What is wrong with parts in progress that lack what they cannot be without."""
    broken: list[str] = []
    if g.attack is not None and g.attack.district == NONE:
        broken.append("attack.district: an attack is somewhere")
    if g.payment is not None and g.payment.payer == NONE:
        broken.append("payment.payer: somebody pays")
    if g.konev_card is not None and g.konev_card.card == NONE:
        broken.append("konev.card: without one nothing of it is in progress")
    if g.group is not None and NONE in (g.group.start, g.group.goal):
        broken.append("turn.step_to: a group goes from somewhere to somewhere")
    if g.treatment is not None and not g.treatment.medics:
        broken.append("turn.medics: somebody treats")
    return broken
