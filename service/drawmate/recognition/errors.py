"""The errors of recognition, each with a code that never changes."""


class RecognitionError(ValueError):
    """Recognition that cannot be done, or a model that cannot be used.

    Codes of a model: ``no_model``, ``bad_spec``, ``missing_file``, ``hash_mismatch``, ``raster_mismatch``,
    ``bad_model``, ``bad_golden``, ``no_gpu``. Codes of a call: ``unknown_label``, ``bad_top``,
    ``bad_partial``, ``no_candidates``; of evaluation: ``no_drawings``, ``bad_share``. Codes of a queue:
    ``queue_full``, ``shutting_down``. ``path`` names the argument at fault, e.g. ``candidates[3]``, if there is one.
    """

    def __init__(self, code: str, message: str, path: str = "") -> None:
        super().__init__(f"{path}: {message}" if path else message)
        self.code = code
        self.path = path
        self.message = message


class QueueFullError(RecognitionError):
    """More drawings wait than the queue holds; after ``retry_after`` seconds a try is probably worth it."""

    def __init__(self, retry_after: int) -> None:
        super().__init__("queue_full", "too many drawings are waiting to be recognised")
        self.retry_after = retry_after


class ClosedError(RecognitionError):
    """The recogniser is being shut down."""

    def __init__(self) -> None:
        super().__init__("shutting_down", "the recogniser is shutting down")
