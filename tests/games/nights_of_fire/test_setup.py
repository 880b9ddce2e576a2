"""Setup, and adjusting difficulty."""

from __future__ import annotations

import pytest

from sandtable.engine.chance import Scripted
from sandtable.engine.errors import BadOptions
from sandtable.engine.game import Value
from sandtable.engine.sets import NONE, bits
from sandtable.engine.start import Origin, start
from sandtable.games.nights_of_fire import GAME
from sandtable.games.nights_of_fire.pack import RULESETS, STAGING
from tests.citing import rule
from tests.games.nights_of_fire.budapest import PACK, Table, city, new_game

KONEV = ("konev_basic", "konev_advanced")
CONFLICT = ("conflict_basic", "conflict_advanced")
every_ruleset = pytest.mark.parametrize("ruleset", RULESETS)


def in_order(cards: list[int]) -> bool:
    return cards in (sorted(cards), sorted(cards, reverse=True))


# ---------------------------------------------------------------------- rulesets and players


@rule("setup.ruleset")
def test_four_rulesets_can_be_chosen() -> None:
    """Konev or Conflict says who leads the Soviets, Basic or Advanced which icons count."""
    for ruleset in RULESETS:
        state = new_game(ruleset=ruleset).state
        assert state.rules.conflict == ruleset.startswith("conflict")
        assert state.rules.advanced == ruleset.endswith("advanced")
    with pytest.raises(BadOptions):
        new_game(ruleset="days_of_ire")


@rule("setup.advice")
def test_what_is_advised_for_the_first_game_is_the_default() -> None:
    assert new_game().match.options["ruleset"] == "konev_basic"


@rule("setup.players.konev", "setup.seating")
def test_one_or_two_revolutionaries_play_against_konev() -> None:
    """All of them sit on one side of the table."""
    for ruleset in KONEV:
        assert new_game(ruleset=ruleset).match.seats == ("revolutionary",)
        assert new_game(ruleset=ruleset, revolutionaries=2).match.seats == ("first", "second")
    with pytest.raises(BadOptions):
        new_game(revolutionaries=3)


@rule("setup.players.conflict", "setup.seating")
def test_one_or_two_revolutionaries_play_against_a_commander() -> None:
    for ruleset in CONFLICT:
        assert new_game(ruleset=ruleset).match.seats == ("revolutionary", "commander")
        assert new_game(ruleset=ruleset, revolutionaries=2).match.seats == ("first", "second", "commander")
    table = new_game(ruleset="conflict_basic", revolutionaries=2)
    while table.asked != "commander":  # first whoever has too many cards
        table.match.choose(table.choices[0])
    assert table.prompt == "tactics.select"


# ---------------------------------------------------------------------- markers and units


@rule("setup.round", "setup.locals", "setup.fighters")
@every_ruleset
def test_the_game_begins_in_round_one_with_everybody_hidden(ruleset: str) -> None:
    state = new_game(ruleset=ruleset).state
    assert state.round == 1
    assert state.shown == 0


@rule("setup.locals", "setup.fighters", "setup.civilians")
def test_units_are_dealt_at_random() -> None:
    """What comes out first lies in the first district, and so on."""
    script: list[Scripted] = [["insurgent:local_10"], ["insurgent:fighter_20", "insurgent:fighter_19"], ["civ_10"]]
    table = dealt(*script, [], [])
    assert (table.at("local_10"), table.at("fighter_20"), table.at("fighter_19")) == ("1", "1", "2")
    assert PACK.civilian_keys[table.state.lives[PACK.district_keys.index("1")]] == "civ_10"


def dealt(*script: Scripted, **options: Value) -> Table:
    """A game whose set-up draws as the script says; nothing else is drawn before the first ask."""
    return Table(start(GAME, options, Origin("scripted", script)))


# ---------------------------------------------------------------------- civilians and Soviets


@rule("setup.civilians.conflict_face_down")
@pytest.mark.parametrize("ruleset", CONFLICT)
def test_civilians_lie_face_down_before_a_commander(ruleset: str) -> None:
    table = new_game(ruleset=ruleset)
    assert civilian_values(table, 1) == [None] * 10
    assert civilian_values(table, 0) == [0, 0, 0, 1, 1, 1, 1, 2, 2, 2]


@rule("setup.civilians.konev_face_up")
@pytest.mark.parametrize("ruleset", KONEV)
def test_civilians_lie_face_up_before_konev(ruleset: str) -> None:
    table = new_game(ruleset=ruleset)
    for seat in (None, 0):
        assert civilian_values(table, seat) == [0, 0, 0, 1, 1, 1, 1, 2, 2, 2]


def civilian_values(table: Table, seat: int | None) -> list[int | None]:
    pieces = [piece for area in table.scene(seat).areas for piece in area.pieces if piece.kind == "civilian"]
    return sorted((piece.value for piece in pieces), key=lambda value: -1 if value is None else value)


@rule("setup.fighters.pool")
def test_the_pool_is_hidden_from_the_commander() -> None:
    pool = next(area for area in new_game(ruleset="conflict_basic").scene(1).areas if area.id == "area:reinforcements")
    assert [piece.face for piece in pool.pieces] == ["hidden"] * 7
    assert all(piece.id.startswith("block:") for piece in pool.pieces)


@rule("setup.regiments.which", "setup.regiments.active")
@every_ruleset
def test_the_lowest_regiment_of_a_division_leads_and_nothing_has_happened_yet(ruleset: str) -> None:
    table = new_game(ruleset=ruleset)
    forward = {key for key in PACK.regiment_keys if not table.regiment(key).startswith("staging")}
    assert forward == {"reg_4", "reg_104", "reg_315"}  # of 4, 5, 6; of 104, 106, 257; of 315, 319, 327
    state = table.state
    assert state.disabled_regiments == 0
    assert (state.garrison, state.barricade, sum(state.rubble), state.wounded, state.momentum) == (0, 0, 0, 0, 0)


# ---------------------------------------------------------------------- cards


@rule("setup.deck.one")
def test_a_lone_revolutionary_has_all_cards() -> None:
    state = new_game().state
    cards = state.deck[0] + state.hand[0]
    assert sorted(cards) == list(range(45))
    assert not in_order(state.deck[0])


@rule("setup.deck.two", "setup.deck.two.which")
@pytest.mark.parametrize("ruleset", ["konev_basic", "conflict_basic"])
def test_two_revolutionaries_share_the_cards_by_the_player_icon(ruleset: str) -> None:
    state = new_game(ruleset=ruleset, revolutionaries=2).state
    first, second = (state.deck[seat] + state.hand[seat] + state.discard[seat] for seat in (0, 1))
    assert sorted(first) == [card for card in range(45) if has_icon(card)]
    assert sorted(second) == [card for card in range(45) if not has_icon(card)]
    assert (len(first), len(second)) == (22, 23)
    assert not in_order(state.deck[0]) and not in_order(state.deck[1])


def has_icon(card: int) -> bool:
    return bool(PACK.card_player >> card & 1)


@rule("setup.konev_deck", "setup.unused")
@pytest.mark.parametrize("ruleset", KONEV)
def test_konev_has_a_shuffled_deck_and_no_other_cards_are_used(ruleset: str) -> None:
    state = new_game(ruleset=ruleset).state
    deck = state.konev.deck + state.konev.row[::-1]  # the row was dealt from the top
    assert sorted(deck) == list(range(12)) and not in_order(deck)
    assert not state.tactics.combat and not state.tactics.hand and not state.headlines.deck


@rule("setup.tactics", "setup.unused")
@pytest.mark.parametrize("ruleset", CONFLICT)
def test_the_commander_has_all_tactics_cards_and_there_is_no_konev(ruleset: str) -> None:
    table = new_game(ruleset=ruleset)
    while table.prompt != "tactics.select":
        table.match.choose(table.choices[0])
    assert len(table.all("take")) == 12
    assert not table.state.konev.deck and table.state.konev.row == [NONE] * 5


@rule("setup.headlines", "setup.unused")
def test_headlines_are_shuffled_only_in_the_advanced_conflict() -> None:
    headlines = new_game(ruleset="conflict_advanced").state.headlines.deck
    assert sorted(headlines) == list(range(14)) and not in_order(headlines)
    for ruleset in ("konev_basic", "konev_advanced", "conflict_basic"):
        assert new_game(ruleset=ruleset).state.headlines.deck == []


# ---------------------------------------------------------------------- difficulty


@rule("difficulty.readiness")
@pytest.mark.parametrize(("option", "readiness"), [(0, 3), (-1, 2), (1, 4)])
@every_ruleset
def test_readiness_may_start_lower_or_higher(ruleset: str, option: int, readiness: int) -> None:
    assert new_game(ruleset=ruleset, readiness=option).state.readiness == readiness


@rule("difficulty.hand")
@pytest.mark.parametrize("cut", [0, -1, -2])
@pytest.mark.parametrize("revolutionaries", [1, 2])
def test_the_first_draw_may_be_smaller(revolutionaries: int, cut: int) -> None:
    usual = PACK.draw[revolutionaries].high
    state = new_game(revolutionaries=revolutionaries, hand=cut).state
    assert [len(hand) for hand in state.hand] == [usual + cut] * revolutionaries


@rule("difficulty.hand")
def test_only_the_first_draw_is_smaller() -> None:
    table = city().option(hand=-2).clear().insurgents("8", "fighter_01").round(2).phase("draw").freely().start()
    assert len(table.hand()) == min(PACK.draw[1].high, PACK.draw[1].limit)


@rule("difficulty.tactics")
@pytest.mark.parametrize("ruleset", CONFLICT)
def test_a_tactics_card_may_be_unavailable_from_the_start(ruleset: str) -> None:
    table = new_game(ruleset=ruleset, tactics_adjustment=True)
    while table.prompt != "tactics.select":
        table.match.choose(table.choices[0])
    (unavailable,) = bits(table.state.tactics.unavailable)
    assert table.facts["left"] == 5
    assert table.refused("take", PACK.tactics_ids[unavailable]) == "tactics.conflict.unavailable_count"
    assert new_game(ruleset=ruleset).state.tactics.unavailable == 0


@rule("difficulty.tactics", "difficulty.tactics.konev")
def test_konev_cards_may_be_taken_out_before_the_start() -> None:
    table = new_game(tactics_adjustment=True)
    assert table.prompt == "konev.set_aside" and table.facts == {"left": 2}
    table.choose("set_aside", "konev:konev_07").choose("set_aside", "konev:konev_08")
    assert {"konev_07", "konev_08"}.isdisjoint(str(key) for key in table.row())
    assert [PACK.konev_keys[card] for card in table.state.konev.discard] == ["konev_07", "konev_08"]
    assert new_game().prompt != "konev.set_aside"


@rule("difficulty.morale")
@pytest.mark.parametrize(("option", "morale"), [(0, 25), (-2, 23), (2, 27)])
def test_morale_may_start_lower_or_higher(option: int, morale: int) -> None:
    assert new_game(morale=option).state.morale == morale


@rule("difficulty.reinforcements")
def test_fighters_may_be_drawn_blindly() -> None:
    table = city().clear().insurgents("8", "fighter_01").pool("fighter_02", "fighter_03", "fighter_04")
    table.hand("rev_33").in_row("konev_01").round(2).phase("reinforce")
    chosen = table.start().choose("reinforce", "card:rev_33")
    assert {choice[1] for choice in chosen.all("place")} == {f"insurgent:fighter_0{n}" for n in (2, 3, 4)}
    table.option(random_reinforcements=True).roll(["insurgent:fighter_03", "insurgent:fighter_02"])
    drawn = table.start().choose("reinforce", "card:rev_33").choose("bring", 2)
    assert {choice[1] for choice in drawn.all("place")} == {f"insurgent:fighter_0{n}" for n in (2, 3)}


@rule("difficulty.prestige")
@pytest.mark.parametrize("change", [0, -2, -1, 1, 2])
@every_ruleset
def test_prestige_may_start_lower_or_higher(ruleset: str, change: int) -> None:
    usual = new_game(ruleset=ruleset).state.prestige
    assert new_game(ruleset=ruleset, prestige=change).state.prestige == usual + change


@rule("difficulty.combine")
def test_all_options_go_together() -> None:
    chosen: dict[str, Value] = {"ruleset": "conflict_advanced", "revolutionaries": 2, "readiness": 1, "hand": -2}
    chosen |= {"morale": -2, "tactics_adjustment": True, "random_reinforcements": True, "prestige": 2}
    table = new_game(**chosen)
    state = table.state
    assert (state.readiness, state.morale, state.prestige) == (4, 23, 25)
    assert state.tactics.unavailable and state.rules.random_fighters
    assert [len(hand) for hand in state.hand] == [PACK.draw[2].high - 2] * 2
    assert all(len(bits(state.regiments[STAGING + sector])) == 2 for sector in range(3))
