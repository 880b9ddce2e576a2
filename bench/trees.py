"""Play the opponents of two source trees against each other, sides changed: has a change made a level weaker?

python bench/trees.py ../before . buda_1686/standard --level 6 --games 100 --seed trees

Each tree runs in a process of its own, with its own rules, books and search, and they speak the referee protocol
(docs/protocol.md). Both are asked at every choice, so that the last line also says how often they would have chosen
alike. If they always do, the games are those of one player against itself, and show nothing that fewer would not.
Without a time limit a level always tries as many lines of play, so that a busy machine does not matter.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

import msgspec

from sandtable.engine.game import Outcome
from sandtable.engine.types import Json
from sandtable.games import load
from sandtable.lab.stats import Share
from sandtable.players.evaluation import win_shares


class Asked(msgspec.Struct):
    """The seat that is asked, and what it may choose."""

    seat: str
    options: list[tuple[str | int, ...]]


class Over(msgspec.Struct):
    """How a game ended."""

    winners: list[str]
    drawn: bool = False


class Problem(msgspec.Struct):
    """Why a request was refused."""

    message: str


class Answer(msgspec.Struct):
    """The fields of an answer that are of use here."""

    error: Problem | None = None
    match: str = ""
    choice: tuple[str | int, ...] = ()
    hash: str = ""
    ask: Asked | None = None
    over: Over | None = None


class Referee:
    """The referee of one source tree."""

    def __init__(self, tree: Path) -> None:
        self.tree = tree
        environment = {**os.environ, "PYTHONPATH": str(tree.resolve()), "SANDTABLE_INTERPRETED": "1"}
        command = [sys.executable, "-m", "sandtable", "referee"]
        self.process = subprocess.Popen(
            command, cwd=tree, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def ask(self, do: str, **fields: Json) -> Answer:
        """Send a request and return its answer; an error ends the program."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(msgspec.json.encode({"do": do, **fields}) + b"\n")
        self.process.stdin.flush()
        answer = msgspec.json.decode(self.process.stdout.readline(), type=Answer)
        if answer.error is not None:
            raise SystemExit(f"{self.tree}: {do}: {answer.error.message}")
        return answer

    def would_play(self, match: str, seat: str, level: str) -> tuple[str | int, ...]:
        """What the tree's opponent would choose; the match stays as it is."""
        fork = self.ask("fork", match=match).match
        choice = self.ask("play", match=fork, seat=seat, level=level).choice
        self.ask("close", match=fork)
        return choice

    def end(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


class Trees:
    """Two trees that play games of one mode, and what came of it."""

    def __init__(self, trees: list[Path], slug: str, mode: str, level: str) -> None:
        self.slug = slug
        self.level = level
        game = load(slug)
        options = game.settle(game.modes[mode])
        self.options: dict[str, Json] = dict(options)
        self.seats = game.seats(options)
        self.sides = game.sides(options)
        if max(self.sides) != 1:
            raise SystemExit(f"{slug}/{mode}: two trees need two sides")
        self.referees = [Referee(tree) for tree in trees]
        self.won = Share()
        """Of the second tree."""
        self.alike = 0
        self.choices = 0

    def play(self, seed: str, second_side: int) -> None:
        """Play one game; the second tree has the given side. Both trees must come to the same positions."""
        new = [each.ask("new", game=self.slug, options=self.options, seed=seed) for each in self.referees]
        matches = [answer.match for answer in new]
        answer = new[0]
        while answer.ask is not None:
            answer = self._choose(matches, answer.ask, second_side)
        assert answer.over is not None
        winners = tuple([self.seats.index(seat) for seat in answer.over.winners])
        outcome = Outcome(winners, "", (0.0,) * len(self.seats), drawn=answer.over.drawn)
        self.won.add(win_shares(outcome, self.sides)[second_side])
        for each, match in zip(self.referees, matches, strict=True):
            each.ask("close", match=match)

    def _choose(self, matches: list[str], asked: Asked, second_side: int) -> Answer:
        """One choice, by the tree whose side is asked, made in both."""
        mover = int(self.sides[self.seats.index(asked.seat)] == second_side)
        wanted = [
            each.would_play(match, asked.seat, self.level) for each, match in zip(self.referees, matches, strict=True)
        ]
        if len(asked.options) > 1:
            self.choices += 1
            self.alike += wanted[0] == wanted[1]
        answers = []
        hashes = []
        for each, match in zip(self.referees, matches, strict=True):
            answers.append(each.ask("choose", match=match, choice=list(wanted[mover])))
            hashes.append(each.ask("state", match=match).hash)
        if hashes[0] != hashes[1]:
            raise SystemExit(f"the two trees play by different rules: {wanted[mover]} leads to different positions")
        return answers[0]

    def __str__(self) -> str:
        low, high = self.won.interval
        return (
            f"the second tree won {self.won.wins:g} of {self.won.games} ({100 * low:.0f} to {100 * high:.0f} %); "
            f"the same choice {self.alike} of {self.choices} times"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description="play the opponents of two source trees against each other")
    parser.add_argument("first", type=Path, help="a folder that holds a checkout")
    parser.add_argument("second", type=Path)
    parser.add_argument("mode", help="slug/mode")
    parser.add_argument("--level", default="6")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", default="trees")
    given = parser.parse_args()
    slug, mode = given.mode.split("/")
    trees = Trees([given.first, given.second], slug, mode, given.level)
    for number in range(given.games):
        trees.play(f"{given.seed}/{number // 2}", number % 2)
        print(trees, flush=True)
    for referee in trees.referees:
        referee.end()


if __name__ == "__main__":
    main()
