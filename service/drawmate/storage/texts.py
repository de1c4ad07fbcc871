"""Text that every database keeps as it is."""

from __future__ import annotations

from drawmate.storage.errors import StorageError

__all__ = ["check_text"]


def check_text(text: str) -> None:
    """Refuse what SQLite or Postgres would not give back unchanged; JSON writers escape it.

    Raises:
        StorageError: ``bad_text`` for NUL, or half a surrogate pair.
    """
    if "\0" in text:
        raise StorageError("bad_text", "text with a NUL cannot be stored")
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError as error:
            raise StorageError("bad_text", "half a surrogate pair cannot be stored") from error
