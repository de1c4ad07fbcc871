"""A race of guesses: one guess a seat, the first right one wins, simultaneous ones go to the game's tie rule."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from drawmate.games.clock import TIE, Milliseconds
from drawmate.games.rules import IllegalAction, Seat

MatchKind = Literal["right", "near", "wrong"]
"""What the matcher says of a guess."""

LONGEST_GUESS = 100
"""Characters."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A seat's only guess, or its pass (text None); ``kind`` is None until the referee has answered."""

    seat: Seat
    text: str | None
    at: Milliseconds
    kind: MatchKind | None = None


@dataclass(frozen=True, slots=True)
class Race:
    """Who may guess, and what came in, in the order it was received.

    In a sealed race all right guesses are simultaneous, and none ends it early.
    """

    guessers: tuple[Seat, ...]
    attempts: tuple[Attempt, ...] = ()
    sealed: bool = False

    def may(self, seat: Seat) -> bool:
        """Whether a seat still has its guess."""
        return seat in self.guessers and all(a.seat != seat for a in self.attempts)

    def attempt(self, seat: Seat, text: str | None, at: Milliseconds) -> Race:
        """With a guess, or a pass, which needs no judging.

        Raises:
            IllegalAction: ``not_yours``, ``already_done``, ``too_long``, ``too_late``.
        """
        if seat not in self.guessers:
            raise IllegalAction("not_yours")
        if not self.may(seat):
            raise IllegalAction("already_done")
        if text is not None and not 0 < len(text) <= LONGEST_GUESS:
            raise IllegalAction("too_long" if text else "empty")
        first = self.first_right()
        if first is not None and at > first + TIE and not self.sealed:
            raise IllegalAction("too_late")
        return replace(self, attempts=(*self.attempts, Attempt(seat, text, at, None if text else "wrong")))

    def judge(self, seat: Seat, kind: MatchKind) -> Race:
        """With the referee's answer to a guess.

        Raises:
            IllegalAction: ``not_now`` when no such guess waits for one.
        """
        if all(a.seat != seat for a in self.pending()):
            raise IllegalAction("not_now")
        return replace(
            self, attempts=tuple(replace(a, kind=kind) if a.seat == seat else a for a in self.attempts)
        )

    def close(self, now: Milliseconds) -> Race:
        """Time is up: seats that did not guess have passed."""
        race = self
        for seat in self.guessers:
            if race.may(seat):
                race = replace(race, attempts=(*race.attempts, Attempt(seat, None, now, "wrong")))
        return race

    def pending(self) -> tuple[Attempt, ...]:
        """Guesses that wait for the referee."""
        return tuple(a for a in self.attempts if a.kind is None)

    @property
    def complete(self) -> bool:
        """Whether every guesser has guessed or passed and every guess is judged."""
        return len(self.attempts) == len(self.guessers) and not self.pending()

    def first_right(self) -> Milliseconds | None:
        """When the earliest right guess came."""
        return min((a.at for a in self.attempts if a.kind == "right"), default=None)

    def leaders(self) -> tuple[Seat, ...]:
        """The seats whose right guesses are simultaneous with the earliest one (D0.8)."""
        first = self.first_right()
        if first is None:
            return ()
        rights = [a for a in self.attempts if a.kind == "right"]
        return tuple(a.seat for a in rights if self.sealed or a.at <= first + TIE)

    def nears(self) -> tuple[Attempt, ...]:
        """Near guesses, earliest first."""
        return tuple(sorted((a for a in self.attempts if a.kind == "near"), key=lambda a: a.at))
