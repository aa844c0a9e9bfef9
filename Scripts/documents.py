"""The code in documents and doc comments, for the checks."""

import re
import textwrap
from pathlib import Path
from typing import NamedTuple

from repository import committed

_BLOCK = re.compile(
    r"^(?P<indent> *)```(?P<language>\w*)\n(?P<text>.*?)^(?P=indent)```$", re.DOTALL | re.MULTILINE
)
_SPAN = re.compile(r"`([^`\n]+)`")


class Code(NamedTuple):
    """A block or a span of code, and the number of its first line."""

    line: int
    language: str
    text: str


def documents(folder):
    """The names of the documents: the Markdown files at the root and in Documentation."""
    return [
        name for name in committed(folder)
        if name.endswith(".md") and Path(name).parent.name in ("", "Documentation")
    ]


def blocks(text):
    return [
        Code(_line(text, match.start("text")), match["language"], textwrap.dedent(match["text"]))
        for match in _BLOCK.finditer(text)
    ]


def package_path(code):
    """The path of Swift code that is a file of a package: a manifest, or code that begins with it.

    `None` for other code.
    """
    if code.startswith("// swift-tools-version"):
        return "Package.swift"
    path = re.match(r"// (\S+/\S+\.swift)\n", code)
    return path[1] if path else None


def packages(codes):
    """The packages of the blocks: the files by their paths. A manifest begins a package."""
    found = []
    for code in codes:
        if path := package_path(code):
            if path == "Package.swift" or not found:
                found.append({})
            found[-1][path] = code
    return found


def comment_blocks(source):
    """The blocks in the doc comments of a source."""
    comments = (re.match(r" */// ?(.*)", line) for line in source.splitlines())
    return blocks("".join(f"{line[1] if line else ''}\n" for line in comments))


def spans(text):
    """The code inside the lines, outside of the blocks."""
    prose = _BLOCK.sub(lambda match: "\n" * match.group().count("\n"), text)
    return [Code(_line(prose, match.start()), "", match[1]) for match in _SPAN.finditer(prose)]


def _line(text, offset):
    return text.count("\n", 0, offset) + 1
