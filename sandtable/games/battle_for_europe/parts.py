"""Parts of the state: the order being given and the battle being fought; None while there is none."""

from __future__ import annotations

from typing import Final

from sandtable.engine.declare import declared
from sandtable.engine.sets import NONE

# Kinds of orders.
ATTACK: Final = 0
INVADE: Final = 1
STRIKE: Final = 2
ENTER: Final = 3
REBASE: Final = 4
MOVE: Final = 5
SHIP: Final = 6
HOLD: Final = 7
SUPPLY: Final = 8
TRANSFER: Final = 9
BUILD: Final = 10
DECLARE: Final = 11
BOMB: Final = 12
RAID: Final = 13
"""Submarines against trade or convoys."""
INTERVENE: Final = 14
"""Not given by anybody: what battles of a chain of interventions are (12.2)."""
AID: Final = 15
ORDERS: Final = (
    "attack",
    "invade",
    "strike",
    "enter",
    "rebase",
    "move",
    "ship",
    "hold",
    "supply",
    "transfer",
    "build",
    "declare",
    "bomb",
    "raid",
    "intervene",
    "aid",
)

# Steps of a battle (seq.battle.steps).
AIR_BATTLE: Final = 0
SEA_BATTLE: Final = 1
LAND_BATTLE: Final = 2
STEPS: Final = ("air", "sea", "land")
ATTACKER: Final = 0
DEFENDER: Final = 1

# What the ground gives to land units that defend.
OPEN: Final = 0
PLUS_ONE: Final = 1
FIVE: Final = 2
COVERS: Final = ("open", "plus_one", "five")

# Why units leave an area.
RETREAT: Final = 0
FLIGHT: Final = 1
FALL_BACK: Final = 2
LEAVES: Final = ("retreat", "flight", "fall_back")


@declared
class Order:
    """The order that a power is giving: begun by the menu, ended when it is carried out or called off."""

    kind: int = NONE
    power: int = NONE
    """The power that gives it, leads the force and pays."""
    target: int = NONE
    """The area that it is aimed at."""
    source: int = NONE
    """The area that units leave, for orders that begin with it."""
    group: int = NONE
    """The nation that leads the defenders attacked, where groups defend separately (land.separate_contingents)."""
    units: int = NONE
    """The kind of units that are built or transferred."""
    number: int = 0
    """How many of them are built."""
    force: int = 0
    """The units that take part, as a mask."""
    carriers: list[int] = []
    """Fleets that carry, in the order of `cargo`; one that carries two units stands here twice."""
    cargo: list[int] = []
    """The units carried."""
    partners: int = 0
    """Powers of other players whose units may take part (coop.combine.ask), as a mask; all until they are asked."""
    apart: bool = False
    """Defenders of different players did not agree to fight together (coop.combine.no_agreement)."""
    chief: int = NONE
    """The power that leads those who did (coop.combine.leader)."""
    ready: list[int] = []
    """By ready-made force: its units, as a mask; empty before they are worked out."""


@declared
class Battle:
    """A battle, from the first step to the last; each round is one pass."""

    kind: int = NONE
    """ATTACK, INVADE or STRIKE."""
    area: int = NONE
    power: int = NONE
    """The power that leads the attack."""
    group: int = NONE
    """The nation that leads the defence."""
    step: int = AIR_BATTLE
    round: int = 0
    """Rounds fought in this step."""
    attackers: int = 0
    """All units of the attack that are left and have not gone home, carriers and cargo included."""
    defenders: int = 0
    """All units of the contingent attacked that are left; used aircraft and ships are no part of it."""
    carriers: list[int] = []
    cargo: list[int] = []
    """As in the order."""
    landed: int = 0
    """Land units that came ashore: they cannot retreat (land.invasion_no_retreat)."""
    sailing: bool = False
    """The cargo is still aboard: there may be a sea battle before the landing (inv.clear_sea_first)."""
    hits_on_attacker: int = 0
    """Hits of this round that its owner has still to take."""
    hits_on_defender: int = 0
    cover: int = OPEN
    """What the ground gives to the defending land units; settled when the land battle begins (mod.river_coast.lost)."""
    fortress: bool = False
    """The land battle is for a fortress that counts: attackers hit with 1 only (mod.attack_only_fortress)."""
    dice: list[int] = []
    """What was rolled last, for the table to show: faces, the attacker's first."""
    rows: list[int] = []
    """How `dice` are grouped, five numbers a row: side (0 attacker), kind, value, units, dice; empty before a round."""
    lost: list[int] = []
    """What was lost in the last round, three numbers a row: side, kind, units."""


@declared
class Leaving:
    """Units that have to leave an area, each to a place of its own: a retreat, a flight or a falling back."""

    why: int = NONE
    area: int = NONE
    seat: int = NONE
    """Who says where they go."""
    units: int = 0
    """Those that are still there, as a mask."""


# Stages of a chain of interventions.
ROUTING: Final = 0
DECLARING: Final = 1
RESOLVING: Final = 2
ARRIVING: Final = 3
STAGES: Final = ("routing", "declaring", "resolving", "arriving")


@declared
class Chain:
    """A move by air or sea of the order in progress, and everybody who intervenes against it (12.2).

    Groups are numbered: first those of the move, one for each base (and port where ships load), then those that
    intervene, in the order in which they were declared.
    """

    stage: int = ROUTING
    legs: int = 0
    """How many groups make the move."""
    units: list[int] = []
    """By group: those that are left of it, as a mask; 0 once it is lost or has gone home."""
    paths: list[list[int]] = []
    """By group of the move: the areas that it enters, in their order; of one that intervenes: where."""
    ports: list[int] = []
    """By group of the move: the port where its fleets load, or NONE where they need not go to one."""
    answers: list[int] = []
    """By group: the group that it intervenes against; NONE for those of the move."""
    steps: list[int] = []
    """By group: the step in which it was declared (int.chain.order): 0 for the move, odd ones are the other side's."""
    naval: int = 0
    """The groups of ships, as a mask of groups."""
    settled: int = 0
    """The groups in the air whose own fight is over, as a mask of groups."""
    over: int = 0
    """The places where all has been fought, as a mask of areas."""
    step: int = 1
    """Whose step it is to declare: odd ones are the other side's."""
    waiting: int = 0
    """The seats that are still to be asked in this step, as a mask."""
    declared: bool = False
    """Whether anything was declared in this step."""
    failed: int = 0
    """Ships whose die failed: they may not try again (int.sea.fail), as a mask."""
    rolled: list[int] = []
    """Who has rolled in this step, from where and for where, each as (seat * AREAS + base) * AREAS + place.

    No more ships of that seat go from there to there in this step (int.sea.roll_group).
    """
    hunters: int = 0
    """Aircraft that only attack submarines and are not used by it (sub.air_not_action), as a mask."""
    place: int = NONE
    """Where the intervention is that is being declared, or the next area of a path."""
    against: int = NONE
    """The group that it answers."""
    dice: list[int] = []
    """What was rolled for ships, three numbers a roll: group (NONE if it failed), distance, die."""
