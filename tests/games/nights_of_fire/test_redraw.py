"""Worlds drawn for a seat: nothing hidden stays as it is, and beliefs are kept however tangled they are."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from sandtable.engine.chance import Chance
from sandtable.engine.match import Match
from sandtable.engine.sets import NONE, bits
from sandtable.engine.start import Origin, start
from sandtable.engine.types import Json
from sandtable.games.nights_of_fire import GAME
from sandtable.games.nights_of_fire.flow import units
from sandtable.games.nights_of_fire.pack import EVERY_INSURGENT, INSURGENTS, MEDIC
from sandtable.games.nights_of_fire.phases import MEDIC as MEDIC_STEP
from sandtable.games.nights_of_fire.phases import SELECT
from sandtable.games.nights_of_fire.state import State
from tests.citing import rule
from tests.games.nights_of_fire.budapest import PACK, City, city
from tests.games.nights_of_fire.marshal import ADVANCE, performs

CONFLICTS = [mode for mode in GAME.modes if mode.startswith("conflict")]
COMMANDER = 1


def played(mode: str, seed: int) -> Iterator[Match[State]]:
    """A random game, ask by ask."""
    match = start(GAME, GAME.modes[mode], Origin(f"redraw {seed}"), explain=False)
    rng = random.Random(seed)
    while match.ask is not None:
        yield match
        match.choose(rng.choice(match.choices))


def worlds(match: Match[State], seat: int, count: int) -> list[State]:
    """What the seat may take the game for, drawn so many times."""
    return [match.determinized(seat, Chance.from_seed(str(n))).state for n in range(count)]


def stickers(g: State, *blocks: int) -> tuple[str, ...]:
    """The insurgents of some blocks, which are numbered from 1."""
    return tuple(PACK.insurgent_keys[g.insurgent_of[block - 1]] for block in blocks)


# ---------------------------------------------------------------------- nothing hidden stays


def secrets(g: State, seat: int) -> dict[str, list[int]]:
    """The piles whose order or contents a seat does not know."""
    piles = {f"deck {rev}": deck for rev, deck in enumerate(g.deck)} | {"headlines": g.headlines.deck}
    if seat == g.rules.commander:
        hands = {f"hand {rev}": hand for rev, hand in enumerate(g.hand)}
        hidden = [g.insurgent_of[block] for block in bits(EVERY_INSURGENT & ~g.shown)]
        civilians = [civilian for civilian in g.lives if civilian != NONE]
        combat = [] if g.phase == SELECT else g.tactics.combat  # the collected cards lie open before the commander
        return piles | hands | {"stickers": hidden, "civilians": civilians, "combat": combat}
    if g.rules.conflict:
        return piles | {"tactics": list(bits(g.tactics.hand)), "combat": g.tactics.combat}
    return piles | {"konev": g.konev.deck}


@rule("info.decks_secret", "info.tactics_hand_secret", "info.killed_civilian_secret", "unit.hidden.backs_alike")
@pytest.mark.parametrize("mode", GAME.modes)
def test_everything_hidden_is_drawn_anew(mode: str) -> None:
    """What is left of many things may be known for certain now and then, but hardly ever."""
    looks: Counter[str] = Counter()
    varied: Counter[str] = Counter()
    for match in played(mode, 0):
        asked = match.ask
        if asked is None or match.number % 8:
            continue
        drawn = [secrets(g, asked.seat) for g in worlds(match, asked.seat, 6)]
        for name, truth in secrets(match.state, asked.seat).items():
            if len(truth) > 3:
                looks[name] += 1
                varied[name] += len({tuple(world[name]) for world in drawn} | {tuple(truth)}) > 3
    assert set(looks) >= ({"stickers", "civilians", "hand 0", "tactics"} if "conflict" in mode else {"konev"})
    assert all(varied[name] > 0.8 * looks[name] for name in looks), (looks, varied)


@rule("konev.random", "konev.card.advance.each")
def test_nobody_knows_the_order_of_the_regiments_still_to_come() -> None:
    place = performs(ADVANCE["33g"]).regiments("8", "reg_104", "reg_106", "reg_257").insurgents("8", "fighter_01")
    order = ["regiment:reg_106", "regiment:reg_257", "regiment:reg_104"]
    table = place.insurgents("8", "fighter_02").roll(order).start()
    assert table.prompt == "konev.hit"
    left = [PACK.regiment_keys.index(regiment) for regiment in ("reg_104", "reg_257")]
    assert table.state.card_now().queue == left  # the next one last
    assert {tuple(g.card_now().queue) for g in worlds(table.match, 0, 20)} == {tuple(left), tuple(left[::-1])}


# ---------------------------------------------------------------------- what is kept


@rule("info.no_silence")
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("mode", CONFLICTS)
def test_the_commander_is_never_asked_while_the_other_side_is_in_the_middle_of_an_order(mode: str, seed: int) -> None:
    """So that what is kept of the truth for such an order, hand and stickers, never helps the commander."""
    asks: Counter[bool] = Counter()
    for match in played(mode, seed):
        g = match.state
        busy = (g.payment is not None and g.payment.cost > 0) or g.phase == MEDIC_STEP
        asks[busy] += 1
        if match.ask is not None and match.ask.open_to(g.rules.commander):
            assert not busy
    assert asks[True] > 10 and asks[False] > 10


@rule("unit.icons.basic_ignored")
@pytest.mark.parametrize("mode", CONFLICTS)
def test_icons_and_fighters_follow_the_stickers(mode: str) -> None:
    for match in played(mode, 1):
        if match.number % 16:
            continue
        world = match.determinized(match.state.rules.commander, Chance.from_seed("world")).state
        again = world.copy()
        units.look_at_stickers(again)
        assert (world.block_of, world.bearing, world.fighters) == (again.block_of, again.bearing, again.fighters)
        for icon, bearers in enumerate(PACK.bearers):
            counts = world.rules.advanced or icon < MEDIC
            having = {block for block in range(INSURGENTS) if bearers >> world.insurgent_of[block] & 1 and counts}
            assert set(bits(world.bearing[icon])) == having


# ---------------------------------------------------------------------- beliefs however tangled


def believed(place: City, sighted: list[str], suspects: dict[str, list[str]]) -> list[State]:
    """Many worlds of a commander who takes blocks for these insurgents only."""
    told: dict[str, Json] = {block: list(names) for block, names in suspects.items()}
    table = place.soviet("M1", "E2").set(suspects=told, sighted=list(sighted)).start()
    drawn = worlds(table.match, COMMANDER, 80)
    assert not any(GAME.invariants(g) for g in drawn)
    return drawn


@rule("unit.hide.mix", "unit.hidden.backs_alike")
def test_whoever_fits_in_few_places_gets_one_of_them() -> None:
    """Block 11 is fighter 1 or 2, who may also be block 12 or 13; fighter 3, never seen, cannot be block 11."""
    both, all_three = ["fighter_01", "fighter_02"], ["fighter_01", "fighter_02", "fighter_03"]
    place = city("conflict_basic").clear().insurgents("8", *all_three)
    drawn = believed(place, both, {"11": both, "12": all_three, "13": all_three})
    odds = Counter(stickers(g, 11, 12, 13) for g in drawn)
    assert set(odds) == {
        ("fighter_01", "fighter_02", "fighter_03"),
        ("fighter_01", "fighter_03", "fighter_02"),
        ("fighter_02", "fighter_01", "fighter_03"),
        ("fighter_02", "fighter_03", "fighter_01"),
    }


@rule("setup.locals", "rev.move.fighters_only")
def test_locals_told_apart_without_having_been_seen_stay_apart() -> None:
    """Only a position written by hand says so: in play locals never seen are all alike."""
    place = city("conflict_basic").clear().insurgents("1", "local_01").insurgents("2", "local_02", "fighter_01")
    drawn = believed(place, [], {"1": ["local_01"], "2": ["local_02", "fighter_01"], "11": ["local_02", "fighter_01"]})
    assert {stickers(g, 1) for g in drawn} == {("local_01",)}
    assert {stickers(g, 2, 11) for g in drawn} == {("local_02", "fighter_01"), ("fighter_01", "local_02")}
