"""Build the compiled wheel: the same sources through mypyc, in a copy so that the working tree stays interpreted.

python tools/fast.py build/fast        # puts the wheel's contents there; use it with PYTHONPATH=build/fast
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))  # what is compiled is expanded by its own rules, not by those of an installed package

from tools.expand import expand_package  # noqa: E402

NEEDED = ("sandtable", "pyproject.toml", "hatch_build.py", "README.md", "LICENSE")


def build(target: Path, quick: bool = False) -> None:
    """Compile a copy of the sources and install the wheel into the target folder; a quick build is not optimised."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in NEEDED:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, copy / name, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
            else:
                shutil.copy(source, copy / name)
        expand_package(copy / "sandtable")
        if quick:
            settings = copy / "pyproject.toml"
            settings.write_text(settings.read_text().replace('opt_level = "3"', 'opt_level = "0"'))
        pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
        env = os.environ | {"HATCH_BUILD_HOOK_ENABLE_MYPYC": "1"}
        subprocess.run([*pip, "wheel", "--no-deps", "-w", str(copy / "dist"), str(copy)], check=True, env=env)
        wheel = next((copy / "dist").glob("*.whl"))
        shutil.rmtree(target, ignore_errors=True)
        subprocess.run([*pip, "install", "--no-deps", "--target", str(target), str(wheel)], check=True)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python tools/fast.py FOLDER")
    build(Path(sys.argv[1]))
    print(f"compiled: use it with PYTHONPATH={sys.argv[1]}")
