import Signals
import SignalsTestKit
import Testing

@Suite("Flattening")
struct FlattenTests {
    @Test("inner signals start in order, up to the limit", arguments: [1, 2, 7])
    func boundedMergeStartsInOrder(limit: Int) {
        let outer = Subject<Int, Never>()
        let inners = (0..<10).map { _ in Subject<Int, Never>() }
        var started: [Int] = []
        let probe = Probe(
            outer.signal.flatMap(.concurrent(limit: limit)) { index in
                inners[index].signal.on(subscribed: { started.append(index) })
            })
        for index in 0..<10 { outer.send(index) }
        outer.complete()
        #expect(started == Array(0..<limit))
        for index in 0..<10 {
            #expect(probe.completion == nil)
            #expect(started == Array(0..<min(10, index + limit)))
            inners[index].send(index)
            inners[index].complete()
        }
        #expect(probe.values == Array(0..<10))
        #expect(probe.completions == [.completed])
    }

    @Test("a slot that is freed immediately, with or without an event, is used again")
    func slotOfASynchronousInnerIsFreed() {
        let probe = Probe(
            Signal<Int, Oops>.sequence(0..<6).flatMap(.concurrent(limit: 2)) { index in
                index.isMultiple(of: 2) ? .empty : .just(index)
            })
        #expect(probe.values == [1, 3, 5])
        #expect(probe.completions == [.completed])
    }

    @Test("L4: an inner signal whose source disappears frees its slot")
    func slotOfAnAbandonedInnerIsFreed() {
        var abandoned: Subject<Int, Never>? = Subject()
        let outer = Subject<Int, Never>()
        let probe = Probe(
            outer.signal.flatMap(.concat) { value in
                value == 0 ? (abandoned?.signal ?? .empty) : .just(value)
            })
        outer.send(0)
        outer.send(1)
        #expect(probe.values == [])
        abandoned = nil
        #expect(probe.values == [1])
        outer.complete()
        #expect(probe.completions == [.completed])
    }

    @Test("the failure of one inner signal ends all, and starts no other")
    func failureStartsNoOther() {
        let outer = Subject<Int, Oops>()
        let first = Subject<Int, Oops>()
        var started = 0
        let probe = Probe(
            outer.signal.flatMap(.concat) { value in
                value == 0 ? first.signal : Signal.just(value).on(subscribed: { started += 1 })
            })
        for value in 0..<3 { outer.send(value) }
        first.fail(Oops())
        #expect(started == 0)
        #expect(probe.completions == [.failed(Oops())])
        #expect(outer.observerCount == 0)
    }

    @Test("X3: disposal of an inner signal while the outer one fails sends no event")
    func innerDisposalWhileTheOuterFails() {
        let outer = Subject<Int, Oops>()
        let inner = Subject<Int, Oops>()
        let journal = Journal()
        var token = Disposable()
        token = outer.signal.flatMap(.merge) { _ in
            inner.signal.on(
                value: { journal.write("inner \($0)") },
                disposed: {
                    inner.send(2)
                    token.dispose()
                })
        }.observe {
            journal.write("value \($0)")
        } ended: { _ in
            journal.write("ended")
            inner.send(3)
        }
        outer.send(0)
        inner.send(1)
        outer.fail(Oops())
        #expect(journal.lines == ["inner 1", "value 1", "ended"])
    }

    @Test("the former inner signal sends no events after the switch")
    func formerInnerIsSilent() {
        let outer = Subject<Int, Never>()
        let inners = (0..<2).map { _ in Subject<String, Never>() }
        let probe = Probe(outer.signal.flatMap(.latest) { inners[$0].signal })
        outer.send(0)
        inners[0].send("a")
        outer.send(1)
        inners[0].send("b")
        inners[1].send("c")
        #expect(probe.values == ["a", "c"])
        #expect(inners[0].observerCount == 0)
    }

    @Test("a switch from inside an inner signal's value keeps the order")
    func switchInsideAnEmission() {
        let outer = Subject<Int, Never>()
        let inners = (0..<2).map { _ in Subject<Int, Never>() }
        var seen: [Int] = []
        outer.signal.flatMap(.latest) { index in
            inners[index].signal.startWith(index * 100)
        }.observe { value in
            seen.append(value)
            if value == 1 {
                outer.send(1)
                inners[0].send(2)
            }
        }
        outer.send(0)
        inners[0].send(1)
        inners[1].send(101)
        #expect(seen == [0, 1, 100, 101])
    }

    @Test("the release of the former inner signal may switch again")
    func switchFromInsideADisposal() {
        let outer = Subject<Int, Never>()
        var isFirst = true
        let probe = Probe(
            outer.signal.flatMap(.latest) { value in
                Signal<Int, Never>.never.startWith(value).on(disposed: {
                    if isFirst {
                        isFirst = false
                        outer.send(9)
                    }
                })
            })
        outer.send(1)
        outer.send(2)
        #expect(probe.values == [1, 2, 9])
    }
}
