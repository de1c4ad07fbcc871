"""Golden playthroughs: one seeded game of each kind, what every seat sees of it, as text that can be read.

A change of the rules, or a secret that gets out, shows as a difference. ``DRAWMATE_REGENERATE=1 pytest
tests/games/test_playthroughs.py`` writes the files anew; read the difference before committing it.
"""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from drawmate.games.catalogue import CATALOGUE
from drawmate.games.chance import Chance
from drawmate.games.playouts import playout
from drawmate.games.record import CLOCK, Match
from drawmate.games.rules import REFEREE, Holder

FOLDER = Path(__file__).parent / "playthroughs"
STEPS = 90
ACTORS = {REFEREE: "referee", CLOCK: "clock"}


def short(value: Any) -> str:
    """A record on one line, as its constructor without the names of its modules."""
    if isinstance(value, frozenset):
        return "{" + ", ".join(short(item) for item in sorted(value)) + "}"
    if isinstance(value, tuple):
        return "(" + ", ".join(short(item) for item in value) + ")"
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = ", ".join(f"{f.name}={short(getattr(value, f.name))}" for f in dataclasses.fields(value))
        return f"{type(value).__name__}({fields})"
    return repr(value)


def transcript(match: Match) -> Iterator[str]:
    """The game, step by step: who did what, what happened to whose knowledge, what changed in each view."""
    seen: dict[int | None, dict[str, str]] = {seat: {} for seat in (*match.state.sitting.seats, None)}
    heard = 0
    yield f"{match.game.name}, {len(match.holders)} seats, seed {match.seed}"
    steps = playout(match, Chance(match.seed))
    for number in range(STEPS):
        if number:
            if next(steps, None) is None:
                break
            entry = match.entries[-1]
            actor = ACTORS.get(entry.actor, f"seat {entry.actor}")
            yield f"{entry.now / 1000:.3f} {actor}: {short(entry.action) if entry.action else 'time is up'}"
        for event in match.events[heard:]:
            to = "all" if event.audience is None else ", ".join(map(str, sorted(event.audience)))
            yield f"  to {to}: {short(event.what)}"
        heard = len(match.events)
        common = fields_of(match, None)
        for seat in (None, *match.state.sitting.seats):
            # A seat's line tells only where its view is not the spectator's.
            now = fields_of(match, seat)
            told = {
                name: text if seat is None or text != common[name] else "as all" for name, text in now.items()
            }
            changed = [
                f"{name}={text}" for name, text in told.items() if seen[seat].get(name, "as all") != text
            ]
            seen[seat] = told
            if changed:
                yield f"  {'all' if seat is None else f'seat {seat}'} sees " + " ".join(changed)


def fields_of(match: Match, seat: int | None) -> dict[str, str]:
    """The fields of a seat's view, each on one line."""
    view = match.game.view(match.state, seat)
    return {f.name: short(getattr(view, f.name)) for f in dataclasses.fields(view)}


@pytest.mark.parametrize("name", CATALOGUE)
def test_a_seeded_game_is_as_it_was(name: str) -> None:
    listing = CATALOGUE[name]
    holders = (Holder("Ana"), Holder("Bo"), Holder("robot", person=False))
    match = Match(listing.game, listing.config(), holders, 20)
    text = "\n".join(transcript(match)) + "\n"
    path = FOLDER / f"{name}.txt"
    if os.environ.get("DRAWMATE_REGENERATE"):
        FOLDER.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")
