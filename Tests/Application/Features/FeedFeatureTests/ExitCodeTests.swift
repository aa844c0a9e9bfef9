import Foundation
import ProgramTestKit
import Testing

extension WholeProgram {
    /// The rows of `Documentation/ExitCodes.md` that no other test of the program shows.
    @Suite struct ExitCodeTests {
        private func change(_ library: String, _ sql: String) async throws {
            let script =
                "import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(sys.argv[2])"
            let change = try await Shell.run(
                "python3 -c '\(script)' '\(library)/library.sqlite' \"\(sql)\"")
            #expect(change.status == 0, "\(change.output)")
        }

        @Test func aDamagedLibraryIs65() async throws {
            let play = try await Playground(photos: 3)
            #expect(try await play.sync("library", "--no-thumbnails").status == 0)
            try Data(repeating: 0x5A, count: 40_000)
                .write(to: URL(filePath: play.path("library/library.sqlite")))
            for command in [["feed"], ["sync", "--endpoint", play.endpoint]] {
                let outcome = try await Program(command + ["--library", play.path("library")])
                    .outcome()
                #expect(outcome.status == 65, "\(outcome.errors)")
                #expect(outcome.errors.contains("sync into a new folder"), "\(outcome.errors)")
            }
        }

        @Test func aLibraryOfANewerVersionIs78() async throws {
            let play = try await Playground(photos: 3)
            #expect(try await play.sync("library", "--no-thumbnails").status == 0)
            try await change(
                play.path("library"),
                "INSERT INTO persistence_migration VALUES (9999, 'later', '')")
            for command in [["feed"], ["sync", "--endpoint", play.endpoint]] {
                let outcome = try await Program(command + ["--library", play.path("library")])
                    .outcome()
                #expect(outcome.status == 78, "\(outcome.errors)")
                #expect(outcome.errors.contains("update the program"), "\(outcome.errors)")
            }
        }

        @Test func aLibraryOfADevelopmentVersionIs78() async throws {
            let play = try await Playground(photos: 3)
            #expect(try await play.sync("library", "--no-thumbnails").status == 0)
            try await change(play.path("library"), "DROP TABLE persistence_migration")
            for command in [["feed"], ["sync", "--endpoint", play.endpoint]] {
                let outcome = try await Program(command + ["--library", play.path("library")])
                    .outcome()
                #expect(outcome.status == 78, "\(outcome.errors)")
                #expect(outcome.errors.contains("sync into a new folder"), "\(outcome.errors)")
            }
        }

        @Test func aFolderThatCannotBeCreatedIs73() async throws {
            let play = try await Playground(photos: 1)
            #expect(try await play.sync("library", "--no-thumbnails").status == 0)
            let link = play.path("link")
            try FileManager.default.createSymbolicLink(
                atPath: link, withDestinationPath: play.path("nothing/deeper"))
            for command in [
                ["sync", "--endpoint", play.endpoint, "--library", link],
                ["gallery", "--library", play.path("library"), "--output", link],
            ] {
                let outcome = try await Program(command).outcome()
                #expect(outcome.status == 73, "\(outcome.errors)")
                #expect(outcome.errors.contains(link), "\(outcome.errors)")
            }
        }

        @Test func whatIsNotOursIs80AndStays() async throws {
            let play = try await Playground(photos: 3)
            #expect(try await play.sync("library", "--no-thumbnails").status == 0)
            let mine = play.folder.appending(path: "mine")
            try FileManager.default.createDirectory(at: mine, withIntermediateDirectories: false)
            try Data("mine".utf8).write(to: mine.appending(path: "file"))
            let commands = [
                ["sync", "--endpoint", play.endpoint, "--library", mine.path],
                ["gallery", "--library", play.path("library"), "--output", mine.path],
            ]
            for command in commands {
                let outcome = try await Program(command).outcome()
                #expect(outcome.status == 80, "\(outcome.errors)")
                #expect(!outcome.errors.contains("permissions"), "\(outcome.errors)")
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: mine.path) == ["file"])
            try await change(play.path("library"), "PRAGMA application_id = 1")
            let foreign = try await Program.run("feed", "--library", play.path("library"))
            #expect(foreign.status == 80, "\(foreign.errors)")
            #expect(foreign.errors.contains("another program"), "\(foreign.errors)")
        }

        @Test func aTokenCommandThatFailsIs77WithItsCode() async throws {
            let play = try await Playground(photos: 1)
            for (command, code) in [
                ("exit 3", 3), ("kill -TERM $$", 143), ("nonexistent-command", 127),
            ] {
                let outcome = try await play.sync("library", "--token-command", command)
                #expect(outcome.status == 77)
                #expect(
                    outcome.errors.contains("the token command ended with code \(code)"),
                    "\(outcome.errors)")
            }
            #expect(play.requestCount == 0)
        }
    }
}
