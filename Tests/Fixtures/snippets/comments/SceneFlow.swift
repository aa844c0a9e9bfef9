import SceneFlow
import Scheduling
import Signals

struct SyncState: Sendable {
    var isRunning = false
    var photos = 0
    var title = ""
}

enum SyncAction: Sendable {
    case start
    case page(Int)
    case stop
}

func syncStore(pages: Signal<Int, Never>) {
    // snippet Store
}

func reducer(_ state: inout SyncState, _ action: SyncAction) -> Effect<SyncAction> { .none }

func uses(of store: Store<SyncState, SyncAction>) {
    // snippet Store 2
    // snippet Store 3
    _ = replayed
}

struct SearchState {
    var text = ""
    var results: [String] = []
}

enum SearchAction {
    case typed(String)
    case found([String])
}

struct Index {
    func results(for text: String) -> Signal<[String], Never> { .just([text]) }
}

let index = Index()

// snippet Effect

// snippet Prompt
// snippet FlowScene
struct LoginState: Sendable {
    var name = ""
}

final class ConfirmScene: FlowScene {
    enum Exit {
        case yes, no
    }

    init(name: ScenePart<String>, host: any SceneHost) {}

    func entered(_ visit: SceneVisit<Exit>) {}
}

struct Account: Sendable {
    var name = ""
}

func flows(host: any SceneHost, home: SchedulerIsolation) async throws {
    // snippet Flow
    _ = account
}
