import Foundation
import LoopbackTestKit
import ProgramTestKit
import Scheduling
import StubServers
import Testing

extension WholeProgram {
    /// Receivers of reports that refuse, fail or hang: the command itself is not affected.
    @Suite(.enabled("the program has no feed") { try await Program.has("sync") })
    struct ReportReceiverTests {
        /// The answer of a receiver, and the records that a later run sends.
        enum Answer: String, CaseIterable {
            case refusal = "400 Bad Request"
            case tooLarge = "413 Content Too Large"
            case failure = "500 Internal Server Error"
            case nothing
            case silence

            /// Whether the record is sent again, since the receiver may accept it later.
            var isKept: Bool { self != .refusal && self != .tooLarge }
        }

        private let home = NSTemporaryDirectory() + "receivers-\(UUID().uuidString)"
        private let canary = "canary-\(UUID().uuidString)"

        /// A sync that fails at once: its token command does, after it has printed the canary.
        private func failingSync(
            reportingTo reports: String
        ) async throws -> (outcome: Program.Outcome, duration: Duration) {
            try FileManager.default.createDirectory(
                atPath: home, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            let arguments = [
                "sync", "--library", home + "/library", "--endpoint", "http://127.0.0.1:9",
                "--token-command", "echo \(canary); exit 3", "--proxy",
                "http://user:\(canary)@127.0.0.1:9",
            ]
            let start = ContinuousClock.now
            let outcome = try await Program(
                arguments,
                environment: [
                    "HOME": home, "XDG_DATA_HOME": home, "PHOTOPARK_LOG_ENDPOINT": reports,
                ]
            ).outcome()
            return (outcome, start.duration(to: .now))
        }

        private func cleanUp() { try? FileManager.default.removeItem(atPath: home) }

        private func receiver(_ answer: Answer, _ bodies: Bodies) throws -> RawServer {
            try RawServer { connection in
                while let request = connection.request() {
                    bodies.add(request.body)
                    switch answer {
                    case .nothing: return
                    case .silence: connection.waitForEnd()
                    case .refusal, .tooLarge, .failure:
                        connection.send("HTTP/1.1 \(answer.rawValue)\r\nContent-Length: 0\r\n\r\n")
                    }
                }
            }
        }

        /// The identifiers of the records in lines.
        private func identifiers(_ lines: [String]) throws -> [String] {
            try lines.map { line in
                let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
                return try #require((object as? [String: Any])?["id"] as? String)
            }
        }

        @Test(arguments: Answer.allCases)
        func theResultAndTheTimeOfTheCommandAreUnaffected(_ answer: Answer) async throws {
            defer { cleanUp() }
            let (plain, plainDuration) = try await failingSync(reportingTo: "")
            let bodies = Bodies()
            let receiver = try receiver(answer, bodies)
            defer { receiver.stop() }
            let (reporting, duration) = try await failingSync(reportingTo: receiver.url("/logs"))
            #expect(reporting.status == plain.status && plain.status != 0)
            #expect(reporting.output == plain.output && reporting.errors == plain.errors)
            // The reports may take 200 ms; the rest is for a machine that is busy.
            #expect(duration < plainDuration + .seconds(3), "\(plainDuration)")
            #expect(receiver.connectionCount > 0)
        }

        @Test(arguments: Answer.allCases)
        func aRecordThatMayBeAcceptedLaterIsSentAgainWithItsIdentity(
            _ answer: Answer
        ) async throws {
            defer { cleanUp() }
            let bodies = Bodies()
            let receiver = try receiver(answer, bodies)
            _ = try await failingSync(reportingTo: receiver.url("/logs"))
            receiver.stop()
            let first = try identifiers(bodies.lines)
            #expect(Set(first).count == 1, "\(bodies.lines)")

            var configuration = DropboxStubConfiguration(source: .generated(photos: 1, seed: 1))
            configuration.allowsControl = true
            let stub = DropboxStub(configuration)
            let address = "http://127.0.0.1:\(try await stub.start())/control/logs"
            _ = try await failingSync(reportingTo: address)
            let second = try identifiers(stub.reportLines)
            await stub.stop()
            // The failure of the first delivery is not a record of its own.
            #expect(second.count == (answer.isKept ? 2 : 1), "\(second)")
            #expect(second.contains(first[0]) == answer.isKept)
            #expect(Set(second).count == second.count)
        }

        @Test func noSecretOfTheOptionsReachesAReceiver() async throws {
            defer { cleanUp() }
            let bodies = Bodies()
            let receiver = try receiver(.failure, bodies)
            defer { receiver.stop() }
            let (run, _) = try await failingSync(
                reportingTo: receiver.url("/logs?key=\(canary)"))
            #expect(run.status == 77, "\(run.errors)")
            #expect(!bodies.lines.isEmpty)
            for text in bodies.lines + [run.output, run.errors] {
                #expect(!text.contains(canary), "\(text)")
            }
        }
    }
}

/// The bodies that a receiver has got.
private final class Bodies: Sendable {
    private let content = Guarded<[String]>([])

    func add(_ body: [UInt8]) {
        let lines = String(decoding: body, as: UTF8.self).split(separator: "\n").map(String.init)
        content.withLock { $0 += lines }
    }

    var lines: [String] { content.withLock { $0 } }
}
