"""Which orders opponents try first: attacks by their odds, builds by what they cost, moves towards the front.

Log-odds for every option of an ask, from a quick look at the position (front.py); the search corrects them.
"""

from __future__ import annotations

from collections.abc import Callable
from math import log
from typing import Final

from sandtable.engine.sets import NONE, members
from sandtable.engine.types import Choice
from sandtable.games.battle_for_europe import estimate_chain, lean_aid
from sandtable.games.battle_for_europe.estimate import fight
from sandtable.games.battle_for_europe.front import Front
from sandtable.games.battle_for_europe.insight import aims, goals, worths
from sandtable.games.battle_for_europe.pack import (
    AIRCRAFT,
    ALLIES,
    AXIS,
    BOMBER,
    DESTROYER,
    FLEET,
    INFANTRY,
    PARATROOP,
    POWERS,
    SUBMARINE,
    TANK,
)
from sandtable.games.battle_for_europe.parts import ENTER, INTERVENE
from sandtable.games.battle_for_europe.stands import Attack
from sandtable.games.battle_for_europe.state import State

BAD_IDEA: Final = -4.0
BUILDS: Final[dict[int, float]] = {
    INFANTRY: 0.6,
    TANK: 1.0,
    AIRCRAFT: 0.6,
    FLEET: -0.2,
    PARATROOP: 0.3,
    BOMBER: 0.6,
    SUBMARINE: 0.6,
    DESTROYER: 0.0,
}
"""By type: how much units of it are wanted."""
FORCES: Final[dict[str, float]] = {
    "force:all": 1.0,
    "force:all_but_guards": 1.5,
    "force:no_air": -0.5,
    "force:air_only": -2.5,
    "force:least_60": -0.5,
    "force:least_80": 0.3,
    "force:least_95": 1.2,
}
BY_HAND: Final[dict[str, float]] = {"march": 3.0, "by_hand": BAD_IDEA, "leave": BAD_IDEA}
FOR_A_GOAL: Final = 1.2
"""How much rather a goal of the scenario is attacked than anything else, ..."""
OVERSEAS: Final = 1.0
"""... rather overseas, where it costs most, than next door ..."""
DEAR: Final = 1.2
"""... and how much less anything else from the sea, which costs more."""
DAMPED: Final = 0.5
"""How much of all that is left: to stand by, or what looks a little worse, must be searched as well, since what looks
best at once can spoil better orders, or leave home without guards."""
NOT_YET: Final = 1.5
"""How much less likely the end of a phase is than the best order in it."""
ON_THE_WAY: Final = 1.0
"""How likely war on a country is the best order that lies on the way to a goal ..."""
LEAST_ARMY: Final = 5.0
"""... for an army with so many attack values at least."""
LEAST_WIN: Final = 0.3
"""War is not declared on a small country for an attack that is less likely to succeed."""
AT_ONCE: Final = 3
"""Of more new units than this only half are put into one area."""
AHEAD: Final = 6
"""Areas farther from the enemy than this are all alike."""


def lean(g: State, choices: list[Choice]) -> list[float]:
    """For each option, how much more likely than others it is the best one, as log-odds."""
    verb = choices[0][0]
    weigh = BY_VERB.get(str(verb))
    return [0.0] * len(choices) if weigh is None else weigh(g, choices)


def _front(g: State) -> Front:
    scenario = g.rules.scenario.id
    return Front(g, worths(g.pack, scenario), goals(g.pack, scenario))


# ---------------------------------------------------------------------- phase 1


def orders(g: State, choices: list[Choice]) -> list[float]:
    """The menu of phase 1: what brings most first; nothing hopeless; standing by once nothing good is left.

    Whoever calls off one order after the other stands by in the end, however good the next one looks.
    """
    front = _front(g)
    side = front.active
    attacks = {attack.area: attack for attack in front.attacks(side, True)}
    wanted = goals(g.pack, g.rules.scenario.id)
    found: list[float] = []
    best = -1.0
    for choice in choices:
        verb = choice[0]
        if verb == "stand_by":
            found.append(0.0)
            continue
        number = g.pack.number[choice[1]]
        if verb == "declare":
            weight = declaration(g, front, number, attacks)
        elif verb == "rebase":
            weight = BAD_IDEA
        elif verb == "strike":
            weight = strike_weight(front, number)
        elif verb in ("bomb", "raid"):
            weight = 1.5  # it costs nothing but the units' action
        else:
            weight = attack_weight(attacks.get(number), front, number)
            if number in wanted:
                weight += FOR_A_GOAL
            elif verb == "invade":
                weight -= DEAR
        best = max(best, weight)
        found.append(weight)
    return [
        damped(best) - NOT_YET if choice[0] == "stand_by" else damped(weight) - g.called_off
        for choice, weight in zip(choices, found, strict=True)
    ]


def damped(weight: float) -> float:
    """What looks good is moved together; what does not stays as it is."""
    return DAMPED * weight if weight > 0.0 else weight


def attack_weight(attack: Attack | None, front: Front, area: int) -> float:
    """How promising an attack is: by its odds first, then by what it brings."""
    if attack is None:
        return BAD_IDEA  # only aircraft reach it: nothing is taken so
    if attack.gain <= 0.0 and attack.win < 0.5:
        return BAD_IDEA
    return max(BAD_IDEA, 3.0 * (attack.win - 0.6) + log(1.0 + attack.gain))


def strike_weight(front: Front, area: int) -> float:
    """Ships in their base are worth an attack from the air if it costs little."""
    gain = max([attack.gain for attack in front.strikes(front.active, True) if attack.area == area], default=0.0)
    return BAD_IDEA if gain <= 0.0 else min(1.0, log(gain) - 2.0)


def declaration(g: State, front: Front, nation: int, attacks: dict[int, Attack]) -> float:
    """War on a country is worth it if it is a goal that can be taken at once, or a power with an army next to it."""
    pack = g.pack
    own = front.stands[front.active]
    held = g.held[nation]
    if nation < POWERS:
        near = 0.0
        for area in members(pack.march.around(held) & pack.ground):
            near += own.teeth[area]
        return 2.0 if near > 8.0 else 0.0
    wanted = [area for area in goals(pack, g.rules.scenario.id) if held >> area & 1]
    if own.purse < pack.costs["declare_war_small"] + 1:
        return BAD_IDEA
    if not wanted:
        return ON_THE_WAY if front.active == AXIS and on_the_way(g, front, held) else BAD_IDEA
    if front.active == ALLIES:
        return BAD_IDEA  # if it is not taken at once it joins the enemy (war.neutral.joins)
    win = max([attacks[area].win for area in wanted if area in attacks], default=0.0)
    if win < LEAST_WIN:
        return BAD_IDEA
    overseas = not pack.march.around(held) & own.areas
    return FOR_A_GOAL + (OVERSEAS if overseas else 0.5) + 5.0 * (win - 0.7)


def on_the_way(g: State, front: Front, held: int) -> bool:
    """Whether a neutral country lies between an army and a goal to which no other way leads by land, as Sweden does."""
    pack = g.pack
    own = front.stands[front.active]
    beside = pack.march.around(held)
    if sum([own.teeth[area] for area in members(beside & pack.ground)]) < LEAST_ARMY:
        return False
    for area in goals(pack, g.rules.scenario.id):
        if beside >> area & 1 and not own.areas >> area & 1 and not pack.march.masks[area] & own.areas:
            return True
    return False


def force(g: State, choices: list[Choice]) -> list[float]:
    """Ready-made forces."""
    found = []
    for choice in choices:
        if choice[0] == "force":
            found.append(FORCES[str(choice[1])])
        else:
            found.append(BAD_IDEA)
    return found


def go_on(g: State, choices: list[Choice]) -> list[float]:
    """In battle: on while it can be won."""
    if g.battle is None:
        return [0.0] * len(choices)
    if g.battle.kind == INTERVENE:
        return [0.4 if choice[0] == "go_on" else 0.0 for choice in choices]  # either side may be asked
    win = fight(g, g.battle).win
    return [5.0 * (win - 0.35) if choice[0] in ("go_on", "yes") else 0.0 for choice in choices]


def losses(g: State, choices: list[Choice]) -> list[float]:
    """Cheap units are lost first; the builder of the menu puts the usual losses first."""
    return [3.0 if at == 0 else 0.0 for at in range(len(choices))]


def by_hand(g: State, choices: list[Choice]) -> list[float]:
    """A force unit by unit: it only grows, and marches as soon as it may, so that nobody goes round in circles.

    Where there is no ready-made force either, the order is called off.
    """
    return [BY_HAND.get(str(choice[0]), 0.0) for choice in choices]


def entering(g: State, choices: list[Choice]) -> list[float]:
    """Who enters an empty area: one unit is enough, unless the enemy is near."""
    if g.order is not None and g.order.kind != ENTER:
        return by_hand(g, choices)
    return [BAD_IDEA if choice[0] == "call_off" else 0.5 if choice[0] == "send" else 0.0 for choice in choices]


# ---------------------------------------------------------------------- phases 2 to 4


def ahead(front: Front, side: int) -> list[int]:
    """By area: how many steps the enemy is away by land."""
    steps = front.g.pack.march.distances(front.stands[1 - side].areas)
    return [AHEAD if step == NONE or step > AHEAD else step for step in steps]


def pull(front: Front, side: int) -> list[float]:
    """By area: how much a side wants units there, because it is near its aims or threatened."""
    g = front.g
    steps = ahead(front, side)
    near = aims(g.pack, g.rules.scenario.id, side)
    found = [2.0 * near[area] + (1.2 if steps[area] == 1 else 0.6 if steps[area] == 2 else -0.2 * steps[area])
             for area in range(len(steps))]  # fmt: skip
    for attack in front.attacks(1 - side, False):
        found[attack.area] += min(2.0, 0.12 * front.worth[attack.area]) * (0.3 + attack.win)
    return found


def move_menu(g: State, choices: list[Choice]) -> list[float]:
    """Where units are moved from: where they are needed less than next to it."""
    front = _front(g)
    side = front.active
    wanted = pull(front, side)
    masks = g.pack.march.masks
    found = []
    for choice in choices:
        if choice[0] == "done":
            found.append(BAD_IDEA)
            continue
        area = g.pack.number[choice[1]]
        if choice[0] == "ship":
            found.append(-0.7)
            continue
        better = max([wanted[other] for other in members(masks[area] & front.stands[side].areas)], default=-3.0)
        found.append(max(-3.0, min(2.5, 1.2 * (better - wanted[area]))))
    return with_done(choices, found)


def with_done(choices: list[Choice], found: list[float]) -> list[float]:
    """To end a phase is always one of the better options."""
    best = max(found)
    return [max(-0.4, best - NOT_YET) if choice[0] == "done" else at for choice, at in zip(choices, found, strict=True)]


def move_to(g: State, choices: list[Choice]) -> list[float]:
    """Where units go, and how many: towards what pulls them, rather all than one."""
    front = _front(g)
    wanted = pull(front, front.active)
    pack = g.pack
    start = g.order.source if g.order is not None else NONE
    here = wanted[start] if start != NONE else 0.0
    found = []
    for choice in choices:
        if choice[0] == "call_off":
            found.append(BAD_IDEA)
            continue
        weight = 1.2 * (wanted[pack.number[choice[2]]] - here)
        if choice[3] == "number:all":
            weight += 0.4
        if pack.kind_type[pack.number[choice[1]]] == FLEET:
            weight -= 1.5
        found.append(max(-4.0, min(3.0, weight)))
    return found


def build_menu(g: State, choices: list[Choice]) -> list[float]:
    """What is built: much of what is wanted, but not all in one area; money that is left in winter is lost."""
    pack = g.pack
    most: dict[int, int] = {}
    for choice in choices:
        if choice[0] != "done":
            kind = pack.number[choice[1]]
            most[kind] = max(most.get(kind, 0), number_of(choice))
    found = []
    for choice in choices:
        if choice[0] == "done":
            found.append(-2.5)
            continue
        kind, number = pack.number[choice[1]], number_of(choice)
        right = most[kind] if most[kind] <= AT_ONCE else (most[kind] + 1) // 2
        found.append(BUILDS.get(pack.kind_type[kind], -1.0) - (0.3 if number < right else 1.0) * abs(number - right))
    return found


def number_of(choice: Choice) -> int:
    """How many units a choice is to build."""
    number = choice[2]
    assert isinstance(number, int)
    return number


def where(g: State, choices: list[Choice]) -> list[float]:
    """Where a unit is put: new, transferred, or placed."""
    front = _front(g)
    order = g.order
    side = front.active
    if order is not None and order.power != NONE:
        side = g.pack.history[order.power]
    wanted = pull(front, side)
    start = wanted[order.source] if order is not None and order.source != NONE else 0.0
    return [
        BAD_IDEA if choice[0] == "call_off" else max(-4.0, min(3.5, 1.3 * (wanted[g.pack.number[choice[1]]] - start)))
        for choice in choices
    ]


def transfer_menu(g: State, choices: list[Choice]) -> list[float]:
    """What is transferred: units that stand where nobody needs them."""
    front = _front(g)
    wanted = pull(front, front.active)
    steps = ahead(front, front.active)
    pack = g.pack
    found = []
    for choice in choices:
        if choice[0] == "done":
            found.append(BAD_IDEA)
            continue
        if choice[0] == "aid":
            found.append(lean_aid.AN_AID)
            continue
        kind = pack.kind_type[pack.number[choice[1]]]
        area = pack.number[choice[2]]
        weight = 1.0 - 0.8 * wanted[area] + 0.1 * steps[area]
        if kind == FLEET:
            weight -= 2.0
        if pack.capital_of[area] != NONE and front.stands[front.active].men[area] <= 1.0:
            weight -= 2.0
        found.append(max(-4.0, min(2.0, weight)))
    return with_done(choices, found)


def yes(g: State, choices: list[Choice]) -> list[float]:
    """What is rather done than left."""
    return [-2.0 if choice[0] in ("done", "no", "call_off") else 0.5 for choice in choices]


BY_VERB: Final[dict[str, Callable[[State, list[Choice]], list[float]]]] = {
    "attack": orders,
    "invade": orders,
    "strike": orders,
    "enter": orders,
    "rebase": orders,
    "bomb": orders,
    "raid": orders,
    "meet": estimate_chain.meet,
    "direct": estimate_chain.way,
    "declare": orders,
    "stand_by": orders,
    "force": force,
    "go_on": go_on,
    "yes": go_on,
    "lose": losses,
    "send": entering,
    "send_all": entering,
    "drop": by_hand,
    "leave": by_hand,
    "march": by_hand,
    "by_hand": by_hand,
    "move": move_menu,
    "ship": move_menu,
    "go": move_to,
    "build": build_menu,
    "at": where,
    "to": where,
    "transfer": transfer_menu,
    "supply": yes,
    "aid": transfer_menu,
    "convoy": lean_aid.aid,
    "research": lean_aid.attempts,
}
"""By the verb of the first option: what weighs all options of its ask."""
