import Duplicates
import Foundation
import LoopbackTestKit
import PhotoFeed
import PhotoFeedTestKit
import ProgramServices
import SchedulingTestKit
import Testing

@testable import ServeFeature

/// The requests of the map and of the list of duplicates.
@Suite struct PanelRequestTests {
    private static let paris = (latitude: 48.8566, longitude: 2.3522)

    private static var library: LibraryStub {
        Samples.library([
            Samples.photo("a.jpg", at: 40, content: 1, size: 500, place: paris),
            Samples.photo("b.jpg", at: 30, content: 1, size: 500, place: (48.87, 2.36)),
            Samples.photo("c.jpg", at: 20, place: (-33.9, 151.2)),
            Samples.photo("<d>.jpg", at: 10, content: 1, size: 500),
        ])
    }

    private func json(_ reply: RawReply) throws -> [String: Any] {
        try JSONSerialization.jsonObject(with: Data(reply.body)) as? [String: Any] ?? [:]
    }

    @Test func thePlacesOfASelectionAreClusters() async throws {
        try await withFeedServer({ [Self.library] }) { visitor async throws in
            let places = try json(await visitor.get("/places"))
            #expect(places["items"] as? Int == 4 && places["located"] as? Int == 3)
            #expect(places["edge"] as? Double == 32)
            let clusters = try #require(places["clusters"] as? [[Double]])
            #expect(clusters.map { $0[2] } == [2, 1])
            let part = try json(await visitor.get("/places?zoom=9&box=140,-40,160,-30"))
            #expect((part["clusters"] as? [[Double]])?.map { $0[0] } == [-33.9])
            let found = try json(await visitor.get("/places?q=a.jpg"))
            #expect(found["located"] as? Int == 1)
        }
    }

    @Test func aPlaceIsSearched() async throws {
        try await withFeedServer({ [Self.library] }) { visitor async throws in
            for (query, count) in [
                ("near:48.8566,2.3522", 2), ("near:48.8566,2.3522,1", 1), ("near:0,0", 0),
                ("near:-33.9,151.2%20kind:photo", 1), ("near:-33.9,-208.8", 1), ("near:x", 0),
                ("near:1,2,3,4", 0), ("near:0,0,30000", 3),
            ] {
                #expect(try await visitor.months("?q=" + query).items == count, "\(query)")
            }
        }
    }

    @Test func theGroupsOfPossibleDuplicatesAreItems() async throws {
        try await withFeedServer({ [Self.library] }) { visitor async throws in
            let copies = try json(await visitor.get("/duplicates"))
            #expect(copies["groups"] as? Int == 1 && copies["copies"] as? Int == 2)
            #expect(copies["bytes"] as? Int == 1_000)
            #expect(copies["isTruncated"] as? Bool == false)
            let group = try #require((copies["list"] as? [[String: Any]])?.first)
            #expect(group["kind"] as? String == "exact" && group["count"] as? Int == 3)
            let items = try #require(group["items"] as? [[Any]])
            // None has dimensions, so the oldest is first.
            #expect(items.map { $0[0] as? String } == ["<d>.jpg", "b.jpg", "a.jpg"])
            let later = try json(await visitor.get("/duplicates?from=1"))
            #expect(later["groups"] as? Int == 1 && (later["list"] as? [Any])?.isEmpty == true)
        }
    }

    @Test func manyGroupsAreSentInParts() async throws {
        try await withFeedServer({
            let photos = (0..<120).flatMap { number in
                (0..<2).map {
                    Samples.photo("\(number)-\($0).jpg", at: Int64(number), content: number)
                }
            }
            let many = (0..<20).map { Samples.photo("m\($0).jpg", at: Int64($0), content: 999) }
            return [Samples.library(photos + many)]
        }) { visitor async throws in
            var start: Int? = 0
            var sizes: [Int] = []
            var described = 0
            while let from = start {
                let part = try json(await visitor.get("/duplicates?from=\(from)"))
                let list = try #require(part["list"] as? [[String: Any]])
                sizes.append(list.count)
                described = max(
                    described, list.map { ($0["items"] as? [Any])?.count ?? 0 }.max() ?? 0)
                start = part["next"] as? Int
                try #require(sizes.count < 10)
            }
            #expect(sizes == [50, 50, 21])
            #expect(described == 12)
        }
    }

    @MainActor @Test func picturesThatLookTheSameAreGroupsByTheirStoredHashes() throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "served-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let photos = (1...3).map {
            Samples.photo("\($0).jpg", at: Int64($0), content: $0, checksum: UInt64($0))
        }
        let hashes = [0, 1, 2, 3].map { PictureHash(bits: $0) }
        let facts = PictureFacts(rotations: hashes, width: 3, height: 2)
        // The third photo is new: `duplicates --near` has not run since.
        try PictureHashFile(library: folder.path).write(
            Dictionary(
                uniqueKeysWithValues: photos.prefix(2).compactMap { PictureFacts.key(of: $0) }
                    .map { ($0, facts) }))
        let opener = LibraryOpener { (_, _) throws(FeedError) in Samples.library(photos) }
        let feed = ServedFeed(
            opening: [ServePage.Library(name: "home", folder: folder)], by: opener, in: .here)
        var json: [UInt8]?
        while json == nil { json = try feed.groups(.near, of: FeedSelection(), from: 0) }
        let answer = try #require(
            JSONSerialization.jsonObject(with: Data(json ?? [])) as? [String: Any])
        #expect(answer["groups"] as? Int == 1 && answer["uncompared"] as? Int == 1)
        let group = try #require((answer["list"] as? [[String: Any]])?.first)
        #expect(group["kind"] as? String == "near" && group["count"] as? Int == 2)
    }

    @MainActor @Test func searchesForPicturesShareTheStoredHashesUntilAllAreComplete() throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "served-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let photos = (1...2).map {
            Samples.photo("\($0).jpg", at: Int64($0), content: $0, checksum: UInt64($0))
        }
        let facts = PictureFacts(
            rotations: [0, 1, 2, 3].map { PictureHash(bits: $0) }, width: 3, height: 2)
        let file = PictureHashFile(library: folder.path)
        try file.write(
            Dictionary(
                uniqueKeysWithValues: photos.compactMap { PictureFacts.key(of: $0) }
                    .map { ($0, facts) }))
        let opener = LibraryOpener { (_, _) throws(FeedError) in Samples.library(photos) }
        let feed = ServedFeed(
            opening: [ServePage.Library(name: "home", folder: folder)], by: opener, in: .here)
        let selections = Self.selections(2)
        let path = folder.path + "/" + PictureHashFile.name
        let time = [FileAttributeKey.modificationDate: Date(timeIntervalSince1970: 1_000_000)]
        try FileManager.default.setAttributes(time, ofItemAtPath: path)
        _ = try feed.groups(.near, of: selections[0], from: 0)
        #expect(feed.pictures?.facts.count == 2 && feed.pictures?.versions == [file.version])
        // The same version has other bytes, so a second search that read it would find no hashes.
        let handle = try FileHandle(forWritingTo: URL(filePath: path))
        try handle.write(contentsOf: Array("damaged".utf8))
        try handle.close()
        try FileManager.default.setAttributes(time, ofItemAtPath: path)
        #expect(file.read().isEmpty && feed.pictures?.versions == [file.version])
        _ = try feed.groups(.near, of: selections[1], from: 0)
        #expect(feed.pictures?.facts.count == 2)
        // A file that has changed is read again.
        let last = try #require(FeedSelection(query: "q=last"))
        try file.write([:])
        _ = try feed.groups(.near, of: last, from: 0)
        #expect(feed.pictures?.facts.isEmpty == true)
        #expect(feed.pictures?.versions == [file.version])
        for selection in selections + [last] {
            var steps = 0
            while try feed.groups(.near, of: selection, from: 0) == nil {
                steps += 1
                try #require(steps < 100)
            }
        }
        #expect(feed.pictures == nil)
    }

    @MainActor @Test func twoPagesCanSearchDifferentSelectionsAtOnce() throws {
        let photos = (0..<9_000).map { Samples.photo("\($0).jpg", at: Int64($0), content: $0 / 2) }
        let feed = ServedFeed([.init(name: "one", reader: Samples.library(photos))])
        let selections = [FeedSelection(), try #require(FeedSelection(query: "q=jpg"))]
        var answers: [[UInt8]?] = [nil, nil]
        var steps = 0
        while answers.contains(nil) {
            for (number, selection) in selections.enumerated() where answers[number] == nil {
                answers[number] = try feed.groups(.duplicates, of: selection, from: 0)
            }
            steps += 1
            try #require(steps < 100)
        }
        #expect(steps > 1)
        #expect(answers[0] == answers[1])
    }

    /// A feed of three libraries: an index takes a step for each, and a search takes several.
    private static var feedOfSteps: ServedFeed {
        ServedFeed(
            (0..<3).map { number in
                ServedFeed.Library(
                    name: "\(number)",
                    reader: Samples.library([Samples.photo("\(number).jpg", at: Int64(number))]))
            })
    }

    /// Selections that differ.
    private static func selections(_ count: Int) -> [FeedSelection] {
        (0..<count).compactMap { FeedSelection(query: "q=\($0).jpg") }
    }

    @MainActor @Test func moreSelectionsThanAreKeptAreSearchedOneAfterAnother() throws {
        let feed = Self.feedOfSteps
        var waiting = Self.selections(6)
        var rounds = 0
        while !waiting.isEmpty {
            waiting = try waiting.filter {
                try feed.groups(.duplicates, of: $0, from: 0) == nil
            }
            rounds += 1
            try #require(rounds < 100)
        }
        #expect(rounds > 1)
    }

    @MainActor @Test func moreSelectionsThanAreKeptAreIndexedOneAfterAnother() throws {
        let feed = Self.feedOfSteps
        var waiting = Self.selections(9)
        var rounds = 0
        while !waiting.isEmpty {
            waiting = waiting.filter {
                feed.places(of: $0, in: PlaceIndex.Box(), zoom: 0) == nil
            }
            rounds += 1
            try #require(rounds < 100)
        }
        #expect(rounds > 1)
    }

    @MainActor @Test func searchesWhoseRequestsHaveEndedMakeRoom() throws {
        let feed = Self.feedOfSteps
        var selections = Self.selections(5)
        let last = selections.removeLast()
        for selection in selections {
            #expect(try feed.groups(.duplicates, of: selection, from: 0) == nil)
        }
        var calls = 0
        while try feed.groups(.duplicates, of: last, from: 0) == nil {
            calls += 1
            try #require(calls < 2_000)
        }
        #expect(calls > 900)
    }

    @Test func burstsAreAListOfTheirOwn() async throws {
        try await withFeedServer({
            [
                Samples.library([
                    Samples.photo("a.jpg", at: Samples.june, content: 1, isTaken: true),
                    Samples.photo("b.jpg", at: Samples.june + 2, content: 2, isTaken: true),
                    Samples.photo("c.jpg", at: Samples.june + 60, content: 2, isTaken: true),
                ])
            ]
        }) { visitor async throws in
            let bursts = try json(await visitor.get("/bursts"))
            #expect(bursts["groups"] as? Int == 1)
            let group = try #require((bursts["list"] as? [[String: Any]])?.first)
            #expect(group["kind"] as? String == "burst" && group["count"] as? Int == 2)
            let copies = try json(await visitor.get("/duplicates"))
            let kinds = (copies["list"] as? [[String: Any]])?.map { $0["kind"] as? String }
            #expect(kinds == ["exact"])
        }
    }

    @Test(arguments: ["/places?zoom=2", "/duplicates", "/near", "/bursts"])
    func anAnswerThatABrowserHasIsNotSentAgain(path: String) async throws {
        try await withFeedServer({ [Self.library] }) { visitor async throws in
            let reply = try await visitor.get(path)
            let tag = try #require(reply.headers["etag"])
            #expect(reply.headers["cache-control"] == "private, no-cache")
            let known = try await visitor.get(path, headers: ["If-None-Match": tag])
            #expect(known.status == 304 && known.body.isEmpty && known.headers["etag"] == tag)
            let query = path.contains("?") ? "&" : "?"
            let other = try await visitor.get(
                path + query + "q=c.jpg", headers: ["If-None-Match": tag])
            // The library has no bursts, so both answers are the same.
            #expect(other.status == (path == "/bursts" ? 304 : 200))
            let head = try await visitor.get(path, method: "HEAD")
            #expect(head.headers["etag"] == tag && head.body.isEmpty)
        }
    }

    @Test(arguments: [
        "/places?zoom=-1", "/places?zoom=14", "/places?zoom=x", "/places?box=1,2,3",
        "/places?box=nan,0,1,1", "/places?account=x", "/duplicates?from=-1", "/duplicates?from=x",
        "/duplicates?from=99999999", "/duplicates?account=-1", "/near?from=x", "/bursts?from=-1",
    ])
    func anInvalidQueryIsRefused(path: String) async throws {
        try await withFeedServer({ [Self.library] }) { visitor async throws in
            #expect(try await visitor.get(path).status == 400)
            #expect(try await visitor.get(path, headers: ["Cookie": ""]).status == 401)
        }
    }

    @MainActor @Test func aChangeIsFoundByTheNextSearch() throws {
        let library = Samples.library([Samples.photo("a", at: 1, content: 1)])
        let feed = ServedFeed([.init(name: "one", reader: library)])
        func groups() throws -> Int {
            while true {
                if let search = feed.advancedSearch(of: FeedSelection(), .duplicates) {
                    return search.groups.count
                }
            }
        }
        #expect(try groups() == 0)
        library.items.append(Samples.photo("b", at: 0, content: 1))
        #expect(try groups() == 0)
        library.changes += 1
        _ = feed.presentVersion()
        #expect(try groups() == 1)
    }
}
