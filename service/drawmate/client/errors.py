"""What can go wrong for a client::

ValueError      Refused   a request was refused, and nothing has changed
ConnectionError Closed    the connection has ended and does not come back
"""

from __future__ import annotations

from typing import Final

from drawmate.wire.codes import CLOSE_REASONS, Close

__all__ = ["GONE", "Closed", "Refused"]

GONE: Final = 1000
"""The code of ``Closed`` after the client itself has ended the connection."""


class Refused(ValueError):
    """A request was refused, and nothing has changed.

    Attributes:
        code: stable; one of ``wire.codes.REFUSALS``, of the rules, or of the API's problems.
        path: the first fault of the request, e.g. ``action.text``.
        retry_ms: when it may be asked again; only with ``slow_down`` and ``busy``.
        expected: with ``gap``, the offset that is due.
        status: of the response, if it came over HTTP.
    """

    def __init__(
        self,
        code: str,
        message: str = "",
        *,
        path: str | None = None,
        retry_ms: int | None = None,
        expected: int | None = None,
        status: int | None = None,
    ) -> None:
        super().__init__(message or code.replace("_", " "))
        self.code = code
        self.path = path
        self.retry_ms = retry_ms
        self.expected = expected
        self.status = status


class Closed(ConnectionError):
    """The connection has ended and does not come back; ``code`` is one of ``wire.codes.Close``, or ``GONE``."""

    def __init__(self, code: int, reason: str = "") -> None:
        known = CLOSE_REASONS[Close(code)] if code in set(Close) else "the connection is closed"
        super().__init__(reason or known)
        self.code = code
