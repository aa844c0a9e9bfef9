public import Scheduling

/// A lifetime on another scheduler, where it begins and ends.
///
/// The end of that scheduler ends it, too. A disposal from elsewhere posts an item. It is not an
/// `IsolatedBox`: the content is created later, and an end that comes before is remembered.
@usableFromInline
final class RemoteLifetime: @unchecked Sendable {  // reason: the variables belong to the scheduler
    private let scheduler: any Scheduler
    private var content: Disposable?
    private var isOver = false

    @usableFromInline
    init(on scheduler: any Scheduler) {
        self.scheduler = scheduler
    }

    deinit { scheduler.release(content.take()) }

    /// Begins the lifetime, on its scheduler; returns `nil` if it was ended before.
    ///
    /// - Parameter schedulerEnded: called when the scheduler ends before the lifetime does.
    @usableFromInline
    func begin(_ schedulerEnded: @escaping @Sendable () -> Void = {}) -> Disposable? {
        if isOver { return nil }
        let content = Disposable()
        self.content = content
        let ending = scheduler.scheduleAtEnd {
            schedulerEnded()
            self.end()
        }
        content.add { ending.cancel() }
        return content
    }

    /// Ends the lifetime on its scheduler, even after the end of that scheduler.
    @usableFromInline
    func dispose() {
        scheduler.schedule(atShutdown: .always) { self.end() }
    }

    private func end() {
        isOver = true
        content.take()?.dispose()
    }
}
