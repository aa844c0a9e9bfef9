import DropboxStub
import Foundation
import Testing

extension WholeProgram {
    /// A run that is killed at any moment loses at most what was in flight.
    @Suite struct KillTests {
        @Test func aLibraryThatWasKilledOverAndOverEndsEqualToTheServer() async throws {
            let photos = 2000
            let play = try await Playground(photos: photos, pageLimit: 250)
            var random = SystemRandomNumberGenerator()
            for _ in 0..<25 {
                let run = try Program([
                    "sync", "--quiet", "--library", play.path("library"), "--endpoint",
                    play.endpoint,
                ])
                let moment = Duration.milliseconds(Int.random(in: 5...400, using: &random))
                try await Task.sleep(for: moment)  // reason: a kill falls on a moment of real time
                run.send(SIGKILL)
                _ = try await run.outcome()
            }
            let last = try await play.sync()
            #expect(last.status == 0, "\(last.errors)")

            let truth = try await Playground.reference(of: play, photos: photos)
            let items = try await play.feed()
            #expect(items == truth)
            for item in items {
                let thumbnail = try #require(item["thumbnail"] as? String)
                #expect(FileManager.default.fileExists(atPath: play.path("library/" + thumbnail)))
            }
            #expect(try await integrity(of: play.path("library/library.sqlite")) == "ok")
            #expect(try leftovers(in: play.path("library")).isEmpty)

            // Each kill may repeat what was in flight: a page, and the batches that were under way.
            let batches = play.stub.requestCount(route: "files/get_thumbnail_batch")
            #expect(batches <= photos / 25 + 25 * 16, "\(batches) batches")
        }

        /// What SQLite itself says of the file.
        private func integrity(of database: String) async throws -> String {
            let check = try await Shell.run(
                "python3 -c \"import sqlite3; "
                    + "print(sqlite3.connect('\(database)').execute('PRAGMA integrity_check').fetchone()[0])\""
            )
            return check.output.trimmingCharacters(in: .whitespacesAndNewlines)
        }

        /// Files that a finished library has no use for.
        private func leftovers(in library: String) throws -> [String] {
            try FileManager.default.subpathsOfDirectory(atPath: library).filter {
                $0.hasSuffix(".partial")
            }
        }
    }
}

extension Playground {
    /// The feed of a second library that nobody disturbed.
    static func reference(of play: Playground, photos: Int) async throws -> [[String: AnyHashable]]
    {
        #expect(try await play.sync("reference").status == 0)
        return try await play.feed("reference")
    }
}
