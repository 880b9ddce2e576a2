"""Research and diplomacy, the optional rules: after phase 4 a power may buy rolls for goals of its list."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, legal, one
from sandtable.engine.choices import DONE
from sandtable.engine.sets import NONE
from sandtable.games.battle_for_europe.flow import convoys, nations, phases, war
from sandtable.games.battle_for_europe.goals import Goal, Joining
from sandtable.games.battle_for_europe.pack import ALLIES, BRITAIN, USA
from sandtable.games.battle_for_europe.state import State

FACES: Final = 6


def after_phase_four(g: State) -> Flow[State]:
    """A power makes one attempt, or ends its turn (opt.when, opt.choose)."""
    power = g.power()
    if not takes_part(g, power):
        phases.next_power(g)
        return
    secret = convoys.must_be_asked(g, (power,), menu_options)
    choice = yield Ask(g.rules.seat_of[power], "research", MENU, "opt.choose", always=secret, stake=0.4)
    if choice == DONE:
        phases.next_power(g)
        return
    yield from attempt(g, project_of(g, power, g.pack.number[choice[1]]))


def takes_part(g: State, power: int) -> bool:
    """Whether a power may research: Germany, Britain, and the United States once at war (opt.who)."""
    return any(owner == power for owner, _ in g.pack.projects) and g.alliance[power] != NONE


def project_of(g: State, power: int, goal: int) -> int:
    """The project of a power for a goal; NONE if the goal is not on its list."""
    pair = power, goal
    return g.pack.projects.index(pair) if pair in g.pack.projects else NONE


def forget(g: State) -> None:
    """A side's turn begins: its powers may try again for what they tried before."""
    if g.research is not None:
        for project, (power, _) in enumerate(g.pack.projects):
            if power in g.on_turn():
                g.research.tried &= ~(1 << project)


# ---------------------------------------------------------------------- attempts


def attempt(g: State, project: int) -> Flow[State]:
    """A power pays and rolls; the goal is reached if dice and modifiers come to 12 or more (opt.price, opt.roll)."""
    pack, research, terms = g.pack, g.research_now(), g.pack.procedure
    power, number = pack.projects[project]
    goal, names = pack.goals[number], (pack.goal_ids[number], pack.nation_ids[power])
    nations.pay(g, power, terms.price, "what:research", "opt.price")
    added = tell_modifiers(g, project)
    research.tries[project] += 1
    research.tried |= 1 << project
    dice = g.chance.handful("research", terms.dice)
    total = sum(dice) + added
    if g.log is not None:
        shown = ", ".join([str(face) for face in dice])
        g.log.add("roll_research", shown, *names, added, total, terms.target, rule="opt.roll")
    if total < terms.target:
        if g.log is not None:
            g.log.add("goal_missed", *names, research.tries[project], earlier(g, project), rule="opt.cumulative")
        return
    research.reached |= 1 << project
    if g.log is not None:
        g.log.add("goal_reached", *names, rule="opt.keep")
    for joining in goal.joins:
        yield from join(g, power, joining)


def tell_modifiers(g: State, project: int) -> int:
    """What is added to the roll for a project, told before it is made."""
    pack = g.pack
    number = pack.projects[project][1]
    goal = pack.goals[number]
    tried, held = earlier(g, project), bonus(g, goal)
    if g.log is not None:
        g.log.term(tried, pack.goal_ids[number], "opt.cumulative")
        if held:
            g.log.term(held, pack.area_ids[goal.bonus_area], "opt.german.turkey_stalingrad")
        g.log.need("at_least", pack.procedure.target, "opt.roll")
    return tried + held


def earlier(g: State, project: int) -> int:
    """What earlier attempts add to a roll (opt.cumulative)."""
    return g.pack.procedure.per_try * g.research_now().tries[project]


def bonus(g: State, goal: Goal) -> int:
    """What an area adds to rolls for a goal while a power holds it (opt.german.turkey_stalingrad)."""
    return goal.bonus if goal.bonus and g.control[goal.bonus_area] == goal.bonus_power else 0


def chance_of(g: State, project: int) -> int:
    """How likely an attempt succeeds, in per cent."""
    terms = g.pack.procedure
    ways = [1]
    for _ in range(terms.dice):
        ways = [sum(ways[max(0, at - FACES) : at]) for at in range(len(ways) + FACES)]
    needed = terms.target - earlier(g, project) - bonus(g, g.pack.goals[g.pack.projects[project][1]])
    all_ways: int = FACES**terms.dice
    return round(100 * sum(ways[max(0, needed) :]) / all_ways)


# ---------------------------------------------------------------------- countries that are won


def is_neutral(g: State, country: int) -> bool:
    """Whether a country exists and is neutral (opt.neutral_only)."""
    standing = bool(g.held[country]) and not g.fallen >> country & 1
    return standing and g.alliance[country] == NONE and not g.foes[country]


def join(g: State, power: int, joining: Joining) -> Flow[State]:
    """A country enters the war on a side (opt.satellite_status, opt.allied.turkey, opt.german.spain_vichy)."""
    pack, research, country = g.pack, g.research_now(), joining.country
    if not is_neutral(g, country):
        return
    won = pack.history[power] == joining.side
    commander = power if won else commander_of_answer(g)
    research.joined |= 1 << country
    if won:
        research.won[country] = power
    nations.set_commander(g, country, commander)
    nations.join_side(g, country, joining.side)
    war.clash(g)
    rule = "opt.satellite_status" if joining.satellite else "opt.allied.turkey" if won else "opt.german.spain_vichy"
    if g.log is not None:
        g.log.add("won_over", pack.nation_ids[country], pack.nation_ids[commander], rule=rule)
    if joining.satellite:
        receive(g, power, country)
    yield from war.place_army(g, country, "research.place", rule)


def commander_of_answer(g: State) -> int:
    """Who commands Vichy units that join the Allies: Britain, or the United States (opt.german.spain_vichy_command)."""
    for power in (BRITAIN, USA):
        if g.alliance[power] == ALLIES and not g.fallen >> power & 1:
            return power
    return war.strongest(g, ALLIES)


def receive(g: State, power: int, country: int) -> None:
    """The HPP of a country with satellite status come at once (opt.satellite_status, hpp.half_cap.satellite_gain)."""
    gain = g.pack.tribute[country]
    g.hpp[power] += gain
    g.opening[power] += gain
    if gain:
        g.credited[g.pack.capital[country]] = power
        if g.log is not None:
            words = g.pack.nation_ids[power], gain, g.pack.nation_ids[country]
            g.log.add("won_hpp", *words, rule="opt.satellite_status")


# ---------------------------------------------------------------------- legality


def goal_refusal(g: State, number: int) -> str | None:
    """The rule against an attempt at a goal now."""
    power, research = g.power(), g.research_now()
    project = project_of(g, power, number)
    if project == NONE:
        return "opt.choose"
    goal = g.pack.goals[number]
    if goal.advanced and not g.rules.advanced:
        return "opt.needs_advanced"
    if research.reached >> project & 1:
        return "opt.keep"
    if goal.neutral != NONE and not is_neutral(g, goal.neutral):
        return "opt.neutral_only"
    if goal.seasons and (research.paris == NONE or g.season < research.paris + goal.seasons):
        return "opt.german.vichy"
    if research.tried >> project & 1:
        return "opt.once_per_goal"
    dear = nations.too_dear(g, power, g.pack.procedure.price)
    return "opt.limit" if dear == "hpp.half_cap" else dear


def menu_options(g: State, offer: Offer) -> None:
    pack, power = g.pack, g.power()
    for number in range(len(pack.goals)):
        if goal_refusal(g, number) is None:
            choice, project = pack.research[number], project_of(g, power, number)
            offer.add(choice)
            if offer.telling:
                offer.note(choice, chance_of(g, project), g.research_now().tries[project])
    offer.add(DONE)
    price = pack.procedure.price
    offer.tell(power=pack.nation_ids[power], hpp=g.hpp[power], purse=g.purse(power), price=price)


MENU: Final = Legality(menu_options, {"research": one(goal_refusal), "done": legal})
