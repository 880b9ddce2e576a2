"""What is wrong with a command line, as errors that end in one line and an exit code."""

from __future__ import annotations

from sandtable.engine.errors import SandtableError


class Usage(SandtableError):
    """The command was called with something that it cannot take; the exit code is 2."""
