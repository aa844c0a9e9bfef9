"""The manifest of a package, for the checks."""

import json
import re
import subprocess
from pathlib import Path

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


def layer(target):
    """The number of the layer whose folder contains the target; `None` if there is none."""
    parts = Path(target.get("path") or "").parts
    return LAYERS.index(parts[1]) if len(parts) > 2 and parts[1] in LAYERS else None


def is_feature(target):
    """Whether the target is a feature of the program, or the tests of one."""
    return Path(target.get("path") or "").parts[1:3] == ("Application", "Features")


def client_faults(client, package):
    """The wrong names of products and traits in the manifest of a package that uses `package`."""
    products = {product["name"]: product["targets"] for product in package["products"]}
    traits = {trait["name"]: trait["enabledTraits"] for trait in package["traits"]}
    targets = {target["name"]: target for target in package["targets"]}
    enabled = set()
    for description in (next(iter(kind.values()))[0] for kind in client["dependencies"]):
        if description["identity"] == package["name"].lower():
            names = {trait["name"] for trait in description["traits"]}
            yield from (f"{package['name']} has no trait {name}" for name in names - traits.keys())
            enabled |= _reached(names, lambda name: traits.get(name, []))
    for product in sorted(_products(client["targets"], package["name"])):
        if product not in products:
            yield f"{package['name']} has no product {product}"
        for name in _reached(products.get(product, []), lambda name: _own(targets[name], targets)):
            for needed in _conditions(targets[name]):
                if not enabled & set(needed):
                    yield f"{product} needs the trait {' or '.join(needed)}"


def _reached(names, following):
    """The names, and all names that follow from them."""
    found, open_names = set(), list(names)
    while open_names:
        name = open_names.pop()
        if name not in found:
            found.add(name)
            open_names += following(name)
    return found


def _products(targets, package):
    edges = (edge.get("product") for target in targets for edge in target["dependencies"])
    return {edge[0] for edge in edges if edge and edge[1].lower() == package.lower()}


def _own(target, targets):
    return declared(target) & targets.keys()


def _conditions(target):
    """The traits of each conditional product; one of them has to be enabled."""
    for edge in target["dependencies"]:
        condition = edge["product"][3] if "product" in edge else None
        if condition and condition.get("traits"):
            yield condition["traits"]
