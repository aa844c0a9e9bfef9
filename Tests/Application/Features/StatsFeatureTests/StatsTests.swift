import Foundation
import ProgramTestKit
import StubServers
import Testing

extension WholeProgram {
    /// `photopark stats`, on libraries that syncs of the program have made.
    @Suite(
        .enabled("the program has no feed") { try await Program.has("sync") })
    struct StatsTests {
        @Test func theCountsAreThoseOfTheFeed() async throws {
            let play = try await Playground(photos: 30)
            #expect(try await play.sync("library", "--media-info").status == 0)
            let feed = try await play.feed("library")
            let stats = try await Program.run("stats", "--json", "--library", play.path("library"))
            #expect(stats.status == 0 && stats.lines.count == 1, "\(stats.errors)")
            let object = try #require(
                try JSONSerialization.jsonObject(with: Data(stats.output.utf8)) as? [String: Any])
            #expect(object["items"] as? Int == feed.count)
            #expect(
                object["bytes"] as? Int == feed.compactMap { $0["size"] as? Int }.reduce(0, +))
            for key in ["years", "months", "kinds", "sizes"] {
                let rows = try #require(object[key] as? [[String: Any]])
                let sum = rows.compactMap { $0["items"] as? Int }.reduce(0, +)
                #expect(sum == feed.count, "\(key): \(rows)")
            }
        }

        @Test func severalLibrariesAreCountedTogether() async throws {
            let play = try await Playground(photos: 4)
            #expect(try await play.sync("first", "--no-thumbnails").status == 0)
            #expect(try await play.sync("second", "--no-thumbnails").status == 0)
            let both = try await Program.run(
                "stats", "--library", play.path("first"), "--library", play.path("second"))
            #expect(both.status == 0, "\(both.errors)")
            #expect(both.output.hasPrefix("8 photos and videos in 2 libraries, "), "\(both)")
            try Data("damaged".utf8).write(
                to: play.folder.appending(path: "second/library.sqlite"))
            let one = try await Program.run(
                "stats", "--library", play.path("first"), "--library", play.path("second"))
            #expect(one.status == 3 && one.errors.contains("(left out)"), "\(one)")
            #expect(one.output.hasPrefix("4 photos and videos, "), "\(one)")
        }

        @Test func theDrawingIsXML() async throws {
            let play = try await Playground(photos: 4)
            #expect(try await play.sync("library", "--no-thumbnails").status == 0)
            let file = play.path("stats.svg")
            let outcome = try await Program.run(
                "stats", "--svg", file, "--library", play.path("library"))
            #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome.errors)")
            let check = try await Shell.run(
                "python3 -c 'import sys, xml.dom.minidom as xml; xml.parse(sys.argv[1])' '\(file)'")
            #expect(check.status == 0, "\(check.output)")
            let unwritable = try await Program.run(
                "stats", "--svg", "/nonexistent/a.svg", "--library", play.path("library"))
            #expect(unwritable.status == 73, "\(unwritable.errors)")
        }

        @Test func aDrawingReplacesADrawingAndNothingElse() async throws {
            let play = try await Playground(photos: 4)
            #expect(try await play.sync("library", "--no-thumbnails").status == 0)
            func draw(_ name: String) async throws -> Int32 {
                try await Program.run(
                    "stats", "--svg", play.path(name), "--library", play.path("library")
                ).status
            }
            #expect(try await draw("stats.svg") == 0)
            let photo = Data("a photo".utf8)
            try photo.write(to: play.folder.appending(path: "photo.jpg"))
            #expect(try await draw("photo.jpg") == 80)
            #expect(try Data(contentsOf: play.folder.appending(path: "photo.jpg")) == photo)
            #expect(try await play.sync("library").status == 0)
            #expect(try await draw("stats.svg") == 0)
        }

        @Test func aLibraryThatDoesNotExistIsTreatedAsInTheFeed() async throws {
            let library = ["--library", "/nonexistent/library"]
            let feed = try await Program(["feed"] + library).outcome()
            let stats = try await Program(["stats"] + library).outcome()
            #expect(stats.status == feed.status, "\(stats)")
            let both = try await Program(["stats", "--json", "--svg", "x"]).outcome()
            #expect(both.status == 64 && both.errors.contains("cannot be combined"))
        }
    }
}
