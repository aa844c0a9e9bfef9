import SceneFlow
import Scheduling
import Signals
import Testing

/// A presenter of the main actor: its closures belong to the main actor, without further words.
@MainActor
private final class CounterPresenter {
    private(set) var text = ""
    private let store: Store<CounterState, CounterAction>
    private let lifetime = Disposable()

    init() {
        store = Store(CounterState(), countOn)
        store.select(\.count).observe(within: lifetime) { [unowned self] in show($0) }
    }

    func press() { store.send(.add(1)) }

    private func show(_ count: Int) { text = "\(count)" }
}

@Suite("Stores of the main actor")
struct PresenterTests {
    @Test("a presenter of the main actor renders without assuming its isolation")
    @MainActor
    func aPresenterOfTheMainActorRenders() {
        let presenter = CounterPresenter()
        presenter.press()
        presenter.press()
        #expect(presenter.text == "2")
    }

    @Test("the values of a service on another scheduler arrive as actions")
    func aServiceElsewhereSendsActions() async throws {
        final class Pages {
            func pages() -> Signal<Int, Never> { .sequence(1...3) }
        }
        let work = WorkScheduler(name: "BL")
        let pages = SchedulerBound(on: work) { Pages() }
        let total = try await Task { @MainActor in
            let store = Store(0) { (state: inout Int, action: Int?) -> Effect<Int?> in
                if let action {
                    state += action
                    return .none
                }
                return .run(id: "pages") {
                    pages.signal { $0.pages().promoteFailure(to: BoundError.self) }
                        .deliver(in: .main).map(Optional.some)
                        .catch { _ in .just(-1) }
                }
            }
            store.send(nil)
            return try #require(await store.select(\.self).first { $0 == 6 }.first(in: .main))
        }.value
        #expect(total == 6)
        work.shutDown()
    }
}
