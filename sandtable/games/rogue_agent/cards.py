"""What criminal cards do: the verbs of the pack with their arguments, read into parts that the flow carries out.

What a card says on screen is made from the same parts (cardtext.py), so that text and play cannot differ.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sandtable.engine.effects import Effect, VerbTable
from sandtable.engine.pack import Entry
from sandtable.engine.sets import NONE

# ====================================================================== verbs

STAMINA: Final = 0
RESOURCE: Final = 1
CREDITS: Final = 2
INFLUENCE: Final = 3
INFORMANT: Final = 4
TIMER: Final = 5
SPAWN: Final = 6
FLEE: Final = 7
ESCAPE: Final = 8
RELEASE: Final = 9
POLICE: Final = 10
AGENT_TO: Final = 11
END_TURN: Final = 12
DICE: Final = 13
HP: Final = 14
IDENTITY: Final = 15
LIMIT: Final = 16
KEEP_CARD: Final = 17
VERBS: Final = (
    "stamina",
    "resource",
    "credits",
    "influence",
    "informant",
    "timer",
    "spawn",
    "flee",
    "escape",
    "release",
    "police",
    "agent_to",
    "end_turn",
    "dice",
    "hp",
    "identity",
    "limit",
    "keep_card",
)
IN_REVEAL: Final = frozenset(range(len(VERBS))) - {LIMIT, KEEP_CARD}
IN_RETALIATION: Final = frozenset(range(len(VERBS))) - {DICE, HP, KEEP_CARD}
ON_LEAVING: Final = frozenset({KEEP_CARD})

# ====================================================================== arguments

# Who is meant.
ATTACKER: Final = 0
EACH_HERE: Final = 1
EACH_OTHER: Final = 2
WHO: Final = ("attacker", "each_agent_here", "each_other_agent")

# Whose informant, where, and who chooses.
ANYBODY: Final = 1
OWNER: Final = ("attacker", "any")
HERE_TOP: Final = 1
IN_CITY: Final = 2
SLOTS: Final = ("here", "here_top", "city")
LEFT: Final = 1
CHOOSER: Final = ("owner", "left")

# Which bombs.
ALL_BOMBS: Final = 0
LOWEST: Final = 1
CHOSEN: Final = 2
BOMBS: Final = ("all", "lowest", "chosen")

# Which disc, and where it comes.
ASSASSIN: Final = 0
BOMB: Final = 1
DISC: Final = ("assassin", "bomb")
ROLLED: Final = 1
AT: Final = ("here", "roll")

TO: Final = ("headquarters", "hospital")
RESOURCES: Final = ("ammo", "fuel", "evidence")
CHOICE: Final = 3
KINDS: Final = (*RESOURCES, "choice")
COLOURS: Final = ("red", "green", "black")
GREEN: Final = 1
BLACK: Final = 2

# In which mode a part exists; NONE: in both.
AGENT_MODE: Final = 0
ANDROID_MODE: Final = 1
MODE: Final = ("agent", "android")

# Limits of a continuing effect.
PATROL_RANGE: Final = 0
NO_EXTRA_PATROL: Final = 1
NO_INVESTIGATION: Final = 2
NO_REINFORCEMENT: Final = 3
ONE_JUSTICE: Final = 4
NO_AMMO: Final = 5
NO_BUY: Final = 6
NO_REROLL: Final = 7
GANGSTERS: Final = 8
LIMITS: Final = (
    "patrol_range",
    "no_extra_patrol",
    "no_investigation",
    "no_reinforcement",
    "one_justice",
    "no_ammo",
    "no_buy",
    "no_reroll",
    "gangsters",
)
COUNTED: Final = (PATROL_RANGE, GANGSTERS)
"""The limits that come with a number."""

# When a reveal effect happens.
NO_ICON: Final = 0
RED_ICON: Final = 1
WHITE_ICON: Final = 2
ICONS: Final = ("none", "red", "white")


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a card's effect; only what its verb takes is set."""

    verb: int
    who: int = ATTACKER
    n: int = 0
    informants: bool = False
    """Whether own informants reduce a loss of stamina."""
    kind: int = NONE
    """The resource, or CHOICE; the colour of dice; the disc that comes; the limit."""
    scope: int = NONE
    """Which slots or bombs; where a disc comes; where a figure goes."""
    owner: int = NONE
    chooser: int = NONE
    mode: int = NONE


@dataclass(frozen=True, slots=True)
class Card:
    """A criminal card (card.fields)."""

    syndicate: int
    hp: int
    bounty: int
    icon: int
    reveal: tuple[Part, ...]
    retaliation: tuple[Part, ...]
    clock: bool
    """Whether its limits continue (attack.clock.duration)."""
    kept: bool
    """Whether it is shuffled back into the deck where it leaves face up without being turned in."""


def read_card(entry: Entry, verbs: VerbTable, syndicates: tuple[str, ...]) -> Card:
    """A `[[card]]` of the pack."""
    clock = entry.flag("clock")
    icon = entry.among("reveal_icon", ICONS)
    reveal = tuple([read_part(effect) for effect in verbs.effects(entry, "reveal", IN_REVEAL)])
    retaliation = tuple([read_part(effect) for effect in verbs.effects(entry, "retaliation", IN_RETALIATION)])
    if (icon == NO_ICON) != (not reveal):
        raise entry.bad("a reveal effect has a red or white icon, and without one there is no icon")
    if clock != any(part.verb == LIMIT for part in retaliation):
        raise entry.bad("'clock' says whether there is a 'limit'")
    return Card(
        entry.among("syndicate", syndicates),
        entry.whole("hp", 1, 9),
        entry.whole("bounty", 0, 25),
        icon,
        reveal,
        retaliation,
        clock,
        bool(verbs.effects(entry, "on_leave", ON_LEAVING)),
    )


def read_part(effect: Effect) -> Part:
    """One effect of a list, with its arguments as numbers."""
    verb, entry = effect.verb, effect.arguments
    who = entry.among("who", WHO, "attacker")
    mode = entry.among("mode", MODE) if entry.has("mode") else NONE
    if verb == STAMINA:
        return Part(verb, who, _amount(entry), entry.flag("informants", False))
    if verb == RESOURCE:
        kind, n = entry.among("kind", KINDS), _amount(entry)
        if kind == CHOICE and (n > 0 or who != ATTACKER):
            raise entry.bad("only a loss of the attacker leaves the choice of the resource")
        return Part(verb, who, n, kind=kind)
    if verb in (CREDITS, INFLUENCE):
        return Part(verb, who, _amount(entry))
    if verb == INFORMANT:
        part = Part(
            verb,
            scope=entry.among("scope", SLOTS),
            owner=entry.among("owner", OWNER),
            chooser=entry.among("chooser", CHOOSER),
        )
        if part.owner == ANYBODY and part.chooser != LEFT:
            raise entry.bad("of anybody's informants the player to the left chooses")
        return part
    if verb == TIMER:
        return Part(verb, n=_amount(entry), scope=entry.among("scope", BOMBS))
    if verb == SPAWN:
        return Part(verb, kind=entry.among("disc", DISC), scope=entry.among("at", AT))
    if verb == AGENT_TO:
        return Part(verb, who, scope=entry.among("to", TO))
    if verb == DICE:
        return Part(verb, n=entry.whole("n", 1, 3), kind=entry.among("colour", COLOURS))
    if verb == HP:
        return Part(verb, n=_amount(entry))
    if verb in (FLEE, RELEASE):
        return Part(verb, who, entry.whole("n", 1, 12))
    if verb == LIMIT:
        kind = entry.among("what", LIMITS)
        return Part(verb, who, entry.whole("n", 1, 9) if kind in COUNTED else 0, kind=kind)
    return Part(verb, who, mode=mode)  # escape, police, end_turn, identity, keep_card


def _amount(entry: Entry) -> int:
    """A change by at least one."""
    n = entry.whole("n", -9, 9)
    if not n:
        raise entry.bad("'n' changes nothing")
    return n
