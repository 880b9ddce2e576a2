"""How often one client may do what costs the server something: an allowance that grows back steadily."""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import ip_address, ip_network
from math import ceil
from time import monotonic
from typing import Final, Literal

from msgspec import structs

from sandtable.server.errors import Refusal
from sandtable.server.settings import Limits

Kind = Literal["tables", "talk", "hints", "recaps", "analyses"]
PERIODS: Final[dict[Kind, float]] = {
    "tables": 3600.0,
    "talk": 60.0,
    "hints": 60.0,
    "recaps": 60.0,
    "analyses": 3600.0,
}
"""The seconds in which a limit is reached, or an allowance that was used up has grown back."""
IPV6_HOME: Final = 64
"""The first bits of an IPv6 address that one household shares."""


class TooMany(Refusal):
    """A client has done something too often."""

    def __init__(self, seconds: float) -> None:
        super().__init__("too_many")
        self.seconds = ceil(seconds)
        """After which it may do it again."""


class Limiter:
    """Counts what clients do in this process."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = monotonic) -> None:
        self.most: dict[str, int] = structs.asdict(limits)
        self.clock = clock
        self.used: dict[tuple[Kind, str], tuple[float, float]] = {}
        """What a client has used of its allowance, and when that was worked out."""

    def count(self, kind: Kind, client: str) -> None:
        """Let a client do something once more, or refuse."""
        most = self.most[kind]
        if most == 0:
            return
        now = self.clock()
        used = self._used(kind, (kind, client), now)
        if used + 1 > most:
            raise TooMany((used + 1 - most) * PERIODS[kind] / most)
        self.used[kind, client] = (used + 1, now)

    def sweep(self) -> None:
        """Forget those whose whole allowance has grown back."""
        now = self.clock()
        for kind, client in [key for key in self.used if self._used(key[0], key, now) == 0.0]:
            del self.used[kind, client]

    def _used(self, kind: Kind, key: tuple[Kind, str], now: float) -> float:
        """What is still used of an allowance."""
        used, then = self.used.get(key, (0.0, now))
        return max(0.0, used - (now - then) * self.most[kind] / PERIODS[kind])


def household(host: str | None) -> str:
    """Whom an address stands for: with IPv6 a whole network, of which one computer has as many as it likes."""
    try:
        address = ip_address(host or "")
    except ValueError:
        return host or ""
    return str(ip_network((address, IPV6_HOME), strict=False)) if address.version == 6 else str(address)
