"""The client's lock file and words: no host names, every platform's binding, and both languages."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

WEB = Path(__file__).parent.parent.parent / "web"
PACKAGES: dict[str, dict[str, Any]] = json.loads((WEB / "package-lock.json").read_text(encoding="utf-8"))["packages"]


def test_the_lock_file_names_no_host() -> None:
    text = (WEB / "package-lock.json").read_text(encoding="utf-8")
    assert "://" not in text
    assert '"resolved"' not in text and '"funding"' not in text


def test_every_optional_binding_has_its_entry() -> None:
    """Without it `npm ci` on another platform would leave out the binding, and the build would fail there."""
    for name, package in PACKAGES.items():
        for binding, version in package.get("optionalDependencies", {}).items():
            wanted = [PACKAGES.get(f"{name}/node_modules/{binding}"), PACKAGES.get(f"node_modules/{binding}")]
            assert any(found and found.get("integrity") for found in wanted), f"{name} wants {binding} {version}"


def test_what_is_asked_for_is_pinned() -> None:
    package = json.loads((WEB / "package.json").read_text(encoding="utf-8"))
    for name, version in package["devDependencies"].items():
        assert re.fullmatch(r"\d+\.\d+\.\d+", version), name
    assert PACKAGES["node_modules/rolldown"]["version"] == package["overrides"]["rolldown"]


@pytest.mark.parametrize("path", sorted((WEB / "src").rglob("*.svelte")), ids=lambda path: path.name)
def test_components_say_nothing_by_themselves(path: Path) -> None:
    """Words for people come from words/ or from the server: markup holds signs and names of places at most."""
    markup = re.sub(r"<(script|style)\b.*?</\1>|<!--.*?-->", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    while (shorter := re.sub(r"\{[^{}]*\}", "", markup)) != markup:
        markup = shorter
    texts = re.findall(r">([^<>]+)<", markup)
    said = [word for text in texts for word in re.findall(r"[A-Za-z]{4,}", text)]
    assert set(said) <= {"sandtable"}, said
