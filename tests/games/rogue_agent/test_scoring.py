"""The end of the game: how long it lasts, points, and ties."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_agent.flow.game_end import points
from tests.citing import rule
from tests.games.rogue_agent.rain_city import PACK, city, city_phase, last_turn

# ---------------------------------------------------------------------- the last round


@rule("game.length.agent", "game.goal", "score.track")
def test_the_game_ends_after_the_city_phase_of_the_last_round() -> None:
    table = city_phase(last_turn().turn("grey", round=5))
    assert table.match.outcome is None
    over = city_phase(last_turn().turn("grey", round=6).set(influence={"purple": 1, "yellow": 3}))
    assert (over.outcome.winners, over.reason, over.outcome.points) == ((1,), "game.goal", (1, 3, 0))


@rule("game.goal", "win.tie_shared")
def test_the_result_says_how_near_the_others_came() -> None:
    position = city().set(influence={"purple": 8, "yellow": 6, "grey": 0}).turn("grey", round=6)
    table = position.freely().start().city_phase()
    assert table.outcome.scores == (1.0, 0.75, 0.0) and table.outcome.points == (8, 6, 0)
    none = city().turn("grey", round=6).freely().start().city_phase()
    assert none.outcome.scores == (1.0, 1.0, 1.0)


@rule("game.length.agent", "game.length.android", "city.leader")
def test_after_how_many_rounds_the_game_is_over() -> None:
    for mode, rounds in (("agent-2p", 6), ("agent-3p", 6), ("agent-4p", 6), ("android-3p", 8), ("android-4p", 8)):
        for played in (rounds - 2, rounds - 1, rounds):
            position = city(mode).freely()
            if mode.startswith("android"):
                position.androids(*("purple", "yellow")[: position.players - 2])
            last = ("yellow", "grey", "orange")[position.players - 2]
            table = position.turn(last, round=played).start().choose("end")
            assert (table.match.outcome is not None, table.state.round) == (played == rounds, min(played + 1, rounds))


# ---------------------------------------------------------------------- points


@rule("score.informants", "score.informants_supply", "score.custody_none", "score.credits_none")
def test_what_counts_and_what_does_not() -> None:
    position = (
        last_turn().turn("grey", round=6).informants("district_3", "purple", "purple").informants("gunsmith", "yellow")
    )
    position.criminal(1, "grey", "rook").criminal(2, "district_3", "sparks", "defeated").set(credits={"grey": 9})
    assert city_phase(position).outcome.points == (2, 1, 0)


@rule(
    "score.syndicate.sort",
    "score.syndicate.table",
    "score.syndicate.five",
    "score.wild",
    "score.wild.together",
    "score.wild.only",
)
@pytest.mark.parametrize(
    ("cards", "bonus"),
    [
        (("sparks", "rook"), 3),
        (("sparks", "twitch"), 2),
        (("rook", "lady_meridian"), 3),
        (("sparks", "twitch", "rook", "lady_meridian"), 6 + 1),
        (("sparks", "tinker_moth", "twitch", "rook"), 6 + 1),
    ],
)
def test_syndicate_bonuses(cards: tuple[str, ...], bonus: int) -> None:
    table = city_phase(last_turn().turn("grey", round=6).pile("purple", *cards))
    assert table.outcome.points[0] == bonus


@rule("score.syndicate.five")
def test_every_card_beyond_the_fourth_adds_five() -> None:
    same = [key for key, card in zip(PACK.card_keys, PACK.cards, strict=True) if card.syndicate == 0]
    scored = [points(city().pile("purple", *same[:count]).turn().start().state, 0) for count in range(1, 8)]
    assert scored == [1, 3, 6, 10, 15, 20, 25]


# ---------------------------------------------------------------------- who wins


@rule("win.tie_stamina", "win.tie_shared")
def test_ties() -> None:
    position = last_turn().turn("grey", round=6).set(influence={"purple": 3, "yellow": 3}).tracks("yellow", stamina=5)
    assert (city_phase(position).outcome.winners, city_phase(position).reason) == ((0,), "win.tie_stamina")
    shared = city_phase(last_turn().turn("grey", round=6))
    assert shared.outcome.winners == (0, 1, 2) and shared.outcome.scores == (1.0, 1.0, 1.0)
