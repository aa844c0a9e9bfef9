import Signals

/// An event with the moment at which it happens.
struct Timed {
    enum Event: Hashable {
        case value(Int)
        case completed
        case failed
    }

    let moment: Moment
    let event: Event

    var isEnd: Bool { if case .value = event { false } else { true } }

    static func value(_ value: Int, _ moment: Moment) -> Timed {
        Timed(moment: moment, event: .value(value))
    }
}

/// The actions of the hot sources, one for each step from step 1 on.
struct Script {
    /// The nanoseconds from one step to the next, more than the delays of a graph together.
    static let interval = 1 << 20

    let steps: [(source: Int, event: Timed.Event)]
}

extension Graph {
    /// The events of a subscription at `start`, by lists instead of signals.
    func events(_ script: Script, from start: Moment) -> [Timed] {
        switch self {
        case .hot(let source):
            var events: [Timed] = []
            for (index, step) in script.steps.enumerated() where step.source == source {
                // A subscriber that arrives during a delivery does not get its value. After the end
                // of the source it gets the end at once.
                let time = (index + 1) * Script.interval
                let isInTime = time > start.time
                let moment = isInTime ? Moment(time: time, causedBy: start) : start
                let event = Timed(moment: moment, event: step.event)
                if isInTime || event.isEnd { events.append(event) }
                if event.isEnd { break }
            }
            return events
        case .values(let values):
            return values.enumerated().map { Timed.value($1, start.then($0)) }
                + [Timed(moment: start.then(values.count), event: .completed)]
        case .fail: return [Timed(moment: start, event: .failed)]
        case .never: return []
        case .map(let graph): return graph.events(script, from: start).mapValues { $0 &* 3 }
        case .filter(let graph):
            return graph.events(script, from: start).filterValues { $0 % 3 != 1 }
        case .tryMap(let graph):
            var result: [Timed] = []
            for event in graph.events(script, from: start) {
                if case .value(let value) = event.event {
                    if value % 7 == 5 {
                        return result + [Timed(moment: event.moment, event: .failed)]
                    }
                    result.append(.value(value &+ 1, event.moment))
                } else {
                    result.append(event)
                }
            }
            return result
        case .scan(let graph):
            var sum = 0
            return graph.events(script, from: start).mapValues {
                sum = sum &+ $0
                return sum
            }
        case .reduce(let graph):
            return graph.events(script, from: start).atCompletion { [$0.reduce(0, &+)] }
        case .distinct(let graph):
            var last: Int?
            return graph.events(script, from: start).filterValues { value in
                if let previous = last, previous % 2 == value % 2 { return false }
                last = value
                return true
            }
        case .take(let count, let graph):
            if count == 0 { return [Timed(moment: start, event: .completed)] }
            return graph.events(script, from: start).cut(behind: count)
        case .skip(let count, let graph):
            var missing = count
            return graph.events(script, from: start).filterValues { _ in
                missing -= 1
                return missing < 0
            }
        case .takeLast(let count, let graph):
            return graph.events(script, from: start).atCompletion { Array($0.suffix(count)) }
        case .takeWhile(let graph):
            let events = graph.events(script, from: start)
            guard let stop = events.firstIndex(where: { $0.value.map { $0 % 5 == 4 } ?? false })
            else { return events }
            return events[..<stop] + [Timed(moment: events[stop].moment, event: .completed)]
        case .pairs(let graph):
            var pending: Int?
            return graph.events(script, from: start).flatMap { event -> [Timed] in
                switch event.event {
                case .value(let value):
                    guard let first = pending else {
                        pending = value
                        return []
                    }
                    pending = nil
                    return [.value(first &+ value, event.moment)]
                case .completed: return (pending.map { [.value($0, event.moment)] } ?? []) + [event]
                case .failed: return [event]
                }
            }
        case .defaultIfEmpty(let graph):
            let events = graph.events(script, from: start)
            guard events.count == 1, events[0].event == .completed else { return events }
            return [.value(7, events[0].moment)] + events
        case .startWith(let graph):
            return [.value(8, start.then(0)), .value(9, start.then(1))]
                + graph.events(script, from: start.then(2))
        case .materialize(let graph):
            return graph.events(script, from: start).flatMap { event -> [Timed] in
                switch event.event {
                case .value: return [event]
                case .completed: return [.value(-1, event.moment), event]
                case .failed:
                    let end = Timed(moment: event.moment, event: .completed)
                    return [.value(-2, event.moment), end]
                }
            }
        case .share(let graph), .replay(let graph), .on(let graph):
            return graph.events(script, from: start)
        case .concat(let left, let right):
            return left.events(script, from: start).continued { end in
                end.event == .completed ? right.events(script, from: end.moment.last) : nil
            }
        case .recover(let graph, let recovery):
            return graph.events(script, from: start).continued { end in
                end.event == .failed ? recovery.events(script, from: end.moment.last) : nil
            }
        case .retry(let count, let graph):
            return graph.events(script, from: start).continued { end in
                guard end.event == .failed, count > 0 else { return nil }
                return Graph.retry(count - 1, graph).events(script, from: end.moment.last)
            }
        case .again(let count, let graph):
            if count == 0 { return [Timed(moment: start, event: .completed)] }
            return graph.events(script, from: start).continued { end in
                guard end.event == .completed, count > 1 else { return nil }
                return Graph.again(count - 1, graph).events(script, from: end.moment.last)
            }
        case .merge(let left, let right):
            return Joined(left, right, script, start).merged()
        case .combineLatest(let left, let right):
            return Joined(left, right, script, start).combinedLatest()
        case .zip(let left, let right):
            return Joined(left, right, script, start).zipped()
        case .takeUntil(let graph, let trigger):
            return Joined(trigger, graph, script, start).takenUntil()
        case .skipUntil(let graph, let trigger):
            return Joined(trigger, graph, script, start).skippedUntil()
        case .withLatest(let graph, let other):
            return Joined(other, graph, script, start).withLatest()
        case .sample(let graph, let trigger):
            return Joined(trigger, graph, script, start).sampled()
        case .flatMap(let strategy, let inners, let graph):
            var flattened = Flattened(
                strategy, inners, graph.events(script, from: start), script)
            return flattened.events()
        case .delay(let delay, let graph):
            return graph.events(script, from: start).delayed(by: delay)
        case .debounce(let delay, let graph):
            return graph.events(script, from: start).debounced(by: delay)
        case .throttle(let delay, let graph):
            return graph.events(script, from: start).throttled(by: delay)
        case .twice(let replay, let pairing, let graph):
            return graph.twice(replaying: replay, pairing, script, start)
        }
    }

    /// The events for two subscribers of one subscription, the second one mapped.
    private func twice(
        replaying replay: Int, _ pairing: Pairing, _ script: Script, _ start: Moment
    ) -> [Timed] {
        let second = start.then(1)
        let shared = events(script, from: start.then(0)).numbered()
        let missed = shared.filter { $0.moment < second }
        let end = missed.last.flatMap { $0.isEnd ? $0 : nil }
        var other: [Timed]
        if end != nil, replay == 0 {
            // The signal has ended, and begins again.
            other = events(script, from: second)
        } else {
            other = missed.compactMap(\.value).suffix(replay).map { Timed.value($0, second) }
            if let end { other.append(Timed(moment: second, event: end.event)) }
            for timed in shared where second < timed.moment {
                other.append(Timed(moment: timed.moment.then(1), event: timed.event))
            }
        }
        // Each event reaches the first subscriber, then the second one.
        let first = shared.map { Timed(moment: $0.moment.then(0), event: $0.event) }
        return Joined(first, other.mapValues { 50 &- $0 }).paired(pairing)
    }
}

extension Timed {
    var value: Int? { if case .value(let value) = event { value } else { nil } }
}

extension [Timed] {
    func mapValues(_ transform: (Int) -> Int) -> [Timed] {
        map { event in event.value.map { .value(transform($0), event.moment) } ?? event }
    }

    /// The same events, each at a moment of its own.
    func numbered() -> [Timed] {
        enumerated().map { Timed(moment: $1.moment.then($0), event: $1.event) }
    }

    fileprivate func filterValues(_ fits: (Int) -> Bool) -> [Timed] {
        filter { $0.value.map(fits) ?? true }
    }

    fileprivate func cut(behind count: Int) -> [Timed] {
        var kept: [Timed] = []
        for event in self {
            kept.append(event)
            if event.value != nil, kept.count == count {
                return kept + [Timed(moment: event.moment, event: .completed)]
            }
        }
        return kept
    }

    fileprivate func atCompletion(_ summary: ([Int]) -> [Int]) -> [Timed] {
        guard let end = last, end.isEnd else { return [] }
        if end.event == .failed { return [end] }
        return summary(compactMap(\.value)).map { .value($0, end.moment) } + [end]
    }

    fileprivate func continued(_ next: (Timed) -> [Timed]?) -> [Timed] {
        guard let end = last, end.isEnd, let more = next(end) else { return self }
        return dropLast() + more
    }
}

/// The operators with a timer.
extension [Timed] {
    fileprivate func delayed(by delay: Int) -> [Timed] {
        guard let end = last, end.event == .failed else { return map { $0.later(by: delay) } }
        // The failure overtakes the values that wait.
        return dropLast().map { $0.later(by: delay) }.filter { $0.moment < end.moment } + [end]
    }

    fileprivate func debounced(by delay: Int) -> [Timed] {
        var result: [Timed] = []
        var waiting: Timed?
        for timed in self {
            if let due = waiting, due.moment < timed.moment {
                result.append(due)
                waiting = nil
            }
            if timed.isEnd { return result + timed.ended(with: waiting) }
            waiting = timed.later(by: delay)
        }
        if let waiting { result.append(waiting) }
        return result
    }

    fileprivate func throttled(by delay: Int) -> [Timed] {
        var result: [Timed] = []
        var waiting: Timed?
        var opening: Moment?
        for timed in self {
            if let due = waiting, due.moment < timed.moment {
                result.append(due)
                waiting = nil
                opening = due.moment.later(by: delay)
            }
            if timed.isEnd { return result + timed.ended(with: waiting) }
            if let opening, timed.moment < opening {
                waiting = Timed(moment: opening, event: timed.event)
            } else {
                result.append(timed)
                opening = timed.moment.later(by: delay)
            }
        }
        if let waiting { result.append(waiting) }
        return result
    }
}

extension Timed {
    fileprivate func later(by delay: Int) -> Timed {
        Timed(moment: moment.later(by: delay), event: event)
    }

    /// This end, after the value that waits at a completion.
    fileprivate func ended(with waiting: Timed?) -> [Timed] {
        guard event == .completed, let waiting else { return [self] }
        return [Timed(moment: moment, event: waiting.event), self]
    }
}
