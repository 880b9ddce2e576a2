"""Counting wins: by seat, by player, and by player and seat."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.lab.play import GameRecord
from sandtable.lab.series import BASE
from sandtable.lab.spec import MatchSpec
from sandtable.lab.stats import Pairs, Share


class WinCounter:
    """Counts the wins of one match, game by game."""

    def __init__(self, spec: MatchSpec, games: Iterable[GameRecord] = ()) -> None:
        self.spec = spec
        names = sorted(set(spec.players_of(0)))
        self.seats = {seat: Share() for seat in spec.seats}
        self.players = {player: Share() for player in names}
        self.by_player_and_seat = {(player, seat): Share() for player in names for seat in spec.seats}
        for played in games:
            self.add(played)

    def add(self, played: GameRecord) -> None:
        won: dict[str, float] = {}
        for at, (seat, player) in enumerate(zip(self.spec.seats, played.players, strict=True)):
            won[player] = played.share_of(at, seat)  # the same for all seats of a player, who has a whole side
            self.seats[seat].add(won[player])
            self.by_player_and_seat[player, seat].add(won[player])
        for player, wins in won.items():
            self.players[player].add(wins)


class PairCounter:
    """Pairs the games of two matches that use the same seeds, in whatever order they finish."""

    def __init__(self, seats: Iterable[str]) -> None:
        self.pairs = {seat: Pairs() for seat in seats}
        self.unpaired: dict[int, tuple[str, GameRecord]] = {}
        """By number: games whose counterpart is not finished, with the name of their match."""

    def add(self, match: str, played: GameRecord) -> None:
        """Add a game of one of the two matches."""
        if played.game not in self.unpaired:
            self.unpaired[played.game] = match, played
            return
        other, counterpart = self.unpaired.pop(played.game)
        base, variant = (counterpart, played) if other == BASE else (played, counterpart)
        for at, (seat, pairs) in enumerate(self.pairs.items()):
            pairs.add(base.share_of(at, seat), variant.share_of(at, seat))
