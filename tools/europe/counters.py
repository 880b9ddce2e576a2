"""The counters: eight silhouettes, with the values of each nation as they are printed, fresh and used."""

from __future__ import annotations

from tools.europe.flood import Pack


def counters(pack: Pack) -> str:
    return "<svg/>"
