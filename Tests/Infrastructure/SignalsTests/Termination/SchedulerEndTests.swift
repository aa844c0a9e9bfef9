import Scheduling
import Signals
import Testing

/// Everything that starts work outside its scheduler or waits for time, against each end of the
/// scheduler at each moment.
///
/// `TerminationTests` has the constructs that cross schedulers, such as `deliver(to:in:)` and
/// `bind(to:in:)`.
@Suite("The end of a scheduler ends what began on it", .serialized)
struct SchedulerEndTests {
    struct Construct: Sendable, CustomTestStringConvertible {
        typealias Numbers = Signal<Int, Oops>

        let testDescription: String
        /// Builds the signal on a source, which sends a number each millisecond.
        let make: @Sendable (Numbers, SchedulerIsolation) -> Numbers

        init(_ name: String, _ make: @escaping @Sendable (Numbers, SchedulerIsolation) -> Numbers) {
            testDescription = name
            self.make = make
        }
    }

    enum Moment: CaseIterable { case subscription, delivery, silence }

    private static let time = Duration.milliseconds(1)
    private static let other = WorkScheduler(name: "other")

    static let constructs = [
        Construct("interval") { source, _ in source },
        Construct("timer") { source, home in
            Signal.timer(after: .seconds(3600), in: home).map { 1 }.merge(with: source)
        },
        Construct("delay") { $0.delay(time, in: $1) },
        Construct("debounce") { $0.debounce(.nanoseconds(1), in: $1) },
        Construct("throttle") { $0.throttle(time, in: $1) },
        Construct("timeout") { $0.timeout(.seconds(3600), in: $1, failingWith: Oops()) },
        Construct("collect(every:)") { $0.collect(every: time, in: $1).map(\.count) },
        Construct("window(every:)") { $0.window(every: time, in: $1).flatten(.merge) },
        Construct("share(lingering:)") { $0.share(lingering: .seconds(3600), in: $1) },
        Construct("replayLast(lingering:)") { $0.replayLast(lingering: .seconds(3600), in: $1) },
        Construct("retry(delay:)") { source, home in
            source.concat(.fail(Oops())).retry(delay: .constant(time), in: home)
        },
        Construct("retry(in:) by a policy") { source, home in
            source.concat(.fail(Oops())).retry(in: home) { _, _ in time }
        },
        Construct("task") { source, home in
            source.merge(
                with: Signal<Int, any Error>.task(in: home) {
                    let endless = AsyncStream<Int> { _ in }
                    for await _ in endless {}  // until it is cancelled
                    return 1
                }.mapFailure { _ in Oops() })
        },
        Construct("values(of:)") { source, home in
            source.merge(
                with: Signal.values(of: AsyncStream<Int> { _ in }, in: home)
                    .promoteFailure(to: Oops.self))
        },
        Construct("deferred(on:in:)") { source, home in
            source.merge(
                with: Signal.deferred(on: other, in: home) { .interval(time, in: $0) })
        },
        Construct("deliver(in:)") { source, home in
            source.merge(
                with: BoundSignal(on: other) { .interval(time, in: $0) }.deliver(in: home))
        },
        Construct("bound(in:)") { source, home in source.bound(in: home).deliver(in: home) },
    ]

    @Test(arguments: constructs, [ShutdownMode.orderly, .finishRunning])
    func nothingIsDeliveredAfterTheEnd(_ construct: Construct, _ mode: ShutdownMode) async {
        for moment in Moment.allCases {
            let scheduler = WorkScheduler(name: "ending")
            let count = Counter()
            let isOver = Counter()
            scheduler.schedule { home in
                let source = Signal<Int, Oops>.interval(Self.time, in: home)
                let signal = construct.make(source, home)
                signal.on(disposed: { isOver.add() }).observe(
                    { _ in
                        count.add()
                        if moment == .delivery { scheduler.shutDown(mode) }
                    }, ended: { _ in count.add() })
                if moment == .subscription { scheduler.shutDown(mode) }
            }
            if moment == .silence {
                await scheduler.drained()
                scheduler.shutDown(mode)
            }
            _ = await scheduler.finished()
            #expect(isOver.value == 1, "\(moment)")
            let last = count.value
            await Self.other.drained()
            for _ in 0..<100 { await Self.other.drained() }
            #expect(count.value == last, "\(moment)")
        }
    }
}

private final class Counter: Sendable {
    private let count = Guarded(0)

    var value: Int { count.withLock { $0 } }

    func add() { count.withLock { $0 += 1 } }
}
