"""Rate limits per client: an allowance that refills steadily (a token bucket)."""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import ip_address, ip_network
from math import ceil
from time import monotonic
from typing import Final, Literal

from msgspec import structs

from sandtable.server.errors import RequestRefused
from sandtable.server.settings import Limits

Kind = Literal["tables", "talk", "hints", "recaps", "analyses", "reads", "repeats"]
PERIODS: Final[dict[Kind, float]] = {
    "tables": 3600.0,
    "talk": 60.0,
    "hints": 60.0,
    "recaps": 60.0,
    "analyses": 3600.0,
    "reads": 60.0,
    "repeats": 60.0,
}
"""Seconds in which a used-up allowance refills."""
IPV6_PREFIX: Final = 64
"""How many leading bits of an IPv6 address belong to the client's network."""


class TooMany(RequestRefused):
    """A client has exceeded a limit."""

    def __init__(self, seconds: float) -> None:
        super().__init__("too_many")
        self.seconds = ceil(seconds)
        """After which it may try again."""


class Limiter:
    """Counts the requests of clients in this process."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = monotonic) -> None:
        self.most: dict[str, int] = structs.asdict(limits)
        self.clock = clock
        self.used: dict[tuple[Kind, str], tuple[float, float]] = {}
        """What a client has used of its allowance, and when that was worked out."""

    def count(self, kind: Kind, client: str) -> None:
        """Count one more request of a client, or raise TooMany."""
        if self.most[kind]:
            self.check(kind, client)
            now = self.clock()
            self.used[kind, client] = (self._used(kind, (kind, client), now) + 1, now)

    def check(self, kind: Kind, client: str) -> None:
        """Raise TooMany if one more request could not be counted."""
        most = self.most[kind]
        if most == 0:
            return
        used = self._used(kind, (kind, client), self.clock())
        if used + 1 > most:
            raise TooMany((used + 1 - most) * PERIODS[kind] / most)

    def sweep(self) -> None:
        """Forget the clients whose allowance is full again."""
        now = self.clock()
        for kind, client in [key for key in self.used if self._used(key[0], key, now) == 0.0]:
            del self.used[kind, client]

    def _used(self, kind: Kind, key: tuple[Kind, str], now: float) -> float:
        """What is still used of an allowance."""
        used, then = self.used.get(key, (0.0, now))
        return max(0.0, used - (now - then) * self.most[kind] / PERIODS[kind])


def client_network(host: str | None) -> str:
    """The client behind an address. IPv6 clients are counted by /64 network: one machine can use any address in it."""
    try:
        address = ip_address(host or "")
    except ValueError:
        return host or ""
    return str(ip_network((address, IPV6_PREFIX), strict=False)) if address.version == 6 else str(address)
