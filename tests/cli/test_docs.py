"""The exchanges shown in the documentation are what the referee really says."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from sandtable.cli.referee import CODES, Referee
from tests.cli.talking import Talk

DOCS = Path(__file__).parent.parent.parent / "docs"
GAP = "…"


def fits(shown: object, said: object) -> bool:
    """Whether an answer is as shown, where `…` stands for anything and fields may be left out."""
    if isinstance(shown, str) and shown.endswith(GAP):
        return shown == GAP or (isinstance(said, str) and said.startswith(shown[:-1]))
    if isinstance(shown, dict):
        return isinstance(said, dict) and all(key in said and fits(shown[key], said[key]) for key in shown)
    if isinstance(shown, list):
        if not isinstance(said, list):
            return False
        if shown and shown[-1] == GAP:
            said = said[: len(shown) - 1]
            shown = shown[:-1]
        return len(shown) == len(said) and all(map(fits, shown, said))
    return shown == said


@pytest.mark.parametrize("page", ["protocol.md", "positions.md"])
def test_exchanges_are_as_shown(page: str) -> None:
    lines = re.findall(r"^([→←]) (.*)$", (DOCS / page).read_text(encoding="utf-8"), re.MULTILINE)
    assert lines
    talk = Talk()
    said: object = None
    for arrow, text in lines:
        if arrow == "→":
            said = talk.say(text)
        else:
            assert fits(json.loads(text), said), f"{page} shows {text}\nbut the referee says {said}"


def test_the_whole_position_is_as_shown() -> None:
    text = (DOCS / "positions.md").read_text(encoding="utf-8")
    shown = re.search(r"```json\n(.*?)```", text, re.DOTALL)
    request = re.search(r"^→ (.*)$", text, re.MULTILINE)
    assert shown and request
    talk = Talk()
    state = talk.ok("state", match=talk.say(request[1])["match"])["state"]
    whole = json.loads(shown[1])
    assert list(whole) == list(state)
    assert fits(whole, state)


def test_every_verb_and_every_code_is_documented() -> None:
    text = (DOCS / "protocol.md").read_text(encoding="utf-8")
    assert set(first_column(text, "## Verbs")) == set(Referee().verbs)
    assert set(first_column(text, "## Errors")) == CODES


def first_column(text: str, heading: str) -> list[str]:
    """The names in the first column of the table under a heading."""
    _, _, after = text.partition(heading)
    section, _, _ = after.partition("\n## ")
    rows = re.findall(r"^\| (`.*?) \|", section, re.MULTILINE)
    return [name for row in rows for name in re.findall(r"`(\w+)`", row)]
