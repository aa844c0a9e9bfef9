import Routing
import Scheduling
import Signals

struct FeedWindow {}
struct Page {}

final class FeedLibrary {
    func window(limit: Int) -> Signal<FeedWindow, Never> { .just(FeedWindow()) }
}

@MainActor
final class Presenter {
    func show(_ window: FeedWindow) {}

    func show(_ completion: Completion<RouteError>) {}
}

// snippet Route

// snippet AddressValue

enum Addressed {
    struct ShowFeed: AddressableRoute {
        typealias Output = Page
        // snippet RouteAddress
        var limit = 20
    }

    // snippet AddressableRoute
}

struct ShowZoomed: AddressableRoute {
    typealias Output = Page
    static let address = RouteAddress(
        "feed/:photo", .reads, from: ShowZoomed(photo: ""),
        // snippet RouteParameter
    )
    var photo: String
    var limit = 20
}

func adding(to table: RouteTable, library: SchedulerBound<FeedLibrary>) {
    // snippet ModuleRoutes
}

func making(library: SchedulerBound<FeedLibrary>, on business: WorkScheduler) throws {
    // snippet RouteTable
    withExtendedLifetime(router) {}
}

@MainActor
func calling(_ router: Router, presenter: Presenter) async throws {
    // snippet Router
    withExtendedLifetime(window) {}
}

func path(_ router: Router) throws {
    // snippet Router+Address
    withExtendedLifetime(path) {}
}
