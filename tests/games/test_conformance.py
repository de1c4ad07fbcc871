"""Every game, at every number of seats, keeps the contract of ``games.rules``."""

from __future__ import annotations

from typing import Any

import pytest

from drawmate.games import artbox, dekalko, duplik, quick_guess, split_personality
from drawmate.games.catalogue import CATALOGUE
from drawmate.games.chance import Chance
from drawmate.games.conformance import check
from drawmate.games.playouts import playout
from drawmate.games.record import Match
from drawmate.games.rules import Game, Holder

GAMES: list[tuple[Game[Any], Any]] = [
    (quick_guess.QuickGuess(), quick_guess.Config()),
    (artbox.ArtBox(), artbox.Config()),
    (artbox.ArtBox(), artbox.Config(words=60, groups=tuple(n // 2 for n in range(60)), decoys=3)),
    (dekalko.Dekalko(), dekalko.Config()),
    (duplik.Duplik(), duplik.Config()),
    (duplik.Duplik(), duplik.Config(choose_scene=True, people_decide=False, timers=False)),
    (split_personality.SplitPersonality(), split_personality.Config()),
    (split_personality.SplitPersonality(), split_personality.Config(sealed=True)),
]
TABLES = [
    pytest.param(game, config, seats, id=f"{game.name}-{seats}")
    for game, config in GAMES
    for seats in game.seats
] + [
    pytest.param(listing.game, listing.config(timers=False), 3, id=f"{listing.game.name}-without-timers")
    for listing in CATALOGUE.values()
]


@pytest.mark.parametrize(("game", "config", "seats"), TABLES)
def test_random_games_conform(game: Game[Any], config: Any, seats: int) -> None:
    for seed in range(3 if seats < 7 else 1):
        check(game, config, seats, seed, probe=7 if seats < 5 else 97)


@pytest.mark.parametrize("name", CATALOGUE)
def test_d0_9_without_timers_and_without_people_every_seat_is_waited_for(name: str) -> None:
    listing = CATALOGUE[name]
    holders = tuple(Holder(f"robot {n}", person=False) for n in range(3))
    match = Match(listing.game, listing.config(timers=False), holders, 4)
    for _ in playout(match, Chance(4)):
        pass
    assert match.outcome() is not None
