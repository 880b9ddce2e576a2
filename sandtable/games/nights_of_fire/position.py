"""Positions of Nights of Fire in names: what the referee's `state` gives and `new` takes (docs/positions.md).

Piles are listed from the top. Insurgents, not blocks, are named everywhere: `blocks` tells which is which, and
`suspects` what the commander may take a block for where that is more, or less, than what lies open proves.
"""

from __future__ import annotations

from typing import Final

from sandtable.engine.chance import Chance
from sandtable.engine.errors import BadPosition
from sandtable.engine.game import Options
from sandtable.engine.notation import (
    Coded,
    Counts,
    Flag,
    Flags,
    Listed,
    Maybe,
    MaybeNumber,
    Members,
    Name,
    Number,
    Pile,
    Section,
    Slots,
    Special,
    Text,
)
from sandtable.engine.types import Json
from sandtable.games.nights_of_fire import position_by_hand as by_hand
from sandtable.games.nights_of_fire.flow.setup import new_uprising
from sandtable.games.nights_of_fire.pack import (
    ACTIONS,
    ASSAULT,
    ICONS,
    INSURGENTS,
    PROBE,
    Pack,
)
from sandtable.games.nights_of_fire.phases import OVER, PHASES
from sandtable.games.nights_of_fire.position_by_hand import FAR, Block, Blocks, queue_keys
from sandtable.games.nights_of_fire.state import (
    KONEV_ATTACK,
    RESULTS,
    SIDES,
    Attack,
    Group,
    KonevCard,
    Payment,
    State,
    Treatment,
)

KINDS: Final = {"probe": PROBE, "assault": ASSAULT, "konev": KONEV_ATTACK}
"""Kinds of attack."""
WHERE: Final = ("rules", "targets")
"""Where fighters may be placed: cards.BY_RULES, cards.IN_TARGETS."""


def restore(pack: Pack, written: Section[State], options: Options, fields: dict[str, Json], chance: Chance) -> State:
    """The state of a complete position."""
    g = new_uprising(pack, options, Chance.from_seed(""))
    g.chance = chance
    written.restore(g, fields)
    by_hand.set_cost_deltas(g)
    if (g.phase == OVER) != (g.result > 0):
        raise BadPosition("result: there is one exactly in phase 'over'")
    return g


# ====================================================================== the table


def notation(pack: Pack) -> Section[State]:
    """How a whole position is written."""
    return Section[State](
        {
            "round": Number(1, pack.rounds),
            "phase": Name(PHASES),
            "after": Name(PHASES),
            "prestige": Number(-FAR, FAR),
            "morale": Number(-FAR, FAR),
            "readiness": Number(pack.readiness_min, pack.readiness_max),
            "momentum": Number(0, FAR),
            "insurgents": Special(by_hand.describe_insurgents, by_hand.restore_insurgents),
            "blocks": Special(by_hand.describe_blocks),
            "suspects": Special(by_hand.describe_suspects, by_hand.restore_suspects),
            "sighted": Special(by_hand.describe_sighted),
            "unmixed": Blocks(),
            "civilians": Special(by_hand.describe_civilians, by_hand.restore_civilians),
            "regiments": Special(by_hand.describe_regiments, by_hand.restore_regiments),
            "garrisons": Special(by_hand.describe_garrisons, by_hand.restore_garrisons),
            "barricades": Flags(pack.district_keys, "barricade"),
            "rubble": Counts(pack.district_keys, 0, FAR),
            "blocked": Flags(pack.district_keys),
            "revolutionaries": Special(by_hand.describe_hands, by_hand.restore_hands),
            "tactics": _tactics(pack),
            "headlines": _headlines(pack),
            "konev": _konev(pack),
            "turn": _turn(pack),
            "payment": _payment(pack),
            "soviet_turn": _soviet_turn(pack),
            "attack": _attack(pack),
            "placing": _placing(),
            "to_set_aside": Number(0, len(pack.konev_keys)),
            "heals": Number(0, INSURGENTS, part="headlines"),
            "arrests": Number(0, FAR),
            "die": Number(0, 6),
            "result": Name(RESULTS),
            "reason": Text(),
        }
    ).may_be_none(attack=Attack, payment=Payment, konev_card=KonevCard, group=Group, treatment=Treatment)


def _tactics(pack: Pack) -> Section[State]:
    cards = pack.tactics_keys
    return Section(
        {
            "hand": Members(cards),
            "discard": Members(cards),
            "unavailable": Members(cards),
            "combat": Pile(cards),
            "combat_discard": Members(cards),
            "combat_seen": Members(cards),
            "kept_maybe": Members(cards),
            "hand_seen": Members(cards),
            "kept": Maybe(cards),
        },
        "tactics",
    )


def _headlines(pack: Pack) -> Section[State]:
    cards = pack.headline_keys
    return Section({"deck": Pile(cards), "open": Maybe(cards), "lasting": Members(cards)}, "headlines")


def _konev(pack: Pack) -> Section[State]:
    cards = pack.konev_keys
    return Section(
        {
            "deck": Pile(cards, part="konev"),
            "discard": Pile(cards, part="konev"),
            "out": Members(cards, part="konev"),
            "early": Members(cards, part="konev"),
            "row": Slots(cards, pack.first_deal, part="konev"),
            "face_up": Special(by_hand.describe_face_up, by_hand.restore_face_up),
            "tokens": Special(by_hand.describe_tokens, by_hand.restore_tokens),
            "card": Maybe(cards),
            "pc": Special(by_hand.describe_next_step, by_hand.restore_next_step),
            "left": Number(-1, FAR, "repeats"),
            "queue": Listed(queue_keys),
            "sector": Maybe(pack.sector_keys),
            "target": Maybe(pack.area_keys),
            "regiment": Maybe(pack.regiment_keys),
            "before": Members(pack.regiment_keys),
            "effect": Flag(),
        },
        "konev_card",
    )


def _turn(pack: Pack) -> Section[State]:
    return Section(
        {
            "side": Name(SIDES),
            "seat": Number(0, _last_seat),
            "first": Number(0, _last_seat),
            "rev_passed": Flag(),
            "sov_passed": Flag(),
            "played": Number(0, FAR, part="turn"),
            "acted": Number(0, FAR, part="turn"),
            "strategized": Flag(part="turn"),
            "ops": Number(0, FAR),
            "step_from": Maybe(pack.district_keys, field="start", part="group"),
            "step_to": Maybe(pack.district_keys, field="goal", part="group"),
            "medics": Members(pack.insurgent_keys, part="treatment"),
            "treated": Flag(part="treatment"),
        }
    )


def _payment(pack: Pack) -> Section[State]:
    return Section(
        {
            "payer": MaybeNumber(0, _last_seat),
            "cost": Number(0, FAR),
            "icon": Maybe(ICONS),
            "most": Number(0, FAR),
            "laid": Listed(pack.card_keys),
            "actor": Block(),
        },
        "payment",
    )


def _soviet_turn(pack: Pack) -> Section[State]:
    return Section(
        {
            "cards_played": Number(0, FAR),
            "allowance": Counts(ACTIONS, 0, FAR),
            "performed": Members(ACTIONS),
            "sector": Maybe(pack.sector_keys),
            "marched": Members(pack.regiment_keys),
            "spent": Members(pack.regiment_keys),
            "recon_done": Flag(),
            "arrest_done": Flag(),
            "resolved": Flag(),
        },
        "soviet",
    )


def _attack(pack: Pack) -> Section[State]:
    return Section(
        {
            "district": Maybe(pack.district_keys),
            "attackers": Members(pack.regiment_keys),
            "attacked": Blocks(),
            "points": Number(-FAR, FAR),
            "kind": Coded(KINDS),
            "flipped": Maybe(pack.tactics_keys),
        },
        "attack",
    )


def _placing() -> Section[State]:
    return Section(
        {
            "to_place": Number(0, INSURGENTS),
            "placed": Number(0, INSURGENTS),
            "incoming": Blocks(),
            "where": Name(WHERE),
        },
        "placing",
    )


def _last_seat(g: State) -> int:
    """The last seat of a Revolutionary."""
    return g.rules.revolutionaries - 1
