public import Dispatch
import Logging
public import Scheduling

/// One hop: filled on the home scheduler, emptied in batches on the delivery scheduler.
///
/// Two arrays change places at each batch, so that a value costs one short lock and no memory.
@usableFromInline
final class HopBuffer<
    Value: Sendable, Failure: Error
>: HopTarget, @unchecked Sendable {  // reason: `queue` belongs to its lock, the rest to a scheduler
    // unsafe, @exclusivity(unchecked): one scheduler uses the object, so accesses cannot overlap
    @usableFromInline let lock = SpinLock()
    @exclusivity(unchecked) @usableFromInline var queue: HopQueue<Value, Failure>
    /// Where the values of each key wait, for the home scheduler, when the overflow asks for keys.
    @usableFromInline let keys: HopKeys<Value>?
    @usableFromInline let scheduler: any Scheduler
    @usableFromInline let sink: Resident<Sink<Value, Failure>>
    /// Where the hop was asked for: its work on the delivery scheduler counts as posted from there.
    @usableFromInline let file: StaticString
    @usableFromInline let line: UInt
    @usableFromInline let room = DispatchSemaphore(value: 0)
    /// Ends the subscription at the end of the delivery scheduler; touched there only.
    @usableFromInline var ending: ScheduledWork?
    /// The thread on which the subscription was made.
    @usableFromInline var subscriber: ObjectIdentifier?
    /// How long a producer waits for room on the thread of its own delivery.
    @usableFromInline let patience: DispatchTimeInterval
    /// The array that is not being filled; touched on the delivery scheduler only.
    @exclusivity(unchecked) @usableFromInline var spare: [Value] = []
    /// Touched on the delivery scheduler only.
    @exclusivity(unchecked) @usableFromInline var flow = HopFlow()

    @inlinable
    init(
        to sink: Sink<Value, Failure>, on scheduler: any Scheduler, capacity: Int,
        overflow: Overflow<Value, Failure>, patience: DispatchTimeInterval = .seconds(1),
        file: StaticString, line: UInt
    ) {
        self.sink = Resident(sink, of: scheduler)
        self.scheduler = scheduler
        self.patience = patience
        self.file = file
        self.line = line
        queue = HopQueue(capacity: capacity, overflow: overflow)
        keys = overflow.key.map { HopKeys(capacity: capacity, $0) }
    }

    @inlinable
    func withLock<Result>(_ body: (inout HopQueue<Value, Failure>) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&queue)
    }

    /// Queues a value; called on the home scheduler.
    ///
    /// - Returns: whether more values are of any use.
    @inlinable
    func send(_ value: Value) -> Bool {
        if let keys { return send(value, keys) }
        while true {
            var displaced: Value?
            let step = withLock { $0.append(value, displacing: &displaced) }
            withExtendedLifetime(displaced) {}
            switch step {
            case .done: return true
            case .wakeUp: return wakeUp()
            case .grow: grow()
            case .waitForRoom: waitForRoom()
            case .stop: return false
            }
        }
    }

    @usableFromInline
    func send(_ value: Value, _ keys: HopKeys<Value>) -> Bool {
        let key = keys.key(of: value)
        let known = keys.place(of: key)
        while true {
            var displaced: Value?
            let (step, place) = withLock {
                $0.append(value, inPlaceOf: known, displacing: &displaced)
            }
            withExtendedLifetime(displaced) {}
            switch step {
            case .stop: return false
            case .grow: grow()
            case .done, .wakeUp, .waitForRoom:
                keys.note(place, of: key)
                return step == .done || wakeUp()
            }
        }
    }

    /// About how many values in a queue without a capacity are worth a line in the log.
    private static var muchWaiting: Int { 1 << 20 }

    /// Makes larger storage for the values; outside of the lock, because that moves them.
    @usableFromInline
    func grow() {
        var (values, capacity) = withLock { ($0.lend(), $0.capacity) }
        let target = max(32, 2 * values.count)
        values.reserveCapacity(min(target, capacity))
        if capacity == .max, (target / 2..<target).contains(Self.muchWaiting) {
            log("holds \(values.count) values: give `deliver` a capacity, and an overflow")
        }
        withLock { $0.giveBack(&values) }
        withExtendedLifetime(values) {}
    }

    /// Waits until there is room, or until there will be none any more.
    ///
    /// A delivery has been posted already and must stay the only one. Where the delivery scheduler stands still itself until this
    /// one goes on, the hop is made larger: that costs memory, and nothing else would ever end.
    @usableFromInline
    func waitForRoom() {
        let wait: WaitGraph.Wait
        do throws(BlockingError) {
            wait = try WaitGraph.block(untilRoomOn: scheduler, file, line)
        } catch {
            return withLock { $0.enlarge(to: 2 * $0.capacity) }
        }
        defer { wait.end() }
        guard subscriber == ObjectIdentifier(ThreadState.current) else { return room.wait() }
        // Schedulers of virtual time share their thread, so nobody else may be there to make room.
        if room.wait(timeout: .now() + patience) == .success { return }
        log("has no capacity any more: both of its schedulers run on one thread, which cannot wait")
        withLock { $0.enlarge(to: .max) }
    }

    private func log(_ problem: String) {
        Logger(label: "signals").error(
            "a hop to scheduler '\(scheduler.name)', asked for at \(file):\(line), \(problem)")
    }

    @usableFromInline var isOpen: Bool { withLock { $0.isOpen } }

    /// Queues the end; called on the home scheduler.
    @inlinable
    @discardableResult
    func end(_ end: HopEnd<Failure>) -> Bool {
        let (isFirst, isWakeUpNeeded) = withLock { $0.end(end) }
        if isWakeUpNeeded { _ = wakeUp() }
        return isFirst
    }

    /// Ends the subscription with the delivery scheduler; called there, before the signal is started.
    @usableFromInline
    func endWithScheduler() {
        subscriber = ObjectIdentifier(ThreadState.current)
        ending = scheduler.scheduleAtEnd { self.sink.here?.lifetime.dispose() }
    }

    /// Drops what waits, and lets the producer go; called on the delivery scheduler.
    @usableFromInline
    func close() {
        let dropped = withLock { $0.close() }
        if dropped.isProducerWaiting { room.signal() }
        sink.drop()
        ending.take()?.cancel()
        withExtendedLifetime(dropped) {}
    }

    @inlinable
    func wakeUp() -> Bool {
        let posting = scheduler.post(
            WorkItem(beyondBound: { [self] in deliver() }, provenance: .here(file, line)))
        if !posting.isAccepted { withLock { $0.shut() } }
        return posting.isAccepted
    }

    /// Delivers what waits, then gives other work of the scheduler its turn.
    @inlinable
    func deliver() {
        guard let sink = sink.here else { return }
        guard flow.begin() else {
            _ = wakeUp()
            return
        }
        var batch: [Value] = []
        swap(&batch, &spare)
        let (first, isProducerWaiting) = withLock { $0.take(into: &batch) }
        if isProducerWaiting { room.signal() }
        var index = first
        for _ in 0..<batch.count {
            sink.send(batch[index])
            if !sink.isLive { return }
            index += 1
            if index == batch.count { index = 0 }
        }
        flow.found(batch.count)
        keep(&batch)
        let isDry = flow.isDry
        switch withLock({ $0.settle(isDry: isDry) }) {
        case .goOn: _ = wakeUp()
        case .sleep: break
        case .end(.event(let completion, let places)):
            SignalTracing.deliver(completion, through: places, to: sink)
        case .end(.vanished): sink.lifetime.dispose()
        }
    }

    /// How large an array may be that is kept for a next batch of any size.
    @inlinable
    static var keptBytes: Int { 64 * 1024 }

    /// Keeps the array for the next batch, unless a burst has made it much larger than needed.
    @inlinable
    func keep(_ batch: inout [Value]) {
        let isSmall = batch.capacity * MemoryLayout<Value>.stride <= Self.keptBytes
        guard isSmall || batch.capacity <= 4 * batch.count else { return }
        batch.removeAll(keepingCapacity: true)
        swap(&batch, &spare)
    }
}
