"""Who may know which cards, said apart from the views that show them, and a check of the ones by the other.

A view leaks when it names a card that its seat may not know, or when it would look different had that card been
another; an offer leaks in the same way. Only the cards of a state are meant; who wrote, drew or matched what is
tested game by game.
"""

from __future__ import annotations

from typing import Any

from drawmate.games import artbox, dekalko, duplik, quick_guess, split_personality
from drawmate.games.artbox import records as art
from drawmate.games.contents import cards_in, renamed
from drawmate.games.dekalko import records as dek
from drawmate.games.duplik import records as dup
from drawmate.games.rules import Event, Game, Over, Seat
from drawmate.games.split_personality import records as split


def may_know(state: Any, seat: Seat | None) -> frozenset[int]:
    """The cards of a state that a seat, or a spectator (None), may know now.

    Raises:
        TypeError: the state is of no game we know.
    """
    match state:
        case dekalko.State():
            return _dekalko(state, seat)
        case artbox.State():
            return _artbox(state, seat)
        case split_personality.State():
            return _split_personality(state, seat)
        case duplik.State():
            return _duplik(state, seat)
        case quick_guess.State():
            known = state.round if not isinstance(state.phase, Over) else len(state.words)
            return frozenset(state.words[:known])
    raise TypeError(f"nothing is known of a {type(state).__name__}")


def leaks(game: Game[Any], state: Any) -> list[str]:
    """What views and offers of a state tell that they must not (D0.11); empty when all is well."""
    found: list[str] = []
    everything = sorted(cards_in(state))
    for known, seats in _by_knowledge(state).items():
        hidden = [card for card in everything if card not in known]
        other = renamed(state, dict(zip(hidden, hidden[1:] + hidden[:1], strict=True)))
        for seat in seats:
            view = game.view(state, seat)
            shown = cards_in(view) - known
            if shown:
                found.append(f"{game.name}: seat {seat} sees cards {sorted(shown)}")
            if game.view(other, seat) != view:
                found.append(f"{game.name}: seat {seat} sees a difference that hidden cards make")
            if seat is not None and game.offers(other, seat) != game.offers(state, seat):
                found.append(f"{game.name}: seat {seat} may do what hidden cards tell")
    return found


def _by_knowledge(state: Any) -> dict[frozenset[int], list[Seat | None]]:
    """The seats and the spectator (None) by the cards they may know: to those who know the same, the same is hidden."""
    seats: dict[frozenset[int], list[Seat | None]] = {}
    for seat in (*state.sitting.seats, None):
        seats.setdefault(may_know(state, seat), []).append(seat)
    return seats


def told(event: Event, before: Any, after: Any) -> list[str]:
    """What an event tells seats that they must not know, neither before it nor after it."""
    found: list[str] = []
    cards = cards_in(event.what)
    if not cards:
        return found
    hearers = (*after.sitting.seats, None) if event.audience is None else sorted(event.audience)
    for seat in hearers:
        unknown = cards - may_know(after, seat)
        if unknown and before is not None:
            unknown -= may_know(before, seat)
        if unknown:
            found.append(f"seat {seat} hears of cards {sorted(unknown)} in {type(event.what).__name__}")
    return found


def _dekalko(state: dekalko.State, seat: Seat | None) -> frozenset[int]:
    """One's own picture; those that were shown in this round."""
    shown = [t.seat for t in state.order[: state.place]]
    if isinstance(state.phase, dek.Showing | Over):
        shown.append(state.artist)
    own = [] if seat is None else [seat]
    return frozenset(state.cards[s] for s in (*shown, *own))


def _artbox(state: artbox.State, seat: Seat | None) -> frozenset[int]:
    """One's own words; from the matching on, the row."""
    phase = state.phase
    if isinstance(phase, art.Choosing):
        return frozenset() if seat is None else frozenset(phase.dealt[seat])
    if isinstance(phase, art.Matching | art.Showing | Over):
        return frozenset((*state.row, *state.words))
    return frozenset() if seat is None else frozenset((state.words[seat],))


def _split_personality(state: split_personality.State, seat: Seat | None) -> frozenset[int]:
    """One's own hand while writing; the people one draws; the people that were shown."""
    phase = state.phase
    if isinstance(phase, split.Writing):
        return frozenset() if seat is None else frozenset(state.hands[seat])
    sheets = {portrait.sheet for portrait in state.portraits}
    if seat is not None:
        right = state.sitting.left(seat, -1)
        sheets.add(seat)
        if not (isinstance(phase, split.Waiting | split.Drawing) and phase.half == "left"):
            sheets.add(right)
    people = [state.people[sheet] for sheet in sheets if sheet < len(state.people)]
    return frozenset(person.card for person in people if isinstance(person, split.Listed))


def _duplik(state: duplik.State, seat: Seat | None) -> frozenset[int]:
    """The scenes of finished rounds; to the portrayer the one of this round, or the two to choose from."""
    known = set(state.scenes)
    if isinstance(state.phase, dup.Gallery | Over):
        known.add(state.round.card)
    if seat == state.round.portrayer:
        known.add(state.round.card)
        if isinstance(state.phase, dup.Choosing):
            known.update(state.phase.cards)
    return frozenset(known)
