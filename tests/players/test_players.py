"""The opponents: they choose what is offered, know only what their seat may know, and greedy is the better one."""

from __future__ import annotations

from collections import Counter

import pytest

from sandtable import games
from sandtable.engine.match import Match
from sandtable.engine.replay import save
from sandtable.engine.start import Origin, start
from sandtable.engine.types import Choice, Json
from sandtable.players import LEVELS, Player, make
from sandtable.players.greedy import GreedyPlayer
from sandtable.players.random import RandomPlayer
from tests.engine.toy import TOY, Toy
from tests.players.tiny_game import START, Place, tiny_match

RED, BLUE = 0, 1


def fight(red: list[str], blue: list[str], seed: str = "fight") -> Match[Toy]:
    """Red is to play a card in the second turn."""
    held = {*red, *blue}
    deck: list[Json] = [card for card in (f"card:{n}" for n in range(1, 7)) if card not in held]
    cards: Json = {"red": list(red), "blue": list(blue), "deck": deck}
    position: dict[str, Json] = {"turn": 2, "phase": "fight", "wager": 2, "cards": cards}
    return start(TOY, {}, Origin(seed, None, position))


def play_out(match: Match[Toy], players: tuple[Player, Player]) -> list[Choice]:
    choices = []
    while match.ask is not None:
        seat = match.ask.seat
        choice = players[seat].choose(match, seat)
        assert choice in match.choices
        match.choose(choice, seat)
        choices.append(choice)
    return choices


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_plays_a_whole_game_the_same_way_for_the_same_seed(level: str) -> None:
    def game(seed: str) -> list[Choice]:
        return play_out(start(TOY, {}, Origin("game")), (make(level, seed), make(level, f"{seed} too")))

    assert game("a") == game("a")


@pytest.mark.parametrize("level", LEVELS)
def test_a_player_leaves_the_match_as_it_is(level: str) -> None:
    match = start(games.load("buda_1686"), {}, Origin("as it is"))
    player = make(level, "player", budget_ms=20)
    for _ in range(10):
        assert match.ask is not None
        before = save(match, Origin("as it is"))
        choice = player.choose(match, match.ask.seat)
        assert save(match, Origin("as it is")) == before
        match.choose(choice)


def test_random_takes_every_option_equally_often() -> None:
    match = start(TOY, {}, Origin("random", (["card:1"], 6)))
    match.choose(("stance", "bold"))
    player = RandomPlayer("seed")
    taken = Counter(player.choose(match, RED) for _ in range(3000))
    assert set(taken) == set(match.choices)
    assert all(900 < count < 1100 for count in taken.values())


def test_greedy_takes_what_leads_to_the_better_position() -> None:
    # Careful, 7 are needed: card 6 succeeds whatever is rolled, and no ambush is possible while red holds it.
    match = fight(["card:1", "card:6"], ["card:2", "card:3"])
    assert all(GreedyPlayer(str(n)).choose(match, RED) == ("play", "card:6") for n in range(10))


def test_greedy_ambushes_when_that_is_better() -> None:
    match = fight(["card:4", "card:5"], ["card:1", "card:6"])
    match.choose(("play", "card:5"))
    assert GreedyPlayer("seed").choose(match, BLUE) == ("ambush",)


def test_greedy_breaks_ties_by_its_own_chance() -> None:
    match = start(TOY, {}, Origin("tie"))
    taken = {GreedyPlayer(str(n), evaluations=2).choose(match, RED) for n in range(20)}
    assert len(taken) == 2


def test_greedy_tries_every_option_however_small_its_budget() -> None:
    match = fight(["card:1", "card:6"], ["card:2", "card:3"])
    assert GreedyPlayer("seed", budget_ms=1, evaluations=1).choose(match, RED) in match.choices


@pytest.mark.parametrize("seed", range(12))
def test_greedy_knows_only_what_its_seat_may_know(seed: int) -> None:
    """Blue's cards and the dice to come differ; red cannot know that, and so chooses the same."""
    truths = [
        fight(["card:2", "card:3"], ["card:1", "card:4"], "one"),
        fight(["card:2", "card:3"], ["card:5", "card:6"], "another"),
    ]
    few = [GreedyPlayer(str(seed), evaluations=4).choose(match, RED) for match in truths]
    assert few[0] == few[1]


def test_greedy_beats_random() -> None:
    scores = [0.0, 0.0]
    for n in range(60):
        greedy, random = GreedyPlayer(f"greedy {n}", evaluations=24), RandomPlayer(f"random {n}")
        match = start(TOY, {}, Origin(f"game {n}"))
        seat = n % 2
        play_out(match, (greedy, random) if seat == RED else (random, greedy))
        assert match.outcome is not None
        scores[0] += match.outcome.scores[seat]
        scores[1] += match.outcome.scores[1 - seat]
    assert scores[0] > scores[1]


@pytest.mark.parametrize(("stake", "worlds"), [(0.1, 1), (0.5, 3), (1.0, 6), (2.0, 12)])
def test_what_is_at_stake_says_in_how_many_worlds_greedy_tries_its_options(stake: float, worlds: int) -> None:
    # 12 positions are evaluated for two options, which is 6 for each.
    match = tiny_match({START: Place({"left": "won", "right": "won"}, stake=stake), "won": Place(winners=(RED,))})
    GreedyPlayer("seed", evaluations=12).choose(match, RED)
    assert len(match.state.trace.worlds) == 2 * worlds
