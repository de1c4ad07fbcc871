"""A table on a fake clock: keeps a match and its ink, asks the referee, asks players for plans and does their deeds."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from drawmate.cards.decks import config_for
from drawmate.games.catalogue import CATALOGUE
from drawmate.games.chance import Chance
from drawmate.games.codec import decode
from drawmate.games.record import Match
from drawmate.games.rules import REFEREE, Ask, Choice, Holder, IllegalAction, Ink, Outcome, Seat, Write
from drawmate.ink import Drawing
from drawmate.judging.question import question_of
from drawmate.judging.referee import answer
from drawmate.judging.seeing import Sees
from drawmate.players.player import Deed, Player
from drawmate.players.sight import sight_of
from drawmate.recognition.ranking import Guess, Recognition

LONGEST = 40_000
"""Steps after which a game is taken not to end."""


OPTIONAL = frozenset({"Report", "Object", "Say", "Done", "Finish"})
"""What may be done in a phase that does not wait for it: reports, objections, the description while time runs."""


class Gazer:
    """Sees something different in every drawing, always the same in one; knows the labels it is given."""

    def __init__(self, labels: Sequence[str]) -> None:
        self.labels = tuple(labels)

    def recognise(
        self,
        drawings: Sequence[Drawing],
        *,
        top: int = 3,
        candidates: Iterable[str] | None = None,
        partial: object = None,
    ) -> list[Recognition]:
        known = sorted(self.labels if candidates is None else candidates)
        found = []
        for drawing in drawings:
            digest = hashlib.sha256(drawing.x.tobytes() + drawing.y.tobytes()).digest()
            first = int.from_bytes(digest[:4], "big") % len(known)
            turned = (known[first:] + known[:first])[:top]
            guesses = tuple(Guess(label, 0.6 / 2**n) for n, label in enumerate(turned))
            blank = drawing.blank
            found.append(
                Recognition(
                    () if blank else guesses, "blank" if blank else "ok", "blank" if blank else None, "gazer"
                )
            )
        return found


@dataclass(slots=True)
class Table:
    """One game with players on all seats.

    Attributes:
        ink: by canvas, strokes with the times of the game.
        expired: (phase, seats the game still had something for) for each deadline that passed.
        refused: actions that were refused, with the code.
    """

    match: Match
    players: Sequence[Player]
    sees: Sees | None
    chances: list[Chance]
    language: str = "en"
    now: int = 0
    ink: dict[str, list[list[list[float]]]] = field(default_factory=dict)
    drawings: dict[tuple[str, int], Drawing] = field(default_factory=dict)
    pending: list[list[tuple[int, Deed]]] = field(default_factory=list)
    shown: list[Any] = field(default_factory=list)
    asked: set[Any] = field(default_factory=set)
    expired: list[tuple[str, tuple[Seat, ...]]] = field(default_factory=list)
    refused: list[tuple[Any, str]] = field(default_factory=list)

    def drawing(self, canvas: str) -> Drawing:
        """The ink of a canvas that a view names."""
        origin = getattr(self.match.state, "origin", None)
        name = origin(canvas) if origin else canvas
        strokes = self.ink.get(name, [])
        key = (name, len(strokes))
        if key not in self.drawings:
            self.drawings[key] = Drawing.from_strokes(strokes, canvas=(1000.0, 1000.0))
        return self.drawings[key]

    def play(self) -> Outcome:
        """To the end."""
        for _ in range(LONGEST):
            outcome = self.match.outcome()
            if outcome is not None:
                return outcome
            if not self._referee():
                self._plan()
                self._next()
        raise AssertionError(f"{self.match.game.name} does not end")

    def _referee(self) -> bool:
        """Put a question that has not been put for this ink; whether anything came of it."""
        state = self.match.state
        for ask in self.match.game.offers(state, REFEREE):
            assert isinstance(ask, Ask)
            canvas = ask.question.canvas if isinstance(ask.question, Ink) else None
            key = (state.sitting.clock.epoch, ask, len(self.ink.get(canvas, [])) if canvas else 0)
            if key in self.asked:
                continue
            self.asked.add(key)
            ink = {name: self.drawing(name) for name in self.ink}
            action = answer(question_of(state, ask, ink, self.language), self.sees)
            if action is not None:
                self.match.apply(REFEREE, action, self.now)
                return True
        return False

    def _plan(self) -> None:
        """Ask every seat whose view or offers have changed for a plan."""
        for seat in self.match.state.sitting.seats:
            sight = sight_of(self.match.game, self.match.state, seat, self.drawing, self.now, self.language)
            if self.shown[seat] != (sight.view, sight.offers):
                self.shown[seat] = (sight.view, sight.offers)
                plan, self.chances[seat] = self.players[seat].plan(sight, self.chances[seat])
                assert all(deed.after >= 0 for deed in plan)
                self.pending[seat] = [(self.now + deed.after, deed) for deed in plan]

    def _next(self) -> None:
        """Do the deed whose time comes first, or let the deadline pass."""
        clock = self.match.state.sitting.clock
        end = None if clock.deadline is None else clock.deadline + clock.grace
        due = [(at, seat, i) for seat, deeds in enumerate(self.pending) for i, (at, _) in enumerate(deeds)]
        at, seat, i = min(due, default=(0, -1, 0))
        if seat >= 0 and (end is None or at < end):
            self.now = max(self.now, at)
            _, deed = self.pending[seat].pop(i)
            self._do(seat, deed)
            return
        if end is None:
            raise AssertionError(
                f"{self.match.game.name}: nobody acts in {self._phase()} and no deadline is set"
            )
        self.now = max(self.now, end)
        self.expired.append((self._phase(), self._awaited()))
        self.match.expire(self.now)

    def _do(self, seat: Seat, deed: Deed) -> None:
        if deed.ink is not None:
            offers = self.match.game.offers(self.match.state, seat)
            if Ink(deed.ink.canvas) not in offers:
                self.refused.append((deed, "not_now"))
                return
            for x, y, t in deed.ink.strokes:
                assert len(x) == len(y) == len(t)
                assert all(0 <= value <= 1000 for value in (*x, *y))
                assert list(t) == sorted(t)
                times = [float(self.now + one) for one in t]
                self.ink.setdefault(deed.ink.canvas, []).append([list(x), list(y), times])
            return
        try:
            self.match.apply(seat, deed.action, self.now)
        except IllegalAction as error:
            self.refused.append((deed, error.code))

    def _phase(self) -> str:
        return type(self.match.state.phase).__name__.lower()

    def _awaited(self) -> tuple[Seat, ...]:
        """The seats that the game waited for in vain; nobody is waited for once a guess is right (D0.8).

        It waits for no AI to be ready where there are people, nor for what may be done or left.
        """
        sitting = self.match.state.sitting
        clock = sitting.clock
        race = getattr(self.match.state.phase, "race", None)
        if race is not None and race.first_right() is not None:
            return ()
        found = []
        for seat in sitting.seats:
            for offer in self.match.game.offers(self.match.state, seat):
                floor = offer.ai_from if isinstance(offer, Choice) else None
                if not isinstance(offer, Choice | Write):
                    continue
                kinds = OPTIONAL if seat in sitting.waits_for() else OPTIONAL | {"Ready"}
                if type(offer.action).__name__ not in kinds and (floor or 0) <= (clock.deadline or 0):
                    found.append(seat)
                    break
        return tuple(found)


def table(
    game: str,
    seats: int,
    seed: int,
    players: Sequence[Player],
    sees: Sees | None,
    language: str = "en",
    people: frozenset[Seat] = frozenset(),
    **options: Any,
) -> Table:
    """A table at which a game is about to begin; seats of ``people`` are held as if by persons."""
    listing = CATALOGUE[game]
    config = decode(listing.config, config_for(game, options))
    holders = tuple(Holder(f"seat {n}", n in people) for n in range(seats))
    match = Match(listing.game, config, holders, seed)
    chances = [Chance(seed * 100 + n) for n in range(seats)]
    return Table(match, players, sees, chances, language, pending=[[] for _ in holders], shown=[None] * seats)
