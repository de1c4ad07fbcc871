from __future__ import annotations

from drawmate.api.pace import Window


def test_so_many_a_second_and_then_the_time_until_the_next() -> None:
    window = Window(3)
    assert [window.wait(now) for now in (10.0, 10.1, 10.2)] == [0.0, 0.0, 0.0]
    assert round(window.wait(10.5), 6) == 0.5
    assert window.wait(11.0) == 0.0  # what was refused does not count
    assert round(window.wait(11.0), 6) == 0.1


def test_in_no_second_are_there_more() -> None:
    window, taken = Window(5), list[float]()
    for tick in range(400):
        now = tick * 0.037
        if not window.wait(now):
            taken.append(now)
    assert all(later - earlier >= 1.0 for earlier, later in zip(taken, taken[5:], strict=False))
    assert len(taken) > 60
