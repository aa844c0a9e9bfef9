import Foundation
import Scheduling

/// Excludes the writers of a store from each other.
///
/// Unlike under a lock, the code of a caller runs during a turn: the closure of an update, and the
/// coding of its values. A turn within a turn would wait for itself forever, so it traps.
final class ExclusiveTurn: Sendable {
    private let lock = Guarded(())
    private let owner = Guarded<ObjectIdentifier?>(nil)
    private let operation: String

    /// Creates the turns of an operation; its name appears in the message of the trap.
    init(_ operation: String) { self.operation = operation }

    /// Calls `body` when the earlier turns have ended; blocks the caller until then.
    func take<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let thread = ObjectIdentifier(Thread.current)
        precondition(
            owner.withLock { $0 } != thread,
            "\(operation) was called by the closure of another one: use the parameter of the "
                + "closure")
        var result: Result?
        try lock.withLock { _ throws(Failure) in
            owner.withLock { $0 = thread }
            defer { owner.withLock { $0 = nil } }
            result = try body()
        }
        guard let result else { preconditionFailure("a turn ended without a result") }
        return result
    }
}
