"""Simulations try what tables go through: every option, leavers, lag, leaping clocks, clocks asked late and twice."""

from __future__ import annotations

import dataclasses
from itertools import pairwise
from typing import Any

import pytest

from drawmate.games.artbox import ArtBox
from drawmate.games.catalogue import CATALOGUE, Listing
from drawmate.games.chance import Chance
from drawmate.games.clock import LAG
from drawmate.games.dekalko import Dekalko
from drawmate.games.dekalko.records import View
from drawmate.games.knowledge import leaks
from drawmate.games.playouts import playout
from drawmate.games.record import CLOCK, Match
from drawmate.games.rough import rough_playout
from drawmate.games.rules import Choice, Held, Holder, IllegalAction, Offer, Over, Ready, Step
from drawmate.games.simulate import OPTIONS, check, holders_of, options_of, simulate

every_game = pytest.mark.parametrize("listing", CATALOGUE.values(), ids=CATALOGUE)


@every_game
def test_every_option_is_sampled_and_any_of_them_start_a_game_of_any_size(listing: Listing) -> None:
    options = OPTIONS[listing.game.name]
    assert options.keys() == {field.name for field in dataclasses.fields(listing.config)}
    drawn: dict[str, set[Any]] = {name: set() for name in options}
    for seed in range(1, 161, 2):
        config = options_of(listing, seed)
        for name in options:
            drawn[name].add(getattr(config, name))
        for seats in (listing.game.seats.start, listing.game.seats.stop - 1):
            holders = tuple(Holder(f"seat {seat}") for seat in range(seats))
            assert listing.game.start(config, holders, seed, 0).state.config is not None
    assert drawn == {name: set(values) for name, values in options.items()}


@every_game
def test_b14_games_at_troubled_tables_end_replay_and_leak_nothing(listing: Listing) -> None:
    for seed in (1, 3, 5):
        played = simulate(listing, 3, seed)
        assert played.replay_equal
        assert played.leaks == ()


@every_game
def test_b14_at_a_troubled_table_people_leave_and_return_and_times_run_back_and_leap(
    listing: Listing,
) -> None:
    late: set[int] = set()
    gaps: set[int] = set()
    changes: set[bool] = set()
    for seed in range(6):
        match = Match(listing.game, listing.config(), holders_of(3, seed), seed)
        before = match.state
        for _ in rough_playout(match, Chance(seed)):
            if match.entries[-1].actor == CLOCK:
                clock = before.sitting.clock
                late.add(match.entries[-1].now - clock.deadline - clock.grace)
            before = match.state
        changes |= {entry.action.person for entry in match.entries if isinstance(entry.action, Held)}
        gaps |= {after.now - before.now for before, after in pairwise(match.entries)}
    assert changes == {True, False}
    assert -LAG <= min(gaps) < 0
    assert max(gaps) > 60_000
    assert min(late) >= 0
    assert max(late) > 1_000


def test_b14_where_ai_is_off_a_table_whose_people_all_left_waits_until_one_returns() -> None:
    listing = CATALOGUE["duplik"]
    config = listing.config(ai=False, ai_marks=False, timers=False)
    holders = tuple(Holder(f"seat {seat}") for seat in range(3))
    for seed in range(3):
        match = Match(listing.game, config, holders, seed)
        for _ in rough_playout(match, Chance(seed)):
            pass
        assert match.outcome() is not None
        assert match.replayed().digest() == match.digest()


class Telling(ArtBox):
    """Lets seats do what depends on the words of others."""

    def offers(self, state: Any, actor: int) -> tuple[Offer, ...]:
        odd = bool(state.deck) and state.deck[0] % 2 == 1
        return (*super().offers(state, actor), *((Choice(Ready()),) if odd else ()))


class Forgetful(Dekalko):
    """Lets time run out twice: the new phase has no more time than the old."""

    def expire(self, state: Any, now: int) -> Step[Any]:
        step = super().expire(state, now)
        if step.state is state:
            return Step(dataclasses.replace(state))
        return step


class Refusing(Dekalko):
    """Offers what it refuses."""

    def offers(self, state: Any, actor: int) -> tuple[Offer, ...]:
        return (
            (*super().offers(state, actor), Choice(Ready())) if actor >= 0 else super().offers(state, actor)
        )


def match_of(game: Any, seed: int = 4) -> Match:
    listing = CATALOGUE[game.name]
    return Match(game, listing.config(), tuple(Holder(f"s{n}") for n in range(3)), seed)


def test_d0_11_an_offer_that_depends_on_a_hidden_card_is_found() -> None:
    found = [line for seed in range(8) for line in leaks(Telling(), match_of(Telling(), seed).state)]
    assert found
    assert all("may do what hidden cards tell" in line for line in found)
    assert not any(leaks(ArtBox(), match_of(ArtBox(), seed).state) for seed in range(8))


class Careless(Dekalko):
    """Tells everyone what was dealt once the game is over."""

    def view(self, state: Any, seat: int | None) -> View:
        view = super().view(state, seat)
        return dataclasses.replace(view, card=state.deck[0]) if isinstance(state.phase, Over) else view


class Fickle(Dekalko):
    """Shuffles in another way each time."""

    def __init__(self) -> None:
        self.starts = 0

    def start(self, config: Any, holders: tuple[Holder, ...], seed: int, now: int) -> Step[Any]:
        self.starts += 1
        return super().start(config, holders, seed + self.starts, now)


class Moody(Fickle):
    """Lets nobody act from its second game on."""

    def apply(self, state: Any, actor: int, action: Any, now: int) -> Step[Any]:
        if self.starts > 1:
            raise IllegalAction("not_now")
        return super().apply(state, actor, action, now)


def finished(game: Any) -> Match:
    match = match_of(game)
    for _ in playout(match, Chance(4)):
        pass
    return match


def test_a_leak_in_the_last_view_of_a_whole_game_is_found() -> None:
    assert any("sees cards" in line for line in check(finished(Careless())).leaks)
    assert check(finished(Dekalko())).leaks == ()


@pytest.mark.parametrize("game", [Fickle(), Moody()], ids=["another game", "a refusal"])
def test_a_replay_that_goes_another_way_is_not_equal(game: Any) -> None:
    assert not check(finished(game)).replay_equal


def test_a_game_that_has_not_ended_cannot_be_checked() -> None:
    with pytest.raises(RuntimeError, match="before its game"):
        check(match_of(Dekalko()))


@pytest.mark.parametrize(("game", "fault"), [(Forgetful(), "deadline"), (Refusing(), "refused: not_now")])
def test_a_game_at_odds_with_its_deadlines_or_offers_is_a_fault(game: Any, fault: str) -> None:
    with pytest.raises(RuntimeError, match=fault):
        for _ in rough_playout(match_of(game), Chance(4)):
            pass


def test_without_timers_random_players_of_artbox_complete_their_drafts() -> None:
    listing = CATALOGUE["artbox"]
    for seed in (3, 29):
        match = Match(listing.game, listing.config(timers=False, stretch=10.0), holders_of(8, seed), seed)
        for _ in rough_playout(match, Chance(seed), longest=2_000):
            pass
        assert match.outcome() is not None


def test_a_rough_game_that_does_not_end_is_a_fault() -> None:
    with pytest.raises(RuntimeError, match="no end after 9 steps"):
        for _ in rough_playout(match_of(Dekalko()), Chance(4), longest=9):
            pass
