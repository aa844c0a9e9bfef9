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

func testing() throws {
    // snippet 4
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

// snippet 5

@MainActor
func calling(_ router: Router, presenter: Presenter) async throws {
    // snippet 6
    withExtendedLifetime(window) {}
}

func serving(
    in table: RouteTable, synchronizers: Synchronizers, places: Places, business: WorkScheduler
) {
    // snippet 7
}

func opening(_ router: Router) throws {
    // snippet 8
    withExtendedLifetime(route) {}
}

final class Tracker {
    func count(_ account: String) {}
}

// snippet 9

struct Index {
    func results(for text: String) -> Signal<[String], Never> { .just([text]) }
}

let index = Index()

extension SearchScreen {
    func show(_ results: [String]) {}
}

// snippet 10

final class Library {
    func pages() -> Signal<Int, BoundError> { .just(1) }
}

enum PageAction: Sendable {
    case page(Int)
    case failed(String)
}

@MainActor func pages(of library: SchedulerBound<Library>) -> Effect<PageAction> {
    // snippet 11
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

// snippet 12
@MainActor final class NameScene: @MainActor FlowScene {
    private let name: ScenePart<String>
    private let host: any SceneHost

    init(name: ScenePart<String>, host: any SceneHost) { (self.name, self.host) = (name, host) }

    func entered(_ visit: SceneVisit<Void>) {
        host.ask(AskName()).observe(within: visit.lifetime) { [name] answer in
            name.value = answer
            visit.exit()
        } ended: { completion in
            if case .failed(let error) = completion { visit.fail(error) }
        }
    }
}

@MainActor func run(terminal: any SceneHost) async throws {
    // snippet 13
    _ = account
}

struct AskName: Prompt {
    typealias Answer = String
    static let name = "name"
}
