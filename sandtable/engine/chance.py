"""Chance: one seeded, cryptographically strong, scriptable stream of numbers.

The stream is BLAKE2b in counter mode under a key made from the seed, so that nobody can work out the next roll
from past ones. Only key and position in the stream need to be copied or saved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from hashlib import blake2b
from itertools import combinations_with_replacement, permutations
from math import comb, factorial, prod
from typing import Final, TypeVar

from sandtable.engine.errors import ChanceExhausted, ChanceMismatch

BLOCK: Final = 64
"""How many bytes of the stream come from one hash."""
LONGEST_ORDER: Final = 4
"""Shuffles of more things than this have too many orders to follow each."""

FINE: Final = 65536
"""How many places of the first of several dice a spread tells apart."""

T = TypeVar("T")

Scripted = int | str | list[str]
"""A die is its face; a draw is an id; a shuffle is the ids in the order in which they are to come out."""


def seed_key(seed: str) -> bytes:
    """The key of the stream that belongs to a seed."""
    return blake2b(seed.encode(), digest_size=32, person=b"sandtable-chance").digest()


def seed_hash(seed: str) -> str:
    """The hash that is published before the game, so that the seed, published afterwards, proves the dice fair."""
    return blake2b(seed.encode(), digest_size=32, person=b"sandtable-commit").hexdigest()


def shared_seed(secret: str, entropy: Mapping[str, str]) -> str:
    """The seed of a game whose players added to its dice: the hash of the secret and of what each seat added."""
    parts = [secret, *(f"{seat}={entropy[seat]}" for seat in sorted(entropy))]
    return blake2b("\n".join(parts).encode(), digest_size=32, person=b"sandtable-shared").hexdigest()


def promise_of(entropy: str) -> str:
    """The hash by which a player's page promises what it will add, before anybody's part is known."""
    return blake2b(entropy.encode(), digest_size=32, person=b"sandtable-player").hexdigest()


def agreed_hash(commitment: str, promises: Mapping[str, str]) -> str:
    """One hash of all that was promised: by the server, and by the page of each seat."""
    parts = [commitment, *(f"{seat}={promises[seat]}" for seat in sorted(promises))]
    return blake2b("\n".join(parts).encode(), digest_size=32, person=b"sandtable-agreed").hexdigest()


class Chance:
    """The dice, cups and shuffles of one game."""

    __slots__ = ("key", "at", "block", "script", "used", "barrier")

    def __init__(
        self, key: bytes, at: int = 0, script: tuple[Scripted, ...] | None = None, used: int = 0, barrier: int = 0
    ) -> None:
        self.key = key
        self.at = at
        """How many bytes of the stream are used up."""
        self.block = b""
        self.script = script
        self.used = used
        """How many scripted values are used up."""
        self.barrier = barrier
        """Rises whenever chance is used or something hidden is shown; undo never goes back past a rise."""
        if at % BLOCK:
            self._fill()

    @classmethod
    def from_seed(cls, seed: str) -> Chance:
        return Chance(seed_key(seed))

    def copy(self) -> Chance:
        other = Chance(self.key, 0, self.script, self.used, self.barrier)
        other.at = self.at
        other.block = self.block
        return other

    def fresh(self) -> Chance:
        """An independent stream, with a key drawn from this one."""
        return Chance(bytes([self._byte() for _ in range(32)]))

    def reveal(self) -> None:
        """Call this when something hidden is shown: earlier decisions cannot be undone any more."""
        self.barrier += 1

    # ------------------------------------------------------------------ what games call, by name

    def d6(self, name: str) -> int:
        """A six-sided die."""
        self.barrier += 1
        if self.script is not None:
            return self._scripted_number(name, 1, 6)
        byte = self._byte()
        while byte >= 252:
            byte = self._byte()
        return byte % 6 + 1

    def hits(self, name: str, count: int, upto: int, faces: int = 6) -> int:
        """How many of several dice show at most a number. A script has the face of every die, one after the other."""
        if count == 0:
            return 0
        self.barrier += 1
        hits = 0
        for _ in range(count):
            if self._face(name, faces) <= upto:
                hits += 1
        return hits

    def handful(self, name: str, count: int, faces: int = 6) -> list[int]:
        """The faces of several dice, the lowest first: which die shows which does not matter. Scripted like `hits`."""
        if count == 0:
            return []
        self.barrier += 1
        return sorted([self._face(name, faces) for _ in range(count)])

    def below(self, name: str, limit: int) -> int:
        """A whole number from 0 to limit - 1."""
        self.barrier += 1
        if self.script is not None:
            return self._scripted_number(name, 0, limit - 1)
        return self._below(limit)

    def pick(self, name: str, items: Sequence[int], names: Sequence[str]) -> int:
        """One of the items, drawn at random; a script gives it by its name."""
        self.barrier += 1
        if self.script is not None:
            return self._scripted_item(name, items, names)
        return items[self._below(len(items))]

    def shuffle(self, name: str, items: list[int], names: Sequence[str]) -> None:
        """Shuffle a pile in place; its top is the end of the list. A script may name only the first few."""
        self.barrier += 1
        if self.script is not None:
            self._scripted_order(name, items, names)
            return
        for i in range(len(items) - 1, 0, -1):
            j = self._below(i + 1)
            items[i], items[j] = items[j], items[i]

    def _face(self, name: str, faces: int) -> int:
        """One die of a handful."""
        return self._scripted_number(name, 1, faces) if self.script is not None else self._below(faces) + 1

    # ------------------------------------------------------------------ the stream

    def _fill(self) -> None:
        counter = (self.at // BLOCK).to_bytes(8, "little")
        self.block = blake2b(counter, key=self.key, digest_size=BLOCK).digest()

    def _byte(self) -> int:
        offset = self.at % BLOCK
        if offset == 0:
            self._fill()
        self.at += 1
        return self.block[offset]

    def _below(self, limit: int) -> int:
        if limit <= 256:
            bound = 256 - 256 % limit
            byte = self._byte()
            while byte >= bound:
                byte = self._byte()
            return byte % limit
        bound = 65536 - 65536 % limit
        word = self._byte() << 8 | self._byte()
        while word >= bound:
            word = self._byte() << 8 | self._byte()
        return word % limit

    # ------------------------------------------------------------------ the script

    def _next(self, name: str) -> Scripted:
        assert self.script is not None
        if self.used >= len(self.script):
            raise ChanceExhausted(f"the script has no value left for '{name}'")
        value = self.script[self.used]
        self.used += 1
        return value

    def _scripted_number(self, name: str, low: int, high: int) -> int:
        value = self._next(name)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise ChanceMismatch(f"'{name}' takes a number from {low} to {high}, and the script says {value!r}")
        return value

    def _scripted_item(self, name: str, items: Sequence[int], names: Sequence[str]) -> int:
        value = self._next(name)
        if isinstance(value, list) and len(value) == 1:
            value = value[0]
        for item in items:
            if names[item] == value:
                return item
        listed = ", ".join(names[item] for item in items)
        raise ChanceMismatch(f"'{name}' cannot draw {value!r}; it can draw {listed}")

    def _scripted_order(self, name: str, items: list[int], names: Sequence[str]) -> None:
        value = self._next(name)
        if not isinstance(value, list):
            raise ChanceMismatch(f"'{name}' takes a list of ids, and the script says {value!r}")
        rest = list(items)
        order: list[int] = []
        for wanted in value:
            found = next((item for item in rest if names[item] == wanted), None)
            if found is None:
                raise ChanceMismatch(f"'{name}' has no {wanted!r} left to come out")
            rest.remove(found)
            order.append(found)
        items[:] = rest[::-1] + order[::-1]


class Taped(Chance):
    """Chance that records what it gives, in the form of a script."""

    __slots__ = ("tape",)

    def __init__(self, chance: Chance) -> None:
        super().__init__(chance.key, chance.at, chance.script, chance.used, chance.barrier)
        self.tape: list[Scripted] = []

    def d6(self, name: str) -> int:
        face = super().d6(name)
        self.tape.append(face)
        return face

    def _face(self, name: str, faces: int) -> int:
        face = super()._face(name, faces)
        self.tape.append(face)
        return face

    def below(self, name: str, limit: int) -> int:
        value = super().below(name, limit)
        self.tape.append(value)
        return value

    def pick(self, name: str, items: Sequence[int], names: Sequence[str]) -> int:
        item = super().pick(name, items, names)
        self.tape.append(names[item])
        return item

    def shuffle(self, name: str, items: list[int], names: Sequence[str]) -> None:
        super().shuffle(name, items, names)
        self.tape.append([names[item] for item in reversed(items)])


class Spread(Chance):
    """Chance whose handfuls are spread over the faces as evenly as they can be.

    Every single die is fair, but many together hardly ever have luck: so plans can be compared in few worlds.
    """

    __slots__ = ()

    def copy(self) -> Chance:
        other = Spread(self.key, 0, self.script, self.used, self.barrier)
        other.at = self.at
        other.block = self.block
        return other

    def fresh(self) -> Chance:
        return Spread(bytes([self._byte() for _ in range(32)]))

    def hits(self, name: str, count: int, upto: int, faces: int = 6) -> int:
        return sum([face <= upto for face in self.handful(name, count, faces)])

    def handful(self, name: str, count: int, faces: int = 6) -> list[int]:
        if count == 0:
            return []
        self.barrier += 1
        start = self._below(FINE)
        return [faces * (at * FINE + start) // (count * FINE) + 1 for at in range(count)]


class Branching(Chance):
    """Chance that can be made to take every course: it follows a path of numbers, one for every request.

    The number says which of the alternatives comes; beyond the end of the path it is the first one. Dice asked for by
    the handful have an alternative for every count of hits, or for every handful, and not for every single die.
    """

    __slots__ = ("path", "taken", "odds", "faces", "vague")

    def __init__(self, key: bytes, path: Sequence[int] = ()) -> None:
        """The key is for long shuffles; it must not be that of a match, whose future it would tell."""
        super().__init__(key)
        self.path: tuple[int, ...] = tuple(path)
        self.taken: list[int] = []
        """Which alternative came, by request."""
        self.odds: list[list[int]] = []
        """How the alternatives of each request are weighted against one another."""
        self.faces: list[int] = []
        """What the single dice showed."""
        self.vague: bool = False
        """Whether a shuffle was too long to be followed: then the weights are not the whole truth."""

    @property
    def weight(self) -> Fraction:
        """How likely the course is that was taken; those of all courses add up to 1."""
        shares = [Fraction(odds[taken], sum(odds)) for taken, odds in zip(self.taken, self.odds, strict=True)]
        return prod(shares, start=Fraction(1))

    def next_path(self) -> list[int]:
        """The path of the course after this one: the last number that can be raised is; empty if there is none."""
        path = list(self.taken)
        while path and path[-1] + 1 == len(self.odds[len(path) - 1]):
            path.pop()
        if path:
            path[-1] += 1
        return path

    def _branch(self, odds: list[int]) -> int:
        at = len(self.taken)
        taken = self.path[at] if at < len(self.path) else 0
        self.barrier += 1
        self.odds.append(odds)
        self.taken.append(taken)
        return taken

    def d6(self, name: str) -> int:
        face = self._branch([1] * 6) + 1
        self.faces.append(face)
        return face

    def hits(self, name: str, count: int, upto: int, faces: int = 6) -> int:
        if count == 0:
            return 0
        good = max(0, min(upto, faces))
        odds = [comb(count, hits) * good**hits * (faces - good) ** (count - hits) for hits in range(count + 1)]
        possible = [hits for hits in range(count + 1) if odds[hits]]
        return possible[self._branch([odds[hits] for hits in possible])]

    def handful(self, name: str, count: int, faces: int = 6) -> list[int]:
        if count == 0:
            return []
        handfuls = [list(each) for each in combinations_with_replacement(range(1, faces + 1), count)]
        return handfuls[self._branch([_orders(handful, faces) for handful in handfuls])]

    def below(self, name: str, limit: int) -> int:
        return self._branch([1] * limit)

    def pick(self, name: str, items: Sequence[int], names: Sequence[str]) -> int:
        return items[self._branch([1] * len(items))]

    def shuffle(self, name: str, items: list[int], names: Sequence[str]) -> None:
        if len(items) > LONGEST_ORDER:
            self.vague = True
            super().shuffle(name, items, names)
            return
        orders = list(permutations(items))
        items[:] = orders[self._branch([1] * len(orders))]


def _orders(handful: list[int], faces: int) -> int:
    """In how many ways dice can show a handful."""
    return factorial(len(handful)) // prod([factorial(handful.count(face)) for face in range(1, faces + 1)])


def branches(run: Callable[[Branching], T], key: bytes) -> Iterator[tuple[Fraction, T]]:
    """Every course that chance can take, with its weight and what came of it. Each runs from the beginning."""
    path: list[int] = []
    while True:
        chance = Branching(key, path)
        came = run(chance)
        yield chance.weight, came
        path = chance.next_path()
        if not path:
            return
