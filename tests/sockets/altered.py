"""The command ``drawmate`` with constants changed, so that nobody has to wait as long as people do.

python -m tests.sockets.altered drawmate.api.socket.PING_SECONDS=1 -- serve --port 0
"""

from __future__ import annotations

import importlib
import json
import sys


def alter(changes: list[str]) -> None:
    """Set constants of modules, each ``module.NAME=value`` in JSON; the name has to be there."""
    for change in changes:
        path, _, value = change.partition("=")
        module, _, name = path.rpartition(".")
        found = importlib.import_module(module)
        assert hasattr(found, name), path
        setattr(found, name, json.loads(value))


if __name__ == "__main__":
    from drawmate.cli import main

    end = sys.argv.index("--")
    alter(sys.argv[1:end])
    sys.argv[1:] = sys.argv[end + 1 :]
    main()
