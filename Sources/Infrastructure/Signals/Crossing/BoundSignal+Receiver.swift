public import Logging
public import Scheduling

extension BoundSignal {
    /// Starts the signal, and passes its values to `receiver` on the caller's scheduler.
    ///
    /// The subscription does not keep the receiver, and ends when the receiver is released. The
    /// release is noticed with the next value. If the signal may be quiet for long, the receiver
    /// keeps a `Disposable` in a property, and passes it as the `owner`. Without `ended`, a failure
    /// is logged as an error.
    ///
    /// - Parameters:
    ///   - home: the caller's scheduler, to which the receiver belongs.
    ///   - owner: ends the subscription at once when it ends or is released.
    /// - Returns: a token that ends the subscription earlier; it may be dropped.
    @inlinable
    @discardableResult
    public func deliver<Receiver: AnyObject>(
        to receiver: Receiver, in home: SchedulerIsolation, within owner: Disposable? = nil,
        capacity: Int = .max, overflow: Overflow<Value, Failure> = .wait,
        _ value: @escaping (Receiver, Value) -> Void,
        ended: ((Receiver, Completion<Failure>) -> Void)? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Disposable {
        let lifetime = Disposable(ofSubscription: ())
        owner?.add(lifetime)
        deliver(
            in: home, capacity: capacity, overflow: overflow, file: file, line: line
        ).observe(
            on: lifetime, at: SourceLine(file, line),
            { [weak receiver, weak lifetime] in
                if let receiver { value(receiver, $0) } else { lifetime?.dispose() }
            },
            { [weak receiver] completion in
                guard let receiver else { return }
                if let ended { return ended(receiver, completion) }
                guard case .failed(let error) = completion else { return }
                Logger(label: "signals").error("\(Receiver.self) ignored the error: \(error)")
            })
        return lifetime
    }

    /// Starts the signal, and passes its values to `receiver` on the main actor.
    ///
    /// It may be called from anywhere:
    ///
    /// ```swift
    /// progress.deliver(to: presenter, on: .shared) { presenter, step in presenter.show(step) }
    /// ```
    ///
    /// Code of the main actor itself may pass `in: .main`, and a receiver that is not `Sendable`.
    /// The subscription does not keep the receiver, and ends with the first value after the
    /// receiver is released. Without `ended`, a failure is logged as an error.
    public func deliver<Receiver: AnyObject & Sendable>(
        to receiver: Receiver, on scheduler: MainScheduler, capacity: Int = .max,
        overflow: Overflow<Value, Failure> = .wait,
        _ value: @escaping @MainActor (Receiver, Value) -> Void,
        ended: (@MainActor (Receiver, Completion<Failure>) -> Void)? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        scheduler.schedule(
            { [weak receiver] in
                guard let receiver else { return }
                deliver(
                    to: receiver, in: .main, capacity: capacity, overflow: overflow,
                    { value($0, $1) },
                    ended: ended.map { ended in { ended($0, $1) } }, file: file, line: line)
            }, file: file, line: line)
    }
}
