"""Odds of a battle, worked out exactly: who rolls what comes from the same function as the dice.

It is assumed that nobody breaks off, that defending aircraft join the land battle, and that both sides lose their units
in the usual order: cheap ones first, carriers last, and on land the attacker keeps his last land unit behind his
aircraft. Aircraft that could attack ships on their way to a land battle leave them alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sandtable.engine import odds
from sandtable.engine.sets import mask, members
from sandtable.engine.types import Fact, Numbers
from sandtable.games.battle_for_europe.flow import cooperation, losses, odds_at_sea, rolls
from sandtable.games.battle_for_europe.flow.rolls import Ground, Terms
from sandtable.games.battle_for_europe.pack import SUBMARINE
from sandtable.games.battle_for_europe.parts import (
    AIR_BATTLE,
    ATTACK,
    ATTACKER,
    DEFENDER,
    INTERVENE,
    INVADE,
    LAND_BATTLE,
    SEA_BATTLE,
    STRIKE,
)
from sandtable.games.battle_for_europe.state import State

KEPT: Final = 1 << 13
"""How many battles are remembered."""
Likeness = tuple[str, int, int, Numbers, Numbers, Numbers]
"""Pack, kind of battle with its ground, how many roll twice, and the kinds of the units on both sides and aboard."""


@dataclass(frozen=True, slots=True)
class Odds:
    """What is to be expected of a battle."""

    win: float = 0.0
    """How likely the attacker takes the area; in a strike, that he destroys all units he strikes at."""
    both_gone: float = 0.0
    """How likely no land unit of either side is left (land.both_gone); in a strike, that nobody is."""
    lost: float = 0.0
    """Units that the attacker must expect to lose."""
    killed: float = 0.0
    """Units that the defender must expect to lose."""
    beaten: float = 0.0
    """How likely the attacker has nobody left in the end, or nobody who fights, and the defender has."""

    def turned(self) -> Odds:
        """The same from the defender's point of view."""
        return Odds(self.beaten, self.both_gone, self.killed, self.lost, self.win)

    def shares(self) -> tuple[int, int, int]:
        """How likely the attacker wins, nobody is left, and the defender holds out: per cent, a hundred together."""
        win, both = round(100 * self.win), round(100 * self.both_gone)
        return win, both, max(0, 100 - win - both)

    def facts(self) -> dict[str, Fact]:
        """For people: per cent, and units with one decimal."""
        win, both, lose = self.shares()
        return {
            "win": win,
            "both": both,
            "lose": lose,
            "lost": f"{self.lost:.1f}",
            "killed": f"{self.killed:.1f}",
        }


class Field:
    """A battle between two sets of units, real or only considered."""

    __slots__ = ("kind", "attackers", "defenders", "cargo", "carriers", "aboard", "twice", "ground")

    def __init__(
        self,
        kind: int,
        attackers: int,
        defenders: int,
        cargo: tuple[tuple[int, int], ...],
        twice: int,
        ground: Ground,
    ) -> None:
        self.kind = kind
        self.attackers = attackers
        self.defenders = defenders
        self.cargo = cargo
        """Carriers that are still at sea, with what they carry."""
        self.carriers = mask([carrier for carrier, _ in cargo])
        self.aboard = mask([unit for _, unit in cargo])
        self.twice = twice
        self.ground = ground


class Case:
    """One course of a battle so far: how likely it is and who is left."""

    __slots__ = ("share", "attackers", "defenders", "later")

    def __init__(self, share: float, attackers: int, defenders: int, later: bool = False) -> None:
        self.share = share
        self.attackers = attackers
        self.defenders = defenders
        self.later = later
        """It is in the middle of a sea battle: aircraft have attacked submarines already."""


def of(
    g: State,
    power: int,
    force: int,
    area: int,
    group: int,
    kind: int = ATTACK,
    carriers: tuple[int, ...] = (),
    cargo: tuple[int, ...] = (),
) -> Odds:
    """The odds of an attack that is only considered; its units are still where they were."""
    pack = g.pack
    aboard = tuple(zip(carriers, cargo, strict=True))
    force |= mask(carriers) | mask(cargo)
    defenders = cooperation.defenders(g, kind, power, area, group, force)
    ways = rolls.best_ways(g, force & pack.land_units & ~mask(cargo), area)
    ground = rolls.ground(g, area, [*ways, rolls.LANDING] if cargo else ways)
    field = Field(kind, force, defenders, aboard, rolls.roll_twice(g, force, defenders), ground)
    if g.research is None:
        return _remembered(g, field)
    return _fought(g, field, AIR_BATTLE, Case(1.0, force, defenders))  # opt.allied.radar: goals count too


_known: Final[dict[Likeness, Odds]] = {}


def _remembered(g: State, field: Field) -> Odds:
    """The odds of a whole battle without research: they depend on the kinds of units, not on which ones they are."""
    pack = g.pack
    key = (
        pack.hash,
        field.kind * 100 + field.ground.cover * 10 + (1 if field.ground.fortress else 0),
        field.twice.bit_count(),
        tuple([pack.kind[unit] for unit in members(field.attackers)]),
        tuple([pack.kind[unit] for unit in members(field.defenders)]),
        tuple([pack.kind[fleet] * len(pack.kind_ids) + pack.kind[unit] for fleet, unit in field.cargo]),
    )
    found = _known.get(key)
    if found is None:
        if len(_known) >= KEPT:
            _known.clear()
        found = _known[key] = _fought(g, field, AIR_BATTLE, Case(1.0, field.attackers, field.defenders))
    return found


def now(g: State) -> Odds:
    """The odds of the battle in progress, from where it stands; hits that are still to be taken count as taken."""
    battle = g.battle_now()
    aboard = tuple(losses.cargo_of(battle).items())
    if battle.step == LAND_BATTLE and battle.round:
        ground = Ground(battle.cover, battle.fortress)
    else:
        ground = rolls.ground(g, battle.area, _ways(g))
    twice = rolls.twice_in(g, battle)
    field = Field(battle.kind, battle.attackers, battle.defenders, aboard, twice, ground)
    ours, theirs = (losses.usual(g, side)[: losses.hits_on(battle, side)] for side in (ATTACKER, DEFENDER))
    carried = dict(aboard)
    gone = mask(ours) | mask([carried[unit] for unit in ours if unit in carried])
    later = battle.step == SEA_BATTLE and battle.round > 0
    case = Case(1.0, battle.attackers & ~gone, battle.defenders & ~mask(theirs), later)
    return _fought(g, field, battle.step, case)


def clash(
    g: State,
    attackers: int,
    defenders: int,
    step: int,
    carriers: list[int] | None = None,
    cargo: list[int] | None = None,
) -> Odds:
    """The odds of a battle of a chain of interventions that is only considered."""
    aboard = tuple(zip(carriers or [], cargo or [], strict=True))
    attackers |= mask(cargo or [])
    field = Field(INTERVENE, attackers, defenders, aboard, rolls.roll_twice(g, attackers, defenders), Ground())
    return _fought(g, field, step, Case(1.0, attackers, defenders))


def _ways(g: State) -> list[int]:
    """The directions of the land units in the battle in progress, before it is fought on land."""
    battle = g.battle_now()
    landing = battle.landed | mask(battle.cargo)
    return [rolls.way_of(g, unit, landing) for unit in members(battle.attackers & g.pack.land_units)]


# ---------------------------------------------------------------------- step by step


def _fought(g: State, field: Field, step: int, first: Case) -> Odds:
    """The odds from a step on."""
    cases = [first]
    for each in range(step, LAND_BATTLE + 1):
        cases = [end for case in cases for end in STEPS[each](g, field, case)]
    win = both = lost = killed = beaten = 0.0
    for case in cases:
        own, enemy, left = _deciding(g, field, case)
        win += case.share if own and not enemy else 0.0
        both += case.share if not left and not enemy else 0.0
        beaten += case.share if enemy and not own else 0.0
        lost += case.share * (field.attackers & ~case.attackers).bit_count()
        killed += case.share * (field.defenders & ~case.defenders).bit_count()
    return Odds(win, both, lost, killed, beaten)


def _deciding(g: State, field: Field, case: Case) -> tuple[int, int, int]:
    """The units on which it depends who has won: land units, or in a strike all.

    First those of the attacker that are on the spot, then those of the defender, then all of the attacker: what turned
    back takes nothing, but is not gone.
    """
    if field.kind == STRIKE:
        return case.attackers, case.defenders, case.attackers
    if field.kind == INTERVENE:
        fighting = case.attackers & ~(field.carriers | field.aboard)
        return fighting or (case.attackers if not case.defenders else 0), case.defenders, case.attackers
    own = case.attackers & g.pack.land_units
    afloat = field.aboard if field.aboard and _kept_off(g, case) else 0
    return own & ~afloat if afloat else own, case.defenders & g.pack.land_units, own


def _kept_off(g: State, case: Case) -> bool:
    """Whether enemy ships or aircraft keep carried units from landing (inv.clear_sea_first)."""
    return bool(case.defenders & (g.pack.naval_units | g.pack.air_units))


def _air(g: State, field: Field, case: Case) -> list[Case]:
    """air.when, bomb.no_air_attack; bombers are lost first, so there is always an aircraft left that fights."""
    if not rolls.met_in_the_air(g.pack, case.attackers, case.defenders):
        return [case]
    return _rounds(g, field, case, AIR_BATTLE)


def _sea(g: State, field: Field, case: Case) -> list[Case]:
    """sea.when; aircraft on their way to a land battle leave ships alone."""
    pack = g.pack
    naval = case.attackers & pack.naval_units
    if not _kept_off(g, case) or (field.kind == ATTACK and not naval):
        return [case]
    at_sea = case.attackers & (pack.naval_units | pack.air_units)
    if not at_sea & ~field.carriers or not (naval or case.defenders & pack.naval_units):
        return [case]
    return _rounds(g, field, case, SEA_BATTLE)


def _land(g: State, field: Field, case: Case) -> list[Case]:
    """land.when; what could not land does not fight, and its aircraft have turned back with it."""
    pack = g.pack
    if field.kind in (STRIKE, INTERVENE) or not case.defenders & pack.land_units:
        return [case]
    own = case.attackers & (pack.land_units | pack.air_units)
    kept = 0
    if field.cargo and _kept_off(g, case):
        kept = case.attackers & (field.aboard | pack.air_units)
    if not kept:
        return _rounds(g, field, case, LAND_BATTLE) if own else [case]
    if not own & ~kept:
        return [case]
    ended = _rounds(g, field, Case(case.share, case.attackers & ~kept, case.defenders), LAND_BATTLE)
    return [Case(end.share, end.attackers | kept, end.defenders) for end in ended]


def _rounds(g: State, field: Field, case: Case, step: int) -> list[Case]:
    """All ends of a step that is fought to its end."""
    pack = g.pack
    cargo = {carrier: aboard for carrier, aboard in field.cargo if step != LAND_BATTLE}
    idle = rolls.idle(pack, step, case.attackers, case.defenders, case.later)
    dropping = field.attackers & pack.land_units & ~field.aboard if field.kind == INTERVENE else 0
    terms = Terms(step, field.kind == INVADE, mask(cargo), field.twice, field.ground, idle, dropping)
    own, enemy = (rolls.engaged(pack, terms, units) for units in (case.attackers, case.defenders))
    ours = losses.usual_order(pack, terms, ATTACKER, own, {at: cargo[at] for at in cargo if own >> at & 1})
    theirs = losses.usual_order(pack, terms, DEFENDER, enemy, {})
    if step == SEA_BATTLE and (own | enemy) & pack.of_type[SUBMARINE]:
        return _with_submarines(g, terms, case, ours, theirs, cargo)
    ends = odds.fight(
        tuple([rolls.roll_of(pack, terms, ATTACKER, unit) for unit in ours]),
        tuple([rolls.roll_of(pack, terms, DEFENDER, unit) for unit in theirs]),
        len(ours) - sum([unit in cargo for unit in ours]),  # sea.end.no_fighters
        (enemy & pack.land_units).bit_count() if step == LAND_BATTLE else len(theirs),
    )
    left, standing = _dwindling(case.attackers, ours, cargo), _dwindling(case.defenders, theirs, {})
    return [Case(case.share * share, left[lost], standing[killed]) for lost, killed, share in ends]


def _dwindling(units: int, order: list[int], cargo: dict[int, int]) -> list[int]:
    """By how many are lost in an order: the units that are left, as a mask; carriers are lost with their cargo."""
    found = [units]
    for unit in order:
        gone = 1 << unit | (1 << cargo[unit] if unit in cargo else 0)
        units &= ~gone
        found.append(units)
    return found


def _with_submarines(
    g: State, terms: Terms, case: Case, ours: list[int], theirs: list[int], cargo: dict[int, int]
) -> list[Case]:
    """All ends of a sea battle in which not every hit can fall on every unit."""
    pack, radar = g.pack, rolls.with_radar(g)

    def fighter(side: int, unit: int) -> odds_at_sea.Fighter:
        boat, plane = pack.of_type[SUBMARINE] >> unit & 1, pack.air_units >> unit & 1
        sort = odds_at_sea.BOAT if boat else odds_at_sea.PLANE if plane else odds_at_sea.SHIP
        number, dice = rolls.roll_of(pack, terms, side, unit)
        more = radar >> unit & 1
        return number, min(dice, 1) if more else dice, odds_at_sea.CARRIER if unit in cargo else sort, more

    found: list[Case] = []
    rows = tuple([fighter(ATTACKER, unit) for unit in ours]), tuple([fighter(DEFENDER, unit) for unit in theirs])
    for left, standing, share in odds_at_sea.fight(*rows, case.later):
        sunk = [unit for at, unit in enumerate(ours) if not left >> at & 1]
        gone = mask(sunk) | mask([cargo[unit] for unit in sunk if unit in cargo])
        killed = mask([unit for at, unit in enumerate(theirs) if not standing >> at & 1])
        found.append(Case(case.share * share, case.attackers & ~gone, case.defenders & ~killed))
    return found


STEPS: Final = (_air, _sea, _land)
