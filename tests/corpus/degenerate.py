"""Drawings at the edge of what a drawing is, by name; in columns form. Used by every test of strokes.

Ids in brackets are those of the project's list of cases that break such products.
"""

from typing import Any, Final

BLANK: Final[dict[str, Any]] = {
    "no strokes [T01]": [],
    "one stroke without columns [T02]": [[]],
    "one stroke without points [T02]": [[[], []]],
    "one stroke without points, with times [T02]": [[[], [], []]],
    "three strokes without points": [[[], []], [], [[], []]],
}
"""Columns that hold no ink."""

INKED: Final[dict[str, Any]] = {
    "one point [T03]": [[[464.91], [286.51]]],
    "two equal points [T04]": [[[1, 1], [1, 1]]],
    "one point of two equal ones [T04]": [[[1], [1]]],
    "horizontal line [T06]": [[[0, 50, 100], [7, 7, 7]]],
    "vertical line [T06]": [[[3, 3], [0, 200]]],
    "identical points over three strokes [T07]": [[[5, 5], [5, 5]], [[5], [5]], [[5, 5, 5], [5, 5, 5]]],
    "raw floats with times [T15]": [[[10.5, 700.25], [3.125, 1080.0], [0, 250]]],
    "two points that read as rows too [T19]": [[[1, 2], [3, 4]]],
    "an empty stroke between two": [[[0, 1], [0, 1]], [[], []], [[2, 3], [2, 3]]],
    "far from the origin": [[[999_999.5, 999_999.75], [-999_999.5, -999_999.75]]],
    "as large as allowed": [[[-1e6, 1e6], [-1e6, 1e6]]],
    "tiny": [[[0, 1e-9], [0, 1e-9]]],
    "negative zero": [[[-0.0, 0.0], [0.0, -0.0]]],
    "there and back": [[[0, 100, 0], [0, 0, 0]]],
    "closed": [[[0, 10, 10, 0, 0], [0, 0, 10, 10, 0]]],
    "integers beyond 53 bits in the times": [[[0, 1], [0, 1], [2**60, 2**60 + 4096]]],
    "epoch times [T14]": [[[0, 1], [0, 1], [1_700_000_000_000, 1_700_000_000_016]]],
    "decreasing times [T14]": [[[0, 1], [0, 1], [5, 4]]],
    "times shorter than x [T14]": [[[0, 1], [0, 1], [0]]],
    "times missing on one of three strokes [T14]": [
        [[0, 1], [0, 1], [0, 1]], [[2], [2]], [[3, 4], [3, 4], [5, 6]],
    ],
}  # fmt: skip
"""Columns that hold ink and must be read."""

REFUSED: Final[dict[str, tuple[Any, str, str]]] = {
    "text [T09]": ([[["NaN"], [1]]], "not_a_number", "strokes[0][0][0]"),
    "text infinity [T09]": ([[["Infinity"], [1]]], "not_a_number", "strokes[0][0][0]"),
    "infinity [T09]": ([[[1.0, float("inf")], [1, 2]]], "out_of_range", "strokes[0][0][1]"),
    "not a number [T08]": ([[[1.0], [float("nan")]]], "not_a_number", "strokes[0][1][0]"),
    "400 digits [T10]": ([[[10**400], [1]]], "out_of_range", "strokes[0][0][0]"),
    "5000 digits [T10]": ([[[1], [-(10**5000)]]], "out_of_range", "strokes[0][1][0]"),
    "number as text [T11]": ([[[1], ["12"]]], "not_a_number", "strokes[0][1][0]"),
    "number as padded text [T11]": ([[[" 7 "], [1]]], "not_a_number", "strokes[0][0][0]"),
    "true [T11]": ([[[1, True], [1, 2]]], "not_a_number", "strokes[0][0][1]"),
    "false in times [T11]": ([[[1], [2], [False]]], "not_a_number", "strokes[0][2][0]"),
    "null [T12]": ([[[None], [1]]], "not_a_number", "strokes[0][0][0]"),
    "first of two faults": (
        [[[1], [1]], [[1, 2], [1, None]], [["x"], [1]]], "not_a_number", "strokes[1][1][1]",
    ),
    "ragged [T13]": ([[[1, 2, 3], [1]]], "ragged_stroke", "strokes[0]"),
    "overflowing span [T17]": ([[[-1e308, 1e308], [0, 0]]], "out_of_range", "strokes[0][0][0]"),
    "just too far [T17]": ([[[0, 1], [0, 1_000_000.1]]], "out_of_range", "strokes[0][1][1]"),
    "objects [T21]": ([[{"x": 1, "y": 2}]], "wrong_shape", "strokes[0]"),
    "a string [T23]": ("[[[1],[2]]]", "wrong_shape", "strokes"),
    "a stroke that is a string": (["ab"], "wrong_shape", "strokes[0]"),
    "rows [T19]": ([[[1, 2], [3, 4], [5, 6], [7, 8]]], "wrong_shape", "strokes[0]"),
    "one column": ([[[1, 2]]], "wrong_shape", "strokes[0]"),
    "a number": (7, "wrong_shape", "strokes"),
    "null itself": (None, "wrong_shape", "strokes"),
    "flat": ([1, 2, 3], "wrong_shape", "strokes[0]"),
    "too deep a column": ([[[[1]], [[1]]]], "not_a_number", "strokes[0][0][0]"),
    "100 000 points [T26]": ([[[0] * 100_000, [0] * 100_000]], "too_many_points", ""),
    "50 000 strokes [T27]": ([[[0, 1], [0, 1]]] * 50_000, "too_many_strokes", ""),
    "50 000 empty strokes": ([[]] * 50_000, "too_many_strokes", ""),
}  # fmt: skip
"""Columns that must be refused, the code, and the path of the first fault."""
