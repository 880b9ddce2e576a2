"""The lab in the terminal: a live table with a progress bar while games are played, and the final table."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from rich import box
from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from sandtable.cli.lab_options import level_name
from sandtable.cli.words import Say
from sandtable.engine.words import Words
from sandtable.lab.counts import PairCounter, WinCounter
from sandtable.lab.play import GameRecord, load_game
from sandtable.lab.results import Results
from sandtable.lab.run import Packs, matches_of, open_results, play_missing
from sandtable.lab.series import BASE, VARIANT
from sandtable.lab.spec import Comparison, Ladder, MatchSpec, Plan
from sandtable.lab.stats import Pairs, Share, decimals_of

INTERRUPTED = 130
RATE_PERIOD = 600.0
"""Seconds over which the rate is measured: games between strong players take minutes."""


def play_plan(
    plan: Plan, folder: Path, packs: Packs, processes: int, ray: str | None, console: Console, say: Say
) -> int:
    """Play the missing games of a plan and show the results; returns the exit code."""
    code = 0
    with open_results(folder, plan, packs) as results:
        view = ResultTable(plan, results, say)
        try:
            _play(view, results, processes, ray, console, say)
        except KeyboardInterrupt:
            code = INTERRUPTED
    console.print(view.table())
    text = say("lab.kept", path=folder) if code else say("lab.done", path=folder)
    console.print(text, soft_wrap=True, markup=False)
    return code


def _play(
    view: ResultTable, results: Mapping[str, Results], processes: int, ray: str | None, console: Console, say: Say
) -> None:
    columns = (BarColumn(), MofNCompleteColumn(), Rate(say), TimeRemainingColumn(elapsed_when_finished=True))
    progress = Progress(*columns, console=console, speed_estimate_period=RATE_PERIOD)
    done = sum(len(match.games) for match in results.values())
    task = progress.add_task("", total=done + sum(len(match.missing) for match in results.values()), completed=done)
    live = Live(console=console, get_renderable=lambda: Group(view.table(), progress), transient=True)
    with closing(play_missing(results, processes, ray)) as games:
        if not console.is_terminal:
            for name, played in games:
                view.add(name, played)
            return
        with live:
            for name, played in games:
                view.add(name, played)
                progress.advance(task)


class Rate(ProgressColumn):
    """Games per second, or per minute if they are long."""

    def __init__(self, say: Say) -> None:
        super().__init__()
        self.say = say

    def render(self, task: Task) -> Text:
        speed = task.speed
        if speed is None:
            return Text("")
        if speed >= 1:
            return Text(self.say("lab.per_second", rate=f"{speed:.1f}"))
        return Text(self.say("lab.per_minute", rate=f"{60 * speed:.1f}"))


class ResultTable:
    """The results of a plan so far, as a table."""

    def __init__(self, plan: Plan, results: Mapping[str, Results], say: Say) -> None:
        self.plan = plan
        self.say = say
        specs = matches_of(plan)
        self.spec = next(iter(specs.values()))
        first = next(iter(results.values()))
        self.words = Words(load_game(self.spec.game, first.pack), say.lang)
        self.counters = {name: WinCounter(spec) for name, spec in specs.items()}
        self.pair_counter = PairCounter(self.spec.seats)
        for name, match in results.items():
            for played in match.games.values():
                self.add(name, played)

    def add(self, name: str, played: GameRecord) -> None:
        """Add a game of one of the matches."""
        self.counters[name].add(played)
        if isinstance(self.plan, Comparison):
            self.pair_counter.add(name, played)

    def table(self) -> Table:
        """The table, depending on the kind of plan; with more than two sides it says what an even share is."""
        table = self._table()
        sides = max(self.spec.sides) + 1
        if sides > 2:
            table.caption = self.say("lab.even", count=sides, share=f"{100 / sides:.1f}")
        return table

    def _table(self) -> Table:
        if isinstance(self.plan, Ladder):
            return self._solo_ladder() if self.spec.solo else self._ladder()
        if isinstance(self.plan, Comparison):
            return self._comparison()
        return self._match(self.counters[""])

    # ------------------------------------------------------------------ the three kinds

    def _match(self, counter: WinCounter) -> Table:
        table = self._headed("who", "wins", "games", "share", "interval")
        spec = counter.spec
        for side in range(max(spec.sides) + 1):
            seat = self._seat_of(side)
            table.add_row(self._seated(spec, side), *self._shared(counter.seats[seat]))
        if spec.swap:
            table.add_section()
            for player, share in counter.players.items():
                table.add_row(self._player(spec, player), *self._shared(share))
                for side in range(max(spec.sides) + 1):
                    seat = self._seat_of(side)
                    as_side = self.say("lab.as", side=self._side(side))
                    table.add_row(f"  {as_side}", *self._shared(counter.by_player_and_seat[player, seat]), style="dim")
        return table

    def _ladder(self) -> Table:
        sides = range(max(self.spec.sides) + 1)
        table = self._headed("level", "against", "wins", "games", "share", "interval", "verdict")
        for side in sides:
            table.add_column(self.say("lab.as", side=self._side(side)), justify="right")
        for counter in self.counters.values():
            levels = [level_name(counter.spec.level_of(player), self.say) for player in ("A", "B")]
            share = counter.players["A"]
            by_side = [_percent(counter.by_player_and_seat["A", self._seat_of(side)]) for side in sides]
            table.add_row(*levels, *self._shared(share), self._verdict(share), *by_side)
        return table

    def _solo_ladder(self) -> Table:
        table = self._headed("level", "wins", "games", "share", "interval")
        for counter in self.counters.values():
            table.add_row(level_name(counter.spec.level_of("A"), self.say), *self._shared(counter.players["A"]))
        return table

    def _comparison(self) -> Table:
        table = self._headed("who", "base", "variant", "difference", "interval", "pairs")
        for side in range(max(self.spec.sides) + 1):
            seat = self._seat_of(side)
            shares = [_percent(self.counters[name].seats[seat]) for name in (BASE, VARIANT)]
            table.add_row(self._seated(self.spec, side), *shares, *_difference(self.pair_counter.pairs[seat]))
        return table

    # ------------------------------------------------------------------ cells

    def _headed(self, *columns: str) -> Table:
        table = Table(box=box.SIMPLE_HEAD)
        for column in columns:
            named = column in ("who", "level", "against")
            table.add_column(self.say(f"lab.column_{column}"), justify="left" if named else "right", no_wrap=not named)
        return table

    def _seat_of(self, side: int) -> str:
        """Any seat of a side: all of them win and lose together."""
        return self.spec.seats[self.spec.sides.index(side)]

    def _side(self, side: int) -> str:
        own = [seat for seat, its in zip(self.spec.seats, self.spec.sides, strict=True) if its == side]
        return " + ".join(self.words.name(seat) for seat in own)

    def _seated(self, spec: MatchSpec, side: int) -> str:
        """A side, with its level if the players do not change sides."""
        if spec.swap:
            return self._side(side)
        player = spec.players_of(0)[spec.sides.index(side)]
        return f"{self._side(side)} ({self._levels(spec, player)})"

    def _player(self, spec: MatchSpec, player: str) -> str:
        return self.say("lab.player", name=player, level=self._levels(spec, player))

    def _levels(self, spec: MatchSpec, player: str) -> str:
        return " + ".join(level_name(level, self.say) for level in spec.level_of(player).split("+"))

    def _shared(self, share: Share) -> tuple[str, str, str, str]:
        wins = f"{share.wins:.{decimals_of(share.wins)}f}"
        return wins, str(share.games), _percent(share), _span(*share.interval)

    def _verdict(self, share: Share) -> str:
        """Whether a player is stronger than the others, who all have the same level: by an even share of the games."""
        low, high = share.interval
        even = 1.0 / (max(self.spec.sides) + 1)
        if low > even:
            return self.say("lab.stronger")
        return self.say("lab.weaker") if high < even else self.say("lab.open")


def _percent(share: Share) -> str:
    return f"{100 * share.value:.1f} %" if share.games else "–"


def _span(low: float, high: float) -> str:
    return f"{100 * low:.1f}–{100 * high:.1f} %"


def _difference(pairs: Pairs) -> tuple[str, str, str]:
    low, high = pairs.interval
    return f"{100 * pairs.difference:+.1f}", f"{100 * low:+.1f} … {100 * high:+.1f}", str(pairs.games)
