"""Telling everyone at a table what happened: to each connection what its seat may know, and nothing twice."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from typing import Final

from drawmate.tables.clock import GameTime
from drawmate.tables.connection import Connection
from drawmate.tables.entries import Acted, Drew, Entry, Expired, Started, Ticked, Undid
from drawmate.tables.entries import Said as SaidEntry
from drawmate.tables.options import public_options
from drawmate.tables.presence import Presence
from drawmate.tables.sights import canvas_ink, event_message, shown_canvases, view_of
from drawmate.tables.table import Table
from drawmate.wire.server_messages import Drawn, Lobby, Said, SeatInfo, Undone, ViewChanged, Welcome, write

__all__ = ["RING", "FanOut"]

RING: Final = 1_000
"""Events that can be asked for again; whoever lacks more is shown the state as it is now."""
_UNSEEN: Final = (Drew, Undid, SaidEntry, Ticked)
"""Entries after which no view is another."""
_OF_THE_GAME: Final = (*_UNSEEN, Acted, Expired)
"""Entries after which, in a game, the lobby is the same."""


class FanOut:
    """Sends to the connections of a table."""

    def __init__(self, table: Table, presence: Presence, time: GameTime) -> None:
        self._table = table
        self._presence = presence
        self._time = time

    @property
    def _connections(self) -> list[Connection]:
        """Those who have been welcomed: nothing comes before that."""
        return [connection for connection in self._presence.connections if connection.welcomed]

    def publish(self, entries: Sequence[Entry], told: int) -> None:
        """What has just been folded and stored, to each what they may know; ``told`` events were known before."""
        for entry in entries:
            match entry:
                case Drew():
                    self.drawn(entry)
                case Undid():
                    self.undone(entry)
                case SaidEntry():
                    self.said(entry)
                case Started():
                    told = 0
        self.events(told)
        if any(not isinstance(entry, _UNSEEN) for entry in entries):
            self.views()
        if self._table.phase != "playing" or any(not isinstance(entry, _OF_THE_GAME) for entry in entries):
            self.lobby()

    def come_and_go(self) -> None:
        """Close the connections that have ended, welcome those that came, and say who is there."""
        presence = self._presence
        for connection, code in presence.going.items():
            connection.close(code)
        presence.going.clear()
        for connection, since in presence.to_welcome.items():
            if connection in presence.connections:
                self.welcome(connection, since)
        presence.to_welcome.clear()
        if presence.changed:
            self.lobby()
        presence.changed = False

    def welcome(self, connection: Connection, since: int | None) -> None:
        """Everything a connection may know now, then the events it has missed."""
        table, seat = self._table, connection.seat
        view = None if table.match is None else self._view(seat)
        shown = shown_canvases(table, seat)
        connection.shown = shown
        connection.last_view = "" if view is None else _fingerprint(view)
        count = len(table.events)
        connection.welcome(
            Welcome(
                seat=seat,
                v=count,
                lobby=self._lobby(),
                view=view,
                canvases=[
                    canvas_ink(table, name, canvas, self._own(seat, canvas)) for name, canvas in shown.items()
                ],
                chat=[Said(seat=s.seat, name=s.name, text=s.text) for s in table.chat],
                now_ms=_wall(),
            )
        )
        if since is not None and 0 <= since <= count and count - since <= RING:
            for number in range(since + 1, count + 1):
                connection.send(event_message(table, number, seat))

    def lobby(self) -> None:
        """Who sits where, to everyone."""
        text = write(self._lobby())
        for connection in self._connections:
            connection.send_text(text)

    def events(self, told: int) -> None:
        """The events after the first ``told``."""
        numbers = range(told + 1, len(self._table.events) + 1)
        if numbers:
            for connection in self._connections:
                for number in numbers:
                    connection.send(event_message(self._table, number, connection.seat))

    def views(self) -> None:
        """Its view to each connection for which it has changed, and the canvases it may see from now on."""
        if self._table.match is None:
            return
        for connection in self._connections:
            view = self._view(connection.seat)
            text = _fingerprint(view)
            if text != connection.last_view:
                connection.last_view = text
                connection.send(view)
            shown = shown_canvases(self._table, connection.seat)
            for name, canvas in shown.items():
                if name not in connection.shown:
                    connection.show(canvas_ink(self._table, name, canvas, self._own(connection.seat, canvas)))
            connection.shown = shown

    def drawn(self, piece: Drew) -> None:
        """Ink to whoever else may see it."""
        for connection, name in self._watchers(piece.canvas, piece.seat):
            connection.send(
                Drawn(
                    canvas=name,
                    stroke=piece.stroke,
                    offset=piece.offset,
                    color=piece.color,
                    x=list(piece.x),
                    y=list(piece.y),
                    t=None if piece.t is None else list(piece.t),
                    end=piece.end,
                )
            )

    def undone(self, entry: Undid) -> None:
        """A stroke taken back, to whoever else may see it."""
        for connection, name in self._watchers(entry.canvas, entry.seat):
            connection.send(Undone(canvas=name, stroke=entry.stroke))

    def said(self, entry: SaidEntry) -> None:
        """A chat line, to everyone."""
        message = write(Said(seat=entry.seat, name=entry.name, text=entry.text))
        for connection in self._connections:
            connection.send_text(message)

    def _watchers(self, canvas: str, author: int) -> list[tuple[Connection, str]]:
        found: list[tuple[Connection, str]] = []
        for connection in self._connections:
            if connection.seat != author:
                names = [name for name, behind in connection.shown.items() if behind == canvas]
                found += [(connection, name) for name in names]
        return found

    def _own(self, seat: int | None, canvas: str) -> bool:
        """Whether a seat is drawing on a canvas, and so has to know the numbers of its strokes."""
        return seat is not None and self._table.may_draw(seat, canvas)

    def _view(self, seat: int | None) -> ViewChanged:
        deadline = self._table.playing().state.sitting.clock.deadline
        left = None if deadline is None else max(0, deadline - self._time.now())
        return view_of(self._table, seat, left, _wall())

    def _lobby(self) -> Lobby:
        table, presence = self._table, self._presence
        seated = presence.seated
        seats = [
            SeatInfo(
                name=member.name,
                person=member.person,
                connected=seat in seated,
                ready=member.ready,
                held_ms=presence.held_ms(seat),
                pace=member.pace,
            )
            for seat, member in enumerate(table.members)
        ]
        return Lobby(
            game=table.opened.game,
            code=table.opened.code,
            phase=table.phase,
            seats=seats,
            host=table.host,
            options=public_options(table.listing, table.options),
            language=table.opened.language,
            listed=table.opened.listed,
            spectators=sum(c.seat is None for c in presence.connections),
            paused=table.phase == "playing" and not self._time.running,
        )


def _fingerprint(view: ViewChanged) -> str:
    """What counts as a change of a view: all but how long the phase lasts yet."""
    fields = view.model_dump(exclude={"left_ms", "now_ms", "v"})
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def _wall() -> int:
    return int(time.time() * 1000)
