"""What a seat cannot know: two truths that it cannot tell apart look, read, are asked and are imagined alike.

The truths are built by hand, since a `determinize` that forgets something would also forget it in its own twins.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from sandtable.engine.chance import Chance
from sandtable.engine.outlook import Outlook, outlook
from sandtable.engine.types import Choice, Json
from sandtable.games.battle_for_europe import GAME
from sandtable.games.battle_for_europe.flow import convoys, nations
from sandtable.games.battle_for_europe.pack import BRITAIN, GERMANY, USA, USSR
from sandtable.games.battle_for_europe.routes import ROUTE_KEYS
from tests.citing import rule
from tests.games.battle_for_europe.aid import AMERICAN, BRITISH, all_of_1941, in_1941, in_1944, send, stack, under_way
from tests.games.battle_for_europe.battles import at_first
from tests.games.battle_for_europe.war import Table, War

DRAWS = 20
HOME = "liverpool"
"""Where a British fleet stands in the usual deployment of 1941."""
AXIS, ALLIED = 0, 1


# ---------------------------------------------------------------------- alike for whoever cannot know


def imagined(table: Table, seat: int, seed: str) -> object:
    """A world that a seat may believe in."""
    world, chance = table.state.copy(), Chance.from_seed(seed)
    GAME.determinize(world, seat, chance)
    assert not GAME.invariants(world)
    seats = range(len(table.match.seats))
    return GAME.describe(world), [GAME.measure(world, other) for other in seats], chance.at


def alike(one: Table, other: Table, seat: int) -> None:
    """A seat sees, reads, may do and imagines the same in two truths; and so does a spectator, but for the worlds."""
    for viewer in (seat, None):
        assert one.scene(viewer) == other.scene(viewer)
        told = [[(line.key, line.args) for line in table.match.lines(viewer)] for table in (one, other)]
        assert told[0] == told[1]
    for seed in ("a", "b"):
        assert imagined(one, seat, seed) == imagined(other, seat, seed)
    ask, same = one.match.ask, other.match.ask
    assert (ask is None) == (same is None) and one.match.number == other.match.number
    if ask is None or same is None:
        return
    assert (ask.prompt, ask.seat) == (same.prompt, same.seat)
    if ask.open_to(seat):
        assert one.choices == other.choices
        offers = one.match.explained(), other.match.explained()
        assert offers[0].refusals == offers[1].refusals and offers[0].facts == offers[1].facts


def two_truths(place: Callable[[], War], receiver: str, amounts: tuple[int, int], base: str) -> tuple[Table, Table]:
    """The same position after stacks with different contents were sent."""
    one, other = (send(place().freely().start(), receiver, amount, base) for amount in amounts)
    return one, other


def goes_on(one: Table, other: Table, rng: random.Random, route: str) -> bool:
    """Both truths make the same choice, if both can; whether the stack still lies there."""
    common: list[Choice] = [choice for choice in one.choices if choice in other.choices]
    quiet = [choice for choice in common if choice[0] in ("stand_by", "done")]
    choice = rng.choice(quiet if quiet and rng.random() < 0.7 else common)
    one.match.choose(choice)
    other.match.choose(choice)
    return stack(one, route) >= 0 and stack(other, route) >= 0


PLACES: dict[str, tuple[Callable[[], War], str, str, tuple[int, int], str]] = {
    "Britain to the Soviet Union": (
        lambda: in_1944().all_units().hpp(britain=8).set(opening={"britain": 37}),
        "ussr",
        "britain_ussr",
        (8, 0),
        "edinburgh",
    ),
    "America to Britain": (
        lambda: in_1944(acting=AMERICAN).all_units(),
        "britain",
        "usa_britain",
        (3, 13),
        "edinburgh",
    ),
    "America in winter 1941": (
        lambda: all_of_1941().season("1941_winter"),
        "ussr",
        "usa_ussr",
        (6, 1),
        HOME,
    ),
}


@rule("lend.hidden", "lend.sender_hpp_hidden", "lend.blank_size", "lend.asked_alike", "lend.counts_limit")
@pytest.mark.parametrize("case", list(PLACES))
@pytest.mark.parametrize("seed", range(2))
def test_who_cannot_know_notices_nothing_until_the_stack_is_turned_up(case: str, seed: int) -> None:
    place, receiver, route, amounts, base = PLACES[case]
    one, other = two_truths(place, receiver, amounts, base)
    rng = random.Random(f"{case} {seed}")
    steps = 0
    alike(one, other, AXIS)
    while goes_on(one, other, rng, route) and one.match.ask is not None:
        steps += 1
        if steps % 5 == 0 or one.match.ask.open_to(AXIS):
            alike(one, other, AXIS)
    assert steps > 5


@rule("lend.hidden", "lend.usa_1941_underway")
def test_the_accounting_of_1941_tells_nothing_of_stacks_under_way() -> None:
    place = lambda: in_1941().season("1941_winter")  # noqa: E731
    one, other = two_truths(place, "ussr", (6, 0), "edinburgh")
    while one.state.season == other.state.season and one.told("account") == []:
        for table in (one, other):
            table.choose(*next(choice for choice in table.choices if choice[0] in ("done", "stand_by")))
    assert one.purse("usa") == 40 - 6 and other.purse("usa") == 40
    assert one.scene(AXIS) == other.scene(AXIS)
    alike(one, other, AXIS)


@rule("lend.debt_underway")
def test_an_accounting_with_debts_tells_nothing_of_stacks_under_way() -> None:
    def truth(amount: int) -> Table:
        place = in_1944().all_units().season("1944_winter").phase("accounting", 1).hpp(britain=3 - 5 - amount)
        return under_way(place, britain_ussr=amount).start()

    one, other = truth(3), truth(0)
    assert one.purse("britain") == other.purse("britain") - 3
    one.match.log = other.match.log = None  # whatever was told before
    alike(one, other, AXIS)


@rule("lend.hidden", "lend.sender_hpp_hidden")
def test_other_players_of_the_same_side_do_not_know_either() -> None:
    place = lambda: all_of_1941(acting=BRITISH, players=5).hpp(britain=6)  # noqa: E731
    one, other = two_truths(place, "ussr", (6, 2), HOME)
    seats = one.match.seats
    for name in ("germany", "italy", "ussr", "usa"):
        alike(one, other, seats.index(name))
    own = seats.index("britain")
    assert one.scene(own) != other.scene(own)
    assert [line.args[1] for line in (one.told("convoy_holds", own) + other.told("convoy_holds", own))] == [6, 2]


@rule("lend.hidden", "lend.sender_hpp_hidden")
def test_two_truths_set_up_by_hand_with_another_stock_look_alike() -> None:
    def truth(amount: int) -> Table:
        place = in_1944("building", BRITISH).all_units().hpp(britain=20 - amount)
        return under_way(place, britain_ussr=amount, usa_ussr=amount // 2).set(hpp={"usa": 50 - amount // 2}).start()

    for amounts in ((0, 8), (3, 7)):
        one, other = (truth(amount) for amount in amounts)
        alike(one, other, AXIS)


@rule("lend.hidden")
def test_the_outlook_of_an_attack_tells_nothing() -> None:
    def truth(amount: int) -> Table:
        place = in_1944("fighting", 0).phase("fighting", 1).hpp(britain=20 - amount)
        place.stack("berlin", germany={"infantry": 4, "tank": 4}).stack("warsaw", ussr={"infantry": 2}).held(
            "ussr", "warsaw"
        )
        place.stack("poznan", germany={"infantry": 4}).held("germany", "poznan").stack("smolensk", ussr={"infantry": 1})
        return under_way(place, britain_ussr=amount).start()

    tables = truth(0), truth(8)
    for table in tables:
        table.choose("attack", "area:warsaw")
    choice = tables[0].choices[0]
    told = [ends(outlook(table.match, choice, AXIS)) for table in tables]
    assert told[0] == told[1] and len(told[0]) > 1


def ends(found: Outlook | None) -> list[tuple[object, ...]]:
    """What an outlook tells, to be compared."""
    assert found is not None
    prospects = [prospect for each in found.ifs for prospect in each.prospects]
    return [(found.exact, one.share, *[(line.key, line.args) for line in one.lines]) for one in prospects]


# ---------------------------------------------------------------------- worlds


@rule("lend.hidden", "lend.sender_hpp_hidden")
def test_stacks_and_stocks_vary_together_over_twenty_draws() -> None:
    place = in_1944().hpp(britain=20, usa=40)
    table = (
        under_way(place, True, britain_ussr=5, usa_britain=4, usa_ussr=3).set(spent={"britain": 5, "usa": 7}).start()
    )
    seen: list[tuple[int, ...]] = []
    for draw in range(DRAWS):
        world = table.state.copy()
        GAME.determinize(world, AXIS, Chance.from_seed(str(draw)))
        stacks = world.lease_now().stacks
        seen.append((*stacks, world.hpp[BRITAIN], world.hpp[USA]))
        assert world.hpp[BRITAIN] + stacks[2] == 25 and world.hpp[USA] + stacks[0] + stacks[1] == 47
        assert world.spent[BRITAIN] == stacks[2] and world.spent[USA] == stacks[0] + stacks[1]
        assert 0 <= stacks[2] <= 8 and 0 <= stacks[0] + stacks[1] <= 13
        assert world.hpp[GERMANY] == table.state.hpp[GERMANY] and world.hpp[USSR] == table.state.hpp[USSR]
        assert not GAME.invariants(world)
    for at in range(5):
        assert len({row[at] for row in seen}) > 1
    assert any(row[2] == 0 for row in seen) and any(row[2] > 0 for row in seen)


@rule("lend.hidden")
def test_the_sender_imagines_only_what_others_sent() -> None:
    table = under_way(in_1944(players=4), britain_ussr=5, usa_ussr=3).start()
    own = table.match.seats.index("britain")
    for draw in range(DRAWS):
        world = table.state.copy()
        GAME.determinize(world, own, Chance.from_seed(str(draw)))
        assert world.lease_now().stacks[2] == 5 and world.hpp[BRITAIN] == table.state.hpp[BRITAIN]
    allied = under_way(in_1944(), britain_ussr=5, usa_ussr=3).start()
    GAME.determinize(allied.state, ALLIED, Chance.from_seed("x"))
    assert allied.state.lease_now().stacks[1:] == [3, 5]


@rule("lend.hidden", "lend.sender_hpp_hidden")
def test_what_was_turned_up_is_known_in_every_world() -> None:
    table = under_way(in_1944(), britain_ussr=5, usa_ussr=3).start()
    convoys.turn_up(table.state, ROUTE_KEYS.index("usa_ussr"))
    for draw in range(DRAWS):
        world = table.state.copy()
        GAME.determinize(world, AXIS, Chance.from_seed(str(draw)))
        assert world.lease_now().stacks[1] == 3 and world.hpp[USA] == table.state.hpp[USA]


@rule("lend.sender_hpp_hidden", "hpp.no_credit")
def test_open_payments_limit_what_a_stack_can_hold() -> None:
    table = under_way(in_1944("building", BRITISH).hpp(britain=4), britain_ussr=2).start()
    assert table.state.lease_now().most[BRITAIN] == 8
    table.choose("build", "kind:britain_infantry", 1).choose("at", "area:london")
    cost = 4 - table.purse("britain")
    assert table.state.lease_now().most[BRITAIN] == 4 + 2 - cost
    for draw in range(DRAWS):
        world = table.state.copy()
        GAME.determinize(world, AXIS, Chance.from_seed(str(draw)))
        assert world.hpp[BRITAIN] >= 0


# ---------------------------------------------------------------------- what is seen


@rule("lend.hidden", "lend.counts_limit", "hpp.no_credit")
@pytest.mark.parametrize(("hpp", "spent", "most"), [(5, 0, 5), (30, 12, 4), (30, 0, 8)])
def test_a_stack_holds_at_most_what_its_sender_could_openly_pay(hpp: int, spent: int, most: int) -> None:
    """A quarter of 32 is 8; with 5 HPP there are 5, and 12 of a limit of 16 openly spent leave 4."""
    place = in_1944(acting=BRITISH).hpp(britain=hpp).set(opening={"britain": 32}, spent={"britain": spent})
    table = send(place.start(), "ussr", 0)
    assert table.state.lease_now().most[BRITAIN] == most


@rule("lend.hidden", "lend.counts_limit", "opt.limit")
def test_what_is_openly_paid_after_a_stack_was_laid_leaves_less_for_it() -> None:
    """Of a limit of 16, 12 are paid openly after the stack was laid: it cannot hold more than 4."""
    g = send(in_1944(acting=BRITISH).hpp(britain=30).set(opening={"britain": 32}).start(), "ussr", 0).state
    nations.pay(g, BRITAIN, 12, "what:research", "opt.price")
    assert g.lease_now().most[BRITAIN] == 4


@rule("lend.hidden", "lend.leftover_year", "lend.sender_hpp_hidden")
def test_a_stack_that_is_turned_up_tells_nothing_of_the_other_one() -> None:
    """Two American stacks from last year, of which the accounting took 6 in any case: one of 4 is turned up."""
    slack: Json = {"slack": {"usa": 6}}
    place = under_way(in_1944("building", 0), usa_britain=4, usa_ussr=3).set(lend_lease=slack).hpp(usa=40)
    g = at_first(place)
    before = convoys.open_hpp(g, USA)
    assert before == 40 + (4 + 3 - 6)
    convoys.turn_up(g, ROUTE_KEYS.index("usa_britain"))
    assert convoys.open_hpp(g, USA) == before  # of the 3 that are left 2 were taken in any case
    assert g.lease_now().most[USA] == 13 - 4
    convoys.take_off(g, ROUTE_KEYS.index("usa_britain"))
    assert (g.lease_now().most[USA], g.lease_now().slack[USA]) == (13 - 4, 6 - 4)  # the other one is still there
    convoys.turn_up(g, ROUTE_KEYS.index("usa_ussr"))
    convoys.take_off(g, ROUTE_KEYS.index("usa_ussr"))
    assert g.lease_now().most[USA] == g.lease_now().slack[USA] == 0


@rule("lend.counts_limit", "lend.sender_hpp_hidden")
def test_a_stack_of_last_turn_does_not_count_against_the_limit_of_this_one() -> None:
    g = at_first(under_way(in_1944(), fresh=True, britain_ussr=5))
    assert convoys.face_down(g, BRITAIN, g.lease_now().fresh) == 5
    convoys.forget(g)  # the turn of the Allies begins
    assert convoys.face_down(g, BRITAIN, g.lease_now().fresh) == 0


@rule("lend.usa_1941_deducted")
def test_what_britain_sent_in_1941_is_not_taken_from_america() -> None:
    g = at_first(under_way(in_1941("building"), britain_ussr=5))
    convoys.turn_up(g, ROUTE_KEYS.index("britain_ussr"))
    assert convoys.lent(g, USA) == 0


@rule("lend.sender_hpp_hidden", "comp.hpp.tokens")
def test_others_see_what_a_sender_has_at_most_and_its_own_seat_what_it_has() -> None:
    table = send(in_1944().hpp(britain=20, usa=30).start(), "ussr", 7)
    for seat, seen in ((ALLIED, 13), (AXIS, 20), (None, 20)):
        scene = table.scene(seat)
        piles = {pile.id: pile.count for pile in scene.piles}
        assert piles["hpp:britain"] == seen and piles["hpp:germany"] == 91 and piles["hpp:ussr"] == 43
        assert scene.standing["allies"]["hpp"] == seen + 30 + 43
        assert scene.status.get("at_most_britain") == (None if seat == ALLIED else 20)
    assert table.told("account", AXIS) == []


@rule("lend.sender_hpp_hidden")
def test_hpp_lie_open_until_a_power_may_send() -> None:
    before = in_1941(acting=BRITISH).set(german_attack=None).start()
    assert not convoys.is_hidden(before.state, BRITAIN) and convoys.is_hidden(before.state, USA)
    assert "at_most_britain" not in before.scene(AXIS).status
    after = in_1941(acting=BRITISH).start()
    assert convoys.is_hidden(after.state, BRITAIN) and "at_most_britain" in after.scene(AXIS).status
    for power in (GERMANY, USSR):
        assert not convoys.is_hidden(after.state, power)


@rule("lend.sender_hpp_hidden", "lend.hidden")
def test_open_payments_and_losses_stay_public() -> None:
    table = in_1944("building").hpp(britain=20).start()
    table.choose("build", "kind:britain_infantry", 2).choose("at", "area:london")
    paid = table.last("paid", AXIS)
    assert paid[0] == "nation:britain" and convoys.open_hpp(table.state, BRITAIN) == 20 - int(str(paid[1]))


@rule("lend.blank_size", "lend.hidden")
def test_a_blank_stack_looks_like_any_other() -> None:
    tables = [send(in_1944().start(), "ussr", amount) for amount in (0, 8)]
    shown = [next(p for area in t.scene(AXIS).areas for p in area.pieces if p.kind == "convoy") for t in tables]
    assert shown[0] == shown[1] and shown[0].value is None and shown[0].face == "hidden"
    own = [next(p for area in t.scene(ALLIED).areas for p in area.pieces if p.kind == "convoy") for t in tables]
    assert [piece.value for piece in own] == [0, 8]


@rule("lend.hidden")
def test_a_stack_that_is_attacked_or_arrives_is_turned_up_for_all() -> None:
    attacked = under_way(in_1944(), britain_ussr=5).start()
    convoys.sink(attacked.state, ROUTE_KEYS.index("britain_ussr"), 1)
    assert attacked.last("convoy_shown", AXIS) == ("convoy:britain_ussr", 5)
    piece = next(p for area in attacked.scene(AXIS).areas for p in area.pieces if p.kind == "convoy")
    assert piece.value == 3 and piece.face == ""
    assert convoys.open_hpp(attacked.state, BRITAIN) == attacked.purse("britain")
    arrived = under_way(in_1944("building", 0), britain_ussr=5).start()
    assert arrived.last("convoy_shown", AXIS) == ("convoy:britain_ussr", 5)


@rule("lend.asked_alike")
def test_a_power_that_has_nothing_left_is_asked_all_the_same() -> None:
    for left in (0, 5):
        table = under_way(in_1944("building", BRITISH).hpp(britain=left), britain_ussr=5 - left).start()
        assert (table.prompt, table.facts["power"]) == ("phase_three", "nation:britain")
    assert table.verbs() == {"build", "done"}
    empty = under_way(in_1944("building", BRITISH).hpp(britain=0), britain_ussr=5).start()
    assert empty.choices == [("done",)]
    known = in_1944("building", BRITISH).hpp(britain=0).start()  # nobody could think that it had something
    assert known.facts["power"] != "nation:britain"


@rule("lend.asked_alike", "lend.sender_hpp_hidden")
def test_who_leads_is_asked_if_another_power_could_lead_by_what_everybody_knows() -> None:
    def truth(left: int) -> Table:
        place = in_1944("fighting").phase("fighting", 0, 1).hpp(britain=left).held("britain", "brest")
        place.stack("brest", britain={"infantry": 2}, usa={"infantry": 2}).stack("paris", germany={"infantry": 1})
        return under_way(place, britain_ussr=5 - left).start()

    poor, rich = (truth(left).choose("attack", "area:paris") for left in (0, 5))
    assert poor.prompt == rich.prompt == "lead"
    assert rich.offers("lead", "nation:britain") and not poor.offers("lead", "nation:britain")
    alike(poor, rich, AXIS)  # nor does the order tell who cannot


@rule("lend.hidden")
def test_nothing_can_be_taken_back_once_a_stack_was_turned_up() -> None:
    state = under_way(in_1944(), britain_ussr=5).start().state
    before = state.chance.barrier
    convoys.turn_up(state, ROUTE_KEYS.index("britain_ussr"))
    assert state.chance.barrier > before


def test_a_position_with_impossible_stacks_is_refused() -> None:
    assert (
        "hold more than they can"
        in under_way(in_1944(), britain_ussr=5).set(lend_lease={"most": {"britain": 4}}).impossible()
    )
    assert "there is no such stack" in in_1944().set(lend_lease={"shown": ["usa_ussr"]}).impossible()
    assert "Vologda is lost" in under_way(in_1944().held("germany", "vologda"), usa_ussr=1).impossible()
    early = in_1941().set(german_attack=None)
    assert "nothing is sent yet (lend.ussr.when)" in under_way(early, usa_ussr=1).impossible()


# ---------------------------------------------------------------------- what a stack may hold


@rule("lend.hidden", "lend.per_destination")
def test_two_stacks_together_hold_no_more_than_their_sender_could_lay() -> None:
    g = at_first(under_way(in_1944(), usa_britain=1, usa_ussr=0).set(lend_lease={"most": {"usa": 1}}))
    for draw in range(40):
        world = g.copy()
        GAME.determinize(world, 0, Chance.from_seed(str(draw)))
        assert world.lease_now().stacks[0] + world.lease_now().stacks[1] <= 1


@rule("lend.hidden", "lend.receiver_fallen")
def test_what_a_fallen_sender_had_tells_nothing_of_its_stack() -> None:
    """Its HPP are gone in any case, and the stack goes on."""
    seen: list[tuple[int, int]] = []
    for amount in (0, 5):
        g = at_first(under_way(in_1944(), britain_ussr=amount))
        g.hpp[BRITAIN] = 0
        convoys.look_at_fallen(g, BRITAIN)
        seen.append((convoys.open_hpp(g, BRITAIN), g.lease_now().most[BRITAIN]))
        assert g.lease_now().stacks[ROUTE_KEYS.index("britain_ussr")] == amount
    assert seen == [(0, 8), (0, 8)]


@rule("lend.hidden", "lend.sender_hpp_hidden")
@pytest.mark.parametrize(("shown", "other"), [("usa_britain", "usa_ussr"), ("usa_ussr", "usa_britain")])
def test_of_two_stacks_only_that_which_was_turned_up_is_known(shown: str, other: str) -> None:
    g = under_way(in_1944(), usa_britain=4, usa_ussr=3).start().state
    convoys.turn_up(g, ROUTE_KEYS.index(shown))
    seen: set[int] = set()
    for draw in range(20):
        world = g.copy()
        GAME.determinize(world, 0, Chance.from_seed(str(draw)))
        stacks = world.lease_now().stacks
        assert stacks[ROUTE_KEYS.index(shown)] == g.lease_now().stacks[ROUTE_KEYS.index(shown)]
        seen.add(stacks[ROUTE_KEYS.index(other)])
    assert len(seen) > 1


@rule("lend.sender_hpp_hidden", "bomb.strategic.debt")
def test_a_sender_in_debt_has_nothing_at_most() -> None:
    table = in_1944().hpp(britain=-3).start()
    assert table.scene(0).status["at_most_britain"] == 0
