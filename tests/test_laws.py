"""The laws of the house, for every registered game and mode: a new game gets them by being registered."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sandtable.engine.chance import Chance, seed_key
from sandtable.engine.errors import GameOver, IllegalChoice, NoUndo, StaleAsk, WrongSeat
from sandtable.engine.position import fingerprint
from sandtable.engine.replay import Replay, load, parse_save, record, run, save
from sandtable.engine.start import Origin, described, detached, position_of, start, state_hash
from tests.playing import AnyGame, AnyMatch, begin, in_every_mode, play_on

SEEDS = st.integers(0, 10_000)
STOPS = st.integers(0, 250)
LAW = settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)


def reach(game: AnyGame, mode: str, seed: int, stop: int) -> AnyMatch:
    """A match after so many random choices."""
    match = begin(game, mode, seed)
    play_on(match, random.Random(seed), stop)
    return match


def same(a: AnyMatch, b: AnyMatch) -> None:
    """Two matches stand at the same point of the same game."""
    assert state_hash(a) == state_hash(b)
    assert a.choices == b.choices
    assert a.number == b.number
    assert (a.outcome is None) == (b.outcome is None)


def same_future(a: AnyMatch, b: AnyMatch, seed: int) -> None:
    """Two matches go on alike under the same choices."""
    same(a, b)
    rng = random.Random(seed)
    for _ in range(25):
        if a.ask is None:
            return
        choice = rng.choice(a.choices)
        a.choose(choice)
        b.choose(choice)
        same(a, b)


@in_every_mode
@given(seed=SEEDS, stop=STOPS)
@LAW
def test_a_fork_continues_like_its_original(game: AnyGame, mode: str, seed: int, stop: int) -> None:
    match = reach(game, mode, seed, stop)
    before = state_hash(match)
    twin = match.fork(explain=True, keep=True)
    light = match.fork()
    assert [line.key for line in twin.lines(0)] == [line.key for line in match.lines(0)]
    same_future(twin, light, seed)
    assert state_hash(match) == before
    same_future(match, match.fork(keep=True), seed)


@in_every_mode
@given(seed=SEEDS, stop=STOPS)
@LAW
def test_a_detached_match_stands_at_the_same_moment_with_dice_of_its_own(
    game: AnyGame, mode: str, seed: int, stop: int
) -> None:
    match = reach(game, mode, seed, stop)
    own, origin = detached(match, "own dice")
    assert game.describe(own.state) == game.describe(match.state)
    assert own.choices == match.choices
    assert own.state.chance.key == seed_key("own dice") != match.state.chance.key
    play_on(own, random.Random(seed), 10)
    again, _ = load(game, parse_save(json.dumps(save(own, origin))))
    same_future(own, again, seed)


@in_every_mode
@given(seed=SEEDS, stop=STOPS)
@LAW
def test_a_saved_match_resumes_like_its_original(game: AnyGame, mode: str, seed: int, stop: int) -> None:
    match = reach(game, mode, seed, stop)
    text = json.dumps(save(match, Origin(f"seed {seed}")))
    again, origin = load(game, parse_save(text))
    assert origin.seed == f"seed {seed}"
    assert [(line.key, line.args) for line in again.lines(0)] == [(line.key, line.args) for line in match.lines(0)]
    assert undoable(again) == undoable(match)
    same_future(match, again, seed)


@pytest.mark.slow
@in_every_mode
@given(seed=SEEDS, stop=STOPS)
@LAW
def test_a_replay_file_reproduces_every_state_hash(game: AnyGame, mode: str, seed: int, stop: int) -> None:
    match = begin(game, mode, seed)
    rng = random.Random(seed)
    hashes = [state_hash(match)]
    for _ in range(stop):
        if play_on(match, rng, 1):
            hashes.append(state_hash(match))
    replay = Replay.from_lines(record(match, Origin(f"seed {seed}")).to_lines())
    assert [move["hash"] for move in replay.moves if "auto" not in move] == hashes[1:]
    *_, again = run(game, replay)  # it compares the hash after every decision
    assert state_hash(again) == hashes[-1]


@in_every_mode
@given(seed=SEEDS, stop=STOPS)
@LAW
def test_a_position_given_back_continues_identically(game: AnyGame, mode: str, seed: int, stop: int) -> None:
    match = reach(game, mode, seed, stop)
    position = json.loads(json.dumps(position_of(match)))
    again = start(game, game.modes[mode], Origin("another seed", None, position))
    assert again.choices == match.choices
    assert state_hash(again) == state_hash(match)


@in_every_mode
@given(seed=SEEDS, stop=STOPS)
@LAW
def test_what_a_seat_cannot_know_never_changes_what_it_sees(game: AnyGame, mode: str, seed: int, stop: int) -> None:
    match = reach(game, mode, seed, stop)
    for seat in range(len(match.seats)):
        twin = match.determinized(seat, Chance.from_seed(f"other {seed}"))
        assert game.scene(twin.state, seat) == game.scene(match.state, seat)
        assert not game.invariants(twin.state)
        if match.ask is not None and match.ask.open_to(seat):
            assert twin.ask is not None and twin.ask.prompt == match.ask.prompt
            assert twin.choices == match.choices
            twin_offer, offer = twin.explained(), match.explained()
            assert (twin_offer.refusals, twin_offer.facts) == (offer.refusals, offer.facts)


@in_every_mode
def test_a_world_drawn_for_a_seat_tells_nothing_of_the_truth(game: AnyGame, mode: str) -> None:
    """From all truths that the asked seat cannot tell apart, the same chance draws the same world."""
    for seed in range(2):
        match = begin(game, mode, seed, explain=False)
        rng = random.Random(seed)
        while match.ask is not None:
            for seat in range(len(match.seats)):
                if match.ask.open_to(seat):
                    twin = match.determinized(seat, Chance.from_seed(f"other {match.number}"))
                    assert imagined(twin, seat) == imagined(match, seat)
            play_on(match, rng, 1 + rng.randrange(8))


def imagined(match: AnyMatch, seat: int) -> object:
    """A world that a seat may believe in: all of it in names, what each seat makes of it, and the chance it took."""
    game, chance = match.game, Chance.from_seed("world")
    world = match.state.copy()
    game.determinize(world, seat, chance)
    return game.describe(world), [game.measure(world, other) for other in range(len(match.seats))], chance.at


@in_every_mode
@given(seed=SEEDS, stop=STOPS)
@LAW
def test_what_the_sides_see_adds_up_to_nothing(game: AnyGame, mode: str, seed: int, stop: int) -> None:
    """What favours one side harms the others by as much. Of two sides opponents ask only one."""
    match = reach(game, mode, seed, stop)
    sides = game.sides(match.options)
    views = dict(zip(sides, (game.measure(match.state, seat) for seat in range(len(sides))), strict=True))
    for seat, side in enumerate(sides):
        assert game.measure(match.state, seat) == views[side], "those of one side see the same"
    if len(views) == 2:
        assert views[1] == [-number for number in views[0]]
    elif len(views) > 2:
        for numbers in zip(*views.values(), strict=True):
            assert abs(sum(numbers)) < 1e-9 * max(1.0, *map(abs, numbers))


@in_every_mode
def test_determinize_varies_what_is_hidden(game: AnyGame, mode: str) -> None:
    """Among many draws some differ from the truth, at the least in what chance will bring."""
    match = reach(game, mode, 3, 12)
    truth = described(game, match.state)
    for seat in range(len(match.seats)):
        drawn = [described(game, match.determinized(seat, Chance.from_seed(str(n))).state) for n in range(8)]
        assert any(other != truth for other in drawn)
        assert len({fingerprint(other) for other in drawn}) > 1


@in_every_mode
@given(seed=SEEDS, stop=STOPS)
@LAW
def test_undo_returns_to_an_identical_state(game: AnyGame, mode: str, seed: int, stop: int) -> None:
    match = reach(game, mode, seed, stop)
    rng = random.Random(seed)
    for _ in range(10):
        if match.ask is None:
            return
        before, choices, number = state_hash(match), match.choices, match.number
        lines = len(match.lines(None))
        barrier = match.state.chance.barrier
        match.choose(rng.choice(match.choices))
        if match.state.chance.barrier == barrier:
            match.undo()
            assert (state_hash(match), match.choices, match.number) == (before, choices, number)
            assert len(match.lines(None)) == lines
            match.choose(rng.choice(match.choices))
        else:
            with pytest.raises(NoUndo):
                match.undo()


@in_every_mode
@given(seed=SEEDS, stop=STOPS)
@LAW
def test_copies_share_nothing_that_changes(game: AnyGame, mode: str, seed: int, stop: int) -> None:
    """Old states are hashed again after play went on from their copies."""
    match = reach(game, mode, seed, stop)
    kept = [checkpoint.state.copy() for checkpoint in match.checkpoints]
    hashes = [fingerprint(described(game, state)) for state in kept]
    for state in kept:
        play_on(_match_at(game, match, state.copy()), random.Random(seed), 20)
    assert [fingerprint(described(game, state)) for state in kept] == hashes


@in_every_mode
@given(seed=SEEDS, stop=STOPS)
@LAW
def test_a_refused_choice_changes_nothing(game: AnyGame, mode: str, seed: int, stop: int) -> None:
    match = reach(game, mode, seed, stop)
    before = state_hash(match)
    if match.ask is None:
        with pytest.raises(GameOver):
            match.choose(("anything",))
        return
    offered = match.choices[0]
    with pytest.raises(IllegalChoice):
        match.choose(("no such verb", "zone:nowhere"))
    with pytest.raises(StaleAsk):
        match.choose(offered, number=match.number - 1)
    for seat in range(len(match.seats)):
        if not match.ask.open_to(seat):
            with pytest.raises(WrongSeat):
                match.choose(offered, seat)
    for refused, rule in match.explained().refusals:
        assert refused not in match.choices
        assert rule in game.ledger.rules, f"{refused} is refused by {rule}, which is not in the ledger"
    assert state_hash(match) == before


@in_every_mode
def test_every_game_ends_and_keeps_its_invariants(game: AnyGame, mode: str) -> None:
    for seed in range(5):
        match = begin(game, mode, seed)
        rng = random.Random(seed)
        for _ in range(20_000):
            assert game.invariants(match.state) == []
            if match.ask is None:
                break
            match.choose(rng.choice(match.choices))
        assert match.outcome is not None, "the game does not end"
        assert match.outcome.reason in game.ledger.rules
        assert len(match.outcome.scores) == len(match.seats)


def undoable(match: AnyMatch) -> int | None:
    try:
        return match.undo_target()
    except NoUndo:
        return None


def _match_at(game: AnyGame, match: AnyMatch, state: Any) -> AnyMatch:
    return type(match)(game, match.options, state)
