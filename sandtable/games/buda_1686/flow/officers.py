"""Tisztek: the special actions of Abdurrahman and of the two imperial generals."""

from __future__ import annotations

from collections.abc import Generator
from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, Refuses, legal, one, three, two
from sandtable.engine.sets import bits
from sandtable.engine.types import Choice
from sandtable.games.buda_1686.flow import morale
from sandtable.games.buda_1686.flow.abdurrahman import IN_A_FIGHT
from sandtable.games.buda_1686.flow.board import relocate
from sandtable.games.buda_1686.pack import ABDURRAHMAN, AID, CHARLES, IMPERIAL, MAX_EMANUEL, NO_AID, OTTOMAN, READY
from sandtable.games.buda_1686.state import State

GENERALS: Final = (CHARLES, MAX_EMANUEL)
FULL: Final = 0
WOUNDED: Final = 1
"""How a unit is brought back: the number of this ending in the choices of the pack."""


def pay(g: State, officer: int, cost: int) -> None:
    """A special action is paid for when it is announced (officer.announce_cost)."""
    g.officer[officer] -= cost


def pay_in_go(g: State, officer: int, cost: int) -> None:
    """The same in the owner's go, where the report says who commands and what it costs."""
    pay(g, officer, cost)
    if g.log is not None:
        unit = g.pack.unit_ids[g.pack.officers[officer]]
        g.log.add("commands", unit, cost, g.officer[officer], rule="officer.announce_cost")


def present(g: State, officer: int) -> bool:
    """Only an officer on the map commands (officer.on_map)."""
    return g.on_map(g.pack.officers[officer])


# ---------------------------------------------------------------------- bonus to a roll


def roll_bonus(g: State, prompt: str, rule: str) -> Generator[Ask[State], Choice, int]:
    """Abdurrahman may change one roll by 1, announced before it (abdurrahman.roll_bonus_once)."""
    if g.officer[ABDURRAHMAN] < g.pack.roll_bonus_cost:  # officer.cannot_overspend
        return 0
    choice = yield Ask(OTTOMAN, prompt, AIDING, rule)
    if choice == NO_AID:
        return 0
    pay(g, ABDURRAHMAN, g.pack.roll_bonus_cost)
    if g.log is not None:
        g.log.add("aid", g.officer[ABDURRAHMAN], rule=rule)
    return 1


def aid_options(g: State, offer: Offer) -> None:
    offer.tell(zone=g.pack.zone_ids[g.order.target], left=g.officer[ABDURRAHMAN])
    offer.add(AID)
    offer.add(NO_AID)


AIDING: Final[Legality[State]] = Legality(aid_options, {"aid": legal, "no_aid": legal})


# ---------------------------------------------------------------------- raising combat values


def boosts(g: State, side: int) -> Flow[State]:
    """The officers of a side raise units of theirs for this fight, each unit once (generals.boost_once_per_unit)."""
    while boostable(g, side):
        prompt = IMPERIAL_BOOST if side == IMPERIAL else OTTOMAN_BOOST
        choice = yield prompt
        if choice == READY:
            return
        officer = g.pack.officer_of[g.pack.unit_of[choice[1]]]
        unit = g.pack.unit_of[choice[2]]
        pay(g, officer, g.pack.boost_cost)
        g.order.boosted |= 1 << unit
        if g.log is not None:
            rule = "generals.boost" if side == IMPERIAL else "abdurrahman.boost"
            g.log.add("boosted", g.pack.unit_ids[unit], choice[1], rule=rule)


def raised_by(g: State, officer: int) -> int:
    """The units that an officer could raise now: of his nations, in his place, in this fight, not raised yet."""
    unit = g.pack.officers[officer]
    place = g.place[unit]
    if place >= g.pack.boxes or g.officer[officer] < g.pack.boost_cost:
        return 0
    side = g.pack.side[unit]
    fighting = g.order.fighters if side == g.order.attacker else g.at[g.order.target]
    return fighting & g.at[place] & g.pack.boosts[officer] & ~g.order.boosted  # generals.boost_same_place


def boostable(g: State, side: int) -> int:
    if side == OTTOMAN:
        return raised_by(g, ABDURRAHMAN)
    return raised_by(g, CHARLES) | raised_by(g, MAX_EMANUEL)


def imperial_boost_options(g: State, offer: Offer) -> None:
    boost_options(g, offer, GENERALS)


def ottoman_boost_options(g: State, offer: Offer) -> None:
    boost_options(g, offer, (ABDURRAHMAN,))


def boost_options(g: State, offer: Offer, officers: tuple[int, ...]) -> None:
    offer.tell(zone=g.pack.zone_ids[g.order.target])
    for officer in officers:
        for unit in bits(raised_by(g, officer)):
            offer.add(g.pack.boost[officer][unit])
    offer.add(READY)


def imperial_boost_refusal(g: State, officer: int, unit: int) -> str | None:
    """The rule that keeps an officer from raising a unit when the imperial side is asked."""
    if officer == ABDURRAHMAN:
        return "abdurrahman.boost_not_assault" if from_breaches(g) else "castle.sequence"
    return boost_refusal(g, officer, unit)


def ottoman_boost_refusal(g: State, officer: int, unit: int) -> str | None:
    """The rule that keeps an officer from raising a unit when the Ottoman side is asked."""
    return "castle.sequence" if officer != ABDURRAHMAN else boost_refusal(g, officer, unit)


def from_breaches(g: State) -> bool:
    """Whether this is an assault: a castle fight needs a participant from elsewhere (castle.imperial.origin)."""
    return not g.order.fighters & ~g.at[g.pack.breach(g.order.target)]


def boost_refusal(g: State, officer: int, unit: int) -> str | None:
    """The rule that keeps an officer from raising a unit."""
    if raised_by(g, officer) >> unit & 1:
        return None
    if not g.pack.boosts[officer] >> unit & 1:
        return not_boosted(g, officer, unit)
    if not present(g, officer):
        return "officer.on_map"
    if g.order.boosted >> unit & 1:
        return "generals.boost_once_per_unit"
    if g.place[unit] != g.place[g.pack.officers[officer]]:
        return "abdurrahman.boost" if officer == ABDURRAHMAN else "generals.boost_same_place"
    if g.officer[officer] < g.pack.boost_cost:
        return "officer.cannot_overspend"
    return "abdurrahman.boost_both" if officer == ABDURRAHMAN else "generals.boost_defence"


def not_boosted(g: State, officer: int, unit: int) -> str:
    """The rule that leaves a unit out of those whom an officer ever raises."""
    if officer == ABDURRAHMAN:
        return "abdurrahman.boost_not_self" if unit == g.pack.abdurrahman else "abdurrahman.boost"
    if unit in (g.pack.officers[CHARLES], g.pack.officers[MAX_EMANUEL]):
        return "generals.boost_not_self"
    return "generals.boost_charles" if officer == CHARLES else "generals.boost_max"


IMPERIAL_BOOSTS: Final[Legality[State]] = Legality(
    imperial_boost_options, {"boost": two(imperial_boost_refusal), "ready": legal, **IN_A_FIGHT}
)
OTTOMAN_BOOSTS: Final[Legality[State]] = Legality(
    ottoman_boost_options, {"boost": two(ottoman_boost_refusal), "ready": legal, **IN_A_FIGHT}
)
IMPERIAL_BOOST: Final = Ask(IMPERIAL, "boost", IMPERIAL_BOOSTS, "generals.boost")
OTTOMAN_BOOST: Final = Ask(OTTOMAN, "boost", OTTOMAN_BOOSTS, "abdurrahman.boost")


# ---------------------------------------------------------------------- special actions of one's own go


def special_action(g: State, choice: Choice) -> None:
    """A special action in the owner's go; it is not an action (officer.not_action)."""
    verb = choice[0]
    officer = g.pack.officer_of[g.pack.unit_of[choice[1]]]
    if verb == "restore":
        restore(g, officer, g.pack.unit_of[choice[2]])
    elif verb == "return":
        bring_back(g, officer, g.pack.unit_of[choice[2]], choice[3] == "full")
    elif verb == "raise_cts":
        pay_in_go(g, officer, g.pack.raise_cts_cost)
        g.raised |= 1 << officer  # generals.raise_cts_once
        morale.raise_artillery(g)
    else:
        self_restore(g, officer)


def restore(g: State, officer: int, unit: int) -> None:
    """A wounded unit anywhere on the map is made good (generals.restore, generals.restore_place)."""
    pay_in_go(g, officer, g.pack.restore_cost)
    g.wounded &= ~(1 << unit)
    if g.log is not None:
        g.log.add("restored", g.pack.unit_ids[unit], rule="generals.restore")


def bring_back(g: State, officer: int, unit: int, full: bool) -> None:
    """A lost unit returns to the officer's camp, whole or wounded by the price (generals.bring_back_full)."""
    pack = g.pack
    pay_in_go(g, officer, pack.return_full_cost if full else pack.return_wounded_cost)
    if not full:
        g.wounded |= 1 << unit
    zone = g.place[pack.officers[officer]]
    if g.log is not None:
        rule = "generals.bring_back_full" if full else "generals.bring_back_wounded"
        g.log.add("brought_back", pack.unit_ids[unit], pack.zone_ids[zone], "full" if full else "wounded", rule=rule)
    relocate(g, unit, zone)


def self_restore(g: State, officer: int) -> None:
    """A wounded officer recovers and can do nothing else in this turn (officer.self_restore)."""
    unit = g.pack.officers[officer]
    g.wounded &= ~(1 << unit)
    g.officer[officer] = 0
    if g.log is not None:
        g.log.add("restored", g.pack.unit_ids[unit], rule="officer.self_restore")


# ---------------------------------------------------------------------- what they may do


def options(g: State, offer: Offer) -> None:
    """The special actions of the side whose go it is; Abdurrahman can only restore himself."""
    pack = g.pack
    for officer in GENERALS if g.go == IMPERIAL else (ABDURRAHMAN,):
        if not g.officer[officer] or not present(g, officer):  # officer.cannot_overspend, officer.on_map
            continue
        if officer != ABDURRAHMAN:
            for unit in bits(g.wounded & pack.restores[officer]):
                if restore_refusal(g, officer, unit) is None:
                    offer.add(pack.restore[officer][unit])
            for unit in bits(g.at[pack.lost] & pack.restores[officer]):
                if return_refusal(g, officer, unit, FULL) is None:
                    offer.add(pack.return_full[officer][unit])
                if return_refusal(g, officer, unit, WOUNDED) is None:
                    offer.add(pack.return_wounded[officer][unit])
            if raise_refusal(g, officer) is None:
                offer.add(pack.raise_cts[officer])
        if self_restore_refusal(g, officer) is None:
            offer.add(pack.self_restore[officer])


def not_now(g: State, officer: int) -> str | None:
    """The rule that keeps an officer from any special action of an own go."""
    if g.pack.side[g.pack.officers[officer]] != g.go:
        return "officer.timing_own_go"
    return None if present(g, officer) else "officer.on_map"


def unpaid(g: State, officer: int, cost: int) -> str | None:
    """The rule against a special action that costs more than the officer's marker shows."""
    return None if g.officer[officer] >= cost else "officer.cannot_overspend"


def restore_refusal(g: State, officer: int, unit: int) -> str | None:
    """The rule that keeps an officer from restoring a unit."""
    pack = g.pack
    if officer == ABDURRAHMAN or pack.side[unit] == OTTOMAN:
        return "generals.restore"
    if not pack.restores[officer] >> unit & 1:
        if unit == pack.officers[officer] and g.wounded >> unit & 1:
            return "officer.self_restore"
        if unit in pack.officers:
            return "generals.restore_not_officers"
        return "generals.restore_charles" if officer == CHARLES else "generals.restore_max"
    if g.place[unit] == pack.sick:
        return "event.epidemic.side_kept"
    if not g.on_map(unit):
        return "generals.restore_place"
    if not g.wounded >> unit & 1:
        return "generals.restore"
    return not_now(g, officer) or unpaid(g, officer, pack.restore_cost)


def return_refusal(g: State, officer: int, unit: int, strength: int) -> str | None:
    """The rule that keeps an officer from bringing a unit back, whole or wounded."""
    pack = g.pack
    if officer == ABDURRAHMAN:
        return "generals.bring_back_full" if strength == FULL else "generals.bring_back_wounded"
    if g.place[unit] != pack.lost:
        return "generals.bring_back_source"
    if not pack.restores[officer] >> unit & 1:
        return "generals.restore_not_officers" if unit in pack.officers else "generals.bring_back_nation"
    refused = not_now(g, officer)
    if refused is not None:
        return refused
    if not pack.walls <= g.place[pack.officers[officer]] < pack.zones:
        return "generals.bring_back_place"
    return unpaid(g, officer, pack.return_full_cost if strength == FULL else pack.return_wounded_cost)


def raise_refusal(g: State, officer: int) -> str | None:
    """The rule that keeps an officer from raising the artillery level."""
    if officer == ABDURRAHMAN:
        return "generals.raise_cts"
    if g.artillery >= g.pack.artillery_level.highest:
        return "generals.raise_cts_amount"
    if g.raised >> officer & 1:
        return "generals.raise_cts_once"
    return not_now(g, officer) or unpaid(g, officer, g.pack.raise_cts_cost)


def self_restore_refusal(g: State, officer: int) -> str | None:
    """The rule against an officer's own recovery."""
    refused = not_now(g, officer)
    if refused is not None:
        return refused
    if not g.wounded >> g.pack.officers[officer] & 1:
        return "officer.self_restore"
    return None if g.officer[officer] else "officer.self_restore_needs_value"


REFUSALS: Final[dict[str, Refuses[State]]] = {
    "restore": two(restore_refusal),
    "return": three(return_refusal),
    "raise_cts": one(raise_refusal),
    "self_restore": one(self_restore_refusal),
}
"""The special actions of a go, by verb."""
