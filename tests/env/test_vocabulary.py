"""The words of the games: complete, without doubles, and the same from version to version."""

from __future__ import annotations

from dataclasses import replace
from hashlib import blake2b
from pathlib import Path

import pytest

from sandtable.engine.errors import BadFile
from sandtable.engine.game import Stage
from sandtable.env.partial_choice import END
from sandtable.env.vocabulary import FILE, UnknownWord, Vocabulary
from tests.engine.toy import TOY
from tests.env.environments import env_of, every_learned_game, random_matches
from tests.playing import AnyGame, every_game, telling_modes

ACTIONS = {
    "buda_1686_v2": "0cbe6e70d885",
    "nights_of_fire_v1": "c15e3286a4cf",
    "days_of_ire_v1": "3b4372bbadc1",
    "rogue_agent_v1": "1297b80d66d2",
    "battle_for_europe_v3": "4f7476dbc8cb",
}
NUMBERS = {
    "buda_1686_v2/standard": "c62aef27b232",
    "buda_1686_v2/either_victory": "c62aef27b232",
    "buda_1686_v2/actor_losses": "c62aef27b232",
    "buda_1686_v2/either_actor": "c62aef27b232",
    "nights_of_fire_v1/konev_basic_1": "3ded838b9c33",
    "nights_of_fire_v1/konev_basic_2": "1a37dcf30f16",
    "nights_of_fire_v1/konev_advanced_1": "3ded838b9c33",
    "nights_of_fire_v1/konev_advanced_2": "1a37dcf30f16",
    "nights_of_fire_v1/conflict_basic_1": "cf34e5b177bc",
    "nights_of_fire_v1/conflict_basic_2": "f3857b431e63",
    "nights_of_fire_v1/conflict_advanced_1": "80c3a01d1438",
    "nights_of_fire_v1/conflict_advanced_2": "857d3771805a",
    "days_of_ire_v1/rev1": "039977623e69",
    "days_of_ire_v1/rev2": "7bf02b9cb01a",
    "days_of_ire_v1/rev3": "ca95a180f4c5",
    "days_of_ire_v1/rev1_yuri_noel": "17397cfb5fa3",
    "days_of_ire_v1/rev2_yuri_noel": "6b92de06c2bf",
    "days_of_ire_v1/rev3_yuri_noel": "a6869d4115e6",
    "rogue_agent_v1/agent-3p": "c09b43237ba5",
    "rogue_agent_v1/agent-2p": "51c38660082c",
    "rogue_agent_v1/agent-4p": "298c9e9a2e2e",
    "rogue_agent_v1/android-3p": "5e05d24b8cf5",
    "rogue_agent_v1/android-4p": "34565f2075ac",
    "battle_for_europe_v3/full_war_b-2": "5030b91e6567",
    "battle_for_europe_v3/full_war_a-5": "9b6591e9d39a",
    "battle_for_europe_v3/bagration_overlord-4": "e204c0dfb835",
    "battle_for_europe_v3/barbarossa-3": "702110900fce",
    "battle_for_europe_v3/sichelschnitt-2": "c0dd50dfeaa8",
    "battle_for_europe_v3/sichelschnitt-2-advanced": "c0dd50dfeaa8",
    "battle_for_europe_v3/full_war_a-2-optional": "5030b91e6567",
}
"""The meaning of all actions and of all numbers by version: who changes it raises `version` in the vocabulary."""


def digest(*words: object) -> str:
    return blake2b(repr(words).encode(), digest_size=6).hexdigest()


@every_learned_game
def test_the_words_of_every_choice_are_actions(game: AnyGame) -> None:
    vocabulary = Vocabulary(game)
    for match, _ in random_matches(game, range(12)):
        for choice in match.choices:
            assert vocabulary.action_of.keys() >= set(choice), choice


@pytest.mark.slow
@every_learned_game
def test_the_words_of_every_choice_of_many_matches_are_actions(game: AnyGame) -> None:
    vocabulary = Vocabulary(game)
    for match, _ in random_matches(game, range(12, 150)):
        for choice in match.choices:
            assert vocabulary.action_of.keys() >= set(choice), choice


@every_learned_game
def test_no_two_actions_say_the_same_word(game: AnyGame) -> None:
    actions = Vocabulary(game).actions
    assert len(set(actions)) == len(actions)
    assert actions[0] == END


@every_game(Stage.OPPONENTS)
def test_every_kind_of_id_in_a_vocabulary_exists(game: AnyGame) -> None:
    """A kind that no id begins with would be misspelt."""
    vocabulary = Vocabulary(game)
    for line in (game.folder / FILE).read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        for kind in [word for word in line.split('"') if word.endswith(":*")]:
            assert any(name.startswith(kind[:-1]) for name in vocabulary.names), kind


@every_game(Stage.RECORDED)
def test_a_version_keeps_its_meaning(game: AnyGame) -> None:
    for mode in telling_modes(game):
        env = env_of(game, mode)
        name = str(env)
        assert digest(*env.vocabulary.actions) == ACTIONS.get(name), "raise the version of the vocabulary"
        assert digest(*env.layout.labels) == NUMBERS.get(f"{name}/{mode}"), "raise the version of the vocabulary"


def test_a_word_without_an_action_is_named() -> None:
    with pytest.raises(UnknownWord, match=r"vocabulary\.toml of toy: no action has the word 'charge'"):
        Vocabulary(TOY).action("charge")


def test_a_room_without_a_vocabulary_is_named(tmp_path: Path) -> None:
    (tmp_path / "locale").symlink_to(TOY.folder / "locale")
    with pytest.raises(BadFile, match=r"vocabulary\.toml of toy: No such file"):
        Vocabulary(replace(TOY, folder=tmp_path))


def test_a_misspelt_field_is_named(tmp_path: Path) -> None:
    (tmp_path / "locale").symlink_to(TOY.folder / "locale")
    written = (TOY.folder / FILE).read_text(encoding="utf-8")
    (tmp_path / FILE).write_text(written.replace("tokens", "tokans"), encoding="utf-8")
    with pytest.raises(BadFile, match=r"vocabulary\.toml of toy: Object contains unknown field `tokans`"):
        Vocabulary(replace(TOY, folder=tmp_path))
