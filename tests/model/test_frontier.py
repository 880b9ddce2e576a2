"""Everything that a scene can show and every way of choosing, tried with Frontier in every corner but the browser."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sandtable import games
from sandtable.cli.board import Board
from sandtable.cli.menu import Together
from sandtable.cli.pieces import PieceLabels
from sandtable.cli.words import Say
from sandtable.engine.ask import Several
from sandtable.engine.chance import Chance
from sandtable.engine.errors import IllegalChoice
from sandtable.engine.match import Match
from sandtable.engine.scene import Piece, Scene
from sandtable.engine.start import Origin, start
from sandtable.engine.types import Choice
from sandtable.engine.words import Words
from sandtable.env.observation import Label, Layout, scene_statements
from sandtable.env.scene_text import scene_text
from sandtable.env.vocabulary import Vocabulary
from tests import frontier
from tests.cli.conftest import Run, home, run
from tests.cli.talking import Talk
from tests.cli.test_board import drawn
from tests.env.environments import env_of
from tests.frontier.state import TILE_IDS, State
from tests.games import test_drawings
from tests.legality import assert_complete, assert_several
from tests.server.pages import Page, open_table, person, serve, settings

__all__ = ["home", "run"]

GAME = frontier.GAME
SEED = "border"
OPENING: list[Choice] = [
    ("discard", "card:1", "card:2"),
    ("stack", "card:6", "card:4"),
    ("keep",),
]
TILES = ["tile:mill", "tile:inn", "tile:fort", "tile:ford", "tile:wood", "tile:farm"]
CARDS = [f"card:{number}" for number in range(1, 13)]
"""Dealt in this order: red has the first six, blue the others."""


@pytest.fixture(autouse=True)
def played_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Frontier is a game like others, but only here: no test that looks at all games has to play it."""
    monkeypatch.setenv(games.FOLDERS, str(frontier.FOLDER))
    games.load.cache_clear()


def begin(*chance: Any) -> Match[State]:
    """Tiles and cards as they are listed, so that red holds the mill and the inn, and blue the ford and the wood."""
    script = (list(reversed(TILES)), list(reversed(CARDS)), *chance)
    return start(GAME, {}, Origin(SEED, script))


def after(*choices: Choice, chance: tuple[Any, ...] = (0, 1, 2)) -> Match[State]:
    """After the opening and some choices; the dice show star, fire and smoke."""
    match = begin(*chance)
    for choice in (*OPENING, *choices):
        match.choose(choice)
    return match


def battle() -> Match[State]:
    """Red's four foot go from the inn against blue's four foot and two horse in the wood: one hit, two answers."""
    return after(("march", "kind:foot", "tile:inn", "tile:wood"), chance=(0, 1, 2, 1, 3, 4, 5, 2, 3, 6, 6, 4, 1))


# ---------------------------------------------------------------------- it is an honest game


@pytest.mark.parametrize("seed", range(4))
def test_it_keeps_the_laws(seed: int) -> None:
    match, rng = start(GAME, {}, Origin(f"{SEED} {seed}")), random.Random(seed)
    while match.ask is not None:
        assert_complete(match)
        assert GAME.invariants(match.state) == []
        for seat in (0, 1):
            twin = match.determinized(seat, Chance.from_seed(f"{seed} {match.number}"))
            assert GAME.scene(twin.state, seat) == GAME.scene(match.state, seat)
        assert_several(match, rng)
        match.choose(rng.choice(match.choices))
    assert match.outcome is not None


# ---------------------------------------------------------------------- several things at once


def test_any_selection_of_the_right_size_is_accepted_and_no_other() -> None:
    match = begin()
    several = match.several()
    assert several is not None
    assert (several.verb, several.things, several.least, several.most) == ("discard", tuple(CARDS[:6]), 2, 2)
    assert ("discard", "card:1", "card:6") not in match.choices
    for wrong, rule in (
        (("discard", "card:1", "card:3", "card:5"), "cards.discard"),
        (("discard", "card:1", "card:7"), "cards.own"),
    ):
        with pytest.raises(IllegalChoice) as error:
            match.choose(wrong)
        assert error.value.rule == rule
    match.choose(("discard", "card:1", "card:6"))
    assert match.state.discards == [0, 5]


def test_an_order_of_picking_is_kept() -> None:
    match = begin(0, 1, 2)
    match.choose(OPENING[0])
    several = match.several()
    assert several is not None and several.ordered
    match.choose(("stack", "card:6", "card:4"))
    assert match.state.deck == [5, 3]


def test_without_an_ask_or_with_all_choices_listed_there_is_nothing_to_choose_together() -> None:
    match = after()
    assert match.ask is not None and match.ask.prompt == "march"
    assert match.several() is None
    match = start(GAME, {}, Origin(SEED))
    while match.ask is not None:
        match.choose(match.choices[-1])
    assert match.several() is None


def test_the_referee_says_what_may_be_chosen_together() -> None:
    talk = Talk()
    script = [list(reversed(TILES)), list(reversed(CARDS)), 0, 1, 2]
    opened = talk.ok("new", game="frontier", chance=script)
    wanted = {"verb": "discard", "things": CARDS[:6], "least": 2, "most": 2, "ordered": False, "checked": False}
    assert opened["ask"]["several"] == wanted
    told = talk.ok("choose", match=opened["match"], choice=["discard", "card:2", "card:5"])
    assert told["ask"]["several"]["ordered"] is True
    told = talk.ok("choose", match=opened["match"], choice=["stack", "card:6", "card:4"])
    assert "several" not in told["ask"]
    talk.ok("choose", match=opened["match"], choice=["keep"])
    told = talk.ok("choose", match=opened["match"], choice=["wait"])
    assert (told["ask"]["several"]["things"], told["ask"]["several"]["checked"]) == (["card:1", "card:3"], True)


def test_the_server_says_so_to_the_asked_seat_alone(tmp_path: Path) -> None:
    with serve(settings(tmp_path)) as client:
        tokens = open_table(client, "frontier", {"red": person("away"), "blue": person("away")})
        with Page(client, tokens["red"]) as red, Page(client, tokens["blue"]) as blue:
            several = red.update["ask"]["several"]
            hand = [card["id"] for card in red.update["scene"]["hands"][0]["cards"]]
            assert (several["things"], several["least"], several["most"]) == (hand, 2, 2)
            assert (several["verb"], several["ordered"], several["text"]) == ("discard", False, "Lay aside …")
            assert blue.update["ask"]["several"] is None


@pytest.mark.parametrize(
    ("lang", "how", "wrong"),
    [
        ("en", "Or any 2 together: type + and their numbers, such as +1 3", ("No such numbers: '+1 9'.", "'+x'")),
        ("hu", "Vagy bármelyik 2 együtt: írj + jelet", ("Nincs ilyen szám: „+1 9”.", "„+x”")),
    ],
)
def test_at_the_terminal_several_are_chosen_by_their_numbers(
    run: Run, lang: str, how: str, wrong: tuple[str, str]
) -> None:
    typed = "+1 9\n+1 2 3\n+x\n+3,1\n+3 1\nquit\n"
    ran = run("play", "frontier", "--lang", lang, "--seed", "x", "--vs", "random", typed=typed)
    said = " ".join(ran.out.split())
    assert how in said and all(each in said for each in wrong)
    assert GAME.ledger.text("cards.discard") in said  # three are too many
    assert "lays 2 cards aside." in said and "puts 2 cards onto the deck." in said


def test_typed_numbers_keep_their_order_where_it_matters() -> None:
    words, say = Words(GAME, "en"), Say("en")
    assert Together(Several("stack", "abc", 2, 2, ordered=True), words, say).answer("+3 1") == ("stack", "c", "a")
    assert Together(Several("discard", "abc", 2, 2), words, say).answer("+ 3, 1") == ("discard", "a", "c")
    for wrong in ("+0 1", "+4", "+a", "+1 -2"):
        with pytest.raises(LookupError):
            Together(Several("discard", "abc", 1, 2), words, say).answer(wrong)
    ranges = Together(Several("stack", "abc", 1, 2, ordered=True), words, say).lines()
    assert ranges[0].startswith("Or 1 to 2 together") and ranges[0].endswith("(their order matters)")
    assert ranges[1] == "+1 a  +2 b  +3 c"


# ---------------------------------------------------------------------- terminal and text


def shown(match: Match[State], seat: int | None, width: int = 200) -> str:
    board = Board(GAME.scene(match.state, seat), PieceLabels(match.seats, Words(GAME, "en"), Say("en")))
    return drawn(board.as_map(width), width)


def test_the_terminal_draws_all_of_it() -> None:
    match = after()
    text = shown(match, 1)
    assert "Mill (burnt down)" in text  # fire burns the tile of the first place
    assert "R Mill" in text and "Gr Fort" in text and "Gr Greenland" in text
    assert "foot[4]" in text and "horse[2]" in text
    assert "Support  7[6]6 5 skull" in text
    assert "first die(star)" in text
    assert "R Red hand 2" in text and "B Blue hand 6: " in text
    assert "ammunition ×2" in text  # of the arsenal in blue's own hand
    assert "B Blue hand 6: Spy, 5 unknown" in shown(match, 0)


def test_the_terminal_tells_the_battle_and_the_way_to_it() -> None:
    text = shown(battle(), None)
    assert "R Red attack: Inn → Wood" in text
    assert "Battle: Wood · round 1 · from Inn" in text
    # Red needs 2 or less with 1, 3, 4, 5; blue 2 or less with 2, 3, 6, 6 and, on horseback, 3 or less with 4, 1.
    assert "foot ×4 [2] ⚀ ⚂ ⚃ ⚄ 1 hit 2 lost" in text
    assert "foot ×4 [2] ⚁ ⚂ ⚅ ⚅ 1 hit 1 lost · horse ×2 [3] ⚃ ⚀ 1 hit" in text


def test_the_text_for_watching_learners_tells_all_of_it() -> None:
    text = scene_text(GAME.scene(battle().state, 1), Words(GAME, "en"))
    for line in (
        "Support 6",
        "Mill (red), burnt down: foot 4, horse 2",
        "attack (red): Inn → Wood",
        "Battle 1: Wood · from Inn",
    ):
        assert line in text.splitlines(), text
    assert "Arsenal (ammunition ×2), Armourer (ammunition)" in text
    assert "hand (blue): 6 = Spy + 5" in scene_text(GAME.scene(after().state, 0), Words(GAME, "en"))


# ---------------------------------------------------------------------- learners


def stated(scene: Scene) -> dict[Label, int]:
    """All numbers that are not 0, by their labels."""
    layout = Layout(Vocabulary(GAME), ("red", "blue"), GAME.scene(begin().state, 0))
    row = layout.numbers(scene_statements(layout, scene))
    return {layout.labels[place]: int(row[place]) for place in np.flatnonzero(row)}


def test_learners_see_tiles_holders_stacks_and_equal_icons() -> None:
    numbers = stated(GAME.scene(after().state, 1))
    assert {label[2] for label in numbers if label[:2] == ("spot", "tile:ford")} == {"spot:b1"}
    assert numbers["face", "tile:mill", "burnt"] == 1 and ("face", "tile:inn", "burnt") not in numbers
    assert numbers["owner", "tile:fort", "green"] == numbers["owner", "tile:mill", "red"] == 1
    assert numbers["token", "foot/red", "tile:mill"] == 4 and numbers["token", "foot/green", "tile:fort"] == 1
    assert numbers["sign", "card:9", "icon:ammo"] == 2 and numbers["sign", "card:8", "icon:ammo"] == 1
    assert numbers["sign", "die:1", "star"] == numbers["at", "die:1", "area:tray"] == 1
    assert numbers["count", "hand/red"] == 2 and numbers["marker", "marker:support"] == 1


def test_learners_tell_stacks_apart_as_exactly_as_the_vocabulary_does() -> None:
    scene = GAME.scene(begin().state, 0)
    vocabulary = Vocabulary(GAME)
    vocabulary.tokens = ["foot/red/used", "foot/red", "foot"]
    vocabulary.token_kinds = set(vocabulary.tokens)
    layout = Layout(vocabulary, ("red", "blue"), scene)
    scene.areas = scene.areas[:1]
    scene.areas[0].pieces = [
        Piece("stack:1", "foot", "red", "used", 3),
        Piece("stack:2", "foot", "red", "fresh", 2),
        Piece("stack:3", "foot", "saxony", "used"),
    ]
    row = layout.numbers(scene_statements(layout, scene))
    tokens = {
        layout.labels[place][1]: int(row[place]) for place in np.flatnonzero(row) if layout.labels[place][0] == "token"
    }
    assert tokens == {"foot/red/used": 3, "foot/red": 2, "foot": 1}


def test_learners_see_a_hand_known_in_part() -> None:
    numbers = stated(GAME.scene(after().state, 0))
    known = {label[1] for label in numbers if label[0] == "at" and label[2] == "hand/blue"}
    assert known == {"card:7"} and numbers["count", "hand/blue"] == 6


def test_learners_see_arrows_and_the_battle() -> None:
    match = battle()
    numbers = stated(GAME.scene(match.state, 1))
    assert numbers["arrow", "attack", "start", "tile:inn"] == numbers["arrow", "attack", "end", "tile:wood"] == 1
    assert numbers["battle", "at", "tile:wood"] == numbers["battle", "round"] == 1
    assert numbers["battle", "fact", "from", "tile:inn"] == 1
    fought = GAME.scene(match.state, 1).battle
    assert fought is not None
    for side in fought.sides:
        assert numbers.get(("battle", side.owner, "chance"), 0) == side.chance
        for row in side.rows:
            kept = [row.count, row.value, row.hits, row.losses]
            names = ("count", "value", "hits", "losses")
            assert [numbers.get(("battle", side.owner, row.kind, name), 0) for name in names] == kept
            for face in range(1, 7):
                assert numbers.get(("battle", side.owner, row.kind, "die", face), 0) == row.dice.count(face)
    assert numbers["battle", "blue", "fact", "left"] == fought.sides[1].facts["left"]


def test_learners_say_any_selection_word_by_word() -> None:
    env = env_of(GAME, seed=3)
    things = env.match.several()
    assert things is not None and env.partial.said == ("discard",)
    for place in (1, 4):
        env.step(env.vocabulary.action(things.things[place]))
    assert env.match.history[-1].choice == ("discard", *(things.things[place] for place in (1, 4)))
    listed = env.match.choices[1]
    for _ in range(2):
        env.step(env.toward(listed))
    assert env.match.history[-1].choice == listed


def test_learners_play_it_to_the_end() -> None:
    env = env_of(GAME, seed=1)
    rng = random.Random(1)
    for agent in env.agent_iter():
        observation, _, over, _, _ = env.last()
        assert observation is not None and agent in ("red", "blue")
        env.step(None if over else rng.choice([at for at, may in enumerate(observation["action_mask"]) if may]))


def test_its_board_has_a_place_for_everything() -> None:
    """Tiles are drawn by their spots: the laws of boards hold for such a board too."""
    for law in (
        test_drawings.test_a_drawn_game_has_all_its_drawings,
        test_drawings.test_every_place_has_a_shape_and_room_for_pieces,
        test_drawings.test_nothing_is_drawn_for_a_place_that_no_scene_has,
        test_drawings.test_pieces_of_two_places_never_overlap_and_stay_on_the_board,
        test_drawings.test_a_board_is_plain_drawing,
    ):
        law(GAME)


def test_tiles_lie_elsewhere_in_every_game() -> None:
    spots = {
        tuple(area.spot for area in GAME.scene(start(GAME, {}, Origin(f"{n}")).state, None).areas) for n in range(9)
    }
    assert len(spots) > 5
    assert all(sorted(spot) == sorted(next(iter(spots))) for spot in spots)
    assert len(TILE_IDS) == 6
