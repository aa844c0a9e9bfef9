import DurableFiles
import Foundation
import LoopbackTestKit
import ProgramTestKit
import StubServers
import Testing

extension WholeProgram {
    /// `photopark doctor` of the program as it is.
    @Suite(.enabled("the program lacks sync") { try await Program.has("sync") })
    struct DiagnosisTests {
        private struct Report: Decodable {
            struct Finding: Decodable {
                let check: String
                let severity: String
                let result: String
                let status: Int32
                let message: String
                let advice: String?
            }

            let status: Int32
            let findings: [Finding]

            subscript(_ check: String) -> Finding? { findings.first { $0.check == check } }
        }

        private let play: Playground

        init() async throws { play = try await Playground(photos: 3, token: "valid-token-0000") }

        /// The environment of a user whose home folder is that of the test.
        private var environment: [String: String] {
            ["HOME": play.folder.path, "XDG_DATA_HOME": play.path("data")]
        }

        private func doctor(
            _ arguments: [String], status: Int32? = nil, environment: [String: String] = [:]
        ) async throws -> Report {
            let outcome = try await Program(
                ["doctor", "--json"] + arguments,
                environment: self.environment.merging(environment) { $1 }
            ).outcome()
            #expect(outcome.lines.count == 1, "\(outcome.errors)")
            let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
            #expect(report.status == outcome.status)
            return report
        }

        /// The options of the stub, with a file that has `token`.
        private func server(_ token: String = "valid-token-0000") throws -> [String] {
            let file = play.path("token")
            try Data(token.utf8).write(to: URL(filePath: file))
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o600], ofItemAtPath: file)
            return ["--endpoint", play.endpoint, "--token-file", file]
        }

        private func synced() async throws -> [String] {
            let options = try server() + ["--library", play.path("library")]
            let outcome = try await Program(
                ["sync", "--quiet"] + options, environment: environment
            ).outcome()
            #expect(outcome.status == 0, "\(outcome.errors)")
            return options
        }

        @Test func aHealthyLibraryAndServerAreGood() async throws {
            let report = try await doctor(try await synced())
            let others = try await Program.has("transfers") ? ["transfers"] : []
            for check in [
                "configuration", "permissions", "account", "credential", "server", "clock",
                "authorization", "library", "library-source", "thumbnails", "last-sync",
                "disk", "descriptors", "decoder-limits",
            ] + others {
                #expect(report[check]?.severity == "good", "\(check): \(report.findings)")
            }
            #expect(report.findings.allSatisfy { $0.advice == nil || $0.severity != "good" })
        }

        @Test func withoutAnAccountAndALibraryNothingIsBad() async throws {
            let report = try await doctor([])
            #expect(report["account"]?.result == "none")
            #expect(report["library"]?.result == "missing")
            #expect(report.status == 3)
            #expect(!report.findings.contains { $0.severity == "bad" }, "\(report.findings)")
        }

        @Test func offlineSendsNoRequest() async throws {
            let server = try RawServer { _ in }
            let options = try self.server().suffix(2) + ["--endpoint", server.url()]
            let report = try await doctor(["--offline"] + options)
            #expect(server.connectionCount == 0)
            #expect(report["server"] == nil && report["authorization"] == nil)
            #expect(report["credential"]?.severity == "good")
        }

        @Test func aRefusedTokenIsALineAndTheExitCodeIs77() async throws {
            let report = try await doctor(try server("revoked-token-000"))
            #expect(report["authorization"]?.severity == "bad", "\(report.findings)")
            #expect(report["authorization"]?.advice == "give a new token")
            #expect(report["server"]?.severity == "good")
            #expect(report.status == 77)
        }

        @Test func aTokenFileThatCannotBeReadIsALine() async throws {
            let report = try await doctor([
                "--offline", "--endpoint", play.endpoint, "--token-file", "/nonexistent/token",
            ])
            #expect(report["credential"]?.result == "refused" && report.status == 77)
            #expect(report["disk"] != nil && play.requestCount == 0)
        }

        // The limit of each check is tested in virtual time.
        @Test(.timeLimit(.minutes(5))) func aServerThatHangsIsALineWithinALimit() async throws {
            let server = try RawServer { connection in
                while connection.request() != nil { connection.waitForEnd() }
            }
            defer { server.stop() }
            let options = try self.server().suffix(2) + ["--endpoint", server.url()]
            let report = try await doctor(Array(options))
            #expect(report["server"]?.severity == "bad", "\(report.findings)")
            #expect(report["disk"] != nil && report.status == 69)
        }

        @Test func aServerThatIsNotThereIs69() async throws {
            let token = try server().suffix(2)
            let report = try await doctor(["--endpoint", "http://127.0.0.1:9"] + token)
            #expect(report["server"]?.severity == "bad")
            #expect(report.status == 69)
        }

        @Test func aClockThatDiffersIsAWarning() async throws {
            let server = try RawServer { connection in
                while connection.request() != nil {
                    connection.send(
                        "HTTP/1.1 204 No\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n\r\n")
                }
            }
            defer { server.stop() }
            let token = try self.server().suffix(2)
            let report = try await doctor(["--endpoint", server.url()] + token)
            #expect(report["clock"]?.result == "wrong", "\(report.findings)")
        }

        @Test func aDamagedLibraryIs65() async throws {
            let options = try await synced()
            let file = play.path("library/library.sqlite")
            var bytes = try Data(contentsOf: URL(filePath: file))
            for place in stride(from: 4096, to: bytes.count, by: 512) { bytes[place] ^= 0xff }
            try bytes.write(to: URL(filePath: file))
            let report = try await doctor(["--offline"] + options)
            #expect(report["library"]?.severity == "bad", "\(report.findings)")
            #expect(report["library"]?.status == 65)
            #expect(report["disk"]?.severity == "good")
        }

        @Test func aLibraryInUseIsNamedAndItsLockIsNotTouched() async throws {
            let options = try await synced()
            let folder = try DurableFolder(path: play.path("library"))
            let lock = try FolderLock("lock", in: folder)
            defer { withExtendedLifetime(lock) {} }
            let report = try await doctor(["--offline"] + options)
            #expect(throws: DurableFileError.self) { _ = try FolderLock("lock", in: folder) }
            #expect(report["library"]?.severity == "good")
            #if os(Linux)
                #expect(report["library"]?.result == "in-use", "\(report.findings)")
            #endif
        }

        @Test func aNamedLibraryThatIsMissingIs66() async throws {
            let report = try await doctor(["--offline", "--library", play.path("nothing")])
            #expect(report["library"]?.result == "libraryNotFound")
            #expect(report.status == 66)
        }

        @Test func aLibraryThatOthersCanChangeIsALine() async throws {
            let options = try await synced()
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o777], ofItemAtPath: play.path("library"))
            let report = try await doctor(["--offline"] + options)
            #expect(report["permissions"]?.result == "open-to-others")
            #expect(report["permissions"]?.advice == "run `chmod 700` on it")
        }

        @Test(arguments: [
            #"{"no-such-key": true}"#, #"{"json": "perhaps"}"#, "{", #"{"endpoint": "ftp://x"}"#,
            // The doctor does not have this option.
            #"{"sync": {"max-time": "zz"}}"#,
        ])
        func aConfigurationThatIsNotValidIsALine(_ text: String) async throws {
            let file = play.path("config.json")
            try Data(text.utf8).write(to: URL(filePath: file))
            let report = try await doctor(["--offline"], environment: ["PHOTOPARK_CONFIG": file])
            #expect(report["configuration"]?.severity == "bad", "\(report.findings)")
            #expect(report.status == 78)
            // The doctor runs without the values that are not valid.
            #expect(report["disk"] != nil)
        }

        @Test func linesHaveTheSeverityTheCheckAndTheRemedy() async throws {
            let outcome = try await Program(
                ["doctor", "--offline"], environment: environment
            ).outcome()
            #expect(outcome.status == 3)
            let lines = outcome.lines
            #expect(
                lines.contains(
                    "warning  account           no account is signed in: run photopark login"))
            #expect(lines.last?.hasSuffix(" 0 bad") == true, "\(outcome.output)")
        }

        @Test(arguments: [
            (["--services", "--offline"], "--services cannot be combined"),
            (["--offline", "--probe"], "cannot be combined"),
        ])
        func optionsThatDoNotFitAreRefused(
            _ arguments: [String], _ message: String
        ) async throws {
            let outcome = try await Program(["doctor"] + arguments).outcome()
            #expect(outcome.status == 64)
            #expect(outcome.errors.contains(message), "\(outcome.errors)")
        }
    }
}
