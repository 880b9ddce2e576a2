"""Card effects: the parts of a reveal or a retaliation, carried out in order (effect.parts_order)."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, one
from sandtable.engine.sets import NONE, bits, first
from sandtable.engine.types import Choice
from sandtable.games.rogue_agent import cards
from sandtable.games.rogue_agent.cards import Part
from sandtable.games.rogue_agent.flow import identity, pieces, stamina, time
from sandtable.games.rogue_agent.flow.asking import Asks, asks
from sandtable.games.rogue_agent.flow.explosion import explode
from sandtable.games.rogue_agent.pack import (
    BOMBS,
    CRIMINALS,
    EVIDENCE,
    FIRST_ASSASSIN,
    FIRST_CRIMINAL,
    HEADQUARTERS,
    PER_COLOUR,
    SEATS,
)
from sandtable.games.rogue_agent.state import CLOCK_TURNS, Effect, State

LONGEST_TIMER: Final = 6
"""A timer is a six-sided die (effect.timer_max)."""
RULE: Final = "effect.vocabulary"


def carry_out(g: State, attacker: int, criminal: int, parts: tuple[Part, ...]) -> Flow[State]:
    """One part after the other; what cannot apply is skipped (attack.retaliation.inapplicable)."""
    g.effect = Effect(attacker, criminal, g.tile_of(FIRST_CRIMINAL + criminal))
    for part in parts:
        if part.mode == NONE or (part.mode == cards.ANDROID_MODE) == g.rules.android:  # attack.retaliation.other_mode
            yield from VERBS[part.verb](g, part)
    g.effect = Effect()


def meant(g: State, part: Part) -> list[int]:
    """The agents that a part is aimed at, in order; never androids (effect.androids_spared, order.players).

    An attacker who was taken to the hospital meanwhile is left alone (hospital.rest_of_effect).
    """
    now = g.effect
    if part.who == cards.ATTACKER:
        found = [now.attacker]
    elif part.who == cards.EACH_HERE:
        found = [seat for seat in g.order() if g.at[seat] == now.here]
    else:
        found = [seat for seat in g.order() if seat != now.attacker]
    return [seat for seat in found if not g.is_android(seat) and not (now.down and seat == now.attacker)]


# ====================================================================== players


def change_stamina(g: State, part: Part) -> Flow[State]:
    """Stamina is won or lost; safe places do not matter (attack.retaliation.safe)."""
    for seat in meant(g, part):
        if part.n > 0:
            pieces.heal(g, seat, part.n, RULE)
            continue
        lost = -part.n - (g.informants_at(seat, g.effect.here) if part.informants else 0)
        yield from stamina.lose(g, seat, lost, RULE)  # effect.stamina_skull


def change_resource(g: State, part: Part) -> Flow[State]:
    """A resource is won or lost, of a choice the losing player's."""
    for seat in meant(g, part):
        kind = part.kind
        if kind == cards.CHOICE:
            held = [track for track in range(cards.CHOICE) if g.level(seat, track)]
            if not held:
                continue
            choice = yield LOSE[seat]
            kind = g.pack.number[choice[1]]
        if part.n > 0:
            pieces.gain(g, seat, kind, part.n, RULE)
        else:
            pieces.drop(g, seat, kind, -part.n, RULE)


def lose_options(g: State, offer: Offer) -> None:
    for track in range(cards.CHOICE):
        if g.level(g.effect.attacker, track):
            offer.add(g.pack.lose[track])


def lose_refusal(g: State, track: int) -> str | None:
    """The rule against losing of a track: only resources, and only those that are there."""
    return None if track <= EVIDENCE and g.level(g.effect.attacker, track) else RULE


LOSE: Final[Asks] = asks("effect.lose", Legality(lose_options, {"lose": one(lose_refusal)}), RULE)


def change_credits(g: State, part: Part) -> Flow[State]:
    """Credits come from the supply or go there."""
    for seat in meant(g, part):
        if part.n > 0:
            pieces.receive(g, seat, part.n, RULE)
        else:
            pieces.pay(g, seat, -part.n, RULE)
    yield from ()


def change_influence(g: State, part: Part) -> Flow[State]:
    for seat in meant(g, part):
        pieces.change_influence(g, seat, part.n, RULE)
    yield from ()


def release(g: State, part: Part) -> Flow[State]:
    """Criminals in custody escape; the player to the left says which (effect.choice_left)."""
    for seat in meant(g, part):
        for _ in range(part.n):
            held = g.custody(seat)
            criminal = first(held)
            if held & held - 1:
                g.effect.criminals = held
                choice = yield RELEASE[g.left_of(g.effect.attacker)]
                criminal = g.pack.number[choice[1]]
                g.effect.criminals = 0
            if criminal != NONE:
                pieces.return_criminal(g, criminal, RULE)


def release_options(g: State, offer: Offer) -> None:
    offer.tell(attacker=SEATS[g.effect.attacker])
    for criminal in bits(g.effect.criminals):
        offer.add(g.pack.release[criminal])


def release_refusal(g: State, criminal: int) -> str | None:
    """The rule against releasing a criminal."""
    return None if g.effect.criminals >> criminal & 1 else RULE


RELEASE: Final[Asks] = asks(
    "effect.release", Legality(release_options, {"release": one(release_refusal)}), "effect.choice_left"
)


def move_figure(g: State, part: Part) -> Flow[State]:
    """A figure is put on a tile with its custody, without any effect of entering."""
    for seat in meant(g, part):
        g.at[seat] = HEADQUARTERS if part.scope == 0 else g.pack.hospital
        if g.log is not None:
            g.log.add("moved_to", SEATS[seat], g.pack.tile_ids[g.at[seat]], rule=RULE)
    yield from ()


def end_turn(g: State, part: Part) -> Flow[State]:
    """A turn that is running ends, without reinforcement."""
    for seat in meant(g, part):
        if g.on_turn(seat):
            g.turn.over = True
    yield from ()


def show_identity(g: State, part: Part) -> Flow[State]:
    """A token is shown, if the rules on that allow it (reveal.event.retaliation)."""
    for seat in meant(g, part):
        yield from identity.reveal_one(g, seat, "reveal.event.retaliation")


def limit(g: State, part: Part) -> Flow[State]:
    """A continuing effect begins at once, or begins anew (attack.clock.at_once, attack.clock.renew, .token).

    It ends with the next turn of who is meant, and does not begin if the criminal has left (attack.clock.duration).
    """
    if not g.in_play(g.effect.criminal):
        return
    for seat in meant(g, part):
        g.clock[seat * CRIMINALS + g.effect.criminal] = CLOCK_TURNS if g.on_turn(seat) else 1
        if g.log is not None:
            g.log.add("clock", SEATS[seat], g.pack.criminal_ids[g.effect.criminal], rule="attack.clock.token")
    yield from ()


# ====================================================================== informants


def remove_informant(g: State, part: Part) -> Flow[State]:
    """One informant leaves the game; who chooses which, the card says (effect.choice_left)."""
    found = informants(g, part)
    if not found:
        return
    slot = first(found)
    if found & found - 1:
        g.effect.slots = found
        attacker = g.effect.attacker
        choice = yield REMOVE[g.left_of(attacker) if part.chooser == cards.LEFT else attacker]
        slot = g.pack.number[choice[1]]
        g.effect.slots = 0
    pieces.remove_informant(g, slot, RULE)


def informants(g: State, part: Part) -> int:
    """The slots whose informants are meant; those of an attacker in the hospital are left alone."""
    now = g.effect
    if part.owner != cards.ANYBODY and now.down:
        return 0
    if part.scope == cards.IN_CITY:
        slots = range(len(g.slot))
    else:
        slots = range(2 * now.here, 2 * now.here + (1 if part.scope == cards.HERE_TOP else 2))
    found = 0
    for slot in slots:
        owner = g.slot[slot]
        if owner != NONE and (part.owner == cards.ANYBODY or owner == now.attacker):
            found |= 1 << slot
    return found


def remove_options(g: State, offer: Offer) -> None:
    offer.tell(attacker=SEATS[g.effect.attacker])
    for slot in bits(g.effect.slots):
        offer.add(g.pack.remove[slot])


def remove_refusal(g: State, slot: int) -> str | None:
    """The rule against removing an informant."""
    return None if g.effect.slots >> slot & 1 else RULE


REMOVE: Final[Asks] = asks(
    "effect.remove", Legality(remove_options, {"remove": one(remove_refusal)}), "effect.choice_left"
)


# ====================================================================== bombs and other discs


def change_timers(g: State, part: Part) -> Flow[State]:
    """Timers rise or fall: of all bombs, of the one with the lowest, or of one that the attacker picks."""
    bombs = g.in_city(0, BOMBS)
    if not bombs:
        return
    if part.scope == cards.ALL_BOMBS:
        while bombs:
            # The leader's order matters only if a bomb goes off (effect.timer_zero).
            due = any(g.timer[bomb] + part.n <= 0 for bomb in bits(bombs))
            bomb = yield from pick(g, bombs, g.leader if due else NONE)
            yield from change_timer(g, bomb, part.n)
            bombs &= ~(1 << bomb) & g.in_city(0, BOMBS)
        return
    chooser = g.effect.attacker
    if part.scope == cards.LOWEST:
        lowest = min(g.timer[bomb] for bomb in bits(bombs))
        bombs = sum(1 << bomb for bomb in bits(bombs) if g.timer[bomb] == lowest)
        chooser = g.left_of(chooser)
    elif g.effect.down:
        return
    bomb = yield from pick(g, bombs, chooser)
    yield from change_timer(g, bomb, part.n)


def pick(g: State, bombs: int, chooser: int) -> Generator[Ask[State], Choice, int]:
    """One of several bombs, chosen by a seat; where nobody chooses the first."""
    bomb = first(bombs)
    if bombs & bombs - 1 and chooser != NONE:
        g.bombs_asked = bombs
        choice = yield PICK[chooser]
        bomb = g.pack.number[choice[1]]
        g.bombs_asked = 0
    return bomb


def change_timer(g: State, bomb: int, n: int) -> Flow[State]:
    """A timer changes, to six at most; at 0 the bomb explodes at once (effect.timer_max, effect.timer_zero)."""
    g.timer[bomb] = max(0, min(LONGEST_TIMER, g.timer[bomb] + n))
    if g.log is not None:
        g.log.add("timer", g.pack.bomb_ids[bomb], g.timer[bomb], rule=RULE)
    if not g.timer[bomb]:
        yield from explode(g, bomb, "effect.timer_zero")


def pick_options(g: State, offer: Offer) -> None:
    for bomb in bits(g.bombs_asked):
        offer.add(g.pack.pick[bomb])


def pick_refusal(g: State, bomb: int) -> str | None:
    """The rule against picking a bomb."""
    return None if g.bombs_asked >> bomb & 1 else RULE


PICK: Final[Asks] = asks("effect.bomb", Legality(pick_options, {"pick": one(pick_refusal)}), "effect.timer_zero")


def spawn(g: State, part: Part) -> Flow[State]:
    """A disc comes out of the Data Stream, if there is one (effect.spawn_none)."""
    kind = range(BOMBS) if part.kind == cards.BOMB else range(FIRST_ASSASSIN, FIRST_CRIMINAL)
    disc = next((number for number in kind if g.disc[number] == NONE), NONE)
    if disc != NONE:
        tile = g.effect.here
        if part.scope == cards.ROLLED:
            tile = g.chance.d6("district")
            if g.log is not None:
                g.log.add("roll_district", tile, rule=RULE)
        time.put(g, disc, tile, RULE)
        if disc >= BOMBS and g.burnt >> tile & 1:
            pieces.to_bag(g, disc, "destroy.discs")
    yield from ()


def flee(g: State, part: Part) -> Flow[State]:
    """The criminal runs, without any checks on the way (effect.flee_unchecked)."""
    disc = FIRST_CRIMINAL + g.effect.criminal
    for _ in range(part.n):
        if g.tile_of(disc) == NONE or not pieces.step(g, disc, "effect.flee_unchecked"):
            break
    yield from ()


def escape(g: State, part: Part) -> Flow[State]:
    """The criminal leaves the city."""
    if g.tile_of(FIRST_CRIMINAL + g.effect.criminal) != NONE:
        pieces.return_criminal(g, g.effect.criminal, RULE)
    yield from ()


def police(g: State, part: Part) -> Flow[State]:
    """The squad moves on; nobody shows a token for it (effect.police_no_reveal)."""
    pieces.move_police(g)
    yield from ()


# ====================================================================== the attack being made


def add_dice(g: State, part: Part) -> Flow[State]:
    """Free dice, as far as there are any of the colour."""
    if part.kind == cards.GREEN:
        g.fight.green = min(PER_COLOUR, g.fight.green + part.n)
    elif part.kind == cards.BLACK:
        g.fight.black = min(PER_COLOUR, g.fight.black + part.n)
    yield from ()


def add_hit_points(g: State, part: Part) -> Flow[State]:
    g.fight.hp += part.n
    yield from ()


VERBS: Final[dict[int, Callable[[State, Part], Flow[State]]]] = {
    cards.STAMINA: change_stamina,
    cards.RESOURCE: change_resource,
    cards.CREDITS: change_credits,
    cards.INFLUENCE: change_influence,
    cards.INFORMANT: remove_informant,
    cards.TIMER: change_timers,
    cards.SPAWN: spawn,
    cards.FLEE: flee,
    cards.ESCAPE: escape,
    cards.RELEASE: release,
    cards.POLICE: police,
    cards.AGENT_TO: move_figure,
    cards.END_TURN: end_turn,
    cards.DICE: add_dice,
    cards.HP: add_hit_points,
    cards.IDENTITY: show_identity,
    cards.LIMIT: limit,
}
"""By verb: what it does."""
