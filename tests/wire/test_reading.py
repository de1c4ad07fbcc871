"""Hostile frames are refused with a code, and nothing else happens."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from drawmate.wire.client_messages import CLIENT_MESSAGES
from drawmate.wire.examples import CLIENT_EXAMPLES
from drawmate.wire.reading import WireError, read_frame

INK = CLIENT_EXAMPLES["ink"]


def text_of(kind: str, **fields: Any) -> str:
    return json.dumps({**CLIENT_EXAMPLES[kind], **fields})


@pytest.mark.parametrize("model", CLIENT_MESSAGES)
def test_examples_are_read(model: type) -> None:
    kind = model.model_fields["type"].default  # type: ignore[attr-defined]
    assert isinstance(read_frame(text_of(kind)), model)


@pytest.mark.parametrize(
    ("frame", "code", "id", "path"),
    [
        (b'{"type":"start","id":1}', "bad_frame", None, None),
        ("", "bad_frame", None, None),
        ("hello", "bad_frame", None, None),
        ("[]", "bad_frame", None, None),
        ("[" * 60_000, "bad_frame", None, None),
        ('{"type":"act","id":5,"action":' + '{"a":' * 40 + "1" + "}" * 41, "bad_frame", 5, None),
        ('{"type":"start","id":4,"type":"start"}', "bad_frame", 4, None),
        ('{"type":"start","id":4,"id":5}', "bad_frame", None, None),
        ('{"type":"pong","n":NaN}', "bad_frame", None, None),
        ('{"type":"act","id":1,"action":{"n":-Infinity}}', "bad_frame", 1, None),
        ('{"type":"act","id":1,"action":{"n":[1e999]}}', "bad_message", 1, "action.n[0]"),
        ('{"type":"act","id":1,"action":{"n":9007199254740993}}', "bad_message", 1, "action.n"),
        ('{"type":"act","id":1,"action":{"n":' + "9" * 5000 + "}}", "bad_frame", 1, None),
        ('{"type":"act","id":1,"action":{"\\ud800":1}}', "bad_message", 1, "action"),
        ('{"type":"chat","id":1,"text":"\\ud83d"}', "bad_message", 1, "text"),
        (text_of("chat", text=""), "bad_message", 4, "text"),
        (text_of("chat", text="x" * 7_000), "bad_message", 4, "text"),
        (text_of("chat", text="x" * 10_000), "too_big", 4, None),
        (text_of("chat", text="x" * 70_000), "too_big", 4, None),
        ('{"type":"start","id":1,"x":"' + "é" * 33_000 + '"}', "too_big", 1, None),
        (text_of("ink", x=[1.5] * 20_000), "too_big", 2, None),
        (text_of("ink", x=[1] * 4_000), "bad_message", 2, "x"),
        (text_of("ink", x=[True, 1, 1]), "bad_message", 2, "x[0]"),
        (text_of("ink", x=[1, 2]), "bad_message", 2, None),
        (text_of("ink", t=[0, 1, -1]), "bad_message", 2, "t[2]"),
        (text_of("ink", stroke=True), "bad_message", 2, "stroke"),
        (text_of("ink", stroke=0.0), "bad_message", 2, "stroke"),
        (text_of("ink", canvas="../etc"), "bad_message", 2, "canvas"),
        (text_of("start", id=True), "bad_message", None, "id"),
        (text_of("start", id=-1), "bad_message", None, "id"),
        (text_of("start", id="1"), "bad_message", None, "id"),
        (text_of("start", more=1), "bad_message", 10, "more"),
        ('{"id":3}', "bad_message", 3, "type"),
        ('{"type":["act"],"id":3}', "bad_message", 3, "type"),
        ('{"type":"welcome","id":3}', "bad_message", 3, "type"),
    ],
)
def test_refusals(frame: str | bytes, code: str, id: int | None, path: str | None) -> None:
    with pytest.raises(WireError) as refused:
        read_frame(frame)
    assert (refused.value.code, refused.value.id, refused.value.path) == (code, id, path)
    assert refused.value.answer().code == code


@pytest.mark.parametrize(
    "changes", [{}, {"t": None}, {"x": [1, 2.5, -1e2]}, {"canvas": "1.0.left", "end": False}, {"id": 0}]
)
def test_ink_is_the_same_read_quickly_or_with_a_closer_look(changes: dict[str, Any]) -> None:
    message = {**INK, **changes}
    quick = json.dumps(message, separators=(",", ":"))
    assert read_frame(quick) == read_frame(json.dumps(message)) == read_frame(" " + quick)


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        (',"stroke":0', ',"stroke":0,"stroke":1', "bad_frame"),
        (',"stroke":0', ',"stroke":1,"strok\\u0065":0', "bad_frame"),
        ('"type":"ink"', '"type":"ink","type":"ink"', "bad_frame"),
        ('"id":2', '"id":9007199254740993', "bad_message"),
        ("120.5", "1e999", "bad_message"),
        ("120.5", "NaN", "bad_frame"),
        ("120.5", '"1"', "bad_message"),
        (',"end":true', ',"end":true,"more":1', "bad_message"),
        (',"end":true', ',"end":1', "bad_message"),
        ("}", "}}", "bad_frame"),
    ],
)
def test_ink_read_quickly_is_read_as_strictly(old: str, new: str, code: str) -> None:
    text = json.dumps(INK, separators=(",", ":"))
    assert old in text
    with pytest.raises(WireError) as refused:
        read_frame(text.replace(old, new, 1))
    assert refused.value.code == code


def test_a_full_piece_of_ink_fits_its_frame() -> None:
    many = [1234.123456] * 512
    read_frame(text_of("ink", x=many, y=many, t=list(range(512))))


JUNK: tuple[Any, ...] = (
    None, True, -1, 0.5, 1e308, 1 << 53, 1 << 80, "", "\ud800", "x" * 400, [], [[]], {}, {"type": "act"}, [None],
)  # fmt: skip


def mutated(chance: random.Random) -> str:
    """A good message with a value or some characters made bad."""
    message = dict(chance.choice(list(CLIENT_EXAMPLES.values())))
    for _ in range(chance.randrange(3)):
        message[chance.choice([*message, "more"])] = chance.choice(JUNK)
    text = list(json.dumps(message, ensure_ascii=chance.random() < 0.5))
    for _ in range(chance.choice((0, 0, 1, 3))):
        place = chance.randrange(len(text))
        text[place : place + chance.randrange(4)] = chance.choice(
            ['"', "{", "[", "]", "}", ",", "\\u", "9", "\0", "\ud8ff"]
        )
    return "".join(text)


def test_mutations_are_read_or_refused() -> None:
    chance = random.Random(20)
    refused = 0
    for _ in range(5_000):
        try:
            message = read_frame(mutated(chance))
        except WireError as error:
            refused += 1
            error.answer().model_dump_json()
        else:
            message.model_dump_json()
    assert 2_000 < refused < 5_000
