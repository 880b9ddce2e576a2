"""Icons: where they come from, what pays for an action, what is lost, and which count as another."""

from __future__ import annotations

from sandtable.games.days_of_ire.cards import AMMO, INFO, MOLOTOV
from sandtable.games.days_of_ire.flow.payment import Bill, covers, removals
from tests.citing import rule
from tests.games.days_of_ire.street import PACK, actor, street

HERE = "corvin_koz"


# ---------------------------------------------------------------------- icons


@rule("action.icons_from", "action.fighters_count", "action.icons_same_for_3_4")
def test_icons_come_from_fighters_here_and_from_the_own_hand() -> None:
    # e18 needs two ammunition and one information: f10 and f16 have ammunition, f03 information.
    table = actor("", "moricz_korter").event("e18").active("moricz_korter", "f10", "f16", "f03").start()
    table.choose("resolve", "event:e18")  # nothing to hand in
    assert table.event_at("moricz_korter") is None
    away = actor("", "moricz_korter").event("e18").active("csepel", "f10", "f16", "f03").start()
    assert away.refused("resolve", "event:e18") == "resolve.one_action"
    passive = actor("", "moricz_korter").event("e18").active("moricz_korter", "f10", "f16")
    assert passive.passive("moricz_korter", "f03").start().refused("resolve", "event:e18") == "resolve.one_action"


@rule("action.no_help")
def test_others_cannot_contribute_cards() -> None:
    place = actor("r05-1", "moricz_korter", 0, 2).rev("moricz_korter", "r07-1", 1).event("e18")
    table = place.start()
    assert table.refused("resolve", "event:e18") == "resolve.one_action"
    able = actor("r05-1 r03-1", "moricz_korter", 0, 2).rev("moricz_korter", "r07-1", 1).event("e18").start()
    able.choose("resolve", "event:e18")
    assert able.refused("pay", "card:r05-1", "card:r07-1") == "action.no_help"


@rule("action.fighter_icons_shared")
def test_every_revolutionary_in_the_location_uses_the_fighters() -> None:
    for seat in (0, 1):
        place = street(2).rev("corvin_koz").rev("corvin_koz", seat=1).active("corvin_koz", "f01", "f05")
        table = place.militia("corvin_koz").passive("corvin_koz", "f02").turn(seat, 2).start()
        assert table.offers("attack", 1) and table.offers("ability", "fighter:f05")


@rule("action.surplus_lost", "action.no_idle_cards")
def test_no_card_is_handed_in_for_nothing() -> None:
    # e25 needs two information: Leaflets alone, or two of the single ones.
    table = actor("r07-1 r03-1 r03-2 r12-1", "blaha_lujza_ter").event("e25").start().choose("resolve", "event:e25")
    assert table.refused("pay", "card:r07-1", "card:r03-1") == "action.no_idle_cards"
    assert table.refused("pay", "card:r03-1") == "resolve.at_location"
    assert set(table.all("pay")) == {
        ("pay", "card:r07-1"),
        ("pay", "card:r03-1", "card:r03-2"),
        ("pay", "card:r03-1", "card:r12-1"),
    }
    surplus = actor("r07-1", "szena_ter").active("szena_ter", "f03").event("e29", "szena_ter").start()
    surplus.drive("resolve event:e29", "pay card:r07-1")  # three icons for two
    assert surplus.discards() == {"r07-1"}


@rule("action.no_idle_cards")
def test_in_an_attack_every_card_fells_one_militia_more() -> None:
    table = actor("r05-1 r01-1").militia("corvin_koz", 2).start().choose("attack", 2)
    assert table.all("pay") == [("pay", "card:r05-1")]
    assert table.refused("pay", "card:r01-1", "card:r05-1") == "action.no_idle_cards"
    doubles = actor("r05-1 r05-2").militia("corvin_koz", 3).start()
    assert not doubles.offers("attack", 1)  # no way to gather exactly one
    doubles.choose("attack", 3)
    assert doubles.all("pay") == [("pay", "card:r05-1", "card:r05-2")]  # the fourth icon is lost


@rule("action.no_idle_cards", "cards.aid_one_icon")
def test_many_payments_can_be_put_together_card_by_card() -> None:
    hand = "r01-1 r02-1 r03-1 r04-1 r04-2 r08-1 r09-1 r10-1 r11-1 r12-1"
    table = actor(hand, "bem_ter").event("e14").start().choose("resolve", "event:e14")  # one icon of each kind
    assert len(table.all("pay")) == 12 and table.offers("more")
    table.choose("more").choose("lay", "card:r12-1")
    assert table.refused("lay", "card:r12-1") == "resolve.cards_discarded"
    assert table.refused("lay", "card:r11-1") == "action.no_idle_cards"  # a second information
    table.drive("lay card:r10-1", "lay card:r09-1")
    assert table.event_at("bem_ter") is None
    assert table.discards() >= {"r12-1", "r10-1", "r09-1"}


@rule("action.icons_from", "action.fighter_icons_shared")
def test_only_the_fighters_beside_whoever_acts_give_icons() -> None:
    place = street(2).rev("bem_ter").rev(HERE, seat=1).event("e16").tanks(HERE).roll(6)  # two information icons
    with_them = place.active(HERE, "f03", "f04").turn(1, 2).start().choose("resolve", "event:e16")
    assert with_them.event_at(HERE) is None
    elsewhere = (
        street(2).rev("bem_ter").rev(HERE, seat=1).event("e16").active("bem_ter", "f03", "f04").turn(1, 2).start()
    )
    assert elsewhere.refused("resolve", "event:e16") == "resolve.one_action"


@rule("action.icons_from", "action.fighter_icons_shared")
def test_whoever_acts_uses_the_fighters_of_the_own_location() -> None:
    place = street(2).rev("bem_ter").rev(HERE, seat=1).active("bem_ter", "f01", "f16").active(HERE, "f17", "f22")
    table = place.militia("bem_ter", 4).militia(HERE, 4).turn(1, 2).start()
    assert table.all("attack") == [("attack", 3)]  # two icons, and one more by the sergeant who is there
    assert table.choose("attack", 3).militia(HERE) == 1 and table.militia("bem_ter") == 4


@rule("action.fighter_icons_kept")
def test_fighters_stay_and_their_icons_serve_again() -> None:
    crew = ("rt1", "rt3", "f02", "f03")  # three ammunition icons, two Molotovs, one information
    table = street().rev("bem_ter").active("bem_ter", *crew).event("e27").militia("bem_ter", 6).turn().start()
    assert table.choose("resolve", "event:e27").active("bem_ter") == set(crew)
    assert table.choose("attack", 3).active("bem_ter") == set(crew) and table.militia("bem_ter") == 3
    table.choose("attack", 3)
    assert table.militia("bem_ter") == 0 and table.active("bem_ter") == set(crew)


@rule("action.surplus_lost")
def test_icons_beyond_the_need_are_lost() -> None:
    one = street().rev(HERE, "r05-1").militia(HERE).turn().start().drive("attack 1", "pay card:r05-1")
    assert one.militia(HERE) == 0 and one.hand() == set() and one.discards() == {"r05-1"}
    both = street().rev("bem_ter", "r05-1 r07-1").event("e27").turn().start()
    both.drive("resolve event:e27", "pay card:r05-1 card:r07-1")  # one icon of each is needed
    assert both.event_at("bem_ter") is None and both.hand() == set()
    tank = street().rev(HERE, "r06-1 r06-2").tanks(HERE).roll(6).turn().start()
    assert tank.drive("destroy", "pay card:r06-1 card:r06-2").hand() == set() and tank.tanks(HERE) == 0


@rule("action.icons_from")
def test_the_payment_with_the_fewest_cards_is_offered_first() -> None:
    table = street().rev(HERE, "r01-1 r01-2 r05-1").militia(HERE, 2).turn().start().choose("attack", 2)
    assert table.choices == [("pay", "card:r05-1"), ("pay", "card:r01-1", "card:r01-2")]


@rule("action.no_idle_cards")
def test_payments_that_are_all_listed_leave_no_others_to_look_for() -> None:
    hand = "r02-2 r02-3 r03-3 r05-1 r07-2 r09-1 r10-2 r11-2"
    twelve = street().rev("moricz_korter", hand).event("e03").turn().start().choose("resolve", "event:e03")
    assert len(twelve.all("pay")) == 12 and not twelve.offers("more")
    assert twelve.refused("more") == "action.no_idle_cards"
    more = street().rev("moricz_korter", f"{hand} r08-1").event("e03").turn().start().choose("resolve", "event:e03")
    assert len(more.all("pay")) == 12 and more.offers("more")


@rule("resolve.cards_discarded", "action.no_idle_cards")
def test_militia_beside_an_event_do_not_matter_for_its_payment() -> None:
    table = street().rev(HERE, "r07-1 r03-1 r03-2").event("e16").militia(HERE, 14).militia("mdp_szekhaz", 0).turn()
    made = table.start().choose("resolve", "event:e16")
    assert sorted(made.choices) == [("pay", "card:r03-1", "card:r03-2"), ("pay", "card:r07-1")]


# ---------------------------------------------------------------------- icons that count as others


@rule("ability.fighter_once", "action.icons_from")
def test_the_chemistry_student_turns_one_ammunition_into_a_molotov() -> None:
    # His own Molotov and one of the card's ammunition: with a second card three.
    place = actor("r05-1 r02-1").tanks("corvin_koz").barricade("corvin_koz").active("corvin_koz", "f12")
    table = place.start()
    assert table.refused("destroy") == "tank.destroy"
    table.choose("ability", "fighter:f12").choose("destroy")
    assert table.all("pay") == [("pay", "card:r02-1", "card:r05-1")]
    table.choose("pay", "card:r02-1", "card:r05-1")
    assert table.tanks("corvin_koz") == 0
    assert sum(table.state.turn.swaps) == 0  # for one action only


@rule("ability.fighter_once", "action.icons_from")
def test_the_printer_makes_any_card_one_information() -> None:
    # e25 needs two information: his own and one card, whatever it shows.
    table = actor("r06-1", "blaha_lujza_ter").event("e25").active("blaha_lujza_ter", "f13").start()
    assert table.refused("resolve", "event:e25") == "resolve.one_action"
    table.drive("ability fighter:f13", "resolve event:e25", "pay card:r06-1")
    assert table.event_at("blaha_lujza_ter") is None and sum(table.state.turn.wild) == 0
    wasted = actor("r06-1", "blaha_lujza_ter").event("e25").active("blaha_lujza_ter", "f13").start()
    wasted.drive("ability fighter:f13", "draw")
    assert wasted.refused("resolve", "event:e25") == "resolve.one_action"  # it was for the next action
    exactly_one = actor("r07-1", "mdp_szekhaz").event("e21").active("mdp_szekhaz", "f13").start()
    exactly_one.choose("ability", "fighter:f13")  # information and Molotov: the card shows no Molotov
    assert exactly_one.refused("resolve", "event:e21") == "resolve.one_action"


def bill(need: tuple[int, int, int], swap: bool = False, wild: bool = False) -> Bill:
    """A bill with nobody about; perhaps one ammunition may count as a Molotov, perhaps one card as information."""
    swaps, any_card = [0] * 9, [0] * 3
    swaps[AMMO * 3 + MOLOTOV], any_card[INFO] = int(swap), int(wild)
    return Bill(need, 0, (0, 0, 0), tuple(swaps), tuple(any_card))


def paid(owed: Bill, *sorts: str) -> bool:
    return covers(PACK, owed, [PACK.sort_keys.index(sort) for sort in sorts])


@rule("ability.fighter_once", "action.icons_from")
def test_a_card_that_counts_as_information_counts_as_nothing_else() -> None:
    assert paid(bill((0, 0, 1), wild=True), "r01")
    assert not paid(bill((1, 0, 1), wild=True), "r01")
    assert paid(bill((1, 0, 1), wild=True), "r01", "r02")
    assert not paid(bill((0, 0, 2), wild=True), "r01", "r02")  # one card, not each


@rule("ability.fighter_once", "action.icons_from")
def test_an_icon_that_counts_as_another_is_no_longer_itself() -> None:
    assert paid(bill((0, 1, 0), swap=True), "r01")
    assert not paid(bill((1, 1, 0), swap=True), "r01")
    assert paid(bill((1, 1, 0), swap=True), "r05")  # of two icons one
    assert not paid(bill((0, 2, 0), swap=True), "r05")


@rule("ability.fighter_once", "action.icons_from")
def test_each_swap_turns_one_icon() -> None:
    two = Bill((0, 3, 0), 0, (3, 0, 0), tuple([2 * (at == AMMO * 3 + MOLOTOV) for at in range(9)]), (0, 0, 0))
    assert not covers(PACK, two, [])
    assert paid(two, "r02") and not paid(two, "r01")


@rule("ability.fighter_once")
def test_both_kinds_of_help_work_together_in_one_action() -> None:
    assert paid(bill((0, 1, 1), swap=True, wild=True), "r01", "r09")
    assert not paid(bill((0, 1, 1), swap=True, wild=True), "r01")


@rule("ability.fighter_once", "ability.fighter_permanent")
def test_the_printer_and_the_student_leader_help_in_one_action() -> None:
    table = street().rev("astoria", "r01-1").active("astoria", "f13", "f20").event("e22").turn().start()
    assert table.refused("resolve", "event:e22") == "resolve.one_action"  # three, less one, and the printer's own
    assert table.choose("ability", "fighter:f13").offers("resolve", "event:e22")


@rule("militia.up_to", "action.icons_same_for_3_4")
def test_icons_that_count_as_ammunition_remove_militia() -> None:
    g = street().rev(HERE, "r02-1").militia(HERE).turn().start().state
    assert removals(g) == []
    g.turn.swaps[MOLOTOV * 3 + AMMO] = 1
    assert removals(g) == [1]
