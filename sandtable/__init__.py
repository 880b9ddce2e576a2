"""Board games by their complete rules: start a match, see what may be done and why not, choose, fork, play opponents.

    import sandtable

    match = sandtable.new("buda_1686", seed="x")
    match.choose(match.choices[0])
    match.play("captain")

The guide is docs/python.md, the reference docs/api.md. What is listed there is loaded when it is first used, so that
importing a part of the package costs no more than that part.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from sandtable import compiled
from sandtable.version import VERSION

compiled.use()  # before anything that may be compiled is imported

__version__ = VERSION

if TYPE_CHECKING:
    from sandtable.api import *  # noqa: F403  (what it exports stands in its __all__, and only there)
else:

    def __getattr__(name: str) -> object:
        # `from sandtable import games` asks for an attribute before it looks for the module.
        if name == "__all__" or (not name.startswith("_") and find_spec(f"{__name__}.{name}") is None):
            api = import_module(f"{__name__}.api")
            if name in api.__all__ or name == "__all__":
                return getattr(api, name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted({*globals(), *import_module(f"{__name__}.api").__all__})
