import Foundation
import PhotoFeed
import PhotoFeedTestKit
import PhotoLibrary
import PictureScaling
import Scheduling
import SchedulingTestKit
import Signals
import Synchronization
import Testing

@testable import Originals

/// Pictures by the first byte of an original: a picture, no picture, a missing decoder, or none.
private final class ScriptedMaker: Sendable {
    private struct State {
        var running = 0
        var widest = 0
        var made: [String] = []
        var held: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    var widest: Int { state.withLock { $0.widest } }
    /// The texts of the originals, in the order of the calls.
    var made: [String] { state.withLock { $0.made } }

    /// Continues the calls that wait; returns whether there were any.
    func resume() -> Bool {
        let held = state.withLock { state in
            defer { state.held = [] }
            return state.held
        }
        held.forEach { $0.resume() }
        return !held.isEmpty
    }

    func make(_ file: FileHandle, _ box: PictureBox) async throws -> [UInt8] {
        let text = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
        state.withLock {
            $0.running += 1
            $0.widest = max($0.widest, $0.running)
            $0.made.append(text)
        }
        await withCheckedContinuation { continuation in
            state.withLock { $0.held.append(continuation) }
        }
        state.withLock { $0.running -= 1 }
        switch text.first {
        case "!": throw PictureScalingError(.crashed, "the decoder crashed")
        case "?": throw PictureScalingError(.programMissing, "none", advice: "install it")
        case "~": throw PictureScalingError(.timeout, "the decoder did not end")
        default: return Array("\(box.width)x\(box.height) \(text)".utf8)
        }
    }
}

/// A library with a feed, and its originals in place.
private final class ThumbnailsFixture {
    let originals: OriginalsFixture
    let maker = ScriptedMaker()
    private var writer: SQLiteFeedWriter?
    var readsServer = false
    var readsWholeFiles = false
    var fetchesOriginals = true

    init() throws {
        originals = try OriginalsFixture()
        try originals.scheduler.enter {
            writer = try SQLiteFeedWriter(path: originals.path + "/library")
            try writer?.beginListing(of: FeedSource())
        }
    }

    deinit { originals.scheduler.enter { writer = nil } }

    /// Uses the library on its scheduler.
    func inLibrary<Value>(_ body: (SQLiteFeedWriter) throws -> Value) throws -> Value {
        try originals.scheduler.enter { try body(try #require(writer)) }
    }

    /// Opens the library again, as the next process does.
    func reopen() throws {
        try originals.scheduler.enter {
            writer = nil
            writer = try SQLiteFeedWriter(path: originals.path + "/library")
        }
    }

    func add(
        _ name: String, _ text: String, revision: String = "1", hasFormat: Bool = false
    ) throws {
        originals.add(name, "/" + name, text, revision: revision)
        let item = try #require(originals.library.items.last)
        let node = MediaNode(
            id: item.node.id, name: name, pathKey: "/" + name, revision: revision,
            size: item.node.size, contentHash: item.node.contentHash,
            clientModified: item.node.clientModified, serverModified: item.node.serverModified,
            hasThumbnailFormat: hasFormat)
        originals.library.items[originals.library.items.count - 1] = FeedItem(
            node: node, displayPath: "/" + name, thumbnail: item.thumbnail)
        let page = FeedPage(
            changes: [.media(node)], cursor: FeedCursor(rawValue: name + revision), hasMore: true)
        _ = try inLibrary { try $0.apply(page) }
    }

    /// Adds a file that is at the server alone, which makes no thumbnails.
    func addRefused(_ name: String, _ content: [UInt8]) throws {
        fetchesOriginals = false
        originals.server.contents[name] = content
        let time = FeedTime(secondsSinceEpoch: 1_000)
        let node = MediaNode(
            id: NodeID(rawValue: name), name: name, pathKey: "/" + name, revision: "1",
            size: Int64(content.count), clientModified: time, serverModified: time,
            hasThumbnailFormat: true)
        let page = FeedPage(
            changes: [.media(node)], cursor: FeedCursor(rawValue: name), hasMore: true)
        _ = try inLibrary { try $0.apply(page) }
        try refusePending()
    }

    /// Stores that the server makes no thumbnails.
    func refusePending() throws {
        try inLibrary { writer in
            let pending = try writer.pendingThumbnails(after: nil, limit: 9, withMediaInfo: false)
            try writer.store(
                pending.map { .init(pending: $0, result: .failure(.providerWithoutThumbnails)) },
                size: .medium)
        }
    }

    func state(_ name: String) throws -> ThumbnailState? {
        try inLibrary { try $0.item(NodeID(rawValue: name))?.thumbnail }
    }

    /// Downloads the originals, and makes thumbnails of them.
    func run() throws -> [OriginalThumbnailsEvent] {
        if fetchesOriginals { _ = originals.result(try originals.choice) }
        return try inLibrary { writer in
            let service = OriginalThumbnails(
                library: originals.path + "/library", writer: writer, facts: writer,
                server: readsServer ? originals.server : nil, home: .here,
                maker: { [maker] in try await maker.make($0, $1) })
            var events: [OriginalThumbnailsEvent] = []
            var end: Completion<FeedError>?
            let run = service.make(readingWholeFiles: readsWholeFiles)
                .observe({ events.append($0) }, ended: { end = $0 })
            repeat { originals.scheduler.runUntilIdle() } while maker.resume()
            #expect(end == .completed)
            run.dispose()
            return events
        }
    }

    func result() throws -> OriginalThumbnailsProgress? {
        guard case .finished(let progress)? = try run().last else { return nil }
        return progress
    }

    func media(_ name: String) throws -> MediaInfo? {
        try inLibrary { try $0.item(NodeID(rawValue: name))?.node.mediaInfo }
    }

    func bytes(_ name: String) throws -> [UInt8]? {
        try inLibrary { try $0.thumbnail(of: NodeID(rawValue: name)) }
    }

    func thumbnail(_ name: String) throws -> String? {
        try bytes(name).map { String(decoding: $0, as: UTF8.self) }
    }
}

extension OriginalThumbnailsProgress {
    fileprivate init(_ made: Int, _ failed: Int, _ postponed: Int) {
        self.init()
        (self.made, self.failed, self.postponed) = (made, failed, postponed)
    }
}

@Suite("Thumbnails of originals")
struct OriginalThumbnailsTests {
    @Test func itemsWithoutAThumbnailOfTheServerGetOne() throws {
        let fixture = try ThumbnailsFixture()
        try fixture.add("a.mov", "film")
        try fixture.add("b.heic", "photo")
        #expect(try fixture.result() == OriginalThumbnailsProgress(2, 0, 0))
        #expect(try fixture.thumbnail("a.mov") == "480x320 film")
        #expect(try fixture.thumbnail("b.heic") == "480x320 photo")
        #expect(try fixture.result() == OriginalThumbnailsProgress(0, 0, 0))
        #expect(fixture.maker.made.count == 2)
    }

    @Test func aThumbnailThatTheServerMayMakeIsLeftToIt() throws {
        let fixture = try ThumbnailsFixture()
        try fixture.add("a.jpg", "photo", hasFormat: true)
        #expect(try fixture.result()?.isEmpty == true)
        try fixture.refusePending()
        #expect(try fixture.result() == OriginalThumbnailsProgress(1, 0, 0))
    }

    @Test func anItemWithoutItsOriginalIsLeftOut() throws {
        let fixture = try ThumbnailsFixture()
        try fixture.add("a.mov", "film")
        fixture.originals.server.errors["a.mov"] = FeedError(.network, "no")
        #expect(try fixture.result()?.isEmpty == true)
        fixture.originals.server.errors = [:]
        #expect(try fixture.result()?.made == 1)
    }

    @Test func anotherRevisionIsMadeAgain() throws {
        let fixture = try ThumbnailsFixture()
        try fixture.add("a.mov", "film")
        _ = try fixture.run()
        try fixture.add("a.mov", "other film", revision: "2")
        #expect(try fixture.thumbnail("a.mov") == nil)
        #expect(try fixture.result()?.made == 1)
        #expect(try fixture.thumbnail("a.mov") == "480x320 other film")
    }

    @Test func anotherSizeIsMadeAgain() throws {
        let fixture = try ThumbnailsFixture()
        try fixture.add("a.mov", "film")
        _ = try fixture.run()
        try fixture.inLibrary { try $0.setThumbnailSize(.large) }
        #expect(try fixture.result()?.made == 1)
        #expect(try fixture.thumbnail("a.mov") == "1024x768 film")
        #expect(try fixture.result()?.isEmpty == true)
    }

    @Test func aFailureIsNamedAndNotRepeatedUntilTheRevisionChanges() throws {
        let fixture = try ThumbnailsFixture()
        try fixture.add("a.mov", "!film")
        try fixture.add("b.mov", "film")
        let events = try fixture.run()
        #expect(events.contains(.failed(path: "/a.mov", reason: "the decoder crashed")))
        #expect(events.last == .finished(OriginalThumbnailsProgress(1, 1, 0)))
        #expect(try fixture.state("a.mov") == .failed(.ofOriginal("crashed")))
        #expect(try fixture.result()?.isEmpty == true)
        try fixture.add("a.mov", "film", revision: "2")
        #expect(try fixture.result() == OriginalThumbnailsProgress(1, 0, 0))
    }

    @Test func aMissingDecoderIsNamedOnceAndTriedAgain() throws {
        let fixture = try ThumbnailsFixture()
        try fixture.add("a.mov", "?1")
        try fixture.add("b.mov", "?2")
        try fixture.add("c.mov", "~")
        let events = try fixture.run()
        #expect(events.count { $0 == .unavailable(reason: "none; install it") } == 1)
        #expect(events.last == .finished(OriginalThumbnailsProgress(0, 0, 3)))
        #expect(fixture.maker.made.count == 3)
        #expect(try fixture.result()?.postponed == 3)
    }

    @Test func atMostTwoAreMadeAtOnce() throws {
        let fixture = try ThumbnailsFixture()
        for number in 0..<20 { try fixture.add("\(number).mov", "film \(number)") }
        #expect(try fixture.result()?.made == 20)
        #expect(fixture.maker.widest == 2)
    }

    @Test(arguments: [
        ("w256h256", 256, 256), ("w1024h768", 1_024, 768), ("x", 480, 320), ("w0h9", 480, 320),
        ("w99999h1", 480, 320), ("", 480, 320),
    ])
    func theSizeIsThatOfTheLibrary(_ name: String, _ width: Int, _ height: Int) {
        #expect(ThumbnailSize(rawValue: name).box == PictureBox(width, height))
    }
}

/// Thumbnails in the files of a server that makes none.
@Suite("Thumbnails in the files of a server")
struct ServerPreviewTests {
    private func fixture() throws -> ThumbnailsFixture {
        let fixture = try ThumbnailsFixture()
        fixture.readsServer = true
        return fixture
    }

    @Test func oneRangeIsReadOfEachPhoto() throws {
        let fixture = try fixture()
        try fixture.addRefused("a.jpg", CameraPhoto.bytes(length: 900_000))
        try fixture.addRefused("b.jpg", CameraPhoto.bytes(orientation: 6))
        #expect(try fixture.result() == OriginalThumbnailsProgress(2, 0, 0))
        #expect(try fixture.bytes("a.jpg") == CameraPhoto.thumbnail)
        #expect(fixture.originals.server.ranges.map(\.lowerBound) == [0, 0])
        #expect(fixture.originals.server.ranges.allSatisfy { $0.count <= 72 << 10 })
        #expect(try fixture.result()?.isEmpty == true)
        #expect(fixture.originals.server.ranges.count == 2)
    }

    @Test func whatTheReadBytesStateIsStored() throws {
        let fixture = try fixture()
        fixture.readsWholeFiles = true
        let date = "2024:06:01 12:30:45"
        let dated = CameraPhoto.bytes(taken: date, length: 900_000)
        try fixture.addRefused("thumbnail.jpg", dated)
        try fixture.addRefused("nothing.jpg", CameraPhoto.bytes(thumbnail: [], taken: date))
        try fixture.addRefused("film.mov", dated)
        try fixture.addRefused("undated.jpg", CameraPhoto.bytes())
        #expect(try fixture.result()?.made == 4)
        let taken = CameraTime("2024-06-01T12:30:45")
        for name in ["thumbnail.jpg", "nothing.jpg", "film.mov"] {
            #expect(try fixture.media(name)?.timeTaken == taken, "\(name)")
        }
        #expect(try fixture.media("undated.jpg")?.timeTaken == nil)
        // The original, when it arrives, is read again if its end was not available.
        #expect(try fixture.media("film.mov")?.isOfOriginal == true)
    }

    @Test func aPhotoWithoutOneIsNotReadAgain() throws {
        let fixture = try fixture()
        try fixture.addRefused("a.png", Array("no thumbnail".utf8))
        #expect(try fixture.result()?.isEmpty == true)
        #expect(try fixture.result()?.isEmpty == true)
        #expect(fixture.originals.server.ranges.count == 1)
        #expect(try fixture.state("a.png") == .failed(.nothingEmbedded))
    }

    @Test func wholeFilesAreReadOnRequestOnly() throws {
        let fixture = try fixture()
        try fixture.addRefused("a.png", Array("a picture".utf8))
        try fixture.addRefused("b.mp4", Array("a film".utf8))
        #expect(try fixture.result()?.isEmpty == true)
        #expect(fixture.originals.server.downloads == [])
        fixture.readsWholeFiles = true
        #expect(try fixture.result() == OriginalThumbnailsProgress(2, 0, 0))
        #expect(try fixture.thumbnail("a.png") == "480x320 a picture")
        #expect(try fixture.thumbnail("b.mp4") == "480x320 a film")
        #expect(fixture.originals.server.ranges.count == 1)
        #expect(try fixture.result()?.isEmpty == true)
    }

    @Test func aFileThatAKilledRunHasDownloadedGoesWithTheNextRun() throws {
        let fixture = try fixture()
        fixture.readsWholeFiles = true
        try fixture.addRefused("b.mp4", Array("a film".utf8))
        #expect(try fixture.result()?.made == 1)
        let file = URL(filePath: try #require(fixture.originals.server.files.last))
        let folder = file.deletingLastPathComponent()
        #expect(folder.path == fixture.originals.path + "/library")
        let files = FileManager.default
        #expect(!files.fileExists(atPath: file.path), "only the open file is left")
        // A killed run leaves the whole file, or what has arrived of it.
        let left = [file.lastPathComponent, ".\(file.lastPathComponent).0123456789ab.partial"]
        for name in left { try Data("a film".utf8).write(to: folder.appending(path: name)) }
        try fixture.reopen()
        #expect(left.allSatisfy { !files.fileExists(atPath: folder.appending(path: $0).path) })
    }

    @Test func aFormatThatTheServerRefusesAloneIsNotRead() throws {
        let fixture = try fixture()
        try fixture.add("a.heic", "photo")
        fixture.fetchesOriginals = false
        #expect(try fixture.result()?.isEmpty == true)
        #expect(fixture.originals.server.ranges == [])
    }

    @Test func aFailureOfTheServerEndsTheReadingAndNotTheRun() throws {
        let fixture = try fixture()
        for number in 0..<20 {
            try fixture.addRefused("\(number).jpg", CameraPhoto.bytes())
        }
        fixture.originals.server.rangeError = FeedError(.network, "no answer")
        let progress = try #require(try fixture.result())
        #expect(progress.made == 0 && (1...6).contains(progress.postponed))
        fixture.originals.server.rangeError = nil
        #expect(try fixture.result()?.made == 20)
    }
}
