"""Adjustment Phase: Headline, Prestige and surrender, Morale, Tactics."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, legal, nothing, one
from sandtable.engine.choices import DONE
from sandtable.engine.piles import shuffle
from sandtable.engine.sets import NONE, bits
from sandtable.games.nights_of_fire import knowledge
from sandtable.games.nights_of_fire.flow import cleanup, headlines, units
from sandtable.games.nights_of_fire.flow.game_end import armed_on_map, end, surrender
from sandtable.games.nights_of_fire.pack import BLOCKER, BYSTANDER, FIGHT_ON, SURRENDER
from sandtable.games.nights_of_fire.phases import HIDE, MORALE, OPENING, PRESTIGE, TACTICS_ADJUST
from sandtable.games.nights_of_fire.phases import SURRENDER as SURRENDER_ASK
from sandtable.games.nights_of_fire.state import GRAND_REVOLUTIONARY, State, rev_team

FEW_ARMED: Final = 6
"""With so many armed insurgents or fewer the Revolutionaries may surrender (adjust.surrender.choice)."""
MOMENTUM_GROUP: Final = 2  # adjust.prestige
GARRISON_GROUP: Final = 3  # adjust.morale.disabled, adjust.morale.active
KILLED_GROUP: Final = 2  # adjust.morale.killed
DISABLED_GROUP: Final = 3  # adjust.tactics.conflict.reveal, adjust.tactics.konev
KONEV_CARDS: Final = 2
"""Konev cards that may be taken out for each group of disabled units (adjust.tactics.konev)."""


# ---------------------------------------------------------------------- 1: Headline


def headline(g: State) -> Flow[State]:
    """The penalty of a Headline that was not resolved (adjust.headline.penalty)."""
    if g.headlines.open == NONE:
        g.phase = PRESTIGE
    else:
        yield from headlines.penalty_step(g)


# ---------------------------------------------------------------------- 2: Prestige, Readiness, surrender


def prestige(g: State) -> None:
    """Momentum costs Prestige, the commander loses Readiness, and the game may be won (adjust.prestige.order)."""
    loss = units.per(g.momentum, MOMENTUM_GROUP)
    tell_cause(g, "by_momentum", g.momentum, loss, "adjust.prestige")
    units.change_prestige(g, -loss, "adjust.prestige")
    if g.rules.conflict:
        units.change_readiness(g, -1, "adjust.readiness.conflict")
    last = g.round == g.pack.rounds
    if g.prestige <= 0:
        end(g, GRAND_REVOLUTIONARY, "adjust.grand.prestige")
    elif last and g.on_map():  # adjust.grand.time.any
        end(g, GRAND_REVOLUTIONARY, "adjust.grand.time")
    elif last:
        surrender(g, "adjust.round10.no_insurgent")
    elif not armed_on_map(g) and not g.civilians:  # adjust.surrender.auto.both
        surrender(g, "adjust.surrender.auto")
    else:
        g.phase = SURRENDER_ASK


def surrender_choice(g: State) -> Flow[State]:
    """The Revolutionaries may surrender, both of them agreeing, again in every round (adjust.surrender.each_round)."""
    g.phase = MORALE
    if not asked_to_surrender(g):
        return
    for seat in range(g.rules.revolutionaries):
        choice = yield Ask(seat, "surrender", SURRENDERING, "adjust.surrender.choice", always=g.rules.conflict)
        if choice == FIGHT_ON:
            return
    surrender(g, "adjust.surrender.choice")  # adjust.surrender.end


def asked_to_surrender(g: State) -> bool:
    """Whether the question comes up; with hidden Bystanders it must not tell how many there are (info.no_silence)."""
    if g.rules.conflict and g.rules.advanced:
        return g.on_map().bit_count() <= FEW_ARMED + g.pack.bearers[BYSTANDER].bit_count()
    return armed_on_map(g) <= FEW_ARMED


def surrender_options(g: State, offer: Offer) -> None:
    offer.tell(armed=armed_on_map(g), prestige=g.prestige)
    offer.add(FIGHT_ON)
    if surrender_refusal(g) is None:
        offer.add(SURRENDER)


def surrender_refusal(g: State) -> str | None:
    """The rule against surrendering while many can fight."""
    return None if armed_on_map(g) <= FEW_ARMED else "adjust.surrender.choice"


SURRENDERING: Final[Legality[State]] = Legality(
    surrender_options, {"fight_on": legal, "surrender": nothing(surrender_refusal)}
)


# ---------------------------------------------------------------------- 3: Morale


def morale(g: State) -> None:
    """Garrisons and losses change Morale, which is tested once after all of it (adjust.morale.together)."""
    disabled = g.disabled_garrisons.bit_count()  # adjust.morale.disabled_and_blocked
    active = (g.garrison & ~g.disabled_garrisons & ~blocked(g)).bit_count()  # adjust.morale.blocked.not_disabled
    adjust_morale(g, "by_disabled", disabled, GARRISON_GROUP, 1, "adjust.morale.disabled")
    adjust_morale(g, "by_garrisons", active, GARRISON_GROUP, -1, "adjust.morale.active")
    adjust_morale(g, "by_killed", g.killed_units(), KILLED_GROUP, -1, "adjust.morale.killed")
    if g.morale <= 0:
        surrender(g, "adjust.morale.end")
        return
    begin_tactics(g)


def adjust_morale(g: State, key: str, count: int, group: int, sign: int, rule: str) -> None:
    """Morale rises or falls by 1 for every whole group of units; the report says of which."""
    change = units.per(count, group)
    tell_cause(g, key, count, change, rule)
    units.change_morale(g, sign * change, rule)


def tell_cause(g: State, key: str, count: int, change: int, rule: str) -> None:
    if g.log is not None and change:
        g.log.add(key, count, change, rule=rule)


def blocked(g: State) -> int:
    """Districts with a revealed Blocker, or with a permanently-blocked marker (headline.blocked_marker)."""
    districts = g.blocked
    for block in bits(g.bearing[BLOCKER] & g.shown & g.on_map()):
        districts |= 1 << g.place[block]  # adjust.morale.blocked.blocker
    return districts


# ---------------------------------------------------------------------- 4: Tactics


def begin_tactics(g: State) -> None:
    """Every third disabled Soviet unit costs the Soviets cards (adjust.tactics.threshold)."""
    groups = units.per(g.disabled_units(), DISABLED_GROUP)
    if g.rules.conflict:
        turn_up_unavailable(g, groups)
        finish(g)
        return
    g.to_set_aside = min(KONEV_CARDS * groups, len(g.konev.deck) + len(g.konev.discard))
    if g.to_set_aside:
        g.chance.reveal()  # adjust.tactics.konev.from: they look through the deck
    g.phase = TACTICS_ADJUST


def turn_up_unavailable(g: State, count: int) -> None:
    """So many random Tactics cards, the kept one apart, are unavailable in the next round."""
    gather(g)
    for _ in range(count):  # adjust.tactics.conflict.reveal
        card = g.chance.pick("unavailable", g.tactics.combat, g.pack.tactics_ids)
        g.tactics.combat.remove(card)
        g.tactics.unavailable |= 1 << card
        if g.log is not None:
            g.log.add("unavailable", g.pack.tactics_ids[card], rule="adjust.tactics.conflict.reveal")
    knowledge.cards_unavailable(g, g.tactics.unavailable)


def gather(g: State) -> None:
    """All Tactics cards come together but the kept one (adjust.tactics.conflict.gather)."""
    g.tactics.combat = [card for card in range(len(g.pack.tactics_keys)) if card != g.tactics.kept]
    g.tactics.hand = g.tactics.discard = g.tactics.combat_discard = 0
    g.tactics.unavailable = 0  # adjust.tactics.conflict.expire


def set_aside_step(g: State) -> Flow[State]:
    """The players take one more Konev card out for the next round, or have finished (adjust.tactics.konev)."""
    if g.to_set_aside:
        choice = yield Ask(0, "konev.set_aside", SETTING_ASIDE, "adjust.tactics.konev", team=rev_team(g))
        if choice != DONE:
            set_aside(g, g.pack.number[choice[1]])
            if g.to_set_aside:
                return
        g.to_set_aside = 0
        shuffle(g.konev.deck, g.chance, "konev_deck", g.pack.konev_ids)  # adjust.tactics.konev.shuffle
    finish(g)


def set_aside(g: State, card: int) -> None:
    """A Konev card of the deck or the discard pile stays apart (adjust.tactics.konev.until)."""
    pile = g.konev.deck if card in g.konev.deck else g.konev.discard
    pile.remove(card)
    g.konev.out |= 1 << card
    g.to_set_aside -= 1
    if g.log is not None:
        g.log.add("set_aside", g.pack.konev_ids[card], rule="adjust.tactics.konev")


def set_aside_options(g: State, offer: Offer) -> None:
    offer.tell(left=g.to_set_aside)
    for card in sorted(g.konev.deck + g.konev.discard):  # adjust.tactics.konev.again
        offer.add(g.pack.set_aside[card])
    offer.add(DONE)


def set_aside_refusal(g: State, card: int) -> str | None:
    """The rule that keeps a Konev card from being taken out: it is neither in the deck nor in the discard pile."""
    if card in g.konev.deck or card in g.konev.discard:
        return None
    return "difficulty.tactics.konev" if g.phase == OPENING else "adjust.tactics.konev.from"


SETTING_ASIDE: Final[Legality[State]] = Legality(
    set_aside_options, {"set_aside": one(set_aside_refusal), "done": legal}
)


def finish(g: State) -> None:
    """On to Clean-up, which begins with the Soviets."""
    cleanup.soviets(g)
    g.phase = HIDE
