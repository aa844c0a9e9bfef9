import Synchronization

/// Work that waits for its moment, and the handle that cancels it.
///
/// Dropping the handle does not cancel the work.
public final class ScheduledWork: Sendable {
    private enum State {
        case waiting(WorkItem)
        case finished
    }

    private let state: Mutex<State>
    private let onCancel: @Sendable (WorkItem) -> Void

    /// Work that waits as `item`; `onCancel` gets it back, on the cancelling thread, to release it where it belongs.
    public init(_ item: WorkItem, onCancel: @escaping @Sendable (WorkItem) -> Void) {
        state = Mutex(.waiting(item))
        self.onCancel = onCancel
    }

    /// Whether the work neither ran nor was cancelled yet.
    public var isWaiting: Bool {
        state.withLock { if case .waiting = $0 { true } else { false } }
    }

    /// Cancels the work, if it has not begun, from any thread; what it captured is released on its own scheduler.
    public func cancel() {
        if let item = take() { onCancel(item) }
    }

    /// The item, for whoever asks first.
    public func take() -> WorkItem? {
        state.withLock { state in
            guard case .waiting(let item) = state else { return nil }
            state = .finished
            return item
        }
    }
}
