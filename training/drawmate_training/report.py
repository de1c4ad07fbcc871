"""An evaluation as one HTML file that needs nothing else: figures, plots and tables."""

from __future__ import annotations

import base64
import io
from collections.abc import Sequence
from html import escape
from string import Template
from typing import Any, Final

import matplotlib as mpl
from matplotlib.figure import Figure

from drawmate_training.evaluate import Evaluation, Score

_INK: Final = "#1f2933"
_BLUE: Final = "#2f6fdb"
_TEAL: Final = "#14967f"
_RED: Final = "#d64550"
_GREY: Final = "#c3ccd6"
_WORST: Final = 30

_PAGE: Final = Template("""<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>$title</title>
<style>
:root { color-scheme: light; --ink: #1f2933; --soft: #5b6b7b; --line: #dfe5ec; --tint: #f5f7fa; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1080px; padding: 2.5rem 1.25rem 4rem; color: var(--ink); background: #fff;
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.7rem; margin: 0; } h2 { font-size: 1.15rem; margin: 2.5rem 0 .75rem; }
p { color: var(--soft); margin: .25rem 0 1.25rem; max-width: 70ch; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: .75rem; }
.figures div { background: var(--tint); border: 1px solid var(--line); border-radius: .6rem; padding: .8rem 1rem; }
.figures b { display: block; font-size: 1.5rem; font-variant-numeric: tabular-nums; }
.figures span { color: var(--soft); font-size: .85rem; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(440px, 1fr)); gap: 1rem; }
figure { margin: 0; max-width: 540px; }
img { width: 100%; height: auto; } figcaption { color: var(--soft); font-size: .85rem; }
.tables { display: grid; grid-template-columns: repeat(auto-fit, minmax(320px, 1fr)); gap: 2rem; align-items: start; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .3rem .5rem; border-bottom: 1px solid var(--line); }
th { color: var(--soft); font-weight: 600; } td.n, th.n { text-align: right; }
</style>
<h1>$title</h1><p>$about</p>
<div class="figures">$figures</div>
<h2>While it is being drawn</h2><div class="plots">$growing</div>
<h2>Whether its probabilities mean what they say</h2>
<p>A bar is the share of right answers among drawings whose best label had such a probability; on the diagonal,
the two agree. The lower plot shows how many drawings there are of each.</p>
<div class="plots">$reliability</div>
<h2>By category</h2><div class="plots">$categories</div>
<div class="tables"><div><h2>Hardest categories</h2>$worst</div>
<div><h2>What is taken for what</h2>$confusions</div></div>
<h2>Every category</h2>$all
</html>
""")


def report(evaluation: Evaluation, title: str, about: str = "") -> str:
    """The page. ``title`` and ``about`` are plain text: what was evaluated, and on what."""
    e = evaluation
    ordered = sorted(e.by_class, key=lambda row: (row[2], row[3], row[0]))
    return _PAGE.substitute(
        title=escape(title),
        about=escape(about or f"{e.drawings:,} drawings of {len(e.by_class)} categories."),
        figures="".join(_box(*pair) for pair in _boxes(e)),
        growing=_picture(_by_share(e), "Right answers by share of the points that are drawn")
        + _picture(_errors(e), "Calibration error by share"),
        reliability=_picture(_curve(e.whole), f"Finished drawings: calibration error {e.whole.ece:.4f}")
        + _picture(
            _curve(e.partial), f"50–70 % drawn, share not known: calibration error {e.partial.ece:.4f}"
        ),
        categories=_picture(_histogram(e), "How many categories have such a share of right answers"),
        worst=_table(("category", "drawings", "top-1", "top-3"), [_row(row) for row in ordered[:_WORST]]),
        confusions=_table(
            ("drawn", "taken for", "times"), [(a, b, str(n)) for a, b, n in e.confusions[:_WORST]]
        ),
        all=_table(("category", "drawings", "top-1", "top-3"), [_row(row) for row in e.by_class]),
    )


def plots(evaluation: Evaluation) -> dict[str, bytes]:
    """The plots of the report as PNG files, by name."""
    return {
        "by-share": _png(_by_share(evaluation)),
        "calibration-by-share": _png(_errors(evaluation)),
        "reliability-finished": _png(_curve(evaluation.whole)),
        "reliability-partial": _png(_curve(evaluation.partial)),
        "categories": _png(_histogram(evaluation)),
    }


def _boxes(e: Evaluation) -> list[tuple[str, str]]:
    pairs = [
        (f"{e.whole.top1:.1%}", "top-1, finished"),
        (f"{e.whole.top3:.1%}", "top-3, finished"),
        (f"{e.whole.top5:.1%}", "top-5, finished"),
        (f"{e.macro:.1%}", "mean of categories"),
        (f"{e.whole.ece:.4f}", "calibration error, finished"),
        (f"{e.partial.top1:.1%}", "top-1, 50–70 % drawn"),
        (f"{e.partial.top3:.1%}", "top-3, 50–70 % drawn"),
        (f"{e.partial.ece:.4f}", "calibration error, 50–70 %"),
    ]
    if e.recognised is not None and e.unrecognised is not None:
        pairs += [
            (f"{e.recognised:.1%}", "top-1, the game recognised"),
            (f"{e.unrecognised:.1%}", "top-1, the game did not"),
        ]
    return pairs


def _by_share(e: Evaluation) -> Figure:
    figure, axes = _axes()
    shares = [100 * share for share in e.by_share]
    for name, colour in (("top1", _BLUE), ("top3", _TEAL), ("top5", "#7b8794")):
        values = [100 * getattr(score, name) for score in e.by_share.values()]
        axes.plot(shares, values, color=colour, marker="o", markersize=4, linewidth=2)
        axes.annotate(
            f"top-{name[3:]}", (shares[-1], values[-1]), (6, -3), textcoords="offset points", color=colour
        )
    axes.set(
        xlabel="% of the points", ylabel="% right", xlim=(0, 112), ylim=(0, 100), xticks=range(0, 101, 20)
    )
    return figure


def _errors(e: Evaluation) -> Figure:
    figure, axes = _axes()
    shares = [100 * share for share in e.by_share]
    axes.bar(shares, [score.ece for score in e.by_share.values()], width=6, color=_BLUE)
    axes.set(xlabel="% of the points", ylabel="calibration error", xlim=(0, 108), xticks=range(0, 101, 20))
    return figure


def _curve(score: Score) -> Figure:
    figure = _figure(4.4)
    upper, lower = figure.subplots(2, 1, sharex=True, gridspec_kw={"height_ratios": (4, 1)})
    curve = score.reliability
    bins = len(curve.weight)
    middle = [(i + 0.5) / bins for i in range(bins)]
    upper.bar(middle, curve.accuracy, width=0.9 / bins, color=_BLUE)
    upper.plot([0, 1], [0, 1], color=_RED, linewidth=1.2, linestyle="--")
    lower.bar(middle, 100 * curve.weight, width=0.9 / bins, color=_GREY)
    for axes in (upper, lower):
        _bare(axes)
    upper.set(ylabel="share right", xlim=(0, 1), ylim=(0, 1))
    lower.set(xlabel="probability of the best label", ylabel="% of drawings")
    return figure


def _histogram(e: Evaluation) -> Figure:
    figure, axes = _axes()
    axes.hist([100 * row[2] for row in e.by_class], bins=20, range=(0, 100), color=_BLUE, rwidth=0.9)
    axes.axvline(100 * e.macro, color=_RED, linestyle="--", linewidth=1.2)
    axes.set(xlabel="% right", ylabel="categories", xlim=(0, 100))
    return figure


def _axes() -> tuple[Figure, Any]:
    figure = _figure(3.4)
    axes = figure.subplots()
    _bare(axes)
    return figure, axes


def _figure(height: float) -> Figure:
    return Figure(figsize=(6.0, height), dpi=150, layout="constrained")


def _bare(axes: Any) -> None:
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color(_GREY)
    axes.tick_params(color=_GREY, labelcolor=_INK)
    axes.grid(axis="y", color="#e8edf2", linewidth=0.8)
    axes.set_axisbelow(True)


def _png(figure: Figure) -> bytes:
    out = io.BytesIO()
    with mpl.rc_context({"font.size": 10}):
        figure.savefig(out, format="png", metadata={"Software": None})
    return out.getvalue()


def _picture(figure: Figure, caption: str) -> str:
    data = base64.b64encode(_png(figure)).decode("ascii")
    text = escape(caption)
    return f'<figure><img alt="{text}" src="data:image/png;base64,{data}"><figcaption>{text}</figcaption></figure>'


def _box(value: str, name: str) -> str:
    return f"<div><b>{escape(value)}</b><span>{escape(name)}</span></div>"


def _row(row: tuple[str, int, float, float]) -> tuple[str, ...]:
    name, count, top1, top3 = row
    return name, str(count), f"{top1:.1%}", f"{top3:.1%}"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table whose columns that begin with a digit are set right."""
    numeric = [bool(rows) and cell[:1].isdigit() for cell in (rows[0] if rows else head)]

    def line(tag: str, cells: Sequence[str]) -> str:
        marks = (" class=n" if number else "" for number in numeric)
        return "".join(f"<{tag}{m}>{escape(c)}</{tag}>" for m, c in zip(marks, cells, strict=True))

    body = "".join(f"<tr>{line('td', row)}</tr>" for row in rows)
    return f"<table><thead><tr>{line('th', head)}</tr></thead><tbody>{body}</tbody></table>"
