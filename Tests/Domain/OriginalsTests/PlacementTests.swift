import DurableFiles
import Foundation
import PhotoFeed
import PhotoFeedTestKit
import Scheduling
import SchedulingTestKit
import Signals
import Testing

@testable import Originals

/// The files of a server without content hashes, after a kill at each moment of their placement.
@Suite("Placing originals")
struct PlacementTests {
    /// A disk that does not remove downloads.
    private final class StubbornDisk: DiskModel {
        let bootSession = "test"

        func decide(on change: DiskChange) -> DiskVerdict {
            guard case .remove(let path) = change, path.contains("/.photopark/parts/") else {
                return .proceed
            }
            return .fail(EIO)
        }
    }

    /// A disk that fails after the former names of moved files were removed.
    private final class ForgottenRows: DiskModel {
        let bootSession = "test"
        private let hasRemoved = Guarded(false)

        func decide(on change: DiskChange) -> DiskVerdict {
            switch change {
            case .remove(let path) where !path.contains("/.photopark/"):
                hasRemoved.withLock { $0 = true }
                return .proceed
            case .synchronize where hasRemoved.withLock({ $0 }): return .fail(EIO)
            default: return .proceed
            }
        }
    }

    private let fixture: OriginalsFixture

    init() throws { fixture = try OriginalsFixture() }

    /// Places a file, and leaves its download, too.
    private func leaveBothNames() throws {
        fixture.add("id:1", "/a.jpg", hasHash: false)
        DiskModels.setCurrent(StubbornDisk())
        defer { DiskModels.setCurrent(nil) }
        guard case .failed? = fixture.run(try fixture.choice).completion else {
            Issue.record("the disk has not failed")
            return
        }
        #expect(try fixture.parts.count == 1)
    }

    /// Leaves a file that has a path, and whose row does not know it.
    private func leaveNames(at path: String = "2024/05/a.jpg") throws {
        let content = fixture.add("id:1", "/a.jpg", hasHash: false)
        fixture.server.silent = ["id:1"]
        _ = fixture.run(try fixture.choice, disposing: true)
        fixture.server.silent = []
        let node = fixture.library.items[0].node
        try fixture.scheduler.enter {
            let folder = try fixture.folder()
            let version = OriginalVersion(node)
            try Data(content).write(to: URL(filePath: folder.partPath(of: version)))
            let part = try #require(try folder.openPart(of: version))
            let placing = try folder.place(part, at: path, modified: node.clientModified)
            #expect(placing == .placed)
        }
    }

    @Test func aKillBetweenTheNamesAndTheRowLeavesNoDuplicate() throws {
        try leaveNames()
        let downloads = fixture.server.downloads.count
        #expect(try #require(fixture.result(nil)).downloaded == 1)
        #expect(fixture.server.downloads.count == downloads)
        #expect(fixture.files == ["2024/05/a.jpg"])
        #expect(try fixture.parts.isEmpty)
        #expect(try #require(fixture.result(nil)).present == 1)
    }

    @Test func aFileWithAnotherNameThanItsRowIsFound() throws {
        let digits = OriginalDigits.of("id:1", count: 8)
        try leaveNames(at: "2024/05/a~\(digits).jpg")
        try fixture.write("mine", "2024/05/a.jpg")
        let downloads = fixture.server.downloads.count
        #expect(try #require(fixture.result(nil)).downloaded == 1)
        #expect(fixture.server.downloads.count == downloads)
        #expect(fixture.files == ["2024/05/a.jpg", "2024/05/a~\(digits).jpg"])
        #expect(fixture.content("2024/05/a.jpg") == "mine")
        #expect(try fixture.parts.isEmpty)
        #expect(try #require(fixture.result(nil)).present == 1)
    }

    @Test func aFileThatHasChangedSinceTheKillIsSetAside() throws {
        try leaveNames()
        fixture.add("id:1", "/a.jpg", "other content", revision: "2", hasHash: false)
        #expect(try #require(fixture.result(nil)).downloaded == 1)
        #expect(fixture.files == ["2024/05/a.jpg"])
        #expect(fixture.content("2024/05/a.jpg") == "other content")
        let former = "2024/05/a~\(OriginalDigits.of("1", count: 8)).jpg"
        #expect(fixture.content(".photopark/versions/" + former) == "content of id:1")
        #expect(try fixture.parts.isEmpty)
    }

    @Test func aFileThatWasMovedSinceTheKillIsMoved() throws {
        try leaveNames()
        fixture.add("id:1", "/trip/b.jpg", hasHash: false)
        let downloads = fixture.server.downloads.count
        let result = try #require(fixture.result(nil))
        #expect(result.present == 1 && result.moved == 1)
        #expect(fixture.server.downloads.count == downloads)
        #expect(fixture.files == ["2024/05/b.jpg"])
        #expect(try fixture.parts.isEmpty)
        #expect(try #require(fixture.result(nil)).present == 1)
    }

    @Test func aFileThatAKilledRunHasPlacedCannotBeCancelled() throws {
        try leaveNames()
        let change = try fixture.scheduler.enter {
            try OriginalsTransfers(library: fixture.path + "/library")
                .apply(.cancel, to: ["/a.jpg"])
        }
        #expect(change.changed.isEmpty)
        #expect(change.refused.map(\.state) == [.done])
        #expect(try fixture.parts.isEmpty)
        #expect(try #require(fixture.result(nil)).present == 1)
        #expect(fixture.files == ["2024/05/a.jpg"])
    }

    @Test func aDownloadOfAFileThatIsSetAsideIsRemoved() throws {
        try leaveBothNames()
        fixture.add("id:1", "/a.jpg", "other content", revision: "2", hasHash: false)
        fixture.server.silent = ["id:1"]
        _ = fixture.run(nil, disposing: true)
        #expect(try fixture.parts.isEmpty)
        #expect(fixture.files.isEmpty)
    }

    @Test func aKillBetweenTheFormerNamesAndTheRowsOfMovedFilesLeavesNoDuplicate() throws {
        let names = ["a", "b", "c"]
        for name in names { fixture.add("id:\(name)", "/\(name).jpg", hasHash: false) }
        var choice = try fixture.choice
        #expect(try #require(fixture.result(choice)).downloaded == 3)
        choice.layout = try OriginalLayout("all/{stem}.{ext}")
        DiskModels.setCurrent(ForgottenRows())
        guard case .failed? = fixture.run(choice).completion else {
            DiskModels.setCurrent(nil)
            Issue.record("the disk has not failed")
            return
        }
        DiskModels.setCurrent(nil)
        let moved = names.map { "all/\($0).jpg" }
        #expect(fixture.files == moved)
        #expect(try #require(fixture.result(choice)).moved == 3)
        #expect(fixture.server.downloads.count == 3 && fixture.files == moved)
    }

    @Test func oldDownloadsWithoutALibraryAreRemoved() throws {
        fixture.add("id:1", "/a.jpg", hasHash: false)
        let names = ["0", "1", "2"].map { String(repeating: $0, count: 32) }
        let parts = fixture.path + "/originals/.photopark/parts/"
        for name in names { try fixture.write("part", ".photopark/parts/" + name) }
        // A file that another library has placed, perhaps without its row.
        try FileManager.default.linkItem(
            atPath: parts + names[1], toPath: fixture.path + "/originals/b.jpg")
        for name in names.dropLast() {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -31 * 86_400)],
                ofItemAtPath: parts + name)
        }
        #expect(try #require(fixture.result(try fixture.choice)).downloaded == 1)
        #expect(try fixture.parts.sorted() == Array(names.dropFirst()))
    }

    @Test func aKillBetweenTheRowAndTheRemovalOfTheDownloadLeavesNoDuplicate() throws {
        try leaveBothNames()
        #expect(try #require(fixture.result(nil)).present == 1)
        #expect(fixture.server.downloads == ["id:1"])
        #expect(fixture.files == ["2024/05/a.jpg"])
        #expect(try fixture.parts.isEmpty)
    }

    @Test func aRowThatAPowerCutHasLostCostsNoDownload() throws {
        try leaveBothNames()
        let library = fixture.path + "/library"
        for name in try FileManager.default.contentsOfDirectory(atPath: library) {
            try FileManager.default.removeItem(atPath: library + "/" + name)
        }
        #expect(try #require(fixture.result(try fixture.choice)).downloaded == 1)
        #expect(fixture.server.downloads == ["id:1"])
        #expect(fixture.files == ["2024/05/a.jpg"])
        #expect(try fixture.parts.isEmpty)
    }

    @Test func aDownloadOfAPlacedFileIsRemovedWhileAnotherOneIsInterrupted() throws {
        try leaveBothNames()
        fixture.add("id:2", "/b.jpg")
        fixture.server.silent = ["id:2"]
        _ = fixture.run(nil, disposing: true)
        #expect(try fixture.parts.isEmpty)
        #expect(fixture.files == ["2024/05/a.jpg"])
    }

    @Test func aRunOfOneLibraryNeitherRemovesNorContinuesDownloadsOfAnother() throws {
        fixture.add("id:1", "/a.jpg", hasHash: false)
        let version = OriginalVersion(fixture.library.items[0].node)
        let part = try fixture.scheduler.enter {
            let part = try fixture.folder(of: "other").partPath(of: version)
            return URL(filePath: part).lastPathComponent
        }
        let names = [part, ".\(part).0123456789ab.partial"]
        for name in names { try fixture.write("content of id:2", ".photopark/parts/" + name) }
        #expect(try #require(fixture.result(try fixture.choice)).downloaded == 1)
        #expect(fixture.content("2024/05/a.jpg") == "content of id:1")
        #expect(try fixture.parts.sorted() == names.sorted())
    }

    @Test func aLibraryHasOneNameWhateverLinksItsPathHas() throws {
        try FileManager.default.createSymbolicLink(
            atPath: fixture.path + "/link", withDestinationPath: fixture.path + "/library")
        let version = OriginalVersion(item("id:1", path: "/a.jpg").node)
        let names = try ["library", "link", "other"].map { library in
            try fixture.scheduler.enter {
                let part = try fixture.folder(of: library).partPath(of: version)
                return URL(filePath: part).lastPathComponent
            }
        }
        #expect(names[0] == names[1])
        #expect(names[0] != names[2])
    }
}
