import PhotoFeed
import Testing

@Suite("Entities")
struct EntityTests {
    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("2015-05-12T15:50:38Z", 1_431_445_838),
            ("2000-02-29T23:59:59Z", 951_868_799), ("1969-12-31T23:59:59Z", -1),
            ("0000-01-01T00:00:00Z", -62_167_219_200), ("9999-12-31T23:59:59Z", 253_402_300_799),
        ] as [(String, Int64)])
    func timesAreReadAndWritten(text: String, seconds: Int64) {
        #expect(FeedTime(text)?.secondsSinceEpoch == seconds)
        #expect(FeedTime(secondsSinceEpoch: seconds).description == text)
    }

    @Test(arguments: [
        "", "2015-05-12", "2015-05-12T15:50:38", "2015-05-12T15:50:38.5Z", "2015-13-12T15:50:38Z",
        "2015-02-29T15:50:38Z", "2015-05-12T24:00:00Z", "2015-05-12 15:50:38Z",
        "2015-05-12T15:50:3éZ", "+015-05-12T15:50:38Z",
    ])
    func whatIsNoTimeIsNone(text: String) {
        #expect(FeedTime(text) == nil)
    }

    @Test func identifiersAreEqualIfTheirBytesAre() {
        let (composed, decomposed) = (NodeID(rawValue: "\u{E9}"), NodeID(rawValue: "e\u{301}"))
        #expect(composed != decomposed)
        #expect(!(composed == decomposed))
        #expect(composed == NodeID(rawValue: "\u{E9}"))
        #expect(Set([composed, decomposed, composed]).count == 2)
    }

    // MMM-DropboxWallpaper#20: the camera's clock, which Dropbox gives a Z, was taken for UTC.
    @Test func aCamerasClockHasNoTimeZone() {
        let time = CameraTime("2024-05-31T23:30:00")
        #expect(time?.description == "2024-05-31T23:30:00")
        #expect(time == FeedTime("2024-05-31T23:30:00Z").map(CameraTime.init(utc:)))
        for text in ["2024-05-31T23:30:00Z", "2024-05-31", "", "2024-02-30T23:30:00"] {
            #expect(CameraTime(text) == nil)
        }
    }

    @Test(
        arguments: [
            (9 * 3_600, 0), (-5 * 3_600, 0), (20_700, 0), (9 * 3_600 + 100, 100),
            (14 * 3_600, 0), (-12 * 3_600, 0), (15 * 3_600, 15 * 3_600), (-13 * 3_600, -13 * 3_600),
            (400 * 86_400, 400 * 86_400), (0, 0),
        ] as [(Int64, Int64)])
    func anInstantIsEstimatedWithTheTimeOfTheFile(wall: Int64, instant: Int64) {
        let file = FeedTime(secondsSinceEpoch: 1_700_000_000)
        let taken = FeedTime(
            taken: CameraTime(wallSeconds: file.secondsSinceEpoch + wall), fileModified: file)
        #expect(taken.secondsSinceEpoch - file.secondsSinceEpoch == instant)
    }

    @Test func aChangeOfAPageTakesLittleMemory() {
        #expect(MemoryLayout<NodeChange>.stride <= 24)
    }

    @Test func daysOfFourCenturiesComeBack() {
        for day in stride(from: Int64(-80_000), to: 80_000, by: 13) {
            let time = FeedTime(secondsSinceEpoch: day * 86_400 + 12_345)
            #expect(FeedTime(time.description) == time)
        }
    }

    @Test func hashesAreReadAndWritten() throws {
        let text = "485291fa0ee50c016982abbfa943957bcd231aae0492ccbaa22c58e3997b35e0"
        let hash = try #require(ContentHash(text))
        #expect(hash.description == text)
        #expect(hash.withBytes { ContentHash(bytes: $0) } == hash)
        #expect(ContentHash(String(repeating: "0", count: 64))?.description.count == 64)
        #expect(ContentHash(String(text.dropLast())) == nil)
        #expect(ContentHash("g" + text.dropFirst()) == nil)
    }

    @Test(arguments: [
        ("a.jpg", true, true), ("A.JPEG", true, true), ("x.tar.HeIc", true, true),
        ("film.mp4", true, false), ("raw.CR2", true, false), ("notes.txt", false, false),
        ("jpg", false, false), (".jpg", false, false), ("a.", false, false), ("", false, false),
        ("a.jpgjpgjpgjpg", false, false), ("photo.jpg.exe", false, false), ("é.png", true, true),
    ])
    func mediaIsToldByItsExtension(name: String, isMedia: Bool, hasThumbnail: Bool) {
        #expect(MediaFormats.isMedia(name) == isMedia)
        #expect(MediaFormats.hasThumbnail(name) == hasThumbnail)
    }

    @Test(
        arguments: [
            (.min, nil, 1), (.max, -1, 0), (.min, 1, 0), (Int64.max - 500, nil, .max),
        ] as [(Int64, Int?, Int64)])
    func aClockWhoseNumbersLeadToNoInstantIsInUTC(taken: Int64, offset: Int?, modified: Int64) {
        let time = FeedTime(
            taken: CameraTime(wallSeconds: taken), zoneOffset: offset,
            fileModified: FeedTime(secondsSinceEpoch: modified))
        #expect(time.secondsSinceEpoch == taken)
    }

    @Test(
        arguments: [
            (.min, 0), (0, 0), (1, 0), (2, 900), (3, 3_600), (7, 7 * 86_400), (.max, 7 * 86_400),
        ] as [(Int64, Int64)])
    func theWaitForAnotherAttemptGrowsToAWeek(attempts: Int64, seconds: Int64) {
        #expect(AttemptDelay.seconds(after: attempts) == seconds)
    }

    @Test func aPictureIsDatedByItsCameraWhereThatIsKnown() {
        let changed = FeedTime(secondsSinceEpoch: 100)
        let taken = CameraTime(wallSeconds: 50)
        func node(_ info: MediaInfo?) -> MediaNode {
            MediaNode(
                id: NodeID(rawValue: "id:1"), name: "a.jpg", pathKey: "/a.jpg", revision: "1",
                size: 1, clientModified: changed, serverModified: changed, mediaInfo: info)
        }
        #expect(node(nil).date == changed)
        #expect(node(MediaInfo(kind: .photo)).date == changed)
        #expect(node(MediaInfo(kind: .photo, timeTaken: taken)).displayTime == taken)
        #expect(node(MediaInfo(kind: .photo)).displayTime == CameraTime(utc: changed))
    }
}
