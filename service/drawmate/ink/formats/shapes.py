"""The shapes decoded JSON may have: small checks that refuse with a path, shared by the JSON readers."""

from __future__ import annotations

from typing import Any

from drawmate.ink.errors import InkError


def as_array(value: Any, path: str, meant: str) -> list[Any]:
    """The value if it is an array.

    Raises:
        InkError: ``wrong_shape``, saying what was meant; a string gets a hint of its own.
    """
    if type(value) is list:
        return value
    if type(value) is str:
        raise InkError("wrong_shape", "send an array, not a string", path)
    raise InkError("wrong_shape", f"must be {meant}", path)


def as_object(value: Any, path: str, meant: str) -> dict[str, Any]:
    """The value if it is an object.

    Raises:
        InkError: ``wrong_shape``, saying what was meant.
    """
    if type(value) is dict:
        return value
    raise InkError("wrong_shape", f"must be {meant}", path)


def strokes_of(value: Any, path: str) -> tuple[Any, str]:
    """The strokes of a request or record, and their path: its ``strokes``, or its alias ``drawing``.

    Anything but an object is taken to be the strokes themselves.

    Raises:
        InkError: ``wrong_shape`` when both keys are there or neither.
    """
    if type(value) is not dict:
        return value, path
    keys = [key for key in ("strokes", "drawing") if key in value]
    if len(keys) == 1:
        return value[keys[0]], keys[0]
    fault = "has both strokes and drawing" if keys else "has neither strokes nor drawing"
    raise InkError("wrong_shape", f"the object {fault}")


def join(path: str, step: str) -> str:
    """A path and a step below it: ``a`` and ``b`` give ``a.b``; an empty path gives the step alone."""
    return f"{path}.{step}" if path else step
