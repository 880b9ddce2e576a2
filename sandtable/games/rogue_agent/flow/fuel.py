"""Fuel for green dice: the kidnapper's, and those with which a target defends itself."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Flow, Legality, Offer, one
from sandtable.engine.sets import mask
from sandtable.games.rogue_agent.cards import GREEN
from sandtable.games.rogue_agent.flow import pieces
from sandtable.games.rogue_agent.flow.asking import Asks, asks, whole
from sandtable.games.rogue_agent.pack import FUEL, PATROL_CAR, PER_COLOUR
from sandtable.games.rogue_agent.state import State

FIRST_GREEN: Final = GREEN * PER_COLOUR


def attacker_dice(g: State, seat: int) -> Flow[State]:
    """A kidnapper pays for one to three green dice (kidnap.dice.attacker, kidnap.dice.minimum)."""
    choice = yield KIDNAPPER[seat]
    n = whole(choice[1])
    pieces.spend(g, seat, FUEL, n, "kidnap.dice.attacker")
    g.fight.green = n


def target_dice(g: State, target: int, rule: str) -> Flow[State]:
    """The target may pay for the green dice that are left over (kidnap.dice.target, aagent.dice.defender)."""
    if left_over(g):
        choice = yield TARGET[target]
        n = whole(choice[1])
        pieces.spend(g, target, FUEL, n, rule)
        g.fight.defence = n


def left_over(g: State) -> int:
    """How many dice the target can pay for (dice.spend_limit)."""
    return min(g.level(g.fight.rival, FUEL), PER_COLOUR - g.fight.green)


def attackers_green(g: State) -> int:
    """The green dice of the attacker."""
    return mask(range(FIRST_GREEN, FIRST_GREEN + g.fight.green))


def defenders_green(g: State) -> int:
    """The green dice of the target: those that come next."""
    start = FIRST_GREEN + g.fight.green
    return mask(range(start, start + g.fight.defence))


def roll_cars(g: State) -> int:
    """Both roll their green dice; the kidnapper's patrol cars that are left (kidnap.roll, kidnap.cancel)."""
    pieces.roll_fresh(g, 0, g.fight.green + g.fight.defence, 0)
    own = pieces.count(g, attackers_green(g), PATROL_CAR)
    cancelled = pieces.count(g, defenders_green(g), PATROL_CAR)
    if g.log is not None:
        g.log.add("cars", own, cancelled, rule="kidnap.cancel")
    return max(0, own - cancelled)


def kidnapper_options(g: State, offer: Offer) -> None:
    for n in range(1, min(g.level(g.seat, FUEL), PER_COLOUR) + 1):
        offer.add(g.pack.spend[n])


def kidnapper_refusal(g: State, n: int) -> str | None:
    """The rule against paying for so many dice."""
    if not n:
        return "kidnap.dice.minimum"
    if n > PER_COLOUR:
        return "kidnap.dice.attacker"
    return None if n <= g.level(g.seat, FUEL) else "board.resource.floor"


def target_options(g: State, offer: Offer) -> None:
    offer.tell(left=PER_COLOUR - g.fight.green)
    for n in range(left_over(g) + 1):
        offer.add(g.pack.spend[n])


def target_refusal(g: State, n: int) -> str | None:
    """The rule against paying for so many dice in defence."""
    if n > PER_COLOUR - g.fight.green:
        return "dice.spend_limit"
    return None if n <= g.level(g.fight.rival, FUEL) else "board.resource.floor"


KIDNAPPER: Final[Asks] = asks(
    "fight.fuel", Legality(kidnapper_options, {"spend": one(kidnapper_refusal)}), "kidnap.dice.attacker"
)
TARGET: Final[Asks] = asks(
    "fight.defence", Legality(target_options, {"spend": one(target_refusal)}), "dice.spend_limit"
)
