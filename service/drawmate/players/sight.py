"""What an AI seat is shown of a game: its view, the ink and the cards in it, and not a thing more (D0.11)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from drawmate.cards.decks import deck_of
from drawmate.games.clock import Milliseconds
from drawmate.games.contents import cards_in
from drawmate.games.rules import Game, Seat
from drawmate.ink import Drawing
from drawmate.players.player import Sight


def sight_of(
    game: Game[Any],
    state: Any,
    seat: Seat,
    ink: Callable[[str], Drawing],
    now: Milliseconds,
    language: str = "en",
    lines: tuple[str, ...] = (),
) -> Sight:
    """The sight of a seat.

    Args:
        ink: the drawing of a canvas that the view names, in table units.
        now: game milliseconds.
        lines: the chat; in Duplik the description is shown instead.
    """
    view = game.view(state, seat)
    titled = game.name == "duplik" and view.titled and view.phase != "over"
    deck, card = deck_of(game.name), state.round.card if titled else None
    return Sight(
        game=game.name,
        seat=seat,
        view=view,
        offers=game.offers(state, seat),
        ink={canvas: ink(canvas) for canvas in view.canvases},
        contents=contents_of(game.name, view, language),
        now=now,
        language=language,
        lines=tuple(line.text for line in view.lines) if game.name == "duplik" else lines,
        title=None if card is None else deck.title(card, language),
        criteria=() if card is None else deck.criteria(card, language, len(view.read)),
    )


def contents_of(game: str, view: Any, language: str) -> Mapping[int, Mapping[str, Any]]:
    """What is on the cards of a view. A tracer is shown the picture of its card, never its title (D4.21)."""
    contents = {card: _content(game, card, language) for card in sorted(cards_in(view))}
    if game == "dekalko" and view.phase != "showing":
        return {card: {"kind": "picture", "strokes": one["strokes"]} for card, one in contents.items()}
    return contents


@lru_cache(2048)
def _content(game: str, card: int, language: str) -> Mapping[str, Any]:
    return deck_of(game).content(card, language)
