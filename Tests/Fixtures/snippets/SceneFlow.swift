import SceneFlow
import Scheduling
import Signals

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

struct Account: Sendable {
    var name: String
}

@MainActor final class ConfirmScene: @MainActor FlowScene {
    enum Exit {
        case yes, no
    }

    init(name: ScenePart<String>, host: any SceneHost) {}

    func entered(_ visit: SceneVisit<Exit>) {}
}

// snippet 3
// snippet 4

@MainActor func run(terminal: any SceneHost) async throws {
    // snippet 5
    _ = account
}

// snippet 6
