"""What every game must hold to, as one call; shipped, so that a new game can be held to it anywhere.

``check(game, config, seats, seed)`` plays one random game and raises ``AssertionError`` at the first breach:
offers are accepted, everything else is refused and changes nothing, expiring early or twice does nothing, states,
actions, events and views survive JSON, the replay has the same digest, the game ends and its outcome adds up.
``secrets`` is the test of non-interference; see there.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, get_type_hints

from drawmate.games.chance import Chance
from drawmate.games.codec import decode, dumps, encode
from drawmate.games.playouts import legal, playout, refused
from drawmate.games.record import Match
from drawmate.games.rules import REFEREE, Game, Holder, Outcome

STRANGERS = (99, -7)
"""Actors that no game knows."""


def check(game: Game[Any], config: Any, seats: int, seed: int, *, probe: int = 7) -> Match:
    """Play one random game under every rule of conformance; ``probe``: hostile tries at each that many steps."""
    holders = tuple(Holder(f"seat {n}", person=(seed >> n) & 1 == 0) for n in range(seats))
    match = Match(game, config, holders, seed)
    seen: list[tuple[int, Any]] = []
    chance = Chance(seed ^ 0xC0FFEE)
    for number, _ in enumerate(playout(match, chance)):
        if match.entries and match.entries[-1].action is not None:
            seen.append((match.entries[-1].actor, match.entries[-1].action))
        if number % probe == 0:
            _probe(match, seen[-40:], Chance(seed, number))
    result = match.outcome()
    assert result is not None
    _adds_up(result, seats)
    again = match.replayed()
    assert again.digest() == match.digest(), "a replay must be the same game"
    for entry in match.entries[-50:]:
        if entry.action is not None:
            _survives(entry.action)
    for event in match.events:
        _survives(event.what)
    return match


def _survives(record: Any) -> None:
    """A record that was written and read again is equal and is written the same."""
    again = decode(type(record), encode(record))
    assert again == record, f"a {type(record).__name__} must survive JSON"
    assert dumps(again) == dumps(record), f"a {type(record).__name__} must be written the same again"


def _probe(match: Match, seen: list[tuple[int, Any]], chance: Chance) -> None:
    game, state = match.game, match.state
    before = dumps(state)
    now = match.entries[-1].now if match.entries else match.begun
    clock = state.sitting.clock
    _survives(state)
    for seat in (*state.sitting.seats, None):
        _survives(game.view(state, seat))
    if clock.deadline is not None:
        assert game.expire(state, clock.deadline - 1).state is state, "expiring early must do nothing"
    allowed = {}
    for actor in (REFEREE, *state.sitting.seats):
        actions, chance = legal(match, actor, chance, now)
        allowed[actor] = actions
        for action in actions:
            code = refused(match, actor, action, now)
            assert code is None or clock.late(now), f"{action} was offered to {actor} and refused: {code}"
    for _, action in seen:
        for actor in (REFEREE, *state.sitting.seats, *STRANGERS):
            if not _offered(action, allowed.get(actor, ())):
                code = refused(match, actor, action, now)
                assert code is not None, f"{action} was not offered to {actor} and was accepted"
    assert dumps(state) == before, "a refused action must change nothing"


def _offered(action: Any, allowed: Any) -> bool:
    """Whether an action is one of those allowed; of open ones and of holder changes the kind decides."""
    kinds = {type(a) for a in allowed}
    if type(action).__name__ == "Held":
        return True
    if type(action) in kinds and any(t is str or t is float for t in get_type_hints(type(action)).values()):
        return True
    return action in allowed


def _adds_up(result: Outcome, seats: int) -> None:
    assert len(result.totals) == seats
    assert result.winners
    assert result.reason
    assert all(len(points) == seats for points in result.rounds)
    assert result.totals == tuple(sum(column) for column in zip(*result.rounds, strict=True))
    assert all(result.totals[seat] == max(result.totals) for seat in result.winners)


def secrets(match: Match, other: Match, may_know: Callable[[Match, int | None], bool]) -> None:
    """Two games that differ only in a secret must look the same, byte for byte, to who may not know it.

    Args:
        match, other: the games, with the same entries applied.
        may_know: whether a seat (None: a spectator) may know the secret by now.
    """
    for seat in (*match.state.sitting.seats, None):
        if may_know(match, seat):
            continue
        assert dumps(match.game.view(match.state, seat)) == dumps(other.game.view(other.state, seat))
        assert _heard(match, seat) == _heard(other, seat)


def _heard(match: Match, seat: int | None) -> list[str]:
    return [
        dumps(dataclasses.replace(event, audience=None))
        for event in match.events
        if event.audience is None or seat in event.audience
    ]
