"""Units of the Soviet side: which are the ÁVH's, how many there are, and where those go that leave the board."""

from __future__ import annotations

import pytest

from tests.citing import rule
from tests.games.days_of_ire.street import holds, street

HERE = "corvin_koz"


# ---------------------------------------------------------------------- those of the ÁVH


@rule("comp.avh_units")
def test_militia_and_snipers_are_avh_units_and_tanks_are_not() -> None:
    place = street().phase("headlines").headlines("h21").tanks("csepel").active("csepel", "f01")
    place.snipers("astoria").active("astoria", "f02").militia("bem_ter").active("bem_ter", "f03")
    table = place.start().choose("effect", "headline:h21")  # an active fighter beside an ÁVH unit
    assert table.named("fighter") == {"f02", "f03"}
    for unit, allowed in (
        (street().tanks(HERE), True),
        (street().snipers(HERE), False),
        (street().militia(HERE), False),
    ):
        leaflets = unit.rev(HERE, "r07-1").turn().start()  # only where no ÁVH unit is
        assert leaflets.offers("ability", "card:r07-1") == allowed


@rule("comp.avh_units", "hit.removed_by_card")
def test_a_sniper_alone_is_an_avh_unit() -> None:
    place = (
        street().phase("headlines").headlines("h21").snipers("csepel").active("csepel", "f01").active("bem_ter", "f02")
    )
    table = place.start().choose("effect", "headline:h21")
    assert table.fallen("f01") and not table.fallen("f02")


# ---------------------------------------------------------------------- how many there are


@rule("headline.as_far_as_possible", "comp.tanks_max", "comp.tanks_max_binds_cards", "comp.tanks_no_stack_limit")
def test_tanks_beyond_the_eighth_are_not_placed() -> None:
    table = holds("h14").happened("zhukov_order").tanks("csepel", 7).start().choose("effect", "headline:h14")
    assert table.tanks("kossuth_ter") == 1 and table.tanks("csepel") == 7  # one of two
    full = holds("h08").tanks("csepel", 8).start().choose("effect", "headline:h08")
    assert full.prompt == "headlines" and sum(full.state.tanks) == 8


@rule("comp.militia_max", "comp.avh_max_binds_cards", "comp.avh_no_stack_limit")
def test_militia_beyond_the_fourteenth_are_not_placed() -> None:
    table = holds("h11").militia("magyar_radio", 12).start().choose("effect", "headline:h11")
    assert table.militia("magyar_radio") == 13  # one more stands at the Party Headquarters


@rule("comp.snipers_max", "comp.avh_max_binds_cards", "comp.avh_no_stack_limit")
def test_snipers_beyond_the_fifth_are_not_placed() -> None:
    table = holds("h13").snipers("astoria", 5).start().choose("effect", "headline:h13")
    assert table.prompt == "headlines" and sum(table.state.snipers) == 5
    assert holds("h13").snipers("astoria", 4).start().choose("effect", "headline:h13").prompt == "place.sniper"


@rule("comp.choose_when_short")
def test_with_too_few_units_the_side_decides_where_they_go() -> None:
    table = holds("h30").happened("zhukov_order").tanks("corvin_koz", 7).start()
    table.choose("effect", "headline:h30")  # two tanks, and one is left
    assert table.asked == "soviet" and table.named("at") == {"csepel", "szena_ter", "mdp_szekhaz"}
    table.choose("at", "location:mdp_szekhaz")
    assert table.prompt == "headlines" and table.tanks("mdp_szekhaz") == 1


@rule("comp.avh_no_stack_limit", "comp.tanks_no_stack_limit")
def test_any_number_of_units_gathers_in_one_location() -> None:
    place = street().militia("mdp_szekhaz", 1).militia("astoria", 13).snipers("astoria", 4).snipers("magyar_radio")
    table = place.phase("avh").start().drive("avh avh:a2", "move location:mdp_szekhaz location:astoria", "done")
    table.drive("avh avh:a1", "move location:magyar_radio location:astoria")
    assert (table.militia("astoria"), table.snipers("astoria")) == (14, 5)
    army = street().tanks("csepel", 7).tanks("corvin_koz").phase("army", points=1).start()
    assert army.choose("tank", "location:corvin_koz", "location:csepel").tanks("csepel") == 8
    guards = street().militia("mdp_szekhaz", 12).phase("headlines").headlines("h33").start()
    assert guards.choose("effect", "headline:h33").militia("mdp_szekhaz") == 14


# ---------------------------------------------------------------------- those that left


@rule("comp.units_return_to_supply")
def test_a_unit_that_was_removed_can_come_again() -> None:
    table = holds("h40 h08").tanks("csepel", 8).start()
    table.drive("play headline:h40", "effect headline:h08", "at location:szena_ter")
    assert (table.tanks("csepel"), table.tanks("szena_ter")) == (7, 1)


@rule("comp.units_return_to_supply", "comp.tanks_max", "comp.militia_max")
@pytest.mark.parametrize(("unit", "most", "off", "on"), [("tanks", 8, "h40", "h08"), ("militia", 14, "h39", "h12")])
def test_a_unit_that_a_headline_takes_off_can_be_placed_again(unit: str, most: int, off: str, on: str) -> None:
    place = street().militia("mdp_szekhaz", 0).phase("headlines").headlines(f"{off} {on}")
    table = (place.tanks if unit == "tanks" else place.militia)("astoria", most).start()
    table.choose("play", f"headline:{off}")
    left = sum(getattr(table.state, unit))
    assert left < most
    table.drive(f"effect headline:{on}", "at location:csepel")
    assert sum(getattr(table.state, unit)) == left + 1


@rule("comp.units_return_to_supply", "comp.snipers_max", "ability.ambush")
def test_a_sniper_that_was_ambushed_can_be_placed_again() -> None:
    table = street().rev("astoria", "r01-1").snipers("astoria", 5).turn().start().choose("ability", "card:r01-1")
    assert table.snipers("astoria") == sum(table.state.snipers) == 4
    assert next(pile.count for pile in table.scene(None).piles if pile.id == "supply:sniper") == 1
    again = street().snipers("astoria", 4).phase("headlines").headlines("h13").start()
    assert again.drive("effect headline:h13", "at location:csepel").snipers("csepel") == 1
