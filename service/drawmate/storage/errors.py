"""The one error of storage, with a code that never changes."""

from __future__ import annotations

__all__ = ["StorageError"]


class StorageError(ValueError):
    """Something that could not be stored or read.

    Codes of a database: ``bad_database_url``, ``database_unreachable`` (it cannot be reached, or refused or failed
    what was asked; what was being written may or may not be there), ``database_newer`` (its schema is from a newer
    version of drawmate). Codes of a call: ``conflict`` (the key, or the number of an entry, is taken or is not the
    next), ``not_found``, ``damaged`` (entries are missing from a journal), ``bad_text`` (NUL or half a surrogate pair,
    which no database keeps), ``closed``.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
