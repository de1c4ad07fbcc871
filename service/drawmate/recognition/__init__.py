"""From strokes to ranked labels: the model's spec, preprocessing, the recogniser and micro-batching."""
