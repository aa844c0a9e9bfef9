import DropboxStub
import HTTPGateway
import Simulation
import SimulationNetwork
import StubControl

/// The answers of a server in trouble, which the seed chooses, and the law of the pauses.
///
/// Only the thread of the run uses it.
final class ServerTrouble: @unchecked Sendable {  // the world checks the thread
    /// One of so many requests has such an answer; `nil` for none.
    ///
    /// Another execution of the program does not know the pauses of the former one.
    var interval: Int? { didSet { pauses = [:] } }

    private let world: World
    /// The effects on a request beside those that every server may have.
    private let others: (NetworkRequest) -> [InjectedFault.Effect]
    /// The pauses that the server has asked for, by its hosts.
    private var pauses: [String: (from: Duration, until: Duration)] = [:]

    /// How long an answer may be on its way, during which the client does not know of a pause.
    private static let latency = Duration.milliseconds(250)

    init(in world: World, _ others: @escaping (NetworkRequest) -> [InjectedFault.Effect]) {
        self.world = world
        self.others = others
    }

    /// The effect on a request that has arrived; fails if the client was asked to wait longer.
    func effect(on request: NetworkRequest) -> InjectedFault.Effect? {
        let sent = world.time - Self.latency
        if let pause = pauses[request.host], sent > pause.from, world.time < pause.until {
            world.fail("\(request) does not keep the pause of its host")
        }
        guard let interval, world.choose(interval) == 1 else { return nil }
        let seconds = 2 + world.choose(20)
        let effects: [InjectedFault.Effect] =
            [
                .status(429, headers: ["Retry-After": "\(seconds)"]),
                .status(503, headers: ["Retry-After": "\(seconds)"]), .status(500), .close,
            ] + others(request)
        let choice = world.choose(effects.count)
        if choice < 2 {
            pauses[request.host] = (
                world.time + Self.latency, world.time + .seconds(seconds)
            )
        }
        world.note("\(request) has the effect \(effects[choice])")
        return effects[choice]
    }
}
