public import Logging
public import Scheduling

extension BoundSignal {
    /// Starts the signal, and gives its values to `receiver` on the scheduler of the caller.
    ///
    /// The receiver is not kept: the subscription ends when the receiver is gone. Nothing tells when an
    /// object goes, so that shows with the next value; a receiver of a signal that may be quiet for long
    /// keeps a `Disposable` in a property, and gives it as the `owner`. A failure for which no `ended`
    /// is given is logged as an error. Traps outside of any scheduler.
    ///
    /// - Parameter owner: ends the subscription at once when it ends, or goes.
    /// - Returns: what ends the subscription earlier; it may be dropped.
    @inlinable
    @discardableResult
    public func deliver<Receiver: AnyObject>(
        to receiver: Receiver, within owner: Disposable? = nil, capacity: Int = .max,
        overflow: Overflow<Value, Failure> = .wait,
        _ value: @escaping (Receiver, Value) -> Void,
        ended: ((Receiver, Completion<Failure>) -> Void)? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Disposable {
        guard let scheduler = Schedulers.current else {
            preconditionFailure(
                "a signal can be delivered on a scheduler only, not on a foreign thread")
        }
        let lifetime = Disposable()
        owner?.add(lifetime)
        deliver(
            on: scheduler, capacity: capacity, overflow: overflow, file: file, line: line
        ).attach(
            Sink(
                lifetime: lifetime, depth: 0,
                onValue: { [weak receiver, weak lifetime] in
                    if let receiver { value(receiver, $0) } else { lifetime?.dispose() }
                },
                onEnd: { [weak receiver, weak lifetime] completion in
                    guard let receiver, lifetime?.state != .over else { return }
                    SignalTracing.arrived(completion, through: Lineage())
                    if let ended { return ended(receiver, completion) }
                    guard case .failed(let error) = completion else { return }
                    Logger(label: "signals").error("\(Receiver.self) does not handle: \(error)")
                }))
        return lifetime
    }
}
