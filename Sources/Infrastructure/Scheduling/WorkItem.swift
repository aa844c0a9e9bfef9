/// One piece of work on its way to a scheduler, with the place that it was posted from.
///
/// The scheduler that takes an item runs it once or skips it, and either way releases what it captured on its own thread.
/// So whoever posts an item lets go of it: the parameters on its way are `consuming`, and a closure that wraps another is made by
/// a function that has returned when the item is posted.
/// A queued item takes 32 bytes, and what its closure captured.
public struct WorkItem: @unchecked Sendable {  // bodies enter by `sending`
    @usableFromInline
    enum Payload {
        case closure(() -> Void)
        /// Work that gets whether its turn has come; `false` means that a shutdown skips it.
        case settling((Bool) -> Void)
        case job(UnownedJob)
        case timer(ScheduledWork)
        case visit(Visit.Reference, UnownedJob)
    }

    @usableFromInline let payload: Payload

    /// What becomes of the work when its scheduler is shut down before it has begun.
    public let atShutdown: ShutdownChoice

    /// Whether a bounded queue may refuse the work: not what must run, nor what its poster has one of at most.
    public let isBounded: Bool

    /// Where the work was posted, with its parents; `nil` where recording is off.
    public let provenance: Provenance?

    /// Work that runs `body`.
    @inlinable
    public init(
        _ body: sending @escaping () -> Void, atShutdown: ShutdownChoice = .run,
        provenance: Provenance?
    ) {
        payload = .closure(body)
        self.atShutdown = atShutdown
        isBounded = atShutdown != .always
        self.provenance = provenance
    }

    /// Work that runs `body`, of which its poster has one piece under way at most: a full queue takes it too.
    @usableFromInline
    package init(beyondBound body: sending @escaping () -> Void, provenance: Provenance?) {
        payload = .closure(body)
        atShutdown = .run
        isBounded = false
        self.provenance = provenance
    }

    /// Work that runs a job of the concurrency runtime; it cannot be refused, since a task that is never resumed never ends.
    @inlinable
    public init(_ job: UnownedJob) {
        payload = .job(job)
        atShutdown = .always
        isBounded = false
        provenance = nil
    }

    /// Work that lets a task make its call next; when a shutdown skips it, its code finds that out.
    init(nextTurn job: UnownedJob, provenance: Provenance?) {
        payload = .job(job)
        atShutdown = .run
        isBounded = true
        self.provenance = provenance
    }

    /// Work that lets a task make its call; a scheduler that takes it runs it, or skips the visit.
    init(_ visit: Visit.Reference, _ job: UnownedJob, provenance: Provenance?) {
        payload = .visit(visit, job)
        atShutdown = .run
        isBounded = true
        self.provenance = provenance
    }

    /// A message to the scheduler that `timer` is to be kept until its moment; takes no room that a bound is about.
    init(_ timer: ScheduledWork, atShutdown choice: ShutdownChoice) {
        payload = .timer(timer)
        atShutdown = choice == .always ? .always : .run
        isBounded = false
        provenance = nil
    }
}

extension WorkItem {
    /// Work that runs `body` for each of `elements`.
    init<Element>(
        _ body: sending @escaping (Element) -> Void, forEach elements: sending [Element],
        provenance: Provenance?
    ) {
        self.init({ for element in elements { body(element) } }, provenance: provenance)
    }

    /// Work that runs `body` as part of the main actor, for the main scheduler.
    init(onMainActor body: @escaping @MainActor () -> Void, provenance: Provenance?) {
        self.init({ MainActor.assumeIsolated { body() } }, provenance: provenance)
    }

    /// Work that releases `value`, whatever comes.
    init<Value>(releasing value: Value) {
        payload = .closure { withExtendedLifetime(value) {} }
        atShutdown = .always
        isBounded = false
        provenance = nil
    }

    /// Work that is called once, when its turn has come or when a shutdown skips it, unless the scheduler refuses it.
    init(settling work: sending @escaping (_ isRun: Bool) -> Void, provenance: Provenance?) {
        payload = .settling(work)
        atShutdown = .run
        isBounded = true
        self.provenance = provenance
    }
}
