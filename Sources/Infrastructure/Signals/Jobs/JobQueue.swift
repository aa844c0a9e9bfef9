/// The order in which the jobs of an executor get their turn.
public protocol JobQueue: AnyObject {
    /// Takes a ticket in.
    func push(_ ticket: JobTicket)
    /// Hands out the ticket whose turn it is.
    func pop() -> JobTicket?
}

/// First come, first served.
public final class FIFOJobQueue: JobQueue {
    private var tickets = Fifo<JobTicket>()

    /// An empty queue.
    public init() {}

    /// Takes a ticket in, behind all others.
    public func push(_ ticket: JobTicket) { tickets.append(ticket) }

    /// Hands out the oldest ticket.
    public func pop() -> JobTicket? { tickets.popFirst() }
}

/// The latest first: for what is wanted now, as thumbnails are while somebody scrolls.
public final class LIFOJobQueue: JobQueue {
    private var tickets: [JobTicket] = []

    /// An empty queue.
    public init() {}

    /// Takes a ticket in, before all others.
    public func push(_ ticket: JobTicket) { tickets.append(ticket) }

    /// Hands out the newest ticket.
    public func pop() -> JobTicket? { tickets.popLast() }
}

/// The most urgent first, in order of arrival among equals; log n for a ticket.
public final class PriorityJobQueue: JobQueue {
    private struct Entry {
        let ticket: JobTicket
        let arrival: Int

        func isBefore(_ other: Entry) -> Bool {
            (other.ticket.priority, arrival) < (ticket.priority, other.arrival)
        }
    }

    private var heap: [Entry] = []
    private var arrivals = 0

    /// An empty queue.
    public init() {}

    /// Takes a ticket in, behind those of its priority.
    public func push(_ ticket: JobTicket) {
        heap.append(Entry(ticket: ticket, arrival: arrivals))
        arrivals += 1
        var child = heap.count - 1
        while child > 0, heap[child].isBefore(heap[(child - 1) / 2]) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    /// Hands out the most urgent ticket.
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
