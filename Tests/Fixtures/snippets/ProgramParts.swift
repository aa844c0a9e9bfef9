import Composition
import Events
import Routing
import SceneFlow
import Scheduling
import SchedulingTestKit
import Signals

protocol Host: AnyObject {
    var nodes: [String] { get }
}

final class LiveHost: Host {
    let nodes: [String] = []
}

final class HostStub: Host {
    let nodes: [String]

    init(nodes: [String]) { self.nodes = nodes }
}

protocol NodeFetcher: AnyObject {
    var count: Int { get }
    func fetch()
}

final class LiveNodeFetcher: NodeFetcher {
    let host: any Host
    var count = 0

    init(host: any Host) { self.host = host }

    func fetch() { count += host.nodes.count }
}

@MainActor
final class StatusLine {
    init(host: SchedulerBound<any Host>) {}
}

// snippet 1

func minute(program: Scope) async throws {
    // snippet 2
}

final class Connection {
    func close() {}
}

// snippet 3

/// A menu of the program.
public final class Menu: Sendable {
    func add(_ item: String) -> Bool { true }
}

// snippet 4

func testing() throws {
    // snippet 5
}

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

// snippet 6

@MainActor
func calling(_ router: Router, presenter: Presenter) async throws {
    // snippet 7
    withExtendedLifetime(window) {}
}

func serving(
    in table: RouteTable, synchronizers: Synchronizers, places: Places, business: WorkScheduler
) {
    // snippet 8
}

func opening(_ router: Router) throws {
    // snippet 9
    withExtendedLifetime(route) {}
}

final class Tracker {
    func count(_ account: String) {}
}

final class Thumbnails {
    func shrink(toHalf: Bool) {}
}

// snippet 10

func pressure(
    _ hub: EventHub, thumbnails: Thumbnails, home: SchedulerIsolation, business: WorkScheduler
) {
    // snippet 11
    withExtendedLifetime(pressure) {}
}

struct Index {
    func results(for text: String) -> Signal<[String], Never> { .just([text]) }
}

let index = Index()

extension SearchScreen {
    func show(_ results: [String]) {}
}

// snippet 12

final class Library {
    func pages() -> Signal<Int, BoundError> { .just(1) }
}

enum PageAction: Sendable {
    case page(Int)
    case failed(String)
}

@MainActor func pages(of library: SchedulerBound<Library>) -> Effect<PageAction> {
    // snippet 13
}

struct Account: Sendable {
    var name: String
}

@MainActor final class ConfirmScene: @MainActor FlowScene {
    enum Exit {
        case yes, no
    }

    init(name: ScenePart<String>, host: any SceneHost) {}

    func entered(_ visit: SceneVisit<Exit>) {}
}

// snippet 14
// snippet 15

@MainActor func run(terminal: any SceneHost) async throws {
    // snippet 16
    _ = account
}

// snippet 17
