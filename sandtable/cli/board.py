"""Drawing any scene in a terminal: areas as boxes where the map has them, tracks as rows of cells, piles, status.

No meaning is in a colour alone: owners have a letter, wounded pieces have round brackets, kinds of areas have frames
of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.segment import Segment
from rich.style import Style
from rich.table import Table
from rich.text import Text

from sandtable.cli.grid import lay_out
from sandtable.cli.pieces import Pens
from sandtable.engine.scene import Area, Hand, Piece, Pile, Scene, Track
from sandtable.engine.types import Fact

BOX_WIDTH = 25
"""Columns that a box of the map takes at least."""
TWO_TRACKS = 76
"""Columns from which on tracks stand two side by side."""
LONG_TRACK = 12
"""Tracks with more cells than this show only where their markers are."""
FRAMES = (box.DOUBLE, box.ROUNDED, box.HEAVY, box.SQUARE)
EMPTY = "▫"
TAKEN = "▪"
DICE = "⚀⚁⚂⚃⚄⚅"


class Boxed:
    """Lines in a frame with a title in its top edge and a note in its bottom edge."""

    def __init__(self, title: Text, lines: RenderableType, note: Text, frame: box.Box, style: str, width: int) -> None:
        self.title = title
        self.lines = lines
        self.note = note
        self.frame = frame
        self.style = Style.parse(style)
        self.width = width

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        frame, inner = self.frame, self.width - 2
        yield from self._edge(console, frame.top_left, self.title, frame.top, frame.top_right)
        for line in console.render_lines(self.lines, options.update(width=inner)):
            yield Segment(frame.mid_left, self.style)
            yield from line
            yield Segment(frame.mid_right, self.style)
            yield Segment.line()
        yield from self._edge(console, frame.bottom_left, self.note, frame.bottom, frame.bottom_right)

    def _edge(self, console: Console, left: str, text: Text, line: str, right: str) -> Iterable[Segment]:
        """An edge with a text in it, from corner to corner where it is long."""
        inner = self.width - 2
        shown = Text.assemble(" ", text, " ") if 0 < text.cell_len <= inner - 2 else text.copy()
        shown.truncate(inner, overflow="ellipsis")
        yield Segment(left, self.style)
        yield from shown.render(console)
        yield Segment(line * (inner - shown.cell_len) + right, self.style)
        yield Segment.line()


class Board:
    """A scene ready to be drawn."""

    def __init__(self, scene: Scene, pens: Pens) -> None:
        self.scene = scene
        self.pens = pens
        self.words = pens.words
        self.say = pens.say
        ids = {area.id for area in scene.areas}
        self.wholes = [area for area in scene.areas if area.part_of not in ids]
        self.places = [area for area in self.wholes if area.x or area.y]
        """Areas that have a place on the map; the others are boxes beside it."""
        self.parts = {whole.id: [a for a in scene.areas if a.part_of == whole.id] for whole in self.wholes}
        kinds = list(dict.fromkeys(area.kind for area in self.places))
        self.frames = {kind: FRAMES[i % len(FRAMES)] for i, kind in enumerate(kinds)}

    def as_map(self, width: int) -> RenderableType:
        """The whole table with the map as boxes."""
        columns = max(1, min(6, width // BOX_WIDTH))
        cell = width // columns
        rows = [self._row(row, cell) for row in lay_out(self.places, columns)]
        return Group(self.status(), *rows, *self._beside(self._tracks(width)))

    def as_list(self, width: int) -> RenderableType:
        """The whole table with a line for each area, for low terminals."""
        lines = [(self._title(area), self._line(area)) for area in self.places]
        return Group(self.status(), _two_columns(lines, width), *self._beside(self._levels()))

    def as_brief(self, width: int) -> RenderableType:
        """Pieces and levels only, for very low terminals."""
        empty = [area for area in self.places if not self.pieces_in(area)]
        lines = [(self._title(area), self._line(area, facts=False)) for area in self.places if area not in empty]
        names = Text(", ").join(self._title(area) for area in empty)
        rest = [Text.assemble((self.say("board.empty"), "dim"), " ", names)] if empty else []
        return Group(self.status(), _two_columns(lines, width), *rest, self._levels())

    def fitting(self, console: Console, room: int) -> RenderableType:
        """The map, or what else the terminal is high enough for with `room` lines under it."""
        drawn = self.as_map(console.width)
        for smaller in (self.as_list, self.as_brief):
            if console.is_terminal and height(console, drawn) + room > console.height:
                drawn = smaller(console.width)
        return drawn

    def status(self) -> Text:
        """Turn, phase and the like."""
        parts = [self.words.status(key, value) for key, value in self.scene.status.items()]
        dice = [f"{self.words.name(die.id)} {DICE[die.face - 1]} {die.face}" for die in self.scene.dice]
        return Text(" · ".join(part for part in parts + dice if part), style="bold reverse")

    def legend(self) -> Text:
        """Which letter is which seat, and what the brackets mean."""
        seats = Text("  ").join(self.pens.seat(seat) for seat in self.pens.seats)
        legend = [self.say("board.legend")] + ([self.say("board.parts")] if any(self.parts.values()) else [])
        return Text.assemble(seats, "  ", ("  ".join(legend), "dim"))

    def _beside(self, tracks: RenderableType) -> Iterable[RenderableType]:
        """What lies beside the map."""
        yield tracks
        boxes = [area for area in self.wholes if area not in self.places and area.pieces]
        beside = [self._pile(pile) for pile in self.scene.piles] + [self._aside(area) for area in boxes]
        if beside:
            yield Text(" · ").join(beside)
        yield from (self._hand(hand) for hand in self.scene.hands)
        yield self.legend()

    # ------------------------------------------------------------------ areas

    def _row(self, row: Sequence[Area | None], cell: int) -> Table:
        grid = Table.grid()
        for _ in row:
            grid.add_column(width=cell)
        grid.add_row(*(self._box(area, cell) if area is not None else "" for area in row))
        return grid

    def _box(self, area: Area, width: int) -> Boxed:
        title = self._title(area)
        if title.cell_len > width - 2:
            title = title.split(" (")[0]
        note = Text(self.facts(area.facts), style="dim")
        inside = Group(*self._inside(area))
        return Boxed(title, inside, note, self.frames[area.kind], self.pens.style(area.owner), width)

    def _title(self, area: Area) -> Text:
        style = f"bold {self.pens.style(area.owner)}".strip()
        sign = f"{self.pens.sign(area.owner)} " if area.owner else ""
        return Text(f"{sign}{self.words.name(area.id)}", style=style)

    def pieces_in(self, area: Area) -> list[Piece]:
        """Everything in an area and its parts."""
        return area.pieces + [piece for part in self.parts[area.id] for piece in part.pieces]

    def _inside(self, area: Area) -> Iterable[RenderableType]:
        """What lies in an area. Its holder's pieces need no letter of their own: the title has it."""
        yield from (_hanging(line) for line in self.pens.pieces(area.pieces, area.owner))
        parts = self.parts[area.id]
        if parts:
            yield Text(f"{self.words.name(parts[0].kind)} {_cells(parts)}", style="dim")
            lying = [piece for part in parts for piece in part.pieces]
            yield from (_hanging(line) for line in self.pens.pieces(lying))

    def _line(self, area: Area, facts: bool = True) -> Text:
        bits = self.pens.pieces(area.pieces, area.owner)
        parts = self.parts[area.id]
        if parts:
            bits.append(Text(_cells(parts), style="dim"))
            bits.extend(self.pens.pieces([piece for part in parts for piece in part.pieces]))
        if area.facts and facts:
            bits.append(Text(self.facts(area.facts), style="dim"))
        return Text("  ").join(bits) if bits else Text("–", style="dim")

    def facts(self, facts: dict[str, Fact]) -> str:
        """The numbers printed on an area."""
        return " · ".join(f"{self.words.name(key)} {self.words.name(value)}" for key, value in facts.items())

    # ------------------------------------------------------------------ tracks, piles, hands

    def _tracks(self, width: int) -> RenderableType:
        """A row of cells for each marker, two side by side where there is room."""
        sides = 2 if width >= TWO_TRACKS else 1
        rows = [self._marker(track, name, width // sides) for track in self.scene.tracks for name in track.markers]
        grid = Table.grid(padding=(0, 2, 0, 0))
        half = -(-len(rows) // sides)
        for at in range(half):
            grid.add_row(*rows[at::half])
        return grid

    def _marker(self, track: Track, marker: str, width: int) -> Text:
        """A marker's row of cells, the one that it is in between brackets."""
        at = track.markers[marker]
        short = len(track.cells) <= LONG_TRACK
        cells = " " + "".join(f"{cell} " for cell in track.cells) if short else f" {at} "
        longest = max(len(self.words.name(name)) for row in self.scene.tracks for name in row.markers)
        name = Text(self.words.name(marker))
        name.truncate(min(longest, width - len(cells) - 3), overflow="ellipsis", pad=True)
        before = cells.index(f" {at} ")
        after = before + len(str(at)) + 2
        row = Text.assemble((cells[:before], "dim"), (f"[{at}]", "bold"), (cells[after:], "dim"))
        return Text.assemble(name, " ", row)

    def _levels(self) -> Text:
        """All markers in running text."""
        bits = [
            Text.assemble(f"{self.words.name(marker)} ", (str(at), "bold"))
            for track in self.scene.tracks
            for marker, at in track.markers.items()
        ]
        return Text(" · ").join(bits)

    def _aside(self, area: Area) -> Text:
        """A box beside the map: what is in it, or how many where all are alike."""
        title = Text(f"{self.words.name(area.id)} ", style=self.pens.style(area.owner))
        if all(self._alike(piece) for piece in area.pieces):
            return title.append(str(len(area.pieces)))
        return Text.assemble(title, Text(", ").join(self.pens.pieces(area.pieces)))

    def _alike(self, piece: Piece) -> bool:
        """Whether nobody can tell this piece from another one, since both have the same name; its kind may share it."""
        name = self.pens.name(piece)
        return sum(name == other for thing, other in self.words.names.items() if thing != piece.kind) > 1

    def _pile(self, pile: Pile) -> Text:
        text = Text(f"{self.words.name(pile.id)} {pile.count}", style=self.pens.style(pile.owner))
        if pile.top is not None:
            name, value = self.pens.name(pile.top), self.pens.value(pile.top)
            text.append(f" → {value if value == f'[{name}]' else name + value}")
        return text

    def _hand(self, hand: Hand) -> Text:
        owner = self.pens.seat(hand.owner)
        text = Text.assemble(owner, f" {self.words.name(hand.id)} {hand.count}")
        if hand.cards:
            cards = [replace(card, owner=hand.owner) for card in hand.cards]
            text.append(": ").append(Text(", ").join(self.pens.pieces(cards, hand.owner)))
        return text


def height(console: Console, drawn: RenderableType) -> int:
    """How many lines something takes."""
    return len(console.render_lines(drawn, pad=False))


def _cells(parts: Sequence[Area]) -> str:
    """The parts of an area as a row of signs: taken or free."""
    return "".join(TAKEN if part.pieces else EMPTY for part in parts)


def _two_columns(lines: Iterable[tuple[Text, Text]], width: int) -> Table:
    grid = Table.grid(padding=(0, 1))
    grid.add_column(no_wrap=True, max_width=max(16, width // 3))
    grid.add_column(ratio=1)
    for left, right in lines:
        grid.add_row(left, right)
    return grid


def _hanging(line: Text) -> Table:
    """A line whose continuations stand a little to the right."""
    grid = Table.grid()
    grid.add_column(width=2)
    grid.add_column(overflow="fold")
    grid.add_row(line[:2], line[2:])
    return grid
