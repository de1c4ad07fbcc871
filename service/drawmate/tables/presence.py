"""Who is at a table now: connections, seats that are held for people who are away, who is coming and who is going.

Presence is no part of the journal: a process that starts again knows of nobody, and whoever comes back says who they
are. What follows from it for the seats (somebody takes over, an AI takes a seat) is given as entries to be folded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from drawmate.games.clock import Milliseconds
from drawmate.tables.clock import GameTime
from drawmate.tables.connection import Connection
from drawmate.tables.entries import Entry, Hosted, Left, Took
from drawmate.tables.table import Table
from drawmate.wire.codes import Close

__all__ = ["GRACE", "LOBBY_GRACE", "Presence"]

GRACE: Final = 30.0
"""Seconds until an AI holds the seat of somebody who is away (D0.6)."""
LOBBY_GRACE: Final = 120.0
"""Seconds until somebody who is away loses a seat in the lobby."""


class Presence:
    """The connections of a table.

    Attributes:
        connections: all that are heard; those not ``welcomed`` are told nothing yet.
        away: seats of people who are away, and until when (monotonic seconds) they are held.
        to_welcome: who is to be shown everything, with the number of the last event they know.
        going: who is to be closed, once their answers are sent.
        changed: whether everyone is to be told who is there.
    """

    def __init__(self, table: Table, time: GameTime, monotonic: Callable[[], float]) -> None:
        self.connections: list[Connection] = []
        self.away: dict[int, float] = {}
        self.to_welcome: dict[Connection, int | None] = {}
        self.going: dict[Connection, Close] = {}
        self.changed = False
        self._table = table
        self._time = time
        self._monotonic = monotonic

    @property
    def seated(self) -> set[int]:
        """The seats with a connection."""
        return {c.seat for c in self.connections if c.seat is not None}

    def held_ms(self, seat: int) -> Milliseconds | None:
        """How long a seat is held yet for its person, who is away; None when nobody is waited for."""
        until = self.away.get(seat)
        return None if until is None else max(0, int((until - self._monotonic()) * 1000))

    def enter(self, connection: Connection, since: int | None) -> list[Entry]:
        """Let somebody in who knows the events up to ``since``."""
        token = None if connection.seat is None else self._table.member(connection.seat).token
        connection.scope = f"{(token or '')[:8]}.{connection.session}"
        self.connections.append(connection)
        self.to_welcome[connection] = since
        self.changed = True
        return [] if connection.seat is None else self.sit(connection, connection.seat)

    def sit(self, connection: Connection, seat: int) -> list[Entry]:
        """The seat is this connection's from now on, and no longer another's; an AI hands it back."""
        for other in [c for c in self.connections if c.seat == seat and c is not connection]:
            self.dismiss(other, Close.TAKEN_OVER)
        connection.seat = seat
        self.away.pop(seat, None)
        self._people_came()
        entries: list[Entry] = []
        if not self._table.member(seat).here and self._table.match is not None:
            entries.append(Took(seat, self._time.now()))
        if self._table.host is None:
            entries.append(Hosted(seat))
        return entries

    def leave(self, connection: Connection) -> None:
        """A socket is gone: its seat is held for a while (D0.6)."""
        if connection not in self.connections:
            return
        self.connections.remove(connection)
        if connection.seat is not None:
            grace = LOBBY_GRACE if self._table.match is None else GRACE
            self.away[connection.seat] = self._monotonic() + grace
        self._stop_if_empty()
        self.changed = True

    def dismiss(self, connection: Connection, code: Close) -> None:
        """A connection has ended: nothing more is heard from it; it is closed once its answers are sent."""
        self.going[connection] = code
        if connection in self.connections:
            self.connections.remove(connection)

    def started(self) -> None:
        """A game begins: its time runs, and who is away has as long as in a game."""
        self._time.restart()
        self.away = dict.fromkeys(self.away, self._monotonic() + GRACE)
        self._time.go()

    def given_up(self, seat: int, code: Close, waiting: Iterable[Connection]) -> None:
        """A seat is no longer its person's. ``waiting`` may be gone, but requests of theirs are still to be done."""
        self.away.pop(seat, None)
        for connection in self._heard(waiting):
            if connection.seat == seat:
                self.dismiss(connection, code)
        self._stop_if_empty()

    def move(self, to: dict[int, int], waiting: Iterable[Connection]) -> None:
        """Seats have other numbers now; whoever sits there is shown everything anew, with their own."""
        for connection in self._heard(waiting):
            if connection.seat is not None and connection.seat in to and connection not in self.going:
                moved = to[connection.seat] != connection.seat
                connection.seat = to[connection.seat]
                if moved and connection in self.connections:
                    connection.welcomed = False
                    self.to_welcome.setdefault(connection, None)
        self.away = {to[seat]: until for seat, until in self.away.items() if seat in to}

    def overdue(self, now: Milliseconds) -> list[Entry]:
        """The seats whose grace is over, the last first; while a game stands still they wait."""
        if not self._counts:
            return []
        late = [seat for seat, until in self.away.items() if until <= self._monotonic()]
        for seat in late:
            del self.away[seat]
        return [Left(seat, now, False) for seat in sorted(late, reverse=True)]

    def seconds_left(self) -> float | None:
        """Until the next grace is over, if one is running."""
        if not self.away or not self._counts:
            return None
        return max(0.0, min(self.away.values()) - self._monotonic())

    @property
    def _counts(self) -> bool:
        return self._time.running or self._table.phase != "playing"

    def _people_came(self) -> None:
        """Time goes by again; whoever is still away has their grace from now on."""
        if self._table.phase == "playing" and not self._time.running:
            seated, until = self.seated, self._monotonic() + GRACE
            for seat, member in enumerate(self._table.members):
                if member.person and seat not in seated:
                    self.away[seat] = until
            self._time.go()

    def _stop_if_empty(self) -> None:
        if not self.seated:
            self._time.stop()

    def _heard(self, waiting: Iterable[Connection]) -> list[Connection]:
        return list(dict.fromkeys((*self.connections, *waiting)))
