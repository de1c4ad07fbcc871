"""Why a table does not do what it was asked to; nothing has changed then."""

from __future__ import annotations

__all__ = ["Refusal"]


class Refusal(ValueError):
    """A refused request.

    Attributes:
        code: stable; one of ``wire.codes.REFUSALS`` or of the rules.
        expected: with ``gap``, the offset that is due.
        path: which part of the request is meant, if one is.
    """

    def __init__(
        self, code: str, message: str = "", *, expected: int | None = None, path: str | None = None
    ) -> None:
        super().__init__(message or code.replace("_", " "))
        self.code = code
        self.expected = expected
        self.path = path
