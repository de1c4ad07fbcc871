"""Reading documents that people write: objects, texts and lists checked on the way in.

Everything here raises ``WordsError`` with the path of the first fault.
"""

import json
import unicodedata
from typing import Any

from drawmate.words.errors import WordsError


def read_document(text: str) -> object:
    """The value of a JSON text in which no object has a key twice."""
    try:
        return json.loads(text, object_pairs_hook=_unique)
    except json.JSONDecodeError as error:
        raise WordsError("not_json", str(error)) from None


def read_fields(
    value: object, path: str, required: set[str] | None = None, optional: set[str] | None = None
) -> dict[str, Any]:
    """The value as an object with these keys; with neither set given, any keys."""
    if not isinstance(value, dict):
        raise WordsError("wrong_type", "must be an object", path)
    if required is None and optional is None:
        return value
    needed, known = required or set(), (required or set()) | (optional or set())
    for key in sorted(needed - value.keys()):
        raise WordsError("missing_key", f"has no {key}", path)
    for key in sorted(value.keys() - known):
        raise WordsError("unknown_key", f"{key} is not known", path)
    return value


def read_text(value: object, path: str) -> str:
    """The value as a text in NFC with single spaces."""
    if not isinstance(value, str):
        raise WordsError("wrong_type", "must be a text", path)
    if not value or value != " ".join(unicodedata.normalize("NFC", value).split()):
        raise WordsError("bad_text", "is empty, has stray spaces or is not NFC", path)
    return value


def read_texts(value: object, path: str) -> tuple[str, ...]:
    """The value as a list of such texts, at least one."""
    if not isinstance(value, list) or not value:
        raise WordsError("wrong_type", "must be a list that is not empty", path)
    return tuple(read_text(item, f"{path}[{i}]") for i, item in enumerate(value))


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    keys = [key for key, _ in pairs]
    for key in keys:
        if keys.count(key) > 1:
            raise WordsError("duplicate_key", "a key is given twice", key)
    return dict(pairs)
