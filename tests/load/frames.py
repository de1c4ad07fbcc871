"""Frames for a table's socket that nobody should send, and some that one may: made from what was heard, by a seed."""

from __future__ import annotations

import dataclasses
import json
from collections import deque
from random import Random
from typing import Any, get_args

from drawmate.games.catalogue import CATALOGUE
from drawmate.wire.examples import CLIENT_EXAMPLES

JUNK: tuple[Any, ...] = (
    None, True, -1, 0, 1, 7, 0.5, 1e308, 1 << 53, 1 << 80, "", "\ud800", "\u0000", "x" * 400, "1.0", [], [[]], {},
    {"type": "act"}, [None], [1, "1"], {"seat": 0}, "\u202egnp", "🎨" * 50,
)  # fmt: skip
RAW: tuple[bytes, ...] = (
    b"\x81\x02{}",  # not masked
    b"\x83\x80\x00\x00\x00\x00",  # no such opcode
    b"\xf1\x80\x00\x00\x00\x00",  # reserved bits
    b"\x80\x80\x00\x00\x00\x00",  # goes on with nothing
    b"\x01\x81\x00\x00\x00\x00{\x81\x81\x00\x00\x00\x00}",  # another message inside a message
    b"\x89\xfe\x00\x80\x00\x00\x00\x00" + b"x" * 128,  # a ping that is too long
    b"\x88\x82\x00\x00\x00\x00\x00\x01",  # closes with a code that there is not
    b"\x88\x81\x00\x00\x00\x00\x03",  # half a code
    b"\x81\x82\x00\x00\x00\x00\xff\xfe",  # no UTF-8
    b"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\x00\x00\x00\x00",  # 2^63 - 1 bytes to come
    b"\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff\x00\x00\x00\x00",
    b"\x81\xfe\x10\x00\x00\x00\x00\x00{",  # more to come that never comes
    b"GET / HTTP/1.1\r\n\r\n",
    b"\x00" * 64,
)
"""Bytes that are no frames."""
OPTIONS: tuple[dict[str, Any], ...] = ({}, {"stretch": 0.5}, {"timers": True}, {"ai": True}, {"rounds": 2})
TEXTS = ("cat", "a house", "macska", "t-shirt", "🐈", "x" * 300, "  ", "┌─┐", "\u200b")
RARE = ("leave", "kick", "pass_host")


class Forger:
    """Makes the frames of one socket."""

    def __init__(self, game: str, random: Random) -> None:
        self._game, self._random = game, random
        self._actions = get_args(CATALOGUE[game].action)
        self._offers: list[dict[str, Any]] = []
        self._sent: deque[str] = deque(maxlen=60)
        self._number = 0
        self._strokes = 0
        self._lines: dict[tuple[str, int], int] = {}

    def hears(self, message: dict[str, Any]) -> None:
        """Know what may be done."""
        view = message["view"] if message["type"] == "welcome" else message
        if view is not None and view["type"] == "view":
            self._offers = view["offers"]

    def frame(self) -> str | bytes:
        """The next frame."""
        makers = (
            (30, self._right), (12, self._out_of_turn), (8, self._again), (20, self._wrong_value),
            (12, self._mangled), (3, self._huge), (4, self._deep), (5, self._binary),
        )  # fmt: skip
        maker = self._random.choices([m for _, m in makers], [w for w, _ in makers])[0]
        found = maker()
        if isinstance(found, str):
            self._sent.append(found)
        return found

    def raw(self) -> bytes:
        """Bytes that are no frame."""
        return self._random.choice(RAW)

    def _message(self, kind: str, **fields: Any) -> dict[str, Any]:
        self._number += 1
        return {"type": kind, "id": self._number, **fields}

    def _right(self) -> str:
        """A message that is right in itself, at the right or a wrong time."""
        random = self._random
        if self._offers and random.random() < 0.6:
            return self._write(self._offered(random.choice(self._offers)))
        kind = random.choice([*CLIENT_EXAMPLES, "chat", "resync", "start", "ready", "again", "take"])
        if kind in RARE and random.random() < 0.9:
            kind = "undo"
        example = dict(CLIENT_EXAMPLES[kind])
        example.pop("type")
        if kind == "pong":
            return json.dumps({"type": "pong", "n": random.randrange(5)})
        changes = {
            "seat": random.randrange(8),
            "name": random.choice(("Zoë", "Ana", "Fox", "AI 1", "Fоx")) + random.choice(("", " ", "2")),
            "text": random.choice(TEXTS),
            "ready": random.random() < 0.8,
            "options": random.choice(OPTIONS),
            "stroke": random.randrange(5),
        }
        fields = {name: changes.get(name, value) for name, value in example.items() if name != "id"}
        return self._write(self._message(kind, **fields))

    def _offered(self, offer: dict[str, Any]) -> dict[str, Any]:
        random = self._random
        if offer["type"] == "Choice":
            return self._message("act", action=offer["action"])
        if offer["type"] == "Write":
            text = random.choice(TEXTS)[: offer["longest"] + random.choice((0, 0, 1))]
            return self._message("act", action=offer["action"] | {offer["field"]: text})
        canvas = offer["canvas"]
        if random.random() < 0.1:
            return self._message("undo", canvas=canvas, stroke=random.randrange(self._strokes + 1))
        if random.random() < 0.5:
            self._strokes += 1
        stroke = min(self._strokes, 1_499)
        offset = self._lines.get((canvas, stroke), 0)
        count = random.choice((1, 3, 10))
        self._lines[(canvas, stroke)] = offset + count
        x, y = ([round(random.uniform(-1000, 2000), 2) for _ in range(count)] for _ in "xy")
        t = random.choice((None, list(range(offset, offset + count))))
        offset = max(0, offset + random.choice((0, 0, 0, 0, 0, -1, 1, 7)))
        return self._message(
            "ink", canvas=canvas, stroke=stroke, offset=offset, x=x, y=y, t=t, end=random.random() < 0.1
        )

    def _out_of_turn(self) -> str:
        """Some action of the game, with made-up values."""
        kind = self._random.choice(self._actions)
        values = (
            0,
            1,
            2,
            3,
            9,
            True,
            False,
            None,
            "cat",
            "left",
            "yes",
            [0, 1, 2],
            [1],
            [],
            0.5,
            {"type": kind.__name__},
        )
        fields = {field.name: self._random.choice(values) for field in dataclasses.fields(kind)}
        return self._write(self._message("act", action={"type": kind.__name__, **fields}))

    def _again(self) -> str:
        """A frame that was sent before, or its id with another message."""
        if not self._sent:
            return self._right()
        text = self._random.choice(self._sent)
        if self._random.random() < 0.7:
            return text
        return self._write(self._message("chat", text="another") | {"id": max(0, self._number - 3)})

    def _wrong_value(self) -> str:
        random = self._random
        message: dict[str, Any] = dict(random.choice(list(CLIENT_EXAMPLES.values())))
        if self._offers and random.random() < 0.3:
            message = self._offered(random.choice(self._offers))
        self._number += 1
        if "id" in message:
            message["id"] = self._number
        inside = (
            message.get("action")
            if isinstance(message.get("action"), dict) and random.random() < 0.5
            else None
        )
        target = dict(inside) if inside else message
        for _ in range(random.randint(1, 2)):
            target[random.choice([*target, "more"])] = random.choice(JUNK)
        if inside:
            message["action"] = target
        return json.dumps(message, ensure_ascii=True)

    def _mangled(self) -> str:
        random = self._random
        text = list(random.choice(self._sent) if self._sent else self._right())[:5_000]
        for _ in range(random.choice((1, 1, 3))):
            place = random.randrange(len(text) + 1)
            text[place : place + random.randrange(4)] = random.choice(
                ['"', "{", "[", "]", "}", ",", ":", "\\u", "9", "-", "\0", "NaN", "1e999", "\\ud800"]
            )
        return "".join(text)

    def _huge(self) -> str:
        random = self._random
        match random.randrange(4):
            case 0:
                return self._write(
                    self._message("chat", text="x" * random.choice((301, 7_000, 9_000, 70_000, 900_000)))
                )
            case 1:
                many = [1.5] * random.choice((512, 513, 4_000, 20_000))
                return self._write(self._message("ink", canvas="1.0", stroke=0, offset=0, x=many, y=many))
            case 2:
                return self._write(self._message("act", action={"type": "Guess", "text": "9" * 8_100}))
        return '{"type":"act","id":1,"action":{"n":' + "9" * random.choice((400, 5_000)) + "}}"

    def _deep(self) -> str:
        depth = self._random.choice((14, 15, 16, 17, 100, 2_000, 30_000))
        opening, closing = self._random.choice((("[", "]"), ('{"a":', "}")))
        inside = opening * depth + "1" + closing * depth
        return (
            inside if self._random.random() < 0.3 else '{"type":"act","id":2,"action":{"a":' + inside + "}}"
        )

    def _binary(self) -> bytes:
        if self._random.random() < 0.5:
            return self._right().encode("utf-8", "surrogatepass")
        return self._random.randbytes(self._random.choice((0, 1, 125, 126, 5_000)))

    def _write(self, message: dict[str, Any]) -> str:
        return json.dumps(message, ensure_ascii=self._random.random() < 0.5)
