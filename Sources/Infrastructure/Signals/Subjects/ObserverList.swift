public import Scheduling

/// The observers of a hot signal, and the one rule for reentrant sends.
///
/// The rule: an event that is sent during a delivery is delivered after it, to the observers that
/// were subscribed when it was sent.
///
/// A list can keep the last values for later subscribers. It keeps a value when it is sent, so that
/// a later subscriber gets each value once: replayed, or delivered.
@usableFromInline
final class ObserverList<Value, Failure: Error> {
    @usableFromInline
    final class Node {
        @usableFromInline let sink: Sink<Value, Failure>

        @inlinable
        init(_ sink: Sink<Value, Failure>) { self.sink = sink }

        @inlinable
        func send(_ value: Value) {
            if sink.lifetime.isLive { sink.onValue(value) }
        }
    }

    @usableFromInline
    struct Entry {
        @usableFromInline let id: UInt64
        // unsafe, Unmanaged, _withUnsafeGuaranteedRef: an entry owns its node
        /// Owned; `nil` when its observer has left and the table has not been compacted yet.
        @usableFromInline var node: Unmanaged<Node>?

        @inlinable
        init(id: UInt64, node: Unmanaged<Node>) {
            self.id = id
            self.node = node
        }
    }

    @usableFromInline
    enum Event {
        case value(Value)
        case end(Completion<Failure>)
        case abandon
    }

    // unsafe, @exclusivity(unchecked): one scheduler uses the object, so accesses cannot overlap
    /// The scheduler on which the source was made, if any; checked in debug builds.
    @usableFromInline let pin = SchedulerPin()
    /// The home of the source, where its teardown runs in all builds.
    @exclusivity(unchecked) @usableFromInline var home: IsolationDomain
    // Raw memory, ordered by id, which moves only on growth and compaction: the delivery reads it
    // without a retain for each observer. A node that is removed during a delivery is kept until
    // its end.
    @exclusivity(unchecked) @usableFromInline var entries: UnsafeMutablePointer<Entry>
    @exclusivity(unchecked) @usableFromInline var count = 0
    @exclusivity(unchecked) @usableFromInline var capacity = 2
    @exclusivity(unchecked) private var gaps = 0
    @exclusivity(unchecked) @usableFromInline var lastID: UInt64 = 0
    @exclusivity(unchecked) @usableFromInline var phase: ObserverListPhase
    @exclusivity(unchecked) private var completion: Completion<Failure>?
    @exclusivity(unchecked) @usableFromInline var queue = FIFOQueue<
        (event: Event, recipientCount: Int)
    >()
    @exclusivity(unchecked) private var removedNodes: [Unmanaged<Node>] = []
    /// The number of values that a later subscriber gets first.
    @usableFromInline let replayCapacity: Int
    @exclusivity(unchecked) @usableFromInline var replayBuffer = FIFOQueue<Value>()

    @usableFromInline
    init(replaying replayCapacity: Int = 0) {
        self.replayCapacity = replayCapacity
        phase = replayCapacity > 0 ? .replaying : []
        entries = .allocate(capacity: capacity)
        if case .scheduler(let scheduler) = IsolationDomain.current {
            home = .scheduler(scheduler)
        } else {
            home = .undecided
        }
    }

    deinit {
        for index in 0..<count { entries[index].node?.release() }
        entries.deallocate()
    }

    private var isDelivering: Bool { phase.contains(.delivering) }
    @inlinable var isClosed: Bool { phase.contains(.closed) }

    /// The number of observers that are subscribed.
    var observerCount: Int { count - gaps }

    /// Subscribes `sink`, which first gets the values of the replay buffer.
    ///
    /// After the end of the list, the terminal event follows them; after abandonment, nothing
    /// follows.
    @inlinable
    func add(_ sink: Sink<Value, Failure>) {
        if phase.contains(.replaying) { replay(to: sink) } else { enter(sink) }
    }

    @usableFromInline
    func replay(to sink: Sink<Value, Failure>) {
        if replayBuffer.isEmpty {
            enter(sink)
        } else {
            add(sink, beginningWith: replayBuffer.snapshot)
        }
    }

    @inlinable
    func enter(_ sink: Sink<Value, Failure>) {
        pin.check(Signal<Value, Failure>.self, .call, "observe(_:)")
        if isClosed { return end(sink) }
        guard sink.isLive else { return }
        if home.isUndecided { home = sink.lifetime.currentHome }
        lastID += 1
        let id = lastID
        if count == capacity { grow() }
        (entries + count).initialize(to: Entry(id: id, node: .passRetained(Node(sink))))
        count += 1
        sink.lifetime.add { [self] in remove(id) }
    }

    /// Sends the terminal event to a late subscriber.
    @usableFromInline
    func end(_ sink: Sink<Value, Failure>) {
        if let completion { sink.end(completion) } else { sink.lifetime.tearDown() }
    }

    /// Subscribes `sink` and first sends it the given values, as part of a delivery.
    ///
    /// So it misses no event that these values cause.
    @usableFromInline
    func add(_ sink: Sink<Value, Failure>, beginningWith values: some Collection<Value>) {
        if isClosed {
            for value in values { sink.send(value) }
            return enter(sink)
        }
        enter(sink)
        if values.isEmpty { return }
        let isOutermost = !isDelivering
        phase.insert(.delivering)
        for value in values { sink.send(value) }
        guard isOutermost else { return }
        if phase.contains(.pendingWork) { finishDelivery() } else { phase.remove(.delivering) }
    }

    @inlinable
    func send(_ value: Value) {
        if phase.isEmpty { deliver(value) } else { sendOnSlowPath(value) }
    }

    @inlinable
    func deliver(_ value: Value) {
        phase.insert(.delivering)
        var index = 0
        let recipientCount = count
        while index < recipientCount {
            entries[index].node?._withUnsafeGuaranteedRef { $0.send(value) }
            index += 1
        }
        if phase == .delivering { phase = [] } else { finishDelivery() }
    }

    /// Ends all subscriptions, present and future.
    @usableFromInline
    func end(_ completion: Completion<Failure>) {
        guard !isClosed else { return }
        phase.insert(.closed)
        self.completion = completion
        queue.append((.end(completion), count))
        if isDelivering { phase.insert(.pendingWork) } else { finishDelivery() }
    }

    /// Runs `teardown` in the home of the source, whose last reference may be released elsewhere.
    func onHomeScheduler(_ teardown: @escaping (ObserverList) -> Void) {
        if home.isHereAtRelease { teardown(self) } else { home.post { teardown(self) } }
    }

    /// Ends all subscriptions without an event, because the source has been released.
    @usableFromInline
    func abandon() {
        guard !isClosed else { return }
        phase.insert(.closed)
        queue.append((.abandon, count))
        if isDelivering { phase.insert(.pendingWork) } else { finishDelivery() }
    }

    /// Makes sure that the subscriptions end with the event that follows, not without one.
    func expectEnd() { phase.insert(.ending) }

    /// Ends all subscriptions without an event, unless their end follows.
    @usableFromInline
    func vanish() {
        if !phase.contains(.ending) { abandon() }
    }

    private static func deliver(_ event: Event, to node: Unmanaged<Node>) {
        node._withUnsafeGuaranteedRef { node in
            switch event {
            case .value(let value): node.sink.send(value)
            case .end(let completion): node.sink.end(completion)
            case .abandon: node.sink.lifetime.tearDown()
            }
        }
    }

    @inlinable
    func sendOnSlowPath(_ value: Value) {
        guard !isClosed else { return }
        // Released after the delivery: its deinit may send.
        let displaced = bufferForReplay(value)
        if phase.contains(.delivering) {
            queue.append((.value(value), count))
            phase.insert(.pendingWork)
        } else {
            deliver(value)
        }
        withExtendedLifetime(displaced) {}
    }

    /// Removes the values of the replay buffer.
    @usableFromInline
    func clearReplayBuffer() {
        replayBuffer.removeAll()
    }

    /// Buffers a value for late subscribers, and returns the value that it displaces.
    @inlinable
    func bufferForReplay(_ value: Value) -> Value? {
        guard replayCapacity > 0 else { return nil }
        replayBuffer.append(value)
        return replayBuffer.count > replayCapacity ? replayBuffer.popFirst() : nil
    }

    /// Delivers the events sent during the delivery, then removes the observers that have left.
    @usableFromInline
    func finishDelivery() {
        phase.insert(.delivering)
        while let (event, recipientCount) = queue.popFirst() {
            for index in 0..<min(recipientCount, count) {
                guard let node = entries[index].node else { continue }
                Self.deliver(event, to: node)
            }
        }
        endDelivery()
    }

    private func endDelivery() {
        phase.subtract([.delivering, .pendingWork])
        compact()
        let removedNodes = removedNodes
        self.removedNodes = []
        for node in removedNodes { node.release() }
    }

    @usableFromInline
    func remove(_ id: UInt64) {
        guard let index = index(of: id), let node = entries[index].node else { return }
        entries[index].node = nil
        gaps += 1
        if isDelivering {
            removedNodes.append(node)
            phase.insert(.pendingWork)
        } else {
            compact()
            node.release()
        }
    }

    private func index(of id: UInt64) -> Int? {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].id < id { low = middle + 1 } else { high = middle }
        }
        return low < count && entries[low].id == id ? low : nil
    }

    /// Closes the gaps when they exceed half of the table.
    ///
    /// So a removal takes constant time on average.
    private func compact() {
        guard gaps * 2 > count else { return }
        var kept = 0
        for index in 0..<count where entries[index].node != nil {
            entries[kept] = entries[index]
            kept += 1
        }
        count = kept
        gaps = 0
        if capacity > 64, count * 4 < capacity { resize(to: capacity / 2) }
    }

    @usableFromInline
    func grow() {
        resize(to: capacity * 2)
    }

    private func resize(to newCapacity: Int) {
        let moved = UnsafeMutablePointer<Entry>.allocate(capacity: newCapacity)
        moved.moveInitialize(from: entries, count: count)
        entries.deallocate()
        entries = moved
        capacity = newCapacity
    }
}

/// The state that a send of a list tests, in one byte.
///
/// It is declared outside of the list, since the metadata of a type nested in a generic type costs
/// a lookup.
@usableFromInline
struct ObserverListPhase: OptionSet {
    @usableFromInline let rawValue: UInt8

    @inlinable
    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A delivery is in progress.
    @inlinable static var delivering: ObserverListPhase { ObserverListPhase(rawValue: 1) }
    /// Work is left for the end of that delivery.
    @inlinable static var pendingWork: ObserverListPhase { ObserverListPhase(rawValue: 2) }
    /// No more events will come.
    @inlinable static var closed: ObserverListPhase { ObserverListPhase(rawValue: 4) }
    /// The list keeps values for late subscribers.
    @inlinable static var replaying: ObserverListPhase { ObserverListPhase(rawValue: 8) }
    /// The terminal event follows.
    @inlinable static var ending: ObserverListPhase { ObserverListPhase(rawValue: 16) }
}
