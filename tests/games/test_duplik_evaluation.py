"""Duplik: marks, objections, votes and leavers in the evaluation, decisions D1.13–D1.29."""

from __future__ import annotations

import pytest
from tests.games.duplik_tables import (
    NO,
    YES,
    box,
    choices,
    clock,
    drawn,
    evaluated,
    evaluator,
    happened,
    judge,
    mark,
    mark_all,
    read_on,
    refused,
    run_out,
    table,
    voting,
)

from drawmate.games.duplik import Config
from drawmate.games.duplik.evaluation import LONGEST_REASON, objectable, unjudged
from drawmate.games.duplik.happenings import (
    CriterionRead,
    Marked,
    Objected,
    Opinion,
    Ruled,
    Scored,
    VoteOpened,
)
from drawmate.games.duplik.play import AI_PAUSE
from drawmate.games.duplik.records import (
    Announcing,
    Assigned,
    Box,
    Cast,
    Choose,
    Choosing,
    Gallery,
    Judged,
    LastCall,
    Mark,
    Marking,
    Object,
    Objecting,
    PassCanvases,
    Passing,
    Read,
    Verdict,
    Voting,
)
from drawmate.games.record import Match
from drawmate.games.rules import REFEREE, Ask, Held, Ready
from drawmate.games.votes import Ballot, Vote


def denied(seats: int = 5, *, ai: tuple[int, ...] = (), config: Config | None = None) -> Match:
    """Criterion 1 is marked: no for seat 1, who may object, and yes for the others."""
    match = evaluated(table(seats, ai=ai, config=config))
    mark_all(match, but=[(1, "no")])
    return match


def cast(match: Match, **votes: bool | None) -> None:
    for name, yes in votes.items():
        match.apply(int(name[1:]), Cast(yes), clock(match) + 10)


def in_last_call(answer: str = "no", seats: int = 4) -> Match:
    """All ten criteria are read and marked alike."""
    match = evaluated(table(seats))
    read_on(match, 9, answer)  # type: ignore[arg-type]
    mark_all(match, answer)  # type: ignore[arg-type]
    return match


# D1.13, D1.14: who marks


def test_d1_13_an_ai_evaluator_marks_by_the_models_verdict() -> None:
    match = evaluated(table(4, ai=[2]))
    assert evaluator(match, 1) == 2
    assert choices(match, 2) == {}
    assert refused(match, 2, Mark(1, "no")) == "not_yours"
    judge(match, 1, "no")
    assert box(match, 1, 1) == Box(1, "no")


def test_d1_13_with_ai_off_a_canvas_without_a_person_to_mark_it_goes_to_a_vote() -> None:
    match = evaluated(table(3, config=Config(ai=False)))
    mark(match, 1, "yes")
    match.apply(REFEREE, Held(1, False), clock(match))
    assert match.state.round.evaluators == (Assigned(1, 2), Assigned(2, 1))
    assert voting(match).seat == 2
    assert voting(match).vote.electors == (2,)
    assert match.game.offers(match.state, REFEREE) == ()
    assert refused(match, REFEREE, Judged(1, (YES,) * 10)) == "not_now"


def test_d1_14_each_canvas_has_one_evaluator() -> None:
    match = evaluated(table(6))
    assert sorted(e.evaluator for e in match.state.round.evaluators) == [1, 2, 3, 4, 5]
    assert all(e.seat != e.evaluator for e in match.state.round.evaluators)
    assert refused(match, 3, Mark(1, "yes")) == "not_yours"
    assert refused(match, 0, Mark(1, "yes")) == "not_yours"
    assert refused(match, 2, Mark(0, "yes")) == "not_yours"
    assert refused(match, 2, Mark(1, "maybe")) == "bad_value"  # type: ignore[arg-type]
    mark(match, 1, "yes")
    assert refused(match, 2, Mark(1, "no")) == "already_done"


def test_d1_14_a_verdict_is_sealed_until_the_person_marks_then_a_second_opinion() -> None:
    match = evaluated(table(4), judged=True)
    assert match.game.view(match.state, None).opinions == ()
    mark(match, 1, "no")
    assert match.game.view(match.state, 3).opinions == (Opinion(1, 1, YES),)
    assert happened(match, Opinion) == [Opinion(1, 1, YES)]
    assert box(match, 1, 1) == Box(1, "no")


def test_d1_14_a_verdict_after_the_mark_is_shown_at_once_with_its_evidence() -> None:
    match = evaluated(table(4))
    mark(match, 1, "yes")
    verdict = Verdict("no", "the roof is missing", (4, 7))
    match.apply(REFEREE, Judged(1, (verdict,) * 10), clock(match))
    assert happened(match, Opinion) == [Opinion(1, 1, verdict)]
    assert box(match, 1, 1).met


def test_d1_14_the_model_is_asked_once_for_each_canvas_with_ink() -> None:
    match = drawn(table(4), blank=[2])
    asked = match.game.offers(match.state, REFEREE)
    assert [offer.question.canvas for offer in asked if isinstance(offer, Ask)] == ["1.1", "1.3"]
    judge(match, 1, "yes")
    assert unjudged(match.state) == (3,)
    assert refused(match, REFEREE, Judged(1, (YES,) * 10)) == "already_done"
    assert refused(match, REFEREE, Judged(2, (YES,) * 10)) == "not_now"
    assert refused(match, REFEREE, Judged(3, (YES,) * 9)) == "bad_value"
    assert (
        refused(match, REFEREE, Judged(3, (Verdict("no", "x" * (LONGEST_REASON + 1)),) * 10)) == "bad_value"
    )


def test_d1_14_ai_marks_and_people_object_by_default_when_one_person_plays() -> None:
    match = evaluated(table(4, ai=[0, 2, 3]), judged=True)
    assert isinstance(match.state.phase, Objecting)
    assert [b.answer for b in match.state.round.rows[0]] == ["yes"] * 3


def test_d1_14_the_option_lets_the_model_mark_for_people_who_may_object() -> None:
    match = drawn(table(4, config=Config(ai_marks=True)))
    judge(match, 1, "no")
    judge(match, 2, "yes")
    run_out(match)
    assert isinstance(match.state.phase, Marking)
    assert refused(match, 3, Mark(2, "no")) == "not_yours"
    judge(match, 3, "yes")
    assert [b.answer for b in match.state.round.rows[0]] == ["no", "yes", "yes"]
    match.apply(1, Object(1), clock(match))
    cast(match, s1=True, s2=None, s3=None)
    assert box(match, 1, 1).met


def test_d1_14_the_option_off_a_lone_person_marks_their_own_sheet() -> None:
    match = evaluated(table(4, ai=[0, 2, 3], config=Config(ai_marks=False)), judged=True)
    assert isinstance(match.state.phase, Marking)
    mark(match, 3, "no")
    assert isinstance(match.state.phase, Objecting)


# D1.15, D1.16: leavers


def test_d1_15_the_canvas_of_an_artist_who_leaves_is_still_evaluated() -> None:
    match = evaluated(table(4))
    match.apply(REFEREE, Held(1, False), clock(match))
    mark(match, 1, "yes")
    assert box(match, 1, 1).met


@pytest.mark.parametrize(("direction", "heir"), [("left", 4), ("right", 2)])
def test_d1_15_the_evaluators_canvas_goes_on_in_passing_direction_to_who_did_not_draw_it(
    direction: str, heir: int
) -> None:
    match = drawn(table(5))
    match.apply(0, PassCanvases(direction), clock(match))  # type: ignore[arg-type]
    author = {"left": 2, "right": 4}[direction]
    assert evaluator(match, author) == 3
    match.apply(REFEREE, Held(3, False), clock(match))
    assert evaluator(match, author) == heir
    assert happened(match, Assigned) == [Assigned(author, heir)]
    mark(match, author, "yes")
    match.apply(REFEREE, Held(3, True), clock(match))
    assert evaluator(match, author) == heir


def test_d1_15_an_author_never_gets_their_own_canvas_and_then_the_ai_marks() -> None:
    match = evaluated(table(4, ai=[2]))
    assert evaluator(match, 1) == 2
    assert evaluator(match, 2) == 3
    match.apply(REFEREE, Held(3, False), clock(match))
    assert evaluator(match, 2) == 1
    match.apply(REFEREE, Held(1, False), clock(match))
    assert evaluator(match, 3) == 1
    judge(match, 3, "yes")
    assert box(match, 3, 1).answer == "yes"


def test_d1_16_when_the_portrayer_leaves_the_server_reads_on_and_the_seat_scores() -> None:
    match = evaluated(table(4, config=Config(timers=False)))
    mark_all(match)
    assert match.state.sitting.clock.deadline is None
    match.apply(REFEREE, Held(0, False), clock(match))
    assert match.state.sitting.clock.deadline == clock(match) + 10_000
    for number in range(2, 11):
        run_out(match)
        assert happened(match, CriterionRead)[-1] == CriterionRead(number)
        mark_all(match)
    assert isinstance(match.state.phase, Gallery)
    assert match.state.finished[0][0] == 10


def test_d1_16_d0_10_an_ai_portrayer_leaves_time_to_object() -> None:
    match = evaluated(table(4, ai=[0]))
    mark_all(match)
    assert choices(match, 0) == {Read(): clock(match) + AI_PAUSE}


# D1.17 – D1.20: uncertain evaluators and artists who object


def test_d1_17_no_mark_in_30_s_is_uncertain_and_opens_a_vote() -> None:
    match = evaluated(table(4))
    assert match.state.sitting.clock.deadline == clock(match) + 30_000
    mark(match, 2, "yes")
    mark(match, 3, "yes")
    run_out(match)
    assert happened(match, Marked)[-1] == Marked(1, 1, "uncertain")
    assert (voting(match).seat, voting(match).number) == (1, 1)


def test_d1_18_an_uncertain_evaluator_opens_a_vote_once_all_have_marked() -> None:
    match = evaluated(table(4))
    mark(match, 1, "uncertain")
    assert isinstance(match.state.phase, Marking)
    mark(match, 2, "yes")
    mark(match, 3, "uncertain")
    assert voting(match).seat == 1
    cast(match, s1=True, s2=True, s3=True)
    assert voting(match).seat == 3


def test_d1_18_only_who_was_denied_may_object() -> None:
    match = denied()
    assert Object(1) in choices(match, 1)
    assert choices(match, 2) == {}
    assert refused(match, 2, Object(1)) == "not_denied"
    assert refused(match, 0, Object(1)) == "not_yours"
    assert refused(match, 1, Object(2)) == "not_now"
    assert refused(match, 1, Object(0)) == "not_now"
    match.apply(1, Object(1), clock(match))
    assert happened(match, Objected) == [Objected(1, 1)]
    assert happened(match, VoteOpened) == [VoteOpened(1, 1, (1, 2, 3, 4))]


def test_d1_18_the_denied_may_object_at_once_while_others_still_mark() -> None:
    match = evaluated(table(4))
    assert refused(match, 1, Object(1)) == "not_denied"
    mark(match, 1, "no")
    match.apply(1, Object(1), clock(match))
    assert isinstance(match.state.phase, Marking)
    mark(match, 2, "yes")
    mark(match, 3, "yes")
    assert voting(match).seat == 1


def test_d1_18_objections_during_a_vote_wait_for_their_turn() -> None:
    match = evaluated(table(4))
    mark_all(match, "no")
    match.apply(2, Object(1), clock(match))
    match.apply(1, Object(1), clock(match))
    assert voting(match).seat == 2
    cast(match, s1=False, s2=False, s3=False)
    assert voting(match).seat == 1


def test_d1_19_an_objection_may_come_until_the_next_criterion_is_read() -> None:
    match = denied()
    match.apply(0, Read(), clock(match))
    assert refused(match, 1, Object(1)) == "too_late"
    assert objectable(match.state, 1) == ()


def test_d1_19_then_one_last_call_of_20_s_for_all_that_was_denied() -> None:
    match = in_last_call()
    assert isinstance(match.state.phase, LastCall)
    assert match.state.sitting.clock.deadline == clock(match) + 20_000
    assert objectable(match.state, 1) == tuple(range(1, 11))
    match.apply(1, Object(3), clock(match) + 5_000)
    cast(match, s1=True, s2=True, s3=False)
    assert box(match, 1, 3) == Box(1, "no", disputed=True, ruling=True)
    assert isinstance(match.state.phase, LastCall)
    assert match.state.sitting.clock.deadline == clock(match) + 15_000
    run_out(match)
    assert refused(match, 1, Object(4)) == "too_late"
    assert match.state.finished[0] == (box_points(match, 3), box_points(match, 3, artist=True), 0, 0)


def box_points(match: Match, number: int, *, artist: bool = False) -> int:
    return 3 if artist and match.state.round.golden == number else 1


def test_d1_19_several_objections_in_the_last_call_share_its_20_s() -> None:
    match = in_last_call()
    match.apply(1, Object(3), clock(match) + 5_000)
    match.apply(2, Object(1), clock(match) + 5_000)
    assert voting(match).number == 3
    cast(match, s1=True, s2=True, s3=True)
    assert (voting(match).seat, voting(match).number) == (2, 1)
    run_out(match)
    assert match.state.sitting.clock.deadline == clock(match) + 15_000


def test_d1_19_the_last_call_ends_when_nobody_who_may_object_wants_to() -> None:
    match = in_last_call()
    for seat in (1, 2):
        match.apply(seat, Ready(), clock(match))
        assert refused(match, seat, Ready()) == "already_done"
        assert isinstance(match.state.phase, LastCall)
    assert refused(match, 0, Ready()) == "not_now"
    match.apply(3, Ready(), clock(match))
    assert isinstance(match.state.phase, Gallery)


def test_d1_19_without_anything_to_object_to_there_is_no_last_call() -> None:
    assert isinstance(in_last_call("yes").state.phase, Gallery)


def test_d1_19_ai_seats_do_not_keep_people_waiting_in_the_last_call() -> None:
    match = in_last_call()
    match.apply(REFEREE, Held(3, False), clock(match))
    match.apply(1, Ready(), clock(match))
    match.apply(2, Ready(), clock(match))
    assert isinstance(match.state.phase, Gallery)


def test_d1_20_one_vote_for_each_canvas_and_criterion() -> None:
    match = denied()
    match.apply(1, Object(1), clock(match))
    assert refused(match, 1, Object(1)) == "already_done"
    cast(match, s1=True, s2=False, s3=False, s4=False)
    assert not box(match, 1, 1).met
    assert refused(match, 1, Object(1)) == "already_done"
    assert choices(match, 1) == {}


# D1.21 – D1.24: votes


def test_d1_21_all_artists_vote_the_owner_included_and_the_portrayer_never() -> None:
    match = denied()
    match.apply(1, Object(1), clock(match))
    assert voting(match).vote.electors == (1, 2, 3, 4)
    assert choices(match, 0) == {}
    assert refused(match, 0, Cast(True)) == "not_yours"
    match.apply(1, Cast(True), clock(match))
    assert refused(match, 1, Cast(True)) == "already_done"
    assert set(choices(match, 2)) == {Cast(True), Cast(False), Cast(None)}


def test_d1_21_t75_a_voter_leaves_and_the_vote_closes_as_decided() -> None:
    match = denied()
    match.apply(1, Object(1), clock(match))
    cast(match, s1=True, s2=False, s3=False)
    match.apply(REFEREE, Held(4, False), clock(match))
    ballots = (Ballot(1, True), Ballot(2, False), Ballot(3, False))
    assert happened(match, Ruled) == [Ruled(1, 1, Vote((1, 2, 3), ballots), False)]


def test_d1_21_the_ballot_of_a_leaver_is_not_counted() -> None:
    match = denied()
    match.apply(1, Object(1), clock(match))
    cast(match, s1=True, s2=False, s3=False)
    match.apply(REFEREE, Held(3, False), clock(match))
    assert voting(match).vote == Vote((1, 2, 4), (Ballot(1, True), Ballot(2, False)))
    match.apply(REFEREE, Held(3, True), clock(match))
    assert refused(match, 3, Cast(False)) == "not_yours"
    cast(match, s4=None)
    assert box(match, 1, 1).met


@pytest.mark.parametrize(
    ("votes", "met"),
    [
        ((True, True, True, False), True),
        ((True, False, False, False), False),
        ((True, None, False, False), False),
        ((True, None, None, None), True),
        ((None, None, None, False), False),
    ],
)
def test_d1_22_the_majority_of_the_votes_cast_decides(votes: tuple[bool | None, ...], met: bool) -> None:
    match = denied()
    match.apply(1, Object(1), clock(match))
    for seat, yes in enumerate(votes, start=1):
        match.apply(seat, Cast(yes), clock(match))
    assert box(match, 1, 1).met is met
    assert isinstance(match.state.phase, Objecting)


def test_d1_22_a_tie_awards_the_point() -> None:
    match = denied()
    match.apply(1, Object(1), clock(match))
    cast(match, s1=True, s2=False, s3=True, s4=False)
    assert box(match, 1, 1).met


def test_d1_22_t77_nobody_votes_and_the_point_is_given() -> None:
    match = denied()
    match.apply(1, Object(1), clock(match))
    run_out(match)
    assert happened(match, Ruled) == [Ruled(1, 1, Vote((1, 2, 3, 4)), True)]


def test_d1_22_of_two_artists_an_objection_always_succeeds() -> None:
    match = evaluated(table(3))
    mark_all(match, "no")
    match.apply(1, Object(1), clock(match))
    cast(match, s1=True, s2=False)
    assert box(match, 1, 1).met


def test_d1_23_a_vote_lasts_20_s_and_a_missing_vote_is_an_abstention() -> None:
    match = denied()
    match.apply(1, Object(1), clock(match))
    assert match.state.sitting.clock.deadline == clock(match) + 20_000
    cast(match, s2=False)
    run_out(match)
    assert not box(match, 1, 1).met


def disputed(ai: tuple[int, ...], verdict: str | None, config: Config | None = None) -> Match:
    """Seat 1 of five, a person, objects; the model has said ``verdict`` of the canvas of seat 1."""
    match = drawn(table(5, ai=ai, config=config))
    for seat in (2, 3, 4):
        judge(match, seat, "yes")
    run_out(match)
    for seat in (1, 2, 3, 4):
        if box(match, seat, 1).answer is None and evaluator(match, seat) not in ai:
            mark(match, seat, "no" if seat == 1 else "yes")
    if verdict is not None:
        judge(match, 1, verdict)  # type: ignore[arg-type]
    match.apply(1, Object(1), clock(match))
    return match


def test_d1_23_ai_seats_vote_by_the_models_verdict() -> None:
    match = disputed((3, 4), "no", Config(people_decide=False))
    assert voting(match).vote.ballots == (Ballot(3, False), Ballot(4, False))
    assert choices(match, 3) == {}
    assert refused(match, 3, Cast(True)) == "not_yours"
    cast(match, s1=True, s2=None)
    assert not box(match, 1, 1).met


def test_d1_23_a_verdict_that_comes_during_the_vote_is_counted_when_it_comes() -> None:
    match = disputed((3, 4), None, Config(people_decide=False))
    cast(match, s1=True, s2=True)
    assert isinstance(match.state.phase, Voting)
    judge(match, 1, "no")
    assert happened(match, Ruled)[-1].met  # type: ignore[attr-defined]
    assert box(match, 1, 1).met


def test_d1_23_without_a_verdict_or_with_an_uncertain_one_ai_seats_abstain() -> None:
    match = disputed((3, 4), None)
    cast(match, s1=True, s2=False)
    run_out(match)
    assert box(match, 1, 1).met
    unsure = disputed((3, 4), "uncertain")
    assert voting(unsure).vote.ballots == (Ballot(3, None), Ballot(4, None))


def test_d1_23_people_decide_by_default_when_two_or_more_of_them_vote() -> None:
    match = disputed((3, 4), "no")
    assert voting(match).people == {1, 2}
    cast(match, s1=True, s2=None)
    assert box(match, 1, 1).met
    alone = disputed((3, 4), "no", Config(people_decide=False))
    assert voting(alone).people is None


def test_d1_23_ai_votes_count_when_people_tie_0_0() -> None:
    match = disputed((3, 4), "no")
    cast(match, s1=None, s2=None)
    assert not box(match, 1, 1).met


def test_d1_23_one_person_among_ai_electors_is_one_vote_of_all() -> None:
    match = evaluated(table(4, ai=[2, 3]), judged=False)
    for seat in (1, 2, 3):
        judge(match, seat, "no")
    mark(match, 3, "yes")
    match.apply(1, Object(1), clock(match))
    assert voting(match).people is None
    cast(match, s1=True)
    assert not box(match, 1, 1).met


def test_d1_24_the_next_criterion_is_locked_during_a_dispute_and_those_read_stay_visible() -> None:
    match = denied()
    assert refused(match, 1, Read()) == "not_yours"
    match.apply(1, Object(1), clock(match))
    assert refused(match, 0, Read()) == "locked"
    assert match.game.view(match.state, 2).read == (1,)
    cast(match, s1=True, s2=True, s3=True, s4=True)
    match.apply(0, Read(), clock(match))
    assert match.game.view(match.state, 2).read == (1, 2)
    assert refused(match, 0, Read()) == "locked"


def test_d1_24_d0_9_the_next_criterion_is_read_by_itself_after_10_s() -> None:
    match = denied()
    assert match.state.sitting.clock.deadline == clock(match) + 10_000
    run_out(match)
    assert match.game.view(match.state, None).read == (1, 2)


# D1.28, D1.29


def test_d1_28_a_blank_canvas_meets_nothing_and_may_still_be_disputed() -> None:
    match = evaluated(table(4), blank=[1])
    assert box(match, 1, 1) == Box(1, "no")
    assert Mark(1, "yes") not in choices(match, 2)
    assert refused(match, 2, Mark(1, "yes")) == "already_done"
    mark(match, 2, "yes")
    mark(match, 3, "yes")
    match.apply(1, Object(1), clock(match))
    cast(match, s1=True, s2=True, s3=False)
    assert box(match, 1, 1).met


def test_d1_28_all_canvases_blank_leaves_a_round_without_points() -> None:
    match = evaluated(table(3), blank=[1, 2])
    while not isinstance(match.state.phase, Gallery):
        run_out(match)
    assert happened(match, Scored) == [Scored((0, 0, 0), match.state.round.card)]


def test_d1_28_ai_seats_vote_against_a_blank_canvas_without_asking_the_model() -> None:
    match = evaluated(table(4, ai=[2, 3]), blank=[1])
    for seat in (2, 3):
        judge(match, seat, "yes")
    mark(match, 3, "yes")
    match.apply(1, Object(1), clock(match))
    assert voting(match).vote.ballots == (Ballot(2, False), Ballot(3, False))


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_d1_29_a_criterion_about_something_absent_is_the_evaluators_to_judge(answer: str) -> None:
    match = evaluated(table(4))
    match.apply(REFEREE, Judged(1, (NO,) * 10), clock(match))
    mark(match, 1, answer)  # type: ignore[arg-type]
    assert box(match, 1, 1).met is (answer == "yes")
    assert happened(match, Opinion) == [Opinion(1, 1, NO)]


# Changes of holder


def test_a_person_who_comes_back_marks_again() -> None:
    match = evaluated(table(4, ai=[2]))
    match.apply(REFEREE, Held(2, True), clock(match))
    mark(match, 1, "yes")
    assert box(match, 1, 1).met


def test_a_person_who_takes_an_ai_seat_during_a_vote_may_still_vote_for_it() -> None:
    match = disputed((3, 4), None)
    match.apply(REFEREE, Held(4, True), clock(match))
    cast(match, s4=False, s1=None, s2=None)
    judge(match, 1, "no")
    assert not box(match, 1, 1).met


def test_when_all_but_one_person_leave_the_model_takes_over_the_marks() -> None:
    match = evaluated(table(4), judged=True)
    for seat in (0, 2):
        match.apply(REFEREE, Held(seat, False), clock(match))
    assert isinstance(match.state.phase, Marking)
    match.apply(REFEREE, Held(3, False), clock(match))
    assert isinstance(match.state.phase, Objecting)


def test_a_leaver_ends_the_last_call_if_only_they_were_waited_for() -> None:
    match = in_last_call()
    match.apply(1, Ready(), clock(match))
    match.apply(2, Ready(), clock(match))
    match.apply(REFEREE, Held(3, False), clock(match))
    assert isinstance(match.state.phase, Gallery)


@pytest.mark.parametrize("phase", [Choosing, Announcing, Passing, Objecting])
def test_d1_16_d0_9_a_table_without_timers_goes_on_when_the_portrayer_leaves(phase: type) -> None:
    match = table(4, config=Config(ai=False, timers=False, choose_scene=True))
    if phase is not Choosing:
        match.apply(0, Choose(match.state.phase.cards[0]), 1_000)
    if phase in (Passing, Objecting):
        drawn(match)
    if phase is Objecting:
        match.apply(0, PassCanvases("left"), clock(match))
        mark_all(match)
    assert isinstance(match.state.phase, phase)
    assert match.state.sitting.clock.deadline is None
    match.apply(REFEREE, Held(0, False), clock(match))
    run_out(match)
    assert not isinstance(match.state.phase, phase)


def test_d1_19_d0_9_an_artist_who_was_denied_and_leaves_is_not_waited_for() -> None:
    match = evaluated(table(4, config=Config(ai=False, timers=False)))
    read_on(match, 9)
    mark_all(match, but=[(1, "no")])
    assert isinstance(match.state.phase, LastCall)
    match.apply(REFEREE, Held(1, False), clock(match))
    assert isinstance(match.state.phase, Gallery)
