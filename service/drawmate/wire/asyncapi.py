"""The AsyncAPI 3.0 document of a table's socket, made from the messages, the games' records and the codes.

``python -m drawmate.wire asyncapi`` prints it; ``docs/asyncapi.json`` is a copy.
"""

from __future__ import annotations

import inspect
from functools import cache
from typing import Any, Final

from pydantic import BaseModel

from drawmate.wire.client_messages import CLIENT_MESSAGES
from drawmate.wire.codes import CLOSE_REASONS, REFUSALS
from drawmate.wire.examples import CLIENT_EXAMPLES, SERVER_EXAMPLES
from drawmate.wire.limits import DEPTH, FRAME_BYTES, PING_SECONDS, SMALL_FRAME_BYTES
from drawmate.wire.schemas import Schema, game_schemas, message_schemas
from drawmate.wire.server_messages import SERVER_MESSAGES

__all__ = ["ADDRESS", "document"]

ADDRESS: Final = "/v1/tables/{code}/socket"
"""Of a table's socket."""

_DESCRIPTION: Final = f"""A table's socket, wire v1. JSON text frames, `type` first.

Each message of a client but `pong` has an `id`; each id is answered once, by `ack` or by `error`, and a message may be
sent again with its id until it is answered, over another connection too. Events are numbered by `v`; an event that one
may not see comes as `skip` with its number. After a lost connection, connect with a new ticket and `since`, the last
number heard. `ping` comes every {PING_SECONDS:.0f} seconds and wants its `pong` within {PING_SECONDS:.0f} seconds.

Frames with ink have at most {FRAME_BYTES} bytes, others {SMALL_FRAME_BYTES}; nothing is nested deeper than {DEPTH}.
Clients ignore types and fields that they do not know.
"""


@cache
def document() -> dict[str, Any]:
    """The document, as JSON values; not to be changed."""
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Drawmate tables",
            "version": "1",
            "description": _DESCRIPTION,
            "license": {"name": "Apache-2.0", "url": "https://www.apache.org/licenses/LICENSE-2.0"},
        },
        "defaultContentType": "application/json",
        "channels": {"table": _channel()},
        "operations": {
            "hear": {
                "action": "receive",
                "channel": _reference("channels/table"),
                "summary": "What the service hears from clients; each is answered once.",
                "messages": [_reference(f"channels/table/messages/{m.__name__}") for m in CLIENT_MESSAGES],
                "reply": {
                    "channel": _reference("channels/table"),
                    "messages": [_reference(f"channels/table/messages/{name}") for name in ("Ack", "Error")],
                },
            },
            "tell": {
                "action": "send",
                "channel": _reference("channels/table"),
                "summary": "What the service tells clients.",
                "messages": [_reference(f"channels/table/messages/{m.__name__}") for m in SERVER_MESSAGES],
            },
        },
        "components": {
            "messages": {
                **{model.__name__: _message(model, CLIENT_EXAMPLES) for model in CLIENT_MESSAGES},
                **{model.__name__: _message(model, SERVER_EXAMPLES) for model in SERVER_MESSAGES},
            },
            "schemas": message_schemas() | game_schemas(),
        },
        "x-close-codes": {str(code.value): reason for code, reason in CLOSE_REASONS.items()},
        "x-refusals": dict(REFUSALS),
    }


def _channel() -> Schema:
    names = [model.__name__ for model in (*CLIENT_MESSAGES, *SERVER_MESSAGES)]
    return {
        "address": ADDRESS,
        "description": "The first message is `welcome`.",
        "parameters": {"code": {"description": "The code of the table."}},
        "messages": {name: _reference(f"components/messages/{name}") for name in names},
        "bindings": {
            "ws": {
                "method": "GET",
                "query": {
                    "type": "object",
                    "properties": {
                        "ticket": {
                            "type": "string",
                            "description": "From POST /v1/tables/{code}/tickets; good for one connection.",
                        },
                        "client": {
                            "type": "string",
                            "maxLength": 40,
                            "description": "A random name of the client's own, kept over its reconnects: with it and "
                            "its `id`, a message that is sent again is known.",
                        },
                        "since": {"type": "integer", "description": "The number of the last event heard."},
                    },
                    "required": ["ticket"],
                },
                "bindingVersion": "0.1.0",
            }
        },
    }


def _message(model: type[BaseModel], examples: dict[str, dict[str, Any]]) -> Schema:
    kind = model.model_fields["type"].default
    about = inspect.cleandoc(model.__doc__ or "")
    return {
        "name": kind,
        "title": model.__name__,
        "summary": about.split("\n\n")[0].replace("\n", " "),
        "description": about,
        "payload": _reference(f"components/schemas/{model.__name__}"),
        "examples": [{"name": kind, "payload": examples[kind]}],
    }


def _reference(path: str) -> Schema:
    return {"$ref": f"#/{path}"}
