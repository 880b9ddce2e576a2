"""The Python interface, as somebody uses it who has read docs/python.md."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import sandtable
from sandtable.engine.ask import Ask, Flow
from sandtable.engine.errors import UnknownSeat
from sandtable.version import VERSION
from tests.engine.pebbles import pebbles
from tests.engine.toy import FIRST_DEAL, STANCING, TOY, Toy

ROOT = Path(__file__).parent.parent
HEAVY = {"numpy", "litestar", "sqlalchemy", "uvicorn", "rich", "typer", "multiprocessing", "asyncio"}
SUN, RAIN = 6, 1
BOLD = ("stance", "bold")


def toy(weather: int = SUN, *then: int | str) -> sandtable.Match:
    """A match of the toy, everything scripted: red holds cards 1 and 3, blue 2 and 4; red is asked for a stance."""
    return sandtable.new(TOY, seed="x", script=[FIRST_DEAL, weather, *then])


def python(program: str) -> str:
    """What a program prints that runs in a process of its own."""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    return ran.stdout


# ---------------------------------------------------------------------- importing


def test_importing_costs_nothing_until_something_is_used() -> None:
    loaded = "print(sorted(name for name in sys.modules if name.startswith('sandtable')))"
    said = python(f"import sys, sandtable\n{loaded}\nfrom sandtable import disk\n{loaded}").splitlines()
    assert said[0] == "['sandtable', 'sandtable.compiled', 'sandtable.version']"
    assert said[1] == "['sandtable', 'sandtable.compiled', 'sandtable.disk', 'sandtable.version']"


def test_a_match_and_its_opponents_need_neither_server_nor_lab() -> None:
    game = "sandtable.new('buda_1686', position={'turn': 8}).play({'imperial': 'random', 'ottoman': 1}, limit=20)"
    assert not HEAVY & set(python(f"import sys, sandtable\n{game}\nprint(*sys.modules)").split())


def test_everything_that_is_exported_is_there_and_nothing_else() -> None:
    from sandtable import api

    for name in api.__all__:
        assert getattr(sandtable, name) is getattr(api, name)
        assert name in dir(sandtable)
    assert sandtable.__version__ == VERSION
    with pytest.raises(AttributeError, match="module 'sandtable' has no attribute 'Words'"):
        getattr(sandtable, "Words")  # noqa: B009  (mypy knows that it is not there)


@pytest.mark.slow
def test_the_types_reach_those_who_use_it(tmp_path: Path) -> None:
    """`py.typed` is in the package, names that are loaded late have types, and misspelt ones are found."""
    program = tmp_path / "mine.py"
    program.write_text(
        "import sandtable\n"
        "match = sandtable.new('buda_1686', seed=1)\n"
        "reveal_type(match)\n"
        "reveal_type(match.ask)\n"
        "match.chose(('end',))\n"
        "sandtable.nwe('buda_1686')\n",
        encoding="utf-8",
    )
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path), "mine.py"]
    # The package is found as an installed one, so that nothing is known of it without `py.typed`.
    found = {"PYTHONPATH": str(ROOT), "PATH": ""}
    ran = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=found, check=False)
    assert 'Revealed type is "sandtable.api.Match"' in ran.stdout, ran.stdout + ran.stderr
    assert 'Revealed type is "sandtable.api.Question | None"' in ran.stdout
    assert '"Match" has no attribute "chose"' in ran.stdout
    assert 'Module has no attribute "nwe"' in ran.stdout
    assert "Found 2 errors" in ran.stdout


# ---------------------------------------------------------------------- starting


def test_the_same_seed_gives_the_same_match_and_none_gives_another() -> None:
    seeded = [sandtable.new("buda_1686", seed=seed).hash() for seed in ("7", 7)]
    assert seeded[0] == seeded[1]
    assert len({sandtable.new("buda_1686").hash(), sandtable.new("buda_1686").hash(), seeded[0]}) == 3


def test_a_mode_sets_options_and_single_ones_go_before_it() -> None:
    mode = "conflict_basic_2"
    assert sandtable.new("nights_of_fire", mode=mode).seats == ("first", "second", "commander")
    changed = sandtable.new("nights_of_fire", mode=mode, options={"revolutionaries": 1, "hand": -1})
    assert changed.seats == ("revolutionary", "commander")
    assert (changed.options["ruleset"], changed.options["hand"]) == ("conflict_basic", -1)
    with pytest.raises(sandtable.BadOptions, match="nights_of_fire has no mode 'easy'; it has konev_basic_1, "):
        sandtable.new("nights_of_fire", mode="easy")
    with pytest.raises(sandtable.BadOptions, match="option 'hand' cannot be 5"):
        sandtable.new("nights_of_fire", mode=mode, options={"hand": 5})


def test_what_is_unknown_is_named() -> None:
    with pytest.raises(sandtable.UnknownGame, match="there is no game 'chess'; there are buda_1686, "):
        sandtable.new("chess")
    with pytest.raises(sandtable.SandtableError, match="lang: there is no 'de'; there are en, hu"):
        sandtable.new("buda_1686", lang="de")
    with pytest.raises(sandtable.BadPosition, match="tide: there is no such field"):
        sandtable.new("buda_1686", position={"tide": 1})
    with pytest.raises(sandtable.BadPosition, match="this is not JSON: Object of type set is not JSON"):
        sandtable.new("buda_1686", position={"cups": {1, 2}})
    with pytest.raises(sandtable.UnknownLevel, match="there is no 'cook'"):
        sandtable.player("cook")
    with pytest.raises(sandtable.SandtableError, match=r"buda_1686 has no rule 'assault\.tea'"):
        sandtable.new("buda_1686").rule("assault.tea")


def test_a_position_leads_back_to_itself_between_orders_and_within_one() -> None:
    match = toy()
    for choice in (BOLD, ("wager", 1)):
        again = sandtable.new(TOY, position=match.position())
        assert (again.hash(), again.choices) == (match.hash(), match.choices)
        match.choose(choice)


# ---------------------------------------------------------------------- asking and choosing


def test_the_question_is_told_in_names() -> None:
    match = toy()
    assert match.ask == sandtable.Question(0, "red", "toy.stance", "turn.stance", ())
    assert match.prompt == "Turn 1: choose your stance."
    assert match.choices == [("stance", "careful"), BOLD]
    assert repr(match) == "<toy: red is asked 'toy.stance', 2 choices>"
    match.choices.clear()
    assert len(match.choices) == 2  # the match's own list is nobody else's


def test_those_who_may_answer_too_are_named() -> None:
    def play(g: Toy) -> Flow[Toy]:
        yield Ask(0, "toy.stance", STANCING, team=0b10)
        g.turn = 9

    match = sandtable.new(replace(TOY, play=play))
    assert match.ask is not None and match.ask.team == ("blue",)
    match.choose(BOLD, "blue")
    assert match.history == [sandtable.Move("blue", BOLD, False)]


def test_seats_go_by_name_or_number() -> None:
    match = toy()
    for seat in ("blue", 1):
        with pytest.raises(sandtable.WrongSeat, match="red is asked, not blue"):
            match.choose(BOLD, seat)
        assert match.scene(seat).seat == "blue"
    for seat in ("green", 2, -1):
        with pytest.raises(UnknownSeat, match=f"seat: {seat!r} is unknown; known are red, blue"):
            match.scene(seat)
    assert match.scene().seat is None
    match.choose(BOLD, "red")
    with pytest.raises(sandtable.NoUndo, match="the last choice was made by red"):
        match.undo("blue")
    match.undo(0)
    assert match.history == []


def test_a_refused_choice_names_its_rule_and_changes_nothing() -> None:
    match = toy(RAIN)
    match.choose(BOLD)
    before = match.save()
    with pytest.raises(sandtable.IllegalChoice) as refused:
        match.choose(("wager", 2))
    assert refused.value.rule == "wager.rain"
    assert match.save() == before
    text = "In rain (weather 1 or 2) no more than one is wagered."
    assert match.why_not(("wager",)) == [sandtable.Refusal(("wager", 2), "wager.rain", text)]
    assert match.rule("wager.rain") == text


def test_when_the_game_is_over_nothing_is_asked() -> None:
    match = toy()
    match.script(None)
    outcome = match.play("random")
    assert match.over and outcome is not None and outcome is match.outcome
    assert match.winners == tuple(match.seats[seat] for seat in outcome.winners)
    assert (match.ask, match.prompt, match.choices) == (None, "", [])
    assert repr(match) == f"<toy: over, won by {match.winners[0]}>"
    with pytest.raises(sandtable.GameOver):
        match.choose(BOLD)


def test_a_draw_has_no_winners() -> None:
    drawn = replace(TOY, outcome=lambda g: sandtable.Outcome((), "end.score", (0.5, 0.5), drawn=True))
    match = sandtable.new(drawn)
    assert match.over and match.winners == ()
    assert repr(match) == "<toy: over, drawn>"


def test_texts_are_in_the_language_asked_for_and_the_log_is_the_readers() -> None:
    match = sandtable.new("nights_of_fire", mode="conflict_basic_1", seed="x", lang="hu")
    assert match.prompt.startswith("Válassz ")
    assert match.fork().lang == "hu"
    told = {seat: match.log(seat) for seat in (None, *match.seats)}
    assert told[None] == told["commander"] and len(told["revolutionary"]) == len(told[None]) + 12  # the cards drawn
    assert match.log("revolutionary", since=12) == told["revolutionary"][12:]


# ---------------------------------------------------------------------- players


def first(match: sandtable.Match) -> sandtable.Choice:
    return match.choices[0]


def test_play_stops_where_nobody_plays_the_asked_seat() -> None:
    match = toy()
    match.script(None)
    assert match.play({"red": first}) is None
    assert match.ask is not None and match.ask.seat == "blue"
    assert {made.seat for made in match.history} == {"red"}
    match.play({1: first})
    assert match.ask.seat == "red"


def test_play_stops_at_its_limit() -> None:
    match = sandtable.new("buda_1686", seed="x")
    match.play("random", limit=3)
    assert sum(not made.auto for made in match.history) == 3


def test_each_player_is_asked_only_for_its_seat() -> None:
    asked: dict[str, set[str]] = {"red": set(), "blue": set()}

    def by(name: str) -> sandtable.Agent:
        def agent(match: sandtable.Match) -> sandtable.Choice:
            assert match.ask is not None
            asked[name].add(match.ask.seat)
            return match.choices[-1]

        return agent

    match = sandtable.new(TOY, seed="x")
    match.play({name: by(name) for name in asked})
    assert match.over and asked == {"red": {"red"}, "blue": {"blue"}}


@pytest.mark.parametrize("played", ["first", "second"])
def test_what_a_team_is_asked_is_left_to_its_seats_without_a_player(played: str) -> None:
    match = sandtable.new("nights_of_fire", seed="team", mode="konev_basic_2")
    assert match.ask is not None and (match.ask.seat, match.ask.team) == ("first", ("second",))
    assert match.play({played: "random"}) is None and match.history == []
    match.play({"first": "random", "second": "random"}, limit=1)
    assert match.history[0].seat == "first"


def test_levels_are_seeded_by_the_match_and_players_by_their_own_seed() -> None:
    games = [sandtable.new("buda_1686", seed="x", position={"turn": 8}) for _ in range(2)]
    for match in games:
        match.play({"imperial": 2, "ottoman": "random"}, limit=30)
    assert games[0].history == games[1].history
    match = games[0].fork()
    chosen = {seed: [sandtable.player("random", seed)(match) for _ in range(3)] for seed in ("a", "b", "c", "d")}
    assert len({choice for choices in chosen.values() for choice in choices}) > 1
    assert all(len(set(choices)) == 1 for choices in chosen.values())


def test_an_agent_that_breaks_the_rules_is_told() -> None:
    match = toy()
    with pytest.raises(sandtable.IllegalChoice):
        match.play(lambda match: ("stance", "lazy"))
    assert match.history == []


def test_a_hint_is_the_best_choice_by_far() -> None:
    """With two pebbles left, taking both wins and taking one loses."""
    match = sandtable.new(pebbles(ROOT), position={"left": 2})
    best, worst = match.hint(iterations=50)
    assert (best.choice, worst.choice) == (("take", 2), ("take", 1))
    assert best.win > 0.9 and worst.win < 0.1
    assert match.hint(count=1, iterations=50) == [best]


# ---------------------------------------------------------------------- forks and worlds


def test_a_fork_goes_its_own_way_with_the_same_chance() -> None:
    match = sandtable.new("buda_1686", seed="x")
    fork, twin = match.fork(), match.fork()
    before = match.hash()
    fork.play("random", limit=20)
    assert match.hash() == before != fork.hash()
    twin.play("random", limit=20)
    assert twin.hash() == fork.hash()
    assert twin.log() == fork.log()
    assert sandtable.load(fork.save()).history == fork.history


def test_a_match_that_explains_nothing_plays_the_same_without_a_log() -> None:
    told, mute = (sandtable.new("buda_1686", seed="x", explain=explain) for explain in (True, False))
    for match in (told, mute):
        match.play("random", limit=10)
    assert mute.hash() == told.hash() and mute.why_not(("assault",)) == told.why_not(("assault",))
    assert told.log() and mute.log() == mute.fork().log() == []


def test_scripts_say_what_chance_gives_until_they_run_out() -> None:
    match = toy()
    match.choose(BOLD)
    match.choose(("wager", 2))
    assert match.history[-1] == sandtable.Move("red", ("play", "card:1"), True)  # the highest card stays
    with pytest.raises(sandtable.ChanceExhausted, match="no value left for 'fight'"):
        match.choose(("pass",))
    with pytest.raises(sandtable.ChanceMismatch):
        fork = match.fork()
        fork.script([7])
        fork.choose(("pass",))
    # Card 1, the roll of 6 and 1 for boldness are 8; a bold leader needs 7 + 2.
    match.script([6, "card:5", SUN])
    match.choose(("pass",))
    assert match.log()[-4:-2] == ["Red rolls 6.", "Blue gains 3."]


def test_a_determinized_match_is_one_that_the_seat_may_believe_in() -> None:
    match = toy()
    worlds = [match.determinized("red", seed) for seed in range(20)]
    hands = [{hand.owner: [card.id for card in hand.cards] for hand in world.scene(0).hands} for world in worlds]
    assert all(hand["red"] == ["card:1", "card:3"] for hand in hands)
    blue = {tuple(card.id for hand in world.scene("blue").hands for card in hand.cards) for world in worlds}
    assert len(blue) > 1
    assert match.determinized(0, "3").scene("blue") == worlds[3].scene("blue")


def test_a_determinized_match_has_no_past_that_would_tell_the_truth() -> None:
    world = toy().determinized("red", 1)
    world.choose(BOLD)
    for doing in (world.fork, world.save, world.record, world.position, world.hint):
        with pytest.raises(sandtable.SandtableError, match="a determinized match keeps no history: it cannot be "):
            doing()
    with pytest.raises(sandtable.SandtableError, match="it cannot be determinized"):
        world.determinized("blue", 1)
    with pytest.raises(sandtable.SandtableError, match="it cannot be played by an opponent"):
        world.play("random")
    with pytest.raises(sandtable.NoUndo):
        world.undo()


# ---------------------------------------------------------------------- files


def test_a_save_goes_on_where_it_was_undo_included() -> None:
    match = sandtable.new("buda_1686", seed="x")
    match.choose(("artillery", "zone:vizivaros"))
    again = sandtable.load(match.save(), lang="hu")
    assert (again.hash(), again.history, again.lang) == (match.hash(), match.history, "hu")
    again.undo()
    assert again.history == []


def test_a_replay_is_the_match_at_its_start_and_after_every_choice() -> None:
    match = sandtable.new("buda_1686", seed="x", script=None)
    match.play("random", limit=5)
    numbers = [len(step.history) for step in sandtable.replay(match.record())]
    assert numbers[0] == 0 and numbers[-1] == len(match.history) and len(numbers) == 6
    lines = match.record().splitlines()
    lines[2] = lines[1]
    with pytest.raises(sandtable.BadFile, match="move 1"):
        list(sandtable.replay("\n".join(lines)))


def test_a_file_that_is_none_is_refused() -> None:
    with pytest.raises(sandtable.BadFile, match="this is not a save"):
        sandtable.load("{}")
    with pytest.raises(sandtable.BadFile, match="this is not a replay"):
        sandtable.replay("{}")
    unknown = json.dumps({**json.loads(toy().save()), "game": "chess"})
    with pytest.raises(sandtable.UnknownGame):
        sandtable.load(unknown)


def test_a_game_of_ones_own_is_played_saved_and_replayed(tmp_path: Path) -> None:
    game = pebbles(tmp_path)
    match = sandtable.new(game, seed=1)
    match.choose(("take", 2))
    again = sandtable.load(match.save(), game)
    match.play(first)
    again.play(first)
    assert match.winners == again.winners == ("second",)  # 2, then one each: 5 - 2 is odd
    *_, last = sandtable.replay(match.record(), game)
    assert last.hash() == match.hash()


def test_a_game_is_looked_up_with_its_options_and_rules() -> None:
    game = sandtable.game("buda_1686")
    assert game.title("hu") == "Buda visszavívása – 1686"
    assert [option.default for option in game.options] == ["standard", "owner_losses"]
    assert sandtable.rules("buda_1686") is game.ledger
