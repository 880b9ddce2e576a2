"""Saves and replays of the toy game: whole, cut short, edited, or made by other rules."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from sandtable.engine.chance import seed_hash
from sandtable.engine.errors import BadFile, NoUndo, VersionMismatch
from sandtable.engine.match import Match
from sandtable.engine.replay import Replay, load, parse_save, record, run, save
from sandtable.engine.start import Origin, start, state_hash
from sandtable.engine.types import Choice, Json
from sandtable.version import VERSION
from tests.engine.toy import FIRST_DEAL, TOY, Toy

ORIGIN = Origin("a seed")
SCRIPTED = Origin("a seed", (FIRST_DEAL, 5, 4, "card:5", 1))


def played(choices: int, origin: Origin = ORIGIN, explain: bool = True) -> Match[Toy]:
    match = start(TOY, {}, origin, explain)
    rng = random.Random(7)
    for _ in range(choices):
        if match.ask is not None:
            match.choose(rng.choice(match.choices))
    return match


def saved_text(match: Match[Toy], origin: Origin = ORIGIN) -> str:
    return json.dumps(save(match, origin))


def verify(text: str) -> Match[Toy]:
    """Run a replay file to its end."""
    return list(run(TOY, Replay.from_lines(text)))[-1]


# ---------------------------------------------------------------------- saves


@pytest.mark.parametrize("choices", range(12))
def test_a_save_is_the_whole_match(choices: int) -> None:
    match = played(choices)
    again, origin = load(TOY, parse_save(saved_text(match)))
    assert origin == ORIGIN
    assert save(again, origin) == save(match, ORIGIN)
    assert [line.key for line in again.lines(0)] == [line.key for line in match.lines(0)]
    assert again.choices == match.choices


def test_a_loaded_match_undoes_like_its_original() -> None:
    match = played(1)
    again, _ = load(TOY, parse_save(saved_text(match)))
    again.undo()
    match.undo()
    assert save(again, ORIGIN) == save(match, ORIGIN)
    with pytest.raises(NoUndo):
        again.undo()


def test_a_save_keeps_scripts() -> None:
    match = played(1, SCRIPTED)
    match.script((2, "card:6", 3))
    again, origin = load(TOY, parse_save(saved_text(match, SCRIPTED)))
    assert origin == SCRIPTED
    for twin in (match, again):
        twin.choose(("wager", 1))
        twin.choose(("pass",))
    assert again.state.weather == 3
    assert save(again, origin) == save(match, SCRIPTED)


def test_a_match_without_a_log_is_loaded_without_one() -> None:
    match = played(4, explain=False)
    again, _ = load(TOY, parse_save(saved_text(match)))
    assert again.log is None
    assert load(TOY, parse_save(saved_text(played(4))), explain=False)[0].log is None


@pytest.mark.parametrize("share", [0, 1, 30, 60, 99])
def test_a_truncated_save_is_refused(share: int) -> None:
    text = saved_text(played(5))
    with pytest.raises(BadFile, match="the save is not JSON, or is cut short"):
        parse_save(text[: len(text) * share // 100])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[]", "the save is not a JSON object"),
        ("{}", "this is not a save"),
        ("[" * 100_000, "the save is not JSON"),
    ],
)
def test_what_is_not_a_save_is_refused(text: str, message: str) -> None:
    with pytest.raises(BadFile, match=message):
        parse_save(text)


def _checkpoint(saved: dict[str, Json]) -> dict[str, Json]:
    checkpoint = saved["checkpoint"]
    assert isinstance(checkpoint, dict)
    return checkpoint


EDITS: dict[str, Callable[[dict[str, Json]], object]] = {
    "a missing field": lambda saved: saved.pop("since"),
    "a missing checkpoint": lambda saved: saved.pop("checkpoint"),
    "a missing part of the position": lambda saved: _checkpoint(saved).pop("score"),
    "a better score": lambda saved: _checkpoint(saved).update(score={"red": 50, "blue": 0}),
    "an impossible score": lambda saved: _checkpoint(saved).update(score={"red": -1, "blue": 0}),
    "another choice": lambda saved: saved.update(since=[["red", ["stance", "reckless"], False, 2]]),
    "a choice of nobody": lambda saved: saved.update(since=[["green", ["stance", "bold"], False, 2]]),
    "no choices": lambda saved: saved.update(since=5),
    "a choice of no shape": lambda saved: saved.update(since=[["red", ["stance", "bold"], 0, "x"]]),
    "a choice taken away": lambda saved: saved.update(since=[]),
    "a log of no shape": lambda saved: saved.update(log=[1]),
    "no log": lambda saved: saved.update(log=3),
    "a log line of no shape": lambda saved: saved.update(log=[["a", "b", "c", "d"]]),
    "other dice": lambda saved: _checkpoint(saved).update(chance={"key": "00" * 32, "at": 0, "barrier": 2}),
    "a script of no shape": lambda saved: saved.update(chance_script={"values": [1.5], "used": 0}),
    "scripts of no shape": lambda saved: saved.update(scripts={"x": [1]}),
    "another seed": lambda saved: saved.update(seed="mine"),
    "no seed": lambda saved: saved.pop("seed"),
    "no options": lambda saved: saved.update(options=[]),
    "a position of no shape": lambda saved: saved.update(position=[]),
    "another hash": lambda saved: saved.update(hash="00"),
}


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS.keys())
def test_an_edited_save_is_refused(edit: Callable[[dict[str, Json]], object]) -> None:
    saved = parse_save(saved_text(played(1)))
    edit(saved)
    with pytest.raises(BadFile):
        load(TOY, saved)


def test_a_seed_that_was_not_published_is_named() -> None:
    saved = parse_save(saved_text(played(1)))
    saved["seed"] = "mine"
    with pytest.raises(BadFile, match="not the one whose hash was published"):
        load(TOY, saved)


# ---------------------------------------------------------------------- replays


def test_a_replay_reproduces_every_state() -> None:
    match = start(TOY, {}, ORIGIN)
    hashes = [state_hash(match)]
    while match.ask is not None:
        match.choose(match.choices[-1])
        hashes.append(state_hash(match))
    text = record(match, ORIGIN).to_lines()
    assert [state_hash(again) for again in run(TOY, Replay.from_lines(text))] == hashes
    assert Replay.from_lines(text).to_lines() == text


@pytest.mark.parametrize(("choices", "origin"), [(0, ORIGIN), (3, ORIGIN), (100, ORIGIN), (2, SCRIPTED)])
def test_a_replay_without_hashes_is_the_same_otherwise(choices: int, origin: Origin) -> None:
    match = played(choices, origin)
    bare, whole = record(match, origin, hashes=False), record(match, origin)
    assert any("hash" in move for move in whole.moves) == (choices > 0)
    assert bare.header == whole.header
    assert bare.moves == [{key: move[key] for key in move if key != "hash"} for move in whole.moves]
    assert state_hash(verify(bare.to_lines())) == state_hash(match)


def test_a_replay_without_hashes_tells_who_gave_up() -> None:
    match = played(3)
    match.concede(0, "resigned")
    assert record(match, ORIGIN, hashes=False).moves[-1] == record(match, ORIGIN).moves[-1]


def test_the_header_says_by_what_the_game_was_played() -> None:
    header = record(played(3), ORIGIN).header
    assert (header["game"], header["rules"], header["pack"], header["program"]) == ("toy", 1, "toy-pack", VERSION)
    assert header["options"] == {"turns": 3, "ambush": True}
    assert header["seed_hash"] == seed_hash("a seed")


@pytest.mark.parametrize("at", [0, 1, 2])
def test_a_replay_keeps_scripts_given_at_any_time(at: int) -> None:
    origin = Origin("a seed", (FIRST_DEAL, 5))
    match = start(TOY, {}, origin)
    choices: list[Choice] = [("stance", "bold"), ("wager", 1), ("pass",)]
    for number, choice in enumerate(choices):
        if number == at:
            match.script((2, "card:6", 3))
        match.choose(choice)
    again = verify(record(match, origin).to_lines())
    assert again.state.weather == 3
    assert state_hash(again) == state_hash(match)


def test_a_replay_of_a_game_from_a_position() -> None:
    origin = Origin("a seed", None, {"turn": 3, "score": {"red": 4}})
    match = played(3, origin)
    assert state_hash(verify(record(match, origin).to_lines())) == state_hash(match)


def edited(at: int, **fields: Json) -> str:
    replay = record(played(9), ORIGIN)
    replay.moves[at].update(fields)
    return replay.to_lines()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (edited(1, choice=["wager", 17]), r"move 1: \['wager', 17\] is not among the options"),
        (edited(0, choice=["stance", "careful"]), "move 0: the state after it is not the recorded one"),
        (edited(0, choice=["stance", "careful"], hash=None), "move 0: the state after it is not the recorded one"),
        (edited(0, choice=7), "move 0: choice: takes a list"),
        (edited(0, seat="blue"), "move 0: red is asked, not blue"),
        (edited(0, seat="green"), "move 0: 'green' is not a seat"),
        (edited(2, auto=False), "move 2: it is not the recorded one"),
        (edited(0, n=5), "move 0: it is not the recorded one"),
    ],
)
def test_a_replay_with_an_edited_choice_is_refused(text: str, message: str) -> None:
    with pytest.raises(BadFile, match=message):
        verify(text)


def test_a_replay_with_a_choice_after_the_end_is_refused() -> None:
    match = played(99)
    assert match.ask is None
    replay = record(match, ORIGIN)
    replay.moves.append({"n": match.number, "seat": "red", "choice": ["pass"]})
    with pytest.raises(BadFile, match=f"move {match.number}: the game is over"):
        verify(replay.to_lines())


def test_a_replay_cut_in_mid_line_is_refused() -> None:
    text = record(played(9), ORIGIN).to_lines()
    with pytest.raises(BadFile, match=r"line \d+ is not JSON, or is cut short"):
        Replay.from_lines(text[:-9])


@pytest.mark.parametrize("text", ["", "\n", "{}\n", '{"sandtable": "save"}\n'])
def test_what_is_not_a_replay_is_refused(text: str) -> None:
    with pytest.raises(BadFile, match="this is not a replay"):
        Replay.from_lines(text)


@pytest.mark.parametrize("scripts", [None, 3, {"x": []}, {"0": 3}, {"0": [None]}, {"9" * 5000: []}])
def test_scripts_of_no_shape_are_refused(scripts: Json) -> None:
    replay = record(played(3), ORIGIN)
    replay.header["scripts"] = scripts
    with pytest.raises(BadFile):
        verify(replay.to_lines())


# ---------------------------------------------------------------------- versions


def test_other_rules_are_refused_by_both_names() -> None:
    newer = replace(TOY, version=2)
    message = rf"played by rules version 1 \(program {VERSION}\); this program \({VERSION}\) plays rules version 2"
    with pytest.raises(VersionMismatch, match=message):
        load(newer, parse_save(saved_text(played(1))))
    with pytest.raises(VersionMismatch, match=message):
        next(run(newer, record(played(1), ORIGIN)))


def test_another_pack_is_refused_by_both_names() -> None:
    other = replace(TOY, pack_hash="my-pack")
    with pytest.raises(VersionMismatch, match="played with pack toy-pack; the pack in use is my-pack"):
        load(other, parse_save(saved_text(played(1))))


def test_another_format_and_another_game_are_refused() -> None:
    saved = parse_save(saved_text(played(1)))
    with pytest.raises(VersionMismatch, match="format 9 is unknown; this program reads format 1"):
        load(TOY, {**saved, "format": 9})
    with pytest.raises(BadFile, match="this is a game of 'chess', not of 'toy'"):
        load(TOY, {**saved, "game": "chess"})
