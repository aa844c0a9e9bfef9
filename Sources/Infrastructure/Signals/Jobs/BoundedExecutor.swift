import Scheduling

/// Runs as many jobs at once as its limit allows; the others wait in a queue.
///
/// A run that ends at once frees its place before the next one starts, and takes no stack.
public final class BoundedExecutor: JobExecutor {
    private let queue: any JobQueue
    private let load = MutableProperty(Load(running: 0, waiting: 0))
    private let pin = SchedulerPin()
    private var isStarting = false

    /// How much there is to do.
    public struct Load: Hashable, Sendable {
        /// Runs that have started and are not over.
        public var running: Int
        /// Tickets in the queue; cancelled ones count until their turn comes.
        public var waiting: Int
    }

    /// How many runs there may be at once; a higher limit starts more at once, a lower one lets the
    /// present runs end.
    public var limit: Int {
        didSet {
            precondition(limit >= 0, "a limit counts runs, so it cannot be negative")
            pin.check(BoundedExecutor.self, .write, "limit")
            startWaiting()
        }
    }

    /// An executor that lets `limit` runs be under way, and takes the next from `queue`.
    public init(limit: Int, queue: any JobQueue = FIFOJobQueue()) {
        precondition(limit >= 0, "a limit counts runs, so it cannot be negative")
        self.limit = limit
        self.queue = queue
    }

    /// How much there is to do, and its changes.
    public var currentLoad: Property<Load> { load.property }

    /// Queues the ticket, and starts it when there is room.
    public func submit(_ ticket: JobTicket) {
        pin.check(BoundedExecutor.self, .call, "submit(_:)")
        queue.push(ticket)
        load.value.waiting += 1
        startWaiting()
    }

    /// Takes back what has not started, in the order of its turns; the tickets can be submitted
    /// again, here or elsewhere.
    public func reclaim() -> [JobTicket] {
        pin.check(BoundedExecutor.self, .value, "reclaim()")
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
            // An observer of the load may have cancelled it; then it is over at once.
            ticket.start { [self] in
                load.value.running -= 1
                startWaiting()
            }
        }
        isStarting = false
    }
}
