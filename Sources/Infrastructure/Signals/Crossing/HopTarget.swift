/// What takes the events of a signal on another scheduler than the signal's own.
@usableFromInline
protocol HopTarget<Value, Failure>: AnyObject, Sendable {
    associatedtype Value: Sendable
    associatedtype Failure: Error

    /// Whether there has been no end.
    var isOpen: Bool { get }

    /// Takes a value, on the home scheduler.
    ///
    /// - Returns: whether more values are of any use.
    func send(_ value: Value) -> Bool

    /// Takes the end; of several the first one counts.
    ///
    /// - Returns: whether this is the first one.
    @discardableResult
    func end(_ end: HopEnd<Failure>) -> Bool
}

/// What comes behind the values of a hop.
@usableFromInline
enum HopEnd<Failure: Error> {
    /// An event, and the named places that it has passed.
    case event(Completion<Failure>, through: [Place] = [])
    /// No event: the producer has gone.
    case vanished
}

/// The home side's reference to a target: when the producer releases it without an end, nothing can come.
@usableFromInline
final class HopSender<Target: HopTarget>: Sendable {
    @usableFromInline let target: Target
    @usableFromInline let homeEnd: HomeEnd<Target.Failure>

    @inlinable
    init(_ target: Target, _ homeEnd: HomeEnd<Target.Failure>) {
        self.target = target
        self.homeEnd = homeEnd
    }

    deinit { if target.isOpen { homeEnd.vanish(target) } }
}
