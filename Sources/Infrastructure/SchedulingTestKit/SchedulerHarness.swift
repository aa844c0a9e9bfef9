import Dispatch
import Foundation
import Scheduling

/// A scheduler under test, with the thread that drives it and the violations found.
final class SchedulerHarness: Sendable {
    let scheduler: any Scheduler
    /// Begins to shut the scheduler down; `nil` where it cannot be shut down.
    let shutDown: (@Sendable () -> Void)?
    private let timeout: DispatchTimeInterval
    private let found = Guarded<[String]>([])
    private let isOver = DispatchSemaphore(value: 0)

    init(
        _ scheduler: any Scheduler, _ drive: (@Sendable (any Scheduler) -> Void)?,
        _ shutDown: (@Sendable (any Scheduler) -> Void)?, _ timeout: DispatchTimeInterval
    ) {
        self.scheduler = scheduler
        if let shutDown {
            self.shutDown = { shutDown(scheduler) }
        } else {
            self.shutDown = nil
        }
        self.timeout = timeout
        guard let drive else { return }
        // A thread of its own, since the tests may keep all threads of the pools busy.
        Thread.detachNewThread { [isOver] in
            while isOver.wait(timeout: .now() + .microseconds(100)) == .timedOut {
                drive(scheduler)
            }
        }
    }

    /// Shuts the scheduler down, and then ends the thread that drives it.
    func end() {
        shutDown?()
        isOver.signal()
    }

    var violations: [String] { found.withLock { $0 } }

    func expect(_ holds: Bool, _ violation: @autoclosure () -> String) {
        if holds { return }
        let violation = violation()
        found.withLock { $0.append(violation) }
    }

    /// Waits until `begin` has called its parameter, or until the time limit of the suite.
    func completes(
        _ what: String, _ begin: (@escaping @Sendable () -> Void) -> Void
    ) async {
        let isDone = await withCheckedContinuation { continuation in
            let answer = OneShotContinuation(continuation)
            DispatchQueue.global().asyncAfter(deadline: .now() + timeout) { answer.give(false) }
            begin { answer.give(true) }
        }
        expect(isDone, "timeout: \(what)")
    }
}

/// Resumes a continuation once.
private final class OneShotContinuation: Sendable {
    private let continuation: Guarded<CheckedContinuation<Bool, Never>?>

    init(_ continuation: CheckedContinuation<Bool, Never>) {
        self.continuation = Guarded(continuation)
    }

    func give(_ answer: Bool) {
        continuation.withLock { $0.take() }?.resume(returning: answer)
    }
}

/// Records whether its last reference was released on its scheduler.
final class Capture: Sendable {
    private let scheduler: any Scheduler
    private let releases: Recorder<Bool>

    init(_ scheduler: any Scheduler, _ releases: Recorder<Bool>) {
        self.scheduler = scheduler
        self.releases = releases
    }

    deinit { releases.add(scheduler.isCurrent) }
}
