"""The terminal's command `odds`: what an option may bring, or the likeliest outcome of each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.text import Text

from sandtable.cli.words import Say
from sandtable.engine.match import Match
from sandtable.engine.outlook import BUDGET, outlook
from sandtable.engine.outlook_text import IfText, OddsText, in_words
from sandtable.engine.state import State
from sandtable.engine.types import Choice
from sandtable.engine.words import Words

QUICK: Final = 240
"""Runs of the rules for one of many options."""
MAX_OPTIONS: Final = 40
"""Options that are looked at together."""
MAX_OUTCOMES: Final = 8
"""Outcomes shown of one option."""


def found(match: Match[State], choices: Sequence[Choice], seat: int, words: Words) -> list[OddsText]:
    """What some options may bring, without those in which chance has no say."""
    budget = BUDGET if len(choices) == 1 else QUICK
    looks = ((choice, outlook(match, choice, seat, budget)) for choice in choices[:MAX_OPTIONS])
    return [in_words(look, choice, match, seat, words) for choice, look in looks if look is not None]


def shown(odds: Sequence[OddsText], words: Words, say: Say, whole: bool) -> RenderableType:
    """The odds of one option in full, or the likeliest outcome of each."""
    if not odds:
        return Text(say("odds.none"))
    lines: list[Text] = []
    for each in odds:
        lines.append(Text(words.choice(tuple(each.choice)), style="bold"))
        lines += _whole(each, words, say) if whole else _brief(each, say)
    return Group(*lines)


def _whole(odds: OddsText, words: Words, say: Say) -> Iterable[Text]:
    for term in odds.terms:
        yield Text.assemble(f"  {term.amount:+d} {term.text} ", (f"[{term.rule}]", "dim cyan"))
    for need in odds.needs:
        yield Text.assemble(f"  {say('odds.need', need=need.text)} ", (f"[{need.rule}]", "dim cyan"))
    for case in odds.ifs:
        yield from _case(case, words, say)
    for seat in odds.depends:
        yield Text("  " + say("odds.depends", seat=words.name(seat)))
    if not odds.exact:
        yield Text("  " + say("odds.estimate", runs=odds.runs), style="dim")


def _case(case: IfText, words: Words, say: Say) -> Iterable[Text]:
    """The outcomes if others answer so."""
    for answer in case.answers:
        yield Text("  " + say("odds.if", seat=words.name(answer.seat), choice=answer.text), style="italic")
    for outcome in case.outcomes[:MAX_OUTCOMES]:
        faces = f" ({', '.join(map(str, outcome.faces))})" if outcome.faces else ""
        yield Text(f"  {_per_cent(outcome.share):>6}{faces}  {outcome.text}")
    if len(case.outcomes) > MAX_OUTCOMES:
        rest = sum(outcome.share for outcome in case.outcomes[MAX_OUTCOMES:])
        more = len(case.outcomes) - MAX_OUTCOMES
        yield Text(f"  {_per_cent(rest):>6}  {say('odds.rarer', count=more)}", style="dim")


def _brief(odds: OddsText, say: Say) -> Iterable[Text]:
    likeliest = odds.ifs[0].outcomes[0]
    sure = "" if odds.exact else f" ({say('odds.about')})"
    yield Text(f"  {_per_cent(likeliest.share):>6}  {likeliest.text}{sure}")


def _per_cent(share: float) -> str:
    """A share in per cent; what is rare is not called impossible, nor what is nearly sure certain."""
    if 0 < share < 0.005:
        return "<1 %"
    return ">99 %" if 0.995 <= share < 1 else f"{share * 100:.0f} %"
