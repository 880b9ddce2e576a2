"""Saves that were edited or damaged: one line says so, whatever is wrong with them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import pytest

from sandtable.engine.errors import BadFile, SandtableError
from sandtable.engine.replay import Replay, load, parse_save, record
from sandtable.engine.start import state_hash
from sandtable.engine.types import Json
from tests.engine.test_replay import ORIGIN, played, saved_text
from tests.engine.toy import TOY

HUGE: Final = "9" * 5_000
"""More digits than Python reads."""


def saved_game(choices: int = 9) -> dict[str, Json]:
    return parse_save(saved_text(played(choices)))


def _list(saved: dict[str, Json], key: str) -> list[Json]:
    found = saved[key]
    assert isinstance(found, list) and found
    return found


def _options(saved: dict[str, Json]) -> dict[str, Json]:
    found = saved["options"]
    assert isinstance(found, dict)
    return found


UNSEEN: Final[dict[str, Callable[[dict[str, Json]], object]]] = {
    "another line of the log": lambda saved: _list(saved, "log").__setitem__(0, ["turn", [2], "turn", 3]),
    "a line of the log less": lambda saved: _list(saved, "log").pop(0),
    "another choice in the past": lambda saved: _list(saved, "past").__setitem__(0, ["red", ["boast"], False, 1]),
    "a past choice less": lambda saved: _list(saved, "past").pop(),
    "another option": lambda saved: _options(saved).update(ambush=False),
    "another program": lambda saved: saved.update(program="0.0.0"),
    "a position that it began from": lambda saved: saved.update(position={"turn": 2}),
    "a field more": lambda saved: saved.update(extra=1),
    "another seal": lambda saved: saved.update(seal="00"),
}
"""Edits that lead to the same state, so that only the hash over everything notices them."""


@pytest.mark.parametrize("edit", UNSEEN.values(), ids=UNSEEN.keys())
def test_an_edit_that_the_state_does_not_show_is_noticed(edit: Callable[[dict[str, Json]], object]) -> None:
    saved = saved_game()
    edit(saved)
    with pytest.raises(BadFile, match="this save was changed"):
        load(TOY, saved)


def test_the_order_of_the_fields_and_notes_beside_them_are_free() -> None:
    saved = saved_game()
    turned = dict(reversed(list(saved.items())))
    turned["table"] = {"seating": {"red": "human"}}
    assert state_hash(load(TOY, turned)[0]) == saved["hash"]


def test_a_save_from_before_there_was_a_seal_is_loaded() -> None:
    saved = saved_game()
    del saved["seal"]
    assert state_hash(load(TOY, saved)[0]) == saved["hash"]


@pytest.mark.parametrize(
    "text",
    [
        '{"sandtable": "save", "n": ' + HUGE + "}",
        '{"sandtable": "save", "n": -' + HUGE + ".5}",
        '{"sandtable": "save", "n": [' + HUGE + "]}",
    ],
)
def test_a_number_of_thousands_of_digits_is_one_line(text: str) -> None:
    with pytest.raises(BadFile) as caught:
        load(TOY, parse_save(text))
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 300


def test_a_replay_with_a_number_of_thousands_of_digits_is_one_line() -> None:
    text = record(played(3), ORIGIN).to_lines().replace('"n": 1,', f'"n": {HUGE},')
    with pytest.raises(BadFile, match="line 3"):
        Replay.from_lines(text)


WRONG: Final[tuple[Json, ...]] = (
    10**300,
    -(10**40),
    -1,
    1.5,
    True,
    None,
    "",
    "\ud800",
    "x" * 1000,
    [],
    [[]],
    {},
    [0, 1],
)
"""What a damaged field may hold."""


def damages(value: Json) -> Iterator[Json]:
    """A JSON value with each of its parts in turn replaced by each wrong one."""
    yield from WRONG
    if isinstance(value, dict):
        for key, part in value.items():
            yield from ({**value, key: wrong} for wrong in damages(part))
    elif isinstance(value, list):
        for at, part in enumerate(value[:2]):
            yield from ([*value[:at], wrong, *value[at + 1 :]] for wrong in damages(part))


def test_whatever_stands_in_a_field_is_loaded_or_refused_in_one_line() -> None:
    whole = saved_game()
    del whole["seal"]  # it would notice everything, and first
    for damaged in damages(whole):
        if isinstance(damaged, dict):
            try:
                load(TOY, damaged)
            except SandtableError as error:
                assert "\n" not in str(error)
