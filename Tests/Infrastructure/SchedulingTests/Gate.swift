import Dispatch
import Scheduling

/// Holds a scheduler up until the test opens it.
struct Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    private let arrived = DispatchSemaphore(value: 0)

    /// Blocks a scheduler's thread; returns when the thread has arrived at the gate.
    init(closing scheduler: WorkScheduler) {
        scheduler.schedule { [semaphore, arrived] in
            arrived.signal()
            semaphore.wait()
        }
        arrived.wait()
    }

    func open() { semaphore.signal() }
}

/// A scheduler that is shut down when the test ends.
func withScheduler<Result>(
    _ name: String = "BL", capacity: Int? = nil, isolation: isolated (any Actor)? = #isolation,
    _ body: (WorkScheduler) async throws -> Result
) async rethrows -> Result {
    let scheduler = WorkScheduler(name: name, capacity: capacity)
    defer { scheduler.shutDown() }
    return try await body(scheduler)
}
