import Foundation
import ProgramTestKit
import StubServers
import Testing

extension WholeProgram {
    /// The facts of originals in the outputs of the program.
    @Suite struct FactsOfOriginalsTests {
        /// A TIFF structure with texts, such as that of a raw photo.
        private func picture(_ texts: [(tag: UInt16, text: String)]) -> [UInt8] {
            func bytes(_ number: Int, _ width: Int) -> [UInt8] {
                (0..<width).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
            }
            var entries: [UInt8] = []
            var values: [UInt8] = []
            let start = 8 + 2 + 12 * texts.count + 4
            for (tag, text) in texts {
                let value = Array(text.utf8) + [0]
                entries += bytes(Int(tag), 2) + bytes(2, 2) + bytes(value.count, 4)
                entries += bytes(start + values.count, 4)
                values += value
            }
            return Array("MM\0*".utf8) + bytes(8, 4) + bytes(texts.count, 2) + entries
                + bytes(0, 4) + values
        }

        /// A library with an original that names its camera and date, and with one that does not.
        private func synced() async throws -> Playground {
            let play = try await Playground()
            let content = picture([
                (0x010F, "Maker"), (0x0110, "Model 7"), (0x9003, "2019:07:04 05:06:07"),
            ])
            try play.stub.apply(.add(path: "/a.dng", content: content))
            try play.stub.apply(.add(path: "/b.jpg", content: Array("no picture".utf8)))
            let options = ["--no-thumbnails", "--originals", "--to", play.path("photos")]
            let run = try await play.sync(options: options)
            #expect(run.status == 0, "\(run.errors)")
            return play
        }

        @Test func theFeedShowsTheCameraAndTheDateOfAnOriginal() async throws {
            let feed = try await synced().feed()
            let item = try #require(feed.first { $0["name"] as? String == "a.dng" })
            #expect(item["make"] as? String == "Maker")
            #expect(item["model"] as? String == "Model 7")
            #expect(item["taken"] as? String == "2019-07-04T05:06:07")
            #expect(feed.last == item, "the feed is sorted by the date of the file")
        }

        @Test(.enabled("needs the command export") { try await Program.has("export") })
        func anExportShowsTheCameraOfAnOriginal() async throws {
            let play = try await synced()
            let table = try await Program(["export", "--csv", "--library", play.path("library")])
                .outcome()
            #expect(table.output.contains(",Maker,Model 7,"), "\(table.output)")
        }

        @Test(.enabled("needs the command stats") { try await Program.has("stats") })
        func theStatisticsCountTheCameraOfAnOriginal() async throws {
            let play = try await synced()
            let library = ["--library", play.path("library")]
            let stats = try await Program(["stats", "--json"] + library).outcome()
            #expect(stats.output.contains(#""cameras":[{"name":"Maker Model 7","items":1,"#))
            #expect(stats.output.contains(#"{"name":null,"items":1,"#))
            let bars = try await Program(["stats"] + library).outcome()
            #expect(bars.output.contains("Maker Model 7"))
        }
    }
}
