"""AI seats among people who come and go: ``python -m tests.load.matches --game all --matches 200``.

Every match is played on a fast loop by the real table (``tests.tables.matches``). It must end; its journal must lead to
the same table; no AI may have let a phase pass that waited for it; every request must have been answered once. With
``--search`` every frame is searched for secrets. Exits with 1 if anything was found.
"""

from __future__ import annotations

import argparse
import sys
import time

from drawmate.games.catalogue import CATALOGUE
from tests.tables.matches import describe, play


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="all", choices=["all", *sorted(CATALOGUE)])
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--search", action="store_true", help="search every frame for secrets")
    given = parser.parse_args()
    bad = 0
    for game in sorted(CATALOGUE) if given.game == "all" else [given.game]:
        began, departures, seconds, frames, characters = time.perf_counter(), 0, 0.0, 0, 0
        phases: set[str] = set()
        wrong = 0
        for seed in range(given.first, given.first + given.matches):
            report = play(game, seed, searched=given.search)
            departures += report.departures
            seconds += report.seconds
            frames += report.frames
            characters += report.characters
            phases |= report.phases
            if not report.good:
                wrong += 1
                print(describe(report), flush=True)
        bad += wrong
        print(
            f"{game}: {given.matches - wrong} of {given.matches} good; {seconds / 3600:.1f} h of game, "
            f"{departures} departures, {frames} frames with {characters / 1e6:.0f} MB searched, phases "
            f"{', '.join(sorted(phases))}; {time.perf_counter() - began:.0f} s",
            flush=True,
        )
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
