from pathlib import Path

import numpy as np
import pytest

from drawmate.ink import Drawing
from drawmate.recognition.preprocess import picture
from drawmate_training.augment import PLAIN, AugmentConfig, look_at, seeds
from drawmate_training.importing import import_drawings
from drawmate_training.looks import seen, whole
from drawmate_training.shards import Shard, ShardWriter


def _random_shard(directory: Path, count: int) -> Shard:
    random = np.random.default_rng(40)
    writer = ShardWriter(["thing"])
    for _ in range(count):
        sizes = random.integers(1, 12, random.integers(1, 9))
        writer.add([random.integers(0, 256, (2, size)).tolist() for size in sizes], 0)
    writer.write(directory)
    return Shard.open(directory)


def _assert_same_pictures(shard: Shard) -> None:
    for start in range(0, len(shard), 200):
        index = np.arange(start, min(start + 200, len(shard)))
        ours = whole(shard, index)
        for number, pixels in zip(index, ours, strict=True):
            theirs = picture(Drawing.from_strokes(shard.strokes_of(int(number))))
            assert pixels.tobytes() == theirs.tobytes(), number


def test_t40_training_and_service_draw_the_same_bytes(tmp_path: Path) -> None:
    _assert_same_pictures(_random_shard(tmp_path, 1000))


@pytest.mark.shared
def test_t40_on_real_drawings(shared: Path, tmp_path: Path) -> None:
    files = sorted((shared / "quickdraw" / "valid").iterdir())[:90]
    import_drawings(files, tmp_path)
    shard = Shard.open(tmp_path)
    assert len(shard) >= 1000
    _assert_same_pictures(shard)


def test_the_beginning_of_a_drawing_is_the_same_in_both(tmp_path: Path) -> None:
    shard = _random_shard(tmp_path, 20)
    index = np.arange(20)
    shares = np.linspace(0.01, 1.0, 20)
    for number, pixels in zip(index, seen(shard, index, shares), strict=True):
        drawing = Drawing.from_strokes(shard.strokes_of(int(number)))
        shown = drawing.prefix(max(1, int(np.ceil(shares[number] * drawing.points))))
        assert pixels.tobytes() == picture(shown).tobytes()


def test_a_look_is_a_function_of_its_seed(tmp_path: Path) -> None:
    shard = _random_shard(tmp_path, 30)
    index, look_seeds = np.arange(30), seeds(1, 5, 30)
    first = look_at(shard, index, look_seeds, AugmentConfig(), 64, 28)
    order = np.random.default_rng(0).permutation(30)
    second = look_at(shard, index[order], look_seeds[order], AugmentConfig(), 64, 28)
    for a, b in zip(first, second, strict=True):
        np.testing.assert_array_equal(a[order], b)
    other = look_at(shard, index, seeds(1, 6, 30), AugmentConfig(), 64, 28)
    assert (first[0] != other[0]).any(axis=(1, 2, 3)).all()


def test_a_prefix_shows_the_share_it_says(tmp_path: Path) -> None:
    shard = _random_shard(tmp_path, 200)
    only = AugmentConfig(*[1.0, 0.3, *[0.0] * 9, 2.0, 2.0, 0.0])
    _, _, shares = look_at(shard, np.arange(200), seeds(2, 0, 200), only)
    assert shares.min() >= 0.3
    assert 0.5 < shares.mean() < 0.8
    _, _, all_of_it = look_at(shard, np.arange(200), seeds(2, 0, 200), PLAIN)
    assert (all_of_it == 1).all()


def test_no_look_is_ever_without_ink(tmp_path: Path) -> None:
    shard = _random_shard(tmp_path, 50)
    rough = AugmentConfig(prefix=1.0, shortest=0.01, drop=1.0, reorder=1.0)
    for step in range(10):
        pictures, ink, _ = look_at(shard, np.arange(50), seeds(3, step, 50), rough, 32, 28)
        assert pictures[:, 0].any(axis=(1, 2)).all()
        assert ink.any(axis=(1, 2, 3)).all()
