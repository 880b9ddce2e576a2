"""What a seat has so far, beside its name: in the terminal, from the referee and the server, and for learners."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from rich.console import Console

from sandtable import games
from sandtable.cli.board import Board
from sandtable.cli.pieces import PieceLabels
from sandtable.cli.words import Say
from sandtable.engine.scene import things
from sandtable.engine.start import Origin, start
from sandtable.engine.types import Json
from sandtable.engine.words import Words
from tests.cli.talking import Talk
from tests.conftest import MODEL
from tests.env.environments import env_of
from tests.server.pages import Page, bearer, open_table, person, play_out, serve, settings

GAME = games.load(MODEL)
LEADS: dict[str, Json] = {"round": 4, "left": 1, "points": {"north": 7, "east": 1, "west": 5}}


def test_a_scene_tells_everybodys_standing() -> None:
    match = start(GAME, {}, Origin("standing", None, LEADS))
    for seat in (None, 0, 1, 2):
        scene = GAME.scene(match.state, seat)
        assert scene.standing == {"north": {"points": 7}, "east": {"points": 1}, "west": {"points": 5}}
        assert things(scene)["west"] == {"points": 5}  # what worked examples look things up in


@pytest.mark.parametrize("lang", ["en", "hu"])
def test_the_terminal_has_it_beside_the_name(lang: str) -> None:
    match = start(GAME, {}, Origin("standing", None, LEADS))
    labels = PieceLabels(match.seats, Words(GAME, lang), Say(lang))
    board = Board(GAME.scene(match.state, 0), labels)
    names = {"en": ("North 7 points", "East 1 point ", "West 5 points"), "hu": ("Az északi kalmár 7 pont",)}[lang]
    for drawn in (board.as_map(200), board.as_list(200), board.as_brief(200)):
        console = Console(width=200)
        with console.capture() as shown:
            console.print(drawn)
        assert all(name in shown.get() for name in names)


def test_the_referee_tells_it() -> None:
    talk = Talk()
    match = talk.ok("new", game=MODEL, position=LEADS)["match"]
    scene = talk.ok("scene", match=match, seat="east")["scene"]
    assert scene["standing"] == {"north": {"points": 7}, "east": {"points": 1}, "west": {"points": 5}}


def test_the_environment_observes_and_draws_it() -> None:
    env = env_of(GAME, "standard", render_mode="ansi")
    env.reset(seed=7)
    assert {("standing", seat, "points") for seat in GAME.seats({})} <= set(env.layout.labels)
    rng, scored = random.Random(7), set()
    for agent in env.agent_iter():
        observation, _, over, _, _ = env.last()
        assert observation is not None
        for seat, counts in env.scene(agent).standing.items():
            assert observation["observation"][env.layout.place["standing", seat, "points"]] == counts["points"]
            assert f"{seat.capitalize()}: {counts['points']} point" in str(env.render())
            scored.add(counts["points"] > 0)
        env.step(None if over else rng.choice([at for at, may in enumerate(observation["action_mask"]) if may]))
    assert scored == {True, False}


@pytest.mark.slow
def test_the_server_says_it_now_in_the_last_turn_again_and_in_finished_games(tmp_path: Path) -> None:
    with serve(settings(tmp_path)) as client:
        seats = GAME.seats({})
        tokens = open_table(client, MODEL, {seat: person() for seat in seats}, hands="open", rounds=2)
        token = tokens[",".join(seats)]
        with Page(client, token, lang="hu") as page:
            play_out([page], random.Random(3), choices=9)
            told = page.update["standing"]
            points = {seat: counts["points"] for seat, counts in page.update["scene"]["standing"].items()}
            assert any(points.values())
            assert told == {seat: [{"key": "points", "text": f"{points[seat]} pont"}] for seat in seats}
            assert page.ask("recap")["steps"][-1]["standing"] == told
            play_out([page], random.Random(3))
            total = client.get("/api/table/steps", headers=bearer(token)).json()["total"]
            last = client.get(f"/api/table/steps?first={total}&lang=hu", headers=bearer(token)).json()["steps"][-1]
            assert last["standing"] == page.update["standing"]
