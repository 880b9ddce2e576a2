"""The fields of a position of Nights of Fire that no codec fits: insurgents, civilians, Soviets, hands, Konev's row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from sandtable.engine.errors import BadPosition
from sandtable.engine.notation import Codec, list_of
from sandtable.engine.position import all_named, as_number, flag, index, named, number, table
from sandtable.engine.sets import NONE, bits, mask
from sandtable.engine.types import Json
from sandtable.games.nights_of_fire import knowledge
from sandtable.games.nights_of_fire.cards import COST_DELTA, COSTS, EACH_SECTOR
from sandtable.games.nights_of_fire.flow import units
from sandtable.games.nights_of_fire.pack import AREAS, DISTRICTS, INSURGENTS, PLACES
from sandtable.games.nights_of_fire.state import State

FAR: Final = 999
"""A number that no marker, counter or pile ever reaches."""
HOMES: Final = ("home", "austria", "killed_arrested", "box")
"""Where a civilian may be."""
GARRISON_STATES: Final = ("none", "active", "disabled")


class Block(Codec[State]):
    """A block, by its insurgent; or null for NONE."""

    def describe(self, g: State, value: object) -> Json:
        assert isinstance(value, int)
        return None if value == NONE else g.pack.insurgent_keys[g.insurgent_of[value]]

    def read(self, g: State, value: Json, where: str) -> int:
        return NONE if value is None else g.block_of[named(value, index(g.pack.insurgent_keys), where)]


class Blocks(Codec[State]):
    """A set of blocks, as the list of their insurgents."""

    def describe(self, g: State, value: object) -> Json:
        assert isinstance(value, int)
        return [g.pack.insurgent_keys[one] for one in sorted(g.insurgent_of[block] for block in bits(value))]

    def read(self, g: State, value: Json, where: str) -> int:
        return units.blocks_of(g, mask(all_named(value, index(g.pack.insurgent_keys), where)))


# ====================================================================== insurgents


def describe_insurgents(g: State) -> Json:
    return {key: _insurgent(g, g.block_of[insurgent]) for insurgent, key in enumerate(g.pack.insurgent_keys)}


def _insurgent(g: State, block: int) -> Json:
    return {
        "at": g.pack.place_keys[g.place[block]],
        "hidden": not g.shown >> block & 1,
        "wounded": bool(g.wounded >> block & 1),
    }


def describe_blocks(g: State) -> Json:
    return [g.pack.insurgent_keys[insurgent] for insurgent in g.insurgent_of] if g.rules.conflict else None


def restore_insurgents(g: State, fields: Mapping[str, Json], where: str) -> None:
    _restore_blocks(g, fields.get("blocks"))
    insurgents, places = table(fields, "insurgents"), index(g.pack.place_keys)
    g.at = [0] * PLACES
    g.shown = g.wounded = 0
    for insurgent, key in enumerate(g.pack.insurgent_keys):
        unit, where, block = table(insurgents, key, "insurgents."), f"insurgents.{key}.", g.block_of[insurgent]
        g.place[block] = named(unit.get("at"), places, where + "at")
        g.at[g.place[block]] |= 1 << block
        g.shown |= (not flag(unit, "hidden", where)) << block
        g.wounded |= flag(unit, "wounded", where) << block


def _restore_blocks(g: State, value: Json) -> None:
    g.insurgent_of = list(range(INSURGENTS))
    if g.rules.conflict:
        g.insurgent_of = all_named(value, index(g.pack.insurgent_keys), "blocks")
        if sorted(g.insurgent_of) != list(range(INSURGENTS)):
            raise BadPosition("blocks: takes every insurgent once")
    units.look_at_stickers(g)


def describe_suspects(g: State) -> Json:
    return {str(block + 1): _suspected(g, block) for block in range(INSURGENTS)}


def _suspected(g: State, block: int) -> Json:
    if not g.rules.conflict or g.suspects[block] == knowledge.plain(g, block):
        return None
    return [g.pack.insurgent_keys[insurgent] for insurgent in bits(g.suspects[block])]


def describe_sighted(g: State) -> Json:
    return [g.pack.insurgent_keys[insurgent] for insurgent in bits(g.sighted)]


def restore_suspects(g: State, fields: Mapping[str, Json], where: str) -> None:
    """Restore what the commander may suspect; revealed insurgents count as seen, whatever the position says."""
    if not g.rules.conflict:
        return
    known, suspects = index(g.pack.insurgent_keys), table(fields, "suspects")
    g.sighted = mask(all_named(fields.get("sighted"), known, "sighted"))
    g.sighted |= mask(g.insurgent_of[block] for block in bits(g.shown))
    for block in range(INSURGENTS):
        given = suspects.get(str(block + 1))
        g.suspects[block] = knowledge.plain(g, block)
        if given is not None:
            g.suspects[block] = mask(all_named(given, known, f"suspects.{block + 1}"))


# ====================================================================== civilians and Soviets


def describe_civilians(g: State) -> Json:
    return {key: _civilian(g, civilian) for civilian, key in enumerate(g.pack.civilian_keys)}


def _civilian(g: State, civilian: int) -> Json:
    home = g.lives.index(civilian)
    piles = (g.civilians, g.fled, g.arrested)
    at = next((name for name, pile in zip(HOMES, piles, strict=False) if pile >> home & 1), HOMES[-1])
    return {"home": g.pack.district_keys[home], "at": at}


def restore_civilians(g: State, fields: Mapping[str, Json], where: str) -> None:
    civilians = table(fields, "civilians")
    g.lives = [NONE] * DISTRICTS
    piles = dict.fromkeys(HOMES, 0)
    for civilian, key in enumerate(g.pack.civilian_keys):
        person, where = table(civilians, key, "civilians."), f"civilians.{key}."
        home = named(person.get("home"), index(g.pack.district_keys), where + "home")
        if g.lives[home] != NONE:
            raise BadPosition(f"{where}home: another civilian lives there")
        g.lives[home] = civilian
        piles[named(person.get("at"), {name: name for name in HOMES}, where + "at")] |= 1 << home
    g.civilians, g.fled, g.arrested, _ = piles.values()


def describe_regiments(g: State) -> Json:
    return {
        key: {"at": g.pack.area_keys[g.regiment_at[regiment]], "active": not g.disabled_regiments >> regiment & 1}
        for regiment, key in enumerate(g.pack.regiment_keys)
    }


def restore_regiments(g: State, fields: Mapping[str, Json], where: str) -> None:
    areas, regiments = index(g.pack.area_keys), table(fields, "regiments")
    g.regiments = [0] * AREAS
    g.disabled_regiments = 0
    for regiment, key in enumerate(g.pack.regiment_keys):
        unit, where = table(regiments, key, "regiments."), f"regiments.{key}."
        g.regiment_at[regiment] = named(unit.get("at"), areas, where + "at")
        g.regiments[g.regiment_at[regiment]] |= 1 << regiment
        g.disabled_regiments |= (not flag(unit, "active", where)) << regiment


def describe_garrisons(g: State) -> Json:
    return {
        key: GARRISON_STATES[(g.garrison >> district & 1) + (g.disabled_garrisons >> district & 1)]
        for district, key in enumerate(g.pack.district_keys)
    }


def restore_garrisons(g: State, fields: Mapping[str, Json], where: str) -> None:
    garrisons, states = table(fields, "garrisons"), index(GARRISON_STATES)
    found = [named(garrisons.get(key), states, f"garrisons.{key}") for key in g.pack.district_keys]
    g.garrison = mask(district for district, state in enumerate(found) if state > 0)
    g.disabled_garrisons = mask(district for district, state in enumerate(found) if state > 1)


# ====================================================================== cards


def describe_hands(g: State) -> Json:
    return [_cards(g, seat) for seat in range(g.rules.revolutionaries)]


def _cards(g: State, seat: int) -> Json:
    keys = g.pack.card_keys
    circle: Json = None
    if g.circle:
        circle = [key for card, key in enumerate(keys) if g.circle[card] == seat]
    return {
        "deck": [keys[card] for card in g.deck[seat][::-1]],
        "hand": [keys[card] for card in g.hand[seat]],
        "discard": [keys[card] for card in g.discard[seat][::-1]],
        "circle": circle,
        "given": g.given[seat],
    }


def restore_hands(g: State, fields: Mapping[str, Json], where: str) -> None:
    hands = list_of(fields.get("revolutionaries"), g.rules.revolutionaries, "revolutionaries")
    for seat, cards in enumerate(hands):
        where = f"revolutionaries.{seat}."
        if not isinstance(cards, dict) or set(cards) != {"deck", "hand", "discard", "circle", "given"}:
            raise BadPosition(f"{where[:-1]}: takes an object with deck, hand, discard, circle and given")
        _restore_cards(g, seat, cards, where)


def _restore_cards(g: State, seat: int, fields: Mapping[str, Json], where: str) -> None:
    known = index(g.pack.card_keys)
    g.deck[seat] = all_named(fields.get("deck"), known, where + "deck")[::-1]
    g.hand[seat] = sorted(all_named(fields.get("hand"), known, where + "hand"))
    g.discard[seat] = all_named(fields.get("discard"), known, where + "discard")[::-1]
    g.given[seat] = number(fields, "given", 0, FAR, where)
    if g.circle:
        circle, own = fields.get("circle"), g.deck[seat] + g.hand[seat] + g.discard[seat]
        for card in own if circle is None else all_named(circle, known, where + "circle"):
            g.circle[card] = seat


# ---------------------------------------------------------------------- Konev's row, and effects in progress


def describe_face_up(g: State) -> Json:
    return [bool(g.konev.face_up >> slot & 1) for slot in range(len(g.konev.row))]


def restore_face_up(g: State, fields: Mapping[str, Json], where: str) -> None:
    slots = list_of(fields.get("face_up"), g.pack.first_deal, where + "face_up")
    g.konev.face_up = mask(slot for slot, up in enumerate(slots) if up is True)


def describe_tokens(g: State) -> Json:
    return [None if slot == NONE else slot + 1 for slot in g.konev.tokens]


def restore_tokens(g: State, fields: Mapping[str, Json], where: str) -> None:
    slots, where = g.pack.first_deal, where + "tokens"
    found = list_of(fields.get("tokens"), slots, where)
    g.konev.tokens = [NONE if slot is None else as_number(slot, 1, slots, where) - 1 for slot in found]


def queue_keys(g: State) -> Sequence[str]:
    """The names of what the card in progress goes through: sectors or Regiments."""
    card = NONE if g.konev_card is None else g.konev_card.card
    if card != NONE and any(step.verb == EACH_SECTOR for step in g.pack.konev[card].program):
        return g.pack.sector_keys
    return g.pack.regiment_keys


def describe_next_step(g: State) -> Json:
    """The next step of the Konev card in progress, or of the open Headline's penalty; there is never both."""
    return g.headlines.next_step if g.konev_card is None else g.konev_card.next_step


def restore_next_step(g: State, fields: Mapping[str, Json], where: str) -> None:
    step, card = number(fields, "pc", 0, FAR, where), g.card_now()
    if card.card == NONE:
        g.headlines.next_step = step
    else:
        card.next_step = step


def set_cost_deltas(g: State) -> None:
    """Work out what the penalties in force make cheaper, and the steps so far of one that is being carried out."""
    g.headlines.cost_delta = [0] * len(COSTS)
    for headline in bits(g.headlines.lasting):
        _discount(g, headline, FAR)
    if g.headlines.open != NONE:
        _discount(g, g.headlines.open, g.headlines.next_step)


def _discount(g: State, headline: int, steps: int) -> None:
    """What the first steps of a penalty make cheaper."""
    for step in g.pack.headlines[headline].effect[:steps]:
        if step.verb == COST_DELTA:
            g.headlines.cost_delta[step.cost] += step.n
