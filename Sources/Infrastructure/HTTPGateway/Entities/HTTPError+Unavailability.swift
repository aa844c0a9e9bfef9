public import Scheduling
public import Signals

extension HTTPError: UnavailabilityConvertible {
    /// The failure of a request to a host or gateway on another scheduler that could not be reached.
    public init(unavailable error: BoundError) {
        self.init(.unavailable, "the service that sends requests is out of reach", cause: error)
    }
}
