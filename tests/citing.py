"""Marks that say which rules and examples of the ledger a test is about; `sandtable rules --coverage` reads them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

F = TypeVar("F", bound=Callable[..., object])


def rule(*ids: str) -> Callable[[F], F]:
    """This test fails without these rules."""
    return _mark("cited_rules", ids)


def example(*ids: str) -> Callable[[F], F]:
    """This test plays these worked examples."""
    return _mark("cited_examples", ids)


def _mark(name: str, ids: tuple[str, ...]) -> Callable[[F], F]:
    def mark(test: F) -> F:
        setattr(test, name, ids + getattr(test, name, ()))
        return test

    return mark
