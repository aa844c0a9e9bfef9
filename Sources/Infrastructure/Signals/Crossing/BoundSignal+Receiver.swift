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
        let lifetime = Disposable(ofSubscription: ())
        owner?.add(lifetime)
        deliver(
            on: scheduler, capacity: capacity, overflow: overflow, file: file, line: line
        ).observe(
            on: lifetime, at: SourceLine(file, line),
            { [weak receiver, weak lifetime] in
                if let receiver { value(receiver, $0) } else { lifetime?.dispose() }
            },
            { [weak receiver] completion in
                guard let receiver else { return }
                if let ended { return ended(receiver, completion) }
                guard case .failed(let error) = completion else { return }
                Logger(label: "signals").error("\(Receiver.self) does not handle: \(error)")
            })
        return lifetime
    }

    /// Starts the signal, and gives its values to `receiver` on the main actor; called from anywhere.
    ///
    /// ```swift
    /// progress.deliver(to: presenter, on: .shared) { presenter, step in presenter.show(step) }
    /// ```
    ///
    /// Code of the main actor itself needs no `on:`, since its closures belong to the main actor. The
    /// receiver is not kept: the subscription ends with the first value after the receiver is gone. A
    /// failure for which no `ended` is given is logged as an error.
    public func deliver<Receiver: AnyObject & Sendable>(
        to receiver: Receiver, on scheduler: MainScheduler, capacity: Int = .max,
        overflow: Overflow<Value, Failure> = .wait,
        _ value: @escaping @MainActor (Receiver, Value) -> Void,
        ended: (@MainActor (Receiver, Completion<Failure>) -> Void)? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        scheduler.schedule(
            { @MainActor [weak receiver] in
                guard let receiver else { return }
                deliver(
                    to: receiver, capacity: capacity, overflow: overflow, { value($0, $1) },
                    ended: ended.map { ended in { ended($0, $1) } }, file: file, line: line)
            }, file: file, line: line)
    }
}
