"""``python -m drawmate.wire asyncapi`` and ``python -m drawmate.wire typescript`` print what is made from the wire."""

from __future__ import annotations

import json
import sys

from drawmate.wire.asyncapi import document
from drawmate.wire.typescript import source

if __name__ == "__main__":
    match sys.argv[1:]:
        case ["asyncapi"]:
            print(json.dumps(document(), ensure_ascii=False, indent=1))
        case ["typescript"]:
            print(source(), end="")
        case _:
            sys.exit(__doc__)
