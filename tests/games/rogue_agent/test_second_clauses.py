"""Second clauses of rules: each test fails if only the first half of its rule is kept."""

from __future__ import annotations

from sandtable.engine.sets import NONE
from sandtable.games.rogue_agent.flow.game_end import points
from sandtable.games.rogue_agent.pack import SEATS
from tests.citing import rule
from tests.games.rogue_agent.rain_city import PACK, Table, black, city, red


def halves(table: Table, tile: str) -> list[str]:
    """Who holds the upper and the lower slot of a tile; '' is empty."""
    at = 2 * PACK.tile_keys.index(tile)
    return ["" if owner == NONE else SEATS[owner] for owner in table.state.slot[at : at + 2]]


@rule("reinforce.top")
def test_the_first_informant_takes_the_upper_slot_and_the_second_the_lower() -> None:
    alone = city().at(purple="district_3").turn().start().choose("reinforce")
    assert halves(alone, "district_3") == ["purple", ""]
    second = city().at(purple="district_3").informants("district_3", "yellow").turn().start().choose("reinforce")
    assert halves(second, "district_3") == ["yellow", "purple"]


@rule("informant.shift_up", "city.assassin.task_informant")
def test_the_lower_informant_moves_into_the_upper_slot() -> None:
    # The assassin acts in the gunsmith's first, and then goes on to district 3, where it acts again.
    position = (
        city().informants("gunsmith", "grey", "purple").informants("district_3", "yellow").assassin(1, "gunsmith")
    )
    table = position.set(police="district_1").turn("grey").start()
    table.match.script(None)
    table.choose("end")
    assert halves(table, "gunsmith") == ["purple", ""]
    assert halves(table, "district_3") == ["", ""]


@rule("city.police.move")
def test_from_district_6_the_police_go_on_to_district_1() -> None:
    table = city().set(police="district_6").turn("grey").start()
    table.match.script(None)
    assert table.choose("end").state.police == 1


@rule("gangster.informant")
def test_each_own_informant_holds_off_one_gangster() -> None:
    # Two gangsters in district 1, which is one step from the depot; two informants hold off both, and one only one.
    for informants, stamina in ((("purple", "purple"), 6), (("purple", "yellow"), 5), (("yellow", "yellow"), 4)):
        position = city().at(purple="ammunition_depot").tracks("purple", ammo=0).informants("district_1", *informants)
        table = position.turn().start().choose("patrol", "tile:district_1")
        assert table.stamina("purple") == stamina, informants


@rule("dice.spend_limit")
def test_a_free_black_die_leaves_two_to_buy() -> None:
    position = city().at(purple="district_3").criminal(1, "district_3", "mister_hush").looked(1, "purple")
    table = position.tracks("purple", ammo=5).turn().start().choose("attack", "criminal:1")
    assert [table.offers("spend", ammo) for ammo in range(5)] == [True, True, True, False, False]


@rule("search.amplify.double_symbol", "search.credit")
def test_a_doubled_credit_symbol_gives_four_credits() -> None:
    position = city().at(purple="district_1").set(credits={"purple": 0}).roll(*red("amplify"), *black("credit", "ammo"))
    table = position.turn().start().choose("search").choose("keep").choose("double", "die:black-1")
    assert table.credits("purple") == 4


@rule("search.white", "search.white_groups")
def test_the_two_pairs_of_the_headquarters_differ_in_colour() -> None:
    table = city().turn().start().choose("search")
    assert {choice[1] for choice in table.choices} == {"colour:red", "colour:green", "colour:black"}
    table.choose("colour", "colour:black")
    assert table.refused("colour", "colour:black") == "search.white_groups"
    assert {choice[1] for choice in table.choices} == {"colour:red", "colour:green"}


@rule("exposed.limit", "exposed.limit.tokens", "screen.limit_reached")
def test_with_four_players_tokens_stay_until_the_second_android_is_exposed() -> None:
    position = city("android-4p").tokens("Aah", "Aah", "hhh", "hah").tracks("orange", evidence=4).turn("orange")
    table = position.start().choose("screen", "agent:purple").choose("reveal", "token:purple-2")
    assert table.state.android == 0b1 and len(table.state.token) == 12
    second = position.androids("purple").tokens("AAh", "Aah", "hhh", "hah").tracks("orange", evidence=7).start()
    second.choose("screen", "agent:yellow").choose("reveal", "token:yellow-2")
    assert second.state.android == 0b11 and second.state.token == []
    assert second.refused("screen", "agent:grey") == "screen.limit_reached"


@rule("score.syndicate.five")
def test_every_card_beyond_the_fourth_adds_five() -> None:
    same = [key for key, card in zip(PACK.card_keys, PACK.cards, strict=True) if card.syndicate == 0]
    scored = [points(city().pile("purple", *same[:count]).turn().start().state, 0) for count in range(1, 8)]
    assert scored == [1, 3, 6, 10, 15, 20, 25]
