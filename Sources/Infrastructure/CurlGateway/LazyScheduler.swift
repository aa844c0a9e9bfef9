import Scheduling

/// A work scheduler whose thread starts with its first use: most gateways never write a file.
final class LazyScheduler: Sendable {
    private enum State {
        case unused
        case started(WorkScheduler)
    }

    private let name: String
    private let state = Guarded(State.unused)

    init(name: String) {
        self.name = name
    }

    var scheduler: WorkScheduler {
        state.withLock { state in
            if case .started(let scheduler) = state { return scheduler }
            let scheduler = WorkScheduler(name: name)
            state = .started(scheduler)
            return scheduler
        }
    }

    func shutDown() {
        state.withLock { state in
            if case .started(let scheduler) = state { scheduler.shutDown() }
        }
    }
}
