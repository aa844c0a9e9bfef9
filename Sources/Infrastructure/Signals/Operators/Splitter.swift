/// Sends parts of an upstream as signals, each before its first value.
///
/// Events that arrive while a part is being sent wait, so that an observer that subscribes to the
/// part at once gets all of its values. The upstream keeps the splitter, and the splitter keeps its
/// parts, so that these end with the subscription.
@usableFromInline
protocol Splitter: AnyObject {
    associatedtype Value
    associatedtype Failure: Error
    associatedtype Part

    var sink: Sink<Part, Failure> { get }
    var queue: SplitterQueue<Value, Failure> { get set }

    /// Passes on an event while no part is being sent, or an event that has waited.
    ///
    /// This is the last act of the caller.
    func handle(_ event: SignalEvent<Value, Failure>)
}

/// The pending work while a part is being sent.
@usableFromInline
struct SplitterQueue<Value, Failure: Error> {
    @usableFromInline var isBusy = false
    /// The work that follows the part that is being sent.
    @usableFromInline var next: (() -> Void)?
    @usableFromInline var events = FIFOQueue<SignalEvent<Value, Failure>>()
    /// Whether the source has disappeared while a part was being sent.
    @usableFromInline var isOrphaned = false

    @inlinable
    init() {}
}

extension Splitter {
    /// Subscribes to `upstream`.
    @inlinable
    func start(_ upstream: Signal<Value, Failure>) {
        let lifetime = sink.lifetime.makeUpstream(continuingIf: { [weak self] in
            guard let self, queue.isBusy else { return false }
            queue.isOrphaned = true
            return true
        })
        upstream.subscribe(
            sink.branch(lifetime) {
                self.accept(.value($0))
            } ended: { (completion: Completion<Failure>) in
                self.accept(.ended(completion))
            })
    }

    @inlinable
    func accept(_ event: SignalEvent<Value, Failure>) {
        if queue.isBusy { queue.events.append(event) } else { handle(event) }
    }

    /// Sends `part`, then runs `next`, as the last thing that `handle` does.
    @inlinable
    func send(_ part: Part, then next: @escaping () -> Void) {
        queue.next = next
        if queue.isBusy { return sink.send(part) }
        queue.isBusy = true
        sink.send(part)
        while let work = step() { work() }
    }

    @inlinable
    func step() -> (() -> Void)? {
        if sink.isLive {
            if let next = queue.next.take() { return next }
            if let event = queue.events.popFirst() { return { self.handle(event) } }
        }
        let isOrphaned = queue.isOrphaned
        queue = SplitterQueue()
        if isOrphaned { sink.lifetime.tearDown() }
        return nil
    }
}
