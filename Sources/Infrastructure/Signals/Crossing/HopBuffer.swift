public import Dispatch
import Logging
public import Scheduling

/// One hop: filled on the home scheduler, emptied in batches on the delivery scheduler.
///
/// Two arrays change places at each batch, so that a value costs one short lock and no allocation.
@usableFromInline
final class HopBuffer<
    Value: Sendable, Failure: Error
>: HopTarget, @unchecked Sendable {  // reason: `queue` belongs to its lock, the rest to a scheduler
    // unsafe, @exclusivity(unchecked): one scheduler uses the object, so accesses cannot overlap
    @usableFromInline let lock = SpinLock()
    @exclusivity(unchecked) @usableFromInline var queue: HopQueue<Value, Failure>
    /// The position of the latest value of each key, if the overflow policy has keys.
    ///
    /// Used on the home scheduler only.
    @usableFromInline let keys: HopKeys<Value>?
    @usableFromInline let scheduler: any Scheduler
    @usableFromInline let sink: IsolatedBox<Sink<Value, Failure>>
    /// The source line that requested the hop.
    ///
    /// The work of the hop on the delivery scheduler counts as posted from there.
    @usableFromInline let file: StaticString
    @usableFromInline let line: UInt
    @usableFromInline let spaceAvailable = DispatchSemaphore(value: 0)
    /// Ends the subscription at the end of the delivery scheduler; used on that scheduler only.
    @usableFromInline var ending: ScheduledWork?
    /// The thread on which the subscription was made.
    @usableFromInline var subscriber: ObjectIdentifier?
    /// The time limit for a producer that waits for space on the thread of its own delivery.
    @usableFromInline let ownThreadTimeout: DispatchTimeInterval
    /// The array that is not being filled; used on the delivery scheduler only.
    @exclusivity(unchecked) @usableFromInline var spare: [Value] = []
    /// The schedule of the delivery side; used on the delivery scheduler only.
    @exclusivity(unchecked) @usableFromInline var flow = HopFlow()

    @inlinable
    init(
        to sink: Sink<Value, Failure>, on scheduler: any Scheduler, capacity: Int,
        overflow: Overflow<Value, Failure>, ownThreadTimeout: DispatchTimeInterval = .seconds(1),
        file: StaticString, line: UInt
    ) {
        self.sink = IsolatedBox(sink, of: scheduler)
        self.scheduler = scheduler
        self.ownThreadTimeout = ownThreadTimeout
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
    /// - Returns: whether to send more values.
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
            case .waitForSpace: waitForSpace()
            case .stop: return false
            }
        }
    }

    @usableFromInline
    func send(_ value: Value, _ keys: HopKeys<Value>) -> Bool {
        let key = keys.key(of: value)
        let known = keys.position(of: key)
        while true {
            var displaced: Value?
            let (step, position) = withLock {
                $0.append(value, replacing: known, displacing: &displaced)
            }
            withExtendedLifetime(displaced) {}
            switch step {
            case .stop: return false
            case .grow: grow()
            case .done, .wakeUp, .waitForSpace:
                keys.note(position, of: key)
                return step == .done || wakeUp()
            }
        }
    }

    /// The approximate length of a queue without a capacity at which a warning is logged.
    private static var warningThreshold: Int { 1 << 20 }

    /// Moves the values to larger storage; outside of the lock, because the move takes time.
    @usableFromInline
    func grow() {
        var (values, capacity) = withLock { ($0.lend(), $0.capacity) }
        let target = max(32, 2 * values.count)
        values.reserveCapacity(min(target, capacity))
        if capacity == .max, (target / 2..<target).contains(Self.warningThreshold) {
            log("has \(values.count) values: give `deliver` a capacity and an overflow policy")
        }
        withLock { $0.restore(&values) }
        withExtendedLifetime(values) {}
    }

    /// Waits until the hop has space, or is closed.
    ///
    /// A delivery has been posted already and must stay the only one. If the delivery scheduler
    /// itself waits for this one, the hop is made larger: that costs memory, but without it the two
    /// would wait forever.
    @usableFromInline
    func waitForSpace() {
        let wait: WaitGraph.Wait
        do throws(BlockingError) {
            wait = try WaitGraph.block(untilSpaceOn: scheduler, file, line)
        } catch {
            return withLock { $0.enlarge(to: 2 * $0.capacity) }
        }
        defer { wait.end() }
        guard subscriber == ObjectIdentifier(ThreadState.current) else {
            return spaceAvailable.wait()
        }
        // Schedulers of virtual time share their thread, so no other thread may be there to make
        // space.
        if spaceAvailable.wait(timeout: .now() + ownThreadTimeout) == .success { return }
        log("ignores its capacity: both of its schedulers run on one thread, which cannot wait")
        withLock { $0.enlarge(to: .max) }
    }

    private func log(_ problem: String) {
        Logger(label: "signals").error(
            "a hop to scheduler '\(scheduler.name)', created at \(file):\(line), \(problem)")
    }

    @usableFromInline var isOpen: Bool { withLock { $0.isOpen } }

    /// Queues the end; called on the home scheduler.
    ///
    /// - Returns: whether it is the first one.
    @inlinable
    @discardableResult
    func end(_ end: HopEnd<Failure>) -> Bool {
        let (isFirst, isWakeUpNeeded) = withLock { $0.end(end) }
        if isWakeUpNeeded { _ = wakeUp() }
        return isFirst
    }

    /// Makes the subscription end with the delivery scheduler.
    ///
    /// Called there, before the signal is started.
    @usableFromInline
    func endWithScheduler() {
        subscriber = ObjectIdentifier(ThreadState.current)
        ending = scheduler.scheduleAtEnd { self.sink.contentOnScheduler?.lifetime.dispose() }
    }

    /// Drops the waiting values, and releases a waiting producer; called on the delivery scheduler.
    @usableFromInline
    func close() {
        let dropped = withLock { $0.close() }
        if dropped.isProducerWaiting { spaceAvailable.signal() }
        sink.drop()
        ending.take()?.cancel()
        withExtendedLifetime(dropped) {}
    }

    @inlinable
    func wakeUp() -> Bool {
        let postResult = scheduler.post(
            WorkItem(beyondCapacity: { [self] in deliver() }, provenance: .capture(file, line)))
        if !postResult.isAccepted { withLock { $0.stopAccepting() } }
        return postResult.isAccepted
    }

    /// Delivers the waiting values, then yields to the other work of the scheduler.
    @inlinable
    func deliver() {
        guard let sink = sink.contentOnScheduler else { return }
        guard flow.begin() else {
            _ = wakeUp()
            return
        }
        var batch: [Value] = []
        swap(&batch, &spare)
        let (first, isProducerWaiting) = withLock { $0.take(into: &batch) }
        if isProducerWaiting { spaceAvailable.signal() }
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
        switch withLock({ $0.endTurn(isDry: isDry) }) {
        case .proceed: _ = wakeUp()
        case .sleep: break
        case .end(.event(let completion, let positions)):
            SignalTracing.deliver(completion, through: positions, to: sink)
        case .end(.vanished): sink.lifetime.dispose()
        }
    }

    /// The size up to which an array is kept for the next batch, whatever that batch's size.
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
