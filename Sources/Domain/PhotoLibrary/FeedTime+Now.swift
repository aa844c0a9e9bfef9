import DurableFiles
import PhotoFeed

extension FeedTime {
    /// Returns the present time by the clock of the system.
    static func now() -> FeedTime {
        FeedTime(secondsSinceEpoch: MachineClock.now)
    }
}
