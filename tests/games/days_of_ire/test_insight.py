"""What opponents count of the day: only what can still be used, so that letting a step pass wins nothing by itself."""

from __future__ import annotations

import pytest

from sandtable.games.days_of_ire import GAME
from sandtable.games.days_of_ire.insight import FEATURES
from tests.citing import rule
from tests.games.days_of_ire.street import Street, street


def counted(position: Street, *features: str) -> tuple[float, ...]:
    """Some features of a position as the revolution sees them."""
    measured = dict(zip(FEATURES, GAME.measure(position.start().state, 0), strict=True))
    return tuple(measured[feature] for feature in features)


@rule("headline.keep_rest", "headline.cp_pool")
@pytest.mark.parametrize(
    ("phase", "day", "cards", "points"),
    [
        ("headlines", 3, 2, 2 + 3),
        ("events", 3, 0, 0),
        ("army", 3, 0, 0),
        ("avh", 3, 2, 2 + 3),
        ("headlines", 7, 2, 2 + 3),
        ("avh", 7, 0, 0),
    ],
)
def test_headlines_count_while_a_step_is_to_come_in_which_they_can_be_played(
    phase: str, day: int, cards: int, points: int
) -> None:
    """h06 is worth 2 points, h07 is worth 3."""
    position = street().phase(phase, day, points=9).headlines("h06 h07").display("e18").tanks("csepel")
    position.militia("corvin_koz", 2)
    assert counted(position, "soviet_cards", "soviet_points_in_hand") == (cards, points)


@rule("rev.total_four")
@pytest.mark.parametrize(
    ("position", "actions", "steps"),
    [
        (street(1).phase("headlines").headlines("h06"), 4, 1),
        (street(2).phase("headlines").headlines("h06"), 4, 2),
        (street(3).phase("headlines").headlines("h06"), 4, 3),
        (street(2).phase("headlines").headlines("h06").mods(extra_action=1), 5, 2),
        (street(2).turn(0, actions=1, queue=(1,)), 1 + 2, 2),
        (street(2).turn(0, actions=1, queue=(1,)).stepped(0), 1 + 2, 1),
    ],
)
def test_before_the_turns_all_actions_and_free_steps_are_to_come(position: Street, actions: int, steps: int) -> None:
    assert counted(position, "actions_left", "free_steps_left") == (actions, steps)
