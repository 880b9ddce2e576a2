"""Clauses that are easily lost: what is reset, what combines, what counts only beside something else."""

from __future__ import annotations

import pytest

from sandtable.engine.errors import NoUndo
from sandtable.games.days_of_ire import cards
from sandtable.games.days_of_ire.flow import modifiers
from sandtable.games.days_of_ire.flow.effects import carry_out
from sandtable.games.days_of_ire.state import PLAYER_DECIDES
from tests.citing import rule
from tests.games.days_of_ire.street import PACK, street

HERE = "corvin_koz"


@rule("activate.next_turns_up", "info.face_down_fighters")
def test_a_fighter_who_was_turned_up_cannot_be_turned_down_again() -> None:
    table = street().rev(HERE).passive(HERE, "f01", "f02").turn().start().choose("activate", "fighter:f01")
    with pytest.raises(NoUndo):
        table.match.undo()
    alone = street().rev(HERE).passive(HERE, "f01").turn().start().choose("activate", "fighter:f01")
    alone.match.undo()  # nothing was shown
    assert alone.passive(HERE) == "f01"


@rule("icon.continuing_all_day")
@pytest.mark.parametrize(
    ("mod", "both"),
    [(cards.TANK_HIT_MAX, 1), (cards.TANK_MOVE_COST, 2), (cards.EVENT_COST, 3), (cards.TANKS_SILENT, 1)],
)
@pytest.mark.parametrize("order", [(1, 2), (2, 1)])
def test_modifiers_of_a_day_combine_as_their_key_says(mod: int, both: int, order: tuple[int, int]) -> None:
    g = street().turn().start().state
    for value in order:
        modifiers.last_today(g, mod, value)
    assert g.day_mods[mod] == both  # the lowest, the highest, the sum, and once is enough


@rule("event.start_not_side")
def test_starting_events_do_not_make_side_events_dearer() -> None:
    table = street().phase("events", points=2).display("e18").events("s1 s2 s3").start()
    table.choose("buy", "event:e18")
    assert table.last("event_placed") == ("event:e18", "location:moricz_korter", 2)  # it cost nothing


@rule("army.move_once")
def test_tanks_may_move_again_the_next_day() -> None:
    table = street().phase("army", points=9).tanks("csepel").start()
    table.drive("tank location:csepel location:corvin_koz", "done")
    assert table.state.tanks_moved == [0] * 11


@rule("avh.not_both", "avh.take_back_all")
def test_cards_played_yesterday_can_be_taken_back_today() -> None:
    table = street().phase("avh").start().drive("avh avh:a3", "at location:csepel", "done", "done")
    assert table.state.day == 4
    table.drive("done", "pass")
    assert table.prompt == "avh_choice" and table.offers("take_all")
    assert table.choose("take_all").row() == ""


@rule("ability.doctor_amount")
def test_a_strengthened_doctor_heals_two_of_three() -> None:
    place = street().rev(HERE, "r03-1", injuries=3).turn()
    assert place.mods(doctor_heal=2).start().choose("ability", "card:r03-1").state.injuries == [1]


@rule("ability.needs_effect")
def test_what_follows_a_price_that_cannot_be_paid_is_not_carried_out() -> None:
    table = street().rev(HERE).militia(HERE, 2).turn().start()
    deserter = PACK.ability[PACK.companion_keys.index("f10")]
    assert list(carry_out(table.state, deserter, PLAYER_DECIDES)) == []
    assert table.militia(HERE) == 2


@rule("militia.up_to", "ability.fighter_permanent")
def test_a_bonus_of_ammunition_counts_only_beside_another_icon(monkeypatch: pytest.MonkeyPatch) -> None:
    table = street().rev(HERE, "r02-1").active(HERE, "f17").militia(HERE).turn().start()
    assert table.offers("attack", 1)  # the sergeant's own icon
    unarmed = list(PACK.companion_icons)
    unarmed[PACK.companion_keys.index("f17")] = (0, 0, 0)
    monkeypatch.setattr(table.state.pack, "companion_icons", tuple(unarmed))
    assert table.match.refusal(("attack", 1)) == "militia.remove"
    two = street().rev(HERE, "r02-1").active(HERE, "f17").militia(HERE, 2).turn().start()
    monkeypatch.setattr(two.state.pack, "companion_icons", tuple(unarmed))
    assert two.match.refusal(("attack", 1)) == "militia.remove"
