"""The errors that the engine reports to its callers, each with a type of its own.

Every error carries the `code` under which the referee protocol reports it.
"""

from __future__ import annotations

from typing import Final

from sandtable.engine.types import Choice


class SandtableError(Exception):
    """The engine refuses what a caller did; nothing has changed."""

    code = "bad_request"

    @property
    def rule(self) -> str | None:
        """The ledger id of the rule that refuses, where one is known."""
        return None


class IllegalChoice(SandtableError):
    """The choice is not among the options of the current ask."""

    code = "illegal_choice"

    def __init__(self, choice: Choice, rule: str | None = None) -> None:
        reason = f"refused by {rule}" if rule else "not among the options"
        super().__init__(f"{list(choice)} is {reason}")
        self.choice = choice
        self._rule = rule

    @property
    def rule(self) -> str | None:
        return self._rule


class WrongSeat(SandtableError):
    """Somebody else is asked."""

    code = "wrong_seat"


class UnknownSeat(SandtableError):
    """The match has no seat of that name or number."""


class StaleAsk(SandtableError):
    """The choice answers an ask that is no longer current."""

    code = "bad_request"


class GameOver(SandtableError):
    """Nobody is asked any more."""

    code = "over"


class NoUndo(SandtableError):
    """The last choice cannot be taken back."""

    code = "no_undo"

    def __init__(self, reason: str, text: str) -> None:
        super().__init__(text)
        self.reason = reason
        """'nothing': no choice was made; 'other': another seat made the last one; 'chance': chance was used since."""


class BadOptions(SandtableError):
    """An option of the game is unknown or has a value that it cannot have."""

    code = "bad_options"


class OptionsClash(BadOptions):
    """Options that a rule of the game does not allow together."""

    def __init__(self, rule: str, texts: dict[str, str]) -> None:
        super().__init__(f"{texts['en']} ({rule})")
        self._rule = rule
        self.texts = texts
        """The text of the rule, by language."""

    @property
    def rule(self) -> str | None:
        return self._rule

    def said(self, lang: str) -> str:
        """The text of the rule in a language, with its id."""
        return f"{self.texts.get(lang, self.texts['en'])} ({self._rule})"


class BadPosition(SandtableError):
    """A position that cannot occur; the message says what is wrong."""

    code = "bad_position"


class ChanceExhausted(SandtableError):
    """Chance is scripted and the script has run out."""

    code = "chance_exhausted"


class ChanceMismatch(SandtableError):
    """The next scripted value does not fit the draw."""

    code = "chance_mismatch"


class BadPack(SandtableError):
    """A component pack that cannot be played with."""

    code = "bad_pack"

    def __init__(self, path: str, where: str, why: str) -> None:
        super().__init__(f"{path}: {where}: {why}")


class BadFile(SandtableError):
    """A save, replay or ledger that cannot be read."""

    code = "bad_file"


class VersionMismatch(BadFile):
    """A save or replay made under other rules than ours."""


MOST_SILENT: Final = 10_000
"""After so many passes, or asks with a single option, in which nobody had a choice, the flow is taken to be endless."""


class DeadEnd(Exception):
    """An ask without an option, or a flow without end that asks nobody: an error in the game, never of a player."""


class Ended(Exception):
    """Raised in a flow when the game ends in the middle of a rule; the match then calls `outcome`."""
