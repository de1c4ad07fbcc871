"""Every AI plays every game to its end: in time, within the rules, and the same again from the same seed.

``DRAWMATE_GAMES=20`` plays that many games of each kind; by default a few, for they take seconds each.
"""

import os
from dataclasses import replace
from functools import cache

import pytest

from drawmate.games.catalogue import CATALOGUE, UnknownGameError
from drawmate.games.chance import Chance
from drawmate.players import Deed, Player, Sight, player_for
from drawmate.players.player import Plan
from drawmate.players.random_player import RandomPlayer
from drawmate.players.sight import sight_of
from drawmate.words import load
from tests.players.driver import Gazer, Table, table

GAMES = sorted(CATALOGUE)
COUNT = int(os.environ.get("DRAWMATE_GAMES", "1"))
ALL = [
    (game, seats, seed)
    for game in GAMES
    for seats in (3, CATALOGUE[game].game.seats.stop - 1)
    for seed in range(COUNT)
]
GAZER = Gazer([word.label for word in load()])


class Absent:
    """A person who does nothing at all."""

    def plan(self, sight: Sight, chance: Chance) -> tuple[Plan, Chance]:
        return (), chance


@cache
def played(game: str, seats: int, seed: int) -> Table:
    player = player_for(game, GAZER)
    one = table(game, seats, seed, [player] * seats, GAZER, "hu" if seed % 2 else "en")
    one.play()
    return one


@pytest.mark.parametrize(("game", "seats", "seed"), ALL)
def test_ai_seats_play_to_the_end_in_time_and_are_never_refused(game: str, seats: int, seed: int) -> None:
    one = played(game, seats, seed)
    assert one.refused == []
    assert [phase for phase, awaited in one.expired if awaited] == [], "phases that an AI let go by"
    assert one.match.replayed().digest() == one.match.digest()


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_the_same_from_the_same_seed(game: str) -> None:
    first = played(game, 3, 0)
    player = player_for(game, GAZER)
    again = table(game, 3, 0, [player] * 3, GAZER)
    again.play()
    assert again.match.digest() == first.match.digest()
    assert again.ink == first.ink


@pytest.mark.parametrize("game", GAMES)
def test_an_ai_is_in_time_at_a_table_with_a_person_who_is_not(game: str) -> None:
    players: list[Player] = [Absent(), *[player_for(game, None)] * 3]
    one = table(game, 4, 5, players, None, people=frozenset({0}))
    one.play()
    assert one.refused == []
    assert {seat for _, awaited in one.expired for seat in awaited} <= {0}


@pytest.mark.parametrize("game", GAMES)
def test_a_random_player_is_never_refused_and_the_game_ends(game: str) -> None:
    one = table(game, 3, 3, [RandomPlayer()] * 3, GAZER)
    one.play()
    assert one.refused == []


@pytest.mark.parametrize("game", GAMES)
def test_being_asked_again_puts_nothing_off(game: str) -> None:
    """A plan is anchored at the beginning of its phase."""
    one = table(game, 3, 1, [Absent()] * 3, GAZER)
    player = player_for(game, GAZER)
    for seat in range(3):
        sight = sight_of(one.match.game, one.match.state, seat, one.drawing, 0)
        plan, _ = player.plan(sight, Chance(9))
        later, _ = player.plan(replace(sight, now=200), Chance(9))
        assert moments(later, 200) == moments(plan, 0)


def moments(plan: Plan, now: int) -> list[tuple[int, Deed]]:
    return [(now + deed.after, replace(deed, after=0)) for deed in plan]


@pytest.mark.parametrize("game", GAMES)
def test_no_ai_acts_before_the_floor_of_an_offer(game: str) -> None:
    """D0.10: the rules refuse it, so it is enough that nothing was refused; here, that floors were met at all."""
    one = played(game, 3, 0)
    assert one.now > 20_000


def test_nobody_plays_another_game() -> None:
    with pytest.raises(UnknownGameError):
        player_for("chess", None)
