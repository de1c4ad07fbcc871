"""The one error of the words package, with a code that never changes."""


class WordsError(ValueError):
    """A word, person or language that is not known, or a document of them that is not sound.

    Attributes:
        code: stable machine-readable reason: ``unknown_label``, ``unknown_person``, ``unknown_language``; for documents
            also
            ``not_json``, ``wrong_type``, ``missing_key``, ``unknown_key``, ``duplicate_key``, ``bad_text``,
            ``bad_value``, ``duplicate``, ``clash``, ``stale_share``, ``stale_trait``.
        path: where the first fault is, e.g. ``words[dog].names.hu``; empty when the whole input is meant.
    """

    def __init__(self, code: str, message: str, path: str = "") -> None:
        super().__init__(f"{path}: {message}" if path else message)
        self.code = code
        self.path = path
        self.message = message
