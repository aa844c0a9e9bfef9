import Scheduling

/// The receivers of a hub by type of event; used from any thread.
final class EventDirectory: ReceiverList {
    /// The receivers of one type of event, in the order in which they registered.
    fileprivate struct Entry {
        let type: any Event.Type
        let name: EventName
        var receivers: [EventReceiver]
        var posted = 0
        var unreceived = 0

        /// Counts a post, and returns its receivers.
        mutating func post() -> [EventReceiver] {
            posted += 1
            if receivers.isEmpty { unreceived += 1 }
            return receivers
        }
    }

    /// The queue to one scheduler, and its receivers.
    fileprivate struct Outlet {
        let outlet: EventOutlet
        var receivers: [EventReceiver] = []
        /// The number of receivers that will be added soon.
        var expected = 1
        /// The number of receivers at which those that are gone are removed; `.max` until they are.
        var pruneAt = 16
    }

    fileprivate struct State {
        var entries: [Entry] = []
        /// The numbers of the entries, in the order of their types.
        var numbers: [(type: ObjectIdentifier, entry: Int)] = []
        var owners: [EventName: Int] = [:]
        /// The receivers by pattern.
        var groups: [(pattern: EventPattern, receiver: EventReceiver)] = []
        var outlets: [ObjectIdentifier: Outlet] = [:]
        var receivers: [EventReceiver] = []
    }

    private let state = Guarded(State())

    /// The number of receivers.
    var count: Int { state.withLock { $0.receivers.count } }

    var report: EventReport {
        let (entries, receivers) = state.withLock { ($0.entries, $0.receivers) }
        return EventReport(
            posts: entries.map {
                EventReport.Posts(
                    name: $0.name, posted: $0.posted, unreceived: $0.unreceived,
                    receivers: $0.receivers.count)
            }.sorted { $0.name.rawValue < $1.name.rawValue },
            receivers: receivers.map(\.counts))
    }

    /// Returns the receivers of an event that is being posted, and counts the post.
    func receivers<E: Event>(ofPosted type: E.Type) -> [EventReceiver] {
        if let receivers = receivers(known: ObjectIdentifier(type)) { return receivers }
        introduce(type)
        return receivers(known: ObjectIdentifier(type)) ?? []
    }

    private func receivers(known id: ObjectIdentifier) -> [EventReceiver]? {
        state.withLock { state in
            guard let number = state.number(of: id) else { return nil }
            return state.entries[number].post()
        }
    }

    /// Registers a type of event; traps if another type has its name.
    func introduce(_ type: any Event.Type) {
        let name = type.name
        precondition(name.isValid, "the event \(type) has the invalid name '\(name)'")
        let owner = state.withLock { state -> (any Event.Type)? in
            if let number = state.owners[name] {
                let owner = state.entries[number].type
                return ObjectIdentifier(owner) == ObjectIdentifier(type) ? nil : owner
            }
            let receivers = state.groups.filter { $0.pattern.matches(name) }.map(\.receiver)
            let (id, entry) = (ObjectIdentifier(type), state.entries.count)
            state.numbers.insert((id, entry), at: state.position(of: id))
            state.owners[name] = state.entries.count
            state.entries.append(Entry(type: type, name: name, receivers: receivers))
            return nil
        }
        if let owner {
            preconditionFailure(
                "the events \(owner) and \(type) have the same name '\(name)': rename one of them")
        }
    }

    /// Returns the queue to a scheduler, for a receiver that will be added next.
    func outlet(to scheduler: any Scheduler) -> EventOutlet {
        let id = ObjectIdentifier(scheduler)
        if let outlet = state.withLock({ $0.expectReceiver(id) }) { return outlet }
        let made = EventOutlet(on: scheduler) { [weak self] in self?.end($0) }
        let other = state.withLock { state in
            if let outlet = state.expectReceiver(id) { return Optional(outlet) }
            state.outlets[id] = Outlet(outlet: made)
            return nil
        }
        if other != nil { made.close() }
        return other ?? made
    }

    /// Adds a receiver of one type of event.
    func add(_ receiver: EventReceiver, of type: any Event.Type) {
        introduce(type)
        state.withLock { state in
            guard let number = state.number(of: ObjectIdentifier(type)) else { return }
            state.entries[number].receivers.append(receiver)
            state.add(receiver)
        }
    }

    /// Adds a receiver of all events that match a pattern.
    func add(_ receiver: EventReceiver, of pattern: EventPattern) {
        state.withLock { state in
            state.groups.append((pattern, receiver))
            for number in state.entries.indices where pattern.matches(state.entries[number].name) {
                state.entries[number].receivers.append(receiver)
            }
            state.add(receiver)
        }
    }

    func remove(_ receiver: EventReceiver) {
        let outlet = state.withLock { $0.remove(receiver) }
        outlet?.close()
    }

    /// Ends the registration of a token; called on the scheduler of its receiver.
    ///
    /// The token has no reference to its receiver: a weak reference moves the reference counts of
    /// its object to other memory, so each delivery would cost three times as much.
    func endRegistration(of token: ObjectIdentifier) {
        let receiver = state.withLock { state in state.receivers.first { $0.token == token } }
        receiver?.end()
    }

    /// Ends the registrations on a scheduler whose objects have been released.
    ///
    /// Elsewhere it posts this work to the scheduler. It looks at all receivers of the scheduler
    /// each time that their number has doubled.
    func prune(on scheduler: any Scheduler) {
        let id = ObjectIdentifier(scheduler)
        guard state.withLock({ $0.beginPruning(id) }) else { return }
        if scheduler.isCurrent { return endReleased(on: id) }
        _ = scheduler.post(
            WorkItem(
                beyondCapacity: { [weak self] in self?.endReleased(on: id) }, provenance: nil))
    }

    /// Ends the registrations of objects that have been released; called on their scheduler.
    private func endReleased(on scheduler: ObjectIdentifier) {
        let receivers = state.withLock { $0.outlets[scheduler]?.receivers ?? [] }
        for receiver in receivers { receiver.endIfGone() }
        state.withLock { state in
            let count = state.outlets[scheduler]?.receivers.count ?? 0
            state.outlets[scheduler]?.pruneAt = max(16, 2 * count)
        }
    }

    /// Ends the registrations on a scheduler that ends; called there.
    private func end(_ outlet: EventOutlet) {
        let id = ObjectIdentifier(outlet.scheduler)
        let receivers = state.withLock { $0.outlets[id]?.receivers ?? [] }
        for receiver in receivers { receiver.end() }
    }
}

extension EventDirectory.State {
    /// Returns the number of the entry of a type; `nil` if it is not known.
    fileprivate func number(of type: ObjectIdentifier) -> Int? {
        let position = position(of: type)
        guard position < numbers.count, numbers[position].type == type else { return nil }
        return numbers[position].entry
    }

    /// Returns the position in `numbers` at which a type is, or belongs.
    ///
    /// A binary search costs a quarter of the hash of a dictionary.
    fileprivate func position(of type: ObjectIdentifier) -> Int {
        var range = 0..<numbers.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if numbers[middle].type < type {
                range = middle + 1..<range.upperBound
            } else {
                range = range.lowerBound..<middle
            }
        }
        return range.lowerBound
    }

    /// Returns the queue to a scheduler if there is one, and keeps it for one receiver more.
    fileprivate mutating func expectReceiver(_ scheduler: ObjectIdentifier) -> EventOutlet? {
        outlets[scheduler]?.expected += 1
        return outlets[scheduler]?.outlet
    }

    /// Returns whether a scheduler has so many receivers that those that are gone are removed.
    fileprivate mutating func beginPruning(_ scheduler: ObjectIdentifier) -> Bool {
        guard let outlet = outlets[scheduler], outlet.receivers.count >= outlet.pruneAt else {
            return false
        }
        outlets[scheduler]?.pruneAt = .max
        return true
    }

    fileprivate mutating func add(_ receiver: EventReceiver) {
        let id = ObjectIdentifier(receiver.outlet.scheduler)
        receivers.append(receiver)
        outlets[id]?.receivers.append(receiver)
        outlets[id]?.expected -= 1
    }

    /// Removes a receiver.
    ///
    /// - Returns: the queue to its scheduler if it was the last receiver there.
    fileprivate mutating func remove(_ receiver: EventReceiver) -> EventOutlet? {
        guard let index = receivers.firstIndex(where: { $0 === receiver }) else { return nil }
        receivers.remove(at: index)
        groups.removeAll { $0.receiver === receiver }
        for number in entries.indices {
            entries[number].receivers.removeAll { $0 === receiver }
        }
        let id = ObjectIdentifier(receiver.outlet.scheduler)
        outlets[id]?.receivers.removeAll { $0 === receiver }
        guard let outlet = outlets[id], outlet.receivers.isEmpty, outlet.expected == 0 else {
            return nil
        }
        outlets[id] = nil
        return outlet.outlet
    }
}
