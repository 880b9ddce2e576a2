"""Setup: the city is dealt, the police squad is placed, tokens are dealt, and a leader is found."""

from __future__ import annotations

from sandtable.engine.chance import Chance
from sandtable.engine.game import Options
from sandtable.engine.piles import shuffle
from sandtable.engine.sets import NONE, mask
from sandtable.games.rogue_agent.pack import (
    CRIMINALS,
    DISTRICTS,
    HEADQUARTERS,
    PATH_END,
    SEATS,
    TILES,
    Pack,
)
from sandtable.games.rogue_agent.state import Rules, State

APPENDIX = {
    "t1": "fuel_station",
    "t2": "district_6",
    "t3": "gunsmith",
    "m0": "motor_pool",
    "m1": "district_2",
    "m2": "headquarters",
    "m3": "district_3",
    "m4": "synthetics_lab",
    "b0": "district_1",
    "b1": "ammunition_depot",
    "b2": "district_5",
    "b3": "hospital",
    "b4": "district_4",
}
"""The city of the rulebook's worked example (ex.B.criminal3), for a first game."""


def rules_of(pack: Pack, options: Options) -> Rules:
    """The rules of a mode (mode.agent.players, mode.android.players, game.length.agent, game.length.android)."""
    kind, players = str(options["mode"]).split("-")
    count, android = int(players[0]), kind == "android"
    limit = pack.android_limit[count] if android else 0
    return Rules(count, android, pack.rounds[android], pack.discs[count], limit)


def empty_city(pack: Pack, options: Options, chance: Chance) -> State:
    """The table with every player's things on it, before the city is dealt."""
    rules = rules_of(pack, options)
    players = rules.players
    return State(
        chance,
        pack,
        rules,
        slot=[NONE] * (2 * TILES),
        turned_in=[0] * players,
        at=[HEADQUARTERS] * players,  # setup.agents
        track=list(pack.track_start) * players,  # setup.player.resources, .upgrades, .stamina
        credits=[pack.start_credits] * players,  # setup.player.credits
        stock=[pack.informants] * players,  # setup.player.colour
        influence=[0] * players,  # setup.influence
        clock=[0] * (players * CRIMINALS),
    )


def new_game(pack: Pack, options: Options, chance: Chance) -> State:
    """Everything in the order of the rulebook."""
    g = empty_city(pack, options, chance)
    if options["city"] == "appendix":
        g.tile_at = [pack.tile_keys.index(APPENDIX[place]) for place in pack.place_keys]
    else:
        deal_city(g)
    lay_out(g)
    g.police = chance.d6("police")  # setup.police
    g.deck = list(range(len(pack.cards)))
    shuffle(g.deck, chance, "deck", pack.card_ids)  # setup.deck
    if options["leader"] == "random":  # setup.leader, setup.leader.random
        g.leader = chance.pick("leader", tuple(range(g.rules.players)), SEATS)
    if g.rules.android:
        deal_tokens(g)
    return g


def deal_city(g: State) -> None:
    """Districts and other locations are shuffled and fill their places (setup.city.district_shuffle, .others)."""
    pack = g.pack
    districts = list(range(1, DISTRICTS + 1))
    others = list(range(DISTRICTS + 1, TILES))
    shuffle(districts, g.chance, "districts", pack.tile_ids)
    shuffle(others, g.chance, "locations", pack.tile_ids)
    piles = {"headquarters": [HEADQUARTERS], "district": districts, "other": others}
    g.tile_at = [piles[kind].pop() for kind in pack.place_kinds]  # setup.city.hq, .districts_around, .districts_corners


def lay_out(g: State) -> None:
    """What follows from where the tiles lie: neighbours and the event path."""
    pack = g.pack
    place_of = [g.tile_at.index(tile) for tile in range(TILES)]
    g.near = [mask(g.tile_at[place] for place in pack.place_near[place_of[tile]]) for tile in range(TILES)]
    g.path = [g.tile_at[place] for place in pack.path_places]
    g.stop = [g.path.index(tile) if tile in g.path else NONE for tile in range(TILES)]
    assert len(g.path) == PATH_END + 1


def deal_tokens(g: State) -> None:
    """Identity tokens: with three players some are taken out before; three go to each (setup.identity.deal)."""
    human, android = g.pack.tokens[g.rules.players]
    faces = [0] * human + [1] * android
    shuffle(faces, g.chance, "tokens", ("human", "android"))
    g.token = faces
