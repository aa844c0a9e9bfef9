public import Scheduling
public import Signals

extension FeedError: UnavailabilityConvertible {
    /// Creates the failure of a call to a service that is unavailable.
    public init(unavailable error: BoundError) {
        self.init(.serviceUnavailable, "the service could not be called: \(error)", cause: error)
    }
}
