/// One unit of work for a scheduler, with the source line that posted it.
///
/// The scheduler that accepts an item runs it once or skips it, and in both cases releases its
/// captures on the scheduler's own thread. So the code that posts an item must not keep it. The
/// parameters are `consuming`. A closure that wraps another one is made in a function that returns
/// before the item is posted. A queued item takes 32 bytes and the captures of its closure.
public struct WorkItem: @unchecked Sendable {  // bodies are passed as `sending`
    @usableFromInline
    enum Payload {
        case closure(() -> Void)
        /// Work that receives `true` when its turn has come, and `false` when a shutdown skips it.
        case runOrSkip((Bool) -> Void)
        case job(UnownedJob)
        case timer(ScheduledWork)
        case call(AsyncCall.Reference, UnownedJob)
    }

    @usableFromInline let payload: Payload

    /// The effect of a shutdown on the work, if the work has not begun.
    public let atShutdown: ShutdownBehavior

    /// Whether a queue at its capacity may refuse the work.
    ///
    /// It may not refuse work that must run, nor work of which its poster has at most one item.
    public let respectsCapacity: Bool

    /// The source line that posted the work, with its parents; `nil` where recording is off.
    public let provenance: Provenance?

    /// Creates work that runs `body`.
    @inlinable
    public init(
        _ body: sending @escaping () -> Void, atShutdown: ShutdownBehavior = .run,
        provenance: Provenance?
    ) {
        payload = .closure(body)
        self.atShutdown = atShutdown
        respectsCapacity = atShutdown != .always
        self.provenance = provenance
    }

    /// Creates work that runs `body` and that a full queue accepts, too.
    ///
    /// Its poster has at most one such item under way.
    @usableFromInline
    package init(beyondCapacity body: sending @escaping () -> Void, provenance: Provenance?) {
        payload = .closure(body)
        atShutdown = .run
        respectsCapacity = false
        self.provenance = provenance
    }

    /// Creates work that runs a job of the concurrency runtime.
    ///
    /// It cannot be refused, since a task that is never resumed never ends.
    @inlinable
    public init(_ job: UnownedJob) {
        payload = .job(job)
        atShutdown = .always
        respectsCapacity = false
        provenance = nil
    }

    /// Creates work in which a task makes its call next.
    ///
    /// When a shutdown skips the call, the code of the task detects that.
    init(directCallExecutor job: UnownedJob, provenance: Provenance?) {
        payload = .job(job)
        atShutdown = .run
        respectsCapacity = true
        self.provenance = provenance
    }

    /// Creates work in which a task makes its call; a shutdown that skips the work skips the call.
    init(_ call: AsyncCall.Reference, _ job: UnownedJob, provenance: Provenance?) {
        payload = .call(call, job)
        atShutdown = .run
        respectsCapacity = true
        self.provenance = provenance
    }

    /// Creates a message that makes the scheduler keep `timer` until its moment.
    ///
    /// It does not count towards the capacity.
    init(_ timer: ScheduledWork, atShutdown behavior: ShutdownBehavior) {
        payload = .timer(timer)
        atShutdown = behavior == .always ? .always : .run
        respectsCapacity = false
        provenance = nil
    }
}

extension WorkItem {
    /// Creates work from a closure that uses what is confined to the scheduler.
    ///
    /// The caller is on that scheduler.
    init(
        confined body: @escaping () -> Void, atShutdown: ShutdownBehavior, provenance: Provenance?
    ) {
        payload = .closure(body)
        self.atShutdown = atShutdown
        respectsCapacity = atShutdown != .always
        self.provenance = provenance
    }

    /// Creates work that runs `body` as part of the main actor, for the main scheduler.
    init(onMainActor body: @escaping @MainActor () -> Void, provenance: Provenance?) {
        self.init({ MainActor.assumeIsolated { body() } }, provenance: provenance)
    }

    /// Creates work that releases `value`, also after a shutdown.
    init<Value>(releasing value: Value) {
        payload = .closure { withExtendedLifetime(value) {} }
        atShutdown = .always
        respectsCapacity = false
        provenance = nil
    }

    /// Creates work that is called once, unless the scheduler refuses it.
    ///
    /// It is called when its turn has come or when a shutdown skips it.
    init(runOrSkip work: sending @escaping (_ isRun: Bool) -> Void, provenance: Provenance?) {
        payload = .runOrSkip(work)
        atShutdown = .run
        respectsCapacity = true
        self.provenance = provenance
    }
}
