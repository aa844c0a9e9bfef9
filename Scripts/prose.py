"""The prose of the repository's files: documents, comments and string literals."""

import re

import swift_text

SOURCES = (".swift", ".c", ".h", ".js", ".css")
_SCRIPT = re.compile(
    r"""(?<!\S)\#[^\n]* | \"{3}.*?\"{3} | \"(?:\\.|[^\n\\])*?\" | '(?:\\.|[^\n\\])*?'""",
    re.DOTALL | re.VERBOSE,
)
# Code within prose.
_FENCED = re.compile(
    r"^(?P<mark>[ \t]*(?:///?|#)?[ \t]*)```.*?^(?P=mark)```", re.DOTALL | re.MULTILINE
)
_CODE = re.compile(r"`[^`\n]+`|\\#*\((?:[^()\n]|\([^()\n]*\))*\)|\]\([^)\s]*\)|https?://\S+")
# A field of a format string, or a variable of the shell.
_FIELD = re.compile(r"\$?\{[^{}\n]*\}")
_MARK = re.compile(r"^[ \t]*(?:///?|#+!?|/?\*+/?)", re.MULTILINE)


def _zeros(text):
    """Code becomes zeros, so that no sentence seems to lead across it."""
    return re.sub(r"\S", "\0", text)


def prose(name, text):
    """The text with zeros for code and spaces for comment marks; every offset stays the same."""
    text = _FENCED.sub(lambda match: _zeros(match.group()), text)
    if name.endswith(".md"):
        return _CODE.sub(lambda match: _zeros(match.group()), text)
    is_script = not name.endswith(SOURCES)
    parts, end = [], 0
    for token in (_SCRIPT if is_script else swift_text.HIDDEN).finditer(text):
        words = _CODE.sub(lambda match: _zeros(match.group()), token.group())
        if is_script:
            words = _FIELD.sub(lambda match: _zeros(match.group()), words)
        if words[0] in "/#" and not words.startswith('#"'):
            words = _MARK.sub(lambda mark: " " * len(mark.group()), words)
        else:
            words = words.replace('"', "\0")
        parts += [_zeros(text[end:token.start()]), words]
        end = token.end()
    return "".join([*parts, _zeros(text[end:])])
