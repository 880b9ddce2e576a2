"""Tests that need a program which not every machine has: skipped there, but never where everything is tested."""

from __future__ import annotations

import os
from typing import NoReturn

import pytest


def need(what: str) -> NoReturn:
    """Say that a test cannot run without something that is missing."""
    reason = f"this test needs {what}"
    if os.environ.get("CI"):
        pytest.fail(f"{reason}, and CI is set: nothing may be left out")
    pytest.skip(reason)
