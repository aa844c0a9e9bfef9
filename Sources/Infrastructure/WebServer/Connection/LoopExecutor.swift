import NIOCore

/// Runs the tasks of a connection on its event loop.
///
/// A request then does not pass to another thread and back, which costs more than a short handler.
/// The event loop serves other connections, too: a handler must not compute for long, and must not
/// block.
final class LoopExecutor: TaskExecutor {
    private let loop: any EventLoop

    init(_ loop: any EventLoop) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}
