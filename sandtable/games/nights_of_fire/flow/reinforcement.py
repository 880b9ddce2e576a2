"""Reinforcement Phase: a card brings fighters from the pool; Headline penalties place fighters in the same way."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, legal, nothing, one, two
from sandtable.engine.choices import DONE
from sandtable.engine.sets import bits
from sandtable.games.nights_of_fire.cards import BY_RULES, IN_TARGETS
from sandtable.games.nights_of_fire.flow import units
from sandtable.games.nights_of_fire.pack import DISTRICTS, NO_REINFORCEMENT, POOL, RECRUIT
from sandtable.games.nights_of_fire.phases import FIRST, PLACE
from sandtable.games.nights_of_fire.state import Placing, State, rev_team

# ---------------------------------------------------------------------- the card


def reinforcement_phase(g: State) -> Flow[State]:
    """The Revolutionary side may play one card with the Recruit icon, or none (reinforce.optional)."""
    if not may_reinforce(g):
        g.phase = FIRST
        return
    choice = yield Ask(0, "reinforce.card", CARDS_TO_PLAY, "reinforce.optional", g.rules.conflict, rev_team(g))
    if choice == NO_REINFORCEMENT:
        g.phase = FIRST
        return
    card = g.pack.number[choice[1]]
    play_card(g, card)
    begin_placing(g, g.pack.card_value[card], BY_RULES, FIRST)  # reinforce.amount
    if g.rules.random_fighters:
        yield from draw_fighters(g)


def may_reinforce(g: State) -> bool:
    """Whether the side is asked at all, which depends on nothing hidden."""
    if g.round == 1:  # reinforce.skip_first
        return False
    return g.at[POOL] > 0 and any(g.hand)  # reinforce.at_least_one


def cards_to_play(g: State, offer: Offer) -> None:
    """The cards of both hands, of which one may be played (reinforce.one_total)."""
    for hand in g.hand:
        for card in hand:
            if card_refusal(g, card) is None:
                offer.add(g.pack.reinforce[card])
    offer.add(NO_REINFORCEMENT)


def card_refusal(g: State, card: int) -> str | None:
    """The rule that keeps a card from bringing fighters."""
    if not any(card in hand for hand in g.hand):
        return "reinforce.optional"
    return None if g.pack.card_icons[card] >> RECRUIT & 1 else "reinforce.icon"


CARDS_TO_PLAY: Final[Legality[State]] = Legality(
    cards_to_play, {"reinforce": one(card_refusal), "no_reinforcement": legal}
)


def play_card(g: State, card: int) -> None:
    """The card goes to its player's discard pile and is not replaced (reinforce.discard)."""
    seat = 0 if card in g.hand[0] else 1
    if g.log is not None:
        g.log.add("reinforcement_card", g.pack.card_ids[card], g.pack.card_value[card], rule="reinforce.amount")
    units.discard_card(g, seat, card)


# ---------------------------------------------------------------------- fighters drawn blindly


def draw_fighters(g: State) -> Flow[State]:
    """The side first says how many fighters it takes; these are drawn together (difficulty.reinforcements.number)."""
    choice = yield Ask(0, "reinforce.number", NUMBERS, "difficulty.reinforcements.number", team=rev_team(g))
    count = choice[1]
    assert isinstance(count, int)
    g.placing.to_place = count
    g.placing.incoming = blind_draw(g, count)


def numbers(g: State, offer: Offer) -> None:
    for count in range(1, g.placing.to_place + 1):
        offer.add(g.pack.bring[count])


def number_refusal(g: State, count: int) -> str | None:
    """The rule against taking so many fighters."""
    if not count:
        return "reinforce.at_least_one"
    return None if count <= g.placing.to_place else "reinforce.amount"


NUMBERS: Final[Legality[State]] = Legality(numbers, {"bring": one(number_refusal)})


def blind_draw(g: State, count: int) -> int:
    """So many blocks of the pool, drawn at random (difficulty.reinforcements)."""
    pool = [g.insurgent_of[block] for block in bits(g.at[POOL])]
    if count < len(pool):
        g.chance.shuffle("fighters", pool, g.pack.insurgent_ids)
    drawn = 0
    for insurgent in pool[-count:]:
        drawn |= 1 << g.block_of[insurgent]
    return drawn


# ---------------------------------------------------------------------- placing


def begin_placing(g: State, count: int, where: int, after: int) -> None:
    """Up to so many fighters of the pool may be placed; then the game goes on with a phase."""
    g.placing = Placing(min(count, g.at[POOL].bit_count()), where=where)
    g.after = after
    g.phase = PLACE if g.placing.to_place else after


def place_fighter(g: State) -> Flow[State]:
    """Place one fighter, or be done; each is tested on its own (reinforce.place.sequence)."""
    choice = yield Ask(0, "reinforce.place", PLACEMENTS, "reinforce.place", g.rules.conflict, rev_team(g))
    if choice == DONE:
        end_placing(g)
        return
    block = g.block_of[g.pack.number[choice[1]]]
    units.place_block(g, block, g.pack.number[choice[2]])  # reinforce.hidden
    g.placing.incoming &= ~(1 << block)
    g.placing.placed += 1
    g.placing.to_place -= 1
    if not g.placing.to_place:
        end_placing(g)


def end_placing(g: State) -> None:
    g.placing = Placing()
    g.phase = g.after


def ready(g: State) -> int:
    """The blocks that may be placed: those drawn, or all of the pool (reinforce.choice, difficulty.reinforcements)."""
    return g.placing.incoming if g.placing.incoming else g.at[POOL]


def placements(g: State, offer: Offer) -> None:
    offer.tell(left=g.placing.to_place)
    districts = [district for district in range(DISTRICTS) if district_refusal(g, district) is None]
    for block in bits(ready(g)):
        row = g.pack.place[g.insurgent_of[block]]
        for district in districts:  # reinforce.place.many
            offer.add(row[district])
    if stop_refusal(g) is None:
        offer.add(DONE)


def place_refusal(g: State, insurgent: int, district: int) -> str | None:
    """The rule that keeps a fighter from being placed in a district."""
    block = g.block_of[insurgent]
    if ready(g) >> block & 1:
        return district_refusal(g, district)
    return "difficulty.reinforcements" if g.at[POOL] >> block & 1 else "reinforce.choice"


def district_refusal(g: State, district: int) -> str | None:
    """The rule that keeps all fighters out of a district."""
    if g.placing.where == IN_TARGETS:
        targets = g.pack.headlines[g.headlines.open].targets
        return None if district in targets else "headline.H5.penalty"
    if not g.garrison >> district & 1 or g.at[district]:
        return None
    return "reinforce.place.garrison_state" if g.disabled_garrisons >> district & 1 else "reinforce.place"


def stop_refusal(g: State) -> str | None:
    """The rule against leaving it at the fighters placed so far."""
    if g.placing.incoming:
        return "difficulty.reinforcements.number"
    if g.placing.placed or g.after != FIRST:  # headline.penalty.choices
        return None
    return "reinforce.at_least_one"


PLACEMENTS: Final[Legality[State]] = Legality(placements, {"place": two(place_refusal), "done": nothing(stop_refusal)})
