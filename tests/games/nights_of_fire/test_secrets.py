"""Secrets: nothing that is sent to a seat ever names what that seat may not know.

Whole random games with a commander are played. Before every choice and after it everything that a seat is sent (its
scene, its ask with its facts, and the lines of the log that it may read) is searched for ids. Refusals name all things
of a kind, whoever they are; there the rules must be the same for all that the commander has not seen.
"""

from __future__ import annotations

import random
import re

import msgspec
import pytest

from sandtable.engine.match import Match
from sandtable.engine.sets import NONE, bits
from sandtable.engine.start import Origin, start
from sandtable.engine.state import LogLine
from sandtable.games.nights_of_fire import GAME
from sandtable.games.nights_of_fire.pack import KILLED
from sandtable.games.nights_of_fire.state import State
from tests.citing import rule
from tests.games.nights_of_fire.budapest import PACK, city

CONFLICTS = [mode for mode in GAME.modes if mode.startswith("conflict")]
SEEDS = range(3)
TEXT = re.compile(r'"([^"]*)"')
OPENED_CARDS = {"discarded", "reinforcement_card"}
"""Lines that name a Revolutionary card which is put on the table at that moment."""
OPENED_TACTICS = {"flipped", "played_tactics", "discarded_tactics", "headline_resolved", "unavailable"}
"""Lines that name a Tactics card which is turned up at that moment."""


def ids_in(value: object) -> list[str]:
    """Every text in something that is sent, as it is sent: in JSON. Ids need no escapes there."""
    return TEXT.findall(msgspec.json.encode(value).decode())


def sent(match: Match[State], seat: int | None) -> set[str]:
    """The ids in a seat's scene and, if it may answer, in its ask."""
    found = set(ids_in(GAME.scene(match.state, seat)))
    if seat is not None and match.ask is not None and match.ask.open_to(seat):
        found |= {*ids_in(match.choices), *ids_in(match.facts())}
    return found


def refused(match: Match[State], names: set[str]) -> dict[str, set[str]]:
    """By verb, the rules by which the asked seat is refused whatever it might do with some things."""
    rules: dict[str, set[str]] = {}
    for choice, cited in match.explained().refusals:
        if names & set(ids_in(choice)):
            rules.setdefault(str(choice[0]), set()).add(cited)
    return rules


class Watch:
    """What was open, or known to one side, before a choice and after it."""

    def __init__(self, state: State) -> None:
        self.shown = {PACK.insurgent_ids[state.insurgent_of[block]] for block in bits(state.shown)}
        self.discards = {PACK.card_ids[card] for pile in state.discard for card in pile}
        piles = state.tactics.discard | state.tactics.combat_discard | state.tactics.unavailable
        self.open_tactics = {PACK.tactics_ids[card] for card in bits(piles)}


def insurgent_ids(ids: set[str]) -> set[str]:
    return {name for name in ids if name.startswith("insurgent:")}


def card_ids(ids: set[str]) -> set[str]:
    return {name for name in ids if name.startswith("card:")}


def tactics_ids(ids: set[str]) -> set[str]:
    return {name for name in ids if name.startswith("tactics:")}


def check_scene(match: Match[State], seat: int | None) -> None:
    now, ids = Watch(match.state), sent(match, seat)
    commander = seat == match.state.rules.commander
    if commander or seat is None:
        assert insurgent_ids(ids) <= now.shown
        assert card_ids(ids) <= now.discards
        assert not any(name.startswith("civ_") for name in ids)
        if match.outcome is None:
            values = [
                p.value for area in GAME.scene(match.state, seat).areas for p in area.pieces if p.kind == "civilian"
            ]
            assert set(values) <= {None}
    if commander and match.ask is not None and match.ask.seat == seat:
        unseen = set(PACK.insurgent_ids) - now.shown
        assert all(len(rules) == 1 for rules in refused(match, unseen).values()), "refusals tell the unseen apart"
    if not commander:
        assert tactics_ids(ids) <= now.open_tactics


def check_lines(lines: list[LogLine], seat: int | None, before: Watch, after: Watch, commander: int) -> None:
    for line in lines:
        ids = set(ids_in(list(line.args)))
        if seat in (None, commander):
            assert insurgent_ids(ids) <= before.shown | after.shown, line.key
            assert not card_ids(ids) or line.key in OPENED_CARDS, line.key
        if seat != commander:
            assert not tactics_ids(ids) or line.key in OPENED_TACTICS, line.key


@pytest.mark.slow
@rule("info.tactics_hand_secret", "info.decks_secret", "info.killed_civilian_secret", "unit.hidden.backs_alike")
@rule("unit.hidden", "tactics.conflict.combat_secret", "tactics.conflict.combat_knowledge", "info.team_open")
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("mode", CONFLICTS)
def test_nobody_is_ever_sent_a_secret(mode: str, seed: int) -> None:
    match = start(GAME, GAME.modes[mode], Origin(f"secrets {seed}"))
    rng = random.Random(seed)
    seats = (None, *range(len(match.seats)))
    while match.ask is not None:
        before = Watch(match.state)
        since = len(match.log.lines) if match.log is not None else 0
        match.choose(rng.choice(match.choices))
        after = Watch(match.state)
        for seat in seats:
            check_scene(match, seat)
            check_lines(match.lines(seat, since), seat, before, after, match.state.rules.commander)


@rule("info.no_silence", "counter.decline_secret")
@pytest.mark.parametrize("mode", CONFLICTS)
def test_no_revolutionary_choice_that_hides_something_is_made_in_silence(mode: str) -> None:
    """Whatever the match decides by itself for a Revolutionary, the commander could have worked out."""
    open_decisions = {"ops.first", "draw.discard", "reinforce.number", "cleanup.hide"}
    match = start(GAME, GAME.modes[mode], Origin("silence"))
    rng = random.Random(1)
    while match.ask is not None:
        if match.ask.seat < match.state.rules.revolutionaries and match.ask.prompt not in open_decisions:
            assert match.ask.always, match.ask.prompt
        match.choose(rng.choice(match.choices))
    revolutionaries = match.state.rules.revolutionaries
    own = [decision for decision in match.history if decision.auto and decision.seat < revolutionaries]
    silent = {decision.choice[0] for decision in own}
    assert not silent & {"pay", "lay", "more", "reinforce", "no_reinforcement", "decline", "fight_on", "pass"}


@rule("info.revolutionaries", "info.civilians.revolutionaries", "info.team_open", "rev.flee.look")
def test_both_revolutionaries_see_everything_that_is_theirs() -> None:
    match = start(GAME, {"ruleset": "conflict_advanced", "revolutionaries": 2}, Origin("theirs"))
    first, second = (GAME.scene(match.state, seat) for seat in (0, 1))
    assert first.areas == second.areas and first.hands == second.hands
    ids = set(ids_in(first))
    assert set(PACK.insurgent_ids) <= ids
    assert {PACK.card_ids[card] for hand in match.state.hand for card in hand} <= ids
    values = [piece.value for area in first.areas for piece in area.pieces if piece.kind == "civilian"]
    assert sorted(value for value in values if value is not None) == [0, 0, 0, 1, 1, 1, 1, 2, 2, 2]


@rule("unit.killed.revealed", "info.killed_civilian_secret")
def test_the_killed_are_open_and_the_arrested_are_not() -> None:
    table = city("conflict_basic").clear().killed("fighter_03").civilian("8", "civ_08", "killed_arrested")
    started = table.insurgents("9", "fighter_01").hand("rev_01").turn().start()
    assert started.state.place[started.state.block_of[PACK.insurgent_keys.index("fighter_03")]] == KILLED
    for seat in (None, 1):
        area = next(area for area in started.scene(seat).areas if area.id == "area:killed_arrested")
        assert [(piece.id, piece.value) for piece in area.pieces] == [
            ("insurgent:fighter_03", None),
            ("civilian:8", None),
        ]
    area = next(area for area in started.scene(0).areas if area.id == "area:killed_arrested")
    assert area.pieces[1].value == PACK.civilian_value[PACK.civilian_keys.index("civ_08")]


@rule("ops.pass.soviet_keep", "info.tactics_hand_secret", "info.pass_discard_public")
def test_the_kept_card_is_secret_and_the_discarded_ones_are_not() -> None:
    table = city("conflict_basic").insurgents("8", "fighter_01").hand("rev_01").soviet("M1", "E2").start()
    table.choose("pass").choose("keep", "tactics:M1")
    assert table.state.tactics.kept != NONE
    for seat in (None, 0):
        assert tactics_ids(sent(table.match, seat)) == {"tactics:E2"}
        assert [line.args for line in table.told("kept_tactics", seat)] == [()]
    assert "tactics:M1" in sent(table.match, 1)
