import Routing
import Scheduling
import SchedulingTestKit
import Signals
import SignalsTestKit
import Testing

struct Oops: Error, Hashable {}

/// A feed of names; its calls are recorded.
final class Library {
    var calls: [String] = []
    let names = Subject<String, Oops>()
    /// The number of live subscriptions of `names`.
    var observerCount: Int { names.observerCount }

    func window(_ limit: Int) -> [String] {
        calls.append("window \(limit)")
        return Array(["a", "b", "c"].prefix(limit))
    }
}

struct ShowFeed: Route, Equatable {
    typealias Output = [String]
    var limit = 2
}

struct WatchNames: Route {
    typealias Output = String
}

struct Forget: Route {
    typealias Output = Void
}

/// Two schedulers with one clock: the caller's and the services'.
final class World {
    let ui = VirtualScheduler(name: "UI")
    let business = VirtualScheduler(name: "BL")
    let clock: VirtualClock
    let library: SchedulerBound<Library>

    init() {
        clock = VirtualClock(ui, business)
        library = SchedulerBound(on: business) { Library() }
    }

    func router(_ declare: (RouteTable) -> Void) throws -> Router {
        let table = RouteTable()
        declare(table)
        return try Router(table, on: business)
    }

    /// A router whose only module has these routes.
    func router(of declare: (inout ModuleRoutes) -> Void) throws -> Router {
        try router { $0.add("main", declare) }
    }

    /// Subscribes on the scheduler of the user interface.
    func probe<Output: Sendable>(
        _ signal: BoundSignal<Output, RouteError>
    ) -> Probe<Output, RouteError> {
        ui.enter { Probe(signal.deliver(in: .here)) }
    }

    /// Calls a route from the user interface, and runs everything.
    func call<R: Route>(_ route: R, through router: Router) -> Probe<R.Output, RouteError> {
        let probe = probe(router.call(route))
        clock.runUntilIdle()
        return probe
    }

    func dispose(_ probe: Probe<some Sendable, RouteError>) {
        ui.enter { probe.dispose() }
        clock.runUntilIdle()
    }

    /// Calls the library, and runs everything.
    func library<Result: Sendable>(_ body: @Sendable (Library) -> Result) throws -> Result {
        let result = try business.enter { [library] in body(try library.get(in: $0)) }
        clock.runUntilIdle()
        return result
    }
}

extension ModuleRoutes {
    /// Serves a route by one result of a service.
    mutating func serve<R: Route, Service>(
        _ route: R.Type, by service: SchedulerBound<Service>,
        _ work: @escaping @Sendable (Service, R) throws -> R.Output,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        serve(
            route, finding: { _ in service },
            { service, route in .result(Result { try work(service, route) }) }, file: file,
            line: line)
    }
}

extension Probe where Failure == RouteError {
    /// The code of the failure; `nil` if there is none.
    var code: RouteError.Code? {
        if case .failed(let error) = completion { error.code } else { nil }
    }

    var error: RouteError? {
        if case .failed(let error) = completion { error } else { nil }
    }

    var isCompleted: Bool {
        if case .completed = completion { completions.count == 1 } else { false }
    }
}
