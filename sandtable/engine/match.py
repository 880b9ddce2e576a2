"""A match runs the flow of a game: it asks, checks choices, and can fork, undo and explain."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Generic, TypeVar

from sandtable.engine.ask import Ask, ExplainedOffer, Flow, Legality, Offer, Several
from sandtable.engine.chance import Chance, Scripted
from sandtable.engine.errors import (
    MOST_SILENT,
    DeadEnd,
    Ended,
    GameOver,
    IllegalChoice,
    NoUndo,
    StaleAsk,
    UnknownSeat,
    WrongSeat,
)
from sandtable.engine.game import Game, Options, Outcome
from sandtable.engine.state import EVERYBODY, Log, LogLine, State
from sandtable.engine.types import Choice, Fact

S = TypeVar("S", bound=State)
SAMPLED: Final = 60
"""Of so many choices of a verb it is asked why they are not possible, where there are many more."""


class Decision:
    """A choice that was made: by which seat, and whether the match made it by itself."""

    __slots__ = ("seat", "choice", "auto", "barrier")

    def __init__(self, seat: int, choice: Choice, auto: bool, barrier: int) -> None:
        self.seat = seat
        self.choice = choice
        self.auto = auto
        """Made by the match, because it was the only option and the ask was not marked `always`."""
        self.barrier = barrier
        """The barrier of chance when it was made; it can be undone only while the barrier has not risen."""


class Checkpoint(Generic[S]):
    """A copy of the state between two passes of the flow."""

    __slots__ = ("number", "state", "lines")

    def __init__(self, number: int, state: S, lines: int) -> None:
        self.number = number
        """How many decisions had been made."""
        self.state = state
        self.lines = lines
        """How long the log was."""


class Record:
    """The decisions before the state that a match starts from, and those that are to be made again from there."""

    __slots__ = ("past", "since", "lines", "scripts")

    def __init__(
        self,
        past: list[Decision],
        since: list[Decision],
        lines: list[LogLine] | None = None,
        scripts: dict[int, tuple[Scripted, ...] | None] | None = None,
    ) -> None:
        self.past = past
        self.since = since
        self.lines = lines if lines is not None else []
        self.scripts = scripts if scripts is not None else {}


class Match(Generic[S]):
    """One game being played."""

    def __init__(
        self,
        game: Game[S],
        options: Options,
        state: S,
        explain: bool = True,
        keep: bool = True,
        record: Record | None = None,
        watch: Callable[[S, LogLine], None] | None = None,
    ) -> None:
        """Start from a state between two passes. Without `keep` nothing is recorded: fast, but without fork and undo.

        `watch` is called with the state after each line of the log, those of the first pass included.
        """
        if record is None:
            record = Record([], [])
        self.game = game
        self.options = options
        self.seats = game.seats(options)
        self.state = state
        self.keep = keep
        self.log: Log | None = Log() if explain else None
        if self.log is not None:
            self.log.lines = record.lines
            if watch is not None:
                self.log.watch = lambda line: watch(self.state, line)
        self.history: list[Decision] = record.past if keep else []
        self.number = len(record.past)
        """The number of the current ask: how many decisions were made before it."""
        self.scripts: dict[int, tuple[Scripted, ...] | None] = record.scripts
        """Scripts given in mid-game, by the number of decisions made before them."""
        self.checkpoints: list[Checkpoint[S]] = []
        self.outcome: Outcome | None = None
        self.conceded = -1
        """The seat whose side gave the game up; -1 if none did."""
        self.ask: Ask[S] | None = None
        self.choices: list[Choice] = []
        """The options of the current ask."""
        self.passes = 0
        """How many passes were begun: when it rises, a pass is over."""
        self.one_pass = False
        """Whether it stops when the pass is over, as if the game were: for looking at what one order may bring."""
        self._flow: Flow[S] | None = None
        self._resume(record.since)

    # ------------------------------------------------------------------ playing

    def choose(self, choice: Choice, seat: int | None = None, number: int | None = None) -> None:
        """Answer the current ask. A choice that is not offered, or not by the asked seat, changes nothing."""
        ask = self.asked(seat, number)
        self.check(choice)
        before = self.number
        self._record(Decision(ask.seat if seat is None else seat, choice, False, self.state.chance.barrier))
        if not self.keep:
            self._settle(self._run(choice))
            return
        try:
            self._settle(self._run(choice))
        except Exception:
            self._rebuild(before)
            raise
        self._forget()

    def check(self, choice: Choice) -> None:
        """Raise IllegalChoice for what the current ask does not allow."""
        if choice not in self.choices and not self._allowed_unlisted(choice):
            raise IllegalChoice(choice, self.refusal(choice))

    def choose_unchecked(self, choice: Choice) -> None:
        """Make a choice that is known to be offered, in a match that keeps nothing: for players that look ahead."""
        self.number += 1
        self._settle(self._run(choice))

    def asked(self, seat: int | None = None, number: int | None = None) -> Ask[S]:
        """The current ask; an error if it has another number or the seat may not answer it."""
        ask = self.ask
        if ask is None:
            raise GameOver("the game is over")
        if number is not None and number != self.number:
            raise StaleAsk(f"n: ask {number} is not the current one, which is {self.number}")
        if seat is not None and not ask.open_to(seat):
            raise WrongSeat(f"{self.seats[ask.seat]} is asked, not {self.seats[seat]}")
        return ask

    def seat_number(self, seat: str | int) -> int:
        """The number of a seat that is given by its name or its number."""
        if isinstance(seat, int):
            if 0 <= seat < len(self.seats):
                return seat
        elif seat in self.seats:
            return self.seats.index(seat)
        raise UnknownSeat(f"seat: {seat!r} is unknown; known are {', '.join(self.seats)}")

    def undo(self, seats: int = EVERYBODY) -> None:
        """Take back the last choice, if one of these seats (a mask) made it and nothing was rolled or shown since."""
        self._rebuild(self.undo_target(seats))

    def undo_target(self, seats: int = EVERYBODY) -> int:
        """The number of the ask that an undo by one of these seats (a mask) would return to."""
        number = len(self.history) - 1
        while number >= 0 and self.history[number].auto:
            number -= 1
        if number < 0:
            raise NoUndo("nothing", "there is no choice to take back")
        last = self.history[number]
        if not seats >> last.seat & 1:  # first: whether chance was used since is not for everybody to know
            raise NoUndo("other", f"the last choice was made by {self.seats[last.seat]}")
        if last.barrier != self.state.chance.barrier:
            raise NoUndo("chance", "chance was used or something hidden was shown since the last choice")
        return number

    def concede(self, seat: int, reason: str) -> None:
        """The side of a seat gives up, and the others have won. No rule of the game says so: it is not a decision."""
        sides = self.game.sides(self.options)
        winners = [other for other in range(len(self.seats)) if sides[other] != sides[seat]]
        scores = [1.0 if other in winners else 0.0 for other in range(len(self.seats))]
        self.outcome = Outcome(tuple(winners), reason, tuple(scores))
        self.conceded = seat
        self.ask = None
        self.choices = []

    def script(self, values: tuple[Scripted, ...] | None) -> None:
        """Set what chance gives next, or (None) let it run freely again."""
        self.scripts[self.number] = values
        self.apply_script()

    def fork(self, explain: bool = False, keep: bool = False) -> Match[S]:
        """A match of its own that continues from the same point."""
        last = self.checkpoints[-1]
        history = self.history
        lines = self.log.lines[: last.lines] if explain and self.log is not None else []
        record = Record(history[: last.number], history[last.number :], lines, dict(self.scripts))
        twin = Match(self.game, self.options, last.state.copy(), explain, keep, record)
        if keep:
            # Checkpoints never change, so that both may undo back to the same ones.
            twin.checkpoints[:0] = self.checkpoints[:-1]
        return twin

    def recent(self, explain: bool = False) -> Match[S]:
        """A fork that knows nothing from before the last checkpoint, numbers included: as quick in a long game as in a
        short one, to save and to send to another process."""
        return self._from(self.checkpoints[-1], [], explain)

    def shortened(self, lines: int) -> Match[S]:
        """A fork that can undo as far as this one, but knows nothing from before that, numbers included, and not the
        first so many lines of the log: as quick in a long game as in a short one, to save and to load."""
        first = self.checkpoints[0]
        kept = self.log.lines[lines : first.lines] if self.log is not None else []
        return self._from(first, kept, self.log is not None)

    def _from(self, begin: Checkpoint[S], lines: list[LogLine], explain: bool) -> Match[S]:
        """A fork that begins at a checkpoint with some lines of the log, and has made no decisions before it."""
        scripts = {number - begin.number: script for number, script in self.scripts.items() if number >= begin.number}
        record = Record([], self.history[begin.number :], lines, scripts)
        return Match(self.game, self.options, begin.state.copy(), explain, True, record)

    def determinized(self, seat: int, chance: Chance) -> Match[S]:
        """A fork in which everything that the seat cannot know, future chance included, is drawn at random."""
        twin = self.fork()
        self.game.determinize(twin.state, seat, chance)
        twin.state.chance = chance.fresh()
        if twin.ask is not None and twin.ask.seat != seat:
            offer = Offer()
            twin.ask.legality.build(twin.state, offer)
            twin.choices = offer.options
        return twin

    # ------------------------------------------------------------------ explaining

    def facts(self) -> dict[str, Fact]:
        """The facts of the current prompt."""
        return self._offered().facts

    def notes(self) -> dict[Choice, tuple[Fact, ...]]:
        """What is said about single options, such as their odds."""
        return self._offered().notes

    def several(self) -> Several | None:
        """The several things that the asked seat may name in one choice of an open verb, if there is one."""
        several = self.ask.legality.several if self.ask is not None else None
        return several(self.state) if several is not None else None

    def explained(self) -> ExplainedOffer:
        """The current ask with the facts of its prompt and everything that is refused."""
        offer = self._offered()
        offer.refusals += self._refused(None)
        return offer

    def why_not(self, about: Choice | str) -> list[tuple[Choice, str]]:
        """Refused choices with their rules: those that begin like a choice, or those that name a thing."""
        refused = self._refused(about)
        if self.ask is None or not _is_verb(about, self.ask.legality):
            return refused
        unknown = self.ask.legality.unknown
        return [(choice, rule) for choice, rule in refused if rule != unknown]

    def impossible(self) -> list[tuple[Choice, str]]:
        """For every verb of the current ask of which nothing is offered: one of its choices, and the rule against most.

        Of a verb with many choices a sample is asked about, so that this stays quick.
        """
        if self.ask is None:
            return []
        legality = self.ask.legality
        offered = {choice[0] for choice in self.choices}
        found: list[tuple[Choice, str]] = []
        for verb, refusal in legality.verbs.items():
            if verb in offered:
                continue
            known = self.game.choices.of(verb)
            refused: dict[str, list[Choice]] = {}
            for choice, numbers in known[:: max(1, len(known) // SAMPLED)]:
                rule = refusal(self.state, numbers)
                if rule is not None and rule != legality.unknown:
                    refused.setdefault(rule, []).append(choice)
            if refused:
                rule = max(refused, key=lambda each: len(refused[each]))
                found.append((refused[rule][0], rule))
        return found

    def refusal(self, choice: Choice) -> str | None:
        """The rule that refuses a choice; None if it is legal, or if the current ask does not know its verb."""
        numbers = self.game.choices.numbers(choice)
        if self.ask is None or numbers is None or not self._knows(choice):
            return None
        return self.ask.legality.verbs[str(choice[0])](self.state, numbers)

    def _knows(self, choice: Choice) -> bool:
        """Whether the current ask knows the verb of a choice."""
        return self.ask is not None and bool(choice) and choice[0] in self.ask.legality.verbs

    def _offered(self) -> ExplainedOffer:
        offer = ExplainedOffer()
        if self.ask is not None:
            self.ask.legality.build(self.state, offer)
        return offer

    def _refused(self, about: Choice | str | None) -> list[tuple[Choice, str]]:
        """The refused choices with their rules: all prepared ones, or those about something."""
        found: list[tuple[Choice, str]] = []
        if self.ask is None:
            return found
        for verb, refusal in self.ask.legality.verbs.items():
            for choice, numbers in self.game.choices.of(verb):
                if about is None or concerns(choice, about):
                    rule = refusal(self.state, numbers)
                    if rule is not None:
                        found.append((choice, rule))
            if about is not None:
                # Of an open verb: the given choice, or the verb with the given thing alone.
                choice = (verb, about) if isinstance(about, str) else about
                rule = self.refusal(choice) if choice[:1] == (verb,) and self.game.choices.unlisted(choice) else None
                if rule is not None:
                    found.append((choice, rule))
        return found

    def _allowed_unlisted(self, choice: Choice) -> bool:
        """Whether a choice is legal though its verb has too many to list them all."""
        return self._knows(choice) and self.game.choices.unlisted(choice) and self.refusal(choice) is None

    def lines(self, seat: int | None, since: int = 0) -> list[LogLine]:
        """The log from a line on, as a seat or a spectator (None) may read it."""
        if self.log is None:
            return []
        return [line for line in self.log.lines[since:] if line.readable(seat)]

    # ------------------------------------------------------------------ running the flow

    def _run(self, choice: Choice | None) -> Ask[S] | None:
        """Run the flow until somebody is asked; None if the game is over."""
        flow, last = self._flow, self.passes + MOST_SILENT
        while True:
            if flow is None:
                if self.passes > last:
                    raise DeadEnd(f"{self.game.slug}: nobody was asked in {MOST_SILENT} passes")
                self.outcome = self.game.outcome(self.state)
                if self.keep:
                    self._checkpoint()
                if self.outcome is not None:
                    return None
                self.passes += 1
                flow = self._flow = self.game.play(self.state)
            try:
                return next(flow) if choice is None else flow.send(choice)
            except (StopIteration, Ended):
                flow = self._flow = None
                choice = None
                if self.one_pass:
                    self.outcome = self.game.outcome(self.state)
                    return None

    def _settle(self, ask: Ask[S] | None) -> None:
        """Build the options; if there is only one, choose it and go on, unless the ask is marked `always`."""
        last = self.number + MOST_SILENT
        while ask is not None:
            offer = Offer()
            ask.legality.build(self.state, offer)
            choices = offer.options
            if self.number > last:
                raise DeadEnd(f"{self.game.slug}: nobody had a choice in {MOST_SILENT} asks, now '{ask.prompt}'")
            if len(choices) != 1 or ask.always:
                if not choices:
                    raise DeadEnd(f"{self.game.slug}: no option for '{ask.prompt}'")
                self.ask = ask
                self.choices = choices
                return
            self._record(Decision(ask.seat, choices[0], True, self.state.chance.barrier))
            ask = self._run(choices[0])
        self.ask = None
        self.choices = []

    def _record(self, decision: Decision) -> None:
        self.number += 1
        if self.keep:
            self.history.append(decision)

    # ------------------------------------------------------------------ checkpoints

    def _checkpoint(self) -> None:
        stack = self.checkpoints
        while stack and stack[-1].number >= self.number:
            stack.pop()
        lines = len(self.log.lines) if self.log is not None else 0
        stack.append(Checkpoint(self.number, self.state.copy(), lines))

    def _forget(self) -> None:
        """Drop checkpoints that no undo can reach: those before the last one from before the barrier rose."""
        stack = self.checkpoints
        barrier = self.state.chance.barrier
        while len(stack) > 1 and stack[1].state.chance.barrier < barrier:
            stack.pop(0)

    def _rebuild(self, number: int) -> None:
        """Return to the ask with the given number: its checkpoint, and the choices since."""
        while len(self.checkpoints) > 1 and self.checkpoints[-1].number > number:
            self.checkpoints.pop()
        last = self.checkpoints[-1]
        since = self.history[last.number : number]
        del self.history[last.number :]
        self.number = last.number
        if self.log is not None:
            del self.log.lines[last.lines :]
        for later in [n for n in self.scripts if n > number]:
            del self.scripts[later]
        self.state = last.state.copy()
        self.conceded = -1
        self._resume(since)

    def _resume(self, since: list[Decision]) -> None:
        """Start the flow at the state's checkpoint and make decisions again, without looking at options."""
        self.state.log = self.log
        self._flow = None
        ask = self._run(None)
        self.apply_script()
        for decision in since:
            self._record(decision)
            ask = self._run(decision.choice)
            self.apply_script()
        self._settle(ask)

    def apply_script(self) -> None:
        """Let chance follow the script that was set at this number of decisions, if there is one."""
        if self.number in self.scripts:
            self.state.chance.script = self.scripts[self.number]
            self.state.chance.used = 0


def _is_verb(about: Choice | str, legality: Legality[S]) -> bool:
    """Whether `about` is a verb alone, without a thing."""
    words = (about,) if isinstance(about, str) else about
    return len(words) == 1 and words[0] in legality.verbs


def concerns(choice: Choice, about: Choice | str) -> bool:
    """Whether a choice names a thing, or begins like another."""
    return about in choice if isinstance(about, str) else choice[: len(about)] == about
