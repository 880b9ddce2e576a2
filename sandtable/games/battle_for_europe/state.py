"""The state of Battle for Europe: what changes during play, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from sandtable.engine.declare import Derived, Shared, declared
from sandtable.engine.sets import NONE, members
from sandtable.engine.state import State as BaseState
from sandtable.engine.types import Choice, Numbers, Rows
from sandtable.games.battle_for_europe.pack import AREAS, NATIONS, POWERS, Pack
from sandtable.games.battle_for_europe.parts import Battle, Chain, Leaving, Order
from sandtable.games.battle_for_europe.scenarios import Scenario
from sandtable.games.battle_for_europe.undertakings import Lease, Research

# What comes next; one pass of the flow is one order, one round of a battle, or one of the steps without orders.
PLACING: Final = 0
OPENING: Final = 1
SUPPLYING: Final = 2
FIGHTING: Final = 3
SETTLING: Final = 4
MOVING: Final = 5
BUILDING: Final = 6
TRANSFERRING: Final = 7
CLOSING: Final = 8
ACCOUNTING: Final = 9
OVER: Final = 10
RESEARCHING: Final = 11
PHASES: Final = (
    "placing",
    "opening",
    "supplying",
    "fighting",
    "settling",
    "moving",
    "building",
    "transferring",
    "closing",
    "accounting",
    "over",
    "researching",
)
"""Fighting, moving, building and transferring are phases 1 to 4 of the rulebook (seq.phases); researching follows them
under the optional rules (opt.when)."""
RULEBOOK_PHASES: Final = (FIGHTING, MOVING, BUILDING, TRANSFERRING)

# What has happened to a unit, bit by bit.
USED: Final = 1
"""An air or naval unit that has acted since its owner's last turn began (unit.used.mark)."""
MOVED: Final = 2
"""It has made its move of this turn (unit.move_once)."""
ATTACKED: Final = 4
"""It has attacked this turn (unit.one_attack)."""
ATTACKED_TWICE: Final = 8
"""Armour that has made its second attack (unit.tank.two_attacks)."""
RETREATED: Final = 16
"""It retreated from a battle and neither attacks nor moves again in phases 1 and 2 (land.retreat.ends)."""
FLED: Final = 32
"""It fled from a captured base this turn (unit.air.flee_once, unit.fleet.retreat_once)."""
CUT_OFF: Final = 64
"""A land unit that was out of supply at the start of its turn (sup.no_move)."""
CARRIED: Final = 128
"""It was carried by sea this turn (unit.inf.sea_no_move)."""
BUILT: Final = 256
"""It was built this turn."""
STARVED: Final = 512
"""It was removed for want of supply and is not rebuilt this turn (sup.starve_rebuild)."""
PINNED: Final = 1024
"""It may not leave its place in this scenario (setup.sichel.britain.pinned)."""
SEEN: Final = 2048
"""It has been on the board: a fleet built again takes its time (build.fleet_rebuild.which)."""
REBASED: Final = 4096
"""An air or naval unit that changed base this turn (unit.air.rebase_before, strat.escort.unmoved)."""
SAVED: Final = 8192
"""It was cut off, and others restored its supply in time, or a fleet brought it (sup.restore, sup.fleet.assign)."""
DROPPED: Final = 16384
"""Paratroops that fly to the target of the order in progress, or that have dropped this turn (para.two_moves)."""
LONE: Final = 32768
"""Paratroops that dropped without other land units: if they are lost so they are never rebuilt (para.lost_alone)."""
GONE: Final = 65536
"""Paratroops that are never rebuilt."""
FLAGS: Final = (
    "used",
    "moved",
    "attacked",
    "attacked_twice",
    "retreated",
    "fled",
    "cut_off",
    "carried",
    "built",
    "starved",
    "pinned",
    "seen",
    "rebased",
    "saved",
    "dropped",
    "lone",
    "gone",
)
THIS_TURN: Final = (
    USED
    | MOVED
    | ATTACKED
    | ATTACKED_TWICE
    | RETREATED
    | CUT_OFF
    | CARRIED
    | BUILT
    | STARVED
    | REBASED
    | SAVED
    | DROPPED
    | LONE
)
"""What is forgotten when the turn of the unit's owner begins (unit.used.refresh)."""


ALL_POWERS: Final = (1 << POWERS) - 1


class Means:
    """What the units of a nation can reach in phase 1, as masks of areas."""

    __slots__ = ("march", "entered", "overland", "inside", "flown", "sailed", "bases", "cargo", "shipped")

    def __init__(self) -> None:
        self.march = 0
        """Where land units come on foot, even if a rule keeps them out."""
        self.entered = 0
        """Where land units come on foot and no rule keeps them out: areas of others, whoever stands there."""
        self.overland = 0
        """Where land units can enter or attack from elsewhere."""
        self.inside = 0
        """Where armour stands that can attack another group in the same area."""
        self.flown = 0
        self.sailed = 0
        self.bases = 0
        """Where fleets are that can sail."""
        self.cargo: dict[int, int] = {}
        """By port where land units can embark: the areas that all of them reach overland as well."""
        self.shipped: dict[int, int] = {}
        """By port: the coasts to which the fleets can bring units from it, as far as somebody has asked."""


class Known:
    """What was worked out about one situation, for as long as nothing of it changes."""

    __slots__ = (
        "here",
        "flags",
        "steps",
        "held",
        "alliance",
        "foes",
        "others",
        "progress",
        "means",
        "landings",
        "able",
        "menus",
    )

    def __init__(self, g: State) -> None:
        self.here = g.here[:]
        self.flags = g.flags[:]
        self.steps = g.steps[:]
        self.held = g.held[:]
        self.alliance = g.alliance[:]
        self.foes = g.foes[:]
        self.others = g.season, g.turn, g.fortress_lost, g.fallen, g.soviet_attack, g.canal_closed
        self.progress = g.progress()
        self.means: dict[int, Means] = {}
        """By nation."""
        self.landings: dict[tuple[int, ...], int] = {}
        """By nations that act together: where their fleets can land their units, as a mask."""
        self.able: dict[tuple[int, ...], int] = {}
        """By attack: the units that can take part in it, as a mask."""
        self.menus: dict[tuple[int, ...], list[Choice]] = {}
        """By who is asked, and by what else it depends on: the menu of phase 1."""

    def fits(self, g: State) -> bool:
        """Whether nothing has changed since; places of units and control of areas are known by their mirrors."""
        if self.here != g.here or self.flags != g.flags or self.steps != g.steps:
            return False
        if self.held != g.held or self.alliance != g.alliance or self.foes != g.foes:
            return False
        if self.progress != g.progress():
            return False
        return self.others == (g.season, g.turn, g.fortress_lost, g.fallen, g.soviet_attack, g.canal_closed)


class Memory:
    """What was worked out lately in a match; nothing is lost when it is forgotten."""

    __slots__ = ("known",)

    def __init__(self) -> None:
        self.known: list[Known] = []
        """The last situations, the latest first: players that look ahead come back to the same one again and again."""


@dataclass(frozen=True, slots=True)
class Rules:
    """By which rules a match is played: settled before it begins, and the same to its end."""

    scenario: Scenario
    number: int
    """Of the scenario in the pack."""
    variant: str
    """The victory condition of the full war, 'a' or 'b'; empty otherwise."""
    advanced: bool
    """The advanced level (mode.level.choice)."""
    optional: bool
    """Research and diplomacy (mode.optional.full_war_only)."""
    free: bool
    """Powers place their units themselves (setup.order)."""
    seats: tuple[str, ...]
    powers_of: Numbers
    """By seat: its powers, as a mask."""
    seat_of: Numbers
    """By power: the seat that runs it; NONE if it takes no part."""
    order: Rows
    """By side on turn: its powers that take part, in the listed order."""
    units: int
    """The units that exist at this level, as a mask."""
    memory: Memory = field(default_factory=Memory, compare=False, repr=False)

    def special(self, number: str) -> bool:
        """Whether a special rule is in force, by its number in the rulebook, such as '13.1a'."""
        return number in self.scenario.special


@declared
class State(BaseState):
    """The war at one moment."""

    pack: Shared[Pack]
    rules: Shared[Rules]

    season: int = 0
    """The cell of the time track (comp.time.marker)."""
    turn: int = 0
    """Which of the two sides is on turn, by the order of the scenario."""
    phase: int = PLACING
    acting: int = 0
    """Whose part of the phase it is, by the listed order of the side; during set-up, by the order of placement."""
    placing: int = NONE
    """The unit that a power is about to place during set-up."""
    stood_by: int = 0
    """Powers that stood by one after the other in phase 1, as a mask (seq.phases.joint_procedure)."""

    place: list[int] = []
    """By unit: the area where it is; NONE if it is in its nation's pool or being built."""
    flags: list[int] = []
    """By unit: what has happened to it."""
    steps: list[int] = []
    """By unit: movement points spent this turn."""
    origin: list[int] = []
    """By unit: the area from which it entered this one this turn, for directions and retreats; NONE if it did not."""
    yard: list[int] = []
    """By unit: where a fleet is being rebuilt (build.fleet_rebuild.pay), or NONE."""
    due: list[int] = []
    """By unit: the season in which a fleet being rebuilt is ready, or NONE."""

    control: list[int] = []
    """By area: the nation that controls it; NONE at sea and where the fall of a power made it neutral."""
    fortress_lost: int = 0
    """Fortresses that are none any more (mod.fortress.once_captured), as a mask of areas."""
    canal_closed: bool = False
    """map.kiel.closed"""
    captured: int = 0
    """Areas that the side on turn captured this turn, as a mask."""

    alliance: list[int] = [NONE] * NATIONS
    """By nation: AXIS, ALLIES, or NONE while it is neutral."""
    foes: list[int] = [0] * NATIONS
    """By nation: those it is at war with, as a mask; always both ways."""
    commander: list[int] = [NONE] * NATIONS
    """By nation: the power that commands its units (war.neutral.who_commands); NONE if nobody does."""
    fallen: int = 0
    """Nations that were conquered, as a mask; fallen great powers never return."""
    last_chance: int = 0
    """Powers whose capital is lost and must be retaken in this phase 1 (fall.last_chance), as a mask."""
    vichy_ended: bool = False
    german_attack: int = NONE
    """The season in which Germany declared war on the Soviet Union (east.surprise), or NONE."""
    soviet_attack: int = NONE
    """The season in which the Soviet Union attacked Germany first (east.ussr_first), or NONE."""

    hpp: list[int] = [0] * POWERS
    """By power: what it has left; below 0 it is in debt (acc.loss.overspend)."""
    opening: list[int] = [0] * POWERS
    """By power: what it had at the start of the year, the base of the half-year limit (hpp.half_cap.base_fixed)."""
    spent: list[int] = [0] * POWERS
    """By power: what counts against the limit of this turn (hpp.half_cap.includes_all)."""
    debt: list[int] = [0] * POWERS
    """By power: debt carried on past an accounting (acc.floor)."""
    credited: list[int] = [NONE] * AREAS
    """By area with a value: the power in whose HPP of this year it is counted (acc.loss.only_received), or NONE."""
    struck: int = 0
    """Areas whose loss took HPP off a power at once this year: Moscow, Gibraltar, Suez (acc.loss.once), as a mask."""
    deducted: int = 0
    """Areas whose value was taken off this year (acc.loss.once), as a mask."""

    attacks: list[int] = [0] * POWERS
    """By power: paid battles and invasions this turn (east.oil_counts)."""
    attacked: list[int] = []
    """Attacks of this turn, each as (power * AREAS + area) * NATIONS + leader of the group (atk.area_once)."""
    owed: list[int] = [0] * POWERS
    """By power: nations it declared war on this turn and has not attacked yet (war.must_follow), as a mask."""
    transfers: list[int] = [0] * POWERS
    """By power: units transferred this turn (strat.allowance)."""
    admitted: list[int] = [0] * POWERS
    """By power: those whose units it lets into its areas this turn (war.consent), as a mask."""
    denied: list[int] = [0] * POWERS
    """By power: those it does not, as a mask."""
    spare: list[int] = []
    """Fleets that supply, once for each further unit that they can supply (sup.fleet.split)."""
    crossed: int = 0
    """American units that crossed the ocean this turn (usa.ocean_four)."""
    called_off: int = 0
    """Orders called off this turn, and forces put together by hand. No rule counts them, but opponents do: they would
    go on for ever with either."""

    order: Order | None = None
    battle: Battle | None = None
    fought: Battle | None = None
    """The battle that was settled last, for the table to show until the next order."""
    leaving: Leaving | None = None
    chain: Chain | None = None
    draft: int = 0
    """Units that are being chosen for an intervention, a raid or an escort, as a mask."""
    hunts: list[int] = []
    """Which aircraft attacked which submarines this turn (sub.air_once_per_raid), two masks for every time."""
    lease: Lease | None = None
    """Aid under way; None at the basic level."""
    research: Research | None = None
    """None without the optional rules."""

    here: Derived[list[int]] = []
    """By area: the units there, as a mask; the mirror of `place`."""
    at: Derived[list[int]] = [0] * NATIONS
    """By nation: the areas where it has units, as a mask."""
    held: Derived[list[int]] = []
    """By nation: the areas that it controls, as a mask; the mirror of `control`."""
    own_side: Derived[list[int]] = [0] * NATIONS
    """By nation: the areas that it or an ally controls, as a mask."""
    open_to: Derived[list[int]] = [0] * NATIONS
    """By nation: the areas whose owner does not keep it out, as a mask: its side's, its enemies' and nobody's.

    Not those that are sealed, and no box but its own.
    """
    sealed: Derived[int] = 0
    """Areas of satellites that nobody enters in this scenario (setup.sichel.satellites_closed), as a mask."""
    led: Derived[list[int]] = [0] * POWERS
    """By power: the units that it commands, as a mask; the mirror of `commander`."""
    under: Derived[list[int]] = [0] * POWERS
    """By power: the nations that it commands, as a mask; the mirror of `commander`."""
    allied_nations: Derived[list[int]] = [0] * NATIONS
    """By nation: itself and its allies, as a mask."""
    allied_units: Derived[list[int]] = [0] * NATIONS
    """By nation: its units and those of its allies."""
    hostile_units: Derived[list[int]] = [0] * NATIONS
    """By nation: the units of those it is at war with."""

    # ------------------------------------------------------------------ who is who

    def on_turn(self) -> Numbers:
        """The powers of the side on turn that still play, in the listed order."""
        powers = self.rules.order[self.turn]
        if not self.fallen & ALL_POWERS:
            return powers
        return tuple([power for power in powers if not self.fallen >> power & 1])

    def power(self) -> int:
        """The power whose part of the phase it is."""
        return self.on_turn()[self.acting]

    def asked(self) -> Numbers:
        """The powers that are asked together in phase 1: those that follow each other and belong to one player.

        (seq.phases.joint_one_player)
        """
        powers = self.on_turn()
        first = self.acting
        last = first
        while last < len(powers) and self.rules.seat_of[powers[last]] == self.rules.seat_of[powers[first]]:
            last += 1
        return powers[first:last]

    def seat(self, nation: int) -> int:
        """The seat that decides for a nation: that of the power which commands it, or NONE."""
        commander = self.commander[nation]
        return NONE if commander == NONE else self.rules.seat_of[commander]

    def at_war(self, one: int, other: int) -> bool:
        """Whether two nations are at war."""
        return bool(self.foes[one] >> other & 1)

    def friendly(self, nation: int, area: int) -> bool:
        """Whether an area is controlled by a nation or its ally (unit.air.base_friendly)."""
        return bool(self.own_side[nation] >> area & 1)

    def friendly_areas(self, nation: int) -> int:
        """All areas controlled by a nation or its allies, as a mask."""
        return self.own_side[nation]

    def enemies_at(self, nation: int) -> int:
        """The areas where units stand that a nation is at war with, as a mask."""
        areas = 0
        for foe in members(self.foes[nation]):
            areas |= self.at[foe]
        return areas

    # ------------------------------------------------------------------ units

    def units_of(self, nation: int, area: int) -> int:
        """The units of a nation in an area."""
        return self.here[area] & self.pack.of_nation[nation]

    def allies_in(self, nation: int, area: int) -> int:
        """The units of a nation and its allies in an area."""
        return self.here[area] & self.allied_units[nation]

    def enemies_in(self, nation: int, area: int) -> int:
        """The units in an area that a nation is at war with."""
        return self.here[area] & self.hostile_units[nation]

    def is_set(self, unit: int, flag: int) -> bool:
        """Whether something has happened to a unit."""
        return bool(self.flags[unit] & flag)

    # ------------------------------------------------------------------ HPP

    def limit(self, power: int) -> int:
        """What a power may spend in one turn: half of the year's opening amount, rounded up (hpp.half_cap).

        Aid that arrives may be spent at once (lend.arrive_limit).
        """
        half = (self.opening[power] + 1) // 2
        return half if self.lease is None else half + self.lease.arrived[power]

    def purse(self, power: int) -> int:
        """What a power can still spend this turn (hpp.no_credit, hpp.half_cap)."""
        return max(0, min(self.hpp[power], self.limit(power) - self.spent[power]))

    # ------------------------------------------------------------------ in progress

    def progress(self) -> tuple[int, int]:
        """Goals reached, and countries that joined by them, as masks; none without the optional rules."""
        return (0, 0) if self.research is None else (self.research.reached, self.research.joined)

    def order_now(self) -> Order:
        """The order being given, where there must be one."""
        assert self.order is not None
        return self.order

    def battle_now(self) -> Battle:
        """The battle being fought, where there must be one."""
        assert self.battle is not None
        return self.battle

    def chain_now(self) -> Chain:
        """The chain of interventions in progress, where there must be one."""
        assert self.chain is not None
        return self.chain

    def lease_now(self) -> Lease:
        """Aid under way, where there may be some."""
        assert self.lease is not None
        return self.lease

    def research_now(self) -> Research:
        """Research, where there is any."""
        assert self.research is not None
        return self.research

    def leaving_now(self) -> Leaving:
        """The units that are about to leave an area, where there must be some."""
        assert self.leaving is not None
        return self.leaving
