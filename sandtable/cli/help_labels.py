"""The words of a help text that the library for command lines adds, in the language of the terminal."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import typer.core

from sandtable.cli.words import SAY, Say

if TYPE_CHECKING:
    from typer import Typer
    from typer._click.core import Context

PHRASES: Final = {
    "label.usage": r"^Usage:",
    "label.arguments": r"^Arguments:$",
    "label.options": r"^Options:$",
    "label.commands": r"^Commands:$",
    "label.any_options": r"\[OPTIONS\]",
    "label.any_command": r"COMMAND \[ARGS\]\.\.\.",
    "label.help": r"Show this message and exit\.",
    "label.default": r"\[default:",
    "label.required": r"\[required\]",
}
"""By key of the locale, how it is worded in English."""
PLACEHOLDERS: Final = re.compile(
    r"\b(?:GAME|SIDE|LEVEL|TEXT|FILE|DIR|NAME|VALUE|SECONDS|SEAT|ADDRESS|TITLE|TABLE|DAYS)\b"
)
LISTED: Final = re.compile(r"^(  (?:--|[A-Z]).*?)(  +|$)", re.MULTILINE)
"""The first column of a list of options or arguments, and the room up to the second."""
FIRST: Final = re.compile(r"\A.*")


def labelled(text: str, say: Say) -> str:
    """A help text with all its labels in the language of the terminal; the columns stay where they are."""
    if say.lang == "en":
        return text
    text = LISTED.sub(
        lambda found: _column(found[1], found[2], say), FIRST.sub(lambda found: _named(found[0], say), text)
    )
    for key, wording in PHRASES.items():
        text = re.sub(wording, say(key), text, flags=re.MULTILINE)
    return text


def _named(text: str, say: Say) -> str:
    return PLACEHOLDERS.sub(lambda found: say(f"placeholder.{found[0].lower()}"), text)


def _column(text: str, room: str, say: Say) -> str:
    named = _named(text, say)
    return named + " " * max(2, len(text) + len(room) - len(named)) if room else named


class Command(typer.core.TyperCommand):
    def get_help(self, ctx: Context) -> str:
        return labelled(super().get_help(ctx), SAY)


class Group(typer.core.TyperGroup):
    def get_help(self, ctx: Context) -> str:
        return labelled(super().get_help(ctx), SAY)


def label(app: Typer) -> None:
    """Let a group of commands, and all in it, help in the language of the terminal."""
    app.info.cls = Group
    for command in app.registered_commands:
        command.cls = Command
    for group in app.registered_groups:
        if group.typer_instance is not None:
            label(group.typer_instance)
