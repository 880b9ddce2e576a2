"""Play two ways of searching against each other, sides changed, and say who won how often and how long each thought.

python bench/gate.py nights_of_fire/conflict_basic_1 lines=600,horizon=round lines=2500,horizon= --games 200 --seed gate

A way of searching is written as `name=value` pairs: `lines`, what the book may say (`horizon`, `first_share`,
`patience`, `plans`, `plan_stages`), the weight of any feature, and `book`, a folder with another insight.toml. What is
not said stays as it is in the book; `horizon=` alone is none, and one that is named holds for any number of lines. A
level (`greedy`, `5`, `marshal`) is a way too, with its lines and its random choices. Of more than two sides the first
way has one, each in turn, and the second all others. Where all play on one side, each way plays the same games by
itself. A way against itself (`3 3`) says which side wins between equals: then every game has a seed of its own. A gate
is fair if both think for about the same time. With `--stop N` it ends as soon as it is decided: after N games and then
after every tenth, if the interval excludes an even share. Looking so often finds a difference that is none more often
than once in twenty times, so what is decided narrowly deserves fresh seeds. `--option handicap=24` changes an option of
the mode.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from time import process_time

from msgspec.structs import replace

from sandtable.engine.game import Game, Options, Value
from sandtable.engine.insight import load_insights
from sandtable.engine.start import Origin, start
from sandtable.engine.state import State
from sandtable.games import load
from sandtable.lab.stats import Share
from sandtable.players import Player, make, parse_level
from sandtable.players.evaluation import win_shares
from sandtable.players.plans import Planner, PlanningPlayer
from sandtable.players.search import SearchPlayer

BETWEEN_LOOKS = 10
"""Games after which a gate that may stop looks again."""


@dataclass
class Way:
    """One way of searching, and what came of it."""

    text: str
    player: Callable[[str], Player]
    """Makes the player of one seat from a seed."""
    won: Share = field(default_factory=Share)
    by_side: dict[int, Share] = field(default_factory=dict)
    choices: int = 0
    seconds: float = 0.0

    def __str__(self) -> str:
        return f"{self.text} ({1000 * self.seconds / max(1, self.choices):.1f} ms)"

    @property
    def score(self) -> str:
        """Wins with the 95 % interval, and by side."""
        low, high = self.won.interval
        sides = ", ".join(f"{share.wins:g}/{share.games}" for _, share in sorted(self.by_side.items()))
        return f"{self.won.wins:g}/{self.won.games} ({100 * low:.0f} to {100 * high:.0f} %; by side {sides})"

    def add(self, side: int, part: float) -> None:
        """Count a game."""
        self.won.add(part)
        self.by_side.setdefault(side, Share()).add(part)


def way(text: str, game: Game[State], options: Options) -> Way:
    """Read a way of searching, or a level."""
    if "=" not in text:
        level = parse_level(text)
        return Way(text, lambda seed: make(level, seed))
    given = dict(pair.split("=", 1) for pair in text.split(","))
    lines = int(given.pop("lines", "600"))
    folder = given.pop("book", "")
    book = (load_insights(Path(folder), game.features) if folder else game.insights).of(options)
    weights = {feature: float(given.pop(feature, weight)) for feature, weight in book.weights.items()}
    book = replace(
        book,
        weights=weights,
        horizon_lines=0 if "horizon" in given else book.horizon_lines,
        horizon=given.pop("horizon", book.horizon),
        first_share=float(given.pop("first_share", book.first_share)),
        patience=float(given.pop("patience", book.patience)),
        plans=given.pop("plans", book.plans),
        plan_stages=given.pop("plan_stages", book.plan_stages),
    )
    if given:
        raise SystemExit(f"{text}: unknown: {', '.join(given)}")
    return Way(text, lambda seed: PlanningPlayer(SearchPlayer(seed, lines, book=book), Planner(seed), lines, book))


def option(text: str, game: Game[State]) -> tuple[str, Value]:
    """Name and value of an option, written as `name=value`."""
    name, value = text.split("=", 1)
    values = [known for option in game.options if option.id == name for known in option.values]
    return name, next((known for known in values if str(known) == value), value)


def play(game: Game[State], options: Options, seed: str, ways: list[Way]) -> None:
    """Play one game; the ways are given by side. Only choices among several options count for the time."""
    match = start(game, options, Origin(seed), explain=False)
    sides = game.sides(match.options)
    players = [ways[side].player(f"{seed}/{seat}") for seat, side in enumerate(sides)]
    while match.ask is not None:
        seat = match.ask.seat
        began = process_time()
        choice = players[seat].choose(match, seat)
        if len(match.choices) > 1:
            ways[sides[seat]].choices += 1
            ways[sides[seat]].seconds += process_time() - began
        match.choose(choice)
    assert match.outcome is not None
    for side, part in enumerate(win_shares(match.outcome, sides)):
        ways[side].add(side, part)


def seated(number: int, sides: int, one: Way, other: Way) -> list[Way]:
    """By side, who has it in a game."""
    if sides == 1:
        return [one if number % 2 == 0 else other]
    return [one if side == number % sides else other for side in range(sides)]


def decided(first: Share, sides: int, least: int) -> bool:
    """Whether a gate may end: after the least number of games, and then after every tenth."""
    if sides == 1 or first.games < least or (first.games - least) % BETWEEN_LOOKS:
        return False
    low, high = first.interval
    return not low <= 1 / sides <= high


def main() -> None:
    parser = argparse.ArgumentParser(description="play two ways of searching against each other")
    parser.add_argument("mode", help="slug/mode")
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", default="gate")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--stop", type=int, default=0, help="end when decided, but not before so many games")
    given = parser.parse_args()
    slug, mode = given.mode.split("/")
    game = load(slug)
    options = game.settle(dict(option(pair, game) for pair in given.option), mode)
    one, other = (way(text, game, options) for text in (given.first, given.second))
    sides = max(game.sides(options)) + 1
    games_of_a_seed = 1 if given.first == given.second else max(2, sides)
    for number in range(given.games):
        play(game, options, f"{given.seed}/{number // games_of_a_seed}", seated(number, sides, one, other))
        print(f"{one}: {one.score}; {other}: {other.score}", flush=True)
        if given.stop and decided(one.won, sides, given.stop):
            break


if __name__ == "__main__":
    main()
