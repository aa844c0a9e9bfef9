public import SceneFlow

/// A store whose test states every action and every change.
///
/// ```swift
/// let faults = TestStore.faults(in: SyncState(), reduce) { store in
///     store.send(.start) { $0.isRunning = true }
///     store.receive(.page(2)) { $0.photos = 2 }
///     store.receive(.stop) { $0.isRunning = false }
/// }
/// #expect(faults == [])
/// ```
///
/// `send` is an action of the user, and `receive` one of an effect. Each closure makes the expected
/// state from the one before. The result has a line for each of these faults: a state that differs,
/// an action that was not stated, an action that did not arrive, an effect that still runs at the
/// end, and a reducer that leads to another state when the actions are replayed.
///
/// The effects run. A test gives the reducer sources that it controls, and a `VirtualScheduler` for
/// their clock.
public final class TestStore<State: Sendable & Equatable, Action: Sendable & Equatable> {
    // not @Schedulable: confined to the test
    private struct Transition {
        let action: Action
        let state: State
    }

    /// The transitions that the test has not stated yet, in order.
    private final class Journal {
        var waiting: [Transition] = []
        var actions: [Action] = []
    }

    /// The state that the test has stated.
    public private(set) var state: State
    private let store: Store<State, Action>
    private let journal = Journal()
    private var found: [String] = []

    /// Runs a test, and returns a line for each fault.
    public static func faults(
        in state: State, _ reducer: @escaping Store<State, Action>.Reducer,
        _ test: (TestStore) throws -> Void, file: StaticString = #fileID, line: UInt = #line
    ) rethrows -> [String] {
        let store = TestStore(state, reducer)
        try test(store)
        store.finish(from: state, reducer, "\(file):\(line)")
        return store.found
    }

    private init(_ state: State, _ reducer: @escaping Store<State, Action>.Reducer) {
        self.state = state
        store = Store(state) { [journal] state, action in
            let effect = reducer(&state, action)
            journal.actions.append(action)
            journal.waiting.append(Transition(action: action, state: state))
            return effect
        }
    }

    /// The effects that have not ended.
    public var runningEffects: Set<EffectID> { store.runningEffects }

    /// The number of actions whose part of the state was gone.
    public var droppedActions: Int { store.droppedActions }

    /// Sends an action of the user.
    ///
    /// - Parameter change: makes the expected state; without it, the state stays the same.
    public func send(
        _ action: Action, file: StaticString = #fileID, line: UInt = #line,
        _ change: (inout State) -> Void = { _ in }
    ) {
        let place = "\(file):\(line)"
        reportWaiting(place)
        store.send(action)
        check("send(\(action))", journal.waiting.removeFirst(), place, change)
    }

    /// States that an effect has sent an action.
    ///
    /// - Parameter change: makes the expected state; without it, the state stays the same.
    public func receive(
        _ action: Action, file: StaticString = #fileID, line: UInt = #line,
        _ change: (inout State) -> Void = { _ in }
    ) {
        let (name, place) = ("receive(\(action))", "\(file):\(line)")
        guard !journal.waiting.isEmpty else {
            return found.append("\(place): \(name): no action has arrived")
        }
        let transition = journal.waiting.removeFirst()
        if transition.action != action {
            found.append("\(place): \(name): the action \(transition.action) has arrived")
        }
        check(name, transition, place, change)
    }

    private func check(
        _ name: String, _ transition: Transition, _ place: String, _ change: (inout State) -> Void
    ) {
        change(&state)
        if state != transition.state {
            let difference = StateDifference.text(expected: state, actual: transition.state)
            found.append("\(place): \(name): \(difference)")
        }
        state = transition.state
    }

    /// Reports the actions that the test has not stated.
    private func reportWaiting(_ place: String) {
        for transition in journal.waiting {
            found.append("\(place): the action \(transition.action) was not stated")
            state = transition.state
        }
        journal.waiting = []
    }

    private func finish(
        from state: State, _ reducer: Store<State, Action>.Reducer, _ place: String
    ) {
        reportWaiting(place)
        for id in store.runningEffects.map(\.description).sorted() {
            found.append("\(place): the effect '\(id)' is still running")
        }
        let replayed = Store.replay(journal.actions, from: state, reducer)
        if replayed != store.state {
            let difference = StateDifference.text(expected: store.state, actual: replayed)
            found.append("\(place): the reducer is not pure: in a replay, \(difference)")
        }
    }
}
