import SceneFlow
import SceneFlowTestKit
import Signals
import Testing

@Suite("TestStore: every action and every change is stated")
struct TestStoreTests {
    private typealias Counter = TestStore<CounterState, CounterAction>

    @Test("a complete statement has no fault")
    func aCompleteStatementHasNoFault() {
        let faults = Counter.faults(in: CounterState(), countOn) { store in
            store.send(.countTo(3)) { $0.count = 1 }
            store.receive(.countTo(3)) { $0.count = 2 }
            store.receive(.countTo(3)) { $0.count = 3 }
            store.send(.rename("counter"))
            #expect(store.state == CounterState(count: 3))
            #expect(store.runningEffects == [])
            #expect(store.droppedActions == 0)
        }
        #expect(faults == [])
    }

    @Test("each fault is reported with its line")
    func eachFaultIsReported() {
        let faults = Counter.faults(in: CounterState(), countOn) { store in
            store.send(.add(1)) { $0.count = 2 }
            store.receive(.add(2))
            store.send(.countTo(4)) { $0.count = 2 }
            store.receive(.rename("x")) { $0.title = "x" }
            store.send(.add(-4)) { $0.count = 0 }
            store.send(.countTo(2)) { $0.count = 1 }
        }
        let texts = faults.map { $0.split(separator: ": ", maxSplits: 1)[1] }
        #expect(
            texts == [
                "send(add(1)): count is 1 instead of 2",
                "receive(add(2)): no action has arrived",
                "receive(rename(\"x\")): the action countTo(4) has arrived",
                "receive(rename(\"x\")): count is 3 instead of 2, "
                    + "title is \"counter\" instead of \"x\"",
                "the action countTo(4) was not stated",
                "the action countTo(2) was not stated",
            ])
        #expect(faults.allSatisfy { $0.hasPrefix("SceneFlowTests/TestStoreTests.swift:") })
    }

    @Test("a state without members is shown as a whole")
    func aStateWithoutMembersIsShown() {
        let faults = TestStore<Int, Int>.faults(in: 0) { state, action in
            state = action
            return .none
        } _: { store in
            store.send(2) { $0 = 3 }
        }
        #expect(faults.first?.hasSuffix("send(2): the state is 2 instead of 3") == true)
    }

    @Test("an effect that still runs at the end is a fault")
    func anEffectThatStillRunsIsAFault() {
        let source = Subject<Int, Never>()
        let faults = TestStore<Int, Int>.faults(in: 0) { state, action in
            state += action
            return .run(id: "source") { source.signal }
        } _: { store in
            store.send(1) { $0 = 1 }
            source.send(2)
            store.receive(2) { $0 = 3 }
            #expect(store.runningEffects == ["source"])
        }
        #expect(faults.map { $0.hasSuffix("the effect 'source' is still running") } == [true])
    }

    @Test("a reducer that depends on more than its arguments is a fault")
    func anImpureReducerIsAFault() {
        var calls = 0
        let faults = TestStore<Int, Int>.faults(in: 0) { state, action in
            calls += 1
            state = calls
            return .none
        } _: { store in
            store.send(1) { $0 = 1 }
        }
        #expect(
            faults.map { $0.hasSuffix("not pure: in a replay, the state is 2 instead of 1") }
                == [true])
    }
}
