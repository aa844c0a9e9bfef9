import Foundation
import ProgramTestKit
import SchedulingTestKit
import StubServers
import Testing

extension WholeProgram {
    /// `photopark export`, on libraries that syncs of the program have made.
    @Suite(.enabled("the program has no feed") { try await Program.has("sync") })
    struct ExportTests {
        private func library(of photos: Int) async throws -> (Playground, String) {
            let play = try await Playground(photos: photos)
            #expect(try await play.sync("library", "--no-thumbnails").status == 0)
            return (play, play.path("library"))
        }

        @Test func theWholeFeedIsExported() async throws {
            // More than a window of 500 items.
            let (play, library) = try await library(of: 700)
            let feed = try await Program.run("feed", "--json", "--library", library)
            let json = try await Program.run("export", "--json", "--library", library)
            #expect(json.status == 0 && json.output == feed.output, "\(json.errors)")
            let table = try await Program.run("export", "--csv", "--library", library)
            #expect(table.status == 0, "\(table.errors)")
            let rows = table.output.split(separator: "\r\n")
            #expect(rows.count == 701 && rows[0].hasPrefix("id,path,name,"))
            #expect(Set(rows).count == 701)
            let file = play.path("photos.csv")
            let written = try await Program.run(
                "export", "--csv", "--library", library, "--output", file)
            #expect(written.output == "700 photos and videos: \(file)\n", "\(written)")
            #expect(try String(contentsOfFile: file, encoding: .utf8) == table.output)
        }

        @Test func aNameWithALineEndIsInOneLineUnlessItIsInAFile() async throws {
            let play = try await Playground()
            try play.stub.apply(.add(path: "/a.jpg", name: "a\r\n=1.jpg"))
            #expect(try await play.sync("library", "--no-thumbnails").status == 0)
            let arguments = ["export", "--csv", "--library", play.path("library")]
            let outcome = try await Terminal.run(columns: 100, arguments)
            #expect(outcome.status == 0)
            #expect(outcome.screen.contains(#"a\r\n=1.jpg"#), "\(outcome.screen)")
            let piped = try await Program(arguments).outcome()
            #expect(piped.output.contains(#"a\r\n=1.jpg"#), "\(piped.output)")
            let file = play.path("photos.csv")
            #expect(try await Program(arguments + ["--output", file]).outcome().status == 0)
            let exact = try String(contentsOfFile: file, encoding: .utf8)
            #expect(exact.contains("\"a\r\n=1.jpg\""), "\(exact)")
        }

        @Test func anExistingFileIsKept() async throws {
            let (play, library) = try await library(of: 1)
            let file = play.path("photos.json")
            try "mine".write(toFile: file, atomically: false, encoding: .utf8)
            let outcome = try await Program.run(
                "export", "--json", "--library", library, "--output", file)
            #expect(outcome.status == 73 && outcome.errors.contains("exists already"), "\(outcome)")
            #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
        }

        @Test func aFailedExportLeavesNoFile() async throws {
            let play = try await Playground(photos: 0)
            let outcome = try await Program.run(
                "export", "--json", "--library", play.path("none"), "--output", play.path("a.json"))
            #expect(outcome.status == 66, "\(outcome)")
            #expect(!FileManager.default.fileExists(atPath: play.path("a.json")))
        }

        @Test(arguments: ["none/a.json", "library/library.sqlite/a.json"])
        func aFileThatCannotBeCreatedIs73(_ name: String) async throws {
            let (play, library) = try await library(of: 1)
            let outcome = try await Program.run(
                "export", "--json", "--library", library, "--output", play.path(name))
            #expect(outcome.status == 73, "\(outcome)")
            #expect(outcome.errors.contains("cannot write the export"), "\(outcome)")
        }

        @Test func aFolderOfSidecarsThatCannotBeCreatedIs73() async throws {
            let (play, library) = try await library(of: 1)
            let link = play.path("link")
            try FileManager.default.createSymbolicLink(
                atPath: link, withDestinationPath: play.path("nothing/deeper"))
            let outcome = try await Program.run("export", "--xmp", link, "--library", library)
            #expect(outcome.status == 73, "\(outcome)")
        }

        @Test(.disabled(if: Sanitizer.isOn, "the thread sanitizer maps a larger file"))
        func anExportBeyondTheLimitOfFileSizesIs74AndLeavesNoFile() async throws {
            let (play, library) = try await library(of: 700)
            let outcome = try await Shell.run(
                "cd '\(play.folder.path)'; mkdir out; ulimit -f 100; '\(Program.path)' export "
                    + "--json --library '\(library)' --output out/a.json; echo $?; ls -A out")
            #expect(outcome.output.contains("raise the file size limit"), "\(outcome.output)")
            #expect(outcome.output.hasSuffix("\n74\n"), "\(outcome.output)")
        }

        @Test func aFormatIsRequired() async throws {
            let outcome = try await Program.run("export", "--library", "x")
            #expect(outcome.status == 64 && outcome.errors.contains("--json"), "\(outcome)")
        }
    }
}
