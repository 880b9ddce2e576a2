"""Sets of numbered things as bit masks: bit i is set if thing i is a member.

Such a set is copied, compared and joined as fast as a number. `bits` is for sets of up to sixty things,
whose masks the compiled build keeps in one machine word; `members` is for sets of any size.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

NONE: Final = -1
"""Stands for "no thing" where a thing is expected."""

# Members are looked up ten at a time. Numbers are written out, since `bits` is called more often than anything else.
_PART: Final = 10
_TEN: Final = 0x3FF
"""The set of the first ten."""
KEPT: Final = 1 << 15
"""How many large sets are remembered: a map has few that come again and again, and taking one apart is slow."""


def _table(start: int) -> tuple[tuple[int, ...], ...]:
    """The members of every set of the ten things from `start` on, by mask."""
    table: list[tuple[int, ...]] = [()]
    for member in range(start, start + _PART):
        table += [(*members, member) for members in table]
    return tuple(table)


_FIRST: Final = _table(0)
_SECOND: Final = _table(10)
_THIRD: Final = _table(20)
_FOURTH: Final = _table(30)
_FIFTH: Final = _table(40)
_SIXTH: Final = _table(50)


def bits(mask: int) -> tuple[int, ...]:
    """The members of a set of at most sixty things, from the lowest."""
    if mask < 0x400:
        return _FIRST[mask]
    if mask < 0x100000:
        return _FIRST[mask & _TEN] + _SECOND[mask >> 10]
    if mask < 0x40000000:
        return _FIRST[mask & _TEN] + _SECOND[mask >> 10 & _TEN] + _THIRD[mask >> 20]
    low = _FIRST[mask & _TEN] + _SECOND[mask >> 10 & _TEN] + _THIRD[mask >> 20 & _TEN]
    return low + _FOURTH[mask >> 30 & _TEN] + _FIFTH[mask >> 40 & _TEN] + _SIXTH[mask >> 50]


_known: Final[dict[int, tuple[int, ...]]] = {}


def members(mask: int) -> tuple[int, ...]:
    """The members of a set of any size, from the lowest; the sets asked for lately are remembered."""
    found = _known.get(mask)
    if found is None:
        if len(_known) >= KEPT:
            _known.clear()
        found = _known[mask] = _taken_apart(mask)
    return found


def _taken_apart(mask: int) -> tuple[int, ...]:
    found: list[int] = []
    octets = mask.to_bytes((mask.bit_length() + 7) // 8, "little")
    for place in range(len(octets)):
        if octets[place]:
            for member in _FIRST[octets[place]]:
                found.append(8 * place + member)
    return tuple(found)


def first(mask: int) -> int:
    """The lowest member of a set; NONE for an empty set."""
    return (mask & -mask).bit_length() - 1


def mask(numbers: Iterable[int]) -> int:
    """The set of these things."""
    found = 0
    for number in numbers:
        found |= 1 << number
    return found


def which(belongs: Iterable[bool]) -> int:
    """The set of the things for which the value is true, given one value per thing in order."""
    return mask(i for i, member in enumerate(belongs) if member)
