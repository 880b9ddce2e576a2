"""Losses: units are turned over or taken off, one loss after the other."""

from __future__ import annotations

import pytest

from tests.citing import rule
from tests.games.buda_1686.siege import Siege, Table, siege

STORM = ("assault", "zone:vizivaros")
BOTH = ["owner_losses", "actor_losses"]


def storm(*defenders: str, losses: str = "owner_losses") -> Siege:
    """Foot (4 + 4) in the breaches of Víziváros (terrain 0), held by the azabs (3) and more; TMS 4, no Abdurrahman."""
    position = siege().wall("vizivaros", *defenders).breach("vizivaros", "kaiserlich_1", "kaiserlich_2")
    return position.set(rushed=True).option(losses=losses).go("imperial")


def two_losses(*defenders: str, losses: str = "owner_losses") -> Siege:
    """Foot and Charles (4 + 4 + 5) against the azabs and azab_2 or others; Charles spent, so that nobody is boosted."""
    return storm(*defenders, losses=losses).breach("vizivaros", "charles").officers(charles=0)


# ---------------------------------------------------------------------- what a loss does


@rule("loss.flip")
def test_a_loss_turns_a_full_unit_over() -> None:
    # 8 - 3 = +5: 1 + 5 = 6, one loss. Azabs are worth 3, wounded 1.
    table = storm().roll(1).start().choose(*STORM)
    assert table.at("azab_1") == "vizivaros"
    assert table.wounded("azab_1")
    assert table.value("azab_1") == 1


@rule("loss.remove")
def test_a_loss_takes_a_wounded_unit_off_the_map() -> None:
    # Azabs wounded (1) and janissaries (4): 8 - 5 = +3: 1 + 3 = 4, one loss.
    table = storm("janissary_1").unit("azab_1", "vizivaros", wounded=True).roll(1).start().choose(*STORM)
    table.choose("hit", "unit:azab_1")
    assert table.at("azab_1") == "dead"
    assert not table.wounded("janissary_1")


@rule("loss.two_options")
@pytest.mark.parametrize("losses", BOTH)
def test_two_losses_fall_on_two_units_or_both_on_one(losses: str) -> None:
    # 13 - 6 = +7: 1 + 7 = 8, two losses.
    table = two_losses("azab_2", losses=losses).roll(1).start().choose(*STORM)
    table.choose("hit", "unit:azab_1").choose("hit", "unit:azab_2")
    assert (table.wounded("azab_1"), table.wounded("azab_2")) == (True, True)
    assert (table.at("azab_1"), table.at("azab_2")) == ("vizivaros", "vizivaros")

    table = two_losses("azab_2", losses=losses).roll(1).start().choose(*STORM)
    table.choose("hit", "unit:azab_1").choose("hit", "unit:azab_1")
    assert table.at("azab_1") == "dead"
    assert not table.wounded("azab_2")


# ---------------------------------------------------------------------- who chooses, and among which units


@rule("loss.assigner")
@pytest.mark.parametrize(("losses", "chooser"), [("owner_losses", "ottoman"), ("actor_losses", "imperial")])
def test_the_owner_assigns_the_losses_of_the_defenders(losses: str, chooser: str) -> None:
    table = storm("azab_2", losses=losses).roll(2).start().choose(*STORM)  # 8 - 6 = +2: 4, one loss
    assert table.asked == chooser
    table.choose("hit", "unit:azab_2")
    assert (table.wounded("azab_1"), table.wounded("azab_2")) == (False, True)


@rule("loss.assigner")
@pytest.mark.parametrize("losses", BOTH)
def test_the_owner_assigns_the_losses_of_the_attackers(losses: str) -> None:
    table = storm("azab_2", losses=losses).roll(1).start().choose(*STORM)  # 1 + 2 = 3, one loss for the attacker
    assert table.asked == "imperial"
    table.choose("hit", "unit:kaiserlich_2")
    assert (table.wounded("kaiserlich_1"), table.wounded("kaiserlich_2")) == (False, True)


@rule("loss.assigner")
@pytest.mark.parametrize(("losses", "chooser"), [("owner_losses", "imperial"), ("actor_losses", "ottoman")])
def test_the_owner_assigns_the_losses_of_an_ottoman_castle_fight(losses: str, chooser: str) -> None:
    # Janissaries (4) out of the middle zone against Saxons and Bavarians (3 + 4) in the palace: 6 - 3 = 3 = CMS.
    position = siege().gone("sipahi_2").wall("palota", "saxon", "bavarian_1").levels(cms=3).option(losses=losses)
    table = position.officers(abdurrahman=0).go("ottoman", actions=2).roll(6).start().choose("castle", "zone:palota")
    table.choose("join", "unit:janissary_1").choose("launch")
    assert table.asked == chooser
    assert set(table.choices) == {("hit", "unit:saxon"), ("hit", "unit:bavarian_1")}


@rule("loss.assigner")
@pytest.mark.parametrize(("losses", "chooser"), [("owner_losses", "imperial"), ("actor_losses", "ottoman")])
def test_the_owner_assigns_the_loss_of_counter_mining(losses: str, chooser: str) -> None:
    table = storm(losses=losses).go("ottoman", actions=2).roll(5).start()
    table.choose("countermine", "zone:vizivaros")  # 5 is above CMS 4; at CAS 1 only a strike is possible
    assert table.asked == chooser
    assert set(table.choices) == {("hit", "unit:kaiserlich_1"), ("hit", "unit:kaiserlich_2")}


@rule("loss.eligible")
@pytest.mark.parametrize("losses", BOTH)
def test_losses_of_the_defence_fall_on_the_units_in_the_attacked_wall(losses: str) -> None:
    table = storm("azab_2", losses=losses).roll(2).start().choose(*STORM)
    assert set(table.choices) == {("hit", "unit:azab_1"), ("hit", "unit:azab_2")}
    assert table.refused("hit", "unit:sipahi_1") == "loss.eligible"


@rule("loss.eligible")
@pytest.mark.parametrize("losses", BOTH)
def test_losses_of_the_attack_fall_on_the_units_that_took_part(losses: str) -> None:
    # Out of the Vienna Gate kaiserlich_1 and _2 (8) attack the middle zone (6 + 4); kaiserlich_3 stays behind.
    position = siege().gone("sipahi_1").wall("becsi_kapu", "kaiserlich_1", "kaiserlich_2", "kaiserlich_3")
    position.officers(abdurrahman=0).option(losses=losses).go("imperial").roll(5)  # 5 - 2 = 3, one loss
    table = position.start().choose("castle", "zone:kozepso")
    table.choose("join", "unit:kaiserlich_1").choose("join", "unit:kaiserlich_2").choose("launch")
    assert set(table.choices) == {("hit", "unit:kaiserlich_1"), ("hit", "unit:kaiserlich_2")}
    assert table.refused("hit", "unit:kaiserlich_3") == "loss.eligible"


@rule("loss.officers_eligible")
@pytest.mark.parametrize("losses", BOTH)
def test_officers_take_losses_like_anybody(losses: str) -> None:
    # Charles with the foot (13) against Abdurrahman and the azabs (9): 1 + 4 = 5, one loss.
    table = two_losses("abdurrahman", losses=losses).roll(1).start().choose(*STORM)
    table.choose("hit", "unit:abdurrahman")
    assert table.value("abdurrahman") == 3

    # Against janissaries too (13) at TMS 4: 3 + 0 = 3, one loss for the attacker.
    table = two_losses("abdurrahman", "janissary_1", losses=losses).roll(3).start().choose(*STORM)
    table.choose("hit", "unit:charles")
    assert table.value("charles") == 3


# ---------------------------------------------------------------------- how many, in which order


@rule("loss.excess")
@pytest.mark.parametrize("losses", BOTH)
def test_an_excess_loss_uses_up_no_entrenchment(losses: str) -> None:
    # Wounded foot (2) attacks the middle zone (6 + 4) out of the entrenched Vienna Gate, where other foot stays:
    # 1 - 8 = -7, two losses. The first destroys the attacker, and the second finds nobody who took part.
    position = siege().gone("sipahi_1").unit("kaiserlich_1", "becsi_kapu", wounded=True)
    position.wall("becsi_kapu", "kaiserlich_2").work("imperial", "becsi_kapu", 1).officers(abdurrahman=0)
    table = position.option(losses=losses).go("imperial").roll(1).start().choose("castle", "zone:kozepso")
    table.choose("join", "unit:kaiserlich_1").choose("launch")
    if losses == "owner_losses":
        table.choose("hit", "unit:kaiserlich_1")
    else:
        table.choose("bear")
    assert table.at("kaiserlich_1") == "lost"
    assert table.prompt == "go_imperial"
    assert table.work("imperial", "becsi_kapu") == 1
    assert not table.wounded("kaiserlich_2")


@rule("loss.all_must_be_assigned")
@pytest.mark.parametrize("losses", BOTH)
@pytest.mark.parametrize(
    "defenders", [("azab_2",), ("azab_2", "janissary_1", "janissary_2")], ids=["success", "failure"]
)
def test_no_loss_can_be_waived(losses: str, defenders: tuple[str, ...]) -> None:
    # 13 - 6 = +7: 8, two losses for the defence; 13 - 14 = -1: 0, two for the attack.
    table = two_losses(*defenders, losses=losses).roll(1).start().choose(*STORM)
    for _ in range(2):
        assert table.verbs() == {"hit"}
        table.match.choose(table.choices[0])
    assert table.prompt == "go_imperial"


@rule("loss.one_by_one")
def test_a_loss_takes_full_effect_before_the_next() -> None:
    table = two_losses("azab_2").roll(1).start().choose(*STORM)
    table.choose("hit", "unit:azab_1")
    assert table.wounded("azab_1")  # already, while the second loss is asked for
    assert (table.prompt, table.state.order.losses) == ("take_loss", 1)


@rule("loss.owner_entrench")
def test_the_owner_names_a_unit_or_gives_up_a_level_in_one_decision() -> None:
    table = storm("azab_2").work("ottoman", "vizivaros", 1).roll(2).start().choose(*STORM)
    assert table.asked == "ottoman"
    assert table.choices == [("hit", "unit:azab_1"), ("hit", "unit:azab_2"), ("absorb", "zone:vizivaros")]
    table.choose("hit", "unit:azab_2")  # that was the decision: nobody asks about the entrenchment
    assert table.prompt == "go_imperial"
    assert table.work("ottoman", "vizivaros") == 1


@rule("loss.owner_entrench")
def test_the_owner_gives_up_a_level_only_where_a_concerned_unit_stands() -> None:
    # The attackers of the failed assault stand at Víziváros, not in the Vienna Gate.
    position = storm("azab_2").gone("sipahi_1").wall("becsi_kapu", "kaiserlich_3")
    position.work("imperial", "becsi_kapu", 1).work("imperial", "vizivaros", 1)
    table = position.roll(1).start().choose(*STORM)
    assert table.offers("absorb", "zone:vizivaros")
    assert table.refused("absorb", "zone:becsi_kapu") == "entrench.same_zone"


@rule("loss.assign_then_entrench")
@pytest.mark.parametrize("answer", [("absorb", "zone:vizivaros"), ("bear",)], ids=["absorbed", "borne"])
def test_with_the_option_the_unit_is_named_first_and_the_owner_answers(answer: tuple[str, ...]) -> None:
    table = storm("azab_2", losses="actor_losses").work("ottoman", "vizivaros", 1).roll(2).start().choose(*STORM)
    assert table.asked == "imperial"
    assert table.verbs() == {"hit"}
    table.choose("hit", "unit:azab_2")
    assert table.asked == "ottoman"
    assert table.choices == [("absorb", "zone:vizivaros"), ("bear",)]
    table.choose(*answer)
    assert table.wounded("azab_2") == (answer == ("bear",))
    assert table.work("ottoman", "vizivaros") == int(answer == ("bear",))


# ---------------------------------------------------------------------- destroyed units


def beaten_foot(cms: int = 4) -> Table:
    """Two wounded foot (2 + 2) have stormed Víziváros (3 + 3 + 4) in vain: 1 - 6 = -5, both are destroyed."""
    position = storm("sipahi_1", "janissary_1").levels(cms=cms).unit("kaiserlich_1", "breaches:vizivaros", wounded=True)
    position.unit("kaiserlich_2", "breaches:vizivaros", wounded=True).roll(1)
    return position.start().choose(*STORM).choose("hit", "unit:kaiserlich_1")


@rule("loss.imperial_destroyed_cms")
@pytest.mark.parametrize(("before", "after"), [(4, 2), (2, 1), (1, 1)])
def test_every_destroyed_imperial_unit_costs_morale_down_to_one(before: int, after: int) -> None:
    assert beaten_foot(before).level("cms") == after


@rule("loss.imperial_box")
def test_a_destroyed_imperial_unit_is_out_of_play_until_the_turn_ends() -> None:
    table = beaten_foot()
    assert table.at("kaiserlich_1") == "lost"
    assert table.refused("move", "unit:kaiserlich_1", "zone:felheviz") == "move.imperial.own_zones"
    table.counters(9, 2).choose("end")  # the next round of the same turn
    assert table.at("kaiserlich_1") == "lost"
    assert "unit:kaiserlich_1" not in table.cup("imperial")


@rule("loss.ottoman_final")
def test_a_removed_ottoman_unit_never_comes_back() -> None:
    position = storm("azab_2").unit("azab_1", "vizivaros", wounded=True).counters(2, 8)
    table = position.start().choose("end")
    assert table.offers("move", "unit:azab_1", "zone:kozepso")

    table = storm("azab_2").unit("azab_1", "vizivaros", wounded=True).roll(1).counters(2, 8).start()
    table.choose(*STORM).choose("hit", "unit:azab_1").choose("end")  # 1 + 8 - 4 = 5, one loss
    assert table.at("azab_1") == "dead"
    assert table.refused("move", "unit:azab_1", "zone:kozepso") == "loss.ottoman_final"
    table.counters(0, 0, "counter:imperial_09", "counter:ottoman_02")  # both zeros: the next turn begins
    table.choose("end").choose("end")
    assert table.state.turn == 2
    assert table.at("azab_1") == "dead"


@rule("loss.destroyed_resets")
def test_a_destroyed_unit_forgets_its_wounded_side() -> None:
    table = beaten_foot()
    assert not table.wounded("kaiserlich_1")
    table.choose("return", "unit:charles", "unit:kaiserlich_1", "full")  # it was wounded when it fell
    assert (table.at("kaiserlich_1"), table.value("kaiserlich_1")) == ("felheviz", 4)
    table.choose("return", "unit:charles", "unit:kaiserlich_2", "wounded")
    assert table.value("kaiserlich_2") == 2
