import LoopbackTestKit
import Scheduling

/// A server between the program and a stub: it passes requests on, and spoils the answers that the
/// present case names.
final class HostileServer: Sendable {
    private let present: Present
    private let server: RawServer

    /// The port that it listens on.
    var port: Int { server.port }

    init(before stubPort: Int) throws {
        let present = Present()
        self.present = present
        server = try RawServer { client in
            while let request = client.request() {
                guard let answer = Self.ask(stubPort, request) else { return }
                guard let hostility = present.next(for: request.target) else {
                    guard client.send(answer.whole) else { return }
                    continue
                }
                guard hostility.play(client, HonestAnswer(to: request, answer)) else { return }
            }
        }
    }

    /// Spoils the next answers of the case's route.
    func begin(_ hostility: Hostility?) { present.begin(hostility) }

    /// Returns the response of the stub, requested on a separate connection.
    private static func ask(_ stubPort: Int, _ request: RawRequest) -> RawResponse? {
        guard let stub = RawConnection(to: stubPort), stub.send(request.whole) else { return nil }
        return stub.response()
    }

    /// The case whose turn it is.
    private final class Present: Sendable {
        private let state = Guarded((hostility: Hostility?.none, left: 0))

        func begin(_ hostility: Hostility?) {
            state.withLock { $0 = (hostility, hostility?.count ?? 0) }
        }

        /// The case, if it spoils the answer to a request for `target`.
        func next(for target: String) -> Hostility? {
            state.withLock { state in
                guard let hostility = state.hostility, state.left > 0,
                    target.hasSuffix(hostility.route)
                else { return nil }
                state.left -= 1
                return hostility
            }
        }
    }
}

/// The response of the stub to a request, for a case to spoil.
struct HonestAnswer {
    let request: RawRequest
    let whole: [UInt8]
    let body: [UInt8]

    init(to request: RawRequest, _ response: RawResponse) {
        self.request = request
        whole = response.whole
        body = response.body
    }
}
