"""One good message of every kind, for the documents and for tests."""

from __future__ import annotations

from typing import Any, Final

__all__ = ["CLIENT_EXAMPLES", "SERVER_EXAMPLES"]

CLIENT_EXAMPLES: Final[dict[str, dict[str, Any]]] = {
    "act": {"type": "act", "id": 1, "action": {"type": "Guess", "text": "lighthouse"}},
    "ink": {
        "type": "ink",
        "id": 2,
        "canvas": "1.0",
        "stroke": 0,
        "offset": 0,
        "x": [100, 120.5, 140],
        "y": [500, 498, 495.25],
        "t": [0, 16, 33],
        "color": 0,
        "end": True,
    },
    "undo": {"type": "undo", "id": 3, "canvas": "1.0", "stroke": 0},
    "chat": {"type": "chat", "id": 4, "text": "Is that a boat?"},
    "ready": {"type": "ready", "id": 5, "ready": True},
    "pace": {"type": "pace", "id": 15, "seat": 1, "factor": 1.5},
    "configure": {"type": "configure", "id": 6, "options": {"rounds": 3}},
    "add_ai": {"type": "add_ai", "id": 7},
    "kick": {"type": "kick", "id": 8, "seat": 2},
    "pass_host": {"type": "pass_host", "id": 9, "seat": 1},
    "start": {"type": "start", "id": 10},
    "again": {"type": "again", "id": 11},
    "take": {"type": "take", "id": 12, "seat": 2, "name": "Zoë"},
    "leave": {"type": "leave", "id": 13},
    "resync": {"type": "resync", "id": 14},
    "pong": {"type": "pong", "n": 7},
}
"""By ``type``."""

_LOBBY: Final[dict[str, Any]] = {
    "type": "lobby",
    "game": "quick_guess",
    "code": "KX7M2P",
    "phase": "playing",
    "seats": [
        {"name": "Ana", "person": True, "connected": True, "ready": True, "held_ms": None, "pace": 1.0},
        {"name": "Ben", "person": True, "connected": False, "ready": True, "held_ms": 21500, "pace": 1.5},
    ],
    "host": 0,
    "options": {"rounds": 3},
    "language": "en",
    "listed": False,
    "spectators": 1,
    "paused": False,
}
_CARDS: Final[dict[str, dict[str, Any]]] = {"17": {"word": "lighthouse"}}
_VIEW: Final[dict[str, Any]] = {
    "type": "view",
    "v": 42,
    "view": {
        "type": "View",
        "phase": "drawing",
        "clock": {"type": "Clock", "epoch": 3, "deadline": 31000, "grace": 250, "since": 11000},
        "holders": [
            {"type": "Holder", "name": "Ana", "person": True},
            {"type": "Holder", "name": "Ben", "person": True},
        ],
        "round": 1,
        "rounds": 3,
        "word": 17,
        "times": [None, None],
        "done": [],
        "canvases": ["1.0"],
        "scores": [],
        "outcome": None,
    },
    "offers": [
        {"type": "Ink", "canvas": "1.0"},
        {"type": "Choice", "action": {"type": "Skip"}, "ai_from": None},
    ],
    "cards": _CARDS,
    "left_ms": 18250,
    "now_ms": 1790000000000,
}
_STROKE: Final[dict[str, Any]] = {
    "stroke": 0,
    "color": 0,
    "x": [100.0, 120.5],
    "y": [500.0, 498.0],
    "t": [0, 16],
    "end": False,
}
_CANVAS: Final[dict[str, Any]] = {"type": "canvas", "canvas": "1.0", "strokes": [_STROKE]}
_SAID: Final[dict[str, Any]] = {"type": "chat", "seat": 1, "name": "Ben", "text": "Is that a boat?"}

SERVER_EXAMPLES: Final[dict[str, dict[str, Any]]] = {
    "welcome": {
        "type": "welcome",
        "seat": 0,
        "v": 42,
        "lobby": _LOBBY,
        "view": _VIEW,
        "canvases": [_CANVAS],
        "chat": [_SAID],
        "now_ms": 1790000000000,
    },
    "lobby": _LOBBY,
    "view": _VIEW,
    "event": {"type": "event", "v": 42, "what": {"type": "Announced", "word": 17}, "cards": _CARDS},
    "skip": {"type": "skip", "v": 43},
    "canvas": _CANVAS,
    "ink": {"type": "ink", "canvas": "1.1", **_STROKE, "offset": 2, "t": None},
    "undo": {"type": "undo", "canvas": "1.1", "stroke": 0},
    "chat": _SAID,
    "ack": {"type": "ack", "id": 2, "token": None},
    "error": {
        "type": "error",
        "id": 4,
        "code": "slow_down",
        "message": "too many messages",
        "path": None,
        "retry_ms": 800,
        "expected": None,
    },
    "ping": {"type": "ping", "n": 7},
    "closing": {"type": "closing", "code": 4006, "reason": "the server restarts; reconnect"},
}
"""By ``type``."""
