package import Routing

/// Describes one photo or video of an account.
package struct ShowPhoto: AddressableRoute, Equatable {
    package typealias Output = ShownResult

    package static let address = RouteAddress(
        "feed/:photo", .reads, from: ShowPhoto(""),
        .path("photo", \.photo), .query("account", \.account), .query("json", \.isJSON))

    /// The account; `nil` for the one that is open.
    package var account: String?
    /// The identifier of the photo or video.
    package var photo: String
    /// Whether the description is a JSON object, and not text.
    package var isJSON = false

    package init(_ photo: String) { self.photo = photo }

    /// The feed with the photo.
    package var parent: (any AddressableRoute)? {
        var feed = ShowFeed()
        feed.account = account
        return feed
    }
}
