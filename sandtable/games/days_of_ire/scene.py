"""What a seat sees of the city. Hands are hidden inside the team too; all else but piles and backs lies open."""

from __future__ import annotations

from typing import Final

from sandtable.engine.scene import Area, Die, Hand, Piece, Pile, Scene, Track, unordered
from sandtable.engine.sets import NONE, bits
from sandtable.engine.types import Fact
from sandtable.games.days_of_ire.cards import ICONS
from sandtable.games.days_of_ire.flow.events import price
from sandtable.games.days_of_ire.flow.moving import free_step_of_the_day
from sandtable.games.days_of_ire.flow.new_cards import amount
from sandtable.games.days_of_ire.pack import (
    AVH_KINDS,
    DAYS,
    DECKS,
    EVENT_KINDS,
    FIGHTERS,
    LOCATIONS,
    SLOTS,
    YURI,
)
from sandtable.games.days_of_ire.state import OVER, PHASES, RESULTS, State

SOVIET: Final = "soviet"
TRACK_CELLS: Final = {"calendar": range(1, DAYS + 1)}
EVENT_PIECES: Final = {"start": "event-start", "major": "event", "side": "event-side"}


def scene(g: State, seat: int | None) -> Scene:
    """The table as a seat or a spectator sees it."""
    view = View(g, seat)
    table = Scene("days_of_ire", None if seat is None else view.seats[seat])
    table.areas = [*locations(view), *event_spaces(view), *display(view), *beside(view)]
    table.tracks = tracks(g)
    table.hands = [*rev_hands(view), *soviet_hands(view)]
    table.piles = piles(view)
    table.dice = [Die(f"d6:{number}", face) for number, face in enumerate(g.dice, 1)]
    table.status = status(g)
    return table


class View:
    """Who is looking."""

    def __init__(self, g: State, seat: int | None) -> None:
        self.g = g
        self.seat = seat
        count = g.rules.revolutionaries
        self.revs: tuple[str, ...] = ("revolutionary",) if count == 1 else ("first", "second", "third")[:count]
        self.seats = (*self.revs, SOVIET)
        self.team = self.revs[0]
        """Whose sign Hungarian pieces carry: they belong to all (action.fighter_icons_shared)."""

    def knows_card(self, owner: int, card: int) -> bool:
        """Whether the viewer knows a card of somebody's hand (info.rev_hands_hidden, info.pickups_open)."""
        if self.seat is None:
            return False
        return self.seat == owner or bool(self.g.known[self.seat] >> card & 1)

    def knows_headline(self, headline: int) -> bool:
        """Whether the viewer knows a headline of the Soviet hand (info.soviet_hand_hidden, ability.peek_private)."""
        if self.seat is None:
            return False
        return self.seat == self.g.rules.soviet or bool(self.g.peeked[self.seat] >> headline & 1)


# ---------------------------------------------------------------------- the board


def locations(view: View) -> list[Area]:
    g, pack = view.g, view.g.pack
    areas: list[Area] = []
    for place in range(LOCATIONS):
        x, y = pack.at[place]
        area = Area(pack.location_ids[place], "location", x, y)
        if pack.reinforcement >> place & 1:
            area.facts = {"serves_for": "reinforcement"}
        area.roads = [pack.location_ids[near] for near in pack.near[place]]
        area.pieces = [*people(view, place), *fighters(view, place), *soviets(g, place)]
        areas.append(area)
    return areas


def people(view: View, place: int) -> list[Piece]:
    """Revolutionaries with their injuries."""
    g = view.g
    return [
        Piece(f"standee:{name}", "standee", name, value=g.injuries[seat], means=[f"seat:{name}"])
        for seat, name in ((seat, view.revs[seat]) for seat in bits(g.revs_at(place)))
    ]


def fighters(view: View, place: int) -> list[Piece]:
    """Active companions, and the passive fighter that lies face up; of the one beneath only that it is there."""
    g = view.g
    pieces = [companion(view, who) for who in bits(g.active[place])]
    if g.top[place] != NONE:
        passive = companion(view, g.top[place])
        passive.face = "passive"
        if g.bottom[place] != NONE:
            passive.marks.append("over_another")
        pieces.append(passive)
    return pieces


def companion(view: View, who: int) -> Piece:
    """A companion with its icons."""
    pack = view.g.pack
    kind = "fighter" if who < FIGHTERS else "rev_tank" if who < YURI else pack.companion_keys[who]
    piece = Piece(pack.companion_ids[who], kind, view.team, "active")
    for icon, count in enumerate(pack.companion_icons[who]):
        piece.marks += [f"icon:{ICONS[icon]}"] * count
    return piece


def soviets(g: State, place: int) -> list[Piece]:
    """One piece for each kind of unit, with the number; choices name them by their location."""
    key, here = g.pack.location_keys[place], [g.pack.location_ids[place]]
    pieces = [
        Piece(f"{kind}:{key}", kind, SOVIET, value=counts[place], means=here)
        for kind, counts in (("tank", g.tanks), ("militia", g.militia), ("sniper", g.snipers))
        if counts[place]
    ]
    if g.barricades >> place & 1:
        pieces.append(Piece(f"barricade:{key}", "barricade", means=here))
    return pieces


def event_spaces(view: View) -> list[Area]:
    """The event on each location."""
    g, pack = view.g, view.g.pack
    areas: list[Area] = []
    for place, event in enumerate(g.event_at):
        x, y = pack.at[place]
        area = Area(f"event_at:{pack.location_keys[place]}", "event_space", x, y, part_of=pack.location_ids[place])
        area.pieces = [] if event == NONE else [event_piece(g, event)]
        areas.append(area)
    return areas


def event_piece(g: State, event: int, value: int | None = None) -> Piece:
    """An event with what it needs."""
    pack = g.pack
    piece = Piece(pack.event_ids[event], EVENT_PIECES[EVENT_KINDS[pack.event_kind[event]]], value=value)
    *icons, per_event = pack.needs[event]
    for icon, count in enumerate(icons):
        piece.marks += [f"icon:{ICONS[icon]}"] * count
    piece.marks += ["icon:info_per_event"] * per_event
    if pack.penalty[event] != NONE:
        piece.marks.append("penalty")
    return piece


def display(view: View) -> list[Area]:
    """The six places of the display, with the price of each event now."""
    g = view.g
    areas: list[Area] = []
    for place in range(SLOTS):
        event = g.display[place]
        area = Area(f"display:{place + 1}", "display")
        area.facts = {"surcharge": g.pack.surcharge[place]}
        area.pieces = [] if event == NONE else [event_piece(g, event, price(g, event))]
        areas.append(area)
    return areas


def beside(view: View) -> list[Area]:
    """What lies before the Soviet side and beside the board (info.open_zones)."""
    g, pack = view.g, view.g.pack
    lasting = [*headline_pieces(g, g.continuing), *[event_piece(g, event) for event in bits(g.continuing_events)]]
    current = [] if g.current == NONE else headline_pieces(g, 1 << g.current)
    recalled = [] if g.recalled == NONE else headline_pieces(g, 1 << g.recalled)
    return [
        Area("area:front", "box", owner=SOVIET, pieces=headline_pieces(g, g.front)),
        Area("area:current", "box", pieces=current),
        Area("area:continuing", "box", pieces=lasting),
        *([Area("area:recalled", "box", pieces=recalled)] if g.rules.promo else []),
        Area("area:ashtray", "box", pieces=[Piece(pack.marker_ids[m], "happened") for m in bits(g.happened)]),
        Area("area:fallen", "box", pieces=[companion(view, who) for who in bits(g.fallen)]),
        Area("area:avh_kit", "box", owner=SOVIET, pieces=[avh_piece(g, card, of_kit=True) for card in bits(g.avh_kit)]),
        Area("area:avh_row", "box", owner=SOVIET, pieces=[avh_piece(g, card) for card in g.avh_row]),
    ]


def avh_piece(g: State, card: int, of_kit: bool = False) -> Piece:
    """An ÁVH card; in the kit one of two of its kind, which choices name."""
    kind = g.pack.avh_kind[card]
    piece = Piece(g.pack.avh_ids[card], "avh_card", SOVIET, marks=[f"avh_kind:{AVH_KINDS[kind]}"])
    piece.means = [g.pack.avh_kind_ids[kind]] if of_kit else []
    return piece


def headline_pieces(g: State, headlines: int) -> list[Piece]:
    """Headlines with their points and icons."""
    pack = g.pack
    pieces: list[Piece] = []
    for headline in bits(headlines):
        green = pack.green >> headline & 1
        piece = Piece(pack.headline_ids[headline], "headline", face="green" if green else "red")
        piece.value = pack.points[headline]
        if pack.avh_icon[headline]:
            piece.marks.append(f"icon:avh_{pack.avh_icon[headline]}")
        if pack.continuing_headlines >> headline & 1:
            piece.marks.append("continuing")
        if pack.headline_marker[headline] != NONE:
            piece.marks.append("leaves_marker")
        pieces.append(piece)
    return pieces


def tracks(g: State) -> list[Track]:
    """Calendar, support and morale; the cells of the last two are counted from the Soviet end."""
    limits, cards = g.pack.hand_limit, g.pack.new_cards
    return [
        Track("calendar", list(range(1, DAYS + 1)), {"day": g.day}),
        Track("support", list(range(len(limits))), {"support_marker": g.support}, shows=[*limits]),
        Track("morale", list(range(len(cards))), {"morale_marker": g.morale}, shows=[*cards]),
    ]


# ---------------------------------------------------------------------- hands and piles


def rev_hands(view: View) -> list[Hand]:
    """The hand of each revolutionary: open to the owner, and card by card to whoever knows it."""
    g = view.g
    hands: list[Hand] = []
    for seat, name in enumerate(view.revs):
        hand = Hand(f"hand:{name}", name, g.hand[seat].bit_count())
        hand.cards = [card_piece(g, card) for card in bits(g.hand[seat]) if view.knows_card(seat, card)]
        hands.append(hand)
    return hands


def card_piece(g: State, card: int) -> Piece:
    """A Revolution card with its icons."""
    pack = g.pack
    piece = Piece(pack.card_ids[card], "revolution_card")
    *icons, anything = pack.sort_icons[pack.sort_of[card]]
    for icon, count in enumerate(icons):
        piece.marks += [f"icon:{ICONS[icon]}"] * count
    piece.marks += ["icon:any"] * anything
    if pack.action_cards >> card & 1:
        piece.marks.append("by_action")
    return piece


def soviet_hands(view: View) -> list[Hand]:
    """The Soviet hand by period, since the backs tell it (info.headline_backs)."""
    g = view.g
    hands: list[Hand] = []
    for deck in range(DECKS):
        held = g.soviet_hand & g.pack.of_period[deck]
        hand = Hand(f"headlines:{deck + 1}", SOVIET, held.bit_count())
        for headline in bits(held):
            if view.knows_headline(headline):
                hand.cards += headline_pieces(g, 1 << headline)
        hands.append(hand)
    return hands


def piles(view: View) -> list[Pile]:
    """Piles and what is known of them; discards may be looked through (info.rev_discard_open)."""
    g, pack, limits = view.g, view.g.pack, view.g.pack.limits
    counted = [
        ("rev_deck", len(g.deck)),
        ("event_deck", len(g.event_deck)),
        *[(f"headline_deck:{deck + 1}", len(g.headline_decks[deck])) for deck in range(DECKS)],
        ("rev_tanks", g.rev_tanks.bit_count()),
        ("supply:tank", limits.tanks - sum(g.tanks)),
        ("supply:militia", limits.militia - sum(g.militia)),
        ("supply:sniper", limits.snipers - sum(g.snipers)),
        ("supply:barricade", g.barricades_left),
    ]
    open_piles = (
        ("rev_discard", g.discard, pack.card_ids),
        ("headline_discard", g.headline_discard, pack.headline_ids),
        ("event_discard", g.event_discard, pack.event_ids),
    )
    found = [Pile(name, count) for name, count in counted]
    if g.deck and view.seat is not None and g.known[view.seat] >> g.deck[-1] & 1:
        found[0].top = card_piece(g, g.deck[-1])  # ability.peek_private
    for name, contents, ids in open_piles:
        found.append(Pile(name, contents.bit_count(), contents=unordered(bits(contents), ids)))
    return found


# ---------------------------------------------------------------------- status


def status(g: State) -> dict[str, Fact]:
    """The clock, whose turn it is, and what counts for the end."""
    facts: dict[str, Fact] = {"day": f"date:{g.day}", "phase": f"phase:{PHASES[g.phase]}"}
    if g.points:
        facts["points"] = g.points
    if g.seat != NONE:
        facts["turn"] = g.seat_id(g.seat)
        facts["actions"] = g.actions[g.seat]
        facts["free_steps"] = g.turn.free_steps + free_step_of_the_day(g)
    facts["events"] = g.events_on_board() + g.extra_events
    facts["hand_limit"] = g.pack.hand_limit[g.support]
    facts["new_cards"] = amount(g)
    if g.phase == OVER:
        facts["result"] = f"result:{RESULTS[g.result]}"
    return facts
