"""The layout of a debug build's folder, for the checks."""

import json


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


def module_flags(build):
    """The compiler flags for importing the build's modules and using its macros."""
    return [
        "-I", str(build / "Modules"),
        "-Xcc", f"-fmodule-map-file={build}/CScheduling.build/module.modulemap",
        "-load-plugin-executable", f"{build}/SchedulingMacros-tool#SchedulingMacros",
    ]
