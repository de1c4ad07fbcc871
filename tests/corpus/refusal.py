"""The refusal of an input that may or may not be refused."""

from collections.abc import Callable
from typing import Any

from drawmate.ink import InkError


def refusal(call: Callable[..., Any], *args: Any, **options: Any) -> InkError | None:
    """The InkError that the call raises, or None; errors of any other kind go on."""
    try:
        call(*args, **options)
    except InkError as error:
        return error
    return None
