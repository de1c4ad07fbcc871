"""The one error of scenes and criteria, with a code that never changes."""


class SceneError(ValueError):
    """A scene, criterion or catalogue of things that is not sound.

    Attributes:
        code: stable machine-readable reason: ``not_json``, ``wrong_type``, ``missing_key``, ``unknown_key``,
            ``bad_value``, ``bad_text``, ``bad_box``, ``duplicate``, ``unknown_thing``, ``unknown_part``,
            ``unknown_language``, ``unknown_scene``, ``not_met``, ``redundant``, ``no_scene``.
        path: where the first fault is, e.g. ``scenes[harbour].criteria[3]``; empty when the whole is meant.
    """

    def __init__(self, code: str, message: str, path: str = "") -> None:
        super().__init__(f"{path}: {message}" if path else message)
        self.code = code
        self.path = path
        self.message = message
