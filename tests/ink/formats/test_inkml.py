"""InkML, much of it as the Recommendation's own kinds of traces."""

from typing import Any

import pytest
from hypothesis import given

from drawmate.ink import Drawing, InkError
from drawmate.ink.formats import Reading, read, write
from drawmate.ink.formats.inkml_trace import Channel, points_of
from tests.corpus.strategies import drawings, patient

XY = (Channel("X"), Channel("Y"))


def ink(body: str, attributes: str = 'xmlns="http://www.w3.org/2003/InkML"') -> bytes:
    return f"<ink {attributes}>{body}</ink>".encode()


def strokes(body: str) -> list[list[list[float]]]:
    return read(ink(body), "inkml")[0].drawing.to_strokes()


def test_explicit_traces() -> None:
    assert strokes("<trace>10 0, 9 14, 8 28</trace><trace>130 155,144 159.5</trace>") == [
        [[10, 9, 8], [0, 14, 28]],
        [[130, 144], [155, 159.5]],
    ]


@pytest.mark.parametrize("attributes", ["", 'xmlns:i="urn:x"', 'xmlns="http://www.w3.org/2003/InkML"'])
def test_namespaces_do_not_matter(attributes: str) -> None:
    assert read(ink("<trace>1 2</trace>", attributes), "inkml")[0].drawing.points == 1
    prefixed = b'<i:ink xmlns:i="http://www.w3.org/2003/InkML"><i:trace>1 2</i:trace></i:ink>'
    assert read(prefixed)[0].drawing.points == 1


def test_differences_stay_until_another_prefix_comes() -> None:
    """Speeds of 23, 43 and then accelerations: each value follows from the two before it."""
    text = "1125 18432,'23'43,\"7\"-8,3-5,7 -3,6 2,6 8,3 6,2 4,3 6"
    points = points_of(text, XY, "")
    x, y = [p[0] for p in points], [p[1] for p in points]
    assert x == [1125, 1148, 1178, 1211, 1251, 1297, 1349, 1404, 1461, 1521]
    assert y == [18432, 18475, 18510, 18540, 18567, 18596, 18633, 18676, 18723, 18776]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 2,* 5,3 *", [[1, 2], [1, 5], [3, 5]]),
        ("1 2,'3'4,* *,* *", [[1, 2], [4, 6], [7, 10], [10, 14]]),
        ("0 0,'1'1,\"2\"0,* *", [[0, 0], [1, 1], [4, 2], [9, 3]]),
        ("1 2,'3'4,!1!1,2 2", [[1, 2], [4, 6], [1, 1], [2, 2]]),
        ("5 5,'-1'-1,-1-1,-1 -1", [[5, 5], [4, 4], [3, 3], [2, 2]]),
        ("#FF -#0a,.5-.5,1e2 1E-1", [[255, -10], [0.5, -0.5], [100, 0.1]]),
        ("10-5,10.-5.", [[10, -5], [10, -5]]),
        (" \n1\t2 ,\n 3 - 4,", [[1, 2], [3, -4]]),
        ("! 1 ! 2, ' 1 ' 1", [[1, 2], [2, 3]]),
        ("", []),
    ],
)
def test_values(text: str, expected: list[list[float]]) -> None:
    assert points_of(text, XY, "") == expected


FORMAT = """<traceFormat xml:id="f"><channel name="X" type="decimal"/><channel name="Y" type="decimal"/>
    <channel name="T" type="integer" units="{units}"/><channel name="F" type="integer" max="1000"/>
    <intermittentChannels><channel name="B" type="boolean"/><channel name="OTx"/></intermittentChannels>
    </traceFormat>"""


def test_channels_of_a_format() -> None:
    """Times in seconds, forces of 1000, intermittent channels that may be missing."""
    reading = read(
        ink(FORMAT.format(units="s") + "<trace>1 2 5 250 T 7, 3 4 5.5 500 F, 5 6 7 1000</trace>"), "inkml"
    )[0]
    assert reading.drawing.to_strokes() == [[[1, 3, 5], [2, 4, 6], [0, 500, 2000]]]
    assert reading.drawing.pressure is not None
    assert reading.drawing.pressure.tolist() == [0.25, 0.5, 1]
    assert reading.warnings == ()


def test_order_and_direction_of_channels() -> None:
    body = """<traceFormat><channel name="F"/><channel name="Y" orientation="-ve"/><channel name="X"/></traceFormat>
        <trace>1 2 3, 1 4 5</trace>"""
    assert strokes(body) == [[[3, 5], [-2, -4]]]


def test_times_that_are_not_all_reported() -> None:
    reading = read(ink(FORMAT.format(units="ms") + "<trace>1 2 5 ?, 3 4 ? 500</trace>"), "inkml")[0]
    assert reading.drawing.t is None
    assert reading.drawing.pressure is None
    assert reading.warnings == ("times_ignored", "pressure_ignored")


CONTEXTS: dict[str, str] = {
    "by reference to a format": """<definitions>{f}<context xml:id="c" traceFormatRef="#f"/></definitions>
        <trace contextRef="#c">{t}</trace>""",
    "within a context": """<definitions><context xml:id="c">{f}</context></definitions>
        <trace contextRef="#c">{t}</trace>""",
    "within a source": """<context xml:id="c"><inkSource xml:id="s">{f}</inkSource></context><trace>{t}</trace>""",
    "by a source": """<definitions><inkSource xml:id="s">{f}</inkSource>
        <context xml:id="c" inkSourceRef="#s"/></definitions>
        <trace contextRef="#c">{t}</trace>""",
    "inherited": """<definitions><context xml:id="b">{f}</context><context xml:id="c" contextRef="#b"/></definitions>
        <trace contextRef="#c">{t}</trace>""",
    "by a group": """<definitions><context xml:id="c">{f}</context></definitions>
        <traceGroup contextRef="#c"><traceGroup><trace>{t}</trace></traceGroup></traceGroup>""",
    "current": """<context>{f}</context><trace>{t}</trace>""",
}
TYX = '<traceFormat xml:id="f"><channel name="T"/><channel name="Y"/><channel name="X"/></traceFormat>'


@pytest.mark.parametrize("body", CONTEXTS.values(), ids=CONTEXTS)
def test_where_a_format_may_come_from(body: str) -> None:
    assert strokes(body.format(f=TYX, t="5 1 2, 6 3 4")) == [[[2, 4], [1, 3], [0, 1]]]


def test_traces_in_the_air_and_in_definitions_are_no_ink() -> None:
    body = '<definitions><trace>9 9</trace></definitions><trace type="penUp">5 5</trace><trace>1 1</trace>'
    assert strokes(body) == [[[1], [1]]]


def test_continued_traces_are_one_stroke() -> None:
    body = """<trace xml:id="a" continuation="begin">1 1</trace><trace xml:id="o">9 9</trace>
        <trace xml:id="b" continuation="middle" priorRef="#a">2 2</trace>
        <trace continuation="end" priorRef="#b">3 3</trace>"""
    assert strokes(body) == [[[1, 2, 3], [1, 2, 3]], [[9], [9]]]


def test_truth_is_the_word() -> None:
    reading = read(ink('<annotation type="truth"> cat </annotation><trace>1 1</trace>'), "inkml")[0]
    assert reading.meta == {"word": "cat"}


@pytest.mark.parametrize(
    ("body", "code", "path"),
    [
        ("<trace>1 2, x 4</trace>", "bad_trace", "trace[0]"),
        ("<trace>1 2</trace><trace>1 2,3</trace>", "ragged_stroke", "trace[1][1]"),
        ("<trace>1 2 3</trace>", "ragged_stroke", "trace[0][0]"),
        ("<trace>1 2,,3 4</trace>", "ragged_stroke", "trace[0][1]"),
        ("<trace>1 2,3 ?</trace>", "not_a_number", "trace[0][1]"),
        ("<trace>1e7 2</trace>", "out_of_range", "strokes[0][0].x"),
        ("<trace>1 1e999</trace>", "out_of_range", "strokes[0][0].y"),
        (f"<trace>#{'F' * 400} 1</trace>", "out_of_range", "strokes[0][0].x"),
        (f"<trace>{'9' * 400} 1</trace>", "out_of_range", "strokes[0][0].x"),
        (f"<trace>{'1 1,' * 50_001}</trace>", "too_many_points", ""),
        ("<trace>1 1</trace>" * 1_501, "too_many_strokes", ""),
        ('<traceFormat><channel name="Q"/></traceFormat><trace>1</trace>', "wrong_shape", "trace[0]"),
        ('<context xml:id="c" contextRef="#c"/><trace>1 1</trace>', "too_deep", ""),
    ],
)
def test_faults(body: str, code: str, path: str) -> None:
    """T10, T13, T17, T26, T27."""
    with pytest.raises(InkError) as refused:
        read(ink(body), "inkml")
    assert (refused.value.code, refused.value.path) == (code, path)


def test_overflowing_differences_are_refused() -> None:
    with pytest.raises(InkError) as refused:
        read(ink(f"<trace>1 1,'9e307 1{',* *' * 10}</trace>"), "inkml")
    assert refused.value.code in ("out_of_range", "not_a_number")


def test_another_root_is_refused() -> None:
    with pytest.raises(InkError) as refused:
        read(b"<svg/>", "inkml")
    assert refused.value.code == "wrong_shape"


@patient
@given(drawings(pressure=True))
def test_written_documents_are_read_back(drawing: Drawing) -> None:
    assert read(write([drawing], "inkml"))[0].drawing == drawing


@pytest.mark.parametrize("word", ["cat", "R&D <b>\"'", "房间 🎨", "a\x00b\ud83dc\ufffe"])
def test_words_are_escaped(word: str) -> None:
    reading: Any = Reading(Drawing.from_strokes([[[1], [2]]]), (), {"word": word})
    clean = word.replace("\x00", "").replace("\ud83d", "").replace("\ufffe", "")
    assert read(write([reading], "inkml"))[0].meta == {"word": clean}
