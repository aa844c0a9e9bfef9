public import Scheduling
public import Signals

extension HTTPError: UnavailabilityConvertible {
    /// Creates the failure of a request to an unreachable host or gateway on another scheduler.
    public init(unavailable error: BoundError) {
        self.init(.unavailable, "the service that sends requests is unavailable", cause: error)
    }
}
