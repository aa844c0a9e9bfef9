import SceneFlow
import Scheduling
import SchedulingTestKit
import Signals
import SignalsTestKit
import Synchronization
import Testing

/// A counter that counts on by itself up to a limit.
struct CounterState: Sendable, Equatable {
    var count = 0
    var title = "counter"
}

enum CounterAction: Sendable, Equatable {
    case add(Int)
    case countTo(Int)
    case rename(String)
}

func countOn(_ state: inout CounterState, _ action: CounterAction) -> Effect<CounterAction> {
    switch action {
    case .add(let amount):
        state.count += amount
    case .countTo(let limit):
        state.count += 1
        if state.count < limit { return .run(id: "next") { .just(.countTo(limit)) } }
    case .rename(let title):
        state.title = title
    }
    return .none
}

@Suite("The store: one writer, one action at a time")
struct StoreTests {
    @Test("an action changes the state, and the changed part is rendered")
    func anActionChangesTheState() {
        let store = Store(CounterState(), countOn)
        let counts = Probe(store.select(\.count))
        store.send(.add(2))
        store.send(.add(3))
        #expect(store.state.count == 5)
        #expect(counts.values == [0, 2, 5])
    }

    @Test("an action that the reducer, an observer or an effect sends waits for its turn")
    func actionsRunOneAtATimeInOrder() {
        let journal = Journal()
        var send: (String) -> Void = { _ in }
        let store = Store("") { (state: inout String, action: String) -> Effect<String> in
            journal.write("begin \(action)")
            if action == "a" { send("reducer") }
            state = action
            journal.write("end \(action)")
            return action == "a" ? .run(id: "effect") { .just("effect") } : .none
        }
        send = { [unowned store] in store.send($0) }
        store.select(\.self).observe { state in
            journal.write("render \(state)")
            if state == "a" { send("render") }
        }
        journal.clear()
        store.send("a")
        let order = ["a", "reducer", "render", "effect"]
        #expect(journal.lines == order.flatMap { ["begin \($0)", "end \($0)", "render \($0)"] })
    }

    @Test("the observers get the new state before the effects begin")
    func effectsBeginBehindTheObservers() {
        let journal = Journal()
        let store = Store(0) { (state: inout Int, action: Int) -> Effect<Int> in
            state = action
            return .run(id: "effect") {
                journal.write("effect of \(action)")
                return .empty
            }
        }
        store.select(\.self).observe { journal.write("render \($0)") }
        store.send(1)
        #expect(journal.lines == ["render 0", "render 1", "effect of 1"])
    }

    private enum FollowUp: CaseIterable {
        case ofEffect, ofObserver
    }

    @Test("many follow-ups take constant stack", arguments: FollowUp.allCases)
    private func manyFollowUpsTakeConstantStack(_ kind: FollowUp) async {
        let many = 100_000
        let total = Atomic(0)
        await onSmallStack {
            var send: (Int) -> Void = { _ in }
            let store = Store(0) { (state: inout Int, limit: Int) -> Effect<Int> in
                state += 1
                guard state < limit else { return .none }
                return switch kind {
                case .ofEffect: .run(id: "next") { .just(limit) }
                case .ofObserver: .none
                }
            }
            send = { [unowned store] in store.send($0) }
            if kind == .ofObserver {
                store.select(\.self).observe { if 1..<many ~= $0 { send(many) } }
            }
            store.send(many)
            total.store(store.state, ordering: .relaxed)
        }
        #expect(total.load(ordering: .relaxed) == many)
    }

    @Test("all actions are processed that one effect sends at once")
    func allActionsOfOneEffectAreProcessed() {
        let store = Store(0) { (state: inout Int, action: Int) -> Effect<Int> in
            state += 1
            return action == 0 ? .run(id: "burst") { .sequence(1...100_000) } : .none
        }
        store.send(0)
        #expect(store.state == 100_001)
    }

    @Test("a part is sent when it changes, and only then")
    func selectSendsChangesOnly() {
        let store = Store(CounterState(), countOn)
        let titles = Probe(store.select(\.title))
        for amount in [1, 1, 2, 2, 1] { store.send(.add(amount)) }
        store.send(.rename("counter"))
        store.send(.rename("total"))
        #expect(titles.values == ["counter", "total"])
    }

    @Test("the parts complete when the store is released")
    func partsCompleteWithTheStore() {
        var store: Store? = Store(CounterState(), countOn)
        let counts = store.map { Probe($0.select(\.count)) }
        store = nil
        #expect(counts?.completions == [.completed])
    }

    @Test("recorded actions replay to the same state")
    func recordedActionsReplayToTheSameState() {
        let store = Store(CounterState(), countOn)
        let actions = Probe(store.actions)
        store.send(.countTo(10))
        store.send(.rename("ten"))
        store.send(.add(-3))
        #expect(actions.values.count == 12)
        #expect(Store.replay(actions.values, from: CounterState(), countOn) == store.state)
    }

    @Test("an observer may release the store")
    func anObserverMayReleaseTheStore() {
        var store: Store? = Store(CounterState(), countOn)
        weak let released = store
        store?.select(\.count).observe { if $0 == 2 { store = nil } }
        store?.send(.countTo(3))
        #expect(store == nil)
        #expect(released == nil)
    }

    #if DEBUG  // the message of a trap, or its check, is missing in an optimised build
        @Test("a reducer that reads its store traps, and the message names the rule")
        func aReducerThatReadsItsStoreTraps() async {
            let result = await #expect(
                processExitsWith: .failure, observing: [\.standardErrorContent]
            ) {
                var read: () -> Int = { 0 }
                let store = Store(0) { (state: inout Int, action: Int) -> Effect<Int> in
                    state = read()
                    return .none
                }
                read = { store.state }
                store.send(1)
            }
            let message = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
            #expect(message?.contains("used by the closure that modifies it") == true)
        }

        @Test("a debug build reports the use of a store on another scheduler")
        func aStoreBelongsToItsScheduler() async {
            let result = await #expect(
                processExitsWith: .failure, observing: [\.standardErrorContent]
            ) {
                let home = VirtualScheduler(name: "home")
                let other = VirtualScheduler(name: "other")
                let store = home.enter { Store(CounterState(), countOn) }
                other.enter { store.send(.rename("counter")) }
            }
            let message = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
            #expect(
                message?.contains(
                    "Store<CounterState, CounterAction>.send(_:) was called on scheduler 'other'")
                    == true)
        }
    #endif
}
