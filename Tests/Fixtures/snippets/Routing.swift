import Routing
import Scheduling
import Signals

struct FeedWindow {}
struct Page {}
struct Position {}

final class FeedLibrary {
    func window(limit: Int) -> Signal<FeedWindow, Never> { .just(FeedWindow()) }
}

final class Synchronizer {
    func sync(_ account: String) -> Signal<Int, BoundError> { .just(1) }
}

struct Synchronizers {
    let handles: [String: SchedulerBound<Synchronizer>]

    func handle(of account: String) throws -> SchedulerBound<Synchronizer> {
        guard let handle = handles[account] else { throw CancellationError() }
        return handle
    }
}

struct Places {
    func name(at position: Position) async throws -> String { "" }
}

struct SyncNow: Route {
    typealias Output = Int
    var account: String
}

struct FindPlace: Route {
    typealias Output = String
    var position: Position
}

struct ShowFeedPage: AddressableRoute {
    typealias Output = Page
    static let address = RouteAddress("feed", .reads, from: ShowFeedPage())
}

@MainActor
final class Presenter {
    func show(_ window: FeedWindow) {}

    func show(_ error: RouteError) {}
}

// snippet 1

@MainActor
func calling(_ router: Router, presenter: Presenter) async throws {
    // snippet 2
    withExtendedLifetime(window) {}
}

func serving(
    in table: RouteTable, synchronizers: Synchronizers, places: Places, business: WorkScheduler
) {
    // snippet 3
}

func opening(_ router: Router) throws {
    // snippet 4
    withExtendedLifetime(route) {}
}
