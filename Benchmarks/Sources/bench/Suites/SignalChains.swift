import OpenCombine
import Signals

/// Measures the cost of a value that passes through map, filter and map.
enum SignalChains {
    private static let values = 1_000_000

    static func run(_ harness: inout Harness, _ callgrind: Callgrind) async throws {
        try await harness.compare(
            "chain-of-a-subject", .nanoseconds(per: "value"), operations: values,
            countedBy: callgrind,
            ours: Contender("Signals", operations: subject),
            peers: Contender("OpenCombine", operations: openCombineSubject),
            Contender("plain closures", operations: closures))
        try await harness.compare(
            "chain-of-a-sequence", .nanoseconds(per: "value"), operations: values,
            countedBy: callgrind,
            ours: Contender("Signals", operations: sequence),
            peers: Contender("OpenCombine", operations: openCombineSequence))
        try await harness.compare(
            "chain-prepared-elsewhere", .nanoseconds(per: "value"), operations: values,
            countedBy: callgrind,
            ours: Contender("Signals", operations: opaqueSequence),
            peers: Contender("OpenCombine", operations: openCombineOpaqueSequence))
    }

    private static func subject(_ count: Int) {
        let drain = Drain()
        let subject = Subject<Int, Never>()
        subject.signal.map { $0 &+ 1 }.filter { $0 & 7 != 0 }.map { $0 &* 3 }
            .observe { drain.take($0) }
        for value in 0..<count { subject.send(value) }
    }

    private static func openCombineSubject(_ count: Int) {
        let drain = Drain()
        let subject = PassthroughSubject<Int, Never>()
        let subscription = subject.map { $0 &+ 1 }.filter { $0 & 7 != 0 }.map { $0 &* 3 }
            .sink { drain.take($0) }
        for value in 0..<count { subject.send(value) }
        subscription.cancel()
    }

    private static func closures(_ count: Int) {
        let drain = Drain()
        let chain = [closure { drain.take($0) }]
        for value in 0..<count { chain[0](value) }
    }

    @inline(never)
    private static func closure(_ end: @escaping (Int) -> Void) -> (Int) -> Void {
        let tripled: (Int) -> Void = { end($0 &* 3) }
        let filtered: (Int) -> Void = { if $0 & 7 != 0 { tripled($0) } }
        return { filtered($0 &+ 1) }
    }

    private static func sequence(_ count: Int) {
        let drain = Drain()
        Signal<Int, Never>.sequence(0..<count).map { $0 &+ 1 }.filter { $0 & 7 != 0 }
            .map { $0 &* 3 }.observe { drain.take($0) }
    }

    private static func openCombineSequence(_ count: Int) {
        let drain = Drain()
        let subscription = (0..<count).publisher.map { $0 &+ 1 }.filter { $0 & 7 != 0 }
            .map { $0 &* 3 }.sink { drain.take($0) }
        subscription.cancel()
    }

    private static func opaqueSequence(_ count: Int) {
        let drain = Drain()
        prepared(count).observe { drain.take($0) }
    }

    /// A signal that the optimiser cannot see into, like that of a service behind a protocol.
    @inline(never)
    private static func prepared(_ count: Int) -> Signal<Int, Never> {
        Signal.sequence(0..<count).map { $0 &+ 1 }.filter { $0 & 7 != 0 }.map { $0 &* 3 }
    }

    private static func openCombineOpaqueSequence(_ count: Int) {
        let drain = Drain()
        let subscription = openCombinePrepared(count).sink { drain.take($0) }
        subscription.cancel()
    }

    @inline(never)
    private static func openCombinePrepared(_ count: Int) -> AnyPublisher<Int, Never> {
        (0..<count).publisher.map { $0 &+ 1 }.filter { $0 & 7 != 0 }.map { $0 &* 3 }
            .eraseToAnyPublisher()
    }
}
