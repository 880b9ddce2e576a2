"""Every card of a criminal and every tile: what it shows, what it does and what it leaves alone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from sandtable.engine.types import Json
from tests.citing import rule
from tests.games.rogue_agent.rain_city import MISS, PACK, City, Table, city

Changes = dict[str, Json]
ASIDE = ("turn ", "dice ", "fight target", "criminals face_up", "phase", "chance", "resume")
"""What every attack changes."""


def flat(value: Json, path: str = "") -> Iterator[tuple[str, Json]]:
    """The fields of a position, each with the names that lead to it."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from flat(inner, f"{path} {key}".strip())
    else:
        yield path, value


def changes(table: Table, *choices: tuple[str | int, ...]) -> Changes:
    """What choices change, with the new values."""
    before = dict(flat(table.match.game.describe(table.state)))
    for choice in choices:
        table.choose(*choice)
    after = flat(table.match.game.describe(table.state))
    return {name: new for name, new in after if new != before[name] and not name.startswith(ASIDE)}


def den(card: str, state: str = "hidden", mode: str = "agent-3p") -> City:
    """Yellow and grey face criminal 4; there is one of everything that a card can touch."""
    other = "nobody_special" if card == "rook" else "rook"
    place = city(mode).at(yellow="district_3", grey="district_3").criminal(4, "district_3", card, state)
    place.criminal(2, "yellow", other).informants("district_3", "grey", "yellow").informants("district_5", "yellow")
    place.bomb(2, "district_5", 3).bomb(3, "district_1", 5).set(influence={"yellow": 2})
    return place.tracks("yellow", ammo=1, fuel=3, evidence=3, stamina=5).tracks("grey", stamina=5).turn("yellow")


def gone(criminal: int, card: str) -> Changes:
    """What it means that a criminal whose card lies open leaves play while the other one stays."""
    found: Changes = {f"discs criminal-{criminal}": None, f"criminals cards {criminal}": None, "removed": [card]}
    return found | ({"criminals defeated": []} if criminal == 2 else {})


def hurt(stamina: int) -> Changes:
    return {"tracks yellow stamina": stamina}


CLOCK: Changes = {"clocks yellow 4": 2}
TOP_GONE: Changes = {"informants district_3:upper": "yellow", "informants district_3:lower": None}
LEFT_TAKES: Changes = {"informants district_5:upper": None}

STRIKES_BACK: dict[str, Changes] = {
    "terrorist_jack": {"timers bomb-2": 2, "timers bomb-3": 4},
    "cinder_molly": hurt(4),
    "fusebox_lenny": {"timers bomb-2": 2},
    "petrol_nan": {**hurt(4), "tracks grey stamina": 4},
    "sapper_ruiz": {"discs bomb-1": "path-2", "timers bomb-1": 4},
    "torch_odile": {**hurt(4), **TOP_GONE},
    "baron_ashgrove": {**hurt(3), "timers bomb-2": 2, "timers bomb-3": 4},
    "static_yun": CLOCK,
    "ghostwire": {"credits yellow": 2},
    "harbourmaster_voss": {"discs criminal-4": "path-4"},
    "mirror_dae": CLOCK,
    "tidecaller_ines": CLOCK,
    "the_cartographer": {"at yellow": "headquarters", "seat": "grey", "turns_left": 1},
    "leviathan": {**hurt(2), **gone(2, "rook")},
    "penny_marrow": {"credits yellow": 3},
    "clerk_tobin": {"tracks yellow evidence": 2},
    "usurer_kamal": {"credits yellow": 2},
    "madame_quill": CLOCK,
    "silk_patel": CLOCK,
    "auditor_stray": {"influence yellow": 1},
    "the_comptroller": {"credits yellow": 2, "credits grey": 5, "credits purple": 5},
    "knuckles_brandt": hurt(4),
    "twitch": {"tracks yellow ammo": 0},
    "lookout_pim": {"discs criminal-4": "path-3"},
    "chain_rosa": hurt(4),  # one less for the informant
    "joyride_kit": {"tracks yellow fuel": 1},
    "two_storey_sven": CLOCK,
    "mother_hyena": {**hurt(3), "tracks grey stamina": 3},
    "velour_hask": LEFT_TAKES,
    "needle_aubrey": hurt(4),
    "choirboy": hurt(4),  # one less for the informant
    "sister_requiem": {"discs assassin-1": "path-4"},
    "mister_hush": CLOCK,
    "the_understudy": hurt(3),
    "cantor_vey": {**hurt(3), **LEFT_TAKES},
    "novice_zero": {},
    "tinker_moth": {"tracks yellow fuel": 2},
    "deacon_relay": {},
    "sparks": CLOCK,
    "prophet_cathode": hurt(4),
    "the_replicator": {"discs criminal-4": "path-3"},
    "archdeacon_null": hurt(3),
    "nobody_special": hurt(4),
    "lady_meridian": {"police": "district_1", "discs bomb-3": None, "timers bomb-3": 0},
    "rook": gone(4, "rook"),
    "the_weatherman": {**hurt(4), **CLOCK},
}
REMOVE = ("remove", "slot:district_5:upper")


@rule("attack.criminal.fail", "effect.vocabulary", "effect.parts_order", "card.data", "attack.retaliation.other_mode")
@pytest.mark.parametrize("card", list(STRIKES_BACK))
def test_every_retaliation(card: str) -> None:
    chosen: list[tuple[str | int, ...]] = [("attack", "criminal:4"), ("spend", 0)]
    chosen += [REMOVE] if card in ("velour_hask", "cantor_vey") else []  # grey, to the left, chooses
    table = den(card, "open").roll(*MISS, 4).start()
    assert changes(table, *chosen) == STRIKES_BACK[card]


@rule("reveal.event.retaliation", "attack.retaliation.other_mode")
@pytest.mark.parametrize("card", ["novice_zero", "deacon_relay", "prophet_cathode", "archdeacon_null"])
def test_every_retaliation_that_shows_a_token(card: str) -> None:
    table = den(card, "open", "android-3p").tokens("hha", "aah", "hah").roll(*MISS).start()
    made = changes(table, ("attack", "criminal:4"), ("spend", 0), ("reveal", "token:yellow-3"))
    assert made == {**STRIKES_BACK[card], "shown": ["yellow-3"], "showed": ["yellow"]}


RED: dict[str, Changes] = {
    "terrorist_jack": hurt(3),
    "petrol_nan": {"tracks yellow fuel": 1},
    "torch_odile": TOP_GONE,
    "static_yun": {"tracks yellow evidence": 1},
    "harbourmaster_voss": {"discs criminal-4": "path-3"},
    "mirror_dae": {"fight hp": 1},
    "leviathan": hurt(3),
    "usurer_kamal": {"credits yellow": 2},
    "silk_patel": LEFT_TAKES,
    "the_comptroller": {"credits yellow": 1},
    "knuckles_brandt": hurt(4),
    "lookout_pim": {"discs criminal-4": "path-3"},
    "chain_rosa": hurt(4),
    "velour_hask": LEFT_TAKES,
    "choirboy": {"discs assassin-1": "path-2"},
    "sister_requiem": hurt(3),
    "cantor_vey": LEFT_TAKES,
    "deacon_relay": {"tracks yellow fuel": 2},
    "sparks": hurt(4),
    "archdeacon_null": hurt(4),
    "rook": {"discs criminal-4": "path-4"},
    "the_weatherman": {"fight hp": 1},
}
WHITE: dict[str, Changes] = {
    "cinder_molly": {"tracks yellow ammo": 3},
    "fusebox_lenny": {"timers bomb-3": 6},
    "baron_ashgrove": {"fight black": 1},
    "ghostwire": {"tracks yellow evidence": 5},
    "the_cartographer": {"fight green": 2},
    "penny_marrow": {"credits yellow": 6},
    "madame_quill": {"tracks yellow evidence": 5},
    "joyride_kit": {"tracks yellow fuel": 5},
    "mother_hyena": {"fight green": 1},
    "needle_aubrey": hurt(6),
    "mister_hush": {"fight black": 1},
    "tinker_moth": {"tracks yellow fuel": 4},
    "prophet_cathode": {"tracks yellow evidence": 5},
    "lady_meridian": {"credits yellow": 5},
}
CHOSEN: dict[str, tuple[str, str]] = {
    "silk_patel": REMOVE,
    "velour_hask": REMOVE,
    "cantor_vey": REMOVE,
    "deacon_relay": ("lose", "track:fuel"),
    "fusebox_lenny": ("pick", "bomb:3"),
}


@rule("attack.reveal", "attack.reveal.red", "attack.reveal.white", "attack.reveal.none", "card.data")
@pytest.mark.parametrize("card", list(PACK.card_keys))
def test_every_reveal(card: str) -> None:
    chosen = [("attack", "criminal:4"), *([CHOSEN[card]] if card in CHOSEN else [])]
    ignorant, informed = den(card).start(), den(card).looked(4, "yellow").start()
    assert changes(ignorant, *(chosen if card in RED else chosen[:1])) == RED.get(card, {})
    assert changes(informed, *(chosen if card in WHITE else chosen[:1])) == WHITE.get(card, {})


NUMBERS: dict[str, dict[int, tuple[str, ...]]] = {
    # syndicate: by hit points, the cards with their bounties
    "ember": {
        1: ("cinder_molly 1",),
        2: ("fusebox_lenny 2", "petrol_nan 2", "sapper_ruiz 3"),
        3: ("terrorist_jack 4", "torch_odile 3"),
        4: ("baron_ashgrove 5",),
    },
    "current": {
        2: ("static_yun 3", "ghostwire 3"),
        3: ("harbourmaster_voss 4", "mirror_dae 4", "tidecaller_ines 4"),
        4: ("the_cartographer 5", "leviathan 6"),
    },
    "ledger": {
        1: ("penny_marrow 2", "clerk_tobin 2"),
        2: ("usurer_kamal 3", "madame_quill 3", "silk_patel 2"),
        3: ("auditor_stray 4", "the_comptroller 5"),
    },
    "hyenas": {
        1: ("knuckles_brandt 1", "twitch 1", "lookout_pim 1"),
        2: ("chain_rosa 2", "joyride_kit 2"),
        3: ("two_storey_sven 3", "mother_hyena 4"),
    },
    "choir": {
        1: ("needle_aubrey 2",),
        2: ("choirboy 2", "sister_requiem 3", "mister_hush 3"),
        3: ("velour_hask 4", "the_understudy 3"),
        4: ("cantor_vey 5",),
    },
    "parish": {
        1: ("novice_zero 1", "tinker_moth 2"),
        2: ("deacon_relay 2", "sparks 2"),
        3: ("prophet_cathode 4", "the_replicator 3"),
        4: ("archdeacon_null 5",),
    },
    "wild": {2: ("nobody_special 2", "lady_meridian 3"), 3: ("rook 4",), 4: ("the_weatherman 6",)},
}
ROWS = [(card, syndicate, hp) for syndicate, by_hp in NUMBERS.items() for hp, cards in by_hp.items() for card in cards]


@rule("card.hp", "card.bounty", "card.syndicate", "card.data", "turnin.bounty")
@pytest.mark.parametrize(("card", "syndicate", "hp"), ROWS)
def test_the_numbers_of_every_card(card: str, syndicate: str, hp: int) -> None:
    name, bounty = card.split()
    table = city().at(purple="headquarters").criminal(1, "purple", name).turn().start().choose("turn_in")
    assert table.credits("purple") == 4 + int(bounty)
    assert PACK.syndicate_keys[PACK.cards[PACK.card_keys.index(name)].syndicate] == syndicate
    shot = den(name, "open").start().choose("attack", "criminal:4")
    assert shot.facts["needed"] == hp


# ---------------------------------------------------------------------- tiles

GOODS: dict[str, tuple[str, int, int]] = {
    # tile: what is sold, how much of it for one price, and the price
    "district_1": ("ammo", 1, 1),
    "district_2": ("evidence", 2, 2),
    "district_3": ("evidence", 2, 2),
    "district_4": ("weapon", 1, 3),
    "district_5": ("fuel", 1, 1),
    "district_6": ("agent", 1, 3),
    "ammunition_depot": ("ammo", 2, 1),
    "fuel_station": ("fuel", 2, 1),
    "motor_pool": ("car", 1, 2),
    "gunsmith": ("weapon", 1, 2),
    "synthetics_lab": ("agent", 1, 2),
}


@rule("buy.price", "buy.resource", "buy.upgrade", "buy.action", "comp.tile.goods", "comp.tile.data")
@pytest.mark.parametrize("tile", list(GOODS))
def test_what_every_tile_sells(tile: str) -> None:
    kind, n, price = GOODS[tile]
    police = "district_1" if tile == "district_6" else "district_6"
    place = city().at(purple=tile).tracks("purple", ammo=0, fuel=0, evidence=0).set(police=police).turn()
    table = place.set(credits={"purple": price}).start()
    assert table.all("buy") == [("buy", f"goods:{kind}", 1)]
    made = changes(table, ("buy", f"goods:{kind}", 1))
    assert made == {f"tracks purple {kind}": n, "credits purple": 0}
    if price > 1:
        poor = place.set(credits={"purple": price - 1}).start()
        assert poor.refused("buy", f"goods:{kind}", 1) == "buy.needs_goods"


DICE: dict[str, tuple[int, int, int]] = {
    # tile: the red, green and black dice of a search
    "district_1": (1, 0, 2),
    "district_2": (2, 1, 0),
    "district_3": (0, 0, 2),
    "district_4": (2, 0, 0),
    "district_5": (0, 2, 0),
    "district_6": (0, 1, 1),
    "hospital": (0, 2, 0),
    "ammunition_depot": (0, 0, 2),
    "fuel_station": (0, 2, 0),
    "motor_pool": (0, 1, 1),
    "gunsmith": (2, 0, 0),
    "synthetics_lab": (1, 0, 1),
}


@rule("search.roll", "comp.tile.search_icon", "comp.tile.data")
@pytest.mark.parametrize("tile", list(DICE))
def test_the_dice_of_every_tile(tile: str) -> None:
    red, green, black = DICE[tile]
    police = "district_1" if tile == "district_6" else "district_6"
    table = city().at(purple=tile).set(police=police).turn().freely().start().choose("search")
    assert table.state.tray == (1 << red) - 1 | ((1 << green) - 1) << 3 | ((1 << black) - 1) << 6


@rule("comp.tile.gangsters", "gangster.damage", "comp.tile.data")
@pytest.mark.parametrize(
    ("tile", "beside", "skulls"),
    [
        ("district_1", "motor_pool", 2),
        ("district_2", "motor_pool", 2),
        ("district_3", "gunsmith", 1),
        ("district_4", "hospital", 1),
        ("district_5", "hospital", 1),
        ("district_6", "gunsmith", 1),
        ("hospital", "district_4", 0),
        ("gunsmith", "district_3", 0),
    ],
)
def test_the_gangsters_of_every_district(tile: str, beside: str, skulls: int) -> None:
    police = "district_2" if tile == "district_1" else "district_1"
    place = city().at(purple=beside).tracks("purple", ammo=0).set(police=police).turn()
    assert place.start().choose("patrol", f"tile:{tile}").stamina("purple") == 6 - skulls
