"""Reading the examples of a game, and finding the lines in them. An error names file, example and step."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import msgspec

from sandtable.engine.errors import BadFile, BadPosition
from sandtable.engine.files import explained, read_toml
from sandtable.engine.game import Game, S
from sandtable.engine.lesson.format import Axis, Base, Case, Example, File, Grid, Script, Step, Sum, Then
from sandtable.engine.lesson.notation import plain, word
from sandtable.engine.types import Json

FOLDER = "examples"
ASKING = ("asked", "prompt", "told", "offers", "only", "refuses", "outcome")
"""What can be expected only while somebody is asked, not in a step with a frame."""


class BadExample(BadFile):
    """An example that cannot be read, or whose expectations are not met."""

    def __init__(self, file: str, where: str, why: str) -> None:
        super().__init__(f"{file}: {where}: {why}" if where else f"{file}: {why}")


class UnknownExample(BadFile):
    """There is no example, or no line of it, by that name."""

    code = "bad_request"


@dataclass(frozen=True)
class Line:
    """One way through an example: a case, a cell of a grid, or the example itself."""

    file: str
    example: Example
    id: str
    """Empty if the example has only one line."""
    en: str
    hu: str
    """How it differs from the other lines: the name of its case, or the heading of its grid."""
    cell: tuple[tuple[str, str], ...]
    """For a cell of a grid: the paths in the example that the grid varies, and the values in this cell."""
    options: Mapping[str, str | int | bool]
    layers: tuple[dict[str, Json], ...]
    """Partial positions, merged one after the other into the opening position; empty for a new game."""
    after: Line | None
    """The line that is played before, without being shown."""
    chance: Script
    then: tuple[Then, ...]
    """What must hold before the first step."""
    steps: tuple[Step, ...]

    @property
    def address(self) -> str:
        return f"{self.example.id}/{self.id}" if self.id else self.example.id

    def fault(self, step: int, why: str) -> BadExample:
        """The error for a step, counted from 1; step 0 is the beginning."""
        return BadExample(self.file, f"{self.address}, step {step}" if step else self.address, why)


class Book:
    """All the examples of a game."""

    def __init__(self, game: Game[S], files: Mapping[str, Mapping[str, object]]) -> None:
        """Check the files of a game, given by name as parsed TOML."""
        self.rules = game.ledger.rules
        self.examples: dict[str, Example] = {}
        self.bases: dict[str, Base] = {}
        self.file_of: dict[str, str] = {}
        for name, data in files.items():
            file = _converted(name, data)
            if file.game != game.slug:
                raise BadExample(name, "game", f"is {file.game!r}, but the file lies with {game.slug!r}")
            entries: list[Base | Example] = [*file.base, *file.example]
            for entry in entries:
                if entry.id in self.file_of:
                    raise BadExample(name, entry.id, f"the id stands in {self.file_of[entry.id]} too")
                self.file_of[entry.id] = name
            self.bases.update((base.id, base) for base in file.base)
            self.examples.update((example.id, example) for example in file.example)

    # ------------------------------------------------------------------ lines

    @cached_property
    def lines(self) -> dict[str, list[Line]]:
        """The lines of every example, in the order of the files."""
        return {name: self.lines_of(name) for name in self.examples}

    def lines_of(self, name: str) -> list[Line]:
        """The lines of one example."""
        if name not in self.examples:
            raise UnknownExample(f"there is no example {name!r}")
        found = list(self._lines(self.examples[name]))
        seen: set[str] = set()
        for line in found:
            if line.id in seen:
                raise line.fault(0, "two lines have this name")
            seen.add(line.id)
            _check(line, self.rules)
        return found

    def line(self, address: str) -> Line:
        """A line by its address, `example/line`; if only the example is named, its first line."""
        name, _, wanted = address.partition("/")
        lines = self.lines_of(name)
        if not wanted:
            return lines[0]
        for line in lines:
            if line.id == wanted:
                return line
        known = ", ".join(line.id for line in lines if line.id)
        raise UnknownExample(f"{name} has no line {wanted!r}; {f'it has {known}' if known else 'it is one line'}")

    def _lines(self, example: Example) -> Iterator[Line]:
        grid = example.grid
        if grid is None and not example.case:
            yield self._line(example, Case(example.id, example.en, example.hu), "")
        if grid is not None:
            yield from self._cells(example, grid)
        for case in example.case:
            yield self._line(example, case, case.id)

    def _cells(self, example: Example, grid: Grid) -> Iterator[Line]:
        """A line for every cell of a grid: the example with the values of row and column, then the step of the cell."""
        file = self.file_of[example.id]
        downs = [None] if grid.down is None else grid.down.values
        for down, row in zip(downs, _rows(file, example.id, grid, len(downs)), strict=True):
            for across, kind in zip(grid.across.values, row, strict=True):
                values = [(grid.across, across)]
                if grid.down is not None:
                    values.insert(0, (grid.down, down))
                cell = tuple((axis.at, word(plain(value))) for axis, value in values)
                name = "/".join(value for _, value in cell)
                case = Case(name, grid.en, grid.hu, step=[grid.kind[kind]])
                yield self._line(_varied(file, example, values), case, name, cell)

    def _line(self, example: Example, case: Case, name: str, cell: tuple[tuple[str, str], ...] = ()) -> Line:
        file = self.file_of[example.id]
        after = None
        under: list[Base | Example] = []
        if example.after is not None:
            if example.under or any((part.options or part.position or part.chance) for part in (example, case)):
                raise BadExample(file, example.id, "after: goes on where another ended, with its options and position")
            after = self._before(example.after, example.id)
        else:
            under = self._under(example, [])
        options: dict[str, str | int | bool] = {}
        layers: list[dict[str, Json]] = []
        for part in (*under, case):
            options.update(part.options)
            if part.position:
                layers.append(_fields(file, part.id, part.position))
        return Line(
            file=file,
            example=example,
            id=name,
            en=case.en,
            hu=case.hu,
            cell=cell,
            options=options if after is None else after.options,
            layers=tuple(layers),
            after=after,
            chance=example.chance if case.chance is None else case.chance,
            then=(example.then, case.then),
            steps=(*(() if case.fresh else example.step), *case.step),
        )

    def _before(self, address: str, name: str) -> Line:
        """The line that is played before an example (`after`)."""
        seen = [name]
        before: str | None = address
        while before is not None:
            before = before.partition("/")[0]
            if before in seen:
                raise BadExample(self.file_of[name], name, f"after: it comes after itself, by {', '.join(seen)}")
            seen.append(before)
            before = self.examples[before].after if before in self.examples else None
        try:
            return self.line(address)
        except UnknownExample as error:
            raise BadExample(self.file_of[name], name, f"after: {error}") from error

    def _under(self, entry: Base | Example, above: list[str]) -> list[Base | Example]:
        """The bases of an example (`from`), the lowest first and each once, then the example itself."""
        if entry.id in above:
            raise BadExample(self.file_of[entry.id], entry.id, f"from: it lies under itself, by {', '.join(above)}")
        found: list[Base | Example] = []
        for name in entry.under:
            lower = self.bases.get(name) or self.examples.get(name)
            if lower is None:
                raise BadExample(self.file_of[entry.id], entry.id, f"from: there is neither base nor example {name!r}")
            known = {part.id for part in found}
            found += [part for part in self._under(lower, [*above, entry.id]) if part.id not in known]
        return [*found, entry]


def load_book(game: Game[S]) -> Book:
    """Read the examples of a game package; without the folder `examples` it has none."""
    paths = sorted((game.folder / FOLDER).glob("*.toml"))
    return Book(game, {path.name: read_toml(path) for path in paths})


# ---------------------------------------------------------------------- checking


def _converted(name: str, data: Mapping[str, object]) -> File:
    try:
        return msgspec.convert(data, File)
    except msgspec.ValidationError as error:
        raise BadExample(name, *explained(error, data)) from error


def _fields(file: str, name: str, position: Mapping[str, object]) -> dict[str, Json]:
    try:
        fields = plain(dict(position))
    except BadPosition as error:
        raise BadExample(file, name, str(error)) from error
    assert isinstance(fields, dict)
    return fields


def _rows(file: str, name: str, grid: Grid, height: int) -> list[list[str]]:
    """The names of kinds in the cells of a grid, row by row."""
    rows = [row.split() for row in grid.cells]
    width = len(grid.across.values)
    if len(rows) != height or any(len(row) != width for row in rows):
        raise BadExample(file, f"{name}, grid", f"cells: the values want {height} rows of {width} names")
    used = {kind for row in rows for kind in row}
    for kind in sorted(used - set(grid.kind)):
        raise BadExample(file, f"{name}, grid", f"there is no kind {kind!r}")
    for kind in sorted(set(grid.kind) - used):
        raise BadExample(file, f"{name}, grid", f"no cell is of kind {kind!r}")
    return rows


def _varied(file: str, example: Example, values: list[tuple[Axis, object]]) -> Example:
    """The example with other values at the paths that a grid names."""
    data: object = msgspec.to_builtins(example)
    for axis, value in values:
        *path, last = axis.at.split(".")
        place = data
        for part in path:
            place = _inside(place, part)
        if not _put(place, last, value):
            raise BadExample(file, f"{example.id}, grid", f"at: the example has no {axis.at!r}")
    try:
        return msgspec.convert(data, Example)
    except msgspec.ValidationError as error:
        raise BadExample(file, f"{example.id}, grid", str(error)) from error


def _inside(place: object, part: str) -> object:
    if isinstance(place, dict):
        return place.get(part)
    if isinstance(place, list) and part.isdecimal() and int(part) < len(place):
        inner: object = place[int(part)]
        return inner
    return None


def _put(place: object, part: str, value: object) -> bool:
    """Replace an existing value at a path."""
    if isinstance(place, dict) and part in place:
        place[part] = value
    elif isinstance(place, list) and part.isdecimal() and int(part) < len(place):
        place[int(part)] = value
    else:
        return False
    return True


def _check(line: Line, rules: Container[str]) -> None:
    """Check a line before it is played."""
    if not line.steps:
        raise line.fault(0, "it has no step, so there is nothing to read")
    for number, step in enumerate(line.steps, 1):
        if step.choose and len({isinstance(part, list) for part in step.choose}) != 1:
            raise line.fault(number, "choose: takes one choice, or a list of choices")
        if step.chance and not step.choose:
            raise line.fault(number, "chance: nothing is chosen in this step, so nothing is rolled")
        if step.seat is not None and not step.choose:
            raise line.fault(number, "seat: nothing is chosen in this step")
        if step.frame:
            for name in ASKING:
                if getattr(step.then, name) not in (None, [], {}):
                    raise line.fault(number, f"then.{name}: nobody is asked while a frame is looked at")
        for rule in step.rules:
            if rule not in rules:
                raise line.fault(number, f"rules: there is no rule {rule!r}")
        if step.sum is not None:
            _check_sum(line, number, step.sum, step.then, rules)


def _check_sum(line: Line, number: int, added: Sum, then: Then, rules: Container[str]) -> None:
    for term in added.terms:
        if term.rule not in rules:
            raise line.fault(number, f"sum: there is no rule {term.rule!r}")
    total = sum(term.amount for term in added.terms)
    if total != added.total:
        raise line.fault(number, f"sum: the terms come to {total}, not {added.total}")
    if total not in _numbers(msgspec.to_builtins(then)):
        raise line.fault(number, f"sum: {total} is no number that the step expects")


def _numbers(value: object) -> Iterator[int]:
    """All the numbers in what a step expects."""
    if isinstance(value, dict):
        for inner in value.values():
            yield from _numbers(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _numbers(inner)
    elif isinstance(value, int) and not isinstance(value, bool):
        yield value
