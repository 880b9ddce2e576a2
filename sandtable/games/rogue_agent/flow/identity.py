"""Identity tokens: who must show one, who is exposed, and what becomes of an exposed player."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Flow, Legality, Offer, one
from sandtable.engine.sets import NONE, bits
from sandtable.games.rogue_agent.flow import pieces
from sandtable.games.rogue_agent.flow.asking import Asks, asks
from sandtable.games.rogue_agent.pack import (
    ANDROID,
    CRIMINALS,
    EVIDENCE,
    FACES,
    SEATS,
)
from sandtable.games.rogue_agent.state import State

TO_BE_EXPOSED: Final = 2
"""Android tokens that expose a player (reveal.exposed)."""


def may_reveal(g: State, seat: int) -> bool:
    """Whether an event that forces a reveal means this seat at all; otherwise it is ignored."""
    return (
        not g.is_android(seat)  # reveal.event.stamina_android
        and not g.showed >> seat & 1  # reveal.once_per_round
        and g.hidden_tokens(seat) > 0  # reveal.none_left, exposed.limit.events
    )


def reveal_one(g: State, seat: int, rule: str) -> Flow[State]:
    """A player shows one hidden token of its choice (reveal.choice), unless the event is ignored."""
    if not may_reveal(g, seat):
        return
    g.revealing = seat
    # Each hidden token is an option of its own, so that the question is put even if all are alike: not asking would
    # tell (info.hidden.log).
    choice = yield REVEAL[seat]
    token = g.pack.number[choice[1]]
    g.revealing = NONE
    g.shown |= 1 << token  # reveal.stays
    g.showed |= 1 << seat
    g.chance.reveal()
    if g.log is not None:
        g.log.add("token_shown", SEATS[seat], f"identity:{FACES[g.token[token]]}", rule=rule)
    if sum(g.token[own] == ANDROID for own in bits(g.own_tokens(seat) & g.shown)) >= TO_BE_EXPOSED:
        expose(g, seat)


def expose(g: State, seat: int) -> None:
    """A player is an android from now on (reveal.exposed); board, credits and cards stay (exposed.board, .credits)."""
    g.android |= 1 << seat
    if g.log is not None:
        g.log.add("exposed", SEATS[seat], rule="reveal.exposed")
    pieces.release_custody(g, seat, "exposed.custody")
    for tile in range(len(g.slot) // 2):  # exposed.informants
        if g.slot[2 * tile + 1] == seat:
            pieces.remove_informant(g, 2 * tile + 1, "exposed.informants")
        if g.slot[2 * tile] == seat:
            pieces.remove_informant(g, 2 * tile, "exposed.informants_shift")
    g.stock[seat] = 0
    for criminal in range(CRIMINALS):  # attack.clock.exposed
        g.clock[seat * CRIMINALS + criminal] = 0
    if g.android.bit_count() >= g.rules.limit:  # exposed.limit
        remove_tokens(g)


def remove_tokens(g: State) -> None:
    """All tokens leave the game, those face down unseen (exposed.limit.tokens, exposed.limit.tokens_hidden)."""
    g.token = []
    g.shown = 0
    if g.log is not None:
        g.log.add("tokens_removed", rule="exposed.limit.tokens")


def options(g: State, offer: Offer) -> None:
    """The hidden tokens of the player who must show one."""
    for token in bits(g.hidden_tokens(g.revealing)):
        offer.add(g.pack.reveal[token])


def reveal_refusal(g: State, token: int) -> str | None:
    """The rule against showing a token."""
    if not g.own_tokens(g.revealing) >> token & 1:
        return "reveal.choice"
    return "reveal.stays" if g.shown >> token & 1 else None


TOKENS: Final = Legality[State](options, {"reveal": one(reveal_refusal)})
REVEAL: Final[Asks] = asks("identity.reveal", TOKENS, "reveal.choice")


# ====================================================================== screening


def screen(g: State, seat: int, target: int) -> Flow[State]:
    """Evidence makes another player show a token (screen.cost); who is exposed by it pays (screen.only_event)."""
    pieces.spend(g, seat, EVIDENCE, g.pack.screening_price, "screen.cost")
    if g.log is not None:
        g.log.add("screened", SEATS[seat], SEATS[target], rule="screen.cost")
    yield from reveal_one(g, target, "reveal.event.screening")
    if g.is_android(target):
        pieces.change_influence(g, seat, 1, "screen.reward")
        pieces.change_influence(g, target, -1, "screen.penalty")


def screen_refusal(g: State, target: int) -> str | None:
    """The rule against screening a player."""
    seat = g.seat
    if target >= g.rules.players or target == seat:
        return "screen.cost"
    if not g.rules.android:
        return "action.kinds.android_mode"
    if g.is_android(seat):
        return "android.actions"
    if not g.token:
        return "screen.limit_reached"
    if not may_reveal(g, target):
        return "screen.legal_target"
    where = g.at[target]
    if where != g.at[seat] and not g.informants_at(seat, where):
        return "screen.where"
    if g.turn.actions >= 2:
        return "justice.after_second.patrol"
    return None if g.level(seat, EVIDENCE) >= g.pack.screening_price else "screen.cost"


def offer_screening(g: State, offer: Offer) -> None:
    """What `screen_refusal` allows."""
    if g.token and g.level(g.seat, EVIDENCE) >= g.pack.screening_price:
        for target in range(g.rules.players):
            if screen_refusal(g, target) is None:
                offer.add(g.pack.screen[target])
