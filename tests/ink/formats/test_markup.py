"""XML that attacks the reader."""

import pytest

from drawmate.ink.formats import read
from drawmate.ink.formats.markup import clean
from tests.corpus.refusal import refusal

LAUGHS = b"""<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;">]>
<svg><title>&d;</title></svg>"""
OUTSIDE = b"""<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg><title>&x;</title></svg>"""
PARAMETER = b"""<!DOCTYPE svg [<!ENTITY % x SYSTEM "http://127.0.0.1/x"> %x;]><svg/>"""


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (LAUGHS, "bad_xml"),
        (OUTSIDE, "bad_xml"),
        (PARAMETER, "bad_xml"),
        (b"<svg>", "bad_xml"),
        (b"<svg></g>", "bad_xml"),
        (b"", "bad_xml"),
        (b"<svg>\xff</svg>", "bad_xml"),
        (b'<?xml version="1.0" encoding="nonsense"?><svg/>', "bad_xml"),
        (b"<svg>&nbsp;</svg>", "bad_xml"),
        (b"<svg/><svg/>", "bad_xml"),
        (b"<svg a='1' a='2'/>", "bad_xml"),
        (b"<svg>" + b"<g>" * 40 + b"</g>" * 40 + b"</svg>", "too_deep"),
        (b"<svg>" + b"<g>" * 400_000, "too_deep"),
        (b"<svg>" + b"<g/>" * 400_000 + b"</svg>", "too_many_elements"),
        (b"<svg " + b" " * 2_100_000 + b"/>", "too_big"),
        (b"<html/>", "wrong_shape"),
    ],
    ids=range(16),
)
def test_hostile_xml_is_refused(data: bytes, code: str) -> None:
    error = refusal(read, data, "svg")
    assert error is not None
    assert error.code == code
    assert len(str(error)) < 200


def test_a_document_type_alone_is_harmless() -> None:
    data = b"""<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN"
        "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"><svg><path d="M1 1h1"/></svg>"""
    assert read(data, "svg")[0].drawing.points == 2


def test_other_encodings_are_read() -> None:
    data = '<?xml version="1.0" encoding="utf-16"?><svg><title>é</title></svg>'.encode("utf-16")
    assert read(data, "svg")[0].meta == {"word": "é"}


def test_text_is_cleaned_for_xml() -> None:
    assert clean("a\x00\x1f\tb\ud800\ufffe\uffff🎨") == "a\tb🎨"


@pytest.mark.parametrize("text", [" " * 300_000, "-" * 300_000, "'" * 300_000, "1 " * 150_000, "#" * 300_000])
def test_hostile_traces_are_refused_quickly(text: str) -> None:
    error = refusal(read, f"<ink><trace>{text}</trace></ink>".encode(), "inkml")
    assert (error is None) == (not text.strip())
