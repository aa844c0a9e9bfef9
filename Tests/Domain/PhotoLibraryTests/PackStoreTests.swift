import PhotoFeed
import Testing

@testable import PhotoLibrary

/// Packs in memory, as a store on another machine could keep them.
private final class MemoryPacks: PackStore {
    private(set) var packs: [Int64: [UInt8]] = [:]
    private var changes: [Int64: Int64] = [:]
    var reads = 0

    func write(_ append: PackAppend) {
        let kept = packs[append.pack, default: []].prefix(Int(append.start))
        packs[append.pack] = append.pictures.reduce(Array(kept), +)
        changes[append.pack, default: 0] += 1
    }

    func synchronize(_ number: Int64) {}

    func read(_ range: PackRange) -> [UInt8]? {
        reads += 1
        guard let pack = packs[range.pack], range.end <= pack.count else { return nil }
        let bytes = Array(pack[Int(range.offset)..<Int(range.end)])
        return range.matches(bytes) ? bytes : nil
    }

    func status(of number: Int64) -> PackStatus? {
        packs[number].map {
            PackStatus(length: Int64($0.count), modified: changes[number] ?? 0)
        }
    }

    func remove(_ number: Int64) { packs[number] = nil }

    func removeAll(except known: Set<Int64>) {
        packs = packs.filter { known.contains($0.key) }
    }

    func availableSpace() -> Int64 { 1 << 40 }

    /// Removes a pack without the library's knowledge.
    func lose(_ number: Int64) { packs[number] = nil }
}

@Suite("Packs in another place")
@MainActor
struct PackStoreTests {
    private let fixture: LibraryFixture
    private let packs = MemoryPacks()

    init() throws { fixture = try LibraryFixture() }

    private func open() throws -> SQLiteFeedWriter {
        var limits = LibraryLimits()
        limits.pack = 40
        return try SQLiteFeedWriter(
            path: fixture.path + "/library", limits: limits, packs: packs)
    }

    @Test func libraryNeedsNoFilesForItsThumbnails() throws {
        do {
            let library = try open()
            try library.fill(0..<20)
            try library.storeWanted()
            try library.verifyPictures()
            try library.collectGarbage()
        }
        #expect(try fixture.thumbnails == [])
        #expect(packs.packs.count >= 1)
        let library = try open()
        try library.verifyPictures()
        #expect(try library.pendingThumbnails(after: nil, limit: 99).isEmpty)
    }

    @Test func aVerifiedLibraryIsNotCheckedAndIsOpenUntilItsEnd() throws {
        let path = fixture.path + "/library"
        do {
            let library = try SQLiteFeedWriter(path: path, packs: packs, isVerified: false)
            try library.fill(0..<20)
            try library.storeWanted()
        }
        packs.reads = 0
        do {
            let library = try SQLiteFeedWriter(path: path, packs: packs, isVerified: true)
            #expect(packs.reads == 0)
            let tables = library.tables
            #expect(try tables.read { _ in try tables.feed.row().closingSession } == nil)
        }
        _ = try SQLiteFeedWriter(path: path, packs: packs, isVerified: false)
        #expect(packs.reads > 0)
        let reader = try SQLiteFeedReader(path: path, packs: packs)
        #expect(try reader.thumbnail(of: photo(1).id) == picture(of: photo(1).id))
    }

    @Test func wastefulPacksAreReplacedAndLostOnesFetchedAgain() throws {
        do {
            let library = try open()
            try library.fill(0..<20)
            for _ in 0..<10 { try library.storeWanted(limit: 2) }
            try library.fill(0..<3)
            let before = packs.packs.count
            try library.collectGarbage()
            #expect(packs.packs.count < before)
            try library.verifyPictures()
        }
        let lost = try #require(packs.packs.keys.max())
        packs.lose(lost)
        let library = try open()
        #expect(try !library.pendingThumbnails(after: nil, limit: 99).isEmpty)
        try library.storeWanted()
        try library.verifyPictures()
    }
}
