"""The package, for the scripts: its files, manifest, builds, copies, tests, code and documents."""

import contextlib
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import textwrap
import threading
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
# Each script prints the text at its beginning as its help.
if sys.argv[1:2] in (["-h"], ["--help"]):
    print(sys.modules["__main__"].__doc__.strip())
    sys.exit()

# The lowest layer comes first.
LAYERS = ["Utilities", "Infrastructure", "Domain", "Application"]


class InvalidManifest(SystemExit):
    """An error in a manifest; it ends a script that does not handle it, with its message."""


def manifest(package):
    """The manifest as SwiftPM reads it; nothing is written, so a build may run beside it."""
    dump = subprocess.run(
        ["swift", "package", "--ignore-lock", "--package-path", str(package), "dump-package"],
        stdin=subprocess.DEVNULL, capture_output=True, text=True,
    )
    if dump.returncode != 0:
        said = dump.stderr.strip()
        reason = re.search(r"(?:Fatal error|Precondition failed): (.*)", said)
        raise InvalidManifest(
            f"the manifest is invalid: {reason.group(1) if reason else said}")
    return json.loads(dump.stdout)


def declared(target):
    """The modules that a target may import; a product provides the module of the same name."""
    return {
        (edge.get("byName") or edge.get("target") or edge.get("product"))[0]
        for edge in target["dependencies"]
    }


def offered(package):
    """The names of the targets of all library products, which other packages can import."""
    return {
        name for product in package["products"] if "library" in product["type"]
        for name in product["targets"]
    }


def layer(target):
    """The number of the layer whose folder contains the target; `None` if there is none."""
    parts = Path(target.get("path") or "").parts
    return LAYERS.index(parts[1]) if len(parts) > 2 and parts[1] in LAYERS else None


def is_feature(target):
    """Whether the target is a feature of the program, or the tests of one."""
    return Path(target.get("path") or "").parts[1:3] == ("Application", "Features")


def committed(folder):
    """The names of the files that are committed, or would be added by `git add`."""
    listing = subprocess.run(
        ["git", "-C", str(folder), "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        check=True, capture_output=True,
    )
    return sorted(name for name in listing.stdout.decode().split("\0") if name)


def texts(folder):
    """The names and contents of the committed text files."""
    for name in committed(folder):
        file = folder / name
        data = file.read_bytes() if file.is_file() and not file.is_symlink() else b""
        if b"\0" not in data:
            yield name, data.decode(errors="replace")


def target_folders(folder):
    """The folders of the targets; those of the features are together in one folder."""
    return _inner(folder, "Sources", "*")


def test_folders(folder):
    """The folders of the test targets."""
    return _inner(folder, "Tests", "*Tests")


def _inner(folder, top, name):
    found = {*folder.glob(f"{top}/*/{name}"), *folder.glob(f"{top}/*/Features/{name}")}
    return sorted(path for path in found if path.is_dir() and path.name != "Features")


def read_package():
    """The files of the package, read once, so that later edits do not affect the copy."""
    # The copy uses the same versions of the dependencies as the package itself.
    names = [*committed(ROOT), "Package.resolved"]
    return {name: (ROOT / name).read_bytes() for name in names if (ROOT / name).is_file()}


def only_tests_of(targets):
    """The environment in which the manifest has the tests of these targets only.

    With CI, Scripts/swiftpm leaves out the debug information.
    """
    return dict(os.environ, TEST_TARGETS=" ".join(sorted(targets)), CI="true")


def write_copy(files, folder):
    """Writes the files into a folder, and removes the sources that are not among them.

    A file whose content is the same is left alone, so that it is not compiled again.
    """
    for name, data in files.items():
        copy, source = folder / name, ROOT / name
        if not copy.exists() or copy.read_bytes() != data:
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(data)
            if source.exists():
                shutil.copymode(source, copy)
    kept = {folder / name for name in files}
    for part in ("Sources", "Tests"):
        for file in (folder / part).rglob("*"):
            if file.is_file() and file not in kept:
                file.unlink()
        for empty in sorted((folder / part).rglob("*/"), reverse=True):
            if not any(empty.iterdir()):
                empty.rmdir()


# The source that a copy of the package adds to a target: `Plant.is(17)` is true in a process whose
# environment selects this fault.
PLANT = """#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@usableFromInline
enum Plant {
    @usableFromInline
    static let number = getenv("PHOTOPARK_PLANT").flatMap { Int(String(cString: $0)) } ?? 0

    @inlinable
    static func `is`(_ other: Int) -> Bool { number == other }
}
"""
# These tests need the lint, which only a build of the whole package has, and compile programs that
# are wrong on purpose.
WITHOUT_PLANTS = "ViolationMatrixTests"
_ISSUE = re.compile(r"^\S+ Test (.+?) recorded an issue")


def with_plant(number):
    """The environment that selects a planted fault; 0 selects none."""
    return dict(os.environ, PHOTOPARK_PLANT=str(number), SWIFT_BACKTRACE="enable=no")


def first_failure(program, target, number, seconds):
    """The first failed test of a target with a planted fault; `None` if all pass.

    After the first failure, or so many seconds, the tests end with the processes that they have
    started. A fault may allocate without end, so the memory is limited to 8 GiB.
    """
    command = [
        program, "--testing-library", "swift-testing", "--filter", rf"^{target}Tests\.",
        "--skip", WITHOUT_PLANTS,
    ]
    memory = (8 << 30, 8 << 30)
    with tempfile.TemporaryDirectory() as place, subprocess.Popen(
        command, env=dict(with_plant(number), TMPDIR=place), stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
        start_new_session=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, memory),
    ) as process:
        is_late = threading.Event()

        def end():
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)

        timer = threading.Timer(seconds, lambda: (is_late.set(), end()))
        timer.start()
        issue = next((match for line in process.stdout if (match := _ISSUE.match(line))), None)
        timer.cancel()
        if issue is None:
            process.wait()
        end()
    if issue:
        return issue[1]
    if is_late.is_set():
        return "timeout"
    return f"code {process.returncode}" if process.returncode else None


def objects(build, targets):
    """The object files of targets; an output map excludes files left over from removed sources."""
    found = []
    for target in targets:
        folder = build / f"{target}.build"
        outputs = folder / "output-file-map.json"
        if outputs.exists():
            found += [
                entry["object"]
                for entry in json.loads(outputs.read_text()).values()
                if "object" in entry
            ]
        else:
            found += sorted(map(str, folder.rglob("*.o")))
    return found


def import_flags(build):
    """The compiler flags for importing the modules of a build."""
    checkouts = build.resolve().parents[1] / "checkouts"
    maps = [
        *build.glob("*[!l].build/module.modulemap"),
        *checkouts.glob("*/Sources/*/include/module.modulemap"),
        *checkouts.glob("*/Sources/*/module.modulemap"),
        *ROOT.glob("Sources/*/*/module.modulemap"),
    ]
    flags = [part for file in sorted(maps) for part in ("-Xcc", f"-fmodule-map-file={file}")]
    return ["-I", str(build / "Modules"), *flags]


def macro_flags(build):
    """The compiler flags for using the macros of a build."""
    return ["-load-plugin-executable", f"{build}/SchedulingMacros-tool#SchedulingMacros"]


def conclude(check, faults, message):
    """Ends a check: prints its faults, or the message if there are none."""
    found = list(faults)
    for fault in found:
        print(f"{check}: {fault}", file=sys.stderr)
    if found:
        sys.exit(1)
    print(f"{check}: {message}")


def in_lanes(folder, targets, run, last=()):
    """Calls `run` with the name of each test target, the features in two lanes beside the others.

    The features with the most source text begin first, because their tests take longest: a lane
    that begins them last would run them alone at the end.
    The calls of `last` follow the other targets. A lane without work takes the last of the other
    kind's. Returns the results. After an error or an interrupt of the user, no further call begins.
    """
    features = {
        path.name: sum(file.stat().st_size for file in path.rglob("*.swift"))
        for path in test_folders(folder) if path.parent.name == "Features"}
    calls = {name: (lambda name=name: run(name)) for name in targets}
    largest_first = sorted(features.keys() & set(targets), key=features.get, reverse=True)
    beside = deque(calls[name] for name in largest_first)
    others = deque([call for name, call in calls.items() if name not in features] + [*last])
    stopped = threading.Event()

    def next_call(own, foreign):
        for take in (own.popleft, foreign.pop):
            try:
                return take()
            except IndexError:  # another lane has taken the last one
                continue
        return None

    def lane(own, foreign):
        results = []
        while not stopped.is_set() and (call := next_call(own, foreign)):
            try:
                results.append(call())
            except BaseException:
                stopped.set()
                raise
        return results

    with ThreadPoolExecutor() as pool:
        lanes = [
            pool.submit(lane, others, beside), pool.submit(lane, beside, others),
            pool.submit(lane, beside, others),
        ]
        try:
            return [result for ended in lanes for result in ended.result()]
        except BaseException:  # also an interrupt of the user
            stopped.set()
            raise


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

# The constructs that bypass a check of the compiler; `check-sources` demands a reason for each.
ESCAPES = [
    "@unchecked Sendable", "nonisolated(unsafe)", "unsafeBitCast", "unsafeDowncast",
    "assumingMemoryBound", "@preconcurrency", "withoutActuallyEscaping", "@_unsafeInheritExecutor",
    "@exclusivity(unchecked)", "exclusivity: .unchecked", "unowned(unsafe)", "Unmanaged",
    "_withUnsafeGuaranteedRef", "unsafeUninitializedCapacity",
]


def line_number(text, offset):
    return text.count("\n", 0, offset) + 1


def code_only(text):
    """The text without comments and string literals; line numbers stay the same."""
    return HIDDEN.sub(lambda match: "\n" * match.group(0).count("\n"), text)


def imports(text):
    """Each imported module with its line number."""
    code = code_only(text)
    return [
        (match.group(1), line_number(code, match.start(1)))
        for match in _IMPORT.finditer(code)
    ]


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
        Code(
            line_number(text, match.start("text")), match["language"],
            textwrap.dedent(match["text"]))
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
    return [
        Code(line_number(prose, match.start()), "", match[1]) for match in _SPAN.finditer(prose)]
