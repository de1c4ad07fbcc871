"""What a seat or a spectator is shown of a table, as messages: only what the rules' view lets through."""

from __future__ import annotations

from typing import Any, Final

from drawmate.cards.decks import deck_of
from drawmate.games import duplik
from drawmate.games.clock import Milliseconds
from drawmate.games.codec import encode
from drawmate.games.contents import cards_in
from drawmate.games.dekalko.records import Dealt
from drawmate.games.rules import Event
from drawmate.games.split_personality.records import MARK
from drawmate.ink import Drawing
from drawmate.players.sight import contents_of
from drawmate.tables.ink import Stroke, clipped
from drawmate.tables.table import Table
from drawmate.wire.limits import CANVAS
from drawmate.wire.server_messages import CanvasInk, Skip, StrokeInk, Told, ViewChanged

__all__ = [
    "canvas_ink",
    "chat_is_open",
    "drawing_of",
    "event_message",
    "may_hear",
    "origin",
    "shown_canvases",
    "view_of",
]

FOLD: Final = CANVAS / 2
MARKS: Final = ".marks"
"""The end of the name under which the lines that meet the fold are shown (D2.7)."""

_TALKATIVE_PHASES: Final = {
    "duplik": {"choosing", "announcing", "passing", "gallery", "over"},
    "split_personality": {"writing", "waiting", "drawing", "showing", "over"},
    "dekalko": {"tracing", "showing", "over"},
    "artbox": {"choosing", "rolling", "drawing", "showing", "over"},
}
"""Phases in which seats may chat: not while others guess, describe, match or vote (D1.8, D2.18)."""


def view_of(table: Table, seat: int | None, left: Milliseconds | None, now_ms: int) -> ViewChanged:
    """The view of the running game."""
    match = table.playing()
    view = match.game.view(match.state, seat)
    offers = () if seat is None else match.game.offers(match.state, seat)
    return ViewChanged(
        v=len(match.events),
        view=encode(view),
        offers=[encode(offer) for offer in offers],
        cards=_contents(table, view) | _public_card(table, view),
        left_ms=left,
        now_ms=now_ms,
    )


def may_hear(event: Event, seat: int | None) -> bool:
    """Whether an event is for a seat, or a spectator (None)."""
    return event.audience is None or (seat is not None and seat in event.audience)


def event_message(table: Table, number: int, seat: int | None) -> Told | Skip:
    """Event ``number`` (from 1) of the running game as a connection gets it."""
    event = table.events[number - 1]
    if not may_hear(event, seat):
        return Skip(v=number)
    return Told(v=number, what=encode(event.what), cards=_told(table, event.what))


def shown_canvases(table: Table, seat: int | None) -> dict[str, str]:
    """The canvases that may be seen: the name they are shown under, and the canvas itself."""
    if table.match is None:
        return {}
    view = table.match.game.view(table.match.state, seat)
    return {name: origin(table, name) for name in view.canvases}


def origin(table: Table, name: str) -> str:
    """The canvas behind a name; names of laid-out drawings do not tell whose they are (D3.21)."""
    name = name.removesuffix(MARKS)
    state = None if table.match is None else table.match.state
    find = getattr(state, "origin", None)
    return name if find is None else str(find(name))


def canvas_ink(table: Table, name: str, canvas: str, own: bool) -> CanvasInk:
    """All ink of a canvas; one's own as it was sent, others' cut at the fold and numbered afresh (D2.7)."""
    strokes = table.ink.canvas(canvas).strokes
    if own:
        return CanvasInk(canvas=name, strokes=[_stroke(n, stroke) for n, stroke in strokes.items()])
    pieces = [piece for stroke in strokes.values() for piece in clipped(stroke, _part(name))]
    return CanvasInk(canvas=name, strokes=[_stroke(n, piece) for n, piece in enumerate(pieces)])


def drawing_of(table: Table, name: str) -> Drawing:
    """What is shown under a canvas's name, cut at the fold (D2.7)."""
    return table.ink.drawing(origin(table, name), _part(name))


def chat_is_open(table: Table, seat: int | None) -> bool:
    """Whether a seat may chat now; spectators are silent whenever seats are."""
    if table.match is None or table.match.outcome() is not None:
        return True
    phases = _TALKATIVE_PHASES.get(table.opened.game)
    view = table.match.game.view(table.match.state, None)
    return phases is None or view.phase in phases


def _part(canvas: str) -> tuple[float, float]:
    """Which x of a canvas count."""
    if canvas.endswith(MARKS):
        return (FOLD - MARK, FOLD)
    half = canvas.rpartition(".")[2]
    return (0.0, FOLD) if half == "left" else (FOLD, CANVAS) if half == "right" else (-CANVAS, 2 * CANVAS)


def _stroke(number: int, stroke: Stroke) -> StrokeInk:
    timed = len(stroke.t) == len(stroke.x)
    return StrokeInk(
        stroke=number,
        color=stroke.color,
        x=stroke.x,
        y=stroke.y,
        t=stroke.t if timed else None,
        end=stroke.end,
    )


def _contents(table: Table, view: Any) -> dict[str, dict[str, Any]]:
    """What is on the cards that a view names, in the table's language."""
    found = contents_of(table.opened.game, view, table.opened.language)
    return {str(card): dict(content) for card, content in found.items()}


def _told(table: Table, what: Any) -> dict[str, dict[str, Any]]:
    """What is on the cards that an event names; a picture to be traced comes with the view only (D4.21)."""
    if isinstance(what, Dealt):
        return {}
    deck = deck_of(table.opened.game)
    return {str(card): deck.content(card, table.opened.language) for card in sorted(cards_in(what))}


def _public_card(table: Table, view: Any) -> dict[str, dict[str, Any]]:
    """Duplik's scene as far as everyone knows it: its title, and the criteria that were read (D1.5)."""
    if table.match is None or not isinstance(table.match.state, duplik.State):
        return {}
    state = table.match.state
    if isinstance(state.phase, duplik.records.Choosing):
        return {}
    deck, language = deck_of("duplik"), table.opened.language
    sentences = deck.criteria(state.round.card, language)
    return {
        "scene": {
            "title": deck.title(state.round.card, language),
            "criteria": {str(number): sentences[number - 1] for number in view.read},
        }
    }
