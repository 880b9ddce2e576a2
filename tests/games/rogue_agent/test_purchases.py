"""Buying goods."""

from __future__ import annotations

from pathlib import Path

from tests.citing import rule
from tests.games.rogue_agent.rain_city import changed, city, rules


@rule("buy.action", "buy.resource", "buy.price", "buy.pay_supply", "comp.tile.goods", "justice.limit")
def test_goods_are_paid_by_the_unit() -> None:
    table = city().at(purple="district_3").set(credits={"purple": 5}).tracks("purple", evidence=0).turn().start()
    assert {choice[2] for choice in table.choices if choice[0] == "buy"} == {1, 2}  # 2 credits a unit
    supply = table.state.supply()
    table.choose("buy", "goods:evidence", 2)
    assert (table.level("purple", "evidence"), table.credits("purple"), table.state.supply()) == (4, 1, supply + 4)
    assert table.state.turn.actions == 1


@rule("buy.upgrade")
def test_upgrades_are_bought_step_by_step() -> None:
    table = city().at(purple="gunsmith").turn().start().choose("buy", "goods:weapon", 2)
    assert (table.level("purple", "weapon"), table.credits("purple")) == (2, 0)


@rule("buy.action", "buy.needs_goods", "buy.full_track")
def test_what_cannot_be_bought() -> None:
    table = city().at(purple="district_3").set(credits={"purple": 1}).turn().start()
    assert table.refused("buy", "goods:evidence", 1) == "buy.needs_goods"
    assert table.refused("buy", "goods:ammo", 1) == "buy.needs_goods"
    some = city().at(purple="district_3").set(credits={"purple": 3}).tracks("purple", evidence=0).turn().start()
    assert some.offers("buy", "goods:evidence", 1) and some.refused("buy", "goods:evidence", 2) == "buy.action"
    full = city().at(purple="district_3").tracks("purple", evidence=7).turn().start()
    assert full.refused("buy", "goods:evidence", 1) == "buy.full_track"
    last = city().at(purple="district_3").tracks("purple", evidence=6).turn().start()
    assert last.offers("buy", "goods:evidence", 1)
    assert last.refused("buy", "goods:evidence", 2) == "buy.full_track"


@rule("buy.influence", "buy.depot", "influence.no_cap")
def test_influence_for_evidence() -> None:
    table = city().tracks("purple", evidence=7).set(influence={"purple": 45}).turn().start()
    table.choose("buy", "goods:influence", 1)
    assert (table.influence("purple"), table.level("purple", "evidence"), table.credits("purple")) == (46, 1, 4)


@rule("buy.pay_supply", "buy.resource", "buy.upgrade")
def test_the_lines_about_a_purchase() -> None:
    table = city().at(purple="ammunition_depot").turn().start().choose("buy", "goods:ammo", 1)
    assert (rules(table, "paid"), rules(table, "gained")) == (["buy.pay_supply"], ["buy.resource"])
    weapon = city().at(purple="gunsmith").turn().start().choose("buy", "goods:weapon", 1)
    assert (rules(weapon, "paid"), rules(weapon, "gained")) == (["buy.pay_supply"], ["buy.upgrade"])


@rule("buy.action", "justice.limit")
def test_any_mix_of_goods_is_one_action(tmp_path: Path) -> None:
    one, two = (
        '{ kind = "ammo", n = 2, price = 1, pay = "credits" }',
        '{ kind = "fuel", n = 1, price = 1, pay = "credits" }',
    )
    game = changed(tmp_path, "ammunition_depot", f"[{one}]", f"[{one}, {two}]")
    position = city(game=game).at(purple="ammunition_depot").set(credits={"purple": 5})
    table = position.tracks("purple", ammo=0, fuel=0).turn().start()
    table.choose("buy", "goods:ammo", 1)
    assert table.prompt == "buy.more" and table.refused("buy", "goods:evidence", 1) == "buy.needs_goods"
    table.choose("buy", "goods:fuel", 2).choose("done")
    assert (table.level("purple", "ammo"), table.level("purple", "fuel"), table.credits("purple")) == (2, 2, 2)
    assert table.state.turn.actions == 1 and table.refused("buy", "goods:ammo", 1) == "justice.no_repeat_here"


@rule("destroy.no_buy")
def test_nothing_is_sold_on_a_destroyed_tile() -> None:
    position = city("android-3p").androids("yellow").at(purple="gunsmith").set(burnt=["gunsmith"]).turn()
    assert position.start().refused("buy", "goods:weapon", 1) == "destroy.no_buy"
