import Foundation
import ProgramTestKit
import StubServers
import Testing

extension WholeProgram {
    /// `photopark status` and `photopark log`, on libraries that syncs of the program have made.
    @Suite(
        .enabled("the program has no feed") { try await Program.has("sync") })
    struct HistoryTests {
        @Test func theStatusOfALibraryShowsWhatIsMissing() async throws {
            let play = try await Playground(photos: 4)
            #expect(try await play.sync("library", "--no-thumbnails").status == 0)
            let status = try await Program.run("status", "--library", play.path("library"))
            #expect(status.status == 0, "\(status.errors)")
            #expect(
                status.output.contains("lists 4 photos and videos: 0 with a thumbnail."),
                "\(status.output)")
            #expect(status.output.contains("Missing: 4 thumbnails to fetch."), "\(status.output)")
            let json = try await Program.run(
                "status", "--json", "--library", play.path("library")
            ).objects()
            #expect(json.map { $0["items"] as? Int } == [4])
            #expect(json.map { $0["wanted_thumbnails"] as? Int } == [4])
        }

        @Test func theChangesOfASyncAreInTheLog() async throws {
            let play = try await Playground(photos: 4)
            let library = play.path("library")
            #expect(try await play.sync("library", "--no-thumbnails").status == 0)
            let quiet = try await Program.run("log", "--library", library)
            #expect(quiet.output.isEmpty && quiet.errors.contains("no changes since"), "\(quiet)")
            try play.stub.apply(.add(path: "/new.jpg", content: Array("new".utf8)))
            #expect(try await play.sync("library", "--no-thumbnails").status == 0)
            try play.stub.apply(.delete(path: "/new.jpg"))
            #expect(try await play.sync("library", "--no-thumbnails").status == 0)
            let changes = try await Program.run("log", "--json", "--library", library).objects()
            #expect(changes.map { $0["change"] as? String } == ["added", "removed"])
            #expect(changes.map { $0["path"] as? String } == ["/new.jpg", nil])
            #expect(changes.map { $0["former_path"] as? String } == [nil, "/new.jpg"])
            let status = try await Program.run("status", "--json", "--library", library).objects()
            let syncs = try #require(status.first?["syncs"] as? [[String: AnyHashable]])
            #expect(syncs.map { $0["added"] as? Int } == [0, 1, 4])
            #expect(syncs.map { $0["removed"] as? Int } == [1, 0, 0])
            #expect(syncs.allSatisfy { $0["outcome"] as? String == "finished" })
        }

        @Test func theFeedOfAnEarlierTimeNeedsTheJournal() async throws {
            let play = try await Playground(photos: 4)
            let library = play.path("library")
            #expect(try await play.sync("library", "--no-thumbnails").status == 0)
            let before = try await Program.run("feed", "--at", "2001", "--library", library)
            #expect(before.status == 66 && before.errors.contains("no journal before"), "\(before)")
            let after = try await Program.run(
                "feed", "--json", "--at", "2099", "--library", library
            ).objects()
            #expect(after.count == 4)
        }

        @Test(arguments: ["status", "log"])
        func aMissingLibraryIs66(_ command: String) async throws {
            let outcome = try await Program.run(command, "--library", "/nonexistent/library")
            #expect(outcome.status == 66, "\(outcome)")
        }
    }
}
