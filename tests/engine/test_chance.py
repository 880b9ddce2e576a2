"""Chance: a strong stream that is cheap to copy, and scripts that say what it gives."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.engine.chance import BLOCK, Branching, Chance, Scripted, Spread, Taped, branches, seed_hash, seed_key
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


# ---------------------------------------------------------------------- dice by the handful


def test_hits_are_the_dice_at_or_below_a_number_as_they_would_come_one_by_one() -> None:
    for count, upto in ((1, 3), (5, 2), (12, 4), (7, 6), (7, 0)):
        faces = rolls(Chance.from_seed("hits"), count)
        assert Chance.from_seed("hits").hits("volley", count, upto) == sum(face <= upto for face in faces)
        assert Chance.from_seed("hits").handful("volley", count) == sorted(faces)


def test_dice_with_other_numbers_of_faces() -> None:
    chance = Chance.from_seed("d8")
    seen = Counter(face for _ in range(400) for face in chance.handful("dice", 5, 8))
    assert set(seen) == set(range(1, 9)) and all(170 < count < 330 for count in seen.values())
    assert 800 < sum(chance.hits("dice", 5, 4, 8) for _ in range(400)) < 1_200


def test_handfuls_are_scripted_by_the_faces() -> None:
    chance = scripted(6, 2, 3, 4, 1, 4)
    assert chance.hits("volley", 3, 2) == 1  # of 6, 2 and 3 only the 2
    assert chance.handful("search", 3) == [1, 4, 4]
    assert scripted(8, 1).hits("volley", 2, 4, 8) == 1


@pytest.mark.parametrize("value", [0, 7, "1", True])
def test_a_handful_takes_faces_only(value: Scripted) -> None:
    with pytest.raises(ChanceMismatch, match="'volley' takes a number from 1 to 6"):
        scripted(1, value).hits("volley", 2, 3)
    with pytest.raises(ChanceExhausted, match="'search'"):
        scripted(1, 2).handful("search", 3)


def test_a_handful_raises_the_barrier_and_an_empty_one_is_no_roll() -> None:
    chance = Chance.from_seed("barrier")
    assert (chance.hits("none", 0, 3), chance.handful("none", 0)) == (0, [])
    assert (chance.barrier, chance.at) == (0, 0)
    chance.hits("some", 4, 3)
    assert chance.barrier == 1
    chance.handful("some", 4)
    assert chance.barrier == 2


def test_a_tape_has_every_face_of_a_handful() -> None:
    taped = Taped(Chance.from_seed("taped"))
    given = (taped.hits("volley", 5, 3), taped.handful("search", 4), taped.d6("die"))
    assert len(taped.tape) == 10
    again = scripted(*taped.tape)
    assert (again.hits("volley", 5, 3), again.handful("search", 4), again.d6("die")) == given
    free = Chance.from_seed("taped")
    assert (free.hits("volley", 5, 3), free.handful("search", 4), free.d6("die")) == given


# ---------------------------------------------------------------------- every course of chance


def exact(outcomes: Counter[object]) -> dict[object, Fraction]:
    return {outcome: Fraction(times, outcomes.total()) for outcome, times in outcomes.items()}


def summed(found: list[tuple[Fraction, object]]) -> dict[object, Fraction]:
    total: dict[object, Fraction] = {}
    for weight, outcome in found:
        total[outcome] = total.get(outcome, Fraction(0)) + weight
    return total


def test_hits_branch_once_for_every_count_with_exact_weights() -> None:
    """Against all 6 ** 4 rolls of four dice, counted one by one."""
    found = list(branches(lambda chance: chance.hits("volley", 4, 2), b"k"))
    assert len(found) == 5
    assert {hits: weight for weight, hits in found} == exact(
        Counter(sum(face <= 2 for face in roll) for roll in product(range(1, 7), repeat=4))
    )


def test_handfuls_branch_once_for_every_handful_with_exact_weights() -> None:
    found = list(branches(lambda chance: tuple(chance.handful("search", 3)), b"k"))
    assert len(found) == 56  # three dice: 6 alike, 30 pairs, 20 all different
    assert {handful: weight for weight, handful in found} == exact(
        Counter(tuple(sorted(roll)) for roll in product(range(1, 7), repeat=3))
    )


@pytest.mark.parametrize(("upto", "hits"), [(0, 0), (-1, 0), (6, 3), (9, 3)])
def test_hits_that_are_certain_do_not_branch(upto: int, hits: int) -> None:
    assert list(branches(lambda chance: chance.hits("volley", 3, upto), b"k")) == [(Fraction(1), hits)]


def test_a_round_of_seventeen_dice_has_288_courses() -> None:
    """Seven dice at 3, five at 1 and five at 2: 8 * 6 * 6."""

    def volley(chance: Branching) -> tuple[int, int, int]:
        return chance.hits("a", 7, 3), chance.hits("b", 5, 1), chance.hits("c", 5, 2)

    found = list(branches(volley, b"k"))
    assert len(found) == 288 and sum(weight for weight, _ in found) == 1
    # Seven hits of seven at 3, none of five at 1 and none of five at 2: 1/128 * (5/6)^5 * (4/6)^5.
    assert {hits: weight for weight, hits in found}[7, 0, 0] == Fraction(1, 128) * Fraction(20, 36) ** 5


def test_every_course_of_dice_draws_and_short_shuffles() -> None:
    """What is asked may depend on what came; the weights add up to 1, and agree with counting."""

    def run(chance: Branching) -> object:
        if chance.d6("die") <= 4:
            return chance.below("number", 3)
        pile = [0, 1, 2]
        chance.shuffle("pile", pile, NAMES)
        return chance.pick("draw", pile, NAMES), tuple(pile)

    found = list(branches(run, b"k"))
    assert len(found) == 4 * 3 + 2 * 6 * 3
    told = summed(found)
    assert sum(told.values()) == 1
    assert told[2] == Fraction(4, 6) * Fraction(1, 3)
    assert told[1, (2, 0, 1)] == Fraction(2, 6) * Fraction(1, 6) * Fraction(1, 3)


def test_a_long_shuffle_is_not_followed_and_says_so() -> None:
    chance = Branching(b"k")
    pile = list(range(9))
    chance.shuffle("deck", pile, [str(at) for at in range(9)])
    assert chance.vague and sorted(pile) == list(range(9)) and chance.weight == 1


def test_branching_agrees_with_sampled_rolls() -> None:
    """Ten thousand volleys of five dice at 2: every share within four standard deviations."""
    chance = Chance.from_seed("sampled")
    seen = Counter(chance.hits("volley", 5, 2) for _ in range(10_000))
    for weight, hits in branches(lambda each: each.hits("volley", 5, 2), b"k"):
        likely = float(weight)
        assert abs(seen[hits] - 10_000 * likely) <= 4 * (10_000 * likely * (1 - likely)) ** 0.5


def test_every_use_raises_the_barrier_of_a_course() -> None:
    chance = Branching(b"k")
    chance.d6("a")
    chance.hits("b", 2, 3)
    chance.handful("c", 2)
    chance.below("d", 2)
    chance.pick("e", [0, 1], NAMES)
    chance.shuffle("f", [0, 1], NAMES)
    assert chance.barrier == 6


# ---------------------------------------------------------------------- dice without luck


@pytest.mark.parametrize(
    ("count", "upto", "hits"),
    [(0, 3, {0}), (6, 2, {2}), (12, 1, {2}), (9, 4, {6}), (4, 3, {2}), (5, 3, {2, 3}), (1, 1, {0, 1})],
)
def test_many_spread_dice_hit_as_often_as_expected(count: int, upto: int, hits: set[int]) -> None:
    chance = Spread(seed_key("spread"))
    assert {chance.hits("test", count, upto) for _ in range(100)} == hits
    assert {sum(face <= upto for face in chance.handful("test", count)) for _ in range(100)} == hits


@given(count=st.integers(1, 40), faces=st.integers(2, 12))
def test_a_spread_handful_is_in_order_and_as_even_as_can_be(count: int, faces: int) -> None:
    found = Spread(seed_key("spread")).handful("test", count, faces)
    assert found == sorted(found) and len(found) == count
    shown = Counter(found)
    assert all(abs(shown[face] - count / faces) < 2 for face in range(1, faces + 1))


def test_a_single_die_of_a_spread_is_fair() -> None:
    chance = Spread(seed_key("spread"))
    shown = Counter(chance.handful("test", 1)[0] for _ in range(12_000))
    assert set(shown) == {1, 2, 3, 4, 5, 6} and all(1_800 < count < 2_200 for count in shown.values())


def test_copies_of_a_spread_and_what_comes_from_it_are_spreads() -> None:
    chance = Spread(seed_key("spread"))
    chance.d6("test")
    copy, fresh = chance.copy(), chance.fresh()
    assert [isinstance(each, Spread) for each in (copy, fresh)] == [True, True]
    assert copy.key != fresh.key and copy.handful("test", 6) == [1, 2, 3, 4, 5, 6]
    chance = Spread(seed_key("spread"))
    assert chance.copy().handful("test", 7) == chance.handful("test", 7)


def test_to_roll_a_spread_is_a_barrier_unless_no_die_is_rolled() -> None:
    chance = Spread(seed_key("spread"))
    chance.handful("test", 0)
    assert chance.barrier == 0
    chance.handful("test", 3)
    assert chance.barrier == 1
