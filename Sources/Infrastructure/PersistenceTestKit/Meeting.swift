import Dispatch
import Scheduling

/// A point that one side reaches and the other side waits for, on a thread or in a task.
final class Meeting: Sendable {
    private struct Content {
        var hasArrived = false
        var continuations: [CheckedContinuation<Void, Never>] = []
    }

    private let content = Guarded(Content())
    private let semaphore = DispatchSemaphore(value: 0)

    func arrive() {
        let continuations = content.withLock { content in
            content.hasArrived = true
            defer { content.continuations = [] }
            return content.continuations
        }
        for continuation in continuations { continuation.resume() }
        semaphore.signal()
    }

    /// Blocks until the other side has arrived.
    ///
    /// - Returns: whether it has arrived within half a minute.
    @discardableResult
    func wait() -> Bool { semaphore.wait(timeout: .now() + 30) == .success }

    /// Suspends until the other side has arrived.
    func arrival() async {
        await withCheckedContinuation { continuation in
            let hasArrived = content.withLock { content in
                if !content.hasArrived { content.continuations.append(continuation) }
                return content.hasArrived
            }
            if hasArrived { continuation.resume() }
        }
    }
}
