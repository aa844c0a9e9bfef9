import Dispatch

/// The events that wait for a receiver with a limit, and the posters that wait for space.
///
/// It is a pure state machine, used under a lock. Displaced events are handed out, so that no
/// `deinit` of an event runs under the lock.
struct WaitingEvents {
    /// The action after an event was offered.
    enum Step {
        /// The event waits: one more delivery has to be sent.
        case queued
        /// The event took the place of another one.
        case replaced
        /// The receiver is full, and the poster has to wait.
        case full
        /// The receiver has ended.
        case closed
    }

    private struct Waiting {
        var event: any Event
        let key: String?
    }

    private struct Blocked {
        let event: any Event
        let poster: DispatchGroup
    }

    private let capacity: Int
    private let isWaiting: Bool
    private var events: [Int: Waiting] = [:]
    /// The number of the oldest event; the others have the next numbers.
    private var oldest = 0
    /// The numbers of the waiting events that have a key.
    private var positions: [String: Int] = [:]
    private var blocked: [Blocked] = []
    private var isClosed = false
    private(set) var droppedCount = 0
    private(set) var exceededCount = 0

    /// Creates a queue.
    ///
    /// - Parameters:
    ///   - capacity: the number of events that may wait.
    ///   - isWaiting: whether posters wait for space; otherwise, the oldest event is dropped.
    init(capacity: Int, isWaiting: Bool) {
        self.capacity = capacity
        self.isWaiting = isWaiting
    }

    var count: Int { events.count }

    /// Offers an event; `displaced` gets the event that was dropped for it, if any.
    mutating func offer(
        _ event: any Event, key: String?, displacing displaced: inout (any Event)?
    ) -> Step {
        if isClosed { return .closed }
        if let key, let position = positions[key] {
            displaced = events[position]?.event
            events[position]?.event = event
            droppedCount += 1
            return .replaced
        }
        if events.count >= capacity {
            if isWaiting { return .full }
            displaced = removeOldest()
            droppedCount += 1
            append(event, key)
            return .replaced  // the delivery of the dropped event carries the next one
        }
        append(event, key)
        return .queued
    }

    /// Queues an event although the receiver is full.
    mutating func exceed(with event: any Event) -> Step {
        if isClosed { return .closed }
        if events.count >= capacity { exceededCount += 1 }
        append(event, nil)
        return .queued
    }

    /// Queues an event, or keeps it until there is space; `poster` is then left.
    mutating func wait(with event: any Event, for poster: DispatchGroup) -> Step {
        if isClosed { return .closed }
        if events.count < capacity {
            append(event, nil)
            return .queued
        }
        blocked.append(Blocked(event: event, poster: poster))
        return .full
    }

    /// Takes the oldest event, and lets the next waiting poster queue its own one.
    ///
    /// - Returns: the event, and the poster whose event is queued now.
    mutating func take() -> (event: (any Event)?, admitted: DispatchGroup?) {
        let event = removeOldest()
        guard !blocked.isEmpty, events.count < capacity else { return (event, nil) }
        let next = blocked.removeFirst()
        append(next.event, nil)
        return (event, next.poster)
    }

    /// Queues the event of a poster that no longer waits; `false` if it has been queued already.
    mutating func giveUp(_ poster: DispatchGroup) -> Bool {
        guard let index = blocked.firstIndex(where: { $0.poster === poster }) else { return false }
        let given = blocked.remove(at: index)
        exceededCount += 1
        append(given.event, nil)
        return true
    }

    /// Refuses all events from now on.
    ///
    /// - Returns: the events that wait, and the posters.
    mutating func close() -> (events: [any Event], posters: [DispatchGroup]) {
        isClosed = true
        let events = self.events.values.map(\.event) + blocked.map(\.event)
        let posters = blocked.map(\.poster)
        self.events = [:]
        positions = [:]
        blocked = []
        return (events, posters)
    }

    private mutating func append(_ event: any Event, _ key: String?) {
        let number = oldest + events.count
        events[number] = Waiting(event: event, key: key)
        if let key { positions[key] = number }
    }

    private mutating func removeOldest() -> (any Event)? {
        guard let waiting = events.removeValue(forKey: oldest) else { return nil }
        if let key = waiting.key { positions[key] = nil }
        oldest += 1
        return waiting.event
    }
}
