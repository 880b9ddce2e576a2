"""Clauses that a further round of planted faults found unguarded: what is told, what is asked, what no longer helps."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from sandtable.engine.errors import NoUndo
from sandtable.engine.sets import bits
from sandtable.games.rogue_agent.flow.defusing import LINES
from sandtable.games.rogue_agent.flow.setup import APPENDIX
from tests.citing import rule
from tests.games.rogue_agent.rain_city import MISS, WIN, Table, black, changed, city, green, red


def rules(table: Table, key: str) -> list[str]:
    """The rules that the lines of a kind cite, oldest first."""
    return [line.rule for line in table.told(key)]


# ---------------------------------------------------------------------- what is told


@rule("kidnap.take", "kidnap.target")
def test_the_kidnapper_is_told_how_many_it_may_take_and_from_whom() -> None:
    position = (
        city().at(purple="district_3", grey="district_3").criminal(1, "grey", "rook").criminal(2, "grey", "sparks")
    )
    table = position.tracks("grey", fuel=0).turn().roll(*green("car", "car")).start()
    table.choose("kidnap", "agent:grey").choose("spend", 2)
    assert table.facts == {"cars": 2, "target": "grey"}
    assert table.choose("take", "criminal:2").facts["cars"] == 1


@rule("buy.pay_supply", "buy.resource", "buy.upgrade")
def test_the_lines_about_a_purchase() -> None:
    table = city().at(purple="ammunition_depot").turn().start().choose("buy", "goods:ammo", 1)
    assert (rules(table, "paid"), rules(table, "gained")) == (["buy.pay_supply"], ["buy.resource"])
    weapon = city().at(purple="gunsmith").turn().start().choose("buy", "goods:weapon", 1)
    assert (rules(weapon, "paid"), rules(weapon, "gained")) == (["buy.pay_supply"], ["buy.upgrade"])


@rule("attack.retaliation.partial")
def test_nothing_is_told_of_a_loss_of_nothing() -> None:
    position = city().at(purple="district_3").criminal(1, "district_3", "twitch", "open").tracks("purple", ammo=0)
    table = position.turn().roll(*MISS).start().choose("attack", "criminal:1")
    assert table.told("lost") == [] and table.level("purple", "ammo") == 0


@rule("aloc.informant_top", "aloc.informant_next")
def test_each_informant_that_cancels_a_hit_is_told_by_its_rule() -> None:
    position = city("android-3p").androids("purple").at(purple="gunsmith").informants("gunsmith", "yellow", "grey")
    table = position.tracks("purple", ammo=0).turn().roll(*red("explosion", "explosion", "agent")).start()
    table.choose("attack_location")
    assert rules(table, "informant_removed") == ["aloc.informant_top", "aloc.informant_next"]


@rule("aagent.target", "aagent.damage", "aagent.kill", "aandroid.steps", "aandroid.damage", "aandroid.kill")
@pytest.mark.parametrize(
    ("seat", "verb", "target", "cited"),
    [
        ("grey", "attack_agent", "yellow", ["aagent.target", "aagent.damage", "aagent.kill"]),
        ("yellow", "attack_android", "grey", ["aandroid.steps", "aandroid.damage", "aandroid.kill"]),
    ],
)
def test_attacks_of_and_on_an_android_are_told_by_their_own_rules(
    seat: str, verb: str, target: str, cited: list[str]
) -> None:
    position = city("android-3p").androids("grey").at(yellow="district_3", grey="district_3").tracks(seat, ammo=0)
    position.tracks(target, stamina=3, fuel=0).turn(seat, leader=seat).roll(*WIN)
    table = position.start().choose(verb, f"agent:{target}")
    told = [rules(table, key)[-1] for key in ("attacked", "hurt", "influence_up")]
    assert told == cited and table.last("influence_up")[0] == seat


@rule("explosion.when", "city.criminal.bomb_check")
def test_why_a_bomb_went_off() -> None:
    position = city().set(police="district_2").criminal(3, "gunsmith", "rook").bomb(2, "district_3", 1).turn("grey")
    table = position.freely().start().city_phase()
    assert (rules(table, "timer"), rules(table, "exploded")) == (["city.criminal.bomb_check"], ["explosion.when"])


@rule("search.order", "search.reroll")
def test_nothing_of_a_search_is_left_when_it_is_over() -> None:
    position = city().at(purple="district_3").informants("district_3", "purple").turn().roll(5, 5)
    table = position.start().choose("search").choose("keep")
    assert (table.state.search.informants, table.state.search.rerolls, table.state.tray) == (0, 0, 0)


@rule("game.goal", "win.tie_shared")
def test_the_result_says_how_near_the_others_came() -> None:
    position = city().set(influence={"purple": 8, "yellow": 6, "grey": 0}).turn("grey", round=6)
    table = position.freely().start().city_phase()
    assert table.outcome.scores == (1.0, 0.75, 0.0) and table.outcome.points == (8, 6, 0)
    none = city().turn("grey", round=6).freely().start().city_phase()
    assert none.outcome.scores == (1.0, 1.0, 1.0)


# ---------------------------------------------------------------------- what is asked


@rule("action.interrupt.point", "investigate.where")
def test_no_stop_is_made_where_an_informant_makes_a_look_possible_at_any_time() -> None:
    position = city().at(purple="motor_pool").criminal(1, "district_2", "sparks").informants("district_2", "purple")
    table = position.tracks("purple", ammo=0).turn().start()
    assert table.offers("investigate", "criminal:1")
    table.choose("patrol", "tile:headquarters")
    assert (table.where("purple"), table.prompt) == ("headquarters", "turn.order")


@rule("time.draw.short")
def test_with_an_empty_bag_the_turns_begin_at_once() -> None:
    position = city().set(round=1, phase="time", turns_left=0)
    for number in range(1, 5):
        position.assassin(number, "district_5").bomb(number, "district_4", 6)
    for number, card in enumerate(("rook", "sparks", "twitch", "choirboy", "leviathan", "baron_ashgrove"), 1):
        position.criminal(number, "district_1", card)
    table = position.start()
    assert (table.prompt, table.asked, table.state.round) == ("turn.order", "purple", 2)


@rule("search.needs_icon")
def test_a_place_without_search_icons_is_not_searched(tmp_path: Path) -> None:
    game = changed(tmp_path, "hospital", 'search = [{ colour = "green", n = 2 }]', "search = []")
    table = city(game=game).at(purple="hospital").turn().start()
    assert table.refused("search") == "search.needs_icon"


# ---------------------------------------------------------------------- destroyed tiles


@rule("destroy.side", "loc.safe.agent", "explosion.here")
@pytest.mark.parametrize("tile", ["district_5", "motor_pool"])
def test_a_destroyed_tile_shields_no_agent(tile: str) -> None:
    position = city("android-3p").androids("grey").set(burnt=[tile]).at(purple=tile, grey=tile, yellow="headquarters")
    table = position.turn("grey", leader="grey").start()
    assert table.offers("attack_agent", "agent:purple")
    blast = position.bomb(1, tile, 1).turn("yellow", leader="grey").freely().start().city_phase()
    assert blast.stamina("purple") == 2


# ---------------------------------------------------------------------- patrols


ROWS = (" t1 t2 t3 ", "m0 m1 m2 m3 m4", "b0 b1 b2 b3 b4")
"""The places as they lie: three above the middle of five, and five below."""


def beside(place: str) -> set[str]:
    """The places that share a full side with one: left and right, above and below."""
    row, column = "tmb".index(place[0]), int(place[1])
    around = {(row, column - 1), (row, column + 1), (row - 1, column), (row + 1, column)}
    found = {f"{'tmb'[r]}{c}" for r, c in around if 0 <= r < 3}
    return {other for other in found if other in " ".join(ROWS).split()}


def ends(place: str, steps: int, entered: frozenset[str] = frozenset()) -> set[str]:
    """Where walks of at most so many steps can end that enter no place twice."""
    found: set[str] = set()
    for other in beside(place) - entered:
        found |= {other} | (ends(other, steps - 1, entered | {other}) if steps > 1 else set())
    return found


@rule(
    "patrol.range", "patrol.engine", "patrol.step_adjacent", "patrol.no_repeat", "patrol.return_start", "loc.adjacent"
)
@pytest.mark.parametrize("car", [1, 2])
@pytest.mark.parametrize("place", " ".join(ROWS).split())
def test_a_patrol_ends_wherever_a_walk_without_repetition_does(place: str, car: int) -> None:
    table = city().at(purple=APPENDIX[place]).tracks("purple", car=car).turn().start()
    assert {choice[1] for choice in table.all("patrol")} == {f"tile:{APPENDIX[end]}" for end in ends(place, 1 + car)}


@rule("time.assassin", "time.bomb", "time.criminal")
def test_discs_that_come_into_the_city_are_told_by_their_rules() -> None:
    position = city("agent-4p").set(round=1, phase="time", turns_left=0)
    table = position.roll("criminal:2", "assassin:3", "bomb:2", 3, 4, 5, 6).start()
    for disc, district in (("criminal:2", 4), ("assassin:3", 5)):
        table.choose("assign", disc, f"tile:district_{district}")
    assert rules(table, "placed") == ["time.criminal", "time.assassin", "time.bomb"]
    assert [table.disc(disc) for disc in ("criminal-2", "assassin-3", "bomb-2")] == ["path-4", "path-6", "path-2"]
    assert table.timer(2) == 6


# ---------------------------------------------------------------------- dice and cards out of sight


@rule("search.reroll")
def test_any_of_the_dice_of_the_search_are_rolled_again_and_no_others() -> None:
    table = city().at(purple="district_3").turn().roll(5, 5, 4).start().choose("search")
    assert table.refused("reroll", "die:red-1") == "search.reroll"
    assert table.refused("reroll", "die:black-2", "die:black-3") == "search.reroll"
    table.choose("reroll", "die:black-2")  # it shows the same as the first, of which alone the list speaks
    assert table.level("purple", "evidence") == 4 and table.level("purple", "ammo") == 4


@rule("criminal.return.face_down", "criminal.return.markers", "info.hidden")
def test_what_is_known_of_a_card_that_leaves_unseen_goes_with_it() -> None:
    position = city().set(police="district_2").criminal(3, "district_6", "sparks", end=True).looked(3, "grey")
    position.set(criminals={"barred": {"3": ["rook"]}}).turn("grey")
    table = position.freely().start().city_phase()
    gone = table.match.game.describe(table.state)["removed_unseen"]
    assert gone == {"cards": ["sparks"], "markers": [["grey"]], "barred": [["rook"]]}


@rule("defuse.line", "defuse.line.adjacent", "defuse.sheet")
def test_the_lines_of_the_bomb_sheet_are_those_of_three_neighbours() -> None:
    """Of six columns with four rows: two lines in each column, four in each row, and eight each way aslant."""
    found = set()
    for line in LINES:
        cells = sorted(divmod(cell, 4) for cell in bits(line))  # column and row
        steps = {(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(cells)}
        assert len(cells) == 3 and len(steps) == 1 and steps <= {(0, 1), (1, 0), (1, 1), (1, -1)}
        found.add(tuple(cells))
    assert len(LINES) == len(found) == 6 * 2 + 4 * 4 + 8 + 8


@rule("android.actions", "aandroid.justice")
def test_an_android_attacks_no_other_android_as_an_agent_would() -> None:
    position = city("android-4p").androids("purple", "orange").at(purple="district_3", orange="district_3").turn()
    table = position.start()
    assert table.refused("attack_android", "agent:orange") == "android.actions"
    assert table.refused("attack_agent", "agent:orange") == "aagent.not_android"


# ---------------------------------------------------------------------- what follows


@rule("action.interrupt.point", "action.finish_first", "patrol.range")
def test_after_a_look_in_passing_a_patrol_may_go_somewhere_else() -> None:
    table = city().at(purple="motor_pool").criminal(1, "district_2", "sparks").tracks("purple", ammo=0).turn().start()
    table.choose("patrol", "tile:headquarters").choose("investigate", "criminal:1")
    assert table.refused("patrol", "tile:gunsmith") == "patrol.range"  # two steps away, and one is left
    table.choose("patrol", "tile:fuel_station")
    assert (table.where("purple"), table.prompt, table.state.turn.patrols) == ("fuel_station", "turn.order", 1)


@rule("reveal.stays", "info.hidden")
def test_a_token_that_was_shown_cannot_be_taken_back() -> None:
    position = city("android-3p").tokens("aah", "hha", "hah").at(purple="district_3", yellow="district_3")
    table = position.tracks("purple", evidence=4).turn().start()
    table.choose("screen", "agent:yellow").choose("reveal", "token:yellow-1")
    with pytest.raises(NoUndo):
        table.match.undo()


@rule("search.amplify.useless", "search.order")
def test_a_search_of_nothing_but_amplifies_is_over_at_once() -> None:
    table = (
        city().at(purple="district_4").turn().roll(*red("amplify", "amplify")).start().choose("search").choose("keep")
    )
    assert (table.prompt, table.state.tray, table.state.turn.actions) == ("turn.order", 0, 1)


@rule("aagent.kill", "aandroid.kill", "aagent.damage")
@pytest.mark.parametrize(("seat", "verb", "target"), [("grey", "agent", "yellow"), ("yellow", "android", "grey")])
@pytest.mark.parametrize(("stamina", "faces"), [(1, MISS), (4, WIN)])
def test_who_is_not_taken_down_brings_nobody_influence(
    seat: str, verb: str, target: str, stamina: int, faces: tuple[int, ...]
) -> None:
    position = city("android-3p").androids("grey").at(yellow="district_3", grey="district_3").tracks(seat, ammo=0)
    position.tracks(target, stamina=stamina, fuel=0).turn(seat, leader=seat).roll(*faces)
    table = position.start().choose(f"attack_{verb}", f"agent:{target}")
    assert (table.influence(seat), table.stamina(target), table.where(target)) == (0, 1, "district_3")


@rule("effect.vocabulary", "hospital.not_entry")
def test_a_card_can_put_a_figure_into_the_hospital_without_any_hurt(tmp_path: Path) -> None:
    game = changed(tmp_path, "the_cartographer", 'to = "headquarters"', 'to = "hospital"')
    position = city(game=game).at(purple="district_3").criminal(1, "district_3", "the_cartographer", "open")
    table = position.tracks("purple", ammo=0, stamina=5).set(influence={"purple": 1}).turn().roll(*MISS).start()
    table.choose("attack", "criminal:1")
    assert (table.where("purple"), table.stamina("purple"), table.influence("purple")) == ("hospital", 5, 1)


# ---------------------------------------------------------------------- refusals


@rule("search.explosion", "search.order", "search.prevent.ammo", "search.prevent.amplify")
def test_only_explosions_are_suffered_or_held_off() -> None:
    """A red amplify, a black explosion and black evidence in district 1."""
    position = city().at(purple="district_1").turn().roll(*red("amplify"), *black("explosion", "evidence"))
    table = position.start().choose("search").choose("keep")
    for verb in ("ammo", "amplify", "suffer"):
        assert table.refused(verb, "die:black-2") == "search.explosion"
    assert table.refused("resolve", "die:black-1") == "search.explosion"
    assert table.refused("double", "die:black-1") == "search.amplify.useless"
    assert {choice for choice in table.choices if choice[1] == "die:black-2"} == {
        ("resolve", "die:black-2"),
        ("double", "die:black-2"),
    }


@rule("search.alike", "search.order")
def test_explosions_are_alike_whatever_their_colour() -> None:
    """A red and a black explosion and black ammo, then black evidence twice, in district 1."""
    position = city().at(purple="district_1").turn()
    table = position.roll(*red("explosion"), *black("explosion", "ammo")).start().choose("search").choose("keep")
    assert table.offers("suffer", "die:red-1") and not table.offers("suffer", "die:black-1")
    for verb in ("suffer", "ammo"):
        assert table.refused(verb, "die:black-1") == "search.alike"
    table.choose("suffer", "die:red-1")
    assert table.offers("suffer", "die:black-1")  # now it is the first
    same = city().at(purple="district_1").turn().roll(*red("explosion"), *black("evidence", "evidence")).start()
    same.choose("search").choose("keep")
    assert same.refused("resolve", "die:black-2") == "search.alike"


@rule("defuse.place.new_column", "defuse.place.next_column", "defuse.place.topmost", "defuse.place.x_closes")
def test_why_a_die_cannot_be_placed() -> None:
    faces = (
        *red("explosion", "explosion", "amplify"),
        *green("fuel", "fuel", "fuel"),
        *black("explosion", "ammo", "ammo"),
    )
    position = city().at(purple="district_3").bomb(1, "district_3", 4).turn().roll(*faces)
    table = position.start().choose("defuse", "bomb:1").choose("place", "die:red-1", "cell:1-1")
    assert table.refused("place", "die:red-2", "cell:2-1") == "defuse.place.new_column"
    assert table.refused("place", "die:red-2", "cell:3-1") == "defuse.place.next_column"
    assert table.refused("place", "die:red-2", "cell:1-3") == "defuse.place.topmost"
    assert table.refused("place", "die:red-2", "cell:1-1") == "defuse.place.one_per_cell"
    table.choose("place", "die:red-3", "cell:1-2")
    assert table.refused("place", "die:red-2", "cell:1-3") == "defuse.place.x_closes"
    assert table.choose("place", "die:red-2", "cell:2-1").timer(1) == 3


@rule("dice.spend_limit", "board.resource.floor", "aagent.dice.defender")
def test_a_target_pays_no_more_fuel_than_it_has_or_than_there_are_dice() -> None:
    position = city("android-3p").androids("grey").at(yellow="district_3", grey="district_3").tracks("grey", ammo=0)
    poor = position.tracks("yellow", fuel=1).turn("grey", leader="grey").start().choose("attack_agent", "agent:yellow")
    assert poor.choices == [("spend", 0), ("spend", 1)] and poor.asked == "yellow"
    assert poor.refused("spend", 2) == "board.resource.floor"
    position.tracks("yellow", fuel=4).tracks("grey", weapon=3)  # two pistols: one green die is left over
    assert position.start().choose("attack_agent", "agent:yellow").refused("spend", 2) == "dice.spend_limit"
