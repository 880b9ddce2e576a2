"""Primers: what is said of a game in short, and that nothing on a table is left without rules about it."""

from __future__ import annotations

import random

import pytest

from sandtable.engine.errors import BadFile
from sandtable.engine.primer import load_primer, sorts
from sandtable.engine.words import load_locale
from tests.playing import GAMES, AnyGame, begin, telling_modes, whole

WITH_PRIMER = [game for game in GAMES if (game.folder / "primer.toml").exists()]
HOUSE = ("buda_1686", "nights_of_fire", "days_of_ire", "rogue_agent", "battle_for_europe")
every_primer = pytest.mark.parametrize("game", [whole(game) for game in WITH_PRIMER])
EVERY = 9
"""Every so many choices the scenes are looked at."""


def test_the_games_of_the_house_have_one() -> None:
    assert {game.slug for game in WITH_PRIMER} >= set(HOUSE)


@pytest.mark.slow
@every_primer
def test_everything_in_a_scene_has_rules_about_it(game: AnyGame) -> None:
    """Random games in every mode, as every seat and as a spectator see them."""
    primer = load_primer(game)
    assert primer is not None
    missing: set[str] = set()
    for mode in telling_modes(game):
        match = begin(game, mode, 1)
        rng = random.Random(mode)
        for number in range(220):
            if number % EVERY == 0:
                for seat in (None, *range(len(match.seats))):
                    scene = game.scene(match.state, seat)
                    missing |= {thing for thing in set(sorts(scene)) if primer.about_thing(thing) is None}
            if match.ask is None:
                break
            match.choose(rng.choice(match.choices))
    assert not missing


@every_primer
def test_every_seat_can_win_and_every_question_belongs_to_one_step(game: AnyGame) -> None:
    primer = load_primer(game)
    assert primer is not None
    told = {seat for win in primer.win for seat in win.seats}
    for mode in game.modes:
        seats = game.seats(game.settle(game.modes[mode]))
        assert told >= set(seats) or any(not win.seats for win in primer.win), seats
        if mode not in telling_modes(game):
            continue
        match = begin(game, mode, 2)
        rng = random.Random(mode)
        for _ in range(120):
            if match.ask is None:
                break
            scene = game.scene(match.state, None)
            now = [step.en for step in primer.course if step.is_now(scene)]
            assert len(now) == 1, (scene.status, now)
            match.choose(rng.choice(match.choices))
        spoken = {line.key for line in match.lines(None)}
        assert set(primer.headings) <= spoken  # everybody reads them


@every_primer
def test_every_phase_belongs_to_a_step_and_every_step_to_phases_that_there_are(game: AnyGame) -> None:
    primer = load_primer(game)
    assert primer is not None
    names = {name for name in {**game.names["en"], **load_locale(game.folder, "en")["name"]} if name[:6] == "phase:"}
    assert {value for step in primer.course for value in step.when["phase"]} == names - {"phase:over"}


@every_primer
def test_sentences_are_short_and_in_both_languages(game: AnyGame) -> None:
    primer = load_primer(game)
    assert primer is not None
    for entry in primer.entries():
        for text in (entry.en, entry.hu):
            assert text[-1] in ".!?" and len(text.split()) <= 45, text
        assert entry.en != entry.hu


def test_a_rule_that_there_is_not_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = next(game for game in GAMES if game.slug == "buda_1686")
    monkeypatch.setitem(game.ledger.rules, "turn.count", game.ledger.rules["comp.die"])
    assert load_primer(game) is not None
    monkeypatch.delitem(game.ledger.rules, "turn.count")
    with pytest.raises(BadFile, match=r"primer\.toml of buda_1686: there is no rule 'turn\.count'"):
        load_primer(game)
