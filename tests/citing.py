"""The mark that says which rules of the ledger a test is about; `sandtable rules --coverage` reads it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

F = TypeVar("F", bound=Callable[..., object])
CITED = "cited_rules"


def rule(*ids: str) -> Callable[[F], F]:
    """This test fails without these rules."""

    def mark(test: F) -> F:
        setattr(test, CITED, ids + getattr(test, CITED, ()))
        return test

    return mark
