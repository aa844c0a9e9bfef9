import Foundation
import SceneFlow
import SceneFlowTestKit
import Scheduling
import Signals
import Testing

struct Index {
    func results(for text: String) -> Signal<[String], Never> { .just([text]) }
}

let index = Index()

extension SearchScreen {
    func show(_ results: [String]) {}
}

// snippet 1

final class Library {
    func pages() -> Signal<Int, BoundError> { .just(1) }
}

enum PageAction: Sendable {
    case page(Int)
    case failed(String)
}

@MainActor func pages(of library: SchedulerBound<Library>) -> Effect<PageAction> {
    // snippet 2
}

func reducer(
    searching results: Signal<[String], Never>
) -> Store<SearchState, SearchAction>.Reducer {
    reduce
}

func test() {
    // snippet 3
}

struct Account: Sendable {
    var name: String
}

@MainActor final class CodeScene: @MainActor FlowScene {
    init(code: ScenePart<UnsavedSecret<String>>, host: any SceneHost) {}

    func entered(_ visit: SceneVisit<Void>) {}
}

@MainActor final class ConfirmScene: @MainActor FlowScene {
    enum Exit {
        case yes, no
    }

    init(name: Property<String>, host: any SceneHost) {}

    func entered(_ visit: SceneVisit<Exit>) {}
}

// snippet 4
// snippet 5

@MainActor func run(executor: FlowExecutor, terminal: any SceneHost) async throws {
    // snippet 6
    _ = account
}

@MainActor func save(executor: FlowExecutor, terminal: any SceneHost, data: Data) async throws {
    func write(_ saved: SavedFlow<LoginScene, LoginState>) {}
    func remove(_ end: FlowEnd) {}
    // snippet 7
    _ = outcome
}

// snippet 8
