"""Konev performs a card: the position before it, and what it did."""

from __future__ import annotations

from tests.games.nights_of_fire.budapest import City, Table, city

HUNT, ASSAULT, OCCUPATION, ROUND_UP, SWEEP, REGROUP = (f"konev_{number:02}" for number in range(7, 13))
ADVANCE = {"2g": "konev_01", "33g": "konev_02", "128g": "konev_03"}
PACIFY = {"2g": "konev_04", "33g": "konev_05", "128g": "konev_06"}
SOUTH = ("reg_104", "reg_106-", "reg_257-")
"""The 33rd Guards with a single active Regiment."""
ANY_ORDER: list[str] = []
"""A shuffle whose result does not matter."""


def performs(card: str, ruleset: str = "konev_basic", revolutionaries: int = 1) -> City:
    """An empty city in which the die chooses the only card of the row.

    All Regiments are in staging at Readiness 3. The hand has no Counterattack icon; it makes the game wait at the
    Revolutionaries' turn when the card is over, if anybody is left to act.
    """
    empty = city(ruleset, revolutionaries).clear().hand("rev_01").tracks(readiness=3)
    return empty.konev(card).roll(1)


def is_over(table: Table) -> bool:
    """Whether the card is carried out, and all of the script was needed for it."""
    return table.state.konev_card is None and table.row() == [None] * 5 and not table.script_left()


def attacks(table: Table) -> list[tuple[str, int]]:
    """The damage steps so far: district and points."""
    return [(str(line.args[1]).removeprefix("district:"), int(line.args[0])) for line in table.told("konev_damage")]


def moves(table: Table) -> list[tuple[str, str]]:
    """The marches so far: Regiment and goal."""
    return [
        (str(line.args[0]).removeprefix("regiment:"), str(line.args[2]).removeprefix("district:"))
        for line in table.told("marched")
    ]


def rallied(table: Table) -> list[str]:
    """The units rallied so far."""
    lines = table.match.lines(None)
    return [str(line.args[0]) for line in lines if line.key in ("rallied", "garrison_rallied")]


def arrested(table: Table) -> list[str]:
    """The districts of the civilians arrested so far."""
    return [str(line.args[1]).removeprefix("district:") for line in table.told("arrested")]


def garrisoned(table: Table) -> list[str]:
    """The districts that got a Garrison, in order."""
    return [str(line.args[0]).removeprefix("district:") for line in table.told("garrisoned")]
