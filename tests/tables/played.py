"""A table at which one person plays Quick Guess, one round, through the hall and the actor."""

from __future__ import annotations

import asyncio
from typing import Any

from drawmate.tables.actor import Actor
from drawmate.tables.connection import Connection
from drawmate.tables.hall import Hall
from drawmate.wire.client_messages import Act, Again, ClientMessage, InkPiece, Start

_TOKENS: dict[str, str] = {}
CROSS = (([100.0, 900.0], [100.0, 900.0], [0, 400], 3), ([900.0, 100.0], [100.0, 900.0], [10, 110], 0))
"""Two strokes: x, y, t, colour."""


async def played(hall: Hall, *, listed: bool = False, name: str = "Fox") -> tuple[Actor, Connection]:
    """A table whose game is over."""
    place = await hall.open("quick_guess", name, {"rounds": 1}, listed=listed)
    _TOKENS[place.code] = place.host_token or ""
    actor = await hall.find(place.code)
    connection = Connection(0, "session")
    await actor.connect(connection, None)
    await play(actor, connection)
    return actor, connection


def token_of(actor: Actor) -> str:
    """The host token of a table that was played at."""
    return _TOKENS[actor.table.opened.code]


async def again(actor: Actor, connection: Connection) -> None:
    """Another game at the same table."""
    await ask(actor, connection, Again(id=_next()))
    await play(actor, connection)


async def play(actor: Actor, connection: Connection) -> None:
    """From the lobby to the end: draw a cross, then skip."""
    await ask(actor, connection, Start(id=_next()))
    await ask(actor, connection, Act(id=_next(), action={"type": "Ready"}))
    for stroke, (x, y, t, color) in enumerate(CROSS):
        piece = InkPiece(
            id=_next(), canvas="1.0", stroke=stroke, offset=0, x=x, y=y, t=t, color=color, end=True
        )
        await ask(actor, connection, piece)
    await ask(actor, connection, Act(id=_next(), action={"type": "Skip"}))
    await ask(actor, connection, Act(id=_next(), action={"type": "Ready"}))
    assert actor.table.phase == "over"


async def ask(actor: Actor, connection: Connection, message: ClientMessage) -> None:
    """Send a message and wait until it has been worked off."""
    await actor.submit(connection, message)

    def nothing() -> list[Any]:
        return []

    while actor.waiting:
        await actor.do(nothing)
        await asyncio.sleep(0)
    await actor.do(nothing)


_number = iter(range(1, 1_000_000))


def _next() -> int:
    return next(_number)
