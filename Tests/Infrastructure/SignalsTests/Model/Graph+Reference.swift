import Signals

/// An event with the step of the script at which it happens.
struct Timed: Hashable {
    enum Event: Hashable {
        case value(Int)
        case completed
        case failed
    }

    let step: Int
    let event: Event

    var isEnd: Bool { if case .value = event { false } else { true } }

    static func value(_ value: Int, _ step: Int) -> Timed {
        Timed(step: step, event: .value(value))
    }
}

/// The actions of the hot sources, one for each step from step 1 on.
struct Script {
    let steps: [(source: Int, event: Timed.Event)]
}

extension Graph {
    /// The events of a subscription at `start`, by lists instead of signals.
    func events(_ script: Script, from start: Int) -> [Timed] {
        switch self {
        case .hot(let source):
            var events: [Timed] = []
            for (index, step) in script.steps.enumerated() where step.source == source {
                let event = Timed(step: max(start, index + 1), event: step.event)
                if index + 1 > start || event.isEnd { events.append(event) }
                if event.isEnd { break }
            }
            return events
        case .values(let values):
            return values.map { .value($0, start) } + [Timed(step: start, event: .completed)]
        case .fail: return [Timed(step: start, event: .failed)]
        case .never: return []
        case .map(let graph): return graph.events(script, from: start).mapValues { $0 &* 3 }
        case .filter(let graph):
            return graph.events(script, from: start).filterValues { $0 % 3 != 1 }
        case .tryMap(let graph):
            var result: [Timed] = []
            for event in graph.events(script, from: start) {
                if case .value(let value) = event.event {
                    if value % 7 == 5 { return result + [Timed(step: event.step, event: .failed)] }
                    result.append(.value(value &+ 1, event.step))
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
            if count == 0 { return [Timed(step: start, event: .completed)] }
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
            return events[..<stop] + [Timed(step: events[stop].step, event: .completed)]
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
                    return [.value(first &+ value, event.step)]
                case .completed: return (pending.map { [.value($0, event.step)] } ?? []) + [event]
                case .failed: return [event]
                }
            }
        case .defaultIfEmpty(let graph):
            let events = graph.events(script, from: start)
            guard events.count == 1, events[0].event == .completed else { return events }
            return [.value(7, events[0].step)] + events
        case .startWith(let graph):
            return [.value(8, start), .value(9, start)] + graph.events(script, from: start)
        case .materialize(let graph):
            return graph.events(script, from: start).flatMap { event -> [Timed] in
                switch event.event {
                case .value: return [event]
                case .completed:
                    return [.value(-1, event.step), Timed(step: event.step, event: .completed)]
                case .failed:
                    return [.value(-2, event.step), Timed(step: event.step, event: .completed)]
                }
            }
        case .share(let graph), .replay(let graph), .on(let graph):
            return graph.events(script, from: start)
        case .concat(let left, let right):
            return left.events(script, from: start).continued { end in
                end.event == .completed ? right.events(script, from: end.step) : nil
            }
        case .recover(let graph, let recovery):
            return graph.events(script, from: start).continued { end in
                end.event == .failed ? recovery.events(script, from: end.step) : nil
            }
        case .retry(let count, let graph):
            return graph.events(script, from: start).continued { end in
                guard end.event == .failed, count > 0 else { return nil }
                return Graph.retry(count - 1, graph).events(script, from: end.step)
            }
        case .again(let count, let graph):
            if count == 0 { return [Timed(step: start, event: .completed)] }
            return graph.events(script, from: start).continued { end in
                guard end.event == .completed, count > 1 else { return nil }
                return Graph.again(count - 1, graph).events(script, from: end.step)
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
            return Flattened(strategy, inners, graph.events(script, from: start)).events()
        }
    }
}

extension Timed {
    var value: Int? { if case .value(let value) = event { value } else { nil } }
}

extension [Timed] {
    fileprivate func mapValues(_ transform: (Int) -> Int) -> [Timed] {
        map { event in event.value.map { .value(transform($0), event.step) } ?? event }
    }

    fileprivate func filterValues(_ fits: (Int) -> Bool) -> [Timed] {
        filter { $0.value.map(fits) ?? true }
    }

    fileprivate func cut(behind count: Int) -> [Timed] {
        var kept: [Timed] = []
        for event in self {
            kept.append(event)
            if event.value != nil, kept.count == count {
                return kept + [Timed(step: event.step, event: .completed)]
            }
        }
        return kept
    }

    fileprivate func atCompletion(_ summary: ([Int]) -> [Int]) -> [Timed] {
        guard let end = last, end.isEnd else { return [] }
        if end.event == .failed { return [end] }
        return summary(compactMap(\.value)).map { .value($0, end.step) } + [end]
    }

    fileprivate func continued(_ next: (Timed) -> [Timed]?) -> [Timed] {
        guard let end = last, end.isEnd, let more = next(end) else { return self }
        return dropLast() + more
    }
}
