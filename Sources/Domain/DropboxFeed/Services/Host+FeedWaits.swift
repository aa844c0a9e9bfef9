import HTTPGateway
import PhotoFeed
import Signals

extension Host {
    /// The host's pauses, as a feed speaks of them.
    var feedWaits: Signal<FeedWait?, Never> {
        pauses.map { pause in
            pause.map {
                FeedWait(
                    reason: $0.reason == .rateLimited ? .rateLimit : .failure,
                    duration: $0.duration)
            }
        }
    }
}
