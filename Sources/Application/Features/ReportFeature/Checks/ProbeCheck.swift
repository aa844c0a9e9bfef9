import CommandOptions
import Composition
import Foundation
import PhotoFeed
import ProgramServices
import Scheduling
import Signals

/// Examines the abilities of the server, for `doctor --probe`.
///
/// The result is stored in the library that follows the server, if there is one.
struct ProbeCheck: DiagnosticCheck {
    let name: DiagnosticWord = "probe"
    let needsServer = true
    let limit = Duration.seconds(60)

    func findings(of subject: DiagnosticSubject) async throws -> [DiagnosticFinding] {
        guard let server = subject.server, server.credential != nil, let scope = subject.scope
        else { return [] }
        let provider = server.provider
        let memory = await LibraryMemory(of: subject.library?.path, server: server.name)
        let found = scope.handle(ConnectionKey.self).signal { connection in
            provider.probe(over: connection, folder: memory?.folder ?? "", cursor: memory?.cursor)
        }
        var findings: [DiagnosticFinding] = []
        for try await result in found.values {
            switch result {
            case .finding(let finding): findings.append(DiagnosticFinding(finding))
            case .capabilities(let capabilities):
                findings += capabilities.matrix.findings.map { DiagnosticFinding($0) }
                await memory?.store(capabilities)
            }
        }
        guard findings.isEmpty else { return findings }
        return [
            .good(name, "none", "the servers of \(provider.displayName) need no examination")
        ]
    }
}

/// A result of a provider's probe.
private enum ProbeResult: Sendable {
    case finding(ServerFinding)
    case capabilities(ProbedCapabilities)
}

extension FeedProvider {
    /// Returns a signal of the findings about a connection's server; it is empty if the provider
    /// has no probe.
    fileprivate func probe(
        over connection: FeedConnection, folder: String, cursor: FeedCursor?
    ) -> Signal<ProbeResult, FeedError> {
        do {
            guard let probe = try makeFetchers(connection).probe else { return .empty }
            let results: Signal<ProbeResult, FeedError> =
                if let probe = probe as? any CapabilityProbe {
                    probe.probe(folder: folder, cursor: cursor).map { .capabilities($0) }
                } else {
                    probe.findings().map { .finding($0) }
                }
            return results.on(disposed: { withExtendedLifetime(probe) {} })
        } catch let error as FeedError {
            return .fail(error)
        } catch {
            return .fail(FeedError(.requestRefused, "\(error)", cause: error))
        }
    }
}
