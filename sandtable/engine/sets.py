"""Sets of numbered things as bit masks: bit i is set when thing i belongs.

Copying, comparing and joining such a set costs no more than a number does. `bits` is for sets of up to sixty things,
whose masks the compiled build keeps in one machine word; `members` is for sets of any size.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

NONE: Final = -1
"""The number of no thing."""

_PART: Final = 10
"""How many members are looked up at once."""
_SIZE: Final = 1 << _PART
_LOW: Final = _SIZE - 1
"""The mask of the lowest ten."""
_WIDTH: Final = 6 * _PART


def _table(start: int) -> tuple[tuple[int, ...], ...]:
    """The members of every set of the ten things from `start` on, by mask."""
    table: list[tuple[int, ...]] = [()]
    for member in range(start, start + _PART):
        table += [(*members, member) for members in table]
    return tuple(table)


_FIRST: Final = _table(0)
_SECOND: Final = _table(_PART)
_THIRD: Final = _table(2 * _PART)
_FOURTH: Final = _table(3 * _PART)
_FIFTH: Final = _table(4 * _PART)
_SIXTH: Final = _table(5 * _PART)


def bits(mask: int) -> tuple[int, ...]:
    """The members of a set of at most sixty things, from the lowest."""
    if mask < _SIZE:
        return _FIRST[mask]
    if mask < _SIZE**2:
        return _FIRST[mask & _LOW] + _SECOND[mask >> _PART]
    if mask < _SIZE**3:
        return _FIRST[mask & _LOW] + _SECOND[mask >> _PART & _LOW] + _THIRD[mask >> 2 * _PART]
    low = _FIRST[mask & _LOW] + _SECOND[mask >> _PART & _LOW] + _THIRD[mask >> 2 * _PART & _LOW]
    high = mask >> 3 * _PART
    return low + _FOURTH[high & _LOW] + _FIFTH[high >> _PART & _LOW] + _SIXTH[high >> 2 * _PART]


def members(mask: int) -> list[int]:
    """The members of a set of any size, from the lowest."""
    found: list[int] = []
    start = 0
    while mask:
        for member in bits(mask & (1 << _WIDTH) - 1):
            found.append(start + member)
        mask >>= _WIDTH
        start += _WIDTH
    return found


def first(mask: int) -> int:
    """The lowest member of a set; NONE of an empty one."""
    return (mask & -mask).bit_length() - 1


def mask(numbers: Iterable[int]) -> int:
    """The set of these things."""
    found = 0
    for number in numbers:
        found |= 1 << number
    return found


def which(belongs: Iterable[bool]) -> int:
    """The set of the things that belong, told of each in its turn."""
    return mask(i for i, member in enumerate(belongs) if member)
