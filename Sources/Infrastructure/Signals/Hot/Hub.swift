public import Scheduling

/// The observers of a hot signal, and the one rule for reentrant sends: an event that is sent
/// during a delivery is delivered after it, to those who were subscribed when it was sent.
///
/// A hub can remember the last values for those who subscribe later. It remembers a value when it is sent, so that these get each
/// value once: remembered, or delivered.
@usableFromInline
final class Hub<Value, Failure: Error> {
    @usableFromInline
    final class Node {
        @usableFromInline let sink: Sink<Value, Failure>

        @inlinable
        init(_ sink: Sink<Value, Failure>) { self.sink = sink }

        @inlinable
        func send(_ value: Value) {
            if sink.lifetime.state == .live { sink.onValue(value) } else { sendDeep(value) }
        }

        // On the node, so that the caller need not copy the sink.
        @usableFromInline
        func sendDeep(_ value: Value) { sink.sendDeep(value) }
    }

    @usableFromInline
    struct Entry {
        @usableFromInline let id: UInt64
        // unsafe, Unmanaged, _withUnsafeGuaranteedRef: an entry owns its node
        /// Owned; `nil` when its observer has gone and the table has not been tidied yet.
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
    /// The scheduler that the source belongs to, where it was made on one; looked at in debug builds.
    @usableFromInline let pin = SchedulerPin()
    /// Where the source is torn down, in all builds.
    @exclusivity(unchecked) @usableFromInline var home: Home
    // Raw memory, ordered by id, which moves only on growth and tidying: the delivery reads it
    // without a retain for each observer. A node that goes during a delivery is kept until its end.
    @exclusivity(unchecked) @usableFromInline var entries: UnsafeMutablePointer<Entry>
    @exclusivity(unchecked) @usableFromInline var count = 0
    @exclusivity(unchecked) @usableFromInline var capacity = 2
    @exclusivity(unchecked) private var gaps = 0
    @exclusivity(unchecked) @usableFromInline var lastID: UInt64 = 0
    @exclusivity(unchecked) @usableFromInline var phase: HubPhase
    @exclusivity(unchecked) private var completion: Completion<Failure>?
    @exclusivity(unchecked) @usableFromInline var queue = Fifo<(event: Event, audience: Int)>()
    @exclusivity(unchecked) private var departed: [Unmanaged<Node>] = []
    /// How many of the last values those get first who subscribe later.
    @usableFromInline let memory: Int
    @exclusivity(unchecked) @usableFromInline var remembered = Fifo<Value>()

    @usableFromInline
    init(replaying memory: Int = 0) {
        self.memory = memory
        phase = memory > 0 ? .replaying : []
        entries = .allocate(capacity: capacity)
        home = Schedulers.current.map(Home.scheduler) ?? .undecided
    }

    deinit {
        for index in 0..<count { entries[index].node?.release() }
        entries.deallocate()
    }

    private var isDelivering: Bool { phase.contains(.delivering) }
    @inlinable var isClosed: Bool { phase.contains(.closed) }

    /// How many observers are subscribed.
    var observerCount: Int { count - gaps }

    /// Subscribes `sink`, which gets what is remembered first; after the end it gets the end then, after abandonment nothing more.
    @inlinable
    func add(_ sink: Sink<Value, Failure>) {
        if phase.contains(.replaying) { replay(to: sink) } else { enter(sink) }
    }

    @usableFromInline
    func replay(to sink: Sink<Value, Failure>) {
        if remembered.isEmpty { enter(sink) } else { add(sink, beginningWith: remembered.snapshot) }
    }

    @inlinable
    func enter(_ sink: Sink<Value, Failure>) {
        pin.check(Signal<Value, Failure>.self, .call, "observe(_:)")
        if isClosed { return end(sink) }
        guard sink.isLive else { return }
        home.settle()
        lastID += 1
        let id = lastID
        if count == capacity { grow() }
        (entries + count).initialize(to: Entry(id: id, node: .passRetained(Node(sink))))
        count += 1
        sink.lifetime.add { [self] in remove(id) }
    }

    /// Tells a late subscriber the end.
    @usableFromInline
    func end(_ sink: Sink<Value, Failure>) {
        if let completion { sink.end(completion) } else { sink.lifetime.tearDown() }
    }

    /// Subscribes `sink` and sends it values of its own first, as part of a delivery, so that it
    /// misses nothing that these values bring about.
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
        if phase.contains(.leftovers) { settle() } else { phase.remove(.delivering) }
    }

    @inlinable
    func send(_ value: Value) {
        if phase.isEmpty { deliver(value) } else { sendWithCare(value) }
    }

    @inlinable
    func deliver(_ value: Value) {
        phase.insert(.delivering)
        var index = 0
        let audience = count
        while index < audience {
            entries[index].node?._withUnsafeGuaranteedRef { $0.send(value) }
            index += 1
        }
        if phase == .delivering { phase = [] } else { settle() }
    }

    /// Ends all subscriptions, present and later.
    @usableFromInline
    func end(_ completion: Completion<Failure>) {
        guard !isClosed else { return }
        phase.insert(.closed)
        self.completion = completion
        queue.append((.end(completion), count))
        if isDelivering { phase.insert(.leftovers) } else { settle() }
    }

    /// Runs `teardown` in the home of the source, whose last reference may die elsewhere.
    func atHome(_ teardown: @escaping (Hub) -> Void) {
        if home.isHere { teardown(self) } else { home.post { teardown(self) } }
    }

    /// Nobody can send any more: ends all subscriptions without an event.
    @usableFromInline
    func abandon() {
        guard !isClosed else { return }
        phase.insert(.closed)
        queue.append((.abandon, count))
        if isDelivering { phase.insert(.leftovers) } else { settle() }
    }

    /// Sends a value as the last thing that the caller does; step by step when the caller is part of a long chain.
    @inlinable
    func forward(_ value: Value, isDeep: Bool) {
        if isDeep { begin(.value(value)) } else { send(value) }
    }

    /// Ends all subscriptions as the last thing that the caller does; step by step when the caller is part of a long chain.
    @usableFromInline
    func finish(_ completion: Completion<Failure>, isDeep: Bool) {
        guard isDeep else { return end(completion) }
        guard !isClosed else { return }
        self.completion = completion
        begin(.end(completion))
    }

    /// Ends all subscriptions without an event, as a step of a drain.
    @usableFromInline
    func vanish() {
        if !isClosed { begin(.abandon) }
    }

    @usableFromInline
    func begin(_ event: Event) {
        guard !isClosed else { return }
        if case .value(let value) = event {
            // Released behind the delivery, as in `sendWithCare`.
            if let displaced = remember(value) { Trampoline.release(displaced) }
        } else {
            phase.insert(.closed)
        }
        queue.append((event, count))
        if isDelivering {
            phase.insert(.leftovers)
        } else {
            phase.insert(.delivering)
            deliverNext()
        }
    }

    /// Delivers what waits, as `settle` does, with a step for each observer.
    private func deliverNext() {
        guard let (event, audience) = queue.popFirst() else { return endDelivery() }
        var index = 0
        Trampoline.run(all: { [self] in
            while index < min(audience, count) {
                index += 1
                if let node = entries[index - 1].node { return { Self.deliver(event, to: node) } }
            }
            deliverNext()
            return nil
        })
    }

    private static func deliver(_ event: Event, to node: Unmanaged<Node>) {
        node._withUnsafeGuaranteedRef { node in
            switch event {
            case .value(let value): node.sink.forward(value)
            case .end(let completion): node.sink.finish(completion)
            case .abandon: node.sink.lifetime.tearDownLast()
            }
        }
    }

    @inlinable
    func sendWithCare(_ value: Value) {
        guard !isClosed else { return }
        // Released behind the delivery: its deinit may send.
        let displaced = remember(value)
        if phase.contains(.delivering) {
            queue.append((.value(value), count))
            phase.insert(.leftovers)
        } else {
            deliver(value)
        }
        withExtendedLifetime(displaced) {}
    }

    /// Forgets what late subscribers would get.
    @usableFromInline
    func forget() {
        remembered.removeAll()
    }

    /// Keeps a value for late subscribers, and gives the one that it displaces.
    @inlinable
    func remember(_ value: Value) -> Value? {
        guard memory > 0 else { return nil }
        remembered.append(value)
        return remembered.count > memory ? remembered.popFirst() : nil
    }

    /// Delivers what was sent meanwhile, then releases and forgets who has gone meanwhile.
    @usableFromInline
    func settle() {
        phase.insert(.delivering)
        while let (event, audience) = queue.popFirst() {
            for index in 0..<min(audience, count) {
                guard let node = entries[index].node else { continue }
                Trampoline.complete { Self.deliver(event, to: node) }
            }
        }
        endDelivery()
    }

    private func endDelivery() {
        phase.subtract([.delivering, .leftovers])
        tidy()
        let departed = departed
        self.departed = []
        for node in departed { node.release() }
    }

    @usableFromInline
    func remove(_ id: UInt64) {
        guard let index = index(of: id), let node = entries[index].node else { return }
        entries[index].node = nil
        gaps += 1
        if isDelivering {
            departed.append(node)
            phase.insert(.leftovers)
        } else {
            tidy()
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

    /// Closes the gaps when they are half of the table, which makes a removal constant on average.
    private func tidy() {
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

/// What a send of a hub has to look at, in one byte; outside of the hub, since the metadata of a type in a generic type costs a search.
@usableFromInline
struct HubPhase: OptionSet {
    @usableFromInline let rawValue: UInt8

    @inlinable
    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A delivery is under way.
    @inlinable static var delivering: HubPhase { HubPhase(rawValue: 1) }
    /// Something is left to do behind that delivery.
    @inlinable static var leftovers: HubPhase { HubPhase(rawValue: 2) }
    /// There will be no more events.
    @inlinable static var closed: HubPhase { HubPhase(rawValue: 4) }
    /// Values are kept for late subscribers.
    @inlinable static var replaying: HubPhase { HubPhase(rawValue: 8) }
}
