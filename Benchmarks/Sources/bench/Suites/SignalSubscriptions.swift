import OpenCombine
import Signals

/// Measures the cost of subscription and disposal, and of operators with several sources.
enum SignalSubscriptions {
    static func run(_ harness: inout Harness, _ callgrind: Callgrind) async throws {
        let chain = Chain()
        try await harness.compare(
            "subscribe-ten-operators", .nanoseconds(per: "subscription"), operations: 20_000,
            countedBy: callgrind,
            ours: Contender("Signals", operations: chain.signals),
            peers: Contender("OpenCombine", operations: chain.openCombine))
        try await harness.compare(
            "combine-latest", .nanoseconds(per: "value"), operations: 200_000,
            countedBy: callgrind,
            ours: Contender("Signals", operations: combineLatest),
            peers: Contender("OpenCombine zip (no combineLatest)", operations: openCombineZip))
        try await harness.compare(
            "zip", .nanoseconds(per: "value"), operations: 200_000,
            countedBy: callgrind,
            ours: Contender("Signals", operations: zip),
            peers: Contender("OpenCombine", operations: openCombineZip))
        try await harness.compare(
            "merge", .nanoseconds(per: "value"), operations: 200_000,
            countedBy: callgrind,
            ours: Contender("Signals", operations: merge),
            peers: Contender("OpenCombine flatMap (no merge)", operations: openCombineMerge))
        try await harness.compare(
            "flat-map-latest", .nanoseconds(per: "inner signal"), operations: 50_000,
            countedBy: callgrind,
            ours: Contender("Signals", operations: flatMapLatest),
            peers: Contender("OpenCombine", operations: openCombineFlatMapLatest))
        try await harness.compare(
            "share", .nanoseconds(per: "value"), operations: 200_000,
            countedBy: callgrind,
            ours: Contender("Signals", operations: share),
            peers: Contender("OpenCombine", operations: openCombineShare))
    }

    /// A chain of ten operators that is built once and subscribed to many times.
    private struct Chain {
        private let drain = Drain()
        private let subject = Subject<Int, Never>()
        private let openCombineSubject = PassthroughSubject<Int, Never>()

        func signals(_ count: Int) {
            let half = subject.signal.map(next).map(next).filter(isOdd).map(next).map(next)
            let chain = half.map(next).map(next).filter(isOdd).map(next).map(next)
            for _ in 0..<count { chain.observe(drain.take).dispose() }
        }

        func openCombine(_ count: Int) {
            let half = openCombineSubject.map(next).map(next).filter(isOdd).map(next).map(next)
            let chain = half.map(next).map(next).filter(isOdd).map(next).map(next)
            for _ in 0..<count { chain.sink(receiveValue: drain.take).cancel() }
        }
    }

    private static func next(_ value: Int) -> Int { value &+ 1 }
    private static func isOdd(_ value: Int) -> Bool { value & 1 == 1 }

    private static func combineLatest(_ count: Int) {
        let drain = Drain()
        let left = Subject<Int, Never>()
        let right = Subject<Int, Never>()
        left.signal.combineLatest(with: right.signal).observe { drain.take($0.0 &+ $0.1) }
        for value in 0..<count / 2 {
            left.send(value)
            right.send(value)
        }
    }

    private static func zip(_ count: Int) {
        let drain = Drain()
        let left = Subject<Int, Never>()
        let right = Subject<Int, Never>()
        left.signal.zip(with: right.signal).observe { drain.take($0.0 &+ $0.1) }
        for value in 0..<count / 2 {
            left.send(value)
            right.send(value)
        }
    }

    private static func openCombineZip(_ count: Int) {
        let drain = Drain()
        let left = PassthroughSubject<Int, Never>()
        let right = PassthroughSubject<Int, Never>()
        let subscription = left.zip(right).sink { drain.take($0.0 &+ $0.1) }
        for value in 0..<count / 2 {
            left.send(value)
            right.send(value)
        }
        subscription.cancel()
    }

    private static func merge(_ count: Int) {
        let drain = Drain()
        let left = Subject<Int, Never>()
        let right = Subject<Int, Never>()
        left.signal.merge(with: right.signal).observe(drain.take)
        for value in 0..<count / 2 {
            left.send(value)
            right.send(value)
        }
    }

    private static func openCombineMerge(_ count: Int) {
        let drain = Drain()
        let left = PassthroughSubject<Int, Never>()
        let right = PassthroughSubject<Int, Never>()
        let subscription = [left, right].publisher.flatMap { $0 }.sink(receiveValue: drain.take)
        for value in 0..<count / 2 {
            left.send(value)
            right.send(value)
        }
        subscription.cancel()
    }

    private static func flatMapLatest(_ count: Int) {
        let drain = Drain()
        let outer = Subject<Int, Never>()
        let inner = Subject<Int, Never>()
        outer.signal.flatMap(.latest) { value in inner.signal.map { $0 &+ value } }
            .observe(drain.take)
        for value in 0..<count {
            outer.send(value)
            inner.send(value)
        }
    }

    private static func openCombineFlatMapLatest(_ count: Int) {
        let drain = Drain()
        let outer = PassthroughSubject<Int, Never>()
        let inner = PassthroughSubject<Int, Never>()
        let subscription = outer.map { value in inner.map { $0 &+ value } }.switchToLatest()
            .sink(receiveValue: drain.take)
        for value in 0..<count {
            outer.send(value)
            inner.send(value)
        }
        subscription.cancel()
    }

    private static func share(_ count: Int) {
        let drain = Drain()
        let subject = Subject<Int, Never>()
        let shared = subject.signal.map(next).share()
        shared.observe(drain.take)
        shared.observe(drain.take)
        for value in 0..<count { subject.send(value) }
    }

    private static func openCombineShare(_ count: Int) {
        let drain = Drain()
        let subject = PassthroughSubject<Int, Never>()
        let shared = subject.map(next).share()
        let first = shared.sink(receiveValue: drain.take)
        let second = shared.sink(receiveValue: drain.take)
        for value in 0..<count { subject.send(value) }
        first.cancel()
        second.cancel()
    }
}
