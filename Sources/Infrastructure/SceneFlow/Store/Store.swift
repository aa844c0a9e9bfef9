public import Scheduling
public import Signals

/// A state that changes through actions only, one at a time.
///
/// The reducer is a pure function, and the only code that changes the state. It receives the state
/// and an action, changes the state, and returns the work that follows, as an `Effect`. Observers
/// render the changes.
///
/// ```swift
/// func reduce(_ state: inout SyncState, _ action: SyncAction) -> Effect<SyncAction> {
///     switch action {
///     case .start:
///         state.isRunning = true
///         return .run(id: "sync") { pages.map(SyncAction.page).concat(.just(.stop)) }
///     case .page(let count):
///         state.photos += count
///     case .stop:
///         state.isRunning = false
///         return .cancel("sync")
///     }
///     return .none
/// }
///
/// let store = Store(SyncState(), reduce)
/// store.select(\.photos).observe { print("\($0) photos") }
/// store.send(.start)
/// ```
///
/// An action that is sent while another one is in progress, by the reducer, an effect or an
/// observer, waits for its turn. For each action the order is: the reducer, the observers of the
/// changed parts, the effects. The stack does not grow with the number of actions that follow from
/// each other.
///
/// A store belongs to one scheduler, where its reducer, its effects and its observers run; a debug
/// build reports its use on another one. The release of a store ends its effects there, wherever
/// its last reference is released, and completes the signals of its parts.
///
/// Cost: an action without an effect takes no memory. It costs two calls, and one call and one
/// comparison for each selected part.
public final class Store<State: Sendable, Action: Sendable> {  // not @Schedulable: made anywhere
    /// The pure function that changes the state.
    public typealias Reducer = (inout State, Action) -> Effect<Action>

    // unsafe, @exclusivity(unchecked): one scheduler uses the object, so accesses cannot overlap
    @usableFromInline let pin = SchedulerPin()
    @usableFromInline let property: MutableProperty<State>
    @usableFromInline let reducer: Reducer
    @usableFromInline let actionSubject = Subject<Action, Never>()
    @exclusivity(unchecked) @usableFromInline var phase = StorePhase.idle
    @exclusivity(unchecked) private var waiting: [Action] = []
    @exclusivity(unchecked) private var batch: [Action] = []
    private var running: [String: RunningEffect] = [:]
    private var lastRun = 0

    /// Creates a store with its first state.
    ///
    /// - Parameter reducer: changes the state, and returns the work that follows. It must read
    ///   nothing but its arguments, so that the same actions always lead to the same state.
    public init(_ state: State, _ reducer: @escaping Reducer) {
        property = MutableProperty(state)
        self.reducer = reducer
    }

    /// The current state; the reducer must not read it.
    public var state: State { property.value }

    /// Each action, before the reducer receives it.
    ///
    /// Recorded actions can be replayed (`replay(_:from:_:)`).
    public var actions: Signal<Action, Never> { actionSubject.signal }

    /// Returns a signal of a part of the state: its current value, then its changes.
    ///
    /// ```swift
    /// store.select(\.title).observe { print($0) }
    /// ```
    ///
    /// A value is sent if it differs from the one before it, which the signal keeps. The signal
    /// completes when the store is released.
    @inlinable
    public func select<Part: Equatable>(
        _ part: @escaping (State) -> Part
    ) -> Signal<Part, Never> {
        property.signal.changes(of: part, by: ==)
    }

    /// Changes the state by an action, or queues the action while another one is in progress.
    @inlinable
    public func send(_ action: Action) {
        pin.check(Store.self, .call, "send(_:)")
        guard phase == .idle else { return enqueue(action) }
        phase = .busy
        process(action)
        if phase == .busy { phase = .idle } else { drain() }
    }

    /// Reduces one action, which renders the changes, and then starts its effects.
    @inlinable
    func process(_ action: Action) {
        actionSubject.send(action)
        switch property.modify({ state in reducer(&state, action) }) {
        case .none: break
        case .run(let id, let make): start(id, make)
        case .cancel(let id): cancel(id)
        }
    }

    @usableFromInline
    func enqueue(_ action: Action) {
        waiting.append(action)
        phase = .busyWithMore
    }

    /// Processes the actions that wait, and those that follow from them.
    ///
    /// Two arrays are used alternately, so that a long series of actions allocates nothing.
    @usableFromInline
    func drain() {
        while !waiting.isEmpty {
            swap(&batch, &waiting)
            var index = 0
            while index < batch.count {
                process(batch[index])
                index += 1
            }
            batch.removeAll(keepingCapacity: batch.capacity <= 64)
        }
        phase = .idle
    }

    @usableFromInline
    func cancel(_ id: String) { running.removeValue(forKey: id)?.lifetime.dispose() }

    @usableFromInline
    func start(_ id: String, _ make: () -> Signal<Action, Never>) {
        cancel(id)
        lastRun += 1
        // The store alone keeps it: with the store, the effect ends.
        let (number, lifetime) = (lastRun, Disposable())
        running[id] = RunningEffect(number: number, lifetime: lifetime)
        make()
            .on(disposed: { [weak self] in self?.ended(id, number) })
            .observe(within: lifetime, { [weak self] in self?.send($0) })
    }

    private func ended(_ id: String, _ number: Int) {
        if running[id]?.number == number { running[id] = nil }
    }
}

extension Store {
    /// Returns the state to which `actions` lead, without effects.
    ///
    /// ```swift
    /// var recorded: [SyncAction] = []
    /// store.actions.observe { recorded.append($0) }
    /// store.send(.start)
    /// let replayed = Store.replay(recorded, from: SyncState(), reducer)
    /// ```
    public static func replay(
        _ actions: some Sequence<Action>, from state: State, _ reducer: Reducer
    ) -> State {
        actions.reduce(into: state) { _ = reducer(&$0, $1) }
    }
}

/// The progress of a store, in one byte, which each send tests.
@usableFromInline
enum StorePhase: UInt8 {
    case idle
    /// An action is in progress.
    case busy
    /// An action is in progress, and others wait.
    case busyWithMore
}

/// The subscription of an effect that has not ended.
private struct RunningEffect {
    /// Identifies the run among those of one identifier.
    let number: Int
    let lifetime: Disposable
}
