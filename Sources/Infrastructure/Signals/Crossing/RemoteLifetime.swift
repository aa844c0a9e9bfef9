public import Scheduling

/// The lifetime of something on another scheduler; it begins and ends there.
///
/// The end of that scheduler ends it, too. Whoever asks for the end from elsewhere posts an item.
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

    /// Begins the lifetime, on its scheduler; `nil` when it was ended before.
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

    /// Ends it on its scheduler, also after the end of that.
    @usableFromInline
    func dispose() {
        scheduler.schedule(atShutdown: .always) { self.end() }
    }

    private func end() {
        isOver = true
        content.take()?.dispose()
    }
}
