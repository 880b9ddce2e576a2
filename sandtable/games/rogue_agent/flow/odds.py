"""Exact chances of what is about to be rolled, from the faces of the pack's dice and the rules that read them."""

from __future__ import annotations

from typing import Final

from sandtable.engine.types import Numbers
from sandtable.games.rogue_agent.pack import AMPLIFY, EXPLOSION, Pack

FACES: Final = 6


def hits(explosions: int, amplifies: int) -> int:
    """Every explosion is a hit, and with an amplify of its own two (dice.hits, .amplify, .one_amplify, .formula)."""
    return explosions + min(explosions, amplifies)


def shown(pack: Pack, colour: int, symbol: int) -> int:
    """How many faces of a colour's dice show a symbol."""
    return pack.symbol[colour].count(symbol)


def rolls(pack: Pack, counts: Numbers) -> dict[tuple[int, int], int]:
    """So many dice of each colour: in how many ways they can show so many explosions and amplifies."""
    ways: dict[tuple[int, int], int] = {(0, 0): 1}
    for colour, count in enumerate(counts):
        explosion, amplify = shown(pack, colour, EXPLOSION), shown(pack, colour, AMPLIFY)
        for _ in range(count):
            after: dict[tuple[int, int], int] = {}
            for (explosions, amplifies), n in ways.items():
                for key, faces in (
                    ((explosions + 1, amplifies), explosion),
                    ((explosions, amplifies + 1), amplify),
                    ((explosions, amplifies), FACES - explosion - amplify),
                ):
                    after[key] = after.get(key, 0) + n * faces
            ways = after
    return ways


def to_hit(pack: Pack, counts: Numbers, needed: int) -> int:
    """The chance, in per cent, that dice bring as many hits as are needed."""
    good = 0
    for (explosions, amplifies), n in rolls(pack, counts).items():
        if hits(explosions, amplifies) >= needed:
            good += n
    return percent(good, FACES ** sum(counts))


def to_show(pack: Pack, counts: Numbers, symbol: int, least: int = 0, most: int = 9) -> int:
    """The chance, in per cent, that dice show a symbol, explosion or amplify, so many times at least and at most."""
    good = 0
    for shows, n in rolls(pack, counts).items():
        if least <= shows[symbol] <= most:
            good += n
    return percent(good, FACES ** sum(counts))


def to_go_off(pack: Pack, counts: Numbers) -> int:
    """The chance, in per cent, that circuit dice bring an explosion before they bring X alone (stability.neither)."""
    calm, blank = 1, 1
    for colour, count in enumerate(counts):
        others = FACES - shown(pack, colour, EXPLOSION)
        calm *= others**count
        blank *= (others - shown(pack, colour, AMPLIFY)) ** count
    explodes = FACES ** sum(counts) - calm
    restored = calm - blank
    return percent(explodes, explodes + restored) if explodes else 0


def percent(part: int, whole: int) -> int:
    """A share in whole per cent, halves rounded up."""
    return (200 * part + whole) // (2 * whole)
