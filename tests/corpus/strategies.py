"""Hypothesis strategies for drawings."""

from typing import Any

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

from drawmate.ink import Drawing

patient = settings(deadline=None, max_examples=50)
"""For tests of properties: the machine may be busy."""

COORDINATES = st.one_of(
    st.integers(-1_000_000, 1_000_000), st.floats(-1e6, 1e6, allow_nan=False, allow_subnormal=False)
)


def distinct(points: list[Any]) -> list[Any]:
    """The points without those equal to the one before."""
    return [p for i, p in enumerate(points) if i == 0 or p != points[i - 1]]


@st.composite
def drawings(
    draw: st.DrawFn,
    *,
    whole: bool = False,
    times: bool | None = None,
    blank: bool = True,
    pressure: bool = False,
) -> Drawing:
    """Drawings without repeated points, timed or not, perhaps of whole numbers only."""
    number = st.integers(-30_000, 30_000) if whole else COORDINATES
    strokes = draw(
        st.lists(
            st.lists(st.tuples(number, number), min_size=1, max_size=8).map(distinct),
            min_size=0 if blank else 1,
            max_size=6,
        )
    )
    timed = draw(st.booleans()) if times is None else times
    count = sum(map(len, strokes))
    clock = np.cumsum(draw(st.lists(st.integers(0, 500), min_size=count, max_size=count))).tolist()
    columns = []
    for stroke in strokes:
        ts, clock = clock[: len(stroke)], clock[len(stroke) :]
        columns.append([[p[0] for p in stroke], [p[1] for p in stroke], *([ts] if timed else [])])
    pressures = None
    if pressure and draw(st.booleans()):
        pressures = [draw(st.lists(st.floats(0.125, 1), min_size=len(s), max_size=len(s))) for s in strokes]
    return Drawing.from_strokes(columns, pressure=pressures)
