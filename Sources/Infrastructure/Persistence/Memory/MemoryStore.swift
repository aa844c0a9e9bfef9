import Scheduling

/// The committed state of a memory database, and the mark of its writer.
final class MemoryStore: Sendable {
    private struct Content {
        var state = MemoryState()
        var isBeingWritten = false
    }

    private let content = Guarded(Content())

    var snapshot: MemoryState { content.withLock { $0.state } }

    /// Returns the state for a writer; `nil` if another one writes.
    func beginWriting() -> MemoryState? {
        content.withLock { content in
            if content.isBeingWritten { return nil }
            content.isBeingWritten = true
            return content.state
        }
    }

    /// Ends the transaction of the writer; `state` is its result, or `nil` for no change.
    func endWriting(_ state: MemoryState?) {
        content.withLock { content in
            if let state { content.state = state }
            content.isBeingWritten = false
        }
    }
}
