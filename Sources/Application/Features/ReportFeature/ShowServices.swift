import ProgramServices
import Routing

/// Shows the modules, services, scopes and routes of the program, as `photopark doctor` does.
struct ShowServices: AddressableRoute, Equatable {
    typealias Output = ShownResult

    static let address = RouteAddress(
        "services", .reads, from: ShowServices(), .query("json", \.isJSON))

    /// Whether the report is a JSON object, and not a table.
    var isJSON = false
}
