/// One piece of work on its way to a scheduler, with the place that it was posted from.
///
/// The scheduler that takes an item runs it once or drops it, and either way releases what it captured on its own thread.
public struct WorkItem: @unchecked Sendable {  // a body enters only by `sending`, so nobody else can reach what it captured
    enum Payload {
        case closure(() -> Void)
        case job(UnownedJob)
    }

    let payload: Payload

    /// Where the work was posted, with its parents; `nil` where recording is off.
    public let provenance: Provenance?

    /// Work that runs `body`.
    public init(_ body: sending @escaping () -> Void, provenance: Provenance?) {
        payload = .closure(body)
        self.provenance = provenance
    }

    /// Work that runs a job of the concurrency runtime.
    public init(_ job: UnownedJob) {
        payload = .job(job)
        provenance = nil
    }

    /// Runs the work on the calling thread, which must be the one that `executor`'s scheduler uses now.
    func run(on executor: UnownedSerialExecutor) {
        switch payload {
        case .closure(let body): body()
        case .job(let job): job.runSynchronously(on: executor)
        }
    }
}
