import Dispatch
package import Scheduling

/// An item that blocks a scheduler until the test opens the gate.
package struct Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    private let arrived = DispatchSemaphore(value: 0)

    /// Blocks a scheduler's thread; returns when the thread has arrived at the gate.
    package init(closing scheduler: WorkScheduler) {
        scheduler.schedule { [semaphore, arrived] in
            arrived.signal()
            semaphore.wait()
        }
        arrived.wait()
    }

    /// Releases the scheduler.
    package func open() { semaphore.signal() }
}

/// Calls `body` with a scheduler, and shuts the scheduler down afterwards.
package func withScheduler<Result>(
    _ name: String = "BL", capacity: Int? = nil, isolation: isolated (any Actor)? = #isolation,
    _ body: (WorkScheduler) async throws -> Result
) async rethrows -> Result {
    let scheduler = WorkScheduler(name: name, capacity: capacity)
    defer { scheduler.shutDown() }
    return try await body(scheduler)
}
