"""The referee protocol: every verb, every error, and that an error changes nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import pytest

from sandtable.engine.ask import Ask, Flow, Legality, Offer
from sandtable.engine.game import Game
from sandtable.engine.state import State
from sandtable.version import VERSION
from tests.cli.talking import RAIN, SUN, Talk, choose, to_ambush, toy
from tests.engine.toy import FIRST_DEAL, TOY, Toy

# ---------------------------------------------------------------------- hello, rules


def test_hello_describes_games_and_options(talk: Talk) -> None:
    hello = talk.ok("hello")
    assert (hello["protocol"], hello["version"]) == (1, VERSION)
    by_slug = {game["slug"]: game for game in hello["games"]}
    assert by_slug["buda_1686"]["title"] == "The Retaking of Buda, 1686"
    assert by_slug["buda_1686"]["title_hu"] == "Buda visszavívása – 1686"
    assert by_slug["buda_1686"]["seats"] == ["imperial", "ottoman"]
    turns, ambush = by_slug["toy"]["options"]
    assert turns == {
        "id": "turns",
        "values": [3, 1],
        "default": 3,
        "text": "How many turns are played.",
        "meanings": ["Three turns.", "A single turn."],
    }
    assert (ambush["values"], ambush["default"]) == ([True, False], True)


def test_hello_explains_every_option_of_every_game(talk: Talk) -> None:
    for game in talk.ok("hello")["games"]:
        for option in game["options"]:
            assert option["text"] != option["id"]
            for value, meaning in zip(option["values"], option["meanings"], strict=True):
                assert meaning != f"{option['id']}.{value}"


def test_rules_one_or_all_in_both_languages(talk: Talk) -> None:
    everything = talk.ok("rules", game="buda_1686")
    assert len(everything["rules"]) > 100
    assert everything["examples"]
    one = talk.ok("rules", game="buda_1686", id="assault.roll")
    assert [rule["id"] for rule in one["rules"]] == ["assault.roll"]
    assert all("assault.roll" in example["rules"] for example in one["examples"])
    hungarian = talk.ok("rules", game="buda_1686", id="assault.roll", lang="hu")
    assert hungarian["rules"][0]["text"].startswith("A császári játékos dob")
    ruling = talk.ok("rules", game="buda_1686", id="setup.sides", lang="hu")
    assert ruling["rules"][0]["why"] == "A szöveg nem mondja meg, hogyan kell oldalt választani."


def test_rules_take_a_text_as_the_rule_and_a_number_as_a_mark(talk: Talk) -> None:
    marked = talk.ok("rules", game="toy", id=7)
    assert marked["id"] == 7
    assert len(marked["rules"]) == 6
    assert talk.ok("rules", game="toy", id="end.score")["id"] == "end.score"


def test_unknown_rules_languages_and_games(talk: Talk) -> None:
    assert talk.error("rules", game="toy", id="no.rule")["message"] == "id: toy has no rule 'no.rule'"
    assert talk.error("rules", game="toy", lang="la")["message"] == "lang: 'la' is unknown; known are en, hu"
    assert talk.error("rules", game="chess")["code"] == "unknown_game"


# ---------------------------------------------------------------------- new, ask


def test_new_gives_a_match_an_ask_and_a_log(talk: Talk) -> None:
    answer = talk.ok("new", game="toy", chance=[FIRST_DEAL, SUN])
    assert answer["ask"] == {
        "n": 0,
        "seat": "red",
        "prompt": "Turn 1: choose your stance.",
        "rule": "turn.stance",
        "options": [["stance", "careful"], ["stance", "bold"]],
    }
    assert answer["log"] == [{"key": "weather", "args": [SUN], "rule": None, "text": "The weather is 5."}]
    assert talk.ok("ask", match=answer["match"])["ask"] == answer["ask"]


def test_the_same_seed_gives_the_same_game_and_no_seed_another(talk: Talk) -> None:
    def position(**fields: object) -> object:
        return talk.ok("state", match=talk.ok("new", game="toy", **fields)["match"])["state"]

    assert position(seed="one") == position(seed="one")
    assert position() != position()


def test_without_explain_no_log_is_written(talk: Talk) -> None:
    answer = talk.ok("new", game="toy", explain=False)
    assert answer["log"] == []
    match = answer["match"]
    assert talk.ok("choose", match=match, choice=["stance", "bold"])["log"] == []
    assert talk.ok("log", match=match, seat="red")["log"] == []
    twin = talk.ok("fork", match=match)["match"]
    assert talk.ok("log", match=twin, seat="red")["log"] == []


def test_options_are_put_in_force(talk: Talk) -> None:
    match = toy(talk, SUN, 4, "card:5", options={"turns": 1, "ambush": False})
    over = to_ambush(talk, match)["over"]
    # Card 1, a roll of 4 and a bold stance make 6, and 9 are needed: blue gains the wager and one more.
    assert over == {"winners": ["blue"], "reason": "end.score", "scores": {"red": 0.0, "blue": 2.0}}
    assert talk.ok("ask", match=match)["over"] == over


def test_bad_games_options_and_scripts(talk: Talk) -> None:
    assert talk.error("new", game="chess")["code"] == "unknown_game"
    bad = talk.error("new", game="toy", options={"turns": 2})
    assert bad == {"code": "bad_options", "message": "option 'turns' cannot be 2; it can be 3, 1"}
    assert talk.error("new", game="toy", options={"tide": 2})["code"] == "bad_options"
    assert talk.error("new", game="toy", chance=[])["code"] == "chance_exhausted"
    assert talk.error("new", game="toy", chance=[3])["code"] == "chance_mismatch"
    assert talk.error("new", game="toy", chance=[FIRST_DEAL, 7])["code"] == "chance_mismatch"
    assert talk.referee.matches == {}


# ---------------------------------------------------------------------- choose


def test_choose_goes_on_and_tells_what_happened(talk: Talk) -> None:
    match = toy(talk, SUN, 4, "card:5", RAIN)
    answer = choose(talk, match, ["stance", "bold"])
    assert (answer["ask"]["n"], answer["log"]) == (1, [])
    answer = talk.ok("choose", match=match, choice=["wager", 1], seat="red", n=1)
    assert [line["text"] for line in answer["log"]] == ["Red plays card:1."]
    assert (answer["ask"]["seat"], answer["ask"]["n"], answer["ask"]["options"]) == ("blue", 3, [["pass"]])
    answer = talk.ok("choose", match=match, choice=["pass"], seat=1)
    assert [line["key"] for line in answer["log"]] == ["roll", "gain", "drawn", "draw", "weather"]
    assert answer["log"][3]["seats"] == ["red"]


def test_an_illegal_choice_names_the_rule(talk: Talk) -> None:
    match = toy(talk, RAIN)
    choose(talk, match, ["stance", "bold"])
    refused = talk.error("choose", match=match, choice=["wager", 2])
    assert refused["code"] == "illegal_choice"
    assert refused["rule"] == "wager.rain"
    unheard = talk.error("choose", match=match, choice=["wager", 17])
    assert unheard["code"] == "illegal_choice"
    assert "rule" not in unheard


def test_the_wrong_seat_and_an_earlier_ask_are_refused(talk: Talk) -> None:
    match = toy(talk, SUN)
    choose(talk, match, ["stance", "bold"])
    assert talk.error("choose", match=match, choice=["wager", 1], seat="blue")["code"] == "wrong_seat"
    assert talk.error("choose", match=match, choice=["wager", 1], seat=1)["code"] == "wrong_seat"
    stale = talk.error("choose", match=match, choice=["wager", 1], n=0)
    assert stale["code"] == "bad_request"
    assert stale["message"] == "n: ask 0 is not the current one, which is 1"
    for seat in ("green", 2, -1):
        unknown = talk.error("choose", match=match, choice=["wager", 1], seat=seat)
        assert unknown["message"] == f"seat: {seat!r} is unknown; known are red, blue"


def test_an_ask_names_the_team_that_may_answer() -> None:
    def build(g: Toy, offer: Offer) -> None:
        offer.add(("left",))
        offer.add(("right",))

    def play(g: Toy) -> Flow[Toy]:
        yield Ask(0, "way", Legality(build, {}), team=2)
        g.turn = 9

    talk = Talk()
    talk.referee.load_game = lambda slug: cast("Game[State]", replace(TOY, play=play))
    new = talk.ok("new", game="toy")
    assert (new["ask"]["seat"], new["ask"]["team"]) == ("red", ["blue"])
    assert "over" in talk.ok("choose", match=new["match"], choice=["left"], seat="blue")


def test_a_choice_after_the_end_is_refused(talk: Talk) -> None:
    match = toy(talk, SUN, 4, "card:5", options={"turns": 1})
    to_ambush(talk, match)
    assert "over" in choose(talk, match, ["pass"])
    assert talk.error("choose", match=match, choice=["pass"])["code"] == "over"
    assert talk.error("play", match=match, seat="red", level="random")["code"] == "over"


@pytest.mark.parametrize("script", [[], [4], [4, "card:5"]])
def test_a_script_that_ends_in_mid_choice_leaves_the_match_before_it(talk: Talk, script: list[object]) -> None:
    match = toy(talk, SUN, *script)
    to_ambush(talk, match)
    before = talk.ok("log", match=match, seat="red"), talk.ok("scene", match=match, seat="red")
    assert talk.error("choose", match=match, choice=["pass"])["code"] == "chance_exhausted"
    assert (talk.ok("log", match=match, seat="red"), talk.ok("scene", match=match, seat="red")) == before
    talk.ok("script", match=match, chance=[6, "card:6", RAIN])
    assert choose(talk, match, ["pass"])["ask"]["seat"] == "blue"


def test_a_script_that_does_not_fit_leaves_the_match_before_it(talk: Talk) -> None:
    match = toy(talk, SUN, 4, "card:1")
    to_ambush(talk, match)
    mismatch = talk.error("choose", match=match, choice=["pass"])
    message = "'draw' cannot draw 'card:1'; it can draw card:5, card:6"
    assert mismatch == {"code": "chance_mismatch", "message": message}


# ---------------------------------------------------------------------- script, undo, fork


def test_script_replaces_and_lifts(talk: Talk) -> None:
    match = toy(talk, SUN, 9, 9)
    to_ambush(talk, match)
    assert talk.ok("script", match=match, chance=[2, "card:5", RAIN]) == {"ok": True}
    choose(talk, match, ["pass"])
    assert talk.ok("state", match=match)["state"]["weather"] == RAIN
    talk.ok("script", match=match, chance=None)
    choose(talk, match, ["stance", "bold"], ["wager", 0])


def test_undo_returns_and_refuses(talk: Talk) -> None:
    match = toy(talk, SUN, 4, "card:5", RAIN)
    assert talk.error("undo", match=match)["code"] == "no_undo"
    before = talk.everything()
    choose(talk, match, ["stance", "bold"])
    assert talk.error("undo", match=match, seat="blue")["message"] == "the last choice was made by red"
    assert talk.ok("undo", match=match, seat="red")["ask"]["n"] == 0
    choose(talk, match, ["stance", "careful"])
    assert talk.ok("undo", match=match)["ask"]["n"] == 0
    assert talk.everything() == before
    to_ambush(talk, match)
    assert talk.error("undo", match=match)["code"] == "no_undo"


def test_a_fork_goes_its_own_way(talk: Talk) -> None:
    match = toy(talk, SUN, 4, "card:5", RAIN)
    choose(talk, match, ["stance", "bold"])
    twin = talk.ok("fork", match=match)["match"]
    assert twin != match
    assert talk.ok("save", match=twin) == talk.ok("save", match=match)
    before = talk.ok("state", match=match)
    choose(talk, twin, ["wager", 1], ["pass"])
    assert talk.ok("state", match=match) == before
    choose(talk, match, ["wager", 1], ["pass"])
    assert talk.ok("state", match=match) == talk.ok("state", match=twin)
    assert talk.ok("log", match=match, seat="red") == talk.ok("log", match=twin, seat="red")


# ---------------------------------------------------------------------- why, scene, log


def test_why_by_choice_and_by_thing(talk: Talk) -> None:
    match = toy(talk, RAIN)
    choose(talk, match, ["stance", "bold"])
    refusals = talk.ok("why", match=match, about=["wager"])["refusals"]
    rain = "In rain (weather 1 or 2) no more than one is wagered."
    assert refusals == [{"choice": ["wager", 2], "rule": "wager.rain", "text": rain}]
    assert talk.ok("why", match=match, about=["wager", 2])["refusals"] == refusals
    assert talk.ok("why", match=match, about="card:6")["refusals"] == []
    assert talk.error("why", match=match, about=[])["code"] == "bad_request"
    assert talk.error("why", match=match, about=[3])["code"] == "bad_request"


def test_why_in_buda_names_rules_of_the_ledger(talk: Talk) -> None:
    match = talk.ok("new", game="buda_1686", seed="s")["match"]
    refusals = talk.ok("why", match=match, about="zone:kozepso")["refusals"]
    assert refusals
    assert all(refusal["text"] and "zone:kozepso" in refusal["choice"] for refusal in refusals)


def test_a_scene_shows_a_seat_its_own_hand_only(talk: Talk) -> None:
    match = toy(talk, SUN)
    for seat, visible in (("red", [2, 0]), ("blue", [0, 2]), (None, [0, 0]), (1, [0, 2])):
        scene = talk.ok("scene", match=match, seat=seat)["scene"]
        assert [len(hand["cards"]) for hand in scene["hands"]] == visible
        assert [hand["count"] for hand in scene["hands"]] == [2, 2]
    assert talk.error("scene", match=match, seat="green")["code"] == "bad_request"


def test_a_log_is_what_the_seat_may_read(talk: Talk) -> None:
    match = toy(talk, SUN, 4, "card:5", RAIN)
    to_ambush(talk, match)
    choose(talk, match, ["pass"])
    red = talk.ok("log", match=match, seat="red")["log"]
    blue = talk.ok("log", match=match, seat="blue")["log"]
    assert [line["key"] for line in red if line not in blue] == ["draw"]
    assert talk.ok("log", match=match, seat=None)["log"] == blue
    assert talk.ok("log", match=match, seat="blue", since=3)["log"] == blue[3:]


# ---------------------------------------------------------------------- play, close


@pytest.mark.parametrize("level", ["random", "greedy", "4", 4, "captain", "SZÁZADOS"])
def test_play_lets_an_opponent_decide(talk: Talk, level: str | int) -> None:
    matches = [talk.ok("new", game="toy", seed="p")["match"] for _ in range(2)]
    games = []
    for match in matches:
        choices = []
        answer = talk.ok("ask", match=match)
        while "ask" in answer:
            options = answer["ask"]["options"]
            answer = talk.ok("play", match=match, seat=answer["ask"]["seat"], level=level)
            assert answer["choice"] in options
            choices.append(answer["choice"])
        games.append(choices)
    assert len(games[0]) >= 6
    assert games[0] == games[1]


def test_play_takes_a_budget(talk: Talk) -> None:
    new = talk.ok("new", game="buda_1686", seed="b")
    played = talk.ok("play", match=new["match"], seat=new["ask"]["seat"], level="greedy", budget_ms=1)
    assert played["choice"] in new["ask"]["options"]


def test_play_is_for_the_asked_seat_and_known_levels(talk: Talk) -> None:
    match = toy(talk, SUN)
    assert talk.error("play", match=match, seat="blue", level="random")["code"] == "wrong_seat"
    unknown = talk.error("play", match=match, seat="red", level="genius")
    assert unknown["code"] == "bad_request"
    assert unknown["message"].startswith("level: there is no 'genius'; there are random, greedy, 1 (Recruit)")
    assert talk.error("play", match=match, seat=None, level="random")["code"] == "bad_request"


def test_play_under_a_script_that_runs_out_changes_nothing(talk: Talk) -> None:
    match = toy(talk, SUN)
    to_ambush(talk, match)
    assert talk.error("play", match=match, seat="blue", level="greedy")["code"] == "chance_exhausted"


def test_a_closed_match_is_unknown(talk: Talk) -> None:
    match = toy(talk, SUN)
    assert talk.ok("close", match=match) == {"ok": True}
    assert talk.error("close", match=match)["code"] == "unknown_match"
    assert talk.error("ask", match=match)["message"] == f"match: no match '{match}' is open"


@pytest.mark.parametrize(
    ("do", "fields"),
    [
        ("ask", {}),
        ("choose", {"choice": ["a"]}),
        ("why", {"about": "a"}),
        ("scene", {"seat": None}),
        ("log", {"seat": None}),
        ("script", {"chance": []}),
        ("undo", {}),
        ("fork", {}),
        ("save", {}),
        ("state", {}),
        ("replay", {}),
        ("play", {"seat": 0, "level": "random"}),
        ("hint", {"seat": 0}),
        ("close", {}),
    ],
)
def test_every_verb_of_a_match_knows_unknown_ones(talk: Talk, do: str, fields: dict[str, object]) -> None:
    assert talk.error(do, match="m99", **fields)["code"] == "unknown_match"
    missing = talk.error(do, **fields)
    assert missing == {"code": "bad_request", "message": "Object missing required field `match`"}
