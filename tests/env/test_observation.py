"""What a seat is shown as numbers: everything that it may know, and nothing else."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest

from sandtable import games
from sandtable.engine.chance import Chance
from sandtable.engine.scene import Piece, Scene
from sandtable.engine.start import Origin, start
from sandtable.env.observation import Label, Layout, scene_statements
from sandtable.env.vocabulary import UnknownWord, Vocabulary
from tests.engine.toy import FIRST_DEAL, TOY
from tests.env.environments import env_of, every_learned_game, every_learned_mode, random_matches, say
from tests.playing import AnyGame, AnyMatch, begin, play_on


def layout_of(match: AnyMatch) -> Layout:
    return Layout(Vocabulary(match.game), match.seats, match.game.scene(match.state, 0))


def stated(match: AnyMatch, seat: int) -> dict[Label, int]:
    """All numbers that are not 0, by their labels."""
    layout = layout_of(match)
    row = layout.observe(match, seat)
    return {layout.labels[place]: int(row[place]) for place in np.flatnonzero(row)}


# ---------------------------------------------------------------------- nothing hidden


@pytest.mark.slow
@every_learned_mode
def test_what_a_seat_cannot_know_never_changes_its_numbers(game: AnyGame, mode: str) -> None:
    for seed in range(4):
        match = begin(game, mode, seed, explain=False)
        layout = layout_of(match)
        rng = random.Random(seed)
        while play_on(match, rng, 25):
            for seat in range(len(match.seats)):
                twin = match.determinized(seat, Chance.from_seed(f"twin {seed} {match.number}"))
                assert np.array_equal(layout.observe(twin, seat), layout.observe(match, seat))


def test_a_hand_is_seen_by_its_owner_only() -> None:
    match = start(TOY, {}, Origin("hands", (FIRST_DEAL, 6)))
    red, blue = stated(match, 0), stated(match, 1)
    assert red["at", "card:1", "hand:red/red"] == red["at", "card:3", "hand:red/red"] == 1
    assert blue["at", "card:2", "hand:blue/blue"] == blue["at", "card:4", "hand:blue/blue"] == 1
    assert not [label for label in red if label[0] == "at" and label[2] != "hand:red/red"]
    assert red["count", "hand:blue/blue"] == 2


def test_only_who_is_asked_knows_the_prompt_and_what_was_said() -> None:
    env = env_of(games.load("buda_1686"), seed=3)
    say(env, "move")
    asked, other = env.agent_selection, next(a for a in env.agents if a != env.agent_selection)
    spoken = env.layout.place["said", "move"]
    prompts = [place for label, place in env.layout.place.items() if label[0] in ("prompt", "fact")]
    assert env.observe(asked)["observation"][spoken] == 1
    assert env.observe(asked)["observation"][prompts].any()
    assert env.observe(other)["observation"][spoken] == 0
    assert not env.observe(other)["observation"][prompts].any()
    assert not env.observe(other)["action_mask"].any()


# ---------------------------------------------------------------------- everything else


@every_learned_game
def test_everything_on_the_table_has_a_number(game: AnyGame) -> None:
    """A scene with a word that the vocabulary has not, or a table that changes its shape, raises."""
    look(game, range(6), 12)


@pytest.mark.slow
@every_learned_game
def test_everything_on_the_table_of_many_matches_has_a_number(game: AnyGame) -> None:
    look(game, range(6, 30), 4)


def look(game: AnyGame, seeds: range, every: int) -> None:
    begun: AnyMatch | None = None
    for match, _ in random_matches(game, seeds):
        if match is not begun:
            begun, layout = match, layout_of(match)
        if match.ask is None or match.number % every == 0:
            for seat in range(len(match.seats)):
                layout.observe(match, seat)


@every_learned_game
def test_what_is_left_out_never_changes(game: AnyGame) -> None:
    begun: AnyMatch | None = None
    for match, _ in random_matches(game, range(4)):
        if match is not begun:
            begun, opening = match, fixed(game.scene(match.state, None))
        elif match.number % 10 == 0:
            assert fixed(game.scene(match.state, None)) == opening


@every_learned_game
def test_what_a_thing_is_and_whose_follows_from_its_id_and_place(game: AnyGame) -> None:
    things = Vocabulary(game).things
    begun: AnyMatch | None = None
    for match, _ in random_matches(game, range(4)):
        if match is not begun:
            begun, known = match, dict[tuple[str, str], tuple[str, str]]()
        if match.number % 10 == 0:
            for piece, place in lying(game.scene(match.state, 0)):
                if piece.id in things:
                    assert known.setdefault((piece.id, place), (piece.kind, piece.owner)) == (piece.kind, piece.owner)


def lying(scene: Scene) -> Iterator[tuple[Piece, str]]:
    """Every piece and where it lies."""
    yield from ((piece, area.id) for area in scene.areas for piece in area.pieces)
    yield from ((card, f"{hand.id}/{hand.owner}") for hand in scene.hands for card in hand.cards)


def fixed(scene: Scene) -> object:
    """What observations leave out of a scene."""
    areas = [(a.id, a.kind, a.x, a.y, a.facts, a.part_of, a.roads) for a in scene.areas]
    return areas, [track.id for track in scene.tracks]


def test_the_numbers_say_what_the_scene_shows() -> None:
    """The siege as it begins: pieces in their zones, values, levels and owners."""
    match = start(games.load("buda_1686"), {}, Origin("numbers"), explain=False)
    scene, numbers = match.game.scene(match.state, 0), stated(match, 0)
    pieces = [(piece, area) for area in scene.areas for piece in area.pieces]
    assert len(pieces) > 20
    for piece, area in pieces:
        assert numbers["at", piece.id, area.id] == 1
        assert numbers["value", piece.id] == piece.value
        assert numbers.get(("owner", area.id, "imperial"), 0) == (area.owner == "imperial")
    for marker, cell in scene.tracks[0].markers.items():
        assert numbers.get(("marker", marker), 0) == cell
    assert numbers["count", "cup:ottoman/ottoman"] == scene.piles[1].count
    assert numbers["status", "turn"] == 1 and numbers["status", "phase", scene.status["phase"]] == 1
    assert numbers["seat", "imperial"] == 1 and ("seat", "ottoman") not in numbers


def shown(piece: Piece) -> dict[Label, int]:
    """What is said of a piece in the Inner City of Nights of Fire."""
    game = games.load("nights_of_fire")
    layout = layout_of(start(game, game.modes["conflict_advanced_1"], Origin("shown"), explain=False))
    scene = game.scene(start(game, game.modes["conflict_advanced_1"], Origin("shown")).state, 0)
    scene.hands, scene.piles, scene.tracks, scene.status = [], [], [], {}
    scene.areas = scene.areas[:1]
    scene.areas[0].pieces = [piece]
    row = layout.numbers(scene_statements(layout, scene))
    return {layout.labels[place]: int(row[place]) for place in np.flatnonzero(row) if layout.labels[place][0] != "seat"}


def test_signs_numbers_and_what_a_piece_is_marked_with_are_told() -> None:
    piece = Piece("insurgent:local_03", "local", "revolutionary", "hidden", None, ["icon:medic", "block:12", "wounded"])
    things = Vocabulary(games.load("nights_of_fire")).things
    assert shown(piece) == {
        ("at", "insurgent:local_03", "district:1"): 1,
        ("sign", "insurgent:local_03", "hidden"): 1,
        ("sign", "insurgent:local_03", "wounded"): 1,
        ("bears", "insurgent:local_03"): things.index("block:12") + 1,
    }


def test_pieces_that_are_alike_are_counted_or_added_up() -> None:
    assert shown(Piece("barricade:1", "barricade")) == {("token", "barricade", "district:1"): 1}
    assert shown(Piece("rubble:1", "rubble", value=2)) == {("token", "rubble", "district:1"): 2}


@pytest.mark.parametrize("piece", [Piece("cannon:1", "cannon"), Piece("insurgent:local_03", "local", face="asleep")])
def test_a_word_that_the_vocabulary_has_not_is_named(piece: Piece) -> None:
    with pytest.raises(
        UnknownWord, match=r"vocabulary\.toml of nights_of_fire: the observation has no label .*(cannon|asleep)"
    ):
        shown(piece)


def test_things_on_a_track_count_their_cells_from_one() -> None:
    game = games.load("buda_1686")
    match = start(game, {}, Origin("sick"), explain=False)
    layout, scene = layout_of(match), match.game.scene(match.state, 0)
    scene.tracks[0].markers["unit:saxon"] = 0
    assert layout.numbers(scene_statements(layout, scene))[layout.place["cell", "unit:saxon"]] == 1


def test_the_toy_tells_its_facts() -> None:
    match = start(TOY, {}, Origin("facts"))
    assert stated(match, 0)["fact", "turn"] == 1
    assert stated(match, 0)["prompt", "toy.stance"] == 1
