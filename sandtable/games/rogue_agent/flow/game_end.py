"""End of the game: influence, informants and turned-in criminals are counted."""

from __future__ import annotations

from sandtable.engine.game import Outcome
from sandtable.engine.sets import bits
from sandtable.games.rogue_agent.flow import pieces
from sandtable.games.rogue_agent.pack import SEATS
from sandtable.games.rogue_agent.state import OVER, State


def points(g: State, seat: int) -> int:
    """Influence on the track, informants in the city, and the syndicate bonus; nothing else (score.credits_none)."""
    # score.track, score.informants, score.syndicate.sort
    return g.influence[seat] + pieces.city_informants(g, seat) + syndicate_bonus(g, g.turned_in[seat])


def tell(g: State) -> None:
    """What every seat's points are made of."""
    if g.log is None:
        return
    for seat in range(g.rules.players):
        parts = g.influence[seat], pieces.city_informants(g, seat), syndicate_bonus(g, g.turned_in[seat])
        g.log.add("scored", SEATS[seat], sum(parts), *parts, rule="score.track")


def syndicate_bonus(g: State, cards: int) -> int:
    """What turned-in cards are worth: by syndicate, with wild cards in the largest (score.wild, .together, .only)."""
    counts = [0] * len(g.pack.syndicate_keys)
    for card in bits(cards):
        counts[g.pack.cards[card].syndicate] += 1
    wild = 0
    for syndicate in bits(g.pack.wild):
        wild += counts[syndicate]
        counts[syndicate] = 0
    counts[counts.index(max(counts))] += wild
    return sum(bonus(g, count) for count in counts)


def bonus(g: State, cards: int) -> int:
    """The bonus for so many cards of one syndicate (score.syndicate.table, score.syndicate.five)."""
    table = g.pack.bonus
    last = len(table) - 1
    return table[min(cards, last)] + max(0, cards - last) * g.pack.bonus_further


def outcome(g: State) -> Outcome | None:
    """The most influence wins; of those who are tied the one with more stamina, or all (game.goal, win.tie_shared)."""
    if g.phase != OVER:
        return None
    seats = range(g.rules.players)
    scored = tuple([points(g, seat) for seat in seats])
    best = max(scored)
    tied = [seat for seat in seats if scored[seat] == best]
    stamina = max(g.stamina(seat) for seat in tied)
    winners = tuple([seat for seat in tied if g.stamina(seat) == stamina])
    reason = "game.goal" if len(tied) == 1 else "win.tie_stamina" if len(winners) == 1 else "win.tie_shared"
    scores = tuple([1.0 if seat in winners else scored[seat] / best if best else 0.0 for seat in seats])
    return Outcome(winners, reason, scores, scored)
