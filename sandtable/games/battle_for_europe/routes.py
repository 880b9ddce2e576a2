"""Routes of aid: who sends to whom (lend.usa_britain.when, lend.ussr.when); each has one stack under way at most."""

from __future__ import annotations

from typing import Final

from sandtable.engine.choices import ids
from sandtable.engine.errors import BadPack
from sandtable.engine.pack import PackFile
from sandtable.engine.types import Rows
from sandtable.games.battle_for_europe.scenarios import POWER_KEYS

ROUTE_KEYS: Final = ("usa_britain", "usa_ussr", "britain_ussr")
ROUTES: Final = len(ROUTE_KEYS)
SENDERS: Final = tuple([POWER_KEYS.index(key.split("_")[0]) for key in ROUTE_KEYS])
RECEIVERS: Final = tuple([POWER_KEYS.index(key.split("_")[1]) for key in ROUTE_KEYS])
CONVOY_IDS: Final = ids("convoy", ROUTE_KEYS)
AID_SHARE: Final = 4
"""One sending is at most a quarter of the base (lend.quarter)."""
MOST_AID: Final = 13
"""The most HPP that one stack can hold, whatever the pack says."""


def check_aid(file: PackFile, base_hpp: Rows) -> None:
    """No pack has so much HPP that a stack cannot hold a quarter of them."""
    if max([max(base_hpp[power]) for power in SENDERS]) // AID_SHARE > MOST_AID:
        raise BadPack(file.path.name, "[[power]]", f"a quarter of the base HPP is more than {MOST_AID}")
