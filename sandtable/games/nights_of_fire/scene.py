"""What a seat sees of the city.

Revolutionaries see their insurgents and civilians and both hands, the commander his own cards and the blocks of wood; a
spectator sees what both see. Against Konev nothing is hidden but what lies face down.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from sandtable.engine.scene import NUMBER, Area, Die, Hand, Piece, Pile, Scene, Track, unordered
from sandtable.engine.sets import NONE, bits
from sandtable.engine.types import Fact
from sandtable.games.nights_of_fire.pack import (
    AREAS,
    AUSTRIA,
    DISTRICTS,
    ICONS,
    KILLED,
    LOCALS,
    MEDIC,
    PLACE_KEYS,
    POOL,
    STAGING,
    Pack,
)
from sandtable.games.nights_of_fire.phases import KONEV_CARD, OVER, PHASES, REV_ORDER
from sandtable.games.nights_of_fire.state import RESULTS, REV, State

ICON_IDS: Final = tuple(f"icon:{icon}" for icon in ICONS)


def scene(g: State, seat: int | None) -> Scene:
    """The table as a seat or a spectator sees it."""
    view = View(g, seat)
    table = Scene("nights_of_fire", None if seat is None else view.seats[seat])
    table.areas = [*districts(view), *staging(view), *boxes(view), *row(view), *headlines(view)]
    table.tracks = tracks(g)
    table.hands = hands(view)
    table.piles = [*revolutionary_piles(view), *(tactics_piles(view) if g.rules.conflict else konev_piles(g))]
    table.dice = [Die("d6", g.die)] if g.die else []
    table.status = status(view)
    return table


class View:
    """Who is looking, and what that one may see."""

    def __init__(self, g: State, seat: int | None) -> None:
        self.g = g
        revolutionary = seat is not None and seat < g.rules.revolutionaries
        self.insurgents = revolutionary or not g.rules.conflict
        """Whether all insurgents are known (info.revolutionaries)."""
        self.civilians = revolutionary or not g.rules.conflict or g.phase == OVER
        """Whether civilians show their value (info.civilians.revolutionaries, info.killed_civilian_secret)."""
        self.hands = revolutionary
        """Whether Revolutionary cards are known; partners show theirs (info.team_open)."""
        self.tactics = seat is not None and seat == g.rules.commander
        """Whether the commander's cards are known (info.tactics_hand_secret)."""
        self.seats: tuple[str, ...] = ("revolutionary",) if g.rules.revolutionaries == 1 else ("first", "second")
        self.hungarian = self.seats[0]
        """Whose sign Hungarian pieces carry; two Revolutionaries share them (rev.shared_units)."""
        self.soviet = "commander" if g.rules.conflict else "konev"
        if g.rules.conflict:
            self.seats += ("commander",)


# ---------------------------------------------------------------------- the map


def districts(view: View) -> list[Area]:
    g, pack = view.g, view.g.pack
    areas: list[Area] = []
    for d in range(DISTRICTS):
        x, y = pack.at[d]
        area = Area(pack.area_ids[d], "objective" if pack.objectives >> d & 1 else "district", x, y)
        area.facts = {NUMBER: pack.district_keys[d], "sector": pack.sector_ids[pack.sector_of[d]]}
        area.roads = [*roads(pack)[d]]
        area.pieces = [*insurgents(view, g.at[d]), *civilians(view, g.civilians & 1 << d), *soviets(view, d)]
        area.pieces += tokens(view, d)
        areas.append(area)
    return areas


@lru_cache
def roads(pack: Pack) -> tuple[tuple[str, ...], ...]:
    """By district, the neighbouring districts, and the staging areas whose gate it is."""
    ids = pack.area_ids
    gates = [[ids[STAGING + sector] for sector, gate in enumerate(pack.gate) if gate == d] for d in range(DISTRICTS)]
    return tuple((*(ids[near] for near in pack.neighbours[d]), *gates[d]) for d in range(DISTRICTS))


def staging(view: View) -> list[Area]:
    """The staging areas; no Hungarian is ever there (board.staging.no_hungarians)."""
    pack = view.g.pack
    areas: list[Area] = []
    for area in range(STAGING, AREAS):
        x, y = pack.at[area]
        place = Area(pack.area_ids[area], "staging", x, y, view.soviet, soviets(view, area))
        place.facts = {"sector": pack.sector_ids[pack.sector_of[area]]}
        place.roads = [pack.area_ids[near] for near in pack.reach[area]]
        areas.append(place)
    return areas


def boxes(view: View) -> list[Area]:
    """The other areas of the board (board.areas)."""
    g = view.g
    momentum = [Piece(f"momentum:{n}", "momentum", view.hungarian) for n in range(1, g.momentum + 1)]
    return [
        box(g, PLACE_KEYS[POOL - AREAS], insurgents(view, g.at[POOL])),
        box(g, PLACE_KEYS[KILLED - AREAS], [*insurgents(view, g.at[KILLED]), *civilians(view, g.arrested)]),
        box(g, PLACE_KEYS[AUSTRIA - AREAS], civilians(view, g.fled)),
        box(g, "momentum", momentum),
    ]


def box(g: State, key: str, pieces: list[Piece]) -> Area:
    x, y = g.pack.boxes[key]
    return Area(f"area:{key}", "box", x, y, pieces=pieces)


# ---------------------------------------------------------------------- pieces


def insurgents(view: View, blocks: int) -> list[Piece]:
    """Insurgents where they are known or revealed, otherwise only their blocks (unit.hidden.backs_alike)."""
    g = view.g
    if view.insurgents:
        return [insurgent(view, block) for block in sorted(bits(blocks), key=g.insurgent_of.__getitem__)]
    known = [insurgent(view, block) for block in bits(blocks & g.shown)]
    return known + [hidden_block(view, block) for block in bits(blocks & ~g.shown)]


def insurgent(view: View, block: int) -> Piece:
    """An insurgent with its icons; a hidden one also tells which block the commander sees (unit.hidden.track_moves)."""
    g = view.g
    who, hidden = g.insurgent_of[block], not g.shown >> block & 1
    piece = Piece(g.pack.insurgent_ids[who], "local" if who < LOCALS else "fighter", view.hungarian)
    piece.face = "hidden" if hidden else "revealed"
    piece.marks = [ICON_IDS[icon] for icon in bits(g.pack.icons[who]) if g.rules.advanced or icon < MEDIC]
    if hidden and g.rules.conflict:
        piece.marks.append(g.pack.block_ids[block])
    return marked_wounded(g, block, piece)


def hidden_block(view: View, block: int) -> Piece:
    """The back of a block: a number and perhaps a Wound."""
    piece = Piece(view.g.pack.block_ids[block], "insurgent", view.hungarian, "hidden")
    return marked_wounded(view.g, block, piece)


def marked_wounded(g: State, block: int, piece: Piece) -> Piece:
    if g.wounded >> block & 1:
        piece.marks.append("wounded")
    return piece


def civilians(view: View, districts: int) -> list[Piece]:
    """The civilians of some districts, with their value where it may be seen (rev.flee.look)."""
    g, pack = view.g, view.g.pack
    pieces: list[Piece] = []
    for district in bits(districts):
        piece = Piece(pack.civilian_ids[district], "civilian", view.hungarian, "hidden")
        if view.civilians:
            piece.face, piece.value = "full", pack.civilian_value[g.lives[district]]
        pieces.append(piece)
    return pieces


def soviets(view: View, area: int) -> list[Piece]:
    """Regiments and the Garrison, active or disabled (unit.soviet.states)."""
    g, pack = view.g, view.g.pack
    pieces: list[Piece] = []
    for regiment in bits(g.regiments[area]):
        piece = Piece(pack.regiment_ids[regiment], "regiment", view.soviet, face(g.disabled_regiments >> regiment))
        if g.soviet.spent >> regiment & 1:
            piece.marks.append("spent")
        pieces.append(piece)
    if g.garrison >> area & 1:
        garrison = f"garrison:{pack.area_keys[area]}"
        pieces.append(Piece(garrison, "garrison", view.soviet, face(g.disabled_garrisons >> area)))
    return pieces


def face(disabled: int) -> str:
    return "disabled" if disabled & 1 else "full"


def tokens(view: View, district: int) -> list[Piece]:
    """Barricade, Rubble, blocked marker and Headline target (tactics.headline.tokens)."""
    g = view.g
    key = g.pack.district_keys[district]
    pieces: list[Piece] = []
    if g.barricade >> district & 1:
        pieces.append(Piece(f"barricade:{key}", "barricade", view.hungarian))
    if g.rubble[district]:
        pieces.append(Piece(f"rubble:{key}", "rubble", value=g.rubble[district]))
    if g.blocked >> district & 1:
        pieces.append(Piece(f"blocked:{key}", "blocked"))
    if g.headlines.open != NONE and district in g.pack.headlines[g.headlines.open].targets:
        pieces.append(Piece(f"headline_target:{key}", "headline_target"))
    return pieces


# ---------------------------------------------------------------------- cards that lie open


def row(view: View) -> list[Area]:
    """Konev's row: a face-down card shows nothing (tactics.konev.face_down_secret)."""
    g = view.g
    if g.rules.conflict:
        return []
    areas: list[Area] = []
    for slot, card in enumerate(g.konev.row):
        area = Area(f"row:{slot + 1}", "konev_row")
        if card != NONE and g.konev.face_up >> slot & 1:
            area.pieces.append(Piece(g.pack.konev_ids[card], "konev_card", view.soviet, "full"))
        elif card != NONE:
            area.pieces.append(Piece(f"row_card:{slot + 1}", "konev_card", view.soviet, "hidden"))
        held = [token + 1 for token, at in enumerate(g.konev.tokens) if at == slot]  # comp.targeting_tokens
        area.pieces += [Piece(f"targeting:{number}", "targeting", view.soviet, "full", number) for number in held]
        areas.append(area)
    return areas


def headlines(view: View) -> list[Area]:
    """The open Headline, and those that stay in force (adjust.headline.permanent_stays)."""
    g = view.g
    if not g.rules.headlines:
        return []
    ids = g.pack.headline_ids
    now = [] if g.headlines.open == NONE else [Piece(ids[g.headlines.open], "headline_card")]
    lasting = [Piece(ids[card], "headline_card") for card in bits(g.headlines.lasting)]
    return [Area("area:headline", "box", pieces=now), Area("area:lasting", "box", pieces=lasting)]


# ---------------------------------------------------------------------- tracks, hands, piles


def tracks(g: State) -> list[Track]:
    """The main track is read beyond its ends (board.track.main.no_cap, board.track.main.below_zero)."""
    main = {"marker:prestige": g.prestige, "marker:morale": g.morale}
    cells = range(min(0, *main.values()), max(g.pack.track_max, *main.values()) + 1)
    readiness = range(g.pack.readiness_min, g.pack.readiness_max + 1)
    return [
        Track("main", list(cells), main),
        Track("readiness", list(readiness), {"marker:readiness": g.readiness}),
        Track("calendar", list(range(1, g.pack.rounds + 1)), {"marker:round": g.round}),
    ]


def hands(view: View) -> list[Hand]:
    """Everybody sees how many cards there are (info.hand_sizes)."""
    g = view.g
    held: list[Hand] = []
    for seat, cards in enumerate(g.hand):
        shown = [card_piece(view, seat, card) for card in cards] if view.hands else []
        held.append(Hand("hand", view.seats[seat], len(cards), shown))
    if g.rules.conflict:
        held.append(tactics_hand(view, "tactics_hand", bits(g.tactics.hand)))
        held.append(tactics_hand(view, "kept", () if g.tactics.kept == NONE else (g.tactics.kept,)))
    return held


def card_piece(view: View, seat: int, card: int) -> Piece:
    pack = view.g.pack
    marks = [ICON_IDS[icon] for icon in bits(pack.card_icons[card])]
    return Piece(pack.card_ids[card], "card", view.seats[seat], "full", pack.card_value[card], marks)


def tactics_hand(view: View, name: str, cards: Sequence[int]) -> Hand:
    shown = [tactics_piece(view.g, card) for card in cards] if view.tactics else []
    return Hand(name, "commander", len(cards), shown)


def tactics_piece(g: State, card: int) -> Piece:
    piece = Piece(g.pack.tactics_ids[card], "tactics_card", "commander", "full")
    if g.rules.headlines and g.pack.headline_cards >> card & 1:
        piece.marks.append("icon:headline")
    return piece


def revolutionary_piles(view: View) -> list[Pile]:
    """Revolutionaries can work out what is left in a deck, but not its order (info.decks_secret)."""
    g = view.g
    piles: list[Pile] = []
    for seat in range(g.rules.revolutionaries):
        owner, ids = view.seats[seat], g.pack.card_ids
        deck = Pile("deck", len(g.deck[seat]), owner)
        if view.hands:
            deck.contents = unordered(g.deck[seat], ids)
        discard = Pile("discard", len(g.discard[seat]), owner, None, unordered(g.discard[seat], ids))
        if g.discard[seat]:
            discard.top = card_piece(view, seat, g.discard[seat][-1])
        piles += [deck, discard]
    return piles


def tactics_piles(view: View) -> list[Pile]:
    """What the Combat deck holds is known to the commander, its order to nobody (tactics.conflict.combat_secret)."""
    g = view.g
    ids = g.pack.tactics_ids
    combat = Pile("area:combat_deck", len(g.tactics.combat), "commander")
    if view.tactics:  # tactics.conflict.combat_knowledge
        combat.contents = unordered(g.tactics.combat, ids)
    piles = [combat]
    if g.rules.headlines:
        piles.append(Pile("headline_deck", len(g.headlines.deck)))
    open_piles = (
        ("area:combat_discard", g.tactics.combat_discard),
        ("area:tactics_discard", g.tactics.discard),  # info.pass_discard_public
        ("unavailable", g.tactics.unavailable),  # tactics.conflict.unavailable_public
    )
    for name, cards in open_piles:
        piles.append(Pile(name, cards.bit_count(), "commander", None, unordered(bits(cards), ids)))
    return piles


def konev_piles(g: State) -> list[Pile]:
    ids = g.pack.konev_ids
    discard = Pile("konev_discard", len(g.konev.discard), "konev", None, unordered(g.konev.discard, ids))
    if g.konev.discard:
        discard.top = Piece(ids[g.konev.discard[-1]], "konev_card", "konev", "full")
    out = bits(g.konev.out)
    return [
        Pile("konev_deck", len(g.konev.deck), "konev"),
        discard,
        Pile("konev_out", len(out), "konev", None, unordered(out, ids)),
    ]


# ---------------------------------------------------------------------- status


def status(view: View) -> dict[str, Fact]:
    g = view.g
    said: dict[str, Fact] = {"round": g.round, "day": f"round:round_{g.round}", "phase": f"phase:{PHASES[g.phase]}"}
    if REV_ORDER <= g.phase <= KONEV_CARD:
        said["turn"] = view.seats[g.seat] if g.side == REV else view.soviet
    if g.rev_passed or g.sov_passed:
        said["passed"] = view.hungarian if g.rev_passed else view.soviet
    if g.konev_card is not None:
        said["konev"] = g.pack.konev_ids[g.konev_card.card]
    if g.attack is not None:
        said["attack"] = g.pack.area_ids[g.attack.district]
    if g.result:
        said["result"] = f"result:{RESULTS[g.result]}"
    return said
