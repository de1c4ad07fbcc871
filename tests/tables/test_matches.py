"""Whole matches of every game, with AI seats and people who come and go; ``tests.load.matches`` plays many more."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from drawmate.games.catalogue import CATALOGUE
from drawmate.players.dekalko import DekalkoPlayer
from drawmate.tables import answers, fanout, sights
from drawmate.wire.client_messages import Act
from tests.tables.fast_forward import WITNESSES
from tests.tables.matches import describe, play

SEEDS = {
    "artbox": (2,),
    "dekalko": (1, 7),
    "duplik": (3,),
    "quick_guess": (1, 2),
    "split_personality": (1, 2),
}
"""Of matches that take seconds: with few people at the games that have much to tell."""


@pytest.fixture(autouse=True)
def nobody_watches() -> Iterator[None]:
    yield
    WITNESSES.clear()


@pytest.mark.parametrize(
    ("game", "seed"), [(game, seed) for game in sorted(CATALOGUE) for seed in SEEDS[game]]
)
def test_a_match_ends_and_everything_about_it_is_well(game: str, seed: int) -> None:
    """T81, T84: it ends, replays, waits in vain for no AI, answers every request once and leaks nothing."""
    report = play(game, seed)
    assert report.good, describe(report)
    assert report.frames > 100
    assert report.points > 0, "ink was seen and searched"


def test_the_same_seed_gives_the_same_match() -> None:
    one, other = play("quick_guess", 3, searched=False), play("quick_guess", 3, searched=False)
    assert (one.entries, one.seconds, one.departures) == (other.entries, other.seconds, other.departures)


def everything_is_shown(table: Any, seat: int | None) -> dict[str, str]:
    """All canvases there are, to everybody."""
    return {name: name for name in vars(table.ink)["_canvases"]}


def the_view_of_seat_0(view_of: Callable[..., Any]) -> Callable[..., Any]:
    """Everybody is shown what seat 0 may see."""
    return lambda table, seat, left, now_ms: view_of(table, 0, left, now_ms)


def test_ink_that_is_shown_too_early_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fanout, "shown_canvases", everything_is_shown)
    assert any("points of" in leak for leak in play("dekalko", 1, leaving=False).leaks)


def test_a_card_that_is_shown_to_another_seat_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fanout, "view_of", the_view_of_seat_0(fanout.view_of))
    assert any("cards" in leak for leak in play("dekalko", 1, leaving=False).leaks)


def test_a_title_that_is_told_with_a_picture_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """D4.21."""

    def whole(game: str, view: Any, language: str) -> dict[int, Any]:
        return {card: sights.deck_of(game).content(card, language) for card in sights.cards_in(view)}

    monkeypatch.setattr(sights, "contents_of", whole)
    assert any("the text" in leak for leak in play("dekalko", 1, leaving=False).leaks)


def test_an_event_for_others_that_is_told_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sights, "may_hear", lambda event, seat: True)
    assert any("which is not for it" in leak for leak in play("dekalko", 1, leaving=False).leaks)


def test_an_ai_that_sleeps_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DekalkoPlayer, "plan", lambda self, sight, chance: ((), chance))
    report = play("dekalko", 1, searched=False, leaving=False)
    assert report.ended
    assert report.missed


def test_a_request_that_is_answered_twice_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = answers.Answers.answer

    def twice(self: Any, connection: Any, message: Any, at: int) -> Any:
        found = answer(self, connection, message, at)
        if isinstance(message, Act):
            connection.send(found)
        return found

    monkeypatch.setattr(answers.Answers, "answer", twice)
    assert play("quick_guess", 1, searched=False).unanswered
