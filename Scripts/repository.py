"""The files and folders of the repository, for the checks."""

import subprocess


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
