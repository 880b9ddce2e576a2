"""Everything that goes out to a viewer is made here, and only from what that viewer may know."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from msgspec import convert

from sandtable.engine.ahead import ahead, preferred
from sandtable.engine.ask import Ask
from sandtable.engine.chance import seed_hash
from sandtable.engine.game import Game, Outcome
from sandtable.engine.match import Match, concerns
from sandtable.engine.outlook_text import needs_of
from sandtable.engine.scene import Scene
from sandtable.engine.state import LogLine, State
from sandtable.engine.types import Choice
from sandtable.engine.words import ELLIPSIS, Words
from sandtable.players.advice import Hint, verdict
from sandtable.server import messages as m
from sandtable.server.errors import RequestRefused
from sandtable.server.live import LiveMatch, undo_refusal
from sandtable.server.models import SeatRow, TableRow, TalkRow
from sandtable.server.open_table import OpenTable
from sandtable.server.words import say, words


@dataclass(frozen=True)
class Viewer:
    """Who is looking: the seats of a link, the one of them that is in view, and the language."""

    seats: int
    """A mask; none for a spectator."""
    seat: int | None
    lang: str

    def sees_ask(self, ask: Ask[State] | None) -> bool:
        """Whether the seat in view may answer, and so see what is asked."""
        return ask is not None and self.seat is not None and ask.open_to(self.seat)


# ---------------------------------------------------------------------- the table as it stands


def update(live: LiveMatch, viewer: Viewer, since: int, people: int) -> m.Update:
    """What a viewer sees now, who last saw version `since`; people have the seats of the mask."""
    match = live.match
    wording = words(match.game.slug, viewer.lang)
    scene = match.game.scene(match.state, viewer.seat)
    return m.Update(
        version=live.version,
        n=live.number,
        seat=scene.seat,
        scene=scene,
        status=status(scene, wording),
        standing=standing(scene, wording),
        ask=_ask(match, viewer, wording, people),
        log=_log(live, viewer, since, wording),
        undo=_undo(match, viewer),
        curtain=_curtain(match, viewer),
        outcome=outcome(match, viewer.lang),
    )


def follow_turn(live: LiveMatch, viewer: Viewer) -> Viewer:
    """The viewer in the asked seat, if that is another of the link's and sees the same table; else as it was."""
    wanted = _asked_elsewhere(live.match, viewer)
    if wanted is None or not _see_the_same(live, viewer.seat, wanted):
        return viewer
    return replace(viewer, seat=wanted)


def _asked_elsewhere(match: Match[State], viewer: Viewer) -> int | None:
    """The asked seat, if it belongs to the viewer's link but is not the one in view and that one may not answer."""
    ask = match.ask
    if ask is None or viewer.sees_ask(ask):
        return None
    mine = (seat for seat in range(len(match.seats)) if viewer.seats >> seat & 1)
    return next((seat for seat in mine if ask.open_to(seat)), None)


def _see_the_same(live: LiveMatch, one: int | None, other: int) -> bool:
    """Whether two seats see and have read the same."""
    match = live.match
    scenes = [match.game.scene(match.state, seat) for seat in (one, other)]
    scenes[0].seat = scenes[1].seat
    return scenes[0] == scenes[1] and live.alike(one, other)


def _curtain(match: Match[State], viewer: Viewer) -> str | None:
    """The asked seat, if somebody else at the same screen must sit down first, because the two see different things."""
    wanted = _asked_elsewhere(match, viewer)
    return None if wanted is None else match.seats[wanted]


def status(scene: Scene, wording: Words) -> list[m.StatusLine]:
    return [m.StatusLine(key, wording.status(key, value)) for key, value in scene.status.items()]


def standing(scene: Scene, wording: Words) -> m.Standing:
    return {
        seat: [m.StatusLine(key, wording.standing(key, number)) for key, number in counts.items()]
        for seat, counts in scene.standing.items()
    }


def _ask(match: Match[State], viewer: Viewer, wording: Words, people: int) -> m.AskView | None:
    """The ask. What exactly is asked may tell something, so that others only learn who is."""
    ask = match.ask
    if ask is None:
        return None
    left_to = ask.left_to(people)
    seats = [name for seat, name in enumerate(match.seats) if left_to >> seat & 1]
    if not viewer.sees_ask(ask):
        listed = f" {say(viewer.lang, 'ask.or')} ".join(wording.name(seat) for seat in seats)
        return m.AskView(seats, False, say(viewer.lang, "ask.waiting", seats=listed), None, [])
    facts = match.facts() if wording.speaks_of_facts(ask.prompt) else {}
    prompt = wording.prompt(ask.prompt, facts)
    notes = match.notes() if wording.has_notes(match.choices) else {}
    options = [m.Option(list(choice), wording.noted(choice, notes)) for choice in match.choices]
    several = _several(match, wording) or _each(match, wording)
    return m.AskView(
        seats, True, prompt, ask.rule or None, options, several, _preferred(match), _first_steps(match, wording)
    )


def _several(match: Match[State], wording: Words) -> m.SeveralView | None:
    several = match.several()
    if several is None:
        return None
    text = wording.choice((several.verb, ELLIPSIS))
    return m.SeveralView(several.verb, list(several.things), several.least, several.most, several.ordered, text)


def _each(match: Match[State], wording: Words) -> m.SeveralView | None:
    """Things that are chosen one after the other, where more than one is."""
    each = match.game.shortcuts.each.get(match.ask.prompt) if match.ask is not None else None
    most = 0 if each is None else match.facts()[each.most]
    if each is None or not isinstance(most, int) or most < 2:
        return None
    things = [str(choice[1]) for choice in match.choices if choice[0] == each.verb]
    least = 1 if each.close else most
    close = list(each.close) if each.close else None
    return m.SeveralView(each.verb, things, least, most, False, wording.choice((each.verb, ELLIPSIS)), True, close)


def _preferred(match: Match[State]) -> m.PreferredView | None:
    found = preferred(match)
    return None if found is None else m.PreferredView(list(found.choice), found.safe)


def _first_steps(match: Match[State], wording: Words) -> m.AheadView | None:
    found = ahead(match)
    if found is None:
        return None
    return m.AheadView(list(found.order), [m.Option(list(step), wording.choice(step)) for step in found.steps])


def _log(live: LiveMatch, viewer: Viewer, since: int, wording: Words) -> m.LogView:
    """The lines that the reader has not yet; of a long log, only the recent part to who has none of it.

    Places are counted in the lines that the reader may read: gaps would tell.
    """
    known = live.knows(since)
    begin, step = (live.common(since), 0) if known else live.recent()
    first = live.readable(viewer.seat, begin)
    after = step if first and not known else None
    told = [] if live.match.log is None else live.match.log.lines[begin:]
    entries = (
        _entry(line, live.step_of(place), wording)
        for place, line in enumerate(told, begin)
        if line.readable(viewer.seat)
    )
    return m.LogView(first, list(entries), after)


def lines(told: Sequence[LogLine], at: int, wording: Words) -> list[m.LogEntry]:
    """Lines that were told by one step."""
    return [_entry(line, at, wording) for line in told]


def _entry(line: LogLine, at: int, wording: Words) -> m.LogEntry:
    needs = needs_of(line, wording.lang)
    return m.LogEntry(line.key, list(line.args), line.rule or None, wording.line(line), at, needs)


def _undo(match: Match[State], viewer: Viewer) -> m.UndoView:
    reason = undo_refusal(match, viewer.seats)
    return m.UndoView(reason == "", reason, say(viewer.lang, f"undo.{reason}") if reason else "")


def outcome(match: Match[State], lang: str) -> m.OutcomeView | None:
    ended = match.outcome
    if ended is None:
        return None
    if match.conceded < 0:
        return by_rule(match.game, match.seats, ended, lang)
    seat = words(match.game.slug, lang).name(match.seats[match.conceded])
    return _ended(match.seats, ended, "", say(lang, f"over.{ended.reason}", seat=capital(seat)))


def by_rule(game: Game[State], seats: Sequence[str], ended: Outcome, lang: str) -> m.OutcomeView:
    """How a game ended by a rule of its own."""
    return _ended(seats, ended, ended.reason, game.ledger.text(ended.reason, lang))


def _ended(seats: Sequence[str], ended: Outcome, rule: str, text: str) -> m.OutcomeView:
    winners = [seats[seat] for seat in ended.winners]
    scores = dict(zip(seats, ended.scores, strict=True))
    points = dict(zip(seats, ended.points, strict=True)) if ended.points else {}
    return m.OutcomeView(winners, rule, text, scores, points, ended.drawn)


def capital(text: str) -> str:
    """With a capital first letter, as a sentence begins."""
    return text[:1].upper() + text[1:]


# ---------------------------------------------------------------------- what is asked about it


def reasons(match: Match[State], viewer: Viewer, about: Choice | str, message: str) -> m.Reasons:
    """What the seat in view may not do here, and why. Refusals belong to the ask: only who may answer sees them."""
    if not viewer.sees_ask(match.ask):
        raise RequestRefused("wrong_seat")
    wording = words(match.game.slug, viewer.lang)
    if about == "":
        refused = refusals(match.game, wording, [(_outlined(choice), rule) for choice, rule in match.impossible()])
        return m.Reasons(message, False, refused)
    refused = refusals(match.game, wording, match.why_not(about))
    return m.Reasons(message, any(concerns(choice, about) for choice in match.choices), refused)


def _outlined(choice: Choice) -> Choice:
    """A choice with ellipses for what it names."""
    return (choice[0], *(ELLIPSIS for _ in choice[1:]))


def refusals(game: Game[State], wording: Words, refused: Iterable[tuple[Choice, str]]) -> list[m.RefusedChoice]:
    """Choices that are not allowed, with what the rules say that refuse them."""
    return [
        m.RefusedChoice(list(choice), wording.choice(choice), rule, game.ledger.text(rule, wording.lang))
        for choice, rule in refused
    ]


def hints(slug: str, best: list[Hint], number: int, lang: str, message: str) -> m.Hints:
    wording = words(slug, lang)
    judged = verdict(best) if len(best) > 1 else "forced"
    advice = [m.Advice(list(hint.choice), wording.choice(hint.choice), hint.win, hint.share) for hint in best]
    return m.Hints(message, number, judged, say(lang, f"verdict.{judged}"), advice)


# ---------------------------------------------------------------------- the people


def table(row: TableRow, seats: Sequence[SeatRow], names: tuple[str, ...], mask: int) -> m.TableView:
    return m.TableView(
        id=row.id,
        game=row.game,
        options=row.options,
        seats=places(seats, names, mask),
        watch=row.watch,
        seed_hash=seed_hash(row.seed),
        shared=row.shared,
        absence=row.absence,
        example=convert(row.lesson["example"], m.ExampleMoment) if row.lesson and "example" in row.lesson else None,
        guide=convert(row.lesson["guide"], m.GuideMoment) if row.lesson and "guide" in row.lesson else None,
    )


def places(seats: Sequence[SeatRow], names: tuple[str, ...], mask: int) -> list[m.SeatView]:
    """Who sits where; the seats of the mask are the reader's own."""
    return [
        m.SeatView(names[seat.number], seat.kind, seat.name, seat.level, bool(mask >> seat.number & 1))
        for seat in seats
    ]


def presence(table: OpenTable, waits: dict[int, int]) -> m.Presence:
    """Who is at a table. `waits` are the seconds until seats count as absent."""
    opened = table.open_pages()
    pages = dict(zip(table.names, opened.seats, strict=True))
    there = [name for name, count in pages.items() if count]
    called = {table.names[seat.number]: seat.name for seat in table.seats}
    return m.Presence(
        online=there,
        pages=pages,
        taken=seat_names(table, table.taken),
        watchers=opened.watchers,
        names=called,
        rematch=table.rematch,
        stand_ins={table.names[seat.number]: seat.stand_in for seat in table.seats if seat.stand_in is not None},
        resigned=[table.names[seat.number] for seat in table.seats if seat.resigned],
        promises={table.names[seat.number]: seat.promise for seat in table.seats if seat.promise is not None},
        added=[table.names[seat.number] for seat in table.seats if seat.entropy is not None],
        absent={table.names[seat]: seconds for seat, seconds in waits.items()},
    )


def seat_names(table: OpenTable, mask: int) -> list[str]:
    """What the seats of a mask are called in the game."""
    return [name for seat, name in enumerate(table.names) if mask >> seat & 1]


def talk(first: int, rows: Sequence[TalkRow], seats: Sequence[SeatRow], names: tuple[str, ...]) -> m.Talk:
    said = [
        m.TalkLine(names[row.seat], seats[row.seat].name, row.text, f"{row.made:%Y-%m-%dT%H:%M:%SZ}") for row in rows
    ]
    return m.Talk(first, said)


def refused(code: str, lang: str, message: str | None = None, rule: str | None = None) -> m.Refused:
    return m.Refused(message, code, say(lang, f"refused.{code}"), rule)
