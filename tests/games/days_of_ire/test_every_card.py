"""Every card, what it needs, what it does and what it leaves alone: the expected changes are those of its text."""

from __future__ import annotations

import pytest

from sandtable.games.days_of_ire.cards import MODS
from tests.citing import rule
from tests.games.days_of_ire.street import PACK, Street, Table, street

HERE = "corvin_koz"
Changes = dict[str, int]


def seen(table: Table) -> Changes:
    """All numbers on the table by name."""
    g = table.state
    found = {"morale": g.morale, "support": g.support, "points": g.points, "more events": g.extra_events}
    found |= {"cards": g.hand[0].bit_count(), "injuries": g.injuries[0], "discards": g.discard.bit_count()}
    found |= {"soviet hand": g.soviet_hand.bit_count(), "headline discards": g.headline_discard.bit_count()}
    found |= {"front": g.front.bit_count(), "beside": (g.continuing | g.continuing_events << 42).bit_count()}
    found |= {
        "kit": g.avh_kit.bit_count(),
        "events": g.events_on_board(),
        "event discards": g.event_discard.bit_count(),
    }
    found |= {"actions": g.actions[0], "free steps": g.turn.free_steps, "silent": int(g.turn.silent)}
    found |= {"swaps": sum(g.turn.swaps), "wild": sum(g.turn.wild), "seen headlines": g.peeked[0].bit_count()}
    found |= {f"{mod} today": value for mod, value in zip(MODS, g.day_mods, strict=True)}
    found |= {f"{marker} happened": int(marker in table.happened()) for marker in PACK.marker_keys}
    for place in PACK.location_keys:
        counts = {"tanks": table.tanks(place), "militia": table.militia(place), "snipers": table.snipers(place)}
        counts |= {"active": len(table.active(place)), "barricade": int(table.barricade(place))}
        found |= {f"{kind} {place}": count for kind, count in counts.items()}
    return found


def changes(table: Table, *choices: str) -> Changes:
    """What choices change."""
    before = seen(table)
    after = seen(table.drive(*choices))
    return {name: count - before[name] for name, count in after.items() if count != before[name]}


# ---------------------------------------------------------------------- headlines


def city(headline: str) -> Street:
    """One of everything that a headline can touch."""
    deck = " ".join(card for card in ("h14", "h15", "h16") if card != headline)
    place = street().freely().phase("headlines").headlines(headline, second=deck).tracks(morale=5, support=3)
    place.rev(HERE, "r01-1 r01-2 r01-3", injuries=2).passive(HERE, "f01", "f02").active("astoria", "f03", "rt1")
    place.tanks("csepel").tanks("bem_ter").militia("csepel", 2).militia("astoria").discard("r12-1 r12-2 r11-1")
    return place.avh_row("a1-1 a2-1 a3-1 a4-1")


RED: dict[str, tuple[str, Changes]] = {
    # headline: what is chosen after it, with the ÁVH icon last, and what changes
    "h06": ("take_back 1", {"morale": -1, "kit": 1}),
    "h07": ("take_back 1", {"support": -1, "kit": 1}),
    "h08": ("at location:szena_ter", {"tanks szena_ter": 1, "zhukov_order happened": 1}),
    "h09": ("drop card:r01-1; take_back 1", {"cards": -1, "discards": 1, "kit": 1}),
    "h10": ("", {"no_free_step today": 1}),
    "h11": ("take_back 1", {"militia magyar_radio": 2, "kit": 1}),
    "h12": ("at location:csepel; take_back 3", {"militia csepel": 1, "kit": 3}),
    "h13": ("at location:csepel", {"snipers csepel": 1}),
    "h14": ("", {"tanks kossuth_ter": 1}),
    "h15": ("take_back 1", {"morale": -1, "kit": 1}),  # nobody is in Kossuth tér
    "h16": ("take_back 1", {"support": -1, "kit": 1}),
    "h17": ("take_back 2", {"militia mdp_szekhaz": 1, "kit": 2, "kadar_secretary happened": 1}),
    "h18": ("take_back 1", {"soviet hand": 2, "kit": 1}),
    "h19": ("drop card:r01-1; drop card:r01-2", {"cards": -2, "discards": 2}),
    "h20": ("move location:csepel location:corvin_koz; done", {"tanks csepel": -1, "tanks corvin_koz": 1}),
    "h21": ("fighter fighter:rt1; take_back 1", {"active astoria": -1, "kit": 1}),
    "h22": (
        "move location:astoria location:magyar_radio; done; take_back 3",
        {"militia astoria": -1, "militia magyar_radio": 1, "kit": 3},
    ),
    "h30": ("at location:szena_ter", {"tanks szena_ter": 1}),
    "h31": ("take_back 1", {"support": -1, "kit": 1}),
    "h32": ("", {"support": -2}),
    "h33": ("take_back 3", {"militia mdp_szekhaz": 2, "kit": 3}),
    "h34": ("take_back 1", {"kit": 1}),  # no target beside a tank
    "h35": ("take_back 2", {"event_cost today": -1, "kit": 2}),
}
CONTINUING = ("h10", "h23", "h24", "h27", "h35", "h38")


@rule("headline.red.effect", "icon.avh_take_back", "headline.red.effect_no_cp", "icon.continuing_beside_board")
@pytest.mark.parametrize("headline", list(RED))
def test_every_red_headline(headline: str) -> None:
    choices, expected = RED[headline]
    # Without an icon on the card there is no question about the row.
    made = changes(city(headline).start(), f"effect headline:{headline}", *filter(None, choices.split("; ")))
    hand = made.pop("soviet hand", 0)
    assert hand == expected.get("soviet hand", 0) - 1
    assert made.pop("beside" if headline in CONTINUING else "headline discards") == 1
    assert made == {name: count for name, count in expected.items() if name != "soviet hand"}


GREEN: dict[str, tuple[str, Changes]] = {
    "h01-1": ("", {"cards": 2, "points": 2, "popular_aid happened": 1}),
    "h02": ("", {"morale": 1, "points": 2}),
    "h03": ("", {"support": 1, "points": 3}),
    "h04": ("", {"active corvin_koz": 1, "points": 2}),
    "h05": ("", {"cards": 3, "points": 3}),
    "h23": ("", {"extra_action today": 1, "points": 4}),
    "h24": ("", {"tank_move_cost today": 2, "points": 3}),
    "h25": ("fighter fighter:f05", {"active corvin_koz": 1, "points": 2}),
    "h26": ("", {"support": 1, "points": 3, "nagy_pm happened": 1}),
    "h27": ("", {"tank_hit_max today": 1, "points": 2}),
    "h28": ("", {"cards": 2, "points": 2}),
    "h29": ("recover card:r12-1; recover card:r11-1", {"cards": 2, "discards": -2, "points": 3}),
    "h36": ("", {"militia csepel": -1, "active kossuth_ter": 1, "points": 3}),
    "h37": ("", {"support": 1, "points": 3}),
    "h38": ("", {"tanks_silent today": 1, "points": 4}),
    "h39": ("at location:csepel; at location:astoria", {"militia csepel": -1, "militia astoria": -1, "points": 4}),
    "h40": ("at location:bem_ter", {"tanks bem_ter": -1, "points": 4}),
    "h41": ("", {"morale": 1, "points": 2}),
}


@rule("headline.green.rev_execute", "headline.green.cp", "headline.green.choice")
@pytest.mark.parametrize("headline", list(GREEN))
def test_every_green_headline(headline: str) -> None:
    choices, expected = GREEN[headline]
    made = changes(city(headline).start(), f"play headline:{headline}", *filter(None, choices.split("; ")))
    assert made == {"soviet hand": -1, "front": 1, **expected}


@rule("icon.happened_modifies")
@pytest.mark.parametrize(
    ("headline", "marker", "choices", "expected"),
    [
        ("h14", "zhukov_order", "", {"tanks kossuth_ter": 2}),
        ("h19", "popular_aid", "", {}),
        ("h30", "zhukov_order", "at location:csepel; at location:csepel", {"tanks csepel": 2}),
        ("h31", "kadar_secretary", "take_back 1; take_back 1", {"support": -1, "kit": 2}),
        ("h38", "nagy_pm", "", {"tanks_silent today": 1, "morale": 1, "points": 4}),
    ],
)
def test_every_headline_that_a_marker_changes(headline: str, marker: str, choices: str, expected: Changes) -> None:
    table = city(headline).happened(marker).start()
    verb = "play" if headline == "h38" else "effect"
    made = changes(table, f"{verb} headline:{headline}", *filter(None, choices.split("; ")))
    pile = "front" if headline == "h38" else "headline discards"
    assert made == {"soviet hand": -1, pile: 1, **expected}


# ---------------------------------------------------------------------- events


PLACED: dict[str, tuple[int, str, Changes]] = {
    # event: price on the first place, what is chosen after it, and what changes
    "e01": (4, "", {"tanks corvin_koz": 1}),
    "e02": (3, "", {"militia szena_ter": 2}),
    "e03": (4, "", {"tanks moricz_korter": 1}),
    "e04": (2, "", {}),
    "e05": (4, "", {"tanks csepel": 1}),
    "e06": (4, "", {"snipers kossuth_ter": 1}),
    "e07": (3, "", {}),
    "e08": (4, "", {"militia mdp_szekhaz": 2}),
    "e09": (3, "", {}),
    "e10": (3, "", {"snipers astoria": 1}),
    "e11": (3, "", {}),
    "e12": (2, "", {}),
    "e13": (4, "", {"tanks sztalin_ter": 1}),
    "e14": (2, "drop card:r01-1", {"cards": -1, "discards": 1}),
    "e15": (3, "at location:bem_ter", {"militia bem_ter": 2}),
    "e19": (0, "", {"militia csepel": 1}),
    "e23": (0, "", {"militia magyar_radio": 1}),
    "e30": (0, "at location:bem_ter", {"support": -1}),
} | {event: (0, "", {}) for event in ("e16", "e17", "e18", "e20", "e21", "e22", "e24", "e25", "e26", "e27")}
PLACED |= {event: (0, "at location:astoria", {}) for event in ("e28", "e29")}


@rule("event.placement_effect", "event.major_cost", "event.side_cost", "event.location_printed")
@pytest.mark.parametrize("event", list(PLACED))
def test_every_event_when_it_is_placed(event: str) -> None:
    price, choices, expected = PLACED[event]
    place = street().phase("events", points=9).display(event).tracks(support=3).rev(HERE, "r01-1 r01-2")
    made = changes(place.start(), f"buy event:{event}", *filter(None, choices.split("; ")))
    assert made == {"events": 1, **({"points": -price} if price else {}), **expected}


CARD_OF = {"ammo": "r01", "molotov": "r02", "info": "r03"}
"""Cards with one icon each, four of a kind."""
REWARDS: dict[str, tuple[str, str, str, Changes]] = {
    # event: where it lies, the icons that it needs, what is chosen after it, and what changes besides the cards
    "s1": ("magyar_radio", "ammo ammo info", "", {"morale": 1, "radio_taken happened": 1}),
    "s2": ("sztalin_ter", "molotov molotov info", "", {"morale": 1, "stalin_statue happened": 1}),
    "s3": ("kossuth_ter", "info info ammo", "", {"support": 1}),
    "e01": ("corvin_koz", "molotov molotov ammo ammo", "at location:csepel", {"tanks csepel": -1}),
    "e02": ("szena_ter", "ammo ammo molotov info", "", {"morale": 1, "cards": 1}),
    "e03": ("moricz_korter", "molotov molotov ammo info", "", {"active moricz_korter": 1}),
    "e04": ("csepel", "ammo ammo info", "", {"cards": 3, "csepel_arms happened": 1}),
    "e05": ("csepel", "molotov molotov molotov info", "at location:szena_ter", {"tanks szena_ter": -1}),
    "e06": ("kossuth_ter", "info info ammo ammo", "", {"morale": 1, "support": 1}),
    "e07": ("kossuth_ter", "info", "", {"morale": 2, "support": 1}),  # it is the only event
    "e08": (
        "mdp_szekhaz",
        "ammo ammo ammo molotov",
        "at location:astoria; at location:mdp_szekhaz",
        {"militia astoria": -1, "militia mdp_szekhaz": -1},
    ),
    "e09": ("astoria", "info info ammo", "", {"cards": 2, "active astoria": 1, "police_sides happened": 1}),
    "e10": ("astoria", "ammo ammo info", "", {"snipers kossuth_ter": -1}),
    "e11": ("magyar_radio", "info info info", "", {"support": 1}),
    "e12": ("blaha_lujza_ter", "molotov molotov info", "", {"morale": 1}),
    "e13": ("sztalin_ter", "molotov molotov ammo info", "at location:csepel", {"tanks csepel": -1}),
    "e14": ("bem_ter", "ammo molotov info", "", {"cards": 2}),
    "e15": ("astoria", "ammo ammo info info", "at location:astoria", {"militia astoria": -1, "support": 1}),
    "e16": ("corvin_koz", "info info", "", {"injuries": -1, "kilian_wounded happened": 1}),
    "e17": ("szena_ter", "molotov ammo ammo", "", {"barricade szena_ter": 1}),
    "e18": ("moricz_korter", "ammo ammo info", "", {"cards": 2}),
    "e19": ("csepel", "ammo ammo ammo", "", {}),  # no militia there
    "e20": ("kossuth_ter", "info info ammo", "", {"morale": 1}),
    "e21": ("mdp_szekhaz", "info molotov", "", {"soviet hand": -1, "headline discards": 1}),
    "e22": ("astoria", "info info info", "done", {}),
    "e23": ("magyar_radio", "ammo molotov molotov", "", {"morale": 1}),
    "e24": ("blaha_lujza_ter", "info info ammo", "", {"support": 1}),
    "e25": ("blaha_lujza_ter", "info info", "", {"cards": 1}),
    "e26": ("sztalin_ter", "molotov molotov ammo", "", {"morale": 1}),
    "e27": ("bem_ter", "ammo info", "fighter fighter:f05", {"active bem_ter": 1}),
    "e28": ("bem_ter", "info ammo", "", {"injuries": -1}),
    "e29": ("bem_ter", "info info", "", {"injuries": -1, "doctor_heal today": 2}),
    "e30": ("bem_ter", "info info ammo", "", {"support": 1}),
}


def solver(event: str, needs: str) -> Street:
    """A hurt revolutionary with exactly these icons at an event, and a barricade against the tanks."""
    location = REWARDS[event][0]
    icons = needs.split()
    hand = [f"{CARD_OF[icon]}-{icons[:at].count(icon) + 1}" for at, icon in enumerate(icons)]
    place = street().freely().rev(location, " ".join(hand), injuries=2).turn().tracks(morale=5, support=3)
    anywhere = event in ("e15", "e28", "e29", "e30")
    place.event(event, location if anywhere else None).passive(location, "f01", "f02").headlines("h06 h07")
    return place.tanks("csepel").tanks("szena_ter").snipers("kossuth_ter").militia("astoria")


@rule("resolve.reward", "resolve.at_location", "resolve.remove_event", "resolve.cards_discarded")
@pytest.mark.parametrize("event", list(REWARDS))
def test_every_event_when_it_is_resolved(event: str) -> None:
    _, needs, choices, expected = REWARDS[event]
    table = solver(event, needs).set(turn={"silent": True}).start()
    cards = len(needs.split())
    pay = "pay " + " ".join(f"card:{card}" for card in sorted(table.hand()))
    made = changes(table, f"resolve event:{event}", pay, *filter(None, choices.split("; ")))
    assert made.pop("silent") == -1 and made.pop("actions") == -1 and made.pop("events") == -1
    assert made.pop("beside" if event == "e29" else "event discards") == 1
    assert made.pop("discards") == cards
    assert made.pop("cards", 0) == expected.get("cards", 0) - cards
    assert made == {name: count for name, count in expected.items() if name != "cards"}


@rule("resolve.one_action", "resolve.at_location")
@pytest.mark.parametrize("event", list(REWARDS))
def test_with_one_icon_less_no_event_is_resolved(event: str) -> None:
    icons = REWARDS[event][1].split()
    for missing in range(len(icons)):
        table = solver(event, " ".join(icons[:missing] + icons[missing + 1 :])).start()
        assert table.refused("resolve", f"event:{event}") == "resolve.one_action"


@rule("resolve.happened_modifies")
@pytest.mark.parametrize(
    ("event", "marker", "choices", "name", "count"),
    [
        ("e05", "csepel_arms", "at location:szena_ter", "morale", 1),
        ("e11", "radio_taken", "", "support", 2),
        ("e12", "stalin_statue", "", "morale", 2),
        ("e26", "stalin_statue", "", "cards", 1 - 3),
        ("e27", "police_sides", "fighter fighter:f05", "cards", 2 - 2),
        ("e28", "kilian_wounded", "", "injuries", -2),
    ],
)
def test_every_reward_that_a_marker_changes(event: str, marker: str, choices: str, name: str, count: int) -> None:
    table = solver(event, REWARDS[event][1]).happened(marker).set(turn={"silent": True}).start()
    pay = "pay " + " ".join(f"card:{card}" for card in sorted(table.hand()))
    made = changes(table, f"resolve event:{event}", pay, *filter(None, choices.split("; ")))
    assert made.get(name, 0) == count


@rule("end.penalties", "end.penalty_count")
@pytest.mark.parametrize(
    ("event", "morale", "more"),
    [("e01", 0, 1), ("e06", -2, 0), ("e08", 0, 1), ("e15", -1, 0), ("e30", -1, 0), ("e02", 0, 0), ("s1", 0, 0)],
)
def test_every_penalty(event: str, morale: int, more: int) -> None:
    location = "bem_ter" if event in ("e15", "e30") else None
    table = street().phase("penalties", day=7).event(event, location).tracks(morale=5).start()
    assert table.over and table.state.morale == 5 + morale and table.state.extra_events == more


# ---------------------------------------------------------------------- abilities


def actor(hand: str = "r01-2 r01-3") -> Street:
    """A hurt revolutionary among enemies whose tanks are silent."""
    place = street().freely().rev(HERE, hand, injuries=2).turn().tracks(morale=5, support=3).passive(HERE, "f01", "f02")
    place.headlines("h06 h07 h08").militia(HERE, 3).militia("csepel").snipers(HERE, 2).tanks(HERE).discard(
        "r02-1 r12-1"
    )
    return place


CARDS: dict[str, tuple[str, Changes]] = {
    # card: what is chosen after it, and what changes besides the card
    "r01": ("", {"actions": -1, "snipers corvin_koz": -1}),
    "r02": ("", {"actions": -1, "barricade corvin_koz": 1}),
    "r03": ("", {"injuries": -1}),
    "r04": ("", {"actions": -1, "cards": 2}),
    "r05": ("", {"militia corvin_koz": -1}),
    "r06": ("", {"silent": 1}),
    "r08": ("", {"free steps": 2}),
    "r09": ("", {"active corvin_koz": 1}),
    "r10": ("at location:corvin_koz; at location:corvin_koz", {"actions": -1, "militia corvin_koz": -2}),
    "r11": ("", {"seen headlines": 2}),
    "r12": ("", {"actions": -1, "morale": 1}),
}


@rule("ability.card_action", "ability.card_free", "ability.card_discard")
@pytest.mark.parametrize("card", list(CARDS))
def test_every_revolution_card(card: str) -> None:
    choices, expected = CARDS[card]
    place = actor(f"{card}-4 r01-2 r01-3" if card in ("r01", "r02", "r03", "r04") else f"{card}-2 r01-2 r01-3")
    table = (place if card == "r06" else place.mods(tanks_silent=1)).start()
    used = next(key for key in table.hand() if key.startswith(card) and key not in ("r01-2", "r01-3"))
    made = changes(table, f"ability card:{used}", *filter(None, choices.split("; ")))
    assert made.pop("cards", 0) == expected.get("cards", 0) - 1 and made.pop("discards") == 1
    assert made == {name: count for name, count in expected.items() if name != "cards"}


@rule("ability.card_action", "ability.needs_effect")
def test_leaflets_move_support_only_where_there_is_no_avh_unit() -> None:
    assert actor("r07-1").start().refused("ability", "card:r07-1") == "ability.needs_effect"
    quiet = street().rev(HERE, "r07-1").turn().tracks(support=3).start()
    assert changes(quiet, "ability card:r07-1") == {"actions": -1, "cards": -1, "discards": 1, "support": 1}
    for place in (street().snipers(HERE), street().militia(HERE)):
        watched = place.rev(HERE, "r07-1").turn().start()
        assert watched.refused("ability", "card:r07-1") == "ability.needs_effect"


FIGHTERS: dict[str, tuple[str, Changes]] = {
    "f01": ("at location:csepel", {"actions": -1, "militia csepel": -1}),
    "f02": ("recover card:r02-1", {"actions": -1, "cards": 1, "discards": -1}),
    "f03": ("", {"actions": -1, "seen headlines": 3}),
    "f04": ("", {"actions": -1, "injuries": -1}),
    "f05": ("at location:corvin_koz", {"actions": -1, "active corvin_koz": 2}),
    "f06": ("", {"actions": -1, "free steps": 3}),
    "f07": ("", {"actions": -1, "barricade corvin_koz": 1}),
    "f08": ("drop card:r01-2", {"discards": 1}),
    "f09": ("", {"free steps": 1}),
    "f10": ("drop card:r01-2", {"cards": -1, "discards": 1, "militia corvin_koz": -1}),
    "f11": ("toss_top", {"discards": 1}),
    "f12": ("", {"swaps": 1}),
    "f13": ("", {"wild": 1}),
    "f14": ("", {"seen headlines": 1}),
    "f15": ("", {"cards": 1}),
    "rt2": ("at location:corvin_koz; at location:corvin_koz", {"actions": -1, "militia corvin_koz": -2}),
    "rt3": ("drop card:r01-2", {"cards": -1, "discards": 1, "militia corvin_koz": -1}),
}
ONCE = ("f08", "f09", "f10", "f11", "f12", "f13", "f14", "f15", "rt3")


@rule("ability.fighter_action", "ability.fighter_once", "ability.revtank_same")
@pytest.mark.parametrize("fighter", list(FIGHTERS))
def test_every_fighter_and_revolutionary_tank(fighter: str) -> None:
    choices, expected = FIGHTERS[fighter]
    place = actor().passive(HERE, "f21", "f22").mods(tanks_silent=1)
    place.people.pop("f01")
    place.people.pop("f02")
    table = place.active(HERE, fighter).start()
    assert changes(table, f"ability fighter:{fighter}", *filter(None, choices.split("; "))) == expected
    if fighter in ONCE:
        assert table.refused("ability", f"fighter:{fighter}") == "ability.fighter_once"


@rule("ability.fighter_permanent")
@pytest.mark.parametrize("fighter", ["f16", "f17", "f18", "f19", "f20", "f21", "f22", "rt1"])
def test_permanent_abilities_are_not_used(fighter: str) -> None:
    table = street().rev(HERE).active(HERE, fighter).turn().start()
    assert table.refused("ability", f"fighter:{fighter}") == "ability.fighter_permanent"


@rule("action.icons_from", "cards.two_same_icons", "cards.aid_one_icon")
def test_the_icons_of_every_card_and_fighter() -> None:
    two = {"r05": (2, 0, 0), "r06": (0, 2, 0), "r07": (0, 0, 2)}
    one = {"r01": (1, 0, 0), "r09": (1, 0, 0), "r02": (0, 1, 0), "r10": (0, 1, 0)}
    one |= dict.fromkeys(("r03", "r08", "r11", "r12"), (0, 0, 1))
    for at, key in enumerate(PACK.card_keys):
        icons = PACK.sort_icons[PACK.sort_of[at]]
        kind = key.partition("-")[0]
        assert icons == ((0, 0, 0, 1) if kind == "r04" else (*(two | one)[kind], 0)), key
    ammo, molotov = ("f01", "f10", "f11", "f15", "f16", "f17", "f22"), ("f02", "f06", "f07", "f12", "f19", "f21", "rt2")
    info = ("f03", "f04", "f05", "f08", "f09", "f13", "f14", "f18", "noel")
    icons_of = dict.fromkeys(ammo, (1, 0, 0)) | dict.fromkeys(molotov, (0, 1, 0)) | dict.fromkeys(info, (0, 0, 1))
    icons_of |= {"f20": (0, 0, 0), "yuri": (0, 0, 0), "rt1": (2, 0, 0), "rt3": (1, 1, 0)}
    assert dict(zip(PACK.companion_keys, PACK.companion_icons, strict=True)) == icons_of
