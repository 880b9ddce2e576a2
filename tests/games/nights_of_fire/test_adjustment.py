"""Adjustment Phase: Headline, Prestige and Readiness, surrender, Morale, Tactics."""

from __future__ import annotations

import pytest

from sandtable.engine.sets import NONE
from sandtable.games.nights_of_fire.cards import COST_BARRICADE, COST_COUNTERATTACK, COST_FLEE
from sandtable.games.nights_of_fire.phases import OVER
from tests.citing import rule
from tests.games.nights_of_fire.budapest import PACK, City, Table, city

FIGHTERS = [f"fighter_{number:02}" for number in range(1, 21)]
PLENTY = FIGHTERS[:12]
"""So many armed insurgents that nobody is asked about a surrender."""


def adjusting(ruleset: str = "konev_basic", step: str = "prestige", insurgents: list[str] = PLENTY) -> City:
    """A step of the Adjustment Phase in round 2, with hidden insurgents in 8."""
    return city(ruleset).clear().insurgents("8", *insurgents).round(2).phase(step).freely()


def morale_after(table: City) -> int:
    """Morale, which was 25, after the Morale Adjustment."""
    return table.phase("morale").start().state.morale


QUIET = ("done", "no_reinforcement", "pass", "keep_nothing", "decline", "fight_on")


def quietly(table: Table, prompt: str) -> None:
    """Everybody does as little as possible until a question comes up."""
    while table.prompt != prompt:
        still = [(verb,) for verb in QUIET if table.offers(verb)]
        table.match.choose(still[0] if still else table.choices[0])


# ---------------------------------------------------------------------- order


@rule("adjust.order", "adjust.prestige.order")
def test_the_steps_run_in_their_order() -> None:
    """H4 brings Momentum, which counts in the same phase; then come Readiness, Morale and Tactics."""
    table = adjusting("conflict_advanced", "headline").headline("H4").garrisons("1", "2", "6").tracks(readiness=5)
    table.regiments("staging_buda", "reg_319-", "reg_327-", "reg_315-")
    keys = [line.key for line in table.start().match.lines(None)]
    steps = ["headline_penalty", "momentum", "prestige", "readiness", "morale", "unavailable", "rallied_all", "round"]
    assert [key for key in keys if key in steps] == steps


@rule("adjust.prestige.order")
def test_momentum_is_counted_before_the_tests_and_these_before_a_surrender() -> None:
    table = adjusting(insurgents=["fighter_01"]).tracks(prestige=1, momentum=2).start()
    assert (table.state.phase, table.reason) == (OVER, "adjust.grand.prestige")  # nobody was asked to surrender
    last = adjusting(insurgents=["fighter_01"]).round(10).start()
    assert last.reason == "adjust.grand.time"


# ---------------------------------------------------------------------- Headline


@rule("adjust.headline.penalty", "adjust.headline.immediate")
def test_an_open_headline_costs_its_penalty_once() -> None:
    table = adjusting("conflict_advanced", "headline").headline("H1").start()  # Morale +1
    assert table.state.morale == 26
    assert table.state.headlines.open == NONE and table.state.headlines.lasting == 0
    assert PACK.headline_keys.index("H1") not in table.state.headlines.deck  # it has left the game


@rule("adjust.headline.penalty")
def test_a_resolved_headline_has_no_penalty() -> None:
    assert adjusting("conflict_advanced", "headline").headline(None).start().state.morale == 25


@rule("adjust.headline.permanent", "adjust.headline.permanent_stays")
def test_a_permanent_penalty_stays_to_the_end() -> None:
    """H12 makes Barricades cheaper, in the next round and all others."""
    table = (
        adjusting("conflict_advanced", "headline", [*PLENTY, "fighter_13"]).headline("H12").regiments("8", "reg_104")
    )
    started = table.hand("rev_14", "rev_15").start()
    assert started.state.headlines.lasting == 1 << PACK.headline_keys.index("H12")
    lasting = next(area for area in started.scene(0).areas if area.id == "area:lasting")
    assert [piece.id for piece in lasting.pieces] == ["headline:H12"]
    for number in (3, 4):
        quietly(started, "rev.order")
        assert started.state.round == number
        started.choose("barricade", "insurgent:fighter_10")
        assert started.facts["cost"] == 1  # 1 + 1 Regiment - 1
        started.match.undo()
        quietly(started, "tactics.select")


@rule("adjust.headline.permanent_stays", "headline.blocked_marker")
@pytest.mark.parametrize(("headline", "district"), [("H7", "8"), ("H10", "5B")])
def test_a_permanently_blocked_marker_stays_through_every_clean_up(headline: str, district: str) -> None:
    """Of three Garrisons the one under the marker never counts, in this Adjustment and in the next two."""
    # H1 and H2 are not resolved in the rounds that follow: Morale +1, then Prestige -1. Garrisons cost no Morale.
    started = adjusting("conflict_advanced", "headline").headline(headline).garrisons("8", "5B", "9").start()
    mark = 1 << PACK.district_keys.index(district)
    for number, morale in ((3, 25), (4, 26), (5, 26)):
        quietly(started, "rev.order")
        assert (started.state.round, started.state.blocked, started.state.morale) == (number, mark, morale)
        quietly(started, "tactics.select")


@rule("adjust.headline.permanent_stays")
@pytest.mark.parametrize(("headline", "cost"), [("H6", COST_COUNTERATTACK), ("H9", COST_FLEE), ("H12", COST_BARRICADE)])
def test_a_cost_that_a_headline_lowered_stays_low_through_every_clean_up(headline: str, cost: int) -> None:
    started = adjusting("conflict_advanced", "headline").headline(headline).start()
    for _ in range(2):
        quietly(started, "rev.order")
        assert started.state.headlines.cost_delta[cost] == -1
        quietly(started, "tactics.select")


@rule("headline.blocked_marker", "adjust.morale.active")
@pytest.mark.parametrize(("marked", "loss"), [(False, 1), (True, 0)])
def test_a_garrison_under_a_marker_never_counts(marked: bool, loss: int) -> None:
    table = adjusting("conflict_advanced").garrisons("8", "5B", "9").headline(None)
    assert morale_after(table.blocked("8") if marked else table) == 25 - loss


# ---------------------------------------------------------------------- Prestige and Readiness


@rule("adjust.prestige", "every_nth")
@pytest.mark.parametrize(("momentum", "loss"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (7, 3)])
def test_every_second_momentum_costs_prestige(momentum: int, loss: int) -> None:
    assert adjusting().tracks(prestige=20, momentum=momentum).start().state.prestige == 20 - loss


@rule("adjust.readiness.conflict")
@pytest.mark.parametrize("momentum", [0, 6])
def test_the_commander_loses_one_readiness_a_round(momentum: int) -> None:
    assert adjusting("conflict_basic").tracks(readiness=5, momentum=momentum).start().state.readiness == 4
    assert adjusting("konev_basic").tracks(readiness=5, momentum=momentum).start().state.readiness == 5


@rule("adjust.grand.prestige", "end.grand_revolutionary")
@pytest.mark.parametrize(("prestige", "over"), [(2, False), (1, True), (0, True)])
def test_without_prestige_the_revolution_has_won(prestige: int, over: bool) -> None:
    table = adjusting().tracks(prestige=prestige, momentum=2).start()
    assert (table.state.phase == OVER) == over
    if over:
        assert (table.result, table.reason) == ("grand_revolutionary", "adjust.grand.prestige")


@rule("adjust.grand.time", "adjust.grand.time.any", "end.grand_revolutionary")
@pytest.mark.parametrize(("number", "over"), [(9, False), (10, True)])
def test_who_holds_out_to_the_end_of_round_ten_has_won(number: int, over: bool) -> None:
    unarmed = ["fighter_18"]
    table = adjusting("konev_advanced", insurgents=unarmed).civilian("8", "civ_08").round(number).start()
    assert (table.state.phase == OVER) == over
    if over:
        assert (table.result, table.reason) == ("grand_revolutionary", "adjust.grand.time")


@rule("adjust.round10.no_insurgent", "adjust.grand.time.any")
def test_without_an_insurgent_round_ten_ends_in_a_surrender() -> None:
    """Neither the pool nor civilians hold out."""
    table = adjusting(insurgents=[]).pool(*PLENTY).civilian("8", "civ_08").round(10).start()
    assert table.state.phase == OVER and table.told("surrendered")[0].rule == "adjust.round10.no_insurgent"


# ---------------------------------------------------------------------- surrender


@rule("adjust.surrender.choice")
@pytest.mark.parametrize(("armed", "asked"), [(6, True), (7, False)])
def test_with_six_armed_insurgents_or_fewer_they_may_surrender(armed: int, asked: bool) -> None:
    table = adjusting(insurgents=FIGHTERS[:armed]).start()
    assert (table.prompt == "surrender") == asked
    if asked:
        assert table.verbs() == {"surrender", "fight_on"}


@rule("adjust.surrender.choice", "info.no_silence")
def test_before_a_commander_the_question_does_not_tell_who_is_armed() -> None:
    """Eleven insurgents could be six armed ones and all five Bystanders: the question comes up, and is refused."""
    table = adjusting("conflict_advanced", insurgents=FIGHTERS[:11]).headline(None).start()
    assert table.prompt == "surrender" and table.choices == [("fight_on",)]
    assert table.refused("surrender") == "adjust.surrender.choice"
    unarmed = ["fighter_18", "fighter_19", "fighter_20", *FIGHTERS[:6]]
    assert adjusting("conflict_advanced", insurgents=unarmed).headline(None).start().offers("surrender")


@rule("adjust.surrender.each_round")
def test_the_question_comes_up_in_every_round() -> None:
    table = adjusting("conflict_basic", insurgents=FIGHTERS[:6]).start()
    for number in (2, 3, 4):
        assert (table.prompt, table.state.round) == ("surrender", number)
        quietly(table.choose("fight_on"), "surrender")


@rule("adjust.surrender.auto", "adjust.surrender.auto.both")
@pytest.mark.parametrize(("civilian", "over"), [(False, True), (True, False)])
def test_with_nobody_left_the_surrender_is_automatic(civilian: bool, over: bool) -> None:
    table = adjusting("konev_advanced", insurgents=["fighter_18"])  # unarmed
    started = (table.civilian("8", "civ_08") if civilian else table).start()
    assert (started.state.phase == OVER) == over
    if over:
        assert started.told("surrendered")[0].rule == "adjust.surrender.auto"


@rule("adjust.surrender.end")
def test_a_surrender_goes_straight_to_the_end() -> None:
    table = adjusting(insurgents=FIGHTERS[:6]).killed(*FIGHTERS[10:14]).start().choose("surrender")
    assert table.state.phase == OVER and table.state.morale == 25


@rule("info.team_decisions", "adjust.surrender.choice")
def test_two_revolutionaries_must_both_agree() -> None:
    table = city("konev_basic", 2).clear().insurgents("8", *FIGHTERS[:3]).round(2).phase("prestige").freely()
    started = table.start()
    assert started.asked == "first"
    assert started.match.ask is not None and not started.match.ask.open_to(1)
    started.choose("surrender")
    assert (started.asked, started.prompt) == ("second", "surrender")
    assert started.choose("fight_on").state.phase != OVER
    agreed = table.start().choose("surrender").choose("surrender")
    assert agreed.state.phase == OVER


# ---------------------------------------------------------------------- Morale


@rule("adjust.morale.disabled", "every_nth")
@pytest.mark.parametrize(("count", "gain"), [(2, 0), (3, 1), (5, 1), (6, 2)])
def test_every_third_disabled_garrison_raises_morale(count: int, gain: int) -> None:
    assert morale_after(adjusting().garrisons(*[f"{key}-" for key in objectives()[:count]])) == 25 + gain


@rule("adjust.morale.active", "every_nth")
@pytest.mark.parametrize(("count", "loss"), [(2, 0), (3, 1), (5, 1), (6, 2)])
def test_every_third_active_garrison_lowers_morale(count: int, loss: int) -> None:
    assert morale_after(adjusting().garrisons(*objectives()[:count])) == 25 - loss


def objectives() -> list[str]:
    return [PACK.district_keys[d] for d in PACK.objective_list]


@rule("adjust.morale.killed", "every_nth")
@pytest.mark.parametrize(("count", "loss"), [(1, 0), (2, 1), (5, 2)])
def test_every_pair_of_killed_units_lowers_morale(count: int, loss: int) -> None:
    assert morale_after(adjusting().killed(*FIGHTERS[12 : 12 + count])) == 25 - loss


@rule("adjust.morale.blocked.blocker", "adjust.morale.blocked.not_disabled")
def test_a_revealed_blocker_blocks_the_garrison_of_its_district() -> None:
    table = adjusting("konev_advanced").garrisons("8", "9", "6")
    assert morale_after(table) == 24
    assert morale_after(table.insurgents("8", "fighter_16")) == 24  # hidden
    assert morale_after(table.insurgents("7", "fighter_16!")) == 24  # elsewhere
    assert morale_after(table.insurgents("8", "fighter_16!")) == 25  # neither loss nor gain


@rule("adjust.morale.blocked.not_disabled")
def test_a_blocked_garrison_is_no_disabled_one() -> None:
    table = adjusting("konev_advanced").garrisons("8", "9-", "6-").insurgents("8", "fighter_16!")
    assert morale_after(table) == 25


@rule("adjust.morale.disabled_and_blocked")
def test_a_disabled_garrison_counts_even_where_it_is_blocked() -> None:
    table = adjusting("konev_advanced").garrisons("8-", "9-", "6-").insurgents("8", "fighter_16!")
    assert morale_after(table) == 26


@rule("adjust.morale.end", "adjust.morale.together")
def test_without_morale_the_hungarians_surrender() -> None:
    table = adjusting().tracks(morale=2).killed(*FIGHTERS[12:16]).phase("morale").start()
    assert table.state.phase == OVER and table.told("surrendered")[0].rule == "adjust.morale.end"
    # a rise makes up for it: 2 + 1 - 2 = 1
    saved = adjusting().tracks(morale=2).killed(*FIGHTERS[12:16]).garrisons("1-", "2-", "6-").phase("morale").start()
    assert saved.state.phase != OVER and saved.state.morale == 1


@rule("adjust.morale.together")
def test_morale_is_tested_only_after_all_three_changes() -> None:
    """The killed take it to zero first or last: what counts is the sum."""
    table = adjusting().tracks(morale=1).killed("fighter_13", "fighter_14").garrisons("1-", "2-", "6-")
    assert table.phase("morale").start().state.phase != OVER  # 1 + 1 - 1


# ---------------------------------------------------------------------- Tactics: Conflict


def commander(*down: str) -> City:
    """The Morale Adjustment before a commander, with some Regiments disabled; a card is kept, others lie everywhere."""
    table = adjusting("conflict_basic", "morale").regiments("staging_south", *down)
    table.tactics(discard=["M1", "M2"], unavailable=["E1"], combat_discard=["S1"]).kept("R1")
    table.script = ()
    return table


@rule("adjust.tactics.threshold", "adjust.tactics.conflict.expire")
def test_with_two_disabled_units_no_tactics_card_is_taken() -> None:
    table = commander("reg_104-").garrisons("9-").start()
    assert table.prompt == "tactics.select"
    assert table.state.tactics.unavailable == 0  # E1 is free again all the same
    assert len(table.all("take")) == 11  # all but the kept one


@rule("adjust.tactics.conflict.reveal", "adjust.tactics.threshold", "adjust.tactics.conflict.phase")
def test_three_disabled_units_make_a_card_unavailable_in_the_next_tactics_phase() -> None:
    table = commander("reg_104-", "reg_106-").garrisons("9-").roll("tactics:S3").start()
    assert table.last("unavailable") == ("tactics:S3",)
    assert table.prompt == "tactics.select" and table.facts["left"] == 5
    assert table.refused("take", "tactics:S3") == "tactics.conflict.unavailable_count"


@rule("adjust.tactics.conflict.gather")
@pytest.mark.parametrize("card", ["M1", "E1", "S1", "S3"])
def test_any_card_but_the_kept_one_may_be_turned_up(card: str) -> None:
    """From the discards, the unavailable cards, the Combat discards and the Combat deck."""
    table = commander("reg_104-", "reg_106-", "reg_257-").roll(f"tactics:{card}").start()
    assert table.tactics(table.state.tactics.unavailable) == [card]


@rule("adjust.tactics.conflict.gather")
def test_the_kept_card_stays_apart() -> None:
    with pytest.raises(Exception, match="cannot draw 'tactics:R1'"):
        commander("reg_104-", "reg_106-", "reg_257-").roll("tactics:R1").start()


@rule("adjust.tactics.conflict.reveal", "every_nth")
def test_six_disabled_units_make_two_cards_unavailable() -> None:
    table = commander("reg_104-", "reg_106-", "reg_257-").garrisons("9-", "8-", "7-")
    started = table.roll("tactics:S3", "tactics:M1").start()
    assert started.tactics(started.state.tactics.unavailable) == ["M1", "S3"]


# ---------------------------------------------------------------------- Tactics: Konev


def against_konev(*down: str) -> Table:
    """The Morale Adjustment against Konev, with some Regiments disabled and three cards in the discard pile."""
    table = adjusting("konev_basic", "morale").regiments("staging_south", *down)
    return table.konev_discard("konev_01", "konev_02", "konev_07").start()


@rule("adjust.tactics.konev", "adjust.tactics.threshold")
def test_three_disabled_units_let_the_players_take_two_cards_out() -> None:
    assert against_konev("reg_104-", "reg_106-").prompt != "konev.set_aside"
    table = against_konev("reg_104-", "reg_106-", "reg_257-")
    assert table.prompt == "konev.set_aside" and table.facts == {"left": 2}
    assert table.offers("done")  # they need not
    table.choose("set_aside", "konev:konev_07")
    assert table.facts == {"left": 1}
    table.choose("set_aside", "konev:konev_08")
    assert table.prompt != "konev.set_aside"


@rule("adjust.tactics.konev", "every_nth")
def test_six_disabled_units_let_them_take_four() -> None:
    table = adjusting("konev_basic", "morale").regiments("staging_south", "reg_104-", "reg_106-", "reg_257-")
    assert table.garrisons("9-", "8-", "7-").start().facts == {"left": 4}


@rule("adjust.tactics.konev.from", "adjust.tactics.konev.again")
def test_they_choose_from_deck_and_discard_pile() -> None:
    """A card that sat out this round lies in the discard pile like the others."""
    table = against_konev("reg_104-", "reg_106-", "reg_257-")
    assert {choice[1] for choice in table.all("set_aside")} == set(PACK.konev_ids)


@rule("adjust.tactics.konev.shuffle")
@pytest.mark.parametrize("taken", [0, 1])
def test_the_deck_is_shuffled_after_they_looked_through_it(taken: int) -> None:
    table = adjusting("konev_basic", "morale").regiments("staging_south", "reg_104-", "reg_106-", "reg_257-")
    order = ["konev:konev_12", "konev:konev_11", "konev:konev_10"]
    table.script = (order, [])  # the deck, and later the discards shuffled in
    started = table.konev_deck("konev_01", "konev_02").start()
    for _ in range(taken):
        started.choose("set_aside", "konev:konev_05")
    started.choose("done")
    assert started.row()[:3] == ["konev_12", "konev_11", "konev_10"]


@rule("adjust.tactics.konev.until", "adjust.tactics.konev")
def test_cards_taken_out_miss_the_next_deal_and_then_lie_in_the_discard_pile() -> None:
    table = against_konev("reg_104-", "reg_106-", "reg_257-")
    table.choose("set_aside", "konev:konev_07").choose("set_aside", "konev:konev_08")
    while None in table.row():
        table.match.choose(table.choices[0])
    assert {"konev_07", "konev_08"}.isdisjoint(str(key) for key in table.row())
    assert {"konev_07", "konev_08"} == {PACK.konev_keys[card] for card in table.state.konev.discard}
    assert table.state.konev.out == 0
