import Accounts
import BoundaryErrors
import CommandLineProgram
import CommandOptions
import Composition
import Foundation
import HTTPGateway
import PhotoFeed
import ProgramServices
import Scheduling
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
        let addresses =
            server.endpoint.map { [$0.string] } ?? server.provider.hosts.addresses
        let answers = await withTaskGroup(
            of: (Int, Result<ServerAnswer, HTTPError>?).self
        ) { group in
            for (number, address) in addresses.enumerated() {
                group.addTask { (number, await answer(of: address, in: scope)) }
            }
            var answers: [Int: Result<ServerAnswer, HTTPError>] = [:]
            for await (number, answer) in group { answers[number] = answer }
            return answers
        }
        let findings = addresses.indices.compactMap { number in
            answers[number].map { finding(addresses[number], $0) }
        }
        let offset = addresses.indices.lazy.compactMap { try? answers[$0]?.get().offset }.first
        return findings + [Self.trust(in: server), offset.map(Self.clock)].compactMap(\.self)
    }

    /// The way in which an account trusts its server, unless it is the usual one.
    private static func trust(in server: ServerConfiguration) -> DiagnosticFinding? {
        if server.usesInsecureHTTP {
            return .warning(
                "server", "insecure-http",
                "the password is sent over http: everybody on the network can read it",
                advice: "use https if the server has it; sign in again with its new address")
        }
        guard server.caFile == nil, let certificate = server.certificate,
            let fingerprint = ServerCertificate(pem: certificate)?.fingerprint
        else { return nil }
        return .good(
            "server", "confirmed-certificate",
            "only the certificate that you have confirmed is trusted; its SHA-256 fingerprint is "
                + fingerprint)
    }

    /// The answer of a server, whatever its status is; `nil` after a cancellation.
    private func answer(
        of address: String, in scope: Scope
    ) async -> Result<ServerAnswer, HTTPError>? {
        let options = HTTPOptions {
            $0.connectTimeout = .seconds(8)
            $0.deadline = .seconds(12)
            $0.redirects = 0
        }
        do throws(HTTPError) {
            let url = try HTTPURL(address)
            return try await scope.handle(GatewayKey.self)
                .signal { $0.push(ServerGreeting(), to: url, options: options).outputs() }
                .first().map { .success($0) }
        } catch {
            return .failure(error)
        }
    }

    private func finding(
        _ address: String, _ answer: Result<ServerAnswer, HTTPError>
    ) -> DiagnosticFinding {
        switch answer {
        case .success(let answer): finding(address, answer)
        case .failure(let error):
            .bad(
                name, DiagnosticWord(of: error.code), error.message,
                advice: error.advice ?? "check the connection and the proxy", status: .network)
        }
    }

    private func finding(_ address: String, _ answer: ServerAnswer) -> DiagnosticFinding {
        let milliseconds = Int64(answer.duration / .milliseconds(1))
        let numbers: [DiagnosticWord: Int64] = [
            "status": Int64(answer.status), "milliseconds": milliseconds,
        ]
        guard answer.status < 500 else {
            return .warning(
                name, "server-error", "\(address) answers with the error \(answer.status)",
                advice: "run again later, or read the status page of the service",
                numbers: numbers)
        }
        return .good(
            name, "reachable", "\(address) answers within \(milliseconds + 1) ms",
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
