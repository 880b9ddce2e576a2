"""Coroutines in tests that may share their process with tests of the browser."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def run(story: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end in a thread of its own: Playwright may keep a loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, story).result()
