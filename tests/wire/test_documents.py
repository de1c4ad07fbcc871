"""The documents made from the wire: committed copies are as generated, and everything in them fits.

``DRAWMATE_REGENERATE=1 pytest tests/wire/test_documents.py`` writes the copies anew; read the difference.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import Draft7Validator

from drawmate.games.catalogue import CATALOGUE
from drawmate.games.chance import Chance
from drawmate.games.codec import encode
from drawmate.games.playouts import playout
from drawmate.games.record import Match
from drawmate.games.rules import Holder
from drawmate.wire.asyncapi import document
from drawmate.wire.examples import CLIENT_EXAMPLES, SERVER_EXAMPLES
from drawmate.wire.typescript import source
from drawmate.wire.vocabulary import VOCABULARIES

ROOT = Path(__file__).parents[2]
COPIES = {
    ROOT / "docs" / "asyncapi.json": lambda: json.dumps(document(), ensure_ascii=False, indent=1) + "\n",
    ROOT / "service" / "web" / "src" / "wire.ts": source,
}


@pytest.mark.parametrize("path", COPIES, ids=lambda path: path.name)
def test_the_copy_is_as_generated(path: Path) -> None:
    text = COPIES[path]()
    if os.environ.get("DRAWMATE_REGENERATE") == "1":
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text


def validator(name: str) -> Draft7Validator:
    return Draft7Validator({"$ref": f"#/components/schemas/{name}", "components": document()["components"]})


def test_every_reference_leads_somewhere() -> None:
    def references(value: Any) -> list[str]:
        if isinstance(value, dict):
            found = [value["$ref"]] if isinstance(value.get("$ref"), str) else []
            return found + [r for item in value.values() for r in references(item)]
        return [r for item in value for r in references(item)] if isinstance(value, list) else []

    for reference in references(document()):
        target: Any = document()
        for part in reference.removeprefix("#/").split("/"):
            target = target[part]


def test_examples_fit_their_schemas_and_there_is_one_of_every_message() -> None:
    messages = document()["components"]["messages"]
    for name, message in messages.items():
        for example in message["examples"]:
            validator(name).validate(example["payload"])
    assert len(messages) == len(CLIENT_EXAMPLES) + len(SERVER_EXAMPLES)


@pytest.mark.parametrize("name", CATALOGUE)
def test_what_a_game_says_fits_its_schemas(name: str) -> None:
    game = CATALOGUE[name].game
    holders = tuple(Holder(f"seat {seat}") for seat in range(game.seats.start + 1))
    match = Match(game, CATALOGUE[name].config(), holders, 7)
    events, views, offers = (validator(f"{name}.{part}") for part in ("event", "view", "offer"))
    for number, _ in enumerate(playout(match, Chance(7))):
        if number % 10 == 0:
            for seat in (None, *match.state.sitting.seats):
                views.validate(encode(game.view(match.state, seat)))
                for offer in game.offers(match.state, seat) if seat is not None else ():
                    offers.validate(encode(offer))
    for event in match.events:
        assert type(event.what) in VOCABULARIES[name].events
        events.validate(encode(event.what))
