"""What a seat sees of Rain City: everything on the table, and of what lies face down only what it has looked at."""

from __future__ import annotations

from typing import Final

from sandtable.engine.scene import Area, Die, Hand, Piece, Pile, Scene, Track, unordered
from sandtable.engine.sets import NONE, bits
from sandtable.engine.types import Fact
from sandtable.games.rogue_agent.cards import COLOURS, ICONS
from sandtable.games.rogue_agent.flow.pieces import SYMBOL_IDS
from sandtable.games.rogue_agent.pack import (
    BOMBS,
    CELLS,
    COLUMNS,
    CRIMINALS,
    DISCS,
    FACES,
    FIRST_CRIMINAL,
    PATH_END,
    PER_COLOUR,
    ROWS,
    SEATS,
    SHIELDS,
    STAMINA,
    TILES,
    TRACK_KEYS,
    TRACKS,
)
from sandtable.games.rogue_agent.state import DRAWN, OVER, PHASES, SHEET, State

HALVES: Final = ("upper", "lower")
"""The two informant slots of a tile."""
URGENT: Final = 1
"""The timer of a bomb that will go off in the next City phase."""


def scene(g: State, seat: int | None) -> Scene:
    """The table as a seat, or with None a spectator, sees it."""
    players = range(g.rules.players)
    table = Scene("rogue_agent", None if seat is None else SEATS[seat])
    table.areas = [*(tile(g, number) for number in range(TILES)), *slots(g), *files(g, seat)]
    table.areas += [drawn(g), tray(g), fuse(g), wire(g), *cells(g)]
    table.areas += [area(g, player) for player in players for area in (board, custody, sets)]
    table.tracks = [Track("track:round", list(range(g.rules.rounds + 1)), {"marker:round": g.round})]
    if g.token:
        table.hands = [tokens(g, player, seat) for player in players]
    table.piles = piles(g)
    table.dice = [Die(f"d6:{n}", face) for n, face in enumerate(g.placing.dice, 1)]
    table.status = status(g)
    table.standing = {SEATS[player]: {"influence": g.influence[player]} for player in players}
    return table


# ---------------------------------------------------------------------- the city


def tile(g: State, number: int) -> Area:
    """A location, wherever its tile was dealt."""
    pack = g.pack
    place = g.tile_at.index(number)
    x, y = pack.place_at[place]
    burnt = g.burnt >> number & 1
    area = Area(pack.tile_ids[number], pack.tile_kinds[number], x, y, spot=pack.place_ids[place])
    area.face = "destroyed" if burnt else ""
    area.roads = [pack.tile_ids[other] for other in bits(g.near[number])]
    area.facts = {} if burnt else printed(g, number)
    if pack.tile_kinds[number] == "district":
        area.facts["number"] = number  # it stays on the destroyed side (destroy.side)
    area.pieces = [*figures(g, number), *discs(g, number)]
    return area


def printed(g: State, number: int) -> dict[str, Fact]:
    """What a tile's normal side says in signs."""
    pack = g.pack
    facts: dict[str, Fact] = {}
    if pack.gangsters[number]:
        facts["gangsters"] = pack.gangsters[number]
    if pack.shield[number]:
        facts["shield"] = f"shield:{SHIELDS[pack.shield[number]]}"
    for icon in pack.search[number]:
        key = f"search_{(*COLOURS, 'white')[icon.colour]}"
        facts[key] = int(facts.get(key, 0)) + icon.n
    for goods in pack.goods[number]:
        facts["goods"] = pack.goods_ids[goods.kind]
        facts["units"] = goods.n
        facts["price"] = goods.price
    return facts


def figures(g: State, number: int) -> list[Piece]:
    """The police squad and the players' figures on a tile."""
    pieces = [Piece("police", "police")] if g.police == number else []
    for seat in range(g.rules.players):
        if g.at[seat] == number:
            face = "android" if g.is_android(seat) else "agent"
            figure = Piece(g.pack.agent_ids[seat], "agent", SEATS[seat], face)
            if held := g.custody(seat).bit_count():
                figure.value, figure.marks = held, ["custody"]
            pieces.append(figure)
    return pieces


def discs(g: State, number: int) -> list[Piece]:
    """The event discs on a tile; one at the end of the path carries a mark."""
    found = [disc for disc in range(DISCS) if g.tile_of(disc) == number]
    pieces = [disc_piece(g, disc) for disc in found]
    for disc, piece in zip(found, pieces, strict=True):
        if disc >= BOMBS and g.disc[disc] == PATH_END:
            piece.marks.append("leaving")
    return pieces


def disc_piece(g: State, disc: int) -> Piece:
    """A bomb with its timer, an assassin, or a criminal with its number."""
    thing = g.pack.disc_ids[disc]
    if disc < BOMBS:
        timer = g.timer[disc] or None  # none is rolled before it comes to a district
        return Piece(thing, "bomb", value=timer, marks=["urgent"] if timer == URGENT else [])
    if disc < FIRST_CRIMINAL:
        return Piece(thing, "assassin")
    criminal = disc - FIRST_CRIMINAL
    face = "defeated" if g.defeated >> criminal & 1 else "rampant"
    return Piece(thing, "criminal", face=face, value=criminal + 1)


def drawn(g: State) -> Area:
    """The discs that have come out of the Data Stream and are not in the city yet (time.draw)."""
    area = Area("area:drawn", "drawn")
    area.pieces = [disc_piece(g, disc) for disc in range(DISCS) if g.disc[disc] == DRAWN]
    return area


def slots(g: State) -> list[Area]:
    """Informant slots; the destroyed side of a tile has none."""
    pack = g.pack
    areas: list[Area] = []
    for slot, key in enumerate(pack.slot_keys):
        number, lower = divmod(slot, 2)
        if pack.slotted >> number & 1:
            place = g.tile_at.index(number)
            x, y = pack.place_at[place]
            area = Area(pack.slot_ids[slot], "slot", x - 70, y - 30 + 60 * lower, part_of=pack.tile_ids[number])
            area.spot = f"{pack.place_ids[place]}:{HALVES[lower]}"
            if g.slot[slot] != NONE:
                area.owner = SEATS[g.slot[slot]]
                area.pieces = [Piece(f"informant:{key}", "informant", area.owner)]
            areas.append(area)
    return areas


# ---------------------------------------------------------------------- cards


def files(g: State, seat: int | None) -> list[Area]:
    """The case files: the cards of the criminals in play, with the markers of those who looked."""
    areas: list[Area] = []
    for criminal in range(CRIMINALS):
        area = Area(f"file:{criminal + 1}", "file")
        if g.card[criminal] != NONE:
            area.pieces = [card_piece(g, criminal, seat)]
            for other in bits(g.marker[criminal]):
                area.pieces.append(Piece(f"marker:{criminal + 1}-{SEATS[other]}", "marker", SEATS[other]))
        areas.append(area)
    return areas


def card_piece(g: State, criminal: int, seat: int | None) -> Piece:
    """A card as a seat sees it: open to all, known to those who looked, or its back (info.hidden)."""
    open_to_all = g.face_up >> criminal & 1
    if not open_to_all and (seat is None or not g.marker[criminal] >> seat & 1):
        return Piece(f"back:{criminal + 1}", "card_back")
    number = g.card[criminal]
    card = g.pack.cards[number]
    piece = Piece(g.pack.card_ids[number], "card", face="open" if open_to_all else "known", value=card.hp)
    piece.marks = [g.pack.syndicate_ids[card.syndicate], f"bounty:{card.bounty}"]
    if card.reveal:
        piece.marks.append(f"reveal:{ICONS[card.icon]}")
    if not open_to_all:
        piece.marks.append("only_you")
    return piece


def piles(g: State) -> list[Pile]:
    """The deck, the Data Stream, cards out of the game, and what was turned in."""
    pack = g.pack
    bag = [disc for disc in range(DISCS) if g.disc[disc] == NONE]
    found = [
        Pile("pile:deck", len(g.deck)),
        Pile("pile:bag", len(bag), contents=unordered(bag, pack.disc_ids)),
        Pile("pile:removed", g.removed.bit_count(), contents=unordered(bits(g.removed), pack.card_ids)),
        Pile("pile:removed_unseen", len(g.removed_unseen)),
        Pile("pile:credits", g.supply()),
    ]
    for seat in range(g.rules.players):
        cards = bits(g.turned_in[seat])
        name = f"pile:turned_in-{SEATS[seat]}"
        found.append(Pile(name, len(cards), SEATS[seat], contents=unordered(cards, pack.card_ids)))
    return found


def tokens(g: State, owner: int, seat: int | None) -> Hand:
    """Identity tokens: revealed ones are open, hidden ones known to their owner (setup.identity.look)."""
    own = g.own_tokens(owner)
    known = bits(own if owner == seat else own & g.shown)
    cards = [
        Piece(g.pack.token_ids[token], "identity", SEATS[owner], FACES[g.token[token]], marks=shown_mark(g, token))
        for token in known
    ]
    return Hand("identity", SEATS[owner], own.bit_count(), cards)


def shown_mark(g: State, token: int) -> list[str]:
    return ["revealed"] if g.shown >> token & 1 else []


# ---------------------------------------------------------------------- dice


def die_piece(g: State, die: int) -> Piece:
    """A custom die with the symbol that it shows, and how often if more than once."""
    symbol = SYMBOL_IDS[g.symbol(die)].split(":")[1]
    twice = g.amount(die) if g.amount(die) > 1 else None
    return Piece(g.pack.die_ids[die], f"die_{COLOURS[die // PER_COLOUR]}", face=symbol, value=twice)


def tray(g: State) -> Area:
    """The dice that were rolled last, but for those on the bomb sheet or on their way to it."""
    dice = [die for die in range(len(g.face)) if g.face[die] and die not in g.sheet and not to_place(g) >> die & 1]
    area = Area("area:tray", "tray")
    area.pieces = [die_piece(g, die) for die in dice]
    for die, piece in zip(dice, area.pieces, strict=True):
        if not g.tray >> die & 1:
            piece.marks.append("used")
    return area


def to_place(g: State) -> int:
    """The dice of the last wire that must still be laid on the sheet (defuse.cut.place_all)."""
    return g.tray if g.phase == SHEET else 0


def wire(g: State) -> Area:
    """Beside the sheet: the X and explosions of the wire that was cut, until they are placed; then the pliers again."""
    area = Area("area:wire", "wire")
    area.pieces = [die_piece(g, die) for die in bits(to_place(g))]
    if g.phase == SHEET and not area.pieces:
        area.pieces = [Piece("pliers", "pliers", means=["verb/cut"])]
    return area


def fuse(g: State) -> Area:
    """The red circle of the bomb sheet: the timer of the bomb that is being defused (defuse.timer_moved)."""
    area = Area("area:fuse", "fuse")
    if g.defusing != NONE:
        area.pieces = [Piece("timer", "timer", face=str(g.timer[g.defusing]))]
    return area


def cells(g: State) -> list[Area]:
    """The bomb sheet: its columns, and their cells from the top."""
    columns = [f"column:{column}" for column in range(1, COLUMNS + 1)]
    areas = [Area(column, "column") for column in columns]
    for cell in range(CELLS):
        area = Area(g.pack.cell_ids[cell], "cell", part_of=columns[cell // ROWS])
        if g.sheet[cell] != NONE:
            area.pieces = [die_piece(g, g.sheet[cell])]
        areas.append(area)
    return areas


# ---------------------------------------------------------------------- players


def board(g: State, seat: int) -> Area:
    """An agent board: who its player is, the tracks, influence, credits and the informants in the supply."""
    name = SEATS[seat]
    area = Area(f"board:{name}", "board", owner=name)
    role = Piece(f"role:{name}", "role", name, "android" if g.is_android(seat) else "agent")
    if g.leader == seat and g.phase != OVER:
        role.marks.append("leader")
    gauges = [gauge(g, seat, track) for track in range(TRACKS)]
    counters = [
        Piece(f"influence:{name}", "influence", name, value=g.influence[seat]),
        Piece(f"credits:{name}", "credits", name, value=g.credits[seat]),
        Piece(f"stock:{name}", "informants", name, value=g.stock[seat]),
    ]
    area.pieces = [role, gauges[STAMINA], *counters, *gauges[:STAMINA]]
    return area


def gauge(g: State, seat: int, track: int) -> Piece:
    """A track of an agent board; its face is the space that the marker stands on."""
    level = g.track[seat * TRACKS + track]
    key = TRACK_KEYS[track]
    return Piece(f"gauge:{SEATS[seat]}-{key}", key, SEATS[seat], str(level), level)


def custody(g: State, seat: int) -> Area:
    """Beside an agent board: criminals in custody, and the clocks of continuing effects."""
    name = SEATS[seat]
    area = Area(f"custody:{name}", "custody", owner=name)
    area.pieces = [disc_piece(g, FIRST_CRIMINAL + criminal) for criminal in bits(g.custody(seat))]
    for criminal in range(CRIMINALS):
        left = g.clock[seat * CRIMINALS + criminal]
        if left:
            area.pieces.append(Piece(f"clock:{name}-{criminal + 1}", "clock", name, value=left))
    return area


def sets(g: State, seat: int) -> Area:
    """What a player has turned in, by syndicate: how many cards of each (score.syndicate.table)."""
    name = SEATS[seat]
    area = Area(f"sets:{name}", "sets", owner=name)
    cards = [g.pack.cards[card].syndicate for card in bits(g.turned_in[seat])]
    for syndicate, key in enumerate(g.pack.syndicate_keys):
        if count := cards.count(syndicate):
            area.pieces.append(Piece(f"set:{name}-{key}", "set", name, key, count))
    return area


def status(g: State) -> dict[str, Fact]:
    """Round, phase, leader and turn."""
    found: dict[str, Fact] = {"round": g.round, "phase": f"phase:{PHASES[g.phase]}", "leader": SEATS[g.leader]}
    if g.acting():
        found["turn"] = SEATS[g.seat]
    if g.defusing != NONE:
        found["timer"] = g.timer[g.defusing]
    if g.phase == OVER:
        del found["leader"]
    return found
