"""Environments: PettingZoo's own tests, and what a learner relies on."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gymnasium.spaces import Discrete
from pettingzoo.test.api_test import api_test
from pettingzoo.test.seed_test import seed_test
from pettingzoo.test.state_test import test_state_space as check_state_space

from sandtable import games
from sandtable.engine.errors import BadOptions, SandtableError
from sandtable.engine.game import Stage
from sandtable.engine.words import Words
from sandtable.env import GameEnv, IllegalAction, Opponent, make
from tests import frontier
from tests.engine.toy import TOY
from tests.env.environments import MODES, env_of, play_out, say
from tests.playing import AnyGame, cases, grown

DOCS = Path(__file__).parent.parent.parent / "docs"

# PettingZoo would like agents to be called player_0, and observations to be bare arrays without a mask.
pytestmark = pytest.mark.filterwarnings("ignore:(We recommend agents|Observation):UserWarning")


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "mode"), MODES)
def test_the_api_test_of_pettingzoo_passes(slug: str, mode: str) -> None:
    api_test(make(slug, mode), num_cycles=150)  # type: ignore[no-untyped-call]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "mode"), [case for game in grown(Stage.OPPONENTS) for case in cases(game)])
def test_the_seed_test_of_pettingzoo_passes(game: AnyGame, mode: str) -> None:
    seed_test(lambda: make(game.slug, mode), num_cycles=60)  # type: ignore[no-untyped-call]


# ---------------------------------------------------------------------- how a match begins, goes and ends


def test_the_same_seed_gives_the_same_match_and_the_next_one_another() -> None:
    def hands(env: Any, seed: int | None) -> list[str]:
        env.reset(seed=seed)
        return [card.id for card in env.scene("revolutionary").hands[0].cards]

    one, other = make("nights_of_fire"), make("nights_of_fire")
    first = hands(one, 5)
    following = hands(one, None)
    assert (hands(other, 5), hands(other, None)) == (first, following)
    assert first != following
    assert hands(one, 5) == first


def test_the_seat_that_is_asked_is_the_agent() -> None:
    env = env_of(games.load("nights_of_fire"), "conflict_basic_2")
    asked = set()
    while env.match.ask is not None and env.cycles < 300:
        assert env.agent_selection == env.match.seats[env.match.ask.seat]
        asked.add(env.agent_selection)
        env.step(env.toward(env.partial.choices[env.cycles % len(env.partial.choices)]))
    assert asked == {"first", "second", "commander"}


def test_words_make_a_choice_and_the_match_goes_on_with_it() -> None:
    env = env_of(games.load("buda_1686"), seed=3)
    assert env.agent_selection == "imperial"
    say(env, "move")
    assert env.match.number == 0 and env.infos["imperial"]["said"] == ("move",)
    legal = {env.vocabulary.actions[action] for action in np.flatnonzero(env.observe("imperial")["action_mask"])}
    assert legal == {choice[1] for choice in env.match.choices if choice[0] == "move"}
    say(env, "unit:saxon")
    zone = env.infos["imperial"]["choices"][0][2]
    say(env, zone)
    assert env.match.history[0].choice == ("move", "unit:saxon", zone)


def test_what_is_observed_is_the_table_as_it_is_and_what_was_said() -> None:
    env = env_of(games.load("nights_of_fire"), "conflict_basic_1")
    while env.cycles < 60:
        for seat, agent in enumerate(env.possible_agents):
            known = env.layout.observe(env.match, seat)
            if agent == env.agent_selection:
                env.layout.add_said(known, env.partial.said)
            assert np.array_equal(env.observe(agent)["observation"], known)
        env.step(env.toward(env.partial.choices[env.cycles % len(env.partial.choices)]))


def test_info_is_for_the_asked_seat_only() -> None:
    env = env_of(games.load("buda_1686"), seed=3)
    assert env.infos["imperial"]["prompt"] == "go_imperial"
    assert env.infos["imperial"]["choices"] == env.match.choices
    assert env.infos["ottoman"] == {}


def test_a_question_that_hides_something_is_put_even_with_one_option() -> None:
    """Who cannot ambush is asked all the same (the toy's `always`)."""
    alone = 0
    for seed in range(12):
        env = env_of(TOY, seed=seed)
        say(env, "bold", 0)
        if env.agent_selection == "red":  # with more than one card to play
            env.step(env.toward(env.match.choices[0]))
        assert env.agent_selection == "blue" and env.infos["blue"]["prompt"] == "toy.ambush"
        alone += int(env.observe("blue")["action_mask"].sum()) == 1
    assert 0 < alone < 12


@pytest.mark.parametrize("seed", range(3))
def test_of_two_sides_one_wins_and_one_loses(seed: int) -> None:
    env = env_of(games.load("buda_1686"), "either_victory", seed)
    rewards = play_out(env, seed)
    assert sorted(rewards.values()) == [-1, 1]
    assert env.match.outcome is not None
    assert rewards[env.match.seats[env.match.outcome.winners[0]]] == 1
    assert env.agents == []


@pytest.mark.parametrize("seed", range(3))
def test_partners_win_and_lose_together(seed: int) -> None:
    rewards = play_out(env_of(games.load("nights_of_fire"), "conflict_basic_2", seed), seed)
    assert rewards["first"] == rewards["second"] == -rewards["commander"]


@pytest.mark.parametrize("mode", ["konev_basic_1", "konev_basic_2"])
def test_against_the_game_all_win_or_all_lose(mode: str) -> None:
    env = env_of(games.load("nights_of_fire"), mode)
    rewards = play_out(env, 1)
    assert env.match.outcome is not None
    assert set(rewards.values()) == {1.0 if env.match.outcome.winners else -1.0}


def test_the_last_info_says_why_and_how_grandly() -> None:
    env = env_of(games.load("nights_of_fire"), "konev_basic_1")
    while env.match.ask is not None:
        env.step(env.toward(env.partial.choices[0]))
    assert env.match.outcome is not None
    assert env.infos["revolutionary"] == {"reason": env.match.outcome.reason, "score": env.match.outcome.scores[0]}
    assert env.terminations["revolutionary"] and not env.truncations["revolutionary"]


def test_a_match_is_cut_short_after_so_many_actions() -> None:
    env = env_of(games.load("buda_1686"), max_cycles=4, seed=2)
    for _ in range(4):
        assert not any(env.truncations.values())
        env.step(env.toward(env.partial.choices[-1]))
    assert all(env.truncations.values()) and not any(env.terminations.values())
    assert set(env.rewards.values()) == {0.0}
    asked = env.agent_selection
    env.step(None)
    assert env.agent_selection != asked
    assert not env.observe(env.agent_selection)["action_mask"].any()  # the open question is not this seat's
    env.step(None)
    assert env.agents == []
    env.reset(seed=2)
    assert len(env.agents) == 2 and not any(env.truncations.values())


# ---------------------------------------------------------------------- what is refused


def test_an_illegal_action_is_named_and_changes_nothing() -> None:
    env = env_of(games.load("buda_1686"), seed=3)
    before = env.observe("imperial")["observation"]
    action = env.vocabulary.action("sortie")
    with pytest.raises(IllegalAction, match=f"action {action} says 'sortie', which is not legal here"):
        env.step(action)
    for nonsense in (-1, 66, None):
        with pytest.raises(IllegalAction, match=f"{nonsense} is not an action; there are 0 to 65"):
            env.step(nonsense)
    assert env.cycles == 0 and np.array_equal(env.observe("imperial")["observation"], before)


def test_a_choice_that_cannot_be_said_any_more_is_named() -> None:
    env = env_of(games.load("buda_1686"), seed=3)
    say(env, "move")
    with pytest.raises(IllegalAction, match=r"\['end'\] is not among"):
        env.toward(("end",))


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"slug": "chess"}, "there is no game 'chess'"),
        ({"mode": "easy"}, "buda_1686 has no mode 'easy'; it has standard, either_victory"),
        ({"options": {"fog": 1}}, "buda_1686 has no option 'fog'"),
        ({"max_cycles": 0}, "max_cycles cannot be 0"),
        ({"render_mode": "human"}, "render_mode cannot be 'human'; it can be None or ansi"),
        ({"lang": "de"}, "lang cannot be 'de'; it can be en, hu"),
    ],
)
def test_what_cannot_be_made_is_named(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(SandtableError, match=re.escape(message)):
        make(**{"slug": "buda_1686", **wrong})


def test_options_change_single_ones_of_a_mode() -> None:
    env = make("buda_1686", "actor_losses", {"victory": "either_victory"}).unwrapped
    assert isinstance(env, GameEnv)
    assert env.options == {"victory": "either_victory", "losses": "actor_losses"}
    with pytest.raises(BadOptions):
        make("buda_1686", "actor_losses", {"losses": "nobody"})


def test_without_pettingzoo_it_says_what_to_install() -> None:
    code = "import sys; sys.modules['pettingzoo'] = None; import sandtable.env"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[-1].endswith("environments need pettingzoo: pip install 'sandtable[env]'")


# ---------------------------------------------------------------------- spaces, state, pictures, opponents


@pytest.mark.slow
def test_all_seats_have_the_same_spaces_in_all_modes() -> None:
    for slug, mode in MODES:
        env = env_of(games.load(slug), mode)
        for agent in env.agents:
            assert env.action_space(agent) == Discrete(len(env.vocabulary.actions))
            assert env.observation_space(agent).contains(env.observe(agent))


def test_the_state_is_what_all_seats_know_together() -> None:
    env = env_of(games.load("nights_of_fire"), "conflict_basic_1")
    check_state_space(env)  # type: ignore[no-untyped-call]
    state = env.state()
    assert env.state_space.contains(state)
    parts = [env.observe(agent)["observation"] for agent in env.possible_agents]
    assert np.array_equal(state, np.concatenate(parts))
    assert not np.array_equal(parts[0], parts[1])


@pytest.mark.parametrize("lang", ["en", "hu"])
def test_the_picture_shows_the_table_in_words(lang: str) -> None:
    game = games.load("nights_of_fire")
    env = env_of(game, "conflict_advanced_2", render_mode="ansi", lang=lang)
    drawn, words = env.render(), Words(game, lang)
    assert drawn is not None
    scene = env.scene(env.agent_selection)
    for area in scene.areas:
        assert (words.name(area.id) in drawn) or not area.pieces
        assert all(words.names.get(piece.id, "") in drawn for piece in area.pieces)
    assert all(words.status(key, value) in drawn for key, value in scene.status.items())
    assert not re.search(r"[a-z]+:[a-z0-9]", drawn), "a bare id"


def test_the_picture_shows_no_hand_that_the_asked_seat_may_not_see() -> None:
    game = games.load("nights_of_fire")
    env = env_of(game, "conflict_basic_1", render_mode="ansi")
    words = Words(game, "en")
    while env.agent_selection != "commander":
        env.step(env.toward(env.partial.choices[0]))
    held = [words.name(card.id) for card in env.scene("revolutionary").hands[0].cards]
    drawn = env.render()
    assert held and drawn is not None
    assert not any(name in drawn for name in held)


def test_without_a_render_mode_nothing_is_drawn() -> None:
    assert env_of(TOY).render() is None


def test_an_opponent_decides_once_and_says_its_choice_to_the_end() -> None:
    env = make("nights_of_fire", "conflict_basic_1", max_cycles=200)
    env.reset(seed=4)
    opponent = Opponent(env, "random", "any")
    spoken = []
    for agent in env.agent_iter():
        if env.terminations[agent] or env.truncations[agent]:
            env.step(None)
            continue
        number = opponent.env.match.number
        env.step(opponent.act())
        if opponent.env.match.number > number:
            assert opponent.env.match.history[number].choice == opponent.choice
            spoken.append(opponent.choice)
    assert len(spoken) > 100


@pytest.mark.slow
def test_the_examples_of_the_documentation_run(capsys: pytest.CaptureFixture[str]) -> None:
    examples = re.findall(r"```python\n(.*?)```", (DOCS / "env.md").read_text(encoding="utf-8"), re.DOTALL)
    assert len(examples) == 2
    for example in examples:
        exec(compile(example, "docs/env.md", "exec"), {})
    said = capsys.readouterr().out.splitlines()
    assert sorted(line.split(" (")[0].split()[1] for line in said) == ["+1", "-1"]


@pytest.mark.slow
def test_the_numbers_in_the_documentation_are_right() -> None:
    text = (DOCS / "env.md").read_text(encoding="utf-8")
    buda, nights = (len(env_of(games.load(slug)).vocabulary.actions) for slug in ("buda_1686", "nights_of_fire"))
    assert f"There are {buda} of them in Buda 1686 and {nights} in Nights of Fire" in text
    assert f"A row has {len(env_of(games.load('buda_1686')).layout.labels):,} numbers in Buda 1686" in text
    layouts = [env_of(games.load(slug), mode).layout for slug, mode in MODES] + [env_of(frontier.GAME).layout]
    groups = {str(label[0]) for layout in layouts for label in layout.labels}
    assert groups == set(re.findall(r"^\| `\(\"(\w+)\"", text, re.MULTILINE))
