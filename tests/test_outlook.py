"""Odds, for every game and mode: exact where they say so, as the rules roll, and blind to what the seat cannot know."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator

import pytest

from sandtable.engine.chance import Chance, seed_key
from sandtable.engine.lesson.play import Playing, taken_up
from sandtable.engine.outlook import Outlook, Prospect, _Looking, outlook
from sandtable.engine.outlook_text import in_words
from sandtable.engine.start import state_hash
from sandtable.engine.types import Choice
from sandtable.engine.words import LANGUAGES, Words
from sandtable.games import load
from tests.players.test_no_peeking import asked, twin_of
from tests.playing import AnyGame, AnyMatch, begin, book_of, in_every_mode

LOOKS = 5
"""Orders with odds that are looked at in one game."""
BUDGET = 100
"""Runs of the rules: enough to look into several worlds."""


def orders(game: AnyGame, mode: str, seed: int, budget: int = BUDGET) -> Iterator[tuple[AnyMatch, Choice, Outlook]]:
    """Orders of a random game in which chance has a say, of as many kinds as possible."""
    match = begin(game, mode, seed)
    rng = random.Random(seed)
    tried: Counter[tuple[object, ...]] = Counter()
    looks = 0
    for _ in range(250):
        if match.ask is None or looks >= LOOKS:
            return
        for choice in rng.sample(match.choices, min(len(match.choices), 5)):
            kind = (match.ask.prompt, choice[0])
            tried[kind] += 1
            found = outlook(match, choice, match.ask.seat, budget) if tried[kind] <= 3 else None
            if found is not None:
                looks += 1
                yield match, choice, found
        match.choose(rng.choice(match.choices))


def key(prospect: Prospect) -> object:
    """What makes an outcome the one that it is."""
    lines = sorted((line.key, line.args) for line in prospect.lines)
    asked = None if prospect.asked is None else (prospect.asked.seat, prospect.asked.prompt)
    return (repr(lines), asked, None if prospect.ended is None else prospect.ended.reason)


def told(found: Outlook) -> list[tuple[object, list[tuple[float, object, tuple[int, ...]]]]]:
    """All that an outlook says, to be compared."""
    return [
        (case.answers, [(float(each.share), key(each), each.faces) for each in case.prospects]) for case in found.ifs
    ]


@pytest.mark.slow
@in_every_mode
def test_shares_add_up_and_asking_changes_nothing(game: AnyGame, mode: str) -> None:
    for match, choice, found in orders(game, mode, 1):
        for case in found.ifs:
            assert sum(each.share for each in case.prospects) == 1
            shares = [each.share for each in case.prospects]
            assert shares == sorted(shares, reverse=True)
        before, lines, options = state_hash(match), len(match.lines(None)), list(match.choices)
        assert match.ask is not None
        again = outlook(match, choice, match.ask.seat, BUDGET)
        assert again is not None and told(again) == told(found)  # the same question has the same answer
        assert (state_hash(match), len(match.lines(None)), match.choices) == (before, lines, options)


@pytest.mark.slow
@in_every_mode
def test_what_is_really_rolled_is_one_of_the_outcomes_told(game: AnyGame, mode: str) -> None:
    for match, choice, found in orders(game, mode, 2):
        if not found.exact or found.depends or len(found.ifs) > 1:
            continue
        assert match.ask is not None
        looking = _Looking(match, choice, match.ask.seat)
        keys = set(looking.parts({}, BUDGET)[0])
        for dice in range(3):
            run = looking.run(Chance(seed_key(f"real {dice}")), 1000 + dice, {})
            assert run.key in keys


@pytest.mark.slow
@in_every_mode
def test_two_truths_that_a_seat_cannot_tell_apart_have_the_same_odds(game: AnyGame, mode: str) -> None:
    """Between two passes and in the middle of one; a look at another truth would be different in some of them."""
    rng = random.Random(mode)
    compared = 0
    for match in asked(game, mode):
        assert match.ask is not None
        seat = match.ask.seat
        twin = twin_of(match, seat)
        if twin is None:
            continue
        for choice in rng.sample(match.choices, min(3, len(match.choices))):
            one, other = (outlook(each, choice, seat, BUDGET) for each in (match, twin))
            assert (one is None) == (other is None)
            if one is not None and other is not None:
                assert told(one) == told(other)
                compared += 1
    if mode in ("standard", "conflict_advanced_2", "rev3_yuri_noel"):
        assert compared


@pytest.mark.slow
@in_every_mode
def test_odds_are_told_in_both_languages(game: AnyGame, mode: str) -> None:
    for match, choice, found in orders(game, mode, 4):
        assert match.ask is not None
        for lang in LANGUAGES:
            said = in_words(found, choice, match, match.ask.seat, Words(game, lang))
            assert all(outcome.text for case in said.ifs for outcome in case.outcomes)
            assert all(need.text and need.rule in game.ledger.rules for need in said.needs)
            assert all(term.text != term.thing and term.rule in game.ledger.rules for term in said.terms)
            texts = [outcome.text for case in said.ifs for outcome in case.outcomes]
            assert not any("{" in text for text in texts), texts


# ---------------------------------------------------------------------- as the rules roll


def example(slug: str, address: str, steps: int) -> AnyMatch:
    """A match at a step of a worked example, with free dice."""
    game = load(slug)
    return taken_up(game, book_of(game).line(address), steps, "odds")[0]


SAMPLED = [
    ("buda_1686", "ex.assault.vizivaros", 1, ("assault", "zone:vizivaros"), 2),
    ("buda_1686", "cx.mining.fail", 1, ("spring", "zone:esztergomi_rondella"), 1),
    ("nights_of_fire", "ex.attack.table/3/1", 0, ("attack", "insurgent:fighter_06", "regiment:reg_104"), 1),
]


def deviation(match: AnyMatch, choice: Choice, plays: int) -> tuple[float, int]:
    """How far sampled plays are from the odds told (the sum of chi-squares of four seeds), and its expected value."""
    assert match.ask is not None
    looking = _Looking(match, choice, match.ask.seat)
    parts, exact = looking.parts({}, 400)
    assert exact
    total = 0.0
    for seed in range(4):
        counted: Counter[object] = Counter()
        for number in range(plays // 4):
            counted[looking.run(Chance(seed_key(f"{plays}/{seed}/{number}")), number, {}).key] += 1
        assert set(counted) <= set(parts)
        expected = {key: float(part.share) * (plays // 4) for key, part in parts.items()}
        total += sum((counted[key] - wanted) ** 2 / wanted for key, wanted in expected.items())
    return total, 4 * (len(parts) - 1)


def agrees(found: tuple[float, int]) -> bool:
    """Within about four standard deviations of a chi-square distribution: one unlucky seed is no fault."""
    total, freedom = found
    return total < freedom + 4 * math.sqrt(2 * freedom) + 4


@pytest.mark.parametrize(("slug", "address", "steps", "choice", "ifs"), SAMPLED)
def test_odds_agree_with_sampled_plays(slug: str, address: str, steps: int, choice: Choice, ifs: int) -> None:
    match = example(slug, address, steps)
    assert match.ask is not None
    found = outlook(match, choice, match.ask.seat)
    assert found is not None and len(found.ifs) == ifs
    assert agrees(deviation(match, choice, 1200))


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "address", "steps", "choice", "ifs"), SAMPLED)
def test_odds_agree_with_ten_thousand_plays(slug: str, address: str, steps: int, choice: Choice, ifs: int) -> None:
    match = example(slug, address, steps)
    assert agrees(deviation(match, choice, 10_000))


# ---------------------------------------------------------------------- worked out by hand


def odds(match: AnyMatch, choice: Choice) -> Outlook:
    assert match.ask is not None
    found = outlook(match, choice, match.ask.seat)
    assert found is not None
    return found


def test_an_assault_splits_into_what_abdurrahman_does() -> None:
    """16 against 10: the modifier is +6. 2 to 6 make 8 to 12, twice the morale of 4; a 1 makes 7, one loss."""
    found = odds(example("buda_1686", "ex.assault.vizivaros", 1), ("assault", "zone:vizivaros"))
    assert found.exact and [case.answers for case in found.ifs] == [((1, ("stay",)),), ((1, ("rush",)),)]
    two, one = found.ifs[0].prospects
    assert two.share * 6 == 5 and two.faces == (2, 3, 4, 5, 6)
    assert one.share * 6 == 1 and one.faces == (1,)
    assert two.asked is not None and (two.asked.prompt, two.asked.facts["losses"]) == ("take_loss", 2)
    assert one.asked is not None and one.asked.facts["losses"] == 1
    assert sorted(term.amount for term in found.terms) == [-4, -3, -3, 4, 4, 4, 4]
    assert [(need.kind, need.number) for need in found.needs] == [("at_least", 4), ("at_least", 8)]


def test_what_a_roll_needs_is_told_with_the_modifier_taken_off() -> None:
    match = example("buda_1686", "ex.assault.vizivaros", 1)
    choice = ("assault", "zone:vizivaros")
    assert match.ask is not None
    for lang, always, two in (("en", "any roll", "2 or more"), ("hu", "bármilyen dobás", "legalább 2")):
        said = in_words(odds(match, choice), choice, match, match.ask.seat, Words(match.game, lang))
        assert [(need.die, need.text) for need in said.needs] == [(-2, always), (2, two)]


def test_a_mine_needs_at_most_the_mining_level() -> None:
    """Mining level 4: four faces of six make a breach; else it falls to 1, and imperial morale by one."""
    found = odds(example("buda_1686", "cx.mining.fail", 1), ("spring", "zone:esztergomi_rondella"))
    (case,) = found.ifs
    assert [each.faces for each in case.prospects] == [(1, 2, 3, 4), (5, 6)]
    assert [(line.key, line.args[1]) for line in case.prospects[1].lines][1:] == [("level", 1), ("level", 3)]


def test_an_open_attack_is_exact_though_hands_are_hidden() -> None:
    """Readiness 3: 1 to 3 wound (no margin for a kill at 3 − 1 = 2 unless the game says so), 4 to 6 miss."""
    match = example("nights_of_fire", "ex.attack.table/3/1", 0)
    found = odds(match, ("attack", "insurgent:fighter_06", "regiment:reg_104"))
    (case,) = found.ifs
    assert found.exact and sum(len(each.faces) for each in case.prospects) == 6
    missed = next(each for each in case.prospects if 6 in each.faces)
    assert missed.faces == (4, 5, 6) and missed.share * 2 == 1


def test_there_are_no_odds_before_the_seat_has_decided_and_none_where_nothing_is_rolled() -> None:
    line = book_of(load("buda_1686")).line("cx.castle.ottoman")
    playing = Playing(load("buda_1686"), line)
    assert playing.match.ask is not None
    fight = next(choice for choice in playing.match.choices if choice[0] == "castle")
    assert outlook(playing.match, fight, playing.match.ask.seat) is None  # who takes part comes first
    match = begin(load("buda_1686"), "standard", 1)
    assert match.ask is not None
    for choice in match.choices:
        if choice[0] in ("move", "end", "entrench", "raise_cas"):
            assert outlook(match, choice, match.ask.seat) is None
