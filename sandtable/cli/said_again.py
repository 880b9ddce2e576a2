"""Errors that are worded in English where they arise, said again in the language of the terminal."""

from __future__ import annotations

import re
from typing import Final

from sandtable.cli.words import Say

WORDINGS: Final = {
    "said.game": r"there is no game '(?P<given>.*)'; there are (?P<known>.*)",
    "said.mode": r"(?P<game>\S+) has no mode '(?P<given>.*)'; it has (?P<known>.*)",
    "said.option": r"(?P<game>\S+) has no option '(?P<given>.*)'; it has (?P<known>.*)",
    "said.value": r"option '(?P<option>.*)' cannot be (?P<given>.*); it can be (?P<known>.*)",
    "said.no_option": r"No such option: (?P<given>\S+).*",
    "said.no_command": r"No such command '(?P<given>.*?)'.*",
    "said.missing": r"Missing (?:argument|option|parameter):? '?(?P<given>.*?)'?\.?",
    "said.needs_value": r"Option '(?P<given>.*)' requires an argument\.?",
    "said.bad_value": r"Invalid value for '?(?P<given>.*?)'?: (?P<why>.*)",
    "said.extra": r"Got unexpected extra arguments? \((?P<given>.*)\)",
    "said.no_file": r"(?P<given>.*): No such file or directory",
    "said.no_permission": r"(?P<given>.*): Permission denied",
    "said.folder": r"(?P<given>.*): Is a directory",
}
"""By key of the locale, how it is worded in English."""


def said_again(text: str, say: Say) -> str:
    """An error in the language of the terminal; as it is, where nobody has put it into words there."""
    if say.lang == "en":
        return text
    for key, wording in WORDINGS.items():
        if found := re.fullmatch(wording, text):
            return say(key, **found.groupdict())
    return text
