"""Pieces as text: their owner by letter and colour, their value, and whether they are wounded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from rich.text import Text

from sandtable.cli.words import Say
from sandtable.engine.game import Outcome
from sandtable.engine.scene import Piece
from sandtable.engine.words import Words

COLOURS = ("yellow", "green", "cyan", "magenta", "blue", "red")
PLAIN_FACES = ("", "full", "number")
"""Faces of a piece for which only the value is shown."""
NO_OWNER = "·"


class PieceLabels:
    """The texts for one game's seats and pieces. An owner is always shown by letter and colour."""

    def __init__(self, seats: Sequence[str], words: Words, say: Say) -> None:
        self.words = words
        self.say = say
        self.seats = tuple(seats)
        self.letters = _letters([words.name(seat) for seat in seats])

    def letter(self, owner: str) -> str:
        """The letter of a seat; of an owner that is no seat, such as a nation, the first two of its name."""
        if owner in self.seats:
            return self.letters[self.seats.index(owner)]
        return self.words.name(owner)[:2].title() if owner else NO_OWNER

    def style(self, owner: str) -> str:
        """The colour of a seat."""
        return COLOURS[self.seats.index(owner) % len(COLOURS)] if owner in self.seats else ""

    def seat(self, owner: str) -> Text:
        """A seat, or another owner, with its letter, as in the legend."""
        return Text(f"{self.letter(owner)} {self.seat_name(owner)}", style=f"bold {self.style(owner)}".strip())

    def seat_name(self, owner: str) -> str:
        """A seat's name with a capital, for the beginning of a line."""
        name = self.words.name(owner)
        return name[:1].upper() + name[1:]

    def result(self, winners: Sequence[str], drawn: bool) -> str:
        """How a game ended."""
        if drawn:
            return self.say("over.drawn")
        if not winners:
            return self.say("over.nobody")
        names = ", ".join(self.seat_name(seat) for seat in winners)
        return self.say("over.wins_together" if len(winners) > 1 else "over.wins", winners=names)

    def ended(self, outcome: Outcome) -> str:
        """How a game ended, with the points where it counts any."""
        result = self.result([self.seats[seat] for seat in outcome.winners], outcome.drawn)
        if not outcome.points:
            return result
        scored = zip(self.seats, outcome.points, strict=True)
        listed = ", ".join(f"{self.seat_name(seat)} {points}" for seat, points in scored)
        return f"{result} {self.say('over.points', listed=listed)}"

    def name(self, piece: Piece) -> str:
        """The name of a piece, or of its kind if it has none."""
        own = self.words.name(piece.id)
        return own if own != piece.id else self.words.name(piece.kind)

    def pieces(self, pieces: Iterable[Piece], holder: str = "") -> list[Text]:
        """Pieces in few lines: those of one kind and owner share a line. Pieces of the holder get no letter."""
        return [self._line(group, holder) for group in _grouped(pieces, self.name)]

    def _line(self, group: list[tuple[str, str, Piece]], holder: str) -> Text:
        base, _, first = group[0]
        colour = self.style(first.owner)
        letter = "" if holder and first.owner == holder else f"{self.letter(first.owner)} "
        line = Text(letter, style=f"bold {colour}".strip())
        line.append(base, style=f"not bold {colour}".strip())
        members = [self._member(last, piece) for _, last, piece in group]
        if len(members) > 2 and all(member == members[0] for member in members):
            return line.append_text(members[0]).append(f" ×{len(members)}", style="bold")
        return line.append_text(Text("" if group[0][1] else ",").join(members))

    def _member(self, last: str, piece: Piece) -> Text:
        """What distinguishes a piece within its line: the last word of its name, its value and its marks."""
        text = Text(f" {last}" if last else "", style=f"not bold {self.style(piece.owner)}".strip())
        text.append(self.value(piece), style=self._value_style(piece))
        for mark, times in Counter(piece.marks).items():
            twice = f" ×{times}" if times > 1 else ""
            text.append(f" ·{self.words.name(mark)}{twice}", style="not bold italic")
        return text

    def value(self, piece: Piece) -> str:
        """The number on a piece: [4] on its full side, (2) on its wounded side or any other."""
        if piece.face in PLAIN_FACES or piece.face == str(piece.value):
            return "" if piece.value is None else f"[{piece.value}]"
        shown = "" if piece.value is None else str(piece.value)
        if piece.face != "wounded":
            shown = f"{shown} {self.say.known('face', piece.face, self.words.name(piece.face))}".strip()
        return f"({shown})"

    def _value_style(self, piece: Piece) -> str:
        colour = self.style(piece.owner)
        return f"not bold italic {colour}" if piece.face == "wounded" else f"bold {colour}".strip()


def _grouped(pieces: Iterable[Piece], name: Callable[[Piece], str]) -> list[list[tuple[str, str, Piece]]]:
    """Group pieces whose names differ only in the last word: (common part, last word, piece)."""
    groups: dict[tuple[str, str, str], list[tuple[str, str, Piece]]] = {}
    for piece in pieces:
        full = name(piece)
        base, _, last = full.rpartition(" ")
        numbered = bool(base) and (last.isdigit() or set(last) <= set("IVX"))
        entry = (base, last, piece) if numbered else (full, "", piece)
        groups.setdefault((entry[0], piece.kind, piece.owner), []).append(entry)
    return list(groups.values())


def _letters(names: Sequence[str]) -> list[str]:
    """A different letter for each name."""
    taken: list[str] = []
    for name in names:
        letters = [c.upper() for c in name if c.isalnum()]
        taken.append(next((c for c in letters if c not in taken), str(len(taken) + 1)))
    return taken
