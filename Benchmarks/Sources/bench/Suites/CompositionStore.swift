import SceneFlow
import Signals

/// Measures an action of a store, from its send to the rendering of the part that has changed.
enum CompositionStore {
    private static let actions = 1_000_000

    static func run(_ harness: inout Harness, _ callgrind: Callgrind) async throws {
        try await harness.compare(
            "store-action-to-render", .nanoseconds(per: "action"), operations: actions,
            countedBy: callgrind,
            ours: Contender("SceneFlow", operations: store),
            peers: Contender("a bare switch", operations: bareSwitch),
            Contender("Subject.send", operations: subject),
            Contender("a bare switch and Subject.send", operations: switchAndSubject))
        try await harness.compare(
            "store-action-without-change", .nanoseconds(per: "action"), operations: actions,
            countedBy: callgrind,
            ours: Contender("SceneFlow", operations: storeWithoutChange),
            peers: Contender("a bare switch and Subject.send", operations: switchAndSubject))
        try await harness.compare(
            "store-follow-up", .nanoseconds(per: "action"), operations: actions,
            ours: Contender("SceneFlow", operations: followUps),
            peers: Contender("a recursive Subject.send", operations: recursiveSubject))
    }

    private struct State: Sendable {
        var photos = 0
        var albums = 0
        var isRunning = false
    }

    private enum Action: Sendable {
        case photos(Int)
        case albums(Int)
        case followUp(Int)
        case run
    }

    /// The change that an action makes, as the reducer and the bare switch make it.
    @inline(never)
    private static func change(_ state: inout State, by action: Action) {
        switch action {
        case .photos(let count): state.photos &+= count
        case .albums(let count): state.albums &+= count
        case .followUp(let rest): state.photos = rest
        case .run: state.isRunning.toggle()
        }
    }

    private static func reduce(_ state: inout State, _ action: Action) -> Effect<Action> {
        change(&state, by: action)
        if case .followUp(let rest) = action, rest > 0 {
            return .run(id: "next") { .just(.followUp(rest - 1)) }
        }
        return .none
    }

    private static func store(_ count: Int) {
        let drain = Drain()
        let store = Store(State(), reduce)
        store.select(\.photos).observe { drain.take($0) }
        for value in 0..<count { store.send(.photos(value | 1)) }
    }

    private static func storeWithoutChange(_ count: Int) {
        let drain = Drain()
        let store = Store(State(), reduce)
        store.select(\.photos).observe { drain.take($0) }
        for value in 0..<count { store.send(.albums(value)) }
    }

    private static func bareSwitch(_ count: Int) {
        let drain = Drain()
        var state = State()
        for value in 0..<count {
            change(&state, by: .photos(value | 1))
            drain.take(state.photos)
        }
    }

    private static func subject(_ count: Int) {
        let drain = Drain()
        let subject = Subject<Int, Never>()
        subject.signal.observe { drain.take($0) }
        for value in 0..<count { subject.send(value) }
    }

    private static func switchAndSubject(_ count: Int) {
        let drain = Drain()
        let subject = Subject<State, Never>()
        subject.signal.observe { drain.take($0.photos) }
        var state = State()
        for value in 0..<count {
            change(&state, by: .photos(value | 1))
            subject.send(state)
        }
    }

    private static func followUps(_ count: Int) {
        let drain = Drain()
        let store = Store(State(), reduce)
        store.select(\.photos).observe { drain.take($0) }
        store.send(.followUp(count))
    }

    private static func recursiveSubject(_ count: Int) {
        let drain = Drain()
        let subject = Subject<Int, Never>()
        subject.signal.observe { [unowned subject] rest in
            drain.take(rest)
            if rest > 0 { subject.send(rest - 1) }
        }
        subject.send(count)
    }
}
