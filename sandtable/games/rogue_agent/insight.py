"""What opponents count in a position of Rain City. What each is worth stands in insight.toml.

Everything is counted for one player, and `measure` returns a player's numbers less the mean of the others'. Cards and
tokens are read as they lie in the world that is measured: for an opponent that is one which its seat may believe in.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from sandtable.engine.sets import NONE, bits
from sandtable.games.rogue_agent.flow import odds
from sandtable.games.rogue_agent.flow.game_end import syndicate_bonus
from sandtable.games.rogue_agent.pack import (
    AGENT,
    AMMO,
    ANDROID,
    BOMBS,
    CAR,
    CRIMINALS,
    EVIDENCE,
    FIRST_ASSASSIN,
    FIRST_CRIMINAL,
    FUEL,
    HEADQUARTERS,
    PATH_END,
    PER_COLOUR,
    STAMINA,
    TRACKS,
    WEAPON,
    Pack,
)
from sandtable.games.rogue_agent.state import ASSIGN, CUSTODY, SHEET, TURN, State

FEATURES: Final = (
    "influence",
    "informants",
    "syndicate_bonus",
    "points_late",
    "informants_threatened",
    "custody_cards",
    "custody_bonus",
    "custody_bounty",
    "custody_way",
    "custody_at_risk",
    "stamina",
    "stamina_short",
    "ammo",
    "fuel",
    "evidence",
    "evidence_six",
    "credits",
    "informants_to_come",
    "car",
    "weapon",
    "agent",
    "track_nearly_done",
    "prey_here",
    "prey_near",
    "ripe_here",
    "ripe_near",
    "bomb_near",
    "known_prey",
    "assassin_near",
    "blast",
    "clocks",
    "turn_to_come",
    "actions_left",
    "android_turns",
    "android_shown",
    "android_hidden",
    "burnable",
    "quarry",
)
SHORT: Final = 3
"""Stamina below this is a danger."""
PRICE_OF_INFLUENCE: Final = 6
"""Evidence that buys influence in the headquarters."""
SOON: Final = 2
"""With fewer turns to come than this, not everything that a player has can be used."""
NEARLY: Final = 3
"""Spaces of an upgrade track from here on lead to its end soon."""
FAR: Final = 3
"""Nothing in the city is farther from the headquarters."""
HARDEST: Final = 6
"""No target needs more hits."""
DEFUSED: Final = (0.0, 0.05, 0.3, 0.6, 0.65, 0.6, 0.6)
"""By timer: how often a bomb is defused, roughly."""
AVOIDED: Final = 0.35
"""What is left of a danger for a player who has a turn before it comes."""


def measure(g: State, seat: int) -> list[float]:
    """The features of a player, less the mean of the others'."""
    return compared(counted_all(g), seat)


def measure_all(g: State) -> list[list[float]]:
    """The same for every player: each is counted once."""
    numbers = counted_all(g)
    return [compared(numbers, seat) for seat in range(len(numbers))]


def counted_all(g: State) -> list[list[float]]:
    city = City(g)
    return [counted(city, seat) for seat in range(g.rules.players)]


def compared(numbers: list[list[float]], seat: int) -> list[float]:
    """What was counted of a player, less the mean of the others'."""
    total = numbers[seat].copy()
    share = 1.0 / (len(numbers) - 1)
    for other in range(len(numbers)):
        if other != seat:
            for at in range(len(total)):
                total[at] -= share * numbers[other][at]
    return total


@cache
def hit_chances(pack: Pack) -> list[float]:
    """By green dice, black dice and hits needed: the chance of an attack with three red dice."""
    found: list[float] = []
    for green in range(PER_COLOUR + 1):
        for black in range(PER_COLOUR + 1):
            counts = (PER_COLOUR, green, black)
            whole = odds.FACES ** sum(counts)
            ways = odds.rolls(pack, counts)
            for needed in range(HARDEST + 1):
                good = sum([n for (hits, doubled), n in ways.items() if odds.hits(hits, doubled) >= needed])
                found.append(good / whole)
    return found


class City:
    """What is looked up once for all players: who and what is dangerous or worth a visit, tile by tile."""

    __slots__ = ("g", "chances", "rampant", "defeated", "assassins", "bombs", "murder", "to_act")

    def __init__(self, g: State) -> None:
        self.g = g
        self.chances = hit_chances(g.pack)
        self.rampant = 0
        """Tiles with a rampant criminal."""
        self.defeated = 0
        """Tiles with a defeated one that nobody has arrested."""
        for criminal in range(CRIMINALS):
            tile = g.tile_of(FIRST_CRIMINAL + criminal)
            if tile != NONE:
                if g.defeated >> criminal & 1:
                    self.defeated |= 1 << tile
                else:
                    self.rampant |= 1 << tile
        self.assassins = 0
        """Tiles with an assassin."""
        self.murder = 0
        """Tiles where assassins may carry out a task in the next City phase."""
        for disc in range(FIRST_ASSASSIN, FIRST_CRIMINAL):
            index = g.disc[disc]
            if 0 <= index <= PATH_END:
                self.assassins |= 1 << g.path[index]
                for step in range(index, min(index + 2, PATH_END) + 1):
                    self.murder |= 1 << g.path[step]
        self.murder &= ~(self.rampant | 1 << g.police)
        self.bombs = [bomb for bomb in range(BOMBS) if g.disc[bomb] != NONE and g.timer[bomb]]
        """Bombs in the city."""
        self.to_act = 0
        """Seats that have a turn, or the rest of one, in this round."""
        if g.phase == ASSIGN:
            self.to_act = (1 << g.rules.players) - 1
        elif TURN <= g.phase <= SHEET:
            for n in range(g.turns_left):
                self.to_act |= 1 << (g.seat + n) % g.rules.players


def counted(city: City, seat: int) -> list[float]:
    """One number for each of `FEATURES`, in their order, of one player."""
    g = city.g
    acting = city.to_act >> seat & 1
    turns = g.rules.rounds - g.round + acting
    return [
        *of_points(city, seat),
        *of_custody(city, seat, acting),
        *of_the_board(g, seat, turns),
        *of_the_hunt(city, seat, turns),
        *of_dangers(city, seat, acting),
        *of_identity(city, seat, turns),
    ]


# ---------------------------------------------------------------------- points and prisoners


def of_points(city: City, seat: int) -> list[float]:
    """From `influence` to `informants_threatened`."""
    g = city.g
    informants = threatened = 0
    for slot, owner in enumerate(g.slot):
        if owner == seat:
            informants += 1
            if not slot & 1 and city.murder >> (slot >> 1) & 1:
                threatened += 1
            else:
                for bomb in city.bombs:
                    if g.timer[bomb] <= 2 and g.tile_of(bomb) == slot >> 1:
                        threatened += 1
                        break
    bonus = syndicate_bonus(g, g.turned_in[seat]) if g.turned_in[seat] else 0
    points = g.influence[seat] + informants + bonus
    return [
        float(g.influence[seat]),
        float(informants),
        float(bonus),
        points * g.round / g.rules.rounds,
        float(threatened),
    ]


def of_custody(city: City, seat: int, acting: int) -> list[float]:
    """From `custody_cards` to `custody_at_risk`."""
    g = city.g
    held = prisoners = bounty = 0
    for criminal in range(CRIMINALS):
        if g.disc[FIRST_CRIMINAL + criminal] == CUSTODY + seat:
            held += 1
            prisoners |= 1 << g.card[criminal]
            bounty += g.pack.cards[g.card[criminal]].bounty
    if not held:
        return [0.0, 0.0, 0.0, 0.0, 0.0]
    pile = g.turned_in[seat]
    rise = syndicate_bonus(g, pile | prisoners) - syndicate_bonus(g, pile)
    risk = 1.0 if g.stamina(seat) < SHORT else 0.0
    if not g.safe(seat):
        risk += min(1.0, blast(city, seat, acting)) + (0.5 if city.murder >> g.at[seat] & 1 else 0.0)
        risk += sum([0.5 for other in range(g.rules.players) if other != seat and g.at[other] == g.at[seat]])
    return [float(held), float(rise), float(min(bounty, g.supply())), float(held * from_headquarters(g, seat)), risk]


def from_headquarters(g: State, seat: int) -> int:
    """How many steps a figure is away from the headquarters."""
    tile = g.at[seat]
    if tile == HEADQUARTERS:
        return 0
    beside = g.near[HEADQUARTERS]
    if beside >> tile & 1:
        return 1
    return FAR - 1 if beside & g.near[tile] else FAR


# ---------------------------------------------------------------------- agent boards


def of_the_board(g: State, seat: int, turns: int) -> list[float]:
    """From `stamina` to `track_nearly_done`: worth less, and in the end nothing, with few turns to come."""
    first = seat * TRACKS
    track = g.track
    usable = min(1.0, turns / SOON)
    later = turns / g.rules.rounds
    stamina, evidence, credits = track[first + STAMINA], track[first + EVIDENCE], g.credits[seat]
    agent = not g.is_android(seat)
    affordable = min(g.stock[seat], credits // g.pack.informant_price, turns) if agent else 0
    nearly = sum([1.0 for at in (CAR, WEAPON, AGENT) if g.pack.track_max[at] > track[first + at] >= NEARLY])
    return [
        float(stamina),
        float(max(0, SHORT - stamina)),
        usable * track[first + AMMO],
        usable * track[first + FUEL],
        usable * evidence,
        usable if evidence >= PRICE_OF_INFLUENCE else 0.0,
        usable * credits,
        float(affordable),
        later * track[first + CAR],
        later * track[first + WEAPON],
        later * track[first + AGENT],
        usable * nearly,
    ]


# ---------------------------------------------------------------------- what is worth a visit


def of_the_hunt(city: City, seat: int, turns: int) -> list[float]:
    """From `prey_here` to `known_prey`; nothing of it for androids and for those who have no turn left."""
    g = city.g
    if not turns or g.is_android(seat):
        return [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    tile = g.at[seat]
    near = within_reach(g, tile)
    here_best = near_best = known = 0.0
    black = min(g.level(seat, AMMO), PER_COLOUR)
    row = (g.pistols(seat) * (PER_COLOUR + 1) + black) * (HARDEST + 1)
    if (city.rampant | city.assassins) & (near | 1 << tile):
        for disc in range(FIRST_ASSASSIN, FIRST_CRIMINAL + CRIMINALS):
            at = g.tile_of(disc)
            if at in (NONE, g.police):
                continue
            criminal = disc - FIRST_CRIMINAL
            if criminal < 0:
                chance = city.chances[row + g.pack.assassin_hits]
            elif g.defeated >> criminal & 1:
                continue
            else:
                chance = city.chances[row + min(HARDEST, g.pack.cards[g.card[criminal]].hp)]
                if g.marker[criminal] >> seat & 1:
                    known = 1.0
            if at == tile:
                here_best = max(here_best, chance)
            elif near >> at & 1:
                near_best = max(near_best, chance)
    ripe = city.defeated & ~(1 << g.police)
    bomb_best = 0.0
    for bomb in city.bombs:
        if (near | 1 << tile) >> g.tile_of(bomb) & 1 and g.tile_of(bomb) != g.police:
            bomb_best = max(bomb_best, DEFUSED[g.timer[bomb]])
    return [
        here_best,
        near_best,
        float(ripe >> tile & 1),
        1.0 if ripe & near else 0.0,
        bomb_best,
        known,
    ]


def within_reach(g: State, tile: int) -> int:
    """The tiles one or two steps away."""
    near = g.near[tile]
    found = near
    for other in bits(near):
        found |= g.near[other]
    return found & ~(1 << tile)


# ---------------------------------------------------------------------- dangers


def of_dangers(city: City, seat: int, acting: int) -> list[float]:
    """From `assassin_near` to `actions_left`."""
    g = city.g
    tile = g.at[seat]
    murder = 0.0
    if city.murder >> tile & 1 and not g.is_android(seat) and not g.safe(seat):
        murder = float(max(0, g.pack.assassin_damage - g.informants_at(seat, tile))) * (AVOIDED if acting else 1.0)
    clocks = sum([1.0 for criminal in range(CRIMINALS) if g.clock[seat * CRIMINALS + criminal]])
    left = 0.0
    if acting and not (g.seat == seat and g.turn.over):
        left = float(2 - g.turn.actions) if g.seat == seat and TURN <= g.phase <= SHEET else 2.0
    return [murder, 0.0 if g.safe(seat) else blast(city, seat, acting), clocks, float(acting), left]


def blast(city: City, seat: int, acting: int) -> float:
    """The stamina that bombs may cost a figure that is not safe: less for those with more time."""
    g = city.g
    tile = g.at[seat]
    lost = 0.0
    for bomb in city.bombs:
        at = g.tile_of(bomb)
        if at == tile or g.near[tile] >> at & 1:
            damage = g.pack.bomb_here if at == tile else g.pack.bomb_adjacent
            lost += damage * AVOIDED ** (g.timer[bomb] - 1 + acting)
    return lost


# ---------------------------------------------------------------------- androids


def of_identity(city: City, seat: int, turns: int) -> list[float]:
    """From `android_turns` to `quarry`."""
    g = city.g
    if not g.rules.android:
        return [0.0, 0.0, 0.0, 0.0, 0.0]
    if not g.is_android(seat):
        shown = hidden = 0
        for token in bits(g.own_tokens(seat)):
            if g.token[token] == ANDROID:
                shown += g.shown >> token & 1
                hidden += not g.shown >> token & 1
        return [0.0, float(shown * turns), float(hidden * turns), 0.0, quarry(g, seat)]
    tile = g.at[seat]
    there = g.pack.slotted & ~g.burnt
    burnable = 0.0
    if turns:
        for other in bits(there & (g.near[tile] | 1 << tile)):
            guards = (g.slot[2 * other] != NONE) + (g.slot[2 * other + 1] != NONE)
            burnable = max(burnable, (1.0 if other == tile else 0.6) / (1 + guards))
    return [float(turns), 0.0, 0.0, burnable, quarry(g, seat)]


def quarry(g: State, seat: int) -> float:
    """How weak the weakest rival is that a player could attack where it stands."""
    android = g.is_android(seat)
    best = 0.0
    for other in range(g.rules.players):
        if g.at[other] == g.at[seat] and g.is_android(other) != android and not g.safe(other):
            best = max(best, 1.0 / g.stamina(other) if g.stamina(other) else 1.0)
    return best
