"""Drawing any scene in a terminal: areas as boxes where the map has them, tracks as rows of cells, piles, status.

Nothing is shown by colour alone: owners also have a letter, wounded pieces round brackets, kinds of areas their own
frames.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace
from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.segment import Segment
from rich.style import Style
from rich.table import Table
from rich.text import Text

from sandtable.cli.battle import arrow, battle, face
from sandtable.cli.grid import lay_out
from sandtable.cli.pieces import PieceLabels
from sandtable.engine.scene import NUMBER, Area, Hand, Piece, Pile, Scene, Track
from sandtable.engine.types import Fact

BOX_WIDTH = 25
"""Minimal width of a box of the map."""
TWO_TRACKS = 76
"""From this width on, two tracks stand side by side."""
LONG_TRACK = 12
"""Of tracks with more cells than this, only the cells with markers are shown."""
FRAMES = (box.DOUBLE, box.ROUNDED, box.HEAVY, box.SQUARE)
SIDES = ("full", "wounded")
"""Faces of pieces that the legend explains."""
EMPTY = "▫"
TAKEN = "▪"


class Boxed:
    """A frame around lines, with a title in its top edge and a note in its bottom edge."""

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
        """An edge with a text in it; a long text takes the whole edge."""
        inner = self.width - 2
        shown = Text.assemble(" ", text, " ") if 0 < text.cell_len <= inner - 2 else text.copy()
        shown.truncate(inner, overflow="ellipsis")
        yield Segment(left, self.style)
        yield from shown.render(console)
        yield Segment(line * (inner - shown.cell_len) + right, self.style)
        yield Segment.line()


class Board:
    """Draws a scene."""

    def __init__(self, scene: Scene, labels: PieceLabels) -> None:
        self.scene = scene
        self.labels = labels
        self.words = labels.words
        self.say = labels.say
        ids = {area.id for area in scene.areas}
        self.top_areas = [area for area in scene.areas if area.part_of not in ids]
        self.map_areas = [area for area in self.top_areas if area.x or area.y]
        """Areas with a place on the map; the others are boxes beside it."""
        self.parts = {whole.id: [a for a in scene.areas if a.part_of == whole.id] for whole in self.top_areas}
        kinds = list(dict.fromkeys(area.kind for area in self.map_areas))
        self.frames = {kind: FRAMES[i % len(FRAMES)] for i, kind in enumerate(kinds)}

    def as_map(self, width: int) -> RenderableType:
        """The whole scene, with the map as boxes."""
        columns = max(1, min(6, width // BOX_WIDTH))
        cell = width // columns
        rows = [self._row(row, cell) for row in lay_out(self.map_areas, columns)]
        return Group(self.status(), *rows, *self._beside(self._tracks(width)))

    def as_list(self, width: int) -> RenderableType:
        """The whole scene, with one line per area, for low terminals."""
        lines = [(self._title(area), self._line(area)) for area in self.map_areas]
        return Group(self.status(), _two_columns(lines, width), *self._beside(self._markers()))

    def as_brief(self, width: int) -> RenderableType:
        """Only pieces and markers, for very low terminals."""
        empty = [area for area in self.map_areas if not self.pieces_in(area)]
        lines = [(self._title(area), self._line(area, facts=False)) for area in self.map_areas if area not in empty]
        names = Text(", ").join(self._title(area) for area in empty)
        rest = [Text.assemble((self.say("board.empty"), "dim"), " ", names)] if empty else []
        seats = [self.legend()] if self.scene.standing else []
        below = [self._markers(), *self.fighting(), *seats]
        return Group(self.status(), _two_columns(lines, width), *rest, *below)

    def fitting(self, console: Console, lines_below: int) -> RenderableType:
        """The largest drawing that leaves this many lines of the terminal free below it."""
        drawn = self.as_map(console.width)
        for smaller in (self.as_list, self.as_brief):
            if console.is_terminal and height(console, drawn) + lines_below > console.height:
                drawn = smaller(console.width)
        return drawn

    def status(self) -> Text:
        """The status line: turn, phase and the like, and dice."""
        parts = [self.words.status(key, value) for key, value in self.scene.status.items()]
        dice = [f"{self.words.name(die.id)} {face(die.face, self.labels)} {die.face}" for die in self.scene.dice]
        return Text(" · ".join(part for part in parts + dice if part), style="bold reverse")

    def legend(self) -> Text:
        """What letters and brackets mean."""
        seats = Text("  ").join(self._seat(owner) for owner in (*self.labels.seats, *self._others()))
        sided = any(piece.face in SIDES for area in self.scene.areas for piece in area.pieces)
        legend = [self.say("board.legend")] if sided else []
        legend += [self.say("board.parts")] if any(self.parts.values()) else []
        return Text.assemble(seats, "  ", ("  ".join(legend), "dim"))

    def _seat(self, seat: str) -> Text:
        """A seat, or another owner, with what it has of all that the game counts."""
        counts = self.scene.standing.get(seat, {})
        counted = ", ".join(self.words.standing(key, number) for key, number in counts.items())
        return self.labels.seat(seat).append(f" {counted}".rstrip(), style="not bold")

    def _others(self) -> list[str]:
        """Owners that are no seats, in the order in which they are met."""
        owners = [owner for area in self.scene.areas for owner in (area.owner, *(piece.owner for piece in area.pieces))]
        return [owner for owner in dict.fromkeys(owners) if owner and owner not in self.labels.seats]

    def fighting(self) -> Iterable[RenderableType]:
        """Arrows, and the battle that is being fought."""
        if self.scene.arrows:
            yield Text(" · ").join(arrow(each, self.labels) for each in self.scene.arrows)
        if self.scene.battle is not None:
            yield from battle(self.scene.battle, self.labels)

    def _beside(self, tracks: RenderableType) -> Iterable[RenderableType]:
        """Everything beside the map: tracks, piles, boxes, hands, legend."""
        yield tracks
        boxes = [area for area in self.top_areas if area not in self.map_areas and area.pieces]
        beside = [self._pile(pile) for pile in self.scene.piles] + [self._box_beside(area) for area in boxes]
        if beside:
            yield Text(" · ").join(beside)
        yield from (self._hand(hand) for hand in self.scene.hands)
        yield from self.fighting()
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
        return Boxed(title, inside, note, self.frames[area.kind], self.labels.style(area.owner), width)

    def _title(self, area: Area) -> Text:
        style = f"bold {self.labels.style(area.owner)}".strip()
        letter = f"{self.labels.letter(area.owner)} " if area.owner else ""
        side = f" ({self.words.name(area.face)})" if area.face else ""
        return Text(f"{letter}{self.name(area)}{side}", style=style)

    def name(self, area: Area) -> str:
        """The name of an area, with its number in the rulebook where it has one."""
        named = self.words.name(area.id)
        return f"{area.facts[NUMBER]} {named}" if NUMBER in area.facts else named

    def pieces_in(self, area: Area) -> list[Piece]:
        """Everything in an area and its parts."""
        return area.pieces + [piece for part in self.parts[area.id] for piece in part.pieces]

    def _inside(self, area: Area) -> Iterable[RenderableType]:
        """What is in an area. The holder's pieces get no letter, because the title has it."""
        yield from (_hanging(line) for line in self.labels.pieces(area.pieces, area.owner))
        parts = self.parts[area.id]
        if parts:
            yield Text(f"{self.words.name(parts[0].kind)} {_cells(parts)}", style="dim")
            inside = [piece for part in parts for piece in part.pieces]
            yield from (_hanging(line) for line in self.labels.pieces(inside))

    def _line(self, area: Area, facts: bool = True) -> Text:
        bits = self.labels.pieces(area.pieces, area.owner)
        parts = self.parts[area.id]
        if parts:
            bits.append(Text(_cells(parts), style="dim"))
            bits.extend(self.labels.pieces([piece for part in parts for piece in part.pieces]))
        told = self.facts(area.facts) if facts else ""
        if told:
            bits.append(Text(told, style="dim"))
        return Text("  ").join(bits) if bits else Text("–", style="dim")

    def facts(self, facts: dict[str, Fact]) -> str:
        """The facts of an area in words; its number stands in the title."""
        told = {key: value for key, value in facts.items() if key != NUMBER}
        return " · ".join(f"{self.words.name(key)} {self.words.name(value)}" for key, value in told.items())

    # ------------------------------------------------------------------ tracks, piles, hands

    def _tracks(self, width: int) -> RenderableType:
        """A row of cells for each marker, two side by side if the terminal is wide enough."""
        sides = 2 if width >= TWO_TRACKS else 1
        rows = [self._marker(track, name, width // sides) for track in self.scene.tracks for name in track.markers]
        grid = Table.grid(padding=(0, 2, 0, 0))
        half = -(-len(rows) // sides)
        for at in range(half):
            grid.add_row(*rows[at::half])
        return grid

    def _marker(self, track: Track, marker: str, width: int) -> Text:
        """A marker's row of cells, with brackets around its own cell."""
        here = track.cells.index(track.markers[marker])
        printed = [self.words.name(track.shown(cell)) for cell in track.cells]
        if len(track.cells) > LONG_TRACK:
            here, printed = 0, [printed[here]]
        longest = max(len(self.words.name(name)) for row in self.scene.tracks for name in row.markers)
        name = Text(self.words.name(marker))
        name.truncate(min(longest, width - len(" ".join(printed)) - 5), overflow="ellipsis", pad=True)
        before = "".join(f" {cell}" for cell in printed[:here])
        after = "".join(f"{cell} " for cell in printed[here + 1 :])
        row = Text.assemble((before, "dim"), (f"[{printed[here]}]", "bold"), (after, "dim"))
        return Text.assemble(name, " ", row)

    def _markers(self) -> Text:
        """All markers in one line of text."""
        bits = [
            Text.assemble(f"{self.words.name(marker)} ", (self.words.name(track.shown(at)), "bold"))
            for track in self.scene.tracks
            for marker, at in track.markers.items()
        ]
        return Text(" · ").join(bits)

    def _box_beside(self, area: Area) -> Text:
        """A box beside the map: its pieces, or only their number if all are alike."""
        title = Text(f"{self.words.name(area.id)} ", style=self.labels.style(area.owner))
        if all(self._alike(piece) for piece in area.pieces):
            return title.append(str(len(area.pieces)))
        return Text.assemble(title, Text(", ").join(self.labels.pieces(area.pieces)))

    def _alike(self, piece: Piece) -> bool:
        """Whether another piece has the same name, so that they cannot be told apart. (A kind may share the name.)"""
        name = self.labels.name(piece)
        return sum(name == other for thing, other in self.words.names.items() if thing != piece.kind) > 1

    def _pile(self, pile: Pile) -> Text:
        text = Text(f"{self.words.name(pile.id)} {pile.count}", style=self.labels.style(pile.owner))
        if pile.top is not None:
            name, value = self.labels.name(pile.top), self.labels.value(pile.top)
            said = name if name.startswith(f"{pile.top.value} ") else name + value  # a number that its name begins with
            text.append(f" → {value if value == f'[{name}]' else said}")
        return text

    def _hand(self, hand: Hand) -> Text:
        owner = self.labels.seat(hand.owner)
        text = Text.assemble(owner, f" {self.words.name(hand.id)} {hand.count}")
        if hand.cards:
            cards = [replace(card, owner=hand.owner) for card in hand.cards]
            known = self.labels.pieces(cards, hand.owner)
            unknown = [Text(self.say("board.unknown", count=hand.hidden), style="dim")] if hand.hidden else []
            text.append(": ").append(Text(", ").join([*known, *unknown]))
        return text


def height(console: Console, drawn: RenderableType) -> int:
    """How many lines a drawing takes."""
    return len(console.render_lines(drawn, pad=False))


def _cells(parts: Sequence[Area]) -> str:
    """The parts of an area as a row of symbols: taken or free."""
    return "".join(TAKEN if part.pieces else EMPTY for part in parts)


def _two_columns(lines: Iterable[tuple[Text, Text]], width: int) -> Table:
    grid = Table.grid(padding=(0, 1))
    grid.add_column(no_wrap=True, max_width=max(16, width // 3))
    grid.add_column(ratio=1)
    for left, right in lines:
        grid.add_row(left, right)
    return grid


def _hanging(line: Text) -> Table:
    """A line with a hanging indent."""
    grid = Table.grid()
    grid.add_column(width=2)
    grid.add_column(overflow="fold")
    grid.add_row(line[:2], line[2:])
    return grid
