import Foundation
import ProgramTestKit
import Testing

extension WholeProgram {
    /// `photopark status` and `photopark log`, on libraries that syncs of the program have made.
    @Suite(
        .enabled("the program has no feed") { try await Program.commands().contains("sync") })
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

        @Test(arguments: ["status", "log"])
        func aMissingLibraryIs66(_ command: String) async throws {
            let outcome = try await Program.run(command, "--library", "/nonexistent/library")
            #expect(outcome.status == 66, "\(outcome)")
        }
    }
}
