import Scheduling
import Signals
import SignalsTestKit
import Testing

@Suite("Observing")
struct ObserveTests {
    @Test("the trailing closure receives the values, and the labelled one the failure")
    func trailingClosureGetsTheValues() {
        var heard: [String] = []
        Signal<Int, Oops>.fail(Oops()).startWith(1).observe {
            heard.append("value \($0)")
        } failed: {
            heard.append("failed \($0)")
        } completed: {
            heard.append("completed")
        }
        #expect(heard == ["value 1", "failed Oops()"])
    }

    @Test("the closure for the completion is optional")
    func closureForTheCompletionIsOptional() {
        var heard: [String] = []
        let signal = Signal<Int, Oops>.just(1)
        signal.observe {
            heard.append("value \($0)")
        } failed: {
            heard.append("failed \($0)")
        }
        signal.observe({ _ in }, failed: { _ in }, completed: { heard.append("completed") })
        #expect(heard == ["value 1", "completed"])
    }

    @Test("a second closure without a label receives both kinds of end")
    func secondClosureGetsTheEnd() {
        var ends: [Completion<Oops>] = []
        Signal<Int, Oops>.empty.observe({ _ in }) { ends.append($0) }
        Signal<Int, Oops>.fail(Oops()).observe({ _ in }) { ends.append($0) }
        #expect(ends == [.completed, .failed(Oops())])
    }

    @Test("an owner's observer of a signal that cannot fail receives the completion")
    func ownedObserverIsToldOfTheCompletion() {
        var heard: [String] = []
        let owner = Disposable()
        Signal<Int, Never>.just(1).observe(within: owner) {
            heard.append("value \($0)")
        } completed: {
            heard.append("completed")
        }
        #expect(heard == ["value 1", "completed"])
    }
}
