import Foundation
import ProgramTestKit
import StubServers
import Testing
import TextFormats

extension WholeProgram {
    /// The output of `photopark feed` on a narrow terminal, and for an empty feed.
    @Suite struct FeedTests {
        @Test func noLineWrapsOnANarrowTerminal() async throws {
            let play = try await Playground(photos: 4)
            try play.stub.apply(
                .add(path: "/写真/" + String(repeating: "旅", count: 60) + ".jpg"))
            #expect(try await play.sync().status == 0)
            for columns in [20, 40, 60, 80] as [UInt16] {
                let feed = try await Terminal.run(
                    columns: columns, ["feed", "--library", play.path("library")])
                #expect(feed.status == 0)
                #expect(feed.lines.count == 7 && feed.lines.last == "", "\(feed.lines)")
                #expect(feed.lines[0].hasSuffix("PATH"))
                for line in feed.lines {
                    #expect(TerminalText.columns(of: line) <= columns, "\(columns): \(line)")
                }
            }
        }

        @Test func theHelpNamesEveryKeyOfAnItem() async throws {
            let play = try await Playground(photos: 1)
            #expect(try await play.sync("library", "--no-thumbnails").status == 0)
            let feed = try await Program.run("feed", "--json", "--library", play.path("library"))
            let object = try JSONSerialization.jsonObject(with: Data(feed.output.utf8))
            let keys = try #require(object as? [String: Any]).keys
            let help = try await Program.run("feed", "--help").output
            let words = Set(help.split { !$0.isLetter && $0 != "_" }.map(String.init))
            #expect(keys.count > 20 && words.isSuperset(of: keys), "\(keys)")
        }

        @Test func theCountdownStaysVisibleOnANarrowTerminal() async throws {
            let play = try await Playground(photos: 2)
            try play.stub.apply(
                .fault(
                    .init(
                        route: "files/list_folder",
                        effect: .status(429, headers: ["Retry-After": "2"]))))
            let sync = try await Terminal.run(
                columns: 40,
                ["sync", "--library", play.path("library"), "--endpoint", play.endpoint])
            #expect(sync.status == 0)
            let waits = sync.drawings.filter { $0.contains("slow down (429)") }
            #expect(!waits.isEmpty, "\(sync.screen)")
            #expect(waits.allSatisfy { $0.count < 40 && $0.contains(" s: ") }, "\(waits)")
        }

        @Test func aFeedWithNothingToShowSaysWhy() async throws {
            let play = try await Playground(photos: 3)
            let arguments = ["feed", "--library", play.path("library")]
            try play.stub.apply(.fault(.init(route: "files/list_folder", effect: .expiredToken)))
            #expect(try await play.sync().status == 77)
            func reason(_ options: String...) async throws -> String {
                let feed = try await Program(arguments + options).outcome()
                #expect(feed.status == 0 && feed.output == "", "\(feed)")
                return feed.errors
            }
            #expect(try await reason().contains("no sync has reached the server yet"))
            #expect(try await reason("--json").contains("no sync has reached the server yet"))
            #expect(try await play.sync().status == 0)
            #expect(try await reason("--until", "1900").hasPrefix("None of the library's 3 photos"))
            #expect(try await reason("--limit", "0") == "")
            for item in try await play.feed() {
                let path = try #require(item["path"] as? String)
                try play.stub.apply(.delete(path: path))
            }
            #expect(try await play.sync().status == 0)
            #expect(try await reason().contains("no photos or videos in the whole account"))
        }

        @Test func aGalleryCountsAsItsPageDoesAndSaysWhyItIsEmpty() async throws {
            let play = try await Playground(photos: 3)
            try play.stub.apply(.add(path: "/film.mp4", content: [0]))
            #expect(try await play.sync().status == 0)
            func gallery() async throws -> (Program.Outcome, page: String) {
                let outcome = try await Program.run(
                    "gallery", "--library", play.path("library"), "--output", play.path("gallery"))
                #expect(outcome.status == 0)
                return (
                    outcome,
                    try String(contentsOfFile: play.path("gallery/index.html"), encoding: .utf8)
                )
            }
            let full = try await gallery()
            #expect(full.0.output.hasPrefix("3 photos and 1 video in "), "\(full.0.output)")
            #expect(full.page.contains(#""items":4,"videos":1"#) && full.0.errors == "")
            try play.stub.apply(.delete(path: "/film.mp4"))
            for item in try await play.feed() where item["kind"] as? String == "photo" {
                try play.stub.apply(.delete(path: try #require(item["path"] as? String)))
            }
            #expect(try await play.sync().status == 0)
            let empty = try await gallery()
            #expect(empty.0.output.hasPrefix("No photos or videos: "), "\(empty.0.output)")
            #expect(empty.0.errors.contains("no photos or videos in the whole account"))
            #expect(empty.page.contains(#""items":0,"videos":0"#))
        }

        @Test func aSearchSelectsAPartOfTheFeedAndOfTheGallery() async throws {
            let play = try await Playground(photos: 3)
            try play.stub.apply(.add(path: "/Trip to Rome/film.mp4", content: [0]))
            try play.stub.apply(.add(path: "/Trip to Rome/one.jpg"))
            #expect(try await play.sync().status == 0)
            func paths(_ words: String) async throws -> [String] {
                try await play.feed("library", "--search", words)
                    .compactMap { $0["path"] as? String }.sorted()
            }
            #expect(try await paths("ROME") == ["/Trip to Rome/film.mp4", "/Trip to Rome/one.jpg"])
            #expect(try await paths("rome kind:video") == ["/Trip to Rome/film.mp4"])
            #expect(try await paths("").count == 5)
            let library = ["--library", play.path("library")]
            let none = try await Program(["feed", "--search", "venice"] + library).outcome()
            #expect(none.status == 0 && none.output == "", "\(none)")
            #expect(none.errors.hasPrefix("None of the library's 5 photos and videos"))
            let output = ["--output", play.path("gallery")]
            let gallery = try await Program(["gallery", "--search", "rome"] + output + library)
                .outcome()
            #expect(gallery.status == 0, "\(gallery)")
            #expect(gallery.output.hasPrefix("1 photo and 1 video in "), "\(gallery.output)")
        }

        @Test func aGalleryWithoutSomeThumbnailsIsWrittenAndA3() async throws {
            let play = try await Playground(photos: 3)
            #expect(try await play.sync().status == 0)
            try FileManager.default.removeItem(atPath: play.path("library/thumbnails/1.pack"))
            let gallery = try await Program.run(
                "gallery", "--library", play.path("library"), "--output", play.path("gallery"))
            #expect(gallery.status == 3, "\(gallery)")
            #expect(
                gallery.errors.hasPrefix("3 thumbnails cannot be read and shown: "),
                "\(gallery.errors)")
            #expect(gallery.output.hasPrefix("3 photos in "), "\(gallery.output)")
            let page = try String(
                contentsOfFile: play.path("gallery/index.html"), encoding: .utf8)
            #expect(page.contains(#""items":3"#))
        }

        @Test func aFirstSyncThatStoppedHalfwayIsNamed() async throws {
            let play = try await Playground(pageLimit: 1)
            for name in ["a.txt", "b.txt"] { try play.stub.apply(.add(path: "/\(name)")) }
            try play.stub.apply(
                .fault(.init(route: "files/list_folder/continue", count: 9, effect: .expiredToken)))
            #expect(try await play.sync().status == 77)
            let feed = try await Program(["feed", "--library", play.path("library")]).outcome()
            #expect(feed.status == 0)
            #expect(feed.errors.contains("its first sync has not finished"), "\(feed.errors)")
        }
    }
}
