"""What a client knows of its table: the messages of the server, folded into the state that they add up to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

__all__ = ["Known", "Message", "Stroke"]

Message = dict[str, Any]


@dataclass(slots=True)
class Stroke:
    """A stroke as far as it is drawn, in table units; ``t`` is empty when its times are not known."""

    color: int = 0
    x: list[float] = field(default_factory=list)
    y: list[float] = field(default_factory=list)
    t: list[int] = field(default_factory=list)
    end: bool = False

    def extend(self, offset: int, piece: Message) -> None:
        """Put a piece at its offset; what was there already is replaced."""
        timed = piece.get("t") is not None and len(self.t) >= offset
        self.t[offset:] = piece["t"] if timed else []
        self.x[offset:] = piece["x"]
        self.y[offset:] = piece["y"]
        self.end = self.end or bool(piece.get("end"))


class Known:
    """A table as one seat, or a spectator, knows it.

    Attributes:
        seat: one's own; None for a spectator.
        v: the number of the last event heard.
        lobby: the last ``lobby`` message: who sits where, the options, the phase.
        view: the rules' view of the game; None before it begins.
        offers: what this seat may do now.
        cards: what is on the cards that the view names, by number.
        canvases: the canvases that may be seen, each with its strokes by number.
    """

    def __init__(self) -> None:
        self.seat: int | None = None
        self.v = 0
        self.lobby: Message = {}
        self.view: Message | None = None
        self.offers: list[Message] = []
        self.cards: dict[str, Message] = {}
        self.canvases: dict[str, dict[int, Stroke]] = {}
        self._name: str | None = None
        self._undone: dict[str, set[int]] = {}

    def fold(self, message: Message) -> bool:
        """Take in what a message tells; False when it shows that events before it were missed."""
        whole = True
        match message["type"]:
            case "welcome":
                self._welcomed(message)
            case "lobby":
                self._lobby(message)
            case "event" | "skip":
                whole = message["v"] <= self.v + 1
                self.v = message["v"]  # less after a reconnect, for what was missed is told again
            case "view":
                whole = message["v"] <= self.v
                self._view(message)
            case "canvas":
                self._canvas(message)
            case "ink":
                self.drawn(message)
            case "undo":
                self.undone(message["canvas"], message["stroke"])
        return whole

    def drawn(self, piece: Message) -> None:
        """More of a stroke, one's own or another's."""
        strokes = self.canvases.setdefault(piece["canvas"], {})
        stroke = strokes.setdefault(piece["stroke"], Stroke(piece.get("color", 0)))
        stroke.extend(piece["offset"], piece)

    def undone(self, canvas: str, stroke: int) -> None:
        """A stroke was taken back; its number is not used again."""
        self.canvases.get(canvas, {}).pop(stroke, None)
        self._undone.setdefault(canvas, set()).add(stroke)

    def next_stroke(self, canvas: str) -> int:
        """The first number after those of a canvas's strokes."""
        used = {*self.canvases.get(canvas, ()), *self._undone.get(canvas, ())}
        return max(used, default=-1) + 1

    def _welcomed(self, message: Message) -> None:
        self.seat = message["seat"]
        self.v = message["v"]
        self._name = None if self.seat is None else message["lobby"]["seats"][self.seat]["name"]
        self._lobby(message["lobby"])
        self.canvases = {}
        if message["view"] is not None:
            self._view(message["view"])
        for canvas in message["canvases"]:
            self._canvas(canvas)

    def _lobby(self, message: Message) -> None:
        self.lobby = message
        names = [seat["name"] for seat in message["seats"]]
        if self.seat is not None and self._name in names:
            # In the lobby, seats move up when somebody before them leaves.
            self.seat = names.index(self._name)
        if message["phase"] == "lobby":
            self.v, self.view, self.offers, self.cards = 0, None, [], {}
            self.canvases, self._undone = {}, {}

    def _view(self, message: Message) -> None:
        self.view, self.offers, self.cards = message["view"], message["offers"], message["cards"]
        seen = message["view"].get("canvases", self.canvases)
        self.canvases = {name: strokes for name, strokes in self.canvases.items() if name in seen}

    def _canvas(self, message: Message) -> None:
        self.canvases[message["canvas"]] = {
            stroke["stroke"]: Stroke(
                stroke["color"], stroke["x"], stroke["y"], stroke["t"] or [], stroke["end"]
            )
            for stroke in message["strokes"]
        }
