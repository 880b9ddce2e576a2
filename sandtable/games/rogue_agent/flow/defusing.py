"""Defusing a bomb: wires are cut by rolling dice onto the bomb sheet, until three X lie in a line.

Every roll and every die placed is a pass of the flow. The bomb's timer is the one on the sheet (defuse.timer_moved).
"""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Flow, Legality, Offer, legal, two
from sandtable.engine.sets import NONE, bits, mask
from sandtable.games.rogue_agent.flow import justice, odds, pieces
from sandtable.games.rogue_agent.flow.asking import Asks, asks
from sandtable.games.rogue_agent.flow.explosion import explode
from sandtable.games.rogue_agent.pack import (
    AMPLIFY,
    CELLS,
    COLUMNS,
    CUT,
    DEFUSE,
    DICE,
    EXPLOSION,
    PER_COLOUR,
    ROWS,
    SEATS,
    STOP,
)
from sandtable.games.rogue_agent.state import SHEET, TURN, WIRE, State

LINE: Final = 3
"""X in a line that cut the wires (defuse.line)."""
EVERY_DIE: Final = (1 << DICE) - 1


def lines() -> tuple[int, ...]:
    """Every line of three cells next to each other: vertical, horizontal or diagonal (defuse.line.adjacent)."""
    found: list[int] = []
    for column in range(COLUMNS):
        for row in range(ROWS):
            for right, down in ((0, 1), (1, 0), (1, 1), (1, -1)):
                last = column + right * (LINE - 1), row + down * (LINE - 1)
                if last[0] < COLUMNS and 0 <= last[1] < ROWS:
                    found.append(mask((column + right * n) * ROWS + row + down * n for n in range(LINE)))
    return tuple(found)


LINES: Final = lines()


def begin(g: State, bomb: int) -> None:
    """The sheet is empty, and the first wire must be cut (defuse.action, defuse.first_wire)."""
    justice.take(g, DEFUSE)
    pieces.clear_sheet(g)
    g.defusing = bomb
    g.phase = WIRE
    if g.log is not None:
        g.log.add("defusing", SEATS[g.seat], g.pack.bomb_ids[bomb], g.timer[bomb], rule="defuse.action")


def refusal(g: State, bomb: int) -> str | None:
    """The rule against defusing a bomb."""
    if g.tile_of(bomb) == NONE or g.tile_of(bomb) != g.at[g.seat]:
        return "defuse.action"
    return justice.refusal(g, DEFUSE)


def offer_bombs(g: State, offer: Offer) -> None:
    """What `refusal` allows; of several bombs any one (defuse.choose_bomb)."""
    bombs = g.bombs_at(g.at[g.seat])
    if bombs and justice.refusal(g, DEFUSE) is None:
        for bomb in bits(bombs):
            offer.add(g.pack.defuse[bomb])


# ====================================================================== a wire


def wire(g: State) -> Flow[State]:
    """Roll all dice that are not on the sheet (defuse.cut.roll)."""
    g.tray = 0
    pieces.roll(g, EVERY_DIE & ~on_sheet(g))
    g.tray = placeable(g)  # the others stay off the sheet: defuse.cut.others
    g.phase = SHEET
    yield from ()


def go_on(g: State) -> Flow[State]:
    """Place the X and explosions one by one, and then cut another wire or stop."""
    if g.tray:
        yield from place_next(g)
    elif has_line(g) or on_sheet(g) == EVERY_DIE:  # defuse.line.ends, defuse.no_dice
        yield from stability_check(g)
    else:
        choice = yield CUT_ASK[g.seat]
        if choice == STOP:
            yield from stability_check(g)
        else:
            g.phase = WIRE


def place_next(g: State) -> Flow[State]:
    """One die more on the sheet, if there is room; a timer that it brings to 0 sets the bomb off."""
    if not any(open_columns(g, g.symbol(die) == AMPLIFY) for die in bits(g.tray)):
        yield from blow_up(g, "defuse.place.full_sheet")
        return
    choice = yield PLACE[g.seat]
    place(g, g.pack.number[choice[1]], g.pack.number[choice[2]])
    if not g.timer[g.defusing]:
        yield from blow_up(g, "defuse.timer_zero")


def on_sheet(g: State) -> int:
    """The dice on the sheet."""
    return mask(die for die in g.sheet if die != NONE)


def placeable(g: State) -> int:
    """The dice just rolled that must be placed: X and explosions (defuse.cut.place_all)."""
    return mask(die for die in bits(g.tray) if g.symbol(die) in (AMPLIFY, EXPLOSION))


def place(g: State, die: int, cell: int) -> None:
    """A die is laid on the sheet; every column after the first lowers the timer (defuse.column.timer)."""
    g.sheet[cell] = die
    g.tray &= ~(1 << die)
    if g.log is not None:
        g.log.add("die_placed", g.pack.die_ids[die], g.pack.cell_ids[cell], rule="defuse.place.topmost")
    if cell % ROWS == 0 and cell >= ROWS:  # the first column is free: defuse.column.first_free
        g.timer[g.defusing] -= 1
        if g.log is not None:
            timer = g.timer[g.defusing]
            g.log.add("timer", g.pack.bomb_ids[g.defusing], timer, rule="defuse.column.timer")


# ---------------------------------------------------------------------- the sheet


def height(g: State, column: int) -> int:
    """How many dice a column holds."""
    cells = g.sheet[column * ROWS : column * ROWS + ROWS]
    return ROWS - cells.count(NONE)


def lowest(g: State, column: int) -> int:
    """The lowest die of a column, or NONE."""
    dice = height(g, column)
    return g.sheet[column * ROWS + dice - 1] if dice else NONE


def closed(g: State, column: int) -> bool:
    """Whether a column lets a new one begin: it ends in X, or four explosions fill it (defuse.place.new_column)."""
    return g.symbol(lowest(g, column)) == AMPLIFY or height(g, column) == ROWS


def used_columns(g: State) -> int:
    """How many columns hold dice; they are filled from the left (defuse.place.next_column)."""
    return sum(height(g, column) > 0 for column in range(COLUMNS))


def open_columns(g: State, amplify: bool) -> int:
    """The columns to which a die may go: as a set."""
    used = used_columns(g)
    found = 0
    for column in range(used):
        # Once there is an X in a column, it ends in one: only X may follow (defuse.place.x_closes).
        if height(g, column) < ROWS and (amplify or g.symbol(lowest(g, column)) == EXPLOSION):
            found |= 1 << column
    if used < COLUMNS and all(closed(g, column) for column in range(used)):
        found |= 1 << used
    return found


def place_options(g: State, offer: Offer) -> None:
    offer.tell(timer=g.timer[g.defusing])
    for die in bits(g.tray):
        if not twin(g, die):
            for column in bits(open_columns(g, g.symbol(die) == AMPLIFY)):
                offer.add(g.pack.place[die][column * ROWS + height(g, column)])


def twin(g: State, die: int) -> bool:
    """Whether a die with a lower number is just like it: then that one is placed first (comp.dice.faces)."""
    start = die // PER_COLOUR * PER_COLOUR
    return any(g.tray >> other & 1 and g.symbol(other) == g.symbol(die) for other in range(start, die))


def place_refusal(g: State, die: int, cell: int) -> str | None:
    """The rule against placing a die in a cell."""
    if not g.tray >> die & 1:
        return "defuse.cut.place_all" if die in g.sheet else "defuse.cut.others"
    if twin(g, die):
        return "comp.dice.faces"
    if g.sheet[cell] != NONE:
        return "defuse.place.one_per_cell"
    column, row = divmod(cell, ROWS)
    amplify = g.symbol(die) == AMPLIFY
    if open_columns(g, amplify) >> column & 1:
        return None if row == height(g, column) else "defuse.place.topmost"
    used = used_columns(g)
    if column > used:
        return "defuse.place.next_column"
    return "defuse.place.new_column" if column == used else "defuse.place.x_closes"


PLACE: Final[Asks] = asks("defuse.place", Legality(place_options, {"place": two(place_refusal)}), "defuse.place.order")


def cut_options(g: State, offer: Offer) -> None:
    if offer.telling:
        risk = odds.to_go_off(g.pack, pieces.by_colour(circuits(g)))
        offer.tell(timer=g.timer[g.defusing], dice=DICE - on_sheet(g).bit_count(), risk=risk)
    offer.add(CUT)
    offer.add(STOP)


CUT_ASK: Final[Asks] = asks("defuse.cut", Legality(cut_options, {"cut": legal, "stop": legal}), "defuse.go_on")


def has_line(g: State) -> bool:
    """Whether three X lie in a line (defuse.line)."""
    crosses = mask(cell for cell in range(CELLS) if g.sheet[cell] != NONE and g.symbol(g.sheet[cell]) == AMPLIFY)
    return any(line & crosses == line for line in LINES)


# ====================================================================== how it ends


def stability_check(g: State) -> Flow[State]:
    """The circuit dice are rolled until they show X without an explosion, or an explosion (stability.always)."""
    ends = circuits(g)
    line = has_line(g)
    if g.log is not None:
        key = "circuits" if ends else "circuits_none"
        g.log.add(key, ends.bit_count(), rule="stability.circuit_dice" if ends else "stability.auto")
    while ends:
        pieces.roll(g, ends)
        g.tray = 0  # they stay where they lie
        if pieces.count(g, ends, EXPLOSION):
            yield from blow_up(g, "stability.explode")
            return
        if pieces.count(g, ends, AMPLIFY):  # stability.restore; otherwise again: stability.neither
            break
    bomb = g.defusing
    pieces.clear_sheet(g)
    g.phase = TURN
    if line:
        pieces.to_bag(g, bomb, "defused.disc")
        pieces.change_influence(g, g.seat, 1, "defused.influence")
    elif g.log is not None:
        g.log.add("defusing_stopped", g.pack.bomb_ids[bomb], g.timer[bomb], rule="defuse.stopped")


def circuits(g: State) -> int:
    """The circuit dice: the explosions at the lower ends of the columns (stability.circuit_dice)."""
    ends = [lowest(g, column) for column in range(used_columns(g))]
    return mask(die for die in ends if g.symbol(die) == EXPLOSION)


def blow_up(g: State, rule: str) -> Flow[State]:
    """The bomb goes off, and the action is over; the turn goes on for who can still act (explosion.defuser)."""
    yield from explode(g, g.defusing, rule)
    g.phase = TURN
