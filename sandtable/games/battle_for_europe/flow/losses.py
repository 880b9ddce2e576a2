"""Losses: each side takes off as many of its units as the enemy has hit, in one choice a round."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, Several
from sandtable.engine.sets import NONE, members
from sandtable.engine.types import Choice, Numbers
from sandtable.games.battle_for_europe.flow import units
from sandtable.games.battle_for_europe.flow.rolls import Terms, engaged, roll_of, terms_of
from sandtable.games.battle_for_europe.pack import SUBMARINE, Pack
from sandtable.games.battle_for_europe.parts import AIR_BATTLE, ATTACKER, DEFENDER, LAND_BATTLE, SEA_BATTLE, Battle
from sandtable.games.battle_for_europe.state import USED, State

ROW: Final = 5
"""How many numbers a row of the dice of a battle has."""
SHOWN: Final = 12
"""How many different losses are listed at most; any other can be put together."""
LOSS_RULES: Final = ("air.losses", "sea.losses.choice", "land.losses.choice")
"""By step."""


# ---------------------------------------------------------------------- who can be lost, and in which order


def of_side(battle: Battle, side: int) -> int:
    """The units of a side that are left in a battle."""
    return battle.attackers if side == ATTACKER else battle.defenders


def losable(g: State, side: int) -> int:
    """The units of a side on which hits of this step fall; carriers are among them (sea.losses.carriers)."""
    battle = g.battle_now()
    return engaged(g.pack, terms_of(g, battle), of_side(battle, side))


def usual_order(pack: Pack, terms: Terms, side: int, lost: int, cargo: dict[int, int]) -> list[int]:
    """The order in which units are usually lost: cheap ones first, of equal ones those that hit worse.

    Carriers come last. An attacker on land keeps his last land unit behind his aircraft, since only it takes an area.
    """
    keys = []
    for unit in members(lost):
        carries = unit in cargo
        cost = pack.cost[pack.type[cargo[unit] if carries else unit]]
        value, _ = roll_of(pack, terms, side, unit)
        keys.append((((100 if carries else 0) + cost) * 10 + value) * pack.units + unit)  # carriers, cost, value, unit
    order = [key % pack.units for key in sorted(keys)]
    if side == ATTACKER and terms.step == LAND_BATTLE:
        on_land = [unit for unit in order if pack.land_units >> unit & 1]
        if on_land:
            order.remove(on_land[-1])
            order.append(on_land[-1])
    return order


def cargo_of(battle: Battle) -> dict[int, int]:
    """By carrier: the unit aboard."""
    if not battle.sailing:
        return {}
    return dict(zip(battle.carriers, battle.cargo, strict=True))


# ---------------------------------------------------------------------- taking them


def take(g: State, side: int) -> Flow[State]:
    """A side takes the hits of this round: its owner chooses what is lost (land.losses.choice)."""
    battle = g.battle_now()
    hits = hits_on(battle, side)
    if hits:
        if hits < losable(g, side).bit_count() and len(stock(g, side)) > 1 and seat_of(g, side) != NONE:
            rule = LOSS_RULES[battle.step]
            choice = yield Ask(seat_of(g, side), "losses", LOSSES, rule, stake=0.15)
            lost = named(g, side, g.pack.choices.numbers(choice) or ())
        else:
            lost = usual_losses(g, side)
        for unit in lost:
            lose(g, side, unit)
        tell(g, side, lost)
    if side == ATTACKER:
        battle.hits_on_attacker = 0
    else:
        battle.hits_on_defender = 0


def to_take(g: State, side: int, hits: int) -> int:
    """How many of these hits a side has to take: no more than it has units, and some cannot fall on all of them."""
    losing = losable(g, side)
    spared, barred = shelter(g, side)
    if not barred:
        return min(hits, losing.bit_count())
    on_others = min(barred, (losing & ~spared).bit_count())
    return min(losing.bit_count(), hits - barred + on_others)


def shelter(g: State, side: int) -> tuple[int, int]:
    """Units of a side on which some hits of this round cannot fall, and how many such hits there are.

    Submarines cannot hit aircraft (sub.no_defence_vs_air), and from their second round on aircraft cannot hit
    submarines (sub.air_mixed).
    """
    battle, pack = g.battle_now(), g.pack
    boats = pack.of_type[SUBMARINE]
    if battle.step != SEA_BATTLE or not (battle.attackers | battle.defenders) & boats:
        return 0, 0
    if of_side(battle, side) & boats:
        return boats, hits_of(g, 1 - side, pack.air_units) if battle.round > 1 else 0
    return pack.air_units, hits_of(g, 1 - side, boats)


def hits_of(g: State, side: int, units: int) -> int:
    """The hits that these units of a side rolled in this round."""
    battle, pack = g.battle_now(), g.pack
    found = used = 0
    for at in range(0, len(battle.rows), ROW):
        of, kind, value, _, thrown = battle.rows[at : at + ROW]
        if of == side and pack.of_kind[kind] & units:
            found += sum(face <= value for face in battle.dice[used : used + thrown])
        used += thrown
    return found


def most_spared(g: State, side: int) -> int:
    """How many units that are spared from some hits can be lost at most."""
    spared, barred = shelter(g, side)
    others = (losable(g, side) & ~spared).bit_count()
    return hits_on(g.battle_now(), side) - min(barred, others)


def usual_losses(g: State, side: int) -> list[int]:
    """What is usually lost by the hits of this round."""
    hits, order = hits_on(g.battle_now(), side), usual(g, side)
    spared, barred = shelter(g, side)
    if not barred:
        return order[:hits]
    left = most_spared(g, side)
    lost: list[int] = []
    for unit in order:
        if len(lost) < hits and (left > 0 or not spared >> unit & 1):
            lost.append(unit)
            left -= spared >> unit & 1
    return lost


def hits_on(battle: Battle, side: int) -> int:
    return battle.hits_on_attacker if side == ATTACKER else battle.hits_on_defender


def seat_of(g: State, side: int) -> int:
    """Who decides for a side: the leader (coop.combine.leader); NONE if nobody commands the defenders."""
    battle = g.battle_now()
    return g.rules.seat_of[battle.power] if side == ATTACKER else g.seat(battle.group)


def usual(g: State, side: int) -> list[int]:
    """All units that can be lost, in the usual order; of one kind those first that are missed least."""
    battle = g.battle_now()
    cargo = cargo_of(battle)
    order = usual_order(g.pack, terms_of(g, battle), side, losable(g, side), cargo)
    alike: dict[int, list[int]] = {}
    for unit in order:
        if unit not in cargo:
            alike.setdefault(g.pack.kind[unit], []).append(unit)
    queues = {kind: iter(sorted(row, key=lambda unit: missed(g, unit, row))) for kind, row in alike.items()}
    return [unit if unit in cargo else next(queues[g.pack.kind[unit]]) for unit in order]


def missed(g: State, unit: int, of_kind: list[int]) -> tuple[int, int, int]:
    """How much a unit would be missed among others of its kind: the less it can still do, the less (land.losses.alike).

    First come units that have come farthest, then those with the fewest others from the same place.
    """
    fellows = sum(g.place[other] == g.place[unit] for other in of_kind)
    return -g.steps[unit], fellows, unit


def lose(g: State, side: int, unit: int) -> None:
    """A unit is lost in battle, with what it carries (unit.unlimited_losses, sea.losses.carriers)."""
    battle = g.battle_now()
    while unit in battle.carriers:
        at = battle.carriers.index(unit)
        aboard = battle.cargo.pop(at)
        battle.carriers.pop(at)
        if battle.sailing:
            _off(g, side, aboard)
    _off(g, side, unit)


def _off(g: State, side: int, unit: int) -> None:
    battle, kind = g.battle_now(), g.pack.kind[unit]
    battle.attackers &= ~(1 << unit)
    battle.defenders &= ~(1 << unit)
    battle.landed &= ~(1 << unit)
    units.remove(g, unit)
    for at in range(0, len(battle.lost), 3):
        if battle.lost[at : at + 2] == [side, kind]:
            battle.lost[at + 2] += 1
            return
    battle.lost += [side, kind, 1]


def tell(g: State, side: int, lost: list[int]) -> None:
    """One line for each kind that was lost, what ships carried included."""
    if g.log is None or not lost:
        return
    battle, pack = g.battle_now(), g.pack
    for at in range(0, len(battle.lost), 3):
        of, kind, count = battle.lost[at : at + 3]
        if of == side:
            rule = LOSS_RULES[battle.step]
            g.log.add("battle_lost", count, pack.kind_ids[kind], pack.area_ids[battle.area], rule=rule)


# ---------------------------------------------------------------------- the choice


def choosing(g: State) -> int:
    """The side that takes its losses now: the attacker's come first."""
    return ATTACKER if g.battle_now().hits_on_attacker else DEFENDER


def stock(g: State, side: int) -> dict[int, list[int]]:
    """The units that can be lost, by the number of the thing that names one of them, the usual ones first.

    Fleets of a nation are alike, but those that carry go by what they carry.
    """
    pack, cargo = g.pack, cargo_of(g.battle_now())
    found: dict[int, list[int]] = {}
    for unit in usual(g, side):
        key = pack.units + pack.first_of[pack.kind[cargo[unit]]] if unit in cargo else pack.first_of[pack.kind[unit]]
        found.setdefault(key, []).append(unit)
    return found


def parsed(pack: Pack, number: int) -> tuple[int, int]:
    """The sort of units that a thing names, as in `stock`, and how many of them."""
    aboard, unit = divmod(number, pack.units)
    start = pack.first_of[pack.kind[unit]]
    return aboard * pack.units + start, unit - start + 1


def named(g: State, side: int, numbers: Numbers) -> list[int]:
    """The units that a choice names."""
    found = stock(g, side)
    lost: list[int] = []
    for number in numbers:
        key, count = parsed(g.pack, number)
        lost += found[key][:count]
    return lost


def lose_refusal(g: State, numbers: Numbers) -> str | None:
    """The rule against losing just these units."""
    pack, battle = g.pack, g.battle_now()
    side = choosing(g)
    found = stock(g, side)
    total = off = 0
    spared, barred = shelter(g, side)
    sorts: set[int] = set()
    for number in numbers:
        key, count = parsed(pack, number)
        if key not in found:
            return _not_here(g, number)
        if key in sorts or count > len(found[key]):
            return LOSS_RULES[battle.step]
        sorts.add(key)
        total += count
        off += count if spared >> found[key][0] & 1 else 0
    if total != hits_on(battle, side):
        return LOSS_RULES[battle.step]
    if barred and off > most_spared(g, side):
        return "sub.air_mixed" if spared & pack.naval_units else "sub.no_defence_vs_air"
    return None


def _not_here(g: State, number: int) -> str:
    """Why units of a kind cannot be lost in this step: they take no part in it."""
    pack, battle = g.pack, g.battle_now()
    unit = number % pack.units
    idle = g.here[battle.area] & pack.of_kind[pack.kind[unit]]
    if any(g.flags[one] & USED for one in members(idle)):
        return "unit.used.not_a_loss"
    if battle.step == AIR_BATTLE and not pack.air_units >> unit & 1:
        return "air.losses.only_air"
    return LOSS_RULES[battle.step]


def loss_options(g: State, offer: Offer) -> None:
    side = choosing(g)
    for choice in islice(selections(g, side), SHOWN):
        offer.add(choice)
    if offer.telling:
        battle = g.battle_now()
        offer.tell(area=g.pack.area_ids[battle.area], hits=hits_on(battle, side))


def selections(g: State, side: int) -> Iterator[Choice]:
    """The different losses, the usual one first; then as many as possible of what is lost first."""
    found = stock(g, side)
    hits = hits_on(g.battle_now(), side)
    first = usual_losses(g, side)
    chosen = [sum(unit in first for unit in sort) for sort in found.values()]
    yield choice_of(g.pack, list(found), chosen)
    spared, barred = shelter(g, side)
    sheltered = [bool(barred and spared >> sort[0] & 1) for sort in found.values()]
    most = most_spared(g, side) if barred else hits
    for counts in shares(hits, [len(sort) for sort in found.values()]):
        off = sum([count for count, safe in zip(counts, sheltered, strict=True) if safe])
        if counts != chosen and off <= most:
            yield choice_of(g.pack, list(found), counts)


def shares(hits: int, most: list[int]) -> Iterator[list[int]]:
    """Every way to share out hits among sorts of which there are so many, the first sorts filled first."""
    if not most:
        if not hits:
            yield []
        return
    rest = sum(most[1:])
    for count in range(min(hits, most[0]), max(0, hits - rest) - 1, -1):
        for others in shares(hits - count, most[1:]):
            yield [count, *others]


def choice_of(pack: Pack, keys: list[int], counts: list[int]) -> Choice:
    """The choice that names so many of each sort, in the order of the things."""
    numbers = sorted([key + count - 1 for key, count in zip(keys, counts, strict=True) if count])
    return ("lose", *[_thing(pack, number) for number in numbers])


def _thing(pack: Pack, number: int) -> str:
    return pack.loss_ids[number] if number < pack.units else pack.aboard_ids[number - pack.units]


def put_together(g: State) -> Several | None:
    """Any other losses can be put together from numbers of each sort."""
    side = choosing(g)
    hits = hits_on(g.battle_now(), side)
    found = stock(g, side)
    things = [key + n for key in found for n in range(min(hits, len(found[key])))]
    return Several("lose", [_thing(g.pack, number) for number in sorted(things)], 1, len(found), checked=True)


LOSSES: Final = Legality(loss_options, {"lose": lose_refusal}, several=put_together)
