import HTTPGateway
import Scheduling
import Signals
import SimulationDevices

/// A client that sends requests to one host, and records their outcomes in the order of arrival.
@Schedulable
final class Client {
    private let host: HTTPHost
    private(set) var outcomes: [String] = []
    private(set) var sent = 0

    /// Creates a client of `api.test`.
    init(_ network: SimulatedNetwork, attempts: Int = 1, home: SchedulerIsolation) throws {
        let options = HTTPOptions {
            $0.retry = HTTPRetryPolicy(
                attempts: attempts, firstDelay: .seconds(1), longestDelay: .seconds(5))
        }
        host = HTTPHost(
            at: try HTTPURL("https://api.test"), through: network.makeGateway(in: home),
            options: options)
    }

    /// Requests a path; the outcome is the text of the body, or the name of the error.
    func get(_ path: String) {
        sent += 1
        host.output(of: GET(path)).observe(
            { self.outcomes.append(String(decoding: $0, as: UTF8.self)) },
            ended: { completion in
                if case .failed(let error) = completion { self.outcomes.append(error.code.name) }
            })
    }
}
