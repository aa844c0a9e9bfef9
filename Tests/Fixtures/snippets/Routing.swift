import Routing
import Scheduling
import Signals

struct FeedWindow {}
struct Page {}
struct Position {}

protocol AccountRoute {}

final class FeedLibrary {
    func window(limit: Int) -> FeedWindow { FeedWindow() }

    func count(of folder: String) throws -> Int { folder.count }
}

final class Synchronizer {
    func sync(_ account: String) -> Signal<Int, BoundError> { .just(1) }
}

final class Start {
    func unavailablePage() -> Signal<Page, Never> { .just(Page()) }
}

final class Session {
    var isSignedIn = false

    func signIn() -> Signal<Bool, Never> { .just(true) }
}

struct Places {
    func name(at position: Position) async throws -> String { "" }
}

struct CountPhotos: Route {
    typealias Output = Int
    var folder: String
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
    static let address = RouteAddress("feed", .external(.reads), from: ShowFeedPage())
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
    in table: RouteTable, library: SchedulerBound<FeedLibrary>,
    synchronizer: SchedulerBound<Synchronizer>, places: Places, business: WorkScheduler
) {
    // snippet 3
}

func answering(in table: RouteTable, start: SchedulerBound<Start>) {
    // snippet 4
}

// snippet 5

func opening(_ router: Router) throws {
    // snippet 6
    withExtendedLifetime(page) {}
}
