"""Components, tracks, set-up and the options of difficulty."""

from __future__ import annotations

import tomllib

import pytest

from sandtable.engine.errors import OptionsClash
from sandtable.engine.game import Value
from sandtable.engine.sets import NONE, bits
from sandtable.engine.start import Origin, start
from sandtable.games.days_of_ire import FOLDER, GAME
from sandtable.games.days_of_ire.state import State
from tests.citing import rule
from tests.games.days_of_ire.street import PACK, Table, street

HERE = "corvin_koz"
MODES = pytest.mark.parametrize("count", [1, 2, 3])
KIT = tomllib.loads((FOLDER / "components.toml").read_text(encoding="utf-8"))


def opening(seed: str = "a", **options: Value) -> State:
    return start(GAME, options, Origin(seed)).state


def first_day(**options: Value) -> Table:
    return Table(start(GAME, options, Origin("a")))


# ---------------------------------------------------------------------- roles


@rule("roles.soviet", "roles.revolution", "roles.player_count", "roles.mode_by_revolutionaries", "roles.seating")
@MODES
def test_one_soviet_side_against_one_to_three_revolutionaries(count: int) -> None:
    options = GAME.settle({"revolutionaries": count})
    seats, sides = GAME.seats(options), GAME.sides(options)
    assert len(seats) == count + 1
    assert seats[-1] == "soviet" and seats.count("soviet") == 1
    assert sides == (*[0] * count, 1)  # the team wins and loses together
    # Both the general and the ÁVH commander are the Soviet player.
    assert street(count).phase("headlines").start().asked == "soviet"
    assert street(count).phase("avh").militia("astoria").start().asked == "soviet"
    assert f"rev{count}" in GAME.modes


# ---------------------------------------------------------------------- components


@rule("comp.headlines", "comp.events", "comp.revolution_cards", "comp.fighters", "comp.revolutionary_tanks")
@rule("comp.avh_cards", "comp.happened_markers", "comp.locations", "comp.barricades", "comp.passive_markers")
def test_how_many_of_everything_there_are() -> None:
    assert [sum(period == deck for period in PACK.period) for deck in range(3)] == [14, 16, 12]
    assert PACK.event_kind.count(0) == 3 and len(PACK.event_kind) - 3 == 30
    assert len(PACK.card_keys) == 38
    assert [key[0] for key in PACK.companion_keys[:25]] == ["f"] * 22 + ["r"] * 3
    assert [PACK.avh_kind.count(kind) for kind in range(4)] == [2, 2, 2, 2]
    assert len(PACK.marker_keys) == 9
    assert len(set(PACK.headline_marker + PACK.event_marker) - {NONE}) == 9  # each is put down by one title
    assert len(PACK.location_keys) == 11
    assert opening().barricades_left == 2
    assert sum(fighter != NONE for fighter in opening().top) == 11  # as many passive markers


@rule("comp.revolutionary_tanks")
def test_every_revolutionary_tank_has_icons_and_an_ability_of_its_own() -> None:
    tanks = range(22, 25)
    assert len({(PACK.companion_icons[tank], PACK.ability_kind[tank]) for tank in tanks}) == 3
    assert all(sum(PACK.companion_icons[tank]) for tank in tanks)


@rule("map.adjacency", "comp.locations")
def test_threads_join_locations_both_ways() -> None:
    near = {key: {PACK.location_keys[n] for n in PACK.near[at]} for at, key in enumerate(PACK.location_keys)}
    assert near["corvin_koz"] == {"blaha_lujza_ter", "magyar_radio", "csepel", "moricz_korter"}
    assert near["astoria"] == {"magyar_radio", "blaha_lujza_ter", "kossuth_ter", "mdp_szekhaz"}
    assert near["sztalin_ter"] == {"blaha_lujza_ter", "kossuth_ter"}
    assert all(key in near[other] for key in near for other in near[key])
    assert sum(map(len, near.values())) == 2 * 16


@rule("comp.reinforcement")
def test_reinforcement_locations() -> None:
    assert {PACK.location_keys[at] for at in bits(PACK.reinforcement)} == {"csepel", "szena_ter", "mdp_szekhaz"}


@rule("comp.resources")
def test_three_kinds_of_icons() -> None:
    assert {name for card in KIT["revolution_card"] for name in card["icons"]} == {"ammo", "molotov", "info"}
    aid = next(card for card in KIT["revolution_card"] if card["name"] == "Aid")
    assert aid["icons_one_of"] == ["ammo", "molotov", "info"]


@rule("comp.chronicle_unused", "zhukov.not_playable", "zhukov.revealed")
@rule("promo.zhukov_militia", "promo.zhukov_pick", "promo.zhukov_four_more", "promo.zhukov_red_space")
@rule("promo.zhukov_no_event_icon")
def test_the_co_op_game_is_not_offered() -> None:
    """Its rules are kept as text only: no mode, no option and no card of the table belongs to it."""
    assert not any("zhukov" in mode for mode in GAME.modes)
    assert not any("zhukov" in option.id for option in GAME.options)
    assert [entry["id"] for entry in KIT["out_of_play"]] == ["zhukov_cards"]
    assert not any("zhukov_cards" in str(pile) for pile in Table(start(GAME, {}, Origin("a"))).scene().piles)
    assert all(rule.modes == ("zhukov",) for key, rule in GAME.ledger.rules.items() if "zhukov" in key)


@rule("comp.crisis_label", "resolve.setup_icons_no_effect")
def test_the_crisis_label_means_nothing() -> None:
    # e01 has the label, e03 has not: both are bought and lie on the board in the same way.
    for event, place in (("e01", "corvin_koz"), ("e03", "moricz_korter")):
        table = street().phase("events", points=4).display(event).start().choose("buy", f"event:{event}")
        assert table.event_at(place) == event and table.state.points == 0


# ---------------------------------------------------------------------- tracks


@rule("track.support", "track.support_cells", "track.direction")
def test_the_support_track() -> None:
    assert PACK.hand_limit == (7, 6, 6, 5, 5, 4, 4)
    assert [cell["zone"] for cell in KIT["support_cell"]] == ["red"] * 3 + ["white"] + ["green"] * 3
    assert opening().support == 3


@rule("track.morale", "track.morale_cells", "track.direction")
def test_the_morale_track() -> None:
    assert PACK.new_cards == (0, 0, 1, 2, 2, 3, 3, 4, 4, 5)
    assert [cell["defeat"] for cell in KIT["morale_cell"]] == [True] + [False] * 9
    assert opening().morale == 5 and PACK.new_cards[5] == 3


@rule("track.support_clamp")
def test_support_stops_at_both_ends() -> None:
    soviet_end = street().phase("headlines").headlines("h32").tracks(support=1).start()
    assert soviet_end.choose("effect", "headline:h32").state.support == 0  # two cells from 1
    other_end = street().phase("headlines").headlines("h03").tracks(support=6).start()
    assert other_end.choose("play", "headline:h03").state.support == 6


@rule("track.morale_clamp")
def test_morale_stops_at_the_top() -> None:
    table = street().phase("headlines").headlines("h02").tracks(morale=9).start()
    assert table.choose("play", "headline:h02").state.morale == 9


@rule("track.morale_clamp", "tank.reward")
def test_two_steps_from_the_last_cell_but_one_are_one() -> None:
    table = street().rev("csepel", "r06-1 r02-1").tanks("csepel").turn().tracks(morale=8).roll(6).start()
    assert table.drive("destroy", "pay card:r02-1 card:r06-1").state.morale == 9


@rule("track.morale_step_icon", "track.morale_double_icon", "track.direction")
def test_morale_icons_move_one_or_two_cells_either_way() -> None:
    down = street().phase("headlines").headlines("h06").tracks(morale=5).start().choose("effect", "headline:h06")
    assert down.state.morale == 4
    up = street().phase("headlines").headlines("h02").tracks(morale=5).start().choose("play", "headline:h02")
    assert up.state.morale == 6
    double = street().rev("kossuth_ter", "r07-1").event("e07").turn().tracks(morale=3).start()
    assert double.drive("resolve event:e07", "pay card:r07-1").state.morale == 5


@rule("track.support_step_icon", "headline.red.effect")
def test_a_headline_that_moves_support_by_two_cells() -> None:
    table = street().phase("headlines").headlines("h32").tracks(support=4).start().choose("effect", "headline:h32")
    assert table.state.support == 2


# ---------------------------------------------------------------------- set-up


@rule("setup.day", "setup.tracks")
def test_the_markers_start_on_their_cells() -> None:
    g = opening()
    assert (g.day, g.support, g.morale) == (1, 3, 5)
    assert PACK.hand_limit[g.support] == 5 and PACK.new_cards[g.morale] == 3


@rule("setup.headline_decks", "setup.soviet_hand", "headline.term")
def test_the_soviet_side_holds_five_headlines_of_the_first_deck() -> None:
    g = opening()
    assert [len(deck) for deck in g.headline_decks] == [14 - 5, 16, 12]
    assert g.soviet_hand.bit_count() == 5
    assert all(PACK.period[headline] == 0 for headline in bits(g.soviet_hand))
    for number, deck in enumerate(g.headline_decks):
        assert all(PACK.period[headline] == number for headline in deck)
    assert any(opening("b").headline_decks[n] != g.headline_decks[n] for n in range(3))  # shuffled


@rule("setup.event_deck", "setup.start_events", "setup.start_events_no_effect")
def test_starting_events_and_the_display() -> None:
    table = first_day()
    assert table.event_at("magyar_radio") == "s1"
    assert table.event_at("sztalin_ter") == "s2"
    assert table.event_at("kossuth_ter") == "s3"
    assert table.state.events_on_board() == 3
    assert NONE not in table.state.display and len(table.state.event_deck) == 24
    assert all(PACK.place_effect[event] == NONE for event in range(3))


@rule("setup.avh_kit")
def test_the_kit_is_full() -> None:
    g = opening()
    assert g.avh_kit == (1 << 8) - 1 and g.avh_row == []


@rule("setup.fighters", "setup.no_active_fighters", "setup.rev_tanks")
def test_two_fighters_in_every_location_the_upper_one_open() -> None:
    g = opening()
    assert sorted(g.top + g.bottom) == list(range(22))
    assert g.active == [0] * 11
    assert g.rev_tanks.bit_count() == 3
    assert opening("b").top != g.top


@rule("setup.soviet_units")
def test_the_soviet_units_at_the_start() -> None:
    table = first_day()
    assert {key: table.tanks(key) for key in PACK.location_keys if table.tanks(key)} == {"csepel": 1, "szena_ter": 1}
    snipers = {key: table.snipers(key) for key in PACK.location_keys if table.snipers(key)}
    assert snipers == {"magyar_radio": 1, "kossuth_ter": 1}
    militia = {key: table.militia(key) for key in PACK.location_keys if table.militia(key)}
    ones = {"kossuth_ter": 1, "szena_ter": 1, "csepel": 1, "sztalin_ter": 1}
    assert militia == {"magyar_radio": 2, "mdp_szekhaz": 2, **ones}


@rule("setup.rev_start_1", "setup.rev_start_2", "setup.rev_start_3", "setup.rev_cards", "setup.no_injuries")
@rule("setup.step_markers")
@MODES
def test_the_revolutionaries_at_the_start(count: int) -> None:
    table = first_day(revolutionaries=count)
    assert [table.at(seat) for seat in range(count)] == ["corvin_koz", "bem_ter", "moricz_korter"][:count]
    assert [len(table.hand(seat)) for seat in range(count)] == [5] * count
    assert table.state.injuries == [0] * count
    assert table.state.barricades == 0 and table.state.stepped == 0


@rule("setup.headline_decks", "setup.fighters", "setup.event_deck")
def test_every_pile_is_shuffled() -> None:
    cities = [start(GAME, {}, Origin(seed)).state for seed in "abcdef"]
    for deck in range(3):
        assert len({tuple(g.headline_decks[deck]) for g in cities}) == 6
    assert len({tuple(g.top) for g in cities}) == len({tuple(g.bottom) for g in cities}) == 6
    assert len({tuple(g.event_deck) for g in cities}) == len({tuple(g.deck) for g in cities}) == 6


@rule("setup.event_deck", "setup.headline_decks", "setup.rev_cards", "setup.fighters")
def test_all_that_is_shuffled_differs_from_game_to_game() -> None:
    games = [start(GAME, {"revolutionaries": 1}, Origin(f"deal {number}")).state for number in range(6)]
    for pile in (
        [tuple(g.display) for g in games],
        [tuple(g.event_deck) for g in games],
        [tuple(map(tuple, g.headline_decks)) for g in games],
        [tuple(g.deck) for g in games],
        [tuple(g.hand) for g in games],
        [tuple(g.top) for g in games],
    ):
        assert len(set(pile)) > 1


# ---------------------------------------------------------------------- difficulty


@rule("difficulty.rev.morale", "difficulty.soviet.morale", "difficulty.after_setup", "difficulty.purpose")
@pytest.mark.parametrize(("by", "cell"), [(0, 5), (1, 6), (2, 7), (-1, 4)])
def test_morale_starts_higher_or_lower(by: int, cell: int) -> None:
    assert opening(morale=by).morale == cell


@rule("difficulty.rev.sniper")
def test_the_sniper_at_the_radio_is_removed() -> None:
    table = first_day(radio_sniper_gone=True)
    assert table.snipers("magyar_radio") == 0 and table.snipers("kossuth_ter") == 1


@rule("difficulty.rev.injuries", "instant.solo_term")
@pytest.mark.parametrize(("count", "normal"), [(1, 5), (2, 4), (3, 4)])
def test_one_injury_more_ends_the_game(count: int, normal: int) -> None:
    assert opening(revolutionaries=count).rules.injuries == normal
    assert opening(revolutionaries=count, injury_more=True).rules.injuries == normal + 1


@rule("difficulty.rev.fighter", "difficulty.rev.fighter_choice")
def test_the_team_activates_a_fighter_beside_a_revolutionary() -> None:
    table = first_day(revolutionaries=2, first_fighter=True)
    assert table.prompt == "activate_where" and table.asked == "first"
    assert table.match.ask is not None and table.match.ask.open_to(1) and not table.match.ask.open_to(2)
    assert table.named("at") == {"corvin_koz", "bem_ter"}
    top, bottom = table.state.top[0], table.state.bottom[0]  # Bem Square
    table.choose("at", "location:bem_ter")
    assert table.state.active[0] == 1 << top
    assert table.state.top[0] == bottom  # the next one is turned up
    assert table.prompt == "headlines"


@rule("difficulty.soviet.militia")
@pytest.mark.parametrize(("csepel", "stalin"), [(True, False), (False, True), (True, True)])
def test_more_militia_in_csepel_or_stalin_square(csepel: bool, stalin: bool) -> None:
    table = first_day(csepel_militia=csepel, stalin_militia=stalin)
    assert (table.militia("csepel"), table.militia("sztalin_ter")) == (1 + csepel, 1 + stalin)


@rule("difficulty.soviet.support")
def test_support_starts_nearer_to_the_soviet_end() -> None:
    assert opening(support=-1).support == 2
    assert PACK.hand_limit[2] == 6  # at once a card more


@rule("difficulty.after_setup")
def test_the_options_of_one_list_can_all_be_taken() -> None:
    table = first_day(morale=2, radio_sniper_gone=True, injury_more=True, first_fighter=True)
    table.choose(*table.choices[0]) if table.prompt == "activate_where" else table
    assert (table.state.morale, table.snipers("magyar_radio"), table.state.rules.injuries) == (7, 0, 6)
    assert sum(companions.bit_count() for companions in table.state.active) == 1
    soviet = first_day(morale=-1, csepel_militia=True, stalin_militia=True, support=-1)
    assert (soviet.state.morale, soviet.state.support) == (4, 2)
    assert (soviet.militia("csepel"), soviet.militia("sztalin_ter")) == (2, 2)


REVOLUTION: list[dict[str, Value]] = [
    {"morale": 1},
    {"morale": 2},
    {"radio_sniper_gone": True},
    {"injury_more": True},
    {"first_fighter": True},
]
SOVIET: list[dict[str, Value]] = [
    {"morale": -1},
    {"csepel_militia": True},
    {"stalin_militia": True},
    {"support": -1},
]


@rule("difficulty.one_side")
@pytest.mark.parametrize("soviet", SOVIET, ids=str)
@pytest.mark.parametrize("revolution", REVOLUTION, ids=str)
def test_only_one_side_is_favoured(revolution: dict[str, Value], soviet: dict[str, Value]) -> None:
    both = {**revolution, **soviet}
    if len(both) < 2:  # morale goes only one way anyway
        return
    with pytest.raises(OptionsClash) as error:
        GAME.settle(both)
    assert error.value.rule == "difficulty.one_side"
    assert GAME.settle(revolution) and GAME.settle(soviet)


@rule("difficulty.after_setup", "difficulty.soviet.support", "difficulty.soviet.militia", "difficulty.soviet.morale")
def test_all_changes_for_the_soviet_side_come_after_the_cards_are_dealt() -> None:
    options = {"morale": -1, "csepel_militia": True, "stalin_militia": True, "support": -1}
    table = Table(start(GAME, options, Origin("x")))
    assert (table.state.morale, table.state.support) == (4, 2)
    assert table.militia("csepel") == table.militia("sztalin_ter") == 2 and sum(table.state.militia) == 8 + 2
    assert table.state.soviet_hand.bit_count() == 5  # as the start cell shows; the limit is 6 from the first draw on
    while table.asked == "soviet":
        table.choose(*(("done",) if table.offers("done") else table.choices[0]))
    assert table.state.soviet_hand.bit_count() == 6 and table.state.day == 1


@rule("difficulty.after_setup", "difficulty.rev.morale", "difficulty.rev.sniper", "difficulty.rev.injuries")
def test_all_changes_for_the_revolution_are_made_together() -> None:
    options = {"revolutionaries": 2, "morale": 2, "radio_sniper_gone": True, "injury_more": True, "first_fighter": True}
    table = Table(start(GAME, options, Origin("x")))
    assert (table.asked, table.named("at")) == ("first", {"corvin_koz", "bem_ter"})  # which fighter
    upper = table.passive("bem_ter")
    table.choose("at", "location:bem_ter")
    assert table.active("bem_ter") == {upper} and table.active(HERE) == set()
    assert table.state.morale == 7 and table.state.support == 3 and table.state.rules.injuries == 4 + 1
    assert table.snipers("magyar_radio") == 0 and table.snipers("kossuth_ter") == 1
    assert table.state.soviet_hand.bit_count() == 5 and [len(table.hand(seat)) for seat in (0, 1)] == [5, 5]
