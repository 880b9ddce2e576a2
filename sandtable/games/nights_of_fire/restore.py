"""Positions of Nights of Fire in names, read back: what the referee's `new` takes as a position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sandtable.engine.chance import Chance
from sandtable.engine.errors import BadPosition
from sandtable.engine.game import Options
from sandtable.engine.position import all_named, flag, index, named, number, table
from sandtable.engine.sets import NONE, bits, mask
from sandtable.engine.types import Json
from sandtable.games.nights_of_fire import knowledge
from sandtable.games.nights_of_fire.cards import COST_DELTA, COSTS
from sandtable.games.nights_of_fire.flow import units
from sandtable.games.nights_of_fire.flow.setup import new_uprising
from sandtable.games.nights_of_fire.pack import ACTIONS, AREAS, DISTRICTS, ICONS, INSURGENTS, PLACES, Pack
from sandtable.games.nights_of_fire.position import GARRISON_STATES, HOMES, KINDS, WHERE, queue_keys
from sandtable.games.nights_of_fire.state import OVER, PHASES, RESULTS, SIDES, State

FAR: Final = 999
"""Further than any marker, counter or pile ever gets."""


def restore(pack: Pack, options: Options, fields: dict[str, Json], chance: Chance) -> State:
    """The state of a complete described position."""
    g = new_uprising(pack, options, Chance.from_seed(""))
    g.chance = chance
    phases = index(PHASES)
    g.round = number(fields, "round", 1, pack.rounds)
    g.phase = named(fields.get("phase"), phases, "phase")
    g.after = named(fields.get("after"), phases, "after")
    g.prestige = number(fields, "prestige", -FAR, FAR)
    g.morale = number(fields, "morale", -FAR, FAR)
    g.readiness = number(fields, "readiness", pack.readiness_min, pack.readiness_max)
    g.momentum = number(fields, "momentum", 0, FAR)
    g.to_set_aside = number(fields, "to_set_aside", 0, len(pack.konev_keys))
    g.healed = number(fields, "heals", 0, INSURGENTS)
    g.arrests = number(fields, "arrests", 0, FAR)
    g.die = number(fields, "die", 0, 6)
    g.result = named(fields.get("result"), index(RESULTS), "result")
    g.reason = str(fields.get("reason"))
    _restore_insurgents(g, fields)
    _restore_civilians(g, table(fields, "civilians"))
    _restore_soviets(g, fields)
    _restore_cards(g, fields.get("revolutionaries"))
    _restore_tactics(g, table(fields, "tactics"))
    _restore_konev(g, table(fields, "konev"))
    _restore_headlines(g, table(fields, "headlines"))
    _restore_turn(g, table(fields, "turn"))
    _restore_payment(g, table(fields, "payment"))
    _restore_soviet_turn(g, table(fields, "soviet_turn"))
    _restore_attack(g, table(fields, "attack"))
    _restore_placing(g, table(fields, "placing"))
    if (g.phase == OVER) != (g.result > 0):
        raise BadPosition("result: there is one exactly in phase 'over'")
    return g


def _one(fields: dict[str, Json], key: str, known: Sequence[str], where: str) -> int:
    """A thing, or none."""
    value = fields.get(key)
    return NONE if value is None else named(value, index(known), where + key)


def _pile(fields: dict[str, Json], key: str, known: Sequence[str], where: str) -> list[int]:
    """Things in their order."""
    return all_named(fields.get(key), index(known), where + key)


def _set(fields: dict[str, Json], key: str, known: Sequence[str], where: str) -> int:
    """Things without an order."""
    return mask(_pile(fields, key, known, where))


def _districts(g: State, fields: dict[str, Json], key: str) -> int:
    """The districts for which something is true."""
    values = table(fields, key)
    return mask([d for d, name in enumerate(g.pack.district_keys) if flag(values, name, f"{key}.")])


def _blocks(g: State, fields: dict[str, Json], key: str, where: str) -> int:
    """The blocks of some insurgents."""
    return units.blocks_of(g, _set(fields, key, g.pack.insurgent_keys, where))


def _restore_insurgents(g: State, fields: dict[str, Json]) -> None:
    keys = g.pack.insurgent_keys
    g.who = list(range(INSURGENTS))
    if g.conflict:
        g.who = _pile(fields, "blocks", keys, "")
        if sorted(g.who) != list(range(INSURGENTS)):
            raise BadPosition("blocks: takes every insurgent once")
    units.look_at_stickers(g)
    insurgents, places = table(fields, "insurgents"), index(g.pack.place_keys)
    g.at = [0] * PLACES
    g.shown = g.wounded = 0
    for insurgent, key in enumerate(keys):
        unit, where, block = table(insurgents, key, "insurgents."), f"insurgents.{key}.", g.block_of[insurgent]
        g.place[block] = named(unit.get("at"), places, where + "at")
        g.at[g.place[block]] |= 1 << block
        g.shown |= (not flag(unit, "hidden", where)) << block
        g.wounded |= flag(unit, "wounded", where) << block
    g.unmixed = _blocks(g, fields, "unmixed", "")
    _restore_suspects(g, fields)


def _restore_suspects(g: State, fields: dict[str, Json]) -> None:
    if not g.conflict:
        return
    keys, suspects = g.pack.insurgent_keys, table(fields, "suspects")
    g.sighted = _set(fields, "sighted", keys, "") | mask([g.who[block] for block in bits(g.shown)])
    for block in range(INSURGENTS):
        given = suspects.get(str(block + 1))
        g.may[block] = knowledge.plain(g, block)
        if given is not None:
            g.may[block] = mask(all_named(given, index(keys), f"suspects.{block + 1}"))


def _restore_civilians(g: State, fields: dict[str, Json]) -> None:
    g.lives = [NONE] * DISTRICTS
    piles = dict.fromkeys(HOMES, 0)
    for civilian, key in enumerate(g.pack.civilian_keys):
        person, where = table(fields, key, "civilians."), f"civilians.{key}."
        home = named(person.get("home"), index(g.pack.district_keys), where + "home")
        if g.lives[home] != NONE:
            raise BadPosition(f"{where}home: another civilian lives there")
        g.lives[home] = civilian
        piles[named(person.get("at"), {name: name for name in HOMES}, where + "at")] |= 1 << home
    g.civilians, g.fled, g.arrested, _ = piles.values()


def _restore_soviets(g: State, fields: dict[str, Json]) -> None:
    areas, regiments, garrisons = index(g.pack.area_keys), table(fields, "regiments"), table(fields, "garrisons")
    g.regiments = [0] * AREAS
    g.down = 0
    for regiment, key in enumerate(g.pack.regiment_keys):
        unit, where = table(regiments, key, "regiments."), f"regiments.{key}."
        g.regiment_at[regiment] = named(unit.get("at"), areas, where + "at")
        g.regiments[g.regiment_at[regiment]] |= 1 << regiment
        g.down |= (not flag(unit, "active", where)) << regiment
    rubble = table(fields, "rubble")
    g.garrison = g.garrison_down = 0
    for d, key in enumerate(g.pack.district_keys):
        state = named(garrisons.get(key), index(GARRISON_STATES), f"garrisons.{key}")
        g.garrison |= (state > 0) << d
        g.garrison_down |= (state > 1) << d
        g.rubble[d] = number(rubble, key, 0, FAR, "rubble.")
    g.barricade = _districts(g, fields, "barricades")
    g.blocked = _districts(g, fields, "blocked")


def _restore_cards(g: State, value: Json) -> None:
    if not isinstance(value, list) or len(value) != g.revs:
        raise BadPosition(f"revolutionaries: takes a list of {g.revs}")
    keys = g.pack.card_keys
    for seat, fields in enumerate(value):
        where = f"revolutionaries.{seat}."
        if not isinstance(fields, dict) or set(fields) != {"deck", "hand", "discard", "circle", "given"}:
            raise BadPosition(f"{where[:-1]}: takes an object with deck, hand, discard, circle and given")
        g.deck[seat] = _pile(fields, "deck", keys, where)[::-1]
        g.hand[seat] = sorted(_pile(fields, "hand", keys, where))
        g.discard[seat] = _pile(fields, "discard", keys, where)[::-1]
        g.given[seat] = number(fields, "given", 0, FAR, where)
        if g.circle:
            own = g.deck[seat] + g.hand[seat] + g.discard[seat]
            for card in own if fields.get("circle") is None else _pile(fields, "circle", keys, where):
                g.circle[card] = seat


def _restore_tactics(g: State, fields: dict[str, Json]) -> None:
    keys, where = g.pack.tactics_keys, "tactics."
    g.tactics_hand = _set(fields, "hand", keys, where)
    g.tactics_discard = _set(fields, "discard", keys, where)
    g.unavailable = _set(fields, "unavailable", keys, where)
    g.combat = _pile(fields, "combat", keys, where)[::-1]
    g.combat_discard = _set(fields, "combat_discard", keys, where)
    g.combat_seen = _set(fields, "combat_seen", keys, where)
    g.kept_maybe = _set(fields, "kept_maybe", keys, where)
    g.hand_seen = _set(fields, "hand_seen", keys, where)
    g.kept = _one(fields, "kept", keys, where)


def _restore_konev(g: State, fields: dict[str, Json]) -> None:
    pack, keys, where = g.pack, g.pack.konev_keys, "konev."
    g.konev_deck = _pile(fields, "deck", keys, where)[::-1]
    g.konev_discard = _pile(fields, "discard", keys, where)[::-1]
    g.konev_out = _set(fields, "out", keys, where)
    g.early = _set(fields, "early", keys, where)
    slots = pack.first_deal
    g.row = [NONE if card is None else named(card, index(keys), where + "row") for card in _row(fields, "row", slots)]
    g.row_up = mask([slot for slot, up in enumerate(_row(fields, "face_up", slots)) if up is True])
    g.token = [
        NONE if at is None else number({"tokens": at}, "tokens", 1, slots, where) - 1
        for at in _row(fields, "tokens", slots)
    ]
    g.card = _one(fields, "card", keys, where)
    g.pc = number(fields, "pc", 0, FAR, where)
    g.left = number(fields, "left", -1, FAR, where)
    g.queue = _pile(fields, "queue", queue_keys(g), where)
    g.sector = _one(fields, "sector", pack.sector_keys, where)
    g.target = _one(fields, "target", pack.area_keys, where)
    g.regiment = _one(fields, "regiment", pack.regiment_keys, where)
    g.before = _set(fields, "before", pack.regiment_keys, where)
    g.effect = flag(fields, "effect", where)


def _row(fields: dict[str, Json], key: str, slots: int) -> list[Json]:
    value = fields.get(key)
    if not isinstance(value, list) or len(value) != slots:
        raise BadPosition(f"konev.{key}: takes a list of {slots}")
    return value


def _restore_headlines(g: State, fields: dict[str, Json]) -> None:
    keys, where = g.pack.headline_keys, "headlines."
    g.headlines = _pile(fields, "deck", keys, where)[::-1]
    g.headline = _one(fields, "open", keys, where)
    g.lasting = _set(fields, "lasting", keys, where)
    g.cost_delta = [0] * len(COSTS)
    for headline in bits(g.lasting):
        _discount(g, headline, FAR)
    if g.headline != NONE:
        _discount(g, g.headline, g.pc)  # steps of a penalty that is being carried out


def _discount(g: State, headline: int, steps: int) -> None:
    """What the first steps of a penalty make cheaper."""
    for step in g.pack.headlines[headline].effect[:steps]:
        if step.verb == COST_DELTA:
            g.cost_delta[step.cost] += step.n


def _restore_turn(g: State, fields: dict[str, Json]) -> None:
    where, districts = "turn.", g.pack.district_keys
    g.side = named(fields.get("side"), index(SIDES), where + "side")
    g.seat = number(fields, "seat", 0, g.revs - 1, where)
    g.first = number(fields, "first", 0, g.revs - 1, where)
    g.rev_passed = flag(fields, "rev_passed", where)
    g.sov_passed = flag(fields, "sov_passed", where)
    g.played = number(fields, "played", 0, FAR, where)
    g.acted = number(fields, "acted", 0, FAR, where)
    g.strategized = flag(fields, "strategized", where)
    g.ops = number(fields, "ops", 0, FAR, where)
    g.step_from = _one(fields, "step_from", districts, where)
    g.step_to = _one(fields, "step_to", districts, where)
    g.medics = _set(fields, "medics", g.pack.insurgent_keys, where)
    g.treated = flag(fields, "treated", where)


def _restore_payment(g: State, fields: dict[str, Json]) -> None:
    where = "payment."
    g.payer = NONE if fields.get("payer") is None else number(fields, "payer", 0, g.revs - 1, where)
    g.cost = number(fields, "cost", 0, FAR, where)
    g.icon = _one(fields, "icon", ICONS, where)
    g.most = number(fields, "most", 0, FAR, where)
    g.laid = _pile(fields, "laid", g.pack.card_keys, where)
    actor = _one(fields, "actor", g.pack.insurgent_keys, where)
    g.actor = NONE if actor == NONE else g.block_of[actor]


def _restore_soviet_turn(g: State, fields: dict[str, Json]) -> None:
    where, regiments = "soviet_turn.", g.pack.regiment_keys
    g.cards_played = number(fields, "cards_played", 0, FAR, where)
    times = table(fields, "allowance", where)
    g.allowance = [number(times, action, 0, FAR, f"{where}allowance.") for action in ACTIONS]
    g.performed = _set(fields, "performed", ACTIONS, where)
    g.turn_sector = _one(fields, "sector", g.pack.sector_keys, where)
    g.marched = _set(fields, "marched", regiments, where)
    g.spent = _set(fields, "spent", regiments, where)
    g.recon_done = flag(fields, "recon_done", where)
    g.arrest_done = flag(fields, "arrest_done", where)
    g.resolved = flag(fields, "resolved", where)


def _restore_attack(g: State, fields: dict[str, Json]) -> None:
    where = "attack."
    g.district = _one(fields, "district", g.pack.district_keys, where)
    g.attackers = _set(fields, "attackers", g.pack.regiment_keys, where)
    g.attacked = _blocks(g, fields, "attacked", where)
    g.points = number(fields, "points", -FAR, FAR, where)
    kind = fields.get("kind")
    g.kind = NONE if kind is None else named(kind, KINDS, "attack.kind")
    g.flipped = _one(fields, "flipped", g.pack.tactics_keys, where)


def _restore_placing(g: State, fields: dict[str, Json]) -> None:
    where = "placing."
    g.to_place = number(fields, "to_place", 0, INSURGENTS, where)
    g.placed = number(fields, "placed", 0, INSURGENTS, where)
    g.incoming = _blocks(g, fields, "incoming", where)
    g.placing = named(fields.get("where"), index(WHERE), where + "where")
