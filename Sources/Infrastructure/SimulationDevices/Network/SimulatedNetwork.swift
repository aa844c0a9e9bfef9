import HTTPGateway
public import HTTPGatewayTestKit
import Scheduling
import SchedulingTestKit
public import Simulation
import TextFormats

/// A network inside of a world, which connects gateways with servers of the same process.
///
/// The seed of the world chooses latencies and faults; a script can choose faults instead:
///
/// ```swift
/// let simulation = Simulation { world in
///     let network = SimulatedNetwork(in: world, .faulty(every: 10, atMost: 3))
///     network.serve("api.example.org") { request in .text("hello \(request.call.url.path)") }
///     let business = world.work("BL")
///     let client = SchedulerBound(on: business) { home in
///         Client(network.makeGateway(in: home))
///     }
///     client.schedule { $0.start() }
///     world.atEnd("an answer", of: client) { $0.hasAnswer }
/// }
/// ```
///
/// The gateway has the options, redirects, limits, deadlines and errors of the live one; only the
/// transport differs. A server is a function, which the network calls on a task of the world.
///
/// Only the thread of the run uses a network.
public final class SimulatedNetwork: @unchecked Sendable {  // the world checks the thread
    /// The code of a server; an error closes the connection without a response.
    public typealias Handler = @Sendable (NetworkRequest) async throws -> StubResponse

    private struct Server {
        let clockError: Duration
        let handler: Handler
    }

    /// The latencies, and the faults that the seed chooses.
    public var conditions: NetworkConditions
    /// Chooses the fault of a request; for `nil`, the seed chooses as `conditions` describe.
    public var script: (NetworkRequest) -> NetworkFault?
    /// All requests so far, in the order in which they were sent.
    public private(set) var exchanges: [NetworkExchange] = []

    private let world: World
    private let scheduler: VirtualScheduler
    private var servers: [String: Server] = [:]
    private var unreachable: Set<String> = []
    private var faultCount = 0

    /// Creates a network without servers.
    ///
    /// - Parameters:
    ///   - world: the world of the run.
    ///   - conditions: the latencies, and the faults that the seed chooses.
    ///   - script: chooses the faults of requests in place of the seed.
    public init(
        in world: World, _ conditions: NetworkConditions = NetworkConditions(),
        script: @escaping (NetworkRequest) -> NetworkFault? = { _ in nil }
    ) {
        self.world = world
        self.conditions = conditions
        self.script = script
        scheduler = world.work("network")
    }

    /// Adds a server, or replaces it.
    ///
    /// - Parameters:
    ///   - host: its name; the name of another host is not resolved.
    ///   - clockError: the time by which the server's clock, in the field `Date`, is fast.
    ///   - handler: returns the response to a request.
    public func serve(
        _ host: String, clockError: Duration = .zero, _ handler: @escaping Handler
    ) {
        servers[host] = Server(clockError: clockError, handler: handler)
    }

    /// Separates a host from the clients: connections to it time out.
    public func separate(_ host: String) { unreachable.insert(host) }

    /// Ends the separation of a host.
    public func join(_ host: String) { unreachable.remove(host) }

    // MARK: Requests

    func send(
        _ call: RecordedRequest, of transfer: StubTransfer, _ plan: TransferPlan,
        on client: any Scheduler
    ) {
        let host = call.url.origin.host
        let request = NetworkRequest(call: call, host: host, number: exchanges.count)
        exchanges.append(NetworkExchange(request: request, start: world.time))
        guard let server = servers[host] else {
            return transfer.fail(Self.error(of: .nameFailure), after: latency())
        }
        guard !unreachable.contains(host) else {
            let error = HTTPError(
                .connectTimedOut, "the simulated host is separated", phase: .connecting)
            return transfer.fail(error, after: plan.connectTimeout)
        }
        let fault = script(request) ?? chosenFault()
        exchanges[request.number].fault = fault
        world.note(
            "\(request) is sent" + (fault.map { ", with the fault \($0)" } ?? ""),
            isUsual: fault == nil)
        if let fault, fault == .nameFailure || fault == .refusal {
            return transfer.fail(Self.error(of: fault), after: latency())
        }
        transfer.awaitHead()
        let box = IsolatedBox(transfer, of: client)
        scheduler.schedule(after: latency()) { [self] in
            if fault == .requestReset {
                client.schedule {
                    box.contentOnScheduler?.fail(Self.error(of: .requestReset))
                }
                return
            }
            Task { [self] in
                let result: Result<StubResponse, any Error>
                do {
                    var response = try await server.handler(request)
                    if plan.isFile {
                        response.piece = max(1, response.body.count / (1 + world.choose(4)))
                    }
                    result = .success(response)
                } catch {
                    result = .failure(error)
                }
                respond(result, of: server, to: request, fault, box, on: client)
            }
        }
    }

    private func respond(
        _ result: Result<StubResponse, any Error>, of server: Server, to request: NetworkRequest,
        _ fault: NetworkFault?, _ transfer: IsolatedBox<StubTransfer>, on client: any Scheduler
    ) {
        switch result {
        case .success(var response):
            exchanges[request.number].status = response.status
            world.note("\(request) is answered with \(response.status)", isUsual: true)
            switch fault {
            case .silence: return
            case .responseReset: break
            case .cut(let count):
                response.breaksAfter = count ?? world.choose(max(1, response.body.count))
            case .nameFailure, .refusal, .requestReset, nil: break
            }
            if !response.headers.has("date") {
                response.headers.add("Date", clock(of: server).httpDate)
            }
            response.rate = response.rate ?? conditions.bandwidth
            let complete = response
            client.schedule(after: latency() + response.delay) {
                guard let transfer = transfer.contentOnScheduler else { return }
                if fault == .responseReset {
                    transfer.fail(Self.error(of: .responseReset))
                } else {
                    transfer.receive(complete)
                }
            }
        case .failure:
            world.note("\(request) is closed by its server")
            let error = HTTPError(
                .emptyResponse, "the simulated server closed the connection", phase: .awaiting)
            client.schedule(after: latency()) { transfer.contentOnScheduler?.fail(error) }
        }
    }

    private static func error(of fault: NetworkFault) -> HTTPError {
        switch fault {
        case .nameFailure:
            HTTPError(
                .nameNotResolved, "the simulated name was not resolved", phase: .resolving)
        case .refusal:
            HTTPError(
                .connectionRefused, "the simulated connection was refused", phase: .connecting)
        case .requestReset:
            HTTPError(.sendFailed, "the simulated connection was reset", phase: .sending)
        case .responseReset, .cut, .silence:
            HTTPError(.connectionLost, "the simulated connection was reset", phase: .awaiting)
        }
    }

    // MARK: Choices

    private func chosenFault() -> NetworkFault? {
        let faults = conditions.faults
        guard !faults.isEmpty, faultCount < conditions.faultLimit,
            world.choose(max(2, conditions.faultInterval)) == 1
        else { return nil }
        faultCount += 1
        return faults[world.choose(faults.count)]
    }

    /// One of four latencies within the limits.
    private func latency() -> Duration {
        let (shortest, longest) = (conditions.latency.lowerBound, conditions.latency.upperBound)
        guard longest > shortest else { return shortest }
        return shortest + (longest - shortest) * world.choose(4) / 3
    }

    private func clock(of server: Server) -> CivilTime {
        CivilTime(secondsSinceEpoch: world.wallTime + server.clockError.components.seconds)
    }
}
