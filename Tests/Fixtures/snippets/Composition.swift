import Composition
import Scheduling
import SchedulingTestKit

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
