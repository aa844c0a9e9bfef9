public import HTTPGateway
import Signals

/// A test case for every gateway: a promise of `RequestGateway` with a server's script and a check.
public struct ConformanceCase: Sendable, CustomStringConvertible {
    /// The promise of the case.
    public let name: String
    /// The script of the server.
    public let respond: @Sendable (RecordedRequest) throws -> StubResponse
    /// Pushes to the gateway, at the server's address, and calls back with a violation, or `nil`.
    public let run: @Sendable (any RequestGateway, HTTPURL, @escaping (String?) -> Void) -> Void

    /// The promise of the case.
    public var description: String { name }

    /// Creates a case from a request and a check of its outcome.
    init<Request: HTTPRequest>(
        _ name: String, _ request: Request, _ options: HTTPOptions = HTTPOptions(),
        respond: @escaping @Sendable (RecordedRequest) throws -> StubResponse,
        expect isRight: @escaping @Sendable (Outcome<Request.Output>) -> Bool
    ) {
        self.name = name
        self.respond = respond
        run = { gateway, url, done in
            var outcome = Outcome<Request.Output>()
            gateway.push(request, to: url, options: options).observe(
                { event in
                    switch event {
                    case .waiting: break
                    case .progress(let progress):
                        outcome.progress.append(progress)
                        if outcome.outputEvents.isEmpty {
                            outcome.receivedBefore = progress.received
                        }
                    case .output(let output): outcome.outputEvents.append(output)
                    }
                },
                ended: { completion in
                    if case .failed(let error) = completion { outcome.error = error }
                    done(isRight(outcome) ? nil : "\(outcome)")
                })
        }
    }

    /// The events of a request.
    struct Outcome<Output: Sendable>: CustomStringConvertible {
        var outputEvents: [HTTPOutput<Output>] = []
        var progress: [HTTPProgress] = []
        var error: HTTPError?
        /// The number of bytes of the body that had arrived before the first output.
        var receivedBefore: Int64 = 0

        var outputs: [Output] { outputEvents.map(\.output) }
        var isWhole: Bool { error == nil && outputEvents.count == 1 }

        var description: String {
            "\(outputEvents.count) outputs\(outputs.first.map { ", the first \($0)" } ?? ""), "
                + "error \(error.map { "\($0)" } ?? "none")"
        }
    }
}
