import SchedulingTestKit
import Signals

extension Graph {
    /// The graph as the signal under test.
    func signal(_ sources: [Subject<Int, Oops>]) -> Signal<Int, Oops> {
        switch self {
        case .hot(let index): return sources[index].signal
        case .values(let values): return .sequence(values)
        case .fail: return .fail(Oops())
        case .never: return .never
        case .map(let graph): return graph.signal(sources).map { $0 &* 3 }
        case .filter(let graph): return graph.signal(sources).filter { $0 % 3 != 1 }
        case .tryMap(let graph):
            return graph.signal(sources).tryMap { value throws(Oops) in
                if value % 7 == 5 { throw Oops() }
                return value &+ 1
            }
        case .scan(let graph): return graph.signal(sources).scan(0, &+)
        case .reduce(let graph): return graph.signal(sources).reduce(0, &+)
        case .distinct(let graph):
            return graph.signal(sources).distinctUntilChanged { $0 % 2 == $1 % 2 }
        case .take(let count, let graph): return graph.signal(sources).take(count)
        case .skip(let count, let graph): return graph.signal(sources).skip(count)
        case .takeLast(let count, let graph): return graph.signal(sources).takeLast(count)
        case .takeWhile(let graph): return graph.signal(sources).takeWhile { $0 % 5 != 4 }
        case .pairs(let graph): return graph.signal(sources).collect(2).map { $0.reduce(0, &+) }
        case .defaultIfEmpty(let graph): return graph.signal(sources).defaultIfEmpty(7)
        case .startWith(let graph): return graph.signal(sources).startWith(8, 9)
        case .materialize(let graph):
            return graph.signal(sources).materialize().map { event in
                switch event {
                case .value(let value): value
                case .ended(.completed): -1
                case .ended(.failed): -2
                }
            }.promoteFailure()
        case .share(let graph): return graph.signal(sources).share()
        case .replay(let graph):
            // The signal keeps its end, so each subscription gets a signal of its own.
            return .deferred { graph.signal(sources).replayLast(2) }
        case .on(let graph): return graph.signal(sources).on(value: { _ in })
        case .concat(let left, let right):
            return left.signal(sources).concat(right.signal(sources))
        case .merge(let left, let right):
            return left.signal(sources).merge(with: right.signal(sources))
        case .combineLatest(let left, let right):
            return left.signal(sources).combineLatest(with: right.signal(sources))
                .map { $0.0 &* 2 &+ $0.1 }
        case .zip(let left, let right):
            return left.signal(sources).zip(with: right.signal(sources)).map { $0.0 &* 2 &+ $0.1 }
        case .takeUntil(let graph, let trigger):
            return graph.signal(sources).take(until: trigger.harmless(sources))
        case .skipUntil(let graph, let trigger):
            return graph.signal(sources).skip(until: trigger.harmless(sources))
        case .withLatest(let graph, let other):
            return graph.signal(sources).withLatest(from: other.harmless(sources))
                .map { $0.0 &* 2 &+ $0.1 }
        case .sample(let graph, let trigger):
            return graph.signal(sources).sample(on: trigger.harmless(sources))
        case .recover(let graph, let recovery):
            return graph.signal(sources).catch { _ in recovery.signal(sources) }
        case .retry(let count, let graph): return graph.signal(sources).retry(count)
        case .again(let count, let graph): return graph.signal(sources).repeat(count)
        case .flatMap(let strategy, let inners, let graph):
            return graph.signal(sources).flatMap(strategy) { value in
                inners[Graph.choice(value, of: inners)].signal(value, sources)
            }
        case .delay(let delay, let graph):
            return graph.signal(sources).delay(.nanoseconds(delay), in: .here)
        case .debounce(let delay, let graph):
            return graph.signal(sources).debounce(.nanoseconds(delay), in: .here)
        case .throttle(let delay, let graph):
            return graph.signal(sources).throttle(.nanoseconds(delay), in: .here)
        case .twice(0, let pairing, let graph):
            return pairing.signal(graph.signal(sources).share())
        case .twice(let replay, let pairing, let graph):
            // The signal keeps its end, so each subscription gets a signal of its own.
            return .deferred { pairing.signal(graph.signal(sources).replayLast(replay)) }
        }
    }

    /// Which inner signal a value chooses.
    static func choice(_ value: Int, of inners: [Inner]) -> Int {
        Int(value.magnitude % UInt(inners.count))
    }

    private func harmless(_ sources: [Subject<Int, Oops>]) -> Signal<Int, Never> {
        signal(sources).catch { _ in Signal<Int, Never>.empty }
    }
}

extension Graph.Inner {
    fileprivate func signal(
        _ value: Int, _ sources: [Subject<Int, Oops>]
    ) -> Signal<Int, Oops> {
        switch self {
        case .just: .just(value)
        case .pair: .sequence([value, value &+ 1])
        case .empty: .empty
        case .fail: .fail(Oops())
        case .never: .never
        case .later(let source): sources[source].signal.map { value &+ $0 }
        case .next(let source): sources[source].signal.take(1).map { value &+ $0 }
        }
    }
}

extension Graph.Pairing {
    /// Subscribes to `shared` twice.
    fileprivate func signal(_ shared: Signal<Int, Oops>) -> Signal<Int, Oops> {
        let other = shared.map { 50 &- $0 }
        return switch self {
        case .merge: shared.merge(with: other)
        case .combineLatest: shared.combineLatest(with: other).map { $0.0 &* 2 &+ $0.1 }
        case .zip: shared.zip(with: other).map { $0.0 &* 2 &+ $0.1 }
        }
    }
}
