"""Setup, and adjusting difficulty: the city on November 4, before the first round."""

from __future__ import annotations

from sandtable.engine.chance import Chance
from sandtable.engine.game import Options
from sandtable.engine.sets import NONE
from sandtable.games.nights_of_fire import knowledge
from sandtable.games.nights_of_fire.flow import units
from sandtable.games.nights_of_fire.pack import (
    AREAS,
    CONFLICT_BASIC,
    DISTRICTS,
    INSURGENTS,
    KONEV_ADVANCED,
    LOCALS,
    PLACES,
    POOL,
    REGIMENTS,
    RULESETS,
    Pack,
)
from sandtable.games.nights_of_fire.phases import DRAW, OPENING
from sandtable.games.nights_of_fire.state import Rules, State


def new_uprising(pack: Pack, options: Options, chance: Chance) -> State:
    """Markers, units and decks in their places for the chosen ruleset."""
    g = State(chance, pack, rules_of(options))
    set_markers(g, options)
    deal_insurgents(g)
    deal_civilians(g)
    place_regiments(g)
    deal_decks(g)
    g.rubble = [0] * DISTRICTS
    g.konev.row = [NONE] * pack.first_deal
    g.konev.tokens = [NONE] * pack.first_deal
    start_tactics(g, bool(options["tactics_adjustment"]))
    return g


def rules_of(options: Options) -> Rules:
    """The rules by which these options make a match be played (setup.ruleset, setup.players.conflict)."""
    ruleset, revolutionaries = RULESETS.index(str(options["ruleset"])), int(options["revolutionaries"])
    conflict, advanced = ruleset >= CONFLICT_BASIC, ruleset & KONEV_ADVANCED > 0
    return Rules(
        ruleset,
        conflict,
        advanced,
        revolutionaries,
        commander=revolutionaries if conflict else NONE,
        hand_cut=-int(options["hand"]),
        random_fighters=bool(options["random_reinforcements"]),
        rubble=conflict and advanced,
        headlines=conflict and advanced,
    )


def set_markers(g: State, options: Options) -> None:
    """The markers of the ruleset, moved by the difficulty options (difficulty.combine)."""
    start = g.pack.start[g.rules.ruleset]
    g.prestige = start.prestige + int(options["prestige"])  # setup.prestige.conflict, difficulty.prestige
    g.morale = start.morale + int(options["morale"])  # setup.morale, difficulty.morale
    g.readiness = start.readiness + int(options["readiness"])  # setup.readiness, difficulty.readiness


# ---------------------------------------------------------------------- units


def deal_insurgents(g: State) -> None:
    """A local in every objective district, a fighter in every district, the other fighters in the pool."""
    home = [POOL] * INSURGENTS  # setup.fighters.pool
    locals_ = list(range(LOCALS))
    g.chance.shuffle("locals", locals_, g.pack.insurgent_ids)
    for district in g.pack.objective_list:
        home[locals_.pop()] = district  # setup.locals
    fighters = list(range(LOCALS, INSURGENTS))
    g.chance.shuffle("fighters", fighters, g.pack.insurgent_ids)
    for district in range(DISTRICTS):
        home[fighters.pop()] = district  # setup.fighters
    stick(g, home)


def stick(g: State, home: list[int]) -> None:
    """Put the insurgents on blocks, blindly where a commander watches, and the blocks in their places."""
    g.insurgent_of = list(range(INSURGENTS))
    if g.rules.conflict:
        g.chance.shuffle("blocks", g.insurgent_of, g.pack.insurgent_ids)
        g.insurgent_of.reverse()
    g.block_of = [0] * INSURGENTS
    g.place = [home[insurgent] for insurgent in g.insurgent_of]
    g.at = [0] * PLACES
    for block, place in enumerate(g.place):
        g.at[place] |= 1 << block
    units.look_at_stickers(g)
    knowledge.dealt(g)


def deal_civilians(g: State) -> None:
    """One civilian in every objective district (setup.civilians)."""
    civilians = list(range(len(g.pack.civilian_keys)))
    g.chance.shuffle("civilians", civilians, g.pack.civilian_keys)
    g.lives = [NONE] * DISTRICTS
    for district in g.pack.objective_list:
        g.lives[district] = civilians.pop()
    g.civilians = g.pack.objectives


def place_regiments(g: State) -> None:
    """Two Regiments of each Division in staging, one forward, all active (setup.regiments.staging, .forward)."""
    g.regiment_at = list(g.pack.regiment_start)
    g.regiments = [0] * AREAS
    for regiment in range(REGIMENTS):
        g.regiments[g.regiment_at[regiment]] |= 1 << regiment


# ---------------------------------------------------------------------- cards


def deal_decks(g: State) -> None:
    """The decks of the ruleset; other cards stay out of the game (setup.unused)."""
    pack = g.pack
    every_card = range(len(pack.card_keys))
    if g.rules.revolutionaries == 1:
        decks = [list(every_card)]  # setup.deck.one
    else:  # setup.deck.two, setup.deck.two.which
        decks = [[card for card in every_card if (pack.card_player >> card & 1) == icon] for icon in (1, 0)]
    for deck in decks:
        g.chance.shuffle("deck", deck, pack.card_ids)
    g.deck = decks
    g.hand = [[] for _ in decks]
    g.discard = [[] for _ in decks]
    g.given = [0, 0]
    if g.rules.conflict and g.rules.revolutionaries == 2:
        g.circle = [0 if pack.card_player >> card & 1 else 1 for card in every_card]
    if not g.rules.conflict:
        g.konev.deck = list(range(len(pack.konev_keys)))
        g.chance.shuffle("konev_deck", g.konev.deck, pack.konev_ids)  # setup.konev_deck
    else:
        g.tactics.combat = list(range(len(pack.tactics_keys)))  # setup.tactics
    if g.rules.headlines:
        g.headlines.deck = list(range(len(pack.headline_keys)))
        g.chance.shuffle("headline_deck", g.headlines.deck, pack.headline_ids)  # setup.headlines


def start_tactics(g: State, cut: bool) -> None:
    """Option: an adjustment of Tactics before the first round, as for three disabled units (difficulty.tactics)."""
    g.phase = DRAW
    if cut and g.rules.conflict:
        card = g.chance.pick("unavailable", g.tactics.combat, g.pack.tactics_ids)
        g.tactics.combat.remove(card)
        g.tactics.unavailable = 1 << card
    elif cut:
        g.phase = OPENING
        g.to_set_aside = 2
