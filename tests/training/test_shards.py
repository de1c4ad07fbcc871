from pathlib import Path

import numpy as np
import pytest

from drawmate_training.shards import Shard, ShardWriter, held_out

HOUSE = [[[0, 0, 255, 255], [100, 255, 255, 100]], [[0, 128, 255], [100, 0, 100]]]


def test_a_drawing_comes_back_as_it_went_in(tmp_path: Path) -> None:
    writer = ShardWriter(["barn", "house"])
    writer.add(HOUSE, 1, recognised=False, key=7)
    writer.add([[[3], [4]], [[], []]], 0)
    writer.write(tmp_path)
    shard = Shard.open(tmp_path)
    assert (len(shard), shard.names) == (2, ("barn", "house"))
    assert shard.strokes_of(0) == HOUSE
    assert shard.strokes_of(1) == [[[3], [4]]]
    assert (shard.labels.tolist(), shard.recognised.tolist(), int(shard.keys[0])) == (
        [1, 0],
        [False, True],
        7,
    )


def test_the_key_of_a_drawing_without_one_is_a_hash_of_its_strokes(tmp_path: Path) -> None:
    writer = ShardWriter(["house"])
    for strokes in (HOUSE, HOUSE, HOUSE[:1]):
        writer.add(strokes, 0)
    writer.write(tmp_path)
    keys = Shard.open(tmp_path).keys
    assert keys[0] == keys[1] != keys[2]


@pytest.mark.parametrize(
    "strokes", [[], [[[], []]], [[[0, 256], [0, 0]]], [[[-1], [0]]]], ids=["none", "empty", "large", "small"]
)
def test_what_is_no_simplified_drawing_is_refused(strokes: list[list[list[int]]]) -> None:
    with pytest.raises(ValueError, match=r"coordinate|ink"):
        ShardWriter(["x"]).add(strokes, 0)


def test_a_refused_drawing_leaves_no_trace(tmp_path: Path) -> None:
    writer = ShardWriter(["house"])
    for bad in ([HOUSE[0], [[0, 999], [0, 0]]], [HOUSE[0], [[1, 2], [3]]]):
        with pytest.raises(ValueError, match=r"coordinate|inhomogeneous"):
            writer.add(bad, 0)
    writer.add(HOUSE, 0)
    writer.write(tmp_path)
    assert Shard.open(tmp_path).strokes_of(0) == HOUSE


def test_columns_that_do_not_fit_together_are_refused(tmp_path: Path) -> None:
    writer = ShardWriter(["house"])
    writer.add(HOUSE, 0)
    writer.write(tmp_path)
    np.save(tmp_path / "labels.npy", np.zeros(3, np.int16))
    with pytest.raises(ValueError, match="do not fit"):
        Shard.open(tmp_path)
    with pytest.raises(ValueError, match="is not a shard"):
        Shard.open(tmp_path / "nowhere")


def test_the_held_out_slice_is_a_fixed_share() -> None:
    keys = np.random.default_rng(3).integers(0, 2**64, 100_000, np.uint64)
    apart = held_out(keys, 0.02)
    assert 0.018 < apart.mean() < 0.022
    assert (held_out(keys, 0.1) | ~apart).all()
