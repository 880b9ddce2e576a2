"""Write out what `@declared` (sandtable/engine/declare.py) makes of a class, for a compiler that only reads text."""

from __future__ import annotations

import ast
import importlib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from sandtable.engine.declare import Field, copy_text, fields_of, inherited, init_text, parsed

DECORATOR = "declared"
ENGINE = "sandtable.engine."
"""Games inherit from declared classes of these modules, also games that are not compiled."""
OPEN = """
from typing import TYPE_CHECKING
from sandtable.engine.declare import remember
if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr
"""
"""What a module imports for such classes. The compiler reads the attribute, and nothing is left of it at runtime."""


def expand_package(root: Path) -> list[Path]:
    """Expand all modules of the copy of a package in place; returns which ones have declared classes."""
    found: list[Path] = []
    for path in sorted(root.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if f"\n@{DECORATOR}\n" in source:
            module = ".".join(path.relative_to(root.parent).with_suffix("").parts)
            path.write_text(expanded(source, module), encoding="utf-8")
            found.append(path)
    return found


def expanded(source: str, module: str) -> str:
    """The source of a module with its declared classes written out."""
    space = vars(importlib.import_module(module))
    tree = ast.parse(source)
    needed: set[str] = set()
    opened: list[ast.ClassDef] = []
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and _is_declared(node):
            cls = space[node.name]
            needed.update(line for field in inherited(cls) for line in _imports(field, space))
            _write_out(node, cls)
            if module.startswith(ENGINE):
                opened += [node]
                _open(node)
    for node in opened:
        tree.body.insert(tree.body.index(node) + 1, _remembering(node, space[node.name]))
    if opened:
        needed.add(OPEN)
    last = max(at for at, node in enumerate(tree.body) if isinstance(node, ast.Import | ast.ImportFrom))
    tree.body[last + 1 : last + 1] = ast.parse("\n".join(sorted(needed))).body
    return ast.unparse(tree) + "\n"


def _is_declared(node: ast.ClassDef) -> bool:
    return any(isinstance(decorator, ast.Name) and decorator.id == DECORATOR for decorator in node.decorator_list)


def _write_out(node: ast.ClassDef, cls: type) -> None:
    """Put slots and methods in the place of the declarations."""
    node.decorator_list = []
    kept = list(_without_declarations(node.body))
    written = {statement.name for statement in kept if isinstance(statement, ast.FunctionDef)}
    own = tuple(field.name for field in fields_of(cls) if field not in inherited(cls))
    text = f"__slots__ = {own!r}\n" + init_text(fields_of(cls))
    if "copy" not in written:
        text += copy_text(cls.__name__, fields_of(cls))
    node.body = [*kept[:1], *ast.parse(text).body, *kept[1:]]


def _open(node: ast.ClassDef) -> None:
    """Let interpreted classes inherit from a compiled one."""
    node.decorator_list = [ast.parse("mypyc_attr(allow_interpreted_subclasses=True)", mode="eval").body]


def _remembering(node: ast.ClassDef, cls: type) -> ast.stmt:
    """A statement that keeps what a class had declared."""
    fields = [(field.name, field.annotation, field.mark, field.default) for field in fields_of(cls)]
    return ast.parse(f"remember({node.name}, {', '.join(map(repr, fields))})").body[0]


def _without_declarations(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """A class body without its fields and the docstrings under them."""
    after_field = False
    for statement in body:
        if isinstance(statement, ast.AnnAssign):
            after_field = True
        elif not (after_field and isinstance(statement, ast.Expr)):
            after_field = False
            yield statement


def _imports(field: Field, space: dict[str, object]) -> Iterator[str]:
    """What a module must import to write the type of an inherited field."""
    for node in ast.walk(parsed(field.annotation)):
        if isinstance(node, ast.Name) and node.id not in space:
            meant = vars(sys.modules[field.owner.__module__]).get(node.id)
            if isinstance(meant, type):
                yield f"from {meant.__module__} import {node.id}"
