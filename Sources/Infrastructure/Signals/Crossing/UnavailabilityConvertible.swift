public import Scheduling

/// A failure type that can say that a bound service was out of reach.
public protocol UnavailabilityConvertible: Error {
    /// The failure of a signal whose service could not be reached.
    init(unavailable error: BoundError)
}

extension BoundError: UnavailabilityConvertible {
    /// The error itself.
    public init(unavailable error: BoundError) { self = error }
}
