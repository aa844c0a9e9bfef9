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

# The constructs that bypass a check of the compiler; `check-unsafe` demands a reason for each.
ESCAPES = [
    "@unchecked Sendable", "nonisolated(unsafe)", "unsafeBitCast", "unsafeDowncast",
    "assumingMemoryBound", "@preconcurrency", "withoutActuallyEscaping", "@_unsafeInheritExecutor",
    "@exclusivity(unchecked)", "exclusivity: .unchecked", "unowned(unsafe)", "Unmanaged",
    "_withUnsafeGuaranteedRef", "unsafeUninitializedCapacity",
]

# A declaration of a test, which `@Test` with its arguments and further attributes precede; the
# beginning of a type, and other braces.
_TEST_OR_BRACE = re.compile(
    r"@Test\b(?:(?!@Test\b|\bfunc\b)[\s\S])*\bfunc[ \t]+`?(?P<test>\w+)"
    r"|\b(?:struct|class|enum|actor|extension)[ \t]+(?P<type>\w+)[^{}]*\{"
    r"|\{|(?P<end>\})"
)
_TITLE = re.compile(
    r"@(?:Test|Suite)\(\s*\"(?P<title>(?:[^\"\\\n]|\\.)*)\""
    r"(?:(?!@Test\b|@Suite\b)[\s\S])*?\b(?:func|struct|class|enum|actor)[ \t]+(?P<name>\w+)"
)
_DISABLED = re.compile(r"\.disabled\b(?!\s*\(\s*if:)")


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


def tests(text):
    """The names of the functions with `@Test`, and of the types that contain one."""
    names, types = set(), []
    for found in _TEST_OR_BRACE.finditer(code_only(text)):
        if found["test"]:
            names |= {found["test"], *filter(None, types)}
        elif not found["end"]:
            types.append(found["type"])
        elif types:
            types.pop()
    return names


def titles(text):
    """The line, the title and the name of each test and suite with a title."""
    return [
        (text.count("\n", 0, match.start()) + 1, match["title"], match["name"])
        for match in _TITLE.finditer(text)
    ]


def disabled_tests(text):
    """The lines that disable a test or a suite without a condition."""
    code = code_only(text)
    return [code.count("\n", 0, match.start()) + 1 for match in _DISABLED.finditer(code)]
