"""The points of a round of Duplik: from boxes to numbers."""

from __future__ import annotations

from drawmate.games.duplik.records import Config, Round, Row


def portrayed(rows: tuple[Row, ...]) -> tuple[bool, ...]:
    """The portrayer's boxes: a criterion is theirs when at least one artist met it (D1.25)."""
    return tuple(any(box.met for box in row) for row in rows)


def score(seats: int, config: Config, judged: Round) -> tuple[int, ...]:
    """The points of each seat; the golden criterion counts as the options say, each other one point (D1.27)."""
    points = [0] * seats
    for number, row in enumerate(judged.rows, start=1):
        golden = number == judged.golden
        for box in row:
            if box.met:
                points[box.seat] += config.golden_artist if golden else 1
        if any(box.met for box in row):
            points[judged.portrayer] += config.golden_portrayer if golden else 1
    return tuple(points)
