"""Reading and writing drawings in many formats; ``FORMATS`` names them.

``parse_json`` takes a value decoded from JSON, ``read`` and ``write`` take files, ``loads`` decodes JSON
strictly. Whatever is read is checked against the limits before it costs anything, and refused with an
``InkError`` or repaired with a warning: a code, the path of the first fault, never the input itself.
"""

from drawmate.ink.formats.jsontext import loads
from drawmate.ink.formats.reading import WARNINGS, Reading
from drawmate.ink.formats.registry import FORMATS, Format, parse_json, parser_of, read, write

__all__ = ["FORMATS", "WARNINGS", "Format", "Reading", "loads", "parse_json", "parser_of", "read", "write"]
