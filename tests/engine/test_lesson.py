"""Playing examples of the toy game: what is right is played, and what is wrong is named with its step."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from sandtable.engine.game import Outcome
from sandtable.engine.lesson.book import BadExample
from sandtable.engine.lesson.play import moments, played, taken_up
from tests.engine.lessons import EXAMPLE, LOOK, PLAY, book, fault, run
from tests.engine.toy import TOY

# ---------------------------------------------------------------------- playing


def test_a_line_is_played_step_by_step() -> None:
    seat, (look, play, answer) = moments(TOY, book(EXAMPLE, LOOK, PLAY).line("ex.one"))
    assert seat == 0, "shown with the eyes of who is asked first"
    assert (look.chosen, look.told) == ((), ())
    assert play.chosen == ((0, ("play", "card:1")),)
    assert [line.key for line in play.told] == ["play"]
    assert [line.key for line in answer.told] == ["roll", "gain", "drawn", "draw"]
    assert (look.state.hand(0), play.state.hand(0), answer.state.hand(0)) == ([0, 2, 4], [2, 4], [2, 3, 4])


def test_what_is_expected_of_the_end() -> None:
    run(PLAY, 'then.outcome = { winners = ["red"], reason = "end.score", scores = [1, 0] }')
    assert "blue" in fault(PLAY, 'then.outcome = { winners = ["blue"], reason = "end.score" }')
    assert "not by end.nothing" in fault(PLAY, 'then.outcome = { winners = ["red"], reason = "end.nothing" }')
    assert "[1.0, 0.0], not [1.0, 1.0]" in fault(
        PLAY, 'then.outcome = { winners = ["red"], reason = "end.score", scores = [1, 1] }'
    )
    assert "the game is not over" in fault(LOOK, 'then.outcome = { winners = ["red"], reason = "end.score" }')
    assert "nobody is asked: the game is over" in fault(PLAY, 'then.asked = "red"')


def test_what_is_expected_of_points_and_draws() -> None:
    drawn = replace(TOY, outcome=lambda g: Outcome((), "end.score", (0.5, 0.5), (3, 3), True) if g.turn > 1 else None)

    def play(wanted: str) -> None:
        line = book(EXAMPLE, PLAY, f'then.outcome = {{ winners = [], reason = "end.score"{wanted} }}').line("ex.one")
        played(drawn, line)

    play(", drawn = true, points = [3, 3], scores = [0.5, 0.5]")
    with pytest.raises(BadExample, match="the game is drawn"):
        play("")
    with pytest.raises(BadExample, match=re.escape("the points are [3, 3], not [3, 4]")):
        play(", drawn = true, points = [3, 4]")
    assert "the game is not drawn" in fault(
        PLAY, 'then.outcome = { winners = ["red"], reason = "end.score", drawn = true }'
    )


def test_what_is_expected_of_a_position() -> None:
    run(LOOK, 'then.position = { weather = 4, played = "null", cards.blue = ["card:2", "card:6"], cards.gone = [] }')
    run(LOOK, 'then.position.cards.deck = { has = ["card:4"], lacks = ["card:6"], count = 1 }')
    run(LOOK, 'then.position.cards.red.same = ["card:5", "card:1", "card:3"]')
    run(LOOK, 'then.position.cards.blue.1 = "card:6"', 'then.position.score."*" = 0')
    for then, why in {
        "weather = 5": "weather is 4, not 5",
        "weather = true": "weather is 4, not True",
        'played = "card:1"': "played is None, not 'card:1'",
        "tide = 1": "tide: there is no such field",
        'cards.blue = ["card:6", "card:2"]': "cards.blue is ['card:2', 'card:6'], not ['card:6', 'card:2']",
        'cards.deck.has = ["card:6"]': "cards.deck lacks 'card:6'",
        'cards.deck.lacks = ["card:4"]': "cards.deck has 'card:4'",
        'cards.blue.same = ["card:6"]': "cards.blue holds ['card:2', 'card:6'], not ['card:6'] in some order",
        "cards.deck.count = 3": "cards.deck has 1 elements, not 3",
        'cards.blue.1 = "card:5"': "cards.blue.1 is 'card:6', not 'card:5'",
        'cards.blue.2 = "card:5"': "cards.blue: has no element '2'",
        'score."*" = 1': "score.red is 0, not 1; score.blue is 0, not 1",
    }.items():
        assert why in fault(LOOK, f"then.position.{then}")


def test_what_is_expected_of_changes_tallies_and_what_is_seen() -> None:
    run(PLAY, "then.change = { score.red = 1, score.blue = 0, weather = 0 }")
    assert "score.red has changed by 1, not by 2" in fault(PLAY, "then.change.score.red = 2")
    assert "score.green: there is no such field" in fault(PLAY, "then.change.score.green = 2")
    assert "phase is no number" in fault(PLAY, "then.change.phase = 1")
    run(LOOK, 'then.tally = [{ of = "cards.[rb]*.*", are = ["card:6", "card:1", "card:2", "card:3", "card:5"] }]')
    assert "not ['card:1']" in fault(LOOK, 'then.tally = [{ of = "cards.red.*", are = ["card:1"] }]')
    run(LOOK, 'then.tally = [{ of = "score.*", counts = { 0 = 2, 1 = 0 } }]')
    assert "score.*: 2 times '0', not 1" in fault(LOOK, 'then.tally = [{ of = "score.*", counts.0 = 1 }]')
    run(LOOK, 'then.sees = { "card:3" = { value = 3, in = "hand:red" }, "hand:blue".cards = [], deck.count = 1 }')
    assert "card:3.value is 3, not 4" in fault(LOOK, 'then.sees."card:3".value = 4')
    assert "card:6: there is no such field" in fault(LOOK, 'then.sees."card:6".value = 6'), (
        "blue's card is hidden from red"
    )
    assert "card:3: there is no such field" in fault('seat = "blue"', LOOK, 'then.sees."card:3".value = 3')


def test_what_is_expected_of_a_question() -> None:
    run(LOOK, 'then = { asked = "red", prompt = "toy.play", offers = [["play"], ["play", "card:1"]] }')
    run(LOOK, 'then.refuses = [{ choice = ["play", "card:5"], rule = "play.highest" }]')
    run(LOOK, 'then.only = [{ of = ["play"], are = ["card:1", "card:3"] }, { of = ["pass"], are = [] }]')
    for then, why in {
        'asked = "blue"': "red is asked ('toy.play'), not blue",
        'prompt = "toy.wager"': "'toy.play' is asked, not 'toy.wager'",
        "told.turn = 1": "the prompt's 'turn' is None, not 1",
        'offers = [["play", "card:5"]]': "nothing is offered that begins with ['play', 'card:5']",
        'only = [{ of = ["play"], are = [] }]': "['play', 'card:1'] is offered too",
        'only = [{ of = ["play"], are = ["card:1", "card:3", "card:5"] }]': "['play', 'card:5'] is not offered",
        'refuses = [{ choice = ["play", "card:1"], rule = "play.highest" }]': "['play', 'card:1'] is offered",
        'refuses = [{ choice = ["play", "card:5"], rule = "wager.rain" }]': "by play.highest, not by wager.rain",
        'refuses = [{ choice = ["wager", 2], rule = "wager.rain" }]': "is neither offered nor refused",
    }.items():
        assert why in fault(LOOK, f"then.{then}")


def test_what_is_expected_of_the_report() -> None:
    run(
        PLAY,
        'then.log = [{ key = "roll", args = ["red"] }, { key = "gain", args = ["*", 1] }]\nthen.silent = ["ambush"]',
    )
    assert "in this order, ['gain', 'red']" in fault(
        PLAY, 'then.log = [{ key = "roll" }, { key = "draw" }, { key = "gain", args = ["red"] }]'
    )
    assert "['gain', 'red', 2]" in fault(PLAY, 'then.log = [{ key = "gain", args = ["red", 2] }]')
    assert "['roll'] by play.highest" in fault(PLAY, 'then.log = [{ key = "roll", rule = "play.highest" }]')
    assert "the report tells 'roll'" in fault(PLAY, 'then.silent = ["roll"]')
    assert "['play']" in fault(PLAY, 'then.log = [{ key = "play" }]'), "told in the step before"


# ---------------------------------------------------------------------- chance, choices and seats


def test_all_that_chance_gives_is_used_in_its_step_and_nothing_else() -> None:
    assert "step 2: chance: [3] was not asked for" in fault(PLAY.replace('[6, "card:4"]', '[6, "card:4", 3]'))
    assert "step 2: the script has no value left for 'draw'" in fault(PLAY.replace('[6, "card:4"]', "[6]"))
    assert "step 2: the script has no value left for 'fight'" in fault(PLAY.replace('chance = [6, "card:4"]', ""))
    assert "ex.one: chance: [3] was not asked for" in fault("chance = [3]", LOOK)
    run(PLAY.replace('[6, "card:4"]', '"free"'))


def test_a_choice_that_is_not_offered_is_named_with_the_question() -> None:
    wrong = fault(PLAY.replace('["play", "card:1"]', '["play", "card:5"]'))
    assert "step 1: ['play', 'card:5'] is refused by play.highest; red is asked 'toy.play'" in wrong


def test_somebody_else_is_asked() -> None:
    assert "step 2: blue is asked, not red" in fault(PLAY.replace('seat = "blue"', 'seat = "red"'))
    assert "seat: 'green' is unknown; known are red, blue" in fault(PLAY.replace('seat = "blue"', 'seat = "green"'))


def test_several_choices_are_made_at_one_go() -> None:
    both = (
        PLAY.split("[[example.step]]")[2]
        .replace('["pass"]', '[["play", "card:1"], ["pass"]]')
        .replace('seat = "blue"', "")
    )
    assert run("[[example.step]]", both).match.outcome is not None


def test_what_is_shown_is_on_the_table() -> None:
    run('look = ["deck"]', LOOK, 'show = ["card:1", "hand:blue"]')
    assert "step 1: card:2 is shown, but not on the table" in fault(LOOK, 'show = ["card:2"]')
    assert "ex.one: zone:1 is shown, but not on the table" in fault('look = ["zone:1"]', LOOK)


# ---------------------------------------------------------------------- frames


FRAMES = (
    PLAY
    + """
frame = ["roll", "red", 6]
then.position.score.red = 0
[[example.step]]
frame = ["gain"]
en = "The point."
hu = "A pont."
then.position = { score.red = 1, cards.deck.count = 1 }
then.log = [{ key = "gain" }]
then.silent = ["roll", "draw"]
[[example.step]]
en = "The end."
hu = "A vége."
then.position.cards.deck.count = 0
then.log = [{ key = "draw" }]
"""
)


def test_frames_show_the_table_at_lines_of_the_report() -> None:
    line = book(EXAMPLE, FRAMES).line("ex.one")
    _, found = moments(TOY, line)
    assert [[told.key for told in moment.told] for moment in found[1:]] == [["roll"], ["gain"], ["drawn", "draw"]]


def test_faults_of_frames() -> None:
    assert "score.red is 0, not 5" in fault(FRAMES.replace("score.red = 0", "score.red = 5"))
    lost = fault(FRAMES.replace('["gain"]', '["roll"]'))
    assert "step 3: frame: the report does not tell ['roll'] from here on; it tells gain, drawn, draw" in lost
    assert "then.asked: nobody is asked while a frame is looked at" in fault(
        PLAY, 'frame = ["roll"]\nthen.asked = "red"'
    )


# ---------------------------------------------------------------------- playing on


@pytest.mark.parametrize("steps", [0, 1, 2])
def test_a_match_goes_on_from_any_step_with_dice_of_its_own(steps: int) -> None:
    line = book(EXAMPLE, LOOK, PLAY).line("ex.one")
    rolls = set()
    for seed in range(40):
        match, origin = taken_up(TOY, line, steps, f"seed {seed}")
        assert origin.script is None
        assert [TOY.seats(match.options)[match.asked().seat]] == ["blue" if steps == 2 else "red"]
        if steps < 2:
            match.choose(("play", "card:1"))
        match.choose(("pass",))
        rolls |= {told.args[1] for told in match.lines(None) if told.key == "roll"}
    assert rolls == {1, 2, 3, 4, 5, 6}


def test_what_chance_gave_before_stays_when_a_match_goes_on() -> None:
    """In the middle of a pass: the weather was rolled, and the wager is asked."""
    first = """
[[example]]
id = "ex.one"
en = "One"
hu = "Egy"
chance = "free"
[[example.step]]
choose = ["stance", "bold"]
en = "Red is bold."
hu = "A piros bátor."
"""
    line = book(first).line("ex.one")
    shown = played(TOY, line).match.state
    for seed in range(5):
        match, _ = taken_up(TOY, line, 1, f"seed {seed}")
        assert (match.state.weather, match.state.where) == (shown.weather, shown.where)
