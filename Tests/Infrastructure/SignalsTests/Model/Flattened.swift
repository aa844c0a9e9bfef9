import Signals

/// The events of the inner signals that a list of values chooses, by lists instead of signals.
///
/// Inner signals are over at once or never, which makes the strategies easy to state.
struct Flattened {
    private let strategy: FlattenStrategy
    private let inners: [Graph.Inner]
    private let outer: [Timed]

    init(_ strategy: FlattenStrategy, _ inners: [Graph.Inner], _ outer: [Timed]) {
        self.strategy = strategy
        self.inners = inners
        self.outer = outer
    }

    func events() -> [Timed] {
        var result: [Timed] = []
        // Inner signals that never end: they hold their places, or are replaced.
        var stuck = 0
        var isWaiting = false
        for timed in outer {
            guard let value = timed.value else {
                if timed.event == .failed { return result + [timed] }
                return stuck == 0 && !isWaiting ? result + [timed] : result
            }
            if strategy == .latest { stuck = 0 }
            guard stuck < limit else {
                isWaiting = strategy != .first
                continue
            }
            switch inners[Graph.choice(value, of: inners)] {
            case .just: result.append(.value(value, timed.step))
            case .pair:
                result.append(.value(value, timed.step))
                result.append(.value(value &+ 1, timed.step))
            case .empty: break
            case .fail: return result + [Timed(step: timed.step, event: .failed)]
            case .never: stuck += 1
            }
        }
        return result
    }

    private var limit: Int {
        if strategy == .merge || strategy == .latest { return .max }
        for limit in 2...3 where strategy == .concurrent(limit: limit) { return limit }
        return 1
    }
}
