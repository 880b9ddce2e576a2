"""Chance: a strong stream that is cheap to copy, and scripts that say what it gives."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.engine.chance import BLOCK, Chance, Scripted, Taped, seed_hash, seed_key
from sandtable.engine.errors import ChanceExhausted, ChanceMismatch

NAMES = ("card:a", "card:b", "card:c", "card:d")


def scripted(*values: Scripted) -> Chance:
    chance = Chance.from_seed("any")
    chance.script = values
    return chance


def rolls(chance: Chance, count: int) -> list[int]:
    return [chance.d6("test") for _ in range(count)]


def test_the_same_seed_gives_the_same_stream() -> None:
    assert rolls(Chance.from_seed("a"), 200) == rolls(Chance.from_seed("a"), 200)
    assert rolls(Chance.from_seed("a"), 200) != rolls(Chance.from_seed("b"), 200)


@given(used=st.integers(0, 3 * BLOCK))
def test_a_copy_goes_on_like_its_original_and_shares_nothing(used: int) -> None:
    chance = Chance.from_seed("copy")
    rolls(chance, used)
    copy = chance.copy()
    ahead = rolls(copy, 100)
    assert (copy.barrier, copy.key) == (chance.barrier + 100, chance.key)
    assert rolls(chance, 100) == ahead


@given(used=st.integers(0, 3 * BLOCK))
def test_key_and_position_are_all_there_is_to_save(used: int) -> None:
    chance = Chance.from_seed("saved")
    rolls(chance, used)
    assert rolls(Chance(chance.key, chance.at), 100) == rolls(chance, 100)


def test_dice_and_numbers_are_fair() -> None:
    chance = Chance.from_seed("fair")
    faces = Counter(rolls(chance, 12_000))
    assert set(faces) == {1, 2, 3, 4, 5, 6}
    assert all(1_800 < count < 2_200 for count in faces.values())
    numbers = Counter(chance.below("test", 300) for _ in range(30_000))
    assert set(numbers) == set(range(300))
    assert all(count < 170 for count in numbers.values())


def test_every_order_of_a_shuffle_comes_up() -> None:
    chance = Chance.from_seed("shuffle")
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(2_400):
        pile = [0, 1, 2, 3]
        chance.shuffle("test", pile, NAMES)
        orders[tuple(pile)] += 1
    assert len(orders) == 24
    assert all(60 < count < 145 for count in orders.values())


def test_what_is_published_of_a_seed_is_not_its_key() -> None:
    assert seed_hash("secret") != seed_key("secret").hex()
    assert seed_hash("secret") == seed_hash("secret")


def test_a_fresh_stream_is_independent() -> None:
    chance = Chance.from_seed("parent")
    first, second = chance.fresh(), chance.fresh()
    assert len({first.key, second.key, chance.key}) == 3
    assert chance.barrier == 0


def test_a_script_says_what_comes() -> None:
    chance = scripted(6, 0, "card:c", ["card:d"], ["card:b", "card:a"])
    assert chance.d6("roll") == 6
    assert chance.below("number", 3) == 0
    assert chance.pick("draw", [1, 2, 3], NAMES) == 2
    assert chance.pick("draw", [1, 2, 3], NAMES) == 3
    pile = [0, 1, 2]
    chance.shuffle("pile", pile, NAMES)
    assert [pile.pop(), pile.pop(), pile.pop()] == [1, 0, 2]
    assert chance.at == 0


def test_a_script_that_runs_out_is_an_error() -> None:
    chance = scripted(1)
    chance.d6("first")
    with pytest.raises(ChanceExhausted, match="'second'"):
        chance.d6("second")


@pytest.mark.parametrize("value", [0, 7, "1", ["1"], True])
def test_a_value_that_is_no_face_is_an_error(value: Scripted) -> None:
    with pytest.raises(ChanceMismatch, match="'roll' takes a number from 1 to 6"):
        scripted(value).d6("roll")


@pytest.mark.parametrize("value", [1, "card:a", ["card:b", "card:c"]])
def test_a_draw_of_what_is_not_there_is_an_error(value: Scripted) -> None:
    with pytest.raises(ChanceMismatch, match="'draw' cannot draw"):
        scripted(value).pick("draw", [1, 2], NAMES)


@pytest.mark.parametrize("value", [1, "card:a", ["card:d"], ["card:a", "card:a"]])
def test_an_order_of_what_is_not_there_is_an_error(value: Scripted) -> None:
    with pytest.raises(ChanceMismatch, match="'pile'"):
        scripted(value).shuffle("pile", [0, 1, 2], NAMES)


def test_every_use_and_every_reveal_raises_the_barrier() -> None:
    chance = Chance.from_seed("barrier")
    chance.d6("a")
    chance.below("b", 9)
    chance.pick("c", [0, 1], NAMES)
    chance.shuffle("d", [0, 1], NAMES)
    chance.reveal()
    assert chance.barrier == 5


def test_a_tape_is_a_script_of_what_was_given() -> None:
    def draw(chance: Chance) -> list[int]:
        pile = [0, 1, 2, 3]
        chance.shuffle("pile", pile, NAMES)
        return [chance.d6("die"), chance.below("number", 9), chance.pick("draw", [1, 2, 3], NAMES), *pile]

    taped = Taped(Chance.from_seed("taped"))
    given = draw(taped)
    assert given == draw(Chance.from_seed("taped"))
    assert given == draw(scripted(*taped.tape))
