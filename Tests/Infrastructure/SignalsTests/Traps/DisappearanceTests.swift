import Scheduling
import SchedulingTestKit
import Signals
import SignalsTestKit
import Testing

/// The end of a subscription whose source disappears without an event.
@Suite("Disappearance: L2, L4")
struct DisappearanceTests {
    /// The operators that keep values for some time.
    private func timed(_ time: Duration) -> [(Signal<Int, Never>) -> Signal<Int, Never>] {
        [
            { $0.delay(time, in: .here) }, { $0.debounce(time, in: .here) },
            { $0.throttle(time, in: .here) },
            { $0.collect(every: time, in: .here).map { $0.reduce(0, +) } },
        ]
    }

    @Test("a run ends when its source disappears above an operator that waits for the end")
    func disappearanceAboveAnOperatorEndsTheRun() {
        var source: Subject<Int, Never>? = Subject()
        let job = Job<[Int], Never> { source.map { $0.signal.collect() } ?? .never }
        job.execute()
        #expect(job.isExecuting.value)
        source = nil
        #expect(!job.isExecuting.value)
        let owner = Disposable()
        var isOver = false
        Signal<Int, Never> { _ in }.collect().on(disposed: { isOver = true })
            .observe(within: owner) { _ in }
        #expect(isOver && !owner.isDisposed)
    }

    @Test("a value that a handler sends before it releases the source still arrives")
    func valueOfAHandlerOutlivesItsSource() {
        onVirtualScheduler { scheduler in
            let time = Duration.milliseconds(10)
            for operation in timed(time) {
                var source: Subject<Int, Never>? = Subject()
                var values: [Int] = []
                let upstream = source?.signal ?? .never
                operation(upstream).observe { value in
                    values.append(value)
                    guard value == 1 else { return }
                    source?.send(2)
                    source = nil
                }
                source?.send(1)
                scheduler.advance(by: time * 3)
                #expect(values == [1, 2])
            }
        }
    }

    @Test("a disappearance disposes of the upstreams before the downstream")
    func disappearanceDisposesUpstreamFirst() {
        onVirtualScheduler { _ in
            let operations: [(Signal<Int, Never>) -> Signal<Int, Never>] = [
                { $0.collect().map(\.count) }, { $0.delay(.seconds(1), in: .here) },
                { $0.merge(with: .empty) }, { $0.throttle(.seconds(1), in: .here) }, { $0.retry() },
            ]
            for operation in operations {
                var source: Subject<Int, Never>? = Subject()
                var lines: [String] = []
                let upstream = (source?.signal ?? .never).on(disposed: { lines.append("up") })
                operation(upstream).on(disposed: { lines.append("down") }).observe { _ in }
                source = nil
                #expect(lines == ["up", "down"])
            }
        }
    }

    @Test("the last inner signal ends a flatMap whose source has disappeared, also within a drain")
    func innerEndWithinADrain() {
        var inner: Observer<Int, Never>?
        var outer: Subject<Signal<Int, Never>, Never>? = Subject()
        let probe = Probe((outer?.signal ?? .never).flatten(.merge))
        outer?.send(Signal { inner = $0 })
        outer = nil
        var wasOver = false
        let drain = Disposable {}
        drain.add {
            inner?.complete()
            wasOver = probe.subscription.isDisposed
        }
        drain.dispose()
        #expect(wasOver)
    }

    @Test("the end of an upstream or of its successor is not a disappearance")
    func endIsNoDisappearance() {
        let first = Subject<Int, Oops>()
        let second = Subject<Int, Oops>()
        let probes = [
            Probe(first.signal.concat(second.signal)),
            Probe(first.signal.catch { _ in second.signal }),
            Probe(first.signal.collect().flatMap(.merge) { _ in second.signal }),
        ]
        let retried = Probe(first.signal.retry().take(1))
        first.complete()
        #expect(probes.map { $0.subscription.isDisposed } == [false, true, false])
        #expect(retried.completion == .completed)
        second.send(2)
        #expect(probes.map(\.values) == [[2], [], [2]])
    }

    @Test("delayed values arrive after their source has disappeared")
    func waitingValuesOutliveTheirSource() {
        onVirtualScheduler { scheduler in
            var source: Subject<Int, Never>? = Subject()
            let time = Duration.milliseconds(10)
            let probes = source.map { source in timed(time).map { Probe($0(source.signal)) } }
            source?.send(1)
            source?.send(2)
            source = nil
            #expect(probes?.map { $0.subscription.isDisposed } == [false, false, false, false])
            scheduler.advance(by: time)
            #expect(probes?.map(\.values) == [[1, 2], [2], [1, 2], [3]])
            #expect(probes?.map { $0.subscription.isDisposed } == [true, true, true, true])
            #expect(probes?.compactMap(\.completion).isEmpty == true)
            #expect(scheduler.waitingCount == 0)
        }
    }

    @Test("without waiting values, a disappearance ends timed operators immediately")
    func disappearanceEndsTimedOperatorsAtOnce() {
        onVirtualScheduler { scheduler in
            var source: Subject<Int, Never>? = Subject()
            let time = Duration.milliseconds(10)
            let probes = source.map { source in timed(time).map { Probe($0(source.signal)) } }
            source?.send(1)
            scheduler.advance(by: time * 2)
            source = nil
            #expect(probes?.map { $0.subscription.isDisposed } == [true, true, true, true])
        }
    }

    @Test("inner signals continue after the outer one has disappeared, and end the subscription")
    func innerSignalsOutliveTheOuterOne() {
        for strategy in [FlattenStrategy.concat, .merge, .latest, .first] {
            var outer: Subject<Signal<Int, Never>, Never>? = Subject()
            let inner = Subject<Int, Never>()
            let probe = outer.map { Probe($0.signal.flatten(strategy)) }
            outer?.send(inner.signal)
            outer = nil
            inner.send(1)
            #expect(probe?.subscription.isDisposed == false)
            inner.complete()
            #expect(probe?.values == [1])
            #expect(probe?.completion == nil)
            #expect(probe?.subscription.isDisposed == true)
        }
    }

    @Test("a subscription ends when one upstream has disappeared and the others have ended")
    func otherUpstreamsOutliveOneOfSeveral() {
        let joins: [(Signal<Int, Never>, Signal<Int, Never>) -> Signal<Int, Never>] = [
            { $0.merge(with: $1) }, { $0.combineLatest(with: $1).map { $0 + $1 } },
            { $0.zip(with: $1).map { $0 + $1 } },
            { $0.take(until: $1.filter { _ in false }) }, { $0.sample(on: $1) },
        ]
        for join in joins {
            for disappears in [false, true] {
                var first: Subject<Int, Never>? = Subject()
                var second: Subject<Int, Never>? = Subject()
                let probe = Probe(join(first?.signal ?? .never, second?.signal ?? .never))
                second?.send(1)
                first = nil
                #expect(!probe.subscription.isDisposed)
                if !disappears { second?.complete() }
                second = nil
                #expect(probe.subscription.isDisposed)
                #expect(probe.completions == [])
            }
        }
    }
}
