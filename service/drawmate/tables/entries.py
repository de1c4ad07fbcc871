"""The journal of a table: everything that ever happened to it, from which all else follows again.

Times are game milliseconds (see ``games.clock``), except ``Opened.created``. ``key`` names the request that an entry
came from, so that a request sent twice is found out even after a restart.
"""

from __future__ import annotations

from dataclasses import dataclass

import orjson

from drawmate.games.codec import dumps, loads

__all__ = [
    "Acted",
    "Configured",
    "Drew",
    "Entry",
    "Expired",
    "Hosted",
    "Left",
    "Opened",
    "Paced",
    "Readied",
    "Reopened",
    "Said",
    "Sat",
    "Started",
    "Ticked",
    "Took",
    "Undid",
    "read_entry",
    "write_entry",
]


@dataclass(frozen=True, slots=True)
class Opened:
    """The table was made; ``created`` is milliseconds since 1970. ``options`` is the JSON of the game's options.

    ``host`` is the hash of the host's secret: whoever has it may host again.
    """

    id: str
    code: str
    game: str
    options: str
    language: str
    listed: bool
    created: int
    host: str


@dataclass(frozen=True, slots=True)
class Sat:
    """In the lobby somebody took the next seat; ``token`` is the hash of a person's, None for an AI."""

    name: str
    token: str | None
    key: str | None = None


@dataclass(frozen=True, slots=True)
class Took:
    """A person took a seat that an AI held, or came back to their own (``token`` and ``name`` None)."""

    seat: int
    at: int
    name: str | None = None
    token: str | None = None
    key: str | None = None


@dataclass(frozen=True, slots=True)
class Left:
    """Whoever held a seat is gone: in the lobby the seat too, in a game an AI holds it.

    ``for_good``: the seat is no longer theirs. ``kicked``: the host removed them.
    """

    seat: int
    at: int
    for_good: bool
    key: str | None = None
    kicked: bool = False


@dataclass(frozen=True, slots=True)
class Readied:
    """In the lobby: whether a person is ready."""

    seat: int
    ready: bool
    key: str | None = None


@dataclass(frozen=True, slots=True)
class Paced:
    """In the lobby: how many times as long as usual a seat needs for everything."""

    seat: int
    pace: float
    key: str | None = None


@dataclass(frozen=True, slots=True)
class Configured:
    """In the lobby: new options, as JSON."""

    options: str
    key: str | None = None


@dataclass(frozen=True, slots=True)
class Hosted:
    """Another seat hosts; None while no person is there."""

    seat: int | None
    key: str | None = None


@dataclass(frozen=True, slots=True)
class Started:
    """The game began, at game time 0, with the seats as they were."""

    seed: int
    key: str | None = None


@dataclass(frozen=True, slots=True)
class Reopened:
    """After a game: back to the lobby."""

    key: str | None = None


@dataclass(frozen=True, slots=True)
class Acted:
    """An action of a seat or the referee was applied; ``action`` is its JSON."""

    actor: int
    action: str
    at: int
    key: str | None = None


@dataclass(frozen=True, slots=True)
class Expired:
    """A deadline passed."""

    at: int


@dataclass(frozen=True, slots=True)
class Ticked:
    """So much of the game's time has gone by: what a restart goes on from."""

    at: int


@dataclass(frozen=True, slots=True)
class Drew:
    """Points of a stroke, in table units; ``t`` is milliseconds since the stroke began."""

    seat: int
    canvas: str
    stroke: int
    offset: int
    color: int
    x: tuple[float, ...]
    y: tuple[float, ...]
    t: tuple[int, ...] | None
    end: bool
    at: int


@dataclass(frozen=True, slots=True)
class Undid:
    """A stroke was taken back."""

    seat: int
    canvas: str
    stroke: int
    at: int


@dataclass(frozen=True, slots=True)
class Said:
    """A chat line; ``seat`` is None for a spectator."""

    seat: int | None
    name: str
    text: str
    key: str | None = None


Entry = (
    Opened | Sat | Took | Left | Readied | Paced | Configured | Hosted | Started | Reopened | Acted | Expired | Ticked
    | Drew | Undid | Said
)  # fmt: skip


def write_entry(entry: Entry) -> str:
    """One line of JSON."""
    if isinstance(entry, Drew):  # most entries are ink, and this is twenty times faster
        fields = {name: getattr(entry, name) for name in Drew.__slots__}
        return orjson.dumps({"type": "Drew", **fields}).decode()
    return dumps(entry)


def read_entry(text: str) -> Entry:
    """The entry in a line.

    Raises:
        CodecError: it is none.
    """
    found: Entry = loads(Entry, text)
    return found
