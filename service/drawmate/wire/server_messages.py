"""What the server sends. ``v`` numbers events; each connection gets every number, as ``event`` or as ``skip``."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

__all__ = [
    "SERVER_MESSAGES",
    "Ack",
    "CanvasInk",
    "Closing",
    "Drawn",
    "Error",
    "Lobby",
    "Ping",
    "Said",
    "SeatInfo",
    "ServerMessage",
    "Skip",
    "StrokeInk",
    "Told",
    "Undone",
    "ViewChanged",
    "Welcome",
    "write",
]


class _Message(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class SeatInfo(_Message):
    """Who holds a seat. ``connected`` is false for a person whose seat waits for them, ``held_ms`` longer.

    ``pace`` is how many times as long as usual the seat needs (see ``pace``).
    """

    name: str
    person: bool
    connected: bool
    ready: bool
    held_ms: int | None = None
    pace: float = 1.0


class Lobby(_Message):
    """The table outside the game's rules: presence is state, sent whole whenever it changes."""

    type: Literal["lobby"] = "lobby"
    game: str
    code: str
    phase: Literal["lobby", "playing", "over"]
    seats: list[SeatInfo]
    host: int | None
    options: dict[str, Any]
    language: str
    listed: bool
    spectators: int
    paused: bool


class StrokeInk(_Message):
    """A stroke as far as it is drawn, in table units."""

    stroke: int
    color: int
    x: list[float]
    y: list[float]
    t: list[int] | None
    end: bool


class CanvasInk(_Message):
    """A canvas that may be seen from now on, with all its ink; it replaces what was known of it."""

    type: Literal["canvas"] = "canvas"
    canvas: str
    strokes: list[StrokeInk]


class Drawn(_Message):
    """More of a stroke on a canvas that one may see; one's own pieces are not sent back."""

    type: Literal["ink"] = "ink"
    canvas: str
    stroke: int
    offset: int
    color: int
    x: list[float]
    y: list[float]
    t: list[int] | None
    end: bool


class Undone(_Message):
    """A stroke was taken back."""

    type: Literal["undo"] = "undo"
    canvas: str
    stroke: int


class Told(_Message):
    """Something that happened in the game, as the game's record; ``cards`` says what the cards it names are."""

    type: Literal["event"] = "event"
    v: int
    what: dict[str, Any]
    cards: dict[str, dict[str, Any]]


class Skip(_Message):
    """Something happened that this connection may not know."""

    type: Literal["skip"] = "skip"
    v: int


class ViewChanged(_Message):
    """All that this seat may know now, what it may do, and how long the phase lasts yet.

    ``left_ms`` is null without a timer; ``now_ms`` is the server's clock, for telling how old the message is.
    """

    type: Literal["view"] = "view"
    v: int
    view: dict[str, Any]
    offers: list[dict[str, Any]]
    cards: dict[str, dict[str, Any]]
    left_ms: int | None
    now_ms: int


class Said(_Message):
    """A chat line; ``seat`` is null for a spectator."""

    type: Literal["chat"] = "chat"
    seat: int | None
    name: str
    text: str


class Welcome(_Message):
    """First message on a socket, and the answer to ``resync``: the whole of what this connection may know.

    It comes too when the connection has another seat: after ``take``, and when seats move up in the lobby.

    ``v`` is the number of the last event so far, which ``view`` already shows. Events after the number that was asked
    for (``since``) follow all the same, if the server still has them: what a client has heard it drops.
    """

    type: Literal["welcome"] = "welcome"
    seat: int | None
    v: int
    lobby: Lobby
    view: ViewChanged | None
    canvases: list[CanvasInk]
    chat: list[Said]
    now_ms: int


class Ack(_Message):
    """The message with this id has been done and stored; ``token`` answers ``take``."""

    type: Literal["ack"] = "ack"
    id: int
    token: str | None = None


class Error(_Message):
    """The message with this id was refused and nothing changed; null when the id could not be read."""

    type: Literal["error"] = "error"
    id: int | None
    code: str
    message: str
    path: str | None = None
    retry_ms: int | None = None
    expected: int | None = None


class Ping(_Message):
    """To be answered by ``pong`` with the same ``n``, at once: it measures the lag."""

    type: Literal["ping"] = "ping"
    n: int


class Closing(_Message):
    """The socket is about to be closed with this code."""

    type: Literal["closing"] = "closing"
    code: int
    reason: str


SERVER_MESSAGES = (
    Welcome, Lobby, ViewChanged, Told, Skip, CanvasInk, Drawn, Undone, Said, Ack, Error, Ping, Closing,
)  # fmt: skip

ServerMessage = Annotated[
    Welcome
    | Lobby
    | ViewChanged
    | Told
    | Skip
    | CanvasInk
    | Drawn
    | Undone
    | Said
    | Ack
    | Error
    | Ping
    | Closing,
    Field(discriminator="type"),
]


def write(message: BaseModel) -> str:
    """The text frame of a message, ``type`` first; NaN cannot be sent.

    Raises:
        ValueError: a number is not finite.
    """
    if type(message) is Ack and message.token is None:  # every other message, and this is ten times faster
        return f'{{"type":"ack","id":{message.id},"token":null}}'
    fields = message.model_dump()
    return json.dumps(
        {"type": fields.pop("type"), **fields}, ensure_ascii=False, allow_nan=False, separators=(",", ":")
    )
