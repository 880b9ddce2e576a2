"""One game of a match: its row, and what is recorded of it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import cast

import pytest
from msgspec import structs

from sandtable import players
from sandtable.engine.game import Game
from sandtable.engine.start import Origin, start, state_hash
from sandtable.engine.state import State
from sandtable.games.buda_1686.pack import DEFAULT
from sandtable.lab.play import GameJob, GameRecord, GameWork, load_game, play
from sandtable.lab.recorder import KEPT_SWINGS, GameRecorder
from sandtable.lab.spec import specify
from sandtable.players.evaluation import Evaluator
from tests.engine.toy import TOY, Toy
from tests.games.buda_1686.packs import changed
from tests.lab.conftest import quick, spec_of


def timeless(played: GameRecord) -> GameRecord:
    return structs.replace(played, seconds=0.0)


def test_a_game_is_the_same_every_time() -> None:
    match = spec_of("buda_1686", "standard", "random", "random")
    game = load_game("buda_1686", None)
    first, again = play(game, match, 2), play(game, match, 2)
    assert timeless(first) == timeless(again)
    assert first.seconds > 0
    assert play(game, match, 3).hash != first.hash


def test_a_row_says_who_sat_where_and_how_it_ended() -> None:
    game = cast(Game[State], TOY)
    match = specify(game, game.settle({}), ["random", "1"], 4, "test", swap=True)
    played = play(game, match, 1)
    assert (played.game, played.seed) == (1, "test/0")
    assert played.players == ("B", "A")
    assert played.levels == ("1", "random")
    again = start(game, match.options, Origin("test/0"), explain=False)
    seated = [players.make("1", "test/0/B/red"), players.make("random", "test/0/A/blue")]
    decisions = 0
    while again.ask is not None:
        again.choose(seated[again.ask.seat].choose(again, again.ask.seat))
        decisions += 1
    assert again.outcome is not None
    assert played.winners == tuple(again.seats[seat] for seat in again.outcome.winners)
    assert (played.reason, played.scores) == (again.outcome.reason, again.outcome.scores)
    assert (played.decisions, played.turns) == (decisions, game.clock(again.state))
    assert played.hash == state_hash(again)


def test_a_lost_game_against_the_game_has_no_winner() -> None:
    game = load_game("nights_of_fire", None)
    played = [play(game, spec_of("nights_of_fire", "konev_basic_2", "random", "random"), n) for n in range(4)]
    assert all(game.winners in ((), ("first", "second")) for game in played)
    assert any(game.winners == () for game in played)


@pytest.mark.slow
def test_a_worker_plays_with_the_pack_that_it_is_sent(tmp_path: Path) -> None:
    mine = changed(tmp_path, "saxon", "full = 3", "full = 5")
    own, other = load_game("buda_1686", DEFAULT.read_text()), load_game("buda_1686", mine.read_text())
    assert own.pack_hash == load_game("buda_1686", None).pack_hash != other.pack_hash
    match = structs.replace(spec_of("buda_1686", "standard", "random", "random"), pack=other.pack_hash)
    work = GameWork({"": match}, {other.pack_hash: mine.read_text()})
    played = [timeless(work(GameJob("", n))) for n in range(6)]
    assert played == [timeless(play(other, match, n)) for n in range(6)]
    assert played != [timeless(play(own, match, n)) for n in range(6)]


def test_a_job_that_fails_is_named() -> None:
    match = structs.replace(quick(), levels=("god",))
    with pytest.raises(players.UnknownLevel) as caught:
        GameWork({"4-3": match}, {})(GameJob("4-3", 7))
    assert caught.value.__notes__ == ["in game 7 of 4-3 (a command), seed test/7"]


# ---------------------------------------------------------------------- the recorder


def watched(seed: str) -> tuple[GameRecorder[Toy], list[tuple[int, str, tuple[str | int, ...]]]]:
    """A toy game in which everybody takes the first option, and the decisions of players in it."""
    match = start(TOY, {}, Origin(seed), explain=False)
    recorder = GameRecorder(match)
    made = []
    while match.ask is not None:
        seat, prompt, choice = match.ask.seat, match.ask.prompt, match.choices[0]
        made.append((seat, prompt, choice))
        recorder.record(seat, choice)
        match.choose(choice)
    return recorder, made


def test_choices_and_the_things_they_name_are_counted_by_seat() -> None:
    recorder, made = watched("match")
    details = recorder.details()
    for seat in (0, 1):
        own = [(prompt, choice) for who, prompt, choice in made if who == seat]
        assert details.choices[seat] == Counter(f"{prompt} {choice[0]}" for prompt, choice in own)
        assert details.named[seat] == Counter(thing for _, choice in own for thing in choice[1:] if thing != 0)
    assert details.choices[0]["toy.stance stance"] == 2  # red leads in turns 1 and 3
    assert details.choices[0]["toy.wager wager"] == 2  # a wager of 0 names nothing on the table


def test_every_turn_begins_with_an_estimate_for_each_seat() -> None:
    recorder, _ = watched("match")
    course = recorder.details().course
    assert [turn for turn, _ in course] == [1, 2, 3]
    assert course[0][1] == (0.5, 0.5)  # nobody leads yet
    assert all(red + blue == pytest.approx(1.0, abs=2e-4) for _, (red, blue) in course)


def test_the_largest_swings_are_kept_with_the_choice_that_began_them() -> None:
    recorder, _ = watched("match")
    swings = recorder.details().swings
    sizes = [abs(swing.after - swing.before) for swing in swings]
    assert sizes == sorted(sizes, reverse=True)
    assert len(swings) == KEPT_SWINGS < len(recorder.swings)
    evaluator = Evaluator(TOY, TOY.settle({}))
    replayed = start(TOY, {}, Origin("match"), explain=False)
    while replayed.number < swings[0].decision:
        replayed.choose(replayed.choices[0])
    assert replayed.ask is not None
    seat = replayed.ask.seat
    assert (swings[0].seat, swings[0].prompt) == (TOY.seats({})[seat], replayed.ask.prompt)
    assert swings[0].choice == replayed.choices[0]
    assert swings[0].before == pytest.approx(evaluator.value(TOY, replayed.state, seat), abs=1e-4)


def test_the_last_swing_ends_with_the_result() -> None:
    recorder, _ = watched("match")
    recorder.details()
    last = recorder.swings[-1]
    final = recorder.evaluator.value(TOY, recorder.match.state, recorder.match.seats.index(last.seat))
    assert last.after == pytest.approx(final, abs=1e-4)
