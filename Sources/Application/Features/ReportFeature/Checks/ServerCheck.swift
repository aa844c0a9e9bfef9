import BoundaryErrors
import CommandLineProgram
import Composition
import Diagnostics
import Foundation
import HTTPGateway
import PhotoFeed
import Rendering
import Scheduling
import ServiceKeys
import Signals

/// Checks that the servers answer, and compares their clock with the one of this machine.
///
/// The requests carry no credential.
struct ServerCheck: DiagnosticCheck {
    let name: DiagnosticWord = "server"
    let needsServer = true

    /// The largest difference of the clocks that needs no attention.
    private static let tolerance: Int64 = 300

    func findings(of subject: DiagnosticSubject) async throws -> [DiagnosticFinding] {
        guard let server = subject.server, let scope = subject.scope else { return [] }
        var findings: [DiagnosticFinding] = []
        var clock: DiagnosticFinding?
        for address in server.endpoint.map({ [$0.string] }) ?? server.provider.hosts.addresses {
            do throws(HTTPError) {
                let url = try HTTPURL(address)
                guard let answer = try await answer(of: url, in: scope) else { continue }
                findings.append(finding(address, answer))
                if clock == nil { clock = answer.offset.map(Self.clock) }
            } catch {
                findings.append(
                    .bad(
                        name, DiagnosticWord(of: error.code), error.message,
                        advice: error.advice ?? "check the connection and the proxy",
                        status: .network))
            }
        }
        return findings + [clock].compactMap(\.self)
    }

    /// The answer of a server, whatever its status is; `nil` after a cancellation.
    private func answer(
        of url: HTTPURL, in scope: Scope
    ) async throws(HTTPError) -> ServerAnswer? {
        let options = HTTPOptions {
            $0.connectTimeout = .seconds(8)
            $0.deadline = .seconds(12)
            $0.redirects = 0
        }
        return try await scope.handle(GatewayKey.self)
            .signal { $0.push(ServerGreeting(), to: url, options: options).outputs() }
            .first()
    }

    private func finding(_ address: String, _ answer: ServerAnswer) -> DiagnosticFinding {
        let duration = answer.duration
        let numbers: [DiagnosticWord: Int64] = [
            "status": Int64(answer.status),
            "milliseconds": Int64(duration / .milliseconds(1)),
        ]
        guard answer.status < 500 else {
            return .warning(
                name, "server-error", "\(address) answers with the error \(answer.status)",
                advice: "run again later, or read the status page of the service",
                numbers: numbers)
        }
        return .good(
            name, "reachable", "\(address) answers within \(Units.duration(duration))",
            numbers: numbers)
    }

    private static func clock(_ offset: Int64) -> DiagnosticFinding {
        let numbers: [DiagnosticWord: Int64] = ["seconds": offset]
        guard abs(offset) > tolerance else {
            return .good(
                "clock", "exact", "the clock of this machine agrees with that of the server",
                numbers: numbers)
        }
        let difference = Units.duration(.seconds(abs(offset)))
        return .warning(
            "clock", "wrong",
            "the clock of this machine is \(difference) \(offset > 0 ? "slow" : "fast")",
            advice: "set the clock, for example by `timedatectl set-ntp true`", numbers: numbers)
    }
}

/// The head of a server's answer.
private struct ServerAnswer: Sendable {
    let status: Int
    let duration: Duration
    /// The seconds by which the clock of the server is ahead; `nil` if it sends no time.
    let offset: Int64?
}

/// A request without a credential, for which any answer is a success.
private struct ServerGreeting: HTTPRequest {
    let method = HTTPMethod.head
    let accepted = HTTPStatusSet(100...599)

    func handle(_ response: HTTPResponse) -> ServerAnswer {
        let now = Int64(Date.now.timeIntervalSince1970)
        return ServerAnswer(
            status: response.status, duration: response.timings.total,
            offset: response.headers["date"].flatMap(HTTPDate.seconds).map { $0 - now })
    }
}
