/// The state of the signal that sends the inner signals of `flatMap`.
///
/// It has the first slot of the upstream set until it has ended.
@usableFromInline
enum OuterSignal {
    case running
    case completed
    /// Its source has disappeared.
    case gone

    /// Records that a source has disappeared, and returns whether it was this signal's.
    @usableFromInline
    mutating func vanishes(from slot: Int) -> Bool {
        guard self == .running, slot == 0 else { return false }
        self = .gone
        return true
    }

    /// Ends the whole when no inner signal runs or waits, unless more inner signals may come.
    @inlinable
    func end<Value, Failure>(_ sink: Sink<Value, Failure>) {
        switch self {
        case .running: break
        case .completed: sink.end(.completed)
        case .gone: sink.lifetime.tearDown()
        }
    }
}
