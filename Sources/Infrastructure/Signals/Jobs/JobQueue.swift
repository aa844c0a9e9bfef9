/// The order in which an executor starts its waiting jobs.
///
/// A queue is confined to the scheduler of its executor.
public protocol JobQueue: AnyObject {
    /// Adds a ticket.
    func push(_ ticket: JobTicket)
    /// Removes and returns the next ticket.
    func pop() -> JobTicket?
}

/// A queue that returns the oldest ticket first.
public final class FIFOJobQueue: JobQueue {  // not @Schedulable: confined like its executor
    private var tickets = FIFOQueue<JobTicket>()

    /// Creates an empty queue.
    public init() {}

    /// Adds a ticket behind all others.
    public func push(_ ticket: JobTicket) { tickets.append(ticket) }

    /// Removes and returns the oldest ticket.
    public func pop() -> JobTicket? { tickets.popFirst() }
}

/// A queue that returns the newest ticket first, for example for thumbnails during scrolling.
public final class LIFOJobQueue: JobQueue {  // not @Schedulable: confined like its executor
    private var tickets: [JobTicket] = []

    /// Creates an empty queue.
    public init() {}

    /// Adds a ticket before all others.
    public func push(_ ticket: JobTicket) { tickets.append(ticket) }

    /// Removes and returns the newest ticket.
    public func pop() -> JobTicket? { tickets.popLast() }
}

/// A queue that returns the ticket of the highest priority first.
///
/// Tickets of equal priority keep their order of arrival. Cost: log n for each ticket.
public final class PriorityJobQueue: JobQueue {  // not @Schedulable: confined like its executor
    private struct Entry {
        let ticket: JobTicket
        let arrival: Int

        func isBefore(_ other: Entry) -> Bool {
            (other.ticket.priority, arrival) < (ticket.priority, other.arrival)
        }
    }

    private var heap: [Entry] = []
    private var arrivals = 0

    /// Creates an empty queue.
    public init() {}

    /// Adds a ticket behind those of its priority.
    public func push(_ ticket: JobTicket) {
        heap.append(Entry(ticket: ticket, arrival: arrivals))
        arrivals += 1
        var child = heap.count - 1
        while child > 0, heap[child].isBefore(heap[(child - 1) / 2]) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    /// Removes and returns the ticket of the highest priority.
    public func pop() -> JobTicket? {
        guard let top = heap.first else { return nil }
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < heap.count && heap[child].isBefore(heap[least]) {
                least = child
            }
            if least == parent { return top.ticket }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
