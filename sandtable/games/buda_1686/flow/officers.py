"""Tisztek: the special actions of Abdurrahman and of the two imperial generals."""

from __future__ import annotations

from collections.abc import Generator
from typing import Final

from sandtable.engine.ask import Ask, Flow, Offer
from sandtable.engine.sets import bits
from sandtable.engine.types import Choice
from sandtable.games.buda_1686.flow import morale
from sandtable.games.buda_1686.flow.board import relocate
from sandtable.games.buda_1686.pack import ABDURRAHMAN, CHARLES, IMPERIAL, MAX_EMANUEL, OTTOMAN
from sandtable.games.buda_1686.state import State

VERBS: Final = ("restore", "return", "raise_cts", "self_restore")
AID: Final[Choice] = ("aid",)
NO_AID: Final[Choice] = ("no_aid",)
READY: Final[Choice] = ("ready",)
GENERALS: Final = (CHARLES, MAX_EMANUEL)


def pay(g: State, officer: int, cost: int) -> None:
    """A special action is paid for when it is announced (officer.announce_cost)."""
    g.officer[officer] -= cost


def present(g: State, officer: int) -> bool:
    """Only an officer on the map commands (officer.on_map)."""
    return g.on_map(g.pack.officers[officer])


# ---------------------------------------------------------------------- bonus to a roll


def roll_bonus(g: State, prompt: str, rule: str) -> Generator[Ask[State], Choice, int]:
    """Abdurrahman may change one roll by 1, announced before it (abdurrahman.roll_bonus_once)."""
    if g.officer[ABDURRAHMAN] < g.pack.roll_bonus_cost:  # officer.cannot_overspend
        return 0
    choice = yield Ask(OTTOMAN, prompt, aid_options, rule)
    if choice == NO_AID:
        return 0
    pay(g, ABDURRAHMAN, g.pack.roll_bonus_cost)
    if g.log is not None:
        g.log.add("aid", g.officer[ABDURRAHMAN], rule=rule)
    return 1


def aid_options(g: State, offer: Offer) -> None:
    offer.tell(zone=g.pack.zone_ids[g.target], left=g.officer[ABDURRAHMAN])
    offer.add(AID)
    offer.add(NO_AID)


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
        g.boosted |= 1 << unit
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
    fighting = g.fighters if side == g.attacker else g.at[g.target]
    return fighting & g.at[place] & g.pack.boosts[officer] & ~g.boosted  # generals.boost_same_place


def boostable(g: State, side: int) -> int:
    if side == OTTOMAN:
        return raised_by(g, ABDURRAHMAN)
    return raised_by(g, CHARLES) | raised_by(g, MAX_EMANUEL)


def imperial_boost_options(g: State, offer: Offer) -> None:
    boost_options(g, offer, GENERALS)


def ottoman_boost_options(g: State, offer: Offer) -> None:
    boost_options(g, offer, (ABDURRAHMAN,))


def boost_options(g: State, offer: Offer, officers: tuple[int, ...]) -> None:
    offer.tell(zone=g.pack.zone_ids[g.target])
    for officer in officers:
        units = raised_by(g, officer)
        for unit in bits(units):
            offer.add(g.pack.boost[officer][unit])
        if offer.explaining:
            for unit in bits(g.pack.of_side[g.pack.side[g.pack.officers[officer]]] & ~units):
                offer.add(g.pack.boost[officer][unit], boost_refusal(g, officer, unit))
    offer.add(READY)


def boost_refusal(g: State, officer: int, unit: int) -> str:
    """The rule that keeps an officer from raising a unit."""
    if not g.pack.boosts[officer] >> unit & 1:
        if unit in g.pack.officers:
            return "abdurrahman.boost_not_self" if officer == ABDURRAHMAN else "generals.boost_not_self"
        return "generals.boost_charles" if officer == CHARLES else "generals.boost_max"
    if not present(g, officer):
        return "officer.on_map"
    if g.boosted >> unit & 1:
        return "generals.boost_once_per_unit"
    if g.place[unit] != g.place[g.pack.officers[officer]]:
        return "abdurrahman.boost" if officer == ABDURRAHMAN else "generals.boost_same_place"
    if g.officer[officer] < g.pack.boost_cost:
        return "officer.cannot_overspend"
    return "abdurrahman.boost_both" if officer == ABDURRAHMAN else "generals.boost_defence"


IMPERIAL_BOOST: Final = Ask(IMPERIAL, "boost", imperial_boost_options, "generals.boost")
OTTOMAN_BOOST: Final = Ask(OTTOMAN, "boost", ottoman_boost_options, "abdurrahman.boost")


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
        pay(g, officer, g.pack.raise_cts_cost)
        g.raised |= 1 << officer  # generals.raise_cts_once
        morale.raise_cts(g)
    else:
        self_restore(g, officer)


def restore(g: State, officer: int, unit: int) -> None:
    """A wounded unit anywhere on the map is made good (generals.restore, generals.restore_place)."""
    pay(g, officer, g.pack.restore_cost)
    g.wounded &= ~(1 << unit)
    if g.log is not None:
        g.log.add("restored", g.pack.unit_ids[unit], rule="generals.restore")


def bring_back(g: State, officer: int, unit: int, full: bool) -> None:
    """A lost unit returns to the officer's camp, whole or wounded by the price (generals.bring_back_full)."""
    pack = g.pack
    pay(g, officer, pack.return_full_cost if full else pack.return_wounded_cost)
    if not full:
        g.wounded |= 1 << unit
    zone = g.place[pack.officers[officer]]
    if g.log is not None:
        rule = "generals.bring_back_full" if full else "generals.bring_back_wounded"
        g.log.add("placed", pack.unit_ids[unit], pack.zone_ids[zone], rule=rule)
    relocate(g, unit, zone)


def self_restore(g: State, officer: int) -> None:
    """A wounded officer recovers and can do nothing else in this turn (officer.self_restore)."""
    unit = g.pack.officers[officer]
    g.wounded &= ~(1 << unit)
    g.officer[officer] = 0
    if g.log is not None:
        g.log.add("restored", g.pack.unit_ids[unit], rule="officer.self_restore")


# ---------------------------------------------------------------------- what they may do


def imperial_options(g: State, offer: Offer) -> None:
    pack = g.pack
    for officer in GENERALS:
        left = g.officer[officer]
        if (left and present(g, officer)) or offer.explaining:
            absent = None if present(g, officer) else "officer.on_map"
            for unit in bits(g.wounded & pack.restores[officer] & ~g.at[pack.sick]):
                offer.add(pack.restore[officer][unit], absent or unpaid(left, pack.restore_cost))
            return_options(g, offer, officer, absent)
            offer.add(pack.raise_cts[officer], absent or raise_refusal(g, officer))
            offer.add(pack.self_restore[officer], absent or self_restore_refusal(g, officer))
            if offer.explaining:
                refuse_restores(g, offer, officer)


def unpaid(left: int, cost: int) -> str | None:
    return None if left >= cost else "officer.cannot_overspend"


def return_options(g: State, offer: Offer, officer: int, absent: str | None) -> None:
    """Lost units of his nations, while he is in a starting zone (generals.bring_back_place)."""
    pack = g.pack
    place = g.place[pack.officers[officer]]
    if absent is None and not pack.walls <= place < pack.zones:
        absent = "generals.bring_back_place"
    left = g.officer[officer]
    for unit in bits(g.at[pack.lost]):
        refused = absent
        if not pack.restores[officer] >> unit & 1:
            refused = "generals.restore_not_officers" if unit in pack.officers else "generals.bring_back_nation"
        offer.add(pack.return_full[officer][unit], refused or unpaid(left, pack.return_full_cost))
        offer.add(pack.return_wounded[officer][unit], refused or unpaid(left, pack.return_wounded_cost))


def raise_refusal(g: State, officer: int) -> str | None:
    """The rule against raising the artillery level."""
    if g.cts >= g.pack.cts_max:
        return "generals.raise_cts_amount"
    if g.raised >> officer & 1:
        return "generals.raise_cts_once"
    return unpaid(g.officer[officer], g.pack.raise_cts_cost)


def self_restore_refusal(g: State, officer: int) -> str | None:
    """The rule against an officer's own recovery."""
    if not g.wounded >> g.pack.officers[officer] & 1:
        return "officer.self_restore"
    return None if g.officer[officer] else "officer.self_restore_needs_value"


def refuse_restores(g: State, offer: Offer, officer: int) -> None:
    """Why the other units cannot be restored or brought back."""
    pack = g.pack
    nation = "generals.restore_charles" if officer == CHARLES else "generals.restore_max"
    for unit in bits(pack.imperial):
        if not pack.restores[officer] >> unit & 1:
            officers = unit in pack.officers
            offer.add(pack.restore[officer][unit], "generals.restore_not_officers" if officers else nation)
        elif g.place[unit] == pack.sick:
            offer.add(pack.restore[officer][unit], "event.epidemic.side_kept")
        elif not g.wounded >> unit & 1:
            offer.add(pack.restore[officer][unit], "generals.restore")
        if g.place[unit] != pack.lost:
            offer.add(pack.return_full[officer][unit], "generals.bring_back_source")
            offer.add(pack.return_wounded[officer][unit], "generals.bring_back_source")


def ottoman_options(g: State, offer: Offer) -> None:
    """In his own go Abdurrahman can only restore himself."""
    if (present(g, ABDURRAHMAN) and g.officer[ABDURRAHMAN]) or offer.explaining:
        absent = None if present(g, ABDURRAHMAN) else "officer.on_map"
        offer.add(g.pack.self_restore[ABDURRAHMAN], absent or self_restore_refusal(g, ABDURRAHMAN))
