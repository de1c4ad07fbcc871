"""What clients send. Every message but ``pong`` has an ``id`` of the client's choosing, answered once."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from drawmate.wire.limits import CANVAS, LONGEST_CHAT, PIECE_POINTS, SAFE_INTEGER, STROKE_POINTS, STROKES

__all__ = [
    "CLIENT_MESSAGES",
    "Act",
    "AddAi",
    "Again",
    "Chat",
    "ClientMessage",
    "Configure",
    "InkPiece",
    "Kick",
    "Leave",
    "Pace",
    "PassHost",
    "Pong",
    "Ready",
    "Resync",
    "Start",
    "Take",
    "Undo",
]

Whole = Annotated[int, Field(ge=0, le=SAFE_INTEGER)]
Coordinate = Annotated[float, Field(ge=-CANVAS, le=2 * CANVAS, allow_inf_nan=False)]
Canvas = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[0-9A-Za-z._-]+$")]


class _Message(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, use_attribute_docstrings=True)


class _Request(_Message):
    id: Whole
    """Chosen by the client and never used twice; resending the same message with its id is harmless."""


class Act(_Request):
    """A move of the game: one of the actions that ``offers`` allow, as the game's record with its ``type``."""

    type: Literal["act"] = "act"
    action: dict[str, Any]


class InkPiece(_Request):
    """The next points of a stroke, in table units; ``offset`` is how many points of it were sent before.

    ``t`` is milliseconds since the stroke began. ``end`` seals the stroke. Acknowledged once it is stored.
    """

    type: Literal["ink"] = "ink"
    canvas: Canvas
    stroke: Annotated[int, Field(ge=0, lt=STROKES)]
    offset: Annotated[int, Field(ge=0, lt=STROKE_POINTS)]
    x: Annotated[list[Coordinate], Field(min_length=1, max_length=PIECE_POINTS)]
    y: Annotated[list[Coordinate], Field(min_length=1, max_length=PIECE_POINTS)]
    t: Annotated[list[Whole], Field(max_length=PIECE_POINTS)] | None = None
    color: Annotated[int, Field(ge=0, le=15)] = 0
    end: bool = False

    @model_validator(mode="after")
    def _same_length(self) -> InkPiece:
        if len(self.y) != len(self.x) or (self.t is not None and len(self.t) != len(self.x)):
            raise ValueError("x, y and t must have one value for each point")
        return self


class Undo(_Request):
    """Take back one of one's own strokes of a drawing that is not sealed."""

    type: Literal["undo"] = "undo"
    canvas: Canvas
    stroke: Annotated[int, Field(ge=0, lt=STROKES)]


class Chat(_Request):
    """A line for everyone at the table, unless the rules silence the seat."""

    type: Literal["chat"] = "chat"
    text: Annotated[str, Field(min_length=1, max_length=LONGEST_CHAT)]


class Ready(_Request):
    """In the lobby: whether one is ready to start."""

    type: Literal["ready"] = "ready"
    ready: bool


class Pace(_Request):
    """In the lobby, for one's own seat or by the host for any: how many times as long as usual it needs.

    Everybody at the table then has as long as the slowest seat: all times of the game are multiplied by the largest
    ``factor``, with the option ``stretch`` at most by 10.
    """

    type: Literal["pace"] = "pace"
    seat: Annotated[int, Field(ge=0, le=15)]
    factor: Annotated[float, Field(ge=1, le=5, allow_inf_nan=False)]


class Configure(_Request):
    """Host, in the lobby: the game's options, replacing those before."""

    type: Literal["configure"] = "configure"
    options: dict[str, Any]


class AddAi(_Request):
    """Host, in the lobby: one more seat held by an AI."""

    type: Literal["add_ai"] = "add_ai"


class Kick(_Request):
    """Host: remove who holds a seat. In a game an AI takes the seat."""

    type: Literal["kick"] = "kick"
    seat: Annotated[int, Field(ge=0, le=15)]


class PassHost(_Request):
    """Host: make another person the host."""

    type: Literal["pass_host"] = "pass_host"
    seat: Annotated[int, Field(ge=0, le=15)]


class Start(_Request):
    """Host, in the lobby: begin; empty seats up to the game's minimum are filled with AI."""

    type: Literal["start"] = "start"


class Again(_Request):
    """After a game: back to the lobby with the same people."""

    type: Literal["again"] = "again"


class Take(_Request):
    """A spectator takes a seat that an AI holds (D0.7).

    The answer's ``token`` is the seat's; this socket is the seat's from then on, and a fresh ``welcome`` follows. Sent
    again with a ``client`` of at least 16 characters it is answered with the same token, unless the server has started
    anew since (``seat_taken``).
    """

    type: Literal["take"] = "take"
    seat: Annotated[int, Field(ge=0, le=15)]
    name: Annotated[str, Field(min_length=1, max_length=200)]


class Leave(_Request):
    """Give up one's seat; in a game an AI takes it at once."""

    type: Literal["leave"] = "leave"


class Resync(_Request):
    """Ask for a fresh ``welcome``."""

    type: Literal["resync"] = "resync"


class Pong(_Message):
    """The answer to a ``ping``."""

    type: Literal["pong"] = "pong"
    n: Whole


CLIENT_MESSAGES = (
    Act, InkPiece, Undo, Chat, Ready, Pace, Configure, AddAi, Kick, PassHost, Start, Again, Take, Leave, Resync, Pong,
)  # fmt: skip

ClientMessage = Annotated[
    Act
    | InkPiece
    | Undo
    | Chat
    | Ready
    | Pace
    | Configure
    | AddAi
    | Kick
    | PassHost
    | Start
    | Again
    | Take
    | Leave
    | Resync
    | Pong,
    Field(discriminator="type"),
]
