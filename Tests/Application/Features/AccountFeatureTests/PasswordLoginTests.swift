import Foundation
import ProgramTestKit
import StubServers
import Testing

extension WholeProgram {
    /// `photopark login` at a server with a user name and a password.
    @Suite struct PasswordLoginTests {
        private static let password = "canary-Pass w\u{F6}rd:1"
        private let play: Playground
        private let stub: WebDAVStub
        private let address: String

        init() async throws {
            play = try await Playground()
            var configuration = WebDAVStubConfiguration(photos: 3)
            configuration.user = "ada"
            configuration.password = Self.password
            stub = WebDAVStub(configuration)
            address = try await stub.start()
        }

        /// Signs in without a person; the password comes from a file.
        private func signIn(
            _ name: String, password: String = password, at url: String? = nil,
            _ options: [String] = []
        ) async throws -> Shell.Outcome {
            try Data("\(password)\nnot the password".utf8)
                .write(to: URL(filePath: play.path("input")))
            return try await Shell.run(
                """
                XDG_DATA_HOME='\(play.path("data"))' '\(Program.path)' login \(name) \
                    --provider webdav --url \(url ?? address) --user ada --password-stdin \
                    \(options.joined(separator: " ")) <'\(play.path("input"))' 2>&1
                """)
        }

        @Test func aPersonEntersThePasswordWhichIsNotShown() async throws {
            let terminal = try play.terminal("login", "--provider", "webdav", "--url", address)
            try await terminal.read(until: "[webdav]: ")
            terminal.type("cloud")
            try await terminal.read(until: "User name at the WebDAV server: ")
            terminal.type("ada")
            try await terminal.read(until: "has such: ")
            terminal.type(Self.password)
            let question = try await terminal.read(until: "[y/n]: ")
            #expect(question.contains("WebDAV account of ada"), "\(question)")
            #expect(!FileManager.default.fileExists(atPath: play.account("cloud")))
            terminal.type("y")
            let outcome = try await terminal.outcome()
            #expect(outcome.status == 0, "\(outcome.screen)")
            #expect(!outcome.screen.contains("canary"), "\(outcome.screen)")
            // The echo is back.
            #expect(outcome.screen.contains("[y/n]: y"), "\(outcome.screen)")
            #expect(stub.requestCounts == ["PROPFIND 0": 1])
            let account = try #require(try await play.accounts().first)
            #expect(account["provider"] as? String == "webdav")
            #expect(account["account_id"] as? String == "ada")
            #expect(account["endpoint"] as? String == address)
        }

        @Test(
            .enabled("the program has no feed") { try await Program.has("sync") })
        func anAccountWithAPasswordIsSyncedAndItsSecretIsNowhereElse() async throws {
            let login = try await signIn("cloud")
            #expect(login.status == 0, "\(login.output)")
            var texts = [login.output]
            let commands = try await Program.commands()
            for arguments in [
                ["sync", "--account", "cloud"], ["sync", "--json"], ["feed", "--json"],
                ["accounts", "--json"], ["doctor", "--services", "--json"],
            ] where commands.contains(arguments[0]) {
                let outcome = try await Program(
                    arguments, environment: play.accountEnvironment
                ).outcome()
                #expect(outcome.status == 0, "\(arguments): \(outcome.errors)")
                texts += [outcome.output, outcome.errors]
            }
            let feed = try await play.run("feed", "--json")
            #expect(try feed.objects().count == 3)
            let folder = play.path("data")
            let names = FileManager.default.enumerator(atPath: folder)?.allObjects as? [String]
            var holders: [String] = []
            for name in names ?? [] {
                let data = FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data()
                texts.append(name)
                if data.ranges(of: Data("canary".utf8)).isEmpty { continue }
                holders.append(name)
            }
            #expect(holders == ["photopark/accounts/cloud/credential.json"])
            for text in texts { #expect(!text.contains("canary"), "\(text.prefix(400))") }
            let path = play.account("cloud/credential.json")
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }

        @Test func aWrongPasswordEndsWith77AfterOneRequest() async throws {
            let login = try await signIn("cloud", password: "canary-wrong")
            #expect(login.status == 77, "\(login.output)")
            #expect(login.output.contains("the password is wrong"), "\(login.output)")
            #expect(!login.output.contains("canary"), "\(login.output)")
            #expect(stub.requestCounts == ["PROPFIND 0": 1])
            #expect(try await play.accounts().isEmpty)
        }

        /// The address of the host is enough, and the password is sent to the folder only.
        @Test func theFolderOfACloudIsFoundByTheAddressOfItsHost() async throws {
            let origin = String(address.prefix { $0 != "r" }.dropLast())
            #expect(address.hasPrefix(origin + "/remote.php/"))
            let login = try await signIn("cloud", at: origin)
            #expect(login.status == 0, "\(login.output)")
            #expect(login.output.contains("The photos are at \(address)"), "\(login.output)")
            let account = try #require(try await play.accounts().first)
            #expect(account["endpoint"] as? String == address)
            #expect(stub.requestCounts == ["GET": 1, "PROPFIND 0": 1])
            // The account is signed in to again by either address.
            #expect(try await signIn("cloud", at: origin).status == 0)
            #expect(try await signIn("cloud").status == 0)
            #expect(try await play.accounts().count == 1)
        }

        @Test func aWrongPathSaysWhatIsRightForAServerWithPasswords() async throws {
            let login = try await signIn("cloud", at: address + "/missing")
            #expect(login.status == 76, "\(login.output)")
            #expect(login.output.contains("/remote.php/dav/files/USER"), "\(login.output)")
            #expect(!login.output.contains("app"), "\(login.output)")
        }

        @Test func anInputWithoutAPasswordIsRefusedAsAnEmptyOne() async throws {
            let login = try await Shell.run(
                """
                XDG_DATA_HOME='\(play.path("data"))' '\(Program.path)' login cloud \
                    --provider webdav --url \(address) --user ada --password-stdin \
                    </dev/null 2>&1
                """)
            #expect(login.status == 64, "\(login.output)")
            #expect(login.output.contains("a password is not empty"), "\(login.output)")
            #expect(stub.requestCounts.isEmpty)
        }

        @Test(
            .enabled("the program has no feed") { try await Program.has("sync") })
        func aPasswordThatWasEndedIsSentOnceInARun() async throws {
            #expect(try await signIn("cloud").status == 0)
            try stub.apply(.expireTokens)
            try stub.apply(.clearRequests)
            let sync = try await play.run("sync", "--account", "cloud")
            #expect(sync.status == 77, "\(sync.errors)")
            #expect(sync.errors.contains("photopark login cloud"), "\(sync.errors)")
            #expect(stub.requestCounts == ["PROPFIND 0": 1])
        }

        @Test func logoutErasesThePasswordAndNamesWhatStays() async throws {
            #expect(try await signIn("cloud").status == 0)
            try stub.apply(.clearRequests)
            let outcome = try await play.run("logout", "cloud")
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(outcome.errors.contains("The password is still valid"), "\(outcome.errors)")
            #expect(try await play.accounts().isEmpty)
            let credential = play.account("cloud/credential.json")
            #expect(!FileManager.default.fileExists(atPath: credential))
            #expect(stub.requestCounts.isEmpty)
        }

        @Test func anInterruptionAtThePasswordStoresNothing() async throws {
            let terminal = try play.terminal(
                "login", "cloud", "--provider", "webdav", "--url", address, "--user", "ada")
            try await terminal.read(until: "has such: ")
            terminal.send(SIGINT)
            #expect(try await terminal.outcome().status == 130)
            #expect(try await play.accounts().isEmpty && stub.requestCounts.isEmpty)
        }

        @Test(arguments: [
            (["--provider", "webdav", "--no-input"], "needs the address: --url URL"),
            (
                ["--provider", "webdav", "--url", "https://localhost/dav", "--no-input"],
                "without input needs --user NAME and --password-stdin"
            ),
            (["--provider", "webdav", "--loopback"], "remove --app-key, --loopback"),
            (["--password-stdin"], "remove --password-stdin"),
            (
                ["--provider", "webdav", "--url", "http://cloud.example.org/dav"],
                "plain http would show the password"
            ),
        ])
        func aWrongCommandLineNamesTheMistake(
            _ options: [String], _ message: String
        ) async throws {
            let outcome = try await Program(
                ["login", "cloud"] + options, environment: play.accountEnvironment
            ).outcome()
            #expect(outcome.status == 64, "\(outcome.errors)")
            #expect(outcome.errors.contains(message), "\(outcome.errors)")
        }
    }
}
