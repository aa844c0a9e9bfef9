import Foundation
import PhotoFeed
import PhotoLibrary
import Synchronization
import Testing

/// Only the owner can read, change or lock a library.
@Suite("A library's privacy")
@MainActor
struct PrivacyTests {
    private let fixture: LibraryFixture
    private var folder: String { fixture.path + "/library" }

    init() throws { fixture = try LibraryFixture() }

    private func makeFolder(_ path: String, mode: Int) throws {
        let files = FileManager.default
        try files.createDirectory(atPath: path, withIntermediateDirectories: false)
        try files.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    /// The permission bits of everything below the library's folder.
    private func modes() throws -> [String: Int] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
        return try Dictionary(
            uniqueKeysWithValues: names.map { name in
                let path = "\(folder)/\(name)"
                let attributes = try FileManager.default.attributesOfItem(atPath: path)
                let mode = (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
                return (
                    name,
                    mode | (attributes[.type] as? FileAttributeType == .typeDirectory ? 1 << 16 : 0)
                )
            })
    }

    private func fill(_ library: SQLiteFeedWriter) throws {
        try library.beginListing(of: "")
        _ = try library.apply(page((0..<3).map { .media(photo($0)) }))
        let pending = try library.pendingThumbnails(after: nil, limit: 9)
        try library.store(
            pending.map {
                ThumbnailResult(pending: $0, result: .picture([0xFF, 0xD8], .notRequested))
            })
    }

    @Test func filesAreTheOwnersAloneInAFolderThatOthersCanRead() throws {
        try makeFolder(folder, mode: 0o755)
        let library = try fixture.open()
        try fill(library)
        let modes = try modes()
        for name in [
            "library.sqlite", "library.sqlite-wal", "library.sqlite-shm", "lock", "holder",
        ] {
            #expect(modes[name] == 0o600, "\(name) has \(String(modes[name] ?? 0, radix: 8))")
        }
        for (name, mode) in modes {
            #expect(
                mode == 0o600 || mode == 0o700 | 1 << 16, "\(name) has \(String(mode, radix: 8))")
        }
        withExtendedLifetime(library) {}
    }

    @Test func filesOfAnEarlierVersionBecomeTheOwnersAlone() throws {
        do { try fill(fixture.open()) }
        for name in ["library.sqlite", "lock", "holder"] {
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o644], ofItemAtPath: "\(folder)/\(name)")
        }
        let library = try fixture.open()
        let modes = try modes()
        for name in ["library.sqlite", "library.sqlite-wal", "lock", "holder"] {
            #expect(modes[name] == 0o600, "\(name)")
        }
        withExtendedLifetime(library) {}
    }

    @Test func aFolderThatOthersCanWriteIntoIsRefusedToReadersToo() throws {
        do { try fill(fixture.open()) }
        try FileManager.default.setAttributes([.posixPermissions: 0o770], ofItemAtPath: folder)
        #expect(throws: FeedError(.libraryUnusable, "")) {
            try SQLiteFeedReader(path: folder)
        }
    }

    @Test func thumbnailsThatOthersCanReplaceAreRefused() throws {
        do { try fill(fixture.open()) }
        let id = photo(0).id
        #expect(try SQLiteFeedReader(path: folder).thumbnail(of: id) != nil)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o770], ofItemAtPath: folder + "/thumbnails")
        #expect(throws: FeedError.self) {
            _ = try SQLiteFeedReader(path: folder).thumbnail(of: id)
        }
    }

    /// A user who can write to the parent replaces the folder by a link to a world-writable one.
    @Test func aFolderThatIsSwappedForALinkGetsNothing() throws {
        let elsewhere = fixture.path + "/elsewhere"
        try makeFolder(elsewhere, mode: 0o777)
        do { try fill(fixture.open()) }
        let (folder, aside) = (folder, fixture.path + "/aside")
        let isOver = Atomic(false)
        let swapper = Thread {
            // Each state lasts for about as long as opening takes, so that many attempts meet a
            // swap half-way.
            func linger() { for _ in 0..<2_000 { _ = access(elsewhere, F_OK) } }
            while !isOver.load(ordering: .relaxed) {
                rename(folder, aside)
                symlink(elsewhere, folder)
                linger()
                unlink(folder)
                rename(aside, folder)
                linger()
            }
        }
        swapper.start()
        defer {
            isOver.store(true, ordering: .relaxed)
            while !swapper.isFinished { sched_yield() }
        }
        var opened = 0
        for attempt in 0..<300 {
            guard let library = try? fixture.open() else { continue }
            opened += 1
            _ = try? library.apply(page([.media(photo(attempt))], "c\(attempt)", more: true))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere).isEmpty)
        #expect(opened > 0)
    }
}
