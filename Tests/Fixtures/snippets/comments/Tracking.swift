import KeyedStore
import Persistence
import Scheduling
import Tracking

// snippet TrackedWord

extension TrackedWord {
    static let dropbox: TrackedWord = "dropbox"
    static let search: TrackedWord = "search"
}

// snippet TrackingBackend

func tracking() async {
    // snippet Tracker
}

func counting(in engine: any PersistenceEngine, on business: any Scheduler) async throws {
    // snippet CountsBackend
}

func using(_ counts: CountsBackend, in folder: String) async throws {
    // snippet UsageTracking
}
