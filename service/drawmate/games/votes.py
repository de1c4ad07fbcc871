"""A vote: a fixed electorate, ballots, and a count that never waits for someone who has left."""

from __future__ import annotations

from dataclasses import dataclass

from drawmate.games.rules import Event, IllegalAction, Seat


@dataclass(frozen=True, slots=True)
class Ballot:
    """One elector's vote; None is an abstention said aloud."""

    seat: Seat
    yes: bool | None


@dataclass(frozen=True, slots=True)
class Vote:
    """An open vote. The electorate is fixed when it opens (D1.21); a missing ballot is an abstention."""

    electors: tuple[Seat, ...]
    ballots: tuple[Ballot, ...] = ()

    def may(self, seat: Seat) -> bool:
        """Whether a seat still has a ballot to cast."""
        return seat in self.electors and all(ballot.seat != seat for ballot in self.ballots)

    def cast(self, seat: Seat, yes: bool | None) -> Vote:
        """With one more ballot.

        Raises:
            IllegalAction: ``not_yours``, ``already_done``.
        """
        if seat not in self.electors:
            raise IllegalAction("not_yours")
        if not self.may(seat):
            raise IllegalAction("already_done")
        return Vote(self.electors, (*self.ballots, Ballot(seat, yes)))

    def without(self, seat: Seat) -> Vote:
        """With an elector and their ballot removed."""
        return Vote(
            tuple(s for s in self.electors if s != seat), tuple(b for b in self.ballots if b.seat != seat)
        )

    @property
    def complete(self) -> bool:
        """Whether every elector has voted."""
        return len(self.ballots) == len(self.electors)

    def passes(self, *, tie: bool, first: frozenset[Seat] | None = None) -> bool:
        """The majority of the ballots cast for or against; ``tie`` is the result of a tie, 0–0 too (D1.22).

        With ``first``, only those seats' ballots count, unless they are none at all (D1.23).
        """
        cast = [b for b in self.ballots if b.yes is not None]
        counted = [b for b in cast if first is None or b.seat in first] or cast
        yes = sum(ballot.yes is True for ballot in counted)
        return 2 * yes + tie > len(counted)


def ballots_since(before: Vote, vote: Vote) -> tuple[Event, ...]:
    """What is told of an open vote since it was as ``before``: ballots are open."""
    return tuple(Event(ballot) for ballot in vote.ballots if ballot not in before.ballots)
