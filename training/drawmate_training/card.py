"""``CARD.md``: what a model is, what it learnt from, how good it is, where it fails and how to make it again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import Template
from typing import Final

from drawmate.recognition.spec import ModelSpec
from drawmate_training.config import TrainConfig
from drawmate_training.figures import table

_CARD: Final = Template("""\
# $id

Names what a drawing shows: strokes in, $classes labels with calibrated probabilities out, and whether the drawing
is like nothing it was taught. A residual network of $parameters weights on $size × $size pictures of three
channels (ink, time within the drawing, order of the strokes), for `drawmate` and any ONNX runtime.

## Files

| file | what |
|---|---|
| `model.onnx` | float32, opset $opset; in: `$input` (N, 3, $size, $size) uint8; out: `logits`, `embedding`, `openset` |
| `model.int8.onnx` | the same in 8 bits (U8 activations, S8 weights per channel), the default |
| `spec.json` | hashes, calibration, thresholds, the rasteriser's version and fingerprint |
| `labels.txt` | the labels in the order of the logits |
| `golden.json` | made-up drawings with the answers expected, to check an installation |
| `recipe.json` | everything that decides a training run |

## Data

The Quick, Draw! data set (github.com/googlecreativelab/quickdraw-dataset), © Google, Inc., made available under the
Creative Commons Attribution 4.0 International licence (https://creativecommons.org/licenses/by/4.0/). The drawings
are not part of this model's directory; they were simplified by their publisher, and were drawn again, changed and
cut short at random for training. Google does not endorse this model.

$data
$holdout of the training drawings, chosen by a hash of their keys, were kept apart for calibration. The test drawings
were used for nothing but the figures below: not to train, choose, calibrate or stop.

## Training

$steps steps of $batch drawings ($looks million looks), bf16; picture sizes $sizes; AdamW with a peak rate of $rate; the
weights are a running average. Categories count by the square root of their size (at most $cap). $prefix of the looks
show only the beginning of a drawing, at least $shortest of its points.
$teacher

## Figures

$figures

## Calibration

Temperatures by the share of the drawing seen, up to each share: $temperatures; for a drawing whose share is not
known: $partial.$slopes
Probabilities were fitted to a mix with 7 % of drawings that the game itself did not recognise, as
players draw them. `unknown`: open-set score above $openset or best probability below $probability. The score is
linear in the embedding and the free energy, fitted to tell real drawings from made-up scribbles, spirals, walks,
writing, dots, frames and mixed strokes.

## Limits

- It knows $classes labels and nothing else. Something else is often called `unknown`, but not always: see the figures.
- It learnt from people with a mouse or a finger and twenty seconds. Careful, shaded or very detailed drawings, photos
  and handwriting are none of its business.
- Labels that look alike are confused (cup, mug and coffee cup; square and anything framed): ask for the best three.
- The data came from many countries, but not evenly; what a thing looks like varies from place to place.
- A few drawings of the data are careless, off the subject or rude; labels of some are wrong.

## What was tried

$tried

## How to make it again

```
python -m drawmate_training download --out quickdraw/train
python -m drawmate_training import --source quickdraw/train --out data/train
python -m drawmate_training import --source quickdraw/valid --out data/valid
$commands
python -m drawmate_training openset --run runs/v1 --train data/train
python -m drawmate_training export --run runs/v1
python -m drawmate_training quantise --run runs/v1 --train data/train --valid data/valid
python -m drawmate_training calibrate --run runs/v1 --train data/train --valid data/valid
python -m drawmate_training promote --run runs/v1 --id $id
```
""")

_COMMANDS: Final = (
    "python -m drawmate_training teach --data data/train --doodlenet doodlenet",
    "python -m drawmate_training train --recipe recipe.json --data data/train --run runs/v1",
)
_DATA: Final = "Drawings: see the figures of the run."
_TRIED: Final = "Nothing else is on record."
_DOODLENET: Final = (
    "\nA part of the loss ($distil of it for a finished drawing, less for less of one) comes from the softened\n"
    "answers of a teacher: DoodleNet (MIT, ml5), averaged over plain, bent and mirrored views of each training drawing."
)


def card(
    spec: ModelSpec,
    config: TrainConfig,
    figures: Mapping[str, float],
    *,
    data: str = _DATA,
    tried: Sequence[str] = (),
    teacher: str = "",
    commands: Sequence[str] = _COMMANDS,
) -> str:
    """The text of the card.

    ``data`` tells which drawings, ``teacher`` who taught if it was more than DoodleNet, ``tried`` what else was tried,
    a line each, and ``commands`` how to come from imported data to the run, a line each.
    """
    c = spec.calibration
    temperatures = ", ".join(f"{t:g} ({s:g})" for s, t in zip(c.shares, c.temperatures, strict=True))
    return _CARD.substitute(
        id=spec.id,
        classes=config.network.classes,
        parameters=f"{figures.get('parameters', 0):,.0f}",
        size=spec.size,
        opset=spec.opset,
        input=spec.input_name,
        data=data,
        holdout=f"{config.holdout:.0%}",
        steps=f"{config.steps:,}",
        batch=config.batch,
        looks=f"{config.steps * config.batch / 1e6:.1f}",
        sizes=", ".join(f"{size} px until {share:.0%}" for share, size in config.sizes),
        rate=f"{config.learning_rate:g}",
        cap=f"{config.cap:,}",
        prefix=f"{config.augment.prefix:.0%}",
        shortest=f"{config.augment.shortest:.0%}",
        teacher=teacher
        or (Template(_DOODLENET).substitute(distil=f"{config.distil:.0%}") if config.distil else ""),
        commands="\n".join(commands),
        figures=table(figures),
        temperatures=temperatures,
        partial=f"{c.partial:g}",
        slopes=f" They grow with the confidence; slopes: {', '.join(f'{s:g}' for s in c.slopes)}; {c.partial_slope:g}."
        if any(c.slopes) or c.partial_slope
        else "",
        openset=f"{spec.unknown_openset:g}",
        probability=f"{spec.unknown_probability:g}",
        tried="\n".join(f"- {line}" for line in tried) or _TRIED,
    )
