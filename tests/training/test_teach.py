from pathlib import Path

import numpy as np
import pytest
import torch
from torch import Tensor

from drawmate_training.augment import PLAIN
from drawmate_training.shards import Shard
from drawmate_training.teach import Teacher, of_ink, of_pictures, teach
from tests.training.synthetic import KINDS, write_shard


def test_the_table_holds_the_mean_of_the_teachers_log_probabilities(tmp_path: Path) -> None:
    directory = write_shard(tmp_path, each=5, seed=4, teacher=False)

    def sure(pictures: Tensor, ink: Tensor) -> Tensor:
        assert (pictures.shape[1:], ink.shape[1:]) == ((3, 64, 64), (1, 28, 28))
        logits = torch.zeros(len(pictures), len(KINDS))
        logits[:, 2] = 4.0
        return logits

    def unsure(pictures: Tensor, ink: Tensor) -> Tensor:
        return torch.zeros(len(pictures), len(KINDS))

    table = np.load(teach(directory, [Teacher(sure), Teacher(unsure, 1)], [PLAIN, PLAIN], batch=7))
    assert (table.dtype, table.shape) == (np.float16, (5 * len(KINDS), len(KINDS)))
    probabilities = np.exp(table.astype(np.float64))
    np.testing.assert_allclose(probabilities.sum(1), 1, atol=2e-3)
    half_as_sure = np.exp(2.0) / (np.exp(2.0) + len(KINDS) - 1)
    np.testing.assert_allclose(probabilities[:, 2], half_as_sure, atol=2e-3)


def test_teachers_look_at_pictures_or_ink() -> None:
    class Outputs(torch.nn.Module):
        def forward(self, x: Tensor) -> object:
            from drawmate_training.model import Outputs

            return Outputs(x.float().mean((1, 2, 3)), x, x)

    pictures, ink = torch.full((1, 3, 4, 4), 7), torch.full((1, 1, 2, 2), 9)
    assert of_pictures(Outputs())(pictures, ink).item() == 7
    assert of_ink(Outputs())(pictures, ink).item() == 9


def test_there_must_be_a_teacher(tmp_path: Path) -> None:
    directory = write_shard(tmp_path, each=2, seed=4, teacher=False)
    with pytest.raises(ValueError, match="no teacher"):
        teach(directory, [])


@pytest.mark.shared
def test_doodlenet_knows_most_real_drawings(shared: Path, tmp_path: Path) -> None:
    from drawmate_training.augment import look_at
    from drawmate_training.doodlenet import DoodleNet
    from drawmate_training.importing import import_drawings

    folder = shared / "quickdraw"
    files = [
        folder / "valid" / f"{name}.ndjson.gz"
        for name in ("airplane", "cat", "umbrella", "snowman", "ladder")
    ]
    names = [path.name.removesuffix(".ndjson.gz") for path in sorted((folder / "valid").iterdir())]
    import_drawings(files, tmp_path, labels=sorted(names))
    shard = Shard.open(tmp_path)
    index = np.arange(len(shard))
    _, ink, _ = look_at(shard, index, np.zeros(len(shard), np.uint64), PLAIN, 32, DoodleNet.size)
    network = DoodleNet(folder / "doodlenet", shard.names).eval()
    with torch.inference_mode():
        found = network(torch.from_numpy(ink)).logits.argmax(1).numpy()
    assert (found == shard.labels).mean() > 0.7
