/// Receives the events of a signal of another scheduler.
@usableFromInline
protocol HopTarget<Value, Failure>: AnyObject, Sendable {
    associatedtype Value: Sendable
    associatedtype Failure: Error

    /// Whether there has been no end yet.
    var isOpen: Bool { get }

    /// Receives a value, on the home scheduler.
    ///
    /// - Returns: whether to send more values.
    func send(_ value: Value) -> Bool

    /// Receives the end; of several, the first one counts.
    ///
    /// - Returns: whether this is the first one.
    @discardableResult
    func end(_ end: HopEnd<Failure>) -> Bool
}

/// The end of a hop, after its values.
@usableFromInline
enum HopEnd<Failure: Error> {
    /// A terminal event, and the named places that it has passed.
    case event(Completion<Failure>, through: [Place] = [])
    /// No event: the producer has disappeared.
    case vanished
}
