import Foundation
import LoopbackTestKit
import Originals
import PhotoFeed
import PhotoFeedTestKit
import Scheduling
import Testing

@testable import ServeFeature

/// Photos with movies, which are one tile.
@Suite struct LivePairTests {
    /// A photo or a video in a folder.
    private static func item(
        _ path: String, at date: Int64, identifier: String? = nil, taken: CameraTime? = nil
    ) -> FeedItem {
        let name = String(path.split(separator: "/").last ?? "")
        let isMovie = MediaFormats.isVideo(name)
        let info = MediaInfo(
            kind: isMovie ? .video : .photo, timeTaken: taken, contentIdentifier: identifier)
        let node = MediaNode(
            id: NodeID(rawValue: "id:" + path), name: name, pathKey: path.lowercased(),
            revision: "1", size: 7, clientModified: FeedTime(secondsSinceEpoch: date),
            serverModified: FeedTime(secondsSinceEpoch: date),
            mediaInfo: identifier == nil && taken == nil ? nil : info)
        let location = ThumbnailLocation(path: "pack", offset: 0, length: 5, checksum: 0xAB)
        return FeedItem(node: node, displayPath: path, thumbnail: .stored(location))
    }

    private static let june = Samples.june

    private static let pair = [
        item("/a/IMG_1.HEIC", at: june), item("/a/img_1.mov", at: june + 2),
        item("/a/other.jpg", at: june + 60),
    ]

    private func view(
        _ items: [FeedItem]..., query: String = "", step: Int = 2
    ) throws -> FeedView {
        let selection = try #require(FeedSelection(query: query))
        let view = FeedView(selection, of: items.map { Samples.library($0) })
        var steps = 0
        while !view.grow(by: step) {
            steps += 1
            try #require(steps < 100_000)
        }
        return view
    }

    @Test(arguments: [1, 2, 100])
    func aMovieOfAPhotoIsNoItemOfItsOwn(_ step: Int) throws {
        let view = try view(Self.pair, step: step)
        #expect(view.index.count == 2 && view.index.videos == 0)
        let items = try #require(view.items(at: 0..<2))
        #expect(items.map(\.item.node.name) == ["other.jpg", "IMG_1.HEIC"])
        #expect(items.map(view.isLive) == [false, true])
    }

    @Test func filesThatAreNoPairAreTwoItems() throws {
        for other in [
            Self.item("/b/IMG_1.MOV", at: Self.june), Self.item("/a/IMG_2.MOV", at: Self.june),
            Self.item("/a/IMG_1.MOV", at: Self.june + 4), Self.item("/a/IMG_1.avi", at: Self.june),
            Self.item("/a/IMG_1.jpg", at: Self.june), Self.item("/A/IMG_1.mov", at: Self.june),
        ] {
            let view = try view([Self.pair[0], other])
            #expect(view.index.count == 2, "\(other.displayPath)")
        }
        // Which of two movies belongs to the photo is not known.
        let two = ["/a/IMG_1.MOV", "/a/IMG_1.MP4"].map { Self.item($0, at: Self.june) }
        #expect(try view([Self.pair[0]] + two).index.count == 3)
        // The file of the same name in another library is another one.
        #expect(try view([Self.pair[0]], [Self.pair[1]]).index.count == 2)
        // A search that does not find the photo shows the movie.
        #expect(try view(Self.pair, query: "q=kind:video").index.count == 1)
        // One that finds the photo alone knows its movie.
        let photos = try view(Self.pair, query: "q=kind:photo+heic")
        #expect(photos.index.count == 1)
        #expect(photos.items(at: 0..<1)?.map(photos.isLive) == [true])
    }

    @Test(arguments: [1, 100])
    func aPhotoAndAMovieOfOneIdentifierAreOneItem(_ step: Int) throws {
        // Neither the folders, nor the names, nor the dates are those of a pair.
        let items = [
            Self.item("/a/IMG_1.HEIC", at: Self.june, identifier: "A"),
            Self.item("/b/clip.MOV", at: Self.june + 7_200, identifier: "A"),
            Self.item("/b/IMG_1.MOV", at: Self.june, identifier: "B"),
        ]
        let view = try view(items, step: step)
        let found = try #require(view.items(at: 0..<2))
        #expect(view.index.count == 2 && view.index.videos == 1)
        #expect(Set(found.map(\.item.displayPath)) == ["/a/IMG_1.HEIC", "/b/IMG_1.MOV"])
        #expect(found.filter(view.isLive).map(\.item.displayPath) == ["/a/IMG_1.HEIC"])
        // The files of another library are others.
        #expect(try self.view([items[0]], [items[1]]).index.count == 2)
    }

    @Test func identifiersDecideBeforeNames() throws {
        let (a, b) = ("A", "B")
        func count(_ items: FeedItem...) throws -> Int { try view(items).index.count }
        let photo = Self.item("/a/1.HEIC", at: Self.june, identifier: a)
        #expect(try count(photo, Self.item("/a/1.MOV", at: Self.june, identifier: b)) == 2)
        #expect(try count(photo, Self.item("/a/1.MOV", at: Self.june)) == 1)
        #expect(try count(photo, Self.item("/a/1.AVI", at: Self.june, identifier: a)) == 1)
        // The movie with the name belongs to the photo without an identifier.
        #expect(
            try count(
                photo, Self.item("/b/7.MOV", at: Self.june, identifier: a),
                Self.item("/a/1.MOV", at: Self.june), Self.item("/a/1.JPG", at: Self.june)) == 2)
        // Copies of a pair have one identifier, and each movie is beside its photo.
        #expect(
            try count(
                photo, Self.item("/a/1.MOV", at: Self.june, identifier: a),
                Self.item("/c/1.HEIC", at: Self.june, identifier: a),
                Self.item("/c/1.MOV", at: Self.june, identifier: a)) == 2)
        // One of the photos with the name is that of another movie.
        #expect(
            try count(
                photo, Self.item("/a/1.JPG", at: Self.june),
                Self.item("/a/1.MOV", at: Self.june, identifier: b)) == 3)
    }

    @Test func theClocksOfCamerasJoinFilesWhoseInstantsDiffer() throws {
        let photo = Self.item(
            "/a/1.HEIC", at: Self.june, taken: CameraTime(wallSeconds: Self.june + 7_200))
        // The file of the movie was written hours later.
        let movie = Self.item(
            "/a/1.MOV", at: Self.june + 18_000,
            taken: CameraTime(wallSeconds: Self.june + 7_201))
        let instants = [photo, movie].map(\.node.date.secondsSinceEpoch)
        #expect(!PairRule.areNear(instants[0], instants[1]))
        #expect(try view([photo, movie]).index.count == 1)
    }

    @Test func aLargeFeedHasNoMoviesOfPairsEither() throws {
        let items = (0..<40_000).flatMap { (number: Int) -> [FeedItem] in
            let date = Self.june + Int64(number) * 9
            return [
                Self.item("/a/\(number).JPG", at: date, identifier: "\(number)"),
                // Half of the movies are found by the identifier alone.
                number.isMultiple(of: 2)
                    ? Self.item("/a/\(number).MOV", at: date + Int64(number % 4))
                    : Self.item("/c/x\(number).MOV", at: date + 5, identifier: "\(number)"),
            ]
        }
        let all = items + (0..<30_000).map { Self.item("/b/\($0).jpg", at: Int64($0)) }
        let view = try view(all, step: 1_000_000)
        #expect(view.index.count == 70_000 && view.index.count > ScannedFeed.keptItems)
        for start in [0, 512, 39_900, 69_990] {
            let found = try #require(view.items(at: start..<min(start + 512, 70_000)))
            #expect(found.allSatisfy { $0.item.node.kind == .photo })
            #expect(found.allSatisfy { view.isLive($0) == $0.item.displayPath.hasPrefix("/a/") })
        }
    }

    @Test func theMovieOfAnIdentifierIsFoundFarFromItsPhoto() async throws {
        let items = [
            Self.item("/a/IMG_1.HEIC", at: Self.june, identifier: "A"),
            Self.item("/b/clip.MOV", at: Self.june + 7_200, identifier: "A"),
        ]
        let path = FileManager.default.temporaryDirectory.path + "/live-\(UUID().uuidString)"
        try Data(Self.movie).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await withFeedServer(
            { [Samples.library(items, picture: Samples.pixel)] },
            originals: { node in
                node.kind == .video ? OriginalFile(path: path, name: node.name) : nil
            }
        ) { visitor async throws in
            let months = try await visitor.get("/months")
            let shown = try #require(
                (JSONSerialization.jsonObject(with: Data(months.body)) as? [String: Any])?["first"]
                    as? [[Any]])
            try #require(shown.count == 1 && shown[0].count == 15)
            let source = try #require(shown[0][13] as? String)
            let details = try await visitor.get("/details/" + source).text
            #expect(details.contains(#""type":"video/quicktime""#), "\(details)")
        }
    }

    private static let movie = [0, 0, 0, 16] + Array("ftypqt  ".utf8) + [0, 0, 0, 0]

    /// Runs `body` with a server whose originals are files.
    private func withOriginals(_ body: (Visitor) async throws -> Void) async throws {
        let path = FileManager.default.temporaryDirectory.path + "/live-\(UUID().uuidString)"
        try Data(Self.movie).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await withFeedServer(
            { [Samples.library(Self.pair, picture: Samples.pixel)] },
            originals: { node in
                node.kind == .video ? OriginalFile(path: path, name: node.name) : nil
            }, body)
    }

    @Test func thePageIsToldWhereTheMovieIs() async throws {
        try await withOriginals { visitor async throws in
            let months = try await visitor.get("/months")
            let items = try #require(
                (JSONSerialization.jsonObject(with: Data(months.body)) as? [String: Any])?["first"]
                    as? [[Any]])
            #expect(items.count == 2 && items[0].count == 12 && items[1].count == 15)
            #expect(items[1][14] as? Int == 1)
            let source = try #require(items[1][13] as? String)
            let details = try await visitor.get("/details/" + source)
            let path = try #require(
                try /^\{"movie":\{"path":"([^"]+)","type":"video\/quicktime","size":16\}\}$/
                    .wholeMatch(in: details.text), "\(details.text)"
            ).1
            let reply = try await visitor.get("/originals/" + path)
            #expect(reply.status == 200 && reply.body == Self.movie)
            let other = try #require((items[0][1] as? String)?.split(separator: "/"))
            #expect(try await visitor.get("/details/\(other[0])/\(other[1])").text == "{}")
        }
    }

    @Test(.enabled(if: Browser.path != nil, "\(Browser.missing)"))
    func aTileRequestsItsMovieWhileItIsPressed() async throws {
        try await withOriginals { visitor async throws in
            let seen = try await onThreadOfItsOwn {
                let browser = try Browser(at: visitor.address, width: 1_200)
                try browser.wait(for: "document.querySelectorAll('.live-mark').length === 1")
                var seen = Observations()
                let requests = """
                    performance.getEntriesByType('resource')
                        .filter(entry => entry.name.includes('/originals/')).length
                    """
                seen.note(try browser.evaluate(requests) as? Int, is: 0)
                _ = try browser.evaluate(
                    """
                    document.querySelector('.live-mark').closest('.tile').dispatchEvent(
                        new PointerEvent('pointerdown', { bubbles: true, pointerType: 'touch' }))
                    """)
                try browser.wait(for: "\(requests) > 0")
                _ = try browser.evaluate(
                    """
                    document.querySelector('.live-mark').closest('.tile').dispatchEvent(
                        new PointerEvent('pointerup', { bubbles: true, pointerType: 'touch' }))
                    """)
                try browser.wait(for: "document.querySelector('.live') === null")
                // The large view has a button for the keyboard.
                _ = try browser.evaluate("document.querySelectorAll('.tile')[1].click()")
                try browser.wait(for: "!document.getElementById('live').hidden")
                _ = try browser.evaluate("document.getElementById('live').click()")
                seen.note(
                    try browser.evaluate(
                        "document.getElementById('live').getAttribute('aria-pressed')") as? String,
                    is: "true")
                return seen
            }
            #expect(seen.faults == [])
        }
    }
    @Test(.enabled(if: Browser.path != nil, "\(Browser.missing)"))
    func theLargeViewHasNoButtonForAMovieThatIsNotHere() async throws {
        try await withFeedServer(
            { [Samples.library(Self.pair, picture: Samples.pixel)] }
        ) { visitor async throws in
            let isHidden = try await onThreadOfItsOwn {
                let browser = try Browser(at: visitor.address, width: 1_200)
                try browser.wait(for: "document.querySelectorAll('.live-mark').length === 1")
                _ = try browser.evaluate("document.querySelectorAll('.tile')[1].click()")
                try browser.wait(
                    for: "document.getElementById('original').textContent.includes('not on')")
                return try browser.evaluate("document.getElementById('live').hidden") as? Bool
            }
            #expect(isHidden == true)
        }
    }
}
