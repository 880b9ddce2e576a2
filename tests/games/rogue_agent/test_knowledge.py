"""What seats know: worlds drawn for a seat agree with all that it has seen, and with nothing else."""

from __future__ import annotations

from sandtable.engine.chance import Chance
from sandtable.engine.types import Json
from sandtable.games.rogue_agent.redraw import determinize
from sandtable.games.rogue_agent.state import State
from tests.citing import rule
from tests.games.rogue_agent.rain_city import PACK, city


def worlds(g: State, seat: int, count: int = 60) -> list[State]:
    """Worlds that a seat may believe in."""
    drawn: list[State] = []
    for number in range(count):
        world = g.copy()
        determinize(world, seat, Chance.from_seed(str(number)))
        drawn.append(world)
    return drawn


def cards(drawn: list[State], criminal: int) -> set[str]:
    """The cards that a criminal has in some worlds."""
    return {PACK.card_keys[world.card[criminal - 1]] for world in drawn}


@rule("info.hidden", "time.criminal.hidden")
def test_a_face_down_card_is_any_card_that_was_not_seen() -> None:
    position = city().criminal(1, "district_3", "rook").criminal(2, "district_4", "sparks").looked(2, "purple")
    g = position.criminal(3, "district_5", "twitch", "open").pile("grey", "leviathan").turn().start().state
    mine, theirs = worlds(g, 0), worlds(g, 1)
    assert len(cards(mine, 1)) > 20 and not cards(mine, 1) & {"sparks", "twitch", "leviathan"}
    assert cards(mine, 2) == {"sparks"} and len(cards(theirs, 2)) > 20
    assert cards(mine, 3) == {"twitch"} and all(world.marker == g.marker for world in mine)
    assert len({tuple(world.deck) for world in mine}) == len(mine)


@rule("criminal.return.face_down", "info.hidden")
def test_a_card_that_left_unseen_may_be_any_but_for_those_who_looked() -> None:
    hidden: Json = {"cards": ["rook"], "markers": [["yellow"]], "barred": [[]]}
    position = city().set(removed_unseen=hidden).turn()
    position.used.append("rook")
    g = position.start().state
    assert len({world.removed_unseen[0] for world in worlds(g, 0)}) > 20
    assert {PACK.card_keys[world.removed_unseen[0]] for world in worlds(g, 1)} == {"rook"}


@rule("info.hidden")
def test_a_card_that_everybody_saw_going_back_is_under_no_older_criminal() -> None:
    position = city().criminal(1, "district_3", "rook").criminal(2, "district_4", "sparks")
    barred: Json = {"barred": {"1": ["the_replicator"]}}
    g = position.set(criminals=barred).turn().start().state
    drawn = worlds(g, 0, 300)
    assert "the_replicator" not in cards(drawn, 1)
    assert "the_replicator" in cards(drawn, 2)  # dealt later: it may be that one


@rule("setup.identity.look", "info.hidden")
def test_tokens_of_others_are_dealt_anew_and_own_or_revealed_ones_stay() -> None:
    g = city("android-3p").tokens("aah", "hhA", "aHh").turn().start().state
    drawn = worlds(g, 0)
    assert all(world.token[:3] == [1, 1, 0] and world.token[5] == 1 and world.token[7] == 0 for world in drawn)
    assert len({tuple(world.token) for world in drawn}) > 1 and all(sum(world.token) == 4 for world in drawn)


@rule("info.hidden", "criminal.return.face_down")
def test_every_world_is_a_possible_table_with_as_many_cards_in_every_place() -> None:
    """Two cards left unseen, grey having looked at one; three lie face down; two went back in front of all."""
    back: list[Json] = ["the_replicator", "the_weatherman"]
    hidden: Json = {"cards": ["rook", "twitch"], "markers": [["grey"], []], "barred": [[], back]}
    position = city().criminal(1, "district_3", "choirboy").criminal(2, "district_4", "sparks").looked(2, "grey")
    position.criminal(4, "district_5", "leviathan").set(removed_unseen=hidden).turn()
    position.used += ["rook", "twitch"]
    g = position.set(criminals={"barred": {"1": back, "2": back}}).start().state
    returned = {PACK.card_keys.index(str(card)) for card in back}
    drawn = worlds(g, 2, 300)
    for world in drawn:
        assert city().game.invariants(world) == [] and len(world.deck) == len(g.deck)
        assert world.card[1] == g.card[1] and world.removed_unseen[0] == g.removed_unseen[0]  # what grey knows
        assert not returned & {world.card[0], world.removed_unseen[1]}
    assert {world.card[3] for world in drawn} & returned  # dealt after they went back
    assert all(len({world.deck[at] for world in drawn}) > 20 for at in (0, 20, len(g.deck) - 1))


@rule("info.hidden.log", "criminal.return.face_down")
def test_nothing_is_told_of_a_card_that_leaves_face_down() -> None:
    table = city().criminal(1, "district_6", "rook", end=True).set(police="district_1").turn("grey").start()
    table.match.script(None)
    table.choose("end")
    for seat in (0, 1, 2, None):
        assert all("card:rook" not in line.args for line in table.match.lines(seat))
        piles = {pile.id: pile for pile in table.scene(seat).piles}
        assert piles["pile:removed_unseen"].count == 1 and piles["pile:removed_unseen"].contents is None


def test_the_map_is_the_city_and_all_else_lies_beside_it() -> None:
    areas = {area.id: area for area in city().turn("purple").start().scene(0).areas}
    on_map = {area.id for area in areas.values() if (area.x or area.y) and not area.part_of}
    assert on_map == {area.id for area in areas.values() if area.id.startswith("tile:")} and len(on_map) == 13
    assert [areas[f"cell:6-{row}"].part_of for row in range(1, 5)] == ["column:6"] * 4
