"""The codes of wire v1: why a message is refused, and why a socket is closed. Both are stable."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

__all__ = ["CLOSE_REASONS", "REFUSALS", "Close"]


class Close(IntEnum):
    """Close codes of a table's socket."""

    LEFT = 4000
    KICKED = 4001
    TABLE_CLOSED = 4002
    TAKEN_OVER = 4003
    BAD_TOKEN = 4004
    TOO_SLOW = 4005
    RESTART = 4006
    SILENT = 4007
    FORBIDDEN_ORIGIN = 4008
    NO_TABLE = 4009
    TOO_MANY = 4010


CLOSE_REASONS: Final[dict[Close, str]] = {
    Close.LEFT: "you left the table",
    Close.KICKED: "the host removed you",
    Close.TABLE_CLOSED: "the table is closed",
    Close.TAKEN_OVER: "the seat is used from another connection",
    Close.BAD_TOKEN: "the ticket is not valid, or was used before",
    Close.TOO_SLOW: "messages were not read fast enough",
    Close.RESTART: "the server restarts; reconnect",
    Close.SILENT: "no answer to a ping",
    Close.FORBIDDEN_ORIGIN: "pages of this origin may not connect",
    Close.NO_TABLE: "there is no such table",
    Close.TOO_MANY: "too many connections",
}
"""What each close code means; after ``RESTART``, ``TOO_SLOW`` and ``SILENT`` a client connects again by itself."""

REFUSALS: Final[dict[str, str]] = {
    "bad_frame": "not a text frame with one JSON object",
    "bad_message": "the object is no message of wire v1; `path` is the first fault",
    "bad_record": "the action is none of this game's",
    "too_big": "the frame is larger than its kind of message may be",
    "slow_down": "too many messages; this one was not used up, send it again after `retry_ms`",
    "busy": "the table has more to do than it can; send it again",
    "not_seated": "spectators may not do this",
    "not_host": "only the host may do this",
    "no_ai": "this table is played without AI",
    "in_lobby": "the game has not begun",
    "in_game": "the game has begun",
    "table_full": "every seat is taken",
    "no_seat": "there is no such seat, or nobody sits there",
    "seat_taken": "a person holds this seat",
    "name_taken": "somebody at the table has a name that looks like this one",
    "bad_name": "a name has 1 to 24 visible characters",
    "bad_option": "the game cannot be played with these options",
    "wrong_seats": "not enough or too many seats for this game",
    "not_ready": "not everybody is ready",
    "silenced": "chat is closed to this seat by the rules",
    "no_canvas": "this seat may not draw there now",
    "sealed": "this drawing is finished",
    "gap": "ink before this piece is missing; `expected` is the next offset",
    "different_ink": "this piece was sent before with other points",
    "too_many_strokes": "the drawing has as many strokes as are allowed",
    "too_many_points": "the drawing has as many points as are allowed",
    "paused": "the game waits for people",
}
"""Codes of ``error`` beside those of the rules (``not_now``, ``too_late``, ``not_yours``, …)."""
