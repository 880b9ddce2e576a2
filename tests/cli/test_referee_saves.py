"""The referee protocol: saves, positions and replays."""

from __future__ import annotations

import pytest

from sandtable.version import VERSION
from tests.cli.talking import RAIN, SUN, Talk, choose, to_ambush, toy


def test_a_save_is_loaded_as_it_was(talk: Talk) -> None:
    match = toy(talk, SUN, 4, "card:5", RAIN)
    to_ambush(talk, match)
    saved = talk.ok("save", match=match)["saved"]
    loaded = talk.ok("load", saved=saved)
    assert loaded["ask"] == talk.ok("ask", match=match)["ask"]
    assert talk.ok("save", match=loaded["match"])["saved"] == saved
    assert talk.ok("log", match=loaded["match"], seat=0) == talk.ok("log", match=match, seat=0)


def test_a_bad_save_is_refused(talk: Talk) -> None:
    saved = talk.ok("save", match=toy(talk, SUN))["saved"]
    assert talk.error("load", saved={})["message"] == "saved: this is not a save"
    assert talk.error("load", saved={**saved, "game": "chess"})["code"] == "unknown_game"
    older = talk.error("load", saved={**saved, "rules": 0})
    assert older["code"] == "bad_request"
    assert "rules version 0" in older["message"] and "rules version 1" in older["message"]
    edited = {**saved, "checkpoint": {**saved["checkpoint"], "turn": 2}}
    assert "this save was changed" in talk.error("load", saved=edited)["message"]


def test_a_state_given_to_new_continues_identically(talk: Talk) -> None:
    match = talk.ok("new", game="toy", seed="s")["match"]
    choices: list[list[str | int]] = [["stance", "bold"], ["wager", 1], ["pass"], ["stance", "careful"], ["wager", 0]]
    for choice in choices:
        choose(talk, match, choice)
        state = talk.ok("state", match=match)
        again = talk.ok("new", game="toy", position=state["state"])["match"]
        assert talk.ok("state", match=again) == state
        assert talk.ok("ask", match=again)["ask"]["options"] == talk.ok("ask", match=match)["ask"]["options"]


def test_a_state_of_a_scripted_match_continues_identically_under_a_script(talk: Talk) -> None:
    match = toy(talk, RAIN)
    choose(talk, match, ["stance", "bold"])
    state = talk.ok("state", match=match)
    again = talk.ok("new", game="toy", position=state["state"], chance=[4, "card:5", SUN])["match"]
    assert talk.ok("state", match=again) == state
    assert choose(talk, again, ["wager", 1], ["pass"])["ask"]["seat"] == "blue"


def test_a_partial_position_overrides_the_start(talk: Talk) -> None:
    answer = talk.ok("new", game="toy", position={"turn": 3, "score": {"blue": 7}})
    assert answer["ask"]["prompt"] == "Turn 3: choose your stance."
    state = talk.ok("state", match=answer["match"])
    assert state["state"]["score"] == {"red": 0, "blue": 7}
    assert state["phase"] == "prepare"


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ({"tide": 1}, "tide: there is no such field"),
        ({"score": {"green": 1}}, "score.green: there is no such field"),
        ({"turn": 77}, "turn: takes a whole number from 1 to 9, not 77"),
        ({"cards": {"red": ["card:9"]}}, "cards.red: 'card:9' is unknown"),
    ],
)
def test_a_bad_position_is_named(talk: Talk, position: dict[str, object], message: str) -> None:
    error = talk.error("new", game="toy", position=position)
    assert error["code"] == "bad_position"
    assert message in error["message"]


def test_positions_of_buda(talk: Talk) -> None:
    partial = {"levels": {"tms": 2}, "units": {"janissary_1": {"wounded": True}}}
    match = talk.ok("new", game="buda_1686", position=partial, seed="s")["match"]
    state = talk.ok("state", match=match)
    assert state["state"]["levels"]["tms"] == 2
    assert state["state"]["units"]["janissary_1"]["wounded"] is True
    again = talk.ok("new", game="buda_1686", position=state["state"])["match"]
    assert talk.ok("state", match=again) == state
    bad = talk.error("new", game="buda_1686", position={"units": {"azab_1": {"at": "pest"}}})
    assert bad["code"] == "bad_position"
    assert bad["message"].startswith("units.azab_1.at: 'pest' is unknown")


def test_a_replay_has_a_header_and_all_choices(talk: Talk) -> None:
    match = toy(talk, SUN)
    talk.ok("script", match=match, chance=[4, "card:5", RAIN])
    to_ambush(talk, match)
    replay = talk.ok("replay", match=match)["replay"]
    assert replay["header"]["game"] == "toy"
    assert replay["header"]["program"] == VERSION
    assert [move["choice"] for move in replay["choices"]] == [["stance", "bold"], ["wager", 1], ["play", "card:1"]]
    assert replay["choices"][2]["auto"] is True
