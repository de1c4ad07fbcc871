"""From a client's message to the journal entries it asks for: who may ask for what, and when."""

from __future__ import annotations

import hashlib
import json
import secrets
from dataclasses import dataclass
from typing import Any

from drawmate.games.clock import Milliseconds
from drawmate.games.codec import decode, dumps
from drawmate.games.rules import IllegalAction, plain
from drawmate.tables.entries import (
    Acted,
    Configured,
    Drew,
    Entry,
    Hosted,
    Left,
    Paced,
    Readied,
    Reopened,
    Said,
    Sat,
    Started,
    Took,
    Undid,
)
from drawmate.tables.names import checked_name
from drawmate.tables.options import config_of
from drawmate.tables.refusals import Refusal
from drawmate.tables.sights import chat_is_open
from drawmate.tables.table import Table
from drawmate.wire.client_messages import (
    Act,
    AddAi,
    Again,
    Chat,
    ClientMessage,
    Configure,
    InkPiece,
    Kick,
    Leave,
    Pace,
    PassHost,
    Ready,
    Start,
    Take,
    Undo,
)
from drawmate.wire.limits import LONGEST_CHAT

__all__ = ["Asker", "entries_for", "hash_of", "new_token"]


@dataclass(frozen=True, slots=True)
class Asker:
    """Who sends a message: their seat, their name, the time it counts as sent, and the key it is remembered by."""

    seat: int | None
    name: str
    at: Milliseconds
    key: str


def new_token() -> str:
    """An opaque secret of 192 random bits."""
    return secrets.token_urlsafe(24)


def hash_of(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def entries_for(table: Table, message: ClientMessage, asker: Asker, token: str) -> list[Entry]:
    """The entries that a message leads to, none of them folded yet; empty when there is nothing left to do.

    ``token`` is a fresh one, for ``take``.

    Raises:
        Refusal, IllegalAction, CodecError: it is not allowed now.
    """
    match message:
        case Act(action=action):
            return [_acted(table, action, asker)]
        case InkPiece():
            return _drew(table, message, asker)
        case Undo(canvas=canvas, stroke=stroke):
            return _undid(table, canvas, stroke, asker)
        case Chat(text=text):
            return [_said(table, text, asker)]
        case Ready(ready=ready):
            return [Readied(_in_lobby(table, asker), ready, asker.key)]
        case Pace(seat=seat, factor=factor):
            return [_paced(table, seat, factor, asker)]
        case Take(seat=seat, name=name):
            return [_taken(table, seat, name, asker, token)]
        case Leave():
            return [Left(_seat(asker), asker.at, True, asker.key)]
        case Again():
            _seat(asker)
            return [Reopened(asker.key)]
        case _:
            return _host_entries(table, message, asker)


def _host_entries(table: Table, message: Any, asker: Asker) -> list[Entry]:
    if table.host is None or _seat(asker) != table.host:
        raise Refusal("not_host")
    match message:
        case Configure(options=options):
            return [Configured(json.dumps(options, ensure_ascii=False, allow_nan=False), asker.key)]
        case AddAi():
            return [Sat(ai_name(table), None, asker.key)]
        case Kick(seat=seat):
            table.member(seat)
            return [Left(seat, asker.at, True, asker.key, kicked=True)]
        case PassHost(seat=seat):
            if not table.member(seat).person:
                raise Refusal("no_seat", "nobody sits there who could host")
            return [Hosted(seat, asker.key)]
        case Start():
            return _started(table, asker)
    raise Refusal("bad_message")


def ai_name(table: Table) -> str:
    """The name of the next AI."""
    taken = {member.name for member in table.members}
    return next(name for n in range(1, 100) if (name := f"AI {n}") not in taken)


def _started(table: Table, asker: Asker) -> list[Entry]:
    """The AI seats that are needed, and the start."""
    if table.match is not None:
        raise Refusal("in_game")
    waiting = [m.name for n, m in enumerate(table.members) if m.person and not m.ready and n != table.host]
    if waiting:
        raise Refusal("not_ready", "not everybody is ready")
    entries: list[Entry] = []
    missing = table.listing.game.seats.start - len(table.members)
    names = iter(f"AI {n}" for n in range(1, 100) if f"AI {n}" not in {m.name for m in table.members})
    entries += [Sat(next(names), None) for _ in range(missing)]
    if table.options.get("ai") is False and (missing > 0 or any(m.token is None for m in table.members)):
        raise Refusal("no_ai", "with AI switched off every seat needs a person")
    config_of(table.listing, table.options, len(table.members) + len(entries))
    return [*entries, Started(secrets.randbits(63), asker.key)]


def _acted(table: Table, action: dict[str, Any], asker: Asker) -> Acted:
    table.playing()
    found = decode(table.listing.action, action)
    return Acted(_seat(asker), dumps(found), asker.at, asker.key)


def _drew(table: Table, piece: InkPiece, asker: Asker) -> list[Entry]:
    seat = _seat(asker)
    match = table.playing()
    known = table.ink.fresh(piece.canvas, piece.stroke, piece.offset, piece.x, piece.y, piece.t, piece.end)
    if not table.may_draw(seat, piece.canvas):
        if known is None and any(piece.canvas == own for own in match.game.view(match.state, seat).canvases):
            return []
        raise Refusal("no_canvas")
    if match.state.sitting.clock.late(asker.at):
        raise IllegalAction("too_late")
    if known is None:
        return []
    t = None if piece.t is None else tuple(piece.t[known:])
    return [
        Drew(
            seat,
            piece.canvas,
            piece.stroke,
            piece.offset + known,
            piece.color,
            tuple(piece.x[known:]),
            tuple(piece.y[known:]),
            t,
            piece.end,
            asker.at,
        )
    ]


def _undid(table: Table, canvas: str, stroke: int, asker: Asker) -> list[Entry]:
    seat = _seat(asker)
    if stroke in table.ink.canvas(canvas).undone:
        return []
    if not table.may_draw(seat, canvas):
        raise Refusal("sealed" if table.ink.canvas(canvas).strokes else "no_canvas")
    if stroke not in table.ink.canvas(canvas).strokes:
        raise Refusal("no_canvas", "there is no such stroke")
    return [Undid(seat, canvas, stroke, asker.at)]


def _said(table: Table, text: str, asker: Asker) -> Said:
    if not chat_is_open(table, asker.seat):
        raise Refusal("silenced")
    return Said(asker.seat, asker.name or "?", plain(text, LONGEST_CHAT), asker.key)


def _taken(table: Table, seat: int, name: str, asker: Asker, token: str) -> Took:
    if asker.seat is not None:
        raise Refusal("seat_taken", "you have a seat")
    table.playing()
    if table.options.get("ai") is False and table.member(seat).token is not None:
        raise Refusal("seat_taken", "this seat waits for its person")
    member = table.member(seat)
    if member.person:
        raise Refusal("seat_taken")
    others = [m.name for n, m in enumerate(table.members) if n != seat]
    return Took(seat, asker.at, checked_name(name, others), hash_of(token), asker.key)


def _paced(table: Table, seat: int, factor: float, asker: Asker) -> Paced:
    if _in_lobby(table, asker) not in (seat, table.host):
        raise Refusal("not_host")
    table.member(seat)
    return Paced(seat, factor, asker.key)


def _in_lobby(table: Table, asker: Asker) -> int:
    if table.match is not None:
        raise Refusal("in_game")
    return _seat(asker)


def _seat(asker: Asker) -> int:
    if asker.seat is None:
        raise Refusal("not_seated")
    return asker.seat
