import HTTPGateway
import PhotoFeed
import Scheduling
import Signals

extension Host {
    /// The host's pauses, as a feed speaks of them; read on the host's scheduler.
    var feedWaits: Signal<FeedWait?, Never> {
        pauses.map { pause in
            guard let pause, let now = Schedulers.current?.now else { return nil }
            return FeedWait(
                reason: pause.reason == .rateLimited ? .rateLimit : .failure,
                duration: max(.zero, now.duration(to: pause.until)))
        }
    }
}
