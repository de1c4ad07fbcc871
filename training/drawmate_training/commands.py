"""What the commands do, one function each; their signatures are the command line.

The parts of a command are imported when it runs, so that ``--help`` answers soon.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Literal

import tyro

from drawmate_training.config import TrainConfig


def download(
    out: Path,
    categories: tuple[str, ...] = (),
    form: Literal["simplified", "raw", "binary", "numpy_bitmap"] = "simplified",
    cap: int | None = None,
    base: str = "https://storage.googleapis.com/quickdraw_dataset/full",
    parallel: int = 4,
    tries: int = 6,
) -> None:
    """Download the public Quick, Draw! files; stopped or cut off, the same command goes on where it was.

    The drawings are (c) Google, under CC BY 4.0: github.com/googlecreativelab/quickdraw-dataset.

    Args:
        out: Where the files go, one a category.
        categories: Which; all 345 by default.
        form: Which form of the data set.
        cap: Most drawings of a category; ndjson forms only.
        base: Address of the data set, or of a copy of it.
        parallel: Files at a time.
        tries: Failures in a row, without a byte arriving, after which to give up.
    """
    from drawmate_training.download import download as fetch

    names = categories or tuple(read_labels(None))
    paths = fetch(names, out, form=form, base=base, cap=cap, parallel=parallel, tries=tries)
    print(f"{out}: {len(paths)} files, {sum(p.stat().st_size for p in paths) / 1e6:.1f} MB")


def import_drawings(
    source: tuple[Path, ...],
    out: Path,
    labels: Path | None = None,
    cap: int | None = None,
    recognised_only: bool = False,
    trust_pickle: bool = False,
) -> None:
    """Make a memory-mapped shard of ndjson, .bin or .npz files, simplified or raw.

    Args:
        source: Files, or directories of one file a category.
        out: The shard directory to write.
        labels: File of category names, one a line, in the order of the labels; those of the files by default.
        cap: Most drawings of a category.
        recognised_only: Leave out drawings the game did not recognise.
        trust_pickle: Also read .npz files of pickled arrays, as sketch-rnn's are. Reading a pickle runs code
            of whoever made it: only for files you trust.
    """
    from drawmate_training.importing import import_drawings as load

    report = load(
        source,
        out,
        labels=read_labels(labels) if labels else None,
        cap=cap,
        recognised_only=recognised_only,
        trust_pickle=trust_pickle,
    )
    print(f"{out}: {report.drawings:,} drawings of {len(report.by_word)} categories")
    for reason, count in report.left_out.most_common():
        print(f"  left out: {count:,} {reason}")


def teach(
    data: Path,
    doodlenet: Path | None = None,
    teachers: tuple[Path, ...] = (),
    views: int = 5,
    threads: int = 0,
) -> None:
    """Write what teachers say of every drawing of a shard: teacher.npy beside its columns.

    Args:
        data: The shard.
        doodlenet: Folder of DoodleNet's weights (doodlenet.npz, arch.json, class_names.txt).
        teachers: Runs of networks of ours, such as a larger one or the last one.
        views: How many views those look at; DoodleNet, which is quick, looks at all five.
        threads: CPU threads; as many as torch likes by default.
    """
    from drawmate_training.doodlenet import DoodleNet
    from drawmate_training.shards import Shard
    from drawmate_training.teach import Teacher, of_ink, of_pictures
    from drawmate_training.teach import teach as write
    from drawmate_training.weights import load_network

    _threads(threads)
    found = [Teacher(of_pictures(load_network(run)[0]), views) for run in teachers]
    if doodlenet is not None:
        found.append(Teacher(of_ink(DoodleNet(doodlenet, Shard.open(data).names).eval())))
    if not found:
        raise ValueError("there is no teacher: name --doodlenet or --teachers")
    print(write(data, found))


def train_with(recipe: TrainConfig) -> Callable[..., None]:
    """The ``train`` command with a recipe's values as the defaults of its options."""
    default = recipe

    def train(
        data: Path,
        run: Path,
        config: Annotated[TrainConfig, tyro.conf.arg(name="")] = default,
        recipe: str | None = None,
        start: Path | None = None,
        tutors: tuple[Path, ...] = (),
        finished_tutors: tuple[Path, ...] = (),
        threads: int = 0,
        checkpoint_s: float = 180.0,
        stop: int | None = None,
    ) -> None:
        """Train, or go on with a run that was cut off; under torchrun on several GPUs or hosts.

        Args:
            data: The training shard, with teacher.npy if the recipe distils.
            run: Directory of the run: checkpoints, weights, tensorboard events.
            config: The recipe.
            recipe: A recipe file, or the name of one that comes with the package (recogniser-v1); options
                given beside it override it.
            start: A run whose weights this one begins with, its network perhaps of another shape; for the
                backbone doodlenet, the folder of its weights.
            tutors: Who answers every unfinished look: runs of networks of ours, folders of a DoodleNet trained on
                prefixes.
            finished_tutors: The same for every finished look.
            threads: CPU threads of each process; as many as torch likes by default.
            checkpoint_s: Seconds between checkpoints.
            stop: Stop at this step, with a checkpoint.
        """
        from drawmate_training.doodlenet import DoodleNet
        from drawmate_training.shards import Shard
        from drawmate_training.train import State
        from drawmate_training.train import train as work
        from drawmate_training.warm_start import begin, open_tutor

        def keep(state: State) -> None:
            if isinstance(state.average, DoodleNet):
                state.average.save(run)

        _threads(threads)
        names = Shard.open(data).names
        weights = work(
            config,
            data,
            run,
            start=None if start is None else begin(config, start, names),
            tutors=[open_tutor(tutor, names) for tutor in tutors],
            finished_tutors=[open_tutor(tutor, names) for tutor in finished_tutors],
            checkpoint_s=checkpoint_s,
            stop=stop,
            finished=keep,
        )
        print(weights)

    return train


def blend(first: Path, second: Path, out: Path, share: float = 0.5) -> None:
    """Write a run with the mean of the weights of two runs, the second of which began with the first's.

    Args:
        first: The run that the second began with.
        second: The run that went on.
        out: Directory of the new run.
        share: How much of the mean is the second's.
    """
    from drawmate_training.weights import blend as write

    print(write(first, second, share, out))


def evaluate(
    of: Path,
    data: Path,
    out: Path | None = None,
    shares: tuple[float, ...] = (),
    threads: int = 1,
    title: str = "",
) -> None:
    """Measure a recogniser: accuracy, calibration, confusions, by share of the drawing seen.

    Args:
        of: A model directory, a run (its averaged weights; its calibration if there is one), or an .onnx file.
        data: A shard, or a directory of ndjson files.
        out: Directory for evaluation.json, report.html and its plots.
        shares: Shares of the points to measure at; each tenth by default.
        threads: CPU threads.
        title: Heading of the report.
    """
    from drawmate_training import evaluate as measuring
    from drawmate_training.report import plots, report
    from drawmate_training.subjects import open_data, open_subject

    _threads(threads)
    predictor, calibration = open_subject(of, threads)
    with open_data(data) as shard:
        found = measuring.evaluate(predictor, shard, calibration, shares=shares or measuring.DECILES)
    print(json.dumps(found.figures(), indent=2))
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        _write(out / "evaluation.json", found.as_dict())
        (out / "report.html").write_text(
            report(found, title or f"{of.name} on {data.name}"), encoding="utf-8"
        )
        for name, picture in plots(found).items():
            (out / f"{name}.png").write_bytes(picture)


def openset(run: Path, train: Path, drawings: int = 4000, each: int = 600) -> None:
    """Fit a score of strangeness on made-up drawings of nothing; write RUN/openset.safetensors for export.

    Args:
        run: The run; its averaged weights are used.
        train: Training shard.
        drawings: Real drawings to fit to, and as many half-drawn ones.
        each: Made-up strange drawings of each kind.
    """
    import numpy as np

    from drawmate.recognition.preprocess import pictures
    from drawmate_training.looks import prefixes, whole
    from drawmate_training.openset import FILE, fit
    from drawmate_training.outliers import outliers
    from drawmate_training.predictors import from_network
    from drawmate_training.shards import Shard, held_out
    from drawmate_training.weights import load_network

    network, config = load_network(run)
    shard = Shard.open(train)
    random = np.random.default_rng([config.seed, 11])
    usable = np.flatnonzero(~held_out(np.asarray(shard.keys), config.holdout) & np.asarray(shard.recognised))
    index = random.choice(usable, 2 * min(drawings, len(usable) // 2), replace=False)
    half = len(index) // 2
    found = fit(
        from_network(network),
        whole(shard, index[:half]),
        prefixes(shard, index[half:], random.integers(0, 2**64, half, np.uint64), 0.3),
        {kind: pictures(some) for kind, some in outliers(2, each, shard).items()},
    )
    found.write(run / FILE)
    print("AUROC             energy  unseen  fitted")
    for kind, value in found.energy.items():
        print(f"  {kind:14} {value:7.3f} {found.unseen[kind]:7.3f} {found.seen[kind]:7.3f}")


def export(run: Path, out: Path | None = None) -> None:
    """Write a run's weights as one ONNX file and compare the two.

    Args:
        run: The run; its averaged weights are used.
        out: The file to write; RUN/model.onnx by default.
    """
    from drawmate_training.export import export as write
    from drawmate_training.openset import FILE, scored
    from drawmate_training.weights import load_network

    target = out or run / "model.onnx"
    difference = write(scored(load_network(run)[0], run / FILE), target)
    print(f"{target}: {target.stat().st_size / 1e6:.2f} MB, largest difference of a logit {difference:.1e}")


def quantise(
    run: Path, train: Path, valid: Path, drawings: int = 1024, allowed_loss: float = 0.002, limit: int = 0
) -> None:
    """Write the 8-bit form of RUN/model.onnx as RUN/model.int8.onnx, the best of several ways.

    Args:
        run: The run, after export.
        train: Shard whose drawings measure the ranges of the activations.
        valid: Shard whose drawings decide which way is best.
        drawings: How many drawings measure the ranges.
        allowed_loss: Top-1 that may be lost, as a share.
        limit: Most drawings that decide; 0 for all.
    """
    from drawmate.recognition.spec import sha256_of
    from drawmate_training.quantise import quantise as write
    from drawmate_training.shards import Shard

    source = run / "model.onnx"
    chosen, tried = write(
        source,
        run / "model.int8.onnx",
        Shard.open(train),
        Shard.open(valid),
        drawings=drawings,
        allowed=allowed_loss,
        limit=limit,
    )
    for choice in tried:
        bits, mark = 7 if choice.reduce_range else 8, "*" if choice == chosen else " "
        loss = choice.loss
        print(
            f"{mark} {choice.method:16} {bits}-bit weights  top-1 lost {100 * loss.top1:+.2f} points  "
            f"agreement {loss.agreement:.4f}  divergence {loss.divergence:.5f}"
        )
    _write(
        run / "quantise.json",
        {"source_sha256": sha256_of(source), "chosen": asdict(chosen), "tried": [asdict(c) for c in tried]},
    )


def calibrate(
    run: Path,
    valid: Path,
    train: Path | None = None,
    each: int = 200,
    limit: int = 0,
    file: str = "model.int8.onnx",
) -> None:
    """Fit temperatures and the thresholds for unknown drawings; write RUN/calibration.json.

    Args:
        run: The run, after quantise.
        valid: Shard to fit on.
        train: Training shard, whose held-out slice is added.
        each: Made-up strange drawings of each kind.
        limit: Most drawings to fit on; 0 for all.
        file: Which of the run's files to fit for.
    """
    from drawmate.ink.raster import SIZE
    from drawmate_training.calibrate import calibrate as fit
    from drawmate_training.calibrate import sample
    from drawmate_training.outliers import outliers
    from drawmate_training.predictors import from_onnx
    from drawmate_training.shards import Shard
    from drawmate_training.unknown import choose_thresholds

    config = TrainConfig.read(run / "recipe.json")
    train_shard = Shard.open(train) if train else None
    drawings = sample(Shard.open(valid), train_shard, config.holdout, limit=limit)
    predict = from_onnx(run / file)
    report = fit(predict, drawings, SIZE)
    strange = outliers(1, each, train_shard)
    thresholds = choose_thresholds(predict, drawings, strange, report.calibration, SIZE)
    print(f"{report.drawings} drawings")
    for edge, fitted in zip(report.calibration.shares, report.by_share, strict=True):
        print(f"  up to {edge:4.2f}: {fitted}")
    print(f"  unknown   : {report.partial}")
    print(
        f"unknown: openset above {thresholds.openset:g} or probability below {thresholds.probability:g}; "
        f"finished {thresholds.finished:.3f}, half-drawn {thresholds.half:.3f}"
    )
    print("caught: " + ", ".join(f"{kind} {share:.2f}" for kind, share in thresholds.caught.items()))
    print("certain: " + ", ".join(f"{kind} {share:.2f}" for kind, share in thresholds.certain.items()))
    print(f"AUROC: openset {thresholds.auroc_openset:.3f}, probability {thresholds.auroc_probability:.3f}")
    _write(run / "calibration.json", {**report.as_dict(), "thresholds": thresholds.as_dict()})


def promote(
    run: Path,
    name: Annotated[str, tyro.conf.arg(name="id")],
    models: Path = Path("models"),
    labels: Path | None = None,
    figures: tuple[Path, ...] = (),
    notes: Path | None = None,
    allowed_loss: float = 0.002,
) -> None:
    """Assemble MODELS/ID from a run, if its files hold what they promise.

    Args:
        run: The run, after export, quantise and calibrate.
        name: The model's id, such as recogniser-v1.
        models: Where model directories are.
        labels: File of label names, one a line; the 345 of Quick, Draw! by default.
        figures: JSON files of figures for the card: of drawmate evaluate --json, drawmate bench --json.
        notes: JSON file for the card: "data" and "teacher" (sentences), "tried" and "commands" (lists).
        allowed_loss: Top-1 that 8 bits may lose, as a share.
    """
    from drawmate_training.promote import promote as assemble

    said: dict[str, Any] = json.loads(notes.read_text(encoding="utf-8")) if notes else {}
    spec = assemble(
        run,
        read_labels(labels),
        models / name,
        figures=figures,
        notes=said,
        allowed_loss=allowed_loss,
    )
    print(f"{models / name}: " + ", ".join(f"{key} {value:g}" for key, value in spec.metrics.items()))


def read_recipe(name: str) -> TrainConfig:
    """A recipe file, or one that comes with the package, by its name.

    Raises:
        ValueError: there is none.
    """
    path = Path(name)
    if path.exists():
        return TrainConfig.read(path)
    own = resources.files("drawmate_training") / "recipes" / f"{name.removesuffix('.json')}.json"
    if not own.is_file():
        raise ValueError(f"there is no recipe {name}")
    with resources.as_file(own) as file:
        return TrainConfig.read(file)


def read_labels(path: Path | None) -> list[str]:
    """Label names, one a line; the 345 of Quick, Draw! in alphabetical order when no file is given."""
    if path is not None:
        return path.read_text(encoding="utf-8").split("\n")[:-1]
    text = (resources.files("drawmate_training") / "labels.txt").read_text(encoding="utf-8")
    return text.splitlines()


def _threads(count: int) -> None:
    if count:
        import torch

        torch.set_num_threads(count)


def _write(path: Path, content: dict[str, Any]) -> None:
    path.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")
