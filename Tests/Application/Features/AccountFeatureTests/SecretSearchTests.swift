import Foundation
import ProgramTestKit
import SchedulingTestKit
import StubServers
import Testing

extension WholeProgram {
    /// Secrets in outputs, in files, and in the memory of a process that has crashed.
    @Suite struct SecretSearchTests {
        private let play: Playground

        init() async throws { play = try await Playground(photos: 6) }

        @Test(
            .enabled("the program has no feed") { try await Program.has("sync") })
        func noSecretIsInAnyOutputOrFileButTheCredential() async throws {
            let terminal = try TerminalSession(
                logging + ["login", "home", "--app-key", "key", "--endpoint", play.endpoint],
                environment: play.accountEnvironment, echoes: false)
            var secrets = [try await terminal.pasteCode(by: .allowing)]
            try await terminal.read(until: "[y/n]: ")
            terminal.type("y")
            var texts = [try await terminal.outcome().screen]
            secrets += try storedSecrets()
            #expect(secrets.count == 3)

            try play.stub.apply(.expireTokens)
            let refusal = InjectedFault(
                route: "oauth2/token", count: 9,
                effect: .status(400, body: #"{"error":"invalid_grant"}"#))
            try play.stub.apply(.fault(refusal))
            let refused = try await run(["sync", "--json"])
            #expect(refused.status == 77, "\(refused.errors)")
            texts += [refused.output, refused.errors]
            try play.stub.apply(.clearFaults)
            let trace = play.path("trace.json")
            let commands = try await Program.commands()
            for arguments in [
                ["sync", "--trace", trace], ["sync", "--json"], ["feed", "--json"],
                ["accounts"], ["accounts", "--json"], ["doctor", "--services", "--json"],
            ] where commands.contains(arguments[0]) {
                let outcome = try await run(arguments)
                #expect(outcome.status == 0, "\(arguments): \(outcome.errors)")
                texts += [outcome.output, outcome.errors]
            }
            let malformed = InjectedFault(
                route: "files/list_folder/continue", count: 9, effect: .status(400, body: "no"))
            try play.stub.apply(.fault(malformed))
            let failed = try await run(["sync"])
            #expect(failed.status == 76, "\(failed.errors)")
            texts += [failed.output, failed.errors]
            secrets += try storedSecrets()
            #expect(Set(secrets).count == 4)
            for (path, content) in try files() where !path.hasSuffix("/credential.json") {
                texts.append(path + "\n" + content)
            }
            let logout = try await run(["logout", "home"])
            #expect(logout.status == 0, "\(logout.errors)")
            texts += [logout.output, logout.errors]
            let log = try String(contentsOfFile: play.path("log"), encoding: .utf8)
            #expect(log.contains("the command failed") && log.contains("the command ended"))
            texts += try files().map { $0.path + "\n" + $0.content }
            for secret in secrets {
                for text in texts {
                    #expect(!text.contains(secret), "\(text.prefix(400))")
                }
            }
        }

        /// A system that writes core files elsewhere, or none, has no file to check.
        @Test(.disabled(if: Sanitizer.isOn, "a sanitizer handles crashes itself"))
        func aCrashDuringASignInShowsNoMemory() async throws {
            let pid = play.path("pid")
            async let shell = Shell.run(
                """
                cd \(play.folder.path); ulimit -c unlimited
                export SWIFT_BACKTRACE=enable=yes,interactive=no
                XDG_DATA_HOME=data \(Program.path) login home --app-key key --loopback --no-input \
                    --user ada@example.com \
                    --endpoint \(play.endpoint) 2>errors & echo $! >\(pid); wait $!
                """)
            let errors = play.path("errors")
            func address() -> String? { try? String(contentsOfFile: errors, encoding: .utf8) }
            while address()?.contains("state=") != true {
                let text = address() ?? ""
                // A program that cannot listen ends, and would be waited for without an end.
                try #require(!text.contains("cannot receive the code"), "\(text)")
                await Task.detached {}.value
            }
            let text = try String(contentsOfFile: pid, encoding: .utf8)
            let number = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
            #expect(kill(number, SIGABRT) == 0)
            #expect(try await shell.status == 128 + SIGABRT)
            #expect(address()?.contains("Registers") == false)
            let names = try FileManager.default.contentsOfDirectory(atPath: play.folder.path)
            #expect(!names.contains { $0.hasPrefix("core") }, "\(names)")
        }

        /// The options of a log of every level, in the folder of the test.
        private var logging: [String] { ["--log-level", "trace", "--log-file", play.path("log")] }

        /// Runs the program with the accounts of the test and a log.
        private func run(_ arguments: [String]) async throws -> Program.Outcome {
            try await Program(logging + arguments, environment: play.accountEnvironment).outcome()
        }

        /// The secrets of the stored credential.
        private func storedSecrets() throws -> [String] {
            let data = try Data(
                contentsOf: URL(filePath: play.account("home/credential.json")))
            let object = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
            return ["access_token", "refresh_token"].compactMap { object[$0] as? String }
        }

        /// All files of the test, read as text.
        private func files() throws -> [(path: String, content: String)] {
            let names = FileManager.default.enumerator(atPath: play.folder.path)
            return try (names?.compactMap { $0 as? String } ?? []).compactMap { name in
                let path = play.path(name)
                var isFolder: ObjCBool = false
                guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
                    !isFolder.boolValue
                else { return nil }
                let data = try Data(contentsOf: URL(filePath: path))
                return (path, String(decoding: data, as: UTF8.self))
            }
        }
    }
}
