"""The model game in every corner of the house: hidden hands of three sides, points, draws, and options that clash."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import sandtable
from sandtable import games
from sandtable.cli.pieces import PieceLabels
from sandtable.cli.words import Say
from sandtable.engine.errors import BadFile, OptionsClash
from sandtable.engine.match import Match
from sandtable.engine.replay import Replay, record
from sandtable.engine.replay import run as play_again
from sandtable.engine.start import Origin, start
from sandtable.engine.state import State
from sandtable.engine.types import Json
from sandtable.engine.words import LANGUAGES, Words
from sandtable.env import make
from sandtable.env.environment import GameEnv
from tests.cli.conftest import Run, home, run
from tests.cli.talking import Talk
from tests.conftest import MODEL
from tests.playing import first_quick
from tests.server.pages import Client, Page, bearer, open_table, person, play_out, serve, settings

__all__ = ["home", "run"]

GAME = games.load(MODEL)
CLASH = {"thieves": True, "hands": "open"}
RULE = "theft.blind"
TIE: dict[str, Json] = {"round": 6, "left": 1, "points": {"north": 7, "east": 5, "west": 7}}
"""The last turn of a game that will be drawn if East keeps what it has."""


def drawn_match() -> tuple[Match[State], Origin]:
    origin = Origin("draw", None, TIE)
    match = start(GAME, {}, origin)
    match.choose(("stay",))
    match.choose(("keep",))
    return match, origin


# ---------------------------------------------------------------------- options that clash


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "command", first_quick(["play", "lab match", "lab ladder", "lab compare", "lab spar", "lab tune"])
)
def test_the_terminal_and_the_lab_name_the_rule_against_options(run: Run, command: str, lang: str) -> None:
    given = ["--option", "thieves=true", "--option", "hands=open", "--lang", lang]
    ran = run(*command.split(), MODEL, *given)
    assert ran.failed_in_one_line(2, f"{GAME.ledger.text(RULE, lang)} ({RULE})")


def test_the_referee_names_the_rule_against_options() -> None:
    error = Talk().error("new", game=MODEL, options=CLASH)
    assert (error["code"], error["rule"]) == ("bad_options", RULE)
    assert error["message"] == f"{GAME.ledger.text(RULE)} ({RULE})"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with serve(settings(tmp_path)) as serving:
        yield serving


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_server_names_the_rule_against_options(client: Client, lang: str) -> None:
    seats = {seat: person() for seat in GAME.seats({})}
    wanted = {"game": MODEL, "seats": seats, "options": CLASH}
    answer = client.post(f"/api/tables?lang={lang}", json=wanted)
    assert answer.status_code == 400
    assert answer.json() == {"code": "bad_options", "text": f"{GAME.ledger.text(RULE, lang)} ({RULE})", "rule": RULE}


def test_the_environment_names_the_rule_against_options() -> None:
    with pytest.raises(OptionsClash, match=RULE):
        make(MODEL, options=CLASH)
    with pytest.raises(OptionsClash, match=RULE):
        make(MODEL, mode="thieves", options={"hands": "open"})  # one from the mode, one beside it
    with pytest.raises(OptionsClash, match=RULE):
        GameEnv(GAME, CLASH)


def test_from_python_the_rule_against_options_is_named() -> None:
    for given in ({"options": CLASH}, {"mode": "open", "options": {"thieves": True}}):
        with pytest.raises(sandtable.BadOptions) as refused:
            sandtable.new(MODEL, **given)
        assert str(refused.value) == f"{GAME.ledger.text(RULE)} ({RULE})"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_mode_and_an_option_beside_it_may_clash_too(run: Run, lang: str) -> None:
    ran = run("lab", "match", MODEL, "--mode", "open", "--option", "thieves=true", "--lang", lang)
    assert ran.failed_in_one_line(2, f"{GAME.ledger.text(RULE, lang)} ({RULE})")


@pytest.mark.parametrize("command", ["replay", "analyse"])
def test_a_recorded_game_whose_options_were_changed_names_the_rule(run: Run, tmp_path: Path, command: str) -> None:
    match, origin = drawn_match()
    head, *moves = record(match, origin).to_lines().splitlines()
    header = json.loads(head)
    header["options"] |= CLASH
    file = tmp_path / "clash.replay.jsonl"
    file.write_text("\n".join([json.dumps(header), *moves]), encoding="utf-8")
    assert run(command, str(file)).failed_in_one_line(1, f"{file}: {GAME.ledger.text(RULE)} ({RULE})")


def test_a_save_whose_options_were_changed_names_the_rule() -> None:
    saved = json.loads(sandtable.new(MODEL, seed="save").save())
    saved["options"] |= CLASH
    with pytest.raises(sandtable.BadFile, match=RULE):
        sandtable.load(json.dumps(saved))


# ---------------------------------------------------------------------- points and draws


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "The game is over. It is a draw. Points: North 7, East 5, West 7"),
        ("hu", "Vége a játszmának. Döntetlen. Pontok: Az északi kalmár 7, A keleti kalmár 5, A nyugati kalmár 7"),
    ],
)
def test_the_terminal_says_draw_and_points(run: Run, tmp_path: Path, lang: str, said: str) -> None:
    match, origin = drawn_match()
    assert match.outcome is not None
    assert PieceLabels(match.seats, Words(GAME, lang), Say(lang)).ended(match.outcome) == said
    file = tmp_path / "draw.replay.jsonl"
    file.write_text(record(match, origin).to_lines(), encoding="utf-8")
    assert said in " ".join(run("replay", str(file), "--at", str(match.number), "--lang", lang).out.split())
    assert run("replay", str(file), "--verify").code == 0


def test_a_game_at_the_terminal_ends_with_points(run: Run) -> None:
    ran = run("play", MODEL, "--vs", "random", "--seed", "terminal", typed=" / ".join(["1"] * 40))
    assert ran.code == 0 and "Points: North " in ran.out


def test_the_referee_says_draw_and_points() -> None:
    talk = Talk()
    match = talk.ok("new", game=MODEL, position=TIE)["match"]
    talk.ok("choose", match=match, choice=["stay"])
    over = talk.ok("choose", match=match, choice=["keep"])["over"]
    assert over == {
        "winners": [],
        "reason": "end.draw",
        "scores": {"north": 1.0, "east": 5 / 7, "west": 1.0},
        "points": {"north": 7, "east": 5, "west": 7},
        "drawn": True,
    }


def test_a_replay_keeps_draw_and_points_and_notices_others() -> None:
    match, origin = drawn_match()
    text = record(match, origin).to_lines()
    last = json.loads(text.splitlines()[-1])
    assert last["over"]["points"] == {"north": 7, "east": 5, "west": 7} and last["over"]["drawn"] is True
    list(play_again(GAME, Replay.from_lines(text)))
    *moves, end = text.splitlines()
    for wrong in ({**last["over"], "drawn": False}, {**last["over"], "points": {"north": 7, "east": 6, "west": 7}}):
        changed = "\n".join([*moves, json.dumps({**json.loads(end), "over": wrong})])
        with pytest.raises(BadFile, match=f"move {last['n']}"):
            list(play_again(GAME, Replay.from_lines(changed)))


def test_the_environment_gives_nothing_for_a_draw_and_tells_points() -> None:
    seen = set()
    for seed in range(60):
        env = make(MODEL, options={"rounds": 2})
        env.reset(seed=seed)
        rng = random.Random(seed)
        rewards, points = {}, {}
        for agent in env.agent_iter():
            observation, reward, over, _, info = env.last()
            assert observation is not None
            if over:
                rewards[agent], points[agent] = reward, info["points"]
            env.step(None if over else rng.choice([at for at, may in enumerate(observation["action_mask"]) if may]))
        best = [agent for agent, number in points.items() if number == max(points.values())]
        drawn = len(best) > 1
        seen.add(drawn)
        assert rewards == {agent: 0.0 if drawn else 1.0 if agent in best else -1.0 for agent in points}
    assert seen == {True, False}


def test_the_server_plays_it_with_three_people_and_tells_points_and_no_secrets(client: Client) -> None:
    seats = GAME.seats({})
    tokens = open_table(client, MODEL, {seat: person("away") for seat in seats}, thieves=True, rounds=2)
    pages = [Page(client, tokens[seat]) for seat in seats]
    for page in pages:
        page.__enter__()
    for page, seat in zip(pages, seats, strict=True):
        hands = {hand["owner"]: hand for hand in page.update["scene"]["hands"]}
        assert {owner: len(hand["cards"]) for owner, hand in hands.items()} == {s: 4 * (s == seat) for s in seats}
    play_out(pages, random.Random(3))
    outcome = pages[0].update["outcome"]
    assert set(outcome["points"]) == set(seats)
    best = max(outcome["points"].values())
    assert outcome["drawn"] == (list(outcome["points"].values()).count(best) > 1)
    assert outcome["winners"] == ([] if outcome["drawn"] else [s for s in seats if outcome["points"][s] == best])
    listed = client.get("/api/table", headers=bearer(tokens["north"])).json()
    assert listed["outcome"] == outcome
    for page in pages:
        page.__exit__(None, None, None)
