"""What a side has, area by area, as opponents count it: its units, those that attack together, and their attacks."""

from __future__ import annotations

from sandtable.games.battle_for_europe.pack import AREAS
from sandtable.games.battle_for_europe.scenarios import TYPES


class Attack:
    """The strongest attack that a side could make on an area."""

    __slots__ = ("area", "units", "values", "win", "gain", "price")

    def __init__(self, area: int, units: float, values: float, win: float, gain: float, price: int = 1) -> None:
        self.area = area
        self.units = units
        self.values = values
        self.win = win
        """How likely it succeeds."""
        self.gain = gain
        """What it brings in HPP, losses taken off; never less than nothing, since nobody has to attack."""
        self.price = price
        """HPP that it costs, with the declaration of war if it needs one."""


class Corps:
    """Units of a side that attack together, area by area; numbers have a fraction where a battle is undecided."""

    __slots__ = ("men", "teeth", "tanks", "tank_teeth", "ready", "ready_teeth", "ready_tanks", "planes", "fresh",
                 "ships", "paratroops", "land_at", "air_at", "sailor")  # fmt: skip

    def __init__(self, sailor: int) -> None:
        self.men = [0.0] * AREAS
        """Land units."""
        self.teeth = [0.0] * AREAS
        """Their attack values."""
        self.tanks = [0.0] * AREAS
        self.tank_teeth = [0.0] * AREAS
        self.ready = [0.0] * AREAS
        """Land units that can still attack this turn."""
        self.ready_teeth = [0.0] * AREAS
        self.ready_tanks = [0.0] * AREAS
        """Armour among them."""
        self.planes = [0.0] * AREAS
        self.fresh = [0.0] * AREAS
        """Unused aircraft."""
        self.ships = [0.0] * AREAS
        self.paratroops: dict[int, float] = {}
        """By area: those among the land units that drop."""
        self.land_at = 0
        """Where its land units are, as a mask."""
        self.air_at = 0
        self.sailor = sailor
        """The power whose ships these are for the most part."""


class Stand:
    """What one side has, area by area."""

    __slots__ = ("men", "guard", "planes", "fresh", "ships", "cost", "areas", "funds", "units", "purse", "corps",
                 "starving", "teeth")  # fmt: skip

    def __init__(self) -> None:
        self.men = [0.0] * AREAS
        """Land units."""
        self.teeth = [0.0] * AREAS
        """Their attack values."""
        self.guard = [0.0] * AREAS
        """Their defence values."""
        self.planes = [0.0] * AREAS
        self.fresh = [0.0] * AREAS
        """Unused aircraft."""
        self.ships = [0.0] * AREAS
        self.cost = [0.0] * AREAS
        """HPP of the land units."""
        self.starving = 0.0
        """HPP of land units that were cut off when their turn began and are not supplied yet (sup.starve)."""
        self.areas = 0
        """What the side holds, as a mask."""
        self.funds = 0
        """HPP that it can spend in its next turn."""
        self.purse = 0
        """HPP that it can still spend in this one."""
        self.units = [0.0] * len(TYPES)
        """By type: how many it has."""
        self.corps: dict[int, Corps] = {}
        """By the power that leads it."""
