"""The state of Days of Ire: what changes during play, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sandtable.engine.declare import Shared, declared
from sandtable.engine.sets import NONE
from sandtable.engine.state import State as BaseState
from sandtable.games.days_of_ire.pack import ALONE, Pack

# What comes next; one pass of the flow is one of these.
OPENING: Final = 0
RECALL: Final = 1
HEADLINES: Final = 2
EVENTS: Final = 3
ARMY: Final = 4
SUPPORT: Final = 5
REFILL: Final = 6
ORDER: Final = 7
TURN: Final = 8
NEW_CARDS: Final = 9
AVH: Final = 10
DAY_END: Final = 11
PENALTIES: Final = 12
OVER: Final = 13
PHASES: Final = (
    "opening",
    "recall",
    "headlines",
    "events",
    "army",
    "support",
    "refill",
    "order",
    "turn",
    "new_cards",
    "avh",
    "day_end",
    "penalties",
    "over",
)
REVOLUTIONARY_PHASE: Final = (ORDER, TURN, NEW_CARDS)

# Who decides what an effect leaves open.
SOVIET_DECIDES: Final = 0
TEAM_DECIDES: Final = 1
PLAYER_DECIDES: Final = 2
DECIDERS: Final = ("soviet", "team", "player")

# Results; 0 is none yet.
REVOLUTION_WINS: Final = 1
SOVIET_WINS: Final = 2
RESULTS: Final = ("none", "revolution", "soviet")

# What is paid for.
FOR_EVENT: Final = 0
FOR_MILITIA: Final = 1
FOR_TANK: Final = 2
PURPOSES: Final = ("event", "militia", "tank")


@dataclass(frozen=True, slots=True)
class Rules:
    """By which rules a match is played: settled before it begins, and the same to its end."""

    revolutionaries: int
    """How many there are; their seats come first, the Soviet side's is the next (roles.soviet)."""
    promo: bool
    """Whether Yuri and Noel play along."""
    injuries: int
    """So many of one revolutionary end the game (instant.injury_1, instant.injury_23, difficulty.rev.injuries)."""
    changes: tuple[int, ...]
    """What the options change after set-up, as programs of the pack (difficulty.after_setup)."""

    @property
    def soviet(self) -> int:
        """The seat of the Soviet side."""
        return self.revolutionaries

    @property
    def team(self) -> int:
        """The seats of the revolutionaries."""
        return (1 << self.revolutionaries) - 1


# ====================================================================== what is in progress, or else None


@declared
class Running:
    """What a card does, while it is carried out."""

    program: int = NONE
    part: int = 0
    """Which part of it is being carried out."""
    decider: int = 0
    location: int = NONE
    """Where the event lies or lay."""
    left: int = 0
    """How often the part is still to be carried out."""
    seat: int = NONE
    """The revolutionary whom the part concerns."""
    fighter: int = NONE
    """The fighter who comes back."""
    mover: int = NONE
    """Where the unit is that is moving."""
    steps: int = 0
    """The steps that it may still make."""
    moved: list[int] = []
    """By location: the units there that have moved; empty while nothing moves."""


@declared
class Hits:
    """Hits that are being shared out."""

    location: int = NONE
    left: int = 0


@declared
class Payment:
    """A revolutionary hands in cards for an action, or will when the kinds are chosen."""

    purpose: int = NONE
    target: int = 0
    """The event, or the number of militia."""
    laid: list[int] = []
    """Cards laid one by one so far."""


@declared
class Step:
    """A revolutionary moves: companions are being chosen."""

    goal: int = NONE
    companions: int = 0
    counted: int = 0
    """How many of them count towards the two (move.take_two)."""


@declared
class Transfer:
    """Cards that change hands."""

    giver: int = NONE
    receiver: int = NONE
    moved: int = 0


@declared
class Turn:
    """What the revolutionary on turn has done and may still do."""

    free_steps: int = 0
    """Steps that cards or fighters gave (cards.FREE_STEP)."""
    used: int = 0
    """Companions whose ability was used (ability.fighter_once)."""
    silent: bool = False
    """Tanks do not fire before the next action."""
    swaps: list[int] = [0] * 9
    """By icon * 3 + icon: how often the first may count as the second in the next action."""
    wild: list[int] = [0] * 3
    """By icon: how many cards may count as it in the next action."""
    duty: bool = False
    """Whether Yuri must come along (promo.yuri_duty)."""


# ====================================================================== the whole


@declared
class State(BaseState):
    """The city at one moment. Sets are bit masks; things and places are numbers of the pack."""

    pack: Shared[Pack]
    rules: Shared[Rules]
    # The clock.
    day: int = 1
    phase: int = OPENING
    # Tracks.
    support: int = 0
    """The cell; 0 is the Soviet end."""
    morale: int = 0
    """The cell; 0 is the defeat."""
    points: int = 0
    """Command points."""
    # Soviet units, by location.
    tanks: list[int] = []
    tanks_moved: list[int] = []
    """Those there that have made their paid move today."""
    militia: list[int] = []
    snipers: list[int] = []
    # Hungarians.
    rev_at: list[int] = []
    """By revolutionary: the location."""
    injuries: list[int] = []
    """By revolutionary."""
    active: list[int] = []
    """By location: the active companions."""
    top: list[int] = []
    """By location: the passive fighter that lies face up, or NONE."""
    bottom: list[int] = []
    """Secret: by location, the fighter face down beneath it, or NONE."""
    fallen: int = 0
    """Fighters beside the board."""
    rev_tanks: int = 0
    """Revolutionary tanks that have not been drawn yet."""
    barricades: int = 0
    """Locations with a barricade."""
    barricades_left: int = 0
    """Barricades in the supply; one that is hit leaves the game."""
    # Revolution cards.
    hand: list[int] = []
    """Secret: by revolutionary, the cards."""
    deck: list[int] = []
    """Top last."""
    discard: int = 0
    known: list[int] = []
    """By seat: cards in another's hand, or in the pile, of which it knows where they are."""
    # Headlines.
    headline_decks: list[list[int]] = []
    """Top last."""
    soviet_hand: int = 0
    """Secret."""
    headline_discard: int = 0
    front: int = 0
    """Laid out for command points."""
    continuing: int = 0
    """Headlines beside the board."""
    current: int = NONE
    """The headline that is being carried out."""
    recalled: int = NONE
    """The headline that Noel brings back tomorrow."""
    peeked: list[int] = []
    """By revolutionary: the headlines of the Soviet hand that were seen."""
    # Events.
    event_deck: list[int] = []
    """Top last."""
    display: list[int] = []
    """By place: the event, or NONE."""
    kept: int = 0
    """How many events at its first places are kept, while that is decided."""
    event_at: list[int] = []
    """By location: the event, or NONE."""
    event_discard: int = 0
    continuing_events: int = 0
    """Resolved events beside the board."""
    penalized: int = 0
    """Events whose penalty was carried out."""
    extra_events: int = 0
    """By how much they count for more than they are (end.penalty_count)."""
    happened: int = 0
    """Markers in the ashtray."""
    # ÁVH cards.
    avh_kit: int = 0
    avh_row: list[int] = []
    """In the order of play, the oldest first."""
    attacked: int = 0
    """Locations of today's attacks."""
    avh_played: bool = False
    """Whether a card was played today."""
    avh_unit: int = NONE
    """The kind of unit that a card moves or places."""
    avh_steps: int = 0
    """Steps or units that it still allows."""
    avh_began: bool = False
    """Whether it has moved or placed any."""
    force: int = 0
    """The strength of the attack in progress."""
    # The day.
    day_mods: list[int] = []
    """By modifier: its value today; 0 is none."""
    queue: list[int] = []
    """Revolutionaries whose turn is still to come, the next one first."""
    seat: int = NONE
    """The revolutionary on turn."""
    actions: list[int] = []
    """By revolutionary: the actions left today."""
    stepped: int = 0
    """Revolutionaries who have used the free step of the day."""
    turn: Turn = Turn()
    # What is in progress.
    running: Running | None = None
    hits: Hits | None = None
    payment: Payment | None = None
    step: Step | None = None
    transfer: Transfer | None = None
    reported: int = 0
    """Militia that Yuri still draws in."""
    taking_back: int = 0
    """ÁVH cards that may be taken back now."""
    drawing: int = 0
    """Headlines that are still to be drawn."""
    shares: list[int] = []
    """New cards by revolutionary, while they are being shared out."""
    sharing: int = 0
    """New cards that are still to be shared out."""
    # The last roll, and the end.
    dice: list[int] = []
    result: int = 0
    reason: str = ""
    """The rule that ended the game."""

    # ------------------------------------------------------------------ what is in progress, where it must be

    def running_now(self) -> Running:
        assert self.running is not None
        return self.running

    def hits_now(self) -> Hits:
        assert self.hits is not None
        return self.hits

    def payment_now(self) -> Payment:
        assert self.payment is not None
        return self.payment

    def step_now(self) -> Step:
        assert self.step is not None
        return self.step

    def transfer_now(self) -> Transfer:
        assert self.transfer is not None
        return self.transfer

    # ------------------------------------------------------------------ questions that many rules ask

    def revs_at(self, location: int) -> int:
        """The revolutionaries in a location."""
        found = 0
        for seat, place in enumerate(self.rev_at):
            if place == location:
                found |= 1 << seat
        return found

    def here(self) -> int:
        """The location of the revolutionary on turn."""
        return self.rev_at[self.seat]

    def room(self, seat: int) -> int:
        """How many Revolution cards a revolutionary can still take (cards.hand_limit)."""
        return self.pack.limits.hand - self.hand[seat].bit_count()

    def full(self, location: int) -> bool:
        """Whether no further active companion fits into a location (move.location_cap)."""
        return self.active[location].bit_count() >= self.pack.limits.companions

    def events_on_board(self) -> int:
        """How many events lie on locations (resolve.info_per_event_all_kinds)."""
        return sum([event != NONE for event in self.event_at])

    def seat_id(self, seat: int) -> str:
        """What a revolutionary is called in choices and in the log."""
        return self.pack.seat_ids[ALONE if self.rules.revolutionaries == 1 else seat]

    def seat_number(self, seat: int) -> int:
        """The number of a revolutionary among the pack's seats."""
        return ALONE if self.rules.revolutionaries == 1 else seat

    def leader(self) -> int:
        """Who decides for the team: the revolutionary on turn, otherwise the first (headline.team_choice)."""
        return self.seat if self.seat != NONE else 0
