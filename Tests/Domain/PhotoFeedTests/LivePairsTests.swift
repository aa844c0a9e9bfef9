import PhotoFeed
import PhotoFeedTestKit
import Testing

/// The pairs of still pictures and movies.
@Suite struct LivePairsTests {
    private func file(
        _ path: String, at seconds: Int64 = 0, identifier: String? = nil, wall: Int64? = nil
    ) -> MediaNode {
        let isMovie = path.lowercased().hasSuffix(".mov")
        let info = MediaInfo(
            kind: isMovie ? .video : .photo, timeTaken: wall.map(CameraTime.init(wallSeconds:)),
            contentIdentifier: identifier)
        let time = FeedTime(secondsSinceEpoch: 1_700_000_000 + seconds)
        return MediaNode(
            id: NodeID(rawValue: path), name: String(path.split(separator: "/").last ?? ""),
            pathKey: path, revision: "1", size: 1, clientModified: time, serverModified: time,
            mediaInfo: identifier == nil && wall == nil ? nil : info)
    }

    /// The pairs as lines, which do not depend on the order of the files.
    ///
    /// The scan of a library finds the same ones.
    private func pairs(
        _ nodes: [MediaNode], sourceLocation: SourceLocation = #_sourceLocation
    ) -> Set<String> {
        func lines(_ nodes: [MediaNode]) -> Set<String> {
            let pairs = LivePairs(of: nodes)
            let library = LibraryStub(
                items: nodes.map {
                    FeedItem(node: $0, displayPath: $0.pathKey, thumbnail: .pending)
                })
            #expect(throws: Never.self, sourceLocation: sourceLocation) {
                let scanned = try LivePairs(of: library)
                #expect(scanned == pairs, sourceLocation: sourceLocation)
            }
            let lines = nodes.compactMap { node in
                pairs.movie(of: node.id).map { "\(node.id.rawValue) \($0.rawValue)" }
            }
            #expect(lines.count == pairs.count)
            return Set(lines)
        }
        let found = lines(nodes)
        #expect(lines(nodes.reversed()) == found)
        return found
    }

    @Test func filesOfOneNameAndTimeAreAPair() {
        let nodes = [file("/a/IMG_1.HEIC"), file("/a/img_1.mov", at: 3)]
        #expect(pairs(nodes) == ["/a/IMG_1.HEIC /a/img_1.mov"])
        // U+0D4E and the dot after it are one `Character`.
        let marked = "/a/1\u{D4E}"
        #expect(
            pairs([file(marked + ".HEIC"), file(marked + ".MOV")])
                == ["\(marked).HEIC \(marked).MOV"])
        let found = LivePairs(of: nodes)
        #expect(found.isMovie(nodes[1].id))
        #expect(!found.isMovie(nodes[0].id))
        #expect(found.still(of: nodes[1].id) == nodes[0].id)
    }

    @Test func filesInTwoFormsOfUnicodeArePairsOfTheirForm() {
        let forms = ["/a/\u{E9}", "/a/e\u{301}"]
        let names = [forms[0] + ".jpg", forms[1] + ".mov", forms[0] + ".mov", forms[1] + ".jpg"]
        for nodes in [names.map { file($0) }, names.reversed().map { file($0) }] {
            let found = LivePairs(of: nodes)
            for form in forms {
                #expect(
                    found.movie(of: NodeID(rawValue: form + ".jpg"))
                        == NodeID(rawValue: form + ".mov"))
            }
        }
    }

    // immich#14459: pairs by name joined August with September.
    @Test func filesOfOneNameFromDifferentMonthsAreNoPair() {
        #expect(pairs([file("/a/IMG_1.HEIC"), file("/a/IMG_1.MOV", at: 30 * 86_400)]) == [])
        #expect(pairs([file("/a/IMG_1.HEIC"), file("/a/IMG_1.MOV", at: 4)]) == [])
    }

    @Test func filesInDifferentFoldersAreNoPair() {
        #expect(pairs([file("/a/IMG_1.HEIC"), file("/b/IMG_1.MOV")]) == [])
        #expect(pairs([file("/a/IMG_1.HEIC"), file("/a/IMG_2.MOV")]) == [])
        #expect(pairs([file("/a/IMG_1.HEIC"), file("/a/IMG_1.JPG")]) == [])
        #expect(pairs([file("/a.b/IMG_1"), file("/a.c/IMG_1.MOV")]) == [])
    }

    @Test func equalIdentifiersAreAPairUnderAnyNames() {
        #expect(
            pairs([
                file("/a/1.HEIC", identifier: "x"), file("/b/2.MOV", at: 99, identifier: "x"),
            ]) == ["/a/1.HEIC /b/2.MOV"])
    }

    @Test func differentIdentifiersAreNoPair() {
        #expect(
            pairs([file("/a/1.HEIC", identifier: "x"), file("/a/1.MOV", identifier: "y")]) == [])
    }

    // immich#11947: copies with equal identifiers were exchanged.
    @Test func copiesWithOneIdentifierAreNotExchanged() {
        #expect(
            pairs([
                file("/a/1.HEIC", identifier: "x"), file("/b/1.MOV", identifier: "x"),
                file("/b/1.HEIC", identifier: "x"), file("/a/1.MOV", identifier: "x"),
            ]) == ["/a/1.HEIC /a/1.MOV", "/b/1.HEIC /b/1.MOV"])
    }

    @Test func identifiersPrecedeNames() {
        #expect(
            pairs([
                file("/a/1.HEIC", identifier: "x"), file("/a/1.MOV"),
                file("/a/2.MOV", identifier: "x"),
            ]) == ["/a/1.HEIC /a/2.MOV"])
    }

    @Test func aMovieBelongsToTheNearestStillPicture() {
        #expect(
            pairs([
                file("/a/1.HEIC", at: 2), file("/a/1.JPG", at: 1), file("/a/1.MOV"),
            ]) == ["/a/1.JPG /a/1.MOV"])
        #expect(
            pairs([file("/a/1.JPG"), file("/a/1.HEIC"), file("/a/1.MOV")])
                == ["/a/1.HEIC /a/1.MOV"])
    }

    @Test func theClocksCountIfTheInstantsAreEstimated() {
        #expect(
            pairs([
                file("/a/1.HEIC", wall: 1_700_032_400),
                file("/a/1.MOV", at: 90 * 86_400, wall: 1_700_032_401),
            ]) == ["/a/1.HEIC /a/1.MOV"])
    }

    @Test func manyCopiesWithOneIdentifierTakeLimitedTime() {
        let nodes = (0..<2_000).flatMap { number in
            [
                file("/a/\(number).HEIC", identifier: "x"),
                file("/a/\(number).MOV", identifier: "x"),
            ]
        }
        #expect(LivePairs(of: nodes).count <= nodes.count / 2)
    }
}
