import SceneFlow
import SceneFlowTestKit
import Testing

struct SyncState: Sendable, Equatable {
    var isRunning = false
    var photos = 0
}

enum SyncAction: Sendable, Equatable {
    case start
    case page(Int)
    case stop
}

func reduce(_ state: inout SyncState, _ action: SyncAction) -> Effect<SyncAction> { .none }

func test() {
    // snippet TestStore
}
