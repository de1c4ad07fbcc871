"""ArtBox: every decision D3, by its id."""

from __future__ import annotations

from dataclasses import replace

import pytest

from drawmate.games.artbox import ArtBox, Config, Counts, count, points
from drawmate.games.artbox.deck import draw_words
from drawmate.games.artbox.records import (
    Assign,
    Checked,
    Choosing,
    Drawing,
    Finish,
    HandIn,
    Keep,
    Matching,
    Over,
    Roll,
    Rolling,
    Showing,
    Token,
)
from drawmate.games.clock import LAG
from drawmate.games.conformance import secrets
from drawmate.games.record import Match
from drawmate.games.rules import REFEREE, Choice, ConfigError, Held, Holder, IllegalAction, Ready


def table(seats: int, *, seed: int = 5, **options: object) -> Match:
    config = replace(Config(starter=0), **options)  # type: ignore[arg-type]
    return Match(ArtBox(), config, tuple(Holder(f"s{n}") for n in range(seats)), seed)


def to_drawing(match: Match) -> Match:
    for seat in match.state.sitting.seats:
        match.apply(seat, Keep(match.state.phase.dealt[seat][0]), 1_000)
    match.apply(match.state.start, Roll(), 2_000)
    assert isinstance(match.state.phase, Drawing)
    return match


def to_matching(match: Match, order: list[int] | None = None) -> Match:
    to_drawing(match)
    for seat in order or match.state.sitting.seats:
        match.apply(REFEREE, Checked(seat, True), 3_000)
        match.apply(seat, HandIn(), 3_000)
    assert isinstance(match.state.phase, Matching)
    return match


def assign_all(match: Match, seat: int, now: int, *, right: bool) -> None:
    """A complete draft, all right or all wrong."""
    others = [a for a in match.state.places if a != seat]
    words = [match.state.words[a] for a in others]
    words = words if right else words[1:] + words[:1]
    for author, word in zip(others, words, strict=True):
        match.apply(seat, Assign(match.state.places.index(author), word), now)


def refused(match: Match, actor: int, action: object, now: int) -> str:
    before = match.state
    with pytest.raises(IllegalAction) as caught:
        match.apply(actor, action, now)
    assert match.state is before
    return caught.value.code


@pytest.mark.parametrize(("seats", "target"), [(3, 5), (4, 5), (5, 4), (6, 4), (7, 3), (8, 3)])
def test_d3_1_the_target_follows_the_seats_at_the_start(seats: int, target: int) -> None:
    assert table(seats).state.target == target


@pytest.mark.parametrize("seats", [2, 9])
def test_d0_2_a_table_of_the_wrong_size_is_refused(seats: int) -> None:
    with pytest.raises(ConfigError):
        table(seats)


def test_d3_2_the_row_holds_the_words_drawn_and_the_decoys_asked_for() -> None:
    assert len(to_matching(table(4)).state.row) == 4
    match = to_matching(table(4, decoys=3))
    assert len(match.state.row) == 7
    assert set(match.state.words) < set(match.state.row)
    with pytest.raises(ConfigError):
        table(4, decoys=7)


def test_d3_4_used_words_leave_the_game_and_the_others_go_under_the_deck() -> None:
    match = to_drawing(table(3, words=30))
    assert len(match.state.deck) == 30 - 3
    assert not set(match.state.words) & set(match.state.deck)


def test_d3_4_one_row_never_holds_synonyms() -> None:
    groups = tuple(n // 3 for n in range(60))
    for seed in range(20):
        match = to_matching(table(5, seed=seed, words=60, groups=groups, decoys=4))
        chosen = [groups[word] for word in match.state.row]
        assert len(set(chosen)) == len(chosen)


def test_d3_4_a_deck_without_enough_words_ends_the_game() -> None:
    assert draw_words(Config(words=4), (0, 1, 2, 3), 5) == ((0, 1, 2, 3), ())
    match = table(3, words=8)
    now = 0
    while match.outcome() is None:
        now = match.state.sitting.clock.deadline + LAG
        match.expire(now)
    result = match.outcome()
    assert result is not None
    assert result.reason == "no words are left"
    with pytest.raises(ConfigError) as caught:
        table(3, words=5)
    assert caught.value.code == "too_few_cards"


def test_d3_5_four_dice_one_for_each_shape_card() -> None:
    faces = [to_drawing(table(3, seed=seed)).state.faces for seed in range(60)]
    assert all(len(roll) == 4 for roll in faces)
    assert {face for roll in faces for face in roll} == set(range(6))


def test_d3_7_a_drawing_that_lacks_a_shape_cannot_be_handed_in() -> None:
    match = to_drawing(table(3))
    assert refused(match, 0, HandIn(), 3_000) == "not_valid"
    match.apply(REFEREE, Checked(0, True), 3_000)
    assert match.game.view(match.state, 0).valid
    match.apply(REFEREE, Checked(0, False), 3_100)
    assert refused(match, 0, HandIn(), 3_200) == "not_valid"


def test_d3_8_tokens_go_to_who_hands_in_first() -> None:
    match = to_matching(table(4), [2, 0, 3, 1])
    assert match.state.tokens == (Token(2, 1), Token(0, 2), Token(3, 3), Token(1, 4))


def test_d3_9_at_the_limit_valid_drawings_are_handed_in_and_others_withdrawn() -> None:
    match = to_drawing(table(4))
    for seat in (1, 3):
        match.apply(REFEREE, Checked(seat, True), 3_000)
    assert match.state.sitting.clock.deadline == 122_000
    match.expire(122_000 + LAG)
    assert sorted(match.state.places) == [1, 3]
    assert {token.seat for token in match.state.tokens[:2]} == {1, 3}
    assert len(match.state.row) == 4


def test_d3_9_seats_with_a_withdrawn_drawing_get_the_tokens_left_by_lot() -> None:
    orders = set()
    for seed in range(8):
        match = to_drawing(table(4, seed=seed))
        match.apply(REFEREE, Checked(1, True), 3_000)
        match.apply(1, HandIn(), 3_100)
        match.expire(122_000 + LAG)
        assert [token.number for token in match.state.tokens] == [1, 2, 3, 4]
        orders.add(tuple(token.seat for token in match.state.tokens))
    assert len(orders) > 1
    assert all(order[0] == 1 for order in orders)


def test_d3_9_when_nobody_has_a_valid_drawing_the_round_is_over_without_points() -> None:
    match = to_drawing(table(3))
    match.expire(122_000 + LAG)
    assert isinstance(match.state.phase, Showing)
    assert match.state.finished == ((0, 0, 0),)


def test_d3_11_places_are_letters_and_tokens_are_numbers() -> None:
    match = to_matching(table(3))
    assert match.game.view(match.state, 0).canvases == ("1.A", "1.B", "1.C")
    assert [token.number for token in match.state.tokens] == [1, 2, 3]
    assert {match.state.origin(f"1.{letter}") for letter in "ABC"} == {"1.0", "1.1", "1.2"}


def test_d3_12_ones_own_drawing_is_filled_in_and_left_out_of_both_counts() -> None:
    match = to_matching(table(3))
    place = match.state.places.index(0)
    assert match.game.view(match.state, 0).draft[place] == match.state.words[0]
    assert refused(match, 0, Assign(place, match.state.row[0]), 4_000) == "not_yours"
    other = match.state.places.index(1)
    assert refused(match, 0, Assign(other, match.state.words[0]), 4_000) == "not_in_row"
    counts = count((10, 11), (0, 1), ((10, None), (None, 11)), (1, 2))
    assert counts == Counts((0, 0), (0, 0), (1, 2))


def test_a_word_lies_at_one_drawing_only() -> None:
    match = to_matching(table(4))
    places = [p for p, author in enumerate(match.state.places) if author != 0]
    word = next(w for w in match.state.row if w != match.state.words[0])
    match.apply(0, Assign(places[0], word), 4_000)
    match.apply(0, Assign(places[1], word), 4_100)
    draft = match.game.view(match.state, 0).draft
    assert draft[places[0]] is None
    assert draft[places[1]] == word


def test_d0_10_where_people_have_twice_the_time_an_ai_turns_the_hourglass_after_twice_its_floor() -> None:
    match = to_matching(table(3, stretch=2.0))
    assign_all(match, 0, 4_000, right=True)
    assert Choice(Finish(), ai_from=63_000) in match.game.offers(match.state, 0)
    match.apply(REFEREE, Held(0, person=False), 4_000)
    assert refused(match, 0, Finish(), 62_999) == "too_early"
    match.apply(0, Finish(), 63_000)


def test_d3_14_the_first_to_finish_turns_the_hourglass_and_at_0_drafts_are_final() -> None:
    match = to_matching(table(3))
    assert refused(match, 0, Finish(), 4_000) == "not_complete"
    assign_all(match, 0, 4_000, right=True)
    assert Choice(Finish(), ai_from=33_000) in match.game.offers(match.state, 0)
    match.apply(0, Finish(), 5_000)
    assert match.state.sitting.clock.deadline == 35_000
    assert refused(match, 0, Assign(0, match.state.row[0]), 5_100) == "already_done"
    first = next(p for p, a in enumerate(match.state.places) if a != 1)
    author = match.state.places[first]
    match.apply(1, Assign(first, match.state.words[author]), 6_000)
    match.expire(35_000 + LAG)
    assert match.state.counts.matches == (2, 1, 0)


def test_d3_14_an_ai_that_turns_the_hourglass_too_soon_is_refused() -> None:
    match = to_matching(table(3))
    match.apply(REFEREE, Held(0, False), 3_000)
    assign_all(match, 0, 4_000, right=True)
    assert refused(match, 0, Finish(), 32_999) == "too_early"
    match.apply(0, Finish(), 33_000)


def test_d3_14_the_hourglass_runs_without_timers_too() -> None:
    match = to_matching(table(3, timers=False))
    assert match.state.sitting.clock.deadline is None
    assign_all(match, 0, 4_000, right=True)
    match.apply(0, Finish(), 5_000)
    assert match.state.sitting.clock.deadline == 35_000


def test_d3_15_a_point_whose_greatest_count_is_0_is_not_given() -> None:
    assert points(Counts((0, 0, 0), (0, 0, 0), (1, 2, 3))) == (0, 0, 0)
    assert points(Counts((1, 0, 0), (1, 0, 0), (1, 2, 3))) == (1, 0, 0), "nobody else was right"


def test_ties_of_both_points_go_to_the_lower_token() -> None:
    assert points(Counts((2, 2, 0), (0, 1, 3), (2, 1, 3))) == (0, 1, 1)
    assert points(Counts((2, 1, 1), (2, 1, 1), (1, 3, 2))) == (1, 0, 1)


def test_d3_18_one_seat_never_takes_both_points() -> None:
    assert points(Counts((3, 1, 0, 0), (3, 1, 0, 0), (1, 2, 3, 4))) == (1, 1, 0, 0)


def test_d3_21_neither_author_nor_timing_is_visible_before_the_scoring() -> None:
    plain = to_matching(table(4))
    other = Match(plain.game, plain.config, plain.holders, plain.seed)
    swap = {2: 3, 3: 2}
    places = tuple(swap.get(author, author) for author in plain.state.places)
    words = tuple(plain.state.words[swap.get(seat, seat)] for seat in range(4))
    other.state = replace(plain.state, places=places, words=words)
    other.events = list(plain.events)
    secrets(plain, other, lambda match, seat: seat in (2, 3))


def test_the_word_of_another_is_hidden_until_the_scoring() -> None:
    plain, other = table(4), table(4)
    for match, pick in ((plain, 0), (other, 1)):
        match.apply(3, Keep(match.state.phase.dealt[3][pick]), 500)
    secrets(plain, other, lambda match, seat: seat == 3)
    assert isinstance(plain.state.phase, Choosing)


def test_without_a_choice_or_a_roll_the_game_goes_on_by_itself() -> None:
    match = table(3)
    match.expire(20_000 + LAG)
    assert isinstance(match.state.phase, Rolling)
    assert refused(match, 1, Roll(), 21_000) == "not_yours"
    match.expire(31_000)
    assert isinstance(match.state.phase, Drawing)


def test_the_start_moves_clockwise_when_the_game_is_not_over() -> None:
    match = to_matching(table(3))
    for seat in range(3):
        assign_all(match, seat, 4_000, right=False)
        match.apply(seat, Finish(), 5_000)
    assert match.state.finished == ((0, 0, 0),)
    for seat in range(3):
        match.apply(seat, Ready(), 6_000)
    assert match.state.start == 1
    assert match.state.round == 2


def test_the_game_ends_after_the_round_in_which_the_target_is_reached() -> None:
    match = to_matching(table(3))
    match.state = replace(match.state, finished=((1, 0, 0),) * 4)
    for seat in range(3):
        assign_all(match, seat, 4_000, right=seat != 0)
        match.apply(seat, Finish(), 5_000)
    for seat in range(3):
        match.apply(seat, Ready(), 6_000)
    result = match.outcome()
    assert result is not None
    assert result.winners == (0,)
    assert result.totals[0] == 5
    assert result.reason == "a seat has reached the target"


def test_a_final_tie_goes_to_the_last_rounds_drawing_then_to_its_lower_token() -> None:
    state = replace(table(3).state, phase=Over(), finished=((5, 5, 0),))
    for matched, winner in (((1, 2, 0), 1), ((2, 2, 0), 0)):
        counted = replace(state, counts=Counts(matched, (0, 0, 0), (1, 2, 3)))
        result = ArtBox().outcome(counted)
        assert result is not None
        assert result.winners == (winner,)


def test_d3_12_right_matches_are_counted_for_author_and_guesser_but_not_ones_own() -> None:
    words, tokens = (10, 11, 12), (2, 1, 3)
    drafts = ((12, 11, 10), (12, 11, 10), (12, 10, 11))
    assert count(words, (2, 1, 0), drafts, tokens) == Counts((1, 1, 2), (2, 2, 0), tokens)
    everyone = ((13, 11), (12, 11), (12, 13))
    assert count(words, (2, 1), everyone, tokens) == Counts((0, 1, 1), (1, 1, 0), tokens)
    with pytest.raises(ValueError, match="zip"):
        count(words, (2, 1, 0), ((12, 11), *drafts[1:]), tokens)
