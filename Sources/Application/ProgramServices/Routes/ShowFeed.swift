package import Routing

/// Lists the photos and videos of accounts, newest first, as `photopark feed` does.
package struct ShowFeed: AddressableRoute, Equatable {
    package typealias Output = ShownResult

    package static let address = RouteAddress(
        "feed", .reads, from: ShowFeed(), .query("account", \.account),
        .query("limit", \.limit, in: 0...Int.max), .query("since", \.since),
        .query("until", \.until), .query("at", \.moment),
        .query("search", \.search), .query("copies", \.showsCopies), .query("json", \.isJSON))

    /// The account; `nil` for all that are open.
    package var account: String?
    /// The maximum number of photos and videos to list.
    package var limit = Int.max
    /// The lower limit of their dates, inclusive.
    package var since: AddressTime?
    /// The upper limit of their dates, exclusive.
    package var until: AddressTime?
    /// The time whose feed is listed; `nil` for the present.
    package var moment: AddressTime?
    /// The words of a search, each of which an item must match; `nil` for all items.
    package var search: String?
    /// Whether equal photos of several accounts are listed once for each copy.
    package var showsCopies = false
    /// Whether each is a JSON object, and not a row of a table.
    package var isJSON = false

    package init() {}
}
