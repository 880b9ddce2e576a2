"""Which requests are answered at all: those for a name that this server goes by, from its own pages."""

from __future__ import annotations

import socket
from collections.abc import Iterable, Mapping
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from sandtable.server.errors import RequestRefused
from sandtable.server.settings import Settings

JSON: Final = "application/json"
ANY_HOST: Final = "*"
DEFAULT_PORTS: Final = {"http": 80, "https": 443}


class Guard:
    """Refuses what pages of other sites make a browser send.

    A site can point a name of its own at this machine, so that its pages count as ours; so only known names are
    answered, and addresses in numbers, which nobody can point elsewhere.
    """

    def __init__(self, settings: Settings) -> None:
        self.names = frozenset(_names(settings))
        self.origins = frozenset(address for address in (settings.address, settings.lan) if address)
        """Where our pages are opened besides the host that a request names: a proxy may have changed that."""

    def check(self, headers: Mapping[str, str]) -> None:
        """Raise unless the request is for us, and from one of our pages or from no page at all."""
        host = headers.get("host", "")
        if not self._is_ours(host):
            raise RequestRefused("unknown_host")
        origin = headers.get("origin")
        if origin is not None and origin not in self.origins:
            page = _authority(origin)
            if page is None or page != _authority(f"http://{host}"):
                raise RequestRefused("foreign_origin")

    def check_body(self, headers: Mapping[str, str]) -> None:
        """Raise if there is a body that does not say that it is JSON: a form of another site could have sent it."""
        empty = headers.get("content-length", "0") == "0" and "transfer-encoding" not in headers
        if not empty and headers.get("content-type", "").partition(";")[0].strip().casefold() != JSON:
            raise RequestRefused("not_json")

    def _is_ours(self, host: str) -> bool:
        name = _name(host)
        return bool(name) and (ANY_HOST in self.names or name in self.names or _is_number(name))


def _names(settings: Settings) -> Iterable[str]:
    """What the server may be called."""
    machine = socket.gethostname().casefold()
    yield from ("localhost", machine, f"{machine}.local")
    yield from (_name(urlsplit(address).netloc) for address in (settings.address, settings.lan) if address)
    yield from (host.casefold() for host in settings.hosts)


def _name(host: str) -> str:
    """A host without its port; empty if it is none."""
    try:
        return (urlsplit(f"//{host}").hostname or "").removesuffix(".")
    except ValueError:
        return ""


def _authority(address: str) -> tuple[str, int | None] | None:
    """Host and port of an address; none if it is no address, such as the origin `null` of a page without one."""
    try:
        parts = urlsplit(address)
        name, port = parts.hostname, parts.port
    except ValueError:
        return None
    if not name:
        return None
    return name, None if port in DEFAULT_PORTS.values() else port


def _is_number(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
