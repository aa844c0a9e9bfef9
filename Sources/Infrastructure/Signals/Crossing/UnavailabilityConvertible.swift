public import Scheduling

/// A failure type that can represent the unavailability of a bound service.
public protocol UnavailabilityConvertible: Error {
    /// Creates the failure of a signal whose service is unavailable.
    init(unavailable error: BoundError)
}

extension BoundError: UnavailabilityConvertible {
    /// Creates the error itself.
    public init(unavailable error: BoundError) { self = error }
}
