"""What an order may bring: the chance of every outcome, by running the rules themselves through every branch of chance.

A branch ends when the order is over, or when somebody is asked after chance has spoken. What the seat cannot know is
drawn anew for every run, so that the answer tells nothing but what follows from what the seat sees.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Final, Generic, TypeVar

import msgspec
from msgspec import Struct

from sandtable.engine.ask import ExplainedOffer
from sandtable.engine.chance import Branching, Chance
from sandtable.engine.files import read_toml, typed
from sandtable.engine.game import Game, Outcome, nothing_hidden
from sandtable.engine.match import Match
from sandtable.engine.state import ROLL, Log, LogLine, Need, State, Term
from sandtable.engine.types import Choice, Fact

S = TypeVar("S", bound=State)

FILE: Final = "outlook.toml"
BUDGET: Final = 4_000
"""Runs of the rules that the answer for one way of things costs at most."""
WORLDS: Final = 400
"""Worlds that are looked at, at most, where something is hidden from the seat."""
FEWEST_WORLDS: Final = 16
"""So many worlds must agree before an answer counts as exact though something is hidden."""
ENOUGH_WORLDS: Final = 100
"""With fewer worlds than this that disagree, single runs in many more of them say more."""
MOST_ANSWERS: Final = 4
"""With more answers of another seat than this, what comes of the order depends on that seat."""
FIRST: Final = "*"
"""The plain answer to a prompt is the first option."""


class Telling(Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of a game's `outlook.toml`."""

    plain: dict[str, str] = {}
    """By prompt, the verb of the answer that changes nothing; `"*"` for the first option."""
    tell: dict[str, list[int]] | None = None
    """By key, the log lines that make a difference, with the arguments that count; without it all but rolls do."""
    facts: dict[str, list[str]] = {}
    """By prompt, the facts that make a difference where it ends a branch; of others all do."""


@cache
def _telling(folder: Path) -> Telling:
    path = folder / FILE
    return typed(read_toml(path), Telling, path.name) if path.exists() else Telling()


# ---------------------------------------------------------------------- the answer


@dataclass(frozen=True)
class Asked:
    """What somebody is asked when a branch ends."""

    seat: int
    prompt: str
    facts: Mapping[str, Fact]


@dataclass(frozen=True)
class Prospect:
    """An outcome, and how likely it is."""

    share: Fraction
    lines: tuple[LogLine, ...]
    """What the report would tell of it."""
    asked: Asked | None
    ended: Outcome | None
    faces: tuple[int, ...]
    """The faces of the die that lead to it, where a single die decides."""


@dataclass(frozen=True)
class If:
    """What comes of an order if others answer so: the answers that are not the plain ones, and the outcomes."""

    answers: tuple[tuple[int, Choice], ...]
    prospects: tuple[Prospect, ...]
    """The likeliest first."""


@dataclass(frozen=True)
class Outlook:
    """What an order may bring."""

    exact: bool
    runs: int
    """How often the rules were run."""
    ifs: tuple[If, ...]
    """The first is that everybody answers plainly."""
    depends: tuple[int, ...]
    """Seats on whose further answers it depends, too many to follow each."""
    terms: tuple[Term, ...]
    """What is added to the first roll."""
    needs: tuple[Need, ...]
    """What the first roll must come to."""


# ---------------------------------------------------------------------- one run


@dataclass(frozen=True)
class Question:
    """What another seat was asked before chance spoke: its options, and the plain answer."""

    seat: int
    options: tuple[Choice, ...]
    plain: Choice


@dataclass(frozen=True)
class _Run:
    """How one run ended."""

    key: tuple[object, ...]
    lines: tuple[LogLine, ...]
    asked: Asked | None
    ended: Outcome | None
    terms: tuple[Term, ...]
    needs: tuple[Need, ...]
    questions: list[Question]
    spoke: bool
    """Whether chance spoke, or something hidden was shown."""


@dataclass
class _Part:
    """Runs that came to the same: how likely they are together, and the first of them."""

    share: Fraction
    run: _Run
    faces: set[int]
    """What the die showed, if each of them rolled one and nothing else."""
    one_die: bool


Answers = Mapping[int, Choice]
"""By the number of a question to others, an answer that is not the plain one."""
_Parts = dict[tuple[object, ...], _Part]


class _Looking(Generic[S]):
    """Runs one order again and again."""

    def __init__(self, match: Match[S], choice: Choice, seat: int) -> None:
        self.match = match
        self.game: Game[S] = match.game
        self.choice = choice
        self.seat = seat
        self.telling = _telling(match.game.folder)
        self.hides = _hides(match.game)
        scene = msgspec.json.encode(match.game.scene(match.state, seat))
        self.seed = blake2b(scene + repr(choice).encode(), digest_size=32, person=b"sandtable-odds").digest()
        self.runs = 0
        self.doubts = self.hides and self._draws()
        """Whether worlds differ: now and then a seat knows everything, even in a game with secrets."""

    def _draws(self) -> bool:
        """Whether chance is needed to draw anew what the seat cannot know."""
        chance = Chance(self.key(0))
        self.game.determinize(self.match.state.copy(), self.seat, chance)
        return chance.at > 0

    def key(self, number: int) -> bytes:
        """The key of a world, or of a sample: it depends on nothing that the seat does not see."""
        return blake2b(number.to_bytes(8, "little", signed=True), key=self.seed, digest_size=32).digest()

    def run(self, chance: Chance, world: int, answers: Answers) -> _Run:
        """Give the order in a world, with this chance, until its branch ends."""
        self.runs += 1
        twin = self.match.fork()
        if self.hides:
            self.game.determinize(twin.state, self.seat, Chance(self.key(world)))
        log = twin.log = twin.state.log = Log()
        log.terms = []
        twin.state.chance = chance
        twin.one_pass = True
        twin.choose_unchecked(self.choice)
        questions: list[Question] = []
        while twin.ask is not None:
            answer = self._plain(twin.ask.prompt, twin.choices)
            if chance.barrier == 0 and twin.ask.seat != self.seat:
                plain = twin.choices[0] if answer is None else answer
                wanted = answers.get(len(questions), plain)
                questions.append(Question(twin.ask.seat, tuple(twin.choices), plain))
                answer = wanted if wanted in twin.choices else plain
            if answer is None:
                break
            twin.choose_unchecked(answer)
        return self._ended(twin, log, questions, chance.barrier > 0)

    def _plain(self, prompt: str, options: list[Choice]) -> Choice | None:
        """The answer to a prompt that changes nothing, if the game names one."""
        verb = self.telling.plain.get(prompt)
        if verb is None:
            return None
        return options[0] if verb == FIRST else next((each for each in options if each[0] == verb), None)

    def _ended(self, twin: Match[S], log: Log, questions: list[Question], spoke: bool) -> _Run:
        lines = tuple(line for line in log.lines if line.readable(self.seat) and self._tells(line))
        asked = _asked(twin)
        says = tuple(sorted(Counter(self._said(line) for line in lines).items(), key=repr))
        asks: tuple[object, ...] = ()
        if asked is not None:
            wanted = self.telling.facts.get(asked.prompt)
            facts = {name: fact for name, fact in asked.facts.items() if wanted is None or name in wanted}
            asks = (asked.seat, asked.prompt, tuple(sorted(facts.items())))
        ended = twin.outcome
        key = (says, asks, None if ended is None else (ended.winners, ended.reason))
        return _Run(key, lines, asked, ended, tuple(log.terms or ()), tuple(log.needs), questions, spoke)

    def _tells(self, line: LogLine) -> bool:
        tell = self.telling.tell
        # Rolls are the cause of an outcome, not the outcome.
        return not line.key.startswith(ROLL) if tell is None else line.key in tell

    def _said(self, line: LogLine) -> tuple[object, ...]:
        tell = self.telling.tell
        return (line.key, *(line.args if tell is None else [line.args[at] for at in tell[line.key]]))

    def is_known(self, first: _Run) -> bool:
        """Whether the seat knows what a roll depends on: the same in every world."""
        if not self.doubts or not (first.terms or first.needs):
            return True
        others = (self.run(Branching(self.key(world)), world, {}) for world in range(1, FEWEST_WORLDS))
        return all(_reckoning(other) == _reckoning(first) for other in others)

    # ------------------------------------------------------------------ all runs

    def parts(self, answers: Answers, budget: int) -> tuple[_Parts, bool]:
        """The outcomes with their chances, and whether these are exact."""
        if not self.doubts:
            found = self._branches(0, answers, budget)
            return (self._sampled(answers, budget // 2), False) if found is None else (found[0], True)
        most = budget // FEWEST_WORLDS
        found = self._branches(0, answers, most)
        if found is None:
            return self._sampled(answers, budget // 2), False
        first, branches = found
        worlds = max(FEWEST_WORLDS, min(WORLDS, budget // branches))
        together: _Parts = {}
        _add(together, first, Fraction(1, worlds))
        same = True
        for world in range(1, worlds):
            found = self._branches(world, answers, most)
            if found is None:
                return self._sampled(answers, budget // 2), False
            same = same and _shares(found[0]) == _shares(first)
            if not same and worlds < ENOUGH_WORLDS:
                return self._sampled(answers, budget // 2), False
            _add(together, found[0], Fraction(1, worlds))
            if world == ENOUGH_WORLDS and same and len(together) == branches == 1:  # nothing that chance decides
                return first, True
        return together, same

    def _branches(self, world: int, answers: Answers, most: int) -> tuple[_Parts, int] | None:
        """Every branch of chance in a world, and how many there were; None if there are too many to follow each."""
        parts: _Parts = {}
        path: list[int] = []
        for number in range(1, most + 1):
            chance = Branching(self.key(world), path)
            run = self.run(chance, world, answers)
            if chance.vague:
                return None
            _put(parts, run, chance.weight, chance.faces if len(chance.taken) == 1 else ())
            path = chance.next_path()
            if not path:
                return parts, number
        return None

    def _sampled(self, answers: Answers, samples: int) -> _Parts:
        """The outcomes of so many runs with free dice, each in a world of its own."""
        parts: _Parts = {}
        for number in range(samples):
            _put(parts, self.run(Chance(self.key(-1 - number)), number, answers), Fraction(1, samples), ())
        return parts


def _reckoning(run: _Run) -> tuple[list[tuple[int, str, str]], list[tuple[str, int, str]]]:
    """What a roll depended on, to be compared."""
    terms = [(term.amount, term.thing, term.rule) for term in run.terms]
    return terms, [(need.kind, need.number, need.rule) for need in run.needs]


def _put(parts: _Parts, run: _Run, share: Fraction, faces: Collection[int]) -> None:
    part = parts.setdefault(run.key, _Part(Fraction(0), run, set(), True))
    part.share += share
    part.faces.update(faces)
    part.one_die = part.one_die and bool(faces)


def _add(parts: _Parts, more: _Parts, weight: Fraction) -> None:
    for part in more.values():
        _put(parts, part.run, part.share * weight, part.faces if part.one_die else ())


def _shares(parts: _Parts) -> dict[tuple[object, ...], Fraction]:
    return {key: part.share for key, part in parts.items()}


def _asked(twin: Match[S]) -> Asked | None:
    ask = twin.ask
    if ask is None:
        return None
    offer = ExplainedOffer()
    ask.legality.build(twin.state, offer)
    return Asked(ask.seat, ask.prompt, offer.facts)


def _hides(game: Game[S]) -> bool:
    """Whether a game has anything that a seat may not know."""
    return game.determinize is not nothing_hidden


# ---------------------------------------------------------------------- putting it together


def outlook(match: Match[S], choice: Choice, seat: int, budget: int = BUDGET) -> Outlook | None:
    """What an option of the current ask may bring, as far as its seat can know.

    A game may tell of an order that takes several passes by itself (`forecast`).
    None if chance has no say in what the game tells of it, or if the seat itself must decide more before it has.
    """
    if match.game.forecast is not None:
        told = match.game.forecast(match.state, choice)
        if told:
            ends = [Prospect(share, (line,), None, None, ()) for share, line in told if share]
            ends.sort(key=lambda end: -end.share)
            return Outlook(True, 0, (If((), tuple(ends)),), (), (), ())
    looking = _Looking(match, choice, seat)
    first = looking.run(Branching(looking.key(0)), 0, {})
    if not first.spoke:
        return None
    ways, depends = _ways(first)
    ifs: list[If] = []
    seen: list[dict[tuple[object, ...], Fraction]] = []
    exact = True
    for answers in ways:
        parts, sure = looking.parts(answers, budget)
        shares = _shares(parts)
        if shares in seen:
            continue
        seen.append(shares)
        exact = exact and sure
        said = tuple((first.questions[at].seat, answer) for at, answer in answers.items())
        ifs.append(If(said or _plainly(first), _prospects(parts, sure)))
    if len(ifs) == 1:
        ifs = [If((), ifs[0].prospects)]
        if len(ifs[0].prospects) == 1 and not first.needs:  # nothing was rolled that could have come out otherwise
            return None
    terms, needs = (first.terms, first.needs) if looking.is_known(first) else ((), ())
    return Outlook(exact, looking.runs, tuple(ifs), depends, terms, needs)


def _ways(first: _Run) -> tuple[list[dict[int, Choice]], tuple[int, ...]]:
    """That everybody answers plainly, and each other answer by itself; and the seats that have too many answers."""
    ways: list[dict[int, Choice]] = [{}]
    depends: list[int] = []
    for at, question in enumerate(first.questions):
        if len(question.options) > MOST_ANSWERS:
            depends.append(question.seat)
        else:
            ways += [{at: option} for option in question.options if option != question.plain]
    return ways, tuple(dict.fromkeys(depends))


def _plainly(first: _Run) -> tuple[tuple[int, Choice], ...]:
    """The plain answers of others to the questions that are looked at in every way."""
    return tuple((each.seat, each.plain) for each in first.questions if len(each.options) <= MOST_ANSWERS)


def _prospects(parts: _Parts, sure: bool) -> tuple[Prospect, ...]:
    """The outcomes, the likeliest first; what all of them tell is left out."""
    common = Counter(_line(line) for line in next(iter(parts.values())).run.lines) if len(parts) > 1 else Counter()
    for part in parts.values():
        common &= Counter(_line(line) for line in part.run.lines)
    ranked = sorted(parts.values(), key=lambda part: (-part.share, min(part.faces, default=0), repr(part.run.key)))
    return tuple(
        Prospect(
            part.share,
            tuple(_without(part.run.lines, common)),
            part.run.asked,
            part.run.ended,
            tuple(sorted(part.faces)) if sure and part.one_die else (),
        )
        for part in ranked
    )


def _line(line: LogLine) -> tuple[object, ...]:
    return line.key, line.args


def _without(lines: tuple[LogLine, ...], common: Counter[tuple[object, ...]]) -> Iterator[LogLine]:
    left = Counter(common)
    for line in lines:
        if left[_line(line)] > 0:
            left[_line(line)] -= 1
        else:
            yield line
