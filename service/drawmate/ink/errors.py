"""The one error of the ink package: a drawing that cannot be read, with a code that never changes."""


class InkError(ValueError):
    """Ink that is refused.

    Attributes:
        code: stable machine-readable reason, e.g. ``ragged_stroke``, ``out_of_range``, ``too_many_points``.
        path: where the first fault is, e.g. ``strokes[0][1][7]``; empty when the whole input is meant.

    The message never echoes the input.
    """

    def __init__(self, code: str, message: str, path: str = "") -> None:
        super().__init__(f"{path}: {message}" if path else message)
        self.code = code
        self.path = path
        self.message = message
