"""TypeScript types of all messages and of every game's records, for the web client.

``python -m drawmate.wire typescript`` prints them; ``service/web/src/wire.ts`` is a copy.
"""

from __future__ import annotations

import dataclasses
import inspect
import json
import types
from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from drawmate.wire import limits
from drawmate.wire.client_messages import CLIENT_MESSAGES
from drawmate.wire.codes import REFUSALS, Close
from drawmate.wire.schemas import CARRIED
from drawmate.wire.server_messages import SERVER_MESSAGES, SeatInfo, StrokeInk, Welcome
from drawmate.wire.vocabulary import VOCABULARIES, Vocabulary, home

__all__ = ["source"]

_PLAIN: Final = {
    bool: "boolean",
    int: "number",
    float: "number",
    str: "string",
    type(None): "null",
    Any: "unknown",
}
_HEAD: Final = """// Wire v1: what a table's socket says. Made by `python -m drawmate.wire typescript`; do not edit.
// What a game's records mean is told by the rules (service/drawmate/games); `G` is the game that is played.
"""


def source() -> str:
    """The module's text."""
    parts = [
        _HEAD,
        *_codes(),
        *_messages(),
        _games(),
        *(_namespace(v) for v in VOCABULARIES.values()),
        _rules(),
    ]
    return "\n".join(parts)


def _codes() -> Iterator[str]:
    close = "".join(f"  {code.name.lower()}: {code.value},\n" for code in Close)
    yield f"/** Close codes of a table's socket. */\nexport const CLOSE = {{\n{close}}} as const;\n"
    refusals = "".join(f"\n  | {json.dumps(code)}" for code in REFUSALS)
    yield f"/** Codes of `error` beside those of the rules. */\nexport type RefusalCode ={refusals};\n"
    values = "".join(f"  {name}: {getattr(limits, name):.15g},\n" for name in limits.__all__)
    yield f"/** Limits of messages. */\nexport const LIMITS = {{\n{values}}} as const;\n"


def _messages() -> Iterator[str]:
    for model in CLIENT_MESSAGES:
        yield _model(model, sent=True)
    sent = [_generic(model) for model in CLIENT_MESSAGES]
    yield f"export type ClientMessage<G extends GameName = GameName> ={_alternatives(sent)};\n"
    for part in (SeatInfo, StrokeInk, *SERVER_MESSAGES):
        yield _model(part, sent=False)
    told = [_generic(model) for model in SERVER_MESSAGES]
    yield f"export type ServerMessage<G extends GameName = GameName> ={_alternatives(told)};\n"


def _games() -> str:
    lines = "".join(
        f"  {game}: {{\n"
        f"    options: Partial<{_space(game)}.Config>;\n"
        f"    action: {_space(game)}.Action;\n"
        f"    event: {_space(game)}.Event;\n"
        f"    view: {_space(game)}.View;\n"
        f"    offer: Rules.Offer<{_space(game)}.Action>;\n"
        "  };\n"
        for game in VOCABULARIES
    )
    return (
        "/** What the games say: by the game, its options, actions, events, views and offers. */\n"
        f"export interface Games {{\n{lines}}}\n\n"
        "export type GameName = keyof Games;\n"
    )


def _namespace(vocabulary: Vocabulary) -> str:
    """The records of one game."""
    own = [record for record in vocabulary.records() if home(record) == vocabulary.game]
    actions = _alternatives(_name(record, vocabulary.game) for record in vocabulary.actions)
    events = _alternatives(_name(record, vocabulary.game) for record in vocabulary.events)
    body = [
        _options(vocabulary.options),
        f"export type Action ={actions};\n",
        f"export type Event ={events};\n",
        *(_record(record, vocabulary.game, sent=record in vocabulary.actions) for record in own),
    ]
    return _block(_space(vocabulary.game), body)


def _rules() -> str:
    """What several games have."""
    shared: dict[type, bool] = {}
    for vocabulary in VOCABULARIES.values():
        for record in vocabulary.records():
            if home(record) not in VOCABULARIES:
                shared[record] = record in vocabulary.actions
    offers = """/** What a seat may do now: this action; this action with a text of its own; draw on this canvas. */
export type Offer<Action> =
  | { type: "Choice"; action: Action; ai_from: number | null }
  | { type: "Write"; action: Action; field: string; longest: number }
  | { type: "Ink"; canvas: string };
"""
    return _block(
        "Rules", [offers, *(_record(record, "rules", sent=sent) for record, sent in shared.items())]
    )


def _block(name: str, body: Iterable[str]) -> str:
    text = "\n".join(body)
    indented = "".join(f"  {line}" if line.strip() else line for line in text.splitlines(keepends=True))
    return f"export declare namespace {name} {{\n{indented}}}\n"


def _model(model: type[BaseModel], *, sent: bool) -> str:
    """A message; fields of clients' messages that have a default may be left out."""
    lines: list[str] = []
    fields = model.model_fields
    for name in sorted(fields, key=lambda name: name != "type"):
        field = fields[name]
        optional = sent and name != "type" and not field.is_required()
        lines.append(f"  {name}{'?' if optional else ''}: {_field_type(model, name, field)};\n")
    return f"{_comment(model)}export interface {_generic(model, declared=True)} {{\n{''.join(lines)}}}\n"


def _field_type(model: type[BaseModel], name: str, field: FieldInfo) -> str:
    what = CARRIED.get((model, name))
    if what is None:
        return _type(field.annotation, "")
    content = f'Games[G]["{what}"]'
    return f"{content}[]" if get_origin(field.annotation) is list else content


def _generic(model: type[BaseModel], *, declared: bool = False) -> str:
    """The name of a message's type, with the game where it holds a game's records."""
    if not any(model is carrier for carrier, _ in CARRIED) and model is not Welcome:
        return model.__name__
    return f"{model.__name__}<G extends GameName = GameName>" if declared else f"{model.__name__}<G>"


def _record(record: type, space: str, *, sent: bool) -> str:
    """A record; fields of actions that have a default may be left out."""
    hints = get_type_hints(record)
    lines = [f"  type: {json.dumps(record.__name__)};\n"]
    for field in dataclasses.fields(record):
        mark = "?" if sent and field.default is not dataclasses.MISSING else ""
        lines.append(f"  {field.name}{mark}: {_type(hints[field.name], space)};\n")
    return f"{_comment(record)}export interface {record.__name__} {{\n{''.join(lines)}}}\n"


def _options(record: type) -> str:
    hints = get_type_hints(record)
    lines = "".join(f"  {f.name}: {_type(hints[f.name], '')};\n" for f in dataclasses.fields(record))
    return f"{_comment(record)}export interface Config {{\n{lines}}}\n"


def _type(kind: Any, space: str) -> str:
    """The type of an annotation, as it is named inside a namespace."""
    origin, arguments = get_origin(kind), get_args(kind)
    if kind in _PLAIN:
        return _PLAIN[kind]
    if origin is Annotated:
        return _type(arguments[0], space)
    if origin is Literal:
        return " | ".join(json.dumps(value) for value in arguments)
    if origin in (Union, types.UnionType):
        return " | ".join(_type(part, space) for part in arguments)
    if origin is dict:
        return f"Record<{_type(arguments[0], space)}, {_type(arguments[1], space)}>"
    if origin in (list, frozenset) or (origin is tuple and arguments[-1] is Ellipsis):
        item = _type(arguments[0], space)
        return f"({item})[]" if " | " in item else f"{item}[]"
    if origin is tuple:
        return f"[{', '.join(_type(part, space) for part in arguments)}]"
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        return _name(kind, space)
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return _generic(kind)
    raise TypeError(f"no TypeScript type of {kind}")


def _name(record: type, space: str) -> str:
    return record.__name__ if home(record) == space else f"{_space(home(record))}.{record.__name__}"


def _space(game: str) -> str:
    """The namespace of a game, e.g. ``SplitPersonality``."""
    return "".join(part.capitalize() for part in game.split("_"))


def _alternatives(names: Iterable[str]) -> str:
    return "".join(f"\n  | {name}" for name in names)


def _comment(kind: type) -> str:
    lines = (inspect.getdoc(kind) or "").replace("``", "`").replace("*/", "* /").splitlines()
    if len(lines) == 1:
        return f"/** {lines[0]} */\n"
    return "/**\n" + "".join(f" * {line}".rstrip() + "\n" for line in lines) + " */\n"
