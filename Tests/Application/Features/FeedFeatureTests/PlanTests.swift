import Foundation
import ProgramTestKit
import StubServers
import Testing

extension WholeProgram {
    /// `photopark plan`, beside what the sync after it has done.
    @Suite struct PlanTests {
        /// A library, and what has happened to it and to its account.
        struct Situation: CustomTestStringConvertible, Sendable {
            let name: String
            let photos: Int
            /// The options of the first sync; `nil` for a new library.
            var first: [String]? = []
            var changes: [ControlCommand] = []
            var options: [String] = []

            var testDescription: String { name }
        }

        private static func plan(
            _ play: Playground, _ options: [String] = []
        ) async throws -> [String: AnyHashable] {
            let outcome = try await Program(
                ["plan", "--json", "--library", play.path("library"), "--endpoint", play.endpoint]
                    + options
            ).outcome()
            return try #require(try outcome.objects().first, "\(outcome)")
        }

        @Test(arguments: [
            Situation(name: "new and empty", photos: 0, first: nil),
            Situation(name: "new", photos: 30, first: nil),
            Situation(name: "new, with many pages", photos: 210, first: nil),
            Situation(
                name: "new, with media information", photos: 30, first: nil,
                options: ["--media-info"]),
            Situation(name: "up to date", photos: 60),
            Situation(
                name: "more photos", photos: 60,
                changes: [.addPhotos(folder: "/more", count: 45)]),
            Situation(
                name: "photos added and removed", photos: 30,
                changes: [
                    .addPhotos(folder: "/more", count: 30), .delete(path: "/more"),
                    .addPhotos(folder: "/others", count: 26),
                ], options: ["--max-delete", "all"]),
            Situation(name: "without thumbnails so far", photos: 90, first: ["--no-thumbnails"]),
            Situation(
                name: "stopped in the listing", photos: 100, first: ["--max-requests", "3"]),
            Situation(
                name: "stopped in the thumbnails", photos: 100, first: ["--max-requests", "8"]),
            Situation(
                name: "another size of thumbnails", photos: 60,
                options: ["--thumbnail-size", "large"]),
            Situation(name: "a cursor that has ended", photos: 60, changes: [.resetCursors]),
            Situation(name: "no thumbnails wanted", photos: 60, options: ["--no-thumbnails"]),
        ])
        func theSyncAfterThePlanSendsItsRequests(_ situation: Situation) async throws {
            let play = try await Playground(photos: situation.photos, pageLimit: 20)
            if let first = situation.first {
                let outcome = try await play.sync("library", options: first)
                #expect([0, 3].contains(outcome.status), "\(outcome)")
            }
            for change in situation.changes { try play.stub.apply(change) }
            let before = play.requestCount
            let plan = try await Self.plan(play, situation.options)
            let middle = play.requestCount
            let outcome = try await play.sync(options: situation.options + ["--json"])
            #expect(outcome.status == 0, "\(outcome)")
            let sent = play.requestCount - middle
            let planned = try #require(plan["requests"] as? Int)
            #expect(abs(planned - sent) <= max(1, sent / 50), "planned \(plan), sent \(sent)")
            #expect(plan["page_requests"] as? Int == middle - before)
            // The numbers that Documentation/Testing.md compares.
            if ProcessInfo.processInfo.environment["PLAN_TABLE"] != nil {
                let row = "| \(situation.name) | \(planned) | \(sent) |\n"
                FileHandle.standardError.write(Data(row.utf8))
            }
            let finished = try #require(try outcome.objects().last)
            #expect(plan["thumbnails"] as? Int == finished["thumbnails"] as? Int)
        }

        @Test func aPlanOfANewLibraryListsSaysSoAndStoresNothing() async throws {
            let play = try await Playground(photos: 30)
            let outcome = try await Program.run(
                "plan", "--library", play.path("library"), "--endpoint", play.endpoint)
            #expect(outcome.status == 0, "\(outcome)")
            #expect(outcome.output.contains("has listed the whole account"))
            #expect(outcome.output.contains("Nothing was stored."))
            #expect(outcome.output.contains("time:       unknown"))
            #expect(!FileManager.default.fileExists(atPath: play.path("library")))
        }

        @Test func aPlanWithACursorCostsOneRequestAndChangesNothing() async throws {
            let play = try await Playground(photos: 30)
            _ = try await play.sync()
            try play.stub.apply(.addPhotos(folder: "/more", count: 5))
            let content = try await play.content()
            let before = play.requestCount
            var plan = try await Self.plan(play)
            #expect(play.requestCount - before == 1)
            #expect(plan["lists"] as? Bool == false)
            let least = try #require(plan["seconds_min"] as? Double)
            #expect(least > 0 && least <= plan["seconds_max"] as? Double ?? 0)
            #expect(try await play.content() == content)
            var repeated = try await Self.plan(play)
            // Other programs change the free space of the disk.
            plan["free_bytes"] = nil
            repeated["free_bytes"] = nil
            #expect(repeated == plan)
        }

        /// Plans with a server that refuses the first request for some seconds.
        private func plan(refusedFor seconds: Int) async throws -> Program.Outcome {
            let play = try await Playground(photos: 3)
            try play.stub.apply(
                .fault(
                    .init(
                        route: "files/list_folder",
                        effect: .status(429, headers: ["Retry-After": "\(seconds)"]))))
            return try await Program.run(
                "plan", "--json", "--library", play.path("library"), "--endpoint", play.endpoint)
        }

        @Test func aWaitOfAPlanIsShown() async throws {
            let outcome = try await plan(refusedFor: 1)
            #expect(outcome.status == 0, "\(outcome)")
            #expect(outcome.errors.contains("slow down (429)"), "\(outcome.errors)")
            #expect(outcome.lines.count == 1, "\(outcome.output)")
        }

        @Test func aPlanThatARateLimitEndsAnnouncesNoWait() async throws {
            let outcome = try await plan(refusedFor: 86_400)
            #expect(outcome.status == 75, "\(outcome)")
            #expect(!outcome.errors.contains("slow down"), "\(outcome.errors)")
            #expect(outcome.errors.contains("asks for a wait of 86400 s"), "\(outcome.errors)")
        }

        @Test(
            .enabled("the program has no originals") {
                try await Program.has("verify")
            })
        func theOriginalsAreRequestsToo() async throws {
            let play = try await Playground(photos: 12)
            let options = ["--originals", "--to", play.path("originals"), "--exclude", "*1.jpg"]
            try await Self.compare(play, options)
            try play.stub.apply(.addPhotos(folder: "/more", count: 5))
            // The library repeats its choice.
            try await Self.compare(play, [])
            let plan = try await Self.plan(play)
            #expect(plan["originals"] as? Int == 0)
            try FileManager.default.moveItem(
                atPath: play.path("originals"), toPath: play.path("elsewhere"))
            let unmounted = try await Program.run(
                "plan", "--library", play.path("library"), "--endpoint", play.endpoint)
            #expect(unmounted.status == 73, "\(unmounted)")
            #expect(unmounted.errors.contains("does not contain the originals"))
        }

        /// Compares a plan with the requests of the sync after it.
        private static func compare(_ play: Playground, _ options: [String]) async throws {
            let plan = try await plan(play, options)
            let middle = play.requestCount
            #expect(try await play.sync("library", options: options).status == 0)
            let downloads = play.requestCount - middle
            #expect(plan["requests"] as? Int == downloads, "planned \(plan)")
            #expect(plan["originals"] as? Int ?? 0 > 0)
            #expect(plan["original_bytes"] as? Int ?? 0 > 0)
        }

        @Test func aPlanFailsAsTheSyncWould() async throws {
            let play = try await Playground(photos: 3)
            _ = try await play.sync()
            let outcome = try await Program.run(
                "plan", "--library", play.path("library"), "--endpoint", play.endpoint,
                "--folder", "/other")
            #expect(outcome.status == 64)
            #expect(outcome.errors.contains("the library follows"))
        }
    }
}
