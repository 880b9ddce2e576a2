"""Who won how often: by seat, by player, and by both."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.lab.play import Played
from sandtable.lab.series import BASE
from sandtable.lab.spec import Spec
from sandtable.lab.stats import Pairs, Share


class Tally:
    """The wins of one match, counted as games come in."""

    def __init__(self, spec: Spec, games: Iterable[Played] = ()) -> None:
        self.spec = spec
        names = sorted(set(spec.players_of(0)))
        self.seats = {seat: Share() for seat in spec.seats}
        self.players = {player: Share() for player in names}
        self.together = {(player, seat): Share() for player in names for seat in spec.seats}
        """How a player did in a seat."""
        for played in games:
            self.add(played)

    def add(self, played: Played) -> None:
        won: dict[str, bool] = {}
        for seat, player in zip(self.spec.seats, played.players, strict=True):
            wins = seat in played.winners
            self.seats[seat].add(wins)
            self.together[player, seat].add(wins)
            won[player] = won.get(player, False) or wins
        for player, wins in won.items():
            self.players[player].add(wins)


class Compared:
    """Two matches from the same seeds, paired game by game as they come in."""

    def __init__(self, seats: Iterable[str]) -> None:
        self.pairs = {seat: Pairs() for seat in seats}
        self.alone: dict[int, tuple[str, Played]] = {}
        """Games whose counterpart is still to come, with the name of their match."""

    def add(self, match: str, played: Played) -> None:
        """A game of one of the two matches."""
        if played.game not in self.alone:
            self.alone[played.game] = match, played
            return
        other, counterpart = self.alone.pop(played.game)
        base, variant = (counterpart, played) if other == BASE else (played, counterpart)
        for seat, pairs in self.pairs.items():
            pairs.add(seat in base.winners, seat in variant.winners)
