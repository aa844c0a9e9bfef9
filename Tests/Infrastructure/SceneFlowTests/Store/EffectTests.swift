import SceneFlow
import Scheduling
import SchedulingTestKit
import Signals
import SignalsTestKit
import Testing

@Suite("Effects: signals with an identifier")
struct EffectTests {
    enum Action: Sendable, Equatable {
        case start(String, Int)
        case stop(String)
        case value(Int)
    }

    /// A store that runs the signals of `sources` by their numbers, and collects their values.
    private static func store(
        _ sources: [Subject<Int, Never>]
    ) -> Store<[Int], Action> {
        Store([]) { state, action in
            switch action {
            case .start(let id, let source):
                .run(id: id) { sources[source].signal.map(Action.value) }
            case .stop(let id): .cancel(id)
            case .value(let value): keep(value, in: &state)
            }
        }
    }

    private static func keep(_ value: Int, in state: inout [Int]) -> Effect<Action> {
        state.append(value)
        return .none
    }

    private let sources = (0..<2).map { _ in Subject<Int, Never>() }

    @Test("an effect sends its values as actions until it ends")
    func anEffectSendsActions() {
        let store = Self.store(sources)
        store.send(.start("a", 0))
        sources[0].send(1)
        sources[0].send(2)
        #expect(store.state == [1, 2])
        sources[0].complete()
        #expect(sources[0].observerCount == 0)
    }

    @Test("an effect of the same identifier replaces the one that runs")
    func theSameIdentifierReplaces() {
        let store = Self.store(sources)
        store.send(.start("a", 0))
        store.send(.start("a", 1))
        #expect(sources.map(\.observerCount) == [0, 1])
        sources[0].send(1)
        sources[1].send(2)
        #expect(store.state == [2])
    }

    @Test("cancel ends the effect of its identifier, and no other one")
    func cancelEndsOne() {
        let store = Self.store(sources)
        store.send(.start("a", 0))
        store.send(.start("b", 1))
        store.send(.stop("a"))
        store.send(.stop("a"))
        #expect(sources.map(\.observerCount) == [0, 1])
    }

    @Test("the end of the store disposes of all effects")
    func theEndOfTheStoreDisposesOfAll() {
        var store: Store? = Self.store(sources)
        store?.send(.start("a", 0))
        store?.send(.start("b", 1))
        #expect(sources.map(\.observerCount) == [1, 1])
        store = nil
        #expect(sources.map(\.observerCount) == [0, 0])
    }

    @Test("a store that another scheduler releases ends its effects at home")
    func aReleaseElsewhereEndsTheEffectsAtHome() {
        let (home, other) = (VirtualScheduler(name: "home"), VirtualScheduler(name: "other"))
        let source = home.enter { Subject<Int, Never>() }
        var store = home.enter {
            let store = Self.store([source])
            store.send(.start("a", 0))
            return Optional(store)
        }
        other.enter { store = nil }
        #expect(store == nil)
        home.runUntilIdle()
        #expect(home.enter { source.observerCount } == 0)
    }

    @Test("an effect may end at once")
    func anEffectMayEndAtOnce() {
        let store = Store(0) { (state: inout Int, action: Int) -> Effect<Int> in
            state = action
            return action == 0 ? .run(id: "a") { .just(1) } : .none
        }
        store.send(0)
        #expect(store.state == 1)
    }

    @Test("an effect uses the clock of the store's scheduler")
    func anEffectHasAClock() {
        onVirtualScheduler { clock in
            let store = Store(0) { (state: inout Int, action: Int) -> Effect<Int> in
                state += action
                return action > 0
                    ? .none
                    : .run(id: "tick") { Signal.interval(.seconds(1), in: .here).map { _ in 1 } }
            }
            store.send(0)
            clock.advance(by: .milliseconds(3500))
            #expect(store.state == 3)
        }
    }

    @Test("no effect is left after a store, in any order of its ends")
    func nothingIsLeft() {
        let scheduler = VirtualScheduler(name: "test")
        let leaks = LeakCheck.leaks(on: scheduler) {
            let store = Self.store((0..<2).map { _ in Subject<Int, Never>() })
            store.send(.start("a", 0))
            store.send(.start("b", 1))
            store.send(.start("a", 1))
            store.send(.stop("b"))
        }
        #expect(leaks == [])
    }
}
