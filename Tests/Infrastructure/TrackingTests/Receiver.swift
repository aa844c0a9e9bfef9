import Foundation
import HTTPGateway
import HTTPGatewayTestKit
import Scheduling
import Testing

@testable import Tracking

/// A server that receives events.
final class Receiver: Sendable {
    private struct State {
        var lines: [String] = []
        var requests = 0
        var status = 200
    }

    private let state = Guarded(State())

    /// The status of the answers.
    var status: Int {
        get { state.withLock { $0.status } }
        set { state.withLock { $0.status = newValue } }
    }

    /// The number of requests.
    var requests: Int { state.withLock { $0.requests } }

    /// The lines of the requests that were answered with 200.
    var lines: [String] { state.withLock { $0.lines } }

    /// The objects of the lines.
    func events() throws -> [[String: Any]] {
        try lines.map { line in
            try #require(
                JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }

    /// How often each event has come.
    func seen() throws -> [TrackingConformance.Seen: Int] {
        try events().reduce(into: [:]) { seen, event in
            let error = event["error"] as? [String: Any]
            let kind = try #require(
                (event["kind"] as? String).flatMap(TrackedKind.init(rawValue:)))
            let key = TrackingConformance.Seen(
                kind, try #require(event["name"] as? String),
                event["label"] as? String ?? error?["code"] as? String ?? "")
            seen[key, default: 0] += 1
        }
    }

    /// A gateway whose requests come here.
    func gateway(in home: SchedulerIsolation) -> any RequestGateway {
        GatewayStub(home: home) { self.answer($0) }
    }

    private func answer(_ call: RecordedRequest) -> StubResponse {
        state.withLock { state in
            state.requests += 1
            if state.status == 200 {
                state.lines += String(decoding: call.body, as: UTF8.self)
                    .split(separator: "\n").map(String.init)
            }
            return .text("", status: state.status)
        }
    }
}
