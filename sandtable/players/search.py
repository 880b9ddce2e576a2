"""A player that searches: information-set Monte-Carlo tree search (ISMCTS). It needs only the engine, no game's code.

An iteration plays one *line*, a sequence of choices, in a *world*: a copy of the match in which everything hidden from
the seat is drawn at random. The options of the current ask are compared by sequential halving: all are tried in the
same worlds, then the better half in more worlds, until two are left. Below each option grows a tree, in which choices
are selected by their results so far and by the book's priors (PUCT). Where a line leaves the tree, a short rollout
follows. Dice and draws are not in the tree: a node stands for a sequence of choices and averages over all worlds and
rolls in which that sequence was possible.

Where the book names a horizon, a second search follows the first, with long lines: they run to the end of the round,
say. It has no tree, which would hardly meet a sequence twice; the whole line is a rollout, whose choices are guided by
their results in others. What long lines show is mostly luck, so their differences count only as far as they are larger
than luck makes them (`shrunk`); for the rest the first search decides.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from random import Random
from time import monotonic
from typing import Final, Generic

from sandtable.engine.chance import Chance
from sandtable.engine.insight import Insight
from sandtable.engine.match import Match, S
from sandtable.engine.types import Choice
from sandtable.players.evaluation import Evaluator

EXPLORATION: Final = 0.6
"""How strongly options that were tried seldom are preferred (the constant of PUCT)."""
UNTRIED_PENALTY: Final = 0.1
"""How much lower an untried option is valued than the mean of its tried siblings."""
MAX_CHOICES: Final = 40
"""Choices after which a line ends in any case."""
MAX_CHOICES_TO_HORIZON: Final = 200
"""The same where lines run on to a horizon."""
MIN_WEIGHT: Final = 0.05
"""A line ends when the rest of it would count for less than this."""
MAX_WORLDS: Final = 32
"""Worlds after which a round of halving ends, even if it has iterations left: more tell the options no better apart."""
ITERATIONS_PER_WORLD: Final = 20
"""With a large budget, a round may use one world per this many iterations, if that is more than `MAX_WORLDS`."""
WIDE: Final = 128
"""If an ask has more options than this, some are not tried at all ..."""
PROMISING: Final = 96
"""... but this many with the highest priors are, and of the rest as many at random as there is room for."""
NEAR_PART: Final = 2
"""Where lines run to a horizon, one short line is played before for this many of them ..."""
MOST_NEAR: Final = 300
"""... but no more than this; more tell nothing new."""
LEAST_WORLDS: Final = 2
"""In so many worlds at least every option is tried to the horizon, since one tells nothing; if there are too many
options for that, the short lines say which are left out."""
NEAR_TIME: Final = 4
"""They have one part in this many of the time, if that is limited."""
ROLLOUT_SAMPLES: Final = 3
"""Options drawn at every step of a rollout; the one with the best results elsewhere is taken."""


class Thought:
    """The search's estimate of one option."""

    __slots__ = ("choice", "visits", "value")

    def __init__(self, choice: Choice, visits: int, value: float) -> None:
        self.choice = choice
        self.visits = visits
        """How often it was tried."""
        self.value = value
        """The share of games that the asked seat may expect to win with it."""


def best_first(thoughts: list[Thought]) -> list[Thought]:
    """Sort by visits, then by value: what was tried most is the best."""
    return sorted(thoughts, key=lambda thought: (-thought.visits, -thought.value))


class ChoiceStats:
    """The results of all lines in which a choice was made, for the seat that made it."""

    __slots__ = ("visits", "total")

    def __init__(self) -> None:
        self.visits = 0
        self.total = 0.0


class Node(ChoiceStats):
    """The results of one sequence of choices, for the seat that makes the last of them."""

    __slots__ = ("children", "available")

    def __init__(self) -> None:
        super().__init__()
        self.children: dict[Choice, Node] = {}
        self.available = 0
        """How often it was among the options when its parent was visited."""


class SearchPlayer:
    """Searches for a number of iterations, or until the budget is used up; by its own book if one is given."""

    def __init__(
        self,
        seed: str,
        iterations: int,
        budget_ms: int | None = None,
        book: Insight | None = None,
        far: bool = True,
        most_iterations: int = 0,
    ) -> None:
        self.random = Random(seed)
        self.iterations = iterations
        self.budget_ms = budget_ms
        self.book = book
        self.far = far
        """Whether lines run to the book's horizon, if it names one. Few lines of that length show little but luck."""
        self.most_iterations = most_iterations
        """Iterations where lines run to a horizon and there is a budget, if that is more."""

    def choose(self, match: Match[S], seat: int) -> Choice:
        if len(match.choices) == 1:
            return match.choices[0]
        return self.think(match, seat, narrow=True)[0].choice

    def think(self, match: Match[S], seat: int, narrow: bool = False) -> list[Thought]:
        """Estimate every option of the current ask for the seat; the best comes first.

        A narrow search leaves out what the book takes for hopeless: enough to choose, but not to judge a choice.
        """
        search = self._searched(match, seat, narrow)
        thoughts = []
        for choice in match.choices:
            thoughts.append(Thought(choice, search.root.children[choice].visits, search.values.get(choice, 0.0)))
        self.random.shuffle(thoughts)  # among equals the sort keeps this order, so each has the same chance
        return best_first(thoughts)

    def _searched(self, match: Match[S], seat: int, narrow: bool = False) -> Search[S]:
        """Search with short lines, then with lines to the horizon, if there is one; returns the last of the two."""
        now = 0.0 if self.budget_ms is None else monotonic()
        budget = None if self.budget_ms is None else self.budget_ms / 1000
        near = Search(match, seat, self.random, self.book)
        rivals = near.worth_trying(self._shuffled(match.choices), narrow)
        if narrow and len(rivals) == 1:
            near.root.children[rivals[0]].visits = 1
            return near
        iterations = self.iterations if budget is None else max(self.iterations, self.most_iterations)
        far_enough = self.far and iterations >= near.evaluator.horizon_lines
        clock = match.game.clocks.get(near.evaluator.horizon) if far_enough else None
        if clock is None:
            self._halving(near, rivals, self.iterations, now, budget)
            return near
        part = None if budget is None else budget / NEAR_TIME
        self._halving(near, list(rivals), min(iterations // NEAR_PART, MOST_NEAR), now, part)
        while halving_rounds(len(rivals)) * len(rivals) * LEAST_WORLDS > max(iterations * near.stake, LEAST_WORLDS * 2):
            halve(rivals, near.values)
        if budget is not None:
            began, now = now, monotonic()
            budget -= now - began
        far = Search(match, seat, self.random, self.book, near.values, clock)
        self._halving(far, rivals, iterations, now, budget)
        return far

    def _shuffled(self, choices: list[Choice]) -> list[Choice]:
        """The options in random order, so that of equals each has the same chance to stay in."""
        shuffled = list(choices)
        self.random.shuffle(shuffled)
        return shuffled

    def _halving(
        self, search: Search[S], rivals: list[Choice], iterations: int, now: float, budget: float | None
    ) -> None:
        """Compare the options by sequential halving, until two are left or time is up.

        If the time (from now on, in seconds) is too short for all iterations, each round has an equal part of what is
        left of it.
        """
        deadline = now if budget is None else now + budget
        iterations = round(iterations * search.stake)
        rounds = halving_rounds(len(rivals))
        for left in range(rounds, 0, -1):
            round_ends = now + (deadline - now) / left
            for _ in range(worlds_in_round(len(rivals), rounds, iterations)):
                world = new_world(self.random)
                for choice in rivals:
                    search.play_line(choice, world)
                if budget is not None:
                    now = monotonic()
                    if now >= round_ends:
                        break
            search.rate(rivals)
            if budget is not None and now >= deadline:
                break
            halve(rivals, search.values)


class Search(Generic[S]):
    """The search tree of one ask."""

    def __init__(
        self,
        match: Match[S],
        seat: int,
        random: Random,
        book: Insight | None,
        near: dict[Choice, float] | None = None,
        clock: Callable[[S], int] | None = None,
    ) -> None:
        self.match = match
        self.seat = seat
        self.random = random
        self.picks = random
        """What decides in rollouts. To a horizon it is the world: so lines of one world differ by less luck."""
        self.evaluator = Evaluator(match.game, match.options, book)
        self.near: dict[Choice, float] = {} if near is None else near
        """With a horizon: the values of the options by a search with short lines."""
        self.clock = clock
        """The clock at whose next change lines end; without one they end by patience."""
        self.now: int = 0 if clock is None else clock(match.state)
        self.stake: float = 1.0 if match.ask is None else match.ask.stake
        self.max_choices: int = MAX_CHOICES if clock is None else MAX_CHOICES_TO_HORIZON
        self.choice_stats: list[dict[Choice, ChoiceStats]] = [{} for _ in match.seats]
        """By seat and choice: its results wherever in a line it was made."""
        self.values: dict[Choice, float] = {}
        """The value of every option that was tried."""
        self.results: dict[Choice, list[float]] = {}
        """With a horizon, by option of the ask: the value of every line, world after world."""
        self.root = Node()
        for choice in match.choices:
            self.root.children[choice] = Node()

    def worth_trying(self, choices: list[Choice], narrow: bool) -> list[Choice]:
        """All options; of very many only the most promising ones, by their priors, and some of the others.

        If the search may be narrow, the book says how much less likely than the best an option may be, and how many
        are tried at the most.
        """
        evaluator = self.evaluator
        narrow = narrow and evaluator.narrow > 0.0
        if len(choices) <= WIDE and not narrow:
            return choices
        world = self.match.determinized(self.seat, Chance(new_world(self.random)))
        assert world.ask is not None
        menu = self.match.choices  # games may go by its order
        priors = dict(zip(menu, evaluator.priors(world.game, world.state, world.ask.prompt, menu), strict=True))
        ranked = sorted(choices, key=lambda choice: -priors[choice])
        if narrow:
            least = evaluator.narrow * priors[ranked[0]]
            return [choice for choice in ranked[: evaluator.widest or WIDE] if priors[choice] >= least]
        return ranked[:PROMISING] + self.random.sample(ranked[PROMISING:], WIDE - PROMISING)

    def rate(self, rivals: list[Choice]) -> None:
        """Value options that were tried equally often: by the mean of their lines.

        With a horizon, part of the value is that of the short lines, and the rest the mean of the long ones, as far as
        it cannot be luck. So the gain of the first passes counts by itself: it is certain, and a later one can often be
        had in another way too.
        """
        if self.clock is None:
            for choice in rivals:
                child = self.root.children[choice]
                self.values[choice] = child.total / child.visits
            return
        first = self.evaluator.first_share
        means = shrunk([self.results[choice] for choice in rivals])
        for at in range(len(rivals)):
            self.values[rivals[at]] = first * self.near[rivals[at]] + (1.0 - first) * means[at]

    def play_line(self, first: Choice, world: bytes) -> None:
        """Play one line in a world: select down the tree, add one node, roll out, and record the result.

        With a horizon (the end of the round, say) its value is that of the position there. Without, it is a weighted
        mean of those after every pass, each counting less than the one before: the gain of the first pass is certain,
        and a later one can often be had in another way too.
        """
        evaluator = self.evaluator
        simulation = self.match.determinized(self.seat, Chance(world))
        if self.clock is not None:
            self.picks = Random(world)
        node = self.root.children[first]
        nodes = [node]
        line = [first]
        seats = [self.seat]
        in_rollout = node.visits == 0 or self.clock is not None
        values = [0.0] * evaluator.seats
        weight = 1.0
        passes = simulation.passes
        simulation.choose_unchecked(first)
        while len(line) < self.max_choices:
            ask = simulation.ask
            if ask is None:
                break
            if simulation.passes > passes:
                passes = simulation.passes
                if self._line_ends(simulation.state, weight):
                    break
                if self.clock is None:
                    rest = weight * evaluator.patience
                    evaluator.add_values(values, simulation.game, simulation.state, weight - rest)
                    weight = rest
            seat = ask.seat
            if in_rollout:
                choice = self._roll_out(simulation, ask.prompt, seat)
            else:
                choice = self._select(node, simulation, ask.prompt)
                child = node.children.get(choice)
                if child is None:
                    child = node.children[choice] = Node()
                    child.available = 1
                    in_rollout = True
                nodes.append(child)
                node = child
            line.append(choice)
            seats.append(seat)
            simulation.choose_unchecked(choice)
        evaluator.add_values(values, simulation.game, simulation.state, weight)
        if self.clock is not None:
            self.results.setdefault(first, []).append(values[self.seat])
        self._record(nodes, line, seats, values)

    def _line_ends(self, state: S, weight: float) -> bool:
        """Whether a line ends after a pass: at the horizon, or where the rest would hardly count."""
        if self.clock is not None:
            return self.clock(state) != self.now
        return weight * self.evaluator.patience < MIN_WEIGHT

    def _record(self, nodes: list[Node], line: list[Choice], seats: list[int], values: list[float]) -> None:
        """Add the result of a line to its nodes and choices, each by the value for the seat that chose."""
        self.root.visits += 1
        for at in range(len(line)):
            seat = seats[at]
            value = values[seat]
            if at < len(nodes):
                nodes[at].visits += 1
                nodes[at].total += value
            stats = self.choice_stats[seat].get(line[at])
            if stats is None:
                stats = self.choice_stats[seat][line[at]] = ChoiceStats()
            stats.visits += 1
            stats.total += value

    def _select(self, node: Node, simulation: Match[S], prompt: str) -> Choice:
        """The option with the highest sum of its mean value and an exploration bonus (PUCT)."""
        choices = simulation.choices
        priors = self.evaluator.priors(simulation.game, simulation.state, prompt, choices)
        best = choices[0]
        best_score = -1e9
        untried = untried_value(node)
        for at in range(len(choices)):
            child = node.children.get(choices[at])
            if child is None:
                score = untried + EXPLORATION * sqrt(node.visits) * priors[at]
            else:
                child.available += 1
                bonus = EXPLORATION * sqrt(child.available) * priors[at]
                score = child.total / child.visits + bonus / (1 + child.visits)
            if score > best_score:
                best_score = score
                best = choices[at]
        return best

    def _roll_out(self, simulation: Match[S], prompt: str, seat: int) -> Choice:
        """Draw a few options by their priors, and return the one with the best results elsewhere."""
        choices = simulation.choices
        if len(choices) == 1:
            return choices[0]
        stats = self.choice_stats[seat]
        even = self.evaluator.even(simulation.game, prompt)
        priors = [] if even else self.evaluator.priors(simulation.game, simulation.state, prompt, choices)
        best = choices[0]
        best_value = -1.0
        for _ in range(ROLLOUT_SAMPLES):
            at = self.picks.random()
            choice = choices[int(at * len(choices))] if even else pick(choices, priors, at)
            value = mean_value(stats.get(choice))
            if value > best_value:
                best = choice
                best_value = value
        return best


def new_world(random: Random) -> bytes:
    """The seed of a new world."""
    return random.getrandbits(256).to_bytes(32, "little")


def halving_rounds(rivals: int) -> int:
    """How many rounds of halving there are until two options are compared in the last one."""
    return max(1, (rivals - 1).bit_length())


def halve(rivals: list[Choice], values: dict[Choice, float]) -> None:
    """Leave the better half of the options."""
    rivals.sort(key=values.__getitem__, reverse=True)
    del rivals[(len(rivals) + 1) // 2 :]


def worlds_in_round(rivals: int, rounds: int, iterations: int) -> int:
    """How many worlds a round of halving uses: what its share of the iterations allows, up to a limit."""
    share = iterations // (rounds * rivals)
    return max(1, min(share, max(MAX_WORLDS, iterations // ITERATIONS_PER_WORLD)))


def shrunk(results: list[list[float]]) -> list[float]:
    """The mean of each option, moved towards the mean of all as far as luck alone would set them apart.

    How much that is, is seen in the options' results, which are of the same worlds: how differently they did from world
    to world, once what a world did to all of them is taken off. This is the shrinking of James and Stein (1961).
    """
    options = len(results)
    worlds = len(results[0])
    means = [sum(each) / worlds for each in results]
    middle = sum(means) / options
    apart = sum([(mean - middle) ** 2 for mean in means])
    if worlds == 1 or apart == 0.0:
        return [middle] * options
    luck = 0.0
    for world in range(worlds):
        shift = sum([each[world] for each in results]) / options - middle
        for at in range(options):
            luck += (results[at][world] - means[at] - shift) ** 2
    kept = max(0.0, 1.0 - luck / ((worlds - 1) * worlds * apart))
    return [middle + kept * (mean - middle) for mean in means]


def untried_value(node: Node) -> float:
    """The assumed value of an untried option: a little below the mean of the tried ones."""
    total = 0.0
    visits = 0
    for child in node.children.values():
        total += child.total
        visits += child.visits
    return total / visits - UNTRIED_PENALTY if visits else 0.5


def pick(choices: list[Choice], probabilities: list[float], at: float) -> Choice:
    """The option at a point between 0 and 1, if every option covers a stretch as long as its probability."""
    for choice, probability in zip(choices, probabilities, strict=True):
        at -= probability
        if at < 0.0:
            return choice
    return choices[-1]


def mean_value(stats: ChoiceStats | None) -> float:
    """The mean value of a choice; one without results is assumed to be as good as can be, so that it is tried."""
    return 1.0 if stats is None else stats.total / stats.visits
