"""Setup: the city on 23 October, and what the options of difficulty change in it."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Flow
from sandtable.engine.chance import Chance
from sandtable.engine.game import Options
from sandtable.engine.sets import NONE
from sandtable.games.days_of_ire.cards import LIMIT, MODS
from sandtable.games.days_of_ire.flow.effects import carry_out
from sandtable.games.days_of_ire.pack import (
    AVH_CARDS,
    DECKS,
    EVENTS,
    EVERY_REV_TANK,
    FIGHTERS,
    HEADLINES,
    LOCATIONS,
    NOEL,
    REV_CARDS,
    SLOTS,
    STARTING,
    YURI,
    Pack,
)
from sandtable.games.days_of_ire.state import OPENING, RECALL, TEAM_DECIDES, Rules, State

CHANGES: Final = {
    "radio_sniper_gone": "rev_sniper",
    "injury_more": "rev_injuries",
    "first_fighter": "rev_fighter",
    "csepel_militia": "sov_militia_csepel",
    "stalin_militia": "sov_militia_sztalin",
}
"""What the yes-or-no options are called in the pack."""


def new_city(pack: Pack, options: Options, chance: Chance) -> State:
    """Everything in its place before the first day."""
    g = State(chance, pack, rules_of(pack, options))
    g.support, g.morale = pack.start.support, pack.start.morale  # setup.tracks
    place_units(g)
    place_fighters(g)
    deal_events(g)
    deal_headlines(g)
    deal_cards(g)
    g.avh_kit = (1 << AVH_CARDS) - 1  # setup.avh_kit
    g.day_mods = [0] * len(MODS)
    g.phase = OPENING if g.rules.changes else RECALL
    return g


def rules_of(pack: Pack, options: Options) -> Rules:
    """The rules by which these options make a match be played (roles.player_count, difficulty.after_setup)."""
    revolutionaries = int(options["revolutionaries"])
    chosen = [key for option, key in CHANGES.items() if options[option]]
    morale = int(options["morale"])
    chosen += ["rev_morale" if morale > 0 else "sov_morale"] * abs(morale)
    chosen += ["sov_support"] * -int(options["support"])
    programs = [pack.difficulty[key] for key in chosen]
    limits = [part.n for program in programs for part in pack.programs[program] if part.verb == LIMIT]
    changes = tuple(p for p in programs if any(part.verb != LIMIT for part in pack.programs[p]))
    injuries = pack.limits.injuries[revolutionaries] + sum(limits)
    return Rules(revolutionaries, bool(options["yuri_noel"]), injuries, changes)


def change_difficulty(g: State) -> Flow[State]:
    """The chosen changes, the team choosing where there is a choice (difficulty.rev.fighter_choice)."""
    for program in g.rules.changes:
        yield from carry_out(g, program, TEAM_DECIDES)
    g.phase = RECALL


# ---------------------------------------------------------------------- the board


def place_units(g: State) -> None:
    """Soviet units and revolutionaries on their start spaces (setup.soviet_units, setup.rev_start_1)."""
    start, team = g.pack.start, g.rules.revolutionaries
    g.tanks, g.militia, g.snipers = (list(counts) for counts in start.units)
    g.tanks_moved = [0] * LOCATIONS
    g.rev_at = list(start.revolutionaries[team])
    g.injuries = [0] * team  # setup.no_injuries
    g.actions = [0] * team
    g.barricades_left = g.pack.limits.barricades


def place_fighters(g: State) -> None:
    """Two fighters in every location, the upper one face up and passive (setup.fighters, setup.no_active_fighters)."""
    fighters = list(range(FIGHTERS))
    g.chance.shuffle("fighters", fighters, g.pack.companion_ids)
    g.top = [fighters.pop() for _ in range(LOCATIONS)]
    g.bottom = [fighters.pop() for _ in range(LOCATIONS)]
    g.active = [0] * LOCATIONS
    g.rev_tanks = EVERY_REV_TANK  # setup.rev_tanks
    if g.rules.promo:  # promo.not_mixed
        g.active[g.pack.yuri_start] |= 1 << YURI
        g.active[g.pack.noel_start] |= 1 << NOEL


def deal_events(g: State) -> None:
    """The starting events on the board, six others in the display (setup.start_events, setup.event_deck)."""
    g.event_at = [NONE] * LOCATIONS
    for event in range(STARTING):
        g.event_at[g.pack.event_location[event]] = event  # setup.start_events_no_effect
    g.event_deck = list(range(STARTING, EVENTS))
    g.chance.shuffle("event_deck", g.event_deck, g.pack.event_ids)
    g.display = [g.event_deck.pop() for _ in range(SLOTS)]


# ---------------------------------------------------------------------- cards


def deal_headlines(g: State) -> None:
    """Three decks by period, and the first hand (setup.headline_decks, setup.soviet_hand)."""
    periods = g.pack.period
    g.headline_decks = [[h for h in range(HEADLINES) if periods[h] == deck] for deck in range(DECKS)]
    for deck in g.headline_decks:
        g.chance.shuffle("headline_deck", deck, g.pack.headline_ids)
    for _ in range(g.pack.start.soviet_hand):
        g.soviet_hand |= 1 << g.headline_decks[g.pack.start.deck].pop()
    g.peeked = [0] * g.rules.revolutionaries


def deal_cards(g: State) -> None:
    """Every revolutionary has five Revolution cards (setup.rev_cards)."""
    g.deck = list(range(REV_CARDS))
    g.chance.shuffle("rev_deck", g.deck, g.pack.card_ids)
    g.hand = [0] * g.rules.revolutionaries
    for seat in range(g.rules.revolutionaries):
        for _ in range(g.pack.limits.start_cards):
            g.hand[seat] |= 1 << g.deck.pop()
    g.known = [0] * (g.rules.revolutionaries + 1)
