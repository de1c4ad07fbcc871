"""Mutation tests of how points are counted: ``python tests/mutation.py run``, then ``results`` or ``show NAME``.

mutmut 3 names mutants after their path below ``src`` and finds none under another source root; so this lays out
``build/mutation`` with the service as ``src`` and the tests of the games, and runs mutmut there. The settings are
``[tool.mutmut]`` of pyproject.toml. Needs ``pip install mutmut``, which nothing else does.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "build" / "mutation"


def lay_out() -> None:
    """The sources and tests as they are now; what mutmut knew is forgotten, as it looks for no changes in tests."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    leave = shutil.ignore_patterns("__pycache__", "static")
    shutil.copytree(ROOT / "service" / "drawmate", FOLDER / "src" / "drawmate", ignore=leave)
    shutil.copytree(ROOT / "tests" / "games", FOLDER / "tests" / "games", ignore=leave)
    (FOLDER / "tests" / "__init__.py").touch()
    shutil.copy(ROOT / "pyproject.toml", FOLDER)


def main() -> int:
    """Run mutmut with the arguments given; its exit status."""
    if sys.argv[1:2] == ["run"]:
        lay_out()
    return subprocess.run([sys.executable, "-m", "mutmut", *sys.argv[1:]], cwd=FOLDER, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
