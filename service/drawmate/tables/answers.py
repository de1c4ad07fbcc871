"""Each request of a client is answered once: by ``ack`` when it was done, by ``error`` when nothing has changed.

A request that was done is remembered by its key, in the journal, so that sent again it gets the same answer and is not
done again. Only the token of a seat that was taken is not in any journal: it is told again as long as this process
remembers it, and only to the same socket, or to a client whose name nobody else can guess.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pydantic import BaseModel

from drawmate.games.clock import Milliseconds
from drawmate.games.codec import CodecError
from drawmate.games.rules import IllegalAction
from drawmate.tables.clock import GameTime
from drawmate.tables.connection import Connection
from drawmate.tables.entries import Entry
from drawmate.tables.presence import Presence
from drawmate.tables.refusals import Refusal
from drawmate.tables.requests import Asker, entries_for, hash_of, new_token
from drawmate.tables.table import Table
from drawmate.wire.client_messages import Act, ClientMessage, Resync, Take
from drawmate.wire.codes import REFUSALS
from drawmate.wire.server_messages import Ack, Error

__all__ = ["Answers"]

TOKENS_KEPT: Final = 32
"""Tokens of seats that were taken lately, for clients that ask again because the answer was lost."""
SECRET_SESSION: Final = 16
"""Characters from which on the name of a client is taken to be one that nobody else can guess."""


class Answers:
    """Does what the clients of a table ask for. ``fold`` changes the table, or raises and leaves it."""

    def __init__(
        self, table: Table, presence: Presence, time: GameTime, fold: Callable[[list[Entry]], None]
    ) -> None:
        self._table = table
        self._presence = presence
        self._time = time
        self._fold = fold
        self._tokens: dict[str, str] = {}

    def answer(self, connection: Connection, message: ClientMessage, at: Milliseconds) -> BaseModel:
        """Do what a message asks for that counts as sent ``at``, and the answer to it."""
        number: int = getattr(message, "id", 0)
        key = f"{connection.scope}:{number}"
        try:
            match message:
                case Resync():
                    self._presence.to_welcome[connection] = None
                case Take():
                    return Ack(id=number, token=self._take(connection, message, at, key))
                case _ if key not in self._table.keys:
                    self._do(connection, message, at, key)
        except Refusal as error:
            return _error(number, error.code, str(error), error.path, error.expected)
        except IllegalAction as error:
            return _error(number, error.code, str(error))
        except CodecError as error:
            return _error(number, error.code, str(error), "action")
        return Ack(id=number)

    def _do(
        self, connection: Connection, message: ClientMessage, at: Milliseconds, key: str, token: str = ""
    ) -> None:
        if isinstance(message, Act) and not self._time.running and self._table.phase == "playing":
            raise Refusal("paused")
        seat, members = connection.seat, self._table.members
        name = connection.name if seat is None or seat >= len(members) else members[seat].name
        self._fold(entries_for(self._table, message, Asker(seat, name, at, key), token))

    def _take(self, connection: Connection, message: Take, at: Milliseconds, key: str) -> str:
        """Give a seat to a spectator; gives its token."""
        if key in self._table.keys:
            token = self._tokens.get(key, "")
            seat = self._table.seat_of(hash_of(token))
            secret = len(connection.session) >= SECRET_SESSION
            if seat is None or not (connection.seat == seat or (connection.seat is None and secret)):
                raise Refusal("seat_taken", "this was done before; the token cannot be told again")
        else:
            token, seat = new_token(), message.seat
            self._do(connection, message, at, key, token)
            self._tokens[key] = token
            if len(self._tokens) > TOKENS_KEPT:
                del self._tokens[next(iter(self._tokens))]
        self._fold(self._presence.sit(connection, seat))
        self._presence.to_welcome[connection] = None
        return token


def _error(
    number: int, code: str, message: str, path: str | None = None, expected: int | None = None
) -> Error:
    return Error(id=number, code=code, message=REFUSALS.get(code, message), path=path, expected=expected)
