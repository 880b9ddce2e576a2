"""Intervention: enemies of a move by air or sea declare who meets it, its side answers, and so on (12.2)."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, legal, two
from sandtable.engine.sets import NONE, first, mask, members
from sandtable.engine.types import Choice
from sandtable.games.battle_for_europe.flow import chain_battle, cooperation, interceptors, units
from sandtable.games.battle_for_europe.flow.drafting import Drafting, make_up
from sandtable.games.battle_for_europe.flow.interceptors import Opening
from sandtable.games.battle_for_europe.pack import FOES, LET_PASS, SUBMARINE
from sandtable.games.battle_for_europe.parts import RESOLVING
from sandtable.games.battle_for_europe.state import State

# ---------------------------------------------------------------------- whose step it is


def declare(g: State) -> Flow[State]:
    """One intervention of the side whose step it is, or the end of the step (int.chain.order).

    Every seat is asked that could intervene by what lies open, whether it wants to or not.
    """
    chain = g.chain_now()
    if not chain.waiting and not chain.declared:
        chain.waiting = interceptors.seats_able(g)
        if not chain.waiting:
            chain.stage = RESOLVING  # the side whose step it is declares none
            return
    chain.waiting &= interceptors.seats_able(g)
    if not chain.waiting:
        next_step(g)
        return
    prompt = "intervene" if interceptors.other_side(chain.step) else "intervene.answer"
    choice = yield Ask(asking(g), prompt, MENU, "int.chain.order", stake=0.5)
    if choice == LET_PASS:
        chain.waiting &= ~(1 << asking(g))
        if not chain.waiting:
            next_step(g)
        return
    chain.place, chain.against = opening_of(g, choice)
    sent = yield from UNITS.choose(g, asking(g))
    if sent:
        send(g)
        chain.declared = True
    else:
        g.called_off += 1
    chain.place = chain.against = NONE
    g.draft = 0


def next_step(g: State) -> None:
    """Everybody of a side has declared; if anything was, the other side may answer (int.counter)."""
    chain = g.chain_now()
    if not chain.declared:
        chain.stage = RESOLVING
        return
    chain.step += 1
    chain.declared = False
    chain.rolled.clear()
    chain.waiting = interceptors.seats_able(g)
    if not chain.waiting:
        chain.stage = RESOLVING


def asking(g: State) -> int:
    """The seat that is asked now."""
    return first(g.chain_now().waiting)


# ---------------------------------------------------------------------- with which units


RULES: Final = ("int.air.trigger", "int.sea.declare")
"""By whether ships are met: the rule by which units may do so."""


def naval_foe(g: State) -> bool:
    """Whether the intervention that is being declared is against ships."""
    return not interceptors.in_the_air(g, g.chain_now().against)


def rule_of(g: State) -> str:
    return RULES[naval_foe(g)]


def everything(g: State) -> int:
    """All units that can take part in it."""
    chain = g.chain_now()
    return interceptors.able(g, asking(g), chain.place, chain.against)


def refused(g: State, unit: int) -> str | None:
    """The rule against a unit taking part in it."""
    chain = g.chain_now()
    return interceptors.refusal(g, unit, chain.place, chain.against)


def shares(g: State, force: int) -> tuple[int, int, int]:
    """In per cent, how likely a force destroys what it meets, nobody is left, or what it meets holds out."""
    return chain_battle.chances(g, force).shares()


def tell_foe(g: State, offer: Offer) -> None:
    chain = g.chain_now()
    offer.tell(area=g.pack.area_ids[chain.place], foe=f"foe:{'ships' if naval_foe(g) else 'aircraft'}")


FIRST_REASONS: Final = (
    "int.at_war_only",
    "int.sea.roll_group",
    "int.sea.fail",
    "coop.anglo_french.defend",
    "coop.anglo_french.attack",
    "coop.soviet_apart",
    "int.unused_only",
    "int.sea.only_ships",
    "int.sea.roll_distance",
)
"""Reasons in the order in which they say most."""
UNITS: Final = Drafting(
    "intervene.force", everything, rule_of, refused, tell_foe, shares, cooperation.without_friction, FIRST_REASONS
)
"""Those who do not fight together do not meet anybody together (int.together)."""


# ---------------------------------------------------------------------- setting out


def send(g: State) -> None:
    """The intervention sets out: aircraft arrive without a roll, ships roll base by base (int.air.always)."""
    chain, pack = g.chain_now(), g.pack
    flying, sailing = g.draft & pack.air_units, g.draft & pack.naval_units
    if flying:
        only_submarines = not interceptors.opponents(g, chain.place, chain.against) & ~pack.of_type[SUBMARINE]
        bring_in(g, flying, False)
        tell(g, flying, "int.sea.air_auto" if naval_foe(g) else "int.air.always")
        if only_submarines:
            chain.hunters |= flying  # sub.air_not_action
        else:
            use(g, flying)
    for base in sorted({g.place[unit] for unit in members(sailing)}):
        ships = sailing & g.here[base]
        die = g.chance.d6("intervene")  # int.sea.roll_group, int.sea.roll_time: before the other side decides
        chain.rolled.append(interceptors.attempt(asking(g), base, chain.place))
        for points in sorted({interceptors.distance(g, unit, chain.place) for unit in members(ships)}):
            near = [unit for unit in members(ships) if interceptors.distance(g, unit, chain.place) == points]
            arrive(g, mask(near), points, die)


def arrive(g: State, group: int, points: int, die: int) -> None:
    """Ships from one base come if the die is higher than the distance (int.sea.roll).

    That is one number for all, unless nations of one side may not pass the same straits.
    """
    chain, pack = g.chain_now(), g.pack
    base = g.place[first(group)]
    there = die > points
    if g.log is not None:
        names = pack.area_ids[base], pack.area_ids[chain.place]
        g.log.add("roll_intervene", die, *names, points, rule=ROLL_RULES[chain.step > 1])
    if not there:
        chain.failed |= group
        chain.dice += [NONE, points, die]
        if g.log is not None:
            g.log.add("intervene_failed", pack.area_ids[base], pack.area_ids[chain.place], rule="int.sea.fail")
        return
    chain.dice += [bring_in(g, group, True), points, die]
    use(g, group)
    tell(g, group, "int.sea.roll")


ROLL_RULES: Final = ("int.sea.roll", "int.sea.counter_same_roll")


def use(g: State, group: int) -> None:
    """Whoever intervened is used (int.used_after)."""
    for unit in members(group):
        units.use(g, unit)


def bring_in(g: State, group: int, naval: bool) -> int:
    """Units join the chain, with others of their side that were declared for the same in this step; their number."""
    chain = g.chain_now()
    for at in range(chain.legs, len(chain.units)):
        same = chain.steps[at] == chain.step and chain.paths[at] == [chain.place] and chain.units[at]
        if same and chain.answers[at] == chain.against and bool(chain.naval >> at & 1) == naval:
            chain.units[at] |= group
            return at
    at = len(chain.units)
    chain.units.append(group)
    chain.paths.append([chain.place])
    chain.ports.append(NONE)
    chain.answers.append(chain.against)
    chain.steps.append(chain.step)
    chain.naval |= naval << at
    return at


def tell(g: State, group: int, rule: str) -> None:
    """One line for the units of a kind and base."""
    if g.log is None:
        return
    chain, pack = g.chain_now(), g.pack
    rows: dict[tuple[int, int], int] = {}
    for unit in members(group):
        key = pack.kind[unit], g.place[unit]
        rows[key] = rows.get(key, 0) + 1
    foe = f"foe:{'ships' if naval_foe(g) else 'aircraft'}"
    for (kind, base), count in sorted(rows.items()):
        names = pack.kind_ids[kind], pack.area_ids[base], pack.area_ids[chain.place], foe
        g.log.add("intervenes", count, *names, rule=rule)


# ---------------------------------------------------------------------- legality


def named(g: State) -> dict[tuple[int, int], Opening]:
    """By place and foe as choices name them: the group that is met."""
    found: dict[tuple[int, int], Opening] = {}
    for place, group in interceptors.openings(g):
        if not interceptors.in_the_air(g, group):
            found[place, 0] = place, group
        else:
            number = sum(at == place and foe > 0 for at, foe in found) + 1
            if number < len(FOES):
                found[place, number] = place, group
    return found


def opening_of(g: State, choice: Choice) -> Opening:
    return named(g)[g.pack.number[choice[1]], g.pack.number[choice[2]]]


def meet_refusal(g: State, place: int, foe: int) -> str | None:
    """The rule against intervening at a place against the ships, or one of the groups of aircraft there."""
    chain = g.chain_now()
    opening = named(g).get((place, foe))
    if opening is None:
        if chain.step > 1 and place in interceptors.places(g):
            return "int.counter.where"
        return "int.air.where" if foe else "int.sea.declare"
    if interceptors.able(g, asking(g), *opening, anybody=True):
        return None
    return nearest_reason(g, opening)


def nearest_reason(g: State, opening: Opening) -> str:
    """Why none of the seat's units can: the reason of the one that comes nearest to it."""
    pack, seat = g.pack, asking(g)
    reasons = {"int.air.where" if interceptors.in_the_air(g, opening[1]) else "int.sea.range"}
    for nation, commander in enumerate(g.commander):
        if commander != NONE and g.rules.seat_of[commander] == seat:
            for unit in members(pack.of_nation[nation] & interceptors.movers(g)):
                if g.place[unit] != NONE:
                    reasons.add(interceptors.refusal(g, unit, *opening) or "")
    return next((rule for rule in FIRST_REASONS if rule in reasons), min(reasons - {""}))


def menu_options(g: State, offer: Offer) -> None:
    pack, seat = g.pack, asking(g)
    for (place, foe), opening in named(g).items():
        if interceptors.able(g, seat, *opening, anybody=True):
            choice = pack.meet[place][foe]
            offer.add(choice)
            if offer.telling:
                offer.note(choice, *make_up(g, interceptors.opponents(g, *opening)))
    offer.add(LET_PASS)
    if offer.telling:
        order = g.order_now()
        offer.tell(power=pack.nation_ids[order.power], goal=pack.area_ids[order.target])


MENU: Final = Legality(menu_options, {"meet": two(meet_refusal), "let_pass": legal})
