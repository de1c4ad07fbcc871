"""Texts reduced step by step, with the pieces that a matcher compares."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drawmate.words.folding import plain, shown, spelled_out, tokens
from drawmate.words.graphemes import longer_than


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("  Hot \t DOG\n", "hot dog"),
        ("STRASSE", "strasse"),
        ("Straße", "strasse"),
        ("ﬁre", "fire"),
        ("İstanbul", "i̇stanbul"),
        ("a\u200d\u2066b\u0000", "ab"),
        ("\ud83d\ude00x"[0], ""),
    ],
)
def test_a_text_is_shown_in_one_way(text: str, seen: str) -> None:
    assert shown(text) == seen


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("t-shirt", ("t", "shirt")),
        ("dog's", ("dogs",)),
        ("rock ’n’ roll", ("rock", "n", "roll")),
        ("repülőgép-hordozó", ("repülőgép", "hordozó")),
        ("🦊 fox 🦊", ("fox",)),
        ("🦊", ("🦊",)),
        ("^ _ ^", ("^_^",)),
        ("1️⃣", ("1",)),
        ("", ()),
    ],
)
def test_pieces_are_letters_and_digits_or_else_symbols(text: str, pieces: tuple[str, ...]) -> None:
    assert tokens(shown(text)) == pieces


@pytest.mark.parametrize(
    ("piece", "bare", "spelled"),
    [
        ("tévé", "teve", "teve"),
        ("tűzoltó", "tuzolto", "tuezolto"),
        ("øre", "ore", "oere"),
        ("łódź", "lodz", "lodz"),
        ("й", "и", "и"),
        ("한글", "한글", "한글"),
    ],
)
def test_accents_go_and_umlauts_may_become_two_letters(piece: str, bare: str, spelled: str) -> None:
    assert plain(piece) == bare
    assert spelled_out(piece) == spelled


@settings(deadline=None)
@given(st.text(st.characters(exclude_categories=())))
def test_folding_is_idempotent_and_never_raises(text: str) -> None:
    seen = shown(text)
    assert shown(seen) == seen
    for piece in tokens(seen):
        assert piece
        spelled_out(piece)
        assert plain(plain(piece)) == plain(piece)


@pytest.mark.parametrize(
    ("text", "most", "longer"),
    [
        ("abc", 3, False),
        ("abcd", 3, True),
        ("👨‍👩‍👧‍👦" * 4, 4, False),
        ("👨‍👩‍👧‍👦" * 5, 4, True),
        ("e\u0301" * 3, 3, False),
        ("e" + "\u0301" * 100, 3, True),
        ("\ud83d" * 3, 2, True),
        ("🇭🇺🇦🇹", 2, False),
    ],
)
def test_length_is_counted_in_graphemes_t50(text: str, most: int, longer: bool) -> None:
    assert longer_than(text, most) is longer
