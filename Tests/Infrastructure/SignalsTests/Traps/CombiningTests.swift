import Signals
import SignalsTestKit
import Testing

@Suite("Several sources")
struct CombiningTests {
    @Test("X3: a source may send while its sibling's end disposes of it")
    func siblingReentersWhileItIsDisposedOf() {
        let left = Subject<Int, Oops>()
        let right = Subject<Int, Oops>()
        var values = 0
        var ends = 0
        left.signal.on(disposed: {
            right.send(8)
            left.send(9)
        }).combineLatest(with: right.signal).observe({ _ in values += 1 }) { _ in ends += 1 }
        left.send(1)
        right.send(1)
        right.fail(Oops())
        #expect(values == 1)
        #expect(ends == 1)
        #expect(left.observerCount == 0)
    }

    @Test("combineLatest completes when a source completes without a value")
    func combineLatestWithAnEmptySourceCompletes() {
        let other = Subject<Int, Never>()
        let probe = Probe(Signal<Int, Never>.empty.combineLatest(with: other.signal))
        #expect(probe.completions == [.completed])
        #expect(other.observerCount == 0)
    }

    @Test("zip completes as soon as no further pair is possible")
    func zipCompletesWhenNoPairIsPossible() {
        let left = Subject<Int, Never>()
        let right = Subject<Int, Never>()
        let probe = Probe(left.signal.zip(with: right.signal).map { $0 + $1 })
        left.send(1)
        left.send(2)
        left.complete()
        right.send(10)
        #expect(probe.values == [11])
        #expect(probe.completion == nil)
        right.send(20)
        #expect(probe.values == [11, 22])
        #expect(probe.completions == [.completed])
        #expect(right.observerCount == 0)
    }

    @Test("G2: a source that completes while its value is being combined ends it once")
    func completionDuringACombinedDelivery() {
        let left = Subject<Int, Never>()
        let right = Subject<Int, Never>()
        var ends = 0
        var sums: [Int] = []
        left.signal.zip(with: right.signal).observe(
            { pair in
                sums.append(pair.0 + pair.1)
                left.complete()
                right.complete()
            }, completed: { ends += 1 })
        left.send(1)
        right.send(2)
        #expect(sums == [3])
        #expect(ends == 1)
    }

    @Test("tuples of many sources come from parameter packs")
    func fiveSourcesCombine() {
        let subjects = (0..<5).map { _ in Subject<Int, Never>() }
        let probe = Probe(
            Signal.combineLatest(
                subjects[0].signal, subjects[1].signal.map { "\($0)" }, subjects[2].signal,
                subjects[3].signal.map(Double.init), subjects[4].signal
            ).map { "\($0) \($1) \($2) \($3) \($4)" })
        for (index, subject) in subjects.enumerated() { subject.send(index) }
        subjects[1].send(9)
        #expect(probe.values == ["0 1 2 3.0 4", "0 9 2 3.0 4"])
        for subject in subjects { subject.complete() }
        #expect(probe.completions == [.completed])
    }

    @Test("D3: a trigger that sends immediately precedes values that are sent immediately")
    func triggerWinsOverSynchronousValues() {
        let probe = Probe(Signal<Int, Never>.sequence([1, 2]).take(until: .just(())))
        #expect(probe.values == [])
        #expect(probe.completions == [.completed])
    }

    @Test("D3: of a trigger and a value from one subject, the trigger comes first")
    func triggerAndValueFromOneSubject() {
        let subject = Subject<Int, Never>()
        let probe = Probe(subject.signal.take(until: subject.signal.filter { $0 == 2 }))
        subject.send(1)
        subject.send(2)
        #expect(probe.values == [1])
        #expect(probe.completions == [.completed])
    }
}
