"""What the checks know of a debug build's folder."""

import json


def objects(build, targets):
    """The object files of targets. Those of sources that are gone may lie beside them."""
    found = []
    for target in targets:
        folder = build / f"{target}.build"
        outputs = folder / "output-file-map.json"
        if outputs.exists():
            found += [entry["object"] for entry in json.loads(outputs.read_text()).values() if "object" in entry]
        else:
            found += sorted(map(str, folder.rglob("*.o")))
    return found


def module_flags(build):
    """The flags that let a file import the build's modules and use its macros."""
    return [
        "-I", str(build / "Modules"),
        "-Xcc", f"-fmodule-map-file={build}/CScheduling.build/module.modulemap",
        "-load-plugin-executable", f"{build}/SchedulingMacros-tool#SchedulingMacros",
    ]
