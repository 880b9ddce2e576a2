"""The rules of Frontier: discard, stack, dice, march, pay."""

from __future__ import annotations

from itertools import combinations
from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, Several, legal, nothing, three
from sandtable.engine.chance import Chance
from sandtable.engine.choices import PreparedChoices
from sandtable.engine.game import Options, Outcome
from sandtable.engine.piles import shuffle
from sandtable.engine.sets import bits, mask
from sandtable.engine.types import Choice, Numbers

from .state import (
    AMMO,
    CARD_IDS,
    DIE_IDS,
    DISCARD,
    GREEN,
    HOLDERS,
    KIND_IDS,
    MARCH,
    PAY,
    ROLL,
    SEATS,
    SHOWS,
    STACK,
    SYMBOLS,
    TILE_IDS,
    TILES,
    TURNS,
    VALUES,
    Fight,
    State,
)

HAND: Final = 6
DISCARDED: Final = 2
STACKED: Final = 2
PRICE: Final = 2

CHOICES: Final = PreparedChoices()
WAIT, KEEP, GO_ON, BREAK_OFF = ("wait",), ("keep",), ("go_on",), ("break_off",)
CHOICES.singles(WAIT, KEEP, GO_ON, BREAK_OFF)
MARCHES: Final = CHOICES.grids("march", KIND_IDS, TILE_IDS, TILE_IDS)
for verb in ("discard", "stack", "pay"):
    CHOICES.open(verb, CARD_IDS)
CHOICES.open("reroll", DIE_IDS)


def new_game(options: Options, chance: Chance) -> State:
    """Tiles and cards are dealt; each side has seen one card of the other (setup.tiles, setup.cards)."""
    g = State(chance)
    g.tile_at = list(range(len(TILES)))
    shuffle(g.tile_at, chance, "tiles", TILE_IDS)
    g.holder = [GREEN] * len(TILES)
    g.foot = [1] * len(TILES)
    g.horse = [0] * len(TILES)
    for seat in range(len(SEATS)):
        for tile in g.tile_at[seat * 3 : seat * 3 + 2]:
            g.holder[tile], g.foot[tile], g.horse[tile] = seat, 4, 2
    cards = list(range(len(CARD_IDS)))
    shuffle(cards, chance, "deal", CARD_IDS)
    g.hands = [mask(cards[:HAND]), mask(cards[HAND:])]
    g.seen = [1 << min(bits(g.hands[1])), 1 << min(bits(g.hands[0]))]
    return g


def outcome(g: State) -> Outcome | None:
    """Who holds more tiles in the end wins (end.tiles)."""
    if g.turn < TURNS:
        return None
    held = tuple(g.holder.count(seat) for seat in range(len(SEATS)))
    winners = () if held[0] == held[1] else (held.index(max(held)),)
    return Outcome(winners, "end.tiles", tuple(count / len(TILES) for count in held), held, drawn=not winners)


def play(g: State) -> Flow[State]:
    """One step of a turn."""
    steps = {DISCARD: discard, STACK: stack, ROLL: roll, MARCH: march, PAY: pay}
    yield from steps[g.phase](g)
    if g.phase == PAY:
        g.turn += 1
    first = DISCARD if g.turn < len(SEATS) else ROLL
    g.phase = first if g.phase == PAY else g.phase + 1


def tell(g: State, key: str, *args: str | int, rule: str) -> None:
    if g.log is not None:
        g.log.add(key, *args, rule=rule)


# ---------------------------------------------------------------------- cards


def discard(g: State) -> Flow[State]:
    """Two cards are laid aside, for everybody to see (cards.discard)."""
    choice = yield Ask(g.active, "discard", DISCARDING, "cards.discard")
    cards = [CARD_IDS.index(str(card)) for card in choice[1:]]
    g.hands[g.active] &= ~mask(cards)
    g.seen[1 - g.active] &= ~mask(cards)
    g.discards += cards
    g.chance.reveal()
    tell(g, "discarded", SEATS[g.active], len(cards), rule="cards.discard")


def stack(g: State) -> Flow[State]:
    """Two cards go back onto the deck unseen, the first below the second (cards.stack)."""
    choice = yield Ask(g.active, "stack", STACKING, "cards.stack", always=True)
    cards = [CARD_IDS.index(str(card)) for card in choice[1:]]
    g.hands[g.active] &= ~mask(cards)
    g.seen[1 - g.active] = 0
    g.deck += cards
    tell(g, "stacked", SEATS[g.active], len(cards), rule="cards.stack")


def hand_ids(g: State) -> list[str]:
    return [CARD_IDS[card] for card in bits(g.hands[g.active])]


def not_held(g: State, cards: Numbers) -> bool:
    return any(not g.hands[g.active] >> card & 1 for card in cards)


def discard_refusal(g: State, cards: Numbers) -> str | None:
    if not_held(g, cards):
        return "cards.own"
    return None if len(cards) == DISCARDED and list(cards) == sorted(cards) else "cards.discard"


def discard_options(g: State, offer: Offer) -> None:
    """The lowest cards, or the highest: any others are chosen by hand."""
    cards = hand_ids(g)
    offer.tell(count=DISCARDED)
    offer.add(("discard", *cards[:DISCARDED]))
    offer.add(("discard", *cards[-DISCARDED:]))


def stack_refusal(g: State, cards: Numbers) -> str | None:
    if not_held(g, cards):
        return "cards.own"
    return None if len(cards) == STACKED else "cards.stack"


def stack_options(g: State, offer: Offer) -> None:
    first, second, *_ = hand_ids(g)
    offer.add(("stack", first, second))
    offer.add(("stack", second, first))


DISCARDING: Final = Legality[State](
    discard_options,
    {"discard": discard_refusal},
    several=lambda g: Several("discard", hand_ids(g), DISCARDED, DISCARDED),
)
STACKING: Final = Legality[State](
    stack_options,
    {"stack": stack_refusal},
    several=lambda g: Several("stack", hand_ids(g), STACKED, STACKED, ordered=True),
)


# ---------------------------------------------------------------------- dice


def roll(g: State) -> Flow[State]:
    """Three dice with symbols; any of them may be rolled again, once (dice.reroll). Fire burns a tile (dice.fire)."""
    g.dice = [g.chance.below("symbol", len(SYMBOLS)) for _ in DIE_IDS]
    tell(g, "roll_symbols", *(SYMBOLS[face] for face in g.dice), rule="dice.reroll")
    choice = yield Ask(g.active, "reroll", REROLLING, "dice.reroll")
    for die in choice[1:]:
        g.dice[DIE_IDS.index(str(die))] = g.chance.below("symbol", len(SYMBOLS))
    if choice != KEEP:
        tell(g, "roll_symbols", *(SYMBOLS[face] for face in g.dice), rule="dice.reroll")
    if SYMBOLS.index("fire") in g.dice:
        g.burnt |= 1 << g.tile_at[g.turn % len(TILES)]


def reroll_refusal(g: State, dice: Numbers) -> str | None:
    return None if list(dice) == sorted(dice) else "dice.reroll"


def reroll_options(g: State, offer: Offer) -> None:
    for count in range(1, len(DIE_IDS) + 1):
        for dice in combinations(DIE_IDS, count):
            offer.add(("reroll", *dice))
    offer.add(KEEP)


REROLLING: Final = Legality[State](reroll_options, {"reroll": reroll_refusal, "keep": legal})


# ---------------------------------------------------------------------- marching and fighting


def march(g: State) -> Flow[State]:
    """All units of a kind go from a tile to one beside it, and fight if somebody else's stand there (march.stack)."""
    choice = yield Ask(g.active, "march", MARCHING, "march.stack")
    g.came_from, g.went_to = -1, -1
    if choice == WAIT:
        return
    _, kind, start, end = choice
    at, to, which = TILE_IDS.index(str(start)), TILE_IDS.index(str(end)), KIND_IDS.index(str(kind))
    g.came_from, g.went_to = at, to
    tell(g, "marched", SEATS[g.active], kind, start, end, rule="march.stack")
    count, g.units[which][at] = g.units[which][at], 0
    if g.holder[to] != g.active and g.foot[to] + g.horse[to]:
        g.fight = Fight(which, at, to, 0, count)
        yield from fight(g, g.fight)
        count = g.fight.attackers
        won = not g.foot[to] + g.horse[to] and count > 0
        g.fight = None
        if not won:
            g.units[which][at] += count
            return
    g.holder[to] = g.active
    g.units[which][to] += count


def fight(g: State, battle: Fight) -> Flow[State]:
    """Both sides roll at once; after each round the attacker may break off (fight.round, fight.break_off)."""
    while battle.attackers and g.foot[battle.tile] + g.horse[battle.tile]:
        strike(g, battle)
        if battle.attackers and g.foot[battle.tile] + g.horse[battle.tile]:
            choice = yield Ask(g.active, "fight", FIGHTING, "fight.break_off")
            if choice == BREAK_OFF:
                return


def strike(g: State, battle: Fight) -> None:
    """One round: a die for every unit, which hits if it shows no more than its value; foot falls before horse."""
    battle.round += 1
    values = [value for kind, value in enumerate(VALUES) for _ in range(g.units[kind][battle.tile])]
    battle.thrown = [g.chance.d6("attack") for _ in range(battle.attackers)]
    battle.answered = [g.chance.d6("defence") for _ in values]
    hits = sum(face <= VALUES[battle.kind] for face in battle.thrown)
    answer = sum(face <= value for face, value in zip(battle.answered, values, strict=True))
    battle.lost = min(answer, battle.attackers)
    battle.attackers -= battle.lost
    for kind, units in enumerate(g.units):
        battle.fallen[kind] = min(hits, units[battle.tile])
        units[battle.tile] -= battle.fallen[kind]
        hits -= battle.fallen[kind]
    owner = HOLDERS[g.holder[battle.tile]]
    tell(g, "roll_fight", SEATS[g.active], sum(battle.fallen), owner, battle.lost, rule="fight.round")


def march_refusal(g: State, kind: int, start: int, end: int) -> str | None:
    if g.holder[start] != g.active or not g.units[kind][start]:
        return "march.own"
    return None if end in g.next_to(start) else "march.beside"


def march_options(g: State, offer: Offer) -> None:
    for kind in range(len(KIND_IDS)):
        for start in range(len(TILES)):
            for end in range(len(TILES)):
                if march_refusal(g, kind, start, end) is None:
                    offer.add(MARCHES[end][kind][start])
    offer.add(WAIT)


MARCHING: Final = Legality[State](march_options, {"march": three(march_refusal), "wait": legal})


def fight_options(g: State, offer: Offer) -> None:
    offer.add(GO_ON)
    offer.add(BREAK_OFF)


FIGHTING: Final = Legality[State](fight_options, {"go_on": legal, "break_off": legal})


# ---------------------------------------------------------------------- paying


def pay(g: State) -> Flow[State]:
    """Cards with two or more signs of ammunition raise support by a cell (pay.ammo)."""
    choice = yield Ask(g.active, "pay", PAYING, "pay.ammo", always=True)
    if choice == KEEP:
        return
    cards = [CARD_IDS.index(str(card)) for card in choice[1:]]
    g.hands[g.active] &= ~mask(cards)
    g.seen[1 - g.active] &= ~mask(cards)
    g.discards += cards
    g.support = min(g.support + 1, len(SHOWS) - 1)
    g.chance.reveal()
    tell(g, "paid", SEATS[g.active], len(cards), rule="pay.ammo")


def pay_refusal(g: State, cards: Numbers) -> str | None:
    if not_held(g, cards):
        return "cards.own"
    return None if sum(AMMO[card] for card in cards) >= PRICE else "pay.ammo"


def payment(g: State) -> Choice | None:
    """The cards with the most ammunition, as few as do."""
    cards = sorted(bits(g.hands[g.active]), key=lambda card: -AMMO[card])
    for count in range(1, len(cards) + 1):
        if sum(AMMO[card] for card in cards[:count]) >= PRICE:
            return ("pay", *(CARD_IDS[card] for card in sorted(cards[:count])))
    return None


def pay_options(g: State, offer: Offer) -> None:
    offer.tell(price=PRICE)
    found = payment(g)
    if found is not None:
        offer.add(found)
    offer.add(KEEP)


def payable(g: State) -> Several | None:
    cards = hand_ids(g)
    return Several("pay", cards, 1, len(cards), checked=True) if payment(g) is not None else None


PAYING: Final = Legality[State](pay_options, {"pay": pay_refusal, "keep": nothing(lambda g: None)}, several=payable)
