"""The contract: what a game need not state, and what the defaults then mean."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from sandtable.engine.chance import Chance
from sandtable.engine.errors import BadFile, BadOptions, BadPack, OptionsClash
from sandtable.engine.game import IN_FOLDER, Game
from sandtable.engine.replay import load, save
from sandtable.engine.start import Origin, start
from sandtable.engine.state import State
from sandtable.engine.words import LANGUAGES
from sandtable.players import LEVELS, make
from tests.engine.pebbles import Heap, pebbles
from tests.engine.toy import FOLDER, TOY
from tests.playing import every_game


@pytest.fixture
def game(tmp_path: Path) -> Game[Heap]:
    """The smallest game, in an empty folder."""
    return pebbles(tmp_path)


def test_the_smallest_game_is_played_saved_forked_and_undone(game: Game[Heap]) -> None:
    match = start(game, {}, Origin("x"))
    match.choose(("take", 2))
    twin = match.fork(keep=True)
    match.choose(("take", 2))
    match.undo()
    again, _ = load(game, save(match, Origin("x")))
    for each in (match, twin, again):
        assert each.state.left == 3 and each.seats[each.asked().seat] == "second"
        each.choose(("take", 1))
        each.choose(("take", 2))
        assert each.outcome is not None and each.outcome.winners == (0,)


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_a_game_that_measures_nothing(game: Game[Heap], level: str) -> None:
    """The end of the game is all that opponents know of it, and enough to take the last pebbles."""
    match = start(game, {}, Origin("x", None, {"left": 2}))
    player = make(level, "seed")
    if level in ("greedy", "6"):  # the others also choose without thinking
        assert player.choose(match, 0) == ("take", 2)
    else:
        assert player.choose(match, 0) in match.choices


def test_defaults_are_an_open_game_without_options_turns_teams_or_packs(game: Game[Heap]) -> None:
    match = start(game, {}, Origin("x"))
    assert (game.version, game.settle({}), dict(game.modes)) == (1, {}, {"standard": {}})
    assert game.sides({}) == (0, 1)
    assert game.clock(match.state) == 1
    assert game.invariants(match.state) == []
    before = game.describe(match.state)
    game.determinize(match.state, 0, Chance.from_seed("other"))
    assert game.describe(match.state) == before
    with pytest.raises(BadPack, match="pebbles is played without a pack"):
        game.with_pack(FOLDER / "rules.toml")
    with pytest.raises(BadOptions, match="it has none"):
        game.settle({"hard": True})


def test_features_that_no_book_weighs_yet_weigh_nothing(game: Game[Heap]) -> None:
    measured = replace(game, features=("left",), measure=lambda g, seat: [float(g.left)], insights=IN_FOLDER)
    assert measured.insights.of({}).weights == {"left": 0.0}


def test_a_title_stands_in_the_ledger_and_is_english_where_it_is_not_translated(tmp_path: Path) -> None:
    assert (TOY.title(), TOY.title("hu"), TOY.title("fr")) == ("Toy", "Játék", "Toy")
    (tmp_path / "rules.toml").write_text('[game]\nslug = "pebbles"\n', encoding="utf-8")
    with pytest.raises(BadFile, match=r"rules.toml: game: Object missing required field `title`"):
        pebbles(tmp_path).title()


def test_a_state_that_does_not_say_how_it_is_copied_is_named() -> None:
    class Mute(State):
        pass

    with pytest.raises(NotImplementedError, match="Mute does not say"):
        Mute(Chance.from_seed("x")).copy()


@every_game()
def test_a_game_with_a_pack_says_which(game: Game[State]) -> None:
    """Saves are refused where another pack is in use, which needs its hash."""
    pack = game.folder / "components.toml"
    assert not pack.exists() or (game.with_pack(pack).pack_hash == game.pack_hash != "")


def test_options_that_exclude_one_another_are_refused_by_their_rule_in_both_languages() -> None:
    game = replace(TOY, clash=lambda options: "wager.rain" if options["ambush"] and options["turns"] == 1 else "")
    assert game.settle({"turns": 1, "ambush": False})["turns"] == 1
    with pytest.raises(OptionsClash) as refused:
        start(game, {"turns": 1}, Origin("x"))
    text, magyar = (TOY.ledger.text("wager.rain", lang) for lang in LANGUAGES)
    assert (refused.value.code, refused.value.rule) == ("bad_options", "wager.rain")
    assert str(refused.value) == refused.value.said("en") == f"{text} (wager.rain)"
    assert refused.value.said("hu") == f"{magyar} (wager.rain)"
