"""Positions with convoys of aid, for tests: in 1944, when all Allies are at war, and in 1941, when America is not."""

from __future__ import annotations

from sandtable.engine.types import Json
from sandtable.games.battle_for_europe.routes import ROUTE_KEYS
from tests.games.battle_for_europe.war import PACK, Table, War, war

BRITISH, AMERICAN = 1, 2
"""Their places in the order of both scenarios: the Soviet Union is first."""
FLEET: dict[str, Json] = {"fleet": 1}
SUMMER_1941 = PACK.cell_keys.index("1941_summer")


def in_1944(phase: str = "transferring", acting: int = BRITISH, players: int = 2) -> War:
    """The Allied turn of spring 1944: Britain (base 32) and the United States (base 55), with a fleet in Edinburgh."""
    place = war("bagration_overlord", players).advanced().phase(phase, 0, acting)
    return place.stack("edinburgh", britain=FLEET).stack("plymouth", usa=FLEET)


def in_1941(phase: str = "transferring", acting: int = AMERICAN, players: int = 2) -> War:
    """The Allied turn of autumn 1941: Germany has attacked the Soviet Union, the United States is neutral."""
    return all_of_1941(phase, acting, players).set(units={"others": "off"}).stack("edinburgh", britain={"fleet": 2})


def all_of_1941(phase: str = "transferring", acting: int = AMERICAN, players: int = 2) -> War:
    """The same with all units where they usually are."""
    place = war("barbarossa", players).advanced().season("1941_autumn").phase(phase, 1, acting)
    return attacked(place).all_units()


def attacked(place: War) -> War:
    """Germany has declared war on the Soviet Union in summer 1941."""
    foes: dict[str, Json] = {
        "germany": ["britain", "ussr"],
        "italy": ["britain", "ussr"],
        "ussr": ["germany", "italy"],
        "britain": ["germany", "italy"],
    }
    return place.set(german_attack=SUMMER_1941, alliance={"ussr": "allies"}, at_war_with=foes)


def under_way(place: War, fresh: bool = False, **stacks: int) -> War:
    """Stacks face down, by route, with what everybody knows of them: a quarter at most."""
    most = {"britain": 8, "usa": 13}
    told: dict[str, Json] = {"stacks": {**stacks}, "most": {**most}}
    if fresh:
        told["fresh"] = [*stacks]
    return place.set(lend_lease=told)


def send(table: Table, receiver: str, amount: int, base: str = "edinburgh") -> Table:
    """A power sends a stack."""
    table.choose("aid", f"nation:{receiver}")
    if table.prompt == "aid.by":
        table.choose("by", f"area:{base}")
    return table.choose("convoy", amount)


def stack(table: Table, route: str) -> int:
    """What a stack holds; -1 if there is none."""
    return table.state.lease_now().stacks[ROUTE_KEYS.index(route)]
