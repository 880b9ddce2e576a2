"""Modes, setup, and the parts in the box."""

from __future__ import annotations

import pytest

from sandtable.engine.errors import BadOptions
from sandtable.engine.start import Origin, start
from sandtable.games.rogue_agent import GAME
from sandtable.games.rogue_agent.pack import DISCS
from tests.citing import rule
from tests.games.rogue_agent.rain_city import PACK, city, new

# ---------------------------------------------------------------------- modes


MODES = ("agent-2p", "agent-3p", "agent-4p", "android-3p", "android-4p")


@rule("mode.agent.players", "mode.android.players", "mode.choice", "setup.player.seats", "setup.player.colour")
def test_modes_and_seats() -> None:
    assert tuple(GAME.modes) == ("agent-3p", "agent-2p", "agent-4p", "android-3p", "android-4p")
    assert GAME.settle({})["mode"] == "agent-3p"  # agent mode is the default
    for mode in MODES:
        assert GAME.seats(GAME.settle({}, mode)) == ("purple", "yellow", "grey", "orange")[: int(mode[-2])]
    for wrong in ("android-2p", "agent-5p"):
        with pytest.raises(BadOptions):
            GAME.settle({"mode": wrong})


@rule("mode.android.inherits")
def test_an_agent_in_android_mode_may_do_all_that_one_may_in_agent_mode() -> None:
    offered = []
    for mode in ("agent-3p", "android-3p"):
        position = city(mode).at(purple="district_3").criminal(1, "district_3", "rook").bomb(1, "district_3", 3)
        if mode == "android-3p":
            position.tokens("hah", "aha", "hha")
        offered.append(set(position.turn().start().choices))
    agent, android = offered
    assert (agent < android and {choice[0] for choice in android - agent} == {"screen"}) or agent == android
    assert {"attack", "defuse", "investigate", "patrol", "search", "buy", "reinforce", "end"} <= {c[0] for c in agent}


@rule("game.length.agent", "game.length.android", "time.draw.number", "exposed.limit", "mode.android.inherits")
@pytest.mark.parametrize(
    ("mode", "rounds", "discs", "limit"),
    [
        ("agent-2p", 6, 2, 0),
        ("agent-3p", 6, 2, 0),
        ("agent-4p", 6, 3, 0),
        ("android-3p", 8, 2, 1),
        ("android-4p", 8, 3, 2),
    ],
)
def test_numbers_of_a_mode(mode: str, rounds: int, discs: int, limit: int) -> None:
    rules = new(mode).rules
    assert (rules.rounds, rules.discs, rules.limit) == (rounds, discs, limit)


# ---------------------------------------------------------------------- setup


@rule("setup.city.normal_side", "setup.city.hq", "setup.city.shape", "setup.city.columns", "comp.tiles.count")
@rule("comp.tiles.kinds", "comp.districts.numbers", "setup.city.districts_around", "setup.city.districts_corners")
def test_the_shape_of_the_city() -> None:
    g = new()
    assert g.burnt == 0 and sorted(g.tile_at) == list(range(13))
    places = dict(zip(PACK.place_keys, g.tile_at, strict=True))
    assert places["m2"] == 0
    assert {places[key] for key in ("t2", "m1", "m3", "b0", "b2", "b4")} == set(range(1, 7))
    assert {PACK.tile_kinds[places[key]] for key in ("t1", "t3", "m0", "m4", "b1", "b3")} == {"other"}
    assert PACK.place_near[PACK.place_keys.index("m2")] == tuple(
        sorted(PACK.place_keys.index(key) for key in ("t2", "m1", "m3", "b2"))
    )


@rule(
    "setup.city.district_shuffle",
    "setup.city.others",
    "setup.deck",
    "setup.police",
    "setup.leader",
    "setup.leader.random",
)
def test_chance_deals_the_city_the_deck_the_police_and_the_leader() -> None:
    games = [new(seed=str(seed)) for seed in range(40)]
    for place in ("t2", "t1"):
        assert len({g.tile_at[PACK.place_keys.index(place)] for g in games}) == 6
    assert {g.police for g in games} == {1, 2, 3, 4, 5, 6}
    assert len({tuple(g.deck) for g in games}) == 40
    assert {g.leader for g in games} == {0, 1, 2}
    fixed = [start(GAME, {"leader": "first_seat"}, Origin(str(seed))).state.leader for seed in range(6)]
    assert set(fixed) == {0}


@rule("setup.player.board", "setup.player.resources", "setup.player.resources.value", "setup.player.upgrades")
@rule("setup.player.stamina", "setup.player.credits", "setup.influence", "setup.agents", "setup.round_marker")
@rule("setup.bag", "setup.second_set", "setup.credit_supply", "comp.event_discs.count", "comp.criminal_disc.sets")
def test_what_everybody_starts_with() -> None:
    g = new("agent-4p")
    assert g.track == [2, 2, 2, 0, 0, 0, 6] * 4 and g.credits == [4] * 4 and g.supply() == 9
    assert (g.influence, g.at, g.round) == ([0] * 4, [0] * 4, 0)
    assert g.disc == [-1] * DISCS and DISCS == 4 + 4 + 6 and g.card == [-1] * 6


@rule("comp.cards.count", "card.syndicate", "card.fields", "comp.dice.regular", "comp.dice.faces", "comp.tile.data")
def test_the_pack() -> None:
    counts = [sum(card.syndicate == at for card in PACK.cards) for at in range(7)]
    assert counts == [7] * 6 + [4] and PACK.wild == 1 << 6
    assert [len(faces) - 1 for faces in PACK.symbol] == [6, 6, 6]


@rule(
    "setup.identity.three", "setup.identity.deal", "comp.identity.count", "android.unknown_start", "android.human_until"
)
def test_identity_tokens_are_dealt() -> None:
    three, four = new("android-3p"), new("android-4p")
    assert (three.token.count(1), len(three.token)) == (4, 9) and (four.token.count(1), len(four.token)) == (5, 12)
    assert three.android == 0 and new("agent-3p").token == []
    assert len({tuple(new("android-3p", str(seed)).token) for seed in range(10)}) > 5


@rule("setup.identity.look", "info.hidden", "info.public")
def test_only_the_owner_sees_its_tokens() -> None:
    table = city("android-3p").tokens("aah", "hhA", "aHh").turn().start()
    for seat in (0, 1, 2, None):
        for owner, hand in enumerate(table.scene(seat).hands):
            shown = {card.id for card in hand.cards}
            assert hand.count == 3
            assert len(shown) == (3 if seat == owner else (0, 1, 1)[owner])
