import Routing
import Scheduling
import Signals

struct FeedWindow {}
struct Page {}

protocol AccountRoute {}

final class FeedLibrary {
    func window(limit: Int) -> FeedWindow { FeedWindow() }
}

final class Synchronizer {
    func sync(_ account: String) -> Signal<Int, BoundError> { .just(1) }
}

final class Session {
    var isSignedIn = false

    func signIn() -> Signal<Bool, Never> { .just(true) }
}

@MainActor
final class Presenter {
    func show(_ window: FeedWindow) {}

    func show(_ completion: Completion<RouteError>) {}
}

struct SyncNow: Route {
    typealias Output = Int
    var account: String
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
        "feed/:photo", .external(.reads), from: ShowZoomed(photo: ""),
        // snippet RouteParameter
    )
    var photo: String
    var limit = 20
}

// snippet RouteInterceptor

func reusing(routes: inout ModuleRoutes, synchronizer: SchedulerBound<Synchronizer>) {
    // snippet RouteReuse
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
