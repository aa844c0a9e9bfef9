import Foundation
import ProgramTestKit
import StubServers
import Testing

extension WholeProgram {
    /// The commands of a person with several accounts, each on a server of its own.
    @Suite(
        .enabled("the program has no feed") { try await Program.has("sync") })
    struct SeveralAccountsTests {
        private let home: Playground
        private let work: Playground
        /// The bytes of a photo that both accounts have.
        private let shared = Array("the same photo".utf8)

        init() async throws {
            home = try await Playground(photos: 6)
            work = try await Playground(photos: 3)
            try await home.signIn("home")
            try await home.signIn("work", "--endpoint", work.endpoint)
            for play in [home, work] {
                try play.stub.apply(.add(path: "/shared.jpg", content: shared))
            }
        }

        /// Syncs both accounts.
        private func syncAll(_ options: String...) async throws -> Program.Outcome {
            try await Program(["sync", "--all"] + options, environment: home.accountEnvironment)
                .outcome()
        }

        private func feed(_ options: String...) async throws -> Program.Outcome {
            try await Program(["feed"] + options, environment: home.accountEnvironment).outcome()
        }

        private func library(_ account: String) -> String {
            home.account(account) + "/library/library.sqlite"
        }

        @Test func allAccountsAreSyncedAndShownAsOneFeed() async throws {
            let sync = try await syncAll("--no-thumbnails")
            #expect(sync.status == 0, "\(sync.errors)")
            for name in ["home", "work"] {
                #expect(
                    sync.lines.contains { $0.hasPrefix("\(name): Synced in") }, "\(sync.output)")
            }
            let items = try await feed("--all", "--json").objects()
            let dates = items.compactMap { $0["date"] as? String }
            #expect(!items.isEmpty && dates == dates.sorted(by: >))
            let owners = items.compactMap { $0["owners"] as? [String] }
            #expect(Set(owners.flatMap(\.self)) == ["home", "work"])
            let copies = try await feed("--all", "--json", "--copies").objects()
            let joined = owners.filter { $0 == ["home", "work"] }.count
            #expect(copies.count == 11 && items.count == 11 - joined)
            let table = try await feed("--account", "work", "--account", "home")
            #expect(table.lines.first?.contains("ACCOUNTS") == true, "\(table.output)")
            let one = try await feed("--account", "work", "--json").objects()
            #expect(one.count == 4 && one.allSatisfy { $0["owners"] as? [String] == ["work"] })
        }

        @Test func librariesWithoutAccountsAreMerged() async throws {
            #expect(try await home.sync("a", "--no-thumbnails").status == 0)
            #expect(try await work.sync("b", "--no-thumbnails").status == 0)
            let (a, b) = (home.path("a"), work.path("b"))
            let items = try await Program.run(
                "feed", "--library", a, "--library", b, "--json", "--copies"
            ).objects()
            #expect(items.count == 11)
            #expect(Set(items.compactMap { $0["owners"] as? [String] }) == [[a], [b]])
        }

        @Test(
            .enabled("the program has no history") {
                try await Program.has("status")
            })
        func theStatusLeavesOutAnAccountThatCannotBeRead() async throws {
            #expect(try await syncAll("--no-thumbnails", "--quiet").status == 0)
            try Data(repeating: 0x5A, count: 40_000).write(to: URL(filePath: library("work")))
            let status = try await home.run("status", "--all")
            #expect(status.status == 3 && status.output.hasPrefix("home:\n"), "\(status)")
        }

        @Test(
            .enabled("the program has no watch") {
                try await Program.has("watch")
            })
        func aReloadKeepsTheWatchOfAnAccountThatCannotBeReadAnyMore() async throws {
            let run = try Program(
                ["watch", "--all", "--json"], environment: home.accountEnvironment)
            var waiting: Set<String?> = []
            while waiting.count < 2 {
                let event = try await run.event()
                if event["state"] == "waiting" { waiting.insert(event["account"]) }
            }
            try Data("{".utf8).write(to: URL(filePath: home.account("work/account.json")))
            run.send(SIGHUP)
            var reload: [String: String] = [:]
            while reload["state"] != "reloaded" || reload["account"] != "work" {
                reload = try await run.event()
            }
            #expect(reload["reason"]?.contains("account.json") == true, "\(reload)")
            try work.stub.apply(.addPhotos(folder: "/new", count: 2))
            var event: [String: String] = [:]
            while event["account"] != "work" || event["added"] != "2" {
                event = try await run.event()
                #expect(event["state"] != "ended", "\(event)")
            }
            run.send(SIGTERM)
            #expect(try await run.outcome().status == 143)
        }

        @Test func anAccountThatCannotBeReadIsNamedAndLeftOut() async throws {
            #expect(try await syncAll("--no-thumbnails", "--quiet").status == 0)
            try Data(repeating: 0x5A, count: 40_000).write(to: URL(filePath: library("work")))
            let feed = try await self.feed("--all", "--json")
            #expect(feed.status == 3, "\(feed.errors)")
            #expect(feed.lines.count == 7, "\(feed.output)")
            #expect(
                feed.errors.contains("work: ") && feed.errors.contains("(left out)"),
                "\(feed.errors)")
            let gallery = try await home.run("gallery", "--all", "--output", home.path("gallery"))
            #expect(gallery.status == 3, "\(gallery.errors)")
            try Data("{".utf8).write(to: URL(filePath: home.account("work/account.json")))
            let damaged = try await self.feed("--all", "--json")
            #expect(damaged.status == 3 && damaged.lines.count == 7, "\(damaged.errors)")
            #expect(damaged.errors.contains("work: "), "\(damaged.errors)")
            let accounts = try await home.run("accounts", "--json")
            #expect(accounts.status == 3 && accounts.lines.count == 1, "\(accounts.output)")
            #expect(
                accounts.output.contains("\"home\"") && accounts.errors.contains("work: "),
                "\(accounts.errors)")
        }

        @Test func aSyncOfAllGoesOnWithoutTheOneThatFails() async throws {
            try work.stub.apply(
                .fault(
                    .init(
                        route: "files/list_folder", count: 9,
                        effect: .status(400, headers: [:], body: "no"))))
            let sync = try await syncAll("--json")
            #expect(sync.status == 76, "\(sync.errors)")
            let events = try sync.lines.map { line in
                try #require(
                    try JSONSerialization.jsonObject(with: Data(line.utf8))
                        as? [String: AnyHashable])
            }
            #expect(events.allSatisfy { $0["account"] is String })
            let last = ["home", "work"].map { name in
                events.last { $0["account"] as? String == name }?["event"] as? String
            }
            #expect(last == ["finished", "error"])
            #expect(sync.errors.contains("photopark: work: "), "\(sync.errors)")
            let accounts = try await home.accounts()
            #expect(accounts.map { $0["last_sync"] is String } == [true, false], "\(accounts)")
            // The shared photo cannot be decoded.
            #expect(accounts.map { $0["last_status"] } == [3, 76], "\(accounts)")
        }

        @Test func anInterruptionStopsAllSyncs() async throws {
            for play in [home, work] {
                try play.stub.apply(
                    .fault(
                        .init(
                            route: "files/list_folder", count: 9,
                            effect: .status(429, headers: ["Retry-After": "60"]))))
            }
            let sync = try Program(["sync", "--all"], environment: home.accountEnvironment)
            for play in [home, work] {
                while play.stub.requestCount(route: "files/list_folder") == 0 {
                    let pause = Duration.milliseconds(20)
                    try await Task.sleep(for: pause)  // reason: another process works meanwhile
                }
            }
            sync.send(SIGINT)
            let outcome = try await sync.outcome()
            #expect(outcome.status == 130, "\(outcome.errors)")
            for name in ["home", "work"] {
                #expect(outcome.errors.contains("\(name): Stopped"), "\(outcome.errors)")
            }
        }

        @Test func aPlanOfAllNamesTheAccountThatWaits() async throws {
            try work.stub.apply(
                .fault(
                    .init(
                        route: "files/list_folder",
                        effect: .status(429, headers: ["Retry-After": "1"]))))
            let plan = try await home.run("plan", "--all")
            #expect(plan.status == 0, "\(plan)")
            #expect(plan.errors.hasPrefix("work: "), "\(plan.errors)")
            #expect(plan.errors.contains("slow down (429)"), "\(plan.errors)")
            #expect(!plan.errors.contains("home: "), "\(plan.errors)")
        }

        @Test func eachAccountHasALineOfTheTerminal() async throws {
            let sync = try TerminalSession(
                ["sync", "--all", "--no-thumbnails"], environment: home.accountEnvironment)
            let outcome = try await sync.outcome()
            #expect(outcome.status == 0, "\(outcome.screen)")
            for name in ["home", "work"] {
                #expect(outcome.screen.contains("\(name): Synced in"), "\(outcome.screen)")
            }
        }

        @Test func theGalleryOfSeveralAccountsNamesThem() async throws {
            #expect(try await syncAll("--no-thumbnails", "--quiet").status == 0)
            let gallery = try await home.run("gallery", "--all", "--output", home.path("gallery"))
            #expect(gallery.status == 0, "\(gallery.errors)")
            let page = try String(
                contentsOfFile: home.path("gallery/index.html"), encoding: .utf8)
            #expect(page.contains(#""accounts":[{"name":"home","view":1,"items":7"#), "\(page)")
            #expect(page.contains(#"{"name":"work","view":2,"items":4"#), "\(page)")
        }

        @Test(arguments: [
            (["feed", "--all", "--account", "home"], "exclude each other"),
            (["feed", "--all", "--library", "/x"], "exclude each other"),
            (
                ["feed", "--account", "home", "--account", "work", "--library", "/x"],
                "several accounts use their own"
            ),
            (["sync", "--library", "/x", "--library", "/y"], "one --library"),
            (["sync", "--all", "--endpoint", "http://127.0.0.1:1"], "cannot be combined"),
        ])
        func wrongCombinationsAre64(_ arguments: [String], _ reason: String) async throws {
            let outcome = try await Program(arguments, environment: home.accountEnvironment)
                .outcome()
            #expect(outcome.status == 64, "\(outcome)")
            #expect(outcome.errors.contains(reason), "\(outcome.errors)")
        }

        @Test func withoutAccountsThereAreNone() async throws {
            let play = try await Playground()
            let outcome = try await play.run("feed", "--all")
            #expect(outcome.status == 66, "\(outcome.errors)")
            #expect(outcome.errors.contains("photopark login"), "\(outcome.errors)")
        }
    }
}
