"""JSON Schemas of what messages carry: the games' records as the codec writes them, and the messages themselves."""

from __future__ import annotations

import dataclasses
import inspect
import types
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from drawmate.games.rules import CARD
from drawmate.wire.client_messages import CLIENT_MESSAGES, Act, Configure
from drawmate.wire.server_messages import SERVER_MESSAGES, Lobby, Told, ViewChanged
from drawmate.wire.vocabulary import OFFERS, VOCABULARIES, Vocabulary, home

__all__ = ["CARRIED", "Schema", "game_schemas", "message_schemas", "name_of"]

Schema = dict[str, Any]

_PLAIN: Final[dict[Any, Schema]] = {
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    str: {"type": "string"},
    type(None): {"type": "null"},
}

CARRIED: Final[dict[tuple[type[BaseModel], str], str]] = {
    (Act, "action"): "action",
    (Configure, "options"): "options",
    (Lobby, "options"): "options",
    (Told, "what"): "event",
    (ViewChanged, "view"): "view",
    (ViewChanged, "offers"): "offer",
}
"""The fields of messages that hold what a game says, and what that is."""


def name_of(record: type) -> str:
    """The name of a record's schema, e.g. ``duplik.Mark``."""
    return f"{home(record)}.{record.__name__}"


def game_schemas() -> dict[str, Schema]:
    """The schemas of all games' records by name; ``duplik.action``, ``.event``, ``.view``, … are what may be sent."""
    found: dict[str, Schema] = {}
    for vocabulary in VOCABULARIES.values():
        for record in vocabulary.records():
            found.setdefault(name_of(record), _record(record, sent=record in vocabulary.actions))
        game = vocabulary.game
        found[f"{game}.options"] = _options(vocabulary.options)
        found[f"{game}.action"] = _any_of(vocabulary.actions)
        found[f"{game}.event"] = _any_of(vocabulary.events)
        found[f"{game}.view"] = _reference(name_of(vocabulary.view))
        found[f"{game}.offer"] = _offer(vocabulary)
    return found


def message_schemas() -> dict[str, Schema]:
    """The schemas of all messages by class name, with the schemas of the games where they carry a game's records."""
    models = [(model, "validation") for model in CLIENT_MESSAGES] + [
        (model, "serialization") for model in SERVER_MESSAGES
    ]
    _, document = models_json_schema(models, ref_template="#/components/schemas/{model}")  # type: ignore[arg-type]
    found: dict[str, Schema] = document["$defs"]
    sent = {model.__name__ for model in CLIENT_MESSAGES}
    for name, schema in found.items():
        schema["properties"].get("type", {}).pop("default", None)
        if "type" in schema["properties"]:
            schema["required"] = ["type", *(field for field in schema.get("required", []) if field != "type")]
        if name not in sent:
            # Clients ignore what they do not know.
            schema.pop("additionalProperties", None)
    for (model, field), what in CARRIED.items():
        content = {"anyOf": [_reference(f"{game}.{what}") for game in VOCABULARIES]}
        held = found[model.__name__]["properties"][field]
        held_as = {"type": "array", "items": content} if held["type"] == "array" else content
        found[model.__name__]["properties"][field] = {"title": held["title"], **held_as}
    return found


def _record(record: type, *, sent: bool) -> Schema:
    """A record; all fields are there, but clients may leave out those of actions that have a default."""
    hints = get_type_hints(record, include_extras=True)
    fields = dataclasses.fields(record)
    optional = {f.name for f in fields if sent and f.default is not dataclasses.MISSING}
    return {
        "type": "object",
        "description": inspect.getdoc(record),
        "properties": {
            "type": {"const": record.__name__},
            **{field.name: _schema(hints[field.name]) for field in fields},
        },
        "required": ["type", *(field.name for field in fields if field.name not in optional)],
        "additionalProperties": False,
    }


def _options(record: type) -> Schema:
    """A game's options, of which any may be left out."""
    hints = get_type_hints(record, include_extras=True)
    return {
        "type": "object",
        "description": inspect.getdoc(record),
        "properties": {
            field.name: {**_schema(hints[field.name]), "default": _default(field)}
            for field in dataclasses.fields(record)
        },
    }


def _default(field: dataclasses.Field[Any]) -> Any:
    return list(field.default) if isinstance(field.default, tuple) else field.default


def _offer(vocabulary: Vocabulary) -> Schema:
    """What a seat is offered: actions of the game in full or to be completed, and canvases to draw on."""
    offers = [_record(offer, sent=False) for offer in OFFERS]
    for offer in offers:
        if "action" in offer["properties"]:
            offer["properties"]["action"] = _reference(f"{vocabulary.game}.action")
    return {"anyOf": offers}


def _schema(kind: Any) -> Schema:
    """The schema of an annotation."""
    origin, arguments = get_origin(kind), get_args(kind)
    if kind in _PLAIN:
        return dict(_PLAIN[kind])
    if origin is Annotated:
        schema = _schema(arguments[0])
        return {**schema, "description": "the number of a card"} if CARD in arguments[1:] else schema
    if origin is Literal:
        return {"enum": list(arguments)}
    if origin in (Union, types.UnionType):
        return {"anyOf": [_schema(part) for part in arguments]}
    if origin is frozenset:
        return {"type": "array", "items": _schema(arguments[0]), "uniqueItems": True}
    if origin is tuple and arguments[-1] is Ellipsis:
        return {"type": "array", "items": _schema(arguments[0])}
    if origin is tuple:
        size = len(arguments)
        return {
            "type": "array",
            "items": [_schema(part) for part in arguments],
            "minItems": size,
            "maxItems": size,
        }
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        return _reference(name_of(kind))
    return {} if kind is Any else _unknown(kind)


def _unknown(kind: Any) -> Schema:
    raise TypeError(f"no schema of {kind}")


def _any_of(records: tuple[type, ...]) -> Schema:
    return {"anyOf": [_reference(name_of(record)) for record in records]}


def _reference(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}
