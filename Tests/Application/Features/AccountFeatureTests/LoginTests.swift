import Foundation
import ProgramTestKit
import StubServers
import Testing

extension WholeProgram {
    /// `photopark login` at a terminal, and without a person.
    @Suite struct LoginTests {
        private let play: Playground

        init() async throws { play = try await Playground(photos: 3) }

        @Test func aPersonAnswersTheQuestionsAndPastesTheCode() async throws {
            let terminal = try play.terminal("login", "--endpoint", play.endpoint)
            try await terminal.read(until: "[dropbox]: ")
            terminal.type("")
            try await terminal.read(until: "App key: ")
            terminal.type("key")
            try await terminal.pasteCode(by: .allowing)
            let question = try await terminal.read(until: "[y/n]: ")
            #expect(question.contains("Ada Park (ada@example.com)"), "\(question)")
            #expect(!FileManager.default.fileExists(atPath: play.account("dropbox")))
            terminal.type("y")
            let outcome = try await terminal.outcome()
            #expect(outcome.status == 0, "\(outcome.screen)")
            #expect(outcome.screen.contains("photopark sync --account dropbox"))
            #expect(
                try await play.accounts() == [
                    [
                        "name": "dropbox", "provider": "dropbox", "endpoint": play.endpoint + "/",
                        "account_id": "dbid:AAHAdaphotoparkphotoparkphotoparkph",
                        "display_name": "Ada Park", "email": "ada@example.com",
                        "library": play.account("dropbox/library"), "last_sync": NSNull(),
                        "last_attempt": NSNull(), "last_status": NSNull(),
                    ]
                ])
        }

        @Test func theBrowserBringsTheCodeInFourRequests() async throws {
            let terminal = try play.terminal(
                "login", "home", "--app-key", "key", "--loopback", "--no-input", "--user",
                "ada@example.com", "--endpoint", play.endpoint)
            #expect(try await StubBrowser.allowing.open(try await terminal.address()) == nil)
            let outcome = try await terminal.outcome()
            #expect(outcome.status == 0, "\(outcome.screen)")
            // The page, its form, the token and the account.
            #expect(
                play.stub.requestCounts == [
                    "oauth2/authorize": 2, "oauth2/token": 1, "users/get_current_account": 1,
                ])
        }

        @Test(arguments: [
            ([], "--app-key KEY and --loopback and --user EMAIL"),
            (["--app-key", "key"], "--loopback and --user EMAIL"),
            (["--loopback", "--user", "a"], "--app-key KEY"),
            (["--loopback", "--app-key", "key"], "--user EMAIL"),
        ])
        func withoutAPersonTheErrorNamesEverythingThatIsMissing(
            _ options: [String], _ missing: String
        ) async throws {
            for arguments in [options, options + ["--no-input"]] {
                let outcome = try await Program(
                    ["login", "--endpoint", play.endpoint] + arguments,
                    environment: play.accountEnvironment
                ).outcome()
                #expect(outcome.status == 64, "\(outcome.errors)")
                #expect(
                    outcome.errors.contains("without input needs \(missing)"), "\(outcome.errors)")
            }
            #expect(play.requestCount == 0)
        }

        @Test func aRefusedCodeLeadsToANewAddress() async throws {
            let terminal = try play.terminal(
                "login", "home", "--app-key", "key", "--endpoint", play.endpoint)
            let first = try await terminal.address()
            try await terminal.read(until: "shows: ")
            terminal.type("not-the-code")
            let second = try await terminal.address()
            #expect(first != second)
            let code = try #require(try await StubBrowser.allowing.open(second))
            try await terminal.read(until: "shows: ")
            terminal.type(code)
            try await terminal.read(until: "[y/n]: ")
            terminal.type("yes")
            #expect(try await terminal.outcome().status == 0)
        }

        @Test func aTextThatIsNoCodeIsAskedForAgain() async throws {
            let terminal = try play.terminal(
                "login", "home", "--app-key", "key", "--endpoint", play.endpoint)
            try await terminal.read(until: "shows: ")
            terminal.type("two words")
            try await terminal.read(until: "shows: ")
            terminal.typeEnd()
            let outcome = try await terminal.outcome()
            #expect(outcome.status == 77, "\(outcome.screen)")
            #expect(outcome.screen.contains("nothing was stored"))
            #expect(play.stub.requestCount(route: "oauth2/token") == 0)
        }

        @Test func aRefusalOnThePageEndsWith77() async throws {
            let terminal = try play.terminal(
                "login", "home", "--app-key", "key", "--loopback", "--endpoint", play.endpoint)
            _ = try await StubBrowser.denying.open(try await terminal.address())
            #expect(try await terminal.outcome().status == 77)
            #expect(try await play.accounts().isEmpty)
        }

        @Test(arguments: [false, true])
        func anAccountThatIsNotConfirmedLosesItsGrant(isInterrupted: Bool) async throws {
            let terminal = try play.terminal(
                "login", "home", "--app-key", "key", "--endpoint", play.endpoint)
            try await terminal.pasteCode(by: .allowing)
            try await terminal.read(until: "[y/n]: ")
            if isInterrupted { terminal.send(SIGINT) } else { terminal.type("n") }
            let outcome = try await terminal.outcome()
            #expect(outcome.status == (isInterrupted ? 130 : 77), "\(outcome.screen)")
            #expect(play.stub.requestCount(route: "auth/token/revoke") == 1)
            #expect(try await play.accounts().isEmpty)
        }

        @Test func aFurtherSignInUsesTheKeyAndTheServerOfTheAccount() async throws {
            try await play.signIn("home")
            let terminal = try play.terminal("login", "home")
            try await terminal.pasteCode(by: .allowing)
            try await terminal.read(until: "[y/n]: ")
            terminal.type("y")
            let outcome = try await terminal.outcome()
            #expect(outcome.status == 0, "\(outcome.screen)")
            #expect(outcome.screen.contains("client_id=key&"))
            #expect(try await play.accounts().map { $0["endpoint"] } == [play.endpoint + "/"])
        }

        @Test func oneAccountHasOneName() async throws {
            try await play.signIn("home")
            let terminal = try play.terminal(
                "login", "work", "--app-key", "key", "--endpoint", play.endpoint)
            try await terminal.pasteCode(by: .allowing)
            let outcome = try await terminal.outcome()
            #expect(outcome.status == 64, "\(outcome.screen)")
            #expect(outcome.screen.contains("already signed in as home"), "\(outcome.screen)")
            #expect(play.stub.requestCount(route: "auth/token/revoke") == 1)
            try await play.signIn("work", "--replace")
            #expect(try await play.accounts().map { $0["name"] } == ["work"])
        }

        @Test(arguments: ["A", "a b", "-x", ".", "a/b", String(repeating: "n", count: 65)])
        func aNameThatCannotBeAFolderIsRefused(_ name: String) async throws {
            let outcome = try await play.run("login", "--app-key", "key", "--", name)
            #expect(outcome.status == 64, "\(outcome.errors)")
        }

        @Test func aPortThatIsTakenEndsWith73() async throws {
            let holder = try play.terminal(
                "login", "one", "--app-key", "key", "--loopback", "--endpoint", play.endpoint)
            _ = try await holder.address()
            let outcome = try await play.run(
                "login", "two", "--app-key", "key", "--loopback", "--no-input", "--user",
                "ada@example.com", "--endpoint", play.endpoint)
            #expect(outcome.status == 73, "\(outcome.errors)")
            holder.send(SIGTERM)
            #expect(try await holder.outcome().status == 143)
        }
    }
}
