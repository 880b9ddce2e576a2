"""Goals of research and diplomacy (the optional rules): who may try for them, what they need and what they bring."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sandtable.engine.errors import BadPack
from sandtable.engine.pack import Entry, PackFile
from sandtable.engine.sets import NONE, mask
from sandtable.games.battle_for_europe.scenarios import POWER_KEYS, SIDES

PROJECTS: Final = 12
"""Goals, each counted for every power that may try for it (opt.separate)."""
STATUSES: Final = ("satellite", "ally")
"""How a country belongs to the side that it joins."""
SATELLITE: Final = 0
BOMBING_LOSS: Final = "bomber.bombing_loss"
BOMBER_RANGE: Final = "bomber.range"
BOMBER_REBASE: Final = "bomber.rebase"
TRADE_LOSS: Final = "submarine.trade_loss"
CONVOY_LOSS: Final = "submarine.convoy_loss"
NUMBERS: Final = (BOMBING_LOSS, BOMBER_RANGE, BOMBER_REBASE, TRADE_LOSS, CONVOY_LOSS)
"""The numbers of other rules that goals change."""


@dataclass(frozen=True, slots=True)
class Joining:
    """A country that joins a side when a goal is reached."""

    country: int
    side: int
    satellite: bool
    """Whether it has the status of a satellite (opt.satellite_status)."""
    if_neutral: bool
    """Whether it joins only if it is neutral then; otherwise the goal cannot be tried unless it is."""


@dataclass(frozen=True, slots=True)
class Goal:
    """One goal."""

    id: str
    powers: int
    """Who may try for it, as a mask."""
    advanced: bool
    """Whether it is about units of the advanced level (opt.needs_advanced)."""
    neutral: int
    """The country that must be neutral (opt.neutral_only), or NONE."""
    seasons: int
    """How many seasons after the fall of Paris it can be tried (opt.german.vichy)."""
    bonus: int
    """What is added to rolls for it ..."""
    bonus_area: int
    """... while a power holds an area, or NONE (opt.german.turkey_stalingrad)."""
    bonus_power: int
    joins: tuple[Joining, ...]
    sets: tuple[tuple[str, int], ...]
    """Numbers of other rules with their new values."""
    factors: tuple[tuple[str, int], ...]
    """Numbers of other rules with what they are multiplied by."""
    roll_twice: bool
    """Whether destroyers and aircraft roll twice against submarines (opt.allied.radar)."""


@dataclass(frozen=True, slots=True)
class Procedure:
    """How a goal is tried for."""

    price: int
    dice: int
    target: int
    per_try: int


def read_procedure(file: PackFile) -> Procedure:
    """Price, dice and what they must come to (opt.price, opt.roll, opt.cumulative)."""
    entry = file.entry("research_procedure")
    names = ("price", "dice", "target", "per_failed_try")
    return Procedure(*[entry.whole(name, 1, 99) for name in names])


def read_goals(file: PackFile, areas: Sequence[str], nations: Sequence[str]) -> tuple[Goal, ...]:
    """All goals, in the order of the pack."""
    return tuple([_goal(entry, areas, nations) for entry in file.entries("research_goal")])


def read_projects(file: PackFile, goals: Sequence[Goal]) -> tuple[tuple[int, int], ...]:
    """Power and goal of each project: a goal counts for every power that may try for it (opt.separate)."""
    powers = range(len(POWER_KEYS))
    found = [(power, at) for at, goal in enumerate(goals) for power in powers if goal.powers >> power & 1]
    if len(found) != PROJECTS:
        raise BadPack(file.path.name, "[[research_goal]]", f"there are {PROJECTS} projects, not {len(found)}")
    return tuple(found)


def _goal(entry: Entry, areas: Sequence[str], nations: Sequence[str]) -> Goal:
    needs, effects = entry.inner("needs"), entry.tables("effects")
    bonus = entry.tables("modifiers") if entry.has("modifiers") else []
    held = bonus[0].inner("condition") if bonus else None
    conditions = entry.tables("effect_conditions") if entry.has("effect_conditions") else []
    return Goal(
        id=entry.text("id"),
        powers=mask(entry.several("powers", POWER_KEYS)),
        advanced=needs.has("level"),
        neutral=needs.among("neutral", nations) if needs.has("neutral") else NONE,
        seasons=needs.number("seasons_since_paris_taken", 0),
        bonus=bonus[0].whole("amount", 1, 9) if bonus else 0,
        bonus_area=held.among("area", areas) if held is not None else NONE,
        bonus_power=held.among("held_by_power", POWER_KEYS) if held is not None else NONE,
        joins=tuple(
            [
                Joining(
                    effect.among("country", nations),
                    effect.among("side", SIDES),
                    effect.among("status", STATUSES) == SATELLITE,
                    bool(conditions) and conditions[at].has("neutral"),
                )
                for at, effect in enumerate(effects)
                if effect.text("verb") == "join"
            ]
        ),
        sets=_changes(effects, "set", "value"),
        factors=_changes(effects, "multiply", "factor"),
        roll_twice=any(effect.text("verb") == "roll_twice" for effect in effects),
    )


def _changes(effects: Sequence[Entry], verb: str, field: str) -> tuple[tuple[str, int], ...]:
    """The numbers that effects of a verb change, each with its new value or factor."""
    found = [effect for effect in effects if effect.text("verb") == verb]
    return tuple([(NUMBERS[effect.among("target", NUMBERS)], effect.whole(field, 1, 9)) for effect in found])
