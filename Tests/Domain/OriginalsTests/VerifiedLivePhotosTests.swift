import Foundation
import PhotoFeed
import PhotoFeedTestKit
import SchedulingTestKit
import Testing

@testable import Originals

@Suite("Live photos in a verification")
struct VerifiedLivePhotosTests {
    private let fixture: OriginalsFixture

    init() throws {
        fixture = try OriginalsFixture()
        fixture.library.feedState = .following(
            FeedSource(server: "s", folder: ""), cursor: FeedCursor(rawValue: "c"))
    }

    private func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: fixture.path + "/originals/2024/05/" + name)
    }

    private func livePhotos(_ options: VerifyOptions) -> [VerifyEvent] {
        fixture.verify(options, reader: fixture.library).events.filter {
            if case .livePhoto = $0 { true } else { false }
        }
    }

    /// The two files of the pair are in different windows of the feed.
    @Test func thePartnerOfABadFileIsNamed() throws {
        for number in 0..<999 {
            let id = "id:\(number)"
            let content = Array("content of \(id)".utf8)
            fixture.server.contents[id] = content
            fixture.library.items.append(
                item(id, path: "/\(number).jpg", date: "2024-05-31T18:00:00Z", content: content))
        }
        for (id, name) in [("a", "IMG_1.HEIC"), ("b", "IMG_1.MOV"), ("c", "IMG_2.HEIC")] {
            fixture.add("id:\(id)", "/\(name)")
        }
        _ = fixture.run(try fixture.choice)
        try remove("IMG_1.MOV")
        try remove("IMG_2.HEIC")
        let events = livePhotos(VerifyOptions(namesLivePhotos: true))
        #expect(
            events == [
                .livePhoto(
                    still: LivePhotoFile(path: "2024/05/IMG_1.HEIC", verdict: .good),
                    movie: LivePhotoFile(path: "2024/05/IMG_1.MOV", verdict: .missing))
            ])
    }

    @Test func aPartnerThatTheSampleLeavesOutHasNoState() throws {
        fixture.add("id:1", "/IMG_1.HEIC")
        fixture.add("id:2", "/IMG_1.MOV")
        _ = fixture.run(try fixture.choice)
        try remove("IMG_1.HEIC")
        let options = VerifyOptions(sample: 50, namesLivePhotos: true)
        #expect(
            livePhotos(options) == [
                .livePhoto(
                    still: LivePhotoFile(path: "2024/05/IMG_1.HEIC", verdict: .missing),
                    movie: LivePhotoFile(path: "2024/05/IMG_1.MOV", verdict: nil))
            ])
    }

    @Test func theFeedIsReadOnlyForBadFilesAndOnDemand() throws {
        fixture.add("id:1", "/IMG_1.HEIC")
        fixture.add("id:2", "/IMG_1.MOV")
        _ = fixture.run(try fixture.choice)
        let read = fixture.library.itemsRead
        #expect(livePhotos(VerifyOptions(namesLivePhotos: true)).isEmpty)
        try remove("IMG_1.HEIC")
        #expect(livePhotos(VerifyOptions()).isEmpty)
        #expect(fixture.library.itemsRead == read)
    }
}
