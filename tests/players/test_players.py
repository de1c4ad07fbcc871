"""What the players draw, say and see, game by game."""

import itertools
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from drawmate.cards.decks import deck_of
from drawmate.cards.scenes import load_scenes
from drawmate.cards.shapes import rolled
from drawmate.games.chance import Chance
from drawmate.games.duplik.happenings import Opinion
from drawmate.games.duplik.records import Object, Verdict
from drawmate.games.rules import Choice
from drawmate.ink import Drawing
from drawmate.judging.tracing import trace
from drawmate.players.choosing import player_for
from drawmate.players.figure import FOLD, half_figure
from drawmate.players.hand import drawn, fitted, lines_of
from drawmate.players.pace import fork, reaction
from drawmate.players.player import Sight
from drawmate.players.shape_figure import shape_figure
from drawmate.players.sight import sight_of
from drawmate.players.sketch import picture_of, sketch
from drawmate.players.telling import described, heard
from drawmate.words import load
from tests.players.driver import Table, table


def sights(game: str, seats: int = 3) -> tuple[Table, list[Sight]]:
    one = table(game, seats, 1, [], None)
    return one, [sight_of(one.match.game, one.match.state, s, one.drawing, 0) for s in range(seats)]


def test_a_tracer_sees_its_picture_and_not_its_title() -> None:
    """D4.21."""
    _, shown = sights("dekalko")
    for sight in shown:
        assert list(sight.contents) == [sight.view.card]
        assert sight.contents[sight.view.card].keys() == {"kind", "strokes"}


def test_a_portrayer_sees_its_scene_and_no_criterion_and_artists_its_title_only() -> None:
    """D1.5, D1.8."""
    one, shown = sights("duplik")
    card = one.match.state.round.card
    for sight in shown:
        assert sight.criteria == ()
        assert sight.title == deck_of("duplik").title(card, "en")
        assert list(sight.contents) == ([card] if sight.seat == sight.view.portrayer else [])
        assert not any(text in str(sight.contents) for text in deck_of("duplik").criteria(card, "en"))


def test_a_seat_sees_the_cards_of_its_own_hand_only() -> None:
    one, shown = sights("split_personality")
    for sight in shown:
        assert sorted(sight.contents) == sorted(one.match.state.hands[sight.seat])


def test_what_is_told_of_a_scene_is_understood() -> None:
    for scene in load_scenes():
        for language in ("en", "hu"):
            content: dict[str, Any] = deck_of("duplik").content(load_scenes().index(scene), language)
            told = [heard(line, language) for line in described(content["objects"], language)]
            assert sorted(one.label for one in told if one) == sorted(one.label for one in scene.objects)
            where = {(one.label, third(one.box)) for one in told if one}
            assert where <= {
                (o.label, third((o.box.left, o.box.top, o.box.right, o.box.bottom))) for o in scene.objects
            }


def third(box: tuple[float, float, float, float]) -> tuple[int, int]:
    return min(2, int((box[0] + box[2]) / 2 // (1000 / 3))), min(2, int((box[1] + box[3]) / 2 // (1000 / 3)))


@pytest.mark.parametrize(
    ("line", "language", "label"),
    [
        ("There is a big house on the left", "en", "house"),
        ("and two DOGS below it", "en", "dog"),
        ("egy nagy ház a bal oldalon", "hu", "ház"),
        ("it is very beautiful", "en", None),
        ("", "en", None),
    ],
)
def test_a_person_is_understood_too(line: str, language: str, label: str | None) -> None:
    told = heard(line, language)
    assert (None if told is None else told.label) == ("house" if label == "ház" else label)


def test_a_hand_is_close_to_the_lines_it_draws_and_takes_its_time() -> None:
    cat = picture_of("cat")
    assert cat is not None
    begun, _ = drawn(lines_of(cat), Chance(4), 1_000)
    assert len(begun) == len(cat)
    assert begun[0].at == 1_000
    assert all(later.at >= one.end for one, later in itertools.pairwise(begun))
    figures = trace(Drawing.from_strokes([one.stroke for one in begun]), cat)
    assert figures.f == 1.0
    assert drawn(lines_of(cat), Chance(4), 1_000)[0] == begun
    assert drawn(lines_of(cat), Chance(5), 1_000)[0] != begun


def test_a_hand_begins_no_stroke_that_it_cannot_finish() -> None:
    whole, _ = drawn(sketch("cat"), Chance(4), 0)
    some, _ = drawn(sketch("cat"), Chance(4), 0, until=whole[3].end + 10)
    assert some == whole[:4]


def test_there_is_something_to_draw_for_every_word() -> None:
    for word in load():
        assert sketch(word.label)


def test_a_half_does_not_cross_the_fold() -> None:
    for person in range(0, len(deck_of("split_personality")), 5):
        traits = deck_of("split_personality").content(person, "en")["traits"]
        for half in ("left", "right"):
            lines = half_figure(traits, half)
            xs = np.concatenate([x for x, _ in lines])
            assert xs.max() <= FOLD if half == "left" else xs.min() >= FOLD
            assert len(lines) >= 5


def test_a_drawing_of_shapes_has_all_of_them_on_the_canvas() -> None:
    """D3.5."""
    for faces in ((1, 2, 3, 4), (6, 6, 6, 6), (2, 5, 1, 1)):
        shapes = rolled(faces)
        for label in ("house", "snake", "cat", "line"):
            lines = shape_figure(sketch(label), shapes)
            assert len(lines) >= sum(len(shape.outline) for shape in shapes)
            assert all(0 <= value <= 1000 for x, y in lines for value in (*x, *y))


def test_lines_are_fitted_into_a_box() -> None:
    lines = fitted(sketch("cat"), (100, 100, 300, 200))
    x, y = np.concatenate([x for x, _ in lines]), np.concatenate([y for _, y in lines])
    assert x.min() >= 99.99
    assert x.max() <= 300.01
    assert (round(y.min()), round(y.max())) == (100, 200)


def test_reactions_are_human_like() -> None:
    times, chance = [], Chance(1)
    for _ in range(400):
        time, chance = reaction(chance, 6_000)
        times.append(time)
    assert 5_400 < np.median(times) < 6_600
    assert min(times) > 2_000
    assert max(times) < 18_000
    assert np.mean(times) > np.median(times), "skewed to the right"


def test_a_fork_does_not_depend_on_what_was_drawn() -> None:
    chance = Chance(3)
    _, drawn_on = chance.below(9)
    assert fork(chance, 1, 2) == fork(drawn_on, 1, 2)
    assert len({fork(chance, seat, epoch).seed for seat in range(10) for epoch in range(100)}) == 1000


@pytest.mark.parametrize(("verdict", "objects"), [("yes", True), ("uncertain", False), ("no", False)])
def test_an_ai_objects_when_it_was_denied_what_the_model_would_have_given(
    verdict: Any, objects: bool
) -> None:
    """D1.18: to its own boxes only."""
    _, shown = sights("duplik", 4)
    sight = next(one for one in shown if one.seat != one.view.portrayer)
    opinions = (Opinion(sight.seat, 3, Verdict(verdict)), Opinion((sight.seat + 1) % 4, 4, Verdict("yes")))
    view = replace(sight.view, phase="objecting", opinions=opinions)
    sight = replace(sight, view=view, offers=(Choice(Object(3)), Choice(Object(4))))
    plan, _ = player_for("duplik", None).plan(sight, Chance(1))
    assert [deed.action for deed in plan] == ([Object(3)] if objects else [])
