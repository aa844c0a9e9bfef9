import PhotoFeed

import struct Foundation.Date

extension FeedTime {
    /// Returns the present time by the clock of the system.
    static func now() -> FeedTime {
        FeedTime(secondsSinceEpoch: Int64(Date().timeIntervalSince1970))
    }
}
