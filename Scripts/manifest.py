"""The manifest of a package, for the checks."""

import json
import re
import subprocess
import sys
from pathlib import Path

# The lowest layer comes first.
LAYERS = ["Utilities", "Infrastructure", "Domain", "Application"]


def manifest(package):
    """The manifest as SwiftPM reads it; an error in it ends the script with its message."""
    dump = subprocess.run(
        ["swift", "package", "--package-path", str(package), "dump-package"],
        stdin=subprocess.DEVNULL, capture_output=True, text=True,
    )
    if dump.returncode != 0:
        said = dump.stderr.strip()
        reason = re.search(r"(?:Fatal error|Precondition failed): (.*)", said)
        sys.exit(f"the manifest is invalid: {reason.group(1) if reason else said}")
    return json.loads(dump.stdout)


def declared(target):
    """The modules that a target may import; a product provides the module of the same name."""
    return {
        (edge.get("byName") or edge.get("target") or edge.get("product"))[0]
        for edge in target["dependencies"]
    }


def layer(target):
    """The number of the layer whose folder contains the target; `None` if there is none."""
    parts = Path(target.get("path") or "").parts
    return LAYERS.index(parts[1]) if len(parts) > 2 and parts[1] in LAYERS else None
