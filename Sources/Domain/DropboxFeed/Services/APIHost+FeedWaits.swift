import HTTPGateway
import PhotoFeed
import Signals

extension APIHost {
    /// The host's pauses, as a feed speaks of them.
    var feedWaits: Signal<FeedWait?, Never> {
        pauses.map { pause in
            pause.map { FeedWait(reason: FeedWait.Reason($0.reason), duration: $0.duration) }
        }
    }
}

extension FeedWait.Reason {
    fileprivate init(_ reason: HostPause.Reason) {
        self =
            switch reason {
            case .rateLimited: .rateLimit
            case .backingOff: .failure
            case .awaitingResponse: .answer
            }
    }
}
