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

struct Albums {
    var albums: [String: Int] = [:]
}

enum AlbumsAction {
    case album(String, Int)
}

func reduceAlbum(_ album: inout Int, _ action: Int) -> Effect<Int> { .none }

// snippet Effect 2

func thumbnails(photo: String) {
    // snippet EffectID
    _ = id
}

// snippet Prompt
// snippet FlowScene
// snippet FlowExtension
// snippet UnsavedSecret

final class ConfirmScene: FlowScene {
    enum Exit {
        case yes, no
    }

    init(name: Property<String>, host: any SceneHost) {}

    func entered(_ visit: SceneVisit<Exit>) {}
}

struct Account: Sendable {
    var name = ""
}

func show(_ value: some Any) {}

func flows(executor: FlowExecutor, host: any SceneHost, home: SchedulerIsolation) async throws {
    // snippet Flow
    show(account)
    // snippet FlowExecutor
}

struct File {
    func write(_ saved: some Encodable) {}
    func remove() {}
}

enum SavedScene: String, SceneIdentifier, Codable {
    case name
}

func saving(login: Flow<SavedScene, LoginState, Account>, file: File) -> some Any {
    // snippet FlowSaving
}

func headless() {
    // snippet HeadlessHost
    _ = host
}
