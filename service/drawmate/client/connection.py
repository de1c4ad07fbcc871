"""What may be asked of a table over a connection."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from drawmate.client.errors import Closed, Refused
from drawmate.client.line import Line
from drawmate.wire.codes import Close
from drawmate.wire.limits import PIECE_POINTS

if TYPE_CHECKING:
    from drawmate.client.seats import Seat

__all__ = ["Connection"]


class Connection(Line):
    """A seat's, or a spectator's, connection.

    Every request returns when it is stored, and raises ``Refused`` when it is not done, or ``Closed`` when the
    connection has ended for good.
    """

    async def act(self, action: Mapping[str, Any]) -> None:
        """A move of the game: one that ``offers`` allow, e.g. ``{"type": "Guess", "text": "lighthouse"}``."""
        await self.ask("act", action=dict(action))

    async def draw(
        self, canvas: str, strokes: Sequence[Sequence[Sequence[float]]], color: int = 0
    ) -> list[int]:
        """Draw strokes, each ``[x, y]`` or ``[x, y, t]`` in table units and milliseconds; gives their numbers."""
        return [await self._stroke(canvas, stroke, color) for stroke in strokes]

    async def undo(self, canvas: str, stroke: int) -> None:
        """Take back one of one's own strokes."""
        await self.ask("undo", canvas=canvas, stroke=stroke)
        self.undone(canvas, stroke)

    async def chat(self, text: str) -> None:
        """A line for everyone at the table."""
        await self.ask("chat", text=text)

    async def ready(self, ready: bool = True) -> None:
        """In the lobby: whether one is ready to start."""
        await self.ask("ready", ready=ready)

    async def start(self) -> None:
        """Host: begin; AI takes the empty seats that the game needs."""
        await self.ask("start")

    async def again(self) -> None:
        """After a game: back to the lobby with the same people."""
        await self.ask("again")

    async def configure(self, options: Mapping[str, Any]) -> None:
        """Host, in the lobby: the game's options, replacing those before."""
        await self.ask("configure", options=dict(options))

    async def add_ai(self) -> None:
        """Host, in the lobby: one more seat held by an AI."""
        await self.ask("add_ai")

    async def kick(self, seat: int) -> None:
        """Host: remove who holds a seat."""
        await self.ask("kick", seat=seat)

    async def pass_host(self, seat: int) -> None:
        """Host: make another person the host."""
        await self.ask("pass_host", seat=seat)

    async def take(self, seat: int, name: str) -> Seat:
        """A spectator takes a seat that an AI holds; the connection goes on in it, and ``place`` has its token."""
        answer = await self.ask("take", seat=seat, name=name)
        if answer.get("token") is None:
            raise Refused("seat_taken", "the seat was given, but its token was lost with a connection")
        self.place = replace(self.place, seat=seat, token=answer["token"])
        return self.place

    async def leave(self) -> None:
        """Give up one's seat; the connection ends."""
        try:
            await self.ask("leave")
        except Closed as closed:
            if closed.code != Close.LEFT:
                raise

    async def _stroke(self, canvas: str, stroke: Sequence[Sequence[float]], color: int) -> int:
        """Draw one stroke in pieces, each after the one before it is stored."""
        x, y = [[float(value) for value in axis] for axis in stroke[:2]]
        t = [round(value) for value in stroke[2]] if len(stroke) > 2 else None
        number = self.next_stroke(canvas)
        offset = 0
        while offset < max(1, len(x)):
            part = slice(offset, offset + PIECE_POINTS)
            piece = {
                "canvas": canvas,
                "stroke": number,
                "offset": offset,
                "color": color,
                "x": x[part],
                "y": y[part],
                "t": None if t is None else t[part],
                "end": part.stop >= len(x),
            }
            try:
                await self.ask("ink", **piece)
            except Refused as refused:
                if offset or refused.code not in ("sealed", "different_ink"):
                    raise
                # The number was used before, by a stroke that this connection was not told of.
                self.undone(canvas, number)
                number = self.next_stroke(canvas)
                continue
            self.drawn(piece)
            offset = part.stop
        return number
