import Scheduling
import SchedulingTestKit
import Signals
import SignalsTestKit
import Testing

@Suite("Windows and groups")
struct SplittingTests {
    typealias Split = @Sendable (Signal<Int, Oops>) -> Signal<Signal<Int, Oops>, Oops>

    static let splits: [Split] = [
        { $0.window(5) }, { $0.window(every: .seconds(1), in: .here) },
        { $0.grouped { _ in 0 }.map(\.values) },
    ]

    @Test(
        "a part is sent before its first value, and a late subscriber receives the rest",
        arguments: splits)
    func partsAreHot(_ split: Split) {
        onVirtualScheduler { _ in
            let source = Subject<Int, Oops>()
            var parts: [Signal<Int, Oops>] = []
            split(source.signal).observe({ parts.append($0) }, ended: { _ in })
            source.send(1)
            let late = parts.first.map { Probe($0) }
            source.send(2)
            source.fail(Oops())
            #expect(late?.values == [2])
            #expect(late?.completions == [.failed(Oops())])
            #expect(parts.count == 1)
        }
    }

    @Test(
        "a part ends without an event when the subscription to the parts ends", arguments: splits
    )
    func partsEndWithTheirSubscription(_ split: Split) {
        onVirtualScheduler { _ in
            let source = Subject<Int, Oops>()
            var part: Probe<Int, Oops>?
            let subscription = split(source.signal).observe({ part = Probe($0) }, ended: { _ in })
            source.send(1)
            #expect(part?.values == [1])
            subscription.dispose()
            source.send(2)
            #expect(source.observerCount == 0)
            #expect(part?.values == [1])
            #expect(part?.completions == [])
            #expect(part?.subscription.isDisposed == true)
        }
    }

    @Test("a part that is disposed of on arrival receives no values", arguments: splits)
    func disposalAtThePart(_ split: Split) {
        onVirtualScheduler { _ in
            let source = Subject<Int, Oops>()
            let lifetime = Disposable()
            var part: Probe<Int, Oops>?
            split(source.signal).observe(
                within: lifetime,
                {
                    part = Probe($0)
                    lifetime.dispose()
                }, ended: { _ in })
            source.send(1)
            #expect(part?.records.isEmpty == true)
        }
    }

    @Test(
        "a source that disappears at a part ends all behind the part's value, also within a drain",
        arguments: splits)
    func disappearanceAtThePart(_ split: Split) {
        onVirtualScheduler { scheduler in
            let time = Duration.milliseconds(10)
            var source: Subject<Int, Oops>? = Subject()
            var part: Probe<Int, Oops>?
            // The timer sends the debounced value, so the source can disappear in the delivery.
            let probe = Probe(split((source?.signal ?? .never).debounce(time, in: .here))) {
                _, event in
                if case .value(let signal) = event { part = Probe(signal) }
                source = nil
            }
            source?.send(1)
            var wasOver = false
            let drain = Disposable {}
            drain.add {
                scheduler.advance(by: time)
                wasOver = probe.subscription.isDisposed
            }
            drain.dispose()
            #expect(wasOver)
            #expect(probe.completions == [])
            #expect(part?.values == [1])
            #expect(part?.subscription.isDisposed == true)
        }
    }

    @Test(
        "a value that is sent on the arrival of a part follows the part's first value",
        arguments: [(1, [[1], [2], [3], [4]]), (2, [[1, 2]]), (3, [[1, 2]])])
    func valuesDuringTheArrivalOfAPart(count: Int, expected: [[Int]]) {
        let splits: [(Signal<Int, Never>) -> Signal<Signal<Int, Never>, Never>] = [
            { $0.window(count) },
            // As many values with one key as a window holds.
            { $0.grouped { ($0 - 1) / count }.map(\.values) },
        ]
        for split in splits {
            var observer: Observer<Int, Never>?
            var parts: [[Int]] = []
            var next = 2
            split(Signal { observer = $0 }).flatMap(.merge) { part in
                if next <= 4 {
                    next += 1
                    observer?.send(next - 1)
                }
                return part.collect()
            }.observe { parts.append($0) }
            observer?.send(1)
            observer?.complete()
            #expect(parts == expected)
        }
    }

    @Test("parts that are created by the arrival of a part use constant stack")
    func partsDuringTheArrivalOfAPartTakeNoStack() async {
        await onSmallStack {
            var observer: Observer<Int, Never>?
            var count = 0
            Signal<Int, Never> { observer = $0 }.window(1).flatMap(.merge) { window in
                if count == 0 { for value in 1..<TestSize.many { observer?.send(value) } }
                count += 1
                return window
            }.observe { _ in }
            observer?.send(0)
            #expect(count == TestSize.many)
        }
    }

    @Test("a window that is full leaves no timer, so none runs while the signal is quiet")
    func fullWindowLeavesNoTimer() {
        onVirtualScheduler { scheduler in
            let source = Subject<Int, Never>()
            let probe = Probe(source.signal.window(2, every: .seconds(1), in: .here))
            #expect(scheduler.waitingCount == 0)
            source.send(1)
            #expect(scheduler.waitingCount == 1)
            source.send(2)
            #expect(scheduler.waitingCount == 0)
            #expect(probe.values.count == 1)
        }
    }

    @Test("groups end in the order in which they began, before the signal")
    func groupsEndInOrder() {
        let journal = Journal()
        Signal<Int, Never>.sequence([3, 1, 2, 1, 3]).grouped { $0 }.observe(
            { group in
                group.values.observe({ _ in }, completed: { journal.write("\(group.key)") })
            }, completed: { journal.write("whole") })
        #expect(journal.lines == ["3", "1", "2", "whole"])
    }

    @Test("a disposal at the end of a group ends the groups behind it without an event")
    func disposalAtTheEndOfAGroup() {
        onVirtualScheduler { _ in
            let journal = Journal()
            let lifetime = Disposable()
            let source = Subject<Int, Oops>()
            var groups: [Disposable] = []
            source.signal.grouped { $0 }.observe(
                within: lifetime,
                { group in
                    let subscription = group.values.observe(
                        { _ in },
                        ended: { _ in
                            journal.write("\(group.key)")
                            lifetime.dispose()
                        })
                    groups.append(subscription)
                }, ended: { _ in journal.write("whole") })
            source.send(1)
            source.send(2)
            source.complete()
            #expect(journal.lines == ["1"])
            #expect(groups.map(\.isDisposed) == [true, true])
        }
    }

    @Test("a batch with a capacity of one is sent at once")
    func batchOfOne() {
        onVirtualScheduler { _ in
            let batches = Probe(
                Signal<Int, Never>.sequence(0..<3).collect(1, every: .seconds(1), in: .here))
            #expect(batches.values == [[0], [1], [2]])
        }
    }

    @Test("a batch without a capacity traps")
    func batchOfNone() async {
        await #expect(processExitsWith: .failure) {
            VirtualScheduler().enter {
                _ = Signal<Int, Never>.never.collect(0, every: .seconds(1), in: .here)
            }
        }
    }

    @Test("a key is computed once for each value")
    func keyIsComputedOnce() {
        var keys = 0
        Signal<Int, Never>.sequence(0..<10)
            .grouped { value in
                keys += 1
                return value % 3
            }.observe { _ in }
        #expect(keys == 10)
    }
}
