"""Options that several commands share, declared once as a dataclass: Typer itself has no groups of options."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from functools import wraps
from inspect import Parameter
from typing import get_type_hints


def with_groups(command: Callable[..., None]) -> Callable[..., None]:
    """The same command, with an option for each field instead of every parameter that is a dataclass."""
    hints = get_type_hints(command, include_extras=True)
    groups = {name: hint for name, hint in hints.items() if isinstance(hint, type) and is_dataclass(hint)}

    @wraps(command)
    def grouped(**given: object) -> None:
        for name, group in groups.items():
            given[name] = group(**{field.name: given.pop(field.name) for field in fields(group)})
        command(**given)

    own = inspect.signature(command, eval_str=True).parameters.values()
    parameters = [option for parameter in own for option in _options(parameter, groups.get(parameter.name))]
    # What Typer reads.
    vars(grouped).update(
        __signature__=inspect.Signature(parameters),
        __annotations__={option.name: option.annotation for option in parameters},
    )
    return grouped


def _options(parameter: Parameter, group: type | None) -> Iterator[Parameter]:
    """The options in place of a parameter: itself, or the fields of its group. Every field has a default."""
    if group is None:
        yield parameter.replace(kind=Parameter.KEYWORD_ONLY)
        return
    hints = get_type_hints(group, include_extras=True)
    for name, hint in hints.items():
        yield Parameter(name, Parameter.KEYWORD_ONLY, annotation=hint, default=getattr(group, name))
