"""Somebody watches a match: every line of the report, and the table as it was when the line was told."""

from __future__ import annotations

from sandtable.engine.start import Origin, position_of, start
from sandtable.engine.state import LogLine
from tests.engine.toy import FIRST_DEAL, TOY, Toy


def test_every_line_is_watched_from_the_first_pass_on() -> None:
    seen: list[tuple[str, int, list[int]]] = []

    def watch(g: Toy, line: LogLine) -> None:
        seen.append((line.key, g.weather, list(g.score)))

    script = (FIRST_DEAL, 3, 6, "card:5")
    match = start(TOY, {"turns": 1, "ambush": False}, Origin("test", script), watch=watch)
    assert seen == [("weather", 3, [0, 0])], "rolled before anybody is asked"
    match.choose(("stance", "careful"))
    match.choose(("wager", 1))  # the leader's other card is the highest, so that the first is played by itself
    # Card 1 and a 6 make 7, enough; red gains the wager and one more, and draws.
    assert seen[1:] == [
        ("play", 3, [0, 0]),
        ("roll", 3, [0, 0]),
        ("gain", 3, [2, 0]),
        ("drawn", 3, [2, 0]),
        ("draw", 3, [2, 0]),
    ]


def test_a_match_that_goes_on_in_mid_order_is_watched_from_its_checkpoint_on() -> None:
    match = start(TOY, {}, Origin("test"))
    match.choose(("stance", "bold"))
    told: list[str] = []
    again = start(TOY, {}, Origin("", None, position_of(match)), watch=lambda g, line: told.append(line.key))
    assert told == [line.key for line in again.lines(None)] == ["weather"]


def test_a_fork_is_not_watched() -> None:
    told: list[str] = []
    match = start(TOY, {}, Origin("test"), watch=lambda g, line: told.append(line.key))
    fork = match.fork(explain=True, keep=True)
    before = list(told)
    while fork.ask is not None:
        fork.choose(fork.choices[0])
    assert told == before


def test_without_explanations_there_is_nothing_to_watch() -> None:
    told: list[str] = []
    start(TOY, {}, Origin("test"), explain=False, watch=lambda g, line: told.append(line.key))
    assert told == []
