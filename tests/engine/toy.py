"""A toy game that has everything which the engine must serve: hidden hands, dice, draws, refusals, an ask for show.

Two seats hold two of six cards each. In a turn the leader chooses a stance and a wager, then plays a card against a
die; the follower is always asked whether to ambush, though only who holds card 6 can. Then the leader draws.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from sandtable.engine.ask import Ask, Flow, Legality, Offer, legal, nothing, one
from sandtable.engine.chance import Chance
from sandtable.engine.choices import PreparedChoices
from sandtable.engine.declare import Shared, declared
from sandtable.engine.errors import BadPosition
from sandtable.engine.game import Game, Option, Options, Outcome
from sandtable.engine.insight import ONLY, Insight, Insights
from sandtable.engine.notation import Counts, Maybe, Name, Number, Section, Special
from sandtable.engine.position import all_named, index, table
from sandtable.engine.scene import Hand, Piece, Pile, Scene
from sandtable.engine.sets import NONE
from sandtable.engine.state import EVERYBODY, State
from sandtable.engine.types import Json

SEATS = ("red", "blue")
CARDS = tuple(f"card:{value}" for value in range(1, 7))
AMBUSHER = 5
DECK, GONE = 2, 3
PLACES = (*SEATS, "deck", "gone")
PHASES = ("prepare", "fight")
PREPARE, FIGHT = 0, 1
STANCES = ("careful", "bold")
SUCCESS = 7
FEATURES = ("lead",)
FOLDER = Path(__file__).parent / "toy_game"

CHOICES = PreparedChoices()
STANCE = CHOICES.row("stance", STANCES)
WAGER = CHOICES.row("wager", range(3))
PLAY = CHOICES.row("play", CARDS)
PASS, AMBUSH = ("pass",), ("ambush",)
CHOICES.singles(PASS, AMBUSH)


@declared
class Toy(State):
    """The toy's state."""

    turns: Shared[int]
    ambush: Shared[bool]
    turn: int = 1
    leader: int = 0
    phase: int = PREPARE
    where: list[int] = [DECK] * len(CARDS)
    """By card."""
    score: list[int] = [0, 0]
    """By seat."""
    weather: int = 0
    stance: int = 0
    wager: int = 0
    played: int = NONE

    def hand(self, place: int) -> list[int]:
        return [card for card, at in enumerate(self.where) if at == place]

    def tell(self, key: str, *args: str | int, rule: str = "", seats: int = EVERYBODY) -> None:
        if self.log is not None:
            self.log.add(key, *args, rule=rule, seats=seats)


def new(options: Options, chance: Chance) -> Toy:
    g = Toy(chance, int(options["turns"]), bool(options["ambush"]))
    pile = list(range(len(CARDS)))
    chance.shuffle("deal", pile, CARDS)
    for seat in (0, 1, 0, 1):
        g.where[pile.pop()] = seat
    return g


# ---------------------------------------------------------------------- the rules


def play(g: Toy) -> Flow[Toy]:
    if g.phase == PREPARE:
        yield from prepare(g)
    else:
        yield from fight(g)


def prepare(g: Toy) -> Flow[Toy]:
    g.weather = g.chance.d6("weather")
    g.tell("weather", g.weather)
    stance = yield Ask(g.leader, "toy.stance", STANCING, rule="turn.stance")
    g.stance = STANCES.index(str(stance[1]))
    wager = yield Ask(g.leader, "toy.wager", WAGERING)
    g.wager = int(wager[1])
    g.phase = FIGHT


def fight(g: Toy) -> Flow[Toy]:
    card = yield Ask(g.leader, "toy.play", PLAYING)
    g.played = CARDS.index(str(card[1]))
    g.where[g.played] = GONE
    g.chance.reveal()
    g.tell("play", SEATS[g.leader], CARDS[g.played])
    strength = g.played + 1
    if g.ambush:
        answer = yield Ask(1 - g.leader, "toy.ambush", AMBUSHING, always=True)
        if answer[0] == "ambush":
            g.where[AMBUSHER] = GONE
            g.chance.reveal()
            g.tell("ambush", SEATS[1 - g.leader], rule="ambush.card")
            strength = 0
    roll = g.chance.d6("fight")
    g.tell("roll", SEATS[g.leader], roll)
    total = strength + roll + g.stance
    winner = g.leader if total >= SUCCESS + g.stance * 2 else 1 - g.leader
    g.score[winner] += g.wager + 1
    g.tell("gain", SEATS[winner], g.wager + 1)
    draw(g)
    g.turn, g.leader, g.phase, g.played = g.turn + 1, 1 - g.leader, PREPARE, -1


def draw(g: Toy) -> None:
    deck = g.hand(DECK)
    if deck:
        card = g.chance.pick("draw", deck, CARDS)
        g.where[card] = g.leader
        g.tell("drawn", SEATS[g.leader])
        g.tell("draw", SEATS[g.leader], CARDS[card], seats=1 << g.leader)


def offer_stance(g: Toy, offer: Offer) -> None:
    offer.tell(turn=g.turn)
    for choice in STANCE:
        offer.add(choice)


def wager_refusal(g: Toy, wager: int) -> str | None:
    return "wager.rain" if wager == 2 and g.weather <= 2 else None


def offer_wager(g: Toy, offer: Offer) -> None:
    for wager, choice in enumerate(WAGER):
        if wager_refusal(g, wager) is None:
            offer.add(choice)


def play_refusal(g: Toy, card: int) -> str | None:
    hand = g.hand(g.leader)
    if card not in hand:
        return "play.hand"
    return "play.highest" if g.turn == 1 and len(hand) > 1 and card == hand[-1] else None


def offer_play(g: Toy, offer: Offer) -> None:
    for card in g.hand(g.leader):
        if play_refusal(g, card) is None:
            offer.add(PLAY[card])


def ambush_refusal(g: Toy) -> str | None:
    return None if g.where[AMBUSHER] == 1 - g.leader else "ambush.card"


def offer_ambush(g: Toy, offer: Offer) -> None:
    offer.add(PASS)
    if ambush_refusal(g) is None:
        offer.add(AMBUSH)


STANCING: Legality[Toy] = Legality(offer_stance, {"stance": legal})
WAGERING: Legality[Toy] = Legality(offer_wager, {"wager": one(wager_refusal)})
PLAYING: Legality[Toy] = Legality(offer_play, {"play": one(play_refusal)})
AMBUSHING: Legality[Toy] = Legality(offer_ambush, {"pass": legal, "ambush": nothing(ambush_refusal)})


def outcome(g: Toy) -> Outcome | None:
    if g.turn <= g.turns:
        return None
    best = max(g.score)
    return Outcome(tuple(s for s in (0, 1) if g.score[s] == best), "end.score", tuple(float(s) for s in g.score))


# ---------------------------------------------------------------------- what is seen, believed and written


def scene(g: Toy, seat: int | None) -> Scene:
    hands = [
        Hand(f"hand:{SEATS[s]}", SEATS[s], len(g.hand(s)), [_card(c) for c in g.hand(s)] if s == seat else [])
        for s in (0, 1)
    ]
    gone = g.hand(GONE)
    piles = [Pile("deck", len(g.hand(DECK))), Pile("gone", len(gone), contents=[CARDS[card] for card in gone])]
    status: dict[str, str | int] = {"turn": g.turn, "phase": PHASES[g.phase], "weather": g.weather}
    status.update({f"score.{SEATS[s]}": g.score[s] for s in (0, 1)})
    return Scene("toy", None if seat is None else SEATS[seat], hands=hands, piles=piles, status=status)


def _card(card: int) -> Piece:
    return Piece(CARDS[card], "card", value=card + 1)


def determinize(g: Toy, seat: int, chance: Chance) -> None:
    other = len(g.hand(1 - seat))
    unknown = sorted(g.hand(1 - seat) + g.hand(DECK))  # an order that tells nothing of the truth
    chance.shuffle("unknown", unknown, CARDS)
    for at, card in enumerate(unknown):
        g.where[card] = 1 - seat if at < other else DECK


def invariants(g: Toy) -> list[str]:
    broken = []
    if g.played >= 0 and g.where[g.played] != GONE:
        broken.append("played: a played card is gone")
    if not g.hand(g.leader) and g.phase == FIGHT and g.played < 0:
        broken.append("hands: the leader has no card to play")
    return broken


def describe_cards(g: Toy) -> Json:
    return {name: [CARDS[card] for card in g.hand(place)] for place, name in enumerate(PLACES)}


def restore_cards(g: Toy, fields: Mapping[str, Json], where: str) -> None:
    places = table(fields, "cards")
    seen: set[int] = set()
    for place, name in enumerate(PLACES):
        for card in all_named(places[name], index(CARDS), f"cards.{name}"):
            if card in seen:
                raise BadPosition(f"cards.{name}: {CARDS[card]} lies in two places")
            seen.add(card)
            g.where[card] = place
    if len(seen) < len(CARDS):
        raise BadPosition("cards: one is missing")


NOTATION: Section[Toy] = Section(
    {
        "turn": Number(1, 9),
        "leader": Name(SEATS),
        "phase": Name(PHASES),
        "cards": Special(describe_cards, restore_cards),
        "score": Counts(SEATS, 0, 99),
        "weather": Number(0, 6),
        "stance": Name(STANCES),
        "wager": Number(0, 2),
        "played": Maybe(CARDS),
    }
)


def restore(options: Options, fields: dict[str, Json], chance: Chance) -> Toy:
    g = Toy(chance, int(options["turns"]), bool(options["ambush"]))
    NOTATION.restore(g, fields)
    return g


def measure(g: Toy, seat: int) -> list[float]:
    return [float(g.score[seat] - g.score[1 - seat])]


def with_pack(path: Path) -> Game[Toy]:
    return replace(TOY, pack_hash=path.name)


TOY: Game[Toy] = Game(
    slug="toy",
    folder=FOLDER,
    options=(Option("turns", (3, 1)), Option("ambush", (True, False))),
    modes={"all": {}, "open": {"ambush": False}},
    seats=lambda options: SEATS,
    new=new,
    play=play,
    outcome=outcome,
    scene=scene,
    describe=NOTATION.describe,
    restore=restore,
    determinize=determinize,
    invariants=invariants,
    clock=lambda g: g.turn,
    pack_hash="toy-pack",
    from_pack=with_pack,
    features=FEATURES,
    measure=measure,
    insights=Insights("", {ONLY: Insight("by hand", 0.5, {"lead": 0.5}, {})}),
    choices=CHOICES,
)

FIRST_DEAL = ["card:1", "card:2", "card:3", "card:4"]
"""Scripts the deal: red holds cards 1 and 3, blue 2 and 4; 5 and 6 stay in the deck."""
