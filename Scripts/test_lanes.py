"""Runs test targets in lanes: those of the features, which mostly wait for processes, have two."""

import threading
from collections import deque
from concurrent.futures import ThreadPoolExecutor

from repository import test_folders


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
