"""Dekalko: every decision D4, by its id, and the rulebook's own example."""

from __future__ import annotations

from dataclasses import replace

import pytest

from drawmate.games.clock import LAG, TIE
from drawmate.games.conformance import secrets
from drawmate.games.dekalko import Config, Dekalko, score
from drawmate.games.dekalko.records import (
    COVERS,
    ROUNDS,
    Accept,
    Accepting,
    Decline,
    Guessing,
    Inked,
    Judging,
    Over,
    Ruled,
    Showing,
    Shown,
    TakeCover,
    Taken,
    Traced,
    Tracing,
    Voiding,
    VoteOpened,
    VoteVoid,
)
from drawmate.games.races import Guess, Matched, Pass
from drawmate.games.record import Match
from drawmate.games.rules import REFEREE, Choice, ConfigError, Held, Holder, IllegalAction, Ready
from drawmate.games.votes import Ballot, Vote


def table(seats: int, *, config: Config | None = None, people: bool = True, seed: int = 7) -> Match:
    return Match(Dekalko(), config or Config(), tuple(Holder(f"s{n}", people) for n in range(seats)), seed)


def cover_all(match: Match, order: list[int], now: int = 1_000) -> None:
    """Everyone has ink and takes a cover in this order."""
    for seat in order:
        match.apply(REFEREE, Inked(seat, True), now)
    for seat in order:
        match.apply(seat, TakeCover(), now)
        match.apply(REFEREE, Traced(seat, 1.0), now)


def guess(match: Match, seat: int, kind: str, now: int) -> None:
    match.apply(seat, Guess("word"), now)
    match.apply(REFEREE, Matched(seat, kind), now)  # type: ignore[arg-type]


def all_pass(match: Match, now: int) -> None:
    for seat in match.state.phase.race.guessers:
        match.apply(seat, Pass(), now)


def all_ready(match: Match, now: int) -> None:
    for seat in match.state.sitting.seats:
        if isinstance(match.state.phase, Showing) and seat not in match.state.phase.ready:
            match.apply(seat, Ready(), now)


def refused(match: Match, actor: int, action: object, now: int) -> str:
    before = match.state
    with pytest.raises(IllegalAction) as caught:
        match.apply(actor, action, now)
    assert match.state is before
    return caught.value.code


def test_t85_the_rulebooks_example_totals_6_2_2_3_and_d4_16_pictures_stay_won() -> None:
    # Covers 4, 2, 3, 1; the drawings of seats with 4, 2 and 1 are guessed; pictures won 1, 0, 1, 1.
    assert score(4, (Taken(0, 4), Taken(1, 2), Taken(3, 1)), (0, 2, 3)) == (6, 2, 2, 3)


def test_t85_the_same_example_played_through() -> None:
    match = table(4)
    cover_all(match, [0, 2, 1, 3])
    for now, winner in ((5_000, 2), (15_000, None), (25_000, 3), (35_000, 0)):
        artist = match.state.artist
        if winner is None:
            all_pass(match, now)
        else:
            guess(match, winner, "right", now)
            match.expire(now + TIE + LAG)
        assert match.state.phase.winner == winner, artist
        all_ready(match, now + 4_000)
    assert match.state.finished == ((6, 2, 2, 3),)


def test_covers_and_rounds_follow_the_number_of_seats() -> None:
    assert {n: tuple(sorted(c)) for n, c in COVERS.items()} == {
        3: (1, 2, 3),
        4: (1, 2, 3, 4),
        5: (1, 2, 2, 3, 4),
        6: (1, 2, 2, 3, 3, 4),
    }
    assert ROUNDS == {3: 5, 4: 5, 5: 4, 6: 4}


@pytest.mark.parametrize("seats", [2, 7])
def test_d0_2_a_table_of_the_wrong_size_is_refused(seats: int) -> None:
    with pytest.raises(ConfigError) as caught:
        table(seats)
    assert caught.value.code == "wrong_seats"


def test_d4_3_the_last_seat_has_fifteen_seconds_then_takes_the_last_cover() -> None:
    match = table(3)
    for seat in (0, 1):
        match.apply(REFEREE, Inked(seat, True), 0)
    match.apply(2 - 2, TakeCover(), 1_000)
    match.apply(1, TakeCover(), 2_000)
    assert match.state.sitting.clock.deadline == 17_000
    match.expire(17_000 + LAG)
    assert match.state.taken == (Taken(0, 3), Taken(1, 2), Taken(2, 1))


def test_d4_3_the_soft_limit_is_two_minutes_and_then_lots_are_drawn() -> None:
    match = table(4)
    assert match.state.sitting.clock.deadline == 120_000
    match.expire(120_000 + LAG)
    assert sorted(t.cover for t in match.state.taken) == [1, 2, 3, 4]
    orders = {tuple(t.seat for t in _expired(seed).state.taken) for seed in range(12)}
    assert len(orders) > 1


def _expired(seed: int) -> Match:
    match = table(4, seed=seed)
    match.expire(120_000 + LAG)
    return match


def test_d4_4_a_cover_needs_the_least_ink() -> None:
    match = table(3)
    assert refused(match, 0, TakeCover(), 10) == "too_little_ink"
    match.apply(REFEREE, Inked(0, True), 20)
    match.apply(REFEREE, Inked(0, False), 30)
    assert refused(match, 0, TakeCover(), 40) == "too_little_ink"
    match.apply(REFEREE, Inked(0, True), 50)
    match.apply(0, TakeCover(), 60)


@pytest.mark.parametrize(("votes", "void"), [((True, True), True), ((True, False), False), ((), False)])
def test_d4_5_a_tracing_that_is_none_is_put_to_the_vote_and_a_tie_does_not_void(
    votes: tuple[bool, ...], void: bool
) -> None:
    match = table(3)
    for seat in (0, 1, 2):
        match.apply(REFEREE, Inked(seat, True), 0)
    match.apply(0, TakeCover(), 1_000)
    match.apply(REFEREE, Traced(0, 0.59), 1_100)
    for seat in (1, 2):
        match.apply(seat, TakeCover(), 2_000)
    assert isinstance(match.state.phase, Voiding)
    assert refused(match, 0, VoteVoid(False), 2_500) == "not_yours"
    for seat, vote in zip((1, 2), votes, strict=False):
        match.apply(seat, VoteVoid(vote), 3_000)
    if not votes:
        match.expire(22_000 + LAG)
    assert isinstance(match.state.phase, Guessing)
    assert (0 in match.state.voided) is void
    guess(match, 1, "right", 23_000)
    match.expire(23_000 + TIE + LAG)
    assert match.state.kept == (() if void else (Taken(0, 3),))
    assert match.state.won == (1,)


def test_d4_5_a_tracing_at_the_bound_is_not_put_to_the_vote() -> None:
    match = table(3)
    for seat in (0, 1, 2):
        match.apply(REFEREE, Inked(seat, True), 0)
    match.apply(0, TakeCover(), 1_000)
    match.apply(REFEREE, Traced(0, 0.6), 1_100)
    match.apply(1, TakeCover(), 1_200)
    match.apply(2, TakeCover(), 1_200)
    assert isinstance(match.state.phase, Guessing)


def unread(config: Config | None = None) -> Match:
    """The first tracing is revealed and nobody knows yet how well it follows its picture."""
    match = table(3, config=config)
    for seat in (0, 1, 2):
        match.apply(REFEREE, Inked(seat, True), 0)
        match.apply(seat, TakeCover(), 1_000)
    assert isinstance(match.state.phase, Judging)
    return match


@pytest.mark.parametrize("timers", [True, False])
def test_d4_5_a_tracing_not_judged_in_time_is_not_void(timers: bool) -> None:
    match = unread(Config(timers=timers))
    assert match.game.offers(match.state, 1) == ()
    match.expire(4_000)
    assert isinstance(match.state.phase, Guessing)


@pytest.mark.parametrize("opened", [False, True])
def test_d4_5_a_verdict_may_come_until_the_first_guess(opened: bool) -> None:
    match = unread()
    if opened:
        match.expire(4_000)
    match.apply(REFEREE, Traced(0, 0.4), 4_100)
    assert match.state.phase == Voiding(Vote((1, 2)))
    assert match.events[-2].what == VoteOpened(0, 0.4, (1, 2))
    match.apply(1, VoteVoid(True), 5_000)
    match.apply(2, VoteVoid(True), 5_000)
    assert match.events[-2].what == Ruled(0, Vote((1, 2), (Ballot(1, True), Ballot(2, True))), True)
    seen = match.game.view(match.state, None)
    assert seen.precision == (Traced(0, 0.4),)
    assert seen.voided == (0,)


def test_d4_5_after_the_first_guess_a_verdict_is_too_late() -> None:
    match = unread()
    match.expire(4_000)
    match.apply(1, Pass(), 4_100)
    assert refused(match, REFEREE, Traced(0, 0.1), 4_200) == "not_now"


def test_d4_5_the_precision_of_a_tracing_is_hidden_until_it_is_revealed() -> None:
    match = unread()
    match.apply(REFEREE, Traced(1, 0.7), 1_100)
    assert match.game.view(match.state, None).precision == ()


def test_d0_6_who_leaves_while_the_table_votes_is_not_waited_for() -> None:
    match = unread()
    match.apply(REFEREE, Traced(0, 0.1), 1_100)
    match.apply(1, VoteVoid(True), 2_000)
    match.apply(REFEREE, Held(2, False), 2_100)
    assert isinstance(match.state.phase, Guessing)
    assert match.state.voided == {0}


def test_d0_8_a_vote_cast_in_time_may_arrive_late() -> None:
    match = unread()
    match.apply(REFEREE, Traced(0, 0.1), 1_100)
    deadline = match.state.sitting.clock.deadline
    match.expire(deadline + LAG - 1)
    match.apply(1, VoteVoid(True), deadline)
    match.expire(deadline + LAG)
    assert match.state.voided == {0}


def test_d0_6_an_artist_who_leaves_takes_no_near_guess() -> None:
    match = table(3)
    cover_all(match, [0, 1, 2])
    guess(match, 1, "near", 2_000)
    match.apply(2, Pass(), 2_000)
    assert isinstance(match.state.phase, Accepting)
    match.apply(REFEREE, Held(0, False), 2_100)
    assert match.state.phase == Showing(None)


def test_d4_3_at_the_limit_blank_tracings_take_their_covers_last() -> None:
    for seed in range(8):
        match = table(4, seed=seed)
        for seat in (1, 3):
            match.apply(REFEREE, Inked(seat, True), 0)
        match.expire(120_000 + LAG)
        assert {t.seat for t in match.state.taken[:2]} == {1, 3}


def test_d4_8_the_canvases_of_the_end_are_those_of_the_last_round() -> None:
    match = table(3)
    now = 0
    while not isinstance(match.state.phase, Over):
        now = (match.state.sitting.clock.deadline or now) + LAG
        match.expire(now)
    assert match.game.view(match.state, None).canvases == ("5.0", "5.1", "5.2")
    assert match.game.view(match.state, None).round == 5


def test_d0_10_an_ai_that_takes_the_first_cover_too_soon_is_refused() -> None:
    match = table(3, people=False)
    match.apply(REFEREE, Inked(0, True), 0)
    assert refused(match, 0, TakeCover(), 24_999) == "too_early"
    match.apply(0, TakeCover(), 25_000)


def test_d4_6_after_the_cover_the_canvas_is_locked() -> None:
    match = table(3)
    assert match.game.offers(match.state, 0)
    cover_all(match, [0])
    assert match.game.offers(match.state, 0) == ()
    assert refused(match, 0, TakeCover(), 2_000) == "already_done"
    assert refused(match, REFEREE, Inked(0, False), 2_000) == "not_now"


def test_d4_7_covers_go_strictly_to_who_comes_first() -> None:
    match = table(4)
    cover_all(match, [2, 0, 3, 1])
    assert match.state.taken == (Taken(2, 4), Taken(0, 3), Taken(3, 2), Taken(1, 1))


def test_d4_8_of_equal_covers_the_earlier_taker_reveals_first() -> None:
    match = table(6)
    cover_all(match, [5, 3, 1, 4, 2, 0])
    assert [t.cover for t in match.state.order] == [4, 3, 3, 2, 2, 1]
    assert [t.seat for t in match.state.order] == [5, 3, 1, 4, 2, 0]


def test_d4_9_of_simultaneous_right_guesses_the_lowest_cover_wins() -> None:
    match = table(4)
    cover_all(match, [0, 1, 2, 3])
    guess(match, 1, "right", 5_000)
    guess(match, 3, "right", 5_000 + TIE)
    assert refused(match, 2, Guess("late"), 5_001 + TIE) == "too_late"
    match.expire(5_000 + TIE + LAG)
    assert match.state.phase.winner == 3


def test_d4_9_of_equal_lowest_covers_the_nearest_clockwise_of_the_artist_wins() -> None:
    match = table(5)
    cover_all(match, [3, 0, 4, 2, 1])
    assert match.state.artist == 3
    guess(match, 2, "right", 5_000)
    guess(match, 4, "right", 5_020)
    match.expire(5_020 + TIE + LAG)
    assert match.state.phase.winner == 4


def test_d0_8_a_guess_that_was_earlier_by_more_than_a_tie_wins_whatever_its_cover() -> None:
    match = table(3)
    cover_all(match, [0, 1, 2])
    match.apply(1, Guess("word"), 5_000)
    match.apply(2, Guess("word"), 5_001 + TIE)
    match.apply(REFEREE, Matched(2, "right"), 5_300)
    match.apply(REFEREE, Matched(1, "right"), 5_301)
    assert match.state.phase.winner == 1


def test_d4_12_one_guess_each_a_pass_is_one_too_and_time_is_thirty_seconds() -> None:
    match = table(3)
    cover_all(match, [0, 1, 2])
    assert match.state.sitting.clock.deadline == 31_000
    match.apply(1, Pass(), 2_000)
    assert refused(match, 1, Guess("after all"), 2_100) == "already_done"
    assert refused(match, 0, Guess("my own"), 2_100) == "not_yours"
    assert refused(match, 2, Guess("x" * 101), 2_100) == "too_long"
    match.expire(31_000 + LAG)
    assert match.state.phase == Showing(None)


@pytest.mark.parametrize(("late", "code"), [(0, None), (1, "too_late")])
def test_t63_a_guess_counts_by_when_it_was_made(late: int, code: str | None) -> None:
    match = table(3)
    cover_all(match, [0, 1, 2])
    deadline = match.state.sitting.clock.deadline
    match.expire(deadline + 80)
    if code is None:
        match.apply(1, Guess("word"), deadline + late)
    else:
        assert refused(match, 1, Guess("word"), deadline + late) == code


def test_d4_13_a_person_may_accept_a_near_answer_and_an_ai_abstains() -> None:
    for person in (True, False):
        match = table(3, people=person)
        cover_all(match, [0, 1, 2], 30_000)
        guess(match, 1, "near", 32_000)
        guess(match, 2, "near", 32_500)
        if not person:
            assert match.state.phase == Showing(None)
            continue
        assert isinstance(match.state.phase, Accepting)
        assert refused(match, 1, Accept(1), 32_600) == "not_yours"
        assert refused(match, 0, Accept(0), 32_600) == "not_near"
        match.apply(0, Accept(2), 32_700)
        assert match.state.phase.winner == 2


def test_d4_13_near_answers_lapse_after_five_seconds_or_when_declined() -> None:
    for declined in (True, False):
        match = table(3)
        cover_all(match, [0, 1, 2])
        guess(match, 1, "near", 2_000)
        match.apply(2, Pass(), 2_000)
        if declined:
            match.apply(0, Decline(), 2_100)
        else:
            match.expire(7_000 + LAG)
        assert match.state.phase == Showing(None)


def test_d4_13_an_exact_answer_cannot_be_refused_by_the_artist() -> None:
    match = table(3)
    cover_all(match, [0, 1, 2])
    guess(match, 1, "near", 2_000)
    guess(match, 2, "right", 3_000)
    assert match.state.phase.winner == 2


def test_d4_15_the_picture_is_shown_after_the_cover_has_gone_back() -> None:
    match = table(3)
    cover_all(match, [0, 1, 2])
    all_pass(match, 2_000)
    assert match.state.kept == ()
    card = match.state.cards[0]
    assert match.events[-2].what == Shown(0, card, None, None)
    assert match.game.view(match.state, None).card == card


def test_d4_19_no_picture_comes_twice_and_a_small_deck_is_refused() -> None:
    with pytest.raises(ConfigError) as caught:
        table(6, config=Config(cards=23))
    assert caught.value.code == "too_few_cards"
    match = table(6, config=Config(cards=24))
    dealt = list(match.state.cards)
    now = 0
    while not isinstance(match.state.phase, Over):
        before = match.state.cards
        now = (match.state.sitting.clock.deadline or now) + LAG
        match.expire(now)
        if match.state.cards != before:
            dealt.extend(match.state.cards)
    assert sorted(dealt) == list(range(24))


def test_d4_21_a_guesser_sees_the_tracing_only() -> None:
    match = table(3)
    cover_all(match, [0, 1, 2])
    for seat, sees in ((0, True), (1, False), (2, False), (None, False)):
        view = match.game.view(match.state, seat)
        assert (view.card is not None) is sees
        assert match.state.canvas(0) in view.canvases
        assert match.state.canvas(2) not in view.canvases or seat == 2


def test_d0_10_an_ai_does_not_force_the_first_cover_before_its_floor() -> None:
    match = table(3)
    match.apply(REFEREE, Inked(0, True), 0)
    match.apply(REFEREE, Inked(1, True), 0)
    assert Choice(TakeCover(), ai_from=25_000) in match.game.offers(match.state, 0)
    match.apply(0, TakeCover(), 9_000)
    assert Choice(TakeCover()) in match.game.offers(match.state, 1)


def test_d0_10_where_people_have_twice_the_time_an_ai_takes_the_first_cover_after_twice_its_floor() -> None:
    match = table(3, config=Config(stretch=2.0), people=False)
    match.apply(REFEREE, Inked(0, True), 0)
    assert Choice(TakeCover(), ai_from=50_000) in match.game.offers(match.state, 0)
    assert refused(match, 0, TakeCover(), 49_999) == "too_early"
    match.apply(0, TakeCover(), 50_000)


def test_d0_9_without_timers_a_phase_waits_for_people() -> None:
    match = table(3, config=Config(timers=False))
    assert match.state.sitting.clock.deadline is None
    cover_all(match, [0, 1, 2])
    match.expire(10_000_000)
    assert isinstance(match.state.phase, Guessing)


def test_d0_6_a_seat_changes_hands_and_nothing_else_changes() -> None:
    match = table(3)
    cover_all(match, [0, 1, 2])
    before = match.state
    match.apply(REFEREE, Held(1, False), 2_000)
    match.apply(REFEREE, Held(1, True), 3_000)
    assert match.state == before
    assert refused(match, REFEREE, Held(3, False), 3_000) == "unknown_seat"


def test_d0_6_when_the_last_person_who_was_not_ready_leaves_the_game_goes_on() -> None:
    match = table(3)
    cover_all(match, [0, 1, 2])
    all_pass(match, 2_000)
    match.apply(0, Ready(), 2_100)
    match.apply(1, Ready(), 2_100)
    match.apply(REFEREE, Held(2, False), 2_200)
    assert isinstance(match.state.phase, Guessing)


def test_d0_5_a_final_tie_goes_to_the_better_last_round_and_is_else_shared() -> None:
    match = table(3)
    over = replace(match.state, phase=Over(), finished=((4, 6, 0), (4, 2, 0)))
    result = Dekalko().outcome(over)
    assert result is not None
    assert result.winners == (0,)
    shared = Dekalko().outcome(replace(over, finished=((4, 4, 0), (2, 2, 0))))
    assert shared is not None
    assert shared.winners == (0, 1)


def test_the_pictures_of_the_others_are_hidden_until_they_are_shown() -> None:
    plain = table(4)
    other = table(4)
    swapped = (*other.state.cards[:2], other.state.cards[3], other.state.cards[2])
    other.state = replace(other.state, cards=swapped)
    other.events = list(plain.events)
    shown: set[int] = set()

    def may_know(match: Match, seat: int | None) -> bool:
        return seat in (2, 3) or bool(shown & {2, 3})

    for match in (plain, other):
        cover_all(match, [0, 1, 2, 3])
    secrets(plain, other, may_know)
    for now in (3_000, 6_000, 9_000, 12_000):
        for match in (plain, other):
            all_pass(match, now)
        shown.add(plain.state.artist)
        secrets(plain, other, may_know)
        for match in (plain, other):
            all_ready(match, now + 1)
        secrets(plain, other, may_know)


def test_a_tracing_phase_is_open_to_ink_for_those_who_still_trace() -> None:
    match = table(3)
    assert isinstance(match.state.phase, Tracing)
    assert match.game.view(match.state, 1).canvases == (match.state.canvas(1),)
    assert match.game.view(match.state, None).canvases == ()


def test_d0_12_a_guess_that_is_never_judged_is_wrong_five_seconds_after_the_race() -> None:
    match = table(3)
    cover_all(match, [0, 1, 2])
    match.apply(1, Guess("word"), 30_900)
    match.expire(31_000 + LAG)
    assert isinstance(match.state.phase, Guessing)
    assert refused(match, 2, Guess("word"), 31_300) == "already_done"
    assert match.state.sitting.clock.deadline == 36_000 + LAG
    match.expire(36_000 + LAG)
    assert match.state.phase == Showing(None)


def test_d0_12_a_guess_judged_after_the_race_still_counts() -> None:
    match = table(3)
    cover_all(match, [0, 1, 2])
    match.apply(1, Guess("word"), 30_900)
    match.expire(31_000 + LAG)
    match.apply(REFEREE, Matched(1, "right"), 33_000)
    assert match.state.phase.winner == 1


def test_d4_3_the_last_seat_has_fifteen_seconds_without_timers_too() -> None:
    match = table(3, config=Config(timers=False, stretch=2.0))
    cover_all(match, [0, 1])
    assert match.state.sitting.clock.deadline == 31_000
    match.expire(31_000 + LAG)
    assert match.state.taken[-1] == Taken(2, 1)
