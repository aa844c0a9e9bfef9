"""Runs test targets in two lanes: those of the features mostly wait for processes."""

import threading
from concurrent.futures import ThreadPoolExecutor

from repository import test_folders


def in_two_lanes(folder, targets, run, last=()):
    """Calls `run` with the name of each test target, the features beside the others.

    The calls of `last` follow the other targets. Returns the results. After an error or an
    interrupt of the user, no further target begins.
    """
    features = {path.name for path in test_folders(folder) if path.parent.name == "Features"}
    stopped = threading.Event()

    def lane(names, last=()):
        results = []
        for name in names:
            if not stopped.is_set():
                results.append(run(name))
        return results + [call() for call in last]

    with ThreadPoolExecutor() as pool:
        beside = pool.submit(lane, [name for name in targets if name in features])
        try:
            others = lane([name for name in targets if name not in features], last)
            return [*others, *beside.result()]
        except BaseException:  # also an interrupt of the user
            stopped.set()
            raise
