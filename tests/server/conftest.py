"""The same dice in every test of the server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.pages import Client, serve, settings


@pytest.fixture(autouse=True)
def dice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.server.create_table.random_seed", lambda: "rainy day")


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with serve(settings(tmp_path)) as serving:
        yield serving
