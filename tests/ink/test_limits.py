"""The limits are what the API documents, and readers keep to them."""

import pytest

from drawmate.ink import InkError, limits
from drawmate.ink.formats import loads, parse_json


def test_the_limits_that_clients_are_told() -> None:
    """T17, T26, T27, T30."""
    assert limits.MAX_COORDINATE == 1_000_000
    assert limits.MAX_POINTS == 50_000
    assert limits.MAX_STROKES == 1_500
    assert limits.MAX_BYTES == 2 * 1024 * 1024
    assert limits.MODEL_POINTS == 4_096


def test_as_much_as_allowed_is_read() -> None:
    assert parse_json([[list(range(49_999)), list(range(49_999))]]).drawing.points == 49_999
    assert len(parse_json([[[0, 1], [0, 1]]] * limits.MAX_STROKES).drawing) == limits.MAX_STROKES


def test_bytes_are_counted_before_anything_is_decoded() -> None:
    """T30."""
    with pytest.raises(InkError) as refused:
        loads(b"[" * (limits.MAX_BYTES + 1))
    assert refused.value.code == "too_big"
