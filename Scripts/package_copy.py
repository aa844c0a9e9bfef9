"""Copies of this package with changes, for the scripts that build them."""

import os
import shutil
from pathlib import Path

from repository import committed

ROOT = Path(__file__).resolve().parent.parent


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
