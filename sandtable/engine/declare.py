'''Classes whose fields are declared once: states, and the parts of which they are made.

    @declared
    class Attack:
        """Soviet Regiments attack the insurgents of a district."""

        district: int = NONE
        attackers: int = 0
        """Regiments."""

A declared class gets `__slots__`, an `__init__` that takes its fields in their order, and a `copy` that shares nothing
mutable: numbers, strings and tuples are shared, lists are copied with the lists in them, and for anything else its own
`copy` is called. A list or a part as default is made anew for every instance. `Shared[...]` and `Derived[...]` around a
type and `apart(...)` around a default mark fields that are treated differently. As with dataclasses that have slots,
the decorator makes a new class, so methods must name a base class instead of calling `super()`.

The methods are generated as text and compiled once, at import. `tools/fast.py` puts the same text into the sources for
mypyc, which can compile only what it can read.
'''

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Final, Literal, TypeVar, cast, dataclass_transform

T = TypeVar("T")

Shared = Annotated[T, "Shared"]
"""A field that never changes during a match, so that all copies share it: the pack, the options."""

Derived = Annotated[T, "Derived"]
"""A field that follows from others: positions leave it out, and `restore` works it out again."""

SHARED: Final = "Shared"
DERIVED: Final = "Derived"
APART: Final = "apart"

UNCHANGING: Final = frozenset({"int", "bool", "float", "str", "bytes", "tuple", "frozenset", "None", "Choice", "Fact"})
"""Immutable types: copies share their values."""
NAMES: Final = "__declared__"
"""The attribute in which a declared class keeps its fields."""


@dataclass(frozen=True)
class Field:
    """One field of a declared class."""

    name: str
    annotation: str
    """Its type as Python text, without `Shared[...]` or `Derived[...]`."""
    mark: str
    """SHARED, DERIVED, APART, or empty."""
    default: str | None
    """As Python text; None if there is none."""
    owner: type
    """The class that declares it."""

    @property
    def fresh(self) -> bool:
        """Whether every instance needs a default of its own."""
        return self.default not in (None, "None") and not unchanging(parsed(self.annotation))


class _Apart:
    """The default of a field that stays out of copies."""

    def __init__(self, default: object) -> None:
        self.default = default


def apart(default: T, *, init: Literal[False] = False) -> T:
    """Default of a field that is not copied: the constructor does not take it, and copies begin with the default."""
    return cast(T, _Apart(default))


@dataclass_transform(field_specifiers=(apart,))
def declared(cls: type[T]) -> type[T]:
    """Class decorator: make slots, constructor and `copy` from the fields declared in the class body."""
    own = tuple(_own_fields(cls))
    fields = (*inherited(cls), *own)
    body = {name: value for name, value in vars(cls).items() if name not in {field.name for field in own}}
    body = {name: value for name, value in body.items() if name not in ("__dict__", "__weakref__")}
    made: dict[str, object] = {}
    # The slots of a compiled base can only be made by its own constructor.
    write_copy = copy_text if any(base in _COMPILED for base in cls.__mro__) else slots_copy_text
    text = init_text(fields) + ("" if "copy" in body else write_copy(cls.__name__, fields))
    exec(text, vars(sys.modules[cls.__module__]), made)
    slots = tuple(field.name for field in own)
    again = type(cls.__name__, cls.__bases__, {**body, **made, "__slots__": slots, NAMES: fields})
    again.__qualname__ = cls.__qualname__
    return cast(type[T], again)


def fields_of(thing: type | object) -> tuple[Field, ...]:
    """The fields of a declared class or of its instance, inherited ones first; empty for anything else."""
    cls = thing if isinstance(thing, type) else type(thing)
    found: tuple[Field, ...] = getattr(cls, NAMES, _COMPILED.get(cls, ()))
    return found


_COMPILED: Final[dict[type, tuple[Field, ...]]] = {}
"""The fields of compiled classes, which do not keep their declarations themselves."""


def remember(cls: type, *fields: tuple[str, str, str, str | None]) -> None:
    """Keep the fields of a compiled class (name, type, mark, default), so that interpreted classes can inherit them."""
    _COMPILED[cls] = tuple(Field(*field, cls) for field in fields)


def inherited(cls: type) -> tuple[Field, ...]:
    """The fields that a class has from its bases."""
    return tuple(field for base in cls.__bases__ for field in fields_of(base))


def _own_fields(cls: type) -> Iterator[Field]:
    for name, written in vars(cls).get("__annotations__", {}).items():
        if not isinstance(written, str):
            raise TypeError(f"{cls.__qualname__}.{name}: the module begins with 'from __future__ import annotations'")
        type_, mark = _unmarked(parsed(written))
        default = vars(cls).get(name, ...)
        if isinstance(default, _Apart):
            default, mark = default.default, APART
        text = None if default is ... else _default_text(default, f"{cls.__qualname__}.{name}")
        field = Field(name, ast.unparse(type_), mark, text, cls)
        if field.fresh and _may_be_none(type_):
            raise TypeError(f"{cls.__qualname__}.{name}: what may be None is None by default")
        _copied_field(field)  # fails for a type that it cannot copy
        yield field


def _unmarked(type_: ast.expr) -> tuple[ast.expr, str]:
    """Split `Shared[...]` or `Derived[...]` into the type inside and the mark."""
    if isinstance(type_, ast.Subscript) and isinstance(type_.value, ast.Name) and type_.value.id in (SHARED, DERIVED):
        return type_.slice, type_.value.id
    return type_, ""


def _default_text(default: object, where: str) -> str:
    """A default as Python text: its `repr`, or for a part a call of its class."""
    text = f"{type(default).__name__}()" if fields_of(default) else repr(default)
    again = type(default)() if fields_of(default) else _evaluated(text)
    if not _alike(default, again):
        raise TypeError(f"{where}: a default is a number, a string, a tuple or list of these, or an empty part")
    return text


def _evaluated(text: str) -> object:
    """The value of a literal; for any other text, an object that equals nothing."""
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return object()


def _alike(one: object, other: object) -> bool:
    """Whether two values are equal; parts are equal if all their fields are."""
    fields = fields_of(one)
    if not fields:
        return one == other
    return all(_alike(getattr(one, field.name), getattr(other, field.name)) for field in fields)


# ---------------------------------------------------------------------- the text of the methods


def init_text(fields: Sequence[Field]) -> str:
    """The constructor of a class with these fields, as Python text."""
    taken = [_parameter(field) for field in fields if field.mark != APART]
    lines = [f"def __init__({', '.join(['self', *taken])}) -> None:"]
    return "\n    ".join([*lines, *map(_assignment, fields)]) + "\n"


def copy_text(name: str, fields: Sequence[Field]) -> str:
    """`copy` by one call of the constructor, which is fastest for a compiled class."""
    values = [_copied_field(field) for field in fields if field.mark != APART]
    return f"def copy(self) -> {name}:\n    return {name}({', '.join(values)})\n"


def slots_copy_text(name: str, fields: Sequence[Field]) -> str:
    """`copy` that sets every slot of an empty instance, which is fastest (by a fifth) for an interpreted class."""
    lines = [f"def copy(self) -> {name}:", f"other = object.__new__({name})"]
    for field in fields:
        lines.append(f"other.{field.name} = {field.default if field.mark == APART else _copied_field(field)}")
    return "\n    ".join([*lines, "return other"]) + "\n"


def _parameter(field: Field) -> str:
    if field.default is None:
        return f"{field.name}: {field.annotation}"
    if field.fresh:
        return f"{field.name}: {field.annotation} | None = None"
    return f"{field.name}: {field.annotation} = {field.default}"


def _assignment(field: Field) -> str:
    if field.mark == APART:
        return f"self.{field.name}: {field.annotation} = {field.default}"
    if field.fresh:
        return f"self.{field.name}: {field.annotation} = {field.default} if {field.name} is None else {field.name}"
    return f"self.{field.name} = {field.name}"


def _copied_field(field: Field) -> str:
    value = f"self.{field.name}"
    return value if field.mark == SHARED else copied(parsed(field.annotation), value)


def _may_be_none(type_: ast.expr) -> bool:
    return isinstance(type_, ast.BinOp) and unchanging(type_.right)


def parsed(text: str) -> ast.expr:
    """A type, given as text, as a syntax tree."""
    return ast.parse(text, mode="eval").body


def unchanging(type_: ast.expr) -> bool:
    """Whether all values of a type are immutable."""
    if isinstance(type_, ast.Constant):
        return type_.value is None
    if isinstance(type_, ast.BinOp):
        return unchanging(type_.left) and unchanging(type_.right)
    if isinstance(type_, ast.Subscript):
        members = type_.slice.elts if isinstance(type_.slice, ast.Tuple) else [type_.slice]
        return unchanging(type_.value) and all(_is_dots(member) or unchanging(member) for member in members)
    return isinstance(type_, ast.Name) and type_.id in UNCHANGING


def _is_dots(type_: ast.expr) -> bool:
    return isinstance(type_, ast.Constant) and type_.value is ...


def copied(type_: ast.expr, value: str, depth: int = 0) -> str:
    """A Python expression that copies `value`, which is of this type."""
    if unchanging(type_):
        return value
    if isinstance(type_, ast.BinOp) and _may_be_none(type_):
        return f"None if {value} is None else {copied(type_.left, value, depth)}"
    if isinstance(type_, ast.Name):
        return f"{value}.copy()"
    if isinstance(type_, ast.Subscript) and isinstance(type_.value, ast.Name):
        if type_.value.id == "list":
            member = f"item{depth}"
            again = copied(type_.slice, member, depth + 1)
            return f"{value}[:]" if again == member else f"[{again} for {member} in {value}]"
        members = type_.slice.elts if isinstance(type_.slice, ast.Tuple) else [type_.slice]
        if type_.value.id in ("dict", "set") and all(map(unchanging, members)):
            return f"{value}.copy()"
    raise TypeError(f"{ast.unparse(type_)}: a declared field cannot be of this type, since copies would share it")
