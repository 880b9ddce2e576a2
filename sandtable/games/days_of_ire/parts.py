"""Small parts of the pack: limits, starting values, and what an event needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sandtable.engine.pack import Entry, PackFile
from sandtable.games.days_of_ire.cards import ICONS, INFO, PER_EVENT, UNITS

Need = tuple[int, int, int, int]
"""How many icons of each kind; the last number: of an event those per event on the board, of a card those of any."""

ON_BOARD: Final = ("tank", "militia", "sniper")
FACES: Final = 6
DISPLAY_SLOTS: Final = 6


@dataclass(frozen=True, slots=True)
class Limits:
    """The numbers of the rulebook."""

    tanks: int
    militia: int
    snipers: int
    barricades: int
    companions: int
    """Active fighters in a location (move.location_cap)."""
    taken_along: int
    """Companions with one step (move.take_two)."""
    hand: int
    """Revolution cards in a hand (cards.hand_limit)."""
    start_cards: int
    injuries: tuple[int, ...]
    """By the number of revolutionaries: the injuries of one that end the game."""
    kept: int
    """Events that stay in the display (refill.keep_two)."""
    events: int
    """With more on the board the Soviet side wins (end.soviet_win)."""
    molotovs: int
    """Icons that destroy a tank (tank.destroy)."""
    reward_at: int
    """Militia removed in one attack that earn a card (militia.reward)."""
    show_of_force: int
    """The strength of a show of force (avh.demonstration)."""
    sniper_strength: int
    militia_strength: int
    tank_move: int
    new_tank: int
    """Prices in command points (army.move_cost, army.new_tank)."""
    fire_hits: int
    """The highest face of a tank's die that hits (tankfire.hit_123)."""
    actions: tuple[tuple[int, ...], ...]
    """By the number of revolutionaries: the actions of each in the order of turns."""


@dataclass(frozen=True, slots=True)
class Start:
    """Where everything starts."""

    support: int
    morale: int
    soviet_hand: int
    deck: int
    """The headline deck of the first hand."""
    units: tuple[tuple[int, ...], ...]
    """Tanks, militia and snipers by location."""
    revolutionaries: tuple[tuple[int, ...], ...]
    """By the number of revolutionaries: where each of them starts."""


def read_limits(file: PackFile) -> Limits:
    """`[limits]`, `[actions]` and the tokens that bind."""
    entry, actions = file.entry("limits"), file.entry("actions")
    tokens = {token.text("id"): token.whole("count", 1, 99) for token in file.entries("token")}
    limits = {key: entry.whole(f"{key}_on_board", 1, 99) for key in ("tanks", "militia", "snipers")}
    if "barricade" not in tokens:
        raise entry.bad("there is no token 'barricade' (comp.barricades)")
    if entry.number("display_slots") != DISPLAY_SLOTS:
        raise entry.bad(f"'display_slots' is {DISPLAY_SLOTS} (setup.event_deck)")
    for key, limit in zip(ON_BOARD, limits.values(), strict=True):
        if tokens.get(key) != limit:
            raise entry.bad(f"there are {tokens.get(key)} tokens of '{key}', not {limit}")
    faces = entry.numbers("tank_fire_hits", 1, FACES)
    if faces != list(range(1, len(faces) + 1)):
        raise entry.bad("'tank_fire_hits' lists the faces from 1 on")
    return Limits(
        limits["tanks"],
        limits["militia"],
        limits["snipers"],
        tokens["barricade"],
        entry.whole("active_fighters_per_location", 1, 99),
        entry.whole("companions_per_step", 1, 99),
        entry.whole("revolution_hand", 1, 38),
        entry.whole("revolution_start_cards", 0, 10),
        (0, *[entry.whole(f"injuries_end_rev{count}", 1, 99) for count in (1, 2, 3)]),
        entry.whole("display_keep", 0, 6),
        entry.whole("events_to_lose_above", 0, 33),
        entry.whole("tank_molotov", 1, 99),
        entry.whole("militia_reward_at", 1, 99),
        entry.whole("demonstration_strength", 1, 99),
        entry.whole("sniper_strength", 0, 99),
        entry.whole("militia_strength", 0, 99),
        entry.whole("tank_move_cp", 0, 99),
        entry.whole("new_tank_cp", 0, 99),
        len(faces),
        ((), *[_actions(actions, count) for count in (1, 2, 3)]),
    )


def _actions(entry: Entry, count: int) -> tuple[int, ...]:
    actions = entry.numbers(f"rev{count}", 0, 99)
    if len(actions) != count:
        raise entry.bad(f"'rev{count}' takes a number for each revolutionary")
    return tuple(actions)


def read_start(file: PackFile, locations: Sequence[str], limits: Limits) -> Start:
    """`[start]` and where the Soviet units start, within their limits."""
    entry = file.entry("start")
    units = [[0] * len(locations) for _ in ON_BOARD]
    for unit in file.entries("start_unit"):
        kind = unit.among("unit", ON_BOARD)
        units[kind][unit.among("location", locations)] += unit.whole("n", 1, 99)
        most = (limits.tanks, limits.militia, limits.snipers)[kind]
        if sum(units[kind]) > most:
            raise unit.bad(f"there are {most} of '{ON_BOARD[kind]}', and so many cannot start")
    for key, value in (("day", 1), ("display", 6), ("fighters_per_location", 2), ("active_fighters", 0)):
        if entry.number(key) != value:
            raise entry.bad(f"'{key}' is {value} by the rules of set-up")
    return Start(
        entry.whole("support_index", 0, 6),
        entry.whole("morale_index", 1, 9),
        entry.whole("soviet_hand", 0, 14),
        entry.whole("soviet_hand_deck", 1, 3) - 1,
        tuple(tuple(counts) for counts in units),
        ((), *[_homes(entry, count, locations) for count in (1, 2, 3)]),
    )


def check_markers(file: PackFile) -> None:
    """Every happened marker is put down by the one card that it names (comp.happened_markers)."""
    for marker in file.entries("happened_marker"):
        key = marker.text("id")
        titles = [
            e.text("id") for kind in ("headline", "event") for e in file.entries(kind) if e.text("happened") == key
        ]
        if titles != [marker.text("card")]:
            raise marker.bad(f"'card' is '{marker.text('card')}', but it is put down by {titles or 'none'}")


def _homes(entry: Entry, count: int, locations: Sequence[str]) -> tuple[int, ...]:
    homes = entry.several(f"rev{count}", locations)
    if len(homes) != count:
        raise entry.bad(f"'rev{count}' takes a location for each revolutionary")
    return tuple(homes)


def read_need(entry: Entry) -> Need:
    """The icons that an event needs."""
    counts = [0, 0, 0, 0]
    for name in entry.texts("needs"):
        if name != PER_EVENT and name not in ICONS:
            raise entry.bad(f"there is no icon '{name}' (comp.resources)")
        counts[len(ICONS) if name == PER_EVENT else ICONS.index(name)] += 1
    if not any(counts):
        raise entry.bad("it needs no icon")
    return counts[0], counts[1], counts[2], counts[3]


def needed(need: Need, events: int) -> tuple[int, int, int]:
    """What an event needs while so many are on the board, itself included (resolve.info_per_event)."""
    return need[0], need[1], need[INFO] + need[3] * events


assert UNITS[: len(ON_BOARD)] == ON_BOARD
