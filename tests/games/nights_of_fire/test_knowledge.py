"""Hidden insurgents, what the commander may believe of them, and what is drawn anew for a seat that cannot know it."""

from __future__ import annotations

import random

import pytest

from sandtable.engine.chance import Chance
from sandtable.engine.errors import NoUndo
from sandtable.engine.sets import NONE, bits
from sandtable.engine.start import Origin, start
from sandtable.engine.types import Json
from sandtable.games.nights_of_fire import GAME
from sandtable.games.nights_of_fire.pack import DISTRICTS, LOCALS, RULESETS
from sandtable.games.nights_of_fire.state import State
from tests.citing import rule
from tests.games.nights_of_fire.budapest import PACK, City, Table, city, new_game

LOCAL_KEYS = set(PACK.insurgent_keys[:LOCALS])
FIGHTER_KEYS = set(PACK.insurgent_keys[LOCALS:])
REVOLUTIONARY = 0
COMMANDER = 1


def worlds(table: Table, seat: int, count: int = 30) -> list[State]:
    """What the seat may take the game for, drawn so many times."""
    return [table.match.determinized(seat, Chance.from_seed(str(n))).state for n in range(count)]


def stickers(g: State) -> list[str]:
    return [PACK.insurgent_keys[insurgent] for insurgent in g.insurgent_of]


def conflict() -> City:
    """Every insurgent on the map, all fighters in District 8; a spare card so that nobody must pass."""
    return city("conflict_basic").clear().everybody("8").hand("rev_34", "rev_44")


# ---------------------------------------------------------------------- what a block may be


@rule("unit.hidden.backs_alike", "setup.locals", "setup.fighters.pool")
def test_at_first_only_the_place_tells_what_a_block_may_be() -> None:
    """Locals start in objective districts: elsewhere and in the pool there are only fighters."""
    table = new_game(ruleset="conflict_basic")
    for insurgent in PACK.insurgent_keys:
        place = table.at(insurgent)
        objective = place in [PACK.district_keys[d] for d in PACK.objective_list]
        assert table.suspects(insurgent) == (LOCAL_KEYS | FIGHTER_KEYS if objective else FIGHTER_KEYS)


@rule("unit.hidden", "sov.recon")
def test_a_revealed_insurgent_is_known_and_nobody_else_is_taken_for_it() -> None:
    table = conflict().regiments("8", "reg_104").soviet("E2", "M1").start()
    table.choose("play", "tactics:E2").choose("recon", table.block("fighter_01"))
    assert table.suspects("fighter_01") == {"fighter_01"}
    assert all("fighter_01" not in table.suspects(other) for other in PACK.insurgent_keys if other != "fighter_01")


@rule("unit.hidden.track_moves", "rev.move.fighters_only")
def test_a_block_that_moves_is_a_fighter_and_keeps_its_number() -> None:
    table = conflict().turn().start()
    before = table.block("fighter_07")
    assert table.suspects("fighter_07") & LOCAL_KEYS
    table.choose("move", 3).choose("pay", "card:rev_34").choose("go", "insurgent:fighter_07", "district:9")
    assert table.block("fighter_07") == before
    assert table.suspects("fighter_07") == FIGHTER_KEYS
    assert table.last("moved") == (before, "district:8", "district:9")


@rule("info.revolutionaries", "unit.hidden.track_moves")
def test_only_the_revolutionaries_read_who_a_hidden_block_is() -> None:
    table = conflict().turn().start()
    table.choose("move", 3).choose("pay", "card:rev_34").choose("go", "insurgent:fighter_07", "district:9")
    assert table.last("block_who", REVOLUTIONARY) == ("block:17", "insurgent:fighter_07")
    for reader in (COMMANDER, None):
        assert not any("insurgent:fighter_07" in line.args for line in table.match.lines(reader))


# ---------------------------------------------------------------------- hiding and mixing


def three_in_eight(*marks: str) -> City:
    """Three fighters in District 8 with these marks, nobody else, at the moment of hiding."""
    fighters = [f"fighter_0{n}{mark}" for n, mark in enumerate(marks, 1)]
    return city("conflict_basic").clear().insurgents("8", *fighters).phase("hide")


@rule("unit.hide.mix", "cleanup.hide")
def test_hidden_again_an_insurgent_is_mixed_with_the_hidden_ones_of_its_district() -> None:
    table = three_in_eight("!", "", "").roll(["insurgent:fighter_03", "insurgent:fighter_01"]).start()
    assert table.suspects("fighter_01") == {"fighter_01"}
    table.choose("hide_all")
    # The lowest block gets what comes out first.
    assert [table.block(f"fighter_0{n}") for n in (3, 1, 2)] == ["block:11", "block:12", "block:13"]
    assert all("fighter_01" in table.suspects(f"fighter_0{n}") for n in (1, 2, 3))


@rule("unit.hide.mix")
def test_only_districts_where_somebody_hides_are_mixed() -> None:
    """Blocks elsewhere keep their stickers: one shuffle is enough."""
    table = three_in_eight("!", "").insurgents("9", "fighter_03", "fighter_04").roll(["insurgent:fighter_01"]).start()
    table.choose("hide_all")
    assert table.block("fighter_03") == "block:13"
    assert table.script_left() == 0


@rule("unit.hide.mix")
def test_an_insurgent_that_hides_alone_stays_known() -> None:
    table = city("conflict_basic").clear().insurgents("8", "fighter_01!").phase("hide").start()
    table.choose("hide_all")
    assert table.hidden("fighter_01")
    assert table.suspects("fighter_01") == {"fighter_01"}


@rule("unit.hide.mix.wounds", "cleanup.wounds_stay")
def test_wounded_blocks_are_mixed_among_themselves_only() -> None:
    table = three_in_eight("!w", "w", "").roll(["insurgent:fighter_02"]).start().choose("hide_all")
    assert table.block("fighter_02") == "block:11"
    assert table.block("fighter_01") == "block:12"
    assert table.wounded("fighter_01") and table.wounded("fighter_02")
    assert table.block("fighter_03") == "block:13"
    assert "fighter_01" not in table.suspects("fighter_03")


@rule("cleanup.hide")
def test_who_is_not_hidden_stays_revealed() -> None:
    table = three_in_eight("!", "!", "").roll(["insurgent:fighter_01"]).start()
    table.choose("hide", "insurgent:fighter_01").choose("done")
    assert table.hidden("fighter_01")
    assert not table.hidden("fighter_02")


# ---------------------------------------------------------------------- what can be taken back


def revealing(ruleset: str) -> Table:
    """An insurgent has just been revealed by building a Barricade."""
    table = city(ruleset).clear().insurgents("8", "fighter_10").hand("rev_42", "rev_31").turn().start()
    return table.choose("barricade", "insurgent:fighter_10").choose("pay", "card:rev_31")


@rule("unit.hidden", "rev.barricade.reveal")
def test_what_the_commander_has_seen_cannot_be_taken_back() -> None:
    table = revealing("conflict_basic")
    assert not table.hidden("fighter_10")
    with pytest.raises(NoUndo):
        table.match.undo()


@rule("rev.barricade.reveal")
def test_konev_has_no_eyes() -> None:
    table = revealing("konev_basic")
    table.match.undo()
    assert table.hidden("fighter_10")


# ---------------------------------------------------------------------- drawn anew for the commander


@rule("unit.hidden.backs_alike", "unit.hidden.track_moves")
def test_the_commander_draws_stickers_within_what_may_be() -> None:
    table = conflict().regiments("8", "reg_104").soviet("E2", "M1").start()
    table.choose("play", "tactics:E2").choose("recon", table.block("fighter_01"))
    seen = worlds(table, COMMANDER)
    assert len({tuple(g.insurgent_of) for g in seen}) > 20
    for g in seen:
        assert all(g.suspects[block] >> insurgent & 1 for block, insurgent in enumerate(g.insurgent_of))
        assert g.place == table.state.place
        assert stickers(g)[10] == "fighter_01"


@rule("setup.locals", "rev.move.fighters_only")
def test_every_objective_district_keeps_one_local_and_any_one() -> None:
    table = new_game(ruleset="conflict_basic")
    homes: set[str] = set()
    for g in worlds(table, COMMANDER):
        for district in range(DISTRICTS):
            here = [g.insurgent_of[block] for block in bits(g.at[district]) if g.insurgent_of[block] < LOCALS]
            assert len(here) == PACK.objectives >> district & 1
        homes.add(PACK.district_keys[g.place[g.block_of[0]]])
    assert len(homes) > 5


@rule("unit.hide.mix")
def test_a_local_that_was_seen_stays_in_its_district() -> None:
    """Local 1 was seen in District 1 and has been mixed with fighters: it is still in District 1."""
    place = city("conflict_basic").clear().insurgents("1", "local_01!", "fighter_01", "fighter_02")
    table = place.insurgents("2", "local_02", "fighter_03").phase("hide").roll(["insurgent:local_01"]).start()
    table.choose("hide_all")
    blocks: set[int] = set()
    for g in worlds(table, COMMANDER):
        block = g.block_of[0]
        assert PACK.district_keys[g.place[block]] == "1"
        blocks.add(block)
    assert len(blocks) == 3


@rule("info.killed_civilian_secret", "setup.civilians.conflict_face_down")
def test_the_commander_does_not_know_which_civilian_lives_where() -> None:
    table = conflict().civilian("8", "civ_10").civilian("9", "civ_01", at="killed_arrested").turn().start()
    eight, nine = (PACK.district_keys.index(key) for key in ("8", "9"))
    assert len({g.lives[eight] for g in worlds(table, COMMANDER)}) > 3
    assert len({g.lives[nine] for g in worlds(table, COMMANDER)}) > 3
    for g in worlds(table, REVOLUTIONARY):
        assert g.lives == table.state.lives


@rule("info.decks_secret", "info.hand_sizes")
def test_the_commander_knows_hands_by_their_size() -> None:
    table = conflict().hand("rev_01", "rev_02").discard("rev_45").turn().start()
    hands = {tuple(g.hand[0]) for g in worlds(table, COMMANDER)}
    assert len(hands) > 20
    assert all(len(hand) == 2 and PACK.card_keys.index("rev_45") not in hand for hand in hands)
    for g in worlds(table, REVOLUTIONARY):
        assert g.hand == table.state.hand
        assert sorted(g.deck[0]) == sorted(table.state.deck[0])


@rule("rev.strategize", "rev.strategize.receiver")
def test_a_card_handed_over_may_be_any_but_is_in_the_partners_hand() -> None:
    """The first deck has the player icon. One card of it was handed to the second player and is not seen yet."""
    place = city("conflict_basic", 2).clear().everybody("8").hand("rev_02", "rev_04", "rev_35").hand("rev_29", seat=1)
    table = place.turn().start()
    table.choose("move", 3).choose("pay", "card:rev_35").choose("go", "insurgent:fighter_01", "district:9")
    table.choose("done").choose("strategize", "card:rev_02")
    strangers: set[str] = set()
    for g in worlds(table, 2):
        first = [card for card in g.hand[1] if PACK.card_player >> card & 1]
        assert len(first) == 1 and len(g.hand[1]) == 2
        assert all(PACK.card_player >> card & 1 for card in g.hand[0] + g.deck[0])
        strangers.add(PACK.card_keys[first[0]])
    assert len(strangers) > 5


@rule("rev.strategize.receiver", "rev.cards.discard")
def test_a_handed_card_that_is_played_belongs_to_whoever_played_it() -> None:
    place = city("conflict_basic", 2).clear().everybody("8").hand("rev_02", "rev_04", "rev_35").hand("rev_29", seat=1)
    table = place.turn(soviets_passed=True).start()
    table.choose("move", 3).choose("pay", "card:rev_35").choose("go", "insurgent:fighter_01", "district:9")
    table.choose("done").choose("strategize", "card:rev_02").choose("end_turn")
    assert table.state.given == [1, 0]
    table.choose("move", 1).choose("pay", "card:rev_02")
    assert table.state.given == [0, 0]
    assert table.state.circle[PACK.card_keys.index("rev_02")] == 1


@rule("info.no_silence")
def test_an_order_that_is_being_paid_stays_possible() -> None:
    """The commander sees no more than that somebody pays; what is drawn anew must still be able to pay and to act."""
    table = city("conflict_basic").clear().everybody("8").hand("rev_31", "rev_42", "rev_01").turn().start()
    table.choose("barricade", "insurgent:fighter_10")
    assert table.prompt == "pay"
    for n in range(10):
        twin = Table(table.match.determinized(COMMANDER, Chance.from_seed(str(n))))
        assert twin.choices == table.choices
        twin.choose("pay", "card:rev_31")
        assert not twin.hidden("fighter_10")


# ---------------------------------------------------------------------- drawn anew for the Revolutionaries


@rule("info.tactics_hand_secret", "tactics.conflict.combat_knowledge")
def test_revolutionaries_do_not_know_the_commanders_selection() -> None:
    table = conflict().tactics("M1", "S1", "R1", unavailable=["E1"], discard=["E2"]).turn().start()
    hands = {g.tactics.hand for g in worlds(table, REVOLUTIONARY)}
    assert len(hands) > 10
    for g in worlds(table, REVOLUTIONARY):
        assert g.tactics.hand.bit_count() == 3
        assert not set(table.tactics(g.tactics.hand)) & {"E1", "E2"}
        assert sorted([*bits(g.tactics.hand), *g.tactics.combat]) == sorted(
            [*bits(table.state.tactics.hand), *table.state.tactics.combat]
        )
    for g in worlds(table, COMMANDER):
        assert g.tactics.hand == table.state.tactics.hand
        assert sorted(g.tactics.combat) == sorted(table.state.tactics.combat)


@rule("sov.combat.flip", "sov.combat.reshuffle")
def test_a_card_that_was_flipped_this_round_is_not_in_the_commanders_hand() -> None:
    table = (
        conflict().tactics("M1", "S1", combat_discard=["E1"]).set(tactics={"combat_seen": ["E1", "E2"]}).turn().start()
    )
    for g in worlds(table, REVOLUTIONARY):
        assert not set(table.tactics(g.tactics.hand)) & {"E1", "E2"}


@rule("ops.pass.soviet_keep", "ops.pass.soviet_discard")
def test_the_kept_card_is_any_that_was_not_seen() -> None:
    """M1 is discarded on passing, M2 was flipped: neither is the kept one."""
    place = conflict().tactics("M1", "S1", combat_discard=["M2"]).set(tactics={"combat_seen": ["M2"]})
    table = place.soviet().start().choose("pass").choose("keep", "tactics:S1")
    kept = {g.tactics.kept for g in worlds(table, REVOLUTIONARY)}
    assert len(kept) > 5 and NONE not in kept
    assert not {PACK.tactics_keys[card] for card in kept} & {"M1", "M2"}
    assert {g.tactics.kept for g in worlds(table, COMMANDER)} == {PACK.tactics_keys.index("S1")}


@rule("tactics.conflict.kept_joins")
def test_a_kept_card_that_was_not_played_is_still_in_the_hand() -> None:
    kept: dict[str, Json] = {"kept_maybe": ["R1", "R2"]}
    table = conflict().tactics("M1", "R1").set(tactics=kept).turn().start()
    for g in worlds(table, REVOLUTIONARY):
        assert set(table.tactics(g.tactics.hand)) & {"R1", "R2"}
    # Once one of them was played it may have been the kept one: nothing is known any more.
    table = conflict().tactics("M1", "M2", discard=["R1"]).set(tactics={**kept, "hand_seen": ["R1"]}).turn().start()
    assert any("R2" not in table.tactics(g.tactics.hand) for g in worlds(table, REVOLUTIONARY))


@rule("tactics.konev.face_down_secret", "tactics.konev.later_deal_three")
def test_face_down_konev_cards_are_unknown_but_early_ones_were_in_the_deck() -> None:
    """The second card of the row was dealt from a deck of konev_01 to konev_05, of which 1 and 3 lie open."""
    row = ("konev_01", "konev_02", "konev_03", "konev_06", "konev_07")
    early: Json = {"early": ["konev_01", "konev_02", "konev_03", "konev_04", "konev_05"]}
    place = city("konev_basic").hand("rev_01").in_row(*row).set(konev=early).round(2)
    table = place.turn().start()
    second, fourth = set(), set()
    for g in worlds(table, REVOLUTIONARY, 60):
        cards = [PACK.konev_keys[card] for card in g.konev.row]
        assert [cards[slot] for slot in (0, 2, 4)] == ["konev_01", "konev_03", "konev_07"]
        second.add(cards[1])
        fourth.add(cards[3])
    assert second == {"konev_02", "konev_04", "konev_05"}
    assert fourth > {"konev_06", "konev_08", "konev_12"}


# ---------------------------------------------------------------------- laws


@pytest.mark.parametrize("revolutionaries", [1, 2])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_drawing_anew_never_fails_and_the_game_goes_on(ruleset: str, revolutionaries: int) -> None:
    """In random games every seat may imagine the rest at any moment, and the imagined game can be played."""
    rng = random.Random(ruleset)
    match = start(GAME, {"ruleset": ruleset, "revolutionaries": revolutionaries}, Origin(f"seed {revolutionaries}"))
    for step in range(400):
        if match.ask is None:
            break
        if step % 8 == 0:
            for seat in range(len(match.seats)):
                twin = match.determinized(seat, Chance.from_seed(f"{step} {seat}"))
                assert not GAME.invariants(twin.state)
                assert GAME.scene(twin.state, seat) == GAME.scene(match.state, seat)
                for _ in range(20):
                    if twin.ask is not None:
                        twin.choose(rng.choice(twin.choices))
        match.choose(rng.choice(match.choices))
