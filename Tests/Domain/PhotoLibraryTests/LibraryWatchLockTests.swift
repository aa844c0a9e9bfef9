import Foundation
import PhotoFeed
import PhotoLibrary
import Testing

/// The lock that excludes a second watch of a library.
@Suite struct LibraryWatchLockTests {
    private let folder = FileManager.default.temporaryDirectory.appending(
        path: "watch-lock-\(UUID().uuidString)")

    @Test func aSecondWatchIsRefusedUntilTheFirstEnds() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        do {
            let first = try LibraryWatchLock(locking: folder.path)
            let error = #expect(throws: FeedError.self) {
                try LibraryWatchLock(locking: folder.path)
            }
            #expect(error?.code == .libraryLocked)
            let process = ProcessInfo.processInfo.processIdentifier
            #expect(error?.message.contains("process \(process), since ") == true)
            withExtendedLifetime(first) {}
        }
        _ = try LibraryWatchLock(locking: folder.path)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        for name in names {
            let path = folder.appending(path: name).path
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
            #expect(mode as? Int == 0o600)
        }
        #expect(names.count == 2)
    }

    @Test func aFolderOfSomebodyElseIsNotTouched() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        try Data().write(to: folder.appending(path: "letter.txt"))
        let error = #expect(throws: FeedError.self) {
            try LibraryWatchLock(locking: folder.path)
        }
        #expect(error?.code == .notALibrary)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["letter.txt"])
    }
}
