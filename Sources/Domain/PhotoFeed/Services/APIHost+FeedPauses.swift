package import HTTPGateway
package import Signals

extension APIHost {
    /// The host's pauses, in the types of a feed.
    package var feedPauses: Signal<FeedPause?, Never> {
        pauses.map { pause in
            pause.map {
                FeedPause(
                    reason: FeedPause.Reason($0.reason), duration: $0.duration,
                    cause: $0.cause.flatMap(FeedPause.Cause.init))
            }
        }
    }
}

extension FeedPause.Reason {
    fileprivate init(_ reason: HostPause.Reason) {
        self =
            switch reason {
            case .rateLimited: .rateLimit
            case .backingOff: .failure
            case .awaitingResponse: .answer
            }
    }
}

extension FeedPause.Cause {
    fileprivate init?(_ error: HTTPError) {
        if let status = error.response?.status {
            self = .status(status)
            return
        }
        switch error.code {
        case .nameNotResolved: self = .nameNotResolved
        case .connectionRefused: self = .connectionRefused
        case .connectFailed: self = .noConnection
        case .connectTimedOut: self = .connectTimedOut
        case .proxyFailed: self = .proxyFailed
        case .tlsFailed: self = .tlsFailed
        case .sendFailed, .connectionLost, .emptyResponse, .truncatedBody: self = .connectionLost
        case .stalled, .deadlineExceeded: self = .timedOut
        default: return nil
        }
    }
}
