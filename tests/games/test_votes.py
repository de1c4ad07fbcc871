"""Votes by themselves: who may cast what, when they are complete, and what they decide."""

from __future__ import annotations

import pytest

from drawmate.games.rules import Event, IllegalAction
from drawmate.games.votes import Ballot, Vote, ballots_since

ALL = Vote((0, 1, 2, 3))
FIVE = Vote((0, 1, 2, 3, 4))


def cast(vote: Vote, *answers: bool | None) -> Vote:
    """With the ballots of the first seats."""
    for seat, answer in zip(vote.electors, answers, strict=False):
        vote = vote.cast(seat, answer)
    return vote


def test_d1_21_each_elector_votes_once_and_nobody_else_does() -> None:
    vote = ALL.cast(2, None)
    assert vote == Vote((0, 1, 2, 3), (Ballot(2, None),))
    assert [vote.may(seat) for seat in range(5)] == [True, True, False, True, False]
    for seat, code in ((2, "already_done"), (4, "not_yours")):
        with pytest.raises(IllegalAction) as caught:
            vote.cast(seat, True)
        assert caught.value.code == code


def test_d1_21_a_seat_that_is_given_up_is_removed_with_its_ballot_alone() -> None:
    vote = cast(ALL, True, False, True)
    assert not vote.complete
    assert vote.without(3).complete
    assert vote.without(1) == Vote((0, 2, 3), (Ballot(0, True), Ballot(2, True)))
    assert Vote(()).complete


@pytest.mark.parametrize(
    ("answers", "passes"),
    [
        ((), None),
        ((None, None), None),
        ((True, False), None),
        ((True, False, None), None),
        ((True,), True),
        ((False,), False),
        ((True, True, False), True),
        ((True, False, False), False),
        ((True, True, False, False), None),
        ((True, True, False, False, False), False),
        ((True, True, True, False, False), True),
        ((False, None, None, None), False),
        ((True, None, None, None), True),
    ],
)
def test_d1_22_a_majority_of_the_votes_cast_decides_and_a_tie_is_as_the_game_says(
    answers: tuple[bool | None, ...], passes: bool | None
) -> None:
    vote = cast(FIVE, *answers)
    for tie in (True, False):
        assert vote.passes(tie=tie) is (tie if passes is None else passes)


@pytest.mark.parametrize(
    ("answers", "first", "passes"),
    [
        ((True, False, False, False), {0}, True),
        ((True, False, False, False), {0, 1}, None),
        ((None, False, False, True), {0}, False),
        ((None, False, False, True), {0, 3}, True),
        ((None, None, True, True), {0, 1}, True),
        ((False, True, True, True), set(), True),
    ],
)
def test_d1_23_the_ballots_of_people_decide_unless_there_are_none(
    answers: tuple[bool | None, ...], first: set[int], passes: bool | None
) -> None:
    vote = cast(ALL, *answers)
    for tie in (True, False):
        assert vote.passes(tie=tie, first=frozenset(first)) is (tie if passes is None else passes)


def test_ballots_are_told_as_they_are_cast() -> None:
    before = cast(ALL, True, None)
    assert ballots_since(before, before) == ()
    assert ballots_since(before, before.cast(3, False)) == (Event(Ballot(3, False)),)
