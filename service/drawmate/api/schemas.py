"""The shapes of requests and responses, for the OpenAPI document.

The small fields of requests are also checked by them. Strokes are not: they are read by
``drawmate.ink.formats``, which is stricter and a hundred times faster.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, PlainValidator

from drawmate.recognition.ranking import DEFAULT_TOP

__all__ = [
    "CurveOptions",
    "CurveRequest",
    "CurveResponse",
    "GuessModel",
    "JoinTable",
    "LabelList",
    "ModelList",
    "OpenTable",
    "ProblemModel",
    "RecogniseOptions",
    "RecogniseRequest",
    "RecogniseResponse",
    "RenderOptions",
    "RenderRequest",
    "TicketRequest",
]


def _partial(value: Any) -> Any:
    if value is None or type(value) is bool or (type(value) in (int, float) and 0 < value <= 1):
        return value
    raise ValueError("must be true, false, or a share above 0 and at most 1")


Share = Annotated[float, Field(gt=0, le=1)]
Partial = Annotated[bool | float | None, PlainValidator(_partial, json_schema_input_type=bool | Share | None)]
Numbers = list[float]
StrokeColumns = Annotated[list[Numbers], Field(min_length=2, max_length=3)]
"""One stroke: its x, its y and, optionally, its times in milliseconds."""

_STROKES = (
    "One entry a stroke: [[x…], [y…]] or [[x…], [y…], [t…]], y growing downward, t in milliseconds. "
    "Other shapes are read under another `format`."
)


class Strict(BaseModel):
    """A request's small fields: no conversions, unknown keys ignored."""

    model_config = ConfigDict(strict=True, frozen=True, extra="ignore")


class RecogniseOptions(Strict):
    """How to recognise."""

    format: str = Field(
        "columns", max_length=32, description="How the strokes are written; echoed in the response."
    )
    top: int = Field(DEFAULT_TOP, ge=1, le=345, description="How many labels to give, best first.")
    candidates: list[Annotated[str, Field(max_length=100)]] | None = Field(
        None,
        min_length=1,
        max_length=1000,
        description="The only labels possible, in any case; probabilities are shared out among them.",
    )
    partial: Partial = Field(
        None, description="Whether the drawing is still being drawn, or the share of it (0..1] that is drawn."
    )


class CurveOptions(Strict):
    """What to follow through a drawing."""

    format: str = Field("columns", max_length=32)
    target: str = Field(max_length=100, description="The label to follow, in any case.")


class RenderOptions(Strict):
    """How to show the picture."""

    format: str = Field("columns", max_length=32)
    scale: int = Field(1, ge=1, le=16, description="Screen pixels for each pixel of the picture.")
    channel: Literal["all", "ink", "time", "order"] = Field(
        "all", description="all: the three channels as red, green and blue; else one of them in grey."
    )


class RecogniseRequest(RecogniseOptions):
    """One drawing (`strokes`, or `drawing` as in a Quick, Draw! record), or many (`drawings`)."""

    strokes: list[StrokeColumns] | None = Field(None, description=_STROKES)
    drawing: list[StrokeColumns] | None = Field(None, description="The same as `strokes`.")
    drawings: list[list[StrokeColumns] | dict[str, Any]] | None = Field(
        None,
        max_length=256,
        description="Many drawings: each its strokes, or an object with `strokes` or `drawing`.",
    )


class CurveRequest(CurveOptions):
    """A drawing and the label to follow."""

    strokes: list[StrokeColumns] | None = Field(None, description=_STROKES)


class RenderRequest(RenderOptions):
    """A drawing to show as the model sees it."""

    strokes: list[StrokeColumns] | None = Field(None, description=_STROKES)


class GuessModel(BaseModel):
    """A label and its calibrated probability."""

    label: str
    probability: float = Field(ge=0, le=1)


class ResultModel(BaseModel):
    """What a drawing shows."""

    label: str | None = Field(description="The best label; null unless the state is ok.")
    state: Literal["ok", "blank", "unknown"]
    reason: Literal["blank", "unfamiliar", "unsure"] | None = Field(
        description="Why there is no label: no ink; unlike anything the model knows; nothing probable enough."
    )
    top: list[GuessModel] = Field(description="Best first; empty for a blank drawing.")
    warnings: list[str] = Field(description="What was repaired in the strokes, e.g. empty_stroke.")


class SourceModel(BaseModel):
    """What did the work."""

    model: str = Field(description="Id of the model.")
    device: Literal["cpu", "cuda"] = Field(description="Where it really ran.")
    format: str = Field(description="The format the strokes were read as.")


class SingleResponse(ResultModel, SourceModel):
    """The result for one drawing."""


class ManyResponse(SourceModel):
    """The results for many drawings, in their order."""

    results: list[ResultModel]


RecogniseResponse = SingleResponse | ManyResponse


class CurvePoint(BaseModel):
    """How probable the target was after some strokes."""

    strokes: int
    points: int
    probability: float = Field(ge=0, le=1)
    rank: int = Field(ge=1, description="1 for the most probable label.")


class CurveResponse(SourceModel):
    """How a drawing came to be recognised."""

    target: str
    curve: list[CurvePoint]
    earliest: int | None = Field(
        description="Strokes after which the target was, and stayed, the most probable label."
    )
    warnings: list[str]


class LabelModel(BaseModel):
    """A label the model knows."""

    label: str
    names: dict[str, str] = Field(description="By language code.")
    playable: bool = Field(description="Whether it makes a fair word to draw.")
    difficulty: int = Field(ge=1, le=3, description="1 easy to 3 hard.")


class LabelList(BaseModel):
    """All labels, in the model's order."""

    model: str
    labels: list[LabelModel]


class LoadedModel(BaseModel):
    """The model in use."""

    id: str
    file: str
    device: Literal["cpu", "cuda"]
    providers: list[str]
    threads: int
    raster_version: int
    opset: int
    labels: int
    metrics: dict[str, float]


class ModelList(BaseModel):
    """The models in use."""

    models: list[LoadedModel]
    device: Literal["cpu", "cuda"] | None = Field(
        description="Where the first of them runs; null without a model."
    )


class ProblemModel(BaseModel):
    """A refusal (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
    code: str = Field(description="Stable; what programs should look at.")
    path: str | None = Field(None, description="Where the first fault is, e.g. strokes[0][1][7].")
    request_id: str


class Exact(BaseModel):
    """A request that has these fields and no others."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class OpenTable(Exact):
    """A new table."""

    game: str = Field(max_length=40, examples=["quick_guess"])
    name: str = Field(max_length=200, description="How you are called at the table.", examples=["Fox"])
    options: dict[str, Any] = Field({}, description="The game's options; those left out have their defaults.")
    language: str = Field("en", max_length=8, description="en or hu: of the words and sentences.")
    listed: bool = Field(False, description="Whether anyone can find it; otherwise only by its code.")


class JoinTable(Exact):
    """A seat for oneself."""

    name: str = Field(max_length=200, examples=["Fox"])


class TicketRequest(Exact):
    """For one socket; ``name`` is a spectator's."""

    name: str = Field("", max_length=200)
