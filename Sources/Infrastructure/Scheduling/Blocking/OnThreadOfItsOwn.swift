import Foundation

/// Runs work on a thread of its own, and returns its result; for work that blocks for a long time.
///
/// Use it for work whose duration depends on a person or another process, such as a command that
/// asks for a password. The threads of tasks and schedulers are few and shared.
///
/// ```swift
/// let text = try await onThreadOfItsOwn { try String(contentsOfFile: "pipe", encoding: .utf8) }
/// ```
///
/// The work continues after a cancellation of the task.
package func onThreadOfItsOwn<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result(catching: work)) }
    }
}
