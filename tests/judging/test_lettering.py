"""Writing in a drawing is noticed, and what is no writing seldom taken for it (D2.6)."""

from __future__ import annotations

import pytest

from drawmate.cards.people import load
from drawmate.cards.pictures import load_pictures
from drawmate.ink import Drawing
from drawmate.judging.lettering import written_in
from drawmate.players.figure import half_figure

Stroke = list[tuple[float, float]]

GLYPHS: dict[str, list[Stroke]] = {
    "A": [[(0, 4), (1, 0), (2, 4)], [(0.5, 2.5), (1.5, 2.5)]],
    "C": [[(2, 0.5), (1, 0), (0, 1), (0, 3), (1, 4), (2, 3.5)]],
    "E": [[(2, 0), (0, 0), (0, 4), (2, 4)], [(0, 2), (1.6, 2)]],
    "G": [[(2, 0.5), (1, 0), (0, 1), (0, 3), (1, 4), (2, 3.5), (2, 2.2), (1.2, 2.2)]],
    "I": [[(0, 0), (0, 4)]],
    "K": [[(0, 0), (0, 4)], [(1.8, 0), (0, 2), (1.8, 4)]],
    "L": [[(0, 0), (0, 4), (1.8, 4)]],
    "N": [[(0, 4), (0, 0), (2, 4), (2, 0)]],
    "O": [[(1, 0), (0, 1), (0, 3), (1, 4), (2, 3), (2, 1), (1, 0)]],
    "R": [[(0, 4), (0, 0), (1.6, 0), (1.8, 1), (1.5, 2), (0, 2), (1.8, 4)]],
    "T": [[(0, 0), (2, 0)], [(1, 0), (1, 4)]],
    "1": [[(0, 1), (1, 0), (1, 4)]],
    "7": [[(0, 0), (2, 0), (0.8, 4)]],
    "9": [[(2, 1), (1, 2), (0, 1), (1, 0), (2, 1), (1.6, 4)]],
}


def written(text: str, size: float = 15.0, x: float = 200.0, y: float = 300.0, gap: float = 1.2) -> Drawing:
    """A text in capitals, ``4 * size`` high."""
    strokes = []
    for letter in text:
        for stroke in GLYPHS[letter]:
            strokes.append([[x + size * px for px, _ in stroke], [y + size * py for _, py in stroke]])
        x += size * (max(px for stroke in GLYPHS[letter] for px, _ in stroke) + gap)
    return Drawing.from_strokes(strokes)


@pytest.mark.parametrize("text", ["CAT", "KING", "1997", "ORANGE", "TAILOR", "GIANT"])
@pytest.mark.parametrize("size", [6.0, 15.0, 35.0])
def test_a_word_and_a_number_are_noticed(text: str, size: float) -> None:
    assert written_in(written(text, size))


def test_a_word_in_the_middle_of_a_drawing_is_noticed() -> None:
    head = [[[500, 400, 500, 600, 500], [100, 200, 300, 200, 100]]]
    hat = [[[350, 650], [90, 90]]]
    word = written("KING").to_strokes(times=False)
    assert written_in(Drawing.from_strokes([*head, *word, *hat]))


@pytest.mark.parametrize("size", [3.0, 60.0])
def test_what_is_too_small_to_read_or_as_large_as_a_figure_is_no_writing(size: float) -> None:
    assert not written_in(written("CAT", size))


def test_what_repeats_itself_is_no_writing() -> None:
    """A fence, buttons, teeth."""
    for letter in "IOATL":
        assert not written_in(written(letter * 6))


def test_nothing_and_dots_are_no_writing() -> None:
    assert not written_in(Drawing.from_strokes([]))
    assert not written_in(Drawing.from_strokes([[[100.0 * n], [500]] for n in range(6)]))


def test_pictures_and_figures_are_seldom_taken_for_writing() -> None:
    pictures = [picture.id for picture in load_pictures() if written_in(picture.drawing)]
    assert len(pictures) <= 5, pictures
    figures = [person.id for person in load() if written_in(_figure(person.traits))]
    assert len(figures) <= 3, figures


def _figure(traits: object) -> Drawing:
    known = [{"kind": trait.kind, "value": trait.value} for trait in traits]  # type: ignore[attr-defined]
    lines = [*half_figure(known, "left"), *half_figure(known, "right")]
    return Drawing.from_strokes([[x.tolist(), y.tolist()] for x, y in lines])
