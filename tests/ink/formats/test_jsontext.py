"""Strict JSON: T08–T11, T31 and nesting."""

import json
import math
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawmate.ink import InkError
from drawmate.ink.formats import loads
from tests.corpus.refusal import refusal
from tests.corpus.strategies import patient

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(codec="utf-8")),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.text(st.characters(codec="utf-8")), inner, max_size=3),
    max_leaves=8,
)  # fmt: skip


def refused(data: bytes, **options: int) -> str:
    with pytest.raises(InkError) as error:
        loads(data, **options)
    return error.value.code


@patient
@given(VALUES)
def test_whatever_json_writes_is_read_back(value: Any) -> None:
    assert loads(json.dumps(value).encode(), max_depth=50) == value
    assert loads(json.dumps(value, ensure_ascii=False, indent=1).encode(), max_depth=50) == value


@pytest.mark.parametrize("token", ["NaN", "Infinity", "-Infinity"])
def test_no_number_tokens(token: str) -> None:
    """T08, T09."""
    assert refused(f'{{"strokes":[[[{token}],[1]]]}}'.encode()) == "not_a_number"


@pytest.mark.parametrize("number", ["1e999", "-1e999", "1" * 400, "-" + "9" * 5_000])
def test_enormous_numbers_become_infinite(number: str) -> None:
    """T09, T10: no overflow here; the reader of the place refuses them by path."""
    value = loads(f'{{"strokes":[[[{number}],[1]]]}}'.encode())["strokes"][0][0][0]
    assert math.isinf(value)
    assert (value < 0) == number.startswith("-")


def test_large_integers_are_kept() -> None:
    assert loads(b"[9007199254740993, 18446744073709551615]") == [2**53 + 1, 2**64 - 1]
    assert loads(b"[100000000000000000000000]") == [1e23]


def test_byte_order_mark_is_accepted() -> None:
    """T31."""
    assert loads(b"\xef\xbb\xbf[1]") == [1]


@pytest.mark.parametrize("data", [b"", b"  \n", b"\xef\xbb\xbf"])
def test_nothing(data: bytes) -> None:
    """T31: an empty body."""
    assert refused(data) == "empty"


@pytest.mark.parametrize(
    "data",
    [
        b"[1]x", b"[1] [2]", b"{} {}", b"[1", b"]", b"[1,]", b'{"a":1', b'"', b'"\\', b"[01]", b"nope",
        b"\xff\xfe[\x001\x00]\x00",
        b'["\xff"]', b"['a']", b"[}", b"{]", b'{"a" 1}', b'["\\ud83d"]', b'["\\ud83d", 1e999]', b'["\x01"]',
        b"[1e999", b"[.5]",
        b"// c\n[1]",
    ],
)  # fmt: skip
def test_what_is_not_json(data: bytes) -> None:
    """T31: trailing garbage; T52: lone surrogates."""
    assert refused(data) == "bad_json"


@pytest.mark.parametrize(
    "data",
    [
        b'{"strokes":[],"strokes":[]}',
        b'{"strokes":[],"stro\\u006bes":[]}',
        b'{"a":{"b":1,"b":2}}',
        b'[{"x":1,"y":2},{"x":1,"y":2,"x":3}]',
        b'{"a":"b:c","a":1}',
        b'{"a":1e999,"a":1}',
        b'{"":1,"":1}',
        b'[[[{"a":1},{"a":1,"a":1}]]]',
    ],
)
def test_duplicate_keys(data: bytes) -> None:
    """T31."""
    assert refused(data) == "duplicate_key"


@pytest.mark.parametrize(
    "data",
    [
        b'{"a":"x:y:z","b":"{\\"k\\":1}"}', b'["{\\"a\\":1,\\"a\\":1}"]', b'{"a:b":1,"c\\\\":{"a:b":2}}',
        b'[{"x":1},{"x":1}]', b'{"\\"":1}', b'["[[[[[[[[[[[["]', b'{"t":"2017-03-01 20:41:36.70725 UTC"}', b'"\\u007b"',
    ],
)  # fmt: skip
def test_colons_and_brackets_in_text_mean_nothing(data: bytes) -> None:
    assert loads(data) == json.loads(data)


def test_depth() -> None:
    assert loads(b"[" * 8 + b"]" * 8) == [[[[[[[[]]]]]]]]
    assert refused(b"[" * 9 + b"]" * 9) == "too_deep"
    assert refused(b'{"a":' * 9 + b"1" + b"}" * 9) == "too_deep"
    assert loads(b"[" * 9 + b"]" * 9, max_depth=9) == [[[[[[[[[]]]]]]]]]


@pytest.mark.parametrize(
    "data",
    [
        b"[" * 2_000_000,
        b"]" * 2_000_000,
        b"[]" * 1_000_000,
        b'{"a":' * 400_000,
        b'"' * 2_000_000,
        b'\\"' * 1_000_000,
        b'"' + b'\\"' * 1_000_000,
        b'"\\' * 1_000_000,
        b"[" + b"1," * 1_000_000,
        b"1" * 2_000_000,
        b"-" * 2_000_000,
        b"[" + b'{"a":1},' * 250_000,
    ],
    ids=range(12),
)
def test_hostile_text_is_refused_quickly(data: bytes) -> None:
    """T28 and deep nesting: the cost stays near the size."""
    begin = time.perf_counter()
    assert len(str(refusal(loads, data))) < 200
    assert time.perf_counter() - begin < 5


def test_the_message_never_echoes() -> None:
    for data in (b'{"secret":1,"secret":2}', b"[secret]", b'"\\ud83dsecret"'):
        with pytest.raises(InkError) as error:
            loads(data)
        assert "secret" not in str(error.value)
