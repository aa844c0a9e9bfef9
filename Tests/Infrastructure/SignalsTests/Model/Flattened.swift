import Signals

/// The events of the inner signals that a list of values chooses, by lists instead of signals.
///
/// It goes through the events of the outer graph and of the inner ones in the order of their
/// moments. An inner one begins at the moment of its value, or when one that ran has made room.
struct Flattened {
    private struct Entry {
        /// The number of an inner run; `nil` for the outer graph.
        let run: Int?
        let timed: Timed
    }

    private let strategy: FlattenStrategy
    private let inners: [Graph.Inner]
    private let script: Script
    /// The events to come, in order.
    private var agenda: [Entry]
    private var running: Set<Int> = []
    private var waiting: [Int] = []
    private var runs = 0
    private var isOuterDone = false

    init(
        _ strategy: FlattenStrategy, _ inners: [Graph.Inner], _ outer: [Timed], _ script: Script
    ) {
        self.strategy = strategy
        self.inners = inners
        self.script = script
        agenda = outer.numbered().map { Entry(run: nil, timed: $0) }
    }

    mutating func events() -> [Timed] {
        var result: [Timed] = []
        while !agenda.isEmpty {
            let entry = agenda.removeFirst()
            let timed = entry.timed
            switch timed.event {
            case .value(let value):
                if entry.run == nil {
                    accept(value, at: timed.moment)
                } else {
                    result.append(timed)
                }
            case .failed: return result + [timed]
            case .completed:
                end(entry.run, at: timed.moment)
                if isOuterDone && running.isEmpty { return result + [timed] }
            }
        }
        return result
    }

    private mutating func accept(_ value: Int, at moment: Moment) {
        if strategy == .latest {
            agenda.removeAll { $0.run != nil }
            running = []
        }
        if running.count < limit {
            start(value, at: moment)
        } else if strategy != .first {
            waiting.append(value)
        }
    }

    private mutating func end(_ run: Int?, at moment: Moment) {
        guard let run else {
            isOuterDone = true
            return
        }
        running.remove(run)
        if !waiting.isEmpty { start(waiting.removeFirst(), at: moment.last) }
    }

    private mutating func start(_ value: Int, at moment: Moment) {
        let run = runs
        runs += 1
        running.insert(run)
        let inner = inners[Graph.choice(value, of: inners)]
        for timed in inner.events(value, script, from: moment) {
            agenda.append(Entry(run: run, timed: timed))
        }
        // `sort` keeps the order of equal elements.
        agenda.sort { $0.timed.moment < $1.timed.moment }
    }

    private var limit: Int {
        if strategy == .merge || strategy == .latest { return .max }
        for limit in 2...3 where strategy == .concurrent(limit: limit) { return limit }
        return 1
    }
}

extension Graph.Inner {
    fileprivate func events(_ value: Int, _ script: Script, from start: Moment) -> [Timed] {
        switch self {
        case .just: Graph.values([value]).events(script, from: start)
        case .pair: Graph.values([value, value &+ 1]).events(script, from: start)
        case .empty: Graph.values([]).events(script, from: start)
        case .fail: Graph.fail.events(script, from: start)
        case .never: Graph.never.events(script, from: start)
        case .later(let source):
            Graph.hot(source).events(script, from: start).mapValues { value &+ $0 }
        case .next(let source):
            Graph.take(1, .hot(source)).events(script, from: start).mapValues { value &+ $0 }
        }
    }
}
