"""Write docs/api.md, the reference of the Python interface, from the docstrings of what `sandtable` exports.

python tools/api_page.py               # after a change of what is exported; a test compares the page
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cached_property
from pathlib import Path

from sandtable import api
from sandtable.engine import types

PAGE = Path(__file__).parent.parent / "docs" / "api.md"
INTRO = "What `import sandtable` gives. The [guide](python.md) shows it at work. Made by `python tools/api_page.py`."
ELSEWHERE = {"Game": "Its fields stand in [adding a game](adding-a-game.md#what-a-game-states)."}
"""What is explained on a page of its own."""


class Shown(str):
    """An annotation that is shown as it is written, without quotes."""

    __repr__ = str.__str__


def page() -> str:
    """The whole page."""
    exported = {name: getattr(api, name) for name in api.__all__}
    classes = {name: thing for name, thing in exported.items() if inspect.isclass(thing)}
    errors = {name: thing for name, thing in classes.items() if issubclass(thing, Exception)}
    parts = ["# Python API", INTRO, "## Functions"]
    for name, thing in exported.items():
        if inspect.isfunction(thing):
            parts += [f"### {name}", f"```python\n{signature(thing)}\n```", text(thing)]
    for name, owner in classes.items():
        if name not in errors:
            parts += [f"## {name}", text(owner), ELSEWHERE.get(name) or listed(members(owner))]
    parts += ["## Errors", listed(f"`{name}`: {text(error)}" for name, error in errors.items())]
    parts += ["## Other names", listed(constants(exported.keys()))]
    return "\n\n".join(parts) + "\n"


def text(thing: object) -> str:
    """A docstring with one line a paragraph."""
    return said(inspect.getdoc(thing) or "")


def said(docstring: str) -> str:
    return "\n\n".join(" ".join(part.split()) for part in inspect.cleandoc(docstring).split("\n\n"))


def listed(items: Iterable[str]) -> str:
    """A list of items, a line each."""
    return "\n".join("- " + item.replace("\n\n", " ").removesuffix(": ") for item in items)


def signature(function: Callable[..., object]) -> str:
    """A function with the types of what it takes and gives."""
    whole = inspect.signature(function)
    taken = [
        parameter.replace(annotation=Shown(parameter.annotation))
        for parameter in whole.parameters.values()
        if parameter.name != "self"
    ]
    return f"{function.__name__}{whole.replace(parameters=taken, return_annotation=Shown(whole.return_annotation))}"


def members(owner: type) -> Iterator[str]:
    """The fields of a class, then its properties and methods, in the order of the source."""
    (written,) = ast.parse(textwrap.dedent(inspect.getsource(owner))).body
    assert isinstance(written, ast.ClassDef)
    for node in written.body:
        if isinstance(node, ast.FunctionDef) and node.name == "__init__":
            yield from fields(node.body)
    yield from fields(written.body)
    for name, member in vars(owner).items():
        if isinstance(member, property | cached_property):
            getter = member.fget if isinstance(member, property) else member.func
            assert getter is not None
            yield f"`{name}: {inspect.signature(getter).return_annotation}`: {text(getter)}"
        elif inspect.isfunction(member) and not name.startswith("_"):
            yield f"`{signature(member)}`: {text(member)}"


def fields(body: list[ast.stmt]) -> Iterator[str]:
    """What a class or its `__init__` assigns."""
    for node, about in told(body):
        if isinstance(node, ast.AnnAssign):
            yield f"`{ast.unparse(node.target)}: {ast.unparse(node.annotation)}`{about}".replace("self.", "")
        elif isinstance(node, ast.Assign):
            yield f"`{ast.unparse(node.targets[0])}`{about}".replace("self.", "")


def constants(names: Collection[str]) -> Iterator[str]:
    """What is neither function nor class, with its value."""
    for module in (types, api):
        for node, about in told(ast.parse(inspect.getsource(module)).body):
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in names:
                yield f"`{ast.unparse(node)}`{about}"


def told(body: list[ast.stmt]) -> Iterator[tuple[ast.stmt, str]]:
    """Every statement with the text that stands under it."""
    for node, after in zip(body, [*body[1:], None], strict=True):
        about = after.value.value if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) else ""
        yield node, f": {said(str(about))}" if about else ""


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
