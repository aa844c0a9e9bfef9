"""Swift source text for the checks: distinguishes code from comments and strings."""

import re

HIDDEN = re.compile(
    r"""/\*.*?\*/ | //[^\n]*
    | (?P<hashes>\#+)(?P<quotes>\"{3}|\").*?(?P=quotes)(?P=hashes)
    | \"{3}(?:\\.|.)*?\"{3}
    | \"(?:\\.|[^\n\\])*?\"
    """,
    re.DOTALL | re.VERBOSE,
)
_IMPORT = re.compile(
    r"^[ \t]*(?:@\w+(?:\([^)]*\))?[ \t]+)*"
    r"(?:(?:public|package|internal|fileprivate|private)[ \t]+)?"
    r"import[ \t]+(?:(?:struct|class|enum|protocol|typealias|func|let|var)[ \t]+)?(\w+)",
    re.MULTILINE,
)


def code_only(text):
    """The text without comments and string literals; line numbers stay the same."""
    return HIDDEN.sub(lambda match: "\n" * match.group(0).count("\n"), text)


def imports(text):
    """Each imported module with its line number."""
    code = code_only(text)
    return [
        (match.group(1), code.count("\n", 0, match.start(1)) + 1)
        for match in _IMPORT.finditer(code)
    ]
