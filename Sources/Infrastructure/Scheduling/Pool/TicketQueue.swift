/// Waiting jobs in the order of their tickets, which are numbers in the order of submission.
///
/// A job that enters late takes the place of its ticket. Both ends cost constant time on average;
/// an insertion and a removal in the middle move the jobs behind them. The `FIFOQueue` of Signals,
/// whose order is that of arrival, has no operation in the middle.
struct TicketQueue<Job> {
    struct Entry {
        let ticket: UInt64
        let key: Int?
        let job: Job
    }

    private var entries: [Entry?] = []
    private var head = 0

    var count: Int { entries.count - head }
    var isEmpty: Bool { count == 0 }

    mutating func insert(_ entry: Entry) {
        entries.insert(entry, at: index(of: entry.ticket))
    }

    mutating func popFirst() -> Entry? {
        guard head < entries.count else { return nil }
        let first = entries[head].take()
        head += 1
        if head * 2 >= entries.count {
            entries.removeFirst(head)
            head = 0
        }
        return first
    }

    /// Removes the job with `ticket`; returns `nil` if it does not wait here.
    mutating func remove(_ ticket: UInt64) -> Entry? {
        let index = index(of: ticket)
        guard index < entries.count, entries[index]?.ticket == ticket else { return nil }
        return entries.remove(at: index)
    }

    /// Removes all jobs, first ticket first.
    mutating func removeAll() -> [Entry] {
        defer { self = TicketQueue() }
        return entries[head...].compactMap { $0 }
    }

    /// The index of the first job whose ticket is not lower.
    private func index(of ticket: UInt64) -> Int {
        var (low, high) = (head, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if let entry = entries[middle], entry.ticket >= ticket {
                high = middle
            } else {
                low = middle + 1
            }
        }
        return low
    }
}
