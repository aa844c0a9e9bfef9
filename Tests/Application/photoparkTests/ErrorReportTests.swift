import Foundation
import ProgramTestKit
import StubServers
import Testing

extension WholeProgram {
    /// The reports of errors to `PHOTOPARK_LOG_ENDPOINT`.
    @Suite(.enabled("the program has no feed") { try await Program.has("sync") })
    struct ErrorReportTests {
        private let home = NSTemporaryDirectory() + "error-reports-\(UUID().uuidString)"
        private let canary = "canary-\(UUID().uuidString)"

        private func startedStub() async throws -> (DropboxStub, endpoint: String) {
            var configuration = DropboxStubConfiguration(source: .generated(photos: 1, seed: 1))
            configuration.acceptedToken = "another"
            configuration.allowsControl = true
            let stub = DropboxStub(configuration)
            return (stub, "http://127.0.0.1:\(try await stub.start())")
        }

        /// A sync that the server refuses, since it does not know the token.
        private func refusedSync(
            at endpoint: String, reportingTo reports: String
        ) async throws -> Program.Outcome {
            try FileManager.default.createDirectory(
                atPath: home, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            try Data(canary.utf8).write(to: URL(filePath: home + "/token"))
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o600], ofItemAtPath: home + "/token")
            return try await Program.run(
                "sync", "--library", home + "/library", "--endpoint", endpoint, "--token-file",
                home + "/token",
                environment: [
                    "HOME": home, "XDG_DATA_HOME": home, "PHOTOPARK_LOG_ENDPOINT": reports,
                ])
        }

        private func cleanUp() { try? FileManager.default.removeItem(atPath: home) }

        /// The messages of the records that the stub has received.
        private func messages(_ stub: DropboxStub) throws -> [String] {
            try stub.reportLines.map { line in
                let object = try #require(
                    JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
                let record = try #require(object["record"] as? [String: Any])
                return try #require(record["message"] as? String)
            }
        }

        private func files(_ folder: String) -> [String] {
            (try? FileManager.default.contentsOfDirectory(atPath: folder).sorted()) ?? []
        }

        @Test func anErrorIsReportedWithoutSecrets() async throws {
            defer { cleanUp() }
            let (stub, endpoint) = try await startedStub()
            let outcome = try await refusedSync(
                at: endpoint, reportingTo: endpoint + "/control/logs")
            #expect(outcome.status == 77, "\(outcome.errors)")
            #expect(try messages(stub) == ["the command failed"])
            let lines = stub.reportLines.joined()
            #expect(!lines.contains(canary) && !lines.contains(home))
            #expect(files(home + "/photopark/reports") == ["1"], "the mark of the run is left")
            await stub.stop()
        }

        @Test func aReportThatCannotBeSentIsSentByTheNextRun() async throws {
            defer { cleanUp() }
            let (stub, endpoint) = try await startedStub()
            _ = try await refusedSync(at: endpoint, reportingTo: "http://127.0.0.1:9/logs")
            #expect(stub.reportLines.isEmpty)
            _ = try await refusedSync(at: endpoint, reportingTo: endpoint + "/control/logs")
            #expect(try messages(stub) == ["the command failed", "the command failed"])
            await stub.stop()
        }

        @Test func aRunThatWasKilledIsReportedByTheNextOne() async throws {
            defer { cleanUp() }
            let (stub, endpoint) = try await startedStub()
            let reports = home + "/photopark/reports"
            _ = try await refusedSync(at: endpoint, reportingTo: endpoint + "/control/logs")
            // The mark that a killed process leaves behind.
            try Data("started at 2026-01-01T00:00:00Z as process 1".utf8)
                .write(to: URL(filePath: reports + "/1.run"))
            _ = try await refusedSync(at: endpoint, reportingTo: endpoint + "/control/logs")
            let found = try messages(stub)
            #expect(
                Set(found.dropFirst()) == [
                    "an earlier run did not end regularly", "the command failed",
                ])
            #expect(stub.reportLines.contains { $0.contains("2026-01-01T00:00:00Z") })
            #expect(files(reports) == ["1"])
            await stub.stop()
        }

        @Test func aFolderThatCannotBeUsedChangesNoResult() async throws {
            defer { cleanUp() }
            let (stub, endpoint) = try await startedStub()
            try FileManager.default.createDirectory(
                atPath: home + "/photopark", withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            try Data().write(to: URL(filePath: home + "/photopark/reports"))
            let outcome = try await refusedSync(
                at: endpoint, reportingTo: endpoint + "/control/logs")
            #expect(outcome.status == 77, "\(outcome.errors)")
            #expect(outcome.errors.contains("errors are not reported"), "\(outcome.errors)")
            #expect(stub.reportLines.isEmpty)
            await stub.stop()
        }

        @Test func withoutTheVariableNothingIsStored() async throws {
            defer { cleanUp() }
            let (stub, endpoint) = try await startedStub()
            _ = try await refusedSync(at: endpoint, reportingTo: "")
            #expect(stub.reportLines.isEmpty)
            #expect(files(home + "/photopark").isEmpty)
            await stub.stop()
        }

        @Test(arguments: ["http://logs.example.com/", "ftp://localhost/", "records"])
        func anAddressThatCannotBeUsedIsAUsageError(_ address: String) async throws {
            defer { cleanUp() }
            let outcome = try await refusedSync(at: "http://127.0.0.1:9", reportingTo: address)
            #expect(outcome.status == 64)
            #expect(outcome.errors.contains("PHOTOPARK_LOG_ENDPOINT"))
        }
    }
}
