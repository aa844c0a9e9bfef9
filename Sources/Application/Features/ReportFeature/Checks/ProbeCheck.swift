import Composition
import Diagnostics
import PhotoFeed
import Scheduling
import ServiceKeys
import Signals

/// Examines the abilities of the server, for `doctor --probe`.
struct ProbeCheck: DiagnosticCheck {
    let name: DiagnosticWord = "probe"
    let needsServer = true
    let limit = Duration.seconds(60)

    func findings(of subject: DiagnosticSubject) async throws -> [DiagnosticFinding] {
        guard let server = subject.server, server.credential != nil, let scope = subject.scope
        else { return [] }
        let provider = server.provider
        let found = scope.handle(ConnectionKey.self).signal { connection in
            provider.probe(over: connection)
        }
        var findings: [DiagnosticFinding] = []
        for try await finding in found.values { findings.append(DiagnosticFinding(finding)) }
        guard findings.isEmpty else { return findings }
        return [
            .good(name, "none", "the servers of \(provider.displayName) need no examination")
        ]
    }
}

extension FeedProvider {
    /// Returns a signal of the findings about a connection's server; it is empty if the provider
    /// has no probe.
    fileprivate func probe(over connection: FeedConnection) -> Signal<ServerFinding, FeedError> {
        do {
            guard let probe = try makeFetchers(connection).probe else { return .empty }
            return probe.findings().on(disposed: { withExtendedLifetime(probe) {} })
        } catch let error as FeedError {
            return .fail(error)
        } catch {
            return .fail(FeedError(.requestRefused, "\(error)", cause: error))
        }
    }
}
