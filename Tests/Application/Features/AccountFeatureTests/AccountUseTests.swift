import Foundation
import ProgramTestKit
import StubServers
import Testing

extension WholeProgram {
    /// The commands of a person who has signed in: `sync`, `feed`, `gallery`, `accounts`, `logout`.
    @Suite(
        .enabled("the program has no feed") { try await Program.has("sync") })
    struct AccountUseTests {
        private let play: Playground

        init() async throws { play = try await Playground(photos: 12, pageLimit: 5) }

        @Test func theOnlyAccountIsTheDefaultOfEveryCommand() async throws {
            try await play.signIn("home")
            let sync = try await play.run("sync", "--json")
            #expect(sync.status == 0, "\(sync.errors)")
            #expect(try await play.run("feed", "--json").objects().count == 12)
            let gallery = try await play.run("gallery", "--output", play.path("gallery"))
            #expect(gallery.status == 0, "\(gallery.errors)")
            let account = try #require(try await play.accounts().first)
            #expect(account["last_sync"] is String, "\(account)")
            let library = account["library"] as? String ?? ""
            #expect(FileManager.default.fileExists(atPath: library + "/library.sqlite"))
        }

        @Test func severalAccountsHaveTheirOwnLibraries() async throws {
            let other = try await Playground(photos: 3)
            try await play.signIn("home")
            try await play.signIn("work", "--endpoint", other.endpoint)
            for arguments in [["sync"], ["feed"], ["gallery", "--output", play.path("gallery")]] {
                let outcome = try await Program(
                    arguments, environment: play.accountEnvironment
                ).outcome()
                #expect(outcome.status == 64, "\(outcome.errors)")
                #expect(outcome.errors.contains("home, work"), "\(outcome.errors)")
            }
            for (name, count) in [("home", 12), ("work", 3)] {
                #expect(try await play.run("sync", "--account", name, "--quiet").status == 0)
                let feed = try await play.run("feed", "--json", "--account", name)
                #expect(try feed.objects().count == count)
            }
        }

        @Test func aLibraryOfTheUserIsUsedWithItsAccount() async throws {
            try await play.signIn("home", "--library", play.path("mine"))
            #expect(try await play.run("sync", "--quiet").status == 0)
            #expect(try await play.feed("mine").count == 12)
            let other = try await play.run(
                "sync", "--account", "home", "--library", play.path("other"), "--quiet")
            #expect(other.status == 0, "\(other.errors)")
            #expect(try await play.feed("other").count == 12)
        }

        @Test func aLibraryOrAServerOfItsOwnNeedsNoAccount() async throws {
            try await play.signIn("home")
            #expect(try await play.sync().status == 0)
            let missing = try await play.run("sync", "--library", play.path("third"))
            #expect(missing.status == 77, "\(missing.errors)")
            let both = try await play.run(
                "sync", "--account", "home", "--endpoint", play.endpoint)
            #expect(both.status == 64, "\(both.errors)")
        }

        @Test func aLibraryWithoutAnAccountMayBeBesideTheGuestDatabase() async throws {
            try await play.signIn("home")
            let guest = play.path("data/photopark/guest.sqlite")
            #expect(FileManager.default.fileExists(atPath: guest))
            let bits = try FileManager.default.attributesOfItem(atPath: guest)[.posixPermissions]
            #expect(bits as? Int == 0o600)
            let sync = try await play.run("sync", "--endpoint", play.endpoint, "--quiet")
            #expect(sync.status == 0, "\(sync.errors)")
            #expect(try await play.feed("data/photopark").count == 12)
        }

        @Test(
            .enabled("the program has no watch") {
                try await Program.has("watch")
            })
        func aRunOfAWatchIsInTheListOfTheAccounts() async throws {
            try await play.signIn("home")
            let run = try Program(["watch", "--json"], environment: play.accountEnvironment)
            while try await run.event()["state"] != "waiting" {}
            run.send(SIGTERM)
            #expect(try await run.outcome().status == 143)
            let account = try #require(try await play.accounts().first)
            #expect(
                account["last_sync"] is String && account["last_status"] as? Int == 0, "\(account)")
        }

        @Test(
            .enabled("the program has no watch") {
                try await Program.has("watch")
            })
        func theCommandOfAWatchGetsTheFolderOfTheSettingsThatWereReadAgain() async throws {
            try await play.signIn("home", "--library", play.path("one"))
            let run = try Program(
                ["watch", "--json", "--on-change", "echo \"$PHOTOPARK_LIBRARY\""],
                environment: play.accountEnvironment)
            var outputs: [String] = []
            for name in ["one", "two"] {
                if name == "two" {
                    try await play.signIn("home", "--library", play.path("two"))
                    run.send(SIGHUP)
                }
                while outputs.last?.contains("/\(name)") != true {
                    let event = try await run.event()
                    if event["event"] == "on_change" { outputs.append(event["output"] ?? "") }
                }
            }
            #expect(outputs.count == 2, "\(outputs)")
            run.send(SIGTERM)
            #expect(try await run.outcome().status == 143)
        }

        @Test func aSyncThatFailsIsInTheListOfTheAccounts() async throws {
            try await play.signIn("home")
            #expect(try await play.run("sync", "--quiet").status == 0)
            try play.stub.apply(
                .fault(
                    .init(
                        route: "files/list_folder/continue", count: 9,
                        effect: .status(400, headers: [:], body: "no"))))
            #expect(try await play.run("sync", "--quiet").status == 76)
            let account = try #require(try await play.accounts().first)
            #expect(
                account["last_sync"] is String && account["last_status"] as? Int == 76, "\(account)"
            )
            let table = try await play.run("accounts")
            #expect(table.output.contains("(then failed: 76)"), "\(table.output)")
        }

        @Test func aCommandKeepsTheCredential() async throws {
            let script = play.path("keep")
            let text = """
                #!/bin/sh
                case $1 in
                get) cat '\(play.folder.path)'/kept-"$2" 2>/dev/null || true ;;
                store) cat > '\(play.folder.path)'/kept-"$2" ;;
                erase) rm -f '\(play.folder.path)'/kept-"$2" ;;
                esac
                """
            try Data(text.utf8).write(to: URL(filePath: script))
            #expect(chmod(script, 0o700) == 0)
            try await play.signIn("home", "--credential-command", script)
            let files = FileManager.default
            #expect(!files.fileExists(atPath: play.account("home/credential.json")))
            try play.stub.apply(.expireTokens)
            let sync = try await play.run("sync", "--quiet")
            #expect(sync.status == 0, "\(sync.errors)")
            #expect(try await play.run("logout", "home").status == 0)
            #expect(!files.fileExists(atPath: play.path("kept-home")))
        }

        @Test func aSignInAfterALogoutUsesTheLibraryThatWasChosen() async throws {
            try await play.signIn("home", "--library", play.path("photos"))
            #expect(try await play.run("logout", "home").status == 0)
            #expect(try await play.accounts().isEmpty)
            try await play.signIn("home")
            #expect(try await play.accounts().map { $0["library"] } == [play.path("photos")])
        }

        @Test func aServiceManagerProvidesTheCredential() async throws {
            try await play.signIn("home")
            let folder = play.path("credentials")
            let files = FileManager.default
            try files.createDirectory(
                atPath: folder, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            try files.moveItem(
                atPath: play.account("home/credential.json"), toPath: folder + "/photopark.home")
            #expect(try await play.run("sync", "--quiet").status == 77)
            let environment = play.accountEnvironment.merging(["CREDENTIALS_DIRECTORY": folder]) {
                $1
            }
            let sync = try await Program(["sync", "--quiet"], environment: environment).outcome()
            #expect(sync.status == 0, "\(sync.errors)")
        }

        @Test func theSpaceOfATeamIsListedOnRequest() async throws {
            let play = try await Playground(
                photos: 4, pageLimit: 2, team: .generated(photos: 7, seed: 9))
            let terminal = try play.terminal(
                "login", "home", "--app-key", "key", "--endpoint", play.endpoint)
            try await terminal.pasteCode(by: .allowing)
            let question = try await terminal.read(until: "[y/n]: ")
            #expect(question.contains("--team-space lists the space of the team"), "\(question)")
            terminal.type("y")
            #expect(try await terminal.outcome().status == 0)
            #expect(try await play.run("sync", "--quiet").status == 0)
            #expect(try await play.run("feed", "--json").objects().count == 4)

            try await play.signIn("home", "--team-space", "--library", play.path("team"))
            let sync = try await play.run("sync", "--quiet")
            #expect(sync.status == 0, "\(sync.errors)")
            let photos = try await play.feed("team")
            #expect(photos.count == 7)
            for photo in photos { #expect(try play.thumbnail(of: photo, in: "team") != nil) }
        }

        @Test func anUnknownAccountIsNamed() async throws {
            let outcome = try await play.run("sync", "--account", "other")
            #expect(outcome.status == 66, "\(outcome.errors)")
            #expect(outcome.errors.contains("photopark login other"), "\(outcome.errors)")
            let logout = try await play.run("logout", "other")
            #expect(logout.status == 66, "\(logout.errors)")
            #expect(logout.errors.contains("photopark accounts"), "\(logout.errors)")
        }

        @Test func aSyncSurvivesTheEndsOfItsTokens() async throws {
            try await play.signIn("home")
            try play.stub.apply(.expireTokens)
            for route in ["files/list_folder/continue", "files/get_thumbnail_batch"] {
                try play.stub.apply(.fault(.init(route: route, effect: .expiredToken)))
            }
            let outcome = try await play.run("sync", "--quiet")
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(try await play.run("feed", "--json").objects().count == 12)
            #expect(play.stub.requestCount(route: "oauth2/token") > 2)
        }

        @Test func aGrantThatHasEndedNamesTheLogin() async throws {
            try await play.signIn("home")
            try play.stub.apply(.expireTokens)
            let body = #"{"error":"invalid_grant"}"#
            try play.stub.apply(
                .fault(
                    .init(
                        route: "oauth2/token", count: 9,
                        effect: .status(400, headers: [:], body: body))))
            let outcome = try await play.run("sync")
            #expect(outcome.status == 77, "\(outcome.errors)")
            #expect(outcome.errors.contains("photopark login home"), "\(outcome.errors)")
            #expect(play.stub.requestCount(route: "oauth2/token") == 2)
        }

        @Test func aLogoutEndsTheGrantAndKeepsTheLibrary() async throws {
            try await play.signIn("home")
            #expect(try await play.run("sync", "--quiet").status == 0)
            let credential = try String(
                contentsOfFile: play.account("home/credential.json"), encoding: .utf8)
            let outcome = try await play.run("logout", "home")
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(play.stub.requestCount(route: "auth/token/revoke") == 1)
            #expect(try await play.accounts().isEmpty)
            #expect(!FileManager.default.fileExists(atPath: play.account("home/credential.json")))
            #expect(try await play.feed("data/photopark/accounts/home/library").count == 12)
            #expect(credential.contains("refresh_token"))
        }

        @Test func aLogoutWithoutTheServerErasesNothingUnlessForced() async throws {
            try await play.signIn("home")
            await play.stub.stop()
            let outcome = try await play.run("logout", "home")
            #expect(outcome.status == 69, "\(outcome.errors)")
            #expect(try await play.accounts().count == 1)
            let forced = try await play.run("logout", "home", "--forget")
            #expect(forced.status == 0, "\(forced.errors)")
            #expect(forced.errors.contains("still valid"), "\(forced.errors)")
            #expect(try await play.accounts().isEmpty)
        }
    }
}
