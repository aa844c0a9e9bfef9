import Foundation
import ProgramTestKit
import StubServers
import Testing

extension WholeProgram {
    /// `photopark sync --originals` that is killed at any moment.
    @Suite struct OriginalsKillTests {
        private static func number(_ variable: String, _ standard: Int) -> Int {
            ProcessInfo.processInfo.environment[variable].flatMap(Int.init) ?? standard
        }

        private static let kills = number("ORIGINALS_KILLS", 6)
        private static let files = number("ORIGINALS_FILES", 300)

        /// Adds files of mixed sizes: from one byte up to three blocks.
        private func addFiles(to play: Playground) throws {
            let small = Self.files / 3
            let large = max(3, Self.files / 250)
            try play.stub.apply(
                .addPhotos(folder: "/Photos", count: Self.files - small - large))
            var random = SystemRandomNumberGenerator()
            for number in 0..<small + large {
                let length =
                    number < small
                    ? Int.random(in: 1...40_000) : Int.random(in: (4 << 20) - 1...(12 << 20))
                let words = (0..<length / 8 + 1).map { _ in random.next() }
                let content = words.withUnsafeBytes { Array($0.prefix(length)) }
                try play.stub.apply(.add(path: "/mixed/\(number).jpg", content: content))
            }
        }

        @Test func killedOverAndOverEveryFileIsEqualToTheServers() async throws {
            let play = try await Playground()
            try addFiles(to: play)
            #expect(play.stub.files.count == Self.files)
            let options = [
                "sync", "--quiet", "--library", play.path("library"), "--endpoint", play.endpoint,
                "--no-thumbnails", "--originals", "--to", play.path("photos"),
            ]
            // The kills are spread over the whole download.
            let share = max(2, Self.files / Self.kills)
            var hits = 0
            for _ in 0..<Self.kills {
                let run = try Program(options)
                let wanted =
                    play.stub.requestCount(route: "files/download") + Int.random(in: 0...share)
                try await wait(for: wanted, in: play)
                let moment = Duration.milliseconds(Int.random(in: 0...10))
                try await Task.sleep(for: moment)  // reason: a kill falls on a moment of real time
                run.send(SIGKILL)
                if try await run.outcome().status == 128 + SIGKILL { hits += 1 }
            }
            #expect(hits >= Self.kills / 2, "only \(hits) kills have met a run")
            let last = try await Program(options).outcome()
            #expect(last.status == 0, "\(last.errors)")
            #expect(try play.hashes(in: "photos") == play.serverHashes)
            let parts = try FileManager.default.contentsOfDirectory(
                atPath: play.path("photos/.photopark/parts"))
            #expect(parts.isEmpty)
            // Each kill has at most the files in flight fetched again.
            let requests = play.stub.requestCount(route: "files/download")
            #expect(requests <= Self.files + 12 * Self.kills, "\(requests) downloads")
            let figures = "\(Self.files) files, \(hits) kills, \(requests) downloads"
            FileHandle.standardError.write(Data("\(figures): all hashes are equal\n".utf8))
        }

        /// The number of downloads at once.
        private static let slots = 3
        /// The number of bytes between two notes about a download.
        private static let block: Int64 = 4 << 20
        /// The rate of all downloads together in bytes per second; each gets a third.
        private static let rate = 6 << 20
        /// The most that a download receives while the bytes of a note are being flushed, which
        /// delays the next note: a disk has two seconds for it.
        private static let flushed: Int64 = 4 << 20

        /// The bytes that are fetched again after a kill in the middle of several large files.
        ///
        /// They are those that the killed run has written after the byte at which the next one
        /// continues. The bytes in the buffers of the connections are not counted.
        @Test func aKillHasAtMostABlockOfEachDownloadFetchedAgain() async throws {
            let play = try await Playground()
            let size: Int64 = 24 << 20
            for number in 0..<Self.slots {
                let content = [UInt8](repeating: UInt8(number), count: Int(size))
                try play.stub.apply(.add(path: "/\(number).jpg", content: content))
            }
            let options = [
                "sync", "--quiet", "--library", play.path("library"), "--endpoint", play.endpoint,
                "--no-thumbnails", "--originals", "--to", play.path("photos"), "--parallel",
                "\(Self.slots)",
            ]
            let run = try Program(options + ["--limit-rate", "\(Self.rate)"])
            try await play.waitForPart(of: 12 << 20, inEachOf: Self.slots)
            run.send(SIGKILL)
            #expect(try await run.outcome().status == 128 + SIGKILL)
            let written = play.partLengths.filter { $0 >= Self.block && $0 < size }
            #expect(written.count == Self.slots, "\(written)")

            try play.stub.apply(.clearRequests)
            let next = try await Program(options).outcome()
            #expect(next.status == 0, "\(next.errors)")
            let ranges = play.stub.requests.filter { $0.route == "files/download" }.map(\.range)
            let starts = ranges.compactMap { $0.flatMap { Int64($0.dropFirst(6).dropLast()) } }
            #expect(starts.count == Self.slots, "\(ranges)")
            let again = written.reduce(0, +) - starts.reduce(0, +)
            #expect(
                again <= Int64(Self.slots) * (Self.block + Self.flushed),
                "\(written) bytes were written, and \(ranges) requested")
            #expect(try play.hashes(in: "photos") == play.serverHashes)
        }

        /// Waits until the server has this number of downloads, or for some seconds.
        private func wait(for count: Int, in play: Playground) async throws {
            let pause = Duration.milliseconds(2)
            for _ in 0..<2_000 where play.stub.requestCount(route: "files/download") < count {
                try await Task.sleep(for: pause)  // reason: another process works meanwhile
            }
        }
    }
}
