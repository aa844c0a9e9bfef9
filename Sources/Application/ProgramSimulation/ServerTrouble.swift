import HTTPGateway
import HTTPGatewayTestKit
import Simulation
import SimulationDevices
import StubServers

/// The answers of a server in trouble, which the seed chooses, and the law of the pauses.
///
/// Only the thread of the run uses it.
final class ServerTrouble: @unchecked Sendable {  // the world checks the thread
    private struct Pause {
        let place: String
        /// From when on the client knows of the pause.
        let start: Duration
        let end: Duration
    }

    /// One of so many requests has such an answer; `nil` for none.
    ///
    /// Another execution of the program does not know the pauses of the former one.
    var interval: Int? { didSet { pauses = [] } }
    /// The end of the last pause that the server has asked for.
    private(set) var pauseEnd = Duration.zero

    private let world: World
    private let network: SimulatedNetwork
    private let hosts: Set<String>
    /// The effects on a request beside those that every server may have.
    private let others: (NetworkRequest) -> [InjectedFault.Effect]
    /// The pauses that the server has asked for.
    private var pauses: [Pause] = []
    /// The end of a time in which the server refuses each request.
    private var refusalEnd = Duration.zero

    /// How long an answer may be on its way, during which the client does not know of a pause.
    private static let latency = Duration.milliseconds(250)
    /// The times for which a server asks a client to wait; clients of their own wait 30 s at most.
    private static let waits = [2, 3, 8, 20, 45]

    /// Creates the trouble of a server.
    ///
    /// - Parameters:
    ///   - hosts: the hosts of an account, all of which a pause concerns.
    ///   - others: the effects on a request beside those that every server may have.
    init(
        in world: World, over network: SimulatedNetwork, ofAccountAt hosts: Set<String>,
        _ others: @escaping (NetworkRequest) -> [InjectedFault.Effect]
    ) {
        self.world = world
        self.network = network
        self.hosts = hosts
        self.others = others
    }

    /// The effect on a request that has arrived; fails if the client was asked to wait longer.
    func effect(on request: NetworkRequest) -> InjectedFault.Effect? {
        let (now, sent, place) = (world.time, world.time - Self.latency, place(of: request))
        pauses.removeAll { $0.end <= now }
        if pauses.contains(where: { $0.place == place && sent > $0.start }) {
            world.fail("\(request) does not keep the pause that the server has asked for")
        }
        guard let interval else { return nil }
        if now >= refusalEnd {
            guard world.choose(interval) == 1 else { return nil }
            if world.choose(4) == 0 { refusalEnd = now + .seconds(1) }
        }
        let seconds = Self.waits[world.choose(Self.waits.count)]
        let refusals: [InjectedFault.Effect] = [429, 503].map {
            .status($0, headers: ["Retry-After": "\(seconds)"])
        }
        let effects =
            now < refusalEnd ? refusals : refusals + [.status(500), .close] + others(request)
        let choice = world.choose(effects.count)
        if choice < refusals.count, network.exchanges[request.number].fault == nil {
            let end = now + .seconds(seconds)
            pauses.append(Pause(place: place, start: now + Self.latency, end: end))
            pauseEnd = max(pauseEnd, end)
        }
        world.note("\(request) has the effect \(effects[choice])")
        return effects[choice]
    }

    /// What has to pause after a refusal of the request: all requests of the account, or those for
    /// tokens at this address.
    private func place(of request: NetworkRequest) -> String {
        let path = request.call.url.path
        let isOfAccount = hosts.contains(request.host) && !RequestLaws.grants.contains(path)
        return isOfAccount ? "account" : request.host + " " + path
    }
}
