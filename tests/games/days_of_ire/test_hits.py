"""Hits: how they are shared out, whom they remove, who comes back, and healing."""

from __future__ import annotations

from tests.citing import rule
from tests.games.days_of_ire.street import Table, street, under_fire

HERE = "corvin_koz"


def hit_here(hits: int, *companions: str) -> Table:
    """So many hits in Corvin Passage, where a revolutionary is with these companions."""
    dice = [1] * hits + [6] * (3 - hits)
    return under_fire(tanks=3).active(HERE, *companions).passive(HERE, "f22").roll(*dice).start().choose("draw")


@rule("hit.assign", "hit.one_by_one", "hit.must_assign")
def test_hits_are_given_one_by_one() -> None:
    table = hit_here(3, "f01", "f02")
    assert table.facts == {"hits": 3, "location": f"location:{HERE}"}
    assert table.verbs() == {"hit_seat", "hit"}  # none can be refused
    table.choose("hit", "fighter:f01")
    assert table.facts["hits"] == 2
    assert table.refused("hit", "fighter:f01") == "hit.assign"  # it has left with its first hit
    table.drive("hit_seat seat:revolutionary", "hit_seat seat:revolutionary")
    assert table.state.injuries == [2] and table.active(HERE) == {"f02"}


@rule("hit.assign", "avh.shot_assign")
def test_a_barricade_can_take_a_hit() -> None:
    table = street().phase("avh").rev("astoria").barricade("astoria").militia("astoria", 6).roll(1, 6).start()
    table.drive("avh avh:a4", "at location:astoria")
    assert table.verbs() == {"hit_seat", "hit_barricade"}
    assert not table.choose("hit_barricade").barricade("astoria")
    nothing = street().phase("avh").rev("astoria").militia("astoria").active("astoria", "f01").roll(1, 6).start()
    nothing.drive("avh avh:a4", "at location:astoria")
    assert nothing.refused("hit_barricade") == "hit.assign"


@rule("hit.choose_player", "headline.team_choice")
def test_the_team_decides_who_is_injured() -> None:
    place = under_fire("", 1, 3).rev(HERE, seat=1).rev("csepel", seat=2).turn(1, 1)
    table = place.roll(1).start().choose("draw")
    assert table.prompt == "hits" and table.asked == "second"  # whose turn it is
    ask = table.match.ask
    assert ask is not None and [ask.open_to(seat) for seat in range(4)] == [True, True, True, False]
    assert table.refused("hit_seat", "seat:third") == "hit.assign"  # elsewhere
    assert table.choose("hit_seat", "seat:first").state.injuries == [1, 0, 0]


@rule("hit.player_injury")
def test_a_hit_on_a_revolutionary_is_one_injury() -> None:
    assert hit_here(1).state.injuries == [1]  # nobody else is there: nothing is asked


@rule("hit.fighter_removed", "hit.fighter_pool")
def test_a_hit_fighter_lies_beside_the_board() -> None:
    table = hit_here(1, "f01").choose("hit", "fighter:f01")
    assert table.fallen("f01") and table.active(HERE) == set()


@rule("hit.revtank_out", "revtank.is_active_fighter")
def test_a_hit_revolutionary_tank_leaves_the_game() -> None:
    table = hit_here(1, "rt2").choose("hit", "fighter:rt2")
    assert not table.fallen("rt2") and table.active(HERE) == set()
    assert table.state.rev_tanks.bit_count() == 2  # it does not come back to the supply


@rule("hit.passive_safe")
def test_passive_fighters_cannot_be_hit() -> None:
    table = hit_here(1, "f01")
    assert table.refused("hit", "fighter:f22") == "hit.passive_safe"


@rule("hit.no_target")
def test_hits_without_a_target_have_no_effect() -> None:
    table = street().phase("avh").militia("astoria", 12).passive("astoria", "f01").roll(1, 1).start()
    table.drive("avh avh:a4", "at location:astoria")
    assert table.state.hits is None and table.state.injuries == [0] and table.passive("astoria") == "f01"


@rule("hit.must_assign", "hit.no_target")
def test_hits_beyond_the_last_target_are_lost() -> None:
    place = street().phase("avh").militia("astoria", 12).active("astoria", "f01").roll(1, 1)
    table = place.start().drive("avh avh:a4", "at location:astoria")
    assert table.fallen("f01") and table.state.hits is None  # two hits, one target


@rule("hit.card_effects", "hit.choose_player")
def test_hits_of_cards_are_shared_out_in_the_same_way() -> None:
    place = street(2).phase("headlines").headlines("h15").rev("kossuth_ter").rev("kossuth_ter", seat=1)
    table = place.active("kossuth_ter", "f01").barricade("kossuth_ter").start().choose("effect", "headline:h15")
    assert table.asked == "first" and table.verbs() == {"hit_seat", "hit", "hit_barricade"}
    table.choose("hit_barricade")
    assert not table.barricade("kossuth_ter") and table.prompt == "headlines"


@rule("hit.removed_by_card")
def test_a_fighter_removed_by_a_card_lies_beside_the_board_a_tank_is_gone() -> None:
    place = street().phase("headlines").headlines("h21").active("astoria", "f01", "rt1").militia("astoria")
    table = place.active("csepel", "f02").start().choose("effect", "headline:h21")
    assert table.refused("fighter", "fighter:f02") == "headline.choose_possible"  # no ÁVH unit is with f02
    assert table.choose("fighter", "fighter:f01").fallen("f01")
    tank = place.start().drive("effect headline:h21", "fighter fighter:rt1")
    assert not tank.fallen("rt1") and tank.state.rev_tanks.bit_count() == 2


@rule("hit.fighter_returns_active", "hit.fighter_pool")
def test_a_fighter_comes_back_active_where_there_is_room() -> None:
    place = street(2).phase("headlines").headlines("h25").rev("astoria").rev("csepel", seat=1)
    place.active("csepel", "f02", "f03", "f04", "f05")
    table = place.start().drive("play headline:h25", "fighter fighter:f01")
    assert table.active("astoria") == {"f01"}  # Csepel is full, so that nothing is asked
    assert not table.fallen("f01")
    assert place.start().choose("play", "headline:h25").refused("fighter", "fighter:f02") == "hit.fighter_pool"
    choice = street(2).phase("headlines").headlines("h25").rev("astoria").rev("csepel", seat=1).start()
    choice.drive("play headline:h25", "fighter fighter:f01")
    assert choice.named("at") == {"astoria", "csepel"}


@rule("hit.fighter_returns_active", "activate.cap", "hit.no_target", "headline.choose_possible")
def test_a_location_that_the_card_means_is_refused_by_what_stands_in_the_way_there() -> None:
    place = street(3).phase("headlines").headlines("h25 h04 h34").rev("astoria").rev("corvin_koz", seat=1)
    place.rev("csepel", seat=2).active("csepel", "f02", "f03", "f04", "f05")
    back = place.start().drive("play headline:h25", "fighter fighter:f01")
    assert back.refused("at", "location:csepel") == "hit.fighter_returns_active"  # four are active there
    assert back.refused("at", "location:bem_ter") == "headline.choose_possible"  # no revolutionary is there
    place.passive("astoria", "f06").passive("corvin_koz", "f07").passive("csepel", "f08")
    turned = place.start().choose("play", "headline:h04")
    assert turned.refused("at", "location:csepel") == "activate.cap"
    place.tanks("astoria").tanks("corvin_koz").tanks("bem_ter")
    hit = place.start().choose("effect", "headline:h34")
    assert hit.refused("at", "location:bem_ter") == "hit.no_target"  # nobody can be hit there


@rule("heal.remove_marker")
def test_healing_takes_one_marker_off() -> None:
    table = street().rev("corvin_koz", "r07-1", injuries=3).event("e16").turn().start()
    assert table.drive("resolve event:e16", "pay card:r07-1").state.injuries == [2]
    unhurt = street().rev("corvin_koz", "r07-1").event("e16").turn().start()
    assert unhurt.drive("resolve event:e16", "pay card:r07-1").state.injuries == [0]


@rule("hit.no_target", "promo.no_hits", "hit.passive_safe", "avh.attack_needs_unit")
def test_hits_where_only_those_are_who_cannot_be_hit_have_no_effect() -> None:
    place = street(promo=True).active("astoria", "yuri", "noel").passive("astoria", "f01").militia("astoria", 12)
    table = place.phase("avh").tracks(morale=5).roll(1, 1).start().drive("avh avh:a4", "at location:astoria")
    assert table.last("hits") == (2, "location:astoria") and table.prompt == "avh"
    assert table.active("astoria") == {"yuri", "noel"} and table.passive("astoria") == "f01"
    assert table.state.morale == 4 and table.state.injuries == [0]  # the show of force needs no victim
    volley = street().phase("headlines").headlines("h15").passive("kossuth_ter", "f01").tracks(morale=5).start()
    assert volley.choose("effect", "headline:h15").state.morale == 4 and volley.prompt == "headlines"


@rule("hit.player_injury", "hit.one_by_one", "tankfire.dice")
def test_every_hit_on_a_revolutionary_is_one_injury() -> None:
    table = street().rev(HERE).active(HERE, "f01").tanks(HERE, 4).roll(1, 2, 3, 1).turn().start().choose("draw")
    for injuries in (1, 2, 3):
        assert table.choose("hit_seat", "seat:revolutionary").state.injuries == [injuries]
    assert table.choose("hit", "fighter:f01").state.injuries == [3] and table.prompt == "turn"


@rule("promo.noel_gone", "hit.revtank_out", "hit.fighter_pool")
def test_who_left_the_game_is_refused_by_the_rule_that_says_so() -> None:
    place = street(promo=True).phase("headlines").headlines("h25").gone("noel", "rt1").active("astoria", "rt2", "f03")
    table = place.start().choose("play", "headline:h25")  # a removed fighter comes back
    assert table.prompt == "restore"
    assert table.refused("fighter", "fighter:noel") == "promo.noel_gone"
    assert table.refused("fighter", "fighter:rt1") == "hit.revtank_out"
    assert table.refused("fighter", "fighter:yuri") == "hit.fighter_pool"  # he is on the board
    assert table.refused("fighter", "fighter:rt2") == table.refused("fighter", "fighter:f03") == "hit.fighter_pool"
    without = street().phase("headlines").headlines("h25").start().choose("play", "headline:h25")
    assert without.refused("fighter", "fighter:noel") == "hit.fighter_pool"  # he does not play along


@rule("hit.card_effects", "hit.barricade_out")
def test_a_card_can_hit_a_barricade_alone() -> None:
    place = street().phase("headlines").headlines("h34").tanks("csepel").barricade("csepel").rev("bem_ter")
    assert not place.start().choose("effect", "headline:h34").barricade("csepel")


@rule("hit.no_target", "promo.no_hits")
def test_a_card_does_not_hit_where_only_noel_is() -> None:
    place = street(promo=True).phase("headlines").headlines("h34").tanks("astoria").rev("bem_ter")
    table = place.start().choose("effect", "headline:h34")
    assert table.told("hits") == [] and table.active("astoria") == {"noel"}
