import ProgramServices
import Routing

/// Shows the numbers of photos and videos of accounts, as `photopark stats` does.
struct ShowStats: AddressableRoute, Equatable {
    typealias Output = ShownResult

    static let address = RouteAddress(
        "stats", .reads, from: ShowStats(), .query("account", \.account),
        .query("json", \.isJSON))

    /// The account; `nil` for all that are open.
    var account: String?
    /// Whether the numbers are a JSON object, and not bars.
    var isJSON = false
}
