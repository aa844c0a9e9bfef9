import Scheduling

/// Runs as many jobs at once as its limit allows; the others wait in a queue.
///
/// A run that ends at once frees its slot before the next one starts, so the stack does not grow.
public final class LimitedExecutor: JobExecutor {
    private let queue: any JobQueue
    private let load = MutableProperty(Load(running: 0, waiting: 0))
    private let pin = SchedulerPin()
    private var isStarting = false

    /// The number of running and of waiting jobs.
    public struct Load: Hashable, Sendable {
        /// The runs that have started and are not over.
        public var running: Int
        /// The tickets in the queue; a cancelled ticket counts until its turn comes.
        public var waiting: Int
    }

    /// The maximum number of concurrent runs.
    ///
    /// A higher limit starts more runs at once; a lower one waits for current runs to end.
    public var limit: Int {
        didSet {
            precondition(limit >= 0, "the limit of runs must not be negative")
            pin.check(LimitedExecutor.self, .write, "limit")
            startWaiting()
        }
    }

    /// Creates an executor that runs at most `limit` jobs at once, and takes the next from `queue`.
    public init(limit: Int, queue: any JobQueue = FIFOJobQueue()) {
        precondition(limit >= 0, "the limit of runs must not be negative")
        self.limit = limit
        self.queue = queue
    }

    /// The current load and its changes.
    public var currentLoad: Property<Load> { load.property }

    /// Queues the ticket, and starts it when the limit allows.
    public func submit(_ ticket: JobTicket) {
        pin.check(LimitedExecutor.self, .call, "submit(_:)")
        queue.push(ticket)
        load.value.waiting += 1
        startWaiting()
    }

    /// Removes and returns the tickets that have not started, in the order of the queue.
    ///
    /// They can be submitted again, here or elsewhere.
    public func reclaim() -> [JobTicket] {
        pin.check(LimitedExecutor.self, .value, "reclaim()")
        var tickets: [JobTicket] = []
        while let ticket = queue.pop() {
            if ticket.isWaiting { tickets.append(ticket) }
        }
        if load.value.waiting > 0 { load.value.waiting = 0 }
        return tickets
    }

    private func startWaiting() {
        guard !isStarting else { return }
        isStarting = true
        while load.value.running < limit, let ticket = queue.pop() {
            let isWaiting = ticket.isWaiting
            load.modify {
                $0.waiting -= 1
                if isWaiting { $0.running += 1 }
            }
            guard isWaiting else { continue }
            // An observer of the load may have cancelled it; it then finishes at once.
            ticket.start { [self] in
                load.value.running -= 1
                startWaiting()
            }
        }
        isStarting = false
    }
}
