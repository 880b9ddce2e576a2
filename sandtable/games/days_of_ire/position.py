"""Positions of Days of Ire in names: what the referee's `state` gives and `new` takes (docs/positions.md).

Piles are listed from the top; the row of played ÁVH cards from the oldest.
"""

from __future__ import annotations

from typing import Final

from sandtable.engine.chance import Chance
from sandtable.engine.errors import BadPosition
from sandtable.engine.game import Options
from sandtable.engine.notation import (
    Codec,
    Counts,
    Each,
    Flag,
    Flags,
    Limit,
    Listed,
    Maybe,
    Members,
    Name,
    Number,
    Pile,
    Section,
    Slots,
    Special,
    Text,
    limit_of,
)
from sandtable.engine.position import as_number
from sandtable.engine.types import Json
from sandtable.games.days_of_ire import position_by_hand as by_hand
from sandtable.games.days_of_ire.cards import ICONS, MODS, UNITS
from sandtable.games.days_of_ire.flow.modifiers import of_the_cards
from sandtable.games.days_of_ire.flow.setup import new_city
from sandtable.games.days_of_ire.pack import (
    ALONE,
    AVH_CARDS,
    DAYS,
    MORALE_CELLS,
    SEATS,
    SLOTS,
    SUPPORT_CELLS,
    Pack,
)
from sandtable.games.days_of_ire.state import (
    DECIDERS,
    OVER,
    PHASES,
    PURPOSES,
    RESULTS,
    Hits,
    Payment,
    Running,
    State,
    Step,
    Transfer,
)

FAR: Final = 999
"""Further than any marker, counter or pile ever gets."""
PAIRS: Final = tuple(f"{one}_as_{other}" for one in ICONS for other in ICONS)


class NumberList(Codec[State]):
    """Whole numbers in their order."""

    def __init__(self, low: Limit[State], high: Limit[State]) -> None:
        super().__init__()
        self.low = low
        self.high = high

    def describe(self, g: State, value: object) -> Json:
        assert isinstance(value, list)
        return [*value]

    def read(self, g: State, value: Json, where: str) -> list[int]:
        if not isinstance(value, list):
            raise BadPosition(f"{where}: takes a list of numbers")
        low, high = limit_of(g, self.low), limit_of(g, self.high)
        return [as_number(one, low, high, where) for one in value]


def seats(g: State) -> tuple[str, ...]:
    """What the revolutionaries are called."""
    return (SEATS[ALONE],) if g.rules.revolutionaries == 1 else SEATS[: g.rules.revolutionaries]


def all_seats(g: State) -> tuple[str, ...]:
    return (*seats(g), "soviet")


def restore(pack: Pack, written: Section[State], options: Options, fields: dict[str, Json], chance: Chance) -> State:
    """The state of a complete described position."""
    g = new_city(pack, options, Chance.from_seed(""))
    g.chance = chance
    written.restore(g, fields)
    if not any(g.day_mods):  # a position need not repeat what its cards say
        of_the_cards(g)
    if (g.phase == OVER) != (g.result > 0):
        raise BadPosition("result: there is one exactly in phase 'over'")
    return g


# ====================================================================== the table


def notation(pack: Pack) -> Section[State]:
    """How a whole position is written."""
    return Section[State](
        {
            "day": Number(1, DAYS),
            "phase": Name(PHASES),
            "support": Number(0, SUPPORT_CELLS - 1),
            "morale": Number(0, MORALE_CELLS - 1),
            "points": Number(0, FAR),
            "soviets": _soviets(pack),
            "revolutionaries": _revolutionaries(pack),
            "fighters": Special(by_hand.describe_companions, by_hand.restore_companions),
            "barricades": Flags(pack.location_keys),
            "barricades_left": Number(0, pack.limits.barricades),
            "cards": _cards(pack),
            "headlines": _headlines(pack),
            "events": _events(pack),
            "happened": Members(pack.marker_keys),
            "avh": _avh(pack),
            "day_mods": Counts(MODS, -FAR, FAR),
            "turn": _turn(pack),
            "effect": _running(pack),
            "hits": Section({"location": Maybe(pack.location_keys), "left": Number(0, FAR)}, "hits"),
            "payment": _payment(pack),
            "step": _step(pack),
            "transfer": _transfer(),
            "sharing": Section({"shares": NumberList(0, FAR), "left": Number(0, FAR, "sharing")}),
            "taking_back": Number(0, AVH_CARDS),
            "drawing": Number(0, FAR),
            "reported": Number(0, FAR),
            "dice": NumberList(1, 6),
            "result": Name(RESULTS),
            "reason": Text(),
        }
    ).may_be_none(running=Running, hits=Hits, payment=Payment, step=Step, transfer=Transfer)


def _soviets(pack: Pack) -> Section[State]:
    places = pack.location_keys
    return Section(
        {
            "tanks": Counts(places, 0, FAR),
            "tanks_moved": Counts(places, 0, FAR),
            "militia": Counts(places, 0, FAR),
            "snipers": Counts(places, 0, FAR),
        }
    )


def _revolutionaries(pack: Pack) -> Section[State]:
    return Section(
        {
            "at": Each(seats, Name(pack.location_keys), "rev_at"),
            "injuries": Counts(seats, 0, FAR),
            "actions": Counts(seats, 0, FAR),
            "stepped": Members(seats),
            "queue": Listed(seats),
            "on_turn": Maybe(seats, "seat"),
        }
    )


def _cards(pack: Pack) -> Section[State]:
    cards = pack.card_keys
    return Section(
        {
            "hand_first": by_hand.SeatHand(pack, 0),
            "hand_second": by_hand.SeatHand(pack, 1),
            "hand_third": by_hand.SeatHand(pack, 2),
            "deck": Pile(cards),
            "discard": Members(cards),
            "known": Each(all_seats, Members(cards)),
        }
    )


def _headlines(pack: Pack) -> Section[State]:
    cards = pack.headline_keys
    return Section(
        {
            "first": by_hand.HeadlineDeck(pack, 0),
            "second": by_hand.HeadlineDeck(pack, 1),
            "third": by_hand.HeadlineDeck(pack, 2),
            "hand": Members(cards, "soviet_hand"),
            "discard": Members(cards, "headline_discard"),
            "front": Members(cards),
            "continuing": Members(cards),
            "current": Maybe(cards),
            "recalled": Maybe(cards),
            "peeked": Each(seats, Members(cards)),
        }
    )


def _events(pack: Pack) -> Section[State]:
    cards = pack.event_keys
    return Section(
        {
            "deck": Pile(cards, "event_deck"),
            "display": Slots(cards, SLOTS),
            "kept": Number(0, SLOTS),
            "board": Special(by_hand.describe_board, by_hand.restore_board),
            "where": Special(by_hand.describe_where),
            "discard": Members(cards, "event_discard"),
            "continuing": Members(cards, "continuing_events"),
            "penalized": Members(cards),
            "counted_extra": Number(0, FAR, "extra_events"),
        }
    )


def _avh(pack: Pack) -> Section[State]:
    return Section(
        {
            "kit": Members(pack.avh_keys, "avh_kit"),
            "row": Listed(pack.avh_keys, "avh_row"),
            "attacked": Members(pack.location_keys),
            "played": Flag("avh_played"),
            "unit": Maybe(UNITS, "avh_unit"),
            "steps": Number(0, FAR, "avh_steps"),
            "began": Flag("avh_began"),
            "force": Number(0, FAR),
        }
    )


def _turn(pack: Pack) -> Section[State]:
    return Section(
        {
            "free_steps": Number(0, FAR),
            "used": Members(pack.companion_keys),
            "silent": Flag(),
            "swaps": Counts(PAIRS, 0, FAR),
            "wild": Counts(ICONS, 0, FAR),
            "duty": Flag(),
        },
        "turn",
    )


def _running(pack: Pack) -> Section[State]:
    places = pack.location_keys
    return Section(
        {
            "program": Maybe(pack.program_keys),
            "part": Number(0, FAR),
            "decider": Name(DECIDERS),
            "location": Maybe(places),
            "left": Number(-FAR, FAR),
            "seat": Maybe(seats),
            "fighter": Maybe(pack.companion_keys),
            "mover": Maybe(places),
            "steps": Number(0, FAR),
            "moved": NumberList(0, FAR),
        },
        "running",
    )


def _payment(pack: Pack) -> Section[State]:
    return Section(
        {"purpose": Maybe(PURPOSES), "target": Number(0, FAR), "laid": Listed(pack.card_keys)},
        "payment",
    )


def _step(pack: Pack) -> Section[State]:
    return Section(
        {
            "goal": Maybe(pack.location_keys),
            "companions": Members(pack.companion_keys),
            "counted": Number(0, FAR),
        },
        "step",
    )


def _transfer() -> Section[State]:
    return Section({"giver": Maybe(seats), "receiver": Maybe(seats), "moved": Number(0, FAR)}, "transfer")
