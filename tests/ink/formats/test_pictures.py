"""Pictures of drawings."""

import io
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from PIL import Image, ImageSequence

from drawmate.ink import Drawing, InkError
from drawmate.ink.formats import parse_json, write
from tests.corpus.degenerate import BLANK, INKED
from tests.corpus.strategies import drawings, patient

CROSS = Drawing.from_strokes([[[0, 100], [0, 100], [0, 400]], [[0, 100], [100, 0], [900, 1200]]])


def picture(data: bytes) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(data)).convert("L"))


def frames(data: bytes) -> list[Any]:
    return [f.convert("L").copy() for f in ImageSequence.Iterator(Image.open(io.BytesIO(data)))]


def test_dark_ink_on_white() -> None:
    pixels = picture(write([CROSS], "png", size=100))
    assert pixels.shape == (100, 100)
    assert pixels[0, 0] == pixels[2, 50] == 255
    assert pixels[50, 50] < 60
    assert pixels[7, 7] < 128
    assert 0.01 < (pixels < 128).mean() < 0.1


def test_the_canvas_sets_place_and_shape() -> None:
    drawing = Drawing.from_strokes([[[150, 190], [50, 50]]], canvas=(200, 100))
    pixels = picture(write([drawing], "png", size=400))
    assert pixels.shape == (200, 400)
    assert pixels[100, 340] < 60
    assert pixels[:, :280].min() == 255


@pytest.mark.parametrize("strokes", (BLANK | INKED).values(), ids=BLANK | INKED)
@pytest.mark.parametrize("format", ["png", "gif"])
def test_degenerate_drawings_have_pictures(format: str, strokes: Any) -> None:
    """T01–T07."""
    drawing = parse_json(strokes).drawing
    pixels = picture(write([drawing], format, size=32)) if format == "png" else None
    if pixels is not None:
        assert (pixels.min() < 200) == (not drawing.blank)
    else:
        shown = frames(write([drawing], format, size=32))
        assert (np.asarray(shown[-1]).min() < 200) == (not drawing.blank)


def test_ink_grows_from_frame_to_frame() -> None:
    shown = [int((np.asarray(f) < 128).sum()) for f in frames(write([CROSS], "gif", size=64))]
    assert shown == sorted(shown)
    assert shown[0] < shown[-1]
    assert 2 <= len(shown) <= 49


def test_the_animation_keeps_the_pace_of_the_pen() -> None:
    image = Image.open(io.BytesIO(write([CROSS], "gif", size=64)))
    spans = []
    for frame in ImageSequence.Iterator(image):
        spans.append(frame.info["duration"])
    assert image.info["loop"] == 0
    assert 1_300 <= sum(spans[:-1]) <= 1_700
    assert max(spans[:-1]) >= 500  # the pen was away from 400 to 900
    assert spans[-1] == 1_500


@pytest.mark.parametrize("size", [0, 15, 2_049, 10**9, -5])
def test_sizes_are_limited(size: int) -> None:
    for format in ("png", "gif"):
        with pytest.raises(InkError) as refused:
            write([CROSS], format, size=size)
        assert (refused.value.code, refused.value.path) == ("out_of_range", "size")


def test_the_same_drawing_gives_the_same_bytes() -> None:
    assert write([CROSS], "gif") == write([CROSS], "gif")
    assert write([CROSS], "png") == write([CROSS], "png")


@settings(patient, max_examples=15)
@given(drawings())
def test_any_drawing_has_pictures(drawing: Drawing) -> None:
    assert picture(write([drawing], "png", size=24)).max() == 255
    assert len(frames(write([drawing], "gif", size=24))) >= 1
