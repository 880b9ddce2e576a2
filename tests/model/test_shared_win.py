"""Several sides that win together, and not as a team: in every corner of the house each has its part of the win."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable import games
from sandtable.cli import new_game
from sandtable.cli.pieces import PieceLabels
from sandtable.cli.words import Say
from sandtable.engine.errors import BadFile
from sandtable.engine.game import Game
from sandtable.engine.match import Match
from sandtable.engine.replay import Replay, record
from sandtable.engine.replay import run as play_again
from sandtable.engine.start import Origin, start
from sandtable.engine.state import State
from sandtable.engine.words import Words
from sandtable.env.environment import GameEnv
from sandtable.lab.play import play
from sandtable.lab.spec import specify
from sandtable.players.analysis import analyse
from sandtable.server import create_table
from tests.cli.conftest import Run, home, run
from tests.cli.talking import Talk
from tests.model.test_everywhere import TIE
from tests.server.pages import Page, bearer, open_table, person, play_out, serve, settings

__all__ = ["home", "run"]

pytestmark = pytest.mark.slow

SLUG = "guild"
DRAW = 'Outcome((), "end.draw", scores, tuple(g.points), drawn=True)'
SHARED = 'Outcome(first, "end.points", scores, tuple(g.points))'
SHORT: dict[str, Any] = {"rounds": 2}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The model game, in which all who have the most points win."""
    into = tmp_path_factory.mktemp("games")
    new_game.write(SLUG, into / SLUG, "Guild")
    stated = into / SLUG / "__init__.py"
    text = stated.read_text(encoding="utf-8")
    assert text.count(DRAW) == 1
    stated.write_text(text.replace(DRAW, SHARED), encoding="utf-8")
    return into


@pytest.fixture
def guild(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game[State]]:
    monkeypatch.setenv(games.FOLDERS, str(folder))
    games.load.cache_clear()
    yield games.load(SLUG)
    games.load.cache_clear()


def won_together(game: Game[State]) -> tuple[Match[State], Origin]:
    """North and West have seven points each, East has five."""
    origin = Origin("together", None, TIE)
    match = start(game, {}, origin)
    match.choose(("stay",))
    match.choose(("keep",))
    return match, origin


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "The game is over. Winners: North, West. Points: North 7, East 5, West 7"),
        ("hu", "Vége a játszmának. A győztesek: Az északi kalmár, A nyugati kalmár. Pontok:"),
    ],
)
def test_the_terminal_names_all_winners(guild: Game[State], run: Run, tmp_path: Path, lang: str, said: str) -> None:
    match, origin = won_together(guild)
    assert match.outcome is not None
    assert said in PieceLabels(match.seats, Words(guild, lang), Say(lang)).ended(match.outcome)
    file = tmp_path / "together.replay.jsonl"
    file.write_text(record(match, origin).to_lines(), encoding="utf-8")
    assert said in " ".join(run("replay", str(file), "--at", str(match.number), "--lang", lang).out.split())
    assert run("replay", str(file), "--verify").code == 0


def test_the_referee_names_all_winners(guild: Game[State]) -> None:
    talk = Talk()
    match = talk.ok("new", game=SLUG, position=TIE)["match"]
    talk.ok("choose", match=match, choice=["stay"])
    over = talk.ok("choose", match=match, choice=["keep"])["over"]
    assert (over["winners"], over["reason"], over["points"]) == (
        ["north", "west"],
        "end.points",
        {"north": 7, "east": 5, "west": 7},
    )
    assert not over.get("drawn")


def test_a_replay_keeps_all_winners_and_notices_others(guild: Game[State]) -> None:
    match, origin = won_together(guild)
    *moves, end = record(match, origin).to_lines().splitlines()
    last = json.loads(end)
    assert last["over"]["winners"] == ["north", "west"]
    changed = {**last, "over": {**last["over"], "winners": ["north"]}}
    with pytest.raises(BadFile, match=f"move {last['n']}"):
        list(play_again(guild, Replay.from_lines("\n".join([*moves, json.dumps(changed)]))))


def test_from_python_all_winners_are_named(guild: Game[State]) -> None:
    match = sandtable.new(SLUG, position=TIE)
    match.choose(("stay",))
    match.choose(("keep",))
    assert match.winners == ("north", "west")


def test_an_analysis_ends_with_an_equal_part_for_every_winner(guild: Game[State]) -> None:
    found = analyse(guild, record(*won_together(guild)), 10)
    assert found.winners == ("north", "west") and not found.drawn
    assert found.moments[-1].win == {"north": 0.5, "east": 0.0, "west": 0.5}


def test_the_environment_rewards_every_winner(guild: Game[State]) -> None:
    env = GameEnv(guild, SHORT)
    seen = set()
    for seed in range(60):
        env.reset(seed=seed)
        rng, rewards = random.Random(seed), {}
        for agent in env.agent_iter():
            observation, reward, over, _, info = env.last()
            assert observation is not None
            if over:
                rewards[agent] = reward, info["points"]
            env.step(None if over else rng.choice([at for at, may in enumerate(observation["action_mask"]) if may]))
        best = max(points for _, points in rewards.values())
        for reward, points in rewards.values():
            assert reward == (1.0 if points == best else -1.0)
        seen.add(sum(points == best for _, points in rewards.values()))
    assert seen >= {1, 2}


def test_the_lab_gives_every_winner_an_equal_part(guild: Game[State]) -> None:
    spec = specify(guild, guild.settle(SHORT), ["random"] * 3, games=60, seed="guild")
    played = [play(guild, spec, number) for number in range(1, 61)]
    shared = [game for game in played if len(game.winners) == 2]
    assert shared
    for game in shared:
        assert game.shares == tuple(0.5 * (seat in game.winners) for seat in guild.seats({}))
        assert not game.drawn


def test_the_server_tells_every_page_who_has_won(
    guild: Game[State], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seed, winners = shared_seed(guild)
    monkeypatch.setattr(create_table, "random_seed", lambda: seed)
    seats = guild.seats({})
    with serve(settings(tmp_path)) as client, ExitStack() as stack:
        tokens = open_table(client, SLUG, {seat: person("away") for seat in seats}, **SHORT)
        pages = [stack.enter_context(Page(client, tokens[seat])) for seat in seats]
        play_out(pages, random.Random(3))
        for page in pages:
            assert (page.update["outcome"]["winners"], page.update["outcome"]["drawn"]) == (winners, False)
        listed = client.get("/api/table", headers=bearer(tokens["east"])).json()
        assert listed["outcome"] == pages[0].update["outcome"]


def shared_seed(game: Game[State]) -> tuple[str, list[str]]:
    """A seed with which two win together after the choices of `Random(3)`, and who they are."""
    for number in count():
        seed = f"shared {number}"
        match, rng = start(game, SHORT, Origin(seed)), random.Random(3)
        while match.ask is not None:
            match.choose(rng.choice(match.choices))
        assert match.outcome is not None
        if len(match.outcome.winners) == 2:
            return seed, [match.seats[seat] for seat in match.outcome.winners]
    raise AssertionError
