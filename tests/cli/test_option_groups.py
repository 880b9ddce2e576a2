"""Options that commands share: the fields of a dataclass become options of every command that takes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import pytest
import typer

from sandtable.cli.option_groups import with_groups


@dataclass(frozen=True)
class Shared:
    seed: Annotated[str, typer.Option("--seed", help="Shared by all.")] = "none"
    games: Annotated[int, typer.Option("--games", min=1)] = 1


def called(*arguments: str) -> list[tuple[str, bool, Shared]]:
    """What a command with an argument, an option and the shared ones is called with."""
    calls: list[tuple[str, bool, Shared]] = []
    app = typer.Typer()

    @app.command()
    @with_groups
    def command(name: str, swap: Annotated[bool, typer.Option("--swap")] = False, *, shared: Shared) -> None:
        calls.append((name, swap, shared))

    app(list(arguments), standalone_mode=False)
    return calls


def test_fields_are_options_with_their_defaults() -> None:
    assert called("x") == [("x", False, Shared("none", 1))]
    assert called("x", "--games", "5", "--swap", "--seed", "rain") == [("x", True, Shared("rain", 5))]


def test_what_typer_knows_of_an_option_is_checked() -> None:
    with pytest.raises(typer.TyperException, match="greater than or equal to 1"):
        called("x", "--games", "0")
    with pytest.raises(typer.TyperException, match="--shared"):
        called("x", "--shared", "anything")
