"""XML from anywhere, within bounds: no entities, no external references, limited depth and elements."""

from __future__ import annotations

import re
from typing import Final
from xml.etree.ElementTree import Element, ParseError, TreeBuilder

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from drawmate.ink.errors import InkError
from drawmate.ink.formats.reading import Allowance
from drawmate.ink.limits import MAX_DOCUMENT_DEPTH, MAX_ELEMENTS

XML_ID: Final = "{http://www.w3.org/XML/1998/namespace}id"
_NOT_XML: Final = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class _BoundedBuilder(TreeBuilder):
    """Builds the tree, and stops as soon as it is deeper or larger than allowed."""

    def __init__(self) -> None:
        super().__init__()
        self._depth = 0
        self._elements = 0

    def start(self, tag: str, attrs: dict[str, str], /) -> Element:
        self._depth += 1
        self._elements += 1
        if self._depth > MAX_DOCUMENT_DEPTH:
            raise InkError("too_deep", f"nested more than {MAX_DOCUMENT_DEPTH} deep")
        if self._elements > MAX_ELEMENTS:
            raise InkError("too_many_elements", f"more than {MAX_ELEMENTS} elements")
        return super().start(tag, attrs)

    def end(self, tag: str, /) -> Element:
        self._depth -= 1
        return super().end(tag)


def parse_xml(data: bytes, allowance: Allowance) -> Element:
    """The root element.

    Raises:
        InkError: ``too_big``, ``bad_xml`` (also for any entity or external reference), ``too_deep``,
            ``too_many_elements``.
    """
    if len(data) > allowance.bytes:
        raise InkError("too_big", f"more than {allowance.bytes} bytes")
    try:
        parser = DefusedXMLParser(target=_BoundedBuilder())
        parser.feed(data)
        root: Element = parser.close()
    except InkError:
        raise
    except DefusedXmlException:
        raise InkError("bad_xml", "entities and external references are not read") from None
    except (ParseError, ValueError, LookupError):
        raise InkError("bad_xml", "this is not well-formed XML") from None
    return root


def local(element: Element) -> str:
    """The element's name without its namespace; empty for comments and processing instructions."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def clean(text: str) -> str:
    """The text without the characters that XML cannot hold."""
    return _NOT_XML.sub("", text)
