"""What cards do: the vocabulary of effects, and a part of an effect as plain numbers.

A pack lists effects as tables; `read_parts` turns them into parts, checked one by one. What the verbs do stands in
`flow/effects.py`.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import Final

from sandtable.engine.effects import Effect, VerbTable
from sandtable.engine.pack import Entry
from sandtable.engine.sets import NONE

# Verbs.
MORALE: Final = 0
SUPPORT: Final = 1
PLACE: Final = 2
REMOVE: Final = 3
MOVE: Final = 4
HIT: Final = 5
HEAL: Final = 6
ACTIVATE: Final = 7
RESTORE: Final = 8
DRAW: Final = 9
DISCARD: Final = 10
RECOVER: Final = 11
PEEK: Final = 12
AVH_BACK: Final = 13
HEADLINE_DRAW: Final = 14
HEADLINE_DISCARD: Final = 15
SWAP_CARD: Final = 16
SCORE_EVENTS: Final = 17
MOD: Final = 18
LIMIT: Final = 19
PAY_CARD: Final = 20
VERBS: Final = (
    "morale",
    "support",
    "place",
    "remove",
    "move",
    "hit",
    "heal",
    "activate",
    "restore",
    "draw",
    "discard",
    "recover",
    "peek",
    "avh_back",
    "headline_draw",
    "headline_discard",
    "swap_card",
    "score_events",
    "mod",
    "limit",
    "pay_card",
)

PRIVATE: Final = frozenset((PEEK, SWAP_CARD, PAY_CARD))
"""Verbs that only make sense for one revolutionary who acts."""
IN_HEADLINES: Final = frozenset(range(len(VERBS))) - PRIVATE - {SCORE_EVENTS, LIMIT}
IN_PENALTIES: Final = frozenset((MORALE, SUPPORT, SCORE_EVENTS))
IN_ABILITIES: Final = frozenset(range(len(VERBS))) - {SCORE_EVENTS, LIMIT, AVH_BACK, HEADLINE_DRAW, MOVE}
IN_OPTIONS: Final = frozenset((MORALE, SUPPORT, PLACE, REMOVE, ACTIVATE, LIMIT))

# Units.
TANK: Final = 0
MILITIA: Final = 1
SNIPER: Final = 2
REV_TANK: Final = 3
BARRICADE: Final = 4
FIGHTER: Final = 5
UNITS: Final = ("tank", "militia", "sniper", "rev_tank", "barricade", "fighter")

# Selectors; one that names a location is AT_LOCATION.
AT_LOCATION: Final = 0
EVENT: Final = 1
HERE: Final = 2
NEAR: Final = 3
ANY: Final = 4
REINFORCEMENT: Final = 5
REV: Final = 6
NO_REV: Final = 7
WITH_AVH: Final = 8
WITH_TANK: Final = 9
SELECTORS: Final = (
    "<location id>",
    "event",
    "here",
    "near",
    "any",
    "reinforcement",
    "rev",
    "no_rev",
    "with_avh",
    "with_tank",
)
OF_THE_PLAYER: Final = (HERE, NEAR)
"""Selectors that start from the acting revolutionary."""

# Whom a part concerns.
ONE: Final = 0
EACH: Final = 1
PLAYER: Final = 2
WHO: Final = ("one", "each", "player")

# What is looked at.
SOVIET_HAND: Final = 0
REV_DECK: Final = 1
ZONES: Final = ("soviet_hand", "rev_deck")
ALL_CARDS: Final = 0
"""A look at so many cards is a look at all of them."""

# Conditions.
ALWAYS: Final = 0
HAPPENED: Final = 1
NOT_HAPPENED: Final = 2
NO_AVH_HERE: Final = 3
HAND_AT_MOST: Final = 4
CONDITIONS: Final = ("happened", "not_happened", "no_avh_here", "hand_at_most")

# Modifiers.
EXTRA_ACTION: Final = 0
NO_FREE_STEP: Final = 1
FREE_STEP: Final = 2
TANKS_SILENT: Final = 3
TANK_HIT_MAX: Final = 4
TANK_MOVE_COST: Final = 5
EVENT_COST: Final = 6
DOCTOR_HEAL: Final = 7
TANK_MOLOTOV: Final = 8
AMMO_BONUS: Final = 9
NEED_LESS: Final = 10
AVH_STRENGTH: Final = 11
UNCOUNTED: Final = 12
END_DRAW: Final = 13
ICON_SWAP: Final = 14
ANY_CARD_AS: Final = 15
MODS: Final = (
    "extra_action",
    "no_free_step",
    "free_step",
    "tanks_silent",
    "tank_hit_max",
    "tank_move_cost",
    "event_cost",
    "doctor_heal",
    "tank_molotov",
    "ammo_bonus",
    "need_less",
    "avh_strength",
    "uncounted",
    "end_draw",
    "icon_swap",
    "any_card_as",
)
SUM: Final = 0
LOWEST: Final = 1
HIGHEST: Final = 2
ANY_ONE: Final = 3
COMBINE: Final = ("sum", "lowest", "highest", "any", "each", "own")

# How long a modifier lasts.
DAY: Final = 0
TURN: Final = 1
ACTION: Final = 2
PERMANENT: Final = 3
UNTIL: Final = ("day", "turn", "action", "always")
LASTING: Final = {
    DAY: (EXTRA_ACTION, NO_FREE_STEP, TANKS_SILENT, TANK_HIT_MAX, TANK_MOVE_COST, EVENT_COST, DOCTOR_HEAL),
    TURN: (FREE_STEP,),
    ACTION: (TANKS_SILENT, ICON_SWAP, ANY_CARD_AS),
    PERMANENT: (TANK_HIT_MAX, TANK_MOLOTOV, AMMO_BONUS, NEED_LESS, AVH_STRENGTH, UNCOUNTED, END_DRAW),
}
"""Which modifiers may last how long."""

# Icons.
AMMO: Final = 0
MOLOTOV: Final = 1
INFO: Final = 2
ICONS: Final = ("ammo", "molotov", "info")
PER_EVENT: Final = "info_per_event"
"""In the needs of an event: as much information as there are events on the board."""

MOST: Final = 99
"""More than any number on a card."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part of what a card does; what a verb does not take stays as it is here."""

    verb: int
    n: int = 0
    """How many; or by how much."""
    unit: int = NONE
    at: int = NONE
    """A selector."""
    location: int = NONE
    """The location of AT_LOCATION."""
    up_to: bool = False
    steps: int = 0
    who: int = NONE
    icon: int = NONE
    other_icon: int = NONE
    """What an icon may be swapped for."""
    zone: int = NONE
    mod: int = NONE
    until: int = NONE
    when: int = ALWAYS
    """A condition."""
    than: int = 0
    """What the condition speaks of: a happened marker, or a number of cards."""


Program = tuple[Part, ...]


class Reader:
    """Reads the parts of effects, with the names that a pack has for locations and markers."""

    def __init__(self, verbs: VerbTable, locations: Sequence[str], markers: Sequence[str]) -> None:
        self.verbs = verbs
        self.locations = locations
        self.markers = markers

    def program(self, entry: Entry, field: str, allowed: Container[int], player: bool = False) -> Program:
        """A list of effects; only where a revolutionary acts (`player`) may it speak of that one."""
        return tuple(self._part(effect, player) for effect in self.verbs.effects(entry, field, allowed))

    def ability(self, entry: Entry) -> Program:
        """What a card or a fighter lets the acting revolutionary do; each lets him do something."""
        program = self.program(entry, "ability", IN_ABILITIES, player=True)
        if not program:
            raise entry.bad("'ability' is empty")
        return program

    def _part(self, effect: Effect, player: bool) -> Part:
        verb, entry = effect.verb, effect.arguments
        when, than = self._condition(entry, player)
        if verb in (MORALE, SUPPORT, SCORE_EVENTS):
            return Part(verb, entry.whole("by", -MOST, MOST), when=when, than=than)
        if verb == LIMIT:
            entry.among("key", ("injuries_end",))
            return Part(verb, entry.whole("by", -MOST, MOST), when=when, than=than)
        if verb == MOD:
            return self._modifier(entry, player, when, than)
        at, location = self._selector(entry, player)
        who = entry.among("who", WHO) if entry.has("who") else NONE
        if who == PLAYER and not player:
            raise entry.bad("nobody acts here, so that 'who' cannot be 'player'")
        zone = entry.among("zone", ZONES) if entry.has("zone") else NONE
        part = Part(
            verb,
            entry.whole("n", ALL_CARDS if zone == SOVIET_HAND else 1, MOST),
            entry.among("unit", UNITS) if entry.has("unit") else NONE,
            at,
            location,
            entry.flag("up_to", False),
            entry.whole("steps", 1, MOST) if entry.has("steps") else 0,
            who,
            entry.among("icon", ICONS) if entry.has("icon") else NONE,
            zone=zone,
            mod=entry.among("mod", MODS) if entry.has("mod") else NONE,
            when=when,
            than=than,
        )
        self._check(entry, part)
        return part

    def _modifier(self, entry: Entry, player: bool, when: int, than: int) -> Part:
        mod, until = entry.among("key", MODS), entry.among("until", UNTIL)
        if mod not in LASTING[until]:
            raise entry.bad(f"'{MODS[mod]}' cannot last until '{UNTIL[until]}'")
        if until != DAY and not player:
            raise entry.bad("nobody acts here, so that a modifier lasts for the day")
        value = entry.data.get("value", True)
        number = int(value) if value is True else entry.whole("value", -MOST, MOST)
        return Part(
            MOD,
            number,
            who=entry.among("who", WHO) if entry.has("who") else NONE,
            icon=entry.among("from" if mod == ICON_SWAP else "icon", ICONS) if mod >= ICON_SWAP else NONE,
            other_icon=entry.among("to", ICONS) if mod == ICON_SWAP else NONE,
            mod=mod,
            until=until,
            when=when,
            than=than,
        )

    def _selector(self, entry: Entry, player: bool) -> tuple[int, int]:
        if not entry.has("at"):
            return NONE, NONE
        if entry.text("at") in self.locations:
            return AT_LOCATION, entry.among("at", self.locations)
        at = entry.among("at", SELECTORS[1:]) + 1
        if at in OF_THE_PLAYER and not player:
            raise entry.bad(f"nobody acts here, so that 'at' cannot be '{SELECTORS[at]}'")
        return at, NONE

    def _condition(self, entry: Entry, player: bool) -> tuple[int, int]:
        if not entry.has("if"):
            return ALWAYS, 0
        which, table = entry.one_of("if", CONDITIONS)
        when = which + 1
        if when in (HAPPENED, NOT_HAPPENED):
            return when, table.among(CONDITIONS[which], self.markers)
        if not player:
            raise entry.bad(f"nobody acts here, so that there is no '{CONDITIONS[which]}'")
        return when, table.whole(CONDITIONS[which], 0, MOST) if when == HAND_AT_MOST else 0

    def _check(self, entry: Entry, part: Part) -> None:
        """Refuse what the flow could not carry out."""
        needs = {
            PLACE: part.unit not in (NONE, FIGHTER) and part.at != NONE,
            REMOVE: part.unit in (TANK, MILITIA, SNIPER, FIGHTER) and part.at != NONE,
            MOVE: part.unit in (TANK, MILITIA) and part.up_to and 1 in (part.n, part.steps),
            HIT: part.at != NONE,
            HEAL: part.at in (HERE, ANY) and part.mod in (NONE, DOCTOR_HEAL),
            ACTIVATE: part.at != NONE,
            RESTORE: part.at != NONE,
            DRAW: part.who != NONE,
            DISCARD: part.who != NONE,
            RECOVER: part.who != NONE,
            PEEK: part.zone == SOVIET_HAND or (part.zone == REV_DECK and part.n == 1),
        }
        if not needs.get(part.verb, True):
            raise entry.bad(f"'{VERBS[part.verb]}' cannot be carried out with these arguments")


def lasts_a_day(entry: Entry, program: Program) -> bool:
    """Whether a card stays beside the board; one that lasts for the day says so (icon.continuing_all_day)."""
    continuing = entry.flag("continuing")
    if continuing != any(part.until == DAY for part in program):
        raise entry.bad("it is 'continuing' exactly if something on it lasts until 'day' (icon.continuing_all_day)")
    return continuing


def card_rule(program: Program, by_action: bool) -> str:
    """The rule behind a Revolution card: the rulebook speaks of three by name, of the others by their cost."""
    for part in program:
        if part.verb == REMOVE and part.unit == SNIPER:
            return "ability.ambush"
        if part.verb == PLACE and part.unit == BARRICADE:
            return "barricade.place"
        if part.mod == DOCTOR_HEAL:
            return "ability.doctor_amount"
    return "ability.card_action" if by_action else "ability.card_free"
