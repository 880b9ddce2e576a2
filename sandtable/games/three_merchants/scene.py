"""What a seat sees: the map with carts and sold cards, its own hand, and the cards of others that it knows."""

from __future__ import annotations

from sandtable.engine.scene import Area, Die, Hand, Piece, Pile, Scene, Track
from sandtable.engine.sets import NONE, bits
from sandtable.engine.types import Fact
from sandtable.games.three_merchants.pack import SEATS
from sandtable.games.three_merchants.state import State


def scene(g: State, seat: int | None) -> Scene:
    """The table as a seat, or with None a spectator, sees it."""
    return Scene(
        "three_merchants",
        None if seat is None else SEATS[seat],
        areas=[_town(g, town) for town in range(g.pack.towns)],
        tracks=[Track("track:rounds", list(range(1, g.rounds + 1)), {"marker:round": g.round} if g.round else {})],
        hands=[_hand(g, owner, seat) for owner in range(len(SEATS))],
        piles=[Pile("pile:deck", len(g.deck)), _discards(g)],
        dice=[Die("die:market", g.die)] if g.die else [],
        status=_status(g),
        standing={name: {"points": g.points[seat]} for seat, name in enumerate(SEATS)},
    )


def _town(g: State, town: int) -> Area:
    pack = g.pack
    carts = [_cart(g, seat) for seat in range(len(SEATS)) if g.at[seat] == town]
    x, y = pack.places[town]
    return Area(
        pack.town_ids[town],
        "town",
        x,
        y,
        pieces=[*carts, *(_card(g, card) for card in bits(g.stalls[town]))],
        facts={"wants": pack.good_ids[pack.wants[town]]},
        roads=[pack.town_ids[other] for other in pack.roads[town]],
    )


def _cart(g: State, seat: int) -> Piece:
    """A cart shows what its merchant sold last, for which the next buyers pay more (trade.again)."""
    marks = [] if g.last[seat] == NONE else [g.pack.good_ids[g.last[seat]]]
    return Piece(g.pack.cart_ids[seat], "cart", SEATS[seat], marks=marks)


def _hand(g: State, owner: int, viewer: int | None) -> Hand:
    cards = [_card(g, card) for card in bits(g.known(viewer, owner))]
    return Hand("hand", SEATS[owner], g.hands[owner].bit_count(), cards)


def _discards(g: State) -> Pile:
    """Everybody has seen what was sold."""
    top = _card(g, g.discards[-1]) if g.discards else None
    return Pile(
        "pile:discards", len(g.discards), top=top, contents=[g.pack.card_ids[card] for card in sorted(g.discards)]
    )


def _card(g: State, card: int) -> Piece:
    return Piece(g.pack.card_ids[card], g.pack.good_ids[g.pack.good[card]], value=g.pack.value[card])


def _status(g: State) -> dict[str, Fact]:
    status: dict[str, Fact] = {"round": g.round}
    if g.left:
        status["turn"] = SEATS[g.active]
    return status
