import Foundation
import ProgramTestKit
import SchedulingTestKit
import Testing

extension WholeProgram {
    /// `photopark duplicates`, on libraries that syncs of the program have made.
    @Suite(
        .enabled("the program has no feed") { try await Program.has("sync") })
    struct DuplicatesProgramTests {
        @Test func twoLibrariesOfOneServerAreDuplicates() async throws {
            let play = try await Playground(photos: 6)
            for library in ["first", "second"] {
                #expect(try await play.sync(library, "--no-thumbnails").status == 0)
            }
            let alone = try await Program.run(
                "duplicates", "--exact", "--library", play.path("first"))
            #expect(alone.status == 0 && alone.lines == ["No duplicates were found."], "\(alone)")
            let both = try await Program.run(
                "duplicates", "--exact", "--json", "--library", play.path("first"), "--library",
                play.path("second"))
            #expect(both.status == 0 && both.errors.isEmpty, "\(both.errors)")
            let groups = try both.lines.map {
                try #require(
                    try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
            }
            #expect(groups.count == 6)
            for group in groups {
                let files = try #require(group["files"] as? [[String: Any]])
                #expect(
                    files.count == 2 && files[0]["path"] as? String == files[1]["path"] as? String)
                #expect(group["bytes"] as? Int == files[0]["size"] as? Int)
            }
        }

        @Test(.disabled(if: Sanitizer.isOn, "a sanitizer exceeds the memory of a decoder"))
        func picturesOfTwoLibrariesLookTheSame() async throws {
            let play = try await Playground(photos: 8)
            #expect(try await play.sync("first").status == 0)
            let near = ["duplicates", "--near", "--json", "--library", play.path("first")]
            let first = try await Program(near).outcome()
            #expect(first.status == 0 && first.errors.isEmpty, "\(first.errors)")
            let second = try await Program(near).outcome()
            #expect(second.output == first.output)
            let file = play.path("first") + "/picture-hashes"
            #expect(FileManager.default.fileExists(atPath: file))
            // Each photo of the stub has a hash; none is left out as damaged.
            let size = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int
            let feed = try await play.feed("first")
            let stored = feed.count { $0["thumbnail"] is String }
            #expect(size == 16 + 44 * stored, "\(feed)")
            let both = try await Program.run("duplicates", "--near", "--exact")
            #expect(both.status == 64, "\(both)")
            let bursts = try await Program.run("duplicates", "--bursts", "--near")
            #expect(bursts.status == 64, "\(bursts)")
        }

        @Test func picturesThatCannotBeReadAreCountedAndA3() async throws {
            let play = try await Playground(photos: 4)
            #expect(try await play.sync().status == 0)
            try FileManager.default.removeItem(atPath: play.path("library/thumbnails/1.pack"))
            let near = try await Program.run(
                "duplicates", "--near", "--library", play.path("library"))
            #expect(near.status == 3, "\(near)")
            #expect(near.errors.contains("4 thumbnails cannot be read"), "\(near.errors)")
        }

        @Test func theHiddenCommandDecodesPictures() async throws {
            let help = try await Program.run("--help")
            #expect(!help.output.contains("hash-pictures"))
            let none = try await Shell.run("'\(Program.path)' hash-pictures < /dev/null")
            #expect(none.output == "ready\n", "\(none)")
        }

        @Test func aMissingLibraryIsLeftOut() async throws {
            let play = try await Playground(photos: 2)
            #expect(try await play.sync("first", "--no-thumbnails").status == 0)
            let one = try await Program.run(
                "duplicates", "--library", play.path("first"), "--library", play.path("none"))
            #expect(one.status == 3 && one.errors.contains("(left out)"), "\(one)")
            let none = try await Program.run("duplicates", "--library", play.path("none"))
            #expect(none.status == 66, "\(none)")
        }
    }
}
