"""The state of Rogue Agent: what changes during play, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sandtable.engine.declare import Derived, Shared, declared
from sandtable.engine.sets import NONE
from sandtable.engine.state import State as BaseState
from sandtable.games.rogue_agent.pack import (
    ACTIONS,
    ANDROID_SHIELD,
    BOMBS,
    CAR,
    CELLS,
    CRIMINALS,
    DICE,
    DISCS,
    FIRST_ASSASSIN,
    FIRST_CRIMINAL,
    HUMAN_SHIELD,
    PATH_END,
    PER_COLOUR,
    SEATS,
    STAMINA,
    TILES,
    TRACKS,
    WEAPON,
    Pack,
)

# What comes next; one pass of the flow is one of these.
TIME: Final = 0
ASSIGN: Final = 1
TURN: Final = 2
SEARCHING: Final = 3
WIRE: Final = 4
SHEET: Final = 5
WALK: Final = 6
MURDER: Final = 7
POLICE: Final = 8
TICK: Final = 9
LEADER: Final = 10
OVER: Final = 11
PHASES: Final = (
    "time",
    "assign",
    "turn",
    "search",
    "wire",
    "sheet",
    "criminals",
    "assassins",
    "police",
    "bombs",
    "leader",
    "over",
)

# Where a disc is: NONE is the Data Stream, 0 to PATH_END an index of the event path.
CUSTODY: Final = PATH_END + 1
"""Of seat 0; those of the other seats follow."""
DRAWN: Final = CUSTODY + len(SEATS)
"""Drawn in the Time phase and still to be placed."""
WHERE: Final = (*(f"path-{index}" for index in range(CUSTODY)), *SEATS, "drawn")

CLOCK_TURNS: Final = 2
"""A continuing effect lasts for the rest of the turn and for the next one (attack.clock.duration)."""


@dataclass(frozen=True, slots=True)
class Rules:
    """By which rules a match is played: settled before it begins, and the same to its end."""

    players: int
    android: bool
    """Android mode."""
    rounds: int
    discs: int
    """How many are drawn each round."""
    limit: int
    """How many androids can be exposed."""


# ====================================================================== parts


@declared
class Turn:
    """What the player on turn has done in this turn."""

    patrols: int = 0
    actions: int = 0
    """Justice or underground actions."""
    done: list[int] = [0] * len(ACTIONS)
    """By kind of action: the tiles where it was taken."""
    over: bool = False
    """Nothing more is possible, by hospital, reinforcement or a card."""


@declared
class Placing:
    """Discs drawn in the Time phase, and the dice that they are given."""

    discs: list[int] = []
    """In the order drawn."""
    dice: list[int] = []
    """Still to be given."""
    given: list[int] = []
    """To the discs in their order."""


@declared
class Patrol:
    """A patrol on its way."""

    steps: int = 0
    """Steps left."""
    entered: int = 0
    """Tiles entered so far."""
    goal: int = NONE
    gangsters: int = 0
    """Those just met that are still to be dealt with."""


@declared
class Fight:
    """An attack or a kidnapping while dice are being taken."""

    target: int = NONE
    """The disc."""
    rival: int = NONE
    """The seat that is attacked or robbed."""
    green: int = 0
    """Green dice of the attacker."""
    black: int = 0
    """Black dice of the attacker so far."""
    hp: int = 0
    """Hit points that a reveal effect adds to the criminal's."""
    defence: int = 0
    """Green dice of the target."""
    cars: int = 0
    """Patrol cars of a kidnapper that are still to be used."""


@declared
class Effect:
    """A card's effect that is being carried out."""

    attacker: int = NONE
    criminal: int = NONE
    here: int = NONE
    """The criminal's tile when it began (effect.parts_order)."""
    slots: int = 0
    """Slots of which one may be chosen now."""
    criminals: int = 0
    """Criminals in custody of whom one may be chosen now."""
    down: bool = False
    """Whether the attacker was sent to the hospital meanwhile (hospital.rest_of_effect)."""


@declared
class Search:
    """A location being searched."""

    groups: list[int] = []
    """Colours chosen so far for white icons."""
    rerolls: int = 0
    """Left; at 0 the dice are final."""
    informants: int = 0
    """Explosions that own informants still ignore."""
    armour: bool = False
    """Whether armour was used."""


# ====================================================================== the whole


@declared
class State(BaseState):
    """Rain City at one moment. Sets are bit masks; things and places are numbers of the pack, locations are tiles.

    The lists are filled by set-up or a position.
    """

    pack: Shared[Pack]
    rules: Shared[Rules]
    # The clock.
    round: int = 0
    phase: int = TIME
    leader: int = 0
    """The operations leader."""
    seat: int = 0
    """The player on turn."""
    turns_left: int = 0
    """Turns of this Action phase still to be finished."""
    # The city.
    tile_at: list[int] = []
    """By place: its tile."""
    near: Derived[list[int]] = []
    """By tile: the tiles next to it."""
    path: Derived[list[int]] = []
    """By index of the event path: its tile."""
    stop: Derived[list[int]] = []
    """By tile: its index on the event path, the first of two; NONE for the headquarters."""
    burnt: int = 0
    """Destroyed tiles."""
    slot: list[int] = []
    """By slot, upper and lower of each tile: the seat whose informant it holds, or NONE."""
    police: int = 1
    """The district of the police squad."""
    # Event discs.
    disc: list[int] = [NONE] * DISCS
    """By disc: where it is."""
    timer: list[int] = [0] * BOMBS
    """By bomb; 0 outside the city."""
    card: list[int] = [NONE] * CRIMINALS
    """By criminal: its card. Secret while it lies face down."""
    face_up: int = 0
    """Criminals whose card lies face up."""
    defeated: int = 0
    """Criminals that are defeated."""
    marker: list[int] = [0] * CRIMINALS
    """By criminal: the seats that have investigated it."""
    barred: list[int] = [0] * CRIMINALS
    """By criminal: cards that everybody saw going back into the deck after its card was dealt."""
    # Cards.
    deck: list[int] = []
    """The top is the end. Secret."""
    removed: int = 0
    """Cards out of the game that everybody saw."""
    removed_unseen: list[int] = []
    """Cards that left face down. Secret, but for those who had investigated them."""
    removed_marker: list[int] = []
    """By card that left face down: the seats that know it."""
    removed_barred: list[int] = []
    """By card that left face down: what everybody knows that it is not."""
    turned_in: list[int] = []
    """By seat: cards."""
    # Players, by seat.
    at: list[int] = []
    track: list[int] = []
    """Seven tracks for each seat."""
    credits: list[int] = []
    stock: list[int] = []
    """Informants in the supply."""
    influence: list[int] = []
    clock: list[int] = []
    """By seat and criminal: how many turns of the seat the criminal's continuing effect still lasts."""
    # Identity.
    android: int = 0
    """Seats that were exposed."""
    token: list[int] = []
    """By token, some for each seat: its face. Secret. Empty in agent mode, and once the limit is reached."""
    shown: int = 0
    """Revealed tokens."""
    showed: int = 0
    """Seats that revealed a token this round."""
    revealing: int = NONE
    """The seat that must reveal one now."""
    # Dice.
    face: list[int] = [0] * DICE
    """By custom die: the face it shows; 0 while it lies in the supply."""
    tray: int = 0
    """Dice that were rolled and are still to be used."""
    sheet: list[int] = [NONE] * CELLS
    """By cell of the bomb sheet: the die on it, or NONE."""
    defusing: int = NONE
    """The bomb whose timer lies on the sheet."""
    # What is in progress.
    turn: Turn = Turn()
    placing: Placing = Placing()
    patrol: Patrol = Patrol()
    fight: Fight = Fight()
    effect: Effect = Effect()
    search: Search = Search()
    to_act: int = 0
    """Discs still to be activated in this step of the City phase."""
    bombs_asked: int = 0
    """Bombs of which one is being chosen: to explode, or for a card."""

    # ------------------------------------------------------------------ places

    def tile_of(self, disc: int) -> int:
        """The tile where a disc is; NONE outside the city."""
        index = self.disc[disc]
        return self.path[index] if 0 <= index <= PATH_END else NONE

    def discs_at(self, tile: int, first: int, end: int) -> int:
        """The discs of a range that are on a tile; places count, not positions on the path (path.slots)."""
        found = 0
        path, disc = self.path, self.disc
        for number in range(first, end):
            index = disc[number]
            if 0 <= index <= PATH_END and path[index] == tile:
                found |= 1 << number
        return found

    def bombs_at(self, tile: int) -> int:
        """The bombs on a tile."""
        return self.discs_at(tile, 0, BOMBS)

    def assassins_at(self, tile: int) -> int:
        """The assassins on a tile."""
        return self.discs_at(tile, FIRST_ASSASSIN, FIRST_CRIMINAL)

    def criminals_at(self, tile: int) -> int:
        """The criminals on a tile, as a set of criminals; those in custody are nowhere (arrest.not_at_location)."""
        return self.discs_at(tile, FIRST_CRIMINAL, DISCS) >> FIRST_CRIMINAL

    def rampant_at(self, tile: int) -> int:
        """The rampant criminals on a tile."""
        return self.criminals_at(tile) & ~self.defeated

    def in_city(self, first: int, end: int) -> int:
        """The discs of a range that are in the city."""
        found = 0
        for number in range(first, end):
            if 0 <= self.disc[number] <= PATH_END:
                found |= 1 << number
        return found

    def in_play(self, criminal: int) -> bool:
        """Whether a criminal is in the city or in custody."""
        return 0 <= self.disc[FIRST_CRIMINAL + criminal] < DRAWN

    def custody(self, seat: int) -> int:
        """The criminals in a seat's custody."""
        found = 0
        for criminal in range(CRIMINALS):
            if self.disc[FIRST_CRIMINAL + criminal] == CUSTODY + seat:
                found |= 1 << criminal
        return found

    def adjacent(self, tile: int, other: int) -> bool:
        """Whether two tiles share a full side (loc.adjacent)."""
        return self.near[tile] >> other & 1 > 0

    def shield(self, tile: int) -> int:
        """The shield that a tile shows now; its destroyed side has none (destroy.side)."""
        return 0 if self.burnt >> tile & 1 else self.pack.shield[tile]

    def safe(self, seat: int) -> bool:
        """Whether a figure is safe where it stands (loc.safe.agent, loc.safe.android, loc.safe.exclusive)."""
        wanted = ANDROID_SHIELD if self.is_android(seat) else HUMAN_SHIELD
        return self.shield(self.at[seat]) == wanted

    def safe_for_agents(self, tile: int) -> bool:
        """Whether a tile is safe for agents (loc.safe.agent)."""
        return self.shield(tile) == HUMAN_SHIELD

    # ------------------------------------------------------------------ players

    def is_android(self, seat: int) -> bool:
        """Whether a seat was exposed; until then it is an agent (exposed.not_agent, android.human_until)."""
        return self.android >> seat & 1 > 0

    def level(self, seat: int, track: int) -> int:
        """Where a marker stands."""
        return self.track[seat * TRACKS + track]

    def stamina(self, seat: int) -> int:
        return self.track[seat * TRACKS + STAMINA]

    def pistols(self, seat: int) -> int:
        """Pistols owned (board.upgrade.weapon)."""
        return self.pack.pistols[self.track[seat * TRACKS + WEAPON]]

    def has_shield(self, seat: int) -> bool:
        """Whether a patrol car has its shield (board.upgrade.car)."""
        return self.track[seat * TRACKS + CAR] >= self.pack.shield_from

    def order(self) -> tuple[int, ...]:
        """All seats, clockwise from the operations leader (order.players)."""
        players = self.rules.players
        return tuple([(self.leader + n) % players for n in range(players)])

    def left_of(self, seat: int) -> int:
        """The next player clockwise."""
        return (seat + 1) % self.rules.players

    def on_turn(self, seat: int) -> bool:
        """Whether this is the seat's own turn of the Action phase."""
        return seat == self.seat and self.acting()

    def acting(self) -> bool:
        """Whether this is the Action phase."""
        return TURN <= self.phase <= SHEET

    def informants_at(self, seat: int, tile: int) -> int:
        """How many informants a seat has on a tile."""
        return (self.slot[2 * tile] == seat) + (self.slot[2 * tile + 1] == seat)

    def supply(self) -> int:
        """Credits that nobody has (comp.credits.limit)."""
        return self.pack.all_credits - sum(self.credits)

    def limit(self, seat: int, what: int) -> int:
        """How much a limit binds a seat now: the sum of its continuing effects (attack.clock.several); 0 if none."""
        total = 0
        clock = self.clock
        for criminal in range(CRIMINALS):
            if clock[seat * CRIMINALS + criminal]:
                for part in self.pack.limits[self.card[criminal]]:
                    if part.kind == what:
                        total += part.n or 1
        return total

    def own_tokens(self, seat: int) -> int:
        """A seat's identity tokens."""
        each = self.pack.tokens_each
        return (1 << each) - 1 << seat * each if self.token else 0

    def hidden_tokens(self, seat: int) -> int:
        """Those of them that lie face down."""
        return self.own_tokens(seat) & ~self.shown

    # ------------------------------------------------------------------ dice

    def symbol(self, die: int) -> int:
        """What a die shows; NONE in the supply."""
        return self.pack.symbol[die // PER_COLOUR][self.face[die]]

    def amount(self, die: int) -> int:
        """How often it shows it."""
        return self.pack.amount[die // PER_COLOUR][self.face[die]]


EVERY_TILE: Final = (1 << TILES) - 1
