"""Errors of the command line."""

from __future__ import annotations

from sandtable.engine.errors import SandtableError


class Usage(SandtableError):
    """The command line is wrong; the program prints one line and exits with code 2."""
