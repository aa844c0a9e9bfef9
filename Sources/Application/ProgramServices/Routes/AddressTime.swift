package import PhotoFeed
import Routing

/// A time in an address, such as `2024-05-31T18:00:00Z`.
package struct AddressTime: AddressValue, Hashable {
    package let time: FeedTime

    package init(_ time: FeedTime) { self.time = time }

    package init?(addressText: String) {
        guard let time = FeedTime(addressText) else { return nil }
        self.time = time
    }

    package var addressText: String { time.description }
}
