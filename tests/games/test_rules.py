"""What all games share: texts, times, the pace of AI."""

from __future__ import annotations

import pytest

from drawmate.games.rules import IllegalAction, plain


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "empty"),
        (" \u00a0\u2003", "empty"),
        ("\u2800", "empty"),
        ("\u3164\u0301", "empty"),
        ("a\x00b", "bad_text"),
        ("a\nb", "bad_text"),
        ("\ud800", "bad_text"),
        ("a\u202eb", "bad_text"),
        ("a\u200db", "bad_text"),
        ("\u200b", "bad_text"),
        ("x" * 21, "too_long"),
    ],
)
def test_d0_12_a_text_that_cannot_be_shown_is_refused(text: str, code: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        plain(text, 20)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("  a cat ", "a cat"),
        ("a\u0301r", "\u00e1r"),
        ("\U0001f469\u200d\U0001f680", "\U0001f469\u200d\U0001f680"),
        ("\u2764\ufe0f", "\u2764\ufe0f"),
    ],
)
def test_d0_12_a_text_is_kept_stripped_and_normalised(text: str, kept: str) -> None:
    assert plain(text, 20) == kept
