import Composition
import Scheduling

protocol Host: AnyObject {}

final class HTTPHost: Host {
    init(at url: String) {}
}

final class HostStub: Host {}

protocol Meter: AnyObject {}

protocol NodeFetcher: AnyObject {
    var count: Int { get }
}

final class LiveNodeFetcher: NodeFetcher {
    let count = 0

    init(host: any Host) {}

    init(host: any Host, meter: SchedulerBound<any Meter>) {}
}

protocol WallClock: Sendable {}

final class Ticker {
    init(home: SchedulerIsolation) {}
}

enum TickerKey: ServiceKey {
    typealias Service = Ticker
    static let role = SchedulerRole.business
}

@MainActor final class StatusLine {}

enum HostKey: ServiceKey {
    typealias Service = any Host
    static let role = SchedulerRole.business
}

enum MeterKey: ServiceKey {
    typealias Service = any Meter
    static let role = SchedulerRole.business
}

// snippet SchedulerRole

// snippet ServiceKey

// snippet ServiceKey 2

// snippet ServiceKey 3

func needs(plan: ServicePlan) {
    // snippet ServiceNeed
    // snippet ServiceNeed 2
}

// snippet Module

struct HostModule: Module {
    func load(_ plan: ServicePlan) {}
}

/// A table of routes.
public final class RouteTable: Sendable {}

// snippet ModuleAbility

final class FeedService {}

enum FeedKey: ServiceKey {
    typealias Service = FeedService
    static let role = SchedulerRole.business
}

func plan(plan: ServicePlan, url: String) {
    // snippet ServicePlan
}

func program(business: WorkScheduler) async throws {
    // snippet Assembly
}

func test(assembly: Assembly, schedulers: [SchedulerRole: any Scheduler]) throws {
    // snippet Assembly 2
}

func scopes(assembly: Assembly, business: WorkScheduler) async throws {
    // snippet Scope
}

func local(scope: Scope, handle: SchedulerBound<FeedService>) {
    // snippet LocalScope
}

func close() {}

// snippet ServiceLifeCycle
