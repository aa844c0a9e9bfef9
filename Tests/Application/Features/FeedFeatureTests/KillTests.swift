import Foundation
import ProgramTestKit
import SchedulingTestKit
import StubServers
import Testing

extension WholeProgram {
    /// A run that is killed at any moment loses at most what was in flight.
    @Suite struct KillTests {
        /// The most photos that a kill can have in flight: twelve batches of 25, and one that is
        /// being stored.
        private static let inFlight = 13 * 25
        private static let rounds = FullLoad.isRequested ? 25 : 6

        @Test func aLibraryThatWasKilledOverAndOverEndsEqualToTheServer() async throws {
            let play = try await Playground(photos: 2000, pageLimit: 250)
            var random = SystemRandomNumberGenerator()
            var asked: Set<String> = []
            /// Counts the photos that a run has asked for although an earlier one had.
            func checkRun() {
                let ids = Set(play.stub.thumbnailBatches.joined())
                let again = ids.intersection(asked)
                #expect(again.count <= Self.inFlight, "\(again.count) photos were fetched again")
                asked.formUnion(ids)
            }
            for round in 0..<Self.rounds {
                let run = try Program([
                    "sync", "--quiet", "--library", play.path("library"), "--endpoint",
                    play.endpoint,
                ])
                let moment = Duration.milliseconds(Int.random(in: 5...400, using: &random))
                try await Task.sleep(for: moment)  // reason: a kill falls on a moment of real time
                // The first two ask for so many that a library that loses them all is noticed.
                // A run may be so fast, or this test so slow, that fewer are left for the second.
                if round < 2 {
                    try await wait(for: min(2 * Self.inFlight, 2000 - asked.count), in: play)
                }
                run.send(SIGKILL)
                _ = try await run.outcome()
                checkRun()
                try play.stub.apply(.clearRequests)
            }
            let last = try await play.sync()
            #expect(last.status == 0, "\(last.errors)")
            checkRun()
            #expect(asked.count == 2000)

            try await expectServersState(play)
            #expect(try await integrity(of: play.path("library/library.sqlite")) == "ok")
            #expect(try leftovers(in: play.path("library")).isEmpty)
        }

        /// Waits until the run has asked for that many photos.
        private func wait(for count: Int, in play: Playground) async throws {
            let pause = Duration.milliseconds(5)
            for _ in 0..<24_000 where Set(play.stub.thumbnailBatches.joined()).count < count {
                try await Task.sleep(for: pause)  // reason: another process works meanwhile
            }
            #expect(Set(play.stub.thumbnailBatches.joined()).count >= count)
        }

        /// Compares the library with the stub's state, and its pictures with those of an
        /// undisturbed run.
        private func expectServersState(_ play: Playground) async throws {
            let items = try await play.content()
            let files = play.stub.files
            #expect(items.count == files.count)
            for item in items {
                let path = try #require(item["path"] as? String)
                let file = try #require(files[path.lowercased()], "\(path)")
                #expect(item["id"] as? String == file.identifier)
                #expect(item["rev"] as? String == file.revision)
                #expect(item["size"] as? Int == file.size)
                #expect(item["content_hash"] as? String == file.contentHash)
            }
            #expect(try await play.sync("reference").status == 0)
            #expect(try await play.content("reference") == items)
            #expect(items.allSatisfy { ($0["thumbnail"] as? Data)?.isEmpty == false })
        }

        /// The result of SQLite's own check of the file.
        private func integrity(of database: String) async throws -> String {
            let check = try await Shell.run(
                "python3 -c \"import sqlite3; library = sqlite3.connect('\(database)'); "
                    + "print(library.execute('PRAGMA integrity_check').fetchone()[0])\"")
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
