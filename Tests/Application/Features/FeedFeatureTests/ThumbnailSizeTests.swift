import Foundation
import ProgramTestKit
import StubServers
import Testing

extension WholeProgram {
    /// `--thumbnail-size`, which a library keeps.
    @Suite struct ThumbnailSizeTests {
        /// The bytes of all thumbnails.
        private func bytes(_ play: Playground) async throws -> Int {
            try await play.feed().reduce(0) { sum, item in
                sum + (item["thumbnail_length"] as? Int ?? 0)
            }
        }

        @Test func aNewSizeIsFetchedCountedAndKept() async throws {
            let play = try await Playground(photos: 12)
            #expect(try await play.sync("library", "--thumbnail-size", "small").status == 0)
            let small = try await bytes(play)
            let change = try await play.sync("library", "--thumbnail-size", "large")
            #expect(change.status == 0)
            #expect(change.output.contains("12 of them in a new size."), "\(change.output)")
            let large = try await bytes(play)
            #expect(large > 2 * small)
            let before = play.requestCount
            #expect(try await play.sync().status == 0)
            #expect(play.requestCount - before == 1)
            try play.stub.apply(.addPhotos(folder: "/Camera Uploads/New", count: 2))
            let addition = try await play.sync("library", "--json")
            #expect(addition.output.contains(#""resized_thumbnails":0"#), "\(addition.output)")
            let mean = try await (bytes(play) - large) / 2
            #expect(mean > 2 * small / 12, "new photos come in the library's size")
        }

        @Test func aChangeThatIsInterruptedGoesOnWithoutTheOption() async throws {
            let play = try await Playground(photos: 60)
            #expect(try await play.sync().status == 0)
            try play.stub.apply(
                .fault(
                    .init(
                        route: "files/get_thumbnail_batch", count: 99, skip: 1,
                        effect: .expiredToken)))
            #expect(try await play.sync("library", "--thumbnail-size", "small").status == 77)
            try play.stub.apply(.clearFaults)
            let rest = try await play.sync()
            #expect(rest.status == 0)
            #expect(rest.output.contains("of them in a new size."), "\(rest.output)")
            let before = play.requestCount
            #expect(try await play.sync("library", "--thumbnail-size", "small").status == 0)
            #expect(play.requestCount - before == 1)
        }
    }
}
