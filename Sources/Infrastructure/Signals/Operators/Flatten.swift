/// Joins the signals that an outer signal sends, by one of the strategies of `flatMap`.
@usableFromInline
protocol Flatten: AnyObject {
    associatedtype Value
    associatedtype Failure: Error

    var sink: Sink<Value, Failure> { get }
    /// The upstreams; the outer signal has the first slot.
    var upstreamSet: UpstreamSet { get }
    var outer: OuterSignal { get set }

    /// Whether an inner signal is wanted now.
    var isAccepting: Bool { get }

    /// Subscribes to an inner signal, now or later.
    func accept(_ inner: Signal<Value, Failure>)
    /// Handles the end of an inner signal.
    func endInner(_ completion: Completion<Failure>)
    /// Ends the subscription if the outer signal has ended and no inner signal runs or waits.
    func endIfDone()
}

extension Flatten {
    @inlinable var isAccepting: Bool { true }

    /// Handles the end of the outer signal.
    @inlinable
    func end(_ completion: Completion<Failure>) {
        guard completion.isSuccess else { return sink.end(completion) }
        outer = .completed
        endIfDone()
    }

    /// Makes the disappearance of a source count as the end of its signal.
    @inlinable
    func watchSources() {
        upstreamSet.onVanish = { [weak self] slot in
            // An inner signal keeps this object, so none runs when it has been released.
            guard let self else { return false }
            if outer.vanishes(from: slot) { endIfDone() } else { endInner(.completed) }
            return true
        }
    }
}
