"""What a seat sees of Frontier: tiles where they lie, stacks, a battle, dice, hands known in part, a printed track."""

from __future__ import annotations

from sandtable.engine.scene import Area, Arrow, Battle, BattleRow, BattleSide, Hand, Piece, Pile, Scene, Track
from sandtable.engine.sets import NONE, bits

from .state import (
    AMMO,
    CARD_IDS,
    DIE_IDS,
    HOLDERS,
    KIND_IDS,
    KINDS,
    PHASES,
    SEATS,
    SHOWS,
    SPOT_IDS,
    SYMBOLS,
    TILE_IDS,
    TILES,
    VALUES,
    Fight,
    State,
)


def scene(g: State, seat: int | None) -> Scene:
    """The table as a seat, or a spectator, sees it."""
    return Scene(
        "frontier",
        None if seat is None else SEATS[seat],
        areas=[*(_tile(g, tile) for tile in range(len(TILES))), _tray(g)],
        tracks=[Track("track:support", list(range(len(SHOWS))), {"marker:support": g.support}, list(SHOWS))],
        hands=[_hand(g, owner, seat) for owner in range(len(SEATS))],
        piles=[Pile("pile:deck", len(g.deck)), _discards(g)],
        status={"turn": g.turn + 1, "phase": PHASES[g.phase]},
        standing={name: {"tiles": g.holder.count(seat)} for seat, name in enumerate(SEATS)},
        arrows=_arrows(g),
        battle=_battle(g, g.fight) if g.fight is not None else None,
    )


def _tile(g: State, tile: int) -> Area:
    spot = g.tile_at.index(tile)
    owner = HOLDERS[g.holder[tile]]
    stacks = [
        Piece(
            f"stack:{TILES[tile]}/{kind}",
            kind,
            owner,
            value=g.units[number][tile],
            means=[KIND_IDS[number], TILE_IDS[tile]],
        )
        for number, kind in enumerate(KINDS)
        if g.units[number][tile]
    ]
    return Area(
        TILE_IDS[tile],
        "tile",
        150 + 350 * (spot % 3),
        300 + 400 * (spot // 3),
        owner,
        stacks,
        roads=[TILE_IDS[other] for other in g.next_to(tile)],
        spot=SPOT_IDS[spot],
        face="burnt" if g.burnt >> tile & 1 else "",
    )


def _tray(g: State) -> Area:
    dice = [Piece(DIE_IDS[die], "die_war", face=SYMBOLS[face]) for die, face in enumerate(g.dice)]
    return Area("area:tray", "tray", pieces=dice)


def _hand(g: State, owner: int, viewer: int | None) -> Hand:
    cards = [_card(card) for card in bits(g.known(viewer, owner))]
    return Hand("hand", SEATS[owner], g.hands[owner].bit_count(), cards)


def _discards(g: State) -> Pile:
    return Pile("pile:discards", len(g.discards), top=_card(g.discards[-1]) if g.discards else None)


def _card(card: int) -> Piece:
    return Piece(CARD_IDS[card], "card", marks=["icon:ammo"] * AMMO[card])


def _arrows(g: State) -> list[Arrow]:
    if g.came_from == NONE:
        return []
    whose = SEATS[g.active]
    return [Arrow(TILE_IDS[g.came_from], TILE_IDS[g.went_to], "attack" if g.fight is not None else "march", whose)]


def _battle(g: State, fight: Fight) -> Battle:
    """The battle with what was rolled last: rows show how many there were before the losses of this round."""
    value = VALUES[fight.kind]
    hits = sum(face <= value for face in fight.thrown)
    came = BattleRow(KINDS[fight.kind], fight.attackers + fight.lost, value, list(fight.thrown), hits, fight.lost)
    stood: list[BattleRow] = []
    left = list(fight.answered)
    for kind, name in enumerate(KINDS):
        count = g.units[kind][fight.tile] + fight.fallen[kind]
        dice, left = left[:count], left[count:]
        if count:
            struck = sum(face <= VALUES[kind] for face in dice)
            stood.append(BattleRow(name, count, VALUES[kind], list(dice), struck, fight.fallen[kind]))
    remaining = g.foot[fight.tile] + g.horse[fight.tile]
    share = round(100 * fight.attackers / max(1, fight.attackers + remaining))  # no odds, but a number to be shown
    sides = [
        BattleSide(SEATS[g.active], [came], share),
        BattleSide(HOLDERS[g.holder[fight.tile]], stood, 100 - share, {"left": remaining}),
    ]
    return Battle("battle:land", TILE_IDS[fight.tile], sides, fight.round, {"from": TILE_IDS[fight.start]})
