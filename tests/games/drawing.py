"""The drawn boards as their tests read them: shapes by id, boxes, and places that a scene may speak of."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import NamedTuple

from sandtable.engine.scene import Scene
from tests.playing import AnyGame

Point = tuple[float, float]


class Box(NamedTuple):
    x: float
    y: float
    width: float
    height: float

    def overlaps(self, other: Box) -> bool:
        return (
            self.x < other.x + other.width
            and other.x < self.x + self.width
            and self.y < other.y + other.height
            and other.y < self.y + self.height
        )

    def within(self, other: Box) -> bool:
        return (
            other.x <= self.x
            and other.y <= self.y
            and self.x + self.width <= other.x + other.width
            and self.y + self.height <= other.y + other.height
        )

    def corners(self) -> list[Point]:
        right, bottom = self.x + self.width, self.y + self.height
        return [(self.x, self.y), (right, self.y), (right, bottom), (self.x, bottom)]

    def holds(self, sizes: list[tuple[int, int]]) -> bool:
        """Whether these pieces fit, laid in rows in this order with a gap of 2."""
        x, y, high = 0, 0, 0
        for width, height in sizes:
            if x + width > self.width:
                x, y, high = 0, y + high + 2, 0
            if x + width > self.width or y + height > self.height:
                return False
            x, high = x + width + 2, max(high, height)
        return True

    def room_for(self, size: int) -> int:
        """How many square pieces of this size fit side by side."""
        return int(self.width // size) * int(self.height // size)


def kind(element: ET.Element) -> str:
    return element.tag.rpartition("}")[2]


def classes(element: ET.Element) -> set[str]:
    return set(element.get("class", "").split())


def value(element: ET.Element, name: str, form: str) -> str:
    """An attribute of an element in one of the forms of a board."""
    changes = element.get("data-wide", "").split(";") if form == "wide" else []
    changed = dict(change.split(":") for change in changes if change)
    return str(changed.get(name, element.get(name, "0")))


def places(scene: Scene) -> set[str]:
    """Where a scene puts things: areas, piles and the cells of tracks."""
    cells = {f"{track.id}:{cell}" for track in scene.tracks for cell in track.cells}
    return {area.spot or area.id for area in scene.areas} | {pile.id for pile in scene.piles} | cells


class Drawing:
    """A game's board."""

    def __init__(self, game: AnyGame) -> None:
        self.file = game.folder / "art" / "board.svg"
        self.svg = ET.parse(self.file).getroot()
        self.by_id = {e.get("id", ""): e for e in self.svg.iter() if e.get("id")}
        self.forms = ("upright", "wide") if self.svg.get("data-wide") else ("upright",)
        """The arrangements of the board; on a wide screen some parts may lie elsewhere."""

    def __repr__(self) -> str:
        return self.file.parts[-3]

    def board(self, form: str = "upright") -> Box:
        return Box(*map(float, value(self.svg, "viewBox", form).split()))

    def box(self, name: str, form: str = "upright") -> Box:
        return Box(*(float(value(self.by_id[name], side, form)) for side in Box._fields))

    def pieces(self, area: str, form: str = "upright") -> Box:
        """The room of an area for its pieces."""
        return self.box(f"{area}/pieces", form)

    def areas(self) -> set[str]:
        return {e.get("id", "") for e in self.svg.iter() if "area" in classes(e)}

    def hidden_unless_there(self) -> set[str]:
        """Areas that are drawn only while a scene speaks of them."""
        return {has for e in self.svg.iter() if (has := e.get("data-has"))}
