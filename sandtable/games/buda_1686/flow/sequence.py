"""Játékmenet: turns, rounds, the draw and the initiative."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Flow
from sandtable.engine.sets import NONE, bits
from sandtable.games.buda_1686.flow import arrivals, events, go, morale, victory
from sandtable.games.buda_1686.flow.board import relocate
from sandtable.games.buda_1686.pack import IMPERIAL, OTTOMAN, SIDES
from sandtable.games.buda_1686.state import GO, NOBODY, ROUND_END, ROUND_START, TURN_END, TURN_START, State

MORALE_ROLL_FROM: Final = 6
"""The first turn with a roll for Ottoman morale (morale.tms.roll_turns)."""


def play(g: State) -> Flow[State]:
    """One pass: whatever comes next according to the phase."""
    if g.phase == GO:
        yield from go.order(g)
        if g.go == NOBODY:
            g.phase = ROUND_END
    elif g.phase == ROUND_START:
        yield from start_round(g)
    elif g.phase == ROUND_END:
        end_round(g)
    elif g.phase == TURN_START:
        start_turn(g)
    else:
        end_turn(g)


# ---------------------------------------------------------------------- turns


def start_turn(g: State) -> None:
    """Morale roll, officer markers, units into the cup, first round (turn.start.order)."""
    if g.log is not None:
        g.log.add("turn", g.turn, rule="turn.count")
    if g.turn >= MORALE_ROLL_FROM:
        morale.ottoman_morale_roll(g)
    reset_officers(g)
    fill_cup(g)
    g.phase = ROUND_START


def reset_officers(g: State) -> None:
    """Every officer's marker goes to the value that lies face up (turn.start.officer_reset)."""
    for officer, unit in enumerate(g.pack.officers):
        if g.place[unit] != g.pack.dead:  # turn.start.officer_reset_lost
            g.officer[officer] = g.value(unit)
    g.raised = 0


def fill_cup(g: State) -> None:
    """Units lost in the turn before and this turn's reserves go into the imperial cup."""
    pack = g.pack
    for unit in bits(g.at[pack.lost]):
        relocate(g, unit, pack.cup)  # turn.start.lost_units
        if g.log is not None:
            g.log.add("into_cup", pack.unit_ids[unit], rule="turn.start.lost_units")
    for unit in bits(g.at[pack.reserve]):
        if pack.reserve_turn[unit] == g.turn:
            relocate(g, unit, pack.cup)
            if g.log is not None:
                rule = "turn.start.tenth_unit" if g.turn == pack.turns else "turn.start.ninth_unit"
                g.log.add("into_cup", pack.unit_ids[unit], rule=rule)


def end_turn(g: State) -> None:
    """Victory check, rise of the imperial morale, counters back, time marker (turn.end.order)."""
    victory.check_round(g)
    if g.winner != NOBODY:
        return
    morale.end_of_turn_rise(g)
    full = (1 << g.pack.counters) - 1
    g.cup[IMPERIAL] = g.cup[OTTOMAN] = full  # turn.end.counters_back
    g.drawn[IMPERIAL] = g.drawn[OTTOMAN] = NONE
    if g.turn == g.pack.turns:
        victory.check_final(g)
        return
    g.turn += 1  # turn.end.time
    g.round = 0
    g.phase = TURN_START


# ---------------------------------------------------------------------- rounds


def start_round(g: State) -> Flow[State]:
    """Sick units recover, both sides draw, events are rolled for, and the goes are shared out."""
    g.round += 1
    g.rushed = False
    g.extra = 0
    g.reinforcements = 0
    g.initiative = g.go = g.second = NOBODY
    g.drawn[IMPERIAL] = g.drawn[OTTOMAN] = NONE
    yield from events.recover(g)
    yield from draw(g)
    if zeros_drawn(g) == 2:
        g.phase = TURN_END  # turn.end.second_zero, turn.end.no_goes
        if g.log is not None:
            g.log.add("second_zero", g.turn, rule="turn.end.second_zero")
        return
    yield from events.roll_for_events(g)
    share_goes(g)
    g.phase = GO if g.go != NOBODY else ROUND_END


def zeros_drawn(g: State) -> int:
    """How many of the two zeros are out of the cups."""
    zero = g.pack.zero
    return 2 - (g.cup[IMPERIAL] >> zero[IMPERIAL] & 1) - (g.cup[OTTOMAN] >> zero[OTTOMAN] & 1)


def draw(g: State) -> Flow[State]:
    """Both draw at the same time; the imperial player places drawn units and draws on (round.draw)."""
    item = draw_imperial(g)
    draw_ottoman(g)
    while item >= g.pack.counters:  # round.draw.unit_repeat
        yield from arrivals.place_unit(g, item - g.pack.counters)
        item = draw_imperial(g)
    take_counter(g, IMPERIAL, item)


def draw_imperial(g: State) -> int:
    """Draw from the imperial cup: a counter, or (counted on from the counters) a unit."""
    pack = g.pack
    items = bits(g.cup[IMPERIAL]) + tuple(pack.counters + unit for unit in bits(g.at[pack.cup]))
    return g.chance.pick("imperial_cup", items, pack.cup_names)


def draw_ottoman(g: State) -> None:
    item = g.chance.pick("ottoman_cup", bits(g.cup[OTTOMAN]), g.pack.counter_ids[OTTOMAN])
    take_counter(g, OTTOMAN, item)


def take_counter(g: State, side: int, counter: int) -> None:
    """A drawn counter lies open until the end of the turn (round.draw.open)."""
    g.cup[side] &= ~(1 << counter)
    g.drawn[side] = counter
    if g.log is not None:
        g.log.add("drew_" + SIDES[side], g.pack.numbers[side][counter], rule="round.draw")


# ---------------------------------------------------------------------- initiative


def share_goes(g: State) -> None:
    """Who goes first, and whether the other side has a go at all."""
    pack = g.pack
    imperial = pack.numbers[IMPERIAL][g.drawn[IMPERIAL]]
    ottoman = pack.numbers[OTTOMAN][g.drawn[OTTOMAN]]
    if imperial == ottoman:  # round.initiative.tie, round.initiative.tie_no_go
        if g.log is not None:
            g.log.add("tie", imperial, rule="round.initiative.tie")
        return
    first = IMPERIAL if imperial > ottoman else OTTOMAN  # round.initiative.higher
    g.initiative = first
    other = OTTOMAN if first == IMPERIAL else IMPERIAL
    if min(imperial, ottoman) > 0:  # round.zero.first_no_go: a zero leaves its side without a go
        g.second = other
    if g.log is not None:
        g.log.add("initiative", "side:" + SIDES[first], rule="round.initiative.higher")
        if g.second == NOBODY:
            g.log.add("no_go", "side:" + SIDES[other], rule="round.zero.first_no_go")
    go.begin(g, first)


def end_round(g: State) -> None:
    """The round is over: look whether somebody has won (round.end)."""
    victory.check_round(g)
    if g.winner == NOBODY:
        g.phase = ROUND_START
