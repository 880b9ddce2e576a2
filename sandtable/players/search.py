"""The player who searches: information-set Monte-Carlo tree search, through the engine's interface alone.

Every line of play starts in a world that the seat may believe in. The options at hand are tried in the same worlds, the
better half of them in more worlds, and so on until two are left (sequential halving); what comes after them is a tree
of choices, walked by what they promise and have shown, and a little play beyond it. Dice and draws are not in the
tree: a node is a sequence of choices, averaged over all worlds and rolls in which it was possible.
"""

from __future__ import annotations

from math import sqrt
from random import Random
from time import monotonic
from typing import Final, Generic

from sandtable.engine.chance import Chance
from sandtable.engine.insight import Insight
from sandtable.engine.match import Match, S
from sandtable.engine.types import Choice
from sandtable.players.valuation import Judge

CURIOSITY: Final = 0.6
"""How strongly options that were tried little are preferred."""
DOUBT: Final = 0.1
"""By how much an option that was never tried is taken to be worse than its rivals so far."""
HORIZON: Final = 40
"""Choices after which a line ends in any case."""
FADED: Final = 0.05
"""A line ends when what is still to come would count for less than this."""
ENOUGH: Final = 32
"""Worlds after which a round has told its rivals apart, be there lines left or not."""
THOROUGH: Final = 20
"""Who looks at very many lines goes on for a world for every so many of them."""
TRIALS: Final = 3
"""Options that are drawn at every step beyond the tree, to take the one that has done best elsewhere."""


class Thought:
    """What a search thinks of one option."""

    __slots__ = ("choice", "visits", "worth")

    def __init__(self, choice: Choice, visits: int, worth: float) -> None:
        self.choice = choice
        self.visits = visits
        """How often it was tried."""
        self.worth = worth
        """The share of games that the asked seat may expect to win with it."""


def most_thought_of_first(thoughts: list[Thought]) -> list[Thought]:
    """The best first: what was tried most, and of those the one that did best."""
    return sorted(thoughts, key=lambda thought: (-thought.visits, -thought.worth))


class Tally:
    """How a choice has done wherever it was made, for the seat that made it."""

    __slots__ = ("visits", "total")

    def __init__(self) -> None:
        self.visits = 0
        self.total = 0.0


class Node(Tally):
    """How a sequence of choices has done, for the seat that makes the last of them."""

    __slots__ = ("children", "available")

    def __init__(self) -> None:
        super().__init__()
        self.children: dict[Choice, Node] = {}
        self.available = 0
        """How often it was among the options when its parent was passed."""


class SearchPlayer:
    """Thinks for a number of iterations, or as long as the budget allows if that is less; by its own book, if any."""

    def __init__(self, seed: str, iterations: int, budget_ms: int | None = None, book: Insight | None = None) -> None:
        self.random = Random(seed)
        self.iterations = iterations
        self.budget_ms = budget_ms
        self.book = book

    def choose(self, match: Match[S], seat: int) -> Choice:
        if len(match.choices) == 1:
            return match.choices[0]
        return self.think(match, seat)[0].choice

    def think(self, match: Match[S], seat: int) -> list[Thought]:
        """What the options of the current ask are worth to the asked seat, the best first."""
        root = self._halving(match, seat)
        thoughts = []
        for choice in match.choices:
            child = root.children[choice]
            thoughts.append(Thought(choice, child.visits, child.total / max(1, child.visits)))
        self.random.shuffle(thoughts)  # so that equals have equal chances
        return most_thought_of_first(thoughts)

    def _halving(self, match: Match[S], seat: int) -> Node:
        """Try all options in the same worlds, then the better half in more, until two are left or time is up."""
        deadline = None if self.budget_ms is None else monotonic() + self.budget_ms / 1000
        search = Search(match, seat, self.random, self.book)
        rivals = list(match.choices)
        self.random.shuffle(rivals)  # here too
        rounds = max(1, (len(rivals) - 1).bit_length())
        while True:
            for _ in range(worlds_for(len(rivals), rounds, self.iterations)):
                world = self.random.getrandbits(256).to_bytes(32, "little")
                for choice in rivals:
                    search.line(choice, world)
                if deadline is not None and monotonic() >= deadline:
                    return search.root
            if len(rivals) <= 2:
                return search.root
            rivals.sort(key=search.worth_of, reverse=True)
            del rivals[(len(rivals) + 1) // 2 :]


class Search(Generic[S]):
    """The tree that grows while a seat thinks about one ask."""

    def __init__(self, match: Match[S], seat: int, random: Random, book: Insight | None) -> None:
        self.match = match
        self.seat = seat
        self.random = random
        self.judge = Judge(match.game, match.options, book)
        self.tallies: list[dict[Choice, Tally]] = [{} for _ in match.seats]
        self.root = Node()
        for choice in match.choices:
            self.root.children[choice] = Node()

    def worth_of(self, choice: Choice) -> float:
        child = self.root.children[choice]
        return child.total / child.visits

    def line(self, first: Choice, world: bytes) -> None:
        """One line of play in a world: down the tree, a little beyond, and back with what it led to.

        What it led to is judged at the end of every order, each counting less than the one before: what an order
        brings at once is certain, what comes later can often be had in another way too.
        """
        judge = self.judge
        twin = self.match.determinized(self.seat, Chance(world))
        node = self.root.children[first]
        nodes = [node]
        made = [first]
        movers = [self.seat]
        growing = node.visits == 0
        rewards = [0.0] * judge.seats
        weight = 1.0
        order = twin.passes
        twin.take(first)
        while len(made) < HORIZON:
            ask = twin.ask
            if ask is None:
                break
            if twin.passes > order:
                order = twin.passes
                if weight * judge.patience < FADED:
                    break
                judge.add(rewards, twin.game, twin.state, weight * (1.0 - judge.patience))
                weight *= judge.patience
            mover = ask.seat
            if growing:
                choice = self._beyond(ask.prompt, twin.choices, self.tallies[mover])
            else:
                choice = self._promising(node, ask.prompt, twin.choices)
                child = node.children.get(choice)
                if child is None:
                    child = node.children[choice] = Node()
                    child.available = 1
                    growing = True
                nodes.append(child)
                node = child
            made.append(choice)
            movers.append(mover)
            twin.take(choice)
        judge.add(rewards, twin.game, twin.state, weight)
        self._learn(nodes, made, movers, rewards)

    def _learn(self, nodes: list[Node], made: list[Choice], movers: list[int], rewards: list[float]) -> None:
        """Write down what a line led to, for everybody who chose in it."""
        self.root.visits += 1
        for at in range(len(made)):
            mover = movers[at]
            reward = rewards[mover]
            if at < len(nodes):
                nodes[at].visits += 1
                nodes[at].total += reward
            tally = self.tallies[mover].get(made[at])
            if tally is None:
                tally = self.tallies[mover][made[at]] = Tally()
            tally.visits += 1
            tally.total += reward

    def _promising(self, node: Node, prompt: str, choices: list[Choice]) -> Choice:
        """The option with the best sum of what it has shown and what it promises."""
        promises = self.judge.promises(prompt, choices)
        best = choices[0]
        best_score = -1e9
        untried = first_worth(node)
        for at in range(len(choices)):
            child = node.children.get(choices[at])
            if child is None:
                score = untried + CURIOSITY * sqrt(node.visits) * promises[at]
            else:
                child.available += 1
                reach = CURIOSITY * sqrt(child.available) * promises[at]
                score = child.total / child.visits + reach / (1 + child.visits)
            if score > best_score:
                best_score = score
                best = choices[at]
        return best

    def _beyond(self, prompt: str, choices: list[Choice], table: dict[Choice, Tally]) -> Choice:
        """The best by reputation of a few options, drawn by what they promise."""
        if len(choices) == 1:
            return choices[0]
        promises = self.judge.promises(prompt, choices)
        best = choices[0]
        best_worth = -1.0
        for _ in range(TRIALS):
            choice = drawn(choices, promises, self.random.random())
            worth = reputation(table.get(choice))
            if worth > best_worth:
                best = choice
                best_worth = worth
        return best


def worlds_for(rivals: int, rounds: int, iterations: int) -> int:
    """In how many worlds a round tries its rivals: as many as its share of the lines allows, but not more than help."""
    share = iterations // (rounds * rivals)
    return max(1, min(share, max(ENOUGH, iterations // THOROUGH)))


def first_worth(node: Node) -> float:
    """What an untried option is taken to be worth: a little less than the tried ones on average."""
    total = 0.0
    visits = 0
    for child in node.children.values():
        total += child.total
        visits += child.visits
    return total / visits - DOUBT if visits else 0.5


def drawn(choices: list[Choice], promises: list[float], at: float) -> Choice:
    """The option at a point between 0 and 1 of the promises laid end to end."""
    for choice, promise in zip(choices, promises, strict=True):
        at -= promise
        if at < 0.0:
            return choice
    return choices[-1]


def reputation(tally: Tally | None) -> float:
    """How well a choice has done elsewhere; one that is unknown is given the benefit of the doubt."""
    return 1.0 if tally is None else tally.total / tally.visits
