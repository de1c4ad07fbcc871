"""Counted trees: how many sequences of legal moves there are, from the first moment of each phase of a small game.

A move is an action of the referee or of a seat (open offers by one text), or the deadline that passes, which is the
only move that takes time; changes of holder are left out, they are always possible. A count that differs says that
something became legal or illegal; the counts by the first move say where. ``DRAWMATE_REGENERATE=1 pytest
tests/games/test_perft.py`` writes the files anew; read the difference before committing it.
"""

from __future__ import annotations

import os
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from drawmate.games import artbox, dekalko, duplik, quick_guess, split_personality
from drawmate.games.catalogue import CATALOGUE
from drawmate.games.chance import Chance
from drawmate.games.playouts import playout
from drawmate.games.record import Match
from drawmate.games.rules import REFEREE, Ask, Choice, Game, Holder, Offer, Write

FOLDER = Path(__file__).parent / "perft"
HOLDERS = (Holder("Ana"), Holder("Bo"), Holder("robot", person=False), Holder("Cy"))
GAMES: dict[str, tuple[Any, int, int]] = {
    "duplik": (duplik.Config(cards=8, choose_scene=True, ai_marks=False), 4, 0),
    "split_personality": (split_personality.Config(people=24, rounds=1), 3, 5),
    "artbox": (artbox.Config(words=6), 3, 0),
    "dekalko": (dekalko.Config(cards=15), 3, 0),
    "quick_guess": (quick_guess.Config(words=2, rounds=2), 2, 0),
}
"""The options of each game, its seats, and a seed with which a random game passes through every phase."""

TEXT = "cat"
DEEPEST = 6
MOST = 2_000
"""Trees are counted to a depth of ``DEEPEST``, or until they have more than ``MOST`` sequences."""

Moves = Iterator[tuple[str, Any, int]]


def small(name: str) -> Match:
    """The small game of a kind, at its start."""
    config, seats, seed = GAMES[name]
    return Match(CATALOGUE[name].game, config, HOLDERS[:seats], seed)


def moves(game: Game[Any], state: Any, now: int) -> Moves:
    """Every move: what it is called, the state after it and the time then."""
    if game.outcome(state) is not None:
        return
    for actor in (REFEREE, *state.sitting.seats):
        who = "referee" if actor == REFEREE else f"seat {actor}"
        person = actor == REFEREE or state.sitting.holders[actor].person
        offers = [
            o for o in game.offers(state, actor) if person or (getattr(o, "ai_from", None) or now) <= now
        ]
        actions = [action for offer in offers for action in examples(offer)]
        assert len(set(actions)) == len(actions), "nothing is offered twice"
        for action in actions:
            yield f"{who} {action}", game.apply(state, actor, action, now).state, now
    clock = state.sitting.clock
    if clock.deadline is not None:
        later = max(now, clock.deadline + clock.grace)
        yield "clock", game.expire(state, later).state, later


def examples(offer: Offer) -> tuple[Any, ...]:
    match offer:
        case Choice(action):
            return (action,)
        case Write():
            return (offer.fill(TEXT),)
        case Ask(_, answers):
            return answers
        case _:
            return ()


def count(game: Game[Any], state: Any, now: int, depth: int, known: dict[Any, int]) -> int:
    """The number of sequences of ``depth`` moves; the same state at the same time is counted once."""
    if depth == 0:
        return 1
    key = (state, now, depth)
    if key not in known:
        known[key] = sum(
            count(game, then, later, depth - 1, known) for _, then, later in moves(game, state, now)
        )
    return known[key]


def beginnings(match: Match) -> dict[str, tuple[Any, int]]:
    """The first state of each phase that a random game comes to, and when that is."""
    found = {type(match.state.phase).__name__.lower(): (match.state, match.begun)}
    for _ in playout(match, Chance(match.seed)):
        found.setdefault(type(match.state.phase).__name__.lower(), (match.state, match.entries[-1].now))
    return found


def phases(match: Match) -> set[str]:
    return {phase.__name__.lower() for phase in get_args(get_type_hints(type(match.state))["phase"])}


def trees(match: Match) -> Iterator[str]:
    """The counted trees of a game, as lines of text."""
    people = sum(holder.person for holder in match.holders)
    yield f"{match.game.name}, {people} people and {len(match.holders) - people} AI, seed {match.seed}"
    yield str(match.config)
    for phase, (state, now) in beginnings(match).items():
        known: dict[Any, int] = {}
        counts: list[int] = []
        while len(counts) < DEEPEST and (not counts or 0 < counts[-1] <= MOST):
            counts.append(count(match.game, state, now, len(counts) + 1, known))
        yield f"\n{phase}, at {now / 1000:.3f} s"
        yield from (f"{number:10} sequences of {depth}" for depth, number in enumerate(counts, start=1))
        if counts[0]:
            yield f"  of those of {len(counts)} begin with"
        for name, then, later in moves(match.game, state, now):
            rest = count(match.game, then, later, len(counts) - 1, known)
            yield f"{rest:10} {textwrap.shorten(name, 90, placeholder=' …')}"


@pytest.mark.parametrize("name", CATALOGUE)
def test_there_are_as_many_sequences_of_moves_as_there_were(name: str) -> None:
    match = small(name)
    text = "\n".join(trees(match)) + "\n"
    path = FOLDER / f"{name}.txt"
    if os.environ.get("DRAWMATE_REGENERATE"):
        FOLDER.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", CATALOGUE)
def test_the_small_game_passes_through_every_phase(name: str) -> None:
    match = small(name)
    assert set(beginnings(match)) == phases(match)
