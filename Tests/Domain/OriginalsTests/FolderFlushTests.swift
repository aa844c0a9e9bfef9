import DurableFiles
import Foundation
import PhotoFeed
import Scheduling
import SchedulingTestKit
import Testing

@testable import Originals

/// The names in the folder of the originals when the disk fails.
@Suite struct FolderFlushTests {
    /// A disk that loses the names of one folder, and reports it once.
    private final class ForgetfulDisk: DiskModel {
        let bootSession = "test"
        private let hasFailed = Guarded(false)

        func decide(on change: DiskChange) -> DiskVerdict {
            guard case .synchronize = change else { return .proceed }
            return hasFailed.withLock { hasFailed in
                defer { hasFailed = true }
                return hasFailed ? .proceed : .fail(EIO)
            }
        }
    }

    /// A disk that counts the flushes.
    private final class CountingDisk: DiskModel {
        let bootSession = "test"
        private let flushes = Guarded(0)

        var flushCount: Int { flushes.withLock { $0 } }

        func decide(on change: DiskChange) -> DiskVerdict {
            if case .synchronize = change { flushes.withLock { $0 += 1 } }
            return .proceed
        }
    }

    @Test func foldersWithNewNamesAreFlushedWhenTheyAreMany() throws {
        let fixture = try OriginalsFixture()
        try fixture.scheduler.enter {
            let folder = try fixture.folder()
            let disk = CountingDisk()
            for number in 0..<65 {
                try fixture.write("one", "\(number)/a.jpg")
                DiskModels.setCurrent(disk)
                defer { DiskModels.setCurrent(nil) }
                #expect(disk.flushCount == 0)
                try folder.flushLater("\(number)/a.jpg")
            }
            #expect(disk.flushCount == 65)
        }
    }

    @Test func filesOfManyFoldersAreMovedToOne() throws {
        let fixture = try OriginalsFixture()
        try fixture.scheduler.enter {
            let folder = try fixture.folder()
            for number in 0..<65 {
                try fixture.write("one", "\(number)/a.jpg")
                let placing = try folder.move("\(number)/a.jpg", to: "all/\(number).jpg")
                #expect(placing == .placed)
            }
            // The former names were removed, and their folders closed.
            #expect(fixture.files.count == 65)
            #expect(fixture.files.allSatisfy { $0.hasPrefix("all/") })
        }
    }

    /// A folder with a file that was moved from 2024/05 to 2024/06, before the flush.
    private func moved(_ fixture: OriginalsFixture) throws -> OriginalsFolder {
        let folder = try fixture.folder()
        try fixture.write("one", "2024/05/a.jpg")
        let placing = try folder.move("2024/05/a.jpg", to: "2024/06/a.jpg")
        #expect(placing == .placed)
        return folder
    }

    @Test func afterAFailedFlushNoFlushSucceeds() throws {
        let fixture = try OriginalsFixture()
        try fixture.scheduler.enter {
            let folder = try moved(fixture)
            DiskModels.setCurrent(ForgetfulDisk())
            defer { DiskModels.setCurrent(nil) }
            for _ in 0..<2 { #expect(throws: FeedError.self) { try folder.flush() } }
            // The new name may be lost.
            #expect(fixture.files == ["2024/05/a.jpg", "2024/06/a.jpg"])
        }
    }

    @Test func theLastNameOfAMovedFileStays() throws {
        let fixture = try OriginalsFixture()
        try fixture.scheduler.enter {
            let folder = try moved(fixture)
            try FileManager.default.removeItem(
                atPath: fixture.path + "/originals/2024/06/a.jpg")
            try folder.flush()
            #expect(fixture.files == ["2024/05/a.jpg"])
        }
    }

    @Test func aFileThatWasSavedUnderAFormerNameStays() throws {
        let fixture = try OriginalsFixture()
        try fixture.scheduler.enter {
            let folder = try fixture.folder()
            for name in ["a", "b"] {
                try fixture.write("one", "2024/05/\(name).jpg")
                let placing = try folder.move("2024/05/\(name).jpg", to: "2024/06/\(name).jpg")
                #expect(placing == .placed)
            }
            // An editor saves a new file and renames it.
            try Data("edited".utf8).write(
                to: URL(filePath: fixture.path + "/originals/2024/05/a.jpg"), options: .atomic)
            try folder.flush()
            #expect(fixture.files == ["2024/05/a.jpg", "2024/06/a.jpg", "2024/06/b.jpg"])
            #expect(fixture.content("2024/05/a.jpg") == "edited")
            #expect(fixture.content("2024/06/a.jpg") == "one")
        }
    }
}
