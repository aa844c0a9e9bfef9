import Foundation
import HTTPGateway
import Scheduling
import Signals

@testable import CurlGateway

/// A live gateway on a scheduler of its own, for tests that wait with `await`.
final class LiveGateway: Sendable {
    let scheduler: WorkScheduler
    let gateway: SchedulerBound<CurlGateway>

    /// A gateway whose timeouts a busy machine does not reach.
    init(
        limits: CurlGateway.Limits = .init(connections: 64, perOrigin: 64),
        options: HTTPOptions = .test,
        lookUp: @escaping @Sendable (String) -> NameResolver.Answer = NameResolver.systemLookUp
    ) {
        scheduler = WorkScheduler(name: "test")
        gateway = SchedulerBound(on: scheduler) { home in
            CurlGateway(
                home: home, options: options, limits: limits, observation: .none, lookUp: lookUp)
        }
    }

    /// The result of a request.
    struct Outcome<Output: Sendable>: Sendable {
        var outputEvents: [HTTPOutput<Output>] = []
        var progress: [HTTPProgress] = []
        var error: HTTPError?
        var ends = 0

        var outputs: [Output] { outputEvents.map(\.output) }
    }

    /// Sends a request, and waits for its end.
    func run<Request: HTTPRequest>(
        _ request: Request, _ url: String, _ options: HTTPOptions = HTTPOptions(),
        onProgress: @escaping @Sendable (HTTPProgress) -> Void = { _ in }
    ) async -> Outcome<Request.Output> {
        guard let url = try? HTTPURL(url) else {
            return Outcome(error: HTTPError(.invalidURL, "the test's address"), ends: 1)
        }
        return await withCheckedContinuation { continuation in
            gateway.schedule { gateway in
                var outcome = Outcome<Request.Output>()
                gateway.push(request, to: url, options: options).observe(
                    { event in
                        switch event {
                        case .output(let output): outcome.outputEvents.append(output)
                        case .waiting: break
                        case .progress(let progress):
                            outcome.progress.append(progress)
                            onProgress(progress)
                        }
                    },
                    ended: { completion in
                        if case .failed(let error) = completion { outcome.error = error }
                        outcome.ends += 1
                        continuation.resume(returning: outcome)
                    })
            }
        }
    }
}

extension HTTPOptions {
    /// A test that hangs ends with an error.
    static let test = HTTPOptions {
        $0.connectTimeout = .seconds(30)
        $0.idleTimeout = .seconds(30)
        $0.deadline = .seconds(120)
    }
}

/// A folder that goes away with its owner.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "gateway-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }
}
